import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// `shape-outside` (CSS Shapes 1), in the square font: every line is 10 points high. The float is 100
/// points wide and high, so that the sides of right triangles of 30, 40 and 50 give whole numbers.
@Suite("Shapes of floats")
struct ShapeTests {
  private func lines(_ shape: String, side: String = "left") async throws -> [LineFragment] {
    let css = ".f { float: \(side); width: 100pt; height: 100pt; \(shape) }"
    let text = Array(repeating: "a", count: 11).joined(separator: "<br/>")
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200))
      .set("<div class='f'></div><p>\(text)</p>")
    #expect(!pagination.findings.contains { $0.rule == .unsupportedValue })
    return SmallBook.fragments(of: pagination).filter { $0.usedRect.width > 0 }
  }

  @Test(
    "lines go around the outline of a float",
    arguments: [
      ("", [100, 100, 100]),
      // At 10 and 20 points from the top, the circle is 50 - 40 and 50 - 30 from its middle.
      ("shape-outside: circle()", [80, 90]),
      ("shape-outside: circle(50%)", [80, 90]),
      ("shape-outside: circle(closest-side at center)", [80, 90]),
      ("shape-outside: circle(40pt); shape-margin: 10pt", [80, 90]),
      ("shape-outside: ellipse(25pt 50pt)", [65, 70]),
      ("shape-outside: ellipse(25pt 50pt at 25pt 50%)", [40, 45]),
      ("shape-outside: inset(10pt 60pt 0 0)", [0, 40, 40]),
      ("shape-outside: inset(20pt 60pt 0 0); shape-margin: 10pt", [0, 50, 50]),
      ("shape-outside: polygon(0 0, 100pt 0, 0 100pt)", [100, 90, 80]),
      ("shape-outside: polygon(evenodd, 0 0, 100% 100%, 0 100%)", [10, 20, 30]),
      ("shape-outside: content-box; box-sizing: border-box; padding-right: 30pt", [70, 70]),
      ("shape-outside: border-box; margin-right: 30pt", [100, 100]),
      ("shape-outside: none", [100, 100]),
      // The corner of 50 points is as that of the circle; the lower ones are square.
      ("shape-outside: border-box; border-radius: 0 50pt 0 0", [80, 90]),
      ("shape-outside: inset(0 round 50%)", [80, 90]),
      // With a margin of 10, the radius of 40 is 50.
      ("shape-outside: inset(10pt round 40pt); shape-margin: 10pt", [80, 90]),
      // The radii of the padding box are 10 points less: 50 of its 100.
      (
        "shape-outside: padding-box; border: 10pt solid; border-radius: 60pt; margin: -10pt",
        [80, 90]
      ),
      // A polygon that ends where a line begins is not beside it.
      ("shape-outside: polygon(0 10pt, 40pt 10pt, 40pt 20pt, 0 20pt)", [0, 40, 0]),
    ] as [(String, [Length])])
  func left(shape: String, expected: [Length]) async throws {
    let found = try await lines(shape)
    #expect(found.prefix(expected.count).map(\.usedRect.minX) == expected)
    // Below the float, the whole measure.
    #expect(found.last?.usedRect.minX == 0)
  }

  @Test("beside a float on the right, lines end at its outline")
  func right() async throws {
    let found = try await lines("shape-outside: circle()", side: "right")
    #expect(found.prefix(2).map(\.rect.maxX) == [120, 110])
  }

  @Test("an outline is clipped to the margin box, and nothing outside it is narrowed")
  func clipped() async throws {
    let found = try await lines("shape-outside: circle(500pt)")
    #expect(found.prefix(10).allSatisfy { $0.usedRect.minX == 100 })
    #expect(found[10].usedRect.minX == 0)
  }

  @Test("a line without room beside an outline moves down to where it has room")
  func movesDown() async throws {
    // The triangle leaves 100 points at the top, and 160 where it is 40 points wide, 60 points from the top.
    let css =
      ".f { float: left; width: 100pt; height: 100pt; shape-outside: polygon(0 0, 100% 0, 0 100%) }"
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200))
      .set("<div class='f'></div><p>aaaaaaaaaaaaaaaa</p>")
    let line = try #require(SmallBook.fragments(of: pagination).first { $0.usedRect.width > 0 })
    #expect(abs(line.rect.minY.points - 60) < 0.01)
    #expect(abs(line.usedRect.minX.points - 40) < 0.01)
  }

  @Test("an image as a shape is a finding")
  func unsupported() async throws {
    for shape in ["url(a.png)", "inset(1pt round)", "circle(1pt 2pt)", "polygon(1pt)"] {
      let pagination = try await SmallBook(css: "div { float: left; shape-outside: \(shape) }")
        .set("<div>f</div><p>a</p>")
      #expect(pagination.findings.contains { $0.message.contains("shape-outside") }, "\(shape)")
    }
  }
}
