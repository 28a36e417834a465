import Paginator
import Testing

@Suite("TextKit: repeated heads of tables")
struct RepeatedHeadTests {
  /// A head "hh" and four rows "a" to "d" of 10 points; containers of 30 points hold the head and two
  /// rows.
  private func chain() throws -> Chain {
    var table = ParagraphTable()
    table.isFixed = true
    table.headerRowCount = 1
    let storage = TextStorage("", attributes: Chain.attributes())
    for (row, string) in ["hh\n", "a\n", "b\n", "c\n", "d"].enumerated() {
      storage.append(
        AttributedText(
          string,
          attributes: Chain.attributes {
            $0.textBlocks = [
              ParagraphBlock(cell: ParagraphTableCell(table, row: row, column: 0))
            ]
          }))
    }
    return try Chain(storage, size: Size(width: 100, height: 30))
  }

  @Test("copies are marked, and have no glyph numbers")
  func glyphs() throws {
    let chain = try chain()
    let frames = try chain.frames()
    #expect(
      frames.map { $0.lines.map(\.isRepeated) } == [[false, false, false], [true, false, false]])
    #expect(frames[1].lines[0].characterRange == 0..<3)
    // 10 characters with one glyph each.
    #expect(try chain.manager.numberOfGlyphs() == 10)
    #expect(try chain.manager.glyphRange(forContainerAt: 1) == 7..<10)
    #expect(try (0..<10).map { try chain.manager.characterIndex(forGlyphAt: $0) } == Array(0..<10))
    #expect(try (0..<10).map { try chain.manager.glyphIndex(forCharacterAt: $0) } == Array(0..<10))
    #expect(try chain.manager.glyphRange(forCharacterRange: 0..<2).glyphs == 0..<2)
  }

  @Test("the caret is on the text, not on its copies")
  func caret() throws {
    let chain = try chain()
    var down: [Int] = [0]
    while down.count < 9,
      let next = try chain.manager.position(from: down[down.count - 1], moving: .down)
    {
      down.append(next)
    }
    #expect(down == [0, 3, 5, 7, 9])
    var up: [Int] = [9]
    while up.count < 9, let next = try chain.manager.position(from: up[up.count - 1], moving: .up) {
      up.append(next)
    }
    #expect(up == [9, 7, 5, 3, 0])
    #expect(try chain.manager.caretRect(at: 1)?.container == 0)
    #expect(try chain.manager.rects(for: 0..<10).map(\.container) == [0, 0, 0, 1, 1])
    #expect(try chain.manager.frame(forContainerAt: 1)?.rects(for: 0..<3) == [])
  }

  @Test("a point on a copy is at the text of the head")
  func hit() throws {
    let chain = try chain()
    let hit = try chain.manager.hit(Point(x: 15, y: 5), inContainerAt: 1)
    #expect(hit?.characterRange == 1..<2)
  }
}
