import Foundation
import Support
import Testing

@testable import Paginator

/// Boxes out of the flow in columns, in the square font: every line is 10 points high, and every character 10 points
/// wide. The page is 100 points wide and high; the columns are 20 points wide and high, and the page has room for
/// five.
@Suite("Boxes out of the flow in columns")
struct DividedBoxTests {
  private func set(_ body: String, _ style: String) async throws -> Pagination {
    try await SmallBook(
      css: """
        .c { columns: 2; column-gap: 0; column-fill: auto; width: 40pt; height: 20pt }
        .r { position: relative }
        b { position: absolute; width: 10pt; font-weight: normal; \(style) }
        """
    ).set("<div class='c'>\(body)</div>")
  }

  /// The red boxes on the page: x, y, width, height.
  private func red(_ body: String, _ style: String) async throws -> [[Double]] {
    let pagination = try await set(body, style + "; background: red")
    let svg = try SmallBook.firstPage(of: pagination)
    return SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
  }

  @Test("a box that is higher than its column goes on in the next ones")
  func high() async throws {
    let body = "<div class='r'><b></b><p>a</p></div>"
    // 50 points in columns of 20.
    #expect(
      try await red(body, "top: 0; height: 50pt") == [
        [0, 0, 10, 20], [20, 0, 10, 20], [40, 0, 10, 10],
      ])
    // The fourth column begins 60 points below the first one.
    #expect(try await red(body, "top: 60pt; height: 10pt") == [[60, 0, 10, 10]])
    // What is above the first column stays there.
    #expect(
      try await red(body, "top: -10pt; height: 40pt") == [[0, -10, 10, 30], [20, 0, 10, 10]])
    // Where the page has no room for a column, the last one is higher.
    #expect(try await red(body, "top: 80pt; height: 40pt") == [[80, 0, 10, 40]])
  }

  @Test("a box is where the edge of the block around it is that its offset refers to")
  func offsets() async throws {
    let body = "<p>a</p><div class='r'><b></b><p>b</p><p>c</p><p>d</p></div>"
    // The block is from 10 to 40 points.
    #expect(try await red(body, "bottom: 0; height: 10pt") == [[20, 10, 10, 10]])
    #expect(try await red(body, "top: 5pt; height: 10pt") == [[0, 15, 10, 5], [20, 0, 10, 5]])
    #expect(try await red(body, "top: 50%; height: 10pt") == [[20, 5, 10, 10]])
    #expect(
      try await red(body, "top: 0; bottom: 0") == [[0, 10, 10, 10], [20, 0, 10, 20]])
  }

  @Test("neither a line nor what is to be kept whole is divided")
  func whole() async throws {
    let body = "<div class='r'><b></b><p>a</p></div>"
    #expect(
      try await red(body, "top: 10pt; height: 20pt; break-inside: avoid") == [[20, 0, 10, 20]])
    // The second line has no room below 15 points.
    let pagination = try await set(
      "<div class='r'><b>x y</b><p>a</p></div>", "top: 5pt; background: red")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(
      SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
        == [[0, 5, 10, 15], [20, 0, 10, 10]])
    // A number beside the last line of a column stays there.
    #expect(
      try await red(
        "<p>a</p><div class='r'><b>1</b><p>b</p><p>c</p></div>", "top: 4pt; left: -12pt")
        == [[-12, 14, 10, 10]])
  }

  @Test("a box in a box out of the flow is divided as well")
  func nested() async throws {
    #expect(
      try await red(
        "<div class='r'><div style='position: absolute; top: 10pt'><b></b></div><p>a</p></div>",
        "height: 30pt") == [[0, 10, 10, 10], [20, 0, 10, 20]])
  }
}
