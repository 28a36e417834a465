import Markup
import Support
import Testing

@testable import Paginator

/// Sizes of images (CSS 2, sections 10.3.2, 10.4 and 10.6.2), in the square font: ten points a letter, pages
/// of 100 points.
@Suite("Image sizes")
struct ImageSizeTests {
  /// 80 by 40 points.
  private static let drawing =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='106.6667' height='53.3333' viewBox='0 0 2 1'/%3E"

  @Test(
    "the limits of an image's width and height act together",
    arguments: [
      ("max-width: 50pt; min-height: 40pt", 50.0, 40.0),
      ("min-width: 30pt; max-height: 10pt", 30, 10),
      ("max-width: 50pt; max-height: 40pt", 50, 25), ("max-width: 60pt; max-height: 20pt", 40, 20),
      ("max-width: 50pt", 50, 25), ("min-height: 60pt; max-width: 90pt", 90, 60),
    ])
  func imageLimits(css: String, width: Double, height: Double) async throws {
    let pagination = try await SmallBook(css: "img { \(css) }").set(
      "<p><img src=\"\(Self.drawing)\" alt=''/></p>")
    let image = try #require(pagination.chapters[0].attachments[0])
    #expect(abs(Double(image.width) / 1024 - width) < 0.1)
    #expect(abs(Double(image.height) / 1024 - height) < 0.1)
  }

  @Test(
    "the sizes of a border box have its edges in them",
    arguments: [
      ("max-height: 40pt; padding-bottom: 20pt", 40.0, 40.0),
      ("max-width: 50pt; padding: 0 5pt", 50, 20), ("max-width: 50%; border: 5pt solid", 50, 30),
      ("min-height: 60pt; padding-top: 15pt", 90, 60), ("width: 50pt; padding: 0 5pt", 50, 20),
      ("max-width: 8pt; padding-left: 10pt", 10, 0),
    ])
  func borderBoxes(css: String, width: Double, height: Double) async throws {
    let image = "<img src=\"\(Self.drawing)\" alt=''/>"
    let pagination = try await SmallBook(css: "img { box-sizing: border-box; \(css) }").set(
      "<p>\(image)</p>")
    let layout = try #require(pagination.chapters[0].attachments[0])
    #expect(abs(Double(layout.width) / 1024 - width) < 0.1)
    #expect(abs(Double(layout.height) / 1024 - height) < 0.1)
  }

  @Test(
    "a drawing with a height and no width is as wide as its measure at most, and keeps its height")
  func withoutProportions() async throws {
    let drawing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' height='40'/%3E"
    let pagination = try await SmallBook().set("<p><img src=\"\(drawing)\" alt=''/></p>")
    let image = try #require(pagination.chapters[0].attachments[0])
    // 300 pixels would be 225 points; 40 pixels are 30 points.
    #expect(image.width == 100 * 1024 && image.height == 30 * 1024)
  }

  @Test("a picture that a box of its own height holds is as high as the box")
  func pictureInSizedBox() async throws {
    let image =
      "<img style='height: 100%; width: 100%' src=\"\(SmallBook.drawing(40, 40))\" alt=''/>"
    let css = "span { display: inline-block; width: 20pt; height: 20pt }"
    let pagination = try await SmallBook(css: css).set("<p>a<span>\(image)</span></p>")
    #expect(pagination.chapters[0].attachments[0]?.nested?.attachments[0]?.height == 20 * 1024)
  }

  @Test(
    "a share of the height of the page's outermost boxes counts only if they have a height",
    arguments: [("", 100, 25), ("html { height: 80pt } body { height: 50% }", 100, 40)])
  func shareOfBody(css: String, width: Int, height: Int) async throws {
    // 160 by 40 pixels are 120 by 30 points; the page is 100 points wide.
    let image =
      "<img style='height: 100%; max-width: 100%' src=\"\(SmallBook.drawing(160, 40))\" alt=''/>"
    let pagination = try await SmallBook(css: css).set(image)
    let layout = try #require(pagination.chapters[0].attachments[0])
    #expect([layout.width, layout.height].map { $0 / 1024 } == [width, height])
  }

  @Test(
    "a picture whose greatest width is a share does not make its column wider",
    arguments: [
      ("max-width: 100%", 50), ("max-width: 50%", 25), ("max-width: 100%; min-width: 70pt", 70),
    ])
  func shareInCell(limit: String, width: Int) async throws {
    // 120 points wide, in a column of half of the page's 100 points; the words beside it need 30.
    let image = "<img style='\(limit)' src=\"\(SmallBook.drawing(160, 40))\" alt=''/>"
    let pagination = try await SmallBook(
      css: "table { width: 100%; border-spacing: 0 } td { padding: 0; width: 50% }"
    ).set("<table><tr><td>\(image)</td><td>aaa aaa aaa aaa</td></tr></table>")
    let layout = try #require(pagination.chapters[0].attachments[0])
    #expect(layout.width / 1024 == width)
  }

  @Test("a picture in a box that cuts it off keeps its size, and the box its height")
  func croppedPicture() async throws {
    let image = "<img src=\"\(SmallBook.drawing(40, 30))\" alt=''/>"
    let css = """
      span { display: inline-block; width: 30pt; height: 20pt; overflow: hidden }
      img { width: 80pt; height: 60pt; margin: -20pt 0 0 -20pt }
      """
    let pagination = try await SmallBook(css: css).set("<p>a<span>\(image)</span></p>")
    let box = try #require(pagination.chapters[0].attachments[0])
    #expect(box.height == 20 * 1024)
    // The margins take 20 points of 80.
    #expect(box.nested?.attachments[0]?.width == 60 * 1024)
    #expect(!pagination.findings.contains { $0.rule == .scaledImage })
  }

  @Test("a picture that is as high as its box is not cut off by it", arguments: [30, 20])
  func pictureOfBox(height: Int) async throws {
    // 40 by 30 points, in a box of 30 or 20; its line also has room for letters' descent.
    let size = "height: 30pt; width: 40pt"
    let image = "<img style='\(size)' src=\"\(SmallBook.drawing(40, 30))\" alt=''/>"
    let css = """
      span { display: inline-block; width: 40pt; height: \(height)pt; \
      overflow: hidden; line-height: 20pt }
      """
    let pagination = try await SmallBook(css: css).set("<p><span>\(image)</span></p>")
    #expect(pagination.findings.map(\.rule) == (height == 30 ? [] : [.overfullBox]))
  }

  @Test("a large picture without a width fits its box, also if the box cuts off what is wider")
  func uncroppedPicture() async throws {
    let css = "div { width: 100%; overflow: hidden }"
    let pagination = try await SmallBook(css: css).set(
      "<div><img src=\"\(SmallBook.drawing(400, 100))\" alt=''/></div>")
    #expect(pagination.chapters[0].attachments[0]?.width == 100 * 1024)
    #expect(pagination.findings.map(\.rule) == [.scaledImage])
  }

  @Test("a box in a line that is wider than its page shrinks with the picture that it cuts off")
  func wideBox() async throws {
    let size = "width: 200pt; height: 60pt"
    let image = "<img style='\(size)' src=\"\(SmallBook.drawing(267, 80))\" alt=''/>"
    func sizes(_ css: String) async throws -> [Int] {
      let pagination = try await SmallBook(
        css: "span { display: inline-block; overflow: hidden; \(size) } \(css)"
      ).set("<p><span>\(image)</span></p>")
      let box = try #require(pagination.chapters[0].attachments[0])
      let picture = try #require(box.nested?.attachments[0])
      return [box.width, box.height, picture.width, picture.height].map { $0 / 1024 }
    }
    #expect(try await sizes("p { measure-min: 1 }") == [100, 30, 100, 30])
    #expect(try await sizes("") == [200, 60, 200, 60])
  }
}
