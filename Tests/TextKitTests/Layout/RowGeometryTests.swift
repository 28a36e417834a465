import Foundation
import Paginator
import Support
import Testing

/// What rows about positions and sizes mean, by arithmetic.
@Suite("TextKit: what rows about positions mean")
struct RowGeometryTests {
  @Test("T65: every point is nearest to the character whose box it is in or next to")
  func hits() throws {
    // Two lines of 7 characters, each 10 points wide and high.
    let chain = try Chain("aaa bbb ccc ddd", size: Size(width: 70, height: 100))
    for x in stride(from: -14.5, to: 95, by: 2.5) {
      // To the right of the first line is the space that ends it.
      for y in [-20.0, 0, 5, 9.9, 10, 19.9, 60] where y >= 10 || x < 70 {
        let column = min(6, max(0, Int((x / 10).rounded(.down))))
        let offset = (y < 10 ? 0 : 8) + column
        let hit = try #require(
          try chain.manager.hit(
            Point(x: Length(points: x), y: Length(points: y)), inContainerAt: 0))
        let name: Comment = "at \(x), \(y)"
        #expect(hit.characterRange == offset..<offset + 1, name)
        #expect(hit.isInside == ((0...70).contains(x) && y >= 0 && y < 20), name)
        #expect(abs(hit.fraction - min(1, max(0, x / 10 - Double(column)))) < 0.001, name)
      }
    }
  }

  @Test("T65: in text from right to left, and in larger characters, hits follow the boxes")
  func otherBoxes() throws {
    let right = try Chain(
      "אבג דהו", size: Size(width: 100, height: 100),
      attributes: Chain.attributes { $0.baseWritingDirection = .rightToLeft })
    for offset in 0..<7 {
      let x = Length(points: Double(100 - 10 * (offset + 1) + 2))
      let hit = try #require(try right.manager.hit(Point(x: x, y: 5), inContainerAt: 0))
      #expect(hit.characterRange == offset..<offset + 1)
      #expect(abs(hit.fraction - 0.8) < 0.001)
    }
    let mixed = try Chain("abcd", size: Size(width: 200, height: 100))
    mixed.storage.modifyAttributes(in: 1..<3) { $0.font.size = 30 }
    for (x, offset) in [(5, 0), (11, 1), (39, 1), (41, 2), (69, 2), (71, 3), (79, 3)] {
      let hit = try #require(
        try mixed.manager.hit(Point(x: Length(points: Double(x)), y: 20), inContainerAt: 0))
      #expect(hit.characterRange == offset..<offset + 1, "at \(x)")
    }
  }

  @Test("T65: across a ligature its characters are hit one after the other, in parts like in size")
  func ligature() throws {
    let chain = try Chain(
      "xffix", size: Size(width: 300, height: 50), attributes: Sample.ligating(), fonts: Chain.serif
    )
    let glyphs = try chain.frames()[0].lines[0].runs.flatMap(\.glyphs)
    let glyph = try #require(glyphs.first { $0.characterCount > 1 })
    var counts = [Int](repeating: 0, count: 5)
    var last = 0
    for step in 0..<90 {
      let x = glyph.position.x + glyph.advance * (2 * step + 1) / 180
      let hit = try #require(try chain.manager.hit(Point(x: x, y: 5), inContainerAt: 0))
      #expect(hit.characterRange.lowerBound >= last)
      last = hit.characterRange.lowerBound
      counts[last] += 1
    }
    let end = glyph.characterIndex + glyph.characterCount
    for index in 0..<5 {
      let isInside = (glyph.characterIndex..<end).contains(index)
      #expect(
        isInside ? counts[index] >= 60 / glyph.characterCount : counts[index] == 0, "\(counts)")
    }
  }

  @Test("T64: up and down go to the next line, to the place nearest to where they began")
  func upAndDown() throws {
    let chain = try Chain(
      Sample.prose + "\nA short one.\n" + Sample.prose, size: Size(width: 120, height: 60),
      attributes: Sample.serif(), fonts: Chain.serif)
    let manager = chain.manager
    let lines = try chain.frames().flatMap(\.lines)
    let tokenizer = TextTokenizer(chain.storage.text)
    let places = tokenizer.tokens(.character, in: 0..<chain.storage.length).map(\.lowerBound)
    func x(_ offset: Int) throws -> Double {
      try #require(try manager.caretRect(at: offset)).rect.minX.points
    }
    for (number, line) in lines.enumerated() {
      for offset in places.filter({ line.characterRange.contains($0) }) {
        for (movement, target) in [(CaretMovement.up, number - 1), (.down, number + 1)] {
          let found = try manager.position(from: offset, moving: movement)
          guard lines.indices.contains(target) else {
            #expect(found == nil)
            continue
          }
          let place = try #require(found, "\(offset) \(movement)")
          let range = lines[target].characterRange
          // Behind its last character, the last line of the text has one more place.
          #expect(range.contains(place) || place == chain.storage.length)
          let start = try x(offset)
          let nearest =
            try places.filter { range.contains($0) }
            .map { abs(try x($0) - start) }.min() ?? 0
          #expect(abs(try x(place) - start) <= nearest + 0.01, "\(offset) \(movement): \(place)")
          let back = try #require(
            try manager.position(from: place, moving: movement == .up ? .down : .up))
          #expect(line.characterRange.contains(back) || back == chain.storage.length)
        }
      }
    }
  }

  @Test("T64: a caret that moves over a short line keeps the place that it is given")
  func keptPlace() throws {
    let chain = try Chain("aaaa\nbb\ncccccc")
    let manager = chain.manager
    #expect(try manager.position(from: 3, moving: .down) == 7)
    #expect(try manager.position(from: 7, moving: .down, x: 30) == 11)
    #expect(try manager.position(from: 11, moving: .up, x: 30) == 7)
    #expect(try manager.position(from: 7, moving: .up, x: 30) == 3)
    #expect(try manager.position(from: 0, moving: .up) == nil)
    #expect(try manager.position(from: 12, moving: .down) == nil)
  }

  private static let table = """
    @page { margin: 12pt }
    @text-style body { large: 11pt/14pt; AX3: 20pt/25pt }
    @text-style head { large: 16pt/20pt; AX3: 30pt/33pt }
    html { font-family: Square; text-style: body }
    h1 { text-style: head; margin: 5pt 0 } p { margin: 0 } .fixed { font-size: 9pt }
    """

  @Test("T31: a reader's size changes the sizes of its table, and no others")
  func readerSizes() async throws {
    for (size, body, leading, head) in [
      (ReaderSize.large, 11, 14, 16), (.ax3, 20, 25, 30),
    ] as [(ReaderSize, Length, Length, Length)] {
      let book = SmallBook(page: Size(width: 300, height: 300))
      let pagination = try await book.set("<h1>a</h1><p>b</p><p class='fixed'>c</p>") {
        $0.preset = (name: "table", css: Self.table)
        $0.readerSize = size
      }
      let layout = pagination.chapters[0]
      let sizes = (0..<3).map { layout.text.style(at: $0).style.text.font.size }
      #expect(sizes == [head, body, 9])
      #expect(layout.lines[1].rect.height == leading)
      #expect(layout.lines[0].rect.minY == 5)
      #expect(
        pagination.layout(of: pagination.pages[0])?.1.containerSize == Size(width: 276, height: 276)
      )
    }
  }

  @Test("T31: a size that the table does not have is an error, for books and for programs")
  func missingCell() async throws {
    let css = Self.table.replacing("AX3: 30pt/33pt", with: "")
    let error = await #expect(throws: BookError.self) {
      try await SmallBook().set("<p>b</p>") {
        $0.preset = (name: "table", css: css)
        $0.readerSize = .ax3
      }
    }
    #expect(error?.kind == .badInput)
    #expect(error?.message.contains("\"head\"") == true && error?.message.contains("AX3") == true)
    let storage = TextStorage("a", attributes: Chain.attributes())
    storage.modifyAttributes(in: 0..<1) { $0[PreferredTextStyle.self] = "body" }
    let preset = PresetSummary(name: "table", css: css)
    #expect(throws: BookError.self) { try storage.setReaderSize(.ax3, of: preset) }
    #expect(storage.attributes(at: 0).attributes.font.size == 10)
    try storage.setReaderSize(.large, of: preset)
    #expect(storage.attributes(at: 0).attributes.font.size == 11)
    // All presets of the library have all sizes.
    for name in Preset.names {
      let summary = PresetSummary(name: name, css: try #require(Preset.css(named: name)))
      for style in summary.textStyles { #expect(style.cells.count == 12, "\(name), \(style.name)") }
    }
  }
}
