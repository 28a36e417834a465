import EPUB
import Support
import Testing

@testable import Paginator

/// Shapes as the operators of a PDF.
@Suite("PDF shapes")
struct PDFShapeTests {
  /// An ICC profile of a printing condition in CMYK, as far as it is looked at.
  private static let profile: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 200)
    for (at, tag) in [(12, "prtr"), (16, "CMYK"), (36, "acsp")] {
      bytes.replaceSubrange(at..<at + 4, with: Array(tag.utf8))
    }
    return bytes
  }()

  /// A page of 100 x 100 points, for a printer who cuts it with a bleed of 9 points.
  private func page(of chapter: NumberedChapter, _ shapes: [PageShape]) throws -> PDFPage {
    let profile = try PDFProfile.print(bleed: 9, marks: [], icc: Self.profile, name: "C")
    var canvas = chapter.pdfCanvas(PDFTools(SharedFaces()), LinkPlaces(), profile)
    canvas.beginPage(
      CanvasPage(
        number: 1, label: "1", size: Size(width: 100, height: 100), side: .right, isBlank: false))
    canvas.draw(shapes)
    canvas.endPage()
    let drawn = canvas.finish()
    return try #require(drawn.pages.first)
  }

  @Test(
    "what has an opacity as a whole is a stream of its own, and an inner group is before the outer one"
  )
  func opacities() async throws {
    let chapter = try await SmallBook(css: "").set("<p>a</p>").numbered(0)
    let profile = PDFProfile.access
    var canvas = chapter.pdfCanvas(PDFTools(SharedFaces()), LinkPlaces(), profile)
    canvas.beginPage(
      CanvasPage(
        number: 1, label: "1", size: Size(width: 100, height: 100), side: .right, isBlank: false))
    let rect = PageShape.rect(Rect(x: 0, y: 0, width: 9, height: 9), fill: .black, cornerRadius: 0)
    canvas.beginGroup(opacity: 0.5)
    canvas.draw([rect])
    canvas.beginGroup(opacity: 0.2)
    canvas.draw([rect])
    canvas.endGroup()
    canvas.endGroup()
    canvas.endPage()
    let page = try #require(canvas.finish().pages.first)
    // 0.5 and 0.2 of 255.
    #expect(page.paint.opacities == [128, 51])
    #expect(page.groups.count == 2)
    // The page only has the outer group; the outer one has its rectangle, too.
    #expect(page.content.count < page.groups[1].content.count)
  }

  @Test("a group is drawn as its shapes are: with images, and into the bleed")
  func groups() async throws {
    let pagination = try await SmallBook(
      css: "p { border-radius: 5pt; background: linear-gradient(red, blue) }"
    ).set("<p>a</p>")
    let chapter = pagination.numbered(0)
    let text = chapter.layout.chapter.text
    let style = text.styles[Int(try #require(text.blocks.last).style)].box
    let picture = try #require(style.picture)
    var context = DrawingContext()
    context.box(
      BoxFragment(
        block: 0, x: 0, y: 0, width: 100 * 1024, height: 60 * 1024, hasTop: true, hasBottom: true),
      style: style, pictures: [BoxPicture(picture: picture, image: nil)], originX: 0, originY: 0)
    // Tiles, clipped to rounded corners.
    guard case .clipped(let parts, _)? = context.shapes.first, case .tiles? = parts.first else {
      Issue.record("\(context.shapes)")
      return
    }
    let plain = try page(of: chapter, context.shapes)
    let grouped = try page(of: chapter, [.group("own", [.group("inner", context.shapes)])])
    #expect(plain.images.count == 1)
    #expect(grouped.images == plain.images)
    #expect(grouped.content == plain.content)
  }
}
