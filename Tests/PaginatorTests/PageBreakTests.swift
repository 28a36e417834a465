import Foundation
import Testing

@testable import Paginator

/// Where pages end when what they hold asks to be kept whole, to begin a page, or for another page.
/// Characters are 10 points wide, lines 10 points high.
@Suite("Page breaks")
struct PageBreakTests {
  private func pages(_ body: String, css: String = "", lines: Double = 4) async throws -> [String] {
    let page = Size(width: 100, height: Length(points: lines * 10))
    return try await Press(
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

  @Test("what is inside a block that can't be kept whole is kept")
  func nestedAvoid() async throws {
    let css = ".k { break-inside: avoid }"
    let found = try await pages(
      "<div class='k'>\(lines("a b c"))<div class='k'>\(lines("d e"))</div>\(lines("f"))</div>",
      css: css)
    #expect(found == ["a b c", "d e f"])
    // A heading stays with its text there too.
    let heading = try await pages(
      "<div class='k'>\(lines("a b c"))<p style='break-after: avoid'>h</p>\(lines("d e"))</div>",
      css: css)
    #expect(heading == ["a b c", "h d e"])
  }

  @Test("row groups and rows that avoid breaks are kept, as far as there is a page for them")
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

  @Test("rows and row groups begin pages, or end them")
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

  @Test("a table that begins a page keeps the space before its first row")
  func spacing() async throws {
    let press = Press(
      css: "table { border-spacing: 5pt; break-inside: avoid } td { padding: 0 }",
      page: Size(width: 100, height: 40))
    let pagination = try await press.set(
      lines("a b") + "<table>\(rows("c d"))</table>")
    #expect(pagination.pages.count == 2)
    #expect(Press.fragments(of: pagination, page: 1).map { $0.rect.minY } == [5, 20])
  }

  @Test("a head of more than half of the page is not repeated")
  func longHead() async throws {
    let table = "<table><thead>\(rows("g h"))</thead><tbody>\(rows("a b c d"))</tbody></table>"
    #expect(try await pages(table, lines: 4) == ["g h a b", "g h c d"])
    #expect(try await pages(table, lines: 3) == ["g h a", "b c d"])
  }

  @Test("named pages: a break where another page is wanted, and back again")
  func namedPages() async throws {
    func named(_ body: String) async throws -> [String] {
      try await pages(body, css: ".n { page: wide } .m { page: other }")
    }
    #expect(
      try await named("<p>a</p><p class='n'>b</p><p class='n'>c</p><p>d</p><p class='n'>e</p>")
        == ["a", "b c", "d", "e"])
    // Inherited where nothing else is said, and given back behind the block.
    #expect(
      try await named("<div class='n'><p>a</p><p class='m'>b</p><p>c</p></div>d")
        == ["a", "b", "c", "d"])
    // The first child's page is its parent's beginning: nothing lies between the two.
    #expect(
      try await named("<p class='n'>a</p><div><p class='n'>b</p><p>c</p></div>") == ["a b", "c"])
    // Cells and floats begin no pages.
    #expect(
      try await named("<p>a</p><table><tr><td class='n'>b</td></tr></table><p>c</p>") == ["a b c"])
  }

  @Test("the height of a block counts what a page leaves empty at its end")
  func heightOverPages() async throws {
    // Four lines a page: 'b' does not fit under 15 points, and the block ends with the second page.
    let found = try await pages(
      "<div style='height: 80pt'><div style='height: 35pt'>a</div><p>b</p></div><p>c</p>")
    #expect(found == ["a", "b", "c"])
  }

  @Test("the height of a block counts the padding of the first block in it")
  func heightWithPadding() async throws {
    let found = try await pages(
      "<div style='height: 30pt; background: silver'><div style='padding: 10pt'>a</div></div><p>b</p>"
    )
    #expect(found == ["a b"])
  }

  @Test("a margin inside a box that no page holds goes on over pages, and the box with it")
  func longMargin() async throws {
    let found = try await pages(
      "<div style='border: 1px solid'><p style='margin-bottom: 50pt'>a</p></div><p>b</p>")
    #expect(found == ["a", "b"])
  }

  @Test("a float that a page holds is not drawn over the page's end")
  func floatAtEnd() async throws {
    let found = try await pages(
      lines("a b c") + "<div style='float: left; height: 25pt'>d</div><p>e</p>")
    #expect(found == ["a b c", "d e"])
  }

  @Test("pages as small as the style says, and shares of them")
  func smallPages() async throws {
    let css = "@page { size: 10pt 20pt } p { width: 100vw }"
    let press = Press(css: css, page: nil)
    let pagination = try await press.set("<p>a b c</p>")
    #expect(pagination.pages.map(\.size) == Array(repeating: Size(width: 10, height: 20), count: 2))
    #expect(Press.lines(of: pagination) == [["a", "b"], ["c"]])
  }

  @Test("the root's background, or the body's, is that of every page's text area")
  func canvas() async throws {
    for css in ["html { background: #010203 }", "body { background: #010203 }"] {
      let pagination = try await Press(css: css, page: Size(width: 100, height: 40)).set(
        lines("a b c d e"))
      let drawer = PageDrawer(pagination, outlines: PageDrawer.SharedOutlines())
      for page in pagination.pages {
        let svg = String(decoding: try drawer.svg(of: page, in: pagination), as: UTF8.self)
        let area = "<rect x=\"0\" y=\"0\" width=\"100\" height=\"40\" fill=\"#010203\"/>"
        #expect(svg.components(separatedBy: "#010203").count == 2, "once")
        #expect(svg.contains(area))
      }
    }
  }
}
