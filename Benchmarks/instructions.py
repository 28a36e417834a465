#!/usr/bin/env python3
"""Counts the instructions of three jobs on one core, and fails if one takes over 2 % more than the committed figure.

    Benchmarks/instructions.py [PROGRAM]             # default: .build/release/paginate
    Benchmarks/instructions.py [PROGRAM] --record    # writes the counts of this machine

valgrind's cachegrind counts, without its caches, so the figures do not depend on the machine's speed or load. Two
counts of one program differ by less than 0.1 %. Hash seeds, jobs, fonts, the locale and the names of files are
fixed. The figures belong to one set of libraries: after an update of Swift or Debian, record them again.

Without the books in ../shared/books, or with --sampler, the sampler is counted instead of Pride and Prejudice. Where valgrind, the
fonts or a figure for this architecture are missing, the script says so and exits with 0.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIGURES = ROOT / "Benchmarks" / "instructions.json"
FONTS = pathlib.Path("/usr/share/fonts/opentype/ebgaramond")
BOUND = 1.02

PARAGRAPH = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>One</title></head><body><p>It is a '
    "truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a "
    "wife.</p></body></html>"
)


def skip(reason):
    print(f"instructions: not counted: {reason}")
    sys.exit(0)


def prepare(folder, options):
    """Copies all that is read into a folder. Returns the jobs: (name, arguments)."""
    # Valgrind cannot read Swift's debug information.
    subprocess.run(["strip", "-o", folder / "paginate", options.program], check=True)
    # The fonts installed beside EB Garamond differ from machine to machine.
    (folder / "fonts.conf").write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f"<dir>{FONTS}</dir><cachedir>{folder}/cache</cachedir></fontconfig>")
    (folder / "one.xhtml").write_text(PARAGRAPH)
    book = ROOT.parent / "shared" / "books" / "pride-and-prejudice.epub"
    if book.exists() and not options.sampler:
        shutil.copy(book, folder / "book.epub")
        name, file = book.stem, "book.epub"
    else:
        shutil.copytree(ROOT / "corpus" / "sampler", folder / "sampler")
        name, file = "sampler", "sampler/sampler.xhtml"
    return [
        (f"{name}: SVG pages", [file, "-o", "pages"]),
        (f"{name}: page map", [file, "--map-only", "--map", "map.json"]),
        ("one paragraph: page map", ["one.xhtml", "--map-only", "--map", "one.json"]),
    ]


def run(folder, command):
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8",
        "FONTCONFIG_FILE": str(folder / "fonts.conf"), "SWIFT_DETERMINISTIC_HASHING": "1",
    }
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"instructions: {' '.join(map(str, command))}: {result.stderr[-800:]}")
    return result.stderr


def count(folder, arguments):
    """The instructions of one run."""
    report = run(
        folder,
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "./paginate",
         *arguments, "--page", "6x9", "-q", "-j", "1"])
    return int(re.search(r"refs: *([\d,]+)", report).group(1).replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / ".build" / "release" / "paginate")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--sampler", action="store_true")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        skip("valgrind is not installed")
    if not FONTS.is_dir():
        skip(f"{FONTS} is missing (Debian's fonts-ebgaramond)")
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    committed = figures.setdefault(platform.machine(), {})
    if not committed and not options.record:
        skip(f"no committed figures for {platform.machine()}")
    too_many = []
    with tempfile.TemporaryDirectory(prefix="paginate-instructions-") as scratch:
        folder = pathlib.Path(scratch)
        jobs = prepare(folder, options)
        # Writes fontconfig's cache.
        run(folder, ["./paginate", *jobs[-1][1], "-q"])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            counts = list(pool.map(lambda job: count(folder, job[1]), jobs))
    for (name, _), counted in zip(jobs, counts):
        known = committed.get(name)
        note = "no committed figure"
        if known:
            ratio = counted / known
            note = f"committed {known / 1e6:,.1f}, ratio {ratio:.4f}"
            if ratio > BOUND:
                note += "  TOO MANY"
                too_many.append(name)
            elif ratio < 2 - BOUND:
                note += "  (fewer: record it)"
        print(f"instructions: {name}: {counted / 1e6:,.1f} million, {note}", flush=True)
        committed[name] = counted
    if options.record:
        FIGURES.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n")
    elif too_many:
        sys.exit(f"instructions: over {BOUND - 1:.0%} more than the committed figure: {', '.join(too_many)}")


if __name__ == "__main__":
    main()
