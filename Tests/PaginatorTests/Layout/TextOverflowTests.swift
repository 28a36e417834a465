import Support
import Testing

@testable import Paginator

/// `text-overflow` (CSS Overflow 4, section 5.1). Each character is ten points wide, and the box 50 points.
@Suite("Marks where a box cuts off lines")
struct TextOverflowTests {
  private static let css = "div { width: 50pt; overflow: hidden; white-space: nowrap }"

  /// The words that are drawn, each with its left edge in points and its width, and what is found. Marks have no
  /// text.
  private static func drawn(
    _ style: String, _ body: String = "<div>abcdefgh</div>"
  ) async throws -> (words: [String], findings: [Finding.Rule]) {
    let pagination = try await SmallBook(css: css + " div { \(style) }").set(body)
    var canvas = Words()
    try PageDrawer(pagination).draw(pagination.pages[0], in: pagination.numbered(0), on: &canvas)
    // All of the text is on the page, for those who hear it.
    let last = try #require(SmallBook.fragments(of: pagination, page: 0).last)
    #expect(Int(last.end) == pagination.chapters[0].text.length)
    return (canvas.words, pagination.findings.map(\.rule))
  }

  /// Records the words that are drawn.
  private struct Words: Canvas {
    var words: [String] = []

    mutating func draw(_ run: GlyphRun) {
      guard !run.isSpace else { return }
      let units = run.text.filter { !(0x202A...0x202E ~= $0 || 0x2066...0x2069 ~= $0) }
      guard units.count == run.text.count || !units.isEmpty else { return }
      let text = String(decoding: units, as: UTF16.self)
      words.append("\(text) \(run.origin.x.rawValue / 1024) \(run.width.rawValue / 1024)")
    }

    mutating func beginPage(_ page: CanvasPage) {}
    mutating func beginLine(_ line: CanvasLine) {}
    mutating func draw(_ image: ImageMark) { words.append("image") }
    mutating func draw(_ shapes: [PageShape]) {}
    mutating func endLine() {}
    mutating func endPage() {}
  }

  @Test(
    "a line that is too long ends with a mark, and is a finding",
    arguments: [
      // The font has no ellipsis: three stops are 30 points wide, and two characters fit before them.
      ("ellipsis", ["ab 0 20", " 20 30"]), ("'=='", ["abc 0 30", " 30 20"]),
      ("clip '='", ["abcd 0 40", " 40 10"]), ("''", ["abcde 0 50"]),
      // The first character is cut off, and not replaced.
      ("'='; width: 15pt", ["a 0 10", " 10 10"]), ("'='; width: 5pt", ["a 0 10", " 10 10"]),
    ])
  func mark(value: String, words: [String]) async throws {
    let found = try await Self.drawn("text-overflow: \(value)")
    #expect(found.words == words)
    #expect(found.findings == [.truncatedText])
  }

  @Test(
    "a line that fits, and one that is not cut off, have no mark",
    arguments: ["width: 80pt", "overflow: visible", "overflow: auto"])
  func unmarked(style: String) async throws {
    let found = try await Self.drawn("text-overflow: ellipsis; \(style)")
    #expect(!found.words.contains { $0.hasPrefix(" ") })
    #expect(!found.findings.contains(.truncatedText))
  }

  @Test("a box that does not fit is left out as a whole, unless it begins the line")
  func boxes() async throws {
    let image =
      "<img src=\"\(SmallBook.drawing(40, 10))\" alt='' style='width: 45pt; height: 10pt'/>"
    let after = try await Self.drawn("text-overflow: '='", "<div>a\(image)</div>")
    #expect(after.words == ["a 0 10", " 10 10"])
    let first = try await Self.drawn("text-overflow: '='", "<div>\(image)ab</div>")
    #expect(first.words == ["image", " 45 10"])
  }

  @Test("the side at which a line ends is that of its paragraph; what is there is cut off")
  func rightToLeft() async throws {
    // From the right: two characters and a space, then the end of the number; the mark at the left.
    let body = "<div dir='rtl'><bdo dir='rtl'>ab</bdo> 123456</div>"
    let found = try await Self.drawn("text-overflow: '=' clip", body)
    #expect(found.words.sorted() == [" 0 10", "6 10 10", "ab 30 20"])
    // The second mark is that of lines which end at the right.
    let clipped = try await Self.drawn("text-overflow: clip '='", body)
    #expect(!clipped.words.contains { $0.hasPrefix(" ") })
  }
}
