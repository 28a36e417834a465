#!/usr/bin/env python3
"""Compares the output of the suite runners with the lists of tests that passed before.

ratchet.py RESULTS LISTS [--record]
RESULTS has SUITE.txt files whose lines begin with a verdict and a name; LISTS has SUITE.txt files with one
name per line. A listed name that does not pass now is a failure. --record rewrites the lists and the table in
README.md from the names that pass.
"""
import pathlib
import re
import sys


def passed(path):
    names = set()
    total = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        match = re.match(r"(pass|ok|FAIL|fail|vacuous|error|blank|BAD)\b.*?(\S+/\S+|\S+\.\w+)(\s|$)", line)
        if not match:
            continue
        total += 1
        if match.group(1) in ("pass", "ok"):
            names.add(match.group(2))
    return names, total


TITLES = {
    "epub-tests": "EPUB 3.3 reading-system tests (epub-tests)",
    "faults": "faults: malformed and hostile XML, CSS, images, archives (libxml2's set and made ones)",
    "paged-text": "CSS2 pagination and page boxes, css-page (paged-text)",
    "wpt-core": "WPT core",
    "wpt-dev": "WPT dev (`Scripts/conformance --dev`)",
    "wpt-paged": "WPT paged",
}


def write_table(rows):
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    text = readme.read_text(encoding="utf-8")
    # Suites that were not run keep their scores.
    scores = dict(rows)
    for name, title in TITLES.items():
        old = re.search(rf"^\| {re.escape(title)} \| (.*) \|$", text, re.MULTILINE)
        if name not in scores and old:
            scores[name] = old.group(1)
    rows = sorted(scores.items())
    table = "| outside suite | passes |\n|---|---|\n" + "".join(f"| {TITLES[name]} | {score} |\n" for name, score in rows)
    start, end = "<!-- suites -->\n", "<!-- /suites -->"
    head, rest = text.split(start)
    readme.write_text(head + start + "\n" + table + "\n" + end + rest.split(end)[1], encoding="utf-8")


def main():
    results, lists = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    record = "--record" in sys.argv[3:]
    lists.mkdir(parents=True, exist_ok=True)
    lost = 0
    rows = []
    for result in sorted(results.glob("*.txt")):
        now, total = passed(result)
        path = lists / result.name
        before = set(path.read_text(encoding="utf-8").split("\n")) - {""} if path.exists() else set()
        if record:
            path.write_text("".join(name + "\n" for name in sorted(now)), encoding="utf-8")
        rows.append((result.stem, f"{len(now)} of {total}"))
        gone = sorted(before - now)
        lost += len(gone)
        for name in gone:
            print(f"ratchet: {result.stem}: {name} passed before and does not now")
        print(f"conformance: {result.stem}: {len(now)} of {total} (ratchet {len(before)})")
    if record:
        write_table(rows)
    return 1 if lost and not record else 0


if __name__ == "__main__":
    sys.exit(main())
