#!/usr/bin/env python3
"""Checks PDFs for a printer: PDF/X-4 rules, one by one with their clauses, and imposed sheets.

    Scripts/check_print.py PROGRAM BOOK [--icc FILE] [--sheets-only] [OPTION ...]

The rules are read from ISO 15930-7:2010 and checked with pikepdf, independently of the program. No other
preflight has seen the files. Sheets are compared, cell by cell, with the text of the pages (pdftotext). Without
--icc, the header of a CMYK output profile stands for one. Then files that were broken on purpose must be rejected.
--sheets-only leaves out the rules and the faults, which take minutes for a whole book.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name

SPACES = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4}


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


class Preflight:
    """The rules of PDF/X-4. `say` collects what breaks them."""

    def __init__(self, pdf):
        self.pdf = pdf
        self.problems = []
        self.seen = set()
        self.names = {}

    def say(self, clause, problem):
        line = f"ISO 15930-7, {clause}: {problem}"
        if line not in self.problems:
            self.problems.append(line)

    def all(self):
        self.file()
        self.metadata()
        self.intent()
        for number, page in enumerate(self.pdf.pages, 1):
            self.page(number, page.obj)
        for item in self.pdf.objects:
            self.object(item)
        return self.problems

    def file(self):
        if "/ID" not in self.pdf.trailer:
            self.say("6.1.3", "the trailer has no ID")
        if "/Encrypt" in self.pdf.trailer:
            self.say("6.1.5", "the file is encrypted")

    def metadata(self):
        root = self.pdf.Root
        if "/Metadata" not in root:
            return self.say("6.16", "no metadata")
        if "/Filter" in root.Metadata:
            self.say("6.16", "the metadata is compressed")
        text = root.Metadata.read_bytes().decode("utf-8")
        wanted = {"<pdfxid:GTS_PDFXVersion>PDF/X-4<": "6.16.1", "<xmp:CreateDate>": "6.16", "<xmp:ModifyDate>": "6.16",
                  "<xmp:MetadataDate>": "6.16", "<dc:title>": "6.16", "<xmpMM:DocumentID>": "6.16",
                  "<xmpMM:VersionID>": "6.16", "<xmpMM:RenditionClass>": "6.16"}
        for part, clause in wanted.items():
            if part not in text:
                self.say(clause, f"the metadata has no {part}")
        if not re.search("<pdf:Trapped>(True|False)<", text):
            self.say("6.9", "trapping is not stated")

    def intent(self):
        intents = [i for i in self.pdf.Root.get("/OutputIntents", []) if i.S == "/GTS_PDFX"]
        self.components, self.profile = 4, b""
        if len(intents) != 1:
            return self.say("6.2.2", f"{len(intents)} output intents")
        if "/OutputConditionIdentifier" not in intents[0] or "/DestOutputProfile" not in intents[0]:
            return self.say("6.2.2", "the output intent has no name or no profile")
        profile = intents[0].DestOutputProfile
        self.components = int(profile.N)
        self.profile = profile.read_bytes()
        if self.profile[12:16] != b"prtr":
            self.say("6.2.2", "the profile is not one of an output device")

    def page(self, number, page):
        boxes = {}
        for name in ("/MediaBox", "/BleedBox", "/TrimBox", "/ArtBox", "/CropBox"):
            if name in page:
                boxes[name] = [float(v) for v in page[name]]
        if "/MediaBox" not in boxes or ("/TrimBox" in boxes) == ("/ArtBox" in boxes):
            self.say("6.12", f"page {number} has not one of TrimBox and ArtBox")
        for inner, outer in (("/TrimBox", "/BleedBox"), ("/BleedBox", "/MediaBox"), ("/TrimBox", "/MediaBox")):
            if inner in boxes and outer in boxes and not inside(boxes[inner], boxes[outer]):
                self.say("6.12", f"page {number}: {inner} is not inside {outer}")
        for annotation in page.get("/Annots", []):
            if annotation.Subtype not in ("/TrapNet", "/PrinterMark"):
                self.say("6.14", f"page {number} has an annotation {annotation.Subtype}")
        if "/AA" in page:
            self.say("6.15", f"page {number} has actions")
        self.content(f"page {number}", page, page.get("/Resources", Dictionary()))

    def content(self, where, stream, resources):
        """Color operators, fonts and states in a content stream and the forms that it draws."""
        spaces = resources.get("/ColorSpace", Dictionary())
        default_rgb = "/DefaultRGB" in spaces
        device = {"g": 1, "G": 1, "rg": 3, "RG": 3, "k": 4, "K": 4}
        for operands, operator in pikepdf.parse_content_stream(stream):
            operator = str(operator)
            if operator in device:
                self.device(where, device[operator], default_rgb)
            elif operator in ("cs", "CS"):
                name = str(operands[0])
                if name in SPACES:
                    self.device(where, SPACES[name], default_rgb)
                elif name != "/Pattern" and name not in spaces:
                    self.say("6.2.3", f"{where}: no color space {name}")
            elif operator == "gs" and str(operands[0]) not in resources.get("/ExtGState", Dictionary()):
                self.say("6.3", f"{where}: no graphics state {operands[0]}")
            elif operator == "Tf" and str(operands[0]) not in resources.get("/Font", Dictionary()):
                self.say("6.5", f"{where}: no font {operands[0]}")
            elif operator == "Do":
                self.external(where, resources.get("/XObject", Dictionary()).get(str(operands[0])), default_rgb)
            elif operator in ("BX", "EX", "PS"):
                self.say("6.10", f"{where}: the operator {operator}")
        for name in spaces.keys():
            self.space(where, spaces[name], default_rgb)
        for shading in resources.get("/Shading", Dictionary()).values():
            self.space(where, shading.ColorSpace, default_rgb)

    def external(self, where, item, default_rgb):
        if item is None:
            return self.say("6.10", f"{where}: draws what is not there")
        key = (item.objgen, default_rgb)
        if key in self.seen:
            return
        self.seen.add(key)
        if item.Subtype == "/PS" or item.get("/Subtype2") == "/PS":
            self.say("6.10", f"{where}: a PostScript XObject")
        if "/OPI" in item or "/Ref" in item:
            self.say("6.10", f"{where}: an XObject that stands for another file")
        if item.Subtype == "/Image":
            if "/Alternates" in item or bool(item.get("/Interpolate", False)):
                self.say("6.4", f"{where}: an image with alternates or interpolation")
            if item.get("/Filter") == "/LZWDecode":
                self.say("6.1.4", f"{where}: LZW")
            if "/ColorSpace" in item:
                self.space(where, item.ColorSpace, default_rgb)
        if item.Subtype == "/Form":
            group = item.get("/Group", Dictionary())
            if "/CS" in group:
                self.space(where, group.CS, False)
            self.content(f"{where}, form {item.objgen[0]}", item, item.get("/Resources", Dictionary()))

    def device(self, where, components, default_rgb):
        """6.2.3: device colors are those of the printing condition, gray, or have a default color space."""
        if components not in (1, self.components) and not (components == 3 and default_rgb):
            self.say("6.2.3", f"{where}: device colors of {components} components")

    def space(self, where, space, default_rgb):
        if isinstance(space, Name):
            if str(space) in SPACES:
                self.device(where, SPACES[str(space)], default_rgb)
            return
        kind = str(space[0])
        if kind == "/ICCBased":
            bytes_ = space[1].read_bytes()
            names = {1: b"GRAY", 3: b"RGB ", 4: b"CMYK"}
            if bytes_[36:40] != b"acsp" or bytes_[16:20] != names[int(space[1].N)]:
                self.say("6.2.4", f"{where}: a profile that does not fit its components")
            if bytes_ == self.profile:
                self.say("6.2.4", f"{where}: the profile of the printing condition as a color space")
        elif kind in ("/Separation", "/DeviceN"):
            self.space(where, space[2], default_rgb)
            if kind == "/Separation":
                known = self.names.setdefault(str(space[1]), space)
                if known.unparse(resolved=True) != space.unparse(resolved=True):
                    self.say("6.2.3", f"{where}: the ink {space[1]} has several meanings")
        elif kind == "/Indexed":
            self.space(where, space[1], default_rgb)

    def object(self, item):
        if not isinstance(item, (Dictionary, pikepdf.Stream)):
            return
        if item.get("/Type") == "/ExtGState":
            if "/TR" in item or item.get("/TR2", Name("/Default")) != "/Default" or "/HTP" in item:
                self.say("6.3", "a graphics state with a transfer function")
        if item.get("/Type") == "/Font":
            holder = item.DescendantFonts[0] if item.Subtype == "/Type0" else item
            descriptor = holder.get("/FontDescriptor", Dictionary())
            if item.Subtype != "/Type3" and not any(f"/FontFile{n}" in descriptor for n in ("", "2", "3")):
                self.say("6.5", f"the font {item.get('/BaseFont')} is not embedded")
        if item.get("/S") in ("/JavaScript", "/Launch", "/URI", "/GoToR") and "/Type" not in item:
            self.say("6.15", f"an action {item.S}")


def inside(inner, outer):
    return all(a >= b - 0.01 for a, b in zip(inner[:2], outer[:2])) and all(
        a <= b + 0.01 for a, b in zip(inner[2:], outer[2:]))


# MARK: Sheets

def folded_sheet():
    """Folds a blank sheet of two rows and four columns three times, numbers its pages, and unfolds it.

    The back lies on top. The left half goes over the right one, then the upper row behind the lower one, then
    the left half behind the right one. Gives the rows of the front and of the back.
    """
    over, behind = lambda a, b: a[::-1] + b, lambda a, b: b + a[::-1]
    sheet = [[[("back", row, column), ("front", row, 3 - column)] for column in range(4)] for row in range(2)]
    half = [[over(row[1], row[2]), over(row[0], row[3])] for row in sheet]
    strip = [behind(half[0][column], half[1][column]) for column in range(2)]
    stack = behind(strip[0], strip[1])
    numbers = {face: number for number, face in enumerate(stack, 1)}
    return [[[numbers[side, row, column] for column in range(4)] for row in range(2)] for side in ("front", "back")]


def wanted_pages(scheme, count):
    """The pages of each sheet's cells, from the folding itself: position to page, 0 for a blank one."""
    if scheme == "2up":
        yield [[0, 1]]
        for page in range(2, count + 1, 2):
            yield [[page, page + 1]]
        return
    size = 16 if scheme == "16" else (count + 3) // 4 * 4
    for start in range(0, count, size):
        if scheme == "16":
            for rows in folded_sheet():
                yield [[start + page for page in row] for row in rows]
            continue
        leaves = [(2 * n + 1, 2 * n + 2) for n in range(size // 2)]
        while leaves:
            (recto, verso), (late, last) = leaves.pop(0), leaves.pop()
            yield [[last, recto]]
            yield [[verso, late]]


def squeezed(text):
    return "".join(sorted(re.sub(r"\s+", "", text)))


def texts(path, box=None, page=None):
    command = ["pdftotext", "-raw"]
    if page:
        command += ["-f", page, "-l", page]
    if box:
        command += ["-x", box[0], "-y", box[1], "-W", box[2], "-H", box[3]]
    return run(*command, path, "-")[1]


def check_sheets(program, book, options, folder, scheme):
    pages, sheets = folder / "pages.pdf", folder / "sheets.pdf"
    for path, more in ((pages, []), (sheets, ["--impose", scheme])):
        code, _, errors = run(program, book, "-q", "--pdf", path, *options, *more)
        if code:
            return [errors]
    own = [squeezed(text) for text in texts(pages).split("\f")[:-1]]
    problems = []
    with pikepdf.open(pages) as single, pikepdf.open(sheets) as pdf:
        sizes = {tuple(float(v) for v in page.TrimBox[2:]) for page in single.pages}
        if len(sizes) > 1:
            return []
        width, height = sizes.pop()
        plan = list(wanted_pages(scheme, len(own)))
        if len(plan) != len(pdf.pages):
            problems.append(f"{scheme}: {len(pdf.pages)} sides of sheets, wanted {len(plan)}")
        for number, rows in list(enumerate(plan, 1))[:12]:
            for row, pages_ in enumerate(rows):
                for column, page in enumerate(pages_):
                    box = [round(column * width), round(row * height), round(width), round(height)]
                    text = squeezed(texts(sheets, box, number))
                    wanted = own[page - 1] if 0 < page <= len(own) else ""
                    if text != wanted:
                        problems.append(f"{scheme}: side {number}, row {row}, column {column}: not page {page}")
    code, _, errors = run("qpdf", "--check", sheets)
    return problems + ([f"qpdf: {errors}"] if code else [])


# MARK: Faults

def broken_font(pdf):
    for item in pdf.objects:
        if isinstance(item, Dictionary) and item.get("/Type") == "/FontDescriptor":
            for key in ("/FontFile2", "/FontFile3"):
                if key in item:
                    del item[key]


FAULTS = {
    "no output intent": lambda pdf: pdf.Root.__delitem__("/OutputIntents"),
    "no TrimBox": lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox"),
    "a trim beyond the bleed": lambda pdf: pdf.pages[0].obj.__setitem__("/BleedBox", Array([100, 100, 200, 200])),
    "RGB without a default": lambda pdf: pdf.pages[0].obj.__setitem__(
        "/Contents", pdf.make_stream(b"1 0 0 rg")) or pdf.pages[0].obj.Resources.__delitem__("/ColorSpace"),
    "an ink without a space": lambda pdf: pdf.pages[0].obj.__setitem__("/Contents", pdf.make_stream(b"/None cs 1 scn")),
    "a link": lambda pdf: pdf.pages[0].obj.__setitem__(
        "/Annots", Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link))])),
    "fonts that are not embedded": broken_font,
    "other metadata": lambda pdf: pdf.Root.Metadata.write(
        pdf.Root.Metadata.read_bytes().replace(b"PDF/X-4", b"PDF/X-3")),
}


def icc():
    header = bytearray(200)
    header[12:16], header[16:20], header[36:40] = b"prtr", b"CMYK", b"acsp"
    return bytes(header)


def main():
    arguments = sys.argv[1:]
    profile = None
    if "--icc" in arguments:
        at = arguments.index("--icc")
        profile = Path(arguments[at + 1])
        del arguments[at:at + 2]
    only_sheets = "--sheets-only" in arguments
    arguments = [argument for argument in arguments if argument != "--sheets-only"]
    program, book, options = arguments[0], arguments[1], arguments[2:]
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if profile is None:
            profile = folder / "CMYK.icc"
            profile.write_bytes(icc())
        print_options = ["--pdf-profile", "print", "--icc", profile, "--bleed", "3mm", "--marks",
                         "crop,register,color,slug"]
        pages = 0
        kinds = ([], ["--impose", "2up"], ["--impose", "booklet", "--creep", "0.1mm"], ["--impose", "16"])
        for more in () if only_sheets else kinds:
            path = folder / "print.pdf"
            code, _, errors = run(program, book, "-q", "--pdf", path, *options, *print_options, *more)
            if code:
                sys.exit(f"check_print: {errors}")
            with pikepdf.open(path) as pdf:
                found = Preflight(pdf).all()
                count = len(pdf.pages)
            problems += [f"{' '.join(map(str, more))} {problem}".strip() for problem in found]
            code, _, errors = run("qpdf", "--check", path)
            problems += [f"qpdf: {errors}"] if code else []
            if more:
                continue
            pages = count
            for fault, inject in FAULTS.items():
                with pikepdf.open(path) as pdf:
                    inject(pdf)
                    pdf.save(folder / "broken.pdf")
                with pikepdf.open(folder / "broken.pdf") as pdf:
                    if not set(Preflight(pdf).all()) - set(found):
                        sys.exit(f"check_print: {fault} was not noticed")
        for scheme in ("2up", "booklet", "16"):
            problems += check_sheets(program, book, options, folder, scheme)
    for problem in problems[:20]:
        print(f"check_print: {problem}")
    print(f"check_print: {Path(book).name}: {pages or 'sheets of'} pages, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
