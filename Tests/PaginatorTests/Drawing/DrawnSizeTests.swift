import Support
import Testing

@testable import Paginator

/// The sizes of images in boxes (CSS Images 3, section 5; CSS Backgrounds 3, section 3.9).
@Suite("Drawn sizes")
struct DrawnSizeTests {
  private func drawing(_ attributes: String) throws -> ImageReference {
    let bytes = Array(
      "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)><rect width='100%' height='5'/></svg>"
        .utf8)
    let summary = try #require(ImageHeader.read(bytes))
    var image = ImageReference(
      href: "a.svg", mediaType: summary.mediaType, bytes: bytes, size: DocumentReader.size(summary),
      ratio: summary.ratio)
    image.setNaturalSize(summary)
    return image
  }

  private func markup(_ image: ImageReference) -> String {
    String(decoding: image.bytes, as: UTF8.self)
  }

  @Test("a drawing without a ratio is drawn in a window of the size that it gets")
  func window() throws {
    // 60 points are 80 pixels.
    let drawn = try drawing("height='8'").drawn(at: Size(width: 60, height: 6))
    #expect(
      markup(drawn).contains(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80.0\" height=\"8.0\">"))
  }

  @Test("a drawing keeps its proportions in the window, as its file says")
  func proportions() throws {
    let source = try drawing("viewBox='0 0 16 8' preserveAspectRatio='xMinYMin'")
    let drawn = markup(source.drawn(at: Size(width: 15, height: 15)))
    #expect(
      drawn.contains(
        "viewBox=\"0 0 16 8\" preserveAspectRatio=\"xMinYMin\" width=\"20.0\" height=\"20.0\""))
  }

  @Test(
    "a drawing that fills its box is moved as `object-position` says, and then is in its middle")
  func position() throws {
    let source = try drawing("viewBox='0 0 2 1'")
    var box = BoxProperties()
    let rect = Rect(x: 0, y: 0, width: 40, height: 40)
    #expect(rect.placing(source, box) == Rect(x: 0, y: 10, width: 40, height: 20))
    // The window is as large as the box: only lengths move it.
    box.objectPosition = .at(x: Dimension(length: -2, fraction: 1), y: Dimension(fraction: 1))
    #expect(rect.placing(source, box) == Rect(x: -2, y: 10, width: 40, height: 20))
  }

  @Test("a drawing with a size and no viewBox is scaled as pixels are")
  func scaled() throws {
    let drawn = markup(try drawing("width='16' height='8'").drawn(at: Size(width: 15, height: 15)))
    #expect(drawn.contains("viewBox=\"0 0 16.0 8.0\" preserveAspectRatio=\"none\""))
  }

  @Test("a drawing in its own proportions is drawn as it is")
  func unchanged() throws {
    let source = try drawing("width='16' height='8'")
    #expect(source.drawn(at: Size(width: 6, height: 3)).bytes == source.bytes)
  }

  @Test(
    "what a drawing lacks of its size comes from its ratio, or else from the box",
    arguments: [
      // A width of 12 points; the height is that of the box, or half of the width.
      ("width='16'", Size(width: 12, height: 60)),
      ("width='16' viewBox='0 0 2 1'", Size(width: 12, height: 6)),
      ("height='16'", Size(width: 100, height: 12)),
      ("height='16' viewBox='0 0 2 1'", Size(width: 24, height: 12)),
      // Nothing: the box, or as much of it as the ratio allows.
      ("", Size(width: 100, height: 60)),
      ("viewBox='0 0 2 1'", Size(width: 100, height: 50)),
    ])
  func automatic(attributes: String, expected: Size) throws {
    let natural = NaturalSize(try drawing(attributes))
    #expect(natural.size(width: nil, height: nil, in: Size(width: 100, height: 60)) == expected)
  }

  @Test("of one size that is given, the other follows")
  func oneSize() throws {
    let box = Size(width: 100, height: 60)
    let flat = NaturalSize(try drawing("width='16'"))
    // Without a ratio, the height of the box and the image's own width.
    #expect(flat.size(width: 40, height: nil, in: box) == Size(width: 40, height: 60))
    #expect(flat.size(width: nil, height: 30, in: box) == Size(width: 12, height: 30))
    let square = NaturalSize(try drawing("viewBox='0 0 1 1'"))
    #expect(square.size(width: 40, height: nil, in: box) == Size(width: 40, height: 40))
    #expect(square.covering(box) == Size(width: 100, height: 100))
    #expect(square.contained(in: box) == Size(width: 60, height: 60))
  }
}
