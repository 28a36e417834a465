#!/usr/bin/env python3
"""Sets random documents and checks each result: no crash, no hang, every character exactly once.

    Scripts/fuzz.py PROGRAM [--seed 1] [--count 40]

The documents nest floats, tables, notes, lists, positions, heights, margins, breaks, columns, ruby and images at
random, in several scripts and presets, some also as PDF. A document that fails is kept, and its path is printed.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

WORDS = (
    "the compositor stands at case with a stick in left hand letter by letter line grows upside "
    "down and from left to right until it is full"
).split()
OTHER_WORDS = "\u05d3\u05e4\u05d5\u05e1 \u0637\u0628\u0627\u0639\u0629 \u7d44\u7248\u4f69 abc".split()
IMAGE = (
    '<img alt="i" style="%s" src="data:image/svg+xml,%%3Csvg '
    "xmlns='http://www.w3.org/2000/svg' width='%d' height='%d'/%%3E\"/>"
)
DECLARATIONS = [
    (0.5, "float:", ["left", "right"]),
    (0.3, "width:", ["30%", "100pt", "5em", "90%", "auto", "300pt"]),
    (0.2, "height:", ["30pt", "200pt", "900pt", "0"]),
    (0.2, "clear:", ["left", "right", "both"]),
    (0.3, "margin:", ["10pt", "-5pt 3pt", "0 auto", "1em"]),
    (0.2, "border:1pt solid;padding:", ["3pt"]),
    (0.1, "break-before:", ["page", "avoid"]),
    (0.1, "text-align:", ["center", "right", "left"]),
    (0.05, "direction:", ["rtl"]),
    (0.05, "position:", ["absolute;left:10pt", "relative;top:4pt", "relative;left:-9pt;bottom:1em"]),
    (0.05, "overflow:", ["hidden"]),
    (0.05, "max-height:", ["40pt", "0"]),
    (0.05, "width:", ["min-content", "max-content", "fit-content"]),
    (0.05, "letter-spacing:", ["2pt", "-1pt"]),
    (0.05, "white-space:", ["pre-wrap", "break-spaces", "nowrap"]),
    (0.1, "display:", ["inline-block", "table", "table-cell", "table-row", "flow-root", "inline-table", "inline"]),
    (0.05, "position:", ["absolute;right:5pt", "absolute;top:8pt;left:30%", "absolute"]),
    (0.05, "float:left;shape-outside:", ["circle(40%)", "polygon(0 0, 100% 50%, 0 100%)", "inset(10% 20%)"]),
    (0.05, "max-width:", ["40%", "90pt"]),
    (0.05, "vertical-align:", ["top", "middle", "40pt", "super"]),
    (0.03, "break-inside:", ["avoid"]),
    (0.05, "position:", ["fixed;left:3pt", "sticky", "absolute;left:0;right:0;bottom:0", "relative"]),
    (0.05, "column-count:", ["2", "3", "2;column-rule:thick solid;column-gap:9pt", "2;column-fill:auto"]),
    (0.03, "columns:", ["60pt", "3 50pt", "20pt"]),
    (0.03, "column-span:", ["all"]),
    (0.03, "break-before:", ["column", "column;break-after:column"]),
    (0.03, "break-inside:", ["avoid-column"]),
    (0.03, "aspect-ratio:", ["2", "1 / 3", "auto 3 / 4"]),
    (0.03, "object-fit:cover;object-position:", ["left top", "90% 10pt"]),
    (0.03, "text-emphasis:", ["dot", "open sesame red"]),
    (0.03, "min-width:", ["min-content", "fit-content(40pt)", "400pt"]),
    (0.05, "padding:", ["1em 5%", "0 0 200pt", "3%"]),
    (0.05, "text-indent:", ["2em", "-2em", "20%", "1em hanging"]),
    (0.05, "line-height:", ["1", "3", "0", "200%"]),
    (0.05, "font-size:", ["2em", "0.3em", "60pt"]),
    (0.05, "overflow-wrap:", ["anywhere", "break-word"]),
    (0.05, "min-height:", ["100pt", "2000pt"]),
    (0.03, "hyphens:", ["auto", "none"]),
    (0.03, "word-break:", ["break-all", "keep-all"]),
    (0.03, "box-decoration-break:", ["clone"]),
    (0.03, "initial-letter:", ["2", "3 2", "2 raise"]),
    (0.03, "list-style-position:", ["inside"]),
    (0.03, "page:", ["a", "b"]),
    (0.03, "break-after:", ["page", "avoid", "left"]),
    (0.03, "border-collapse:", ["collapse"]),
    (0.03, "table-layout:", ["fixed"]),
    (0.03, "caption-side:", ["bottom"]),
    (0.03, "width:", ["min(3em, 10%)", "calc(100% - 20pt)", "0"]),
    (0.03, "float:right;shape-outside:", ["ellipse(30% 40%)", "margin-box"]),
    (0.03, "display:", ["flex", "grid", "list-item", "contents", "table-caption", "table-header-group", "run-in"]),
    (0.03, "unicode-bidi:", ["isolate", "bidi-override", "plaintext"]),
    (0.03, "text-align:", ["justify;text-align-last:justify", "end"]),
    (0.03, "background:", ["linear-gradient(red, blue)", "#ddd"]),
    (0.03, "font-variant-caps:", ["small-caps"]),
    (0.03, "text-wrap:", ["balance", "nowrap", "pretty"]),
]
RULES = """
@page { @footnote { border-top: 1pt solid; margin-top: 3pt } @top-center { content: string(head) } }
@page a { margin: 20pt } @page b { size: 300pt 200pt }
h2 { string-set: head content() }
p.f::first-letter, h2::first-letter { float: left; font-size: 3em }
p.f::first-line { font-variant: small-caps; letter-spacing: 1pt }
div::before { content: "1 "; display: block }
li::marker { content: "2" }
""".replace("\n", " ")


def text(count):
    words = OTHER_WORDS if random.random() < 0.05 else WORDS
    return " ".join(random.choice(words) for _ in range(count))


def style(chance=1.0):
    if random.random() >= chance:
        return ""
    return ";".join(
        name + random.choice(values) for share, name, values in DECLARATIONS
        if random.random() < share
    )


def inline():
    parts = []
    for _ in range(random.randint(1, 4)):
        kind = random.random()
        if kind < 0.1:
            parts.append(rare_inline())
        elif kind < 0.6:
            parts.append(text(random.randint(1, 40)))
        elif kind < 0.8:
            note = random.choice(["", "", "", "float:footnote;"])
            parts.append(f'<span style="{note + style()}">{text(random.choice([3, 3, 9, 60]))}</span>')
        else:
            parts.append(IMAGE % (style(), random.randint(1, 500), random.randint(1, 900)))
    return " ".join(parts)


def rare_inline():
    return random.choice([
        "<br/>", "<wbr/>", "\u00a0", "\u00ad", "\u200b", f"<q>{text(2)}</q>", f"<sup>{text(1)}</sup>",
        f"<ruby>{text(1)}<rt>{text(1)}</rt></ruby>", f"<a href='#x'>{text(2)}</a>",
        f"<span style='display:inline-block;{style()}'>{blocks(0, 0, 3)}</span>",
        f"<b style='{style()}'><i style='{style()}'>{text(2)}</i>{text(2)}</b>",
    ])


def blocks(depth, least, most):
    return "".join(block(depth) for _ in range(random.randint(least, most)))


def block(depth):
    kind = random.random()
    if kind < 0.35 or depth <= 0:
        kind = random.choice(["", "", "", " class='f'"])
        return f'<p{kind} style="{style(0.3)}">{inline()}</p>'
    if kind < 0.6:
        return f'<div style="{style()}">{blocks(depth - 1, 0, 3)}</div>'
    if kind < 0.7:
        items = "".join(f"<li>{block(depth - 1)}</li>" for _ in range(random.randint(1, 3)))
        return f"<ul>{items}</ul>"
    if kind < 0.78:
        rows = ""
        for _ in range(random.randint(1, 4)):
            cells = "".join(
                f"<td colspan='{random.choice([1, 1, 1, 2])}' rowspan='{random.choice([1, 1, 1, 2])}'>"
                f"{block(depth - 1)}</td>"
                for _ in range(random.randint(1, 3)))
            rows += f"<tr style='{style(0.2)}'>{cells}</tr>"
        caption = f"<caption style='{style(0.5)}'>{text(5)}</caption>" if random.random() < 0.2 else ""
        return f'<table style="{style()}">{caption}{rows}</table>'
    if kind < 0.84:
        return f'<div style="{style()}"></div>'
    if kind < 0.87:
        return f"<pre style='{style()}'>{text(30)}\n\n{text(9)}\t{text(3)}</pre>"
    if kind < 0.9:
        return f"<blockquote style='{style()}'>{blocks(depth - 1, 0, 3)}</blockquote><hr style='{style()}'/>"
    if kind < 0.93:
        return f'<h2 style="{style(0.2)}">{text(3)}</h2>'
    return f'<dl><dt style="float:left">x</dt><dd>{block(depth - 1)}</dd></dl>'


def document():
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title>'
        f"<style>{RULES}</style></head>"
        f"<body>{blocks(3, 2, 8)}</body></html>"
    )


def problem(program, source, path, output):
    """What went wrong with a document; None if nothing did."""
    command = [
        program, path, "--page", random.choice(["5x8", "3x4", "6x9"]), "-o", output, "-q",
        "--style", random.choice(["novel", "novel", "textbook", "none"])]
    if random.random() < 0.25:
        command += ["--pdf", output + ".pdf"]
    try:
        run = subprocess.run(command, capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return "no end within 20 s"
    if run.returncode:
        return f"exit status {run.returncode}"
    found = []
    for name in sorted(os.listdir(output + "/svg")):
        with open(f"{output}/svg/{name}", encoding="utf-8") as page:
            found += re.findall(r'<text aria-label="([^"]*)"', page.read())
    # Letters only: the numbers of notes and lists are generated.
    wanted = sorted(filter(str.isalpha, re.sub(r"<[^>]*>", " ", source.split("<body>")[1])))
    got = sorted(filter(str.isalpha, "".join(found)))
    return None if got == wanted else f"{len(wanted)} characters in, {len(got)} out"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    options = parser.parse_args()
    random.seed(options.seed)
    folder = tempfile.mkdtemp(prefix="paginate-fuzz-")
    failures = 0
    for number in range(options.count):
        source = document()
        path = f"{folder}/{options.seed}-{number}.xhtml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        found = problem(options.program, source, path, folder + "/out.pages")
        if found:
            failures += 1
            print(f"fuzz: {path}: {found}")
        else:
            os.remove(path)
    if not failures:
        shutil.rmtree(folder)
    print(
        f"fuzz: {options.count - failures} of {options.count} random documents come out whole "
        f"(seed {options.seed})")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
