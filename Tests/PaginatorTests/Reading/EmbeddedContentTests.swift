import Foundation
import Support
import Testing

@testable import Paginator

/// Embedded content that is no image, and the backgrounds of drawings, in the square font: ten points a letter, pages
/// of 100 points.
@Suite("Embedded content")
struct EmbeddedContentTests {
  @Test("the poster of a film is set in the film's place and keeps its proportions")
  func poster() async throws {
    // 80 by 40 pixels are 60 by 30 points.
    let source = SmallBook.drawing(80, 40)
    let film = "<video poster=\"\(source)\" style='height: 50pt; width: 60pt'>no film</video>"
    let pagination = try await SmallBook().set("<p>\(film)</p>")
    let layout = try #require(pagination.chapters[0].attachments[0])
    #expect([layout.width, layout.height].map { $0 / 1024 } == [60, 50])
    #expect(SmallBook.lines(of: pagination) == [["\u{FFFC}"]])
    #expect(pagination.findings.map(\.rule) == [.fallbackContent])
    let svg = try SmallBook.firstPage(of: pagination)
    // In the middle of the 50 points.
    #expect(SmallBook.places(of: "image", in: svg) { _ in true } == [[0, 10, 60, 30]])
    // Without a picture, the fallback content is.
    let other = try await SmallBook().set("<p><video poster='none.png'>no</video></p>")
    #expect(SmallBook.lines(of: other) == [["no"]])
  }

  @Test("a canvas, and a frame that is drawn, have their size; other frames leave no hole")
  func blanks() async throws {
    func size(_ element: String) async throws -> [Int] {
      let pagination = try await SmallBook(page: Size(width: 300, height: 300)).set(
        "<p>\(element)</p>")
      return pagination.chapters[0].attachments.values.flatMap {
        [$0.width / 1024, $0.height / 1024]
      }
    }
    #expect(try await size("<canvas></canvas>") == [225, 112])
    #expect(
      try await size("<canvas width='40' height='20' style='height: 30pt'></canvas>") == [60, 30])
    // A frame has no proportions.
    #expect(
      try await size("<iframe style='background: red; width: 50pt'></iframe>") == [50, 112])
    #expect(try await size("a<iframe></iframe>") == [])
  }

  @Test(
    "the color behind a drawing file is painted",
    arguments: [
      ("background: green", "green"), ("background-color:rgb(1, 2, 3);width:9px", "rgb(1, 2, 3)"),
      ("background: url(a.png)", nil), ("background: red; background: none", nil),
      ("fill: red", nil),
      ("background: red\"/>", nil),
    ] as [(String, String?)])
  func background(style: String, color: String?) {
    #expect(DrawingReader.backgroundColor(style) == color)
  }

  @Test("what a drawing file has behind it is below its shapes")
  func drawnBackground() async throws {
    var book = SmallBook()
    book.files["a.svg"] = Array(
      """
      <svg xmlns='http://www.w3.org/2000/svg' width='40' height='20' style='background: #123456'><path d='M0 0h9v9z'/></svg>
      """.utf8)
    let pagination = try await book.set("<p><img src='a.svg' alt=''/></p>")
    guard case .image(let image)? = pagination.chapters[0].text.attachments.first?.content else {
      return #expect(Bool(false), "no image")
    }
    let drawing = String(decoding: image.bytes, as: UTF8.self)
    let ground = try #require(drawing.range(of: "style=\"fill:#123456;stroke:none\""))
    let shape = try #require(drawing.range(of: "<path"))
    #expect(ground.upperBound < shape.lowerBound)
  }
}
