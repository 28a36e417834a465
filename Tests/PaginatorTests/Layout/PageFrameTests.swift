import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Pages with two frames. Layout makes one frame a page, so a second one is made here: of four lines
/// of 10 points, the last two go to the right half of a page of 100 by 100 points.
@Suite("Frames of a page")
struct PageFrameTests {
  /// - Parameter x: where the second frame begins.
  private func chapter(secondFrameAt x: Length = 50) async throws -> NumberedChapter {
    let pagination = try await SmallBook(css: "p { background: #eee }").set(
      "<p>aa</p><p>bb</p><p id='c'>cc</p><p>dd <a href='#c'>e</a></p>")
    let chapter = pagination.numbered(0)
    var content = chapter.layout.content
    #expect(content.pages.count == 1 && content.pages[0].frames.map(\.lines) == [0..<4])
    try #require(content.boxes.count == 4)
    #expect(content.pages[0].filledHeight == 40)  // four lines of 10
    for index in 2..<4 {
      content.set.lines[index].y -= 20 * 1024
      content.boxes[index].y -= 20 * 1024
    }
    content.pages[0].frames = [
      PageFrame(rect: Rect(x: 0, y: 0, width: 50, height: 100), lines: 0..<2, boxes: 0..<2),
      PageFrame(rect: Rect(x: x, y: 0, width: 50, height: 100), lines: 2..<4, boxes: 2..<4),
    ]
    return NumberedChapter(
      index: 0, layout: ChapterLayout(of: chapter.layout.chapter, content), pages: chapter.pages,
      document: chapter.document, tree: chapter.tree, context: chapter.context)
  }

  private func drawer(_ chapter: NumberedChapter) -> PageDrawer {
    PageDrawer(chapter.context)
  }

  @Test("lines and boxes are drawn from the corner of their frame")
  func drawing() async throws {
    let chapter = try await chapter()
    var trace = DrawingTrace()
    try drawer(chapter).draw(chapter.pages[0], in: chapter, on: &trace)
    let texts = trace.text.split(separator: "\n").filter { $0.contains("text ") }
    let places = texts.compactMap { $0.split(separator: "text ").last?.prefix { $0 != "w" } }
    // The baseline is 8 points below the top of a line.
    #expect(places == ["0,8 ", "0,18 ", "50,8 ", "50,18 ", "80,18 "], "\(trace.text)")
    #expect(trace.text.contains("rect 50,0 100x10"), "\(trace.text)")
  }

  @Test("a page on which only a rule is has no baseline grid")
  func onlyRule() async throws {
    let css = """
      html { baseline-grid: auto; line-height: 10pt } hr { border: 0; border-top: 1pt solid; margin: 0 }
      """
    let pagination = try await SmallBook(css: css).set("<hr/><p style='break-before: page'>a</p>")
    let geometries = try pagination.chapters.indices.flatMap { index in
      let chapter = pagination.numbered(index)
      return try chapter.pages.map { try drawer(chapter).geometry(of: $0, in: chapter) }
    }
    #expect(geometries.map { $0.grid?.step } == [nil, 10])
  }

  @Test("the geometry of a page has all its frames, and lines in them")
  func geometry() async throws {
    let chapter = try await chapter()
    let geometry = try drawer(chapter).geometry(of: chapter.pages[0], in: chapter)
    #expect(geometry.frames.map(\.name) == ["text", "text"])
    #expect(geometry.frames.map(\.rect.minX) == [0, 50])
    #expect(geometry.lines.map(\.used.minX) == [0, 0, 50, 50])
    #expect(geometry.lines.map(\.used.minY) == [0, 10, 0, 10])
    #expect(geometry.boxes.map(\.minX) == [0, 0, 50, 50])
  }

  @Test("the map lists the frames of a page with several, and places in them")
  func map() async throws {
    let rows = ChapterRows(try await chapter())
    func text(_ rows: ByteRows) -> String { String(decoding: rows.bytes, as: UTF8.self) }
    let page = text(rows.pages)
    #expect(
      page.contains(
        #""frames": [{"lines": 2, "rect": [0, 0, 50, 100]}, {"lines": 2, "rect": [50, 0, 50, 100]}]"#
      ), "\(page)")
    #expect(page.contains(#""lines": 4"#))
    // "dd " is 30 points wide, and the link 10.
    #expect(text(rows.links).contains(#""rect": [80, 10, 10, 10]"#), "\(text(rows.links))")
    #expect(text(rows.anchors).contains(#""rect": [50, 0, 20, 10]"#), "\(text(rows.anchors))")
    let moved = text(ChapterRows(try await chapter(secondFrameAt: 40)).pages)
    func digest(_ row: String) -> Substring? {
      row.split(separator: "\"digest\": ").last?.prefix(18)
    }
    #expect(digest(moved) != digest(page))
  }

  @Test("a stored layout keeps its frames")
  func stored() async throws {
    let layout = try await chapter().layout
    let read = try #require(
      ChapterOutline.layout(
        ChapterOutline.bytes(of: layout), of: layout.chapter, findings: []))
    #expect(read.pages[0].frames.map(\.rect) == layout.pages[0].frames.map(\.rect))
    #expect(read.pages[0].frames.map(\.lines) == [0..<2, 2..<4])
    #expect(read.pages[0].frames.map(\.boxes) == [0..<2, 2..<4])
  }

  @Test("the margins of a document take a third of the page at most, percentages what they say")
  func pageMargins() async throws {
    func found(_ css: String) async throws -> (x: Length, findings: [Finding.Rule]) {
      let pagination = try await SmallBook(css: css).set("<p>a</p>")
      return (
        SmallBook.fragments(of: pagination)[0].rect.minX, pagination.findings.map(\.rule)
      )
    }
    let wide = try await found("body { padding: 0 40pt; measure-min: 1 }")
    #expect(abs(wide.x.points - 100.0 / 6) < 0.01)
    #expect(wide.findings == [.unsupportedLayout])
    let shares = try await found("body { padding: 0 40%; measure-min: 1 }")
    #expect(shares.x == 40)
    #expect(shares.findings == [])
    // Without a preset's least measure, the book has what it asks for.
    #expect(try await found("body { padding: 0 40pt }").x == 40)
  }

  @Test("--margin replaces the margins of the style; those of certain pages stay")
  func margins() async throws {
    let css = "@page { margin: 5pt } @page :first { margin-top: 30pt }"
    let pagination = try await SmallBook(css: css).set(
      "<p>a</p><p style='break-before: page'>b</p>"
    ) {
      $0.margin = Insets(top: 10, right: 10, bottom: 10, left: 10)
    }
    #expect(pagination.pages.map(\.contentRect.minY) == [30, 10])
    #expect(pagination.pages.map(\.contentRect.minX) == [10, 10])
  }
}
