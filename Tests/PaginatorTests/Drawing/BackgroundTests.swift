import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Background images (CSS Backgrounds 3, section 3).
@Suite("Backgrounds")
struct BackgroundTests {
  /// The copies of an image of 20 x 10 points behind a border box of 100 x 60 points at (10, 10)
  /// with a border of 5 points.
  private func tiles(_ declarations: String, width: Int = 100) async throws -> PictureTiles? {
    let pagination = try await SmallBook(
      css: "p { border: 5pt solid; background: url(x.png); \(declarations) }"
    ).set("<p>a</p>")
    let text = try #require(pagination.chapters.first).chapter.text
    let block = try #require(text.blocks.last)
    let style = text.styles[Int(block.style)].box
    #expect(style.picture?.file?.url == "x.png")
    let image = ImageReference(
      href: "x.png", mediaType: "image/png", bytes: [], size: Size(width: 20, height: 10))
    let fragment = BoxFragment(
      block: 0, x: 0, y: 0, width: width * 1024, height: 60 * 1024, hasTop: true, hasBottom: true)
    let layer = BoxPicture(picture: try #require(style.picture), image: image)
    return PictureTiles(layer, behind: fragment, style, x: 10 * 1024, y: 10 * 1024)
  }

  @Test(
    "copies are placed as specified",
    arguments: [
      // By default, copies fill the border box, and one begins at the padding box's corner.
      ("", Rect(x: -5, y: 5, width: 20, height: 10), 6, 7),
      ("background-repeat: no-repeat", Rect(x: 15, y: 15, width: 20, height: 10), 1, 1),
      (
        "background-repeat: no-repeat; background-position: right 5pt bottom 10%",
        Rect(x: 80, y: 51, width: 20, height: 10), 1, 1
      ),
      ("background: url(x.png) center no-repeat", Rect(x: 50, y: 35, width: 20, height: 10), 1, 1),
      (
        "background: url(x.png) 0 0 / contain no-repeat content-box",
        Rect(x: 15, y: 15, width: 90, height: 45), 1, 1
      ),
      (
        "background-position-x: right 5pt; background-position-y: 10%; background-repeat: no-repeat",
        Rect(x: 80, y: 19, width: 20, height: 10), 1, 1
      ),
      (
        "background: url(x.png) 0 0 / cover no-repeat", Rect(x: 15, y: 15, width: 100, height: 50),
        1, 1
      ),
      (
        // 90 by 50 points hold five copies of 18 points, and one begins 5 points to the right.
        "background-repeat: round; background-position: 5pt 0",
        Rect(x: 2, y: 5, width: 18, height: 10), 6, 7
      ),
      (
        "background: url(x.png) 0 0 / auto 5pt repeat-x; background-clip: padding-box",
        Rect(x: 15, y: 15, width: 10, height: 5), 9, 1
      ),
    ])
  func places(declarations: String, tile: Rect, columns: Int, rows: Int) async throws {
    let found = try #require(try await tiles(declarations))
    #expect(found.tile == tile)
    #expect(found.columns == columns)
    #expect(found.rows == rows)
  }

  @Test("space leaves gaps between whole copies, round resizes them")
  func spacing() async throws {
    let spaced = try #require(try await tiles("background-repeat: space no-repeat"))
    // Copies are also drawn behind the border, outside the padding box.
    #expect(abs(spaced.tile.minX.points - (15 - 70 / 3)) < 0.01)
    // Four copies of 20 points in 90: three gaps of 10/3 points.
    #expect(abs(spaced.step.width.points - 70 / 3) < 0.01)
    let rounded = try #require(try await tiles("background-repeat: round no-repeat", width: 97))
    #expect(rounded.tile.width.points == 87.0 / 4)
    // The height was auto: 10 points for a width of 20.
    #expect(abs(rounded.tile.height.points - 87.0 / 8) < 0.01)
    let given = try #require(
      try await tiles("background-repeat: round no-repeat; background-size: 20pt 10pt", width: 97))
    #expect(given.tile.height == 10)
  }

  @Test("an empty image and a position that is no position draw nothing")
  func nothing() async throws {
    let empty = try await tiles("background-size: 0 0")
    #expect(empty == nil)
    let outside = try await tiles("background-repeat: no-repeat; background-position: 500pt 0")
    #expect(outside == nil)
  }

  private static let pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

  @Test("a page draws the image once as a pattern; a missing one is a finding")
  func drawn() async throws {
    let book = SmallBook(
      css: "p { background: #0f0 url(\(Self.pixel)) } span { background: url(\(Self.pixel)) }")
    let pagination = try await book.set("<p>a</p>")
    let page = try SmallBook.firstPage(of: pagination)
    #expect(page.components(separatedBy: "<image").count == 2)
    #expect(page.contains("<pattern id=") && page.contains("fill=\"url(#tiles"))
    #expect(pagination.findings.isEmpty)
    let missing = try await SmallBook(css: "p { background: url(none.png) }").set("<p>a</p>")
    #expect(missing.findings.map(\.rule) == [.missingImage])
    let inline = try await book.set("<div><span>a</span></div>")
    #expect(inline.findings.isEmpty)
    #expect(try SmallBook.firstPage(of: inline).contains("fill=\"url(#tiles"))
  }

  @Test("the background of an inline box is painted once, also behind elements in it")
  func once() async throws {
    let pagination = try await SmallBook(
      css: "span { background: rgba(255, 0, 0, 0.5); padding: 1pt }"
    )
    .set("<p>a <span>b <i>c</i> d</span> e</p>")
    let page = try SmallBook.firstPage(of: pagination)
    #expect(page.components(separatedBy: "#ff0000").count == 2)
    // From the second letter to the sixth, with a point of padding at each side.
    #expect(page.contains("<rect x=\"20\" y=\"-1\" width=\"52\" height=\"12\""))
  }

  /// The tiles that are drawn on the first page; IMAGE in the style is an image that covers its area.
  private func drawnTiles(_ css: String, _ body: String) async throws -> [String] {
    let image = "background: linear-gradient(red, blue) no-repeat"
    let pagination = try await SmallBook(css: css.replacing("IMAGE", with: image)).set(body)
    #expect(pagination.findings.isEmpty)
    return try DrawingTrace(firstPageOf: pagination).text.split(separator: "\n").filter {
      $0.contains("tiles")
    }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(
    "the image of a row, of a group of rows or of a column goes on behind all its cells",
    arguments: [
      ("tr.a", "tiles 1x1 0,0 40x10"), ("tbody", "tiles 1x1 0,0 40x20"),
      ("col.a", "tiles 1x1 20,0 20x20"),
    ])
  func tableParts(selector: String, area: String) async throws {
    let body = """
      <table><col/><col class='a'/><tbody>\
      <tr class='a'><td>aa</td><td>bb</td></tr><tr><td>cc</td><td>dd</td></tr></tbody></table>
      """
    let css = "table { border-collapse: collapse } td { padding: 0 } \(selector) { IMAGE }"
    let found = try await drawnTiles(css, body)
    #expect(!found.isEmpty && found.allSatisfy { $0 == area }, "\(found)")
    // Apart from one another, cells show their parts of the same image.
    let apart = try await drawnTiles(
      "table { border-spacing: 2pt } td { padding: 0 } tr.a { IMAGE }", body)
    #expect(apart == Array(repeating: "tiles 1x1 2,2 42x10", count: 2))
  }

  @Test("a fixed image is placed on the page, whatever box it is behind")
  func fixed() async throws {
    let css = "p { margin: 10pt 20pt; IMAGE; background-attachment: fixed }"
    let found = try await drawnTiles(css, "<p>a</p><p>b</p>")
    #expect(found == Array(repeating: "tiles 1x1 0,0 100x100", count: 2))
  }

  @Test("a hidden box is not drawn")
  func hidden() async throws {
    let pagination = try await SmallBook(css: "p { background: red; border: 1pt solid }")
      .set("<p style='visibility: hidden'>a</p>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(!svg.contains("#ff0000"))
  }

  @Test("a URL is relative to its stylesheet")
  func base() {
    let sheet = StyleSheetParser.parse(
      "p { background: url(x.png) } li { list-style-image: url(y.png) }", path: "css/t.css",
      origin: .author, media: MediaQuery()
    ) { _, _ in nil }
    let files = sheet.rules.flatMap(\.block.entries).compactMap(\.value.file)
    #expect(
      files == [
        StyleFile(url: "x.png", base: "css/t.css"), StyleFile(url: "y.png", base: "css/t.css"),
      ])
  }

  @Test("a background that cannot be drawn leaves its color, with a finding")
  func gradients() {
    let sheet = StyleSheetParser.parse(
      "p { background: red linear-gradient(red, 30%, blue) } p { background: 7 }", path: "t.css",
      origin: .author, media: MediaQuery()
    ) { _, _ in nil }
    #expect(sheet.findings.map(\.rule) == [.unsupportedValue, .unsupportedValue])
    #expect(sheet.rules.map(\.block.entries.count) == [1, 0])
  }

  @Test("the background image of the body is that of the page, unless the root has a background")
  func canvas() async throws {
    func areas(_ css: String) async throws -> [String] {
      let css = "body { margin: 10pt } " + css.replacing("PIXEL", with: "url(\(Self.pixel))")
      let page = try SmallBook.firstPage(of: try await SmallBook(css: css).set("<p>a</p>"))
      return page.matches(of: /<(?:rect|path)[^>]*fill="(?:url\(#tiles|#0+f+|#f+0+)[^>]*>/).map {
        found in
        let text = String(found.output)
        return text.contains("width=\"100\" height=\"100\"") ? "page" : "box"
      }
    }
    #expect(try await areas("body { background: PIXEL }") == ["page"])
    #expect(try await areas("html { background: PIXEL }") == ["page"])
    #expect(
      try await areas("html { background: PIXEL } body { background: PIXEL }") == ["page", "box"])
    #expect(
      try await areas("html { background: PIXEL } body { background: #00f }") == ["page", "box"])
    #expect(
      try await areas("html { background: #00f } body { background: PIXEL }") == ["page", "box"])
    #expect(try await areas("body { background: #00f PIXEL }") == ["page", "page"])
  }

  @Test(
    "a background that is not well-formed is dropped as a whole",
    arguments: [
      "red no-repeat scroll fixed", "red left left", "red top 10px", "red repeat repeat repeat",
    ])
  func background(value: String) async throws {
    let pagination = try await SmallBook(css: "p { background: lime; background: \(value) }").set(
      "<p>a</p>")
    let text = pagination.chapters[0].text
    let style = text.styles[Int(text.paragraphs[0].style)]
    #expect(style.box.background == Color(red: 0, green: 255, blue: 0))
    #expect(pagination.findings.contains { $0.rule == .unsupportedValue })
  }
}
