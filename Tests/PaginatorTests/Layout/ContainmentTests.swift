import Support
import Testing

@testable import Paginator

/// `contain: size` with `contain-intrinsic-size` (CSS Containment 3, section 3.1; CSS Sizing 4, section 5.2), and heights
/// of the content (CSS Sizing 3, section 3.2). Lines are ten points high.
@Suite("Sizes without the content")
struct ContainmentTests {
  /// The rectangles of red boxes, in points.
  private static func boxes(_ css: String, _ body: String) async throws -> [String] {
    let pagination = try await SmallBook(css: css).set(body)
    return try DrawingTrace(firstPageOf: pagination).text.split(separator: "\n")
      .filter { $0.contains("#ff0000") }
      .map { String($0) }
  }

  private static let text = "<div>a<br/>b<br/>c</div><p>d</p>"

  @Test(
    "a box has the size that is given in place of its content's",
    arguments: [
      // As wide as the page, and as high as three lines.
      ("", "100x30"), ("contain: none", "100x30"), ("contain: inline-size", "100x30"),
      ("contain: size; contain-intrinsic-size: 30pt 20pt", "100x20"),
      ("contain: strict; contain-intrinsic-height: auto 5pt", "100x5"),
      // A width or height of its own counts, and so do limits.
      ("contain: size; height: 15pt; contain-intrinsic-size: 7pt", "100x15"),
      ("contain: size; min-height: 15pt; contain-intrinsic-size: 7pt", "100x15"),
      ("contain: size; float: left; contain-intrinsic-size: 30pt 20pt", "30x20"),
      ("contain: inline-size; float: left; contain-intrinsic-inline-size: 30pt", "30x30"),
      ("contain: size; width: fit-content; contain-intrinsic-size: 30pt 20pt", "30x20"),
      // Padding is added, also where the height is that of the border box.
      ("contain: size; padding: 5pt; contain-intrinsic-block-size: 20pt", "100x30"),
      (
        "contain: size; padding: 5pt; box-sizing: border-box; contain-intrinsic-size: 20pt",
        "100x30"
      ),
    ])
  func sizes(style: String, size: String) async throws {
    let found = try await Self.boxes("div { background: red; \(style) }", Self.text)
    #expect(found.count == 1 && found[0].contains(" \(size) "), "\(found)")
  }

  @Test("an image has the size that is given, and no proportions")
  func images() async throws {
    let css = "img { contain: size; contain-intrinsic-size: 30pt 20pt }"
    let body = "<p><img src=\"\(SmallBook.drawing(40, 20))\" alt=''/></p>"
    for (style, size) in [("", "30x20"), ("img { width: 60pt }", "60x20")] {
      let pagination = try await SmallBook(css: css + style).set(body)
      let trace = try DrawingTrace(firstPageOf: pagination).text
      #expect(trace.contains(" \(size)"), "\(trace)")
    }
  }

  @Test("containment of other kinds is a finding")
  func findings() async throws {
    let pagination = try await SmallBook(css: "p { contain: content }").set("<p>a</p>")
    #expect(pagination.findings.map(\.message).contains { $0.contains("contain: content") })
  }

  @Test(
    "the offsets of a positioned box do not stretch it to more than a height of its content",
    arguments: [("auto", "20x80"), ("fit-content", "20x30"), ("min-content", "20x30")])
  func positioned(height: String, size: String) async throws {
    let css = """
      section { position: relative; height: 80pt }
      div { position: absolute; top: 0; bottom: 0; left: 0; width: 20pt; height: \(height); background: red }
      """
    let found = try await Self.boxes(css, "<section>\(Self.text)</section>")
    #expect(found.count == 1 && found[0].contains(" \(size) "), "\(found)")
  }
}
