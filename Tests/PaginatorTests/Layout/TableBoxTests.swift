import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Backgrounds, borders and shadows of tables, in the square font: every character is 10 points wide and high.
/// What is looked at is drawn red.
@Suite("Boxes of tables")
struct TableBoxTests {
  /// The red rectangles of the first page.
  private func red(_ body: String, _ css: String) async throws -> [[Double]] {
    let css = "td { padding: 0 } " + css
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200)).set(body)
    #expect(pagination.findings.isEmpty)
    let svg = try SmallBook.firstPage(of: pagination)
    return SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
  }

  private let table = """
    <table><colgroup><col/></colgroup><colgroup class="g"><col/><col class="c"/></colgroup>\
    <tr><td>a</td><td>b</td><td>c</td></tr></table>
    """

  @Test("the background of a group of columns is behind those of its columns")
  func group() async throws {
    let css = "table { border-spacing: 10pt } .g { background: red }"
    #expect(try await red(table, css) == [[30, 10, 10, 10], [50, 10, 10, 10]])
    #expect(try await red(table, css + " .c { background: blue }").count == 2)
    #expect(
      try await red(table, "table { border-spacing: 10pt } .c { background: red }") == [
        [50, 10, 10, 10]
      ])
  }

  @Test("a group of columns shares its borders at its sides, not between its columns")
  func groupBorders() async throws {
    let css = "table { border-collapse: collapse } .g { border: 4pt solid red }"
    // The borders above both columns of the group are one line, and so are those below them. The one that the first
    // cell shares with the group is drawn once.
    #expect(
      try await red(table, css).sorted { ($0[0], $0[1], $0[2]) < ($1[0], $1[1], $1[2]) } == [
        [10, 0, 4, 18], [10, 0, 28, 4], [10, 14, 28, 4], [34, 0, 4, 18],
      ])
  }

  @Test("a rule along several cells that share their borders is drawn once")
  func joinedRules() async throws {
    let css = "table { border-collapse: collapse } td { padding: 0; border: 4pt solid red }"
    let rows = "<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>"
    func sorted(_ css: String) async throws -> [[Double]] {
      try await red("<table>\(rows)</table>", css).sorted {
        ($0[0], $0[1], $0[2]) < ($1[0], $1[1], $1[2])
      }
    }
    // Letters of 10 between lines of 4: 4 + 10 + 4 + 10 + 4 = 32 in both directions.
    #expect(
      try await sorted(css) == [
        [0, 0, 4, 32], [0, 0, 32, 4], [0, 14, 32, 4], [0, 28, 32, 4], [14, 0, 4, 32],
        [28, 0, 4, 32],
      ])
    // Where a cell has no borders, the rules of its neighbours end: nothing is joined over it.
    let sides = "table { border-collapse: collapse } td { padding: 0 }"
    let gap = "<tr><td class='l'>a</td></tr><tr><td>b</td></tr><tr><td class='l'>c</td></tr>"
    let left = try await red("<table>\(gap)</table>", sides + " .l { border-left: 4pt solid red }")
    #expect(left == [[0, 0, 4, 10], [0, 20, 4, 10]])
  }

  @Test("the background of a cell ends in the middle of the borders that it shares")
  func sharedBorders() async throws {
    let css = "table { border-collapse: collapse } td { border: 4pt dashed blue; background: red }"
    #expect(
      try await red("<table><tr><td>a</td><td>b</td></tr></table>", css) == [
        [2, 2, 14, 14], [16, 2, 14, 14],
      ])
  }

  @Test("the shadow inside a cell begins inside the borders that it shares")
  func insetShadow() async throws {
    let css = """
      table { border-collapse: collapse } td { padding: 0; border: 4pt solid blue; \
      box-shadow: inset 3pt 0 red, 5pt 5pt red }
      """
    let pagination = try await SmallBook(css: css).set("<table><tr><td>a</td></tr></table>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.contains("<path d=\"M4 4L14 4L14 14L4 14L4 4z\""))
    #expect(svg.contains("M7 4L17 4L17 14L7 14L7 4z\" fill-rule=\"evenodd\" fill=\"#ff0000\""))
    #expect(svg.components(separatedBy: "#ff0000").count == 2)
  }

  @Test(
    "max-height limits the height that a table asks for, and min-height the limit",
    arguments: [("", 30.0), ("; min-height: 50pt", 50), ("; max-height: 5pt", 10)])
  func limitedHeight(css: String, height: Double) async throws {
    let css = "table { border-spacing: 0; background: red; height: 90pt; max-height: 30pt\(css) }"
    #expect(try await red("<table><tr><td>a</td></tr></table>", css) == [[0, 0, 10, height]])
  }

  @Test(
    "background images of a table are inside the half of its borders that it shares",
    arguments: [
      ("background-position: 0 0", "4,4"), ("background-position: right bottom", "21,17"),
      ("background-origin: border-box", "0,0"),
    ])
  func pictureInSharedBorders(declaration: String, place: String) async throws {
    // The table is 30 points wide, and 10 + 2 * 8 points high; half of each border is 4 points.
    let css = """
      table { border-collapse: collapse; border: 8pt solid; width: 30pt; \
      background: linear-gradient(red, red) no-repeat; background-size: 5pt 5pt; \(declaration) }
      td { padding: 0 }
      """
    let pagination = try await SmallBook(css: css).set("<table><tr><td>a</td></tr></table>")
    let trace = try DrawingTrace(firstPageOf: pagination)
    #expect(trace.text.contains("tiles 1x1 \(place) 5x5"))
  }

  @Test("a row without cells gets nothing of the height of its table")
  func rowWithoutCells() async throws {
    let css = "table { border-spacing: 0; height: 50pt } .a { background: red }"
    #expect(
      try await red("<table><tr class='a'><td>a</td></tr><tr></tr></table>", css) == [
        [0, 0, 10, 50]
      ])
  }

  @Test("a caption over a table narrower than measure-min is wider, in the middle of the table")
  func wideCaption() async throws {
    func lines(_ css: String) async throws -> [LineFragment] {
      let css = "td { padding: 0 } caption { text-align: left } table { border-spacing: 0; " + css
      return SmallBook.fragments(
        of: try await SmallBook(css: css).set(
          "<table><caption>aa bb cc dd</caption><tr><td>a</td></tr></table>"))
    }
    // Twice four em: the caption has two lines of 80 points in the middle of 100.
    let wide = try await lines("margin: 0 auto } body { measure-min: 4 }")
    #expect(wide.map(\.rect.minX) == [10, 10, 40])
    #expect(wide.map(\.usedRect.width) == [80, 20, 10])
    // At the left edge, it begins there.
    #expect(try await lines("} body { measure-min: 4 }").map(\.rect.minX) == [0, 0, 0])
    // By CSS alone, it is as wide as its table: its widest word.
    #expect(try await lines("}").count == 5)
  }

  @Test("no margin collapses through the edges of a caption")
  func captionMargins() async throws {
    let css =
      "table { border-spacing: 0 } caption { background: red } p { margin: 10pt 0; height: 20pt }"
    #expect(
      try await red("<table><caption><p></p><p></p></caption><tr><td>aaaa</td></tr></table>", css)
        == [
          [0, 0, 40, 70]
        ])
    let margin = "table { border-spacing: 0 } caption { background: red } p { margin: 10pt 0 }"
    #expect(
      try await red("<table><caption><p></p></caption><tr><td>aaaa</td></tr></table>", margin) == [
        [0, 0, 40, 10]
      ])
  }

  @Test("a table cuts off what is outside it, but not its captions")
  func clipped() async throws {
    let css = """
      table { border-spacing: 0; border: 2pt solid; width: 30pt; table-layout: fixed; overflow: hidden } \
      td { padding: 0 } p { width: 60pt; height: 10pt; background: red }
      """
    let pagination = try await SmallBook(css: css).set(
      "<table><caption><p></p></caption><tr><td><p></p></td></tr></table>")
    let svg = try SmallBook.firstPage(of: pagination)
    let whole = "<rect x=\"0\" y=\"0\" width=\"60\" height=\"10\" fill=\"#ff0000\""
    let cut = "<rect x=\"2\" y=\"12\" width=\"60\" height=\"10\" fill=\"#ff0000\""
    #expect(svg.contains("\n\(whole)"))
    #expect(
      svg.contains(
        "<rect x=\"2\" y=\"12\" width=\"56\" height=\"10\"/></clipPath><g clip-path=\"url(#clip1)\">\(cut)"
      )
    )
  }
}
