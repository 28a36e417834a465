import Foundation
import Markup
import Paginator
import Support
import Testing

/// What is drawn on the pages of a book, as a canvas of a program sees it.
@Suite("TextKit: pages of books")
struct BookPageTests {
  @Test("T14: ink is outside its container exactly where a finding says so")
  func insideContainer() async throws {
    let measure: Length = 100
    let book = SmallBook(
      css: "@page { margin: 20pt } p { text-align: justify }", page: Size(width: 140, height: 90))
    var random = SeededRandom(seed: 14)
    let prose = RandomProse(words: 6...20, letters: 1...7, of: "a").paragraphs(60, &random)
    // A word of 11 characters is 10 points wider than the measure; 10 characters fill it.
    let paragraphs = prose.enumerated().map { number, words in
      var words = words
      let wide = String(repeating: "b", count: number % 3 == 0 ? 11 : 10)
      words.insert(wide, at: Int.random(in: 0...words.count, using: &random))
      return words.joined(separator: " ")
    }
    // Each on a line of its own in the source.
    let pagination = try await book.set(paragraphs.map { "\n<p>\($0)</p>" }.joined())
    let lines = try inkLines(of: pagination)
    #expect(lines.count > 200 && pagination.pages.count > 20)
    var outside: [Place] = []
    for line in lines {
      #expect(line.top >= 20 && line.bottom <= 70)
      if line.left < 20 || line.right > 20 + measure { outside.append(try place(line, pagination)) }
    }
    #expect(outside.count == 20)
    let reported = try pagination.findings.filter { $0.rule == .overfullLine }.map { finding in
      let source = try #require(finding.location)
      return Place(page: finding.page ?? 0, line: source.line, column: source.column)
    }
    #expect(reported == outside)
  }

  @Test("T19: a run that draws nothing has the map of one that draws")
  func nullCanvas() async throws {
    func map(_ draw: (Pagination) throws -> Void) async throws -> [UInt8] {
      let pagination = try await SmallBook(
        css: "@page { margin: 12pt; @top-left { content: counter(page) } } i { float: footnote }",
        page: Size(width: 124, height: 124)
      ).set("<h1 id='a'>A</h1>" + String(repeating: "<p>aaa bbb<i>note</i> ccc</p>", count: 30))
      #expect(pagination.pages.count > 3)
      try draw(pagination)
      var map = PageMap(pagination)
      return map.json(versions: [])
    }
    let measured = try await map { pagination in
      var canvas = NullCanvas()
      try Self.draw(pagination, on: &canvas)
    }
    let drawn = try await map { pagination in
      let drawer = SVGPageDrawer(pagination)
      for page in pagination.pages {
        let svg = try drawer.svg(of: page, in: pagination)
        #expect(String(decoding: svg, as: UTF8.self).contains("<path"))
      }
    }
    #expect(measured == drawn)
  }

  // MARK: What is drawn

  private static func draw<Target: Canvas>(
    _ pagination: Pagination, on canvas: inout Target
  ) throws {
    let drawer = PageDrawer(pagination)
    for page in pagination.pages where !page.isBlank {
      try drawer.draw(page, in: pagination.numbered(page.chapter), on: &canvas)
    }
  }

  private func inkLines(of pagination: Pagination) throws -> [InkCanvas.Line] {
    var canvas = InkCanvas()
    try Self.draw(pagination, on: &canvas)
    return canvas.lines.filter { $0.right > $0.left }
  }

  private struct Place: Equatable {
    let page: Int
    let line: Int
    let column: Int
  }

  /// The source of a line's first character. The paragraphs begin in the second line of the source,
  /// after "<p>".
  private func place(_ line: InkCanvas.Line, _ pagination: Pagination) throws -> Place {
    let paragraphs = pagination.chapters[0].text.paragraphs
    let index = try #require(
      paragraphs.firstIndex { Int($0.start) <= line.start && line.start < Int($0.end) })
    let column = line.start - Int(paragraphs[index].start) + 4
    return Place(page: line.page, line: index + 2, column: column)
  }
}

/// Draws nothing.
private struct NullCanvas: Canvas {
  mutating func beginPage(_ page: CanvasPage) {}
  mutating func beginLine(_ line: CanvasLine) {}
  mutating func draw(_ run: GlyphRun) {}
  mutating func draw(_ image: ImageMark) {}
  mutating func draw(_ shapes: [PageShape]) {}
  mutating func endLine() {}
  mutating func endPage() {}
}

/// Measures the ink of every line by its glyphs. Glyphs of the square font fill their advance, and
/// reach from 0.8 em above the baseline to 0.2 em below it.
private struct InkCanvas: Canvas {
  struct Line {
    let page: Int
    var start = Int.max
    var left = Length.infinite
    var right = Length.zero
    var top = Length.infinite
    var bottom = Length.zero
  }

  private(set) var lines: [Line] = []
  private var page = 0

  mutating func beginPage(_ page: CanvasPage) { self.page = page.number }
  mutating func beginLine(_ line: CanvasLine) { lines.append(Line(page: page)) }

  mutating func draw(_ run: GlyphRun) {
    guard !run.isSpace, !lines.isEmpty else { return }
    let scale = run.size.points * run.horizontalScale / Double(run.face.metrics.unitsPerEm)
    var line = lines.removeLast()
    line.start = min(line.start, run.range.lowerBound)
    for glyph in run.glyphs {
      line.left = min(line.left, run.origin.x + Length(points: Double(glyph.x) * scale))
      let end = run.origin.x + Length(points: Double(glyph.x + glyph.advance) * scale)
      line.right = max(line.right, end)
    }
    line.top = min(line.top, run.origin.y - Length(points: run.size.points * 0.8))
    line.bottom = max(line.bottom, run.origin.y + Length(points: run.size.points * 0.2))
    lines.append(line)
  }

  mutating func draw(_ image: ImageMark) {}
  mutating func draw(_ shapes: [PageShape]) {}
  mutating func endLine() {}
  mutating func endPage() {}
}
