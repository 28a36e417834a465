#!/usr/bin/env python3
"""Compares our optimal line breaks with TeX's own.

tex_check.py [--paragraphs N] [--book FILE] [--pages 6x9,5x8,4.25x7]

TeX is the `tex` of Debian's texlive-binaries (for `TEX` and `LD_LIBRARY_PATH`, see
../shared/suites/README.md); the items come from `paginate dump breaks --json`. For each measure, prints how many
paragraphs have the same breaks, how many have other breaks with equal demerits, and how many differ.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def paragraphs(book, page):
    program = ROOT / ".build/release/paginate"
    out = subprocess.run(
        [program, "dump", "breaks", "--json", book, "--page", page, "--margin", "0.6in"],
        check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        spec = json.loads(line)
        if not spec["greedy"] and len(spec["breaks"]) > 1 and not spec["overfull"]:
            yield spec


def line_ends(lines):
    return [last for _, last in lines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--paragraphs", type=int, default=1000)
    parser.add_argument("--book", default=str(SHARED / "books/pride-and-prejudice.xhtml"))
    parser.add_argument("--pages", default="6x9,5x8,4.25x7")
    arguments = parser.parse_args()
    sys.path.insert(0, str(SHARED / "suites/tex"))
    import kp_oracle
    binary = os.environ.get("TEX", "tex")
    failed = 0
    for page in arguments.pages.split(","):
        same = ties = different = 0
        for spec in paragraphs(arguments.book, page):
            if same + ties + different >= arguments.paragraphs:
                break
            answer = kp_oracle.tex(
                {"hsize": spec["hsize"], "items": spec["items"], "params": spec["params"]}, binary)
            mine = spec["breaks"][:-1]
            theirs = line_ends(answer["lines"])[:-1]
            # TeX gives the last box of a line; our item is the one after it.
            if len(mine) == len(theirs) and all(0 <= m - t <= 1 for m, t in zip(mine, theirs)):
                same += 1
            elif answer["total_demerits"] == spec["demerits"]:
                ties += 1
            else:
                different += 1
                if different <= 3:
                    print(page, spec["text"][:50], mine, theirs, spec["demerits"], answer["total_demerits"])
        failed += different
        print(f"{page}: same {same}, equal demerits {ties}, different {different}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
