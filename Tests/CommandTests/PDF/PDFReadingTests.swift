import Foundation
import Support
import Testing

/// What programs read in a PDF for readers: its text in order, links and tags.
@Suite(
  "PDF for readers",
  .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFReadingTests {
  private func withBook(
    _ body: String, direction: String = "ltr", _ test: (URL) throws -> Void
  ) throws {
    try Program.withFolder { folder in
      let document = """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" dir="\(direction)"><head>\
        <title>A title</title></head><body>\(body)</body></html>
        """
      try Data(document.utf8).write(to: folder.appendingPathComponent("b.xhtml"))
      try test(folder)
    }
  }

  /// - Parameter line: a command that reads `b.pdf`.
  private func read(_ line: String, _ folder: URL) throws -> String {
    let result = try Program.shell(
      "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && \(line)", in: folder)
    #expect(result.status == 0, "\(line): \(result.errors)")
    #expect(!result.errors.contains("Warning"), "\(line): \(result.errors)")
    return result.output
  }

  /// The tags and their text, without the attributes.
  private func tags(_ folder: URL) throws -> [String] {
    try read("pdfinfo -struct-text b.pdf", folder).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.hasPrefix("/") && !$0.isEmpty }.map {
      $0.hasPrefix("\"") ? $0 : String($0.prefix { $0.isLetter || $0.isNumber })
    }
  }

  private func objects(_ folder: URL) throws -> String {
    try read("qpdf --qdf --object-streams=disable b.pdf - | strings", folder)
  }

  /// The characters that the fonts' glyphs stand for, without what `ActualText` says.
  private func mapped(_ folder: URL) throws -> [UInt32] {
    try objects(folder).matches(of: /<[0-9a-fA-F]{4}> *<([0-9a-fA-F]{4})>\s/).compactMap {
      UInt32($0.1, radix: 16)
    }
  }

  /// EB Garamond has a Q with a long tail before "u", and small capitals of their own for small
  /// letters (`smcp`) and for capitals (`c2sc`).
  @Test("a capital in another form stands for the capital, and needs no ActualText")
  func alternateCapitals() throws {
    try withBook("<p>Queequeg. Quick.</p>") { folder in
      #expect(try !objects(folder).contains("ActualText"))
      let mapped = try mapped(folder)
      #expect(mapped.contains(0x51) && mapped.contains(0x71), "Q and q: \(mapped)")
    }
    try withBook("<p><span style='font-variant-caps: all-small-caps'>Quilt</span></p>") { folder in
      let text = try read("pdftotext b.pdf -", folder)
      #expect(text.contains("Quilt"), "\(text)")
      #expect(try mapped(folder).contains(0x69), "a small capital of \"i\" is an \"i\"")
    }
  }

  @Test("text from right to left is in the order of the source, line after line")
  func rightToLeft() throws {
    let words = "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{628}\u{643}\u{645}"
    let hebrew = "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}"
    try withBook("<p dir='rtl'>\(words)</p><p dir='rtl'>\(hebrew)</p>") { folder in
      let tags = try tags(folder)
      #expect(tags.contains("\"\(words)\""), "\(tags)")
      #expect(tags.contains("\"\(hebrew)\""), "\(tags)")
      let text = try read("pdftotext b.pdf -", folder).unicodeScalars.filter {
        !$0.properties.isWhitespace && !(0x202A...0x202E).contains($0.value)
      }
      #expect(
        String(String.UnicodeScalarView(text)).hasPrefix(
          (words + hebrew).replacingOccurrences(of: " ", with: "")))
    }
  }

  @Test("a forced line break separates the words of tagged text")
  func lineBreaks() throws {
    try withBook("<p>one<br/>two<em><br/>three</em></p><pre>four\nfive</pre>") { folder in
      let text = try tags(folder).filter { $0.hasPrefix("\"") }
      #expect(text == ["\"one two three\"", "\"four five\""])
    }
  }

  @Test("an image is a link, with its description or without; addresses are ASCII")
  func imageLinks() throws {
    let image =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><title>\("%")</title></svg>"
    let book = """
      <p>See <a href="http://example.org/a b?q=é">\(image.replacingOccurrences(of: "%", with: "sign"))\
      </a> and <a href="http://example.org/two"><img src="missing.png" alt="" width="9" height="9"/></a></p>
      """
    try withBook(book) { folder in
      let objects = try objects(folder)
      #expect(objects.contains("/URI (http://example.org/a%20b?q=%C3%A9)"))
      #expect(objects.contains("/URI (http://example.org/two)"))
      let tags = try tags(folder).filter { !$0.hasPrefix("\"") }
      #expect(
        tags == ["Document", "Part", "P", "Link", "Figure", "Object", "Link", "Object"], "\(tags)")
    }
  }

  @Test("terms are labels of the descriptions behind them")
  func descriptions() throws {
    try withBook("<dl><dt>a</dt><dt>b</dt><dd>c</dd><dd>d</dd><dt>e</dt><dd>f</dd></dl>") {
      folder in
      let tags = try tags(folder)
      #expect(
        tags == [
          "Document", "Part", "L", "LI", "Lbl", "\"a\"", "Lbl", "\"b\"", "LBody", "\"c\"", "LI",
          "LBody", "\"d\"", "LI", "Lbl", "\"e\"", "LBody", "\"f\"",
        ])
    }
  }

  @Test("ARIA roles are honoured: hidden text, headings, tables that are no tables")
  func roles() throws {
    let book = """
      <div role="heading" aria-level="1">a</div><p>b <span aria-hidden="true">HIDDEN</span></p>\
      <table role="presentation"><tr><td>c</td></tr></table>
      """
    try withBook(book) { folder in
      let tags = try tags(folder)
      #expect(
        tags == [
          "Document", "Part", "H1", "\"a\"", "P", "\"b \"", "Div", "Div", "P", "\"c\"",
        ])
      let text = try read("pdftotext b.pdf -", folder)
      #expect(text.contains("HIDDEN"), "it is on the page")
    }
  }

  @Test(
    "ARIA roles are words, of which the first known one counts, and say again what elements are",
    arguments: [
      ("<p role='doc-subtitle HEADING' aria-level='1'>a</p>", ["H1", "\"a\""]),
      ("<ul role='none'><li>a</li></ul>", ["Div", "P", "\"a\""]),
      (
        "<nav><ol role='list'><li><a href='http://a.b/'>a</a></li></ol></nav>",
        ["Sect", "TOC", "TOCI", "Lbl", "\"1. \"", "Reference", "Link", "\"a\"", "Object"]
      ),
      ("<p>a <a href='http://a.b/' aria-hidden='true'>b</a></p>", ["P", "\"a \""]),
      ("<p>a <img src='\(PDFTools.pixel)' role='presentation' alt='b'/></p>", ["P", "\"a \""]),
    ])
  func roleWords(body: String, wanted: [String]) throws {
    try withBook(body) { folder in
      let tags = try tags(folder)
      #expect(Array(tags.dropFirst(2)) == wanted)
      let links = try objects(folder).split(separator: "/Subtype /Link").count - 1
      #expect(links == wanted.filter { $0 == "Object" }.count, "each annotation has an element")
    }
  }

  @Test("a word joiner is not in the text, and words around it are plain text")
  func wordJoiner() throws {
    try withBook("<p>time\u{2060}\u{2014}that \u{2060}\u{2026} is</p>") { folder in
      let text = try read("pdftotext b.pdf -", folder)
      #expect(text.contains("time\u{2014}that \u{2026} is"), "\(text)")
      let objects = try objects(folder)
      #expect(!objects.contains("/ActualText"))
    }
  }

  @Test("a book that runs from right to left is bound on the right")
  func binding() throws {
    for (direction, side, entry) in [("rtl", "left", true), ("ltr", "right", false)] {
      try withBook("<p>a</p>", direction: direction) { folder in
        let objects = try objects(folder)
        #expect(objects.contains("/Direction /R2L") == entry)
        // The first page is alone, on its side of the binding.
        #expect(objects.contains("/PageLayout /TwoPageRight"))
        let map = try read("$PAGINATE b.xhtml --page 6x9 -q --map -", folder)
        #expect(map.contains("\"side\": \"\(side)\""))
      }
    }
  }

  @Test("a sharp change of color at the end of a gradient's line has both colors")
  func gradient() throws {
    let style = "height: 40pt; background: linear-gradient(to right, #f00 50%, #00f 50%)"
    try withBook("<div style='\(style)'></div>") { folder in
      // A row of pixels through the middle of the box.
      let row = try read(
        "pdftoppm -r 72 -x 60 -y 80 -W 300 -H 1 b.pdf | tail -c 900 | od -An -tx1 -v | tr -d ' \\n'",
        folder)
      #expect(row.prefix(6) == "ff0000" && row.suffix(6) == "0000ff", "\(row)")
    }
  }

  @Test("a PDF with an image in CMYK without its profile does not say that it is PDF/A")
  func archive() throws {
    for hasImage in [false, true] {
      try withBook(hasImage ? "<p><img src='c.jpg' alt='c'/></p>" : "<p>a</p>") { folder in
        try Self.image.write(to: folder.appendingPathComponent("c.jpg"))
        let metadata = try objects(folder)
        #expect(metadata.contains("<pdfaid:part>") == !hasImage)
        #expect(metadata.contains("<pdfuaid:part>"))
      }
    }
  }

  @Test("a profile for images in CMYK keeps a PDF with them PDF/A; another profile is an error")
  func archiveWithProfile() throws {
    try withBook("<p><img src='c.jpg' alt='c'/></p>") { folder in
      try Self.image.write(to: folder.appendingPathComponent("c.jpg"))
      try PrintingCondition.profile.write(to: folder.appendingPathComponent("K.icc"))
      try PDFTools.profile(space: "RGB ").write(to: folder.appendingPathComponent("R.icc"))
      let made = try Program.shell(
        "$PAGINATE b.xhtml --page 6x9 -v --pdf b.pdf --icc K.icc", in: folder)
      #expect(made.status == 0 && !made.errors.contains("print-image"), "\(made.errors)")
      let objects = try Program.shell(
        "qpdf --qdf --object-streams=disable b.pdf - | strings; pdfimages -list b.pdf", in: folder
      ).output
      #expect(objects.contains("<pdfaid:part>") && !objects.contains("/DeviceCMYK"))
      #expect(objects.contains(/icc +4 +8 +jpeg/), "\(objects.suffix(300))")
      let refused = try Program.shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf c.pdf --icc R.icc", in: folder)
      #expect(
        refused.status == 65
          && refused.errors.contains("R.icc: \"R\" is not an ICC profile of CMYK"))
    }
  }

  /// 8 x 8 pixels of CMYK (JPEG).
  private static let image =
    Data(
      base64Encoded: """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwBQNzxGPDJQRkFGWlVQX3jIgnhubnj1r7mRyP//////////////////////\
        /////////////////////////////8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAQC\
        /8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwCzTTX/2Q==
        """) ?? Data()
}
