import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Markup
@testable import Paginator

/// Small inputs that once crashed, hung or took far too long.
@Suite("Hostile inputs")
struct HostileInputTests {
  private static let book = SmallBook(page: Size(width: 100, height: 60))

  @Test(
    "input that once crashed is read with every letter",
    arguments: [
      ("p { hyphenate-character: '' }", "<p>aaaa&#xAD;bbbbbbbbbbbb</p>"),
      ("p:nth-child(n - 9223372036854775807) { color: red }", "<p>a</p>"),
      ("p { measure-min: 1e300; tab-size: 1e300; white-space: pre-wrap }", "<p>a&#9;b</p>"),
      ("p { tab-size: 1e300; white-space: pre }", "<p>a&#9;b</p>"),
      ("div { columns: 1e-300pt 999999999; column-gap: 1e300pt }", "<div><p>a</p><p>b</p></div>"),
      ("div { columns: 1e300pt 9; column-gap: 1e300% }", "<div><p>a</p><p>b</p></div>"),
      (
        "div { columns: 9; column-rule: 1e300pt solid } p { break-before: column; height: 1e300pt }",
        "<div><p>a</p><p>b</p></div>"
      ),
      (
        "div { columns: 2; width: 1pt } h1 { column-span: all }",
        String(repeating: "<div><h1>a</h1>", count: 60) + String(repeating: "</div>", count: 60)
      ),
      (
        "td { columns: 2 } hr { height: 9pt; break-before: column }",
        "<table><tr><td><hr/><hr/><hr/><hr/><hr/></td></tr></table><div style='columns: 2'><hr/></div>"
      ),
      ("p:nth-child(-9223372036854775808n + 1) { color: red }", "<p>a</p>"),
      ("p:nth-child(99999999999999999999n) { color: red }", "<p>a</p>"),
      (
        "p { text-align: justify; glyph-scaling-limit: 2%; letter-spacing: 60000000pt }",
        "<p>aaaa&#xAD;bbbb cccc</p>"
      ),
      // Each answers one question per element, or took minutes.
      (
        "q i i i i i { color: red }",
        "<p>\(String(repeating: "<i>", count: 100))a\(String(repeating: "</i>", count: 100))</p>"
      ),
      (
        ":has(:has(:has(:has(:has(b))))) { color: red }",
        "<p>\(String(repeating: "<i>", count: 100))a\(String(repeating: "</i>", count: 100))</p>"
      ),
      (
        "p { --a0: var(--x,)var(--x,); "
          + (1...40).map { "--a\($0): var(--a\($0 - 1))var(--a\($0 - 1));" }.joined()
          + " color: var(--a40, red) }", "<p>a</p>"
      ),
      ("h1 { break-before: page }", "<p>a</p><a href='#x'><h1>b</h1></a><p><a href='#y'>c</a></p>"),
      ("td::after { content: leader('.') 'x' }", "<table><tr><td>a</td></tr></table>"),
      ("b { display: inline-block } b::after { content: leader('.') }", "<p><b>1</b></p>"),
      ("p { background: linear-gradient(1e308turn, red, blue) }", "<p>a</p>"),
      ("p { background: conic-gradient(from 1e308turn, red 1e308deg, blue 1e308%) }", "<p>a</p>"),
      ("p { background: repeating-conic-gradient(red, blue 1e-9deg) }", "<p>a</p>"),
      ("p { background: linear-gradient(1e999deg, red, blue) }", "<p>a</p>"),
      ("p { font-size-adjust: 1e300 }", "<p>abc</p>"),
      ("p { font-size: 1e30pt; letter-spacing: 1e30pt; margin: -1e30pt }", "<p>a b</p>"),
      (
        "td { width: 1e30pt; border: 1e30pt solid; padding: 1e300% }",
        "<table><tr><td>a</td><td colspan='1000'>b</td></tr></table>"
      ),
      (
        String(repeating: "@media print {", count: 10_000) + "p { color: red }"
          + String(repeating: "}", count: 10_000), "<p>a</p>"
      ),
      ("p { width: \(String(repeating: "calc(", count: 5000))1px }", "<p>a</p>"),
      (
        "table { border-collapse: collapse; border: 1pt solid }",
        "<table><caption>a</caption></table>"
      ),
      (
        "table { border-collapse: collapse } caption { caption-side: bottom }",
        "<p>a</p><table><caption>b</caption></table>"
      ),
    ])
  func whole(css: String, body: String) async throws {
    let pagination = try await SmallBook(css: css, page: Size(width: 100, height: 60)).set(body)
    let letters = pagination.chapters.flatMap(\.text.units).filter { (0x61...0x7A).contains($0) }
    let wanted = body.replacing(#/<[^>]*>|&[^;]*;/#, with: "").utf16.filter {
      (0x61...0x7A).contains($0)
    }
    #expect(letters.filter { $0 != 0x78 } == wanted)
  }

  /// Square.ttf with one table's directory entry changed.
  private static func font(_ table: String, _ change: (inout [UInt8], Int) -> Void) throws
    -> [UInt8]
  {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture("Square.ttf"))))
    let entries: [Int] = (0..<Int(bytes[5])).map { index in 12 + 16 * index }
    let entry = try #require(entries.first { bytes[$0...].starts(with: table.utf8) })
    change(&bytes, entry)
    return bytes
  }

  @Test(
    "the error for a refused font names the faulty table",
    arguments: ["head", "maxp", "hhea"])
  func refusedFonts(table: String) throws {
    let cut = try Self.font(table) { bytes, entry in bytes[entry + 8] = 0x7F }
    let gone = try Self.font(table) { bytes, entry in bytes[entry] = 0x7A }
    for (bytes, words) in [
      (cut, "its table \"\(table)\" ends at byte"), (gone, "has no table \"\(table)\""),
    ] {
      do {
        _ = try FontFile.open(bytes, path: "a.ttf")
        Issue.record("a font without \(table) was opened")
      } catch { #expect("\(error)".contains(words), "\(error)") }
    }
  }

  @Test("a font with changed bytes is refused or does not crash the layout")
  func changedFonts() async throws {
    let whole = try Self.font("head") { _, _ in }
    var random = SeededRandom(seed: 12)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // Most of what a reader checks is in the directory and the first tables.
        let place = Int.random(in: 0..<min(bytes.count, 2000), using: &random)
        bytes[place] =
          [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      guard let face = try? FontFile.open(bytes, path: "a.ttf").faces.first else { continue }
      let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Changed"])
      fonts.register(
        FontLibrary.Face(family: "Changed", weight: 400, isItalic: false, stretch: 100, face: face))
      var book = SmallBook(css: "p { font-family: Changed }", page: Size(width: 100, height: 60))
      book.fonts = fonts
      let pagination = try await book.set("<p>aa bb</p>")
      #expect(pagination.chapters.first?.text.string(in: 0..<5) == "aa bb")
    }
  }

  @Test("a link that is open at a chapter break belongs to the new chapter only")
  func linkOverChapters() async throws {
    let pagination = try await SmallBook(
      css: "h1 { break-before: page }", page: Size(width: 100, height: 60)
    ).set(
      "<p><a href='#0'>aa</a></p><a href='#1'><h1>bb</h1></a><p><a href='#2'>cc</a> dd</p>")
    let links = pagination.chapters.map { layout in
      layout.text.runs.map { run in
        run.link < 0 ? "-" : layout.text.links[Int(run.link)].href
      }
    }
    #expect(links == [["#0"], ["#1", "#2", "-"]])
  }

  @Test(
    "content split over pages of different measures is set exactly once",
    arguments: [
      "<table><tr><td>\(String(repeating: "<p>aa bb</p>", count: 40))</td></tr></table>",
      "<div style='float: left; width: 60pt'>\(String(repeating: "<p>aa bb</p>", count: 40))</div>",
      "<div style='height: 500pt; border: 1pt solid'>aa bb</div>",
    ])
  func unevenPages(body: String) async throws {
    let pagination = try await SmallBook(
      css: "@page :left { margin: 0 20pt }", page: Size(width: 120, height: 60)
    ).set(body + "<p>zz</p>")
    let lines = SmallBook.lines(of: pagination).flatMap { $0 }
    let words = lines.joined(separator: " ").split(separator: " ").map(String.init)
    let wanted = (body + " zz").replacing(#/<[^>]*>/#, with: " ").split(separator: " ")
      .map(String.init)
    #expect(words == wanted)
    #expect(pagination.pages.count > 3)
  }

  @Test("pseudo-classes that count siblings match among 40,000 siblings")
  func siblings() throws {
    // There are 40,000 siblings. Walking to each one's position, or to the first or last match,
    // would take some 800 million steps.
    let body = String(repeating: "<p/>", count: 40_000)
    let tree = try parse(
      Array("<html xmlns=\"\(Namespace.xhtml)\"><body>\(body)</body></html>".utf8), path: "t"
    ).tree
    let matcher = SelectorMatcher(tree, names: NameTable())
    for text in ["p:nth-child(3)", "p:nth-last-child(2)", "h1 ~ p", "p:nth-of-type(2n)"] {
      var parser = CSSParser(text)
      let selectors = try #require(SelectorParser(namespaces: [:]).list(parser.componentValues()))
      let compiled = SelectorMatcher.CompiledSelector(try #require(selectors.first))
      let found = tree.nodes.indices.filter {
        tree.isElement($0, "p") && matcher.matches(compiled, $0)
      }
      #expect(found.count == ["p:nth-of-type(2n)": 20_000, "h1 ~ p": 0][text] ?? 1)
    }
  }

  @Test("style sheets that import one another are read a finite number of times")
  func imports() {
    var reads = 0
    let text = "@import 'a'; @import 'b'; @import 'c'; p { color: red }"
    let sheet = StyleSheetParser.parse(
      text, path: "a", origin: .author, media: MediaQuery()
    ) { url, _ in
      reads += 1
      return (text, url)
    }
    // a imports b and c, and each of these imports the other. Every import tries all three sheets.
    #expect(reads == 3 + 2 * 3 + 2 * 3)
    #expect(sheet.rules.count == 5)
    #expect(sheet.findings.contains { $0.rule == .missingStylesheet })
  }

  @Test("columns are counted from the line's start, however long the line is")
  func columns() {
    let text = String(repeating: "é", count: 3000) + "\n" + String(repeating: "x", count: 5000)
    let lines = SourceLines(Array(text.utf8))
    #expect(lines.place(ofByte: 6000) == (1, 3001))
    #expect(lines.place(ofByte: 4096) == (1, 2049))
    #expect(lines.place(ofByte: 6001 + 4321) == (2, 4322))
  }

  @Test("a strict parse error names the line of the fault, not the end of the file")
  func placeOfFault() {
    let text = "<html xmlns=\"\(Namespace.xhtml)\">\n<body><p>a<b>c</p>\n<p>x</p>\n\n</body></html>"
    do {
      _ = try parse(Array(text.utf8), path: "t")
      Issue.record("it is not well-formed")
    } catch {
      #expect(error.location.line == 2)
    }
  }

  @Test(
    "a cell takes the first free column, next to cells that span rows or columns",
    arguments: [
      (
        "<tr><td rowspan='3'>a</td><td>b</td></tr><tr><td>c</td></tr>", ["a", "b", "c"], [0, 1, 1]
      ),
      (
        "<tr><td colspan='5000'>a</td></tr><tr><td>b</td><td>c</td></tr>", ["a", "b", "c"],
        [0, 0, 1]
      ),
    ])
  func grid(rows: String, texts: [String], columns: [Int]) async throws {
    let pagination = try await Self.book.set("<table>\(rows)</table>")
    let text = try #require(pagination.chapters.first?.text)
    let table = try #require(text.blocks.firstIndex { $0.kind == .table })
    let grid = TableGrid(of: Int32(table), 0..<text.paragraphs.count, in: text)
    #expect(grid.cells.map(\.column) == columns)
    #expect(grid.columnCount <= TableGrid.mostColumns)
    #expect(texts.count == grid.cells.count)
  }

  @Test(
    "an archive with a table of impossible size is damaged",
    arguments: [
      (#""rows":1"#, #""rows":9223372036854775807"#), (#""rows":1"#, #""rows":-1"#),
      (#""columns":1,"#, #""columns":9223372036854775807,"#), (#""columns":1,"#, #""columns":-1,"#),
      (#""column":-1"#, #""column":4096"#), (#"{"columns":2}"#, #"{"columns":-2}"#),
    ])
  func archivedTable(part: String, hostile: String) async throws {
    let pagination = try await Self.book.set(
      "<table><col span='2'/><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>")
    let archive = String(decoding: try pagination.chapters[0].text.archive(), as: UTF8.self)
    #expect(throws: Never.self) { try AttributedText(archive: Array(archive.utf8)) }
    let damaged = archive.replacing(part, with: hostile)
    #expect(damaged != archive)
    #expect(throws: BookError.self) { try AttributedText(archive: Array(damaged.utf8)) }
  }

  @Test("text with hostile letter space or margins is on a page")
  func letterSpace() async throws {
    let css = "p { letter-spacing: 1e9pt } b { letter-spacing: -1e9pt }"
    let spaced = try await SmallBook(css: css).lines("<p>a<b>b<b>c</b></b>d</p>")
    #expect(spaced.joined().joined() == "abcd")
    let hostile = "div, p { margin-left: 1e9pt; padding-left: 1e9pt; measure-min: 1e9 }"
    let moved = try await SmallBook(css: hostile).lines("<div><p>a</p></div>")
    #expect(moved.joined().joined() == "a")
  }
}
