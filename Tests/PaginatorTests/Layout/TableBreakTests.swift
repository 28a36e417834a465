import Support
import Testing

@testable import Paginator

/// Page ends between the rows of tables, in the square font: lines are 10 points high.
@Suite("Page ends in tables")
struct TableBreakTests {
  private static let css = "td, th { padding: 0 } table { border-spacing: 0 }"

  private func rows(_ count: Int) -> String {
    (1...count).map { "<tr><td>\($0)</td></tr>" }.joined()
  }

  private func text(_ lines: Int) -> String { String(repeating: "<p>x</p>", count: lines) }

  /// The number of lines of each page, of which a page has room for ten.
  private func pages(
    _ body: String, _ breaking: PageBreaking, height: Length = 100, css: String = ""
  ) async throws -> [Int] {
    let book = SmallBook(
      css: Self.css + css, page: Size(width: 100, height: height), pageBreaking: breaking)
    return try await book.lines(body).map(\.count)
  }

  @Test(
    "two rows of a table at least are on each side of a page end",
    arguments: [PageBreaking.firstFit, .optimal])
  func twoRows(_ breaking: PageBreaking) async throws {
    // Three lines and seven of eight rows would fit.
    let last = "\(text(3))<table>\(rows(8))</table>\(text(6))"
    #expect(try await pages(last, breaking) == [9, 8])
    // Nine lines and the first row would fit.
    let first = "\(text(9))<table>\(rows(5))</table>\(text(4))"
    #expect(try await pages(first, breaking) == [9, 9])
    // The head is repeated, and is no row of its own.
    let head = "<thead><tr><th>h</th></tr></thead>"
    let headed = "\(text(3))<table>\(head)\(rows(7))</table>\(text(6))"
    #expect(try await pages(headed, breaking) == [9, 9])
    let begun = "\(text(8))<table>\(head)\(rows(5))</table>\(text(4))"
    #expect(try await pages(begun, breaking) == [8, 10])
    // A foot is a row like others.
    let foot = "\(text(3))<table>\(rows(7))<tfoot><tr><td>f</td></tr></tfoot></table>\(text(6))"
    #expect(try await pages(foot, breaking) == [9, 8])
  }

  @Test(
    "a row is alone where others would leave much of a page empty",
    arguments: [PageBreaking.firstFit, .optimal])
  func loneRow(_ breaking: PageBreaking) async throws {
    // Two lines and two rows of four lines; the last row has one.
    let high = "<tr><td>a<br/>b<br/>c<br/>d</td></tr>"
    let table = "\(text(2))<table>\(high)\(high)\(rows(1))</table>\(text(6))"
    #expect(try await pages(table, breaking) == [10, 7])
    // A page with room for two lines, or for one.
    let low = try await pages("<table>\(rows(5))</table>", breaking, height: 20)
    #expect(low.count == 3 && low.reduce(0, +) == 5)
    #expect(try await pages("<table>\(rows(3))</table>", breaking, height: 10) == [1, 1, 1])
  }

  @Test("rows of a kept table that is higher than a page are divided, which is one finding")
  func highTable() async throws {
    // Four rows of twelve lines, on pages of twenty.
    let row = "<tr><td>\(text(12))</td></tr>"
    let book = SmallBook(
      css: Self.css + "table { break-inside: avoid }", page: Size(width: 100, height: 200),
      pageBreaking: .optimal)
    let high = try await book.set(
      "<table>\(String(repeating: row, count: 4))</table>\(text(12))")
    #expect(SmallBook.lines(of: high).map(\.count) == [20, 20, 20])
    #expect(high.findings.map(\.rule) == [.relaxedBreak])
    // A page can hold this one.
    let low = try await book.set("\(text(10))<table>\(row)</table>\(text(8))")
    #expect(SmallBook.lines(of: low).map(\.count) == [10, 20])
    #expect(low.findings.isEmpty)
  }

  @Test(
    "the bottom edge of a box is on the page of the table that ends it",
    arguments: [PageBreaking.firstFit, .optimal])
  func closingEdges(_ breaking: PageBreaking) async throws {
    let css = Self.css + "div { border-bottom: 5pt solid; padding-bottom: 3pt }"
    let book = SmallBook(css: css, pageBreaking: breaking)
    for caption in ["", "<caption style='caption-side: bottom'>c</caption>"] {
      // Ten lines fill a page, and the tenth ends the table and the box.
      let table = "<table>\(caption)\(rows(caption.isEmpty ? 2 : 1))</table>"
      let pagination = try await book.set("\(text(7))<div>\(text(1))\(table)</div>\(text(6))")
      let layout = pagination.chapters[0]
      #expect(SmallBook.lines(of: pagination).map(\.count) == [8, 8])
      #expect(!layout.boxes.isEmpty)
      #expect(layout.boxes.allSatisfy { $0.y + $0.height <= 100 * 1024 })
    }
  }

  @Test(
    "a high row whose box does not end on the page is cut, and not moved to the next page",
    arguments: [PageBreaking.firstFit, .optimal])
  func cutBeforeEdges(_ breaking: PageBreaking) async throws {
    let css = Self.css + "div { border-bottom: 15pt solid; padding-bottom: 10pt }"
    // Twenty lines fill a page: there is room for the sixteen of the row, but not for the box below.
    let row = "<tr><td>\(text(16))</td></tr>"
    for height in [Length(200), 180] {
      let book = SmallBook(
        css: css, page: Size(width: 100, height: height), pageBreaking: breaking)
      let pagination = try await book.set("\(text(2))<div><table>\(row)</table></div>\(text(2))")
      let counts = SmallBook.lines(of: pagination).map(\.count)
      #expect(counts.count == 2 && counts[0] >= 10 && counts.reduce(0, +) == 20)
      let layout = pagination.chapters[0]
      #expect(layout.boxes.allSatisfy { $0.y + $0.height <= height.rawValue })
    }
  }

  @Test(
    "a short cell of a divided row is at the top of it, whatever its vertical alignment is",
    arguments: ["middle", "bottom", "top"], [PageBreaking.firstFit, .optimal])
  func shortCell(_ alignment: String, _ breaking: PageBreaking) async throws {
    let css = "td { padding: 0; vertical-align: \(alignment) } table { border-spacing: 0 }"
    func tops(_ lines: Int, height: Length) async throws -> [[Double]] {
      let long = (1...lines).map { "a\($0)" }.joined(separator: "<br/>")
      let row = "<tr><td>\(long)</td><td>x<br/>y</td></tr>"
      let pagination = try await SmallBook(
        css: css, page: Size(width: 100, height: height), pageBreaking: breaking
      ).set("<table>\(row)</table>")
      return pagination.pages.indices.map { page in
        SmallBook.fragments(of: pagination, page: page).filter { $0.rect.minX > 0 }
          .map { $0.rect.minY.points }
      }
    }
    // A page has room for ten of the sixteen lines.
    #expect(try await tops(16, height: 100) == [[0, 10], []])
    // A row that is not divided: two of sixteen lines.
    let whole = try await tops(16, height: 160)
    #expect(whole == [["middle": [70, 80], "bottom": [140, 150], "top": [0, 10]][alignment]])
  }

  @Test(
    "a cell of a row that is cut twice for one page begins in the row, not above it",
    arguments: ["middle", "bottom"], [PageBreaking.firstFit, .optimal])
  func cutTwice(_ alignment: String, _ breaking: PageBreaking) async throws {
    let css = """
      td { padding: 0; vertical-align: \(alignment) } table { border-spacing: 0 }
      .s { line-height: 14pt }
      """
    // The lines of the two cells begin beside each other after 70 points only: the plan has no place to end the first
    // page, which has room for 60, and begins the row on the second. The page is then filled.
    func text(_ lines: Int, _ letter: String) -> String {
      (1...lines).map { "\(letter)\($0)" }.joined(separator: "<br/>")
    }
    let row = "<tr><td>\(text(25, "a"))</td><td class='s'>\(text(7, "b"))</td></tr>"
    let pagination = try await SmallBook(css: css, pageBreaking: breaking).set(
      "<p>\(text(4, "p"))</p><table>\(row)</table>")
    let tops = SmallBook.fragments(of: pagination, page: 0).filter { $0.rect.minX > 0 }
      .map { $0.rect.minY.points }
    #expect(tops == [40, 54, 68, 82])
  }
}
