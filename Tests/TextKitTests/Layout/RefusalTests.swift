import Paginator
import Support
import Testing

/// Queries at the wrong time and with values out of range.
@Suite("TextKit: queries that have no answer")
struct RefusalTests {
  private static let queries: [@Sendable (LayoutManager) throws -> Void] = [
    { _ = try $0.containerCount() }, { _ = try $0.numberOfGlyphs() },
    { _ = try $0.frame(forContainerAt: 0) }, { _ = try $0.usedRect(forContainerAt: 0) },
    { _ = try $0.rects(for: 0..<2) }, { _ = try $0.caretRect(at: 1) },
    { _ = try $0.hit(.zero, inContainerAt: 0) }, { _ = try $0.link(at: .zero, inContainerAt: 0) },
    { _ = try $0.attachment(at: .zero, inContainerAt: 0) }, { _ = try $0.lineRange(at: 1) },
    { _ = try $0.position(from: 1, moving: .down) }, { _ = try $0.continueLayout() },
    { _ = try $0.extraLineFragment() }, { _ = try $0.glyphIndex(forCharacterAt: 0) },
    {
      var drawing = SVGDrawing(size: Size(width: 10, height: 10))
      try drawing.draw($0, containerAt: 0)
    },
  ]

  @Test("during an edit, every query is refused; after it, it is answered")
  func editing() throws {
    let chain = try Chain("aaa bbb ccc")
    try chain.manager.ensureLayout()
    chain.storage.beginEditing()
    chain.storage.delete(1..<11)
    #expect(chain.storage.isEditing)
    for query in Self.queries {
      #expect(throws: LayoutError.self) { try query(chain.manager) }
    }
    chain.storage.endEditing()
    #expect(!chain.storage.isEditing)
    for query in Self.queries { try query(chain.manager) }
    #expect(try chain.lines() == [["a"]])
  }

  @Test("a pass that asks for the layout is refused")
  func pass() throws {
    struct Asking: TextPass {
      let manager: LayoutManager
      func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
        #expect(throws: LayoutError.self) { try manager.containerCount() }
      }
    }
    let chain = try Chain("aaa")
    chain.storage.passes = [Asking(manager: chain.manager)]
    chain.storage.append("b")
    chain.storage.passes = []
    #expect(try chain.lines() == [["aaab"]])
  }

  @Test("values outside of the text or the containers have no answer")
  func outside() throws {
    let chain = try Chain("aaa bbb")
    var drawing = SVGDrawing(size: Size(width: 10, height: 10))
    let empty = drawing.svg()
    try drawing.draw(chain.manager, containerAt: -1)
    try drawing.draw(chain.manager, containerAt: 7)
    #expect(drawing.svg() == empty)
    let lines = try LineTypesetter(chain.storage.text, typesetter: chain.manager.typesetter)
    for offset in [-1, 7, 99] {
      #expect(try lines.suggestLineBreak(from: offset, width: 50) == 0)
      #expect(try lines.suggestClusterBreak(from: offset, width: 50) == 0)
    }
    let tokens = TextTokenizer(chain.storage.text)
    #expect(tokens.tokens(.word, in: -3..<99) == [0..<3, 3..<4, 4..<7])
    #expect(tokens.tokens(.word, in: -3..<(-1)) == [])
    let point = Point(x: 90, y: 5)
    let far = try chain.manager.closestPosition(to: point, within: 90..<99, inContainerAt: 0)
    #expect(far == 7)
    #expect(try chain.manager.position(within: -5..<3, farthestIn: .up) == 0)
    #expect(try chain.manager.position(within: 2..<99, farthestIn: .down) == 7)
  }

  @Test("cells with the largest numbers are laid out")
  func hugeCells() throws {
    var table = ParagraphTable()
    table.isFixed = true
    for cell in [
      ParagraphTableCell(table, row: 0, column: .max),
      ParagraphTableCell(table, row: .max, column: 0, rowSpan: .max),
      ParagraphTableCell(table, row: 0, column: 0, columnSpan: .max),
      ParagraphTableCell(table, row: .min, column: .min, rowSpan: .min, columnSpan: .min),
    ] {
      let chain = try Chain(
        "a", attributes: Chain.attributes { $0.textBlocks = [ParagraphBlock(cell: cell)] })
      #expect(try chain.manager.numberOfGlyphs() == 1)
    }
  }

  private struct Wide: GlyphGenerator {
    let advance: Int
    func glyphs(for word: [UInt16], font: FontFace, isRightToLeft: Bool) -> [GeneratedGlyph] {
      word.indices.map { GeneratedGlyph(id: 1, cluster: $0, advance: advance) }
    }
    func spaceAdvance(of font: FontFace) -> Int { advance }
  }

  @Test("glyphs with the largest advances are set", arguments: [Int.max, .min])
  func hugeGlyphs(advance: Int) throws {
    let storage = TextStorage("aaa bb", attributes: Chain.attributes())
    let manager = LayoutManager(
      storage: storage,
      typesetter: Typesetter(
        fonts: try SmallBook.squareFonts(), glyphGenerator: Wide(advance: advance)))
    try manager.add(TextContainer(size: Size(width: 100, height: .infinite)))
    #expect(try manager.numberOfGlyphs() == 6)
    withExtendedLifetime(storage) {}
  }

  @Test("a container whose height is not a number is refused")
  func notANumber() throws {
    let chain = try Chain("a", size: nil)
    #expect(throws: LayoutError.self) {
      try chain.manager.add(TextContainer(size: Size(width: 100, height: Length(points: .nan))))
    }
  }

  @Test("an endless container without any room is an error, not an endless loop")
  func noRoom() throws {
    let chain = try Chain("text", size: nil)
    let container = TextContainer(size: Size(width: 100, height: .infinite))
    container.exclusionPaths = [
      ExclusionPath(rect: Rect(x: 0, y: 0, width: 100, height: .infinite))
    ]
    try chain.manager.add(container)
    #expect(throws: LayoutError.self) { try chain.manager.ensureLayout() }
  }
}
