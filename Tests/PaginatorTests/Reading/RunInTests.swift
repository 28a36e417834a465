import Support
import Testing

@testable import Paginator

/// Boxes that run into the block after them (`display: run-in`, CSS Display 3, section 2.4).
@Suite("Run-in boxes")
struct RunInTests {
  private func lines(_ body: String, _ css: String = "") async throws -> [String] {
    let book = SmallBook(
      css: "h4 { display: run-in } h4, i, b { font-weight: normal; font-style: normal } \(css)")
    let pagination = try await book.set(body)
    #expect(pagination.findings.isEmpty)
    return SmallBook.lines(of: pagination).flatMap { $0 }
  }

  @Test("a run-in box is at the beginning of the block after it, with its own generated text")
  func runsIn() async throws {
    #expect(try await lines("<h4>aa</h4><p>bb cc</p>") == ["aabb cc"])
    #expect(
      try await lines(
        "<h4>aa</h4> <p>bb</p> <h4>dd</h4> <p>ee</p>",
        "h4 { counter-increment: n } h4::before { content: counter(n) ' ' } h4::after { content: '. ' }"
      ) == ["1 aa. bb", "2 dd. ee"])
    // In front of the block's own generated text.
    #expect(
      try await lines("<h4>aa</h4><p>bb</p>", "p::before { content: '-' }") == ["aa-bb"])
  }

  @Test(
    "what is out of the flow or not set does not keep it from the block",
    arguments: [
      "<div style='display: none'>x</div>", "<!-- x -->",
      "<div style='float: left; width: 0; height: 0'></div>",
    ])
  func between(other: String) async throws {
    #expect(try await lines("<h4>aa</h4>\(other) <p>bb</p>").last == "aabb")
  }

  @Test(
    "without a block after it, or with a block in it, it is a block",
    arguments: [
      ("<h4>aa</h4>", ["aa"]), ("<h4>aa</h4> <div style='display: table'>bb</div>", ["aa", "bb"]),
      ("<h4>aa</h4> xx <p>bb</p>", ["aa", "xx", "bb"]),
      ("<h4>aa</h4> <i>xx</i> <p>bb</p>", ["aa", "xx", "bb"]),
      ("<h4>a<b><i style='display: block'>a</i></b></h4><p>bb</p>", ["a", "a", "bb"]),
      // One that follows does not run on.
      ("<h4>aa</h4><h4>xx</h4><p>bb</p>", ["aa", "xxbb"]),
    ])
  func blocks(body: String, expected: [String]) async throws {
    #expect(try await lines(body) == expected)
  }
}
