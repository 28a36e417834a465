import Support
import Testing

@testable import Paginator

/// Boxes with a height of their own on pages: what they cut off, their empty rest, and boxes that scroll in
/// them. Pages are ten lines of ten points.
@Suite("Boxes that cut off or scroll")
struct CutOffBoxTests {
  private static func paragraphs(_ name: String, _ count: Int) -> String {
    (0..<count).map { "<p>\(name)\($0)</p>" }.joined()
  }

  /// By page, the texts that are seen, each with the top of its line in points.
  private static func seen(_ pagination: Pagination) -> [[String]] {
    let texts = SmallBook.lines(of: pagination)
    return texts.indices.map { page in
      zip(texts[page], SmallBook.fragments(of: pagination, page: page))
        .filter { !$1.flags.contains(.isOffPage) && !$0.isEmpty }
        .map { "\($0) \($1.y / 1024)" }
    }
  }

  @Test(
    "the empty rest of a box with which a text ends makes no page",
    arguments: ["visible", "auto", "hidden"])
  func emptyRest(overflow: String) async throws {
    let css = "div { height: 80pt; margin-top: 20pt; overflow: \(overflow) }"
    let pagination = try await SmallBook(css: css).set("<p>a</p><div><p>b</p></div>")
    // 10 + 20 + 80 points; the line of the box is at 30.
    #expect(Self.seen(pagination) == [["a 0", "b 30"]])
  }

  @Test("the empty rest of a box that is drawn stays")
  func drawnRest() async throws {
    let css = "div { height: 80pt; margin-top: 20pt; overflow: hidden; border-left: 1pt solid }"
    let pagination = try await SmallBook(css: css).set("<p>a</p><div><p>b</p></div>")
    #expect(Self.seen(pagination) == [["a 0", "b 30"], []])
  }
}
