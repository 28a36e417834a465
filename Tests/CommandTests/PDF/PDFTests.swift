import Foundation
import Support
import Testing

/// PDFs, read with qpdf and poppler.
@Suite("PDF", .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFTests {
  private static let book = """
    <h1>First</h1><p>The office offers coffee to <em>everyone</em>, <a href="#end">see the end</a>, \
    and <a href="https://example.org/?a=(1)">far away</a>; incomprehensibilities of all kinds of \
    incomprehensible extraordinary considerations are divided.</p><ol><li>one</li></ol>
    <table><tr><th>a</th><td>b</td></tr></table><p style="text-transform: uppercase">shout</p>
    <p><img src="\(PDFTools.pixel)" alt="a picture"/></p><h3 id="end">End</h3><p>Last.</p>
    """

  private func withBook(_ body: String = book, _ test: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      let document = """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>A (title)</title>\
        <style>body { width: 14em; justified-measure-min: none }</style></head><body>\(body)</body></html>
        """
      try Data(document.utf8).write(to: folder.appendingPathComponent("b.xhtml"))
      try test(folder)
    }
  }

  private func shell(_ line: String, _ folder: URL) throws -> String {
    let result = try Program.shell(line, in: folder)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output
  }

  /// The text without white space and soft hyphens.
  private func squeezed(_ text: String) -> String {
    String(text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\u{AD}" })
  }

  @Test("--pdf writes the PDF and no other file; qpdf finds no fault in it")
  func alone() throws {
    try withBook { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && qpdf --check b.pdf && ls", folder)
      #expect(output.contains("No syntax or stream encoding errors"))
      #expect(output.hasSuffix("b.pdf\nb.xhtml\n"))
    }
  }

  @Test("pdftotext reads the source's text: ligatures, hyphenated words, transformed capitals")
  func text() throws {
    try withBook { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdftotext -raw b.pdf -", folder)
      let text = squeezed(output)
      #expect(text.contains("Theofficeofferscoffeetoeveryone,seetheend,andfaraway;"))
      #expect(text.contains("incomprehensibilitiesofallkindsofincomprehensibleextraordinary"))
      #expect(text.contains("shout"), "as the source has it")
      #expect(output.contains("\u{AD}"), "the test divides a word")
    }
  }

  @Test("every font is an embedded subset with a ToUnicode map")
  func fonts() throws {
    try withBook { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdffonts b.pdf", folder)
      let rows = output.split(separator: "\n").dropFirst(2)
      #expect(rows.count >= 2)
      for row in rows {
        #expect(row.split(separator: " ").suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(row)")
      }
    }
  }

  @Test("the PDF has the same bytes with any number of jobs and on standard output")
  func bytes() throws {
    let chapters = (1...6).map {
      "<section style='break-before: page'><h2 id='c\($0)'>Chapter \($0)</h2>\(Self.book)</section>"
    }
    try withBook(chapters.joined()) { folder in
      let output = try shell(
        "for j in 1 2 4; do $PAGINATE b.xhtml --page 6x9 -q --jobs $j --pdf $j.pdf; done;"
          + " $PAGINATE b.xhtml --page 6x9 -q --pdf - > p.pdf; cat 1.pdf | md5sum; cat 2.pdf | md5sum;"
          + " cat 4.pdf | md5sum; cat p.pdf | md5sum", folder)
      #expect(Set(output.split(separator: "\n")).count == 1, "\(output)")
    }
  }

  @Test("elements are tagged with their roles, and heading levels have no gaps")
  func structure() throws {
    try withBook { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdfinfo -struct b.pdf", folder)
      let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      // A link has one object for each of its lines.
      let roles = lines.map { String($0.prefix { $0.isLetter || $0.isNumber }) }
        .filter { !$0.isEmpty }.reduce(into: [String]()) { roles, role in
          if role != "Object" || roles.last != role { roles.append(role) }
        }
      #expect(
        roles == [
          "Document", "Part", "H1", "P", "Link", "Object", "Link", "Object", "L", "LI", "Lbl",
          "LBody", "Table", "TR", "TH", "TD", "P", "P", "Figure", "H2", "P",
        ])
    }
  }

  @Test("a description list is tagged as a list; a list item outside a list gets a list of its own")
  func looseParts() throws {
    let book = "<dl><div><dt>a</dt><dd>b</dd></div></dl><li>c</li>"
    try withBook(book) { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdfinfo -struct b.pdf", folder)
      let roles = output.split(separator: "\n").map {
        String($0.trimmingCharacters(in: .whitespaces).prefix { $0.isLetter || $0.isNumber })
      }
      #expect(
        roles.filter { !$0.isEmpty } == [
          "Document", "Part", "L", "LI", "Lbl", "LBody", "L", "LI", "Lbl", "LBody",
        ])
    }
  }

  /// The roles of the structure tree in order, and "Object" for a link's annotation.
  private func roles(_ folder: URL) throws -> [String] {
    let output = try shell(
      "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdfinfo -struct b.pdf", folder)
    return output.split(separator: "\n").map {
      String($0.trimmingCharacters(in: .whitespaces).prefix { $0.isLetter || $0.isNumber })
    }.filter { !$0.isEmpty }
  }

  @Test("a navigation list is tagged as a table of contents whose links are references")
  func contents() throws {
    let book = """
      <nav><ol><li><a href="#a">A</a><ol><li><a href="#b">B</a></li></ol></li></ol></nav>\
      <h1 id="a">a</h1><h2 id="b">b</h2>
      """
    try withBook(book) { folder in
      let roles = try roles(folder).filter { $0 != "Lbl" }
      #expect(
        roles == [
          "Document", "Part", "Sect", "TOC", "TOCI", "Reference", "Link", "Object", "TOC", "TOCI",
          "Reference", "Link", "Object", "H1", "H2",
        ])
    }
  }

  @Test("the call of a note is tagged as a reference, another link is not")
  func noteCall() throws {
    let book = """
      <p>a<a xmlns:epub="http://www.idpf.org/2007/ops" epub:type="noteref" href="#n">1</a> and \
      <a href="#n">b</a></p><p id="n">n</p>
      """
    try withBook(book) { folder in
      let roles = try roles(folder)
      #expect(
        roles == ["Document", "Part", "P", "Reference", "Link", "Object", "Link", "Object", "P"])
    }
  }

  @Test("a CFF2 font is embedded as CFF, in the weights that are used, with their widths")
  func compactFont2() throws {
    let book = "<p style='font-family: Boxes CFF2'>ab <b>ab</b></p>"
    let font = Checkout.fixture("BoxesCFF2.otf")
    try withBook(book) { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf --font-file '\(font)' && pdffonts b.pdf"
          + " && pdftotext b.pdf - && qpdf --qdf --object-streams=disable b.pdf - | strings", folder
      )
      #expect(output.components(separatedBy: "CID Type 0C").count == 3, "two fonts")
      #expect(output.contains("ab ab"))
      let squeezed = output.filter { !$0.isWhitespace }
      // A letter is 500 units wide at weight 400 and 700 at 900: at 700, 500 + 200 * 3 / 5.
      #expect(squeezed.contains("500500]") && squeezed.contains("620620]"))
    }
  }

  @Test("a variable font with a damaged table is set and drawn, or is a finding")
  func damagedVariableFont() throws {
    let font = try Data(
      contentsOf: Checkout.root.appendingPathComponent("Fuzz/Seeds/font/variable.ttf"))
    let styles = (0...9).map { "p { font-variant: normal } .w\($0) { font-weight: \($0)50 }" }
    let body = (1...8).map { "<p class=\"w\($0)\">AVAV fi</p>" }.joined()
    let rule =
      "@font-face { font-family: X; src: url(x.ttf); font-weight: 100 900 } p { font-family: X }"
    try withBook("<style>\(rule) \(styles.joined())</style>\(body)") { folder in
      // The offsets of tables in the directory, moved far outside the file, and a glyph format that
      // there is not (`head`): HarfBuzz then has no outlines.
      let places = (0..<Int(font[5])).map { 12 + 16 * $0 + 8 } + [236 + 53]
      for place in places {
        var damaged = font
        damaged[place] = 0x10
        try damaged.write(to: folder.appendingPathComponent("x.ttf"))
        let output = try shell(
          "$PAGINATE b.xhtml --page 6x9 -q --lenient --pdf b.pdf --text live -o p --findings f"
            + " && pdfinfo b.pdf && cat p/svg/*.svg f", folder)
        #expect(output.contains(/Pages: +1\n/), "\(place): \(output)")
        let isWhole = output.matches(of: #/>AVAV /#).count == 8
        #expect(isWhole || output.contains("\"ruleId\""), "\(place): \(output)")
      }
    }
  }

  @Test("text of one style selects its font once, and moves from line to line")
  func compactText() throws {
    let words = String(repeating: "some words of a paragraph ", count: 12)
    try withBook("<p>\(words)</p><p>\(words)</p><p>\(words)</p>") { folder in
      let source = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && qpdf --qdf --object-streams=disable b.pdf -"
          + " | strings", folder)
      let lines = source.split(separator: "\n")
      #expect(lines.filter { $0.hasSuffix(" Tf") } == ["/F0 11 Tf"])
      #expect(!lines.contains { $0.hasSuffix(" Tm") })
      #expect(lines.filter { $0.hasSuffix(" Td") }.count > 12)
    }
  }

  @Test("letter space ends with its text, also where a graphics state is restored after it")
  func letterSpace() throws {
    let book = """
      <p>mmmmmmmm</p><p>nnn <span style="letter-spacing: 3pt; color: rgba(0, 0, 0, .5)">bb</span> \
      mmmmmmmm</p>
      """
    try withBook(book) { folder in
      let boxes = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdftotext -bbox b.pdf -", folder)
      let widths = boxes.matches(of: /xMin="([0-9.]+)".*xMax="([0-9.]+)".*>m+</).map {
        (Double($0.2) ?? 0) - (Double($0.1) ?? 0)
      }
      #expect(widths.count == 2)
      #expect(abs(widths[0] - widths[1]) < 0.05, "\(widths)")
    }
  }

  @Test("links keep their targets and use named destinations")
  func links() throws {
    try withBook { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && qpdf --qdf --object-streams=disable b.pdf -"
          + " | strings", folder)
      #expect(output.contains("/URI (https://example.org/?a=\\(1\\))"))
      #expect(output.contains("/Dest (b.xhtml#end)"))
      #expect(output.contains("(b.xhtml#end)\n") || output.contains("(b.xhtml#end) ["))
    }
  }

  @Test("a run that fails leaves the old PDF unchanged and writes no other file")
  func failure() throws {
    try withBook { folder in
      let result = try Program.shell(
        "echo old > b.pdf; $PAGINATE missing.xhtml -q --pdf b.pdf; $PAGINATE b.xhtml -q --limit pages=0"
          + " --pdf b.pdf; cat b.pdf; ls -A", in: folder)
      #expect(result.output == "old\nb.pdf\nb.xhtml\n", "\(result.errors)")
    }
  }

  @Test("--pdf-attach embeds the book in the PDF")
  func attachment() throws {
    try withBook { folder in
      let output = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf --pdf-attach && qpdf --check b.pdf >/dev/null"
          + " && qpdf --show-attachment=b.xhtml b.pdf | cmp - b.xhtml && echo same", folder)
      #expect(output == "same\n")
    }
  }

  @Test("a print PDF has its page boxes, PDF/X-4 metadata and CMYK black, and no annotations")
  func print() throws {
    try withBook { folder in
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("P51.icc"))
      let boxes = try shell(
        "$PAGINATE b.xhtml --page 4x6in -q --pdf b.pdf --pdf-profile print --icc P51.icc --bleed 9pt"
          + " --marks crop,register && pdfinfo -box b.pdf", folder)
      // 9 points of bleed and 21 points for the marks.
      #expect(boxes.contains("MediaBox:            0.00     0.00   348.00   492.00"))
      #expect(boxes.contains("BleedBox:           21.00    21.00   327.00   471.00"))
      #expect(boxes.contains("TrimBox:            30.00    30.00   318.00   462.00"))
      let source = try shell("qpdf --qdf --object-streams=disable b.pdf - | strings", folder)
      #expect(source.contains("PDF/X-4") && source.contains("/GTS_PDFX"))
      #expect(source.contains("0 0 0 1 k") && !source.contains("/Annot"))
    }
  }

  @Test("options that a print PDF cannot use are refused, and nothing is written")
  func refusedPrint() throws {
    try withBook { folder in
      try PDFTools.profile(space: "CMYK", deviceClass: "mntr").write(
        to: folder.appendingPathComponent("s.icc"))
      for (options, status) in [
        ("--pdf-profile print", 64), ("--bleed 3mm", 64), ("--pdf-profile print --icc s.icc", 65),
        ("--pdf-profile print --icc b.xhtml", 65), ("--pdf-profile print --icc none.icc", 66),
      ] {
        let result = try Program.shell(
          "$PAGINATE b.xhtml -q --pdf b.pdf \(options); s=$?; ls -A; exit $s", in: folder)
        #expect(Int(result.status) == status, "\(options): \(result.errors)")
        #expect(result.output == "b.xhtml\ns.icc\n")
      }
    }
  }
}

enum PDFTools {
  /// An image of one gray pixel.
  static let pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

  /// The header of an ICC profile; the program reads nothing else.
  static func profile(space: String, deviceClass: String = "prtr") -> Data {
    var bytes = [UInt8](repeating: 0, count: 200)
    bytes.replaceSubrange(12..<16, with: Array(deviceClass.utf8))
    bytes.replaceSubrange(16..<20, with: Array(space.utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return Data(bytes)
  }

  static let areThere = ["qpdf", "pdftotext", "pdffonts", "pdfinfo"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }
}
