#!/usr/bin/env python3
"""Counts instructions for a book and for one twice as large, which may take at most 2.3 times as many.

    Scripts/growth.py PROGRAM [--only rows] [--bound 2.3]

valgrind's callgrind counts (with one job), so the figures do not depend on the machine's speed. One worker of
`paginate batch` sets all books; `paginate spell` runs once for each of its books. The cost of an empty book is
subtracted.
"""
import argparse
import json
import os
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
    "elements chosen by what follows": (
        300, lambda n: page(
            many(n, "<p class='a'>a</p>"),
            css="p:has(+ .a + h1), p:has(~ .a ~ .b) { color: red } body:has(.a .b) { color: blue }")),
    "rows": (150, lambda n: page(f"<table>{many(n, '<tr><td>a #</td><td>b</td></tr>')}</table>")),
    # Both are wider than the page: a table that fits is not measured a second time.
    "cells in a row": (
        120, lambda n: page(f"<table><tr>{many(n, '<td>a</td>')}</tr></table>", css="td { padding: 0 }")),
    "spanning cells": (
        60, lambda n: page(
            "<table>" + many(n, "<tr><td rowspan='2' colspan='2'>a</td><td>b</td></tr>") + "</table>")),
    "rows beside a tall cell": (
        300, lambda n: page(
            f"<table><tr><td rowspan='{n}'>a</td><td>b</td></tr>" + many(n - 1, "<tr><td>#</td></tr>")
            + "</table>")),
    "imports": (60, imports),
    "rules": (300, lambda n: page(many(40, "<p class='a#'>a</p>"), css=many(n, ".a# b, .a# { color: red }"))),
    # One line of markup: their places are far to the right.
    "style elements": (
        400, lambda n: page("<p>a</p>", head=many(n, "<style>p { margin-left: #px }</style>"))),
    "languages": (400, lambda n: page(many(n, "<p>a <i xml:lang='x-a#'>b</i></p>"))),
    "inline styles": (200, lambda n: page(many(n, "<p style='margin-left: #px'>a</p>"))),
    "spine items": (20, spine),
    "links": (250, lambda n: page(many(n, "<p id='p#'>a <a href='#p#'>b</a></p>"))),
    "floats": (200, lambda n: page(many(n, f"<p><img alt='' style='float: left; width: 9pt; height: 9pt'/>{WORDS}</p>"))),
    # So many that copying what was read before each would count.
    "boxes in lines": (
        1500, lambda n: page(f"<p>{many(n, 'a <span>#</span> ')}</p>", css="span { display: inline-block }")),
    "positioned boxes": (
        1500, lambda n: page(f"<p>{many(n, 'a <span>#</span> ')}</p>", css="span { position: absolute }")),
    "borders in lines": (
        600, lambda n: page(
            f"<pre>{many(n, 'a <b>#</b> ' + chr(10))}</pre>", css="b { border: 1px solid }")),
    "widths by content": (
        600, lambda n: page(many(n, "<div>a</div>"), css="div { width: max-content }")),
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
    "misspelt words": (300, lambda n: page(f"<p>{many(n, 'It is a trooth # universaly known. ')}</p>")),
}

# Kinds of books for another command than the one that sets them.
COMMANDS = {"misspelt words": ["spell", "--no-suggestions"]}


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


class Worker:
    """A batch worker under callgrind, which sets one book after another: a start of the program under valgrind
    takes longer than a book. callgrind writes its count before each call of `write`, so the counts that have been
    written when a row arrives belong to the row's book."""

    def __init__(self, program, folder):
        self.folder = folder
        self.read = 0
        # A file: nobody reads a pipe while books are set.
        self.errors = open(f"{folder}/errors", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={folder}/counts", "--dump-before=write",
             program, "batch", "--worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def instructions(self, book):
        """Sets a book and returns how many instructions that took."""
        unit = {
            "book": book, "bookDigest": "", "keys": [""], "outputs": [],
            "editions": [{"arguments": ["--page", "4x6", "--jobs", "1"]}]}
        self.process.stdin.write(json.dumps(unit) + "\n")
        self.process.stdin.flush()
        row = self.process.stdout.readline()
        if not row:
            self.errors.seek(0)
            sys.exit(f"growth: {book}: {self.errors.read()[-800:]}")
        if json.loads(row)["status"] != "ok":
            sys.exit(f"growth: {book}: {row}")
        return self.counted()

    def counted(self):
        """The sum of the counts that were written since the last call."""
        total = 0
        while os.path.exists(path := f"{self.folder}/counts.{self.read + 1}"):
            self.read += 1
            with open(path, encoding="utf-8", errors="replace") as file:
                total += sum(int(line[8:]) for line in file if line.startswith("totals: "))
            os.remove(path)
        return total

    def end(self):
        self.process.communicate()
        self.errors.close()


def alone(program, command, book, folder):
    """Runs a command on a book and returns how many instructions that took."""
    run = subprocess.run(
        ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={folder}/counts", program, *command, book,
         "--page", "4x6", "--jobs", "1"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"growth: {book}: {run.stderr[-800:]}")
    with open(f"{folder}/counts", encoding="utf-8", errors="replace") as file:
        return sum(int(line[8:]) for line in file if line.startswith("totals: "))


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
    worker = Worker(program, scratch)

    def count(files, name, command=None):
        os.makedirs(folder := f"{scratch}/{name}")
        book = write(folder, files)
        return alone(program, command, book, folder) if command else worker.instructions(book)

    # The first book pays for what is read once, and the first book of a kind for what only this kind needs.
    count(page("<p>a</p>"), "first")
    empty = count(page("<p>a</p>"), "empty")
    kinds = {name: kind for name, kind in KINDS.items() if options.only in (None, name)}
    too_many = 0
    for name, (size, make) in kinds.items():
        command = COMMANDS.get(name)
        least = count(make(2), f"{name} 0", command)
        # The worker has paid for what only this kind needs; a command of its own pays each time.
        base = least if command else empty
        small = count(make(size), f"{name} 1", command) - base
        large = count(make(2 * size), f"{name} 2", command) - base
        ratio = large / max(1, small)
        note = "" if ratio <= options.bound else "  TOO MANY"
        too_many += bool(note)
        print(
            f"growth: {size} and {2 * size} {name}: {small / 1e6:.0f} and {large / 1e6:.0f} million "
            f"instructions, {ratio:.2f} times{note}", flush=True)
    worker.end()
    shutil.rmtree(scratch)
    sys.exit(1 if too_many or not kinds else 0)


if __name__ == "__main__":
    main()
