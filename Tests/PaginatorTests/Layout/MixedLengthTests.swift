import Support
import Testing

@testable import Paginator

/// Lengths and percentages in one calculation (CSS Values 4, section 10): the page is 200 points wide.
@Suite("Lengths and percentages mixed")
struct MixedLengthTests {
  /// The red rectangle of the first page.
  private func red(_ css: String, _ body: String = "<b>a</b>") async throws -> [[Double]] {
    let css = "b { display: block; background: red; font-weight: normal } " + css
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200)).set(body)
    #expect(pagination.findings.isEmpty)
    return SmallBook.places(of: "rect", in: try SmallBook.firstPage(of: pagination)) {
      $0.contains("fill=\"#ff0000\"")
    }
  }

  @Test(
    "which of several shares counts depends on the width around",
    arguments: [
      // 300, 25 % + 100 = 150, 50 + 60 % = 170.
      ("min(300pt, 25% + 100pt, 50pt + 60%)", 150.0),
      // 100, 150, 150 + 10 % = 170.
      ("max(100pt, 25% + 100pt, 150pt + 10%)", 170),
      // 50 % = 100 is between 10 % + 10 = 30 and 100 % - 120 = 80.
      ("clamp(10% + 10pt, 50%, 100% - 120pt)", 80),
      // min(20, 30) + max(40, 30).
      ("calc(min(10%, 30pt) + max(20%, 30pt))", 60),
      // 100 - min(20, 30) * 2.
      ("calc(50% - min(10%, 30pt) * 2)", 60), ("min(100%, 15em)", 150), ("max(0%, 20%)", 40),
    ])
  func widths(value: String, points: Double) async throws {
    #expect(try await red("b { width: \(value) }").map { $0[2] } == [points])
    #expect(try await red("b { max-width: \(value) }").map { $0[2] } == [points])
    #expect(try await red("b { float: left; width: \(value) }").map { $0[2] } == [points])
    #expect(
      try await red("b { margin-left: \(value) }").map { $0[0] } == [points])
    // The padding is added to the line of 10 points.
    #expect(try await red("b { padding-top: \(value) }").map { $0[3] } == [points + 10])
  }

  @Test("percentages of heights are of the height around")
  func heights() async throws {
    let body = "<div><b>a</b></div>"
    // 50 % of 100 and 100 - 60.
    #expect(
      try await red("div { height: 100pt } b { height: min(50%, 100% - 60pt) }", body)
        == [[0, 0, 200, 40]])
    // 50 % of 100, of which the least height of the block around is made.
    #expect(
      try await red("div { height: 20pt; min-height: 100pt } b { height: 50% }", body)
        == [[0, 0, 200, 50]])
    #expect(
      try await red("div { height: 100pt; max-height: 60pt } b { height: 50% }", body)
        == [[0, 0, 200, 30]])
  }

  @Test("the sizes of tables, and the places of background images")
  func others() async throws {
    // The cells have what they need of the table's 150 points.
    let table = "b { display: table; width: min(100%, 15em) }"
    #expect(try await red(table).map { $0[2] } == [150])
    // A share of a column in a calculation counts as auto: 2 columns with the same content.
    let cells = "<table><tr><td><b>a</b></td><td>b</td></tr></table>"
    let css =
      "table { width: 100pt; border-spacing: 0 } td { padding: 0 } "
      + "td:first-child { width: min(90%, 80% + 1pt) }"
    #expect(try await red(css, cells).map { $0[2] } == [50])
  }
}
