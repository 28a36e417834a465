#!/usr/bin/env python3
"""Checks the PDF of a book against its page map and its SVG pages, and with independent programs.

    Scripts/check_pdf.py PROGRAM BOOK [OPTION ...]

Needs qpdf and poppler-utils (Scripts/setup), and pikepdf, lxml and fonttools from PyPI. If page-validation
is installed, PDF/A-3a and PDF/UA-1 are checked too, and with pikepdf[pdfa] PDF/A-3b a second time. `--faults` first
tests the checker: it must reject files that were broken on purpose.
"""
import io
import json
import re
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

import pikepdf
from lxml import etree

from pdf_validators import missed_faults, validate

SVG = "{http://www.w3.org/2000/svg}"


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def squeeze(text):
    """Text without white space, hyphenation and control characters."""
    text = re.sub("\u00ad|[\u200b\u2060\u202a-\u202e\x80-\x9f\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)
    return re.sub(r"\s+", "", text)


def svg_text(folder):
    """The text of the SVG pages, without the alternative text of images and the hyphens of divided words."""
    words = []
    for page in sorted(folder.glob("*.svg")):
        for element in etree.parse(str(page)).iter(SVG + "text"):
            label = element.get("aria-label") or ""
            if not (element.get("class") == "generated" and label in "-\u2010"):
                words.append(label)
    return squeeze("".join(words))


def number_tree(node):
    """The key-value pairs of a number tree or name tree."""
    pairs = list(node.get("/Nums", node.get("/Names", [])))
    for key, value in zip(pairs[::2], pairs[1::2]):
        yield (int(key) if not isinstance(key, pikepdf.String) else str(key)), value
    for kid in node.get("/Kids", []):
        yield from number_tree(kid)


def decoded_names(node):
    pairs = list(node.get("/Names", []))
    for key, value in zip(pairs[::2], pairs[1::2]):
        yield bytes(key).decode("utf-8"), value
    for kid in node.get("/Kids", []):
        yield from decoded_names(kid)


def outline(item):
    while item is not None:
        yield item
        if "/First" in item:
            yield from outline(item["/First"])
        item = item.get("/Next")


class Checker:
    def __init__(self, pdf, book_map, has_cover=False):
        self.pdf = pdf
        # The number of pages before the first one of the map.
        self.front = int(has_cover)
        self.map = book_map
        self.problems = []
        self.pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1 - self.front)}

    def say(self, problem):
        self.problems.append(problem)

    def all(self):
        self.counts()
        self.places()
        self.labels()
        self.bookmarks()
        self.links()
        self.structure()
        self.fonts()
        self.capitals()
        return self.problems

    def counts(self):
        if len(self.pdf.pages) != len(self.map["pages"]) + self.front:
            self.say(f"{len(self.pdf.pages)} pages, the map has {len(self.map['pages'])}")

    def destination_pages(self):
        tree = self.pdf.Root.Names.Dests
        return {name: self.pages.get(value[0].objgen) for name, value in decoded_names(tree)}

    def places(self):
        known = self.destination_pages()
        for anchor in self.map["anchors"]:
            if "id" not in anchor or "rect" not in anchor:
                continue
            name = anchor["document"] + "#" + anchor["id"]
            if known.get(name) != anchor["page"]:
                self.say(f"destination {name}: page {known.get(name)}, the map says {anchor['page']}")

    def labels(self):
        found, style, start, first = [], None, 1, 0
        ranges = dict(number_tree(self.pdf.Root.PageLabels))
        for index in range(len(self.pdf.pages)):
            if index in ranges:
                style, start, first = ranges[index], int(ranges[index].get("/St", 1)), index
            value = start + index - first
            kind = str(style.get("/S", ""))
            prefix = str(style.get("/P", ""))
            text = {"/D": str(value), "/r": roman(value), "": ""}[kind]
            found.append(prefix + text)
        wanted = ["Cover"] * self.front + [page["label"] for page in self.map["pages"]]
        for number, (have, want) in enumerate(zip(found, wanted), 1 - self.front):
            if have != want:
                self.say(f"label of page {number}: {have!r}, the map says {want!r}")

    def bookmarks(self):
        if "/Outlines" not in self.pdf.Root:
            if self.map["contents"]:
                self.say("no bookmarks, the map has contents")
            return
        known = self.destination_pages()
        found = list(outline(self.pdf.Root.Outlines.First))
        if [str(item.Title) for item in found] != [entry["title"] for entry in self.map["contents"]]:
            self.say("bookmarks are not the contents")
        for item, entry in zip(found, self.map["contents"]):
            page = known.get(bytes(item.Dest).decode("utf-8")) if "/Dest" in item else None
            if page != entry.get("page"):
                self.say(f"bookmark {item.Title}: page {page}, the map says {entry.get('page')}")

    def links(self):
        known = self.destination_pages()
        pages = {}
        for number, page in enumerate(self.pdf.pages, 1 - self.front):
            for annotation in page.obj.get("/Annots", []):
                pages.setdefault(number, []).append(annotation)
                if "/Dest" in annotation and bytes(annotation.Dest).decode() not in known:
                    self.say(f"page {number}: a link leads nowhere")
        for link in self.map["links"]:
            if link["href"].startswith("#") and link.get("rect") and link["page"] not in pages:
                self.say(f"page {link['page']}: the link {link['href']} is missing")

    def structure(self):
        root = self.pdf.Root.get("/StructTreeRoot")
        if root is None or "/ParentTree" not in root:
            return self.say("no structure, or no parent tree")
        parents = dict(number_tree(root.ParentTree))
        for number, page in enumerate(self.pdf.pages, 1):
            ids = self.mark_ids(page)
            entries = parents.get(int(page.obj["/StructParents"])) if "/StructParents" in page.obj else []
            if entries is None or sorted(ids) != list(range(len(entries))):
                self.say(f"page {number}: marked content is not in the parent tree")
            if page.obj.get("/Tabs") != "/S":
                self.say(f"page {number}: no /Tabs/S")
            for annotation in page.obj.get("/Annots", []):
                owner = parents.get(int(annotation.get("/StructParent", -1)))
                if owner is not None and owner.S != "/Link":
                    self.say(f"page {number}: a link's annotation is in no Link")
        self.level = 0
        self.walk(root.K, None)

    @staticmethod
    def mark_ids(page):
        ids = []
        for operands, operator in pikepdf.parse_content_stream(page):
            if str(operator) == "BDC" and isinstance(operands[1], pikepdf.Dictionary) and "/MCID" in operands[1]:
                ids.append(int(operands[1].MCID))
        return ids

    def walk(self, element, parent):
        stack = [(element, parent)]
        while stack:
            element, parent = stack.pop()
            if isinstance(element, pikepdf.Array):
                stack.extend((kid, parent) for kid in reversed(list(element)))
                continue
            if not isinstance(element, pikepdf.Dictionary) or "/S" not in element:
                continue
            role = str(element.S)[1:]
            self.element(role, element, parent)
            if "/K" in element:
                stack.append((element.K, role))

    def element(self, role, element, parent):
        wanted = {"TR": ("Table", "THead", "TBody", "TFoot"), "TD": ("TR",), "TH": ("TR",),
                  "LI": ("L",), "LBody": ("LI",), "Lbl": ("LI", "Note", "TOCI"), "TOCI": ("TOC",)}
        if role in wanted and parent not in wanted[role]:
            self.say(f"{role} in {parent}")
        if role == "Table" and not {"TR", "THead", "TBody", "TFoot"} & set(self.kid_roles(element)):
            self.say("Table without TR")
        if role in ("Figure", "Formula") and not str(element.get("/Alt", "")):
            self.say(f"{role} without an alternative text")
        if re.fullmatch("H[1-6]", role):
            if int(role[1]) > self.level + 1:
                self.say(f"{role} comes after level {self.level}")
            self.level = int(role[1])

    @staticmethod
    def kid_roles(element):
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield str(kid.S)[1:]

    def fonts(self):
        from fontTools.cffLib import CFFFontSet
        from fontTools.ttLib import TTFont
        for item in self.pdf.objects:
            if not isinstance(item, pikepdf.Dictionary) or item.get("/Subtype") not in ("/CIDFontType0", "/CIDFontType2"):
                continue
            descriptor = item.FontDescriptor
            if "/FontFile2" in descriptor:
                font = TTFont(io.BytesIO(descriptor.FontFile2.read_bytes()))
                scale = 1000 / font["head"].unitsPerEm
                order = font.getGlyphOrder()
                advance = lambda cid: font["hmtx"][order[cid]][0] * scale
            else:
                fonts = CFFFontSet()
                fonts.decompile(io.BytesIO(descriptor.FontFile3.read_bytes()), None)
                top = fonts[0]
                if not hasattr(top, "ROS"):
                    self.say(f"{descriptor.FontName}: its glyphs are not numbered")
                scale = 1000 * top.FontMatrix[0]
                glyphs = top.CharStrings

                def advance(cid, glyphs=glyphs, scale=scale):
                    glyph = glyphs["cid%05d" % cid]
                    glyph.draw(_Pen())
                    return glyph.width * scale
            first = None
            for value in item.W:
                if isinstance(value, pikepdf.Array):
                    for index, width in enumerate(value):
                        if abs(float(width) - advance(first + index)) > 1:
                            self.say(f"{descriptor.FontName}: glyph {first + index} is {width} wide, the font says {advance(first + index):.1f}")
                else:
                    first = int(value)


    # Small letters that are as high as an x, and do not look like their capitals in size.
    LOW = set("acegmnopqrsuvwxyz")

    def capitals(self):
        """A glyph that stands for a small letter is one, or a small capital: it is not as high as a capital."""
        for item in self.pdf.objects:
            if not isinstance(item, pikepdf.Dictionary) or item.get("/Subtype") != "/Type0" or "/ToUnicode" not in item:
                continue
            low, heights = {}, self.heights(item.DescendantFonts[0].FontDescriptor)
            for glyph, text in re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]{4})>\s", item.ToUnicode.read_bytes(), re.I):
                if chr(int(text, 16)) in self.LOW:
                    low[int(glyph, 16)] = chr(int(text, 16))
            if not low:
                continue
            usual = sorted(heights(glyph) for glyph in low)[len(low) // 2]
            for glyph, letter in low.items():
                if heights(glyph) > 1.3 * usual:
                    self.say(f"{item.BaseFont}: glyph {glyph} stands for {letter!r} and is as high as a capital")

    @staticmethod
    def heights(descriptor):
        """How far each glyph of an embedded font reaches above the baseline."""
        from fontTools.cffLib import CFFFontSet
        from fontTools.pens.boundsPen import BoundsPen
        from fontTools.ttLib import TTFont
        if "/FontFile2" in descriptor:
            font = TTFont(io.BytesIO(descriptor.FontFile2.read_bytes()))
            glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
            draw = lambda glyph, pen: glyphs[order[glyph]].draw(pen)
        else:
            fonts = CFFFontSet()
            fonts.decompile(io.BytesIO(descriptor.FontFile3.read_bytes()), None)
            glyphs = fonts[0].CharStrings
            draw = lambda glyph, pen: glyphs["cid%05d" % glyph].draw(pen)

        def height(glyph):
            pen = BoundsPen(glyphs)
            draw(glyph, pen)
            return pen.bounds[3] if pen.bounds else 0
        return height


class _Pen:
    def __getattr__(self, name):
        return lambda *arguments, **named: None


def roman(value):
    text = ""
    for number, letters in ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
                            (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while value >= number:
            text += letters
            value -= number
    return text


def miner_reader():
    """A device of pdfminer.six that keeps what the glyphs stand for in the order of the content, page by page, and the
    lines that its layout analysis finds."""
    from pdfminer.converter import PDFPageAggregator
    from pdfminer.layout import LAParams, LTTextContainer, LTTextLine
    from pdfminer.pdfinterp import PDFResourceManager
    from pdfminer.pdffont import PDFUnicodeNotDefined
    from pdfminer.utils import decode_text

    class Reader(PDFPageAggregator):
        def __init__(self):
            super().__init__(PDFResourceManager(), laparams=LAParams())
            self.texts, self.spans, self.open = [], [], []
            self.pages, self.lines = [], []

        def begin_page(self, page, ctm):
            self.glyphs = []
            super().begin_page(page, ctm)

        def render_char(self, matrix, font, fontsize, scaling, rise, cid, ncs, graphicstate):
            try:
                text = font.to_unichr(cid)
            except PDFUnicodeNotDefined:
                text = "\ufffd"
            self.glyphs.append(text)
            span = next((span for span in reversed(self.open) if span), None)
            (self.texts if span is None else span[0]).append(text)
            return super().render_char(matrix, font, fontsize, scaling, rise, cid, ncs, graphicstate)

        def begin_tag(self, tag, props=None):
            text = props.get("ActualText") if isinstance(props, dict) else None
            self.open.append(None if text is None else ([], decode_text(text)))

        def end_tag(self):
            span = self.open.pop()
            if span:
                self.spans.append(("".join(span[0]), span[1]))
                self.texts.append(span[1])

        def end_page(self, page):
            super().end_page(page)
            self.pages.append(squeeze("".join(self.glyphs)))
            self.lines.append([squeeze(line.get_text()) for box in self.get_result() if isinstance(box, LTTextContainer)
                               for line in box if isinstance(line, LTTextLine)])

    return Reader()


def difference(found, wanted):
    place = next((i for i, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]), min(len(found), len(wanted)))
    return f"{found[max(0, place - 20):place + 20]!r} and not {wanted[max(0, place - 20):place + 20]!r}"


def compare_miner(path, text):
    """pdfminer.six reads glyph by glyph. Compared are, with the case of letters:

    - its text in the order of the content with that of poppler. Where there is an /ActualText, which it does not read
      by itself, that counts;
    - the glyphs below an /ActualText with it: both have the same letters, in another case where the style says so
      (capitals by `text-transform`, small capitals). `Checker.capitals` looks whether these are small;
    - the lines that its layout analysis finds with the order of the page's content.

    The order of its lines cannot be compared: it puts the blocks of a page into an order of its own."""
    try:
        from pdfminer.pdfinterp import PDFPageInterpreter
        from pdfminer.pdfpage import PDFPage
        reader = miner_reader()
    except ImportError:
        return print("check_pdf: pdfminer.six is not installed: the text was compared with pdftotext only") or []
    interpreter = PDFPageInterpreter(reader.rsrcmgr, reader)
    with open(path, "rb") as file:
        for page in PDFPage.get_pages(file):
            interpreter.process_page(page)
    problems = []
    found = squeeze("".join(reader.texts))
    if found != text:
        problems.append(f"pdfminer.six reads other text: {difference(found, text)}")
    letters = lambda text: "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
    for glyphs, actual in sorted(set(reader.spans)):
        # Glyphs that are drawn as outlines stand for nothing.
        if glyphs and letters(glyphs) != letters(actual):
            problems.append(f"glyphs for {glyphs!r} have the /ActualText {actual!r}")
    for number, (page, lines) in enumerate(zip(reader.pages, reader.lines), 1):
        problems += [f"page {number}: pdfminer.six reads the line {line!r}, which is not in the content"
                     for line in lines if line not in page]
    return problems


FAULTS = {
    "a parent tree without entries": lambda pdf: pdf.Root.StructTreeRoot.ParentTree.__setitem__("/Kids", pikepdf.Array([])),
    "no /Tabs": lambda pdf: pdf.pages[0].obj.__delitem__("/Tabs"),
    "a label more": lambda pdf: pdf.Root.PageLabels.Nums[1].__setitem__("/St", 7),
    "a page less": lambda pdf: pdf.pages.__delitem__(-1),
    "widths of another font": lambda pdf: break_widths(pdf),
    "a capital that stands for a small letter": lambda pdf: break_capital(pdf),
    "a heading too deep": lambda pdf: set_role(pdf, "/P", "/H5"),
    "a cell outside its row": lambda pdf: set_role(pdf, "/P", "/TD"),
    "a table without rows": lambda pdf: set_role(pdf, "/P", "/Table"),
    "a figure without an alternative text": lambda pdf: set_role(pdf, "/P", "/Figure"),
}


def break_widths(pdf):
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Subtype") == "/CIDFontType0":
            item.W[1][0] = 999
            return


def break_capital(pdf):
    """Makes a capital stand for a small letter, as the glyph of another form did."""
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Subtype") == "/Type0":
            data = item.ToUnicode.read_bytes()
            # "A" to "a"
            changed = re.sub(rb"> <0041>", b"> <0061>", data)
            if changed != data:
                item.ToUnicode.write(changed)
                return


def set_role(pdf, old, new):
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/StructElem" and item.S == old:
            item.S = pikepdf.Name(new)
            return


def main():
    arguments = sys.argv[1:]
    wants_faults = "--faults" in arguments
    arguments = [a for a in arguments if a != "--faults"]
    program, book, options = arguments[0], arguments[1], arguments[2:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "book.pdf"
        code, _, errors = run(program, book, *options, "-q", "--pdf", path, "--map", folder / "map.json", "--svg-dir", folder / "svg")
        if code:
            sys.exit(f"check_pdf: {errors}")
        book_map = json.load(open(folder / "map.json"))
        if wants_faults:
            for fault, inject in FAULTS.items():
                with pikepdf.open(path) as pdf:
                    inject(pdf)
                    if not Checker(pdf, book_map).all():
                        sys.exit(f"check_pdf: {fault} was not noticed")
            for fault in missed_faults(path):
                sys.exit(f"check_pdf: {fault} was not noticed")
        has_cover = "--pdf-cover" in options
        problems = []
        code, _, errors = run("qpdf", "--check", path)
        if code:
            problems.append(f"qpdf: {errors}")
        for line in run("pdffonts", path)[1].splitlines()[2:]:
            if not re.search(r" yes yes yes +\d+ +\d+$", line):
                problems.append(f"pdffonts: {line}")
        text, wanted = squeeze(run("pdftotext", "-raw", "-nopgbrk", path, "-")[1]), svg_text(folder / "svg")
        alternatives = len(wanted) - len(text)
        if text != wanted and not book_map["images"]:
            problems.append(f"the text differs by {alternatives} characters from that of the SVG pages")
        problems += compare_miner(path, text)
        with pikepdf.open(path) as pdf:
            problems += Checker(pdf, book_map, has_cover).all()
        problems += validate(path)
        for problem in problems[:20]:
            print(f"check_pdf: {problem}")
        print(f"check_pdf: {Path(book).name}: {len(book_map['pages'])} pages, {path.stat().st_size} bytes, {len(problems)} problems")
        sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
