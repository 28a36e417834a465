import EPUB
import Support
import Testing

@testable import Paginator

/// Positioned images on a page of fixed layout of 432 by 648 points.
@Suite("Images on fixed-layout pages")
struct FixedImageTests {
  /// The place of the only image, as x, y, width and height in points, and the rules of the findings.
  private func place(_ body: String) async throws -> (rect: [Double], findings: [Finding.Rule]) {
    let pagination = try await SmallEPUB(
      documents: [("a", body)],
      spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>",
      css: "body { margin: 0 }"
    ).set()
    let svg = try SmallBook.firstPage(of: pagination)
    let place = try #require(SmallBook.places(of: "image", in: svg).first)
    return (place, pagination.findings.map(\.rule))
  }

  private static let box =
    "position: absolute; left: 40pt; top: 20pt; width: 100pt; height: 100pt"

  /// 80 by 40 pixels are 60 by 30 points.
  private func image(_ style: String) -> String {
    "<img style='position: absolute; \(style)' src=\"\(SmallBook.drawing(80, 40))\" alt='x'/>"
  }

  @Test(
    "a positioned image keeps its size, whatever its offsets leave of the box around it",
    arguments: [
      // Partly or wholly beside its box of 100 points, and over the edges of the page.
      ("left: 60pt; top: 10pt", [100.0, 30, 60, 30]),
      ("left: 150pt; top: 10pt", [190, 30, 60, 30]),
      ("left: 380pt; top: 610pt", [420, 630, 60, 30]),
      ("right: -10pt; bottom: -20pt", [90, 110, 60, 30]),
      // Shares of the box, which is 100 by 100 points, with and without the other side.
      ("left: 80pt; top: 0; height: 100%", [120, 20, 200, 100]),
      ("left: 80pt; top: 0; max-width: 40%", [120, 20, 40, 20]),
      ("left: 80pt; top: 0; width: 90%", [120, 20, 90, 45]),
    ])
  func beyondBox(style: String, place: [Double]) async throws {
    let found = try await self.place(
      "<div style='\(Self.box)'>\(image(style))</div>")
    #expect(found.rect == place)
    #expect(found.findings == [])
  }

  @Test(
    "auto margins share what four offsets leave beside a positioned image",
    arguments: [
      // (432 - 60) / 2 and (648 - 30) / 2.
      ("left: 0; right: 0; top: 0; bottom: 0; margin: auto", [186.0, 309, 60, 30]),
      ("left: 0; right: 0; top: 0; bottom: 0; margin: auto 0 auto auto", [372, 309, 60, 30]),
      ("left: 0; right: 0; top: 0; bottom: 0; width: 50%; margin: auto", [108, 270, 216, 108]),
      ("left: 20pt; top: 0; bottom: 0; margin: auto 5pt", [25, 309, 60, 30]),
      // Too large for both: from the left edge, and as far over the top as over the foot.
      ("left: 0; right: 0; top: 0; bottom: 0; height: 708pt; margin: auto", [0, -30, 1416, 708]),
    ])
  func autoMargins(style: String, place: [Double]) async throws {
    let found = try await self.place(image(style))
    #expect(found.rect == place)
  }

  @Test(
    "a positioned image is moved and scaled by its transform",
    arguments: [
      // 216 - 60 / 2 and 324 - 30 / 2.
      ("left: 50%; top: 50%; transform: translate(-50%, -50%)", [186.0, 309, 60, 30]),
      ("left: 0; top: 0; transform: translate(300pt, 20pt)", [300, 20, 60, 30]),
      ("left: 10pt; top: 10pt; width: 50%; transform: translate(50%, 0)", [118, 10, 216, 108]),
      // About its middle, (30, 15), and about its corner, then moved by 4 and 8 pixels.
      ("left: 0; top: 0; transform: scale(0.5)", [15, 7.5, 30, 15]),
      (
        "left: 0; top: 0; transform: matrix(0.5, 0, 0, 0.5, 4, 8); transform-origin: 0 0",
        [3, 6, 30, 15]
      ),
    ])
  func transform(style: String, place: [Double]) async throws {
    let found = try await self.place(image(style))
    #expect(found.rect == place)
  }

  @Test("a picture that is larger than its page is cut off by it")
  func bleed() async throws {
    let size = "width: 452pt; height: 668pt"
    let placed = "left: -10pt; top: -10pt"
    let drawing = SmallBook.drawing(40, 40)
    for body in [
      image("\(placed); \(size)"),
      "<div style='position: absolute; \(placed); \(size); overflow: hidden'>"
        + "<img style='width: 100%; height: 100%' src=\"\(drawing)\" alt='x'/></div>",
    ] {
      let found = try await place(body)
      // Its drawing is a square of 452 points in the middle: (668 - 452) / 2 - 10.
      #expect(found.rect == [-10, 98, 452, 452] || found.rect == [-10, -10, 452, 668])
      #expect(found.findings == [])
    }
  }
}
