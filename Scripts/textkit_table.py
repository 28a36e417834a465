#!/usr/bin/env python3
"""Writes the table of TextKit's capabilities, with API and tests (the DocC article TextKitRows.md).

    Scripts/textkit_table.py            # write the table
    Scripts/textkit_table.py --check    # exit with 1 if the table is not up to date

The rows are defined in this file; tests belong to rows by the numbers in their names. A row without a test is
an error, and so is a test with an unknown number.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/Paginator/Paginator.docc/TextKitRows.md"

# Row: the capability of TextKit, and its counterpart here.
ROWS = {
    "T1": ("text storage with four primitives", "`TextStorage`, `AttributedText`"),
    "T2": ("a backing store of one's own", "`TextBacking`"),
    "T3": ("text that comes from elsewhere", "`AttributedText.source(of:)`, `Pagination.Location`"),
    "T4": ("edited mask, range, change in length", "`TextStorage.edited(_:range:changeInLength:)`"),
    "T5": ("nested editing", "`beginEditing()`, `endEditing()`, `edit(_:)`"),
    "T6": ("processEditing", "`TextPass`, `IdentifierPass`"),
    "T7": ("attribute fixing", "`FontFixingPass`; findings `font-fallback`, `missing-glyph`"),
    "T8": ("layout in stages", "`TextFrame`; `paginate dump STAGE`"),
    "T9": ("several layout managers on one storage", "`LayoutManager`; `paginate matrix`"),
    "T10": ("several containers on one manager", "`LayoutManager.add(_:)`, `nextContainer`"),
    "T11": ("an endless container", "`Length.infinite`, `LayoutError.unreachableContainer`"),
    "T12": ("editing over many containers", "`LayoutManager.ensureLayout()`"),
    "T13": ("ownership", "storage owns managers, managers own containers"),
    "T14": ("container size", "`TextContainer.size`"),
    "T15": ("exclusion paths", "`ExclusionPath`, `TextContainer.lineFragmentRect(forProposedRect:at:writingDirection:remaining:)`"),
    "T16": ("insets and padding", "`TextContainer.inset`, `lineFragmentPadding`"),
    "T17": ("typesetter and glyph generator", "`Typesetter`, `LayoutManagerDelegate`"),
    "T18": ("tables, attachments of any kind", "`TextBlock`, `Attachment`"),
    "T19": ("drawing apart from layout", "`PageDrawer`, `SVGDrawing`"),
    "T20": ("hooks that cost nothing", "`LayoutManagerDelegate`; `Benchmarks/Sources/editing`"),
    "T21": ("syntax highlighting", "`TextPass`, `TemporaryAttributes`"),
    "T22": ("kerning", "`FontStyle.hasKerning`"),
    "T23": ("ligatures", "`FontStyle.variants`, `letterSpacing`"),
    "T24": ("image attachments", "`TextAttachment`, `ImageReference`"),
    "T25": ("hyphenation", "`HyphenationLibrary`, `TextProperties.hyphens`"),
    "T26": ("hyphenationFactor", "`ParagraphStyle.hyphenationFactor`, `LayoutManager.hyphenationFactor`"),
    "T27": ("underline styles", "`UnderlineStyle`, `TextEffects`"),
    "T28": ("baseline shift", "`TextProperties.baselineShift`"),
    "T29": ("background colour", "`TextProperties.inlineBackground`"),
    "T30": ("serialization", "`AttributedText.archive()`, `init(archive:)`"),
    "T31": ("text styles and reader sizes", "`Preset`, `ReaderSize`"),
    "T32": ("letterpress", "`TextEffects.isLetterpress`"),
    "T33": ("layout manager's delegate", "`LayoutManagerDelegate`"),
    "T34": ("vetoes of line breaks, text kept whole", "`TextProperties.keepsWhole`, `LayoutManagerDelegate`"),
    "T35": ("data detectors", "`LinkPass`"),
    "T36": ("attributes of one's own", "`TextAttributeKey`, `CustomAttributes`, `Anchor`"),
    "T37": ("link drawing", "`TextRenderer`"),
    "T38": ("shortened addresses", "`LineTypesetter.line(for:width:truncation:)`"),
    "T39": ("drawing passes, outlines", "`TextRenderer`, `DebugOverlays`"),
    "T40": ("a label's measure", "`TextMeasurement`"),
    "T41": ("bounding rectangle of glyphs", "`LayoutManager.boundingRect(for:inContainerAt:)`"),
    "T42": ("vertical centring", "`TextContainer.blockAlignment`"),
    "T43": ("drawBackground, drawGlyphs", "`SVGDrawing.draw(_:containerAt:at:visible:overlays:)`"),
    "T44": ("string drawing", "`SVGDrawing.draw(_:at:typesetter:)`, `draw(_:in:typesetter:)`"),
    "T45": ("text layer", "`ParagraphStyle.lineBreakMode`; finding `truncated-text`"),
    "T46": ("line-break modes, number of lines", "`ParagraphStyle.LineBreakMode`, `TextContainer.maximumNumberOfLines`"),
    "T47": ("selectable text", "`aria-label` of lines, `--text live`"),
    "T48": ("frame, line, run", "`TextFrame`, `TextLine`, `TextRun`, `PlacedGlyph`"),
    "T49": ("paragraph style", "`ParagraphStyle`, `TabStop`"),
    "T50": ("suggested line breaks", "`LineTypesetter.suggestLineBreak(from:width:)`"),
    "T51": ("a single line", "`LineTypesetter.line(for:width:truncation:)`"),
    "T52": ("the flipped transform", "y runs down everywhere"),
    "T53": ("fonts and their cascade", "`FontFace`, `FontLibrary`"),
    "T54": ("font descriptors", "`FontRequest`, `FontLibrary.matches(_:)`"),
    "T55": ("font collections", "`FontLibrary.available()`; `paginate fonts`"),
    "T56": ("low-level glyphs", "`PlacedGlyph`"),
    "T57": ("searching by expression", "`TextPattern`; `paginate grep`"),
    "T58": ("ICU's expressions", "`TextPattern`"),
    "T59": ("Unicode's services", "`TextBreaker`, `unicodeVersions`"),
    "T60": ("deleteBackward", "`TextStorage.deleteBackward(at:)`"),
    "T61": ("text input", "the article From TextKit says what is left out"),
    "T62": ("text positions", "`Pagination.location(cfi:)`, `Pagination.Location`"),
    "T63": ("comparing positions", "`Pagination.location(ofOffset:inChapter:)`"),
    "T64": ("moving a caret", "`LayoutManager.position(from:moving:x:)`"),
    "T65": ("hit-testing", "`LayoutManager.hit(_:inContainerAt:)`; `paginate at`"),
    "T66": ("rectangles and carets", "`LayoutManager.rects(for:)`, `caretRect(at:affinity:)`"),
    "T67": ("tokenizer", "`TextTokenizer`, `LayoutManager.lineRange(at:affinity:)`"),
    "T68": ("text checker", "`SpellChecker`; `paginate spell`"),
    "T69": ("completions", "`SpellChecker.completions(of:in:limit:)`"),
    "T70": ("opening links", "`<a>` in the SVG, `links` in the map"),
    "T71": ("intrinsic size", "`TextMeasurement.intrinsicWidths(of:typesetter:)`"),
    "T72": ("copying", "the text of a page"),
    "T73": ("performance", "`paginate --stats`; `Benchmarks/`"),
    "T74": ("temporary attributes", "`LayoutManager.addTemporaryAttributes(_:in:)`, `TemporaryAttributes`"),
    "T75": ("invisible and control characters", "`LayoutManager.showsInvisibleCharacters`, `showsControlCharacters`, `TextRenderer.drawInvisible(_:in:)`"),
    "T76": ("outlines, shadows, obliqueness, expansion", "`TextEffects`, `TextShadow`"),
    "T77": ("layout of a part, background layout", "`LayoutManager.ensureLayout(for:)`, `continueLayout(characters:)`, `firstUnlaidCharacterIndex`"),
    "T78": ("non-contiguous layout, viewports", "`LayoutManager.allowsNonContiguousLayout`, `lines(in:ofContainerAt:)`, `estimatedHeight(ofContainerAt:)`"),
    "T79": ("glyph properties, truncated glyphs, font leading", "`GlyphProperties`, `TextLine.truncatedCharacterRange`, `LayoutManager.usesFontLeading`"),
    "T80": ("text blocks, tables and lists", "`ParagraphBlock`, `ParagraphTable`, `ParagraphTableCell`, `ParagraphList`"),
    "T81": ("writing directions of runs", "`TextProperties.writingDirections`, `RunDirection`"),
    "T82": ("column terminators of tab stops", "`TabStop.columnTerminators`"),
    "T83": ("a change of the reader's size", "`PreferredTextStyle`, `TextStorage.setReaderSize(_:of:)`"),
    "T84": ("attachments whose bounds depend on their line", "`LayoutManagerDelegate.layoutManager(_:boundsFor:at:proposedLineFragment:position:)`"),
    "T85": ("glyphs drawn at positions", "`SVGDrawing.drawGlyphs(_:at:of:size:color:text:)`"),
    "T86": ("incremental layout with a delegate", "`LayoutManagerDelegate.decidesByParagraph`"),
    "T87": ("drawing of a part", "`SVGDrawing.draw(_:containerAt:at:visible:overlays:)`, `LayoutManager.draw(containerAt:at:visible:on:renderer:)`"),
    "T88": ("font collections by descriptor", "`FontDescriptor`, `FontLibrary.faces(matching:)`"),
    "T89": ("closest positions in a range", "`LayoutManager.closestPosition(to:within:inContainerAt:)`"),
    "E1": ("a half-bold URL is broken between its runs", ""),
    "E2": ("grapheme counts used as UTF-16 lengths", ""),
    "E3": ("glyph indices used as character indices", ""),
    "E4": ("prose taken for links", ""),
    "E5": ("a spelling loop that does not end", ""),
    "E6": ("rectangles without their line's origin", ""),
    "E7": ("descenders that hit the next line", ""),
    "E8": ("overlapping replacements left undone", ""),
    "E9": ("height 0 meaning endless", ""),
    "E10": ("stations wired twice", ""),
    "E11": ("frames that lose a line or indent again", ""),
    "E12": ("page breaks only by exclusion", ""),
}


def tests():
    found = {}
    for path in sorted(ROOT.glob("Tests/**/*.swift")):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r'@Test\(\s*"((?:[^"\\]|\\.)*)"', text):
            name = match.group(1).replace('\\"', '"')
            numbers = re.match(r"((?:[TE]\d+(?:, )?)+):", name)
            listed = re.search(r"\(((?:[TE]\d+(?:, )?)+)\)$", name)
            for group in (numbers, listed):
                if group:
                    for number in re.findall(r"[TE]\d+", group.group(1)):
                        sentence = re.sub(r"^(?:[TE]\d+(?:, )?)+: ", "", name)
                        found.setdefault(number, []).append(sentence)
    return found


def table():
    found = tests()
    missing = [row for row in ROWS if row not in found]
    unknown = sorted(set(found) - set(ROWS))
    if missing or unknown:
        sys.exit(f"textkit_table: rows without a test: {missing}; tests without a row: {unknown}")
    lines = [
        "# What is brought over, and its tests",
        "",
        "The capabilities of TextKit by number, what corresponds to them here, and the tests that say so.",
        "",
        "This page is made by `Scripts/textkit_table.py` from the names of the tests.",
        "",
        "## Capabilities",
        "",
        "| row | the original | here | tests |",
        "|---|---|---|---|",
    ]
    for row, (original, here) in ROWS.items():
        if row == "E1":
            lines += ["", "## Mistakes that are not copied", "", "| row | the mistake | tests |",
                      "|---|---|---|"]
        cells = [row, original] + ([here] if row[0] == "T" else [])
        sentences = "; ".join(found[row]).replace("|", "\\|")
        lines.append("| " + " | ".join(cells + [sentences]) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = table()
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != text:
            sys.exit("textkit_table: TextKitRows.md is not what the tests say; run Scripts/textkit_table.py")
    else:
        TARGET.write_text(text, encoding="utf-8")
