import Foundation
import Support
import Testing

@testable import Paginator

/// `image-orientation` and `image-resolution` (CSS Images 3, section 5.7; CSS Images 4, section 6.2).
@Suite("Forms of images")
struct ImageFormTests {
  /// An image of 40 x 20 points that a camera has turned by a quarter: 20 x 40 points are stored.
  private static var photo: ImageReference {
    var image = ImageReference(
      href: "x.jpg", mediaType: "image/jpeg", bytes: [], size: Size(width: 40, height: 20))
    image.orientation = 6
    image.density = PixelDensity(across: 2, down: 4)
    return image
  }

  private static func form(_ declaration: String) async throws -> ImageForm? {
    let pagination = try await SmallBook(css: "div { \(declaration) }").set("<div><p>a</p></div>")
    let text = pagination.chapters[0].text
    // Both are inherited.
    return text.styles[Int(text.paragraphs[0].style)].text.imageForm
  }

  @Test(
    "an image is turned as the camera or the style says",
    arguments: [
      ("image-orientation: from-image", 6, Size(width: 40, height: 20)),
      ("image-orientation: none", 1, Size(width: 20, height: 40)),
      ("image-orientation: 0deg", 1, Size(width: 20, height: 40)),
      ("image-orientation: 100deg", 6, Size(width: 40, height: 20)),
      ("image-orientation: -0.25turn", 8, Size(width: 40, height: 20)),
      ("image-orientation: flip", 2, Size(width: 20, height: 40)),
      ("image-orientation: 90deg flip", 5, Size(width: 40, height: 20)),
      ("image-orientation: 180deg flip", 4, Size(width: 20, height: 40)),
    ])
  func orientation(declaration: String, orientation: Int, size: Size) async throws {
    let image = Self.photo.formed(by: try await Self.form(declaration))
    #expect(image.orientation == orientation)
    #expect(image.size == size)
  }

  @Test(
    "pixels have the size that the style or the file says",
    arguments: [
      ("image-resolution: 1dppx", Size(width: 40, height: 20)),
      ("image-resolution: 192dpi snap", Size(width: 20, height: 10)),
      // 20 x 40 points are stored, with two and four pixels on a pixel of CSS, and turned then.
      ("image-resolution: from-image 8x", Size(width: 10, height: 10)),
      ("image-resolution: 0x", Size(width: 40, height: 20)),
    ])
  func resolution(declaration: String, size: Size) async throws {
    #expect(Self.photo.formed(by: try await Self.form(declaration)).size == size)
    // A drawing has no pixels.
    var drawing = Self.photo
    drawing.mediaType = "image/svg+xml"
    #expect(drawing.formed(by: try await Self.form(declaration)) == drawing)
  }

  /// An image of one pixel with 7559 and 15118 dots a meter: 192 and 384 an inch.
  private static var dense: [UInt8] {
    let pixel = Array(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
      ) ?? Data())
    let chunk: [UInt8] =
      [0, 0, 0, 9] + Array("pHYs".utf8) + [0, 0, 0x1D, 0x87, 0, 0, 0x3B, 0x0E, 1, 0, 0, 0, 0]
    return Array(pixel[..<33]) + chunk + Array(pixel[33...])
  }

  @Test("the resolution that files state")
  func stated() throws {
    let png = try #require(ImageHeader.read(Self.dense)?.density)
    #expect(abs(png.across - 2) < 0.001 && abs(png.down - 4) < 0.001)
    // 300 and 150 dots an inch.
    let head: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 2, 1, 1, 0x2C, 0, 0x96, 0, 0]
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 1, 0, 1, 3, 0, 0, 0, 0]
    let jpeg = try #require(ImageHeader.read(head + frame)?.density)
    #expect(jpeg == PixelDensity(across: 3.125, down: 1.5625))
  }

  @Test("images, markers and backgrounds have the form that their style says")
  func placed() async throws {
    var book = SmallBook(
      css: """
        body { image-resolution: from-image } ul { list-style-image: url(a.png); margin: 0 }
        div { background: url(a.png) no-repeat; image-resolution: 0.5x }
        """)
    book.files["a.png"] = Self.dense
    let pagination = try await book.set(
      "<p><img src='a.png' alt=''/></p><ul><li>a</li></ul><div>b</div>")
    #expect(pagination.findings.isEmpty)
    let trace = try DrawingTrace(firstPageOf: pagination).text
    // A pixel of CSS is 0.75 points: half and a quarter of that, and twice as much behind the block.
    #expect(trace.matches(of: /image [^ ]* 0\.37[0-9]*x0\.18[0-9]*/).count == 2, "\(trace)")
    #expect(trace.contains("tiles 1x1 0,10 1.5x1.5") || trace.contains("1.5x1.5"), "\(trace)")
  }
}
