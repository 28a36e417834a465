import Paginator
import Support
import Testing

/// Inputs that programs met: each gave a wrong answer or ended the program.
@Suite("TextKit: traps")
struct TrapTests {
  @Test("queries do not depend on their order where the containers end at a page break")
  func breakWithoutContainer() throws {
    for isFirst in [true, false] {
      let chain = try Chain("aa\u{0C}bb", size: nil)
      try chain.manager.add(TextContainer(size: Size(width: 100, height: 50)))
      if isFirst { #expect(try chain.manager.frame(forContainerAt: 0)?.lines.count == 1) }
      #expect(try chain.manager.rects(for: 0..<5).count == 1)
      try chain.manager.ensureLayout()
      #expect(try chain.manager.containerCount() == 1)
      #expect(chain.manager.firstUnlaidCharacterIndex == 3)
    }
  }

  @Test("the caret does not go from the end of the containers to the start of their last line")
  func endOfContainers() throws {
    for text in ["aaaa bbbb cccc dddd", "aaaa bbbb\ncccc dddd"] {
      let chain = try Chain(text, size: nil)
      try chain.manager.add(TextContainer(size: Size(width: 100, height: 10)))
      #expect(try chain.manager.position(from: 9, moving: .right) == nil)
    }
  }

  /// A table of two columns, 50 points each: "aa" beside "bb" over "cc", then "dd" beside "ee", and
  /// "zz" below.
  private func table() throws -> Chain {
    var table = ParagraphTable()
    table.isFixed = true
    let storage = TextStorage("", attributes: Chain.attributes())
    for (index, string) in ["aa\n", "bb\ncc\n", "dd\n", "ee\n", "zz"].enumerated() {
      storage.append(
        AttributedText(
          string,
          attributes: Chain.attributes {
            guard index < 4 else { return }
            let cell = ParagraphTableCell(table, row: index / 2, column: index % 2)
            $0.textBlocks = [ParagraphBlock(cell: cell)]
          }))
    }
    return try Chain(storage, size: Size(width: 100, height: 100))
  }

  @Test("a point in the blank part of a cell belongs to the cell")
  func hitsInCells() throws {
    let chain = try table()
    func hit(_ x: Length, _ y: Length) throws -> TextHit {
      try #require(try chain.manager.hit(Point(x: x, y: y), inContainerAt: 0))
    }
    #expect(try hit(40, 5).insertionOffset == 2)
    #expect(try !hit(40, 5).isInside)
    #expect(try hit(5, 12).characterRange == 0..<1)
    #expect(try hit(95, 15).insertionOffset == 8)
    #expect(try hit(55, 25).characterRange == 12..<13)
  }

  @Test(
    "a point in the padding of a cell belongs to the nearest cell, not to text outside the table")
  func hitsInPadding() throws {
    let storage = TextStorage("before\n", attributes: Chain.attributes())
    storage.append(
      AttributedText(
        "aa\n",
        attributes: Chain.attributes {
          var block = ParagraphBlock(
            cell: ParagraphTableCell(ParagraphTable(), row: 0, column: 0))
          block.padding = Insets(top: 10, right: 10, bottom: 10, left: 10)
          $0.textBlocks = [block]
        }))
    storage.append(AttributedText("after", attributes: Chain.attributes()))
    let chain = try Chain(storage, size: Size(width: 100, height: 100))
    let hit = try chain.manager.hit(Point(x: 3, y: 25), inContainerAt: 0)
    #expect(hit?.characterRange == 7..<8)
  }

  @Test("the caret moves up and down in its column")
  func columns() throws {
    let chain = try table()
    let below = try [0, 3, 6, 9, 12, 15].map { try chain.manager.position(from: $0, moving: .down) }
    #expect(below == [9, 6, 12, 15, 17, nil])
    let above = try [0, 3, 6, 9, 12].map { try chain.manager.position(from: $0, moving: .up) }
    #expect(above == [nil, nil, 3, 0, 6])
  }

  @Test("a point on the space that ends a line is inside its character")
  func trailingSpace() throws {
    let chain = try Chain("aaaa bbbbbbbb", size: Size(width: 100, height: 50))
    let hit = try #require(try chain.manager.hit(Point(x: 45, y: 5), inContainerAt: 0))
    #expect(hit.characterRange == 4..<5)
    #expect(hit.isInside)
  }

  @Test("an empty text can be edited")
  func emptyText() throws {
    let storage = TextStorage(AttributedText())
    storage.insert("ab\nc", at: 0)
    #expect(storage.string == "ab\nc")
    #expect(storage.text.paragraphs.count == 2)
  }

  @Test("an unpaired surrogate stays; a pair is shown once, also where its attributes differ")
  func surrogates() throws {
    let storage = TextStorage("a\u{1F600}b", attributes: Chain.attributes())
    storage.modifyAttributes(in: 1..<2) { $0.font.size = 20 }
    let chain = try Chain(storage)
    #expect(try chain.manager.numberOfGlyphs() == 3)
    #expect(try chain.manager.characterIndex(forGlyphAt: 2) == 3)
    storage.replaceCharacters(in: 1..<2, with: "")
    let copy = storage.attributedSubstring(in: 0..<3)
    #expect(Array(copy.units) == [0x61, 0xDE00, 0x62])
    storage.append(copy)
    #expect(Array(storage.text.units) == [0x61, 0xDE00, 0x62, 0x61, 0xDE00, 0x62])
  }

  @Test("an endless container with a maximum of lines takes no more; the rest is not laid out")
  func maximumOfLines() throws {
    let chain = try Chain("a\nb\nc\nd", size: nil)
    let container = TextContainer(size: Size(width: 100, height: .infinite))
    container.maximumNumberOfLines = 2
    try chain.manager.add(container)
    #expect(try chain.frames()[0].lines.count == 2)
    #expect(chain.manager.firstUnlaidCharacterIndex == 4)
  }

  @Test("control characters have no width, also inside words")
  func controls() throws {
    for text in ["a\u{01}b", "a\u{7F}b", "\u{02}ab\u{03}"] {
      let chain = try Chain(text)
      #expect(try chain.frames()[0].lines[0].usedRect.width == 20)
    }
  }

  @Test("a joiner or a variation selector does not change the font of its letter")
  func ignorables() throws {
    let plain = try Chain("ab", fonts: Chain.serif)
    let width = try plain.frames()[0].lines[0].usedRect.width
    for mark in ["\u{34F}", "\u{FE0E}", "\u{FE0F}"] {
      let chain = try Chain("a\(mark)b", fonts: Chain.serif)
      #expect(try chain.frames()[0].lines[0].usedRect.width == width)
    }
  }

  @Test("a measured text is as high as the boxes around it")
  func measuredBox() throws {
    let text = AttributedText(
      "aa",
      attributes: Chain.attributes {
        var block = ParagraphBlock()
        block.padding = Insets(top: 1, right: 2, bottom: 3, left: 4)
        $0.textBlocks = [block]
      })
    let size = try TextMeasurement.size(
      of: text, typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    #expect(size == Size(width: 26, height: 14))
  }

  @Test("offsets outside the text have no place")
  func outside() throws {
    let chain = try Chain("abc")
    let manager = chain.manager
    for offset in [Int.max, Int.min, -1, 4] {
      #expect(try manager.caretRect(at: offset) == nil)
      #expect(try manager.containerIndex(forCharacterAt: offset) == nil)
      #expect(try manager.glyphIndex(forCharacterAt: offset) == nil)
      #expect(try manager.location(forGlyphAt: offset) == nil)
      #expect(try manager.position(from: offset, moving: .left) == nil)
      #expect(try manager.truncatedCharacterRange(inLineAt: offset) == nil)
    }
  }

  @Test("weights outside 1 to 1000 are the nearest one; infinite lengths end nothing")
  func extremes() throws {
    let changes: [(inout TextAttributes) -> Void] = [
      { $0.font.weight = .min }, { $0.font.weight = .max }, { $0.font.size = .infinite },
      { $0.wordSpacing = .infinite }, { $0.letterSpacing = .infinite },
    ]
    for change in changes {
      var attributes = Chain.attributes()
      change(&attributes)
      let chain = try Chain("a b c", attributes: attributes)
      #expect(try !chain.frames().isEmpty)
    }
  }

  /// Asks its manager while it decides.
  private final class Curious: LayoutManagerDelegate {
    var errors: [String] = []
    var completed: [Int] = []

    func layoutManager(
      _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
    ) -> Length {
      do { _ = try manager.containerCount() } catch { errors.append("\(error)") }
      return 0
    }

    func layoutManager(
      _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool
    ) {
      if atEnd { completed.append((try? manager.containerCount()) ?? -1) }
    }
  }

  @Test("a delegate that asks for the layout it decides about gets an error; afterwards, an answer")
  func curiousDelegate() throws {
    let chain = try Chain("a\nb")
    let delegate = Curious()
    chain.manager.delegate = delegate
    #expect(try chain.manager.containerCount() == 1)
    #expect(!delegate.errors.isEmpty)
    #expect(delegate.errors.allSatisfy { $0 == LayoutError.layoutInProgress.description })
    #expect(delegate.completed == [1])
  }

  @Test("passes undo what they set, and nothing that was set since")
  func passes() throws {
    let storage = TextStorage("the iPad at www.a.org", attributes: Chain.attributes())
    storage.passes = [try IdentifierPass(), try LinkPass(keepsWhole: true)]
    storage.append(" now")
    #expect(storage.attributes(at: 4).attributes.color == IdentifierPass.defaultColor)
    #expect(storage.attributes(at: 12).attributes.link == "http://www.a.org")
    let green = Color(red: 0, green: 0x80, blue: 0)
    storage.modifyAttributes(in: 4..<8) { $0.color = green }
    storage.modifyAttributes(in: 12..<21) { $0.link = "https://other.org" }
    storage.replaceCharacters(in: 4..<5, with: "I")
    #expect(storage.attributes(at: 5).attributes.color == green)
    #expect(storage.attributes(at: 12).attributes.link == "https://other.org")
    // A link that the pass finds does not take away what keeps its text on one line.
    let kept = TextStorage("at www.a.org", attributes: Chain.attributes())
    kept.modifyAttributes(in: 0..<12) { $0.keepsWhole = true }
    kept.passes = [try LinkPass()]
    kept.append(" x")
    #expect(kept.attributes(at: 4).attributes.link != nil)
    #expect(kept.attributes(at: 4).attributes.keepsWhole)
  }
}
