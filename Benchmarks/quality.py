#!/usr/bin/env python3
"""The quality of the lines of a book, from our own dump of them.

quality.py [BOOK] [--page 6x9]

Prints: lines, the share that ends in a hyphen, the standard deviation of the word spaces of
justified lines in em, and the share of lines with a word space over 0.5 em.
"""
import argparse
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE = re.compile(r'  x \S+ y \S+ w \S+ h \S+(?: space (-?[\d.]+))? "(.*)"(.*)$')
EM = 11  # the novel preset's size, in points
SPACE = 0.2  # EB Garamond 12's word space, in em


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("book", nargs="?", default=str(ROOT.parent / "shared/books/pride-and-prejudice.xhtml"))
    parser.add_argument("--page", default="6x9")
    arguments = parser.parse_args()
    dump = subprocess.run(
        [ROOT / ".build/release/paginate", "dump", "lines", arguments.book, "--page", arguments.page],
        check=True, capture_output=True, text=True).stdout
    lines = hyphens = 0
    spaces = []
    for line in dump.splitlines():
        match = LINE.match(line)
        if not match:
            continue
        lines += 1
        hyphens += " hyphen" in match.group(3) or match.group(2).rstrip().endswith(("-", "\u2010"))
        if match.group(1):
            spaces.append(float(match.group(1)) / EM + SPACE)
    wide = sum(space > 0.5 for space in spaces)
    print(f"lines {lines}")
    print(f"lines ending in a hyphen {100 * hyphens / lines:.2f} %")
    print(f"standard deviation of word spaces {statistics.pstdev(spaces):.4f} em")
    print(f"lines with a word space over 0.5 em {100 * wide / lines:.2f} %")


if __name__ == "__main__":
    main()
