#!/usr/bin/env python3
"""Makes a catalogue for `paginate batch`: small EPUBs from a book's paragraphs, and a manifest.

    Scripts/make_catalogue.py FOLDER [--count 2000] [--source BOOK ...] [--editions 4] [--large CHARACTERS]

Three of the books are broken: one is not an archive, one lacks its document, one has malformed markup. With --large,
another one has so many characters.
All books have different text, so that no two have the same key. The same arguments give the same bytes.
"""
import argparse
import json
import pathlib
import re
import zipfile

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
PACKAGE = """<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">book-{number}</dc:identifier>
<dc:title>Book {number}</dc:title><dc:language>en</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
<spine><itemref idref="c"/></spine></package>"""
NAVIGATION = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>Contents</title></head><body><nav epub:type="toc"><ol>
<li><a href="c.xhtml">Book {number}</a></li></ol></nav></body></html>"""
DOCUMENT = """<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Book {number}</title></head>
<body><h1>Book {number}</h1>
{text}
</body></html>"""
EDITIONS = [
    {"page": "6x9"},
    {"page": "5x8"},
    {"page": "a5", "style": "pocket", "reader-size": "L"},
    {"page": "6x9", "style": "large-print", "reader-size": "XL"},
]
SAMPLE = "<p>It is a truth universally acknowledged, that a single man must be in want of a wife.</p>"


def texts_of(source):
    """The documents of an EPUB, or an XHTML file."""
    if source.lower().endswith(".epub"):
        with zipfile.ZipFile(source) as archive:
            return [archive.read(name).decode() for name in sorted(archive.namelist()) if name.endswith("html")]
    return [pathlib.Path(source).read_text(encoding="utf-8")]


def paragraphs(sources):
    texts = [text for source in sources for text in texts_of(source)]
    return [found for text in texts for found in re.findall(r"<p>[^<]{40,}</p>", text)] or [SAMPLE] * 400


def write(path, number, body):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, text, method=zipfile.ZIP_DEFLATED):
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = method
            archive.writestr(info, text)
        add("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        add("META-INF/container.xml", CONTAINER)
        add("book.opf", PACKAGE.format(number=number))
        add("n.xhtml", NAVIGATION.format(number=number))
        if body is not None:
            add("c.xhtml", DOCUMENT.format(number=number, text=body))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--source", action="append", default=[], help="may be given several times")
    parser.add_argument("--large", type=int, default=0)
    parser.add_argument("--editions", type=int, default=4)
    parser.add_argument("--paragraphs", type=int, default=30)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    text = paragraphs(arguments.source)
    lines = []
    for number in range(arguments.count):
        name = f"book-{number:05}.epub"
        start = number * 7 % max(1, len(text) - arguments.paragraphs)
        own = text[start:start + arguments.paragraphs]
        body = "\n".join(own) + f"<p>The end of number {number}.</p>"
        path = arguments.folder / name
        if number == 4 and arguments.large:
            body = "\n".join(text * (arguments.large // sum(map(len, text)) + 1))[:arguments.large]
            body = body[:body.rindex("</p>") + 4]
        if number == 1:
            path.write_bytes(b"no archive")
        elif number == 2:
            write(path, number, None)
        elif number == 3:
            write(path, number, body + "<p>not closed")
        else:
            write(path, number, body)
        lines.append(json.dumps({"book": name, "editions": EDITIONS[:arguments.editions]}))
    (arguments.folder / "manifest.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{arguments.count} books: {arguments.folder / 'manifest.jsonl'}")


if __name__ == "__main__":
    main()
