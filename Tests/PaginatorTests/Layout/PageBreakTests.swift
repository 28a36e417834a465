import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Page ends with avoided breaks, forced breaks and named pages. Characters are 10 points wide,
/// lines 10 points high.
@Suite("Page breaks")
struct PageBreakTests {
  @Test("a positioned label is on the page of the text whose block it begins")
  func label() async throws {
    let pagination = try await SmallBook(
      css: "div { position: relative } span { position: absolute; left: 0; top: 0 }"
    ).set("<p style='height: 95pt'>a</p><div><span>1</span><p>bb</p></div>")
    #expect(SmallBook.lines(of: pagination) == [["a"], ["\u{FFFC}", "bb"]])
    #expect(!pagination.findings.contains { $0.rule == .relaxedBreak })
  }

  @Test("a line break that a word processor gave a page break ends the page; a phrase is a finding")
  func breakOfLineBreak() async throws {
    let br = "<br clear='all' style='page-break-before: always'/>"
    let pagination = try await SmallBook().set(
      "<p>a</p><p><span>\(br)</span></p><p>b<span>c\(br)d</span>e</p><p>f</p>")
    #expect(SmallBook.lines(of: pagination) == [["a"], ["bc"], ["de", "f"]])
    #expect(pagination.findings.isEmpty)
    let phrase = try await SmallBook().set("<p>a <span style='break-before: page'>b</span></p>")
    #expect(SmallBook.lines(of: phrase) == [["a b"]])
    #expect(phrase.findings.map(\.rule) == [.unsupportedLayout])
    // A row is not divided: the line break is one of its line.
    let cell = try await SmallBook(css: "td { padding: 0 }").set(
      "<table><tr><td>a\(br)b</td></tr></table>")
    #expect(SmallBook.lines(of: cell) == [["a", "b"]])
    #expect(cell.findings.map(\.rule) == [.unsupportedLayout])
  }

  private func pages(_ body: String, css: String = "", lines: Double = 4) async throws -> [String] {
    let page = Size(width: 100, height: Length(points: lines * 10))
    return try await SmallBook(
      css: "table { border-spacing: 0 } td, th { padding: 0 } " + css, page: page
    )
    .lines(body).map { $0.joined(separator: " ") }
  }

  private func lines(_ words: String) -> String {
    words.split(separator: " ").map { "<p>\($0)</p>" }.joined()
  }

  private func rows(_ words: String, _ attributes: String = "") -> String {
    words.split(separator: " ").map { "<tr \(attributes)><td>\($0)</td></tr>" }.joined()
  }

  @Test("a running head is the first string of its page, or the one carried over")
  func runningHead() async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: string(head) } }
      h1 { string-set: head content(); font-size: 10pt; margin: 0 }
      """
    let lines = String(repeating: "<p>aa</p>", count: 8)
    let pagination = try await SmallBook(css: css).set("<h1>one</h1><h1>two</h1>\(lines)")
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [["one"], ["two"]])
  }

  @Test("pages that a heading begins have no running head; others have that of their last heading")
  func headExceptOpening() async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: string(head, -paginate-except-opening) } }
      h1 { string-set: head content(); font-size: 10pt; margin: 0 }
      div { break-before: page }
      """
    func lines(_ count: Int) -> String { String(repeating: "<p>aa</p>", count: count) }
    // Six lines fit on a page. The third begins with a heading by chance, the last after a break.
    let pagination = try await SmallBook(css: css).set(
      "<p>aa</p><h1>one</h1>\(lines(6))<h1>two</h1>\(lines(1))<h1>three</h1>\(lines(1))<h1>four</h1>"
        + "\(lines(6))<div><p>aa</p><h1>five</h1></div>")
    #expect(SmallBook.lines(of: pagination).map(\.count) == [6, 6, 6, 1, 2])
    #expect(
      pagination.pages.map { $0.furniture.map(\.text) } == [[], ["three"], [], ["four"], []])
  }

  @Test("a place on the page that string() does not know is a finding")
  func unknownPlaceOfString() async throws {
    let css = "@page { @top-left { content: string(head, middle) } }"
    let pagination = try await SmallBook(css: css).set("<p>aa</p>")
    #expect(pagination.findings.contains { $0.message.contains("string(head, middle)") })
  }

  @Test("only the first page of the book is :first; a chapter's first page is not")
  func firstPage() async throws {
    let lines = (1...12).map { _ in "<p>aa</p>" }.joined()
    let css = "@page :first { margin-top: 50pt; @top-left { content: 'first' } }"
    let pagination = try await SmallBook(css: css).set(
      "<div>\(lines)</div><div style='break-before: page'>\(lines)</div>")
    #expect(SmallBook.lines(of: pagination).map(\.count) == [5, 7, 10, 2])
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [["first"], [], [], []])
    #expect(pagination.pages.map(\.contentRect.minY) == [50, 0, 0, 0])
  }

  @Test("inside a block that no page can hold, smaller blocks and headings are still kept together")
  func nestedAvoid() async throws {
    let css = ".k { break-inside: avoid }"
    let found = try await pages(
      "<div class='k'>\(lines("a b c"))<div class='k'>\(lines("d e"))</div>\(lines("f"))</div>",
      css: css)
    #expect(found == ["a b c", "d e f"])
    // A heading inside it stays with its text, too.
    let heading = try await pages(
      "<div class='k'>\(lines("a b c"))<p style='break-after: avoid'>h</p>\(lines("d e"))</div>",
      css: css)
    #expect(heading == ["a b c", "h d e"])
  }

  @Test("row groups that avoid breaks are kept together if a page can hold them")
  func rowGroups() async throws {
    let kept = try await pages(
      lines("x") + "<table><tbody style='break-inside: avoid'>\(rows("a b c d"))</tbody></table>")
    #expect(kept == ["x", "a b c d"])
    let tooLong = try await pages(
      lines("x") + "<table><tbody style='break-inside: avoid'>\(rows("a b c d e"))</tbody></table>")
    #expect(tooLong == ["x", "a b c d", "e"])
    let groups = try await pages(
      "<table><tbody>\(rows("a b"))</tbody><tbody style='break-inside: avoid'>\(rows("c d e"))</tbody></table>"
    )
    #expect(groups == ["a b", "c d e"])
  }

  @Test("rows and row groups can force page breaks")
  func forcedRows() async throws {
    let before = try await pages(
      lines("x")
        + "<table>\(rows("a"))\(rows("b", "style='break-before: page'"))\(rows("c"))</table>"
    )
    #expect(before == ["x a", "b c"])
    let after = try await pages(
      "<table>\(rows("a", "style='break-after: page'"))\(rows("b"))</table>")
    #expect(after == ["a", "b"])
    let group = try await pages(
      "<table><tbody>\(rows("a"))</tbody><tbody style='break-before: page'>\(rows("b"))</tbody></table>"
    )
    #expect(group == ["a", "b"])
  }

  @Test("a table at the top of a page keeps the border spacing above its first row")
  func spacing() async throws {
    let book = SmallBook(
      css: "table { border-spacing: 5pt; break-inside: avoid } td { padding: 0 }",
      page: Size(width: 100, height: 40))
    let pagination = try await book.set(
      lines("a b") + "<table>\(rows("c d"))</table>")
    #expect(pagination.pages.count == 2)
    #expect(SmallBook.fragments(of: pagination, page: 1).map { $0.rect.minY } == [5, 20])
  }

  @Test("a table head higher than half of the page is not repeated")
  func longHead() async throws {
    let table = "<table><thead>\(rows("g h"))</thead><tbody>\(rows("a b c d"))</tbody></table>"
    #expect(try await pages(table, lines: 4) == ["g h a b", "g h c d"])
    #expect(try await pages(table, lines: 3) == ["g h a", "b c d"])
  }

  @Test("a change of the page name forces a break")
  func namedPages() async throws {
    func named(_ body: String) async throws -> [String] {
      try await pages(body, css: ".n { page: wide } .m { page: other }")
    }
    #expect(
      try await named("<p>a</p><p class='n'>b</p><p class='n'>c</p><p>d</p><p class='n'>e</p>")
        == ["a", "b c", "d", "e"])
    // Children inherit the page name; it ends with the block.
    #expect(
      try await named("<div class='n'><p>a</p><p class='m'>b</p><p>c</p></div>d")
        == ["a", "b", "c", "d"])
    // A block starts with the page name of its first child, so that no break comes between them.
    #expect(
      try await named("<p class='n'>a</p><div><p class='n'>b</p><p>c</p></div>") == ["a b", "c"])
    // A page name in a cell forces no break.
    #expect(
      try await named("<p>a</p><table><tr><td class='n'>b</td></tr></table><p>c</p>") == ["a b c"])
  }

  @Test("a block's height includes the space left empty at the end of a page")
  func heightOverPages() async throws {
    // A page has four lines: 'b' does not fit below 35 points. The block ends with the second page.
    let found = try await pages(
      "<div style='height: 80pt'><div style='height: 35pt'>a</div><p>b</p></div><p>c</p>")
    #expect(found == ["a", "b", "c"])
  }

  @Test("a block's height includes the padding of its first child")
  func heightWithPadding() async throws {
    let found = try await pages(
      "<div style='height: 30pt; background: silver'><div style='padding: 10pt'>a</div></div><p>b</p>"
    )
    #expect(found == ["a b"])
  }

  @Test("after a margin that is longer than a page, text starts on the next page")
  func longMargin() async throws {
    let found = try await pages(
      "<div style='border: 1px solid'><p style='margin-bottom: 50pt'>a</p></div><p>b</p>")
    #expect(found == ["a", "b"])
  }

  @Test("a float that fits on a page is not split at the end of a page")
  func floatAtEnd() async throws {
    let found = try await pages(
      lines("a b c") + "<div style='float: left; height: 25pt'>d</div><p>e</p>")
    #expect(found == ["a b c", "d e"])
  }

  @Test("pages can be as small as one character, and vw is relative to them")
  func smallPages() async throws {
    let css = "@page { size: 10pt 20pt } p { width: 100vw }"
    let book = SmallBook(css: css, page: nil)
    let pagination = try await book.set("<p>a b c</p>")
    #expect(pagination.pages.map(\.size) == Array(repeating: Size(width: 10, height: 20), count: 2))
    #expect(SmallBook.lines(of: pagination) == [["a", "b"], ["c"]])
  }

  @Test("the background of the root or the body fills the text area of every page")
  func canvas() async throws {
    for css in ["html { background: #010203 }", "body { background: #010203 }"] {
      let pagination = try await SmallBook(css: css, page: Size(width: 100, height: 40)).set(
        lines("a b c d e"))
      let drawer = SVGPageDrawer(pagination)
      for page in pagination.pages {
        let svg = String(decoding: try drawer.svg(of: page, in: pagination), as: UTF8.self)
        let area = "<rect x=\"0\" y=\"0\" width=\"100\" height=\"40\" fill=\"#010203\""
        #expect(svg.components(separatedBy: "#010203").count == 2, "once")
        #expect(svg.contains(area))
      }
    }
  }

  @Test("the background of the body is behind the last line of a page that is a line long")
  func canvasOfLongPage() async throws {
    // Six lines: five on the page and one alone on the next would be worse.
    let pagination = try await SmallBook(
      css: "body { background: #010203 } @page { margin: 0 0 50pt }",
      page: Size(width: 100, height: 100),
      pageBreaking: .optimal
    ).set(lines("a b c d e f"))
    try #require(pagination.pages.count == 1)
    let drawer = SVGPageDrawer(pagination)
    let svg = String(
      decoding: try drawer.svg(of: pagination.pages[0], in: pagination), as: UTF8.self)
    #expect(svg.contains("<rect x=\"0\" y=\"0\" width=\"100\" height=\"60\" fill=\"#010203\""))
  }

  @Test(
    "no page is a line long where that line would touch the folio, or is in a table",
    arguments: [
      ("", 1), ("@bottom-center { content: '1'; vertical-align: top; padding-top: 7pt }", 1),
      ("@bottom-center { content: '1'; vertical-align: top; padding-top: 6pt }", 2),
      ("@bottom-center { content: ''; vertical-align: top; padding-top: 6pt }", 1),
      ("@bottom-left { content: '1' }", 1), ("@bottom-left { content: '1'; font-size: 30pt }", 2),
      ("@bottom-right-corner { content: '1'; vertical-align: top }", 1),
    ])
  func longPageAboveFolio(folio: String, pages: Int) async throws {
    // Six lines, of which five fit.
    let book = SmallBook(
      css: "table { border-spacing: 0 } td { padding: 0 } @page { margin: 0 0 50pt; \(folio) }",
      page: Size(width: 100, height: 100), pageBreaking: .optimal)
    #expect(try await book.set(lines("a b c d e f")).pages.count == pages)
    let table = "<table><tr><td>e</td></tr><tr><td>f</td></tr></table>"
    #expect(try await book.set(lines("a b c d") + table).pages.count == 2)
  }

  @Test("a page is not long by a heading, which is deeper than a line", arguments: [12, 20])
  func longPageOfHeading(height: Int) async throws {
    // Five lines fill the page, and one more may be there: 40 and 20 points are as much. Of 20 points, 7 are below the
    // baseline.
    let pagination = try await SmallBook(
      css: "h1 { margin: 0; font: 10pt/\(height)pt Square } @page { margin: 0 0 50pt }",
      page: Size(width: 100, height: 100), pageBreaking: .optimal
    ).set(lines("a b c d") + "<h1>e</h1>")
    #expect(pagination.pages.count == (height == 12 ? 1 : 2))
  }

  @Test(
    "the bottom edge of a box is on the page of its last line",
    arguments: [PageBreaking.firstFit, .optimal])
  func closingEdges(breaking: PageBreaking) async throws {
    var book = SmallBook(
      css: "div { border-bottom: 5pt solid; padding-bottom: 3pt } p { widows: 1 }")
    book.pageBreaking = breaking
    let lines = (0..<8).map { "<p>a\($0)</p>" }.joined()
    // Ten lines fill a page, and the tenth ends the box.
    let pagination = try await book.set("<p>b</p><p>c</p><div>\(lines)</div><p>d</p>")
    let layout = pagination.chapters[0]
    #expect(layout.pages.count == 2 && !layout.boxes.isEmpty)
    #expect(layout.boxes.allSatisfy { $0.y + $0.height <= 100 * 1024 })
    #expect(layout.lines.count == 11)
  }

  @Test(
    "a margin inside the bottom edge of a box is on the page of its last line",
    arguments: [PageBreaking.firstFit, .optimal])
  func closingMargin(breaking: PageBreaking) async throws {
    var book = SmallBook(
      css: "div { border-bottom: 5pt solid } .i { margin-bottom: 8pt } p { widows: 1; orphans: 1 }")
    book.pageBreaking = breaking
    let lines = (0..<7).map { "<p>a\($0)</p>" }.joined()
    // Nine lines, eight points and the border are higher than a page.
    let pagination = try await book.set(
      "<p>b</p><p>c</p><div><section class='i'>\(lines)</section></div>")
    let layout = pagination.chapters[0]
    #expect(layout.pages.count == 2 && layout.lines.count == 9)
    #expect(layout.boxes.allSatisfy { $0.y + $0.height <= 100 * 1024 })
  }

  @Test("a paragraph set in other lines keeps room for the edge of the box that it ends")
  func edgesBelowOtherLines() async throws {
    let css = "div { border-bottom: 5pt solid; padding-bottom: 4pt; text-align: justify }"
    let book = SmallBook(css: css, page: Size(width: 300, height: 100), pageBreaking: .optimal)
    var generator = SeededRandom(seed: 3)
    for _ in 0..<60 {
      let boxes = (0..<6).map { _ in
        let words = (0..<Int.random(in: 30...70, using: &generator)).map { _ in
          String(repeating: "a", count: .random(in: 1...5, using: &generator))
        }
        return "<div><p>\(words.joined(separator: " "))</p></div>"
      }
      let layout = try await book.set(boxes.joined()).chapters[0]
      #expect(layout.boxes.allSatisfy { $0.y + $0.height <= 100 * 1024 })
    }
  }

  @Test("a paragraph that looks like a heading is kept with the text after it")
  func shapedHeading() async throws {
    let filler = String(repeating: "<p>x</p>", count: 9)
    let text = "<p>aaaa bbbb aaaa bbbb</p>"
    func first(_ heading: String, _ css: String = "") async throws -> String? {
      let book = SmallBook(css: "body { heading-keep: shape } .c { text-align: center } " + css)
      return try await book.lines(filler + heading + text)[1].first
    }
    #expect(try await first("<p class='c'>H</p>") == "H")
    #expect(try await first("<p><b>H</b></p>") == "H")
    #expect(try await first("<p>H <b>I</b></p>") == "aaaa bbbb")
    // A number or a letter before it need not be bold.
    #expect(try await first("<p>2.1 <b>H</b></p>") == "2.1 H")
    #expect(try await first("<p>(b) <b>H</b></p>") == "(b) H")
    #expect(try await first("<p>(b) <b>H</b> i</p>") == "aaaa bbbb")
    #expect(try await first("<p class='c'>* * *</p>") == "aaaa bbbb")
    let figure = "<figure style='margin: 0; break-inside: avoid'><p class='c'>H</p></figure>"
    #expect(try await first(figure) == "aaaa bbbb")
    #expect(try await first("<p class='c'>H</p>", "body { heading-keep: none }") == "aaaa bbbb")
  }

  @Test(
    "a line that introduces a list or code, and a title after ideographic spaces, are kept with them"
  )
  func introducingLine() async throws {
    let filler = String(repeating: "<p>x</p>", count: 9)
    func first(_ body: String) async throws -> String? {
      let css = "body { heading-keep: shape } ul, pre { margin: 0 }"
      return try await SmallBook(css: css).lines(filler + body)[1].first
    }
    let list = "<ul><li>a</li><li>b</li></ul>"
    #expect(try await first("<p>H:</p>" + list) == "H:")
    #expect(try await first("<p>H.</p>" + list) == "a")
    #expect(try await first("<p>H:</p><pre>a\nb</pre>") == "H:")
    #expect(try await first("<p>H:</p><p>a</p>") == "a")
    let spaces = String(repeating: "\u{3000}", count: 4)
    #expect(try await first("<p>\(spaces)雲</p><p>a</p>")?.hasSuffix("雲") == true)
    #expect(try await first("<p>\(spaces.dropLast(2))雲</p><p>a</p>") == "a")
    #expect(try await first("<p>\(spaces)雲。</p><p>a</p>") == "a")
  }

  @Test("a paragraph that looks like a heading is kept with the table after it")
  func shapedTableTitle() async throws {
    let filler = String(repeating: "<p>x</p>", count: 9)
    let table = "<table><tr><td>cell</td></tr><tr><td>cell</td></tr></table>"
    let book = SmallBook(css: "body { heading-keep: shape } .c { text-align: center }")
    let titled = try await book.lines(filler + "<p class='c'>Table A</p>" + table)
    #expect(titled.map(\.first) == ["x", "Table A"])
    let plain = try await book.lines(filler + "<p>Below:</p>" + table)
    #expect(plain.map(\.first) == ["x", "cell"])
  }

  @Test("the rest of a long note leaves room for the text after a heading")
  func headingBeforeNoteRest() async throws {
    let css = """
      @page { @footnote { margin: 0; padding: 0; border: none } } \
      h2 { font-size: 10pt; margin: 0; break-after: avoid }
      """
    let body = """
      <p>a<a epub:type='noteref' href='#n'>1</a></p><h2>H</h2><p>b</p><p>c</p>\
      <aside epub:type='footnote' id='n'>\(String(repeating: "x<br/>", count: 24))x</aside>
      """
    let pagination = try await SmallBook(css: css).set(body) { $0.notes = .foot }
    #expect(SmallBook.lines(of: pagination).prefix(2) == [["a1"], ["H", "b"]])
  }

  @Test("a heading at the start of a small page leaves room for itself below its margin")
  func headingOnSmallPage() async throws {
    // A page has room for three lines; the margin alone would take five.
    for css in ["", "body { baseline-grid: auto }"] {
      let book = SmallBook(
        css: "h1 { font-size: 10pt; margin: 50pt 0 10pt }" + css,
        page: Size(width: 100, height: 35))
      let pagination = try await book.set("<h1>H</h1><p>a</p>")
      #expect(SmallBook.lines(of: pagination) == [["H"], ["a"]], "\(css)")
      #expect(SmallBook.fragments(of: pagination).map { $0.y / 1024 } == [25], "\(css)")
    }
    // A margin that leaves room stays, and so do borders.
    let book = SmallBook(
      css: "h1 { font-size: 10pt; margin: 10pt 0; padding-top: 20pt }",
      page: Size(width: 100, height: 35))
    let pagination = try await book.set("<h1>H</h1><p>a</p>")
    #expect(SmallBook.fragments(of: pagination).map { $0.y / 1024 } == [25])
  }

  private static let plainCells = "td { padding: 0 } table { border-spacing: 0 } "

  @Test("a row that does not fit on a page below its table's head is divided")
  func tallRowBelowHead() async throws {
    let rows = (0..<10).map { "r\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallBook(
      css: Self.plainCells + "table { break-inside: avoid }", pageBreaking: .optimal
    ).set(
      "<table><thead><tr><td>hh</td></tr></thead><tbody><tr><td>\(rows)</td></tr></tbody></table>")
    let lines = SmallBook.lines(of: pagination)
    #expect(lines.count == 2 && lines.allSatisfy { $0[0] == "hh" && $0.count > 4 })
    #expect(lines.flatMap { $0 }.count { $0 != "hh" } == 10)
  }

  @Test("a row that no page can hold begins on the page before it")
  func tallRow() async throws {
    let lines = (1...25).map { "a\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallBook(
      css: "table { break-inside: avoid; border-spacing: 0 } td { padding: 0 }"
    ).set("<p>x</p><table><tr><td>\(lines)</td></tr></table>")
    #expect(SmallBook.lines(of: pagination).map(\.count) == [10, 10, 6])
  }

  @Test("a page break that the style asks for is no finding, also in a table that is kept whole")
  func forcedInTable() async throws {
    let pagination = try await SmallBook(css: "table { break-inside: avoid }").set(
      "<table><tr style='break-after: page'><td>a</td></tr><tr><td>b</td></tr></table>")
    #expect(pagination.pages.count == 2)
    #expect(pagination.findings.isEmpty)
  }

  @Test("a row is kept with the one that its style asks for")
  func keptRows() async throws {
    let rows = (1...9).map { "<tr><td>\($0)</td></tr>" }.joined()
    let css = "td, th { padding: 0 } table { border-spacing: 0 } .k { break-after: avoid }"
    let lines = try await SmallBook(css: css).lines(
      "<table>\(rows)<tr class='k'><td>k</td></tr><tr><td>x</td></tr></table>")
    #expect(lines.map(\.count) == [9, 2])
    let other = try await SmallBook(css: css + " .b { break-before: avoid }").lines(
      "<table>\(rows)<tr><td>k</td></tr><tr class='b'><td>x</td></tr></table>")
    #expect(other.map(\.count) == [9, 2])
  }

  @Test("a box that is kept whole, and cannot be, is divided without a widow")
  func widowInKeptBox() async throws {
    let css = """
      h2 { font: inherit; margin: 0; break-after: avoid } div { break-inside: avoid }
      p { widows: 2; orphans: 2 }
      """
    let book = SmallBook(css: css, pageBreaking: .optimal)
    // With its heading the box is a line higher than a page.
    let pages = try await book.lines(
      "<h2>H</h2><div><p>a<br/>b<br/>c<br/>d<br/>e<br/>f<br/>g</p><p>h<br/>i<br/>j</p></div>")
    #expect(pages.count == 2 && pages[1] == ["h", "i", "j"], "\(pages)")
  }

  @Test("a heading is not left alone because the section behind it cannot be kept whole")
  func headingAlone() async throws {
    let text = (1...11).map { "a\($0)" }.joined(separator: "<br/>")
    for breaking in [PageBreaking.optimal, .firstFit] {
      let lines = try await SmallBook(
        css: "section { break-inside: avoid } h1 { break-after: avoid }", pageBreaking: breaking
      ).lines("<section><h1>h</h1><section><p>\(text)</p></section></section>")
      #expect(lines.first?.prefix(2) == ["h", "a1"], "\(breaking)")
    }
  }

  @Test(
    "the space above a heading that begins a chapter leaves room for all of its lines",
    arguments: [PageBreaking.optimal, .firstFit])
  func roomForHeading(_ breaking: PageBreaking) async throws {
    let css = "h1 { font: 10pt/10pt Square; margin: 85pt 0 0; break-after: avoid }"
    let lines = try await SmallBook(css: css, pageBreaking: breaking)
      .lines("<h1>aaaaaaaa bbbb</h1><p>c</p>")
    // 85 points and two lines of 10 are more than 100.
    #expect(lines.first == ["aaaaaaaa", "bbbb"])
  }
}
