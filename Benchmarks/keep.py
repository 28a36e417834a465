#!/usr/bin/env python3
"""Makes one-word corrections to a book, one at a time, and counts the pages that begin elsewhere, without and
with `--keep`. A page is expected to begin at its old offset, or at that offset shifted by the change in length.

keep.py PROGRAM BOOK.epub [--count N] [--seed N] [--most N] [-- OPTIONS...]
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile

WORD = re.compile(r"(?<=[a-z] )[a-z]{4,9}(?= [a-z])")
REPLACEMENTS = ["so", "rather", "perhaps", "extraordinary", "undoubtedly", "most", "inconsiderately"]


def page_map(program, book, folder, options):
    path = folder / "map.json"
    result = subprocess.run(
        [program, str(book), "--map", str(path), "-q", *options], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return json.loads(path.read_text())


def corrected(book, target, generator):
    """Writes the book with one word replaced. Returns the change in length and a description."""
    with zipfile.ZipFile(book) as source, zipfile.ZipFile(target, "w") as result:
        names = [n for n in source.namelist() if n.endswith((".xhtml", ".html"))]
        texts = {n: source.read(n).decode("utf-8") for n in names}
        places = [(n, m) for n in names for p in re.finditer(r"<p[^>]*>(.*?)</p>", texts[n], re.S)
                  if len(p[1]) > 200 for m in WORD.finditer(texts[n], p.start(1), p.end(1))]
        name, match = generator.choice(places)
        word = generator.choice([r for r in REPLACEMENTS if len(r) != len(match[0])])
        text = texts[name][:match.start()] + word + texts[name][match.end():]
        for item in source.infolist():
            data = text.encode("utf-8") if item.filename == name else source.read(item)
            result.writestr(item, data)
    return len(word) - len(match[0]), f"{match[0]} -> {word} in {name}"


def moved(old, new, growth):
    """How many pages begin elsewhere."""
    count = abs(len(old["pages"]) - len(new["pages"]))
    for a, b in zip(old["pages"], new["pages"]):
        if a.get("blank") or b.get("blank"):
            count += a.get("blank") != b.get("blank")
            continue
        same = a["document"] == b["document"] and a["label"] == b["label"]
        count += not same or b["start"]["offset"] - a["start"]["offset"] not in (0, growth)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("book")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, help="fail when more pages than this move with --keep")
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    options = arguments.options or ["--page", "6x9"]
    generator = random.Random(arguments.seed)
    totals = [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        old = page_map(arguments.program, arguments.book, folder, options)
        (folder / "old.json").write_text(json.dumps(old))
        for _ in range(arguments.count):
            growth, what = corrected(arguments.book, folder / "book.epub", generator)
            counts = []
            for extra in [[], ["--keep", str(folder / "old.json")]]:
                new = page_map(arguments.program, folder / "book.epub", folder, options + extra)
                counts.append(moved(old, new, growth))
            totals = [a + b for a, b in zip(totals, counts)]
            print(f"{counts[0]:4} pages moved, {counts[1]:3} with --keep: {what}", flush=True)
    print(f"{totals[0]:4} pages moved, {totals[1]:3} with --keep, "
          f"of {arguments.count} x {len(old['pages'])}")
    if arguments.most is not None and totals[1] > arguments.most:
        sys.exit(f"more than {arguments.most}")


main()
