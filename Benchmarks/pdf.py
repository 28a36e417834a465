#!/usr/bin/env python3
"""Measures PDFs of whole books, with paginate, MuPDF, Typst and WeasyPrint in the same run.

    Benchmarks/pdf.py [--runs N] [--program FILE] [--python FILE] [--books pride,war] [--own] [--bounds]

Prints a Markdown table: CPU seconds (best of N), pages, CPU milliseconds a page, bytes a page and peak memory. The
page is 6 x 9 inches, the text 11 point; programs set different numbers of pages, so compare the figures a page. Then
what a PDF adds to the page map, for 1,600 pages, and the peak memory for a book that is several times as long. mutool
is Debian's mupdf-tools; typst and weasyprint are PyPI's, in the Python of --python. A program that is missing is left
out, and said. --own leaves out the others.

--bounds measures the page map and the PDF by turns, and nothing else: it exits with 1 if the PDF of a book adds a
larger share of its page map's CPU time than the bound below. Exit status 66: there are no books, or no program.
"""
import argparse
import importlib.machinery
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("books", str(HERE / "run"))
books = importlib.util.module_from_spec(importlib.util.spec_from_loader("books", loader))
loader.exec_module(books)

NAMES = {"pride": "pride-and-prejudice", "war": "war-and-peace", "moby": "moby-dick"}

#: The largest share of a page map's CPU time that a PDF may add: see Benchmarks/README.md for the measurements.
MOST_ADDED = 0.50

STYLE = ("@page { size: 6in 9in; margin: 0.9in 0.75in } body { font: 11pt/1.3 'EB Garamond'; text-align: justify; "
         "hyphens: auto } p { margin: 0; text-indent: 1.2em }")


def has(python, module):
    found = subprocess.run([python, "-c", f"import {module}"], capture_output=True)
    return found.returncode == 0


def pages(path):
    text = subprocess.run(["pdfinfo", path], capture_output=True, text=True).stdout
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("Pages:")), 0)


def missing(python):
    """What is not measured, and why."""
    if not shutil.which("mutool"):
        yield "MuPDF: no mutool on the path (Debian: mupdf-tools)"
    for module in ("typst", "weasyprint"):
        if not has(python, module):
            yield f"{module}: {python} cannot import it (PyPI: {module})"


def others(book, folder, python):
    """The commands of the other programs; they write out.pdf."""
    out = str(folder / "out.pdf")
    if shutil.which("mutool"):
        yield "mutool convert", ["mutool", "convert", "-W", "432", "-H", "648", "-S", "11", "-o", out, str(book)]
    if book.suffix != ".xhtml":
        return
    if has(python, "typst"):
        script = "import typst,sys\ntypst.compile(sys.argv[1],output=sys.argv[2],format='pdf')"
        yield "typst", [python, "-c", script, str(books.typst_source(book, folder)), out]
    if has(python, "weasyprint"):
        script = ("import weasyprint as w,sys\nw.HTML(sys.argv[1]).write_pdf(sys.argv[2],stylesheets=[w.CSS("
                  "string=sys.argv[3])],pdf_variant='pdf/ua-1')")
        yield "weasyprint", [python, "-c", script, str(book), out, STYLE]


def row(job, program, command, folder, runs):
    out = folder / "out.pdf"
    out.unlink(missing_ok=True)
    result = books.measure(command, runs, cwd=folder)
    if result is None:
        return print(f"| {job} | {program} | failed | | | | |", flush=True)
    cpu, _, memory = result
    count = pages(out) if out.exists() else 0
    cells = f"{count} | {cpu * 1000 / count:.2f} | {out.stat().st_size // count}" if count else "| | "
    print(f"| {job} | {program} | {cpu:.2f} | {cells} | {memory} |", flush=True)
    return cpu, count, memory


def turns(common, folder, runs):
    """The best CPU seconds of the page map and of the PDF, with the pages: by turns, so that both have the same load."""
    best = [float("inf"), float("inf")]
    out = folder / "out.pdf"
    commands = (common + ["--map-only", "--map", "map.json"], common + ["--pdf", str(out)])
    for _ in range(runs):
        for index, command in enumerate(commands):
            result = books.measure(command, 1, cwd=folder)
            if result is None:
                sys.exit(f"pdf: this fails: {' '.join(command)}")
            best[index] = min(best[index], result[0])
    return *best, pages(out)


def check_bounds(program, chosen, folder, runs):
    """Prints what the PDF of each book adds to its page map, and returns whether none adds too much."""
    is_good = True
    print("| book | pages | page map, CPU s | adds, CPU s | for 1,600 pages | of the page map |\n|---|---|---|---|---|---|")
    for book in chosen:
        plain, made, count = turns([program, str(book), "--page", "6x9", "-q", "-j", "1"], folder, runs)
        share = (made - plain) / plain
        is_good = is_good and share <= MOST_ADDED
        print(f"| {book.name} | {count} | {plain:.2f} | {made - plain:.2f} | {(made - plain) * 1600 / max(1, count):.2f} | "
              f"{share:.2f}{'' if share <= MOST_ADDED else ' TOO MUCH'} |", flush=True)
    print(f"\nbound: {MOST_ADDED:.2f} of the page map, the best of {runs} turns")
    return is_good


def report(program, chosen, folder, arguments):
    """Prints the table of all programs, and what a PDF adds."""
    print("| book | program | CPU s | pages | ms a page | bytes a page | peak MB |\n|---|---|---|---|---|---|---|")
    added = []
    for book in chosen:
        common = [program, str(book), "--page", "6x9", "-q"]
        out = str(folder / "out.pdf")
        plain = row(f"{book.name}: page map", "paginate -j 1", common + ["--map-only", "--map", "map.json", "-j", "1"],
                    folder, arguments.runs)
        made = row(book.name, "paginate -j 1", common + ["--pdf", out, "-j", "1"], folder, arguments.runs)
        row(book.name, "paginate -j 2", common + ["--pdf", out, "-j", "2"], folder, arguments.runs)
        if plain and made:
            added.append(f"{book.name}: a PDF adds {(made[0] - plain[0]) * 1600 / made[1]:.2f} CPU s for 1,600 pages, "
                         f"{(made[0] - plain[0]) / plain[0]:.2f} of its page map's")
        for other, command in [] if arguments.own else others(book, folder, arguments.python):
            row(book.name, other, command, folder, arguments.runs)
    if chosen[-1].suffix == ".epub":
        added += several_times(program, chosen[-1], folder)
    print("\n" + "\n".join(added))


def several_times(program, source, folder):
    """What a PDF adds to the peak memory, for a book several times over."""
    for times in (2, 4, 8):
        book = books.many_times(source, times, folder)
        name = f"{source.name}, {times} times over"
        common = [program, str(book), "--page", "6x9", "-q", "-j", "1"]
        plain = row(f"{name}: page map", "paginate -j 1", common + ["--map-only", "--map", "map.json"], folder, 1)
        made = row(name, "paginate -j 1", common + ["--pdf", str(folder / "out.pdf")], folder, 1)
        if plain and made:
            yield f"{name}: a PDF adds {made[2] - plain[2]} MB to its page map's peak memory"


def find_books(names):
    """The files of the named books; ends the program (64, 66) if there are none."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f'pdf: unknown book "{unknown[0]}": it is one of {", ".join(NAMES)}', file=sys.stderr)
        sys.exit(64)
    wanted = [books.BOOKS / (NAMES[name] + suffix) for name in names for suffix in (".xhtml", ".epub")]
    chosen = [book for book in wanted if book.exists()]
    if not chosen:
        print(f"pdf: nothing to measure: {books.BOOKS} has none of {', '.join(book.name for book in wanted)}",
              file=sys.stderr)
        sys.exit(66)
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--program", default=books.PROGRAM)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--books", default="pride,war")
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--bounds", action="store_true")
    arguments = parser.parse_args()
    chosen = find_books(arguments.books.split(","))
    program = shutil.which(arguments.program)
    if not program:
        print(f"pdf: there is no program {arguments.program}: build it, or name one with --program", file=sys.stderr)
        sys.exit(66)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments.bounds:
            sys.exit(0 if check_bounds(os.path.abspath(program), chosen, folder, max(1, arguments.runs)) else 1)
        for reason in [] if arguments.own else missing(arguments.python):
            print(f"left out: {reason}\n")
        report(os.path.abspath(program), chosen, folder, arguments)


if __name__ == "__main__":
    main()
