import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Positioned boxes in tables (CSS 2, section 10.1), in the square font: every character is 10 points wide
/// and high. The boxes are drawn as red rectangles.
@Suite("Positioned boxes in tables")
struct PositionedInTablesTests {
  private static let css = """
    i { font-style: normal; position: absolute; background: red } table { border-spacing: 10pt } \
    td { padding: 0; border: 1pt solid; vertical-align: bottom }
    """

  private func page(_ body: String, css: String) async throws -> (Pagination, String) {
    let pagination = try await SmallBook(css: Self.css + css).set(body)
    return (pagination, try SmallBook.firstPage(of: pagination))
  }

  private func red(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"#ff0000\""
  }

  @Test(
    "offsets refer to the nearest positioned cell, row, group, table or block",
    arguments: [
      ("td", 11, 11, 10, 20), ("tr", 10, 10, 34, 22), ("tbody", 10, 10, 34, 44),
      ("table", 0, 0, 54, 64), ("div", 0, 0, 100, 74), ("u", 0, 0, 100, 100),
    ])
  func area(positioned: String, x: Int, y: Int, width: Int, height: Int) async throws {
    let (pagination, svg) = try await page(
      """
      <div><table><tbody><tr><td>a<i>x</i></td><td>b<br/>c</td></tr><tr><td>d</td></tr></tbody></table>z\
      </div>
      """, css: "i { inset: 0 } \(positioned) { position: relative }")
    #expect(svg.contains(red(x, y, width, height)))
    #expect(pagination.findings.isEmpty)
  }

  @Test("a box with one offset is on the line where its text would be, on the other axis")
  func oneOffset() async throws {
    // The second cell's text is at its bottom, from 21 to 31.
    let body = "<table><tr><td>a<br/>b</td><td>c<i>x</i></td></tr></table>"
    for (offset, x, y) in [("top: 2pt", 43, 13), ("right: 2pt", 31, 21)] {
      let (_, svg) = try await page(body, css: "td { position: relative } i { \(offset) }")
      #expect(svg.contains(red(x, y, 10, 10)), "\(offset)")
    }
  }

  @Test("the borders of a cell that collapse are not part of its padding box")
  func collapsed() async throws {
    let css = "table { border-collapse: collapse } td { border: 4pt solid; position: relative }"
    let (_, svg) = try await page(
      "<table><tr><td>a<i>x</i></td><td>b<br/>c</td></tr></table>", css: css + " i { inset: 0 }")
    // From the inner side of the border at the left to that of the border between the cells.
    #expect(svg.contains(red(4, 4, 10, 20)))
  }

  @Test("a table in a cell passes on the boxes that refer to the cell")
  func nested() async throws {
    let css = """
      .a { position: relative } table table { border-spacing: 0 } td td { border: 0 } i { right: 0; top: 0 }
      """
    let (_, svg) = try await page(
      """
      <table><tr><td class="a">aaaa<table><tr><td>b<i>x</i></td></tr></table></td><td>b<br/>c<br/>d</td>\
      </tr></table>
      """, css: css)
    #expect(svg.contains(red(41, 11, 10, 10)))
  }

  @Test("a box in a float refers to the positioned block around the float")
  func float() async throws {
    let css = "div { position: relative; margin: 10pt } u { float: left } i { bottom: 0; right: 0 }"
    let (_, svg) = try await page("<div><u>a<i>x</i></u>bb<br/>c<br/>d</div>", css: css)
    #expect(svg.contains(red(80, 30, 10, 10)))
  }

  @Test("a float in a cell is there once, though no cell of the positioned table has other text")
  func floatsAlone() async throws {
    let body = "<table><tr><td><i>ab</i></td><td><u>to</u></td></tr></table>"
    let css = "table { position: absolute } i { background: none } u { float: right }"
    let (_, svg) = try await page(body, css: css)
    #expect(svg.components(separatedBy: "aria-label=\"to\"").count == 2)
    #expect(svg.components(separatedBy: "aria-label=\"ab\"").count == 2)
  }
}
