#!/usr/bin/env python3
"""Sets a book of 1,000 pages with 2,000 images as a PDF, and one of a tenth of it.

    Scripts/check_images.py PROGRAM [--pages 1000]

Every page has two images of its own, in turn JPEG, PNG, PNG with opacity, GIF and WebP, and the ornament that all
pages share. Each image must be in the PDF once and on its page, the file must pass qpdf, and the peak memory must not
grow with the book: at most 1.3 times that of the short one. Needs qpdf, poppler-utils, and Pillow and pikepdf.
"""
import argparse
import io
import os
import random
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pikepdf
from PIL import Image

KINDS = (("jpg", "JPEG", "RGB"), ("png", "PNG", "RGB"), ("png", "PNG", "RGBA"), ("gif", "GIF", "P"), ("webp", "WEBP", "RGB"))
TYPES = {"jpg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp"}
CHAPTER = 20


def picture(number):
    """A picture that no other number has: its ending and its bytes."""
    ending, kind, mode = KINDS[number % len(KINDS)]
    noise = random.Random(number).randbytes(40 * 30 * 3)
    image = Image.frombytes("RGB", (40, 30), noise).resize((320, 240), Image.Resampling.BICUBIC)
    if mode == "RGBA":
        image.putalpha(Image.linear_gradient("L").resize(image.size))
    elif mode == "P":
        image = image.quantize(64)
    data = io.BytesIO()
    image.save(data, kind, **({"lossless": True} if kind == "WEBP" else {}))
    return ending, data.getvalue()


def make_book(path, pages):
    names, items, spine = {}, "", ""
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("META-INF/container.xml", '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
                      'version="1.0"><rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/>'
                      "</rootfiles></container>")
        for number in range(2 * pages + 1):
            ending, data = picture(number)
            names[number] = f"i{number}.{ending}"
            book.writestr(names[number], data)
            items += f'<item id="i{number}" href="{names[number]}" media-type="{TYPES[ending]}"/>'
        for chapter in range(0, pages, CHAPTER):
            body = "".join(
                f'<section><p>Page {page}.</p><p><img src="{names[2 * page + 1]}" alt="one"/></p>'
                f'<p><img src="{names[2 * page + 2]}" alt="two"/></p><p><img src="{names[0]}" alt="all"/></p></section>'
                for page in range(chapter, min(pages, chapter + CHAPTER)))
            book.writestr(f"c{chapter}.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T'
                          "</title><style>section { break-before: page } img { width: 2in; height: 1.5in }</style></head>"
                          f"<body>{body}</body></html>")
            items += f'<item id="c{chapter}" href="c{chapter}.xhtml" media-type="application/xhtml+xml"/>'
            spine += f'<itemref idref="c{chapter}"/>'
        book.writestr("nav.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
                      '<head><title>T</title></head><body><nav epub:type="toc"><ol><li><a href="c0.xhtml">One</a></li></ol>'
                      "</nav></body></html>")
        items += '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        book.writestr("p.opf", '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u">'
                      '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:language>en'
                      '</dc:language><dc:identifier id="u">x</dc:identifier><meta property="dcterms:modified">'
                      f"2026-01-01T00:00:00Z</meta></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>")


def set_book(program, book, pdf):
    """CPU seconds, and the peak memory in MB."""
    process = subprocess.Popen([program, book, "--page", "6x9", "-q", "-j", "1", "--pdf", pdf])
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        sys.exit("check_images: the book could not be set")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def check(path, pages):
    problems, seen, shared = [], set(), None
    with pikepdf.open(path) as pdf:
        if len(pdf.pages) != pages:
            return [f"{len(pdf.pages)} pages, wanted {pages}"]
        for number, page in enumerate(pdf.pages, 1):
            objects = [item.objgen for item in page.obj.Resources.XObject.values()]
            common = set(objects) & (shared or set(objects))
            shared = common if number > 1 else set(objects)
            if len(objects) != 3:
                problems.append(f"page {number} has {len(objects)} images")
            if number > 2 and (set(objects) - shared) & seen:
                problems.append(f"page {number} has an image of another page")
            seen |= set(objects)
        if len(seen) != 2 * pages + 1:
            problems.append(f"{len(seen)} images, wanted {2 * pages + 1}")
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    return problems + ([f"qpdf: {done.stderr}"] if done.returncode else [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--pages", type=int, default=1000)
    arguments = parser.parse_args()
    problems, memory = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for pages in (arguments.pages // 10, arguments.pages):
            book, pdf = folder / f"{pages}.epub", folder / f"{pages}.pdf"
            make_book(book, pages)
            seconds, peak = set_book(arguments.program, book, pdf)
            memory.append(peak)
            problems += check(pdf, pages)
            print(f"check_images: {pages} pages: {seconds:.2f} CPU s, {peak:.0f} MB, "
                  f"{pdf.stat().st_size >> 20} MB of PDF from {book.stat().st_size >> 20} MB")
    if memory[1] > 1.3 * memory[0]:
        problems.append(f"ten times the book takes {memory[1] / memory[0]:.2f} times the memory")
    for problem in problems[:20]:
        print(f"check_images: {problem}")
    print(f"check_images: {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
