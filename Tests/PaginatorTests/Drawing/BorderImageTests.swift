import Support
import Testing

@testable import Paginator

/// Images in place of borders (CSS Backgrounds 3, section 6).
@Suite("Border images")
struct BorderImageTests {
  /// The parts that are drawn of an image of 30 by 30 points that is cut 10 points from its edges: for a box of 60 by
  /// 40 points at the corner of the page, whose borders are 10 points wide.
  private func parts(_ value: String, _ more: String = "") async throws -> [[Double]] {
    let css = """
      @page { margin: 0 } html, body { margin: 0 }
      div { width: 40pt; height: 20pt; border: 10pt solid red; \
      border-image: url("\(SmallBook.drawing(40, 40))") \(value); \(more) }
      """
    let pagination = try await SmallBook(css: css).set("<div></div>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(pagination.findings.isEmpty && !svg.contains("#ff0000"))
    return SmallBook.places(of: "svg", in: svg) { $0.contains("<image") }
  }

  private let corners: [[Double]] = [
    [0, 0, 10, 10], [50, 0, 10, 10], [0, 30, 10, 10], [50, 30, 10, 10],
  ]

  private func sides(_ parts: [[Double]]) -> [[Double]] { parts.filter { !corners.contains($0) } }

  @Test("eight parts fill the borders, and the ninth the middle; the borders are not drawn")
  func nine() async throws {
    let stretched: [[Double]] = [
      [10, 0, 40, 10], [0, 10, 10, 20], [50, 10, 10, 20], [10, 30, 40, 10],
    ]
    // 40 pixels are 30 points, and a third of them is 10 points.
    for slice in ["calc(40 / 3)", "33.3333%"] {
      let parts = try await parts(slice)
      #expect(parts.count == 8 && corners.allSatisfy(parts.contains))
      #expect(sides(parts) == stretched, "\(slice)")
    }
    #expect(sides(try await parts("33.3333% fill")).contains([10, 10, 40, 20]))
  }

  @Test("the middle of a side is repeated: as it is, scaled a little, or with equal gaps")
  func repeated() async throws {
    func top(_ word: String) async throws -> [[Double]] {
      // A side of 45 points, for parts of 10 points.
      sides(try await parts("33.3333% \(word)", "width: 45pt")).filter { $0[1] == 0 && $0[0] < 55 }
    }
    // One is in the middle, at 10 + (45 - 10) / 2; those at the ends are cut.
    #expect(
      try await top("repeat") == [
        [10, 0, 7.5, 10], [17.5, 0, 10, 10], [27.5, 0, 10, 10], [37.5, 0, 10, 10],
        [47.5, 0, 7.5, 10],
      ])
    // Five of 9 points.
    #expect(try await top("round").map { $0[0] } == [10, 19, 28, 37, 46])
    // Four, and five gaps of one point.
    #expect(try await top("space").map { $0[0] } == [11, 22, 33, 44])
  }

  @Test("the width of the image and the room outside need not be those of the borders")
  func sizes() async throws {
    // Half the borders' widths, in an area that is 10 points larger on each side of the box.
    let parts = try await parts("33.3333% / 0.5 / 1")
    #expect(parts.contains([-10, -10, 5, 5]) && parts.contains([65, 45, 5, 5]))
    // Widths that would overlap are reduced together: 40 + 40 points to 60 across.
    let wide = try await self.parts("33.3333% / 40pt 40pt")
    #expect(wide.contains([0, 0, 20, 20]) && wide.contains([40, 20, 20, 20]))
  }

  @Test("a gradient can be the image; an image that is missing leaves the borders")
  func sources() async throws {
    let css = "div { border: 10pt solid; border-image: linear-gradient(red, blue) 1 }"
    let gradient = try await SmallBook(css: css).set("<div>a</div>")
    #expect(try SmallBook.firstPage(of: gradient).split(separator: "<image").count == 9)
    let missing = try await SmallBook(
      css: "div { border: 1pt solid #123456; border-image: url(x) 1 }"
    )
    .set("<div>a</div>")
    #expect(missing.findings.map(\.rule) == [.missingImage])
    #expect(try SmallBook.firstPage(of: missing).contains("#123456"))
  }

  @Test("the pixels of a photograph are turned as its camera was, in backgrounds too")
  func orientation() {
    var image = ImageReference(href: "a", mediaType: "image/jpeg", bytes: [], size: nil)
    image.orientation = 6
    var writer = ByteWriter()
    let tiles = PictureTiles(once: image, in: Rect(x: 5, y: 0, width: 20, height: 10))
    writer.writeSVG([.tiles(tiles)]) { _ in "a" }
    // A quarter to the right: 10 by 20 points become 20 by 10.
    let svg = String(decoding: writer.bytes, as: UTF8.self)
    #expect(svg.contains("width=\"10\" height=\"20\" transform=\"matrix(0 1 -1 0 20 0)\""))
  }
}
