import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Where the page map says that links and images are, in the square font: every character is 10 points
/// wide and high.
@Suite("Places in the page map")
struct MapPlaceTests {
  private static let picture =
    "<img alt='' src=\"\(SmallBook.drawing(20, 40))\" style='width: 20pt; height: 40pt'/>"

  private func places(_ body: String, _ css: String) async throws -> [[Double]] {
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200)).set(body)
    let chapter = pagination.numbered(0)
    let rects =
      Positions.links(chapter, inner: chapter.innerLines).map(\.rect)
      + Positions.images(chapter, inner: chapter.innerLines).map { Optional($0.rect) }
    return rects.map { rect in
      rect.map { [$0.minX, $0.minY, $0.width, $0.height].map(\.points) } ?? []
    }
  }

  @Test(
    "a link is where it is drawn",
    arguments: [
      ("justified lines", "<p>a b <a href='#x'>c</a> ddddd</p>", [90, 0, 10, 10]),
      ("from right to left", "<p><bdo dir='rtl'>ab<a href='#x'>cd</a></bdo></p>", [0, 0, 20, 10]),
      (
        "moved", "<p>aa<a href='#x' style='position: relative; left: 30pt'>b</a></p>",
        [50, 0, 10, 10]
      ),
      ("in a box in a line", "<p>aa<b>b<a href='#x'>cc</a></b></p>", [40, 0, 20, 10]),
      ("in a box in a box", "<p>a<b>b<b>c<a href='#x'>d</a></b></b></p>", [43, 0, 10, 10]),
      ("around a box", "<p>a<a href='#x'><b>b</b></a></p>", [10, 0, 30, 10]),
      ("in a float", "<p>aaaa<i>b<a href='#x'>c</a></i></p>", [90, 0, 10, 10]),
      ("around a float", "<p>aaaa<a href='#x'><i>bb</i></a></p>", [80, 0, 20, 10]),
      ("in a note", "<p>a<u>b<a href='#x'>c</a></u></p>", [10, 190, 10, 10]),
    ])
  func links(_ name: String, body: String, place: [Double]) async throws {
    let css = """
      p { width: 100pt; text-align: justify } b, i { font: inherit } \
      b { display: inline-block; margin: 0 10% } b b { margin: 0 3pt } i { float: right } \
      u { float: footnote; text-decoration: none } ::footnote-call, ::footnote-marker { content: none } \
      @footnote { border: none; padding: 0; margin: 0 }
      """
    #expect(try await places(body, css) == [place], "\(name)")
  }

  @Test(
    "an image is where it is drawn",
    arguments: [
      (
        "at the top of its line", "<p>a<b></b>%</p>", "img { vertical-align: top }",
        [20, 0, 20, 40]
      ),
      ("in a box in a line", "<p>a<i>b%</i></p>", "", [40, 0, 20, 40]),
      ("in a note", "<p>a<u>%</u></p>", "", [0, 158, 20, 40]),
    ])
  func images(_ name: String, body: String, own: String, place: [Double]) async throws {
    let css = """
      b { display: inline-block; width: 10pt; height: 60pt } i { display: inline-block; margin: 0 10%;
        font: inherit } u { float: footnote } \
      ::footnote-call, ::footnote-marker { content: none } \
      @footnote { border: none; padding: 0; margin: 0 } \(own)
      """
    let body = body.replacing("%", with: Self.picture)
    #expect(try await places(body, css) == [place], "\(name)")
  }

  @Test("a match may begin in a box of a line and end outside of it")
  func matchOverBox() async throws {
    let pagination = try await SmallBook(css: "span { display: inline-block }").set(
      "<p>a (<span>19</span>) b</p>")
    for pattern in ["\\(19\\)", "19\\)", "9"] {
      let found = try pagination.matches(of: pattern)
      #expect(found.map(\.text) == [pattern.replacing("\\", with: "")])
    }
  }
}
