import Paginator
import Support
import Testing

/// Faults that new users found in trials, with one test for each.
@Suite("TextKit: faults found in trials")
struct TrialTests {
  @Test("a frame that begins at or after the end of the text is empty")
  func frameBehindEnd() throws {
    let framesetter = Framesetter(
      AttributedText("abc", attributes: Chain.attributes()),
      typesetter: Typesetter(fonts: try Press.squareFonts()))
    let container = TextContainer(size: Size(width: 50, height: 50))
    #expect(try framesetter.frame(in: container, from: 4).lines.isEmpty)
    #expect(try framesetter.frame(in: container, from: 3).lines.isEmpty)
  }

  @Test("a drawing can contain text of several typesetters")
  func severalTypesetters() throws {
    let fonts = try Press.squareFonts()
    let text = AttributedText("ab", attributes: Chain.attributes())
    var drawing = SVGDrawing(size: Size(width: 100, height: 100))
    try drawing.draw(text, at: .zero, typesetter: Typesetter(fonts: fonts))
    try drawing.draw(text, at: Point(x: 0, y: 20), typesetter: Typesetter(fonts: fonts))
    #expect(String(decoding: drawing.svg(), as: UTF8.self).split(separator: "<use").count == 5)
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

  @Test("a container that an exclusion path covers stays empty; the text starts in the next")
  func covered() throws {
    let chain = try Chain("aaa bbb", size: nil)
    let covered = TextContainer(size: Size(width: 100, height: 50))
    covered.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 100, height: 50))]
    try chain.manager.add(covered)
    try chain.manager.add(TextContainer(size: Size(width: 100, height: 50)))
    #expect(try chain.lines() == [[], ["aaa bbb"]])
  }

  @Test("paragraph spacing at a container's top moves no line into an exclusion path")
  func spacingAtTop() throws {
    let chain = try Chain(
      "aaaa\nbbbb cccc dddd", size: nil, attributes: Chain.attributes { $0.paragraphSpacing = 12 })
    try chain.manager.add(TextContainer(size: Size(width: 100, height: 14)))
    let second = TextContainer(size: Size(width: 100, height: 100))
    second.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 50, height: 11))]
    try chain.manager.add(second)
    let lines = try chain.frames()[1].lines
    #expect(lines.map(\.usedRect.minX) == [50, 50, 0])
    #expect(lines.map(\.rect.minY) == [0, 10, 20])
  }

  @Test("a line with a hanging indent and a tall line stay out of an exclusion path")
  func fitting() throws {
    let hanging = try Chain(
      "aaaa bbbb", size: nil,
      attributes: Chain.attributes {
        $0.headIndent = 20
        $0.firstLineHeadIndent = 10
      })
    let container = TextContainer(size: Size(width: 100, height: 100))
    container.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 30, height: 10))]
    try hanging.manager.add(container)
    #expect(try hanging.frames()[0].lines[0].usedRect.minX == 30)
    let tall = try Chain("a", size: nil)
    tall.storage.insert(TextAttachment(bounds: Rect(x: 0, y: 0, width: 10, height: 40)), at: 1)
    let other = TextContainer(size: Size(width: 100, height: 100))
    other.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 15, width: 100, height: 20))]
    try tall.manager.add(other)
    #expect(try tall.frames()[0].lines[0].rect.minY >= 35)
  }

  @Test("a trailing space does not move a right-to-left line out of its measure")
  func rightToLeft() throws {
    let chain = try Chain(
      "אבג דהו זחט יכל", size: Size(width: 100, height: 100),
      attributes: Chain.attributes { $0.baseWritingDirection = .rightToLeft })
    for line in try chain.frames()[0].lines {
      let rects = line.rects(
        for: line.characterRange.lowerBound..<line.characterRange.lowerBound + 3)
      #expect(rects[0].maxX == 100)
    }
    // In a left-to-right paragraph the trailing space is at the right of the word.
    let mixed = try Chain("abcd אבג דהו זחט", size: Size(width: 100, height: 100))
    let first = try mixed.frames()[0].lines[0]
    #expect(first.rects(for: 0..<4)[0].minX == 0)
    #expect(first.rects(for: 5..<8)[0].maxX == 80)
  }

  @Test("each line is as high as its own content")
  func ownHeights() throws {
    let chain = try Chain("aaa bbb ccc ddd", size: Size(width: 120, height: 200))
    chain.storage.modifyAttributes(in: 0..<1) { $0.font.size = 40 }
    let heights = try chain.frames()[0].lines.map(\.rect.height)
    #expect(heights == [40, 10])
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

  @Test(
    "up and down go to the next line in text from right to left, too",
    arguments: ["אב\nג\u{2028}דה\n\nו\n", "\u{200F}a\nאב\r\n"])
  func upAndDownFromRight(string: String) throws {
    for alignment in [ParagraphStyle.Alignment.natural, .left, .center] {
      let chain = try Chain(
        string, size: Size(width: 100, height: 200),
        attributes: Chain.attributes {
          $0.alignment = alignment
          $0.baseWritingDirection = .rightToLeft
        })
      let lines = try chain.frames()[0].lines
      for start in [0, chain.storage.length] {
        var place = start
        var visited = [start]
        let movement = start == 0 ? CaretMovement.down : .up
        while let next = try chain.manager.position(from: place, moving: movement),
          visited.count < 20
        {
          place = next
          visited.append(next)
        }
        if start > 0 { visited.reverse() }
        try #require(visited.count == lines.count, "\(alignment), \(movement): \(visited)")
        for (place, line) in zip(visited, lines) {
          let isHere =
            line.characterRange.contains(place)
            || line.characterRange.isEmpty && line.characterRange.lowerBound == place
          #expect(isHere, "\(alignment), \(movement): \(visited)")
        }
      }
    }
  }

  @Test("text that is truncated at a line limit does not count as not laid out")
  func truncatedIsLaid() throws {
    let chain = try Chain("aaa bbb ccc ddd", size: nil)
    let container = TextContainer(size: Size(width: 70, height: 100))
    try chain.manager.add(container)
    container.maximumNumberOfLines = 1
    container.lineBreakMode = .byTruncatingTail
    try chain.manager.ensureLayout()
    #expect(chain.manager.firstUnlaidCharacterIndex == nil)
    container.lineBreakMode = .byWordWrapping
    try chain.manager.ensureLayout()
    #expect(chain.manager.firstUnlaidCharacterIndex == 8)
  }

  @Test("findings about fonts and languages are among the manager's findings")
  func findings() throws {
    var attributes = Chain.attributes { $0.hyphenationFactor = 1 }
    attributes.language = nil
    let chain = try Chain("aא", attributes: attributes)
    _ = try chain.lines()
    let rules = Set(chain.manager.findings.map(\.rule))
    #expect(rules.contains(.noLanguage))
    #expect(rules.contains(.missingGlyph))
  }

  @Test(
    "after edits a layout with exclusion paths and spacing equals a clean one", arguments: 1...20)
  func keptAroundPaths(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func text(_ count: Int) -> String {
      (0..<count).map { _ in String(repeating: "x", count: .random(in: 1...8, using: &random)) }
        .joined(separator: seed % 2 == 0 ? " " : "\n ")
    }
    func container(_ index: Int) -> TextContainer {
      let container = TextContainer(
        size: Size(width: index % 3 == 0 ? 120 : 150, height: index % 2 == 0 ? 90 : 70))
      if index % 3 == 1 {
        container.exclusionPaths = [
          ExclusionPath(ellipseIn: Rect(x: 60, y: 5, width: 50, height: 45))
        ]
      }
      return container
    }
    let attributes = Chain.attributes {
      $0.paragraphSpacing = 6
      $0.paragraphSpacingBefore = 3
      $0.keepsWithNext = seed % 5 == 0
    }
    func chain(_ storage: TextStorage) throws -> Chain {
      let chain = try Chain(storage, size: nil)
      chain.manager.nextContainer = { container($0) }
      return chain
    }
    let live = try chain(TextStorage(text(90), attributes: attributes))
    _ = try live.lines()
    for _ in 0..<15 {
      let lower = Int.random(in: 0...live.storage.length, using: &random)
      let upper = min(live.storage.length, lower + .random(in: 0...9, using: &random))
      live.storage.replaceCharacters(
        in: lower..<upper, with: text(.random(in: 0...4, using: &random)))
      _ = try live.manager.containerCount()
    }
    #expect(try Trace(live) == Trace(chain(live.storage.remade())))
  }

  @Test("a clipped line is cut at its measure")
  func clipped() throws {
    let chain = try Chain(
      "aaaa bbbb cccc dddd", attributes: Chain.attributes { $0.lineBreakMode = .byClipping })
    var drawing = SVGDrawing(size: Size(width: 300, height: 100))
    try drawing.draw(chain.manager, containerAt: 0, at: Point(x: 5, y: 7))
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.contains("<rect x=\"5\" y=\"7\" width=\"100\" height=\"10\"/></clipPath>"))
  }
}
