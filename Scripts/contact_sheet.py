#!/usr/bin/env python3
"""Draws all pages of a book as thumbnails, many on a sheet.

    Scripts/contact_sheet.py book.pages/svg OUT-PREFIX [--columns 10] [--rows 6] [--width 150]

Writes OUT-PREFIX-001.png and so on. Needs rsvg-convert (Scripts/setup installs it) and Pillow.
"""
import argparse
import concurrent.futures
import io
import pathlib
import subprocess

from PIL import Image, ImageDraw


def draw(path, width):
    png = subprocess.run(
        ["rsvg-convert", "-w", str(width), "-b", "white", str(path)], capture_output=True, check=True
    ).stdout
    return Image.open(io.BytesIO(png)).convert("RGB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("prefix")
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--width", type=int, default=150)
    options = parser.parse_args()
    pages = sorted(options.folder.glob("*.svg"))
    if not pages:
        parser.error(f"no pages in {options.folder}")
    size = options.columns * options.rows
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, start in enumerate(range(0, len(pages), size), 1):
            images = list(pool.map(lambda page: draw(page, options.width), pages[start : start + size]))
            height = max(image.height for image in images)
            rows = (len(images) + options.columns - 1) // options.columns
            sheet = Image.new(
                "RGB", (options.columns * (options.width + 8), rows * (height + 20)), "#888")
            pen = ImageDraw.Draw(sheet)
            for index, image in enumerate(images):
                x = index % options.columns * (options.width + 8) + 4
                y = index // options.columns * (height + 20) + 16
                sheet.paste(image, (x, y))
                pen.text((x, y - 13), pages[start + index].stem, fill="white")
            sheet.save(f"{options.prefix}-{number:03}.png")


if __name__ == "__main__":
    main()
