import Paginator
import Support
import Testing

/// Boxes, tables and lists that a program sets as attributes.
@Suite("TextKit: blocks, tables and lists")
struct ParagraphBlockTests {
  private static func text(
    _ paragraphs: [(String, (inout ParagraphStyle) -> Void)]
  ) -> TextStorage {
    let storage = TextStorage("", attributes: Chain.attributes())
    for (index, (string, change)) in paragraphs.enumerated() {
      let end = index + 1 < paragraphs.count ? "\n" : ""
      storage.append(AttributedText(string + end, attributes: Chain.attributes(change)))
    }
    return storage
  }

  private static func svg(_ chain: Chain, _ size: Size) throws -> String {
    var drawing = SVGDrawing(size: size)
    try drawing.draw(chain.manager, containerAt: 0)
    return String(decoding: drawing.svg(), as: UTF8.self)
  }

  private static let yellow = Color(red: 255, green: 255, blue: 0)

  @Test("T80: paragraphs with an equal block share one box, with its padding and background")
  func boxes() throws {
    var block = ParagraphBlock()
    block.padding = Insets(top: 3, right: 5, bottom: 7, left: 20)
    block.background = Self.yellow
    let storage = Self.text([
      ("aa", { _ in }), ("bb", { $0.textBlocks = [block] }), ("cc", { $0.textBlocks = [block] }),
      ("dd", { _ in }),
    ])
    let chain = try Chain(storage, size: Size(width: 100, height: 100))
    let lines = try chain.frames()[0].lines
    #expect(lines.map(\.usedRect.minX) == [0, 20, 20, 0])
    // Lines are 10 high: 10 + 3 of padding above the second, 7 below the third.
    #expect(lines.map(\.rect.minY) == [0, 13, 23, 40])
    #expect(lines[1].rect.width == 75)
    let svg = try Self.svg(chain, Size(width: 100, height: 100))
    #expect(svg.contains(/<rect x="0" y="10" width="100" height="30"[^>]*fill="#ffff00"/))
    #expect(svg.split(separator: "#ffff00").count == 2)
    // Another identity is another box.
    var other = block
    other.id = 1
    storage.modifyAttributes(in: 6..<9) { $0.paragraphStyle?.textBlocks = [other] }
    #expect(try chain.frames()[0].lines.map(\.rect.minY) == [0, 13, 33, 50])
  }

  @Test("T80: cells of a table stand side by side in their rows, with spans")
  func tables() throws {
    var table = ParagraphTable()
    table.isFixed = true
    func cell(_ row: Int, _ column: Int, rows: Int = 1, columns: Int = 1) -> ParagraphBlock {
      ParagraphBlock(
        cell: ParagraphTableCell(
          table, row: row, column: column, rowSpan: rows, columnSpan: columns))
    }
    func paragraph(
      _ string: String, _ cell: ParagraphBlock
    ) -> (String, (inout ParagraphStyle) -> Void) {
      (string, { $0.textBlocks = [cell] })
    }
    let storage = Self.text([
      ("x", { _ in }),
      paragraph("a", cell(0, 0, rows: 2)), paragraph("b", cell(0, 1)), paragraph("c", cell(0, 2)),
      // The first column is covered; the second one is left out.
      paragraph("d", cell(1, 2)),
      paragraph("e", cell(2, 0, columns: 2)), paragraph("f", cell(2, 2)), ("y", { _ in }),
    ])
    let chain = try Chain(storage, size: Size(width: 300, height: 200))
    let frame = try chain.frames()[0]
    let places = Dictionary(
      uniqueKeysWithValues: frame.lines.map {
        (chain.text($0.characterRange), [$0.usedRect.minX.points, $0.rect.minY.points])
      })
    #expect(places["x"] == [0, 0])
    #expect(places["b"] == [100, 10] && places["c"] == [200, 10])
    #expect(places["a"]?.first == 0)
    #expect(places["d"] == [200, 20])
    #expect(places["e"] == [0, 30] && places["f"] == [200, 30])
    #expect(places["y"] == [0, 40])
    // The characters are those of the storage.
    let hit = try #require(try chain.manager.hit(Point(x: 205, y: 25), inContainerAt: 0))
    #expect(chain.text(hit.characterRange) == "d")
  }

  @Test("T80: items of a list have markers that are not in the text, by number and depth")
  func lists() throws {
    let outer = ParagraphList("decimal", startingItemNumber: 3, indent: 30)
    let inner = ParagraphList("lower-roman", id: 1, indent: 30)
    let storage = Self.text([
      ("aa", { $0.textLists = [outer] }), ("bb", { $0.textLists = [outer, inner] }),
      ("cc", { $0.textLists = [outer, inner] }), ("dd", { $0.textLists = [outer] }),
      ("ee", { _ in }), ("ff", { $0.textLists = [outer] }),
    ])
    let chain = try Chain(storage, size: Size(width: 200, height: 100))
    let lines = try chain.frames()[0].lines
    #expect(lines.map(\.usedRect.minX) == [30, 60, 60, 30, 0, 30])
    #expect(lines.map { chain.text($0.characterRange) } == ["aa", "bb", "cc", "dd", "ee", "ff"])
    let svg = try Self.svg(chain, Size(width: 200, height: 100))
    // Lines are labelled with their text; markers are labelled before them.
    let markers = svg.matches(of: /aria-label="([^"]*)"/)
      .map { $0.1.replacing("\u{A0}", with: "") }.filter { $0.contains(".") }
    // A list that is interrupted begins again.
    #expect(markers == ["3.", "i.", "ii.", "4.", "3."])
    #expect(storage.string == "aa\nbb\ncc\ndd\nee\nff")
  }

  @Test("T80: typing in lists and tables gives the layout of a fresh text", arguments: 1...12)
  func edits(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var block = ParagraphBlock()
    block.padding = Insets(top: 2, left: 10)
    let list = ParagraphList("disc", indent: 20)
    let table = ParagraphTable()
    let styles: [(inout ParagraphStyle) -> Void] = [
      { _ in }, { $0.textBlocks = [block] }, { $0.textLists = [list] },
      { $0.textBlocks = [ParagraphBlock(cell: ParagraphTableCell(table, row: 0, column: 0))] },
      { $0.textBlocks = [ParagraphBlock(cell: ParagraphTableCell(table, row: 0, column: 1))] },
    ]
    let size = Size(width: 150, height: seed % 2 == 0 ? .infinite : 60)
    let storage = Self.text(
      (0..<12).map { ("word \($0)", styles[Int.random(in: 0..<5, using: &random)]) })
    let chain = try Chain(storage, size: size)
    for _ in 0..<8 {
      let lower = Int.random(in: 0..<storage.length, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: storage.insert("x\ny", at: lower)
      case 1: storage.delete(lower..<min(storage.length, lower + 4))
      case 2:
        let style = styles[Int.random(in: 0..<5, using: &random)]
        let range = storage.text.paragraphRange(for: lower..<lower)
        storage.modifyAttributes(in: range) {
          $0.paragraphStyle = Chain.attributes(style).paragraphStyle
        }
      default: storage.insert("z", at: lower)
      }
      if Bool.random(using: &random) { _ = try chain.manager.caretRect(at: lower) }
    }
    let clean = try Chain(storage.remade(), size: size)
    #expect(try Trace(chain).difference(from: Trace(clean)) == nil, "seed \(seed)")
  }

  @Test("T80: blocks and lists survive the archive, and archives without them can be read")
  func archives() throws {
    var block = ParagraphBlock(id: 4)
    block.borderWidths = Insets(top: 1, right: 1, bottom: 1, left: 1)
    let list = ParagraphList("upper-alpha", startingItemNumber: 2)
    let storage = Self.text([
      ("a", { $0.textBlocks = [block] }), ("b", { $0.textLists = [list] }), ("c", { _ in }),
    ])
    let read = try AttributedText(archive: storage.text.archive())
    #expect(read == storage.text)
    #expect(read.attributes(at: 0).attributes.paragraphStyle?.textBlocks == [block])
    #expect(read.attributes(at: 2).attributes.paragraphStyle?.textLists == [list])
    #expect(read.attributes(at: 4).attributes.paragraphStyle?.textLists == [])
  }
}

/// Directions of runs, and columns of tabs.
@Suite("TextKit: writing directions and columns")
struct DirectionTests {
  /// The characters of a line from left to right.
  private static func visual(_ chain: Chain) throws -> String {
    try chain.frames()[0].lines[0].runs.flatMap(\.glyphs)
      .map { chain.storage.text.string(in: $0.characterIndex..<$0.characterIndex + 1) }.joined()
  }

  @Test("T81: a run's writing direction has the effect of the control characters of UAX #9")
  func directions() throws {
    func chain(_ change: (TextStorage) -> Void) throws -> Chain {
      let storage = TextStorage("ab cd ef", attributes: Chain.attributes())
      change(storage)
      return try Chain(storage)
    }
    #expect(try Self.visual(chain { _ in }) == "ab cd ef")
    let overridden = try chain { storage in
      storage.modifyAttributes(in: 1..<5) { $0.writingDirections = [.rightToLeftOverride] }
    }
    #expect(try Self.visual(overridden) == "adc b ef")
    // Latin letters keep their direction in an embedding, and so does a space between them (N1).
    let embedded = try chain { storage in
      storage.modifyAttributes(in: 0..<5) { $0.writingDirections = [.rightToLeftEmbedding] }
    }
    #expect(try Self.visual(embedded) == "ab cd ef")
    let nested = try chain { storage in
      storage.modifyAttributes(in: 0..<8) { $0.writingDirections = [.rightToLeftOverride] }
      storage.modifyAttributes(in: 3..<5) {
        $0.writingDirections = [.rightToLeftOverride, .leftToRightOverride]
      }
    }
    #expect(try Self.visual(nested) == "fe cd ba")
    let hebrew = try chain { storage in
      storage.replaceCharacters(in: 0..<8, with: "אב גד")
      storage.modifyAttributes(in: 0..<5) { $0.writingDirections = [.leftToRightOverride] }
    }
    // The paragraph is right to left, its letters are not.
    #expect(try Self.visual(hebrew) == "אב גד")
    #expect(try hebrew.frames()[0].lines[0].isRightToLeft)
  }

  @Test("T81: attributes and control characters give the same order", arguments: 1...30)
  func sameOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let letters = Array("abcאבג 12 ")
    let string = String((0..<12).map { _ in letters[Int.random(in: 0..<10, using: &random)] })
    let lower = Int.random(in: 0..<11, using: &random)
    let upper = Int.random(in: lower + 1...12, using: &random)
    let all: [(RunDirection, String)] = [
      (.leftToRightEmbedding, "\u{202A}"), (.rightToLeftEmbedding, "\u{202B}"),
      (.leftToRightOverride, "\u{202D}"), (.rightToLeftOverride, "\u{202E}"),
    ]
    let (direction, control) = all[Int.random(in: 0..<4, using: &random)]
    let attributes = Chain.attributes { $0.baseWritingDirection = .leftToRight }
    let size = Size(width: 500, height: 50)
    let marked = try Chain(string, size: size, attributes: attributes)
    marked.storage.modifyAttributes(in: lower..<upper) { $0.writingDirections = [direction] }
    let units = Array(string)
    let controlled = try Chain(
      String(units[..<lower]) + control + String(units[lower..<upper]) + "\u{202C}"
        + String(units[upper...]), size: size, attributes: attributes)
    let wanted = try Self.visual(controlled).unicodeScalars
      .filter { !(0x202A...0x202E).contains($0.value) }
    #expect(try Array(Self.visual(marked).unicodeScalars) == Array(wanted), "seed \(seed)")
  }

  @Test("T82: a decimal tab aligns the first column terminator that its stop names")
  func terminators() throws {
    var stop = TabStop(.decimal, at: 60)
    func place(_ text: String) throws -> Length {
      let chain = try Chain(
        "\t" + text, size: Size(width: 300, height: 50),
        attributes: Chain.attributes { $0.tabStops = [stop] })
      return try #require(try chain.manager.rects(for: 1..<2).first?.rect.minX)
    }
    // 10 points for each character: "1,234" is before the full stop.
    #expect(try place("1,234.5") == 10)
    stop.columnTerminators = ","
    #expect(try place("1,234.5") == 50)
    stop.columnTerminators = "%:"
    #expect(try place("12:30%") == 40)
    #expect(try place("12 30%") == 10)
    #expect(try place("123") == 30)
  }
}
