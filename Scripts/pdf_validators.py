"""Validates PDFs with independent programs: page-validation (PDF/A-3a, PDF/UA-1) and pikepdf (PDF/A-3b).

One that is not installed is left out, and says so. `check_pdf.py` and `check_fonts.py` use this.
"""
import re

import pikepdf


def validate(path):
    """What is wrong with a file for readers."""
    return page_problems(path) + archive_problems(path)


def page_problems(path):
    """What page-validation finds."""
    try:
        import page
    except ImportError:
        return print("check_pdf: page-validation is not installed: PDF/A-3a and PDF/UA-1 were not checked") or []
    problems = []
    for profile in ("3a", "ua1"):
        report = page.validate_pdf(str(path), profile=page.ValidationProfile(profile), limits=page.SafetyLimits.unlimited())
        problems += [f"{profile}: {failure.rule_id}: {failure.message}" for failure in report.failures]
    return problems


def archive_problems(path, change=lambda text: text):
    """What pikepdf finds. It approves only what it knows, and knows neither level A nor other schemas than PDF/A's
    own: it gets the file with the XMP of level B, without the identification of PDF/UA and its description. Every
    finding counts but those of `is_unread`.

    `change` breaks the XMP, for a test of this function."""
    try:
        from pikepdf import pdfa
    except ImportError as error:
        return print(f"check_pdf: PDF/A-3b was not checked with pikepdf ({error}): pip install 'pikepdf[pdfa]'") or []
    with pikepdf.open(path) as pdf:
        text = pdf.Root.Metadata.read_bytes().decode("utf-8")
        pdf.Root.Metadata.write(as_level_b(change(text)).encode("utf-8"))
        findings = [str(finding) for finding in pdfa.check(pdf, "3b").findings]
    return [f"pikepdf 3b: {finding}" for finding in findings if not is_unread(finding)]


def is_unread(finding):
    """Whether pikepdf only says that it can't read a font: it knows no FontMatrix of CFF but that of 1,000 units."""
    return finding.startswith("[unsupported] pikepdf:font-program") and "CFF FontMatrix" in finding


def as_level_b(text):
    """XMP of PDF/A-3a and PDF/UA-1 as that of PDF/A-3b alone. What is not there is not replaced, and then a finding."""
    text = text.replace("<pdfaid:conformance>A<", "<pdfaid:conformance>B<")
    text = re.sub(r"<pdfuaid:part>1</pdfuaid:part>", "", text)
    text = re.sub(r"<pdfaExtension:schemas>.*?PDF/UA identification schema.*?</pdfaExtension:schemas>", "", text, flags=re.S)
    for prefix in ("pdfuaid", "pdfaExtension", "pdfaSchema", "pdfaProperty"):
        if f"<{prefix}:" not in text:
            text = re.sub(rf' xmlns:{prefix}="[^"]*"', "", text)
    return text


#: Faults of the XMP that `archive_problems` must find.
FAULTS = {
    "a namespace of PDF/X in a file for readers": lambda text: text.replace(
        "xmlns:dc=", 'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:dc=', 1),
    "a property without a description": lambda text: text.replace("<dc:format>", "<dc:unknown>1</dc:unknown><dc:format>", 1),
    "no identification of PDF/A": lambda text: text.replace("<pdfaid:part>3</pdfaid:part>", "", 1),
}


def missed_faults(path):
    """The faults that are not noticed; none if there is no validator."""
    try:
        from pikepdf import pdfa  # noqa: F401
    except ImportError:
        return []
    return [fault for fault, change in FAULTS.items() if not archive_problems(path, change)]
