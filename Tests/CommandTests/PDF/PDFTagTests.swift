import Foundation
import Support
import Testing

/// The tags of a PDF for readers: tables, lists, images, formulas and the reading order.
@Suite(
  "PDF tags", .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFTagTests {
  /// The tags of a body with their attributes, apart from their boxes, and their text, one a line;
  /// without those of the document.
  private func tags(_ body: String) throws -> [String] {
    try read(body, "pdfinfo -struct-text b.pdf").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter {
      !$0.isEmpty && !["Document", "Part"].contains($0) && !$0.hasPrefix("/BBox")
    }.map {
      $0.hasPrefix("\"") || $0.hasPrefix("/")
        ? $0 : String($0.prefix { $0.isLetter || $0.isNumber })
    }
  }

  private func objects(_ body: String) throws -> String {
    try read(body, "qpdf --qdf --object-streams=disable b.pdf - | strings")
  }

  /// - Parameter line: a command that reads `b.pdf`.
  private func read(_ body: String, _ line: String) throws -> String {
    var output = ""
    try run(body, "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && \(line)") { result in
      #expect(result.status == 0, "\(line): \(result.errors)")
      output = result.output
    }
    return output
  }

  /// Runs a command beside `b.xhtml`, a document with a body.
  private func run(
    _ body: String, _ line: String, _ check: (Program.Result) throws -> Void
  ) throws {
    try Program.withFolder { folder in
      let document = """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>A title</title>\
        </head><body>\(body)</body></html>
        """
      try Program.put(document, "b.xhtml", in: folder)
      try check(Program.shell(line, in: folder))
    }
  }

  @Test("cells without text are cells, in their places and with their spans")
  func emptyCells() throws {
    let table = """
      <table><thead><tr><th></th><th>Mon</th></tr></thead><tbody><tr><th>am</th><td> </td></tr>\
      <tr><td colspan="2"></td></tr></tbody></table>
      """
    #expect(
      try tags(table) == [
        "Table", "THead", "TR", "TH", "/Scope /Column", "TH", "/Scope /Column", "\"Mon\"", "TBody",
        "TR", "TH", "/Scope /Row", "\"am\"", "TD", "TR", "TD", "/ColSpan 2",
      ])
  }

  @Test("a header of a row without a scope is one: there is data in its row")
  func scopes() throws {
    let table = """
      <table><tr><td></td><th>A</th></tr><tr><th>b</th><td>1</td></tr>\
      <tr><th scope="col">c</th><td>2</td></tr></table>
      """
    #expect(
      try tags(table) == [
        "Table", "TR", "TD", "TH", "/Scope /Column", "\"A\"", "TR", "TH", "/Scope /Row", "\"b\"",
        "TD", "\"1\"", "TR", "TH", "/Scope /Column", "\"c\"", "TD", "\"2\"",
      ])
  }

  @Test("boxes in lines, fields and floats are read where they are in the text")
  func readingOrder() throws {
    let body = """
      <p>One <span style="display:inline-block">two</span> three</p>\
      <p>A <select><option>b</option><option selected='selected'>c</option></select> D</p>\
      <p>Before <span style="float:right">beside</span>after</p>
      """
    #expect(
      try tags(body) == [
        "P", "\"One two three\"", "P", "\"A c D\"", "P", "\"Before beside after\"",
      ])
  }

  @Test("live text has the words of boxes in lines in the order of the source")
  func liveText() throws {
    let body = "<p>One <span style='display:inline-block'>two</span> three</p>"
    let line = "$PAGINATE b.xhtml --text live -q && grep -oE '(One|two|three)' b.pages/svg/*.svg"
    try run(body, line) { result in
      #expect(result.output.split(separator: "\n") == ["One", "two", "three"], "\(result.errors)")
    }
  }

  @Test(
    "a list says how its items are marked",
    arguments: [
      ("<ol type='a'><li>x</li></ol>", "LowerAlpha"),
      ("<ol type='I'><li>x</li></ol>", "UpperRoman"),
      ("<ol><li>x</li></ol>", "Decimal"), ("<ul><li>x</li></ul>", "Disc"),
      ("<ul style='list-style: square'><li>x</li></ul>", "Square"),
      ("<ul><li style='list-style: circle'>x</li></ul>", "Circle"),
      ("<ol style='list-style-type: none'><li>x</li></ol>", "None"),
    ])
  func numbering(list: String, wanted: String) throws {
    #expect(try tags(list).contains("/ListNumbering /\(wanted)"))
  }

  @Test(
    "images are described by their labels, their alternatives or their titles",
    arguments: [
      ("<img src='\(PDFTools.pixel)' aria-label='A' alt='b'/>", "A"),
      ("<img src='\(PDFTools.pixel)' title='T'/>", "T"),
      ("<img src='\(PDFTools.pixel)' aria-labelledby='n'/><span id='n'>By text</span>", "By text"),
      (
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' aria-label='L'><title>t</title></svg>",
        "L"
      ),
      ("<span role='img' aria-label='smile'>:-)</span>", "smile"),
      (
        "<math xmlns='http://www.w3.org/1998/Math/MathML'><mfrac><mi>a</mi><mi>b</mi></mfrac></math>",
        "a/b"
      ),
    ])
  func descriptions(content: String, wanted: String) throws {
    let objects = try objects("<p>x \(content)</p>")
    let hex = wanted.utf16.map { String(format: "%04x", $0) }.joined()
    #expect(objects.contains("/Alt <feff\(hex)>") || objects.contains("/Alt (\(wanted))"))
  }

  @Test("images, formulas and tables say where they are, unless they are on several pages")
  func bounds() throws {
    let image =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><title>t</title></svg>"
    let rows = String(repeating: "<tr><td>x</td></tr>", count: 100)
    let objects = try objects("<p>\(image)</p><table><tr><td>a</td></tr></table>")
    #expect(objects.split(separator: "/O /Layout").count == 3)
    #expect(try !self.objects("<table>\(rows)</table>").contains("/O /Layout"))
  }

  @Test("a link that leads nowhere has no annotation")
  func danglingLinks() throws {
    let objects = try objects("<p id='p'><a href='#nowhere'>a</a> <a href='#p'>b</a></p>")
    #expect(objects.split(separator: "/Subtype /Link").count == 2)
    #expect(!objects.contains("nowhere"))
  }

  @Test("an image without alternative text is a finding, an ornament is none")
  func missingAlternatives() throws {
    let body = "<p>x<img src='x.png'/><img src='y.png' alt=''/></p>"
    let line = "$PAGINATE b.xhtml --pdf b.pdf --fail-on missing-alternative --verbose"
    try run(body, line) { result in
      #expect(result.status == 1)
      #expect(
        result.errors.split(separator: "\n").filter { $0.contains("[missing-alternative]") }.count
          == 1)
      #expect(result.errors.contains("b.xhtml:1"))
    }
  }
}
