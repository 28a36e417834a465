import Paginator
import Support
import Testing

@Suite("TextKit: the last line")
struct LastLineTests {
  private static func caretX(_ change: @escaping (inout ParagraphStyle) -> Void) throws -> [Length]
  {
    try ["ab\n", "ab\nc"].map { string in
      let chain = try Chain(
        string, size: Size(width: 200, height: 100), attributes: Chain.attributes(change))
      return try #require(try chain.manager.caretRect(at: 3)).rect.minX
    }
  }

  @Test("the caret on an empty last line is where the next character will be")
  func caretInBoxes() throws {
    let list = try Self.caretX { $0.textLists = [ParagraphList("decimal"), ParagraphList()] }
    #expect(list == [72, 72])  // Two lists of 36 points.
    let box = try Self.caretX { style in
      var block = ParagraphBlock()
      block.margin.left = 5
      block.borderWidths.left = 1
      block.padding = Insets(left: 7)
      style.textBlocks = [block]
    }
    #expect(box == [13, 13])
    let right = try Self.caretX { style in
      var block = ParagraphBlock()
      block.padding = Insets(right: 20)
      style.textBlocks = [block]
      style.alignment = .right
    }
    #expect(right == [180, 170])  // Before "c", which ends at 200 - 20.
    #expect(try Self.caretX { $0.headIndent = 9 } == [0, 0])
  }

  @Test("the empty line behind a list has no marker and no number")
  func noMarker() throws {
    let storage = TextStorage(
      "a\n", attributes: Chain.attributes { $0.textLists = [ParagraphList("decimal")] })
    let chain = try Chain(storage, size: Size(width: 200, height: 100))
    var drawing = SVGDrawing(size: Size(width: 200, height: 100))
    try drawing.draw(chain.manager, containerAt: 0)
    #expect(!String(decoding: drawing.svg(), as: UTF8.self).contains("2."))
  }

  @Test("a line separator at the end of the text begins a line", arguments: ["\u{2028}", "\u{0B}"])
  func lineSeparator(separator: String) throws {
    let chain = try Chain("ab" + separator)
    let lines = try chain.frames()[0].lines
    #expect(lines.map(\.characterRange) == [0..<3, 3..<3])
    #expect(lines.map(\.rect.minY) == [0, 10])
    #expect(lines.map(\.isLastOfParagraph) == [false, true])
    #expect(try chain.manager.extraLineFragment()?.rect.minY == 10)
    let caret = try #require(try chain.manager.caretRect(at: 3)).rect
    #expect(caret == Rect(x: 0, y: 10, width: 0, height: 10))
    #expect(try chain.manager.position(from: 1, moving: .down) == 3)
    #expect(try chain.manager.position(from: 3, moving: .up) == 0)
    #expect(try chain.manager.position(from: 2, moving: .right) == 3)
    #expect(try chain.manager.position(from: 3, moving: .left) == 2)
    #expect(try chain.manager.position(from: 3, moving: .right) == nil)
    let framesetter = Framesetter(chain.storage.text, typesetter: chain.manager.typesetter)
    let size = try framesetter.suggestedSize(constraints: Size(width: 100, height: .infinite)).size
    #expect(size.height == 20)
    // Text that is typed there stands on the same line.
    chain.storage.append("c")
    #expect(try chain.manager.caretRect(at: 3)?.rect == caret)
    #expect(try chain.manager.extraLineFragment() == nil)
  }

  @Test("a line separator at the end of a container with an obstacle begins a line")
  func shapedLineSeparator() throws {
    let chain = try Chain("ab\u{2028}", size: nil)
    let container = TextContainer(size: Size(width: 100, height: 50))
    container.exclusionPaths = [ExclusionPath(rect: Rect(x: 80, y: 0, width: 20, height: 50))]
    try chain.manager.add(container)
    #expect(try chain.frames()[0].lines.map(\.characterRange) == [0..<3, 3..<3])
  }

  @Test(
    "the white space before a separator is trailing", arguments: ["\n", "\u{2028}", "\r\n", ""])
  func trailingSpace(separator: String) throws {
    let chain = try Chain("abc   " + separator)
    #expect(try chain.frames()[0].lines[0].trailingWhitespaceWidth == 30)
  }

  @Test("empty lines at the end are measured; a final newline makes an extra line fragment")
  func trailingLines() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let heights = try ["a", "a\n", "a\n\n"].map {
      try TextMeasurement.size(
        of: AttributedText($0, attributes: Chain.attributes()), width: 100, typesetter: typesetter
      ).height
    }
    #expect(heights[1] == heights[0] * 2)
    #expect(heights[2] == heights[0] * 3)
    let chain = try Chain("a\n", size: Size(width: 100, height: .infinite))
    let extra = try chain.manager.extraLineFragment()
    #expect(extra?.rect.minY == heights[0])
    let open = try Chain("a", size: Size(width: 100, height: .infinite))
    #expect(try open.manager.extraLineFragment() == nil)
  }

  @Test("the caret has a line after a final paragraph separator, and in an empty text")
  func emptyEnds() throws {
    for (string, offset, y) in [
      ("", 0, Length(0)), ("a\n", 2, 10), ("a\r\n", 3, 10), ("\n", 1, 10),
    ] {
      let chain = try Chain(string)
      let caret = try #require(try chain.manager.caretRect(at: offset))
      #expect(caret.rect == Rect(x: 0, y: y, width: 0, height: 10))
      #expect(try chain.manager.hit(Point(x: 5, y: y + 5), inContainerAt: 0) != nil)
    }
  }

  @Test(
    "the empty line at the end begins where a typed character would",
    arguments: [
      (ParagraphStyle.Alignment.natural, ParagraphStyle.WritingDirection.natural, 15),
      (.center, .natural, 57.5), (.right, .natural, 100), (.natural, .rightToLeft, 85),
      (.left, .rightToLeft, 0),
    ] as [(ParagraphStyle.Alignment, ParagraphStyle.WritingDirection, Double)])
  func emptyEndAligned(
    alignment: ParagraphStyle.Alignment, direction: ParagraphStyle.WritingDirection, x: Double
  ) throws {
    for string in ["", "a\n", "a\n\n"] {
      let chain = try Chain(
        string,
        attributes: Chain.attributes {
          $0.alignment = alignment
          $0.baseWritingDirection = direction
          $0.firstLineHeadIndent = 15
        })
      let line = try #require(try chain.manager.extraLineFragment())
      #expect(line.usedRect.minX.points == x && line.usedRect.width == 0)
      let caret = try #require(try chain.manager.caretRect(at: chain.storage.length))
      #expect(caret.rect.minX.points == x)
      let rightToLeft = try chain.frames()[0].lines.last?.isRightToLeft
      #expect(rightToLeft == (direction == .rightToLeft))
    }
  }
}
