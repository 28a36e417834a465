import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// What a canvas is told of the book's structure.
@Suite("Canvas")
struct CanvasTests {
  /// Records destinations, and the elements of lines.
  private struct Recorder: Canvas {
    var destinations: [String] = []
    var lines: [String] = []
    private var page = 0

    mutating func beginPage(_ page: CanvasPage) { self.page = page.number }
    mutating func add(_ destination: CanvasDestination) {
      let (x, y) = (Int(destination.origin.x.points), Int(destination.origin.y.points))
      destinations.append("\(destination.name) \(page) \(x) \(y)")
    }
    mutating func beginLine(_ line: CanvasLine) {
      let element = line.element
      let words =
        [element?.name ?? "-"] + (element?.types ?? []) + [element?.role].compactMap { $0 }
      lines.append(words.joined(separator: " "))
    }
    mutating func draw(_ run: GlyphRun) {}
    mutating func draw(_ image: ImageMark) {}
    mutating func draw(_ shapes: [PageShape]) {}
    mutating func endLine() {}
    mutating func endPage() {}
  }

  @Test("a canvas receives the element of each line, and the places that links lead to")
  func structure() async throws {
    let css =
      "@page { margin: 10pt; @top-left { content: 'head' } } h2, ul { font: inherit; margin: 0 }"
    let body = """
      <h2 id='a' epub:type='title'>aa</h2><p>b<br/>b <b id='b'>b</b></p>\
      <ul style='break-before: page'><li id='c' role='doc-biblioentry'>c</li></ul>
      """
    let pagination = try await SmallBook(css: css).set(body)
    let drawer = PageDrawer(pagination)
    var recorder = Recorder()
    for page in pagination.pages { try drawer.draw(page, in: pagination, on: &recorder) }
    #expect(
      recorder.destinations == ["t.xhtml#a 1 10 10", "t.xhtml#b 1 10 30", "t.xhtml#c 2 40 10"])
    #expect(
      recorder.lines.filter { $0 != "-" } == ["h2 title", "p", "p", "li doc-biblioentry"])
    // The running heads, and the marker.
    #expect(recorder.lines.filter { $0 == "-" }.count >= 2)
  }
}
