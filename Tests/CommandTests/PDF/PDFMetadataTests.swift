import Foundation
import Support
import Testing

/// What a PDF says about its book: in XMP (ISO 16684-1) and in the information dictionary.
@Suite(
  "metadata of PDFs",
  .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFMetadataTests {
  /// An EPUB `b` whose package has more metadata.
  private func withBook(_ metadata: String, _ test: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      let file = folder.appendingPathComponent("b/book.opf")
      let package = try String(contentsOf: file, encoding: .utf8)
      try package.replacing("</metadata>", with: metadata + "</metadata>")
        .write(to: file, atomically: true, encoding: .utf8)
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("C.icc"))
      try test(folder)
    }
  }

  /// The XMP of `b.pdf`, and what the program reports.
  private func metadata(
    _ folder: URL, _ options: String = ""
  ) throws -> (xmp: String, errors: String) {
    let made = try Program.shell(
      "$PAGINATE b --page 6x9 -v --pdf b.pdf \(options) && qpdf --check b.pdf", in: folder)
    #expect(made.status == 0, "\(options): \(made.errors)")
    let bytes = try Data(contentsOf: folder.appendingPathComponent("b.pdf"))
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.range(of: "<?xpacket begin")).lowerBound
    let end = try #require(text.range(of: "<?xpacket end")).lowerBound
    return (String(text[start..<end]), made.errors)
  }

  private static let full = """
    <dc:creator>A &amp; B</dc:creator><dc:contributor>C</dc:contributor>\
    <dc:contributor>D</dc:contributor><dc:publisher>E</dc:publisher><dc:publisher>F</dc:publisher>\
    <dc:rights>G</dc:rights><dc:rights xml:lang="de">H</dc:rights><dc:rights xml:lang="de">I</dc:rights>\
    <dc:subject>J &lt;k&gt;</dc:subject><dc:subject>K</dc:subject>\
    <dc:description>L\u{1D400}</dc:description><dc:source>M</dc:source><dc:source>N</dc:source>\
    <dc:language>fr</dc:language><dc:language>no tag</dc:language>
    """

  @Test("all texts of the package are in the XMP, in their order")
  func xmp() throws {
    try withBook(Self.full) { folder in
      for options in ["", "--pdf-profile print --icc C.icc"] {
        let xmp = try metadata(folder, options).xmp
        for property in [
          "<dc:creator><rdf:Seq><rdf:li>A &amp; B</rdf:li></rdf:Seq></dc:creator>",
          "<dc:contributor><rdf:Bag><rdf:li>C</rdf:li><rdf:li>D</rdf:li></rdf:Bag></dc:contributor>",
          "<dc:publisher><rdf:Bag><rdf:li>E</rdf:li><rdf:li>F</rdf:li></rdf:Bag></dc:publisher>",
          "<dc:rights><rdf:Alt><rdf:li xml:lang=\"x-default\">G</rdf:li><rdf:li xml:lang=\"de\">H\nI</rdf:li>",
          "<dc:subject><rdf:Bag><rdf:li>J &lt;k&gt;</rdf:li><rdf:li>K</rdf:li></rdf:Bag></dc:subject>",
          "<pdf:Keywords>J &lt;k&gt;; K</pdf:Keywords>",
          "<rdf:li xml:lang=\"x-default\">L\u{1D400}</rdf:li></rdf:Alt></dc:description>",
          "<dc:language><rdf:Bag><rdf:li>en</rdf:li><rdf:li>fr</rdf:li></rdf:Bag></dc:language>",
          "<dc:source>M; N</dc:source>",
        ] {
          #expect(xmp.contains(property), "\(property): \(xmp)")
        }
      }
    }
  }

  @Test("the information dictionary has the texts that it has keys for")
  func information() throws {
    try withBook(Self.full) { folder in
      _ = try metadata(folder)
      let lines = try Program.shell("pdfinfo b.pdf", in: folder).output.split(separator: "\n")
      for (key, value) in [
        ("Title", "T"), ("Subject", "L\u{1D400}"), ("Keywords", "J <k>; K"), ("Author", "A & B"),
        ("Producer", "Paginator"),
      ] {
        let line = lines.first { $0.hasPrefix(key + ":") } ?? ""
        #expect(line.drop { $0 != " " }.trimmingCharacters(in: .whitespaces) == value, "\(lines)")
      }
    }
  }

  @Test("many and long texts are left out with a finding, and strings are as short as PDF/A wants")
  func hostile() throws {
    let subjects = (1...600).map {
      "<dc:subject>\(String(repeating: "s", count: 90))\($0)</dc:subject>"
    }
    // Each letter has two UTF-16 units.
    let long = String(repeating: "\u{1D400}", count: 20_000)
    let texts =
      subjects.joined() + "<dc:description>\(long)</dc:description><dc:source>M</dc:source>"
    try withBook(texts) { folder in
      let (xmp, errors) = try metadata(folder)
      #expect(xmp.contains("s500</rdf:li>") && !xmp.contains("s501<"))
      #expect(xmp.contains("<dc:source>M</dc:source>"), "what follows is read")
      #expect(errors.components(separatedBy: "more than 500 \"subject\"").count == 2, "\(errors)")
      #expect(errors.contains("the end of a \"description\" over 16000 characters"), "\(errors)")
      // 8,000 letters in UTF-16.
      #expect(xmp.count { $0 == "\u{1D400}" } == 8_000)
      let info = try Program.shell(
        "qpdf --json --json-key=qpdf b.pdf | grep -oE '\"/(Subject|Keywords)\": \"[^\"]*' | wc -L",
        in: folder)
      #expect((Int(info.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 99_999) < 16_100)
    }
  }

  @Test("every namespace of the XMP is declared, and every declared one is used")
  func namespaces() throws {
    try withBook(Self.full) { folder in
      for options in ["", "--impose 2up", "--pdf-profile print --icc C.icc"] {
        let xmp = try metadata(folder, options).xmp
        let declared = Set(xmp.matches(of: /xmlns:([A-Za-z]+)=/).map { String($0.1) })
        let used = Set(xmp.matches(of: /<([A-Za-z]+):/).map { String($0.1) })
        #expect(declared == used, "\(options)")
      }
    }
  }
}
