#!/usr/bin/env python3
"""Counts instructions for a book and for one twice as large, which may take at most 2.3 times as many.

    Scripts/growth.py PROGRAM [--only rows] [--bound 2.3]

valgrind's callgrind counts (with one job), so the figures do not depend on the machine's speed. The cost of an
empty book is subtracted first.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

WORDS = "the compositor stands at case with a stick in left hand "


def page(body, css="", head=""):
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'xml:lang="en"><head><title>T</title><style>{css}</style>{head}</head><body>{body}</body></html>'
    )


def many(count, text):
    return "".join(text.replace("#", str(index)) for index in range(count))


def spine(count):
    """An EPUB with many small documents."""
    quoted = '"i#"'
    items = many(count, '<item id="i#" href="c#.xhtml" media-type="application/xhtml+xml"/>')
    files = {
        "META-INF/container.xml":
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
            '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles>'
            "</container>",
        "p.opf":
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:language>en'
            '</dc:language><dc:identifier id="i">x</dc:identifier></metadata><manifest><item id="n" '
            f'href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>'
            f'<spine>{many(count, "<itemref idref=" + quoted + "/>")}</spine></package>',
        "nav.xhtml": page(
            "<nav epub:type='toc'><ol>" + many(count, "<li><a href='c#.xhtml'>Chapter #</a></li>")
            + "</ol></nav>"),
    }
    for index in range(count):
        files[f"c{index}.xhtml"] = page(f"<h1>Chapter {index}</h1><p>{WORDS}</p>")
    return files


def imports(count):
    """Stylesheets whose imports form a tree."""
    files = {"book.xhtml": page("<p>a</p>", head='<link rel="stylesheet" href="s0.css"/>')}
    for index in range(count):
        children = "".join(
            f'@import "s{child}.css";' for child in (2 * index + 1, 2 * index + 2) if child < count)
        files[f"s{index}.css"] = children + many(30, "p.a# { margin-left: #px }")
    return files


KINDS = {
    "paragraphs": (300, lambda n: page(many(n, f"<p>{WORDS}#</p>"))),
    "one paragraph": (300, lambda n: page(f"<p>{many(n, WORDS + '# ')}</p>")),
    "one word": (3000, lambda n: page(f"<p>{'ab' * n}</p>")),
    "siblings chosen by place": (
        600, lambda n: page(many(n, "<p>a</p>"), css="p:first-child, p:nth-last-child(3n) { color: red }")),
    "rows": (150, lambda n: page(f"<table>{many(n, '<tr><td>a #</td><td>b</td></tr>')}</table>")),
    "cells in a row": (
        60, lambda n: page(f"<table><tr>{many(n, '<td>a</td>')}</tr></table>", css="td { padding: 0 }")),
    "spanning cells": (
        60, lambda n: page(
            "<table>" + many(n, "<tr><td rowspan='2' colspan='2'>a</td><td>b</td></tr>") + "</table>")),
    "imports": (60, imports),
    "rules": (300, lambda n: page(many(40, "<p class='a#'>a</p>"), css=many(n, ".a# b, .a# { color: red }"))),
    "inline styles": (200, lambda n: page(many(n, "<p style='margin-left: #px'>a</p>"))),
    "spine items": (20, spine),
    "links": (250, lambda n: page(many(n, "<p id='p#'>a <a href='#p#'>b</a></p>"))),
    "floats": (200, lambda n: page(many(n, f"<p><img alt='' style='float: left; width: 9pt; height: 9pt'/>{WORDS}</p>"))),
    "notes": (
        100, lambda n: page(
            many(n, f"<p>{WORDS}<span class='n'>note #</span></p>"), css=".n { float: footnote }")),
    "elements in elements": (
        100, lambda n: page(many(n, "<div><div><p>a <i><b>b</b></i></p></div></div>"))),
    "list items": (200, lambda n: page(f"<ol>{many(n, '<li>a</li>')}</ol>")),
    "page numbers asked for": (
        150, lambda n: page(
            many(n, "<p id='p#'>a <a href='#p#'>b</a></p>"),
            css="a::after { content: target-counter(attr(href), page) }")),
}



def write(folder, files):
    """Writes a book and returns its path."""
    if isinstance(files, str):
        files = {"book.xhtml": files}
    if "p.opf" not in files:
        for name, text in files.items():
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        return f"{folder}/book.xhtml"
    with zipfile.ZipFile(f"{folder}/book.epub", "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name, text in files.items():
            archive.writestr(name, text)
    return f"{folder}/book.epub"


def instructions(program, files, folder):
    os.makedirs(folder)
    book = write(folder, files)
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", program, book, "--page",
         "4x6", "--map", f"{folder}/map.json", "-q", "--jobs", "1"], capture_output=True, text=True)
    counted = re.search(r"refs: *([\d,]+)", run.stderr)
    if run.returncode or not counted:
        sys.exit(f"growth: {book}: {run.stderr[-800:]}")
    return int(counted.group(1).replace(",", ""))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only")
    parser.add_argument("--bound", type=float, default=2.3)
    options = parser.parse_args()
    scratch = tempfile.mkdtemp(prefix="paginate-growth-")
    program = f"{scratch}/paginate"
    # Valgrind cannot read Swift's debug information.
    subprocess.run(["strip", "-o", program, options.program], check=True)
    kinds = {name: kind for name, kind in KINDS.items() if options.only in (None, name)}
    too_many = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        def count(files, name):
            return pool.submit(instructions, program, files, f"{scratch}/{name}")
        empty = count(page("<p>a</p>"), "empty")
        runs = [
            (name, size, count(make(size), f"{name} 1"), count(make(2 * size), f"{name} 2"))
            for name, (size, make) in kinds.items()
        ]
        for name, size, one, two in runs:
            small = one.result() - empty.result()
            large = two.result() - empty.result()
            ratio = large / max(1, small)
            note = "" if ratio <= options.bound else "  TOO MANY"
            too_many += bool(note)
            print(
                f"growth: {size} and {2 * size} {name}: {small / 1e6:.0f} and {large / 1e6:.0f} million "
                f"instructions, {ratio:.2f} times{note}", flush=True)
    shutil.rmtree(scratch)
    sys.exit(1 if too_many or not runs else 0)


if __name__ == "__main__":
    main()
