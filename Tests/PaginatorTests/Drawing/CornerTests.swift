import Foundation
import Support
import Testing

@testable import Paginator

/// Rounded corners (CSS Backgrounds 3, section 4).
@Suite("Rounded corners")
struct CornerTests {
  /// The radii of the corners of a border box of 100 x 40 points, from the top left one clockwise.
  private func radii(
    _ declarations: String, tag: String = "p", _ change: (inout BoxFragment) -> Void = { _ in }
  ) async throws -> [Size]? {
    let pagination = try await SmallBook(css: "\(tag) { \(declarations) }").set(
      "<\(tag)>a</\(tag)>")
    let text = try #require(pagination.chapters.first).chapter.text
    let block = try #require(text.blocks.last)
    var fragment = BoxFragment(
      block: 0, x: 0, y: 0, width: 100 * 1024, height: 40 * 1024, hasTop: true, hasBottom: true)
    change(&fragment)
    let box = text.styles[Int(block.style)].box
    return RoundedRect(fragment, box, x: 0, y: 0)?.radii
  }

  private static func sizes(_ values: (Length, Length)...) -> [Size] {
    values.map { Size(width: $0.0, height: $0.1) }
  }

  @Test(
    "the shorthand and the longhands give four pairs of radii",
    arguments: [
      ("border-radius: 5pt", sizes((5, 5), (5, 5), (5, 5), (5, 5))),
      ("border-radius: 1pt 2pt", sizes((1, 1), (2, 2), (1, 1), (2, 2))),
      ("border-radius: 1pt 2pt 3pt", sizes((1, 1), (2, 2), (3, 3), (2, 2))),
      ("border-radius: 1pt 2pt 3pt 4pt", sizes((1, 1), (2, 2), (3, 3), (4, 4))),
      ("border-radius: 1pt 2pt / 3pt", sizes((1, 3), (2, 3), (1, 3), (2, 3))),
      // 10 % of 100 across, 10 % of 40 down.
      ("border-radius: 10%", sizes((10, 4), (10, 4), (10, 4), (10, 4))),
      (
        "border-radius: 9pt; border-top-right-radius: 1pt 2pt",
        sizes((9, 9), (1, 2), (9, 9), (9, 9))
      ),
      ("-webkit-border-radius: 5pt", sizes((5, 5), (5, 5), (5, 5), (5, 5))),
      // A corner with one radius of 0 is square.
      ("border-radius: 5pt 5pt 5pt 5pt / 5pt 0", sizes((5, 5), (0, 0), (5, 5), (0, 0))),
      ("border-start-start-radius: 5pt", sizes((5, 5), (0, 0), (0, 0), (0, 0))),
      ("direction: rtl; border-start-start-radius: 5pt", sizes((0, 0), (5, 5), (0, 0), (0, 0))),
      ("direction: rtl; border-end-end-radius: 5pt", sizes((0, 0), (0, 0), (0, 0), (5, 5))),
    ])
  func grammar(declarations: String, expected: [Size]) async throws {
    #expect(try await radii(declarations) == expected)
  }

  @Test("a filled rectangle has its rounded corners in a PDF, at most half of each side")
  func filledRectangle() {
    func operators(_ radius: Length) -> String {
      var bytes = PDFBytes()
      var paint = PDFPaint(.rgb)
      let rect = Rect(x: 10, y: 20, width: 40, height: 10)
      bytes.write(
        .rect(rect, fill: .black, cornerRadius: radius), pageHeight: 100 * 1024, &paint)
      return String(decoding: bytes.bytes, as: UTF8.self)
    }
    #expect(operators(0).contains("10 70 40 10 re f Q"))
    let round = operators(3)
    #expect(!round.contains("re f") && round.split(separator: "c ").count == 5)
    #expect(round.contains("13 80 m "))
    // Half of the height is 5 points.
    #expect(operators(8).contains("18 80 m "))
  }

  @Test(
    "what is no radius is ignored",
    arguments: ["5pt /", "-1pt", "1pt 2pt 3pt 4pt 5pt", "1pt / 2pt / 3pt", "auto", "0", "0 / 5pt"])
  func invalid(value: String) async throws {
    #expect(try await radii("border-radius: \(value)") == nil)
  }

  @Test("curves that would overlap become smaller, all by the same factor")
  func scaling() async throws {
    // The left side is 40 points high and the sum of its radii 80: a half.
    #expect(
      try await radii("border-radius: 40pt 20pt 20pt 40pt")
        == Self.sizes((20, 20), (10, 10), (10, 10), (20, 20)))
    // 100 points for 160 across is 5/8, 40 for 160 down is 1/4: the smaller one counts.
    #expect(
      try await radii("border-radius: 80pt") == Self.sizes((20, 20), (20, 20), (20, 20), (20, 20)))
    // Half of both sides is an ellipse.
    #expect(
      try await radii("border-radius: 50%") == Self.sizes((50, 20), (50, 20), (50, 20), (50, 20)))
  }

  @Test("corners at a cut are square, and so are those of boxes with shared borders")
  func cut() async throws {
    let radius = "border-radius: 5pt"
    #expect(
      try await radii(radius) { $0.hasBottom = false } == Self.sizes((5, 5), (5, 5), (0, 0), (0, 0))
    )
    #expect(
      try await radii(radius) { $0.hasLeft = false } == Self.sizes((0, 0), (5, 5), (5, 5), (0, 0)))
    #expect(try await radii(radius) { $0.borders = Edges(BorderSide()) } == nil)
  }

  @Test("the inner radius is the outer one without the border")
  func inner() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 40)
    let outline = RoundedRect(rect, radii: Self.sizes((10, 10), (10, 10), (3, 10), (10, 10)))
    // Borders of 4 points at the sides, 6 above and 2 below.
    let inner = outline.inset(to: Rect(x: 4, y: 6, width: 92, height: 32))
    // The third corner would have a radius of -1 across: it is square.
    #expect(inner.radii == Self.sizes((6, 4), (6, 4), (0, 0), (6, 8)))
  }

  @Test("rows have no rounded corners, cells only where they do not share borders")
  func tables() async throws {
    for (css, expected) in [("separate", 1), ("collapse", 0)] {
      let pagination = try await SmallBook(
        css: "td, tr { border-radius: 2pt } table { border-collapse: \(css) }"
      ).set("<table><tr><td>a</td></tr></table>")
      let text = try #require(pagination.chapters.first).chapter.text
      #expect(
        text.blocks.filter { text.styles[Int($0.style)].box.corners != nil }.count == expected)
    }
  }

  @Test("content is cut off at rounded corners only where it reaches them")
  func cutOff() async throws {
    let css = "div { overflow: hidden; border-radius: 4pt } p { margin: 4pt 0 }"
    let inside = try await SmallBook(css: css).set("<p>x</p><div>a<p>b</p>a</div>")
    #expect(inside.findings == [])
    // Of three lines, the first and the last one reach the corners.
    let svg = try SmallBook.firstPage(of: inside)
    #expect(svg.components(separatedBy: "<clipPath").count - 1 == 4)  // a rectangle and a path each
    #expect(svg.components(separatedBy: "clip-rule").count - 1 == 2)
  }

  @Test("in SVG, rounded boxes are paths, and images are clipped")
  func svg() async throws {
    let pixel = SmallBook.drawing(20, 10)
    let svg = try SmallBook.firstPage(
      of: try await SmallBook(css: "div { background: red } .r, img { border-radius: 2pt }").set(
        "<div>a</div><div class='r'>b</div><p><img alt='' src=\"\(pixel)\"/></p>"))
    #expect(svg.components(separatedBy: "<path d=\"M2 10L98 10C").count == 2)
    #expect(svg.components(separatedBy: "<clipPath").count == 2)
    #expect(svg.contains("shape-rendering=\"crispEdges\""))
  }
}
