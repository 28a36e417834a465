#!/usr/bin/env python3
"""Checks how a PDF embeds fonts of every kind, and scripts that are not Latin.

    Scripts/check_fonts.py PROGRAM [--fonts DIR] [--keep DIR]

Makes fonts from EB Garamond and DejaVu Serif: CFF, TrueType, both variable (with a weight axis from 400 to 900),
WOFF2, and one whose licence forbids embedding. For each, and for Arabic, Devanagari and Japanese, sets a book and
compares: the text by pdftotext and pdfminer.six with the source, the kind of the embedded font by pdffonts, glyph
widths with the font, and pictures of the PDF with those of the SVG pages. Fonts for Devanagari and Japanese are
Debian's, which are downloaded and not installed; a script without a font is left out, and said. --fonts is a folder
with more fonts. Needs what check_pdf.py and check_rasters.py need, and fonttools, brotli and pdfminer.six from PyPI.
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

import pikepdf
from fontTools import subset
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib import build
from fontTools.varLib.instancer import instantiateVariableFont
from pdfminer.high_level import extract_text

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_pdf
import check_rasters

GARAMOND = Path("/usr/share/fonts/opentype/ebgaramond/EBGaramond12-Regular.otf")
DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")
ARABIC = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
LATIN = "The office offers affluent coffee; fifty-five jumping foxes quiz Wolfgang's dark Baroque villa."
TEXTS = {
    "ar": "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645 \u0648\u0631\u062d\u0645\u0629 \u0627\u0644\u0644\u0647",
    "hi": "\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e \u0915\u094d\u0937\u0947\u0924\u094d\u0930 \u0936\u094d\u0930\u0940\u092e\u093e\u0928",
    "ja": "\u543e\u8f29\u306f\u732b\u3067\u3042\u308b\u3002\u540d\u524d\u306f\u307e\u3060\u7121\u3044\u3002\u300c\u3069\u3053\u300d\u3067\u751f\u308c\u305f\u304b",
}
PACKAGES = {"hi": ("fonts-lohit-deva", "Lohit-Devanagari.ttf"), "ja": ("fonts-ipafont-gothic", "ipag.ttf")}


# MARK: Fonts

def plain(path):
    """The Latin letters of a font, with its ligatures and without positioning."""
    options = subset.Options()
    options.desubroutinize, options.hinting, options.layout_features = True, False, ["liga"]
    options.drop_tables += ["GPOS", "GDEF", "FFTM", "kern"]
    font = subset.load_font(str(path), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=range(0x20, 0x7F))
    cutter.subset(font)
    return font


def heavier(font, factor):
    """The same outlines, stretched, as the other end of an axis."""
    glyphs = font.getGlyphOrder()
    for name in glyphs:
        width, bearing = font["hmtx"][name]
        font["hmtx"][name] = (round(width * factor), round(bearing * factor))
    if "CFF " in font:
        top = font["CFF "].cff.topDictIndex[0]
        for name in glyphs:
            old = top.CharStrings[name]
            pen = T2CharStringPen(font["hmtx"][name][0], None)
            old.draw(TransformPen(pen, (factor, 0, 0, 1, 0, 0)))
            top.CharStrings[name].program = pen.getCharString(top.Private, old.globalSubrs).program
    else:
        for name in glyphs:
            glyph = font["glyf"][name]
            if glyph.isComposite():
                for part in glyph.components:
                    part.x = round(part.x * factor)
            elif glyph.numberOfContours > 0:
                glyph.coordinates.scale((factor, 1))
                glyph.coordinates.toInt()
            glyph.recalcBounds(font["glyf"])
    return font


def variable(path, target):
    """A font with the axis `wght`, 400 to 900."""
    space = DesignSpaceDocument()
    axis = AxisDescriptor()
    axis.tag, axis.name, axis.minimum, axis.default, axis.maximum = "wght", "Weight", 400, 400, 900
    space.addAxis(axis)
    for name, weight, font in (("Light", 400, heavier(plain(path), 1)), ("Heavy", 900, heavier(plain(path), 1.4))):
        source = SourceDescriptor()
        source.font, source.name, source.location = font, name, {"Weight": weight}
        source.familyName = "Variable"
        space.addSource(source)
    font, _, _ = build(space, exclude=["MVAR", "STAT"])
    font.save(target)


def make_fonts(folder):
    """The files, with what pdffonts calls their fonts; None where nothing may be embedded."""
    kinds = {}
    shutil.copy(GARAMOND, folder / "cff.otf")
    kinds["cff.otf"] = {"CID Type 0C"}
    shutil.copy(DEJAVU, folder / "truetype.ttf")
    kinds["truetype.ttf"] = {"CID TrueType"}
    variable(GARAMOND, folder / "cff2-variable.otf")
    kinds["cff2-variable.otf"] = {"CID Type 0C"}
    variable(DEJAVU, folder / "truetype-variable.ttf")
    # Other instances than the default one are made from their outlines.
    kinds["truetype-variable.ttf"] = {"CID TrueType", "CID Type 0C"}
    font = TTFont(GARAMOND)
    font.flavor = "woff2"
    font.save(folder / "packed.woff2")
    kinds["packed.woff2"] = {"CID Type 0C"}
    font = TTFont(DEJAVU)
    font["OS/2"].fsType = 2
    font.save(folder / "forbidden.ttf")
    kinds["forbidden.ttf"] = None
    return kinds


def debian_font(language, folder, more):
    """The file of a font for a language; None if there is none."""
    package, name = PACKAGES[language]
    for place in ([more] if more else []) + [Path("/usr/share/fonts")]:
        found = sorted(place.rglob(name))
        if found:
            return found[0]
    done = subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, capture_output=True)
    for archive in folder.glob(f"{package}_*.deb"):
        subprocess.run(["dpkg", "-x", archive, folder / package], check=True)
    found = sorted((folder / package).rglob(name)) if done.returncode == 0 else []
    return found[0] if found else None


# MARK: Books

def squeezed(text):
    return check_pdf.squeeze(unicodedata.normalize("NFKC", text))


def set_book(program, folder, font, text, language, weights):
    """Writes book.xhtml, book.pdf and the SVG pages; gives the findings."""
    lines = "".join(f'<p style="font-weight: {weight}">{text}</p>' for weight in weights)
    (folder / "book.xhtml").write_text(
        f'<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="{language}"><head><title>T</title><style>'
        f"@font-face {{ font-family: Own; src: url({font.name}); font-weight: {weights[0]} {weights[-1]} }}"
        f"body {{ font-family: Own; font-synthesis: none; font-size: 11pt; text-align: start }}"
        f"</style></head><body{' dir=' + chr(34) + 'rtl' + chr(34) if language == 'ar' else ''}>{lines}</body></html>",
        encoding="utf-8")
    code, _, errors = check_pdf.run(program, folder / "book.xhtml", "--page", "6x9", "-v", "--no-system-fonts", "--pdf",
                                    folder / "book.pdf", "--map", folder / "map.json", "--svg-dir", folder / "svg")
    if code:
        sys.exit(f"check_fonts: {font}: {errors}")
    return errors


def embedded(pdf):
    """The kinds of the fonts, by the columns of pdffonts."""
    table = check_pdf.run("pdffonts", pdf)[1].splitlines()
    if len(table) < 2:
        return []
    widths = [len(rule) for rule in table[1].split(" ") if rule]
    rows = []
    for line in table[2:]:
        kind = line[widths[0]:widths[0] + widths[1] + 2].strip()
        rows.append((kind, line[widths[0] + widths[1] + widths[2] + 3:].split()[:3]))
    return rows


def check_text(pdf, wanted, language):
    """pdftotext reads what the document says; pdfminer.six knows no /ActualText and reads glyph by glyph, so that
    the letters of Arabic and Devanagari come in the order of their glyphs."""
    problems = []
    for name, found in (("pdftotext", check_pdf.run("pdftotext", "-raw", pdf, "-")[1]), ("pdfminer", extract_text(pdf))):
        found = squeezed(found)
        by_glyphs = language == "ar" or language == "hi" and name == "pdfminer"
        # The folio is text, too.
        if sorted(wanted) != sorted(c for c in found if c in wanted) if by_glyphs else wanted not in found:
            problems.append(f"{name}: {found[:80]!r}")
    return problems


def check_outlines(pdf, text):
    """Outlines have their text for screen readers only."""
    with pikepdf.open(pdf) as opened:
        spans = [str(operands[1].ActualText) for operands, operator in pikepdf.parse_content_stream(opened.pages[0])
                 if str(operator) == "BDC" and "/ActualText" in operands[1]]
    return [] if squeezed(text) in squeezed("".join(spans)) else [f"the outlines stand for {spans[:5]}"]


def check_instances(pdf, font, weights):
    """Every weight has a font of its own, whose widths are those that fontTools computes for the instance."""
    wanted = []
    for weight in weights:
        instance = instantiateVariableFont(TTFont(font), {"wght": weight})
        scale = 1000 / instance["head"].unitsPerEm
        wanted.append([instance["hmtx"][name][0] * scale for name in instance.getGlyphOrder()])
    with pikepdf.open(pdf) as opened:
        fonts = [item.W for item in opened.objects if isinstance(item, pikepdf.Dictionary) and "/W" in item]
        found = [dict(widths(array)) for array in fonts]
    fit = [[all(abs(width - own[glyph]) <= 1 for glyph, width in some.items()) for own in wanted] for some in found]
    if len(found) != len(weights) or not all(any(row[index] for row in fit) for index in range(len(weights))):
        return [f"{len(found)} fonts, whose widths fit instances so: {fit}"]
    return []


def widths(array):
    first = 0
    for value in array:
        if isinstance(value, pikepdf.Array):
            yield from ((first + index, float(width)) for index, width in enumerate(value))
        else:
            first = int(value)


def check(program, folder, font, kind, text, language="en", weights=(400,)):
    shutil.rmtree(folder / "svg", ignore_errors=True)
    findings = set_book(program, folder, font, text, language, weights)
    pdf, problems = folder / "book.pdf", []
    wanted = squeezed(text * len(weights))
    if wanted not in squeezed(check_pdf.svg_text(folder / "svg")):
        problems.append("the SVG pages have another text")
    problems += check_text(pdf, wanted, language) if kind else check_outlines(pdf, text)
    rows = embedded(pdf)
    if kind is None:
        if "drawn as outlines" not in findings or rows:
            problems.append(f"a font that forbids embedding: {rows}")
    elif {row[0] for row in rows} != kind or any(row[1] != ["yes"] * 3 for row in rows):
        problems.append(f"pdffonts: {rows}, wanted {kind}")
    if "variable" in font.name:
        problems += check_instances(pdf, font, weights)
    if check_pdf.run("qpdf", "--check", pdf)[0]:
        problems.append("qpdf finds faults")
    with pikepdf.open(pdf) as opened:
        checker = check_pdf.Checker(opened, {})
        checker.fonts()
        problems += checker.problems
    problems += check_pdf.validate(pdf)
    page = sorted((folder / "svg").glob("*.svg"))[0]
    wanted = check_rasters.librsvg(page, folder / "svg.png")
    for drawer in (check_rasters.poppler, check_rasters.mutool):
        if drawer is check_rasters.mutool and not shutil.which("mutool"):
            continue
        value = check_rasters.difference(wanted, drawer(pdf, 1, folder / "pdf.png"))
        if value >= 1:
            problems.append(f"{drawer.__name__}: the picture differs by {value:.2f} of 255")
    print(f"check_fonts: {font.name}: {', '.join(row[0] for row in rows) or 'outlines'}, {len(problems)} problems")
    return [f"{font.name}: {problem}" for problem in problems]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, kind in make_fonts(folder).items():
            weights = (400, 650, 900) if "variable" in file else (400,)
            problems += check(arguments.program, folder, folder / file, kind, LATIN, weights=weights)
            keep(arguments.keep, folder, file)
        shutil.copy(ARABIC, folder / "arabic.ttf")
        fonts = {"ar": folder / "arabic.ttf", **{language: debian_font(language, folder, arguments.fonts) for language in PACKAGES}}
        for language, font in fonts.items():
            if font is None:
                print(f"check_fonts: no font for {language}: it was not checked")
                continue
            own = folder / f"{language}{font.suffix}"
            shutil.copy(font, own)
            problems += check(arguments.program, folder, own, {"CID TrueType"}, TEXTS[language], language)
            keep(arguments.keep, folder, language)
    for problem in problems[:20]:
        print(f"check_fonts: {problem}")
    print(f"check_fonts: {len(problems)} problems")
    sys.exit(1 if problems else 0)


def keep(place, folder, name):
    if place:
        place.mkdir(parents=True, exist_ok=True)
        for file in ("book.pdf", "svg.png", "pdf.pgm"):
            shutil.copy(folder / file, place / f"{name}-{file}")


if __name__ == "__main__":
    main()
