#!/usr/bin/env python3
"""Compares pictures of a book's PDF with pictures of its SVG pages.

    Scripts/check_rasters.py PROGRAM BOOK [--pages 100] [--most 1.0] [--keep DIR] [OPTION ...]

poppler (pdftoppm) and, if it is installed, MuPDF (mutool) draw the PDF, librsvg (rsvg-convert) the SVG pages, all
in gray, and all pictures are reduced to 72 pixels per inch. poppler puts glyphs at whole pixels: its difference
halves each time its resolution doubles, so it draws at 1152 pixels per inch, the others at 288. The mean difference of a page's pixels must be below --most of 255: a line of text in another
place is more than that. --keep leaves the worst page of each program: SVG, PDF and difference.
Other options are the program's. Needs numpy and Pillow from PyPI.
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image

DOTS = 288
POPPLER_DOTS = 1152
# A page of 6 by 9 inches has 70 million pixels at 1152 to the inch.
Image.MAX_IMAGE_PIXELS = None


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True)
    if done.returncode:
        sys.exit(f"check_rasters: {command[0]}: {done.stderr.decode('utf-8', 'replace')[:500]}")


def gray(path, dots=DOTS):
    """The picture on white, at 72 pixels per inch."""
    picture = Image.open(path)
    if picture.mode != "L":
        picture = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("L")
    return numpy.asarray(picture.reduce(dots // 72), dtype=numpy.int16)


def librsvg(page, target):
    """Draws an SVG page to a file and returns the reduced picture."""
    run("rsvg-convert", "-d", DOTS, "-p", DOTS, "-o", target, page)
    return gray(target)


def poppler(pdf, number, target):
    target = target.with_suffix(".pgm")
    run("pdftoppm", "-gray", "-r", POPPLER_DOTS, "-f", number, "-l", number, "-singlefile", pdf, target.with_suffix(""))
    return gray(target, POPPLER_DOTS)


def mutool(pdf, number, target):
    run("mutool", "draw", "-q", "-c", "gray", "-r", DOTS, "-o", target, pdf, number)
    return gray(target)


def difference(one, other):
    """The mean difference of two pictures, which may be a row or a column apart in size."""
    height, width = (min(a, b) for a, b in zip(one.shape, other.shape))
    if abs(one.shape[0] - other.shape[0]) > 1 or abs(one.shape[1] - other.shape[1]) > 1:
        return 255.0
    return float(numpy.abs(one[:height, :width] - other[:height, :width]).mean())


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("program")
    parser.add_argument("book")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--most", type=float, default=1.0)
    parser.add_argument("--keep", type=Path)
    arguments, options = parser.parse_known_args()
    drawers = {"poppler": poppler}
    if shutil.which("mutool"):
        drawers["mutool"] = mutool
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pdf = folder / "book.pdf"
        run(arguments.program, arguments.book, *options, "-q", "--pdf", pdf, "--svg-dir", folder / "svg")
        pages = sorted((folder / "svg").glob("*.svg"))
        step = max(1, len(pages) // arguments.pages)
        chosen = list(range(0, len(pages), step))[:arguments.pages]
        found = {drawer: [] for drawer in drawers}
        for index in chosen:
            wanted = librsvg(pages[index], folder / "svg.png")
            for drawer, draw in drawers.items():
                found[drawer].append((difference(wanted, draw(pdf, index + 1, folder / "pdf.png")), index))
        for drawer, values in found.items():
            worst, index = max(values)
            mean = sum(value for value, _ in values) / len(values)
            failed = failed or worst >= arguments.most
            print(f"check_rasters: {Path(arguments.book).name}: {drawer}, {len(values)} pages: "
                  f"mean {mean:.3f}, worst {worst:.3f} of 255 (page {index + 1})")
            if arguments.keep:
                keep(arguments.keep, drawer, pages[index], (pdf, index + 1), drawers[drawer])
    sys.exit(1 if failed else 0)


def keep(folder, drawer, page, place, draw):
    folder.mkdir(parents=True, exist_ok=True)
    one = librsvg(page, folder / f"{drawer}-svg.png")
    two = draw(*place, folder / f"{drawer}-pdf.png")
    height, width = (min(a, b) for a, b in zip(one.shape, two.shape))
    shown = 255 - numpy.abs(one[:height, :width] - two[:height, :width])
    Image.fromarray(shown.astype(numpy.uint8)).save(folder / f"{drawer}-difference.png")


if __name__ == "__main__":
    main()
