import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// SVG drawings in documents.
@Suite("Drawings")
struct DrawingTests {
  @Test("text of an inline drawing in the book's own font is drawn as outlines")
  func drawingText() async throws {
    let font = try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture("Square.ttf")))
    let book = SmallBook(
      css: "@font-face { font-family: Own; src: url(s.ttf) } .o { font-family: Own }",
      files: ["s.ttf": Array(font)])
    func drawn(_ text: String) async throws -> (svg: String, findings: [Finding.Rule]) {
      let pagination = try await book.set(
        "<p><svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'>\(text)</svg></p>")
      let image = try #require(pagination.chapters.first?.text.images.first)
      return (String(decoding: image.bytes, as: UTF8.self), pagination.findings.map(\.rule))
    }
    let own = try await drawn(
      "<text x='50' y='10' font-size='10' text-anchor='end' class='o'> a "
        + "<tspan fill='red'>b</tspan></text>")
    // Three squares of ten units end at 50; the space belongs to the second run.
    #expect(!own.svg.contains("<text"))
    #expect(own.svg.contains("translate(20.0,10.0) scale(0.01)"), "\(own.svg)")
    #expect(own.svg.contains("<g fill=\"red\"><g transform=\"translate(30.0,10.0)"), "\(own.svg)")
    #expect(own.findings == [])
    let other = try await drawn("<text x='5' y='10' font-family='Other'>a</text>")
    #expect(other.svg.contains("<text"))
    #expect(other.findings == [.fontFallback])
    let curved = try await drawn("<text class='o' x='1 2'>ab</text>")
    #expect(curved.findings == [.fontFallback])
  }

  @Test("a pattern in units that are small beside those of its drawing has smaller ones")
  func patternUnits() async throws {
    func drawn(_ size: Int) async throws -> String {
      let pagination = try await SmallBook().set(
        """
        <p><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(size) \(size)'><pattern id='p' \
        viewBox='0,1,10,10'><path d='M0 0h9v9z'/><g transform='scale(2)'/></pattern></svg></p>
        """)
      let image = try #require(pagination.chapters.first?.text.images.first)
      return String(decoding: image.bytes, as: UTF8.self)
    }
    // 100 tiles of 10 units would be beside one another.
    let usual = try await drawn(1000)
    #expect(usual.contains("viewBox=\"0,1,10,10\"") && usual.contains("<path d=\"M0 0h9v9z\""))
    // 4,000 units are 400 of them: 50 of eight times the size are left.
    let large = try await drawn(4000)
    #expect(large.contains("viewBox=\"0.0 8.0 80.0 80.0\""), "\(large)")
    #expect(large.contains("transform=\"scale(8.0)\"") && large.contains("\"scale(8.0) scale(2)\""))
  }

  @Test("a drawing keeps its proportions in a box of others, and has the colour of the text")
  func drawings() async throws {
    func image(_ attributes: String) async throws -> String {
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50' \(attributes)>"
        + "<path fill='currentColor' d='M0 0h9v9z'/></svg>"
      let svg = try SmallBook.firstPage(
        of: try await SmallBook(css: "p { color: blue } svg { width: 40pt; height: 40pt }").set(
          "<p>\(drawing)</p>"))
      let tag = try #require(svg.split(separator: "<").first { $0.hasPrefix("image") })
      return String(tag)
    }
    #expect(try await image("").contains("width=\"40\" height=\"20\""))
    // The box's size must not be in the drawing, too.
    let styled = try await image("style='width: 40pt; height: 40pt; fill: red'")
    let coded = try #require(styled.split(separator: "base64,").last).prefix { $0 != "\"" }
    let markup = String(decoding: try #require(Data(base64Encoded: String(coded))), as: UTF8.self)
    #expect(styled.contains("height=\"20\"") && markup.contains("fill: red"))
    #expect(!markup.contains("40pt"))
    #expect(try await image("preserveAspectRatio='none'").contains("width=\"40\" height=\"40\""))
    let data = try #require(try await image("").split(separator: "base64,").last)
    let bytes = try #require(Data(base64Encoded: String(data.prefix { $0 != "\"" })))
    #expect(String(decoding: bytes, as: UTF8.self).contains("color=\"rgb(0,0,255)\""))
  }
}
