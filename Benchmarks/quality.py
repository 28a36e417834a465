#!/usr/bin/env python3
"""Measures the quality of the lines and pages of books, from the output of `paginate dump lines`.

quality.py [BOOK ...] [--page 6x9] [--program PATH] [--bounds]

Lines: the share that ends in a hyphen; the standard deviation of the word spaces of justified lines, in em,
and the share of lines with a space over 0.5 em; the share of neighbouring lines in a paragraph whose spaces differ
by more than 0.1 em; the number of last lines under 7 % of their measure. Pages: the share of spreads whose pages end
level, and the share of pages of full depth, both without the last pages of chapters and pages with notes; the
number of last pages with fewer than five lines, without chapters of one page; the share of pages with lines off the
grid of their first text line.

--bounds exits with 1 if a book is worse than the bounds below.
--lualatex measures the lines of LuaLaTeX with microtype too, for the same justified paragraphs.
"""
import argparse
import collections
import json
import pathlib
import statistics
import subprocess
import sys

import lualatex

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOOKS = ROOT.parent / "shared/books"
STANDARD = ["pride-and-prejudice.xhtml", "moby-dick.epub", "war-and-peace.xhtml"]
EM = 11  # the novel preset's size, in points
SPACE = 0.2  # EB Garamond 12's word space, in em
LEADING = 14  # the novel preset's, in points

# Name, description, and the least and greatest value that passes.
MEASURES = [
    ("hyphens", "lines that end in a hyphen, %", None, 2.1),
    ("deviation", "word spaces, standard deviation in em", None, 0.0255),
    ("wide", "lines with a word space over 0.5 em, %", None, 0.1),
    ("unlike", "neighbouring lines whose spaces differ by over 0.1 em, %", None, 1.0),
    ("short", "last lines under 7 % of the measure", None, 5),
    ("level", "spreads that end level, %", 98, None),
    ("full", "pages of full depth, %", 94, None),
    ("ends", "chapter ends under five lines", None, 0),
    ("grid", "pages with lines off the grid, %", None, 2.0),
]


def dump(program, book, page):
    command = [program, "dump", "lines", book, "--page", page, "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def line_measures(lines):
    spaces, unlike, pairs, hyphens, short = [], 0, 0, 0, 0
    before = None
    for line in lines:
        hyphens += line["hyphen"] or line["text"].rstrip().endswith(("-", "\u2010"))
        if line.get("last") and before is not None and before[0] == line["paragraph"]:
            short += line["width"] < 0.07 * line["measure"]
        if not line.get("justified"):
            before = None
            continue
        space = line.get("space", 0) / EM + SPACE
        spaces.append(space)
        if before is not None and before[0] == line["paragraph"]:
            pairs += 1
            unlike += abs(space - before[1]) > 0.1
        before = (line["paragraph"], space)
    return {
        "hyphens": 100 * hyphens / len(lines),
        "deviation": statistics.pstdev(spaces),
        "wide": 100 * sum(space > 0.5 for space in spaces) / len(spaces),
        "unlike": 100 * unlike / max(1, pairs),
        "short": short,
    }


def page_measures(lines):
    by_page = collections.defaultdict(list)
    for line in lines:
        by_page[line["page"]].append(line)
    chapters = {number: own[0]["chapter"] for number, own in by_page.items()}
    sides = {number: own[0]["side"] for number, own in by_page.items()}
    depth = {number: max(line["baseline"] for line in own) for number, own in by_page.items()}
    common = collections.Counter(round(value) for value in depth.values())
    full_depth = max(common, key=lambda value: (common[value], value)) if common else 0
    ends = {n for n in by_page if chapters.get(n + 1) != chapters[n]}
    # Notes are set at the foot, so a page with notes ends level with any other.
    feet = {n for n in by_page if by_page[n][0].get("notes")}
    inside = [n for n in by_page if n not in ends and n not in feet]
    full = sum(abs(depth[n] - full_depth) < 1 for n in inside)
    spreads = [n for n in inside if sides[n] == "left" and n + 1 in by_page and n + 1 in inside]
    level = sum(abs(depth[n] - depth[n + 1]) < 1 for n in spreads)
    off = 0
    for own in by_page.values():
        texts = [line for line in own if abs(line["height"] - LEADING) < 0.1]
        if texts:
            first = texts[0]["baseline"]
            off += any(
                0.3 < (line["baseline"] - first) % LEADING < LEADING - 0.3 for line in texts)
    return {
        "level": 100 * level / max(1, len(spreads)),
        "full": 100 * full / max(1, len(inside)),
        "ends": sum(len(by_page[n]) < 5 for n in ends if chapters.get(n - 1) == chapters[n]),
        "grid": 100 * off / max(1, len(by_page)),
    }


def print_peer(lines):
    peer = lualatex.lines_of(lines, EM, SPACE)
    print(f"  LuaLaTeX with microtype, the same paragraphs: {len(peer)} lines")
    measured = line_measures(peer)
    for name, title, _, _ in MEASURES:
        if name in measured:
            print(f"  {measured[name]:>8.4f}  {title}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("book", nargs="*", default=[str(BOOKS / name) for name in STANDARD])
    parser.add_argument("--page", default="6x9")
    parser.add_argument("--program", default=str(ROOT / ".build/release/paginate"))
    parser.add_argument("--bounds", action="store_true")
    parser.add_argument("--lualatex", action="store_true")
    arguments = parser.parse_args()
    if arguments.lualatex and not lualatex.is_installed():
        sys.exit("quality.py: lualatex or EB Garamond is not installed (Debian: texlive-luatex, "
                 "texlive-latex-recommended, fonts-ebgaramond)")
    failed = False
    for book in arguments.book:
        lines = dump(arguments.program, book, arguments.page)
        measured = line_measures(lines) | page_measures(lines)
        print(f"{pathlib.Path(book).name}: {len(lines)} lines, {lines[-1]['page']} pages")
        for name, title, least, most in MEASURES:
            value = measured[name]
            is_worse = least is not None and value < least or most is not None and value > most
            failed = failed or is_worse
            number = f"{value:.4f}" if name == "deviation" else f"{value:.2f}"
            print(f"  {number:>8}  {title}{'  WORSE' if is_worse and arguments.bounds else ''}")
        if arguments.lualatex:
            print_peer(lines)
    if arguments.bounds and failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
