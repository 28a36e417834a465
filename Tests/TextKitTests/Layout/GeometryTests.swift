import Foundation
import Paginator
import Support
import Testing

@Suite("TextKit: geometry")
struct GeometryTests {
  @Test("T65: the middle of every character's box hits that character, ligatures too")
  func hitsEveryCharacter() throws {
    let chain = try Chain(
      "office fluff affine שלום ffi", size: Size(width: 90, height: 300),
      attributes: Sample.ligating(), fonts: Chain.serif)
    let tokenizer = TextTokenizer(chain.storage.text)
    for token in tokenizer.tokens(.character, in: 0..<chain.storage.length) {
      let rect = try #require(try chain.manager.rects(for: token).first?.rect)
      guard rect.width > 0 else { continue }
      let point = Point(x: rect.minX + rect.width / 2, y: rect.minY + rect.height / 2)
      #expect(try chain.manager.hit(point, inContainerAt: 0)?.characterRange == token)
    }
  }

  @Test("E3: behind a ligature a hit finds the right link")
  func hitBehindLigature() throws {
    let chain = try Chain(
      "fluffy office link", size: Size(width: 300, height: 50), attributes: Sample.ligating(),
      fonts: Chain.serif)
    chain.storage.modifyAttributes(in: 14..<18) { $0.link = "there" }
    #expect(try chain.manager.numberOfGlyphs() < chain.storage.length)
    let rect = try #require(try chain.manager.rects(for: 14..<15).first?.rect)
    let inside = Point(x: rect.minX + 1, y: rect.minY + 5)
    #expect(try chain.manager.link(at: inside, inContainerAt: 0) == "there")
    let before = try #require(try chain.manager.rects(for: 12..<13).first?.rect)
    #expect(
      try chain.manager.link(at: Point(x: before.minX, y: rect.minY + 5), inContainerAt: 0) == nil)
  }

  @Test("E7: over a grid of points a point belongs to the line it is in, descenders and all")
  func grid() throws {
    let chain = try Chain(
      Sample.prose, size: Size(width: 180, height: 300), attributes: Sample.serif(),
      fonts: Chain.serif)
    let frame = try chain.frames()[0]
    for line in frame.lines {
      for tenth in 0..<10 {
        let y = line.rect.minY + line.rect.height * tenth / 10
        for x in stride(from: 0, to: 180, by: 15) {
          let hit = try #require(frame.hit(Point(x: Length(points: Double(x)), y: y)))
          #expect(line.characterRange.contains(hit.characterRange.lowerBound))
        }
      }
    }
  }

  @Test(
    "T66: the rectangles of a range are those of its characters; a caret at a soft line end has two places"
  )
  func rectsAndCarets() throws {
    let chain = try Chain("aaa bbb ccc ddd eee")
    let frame = try chain.frames()[0]
    #expect(frame.rects(for: 4..<15).map(\.minX) == [40, 0])
    #expect(frame.rects(for: 4..<15).map(\.width) == [40, 70])
    #expect(frame.boundingRect(for: 4..<15) == Rect(x: 0, y: 0, width: 80, height: 20))
    let down = try #require(try chain.manager.caretRect(at: 8))
    let up = try #require(try chain.manager.caretRect(at: 8, affinity: .upstream))
    #expect(down.rect.origin == Point(x: 0, y: 10))
    #expect(up.rect.origin == Point(x: 80, y: 0))
    #expect(try chain.manager.caretRect(at: 19)?.rect.minX == 30)
  }

  @Test("T66: glyph and character ranges lead to one another, through ligatures")
  func ranges() throws {
    let chain = try Chain(
      "a office", size: Size(width: 300, height: 50), attributes: Sample.ligating(),
      fonts: Chain.serif)
    let count = try chain.manager.numberOfGlyphs()
    #expect(count < 8)
    // "ff" is one glyph.
    let ligature = try chain.manager.glyphRange(forCharacterRange: 4..<5)
    #expect(ligature.glyphs == 3..<4)
    #expect(ligature.actualCharacters == 3..<5)
    for glyph in 0..<count {
      let characters = try chain.manager.characterRange(forGlyphRange: glyph..<glyph + 1)
      #expect(
        try chain.manager.glyphRange(forCharacterRange: characters.characters).glyphs.contains(
          glyph))
    }
    #expect(try chain.manager.characterRange(forGlyphRange: 0..<count).characters == 0..<8)
  }

  @Test("T64: up, then down, from anywhere leads back to the same line")
  func upAndDown() throws {
    let chain = try Chain(
      Sample.prose, size: Size(width: 120, height: 60), attributes: Sample.serif(),
      fonts: Chain.serif)
    for offset in stride(from: 0, to: chain.storage.length, by: 3) {
      guard let line = try chain.manager.lineRange(at: offset),
        let up = try chain.manager.position(from: offset, moving: .up)
      else { continue }
      let down = try #require(try chain.manager.position(from: up, moving: .down))
      #expect(try chain.manager.lineRange(at: down) == line)
    }
    #expect(try chain.manager.position(from: 0, moving: .left) == nil)
    #expect(try chain.manager.position(from: 0, moving: .right) == 1)
  }

  // MARK: Lines and strings

  @Test("T48: runs partition the glyphs of a line, each of one font, direction and style")
  func runs() throws {
    let storage = TextStorage("Some bold and שלום and more", attributes: Sample.serif())
    storage.modifyAttributes(in: 5..<9) { $0.font.weight = 700 }
    let chain = try Chain(storage, size: Size(width: 400, height: 50), fonts: Chain.serif)
    let line = try chain.frames()[0].lines[0]
    #expect(line.runs.count >= 4)
    #expect(line.runs.flatMap(\.glyphs).count == line.glyphCount)
    #expect(line.runs.contains { $0.isRightToLeft })
    var covered: Set<Int> = []
    for run in line.runs {
      for index in run.characterRange { #expect(covered.insert(index).inserted) }
      for glyph in run.glyphs { #expect(run.characterRange.contains(glyph.characterIndex)) }
    }
    #expect(covered.count == storage.length)
    let bounds = line.typographicBounds
    #expect(bounds.ascent > 0 && bounds.descent > 0)
    #expect(bounds.width == line.usedRect.width)
  }

  @Test(
    "T51: offsets in a line grow with the characters, and every offset leads back to its character")
  func lineOffsets() throws {
    let text = AttributedText("office e\u{301}clair flows", attributes: Sample.serif())
    let line = try LineTypesetter(text, typesetter: Typesetter(fonts: Chain.serif)).line()
    let tokenizer = TextTokenizer(text)
    let starts = tokenizer.tokens(.character, in: 0..<text.length).map(\.lowerBound)
    let ends = starts.dropFirst() + [text.length]
    for (index, end) in ends.enumerated() {
      #expect(tokenizer.position(from: 0, offsetBy: index + 1) == end)
      #expect(tokenizer.position(from: text.length, offsetBy: index - ends.count) == starts[index])
    }
    #expect(tokenizer.position(from: 0, offsetBy: ends.count + 1) == nil)
    let offsets = starts.map { line.offset(forCharacterAt: $0) }
    #expect(offsets == offsets.sorted())
    for (start, offset) in zip(starts, offsets) {
      #expect(line.index(forPosition: offset) == start)
    }
    #expect(line.baseline == 0)
  }

  /// The lengths of the lines of words of one letter each, as many as fit: ten points a letter.
  private static func lines(_ words: [Int], width: Int) -> [Int] {
    var lines: [Int] = []
    for word in words {
      if let last = lines.last, last + 10 + word * 10 <= width {
        lines[lines.count - 1] += 10 + word * 10
      } else {
        lines.append(word * 10)
      }
    }
    return lines
  }

  @Test(
    "T40, T44: a text is as wide as its longest line and as high as its lines", arguments: 1...5)
  func measure(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    for _ in 0..<1000 {
      let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Int.random(in: 1...9, using: &random)
      }
      let width = Int.random(in: 90...300, using: &random)
      let limit = Int.random(in: 0...3, using: &random)
      let text = AttributedText(
        words.map { String(repeating: "x", count: $0) }.joined(separator: " "),
        attributes: Chain.attributes())
      let rect = try TextMeasurement.boundingRect(
        of: text, width: Length(points: Double(width)), maximumNumberOfLines: limit,
        typesetter: typesetter)
      let lines = Self.lines(words, width: width)
      let name: Comment = "\(words) in \(width), at most \(limit) lines"
      #expect(rect.minX == 0 && rect.minY == 0, name)
      if limit == 0 || lines.count <= limit {
        #expect(rect.width.points == Double(lines.max() ?? 0), name)
        #expect(rect.height.points == Double(lines.count * 10), name)
      } else {
        // The last line ends with an ellipsis.
        #expect(rect.width.points <= Double(width), name)
        #expect(rect.height.points == Double(limit * 10), name)
      }
      let whole = try TextMeasurement.size(of: text, typesetter: typesetter)
      #expect(whole == Size(width: Length(points: Double(text.length * 10)), height: 10), name)
    }
  }

  @Test("T40: text of any kind measures as a manager lays it out", arguments: 1...5)
  func measureAsLaidOut(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let pieces = [
      "x", "word ", "\n", "\t", "אב ", "12 ", "e\u{301}", "\u{2028}", " ", "aaaaaaaaaaaaaa", "-",
      "\u{1F468}\u{200D}\u{1F469}",
    ]
    for _ in 0..<1000 {
      let string = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      let storage = TextStorage(
        string,
        attributes: Chain.attributes {
          $0.alignment = [.natural, .left, .right, .center].randomElement(using: &random)!
        })
      let lower = Int.random(in: 0..<storage.length, using: &random)
      storage.modifyAttributes(in: lower..<storage.length) { $0.font.size = 13 }
      let container = TextContainer(
        size: Size(
          width: Length(points: Double(Int.random(in: 20...300, using: &random))), height: .infinite
        ))
      container.maximumNumberOfLines = Int.random(in: 0...3, using: &random)
      container.lineBreakMode = .byTruncatingTail
      let manager = LayoutManager(storage: storage, typesetter: typesetter)
      try manager.add(container)
      let measured = try TextMeasurement.boundingRect(
        of: storage.text, width: container.size.width,
        maximumNumberOfLines: container.maximumNumberOfLines, typesetter: typesetter)
      #expect(
        try measured == manager.usedRect(forContainerAt: 0),
        "\(string.debugDescription) in \(container.size.width)")
      storage.remove(manager)
    }
  }

  @Test(
    "T44: without a width, lines set from the right or in the middle are as wide as the longest",
    arguments: [
      ("aaa\nb", ParagraphStyle.Alignment.right, [0, 20]), ("aaa\nb", .center, [0, 10]),
      ("אבג\nד", .natural, [0, 20]), ("aaa\nb", .natural, [0, 0]),
    ] as [(String, ParagraphStyle.Alignment, [Double])])
  func withoutWidth(string: String, alignment: ParagraphStyle.Alignment, left: [Double]) throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let text = AttributedText(string, attributes: Chain.attributes { $0.alignment = alignment })
    let whole = Rect(x: 0, y: 0, width: 30, height: 20)
    #expect(try TextMeasurement.boundingRect(of: text, typesetter: typesetter) == whole)
    var drawing = SVGDrawing(size: Size(width: 300, height: 100))
    try drawing.draw(text, at: Point(x: 7, y: 0), typesetter: typesetter)
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.matches(of: #/translate\(([0-9]+) /#).map { Double($0.1) } == left.map { $0 + 7 })
    // A frame of the size that is suggested has the same lines.
    let framesetter = Framesetter(text, typesetter: typesetter)
    for width in [Length.infinite, 100] {
      let (size, range) = try framesetter.suggestedSize(
        constraints: Size(width: width, height: .infinite))
      #expect(size == whole.size && range == 0..<text.length)
      let frame = try framesetter.frame(in: TextContainer(size: size))
      #expect(frame.lines.map(\.usedRect.minX.points) == left)
    }
  }

  @Test("T44: without a width, indents have their room")
  func indentsWithoutWidth() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    for (alignment, string) in [
      (ParagraphStyle.Alignment.left, "aa\nbbbb"), (.right, "aa\nbbbb"), (.center, "aa\nbbbb"),
      (.natural, "אב\nגדהו"), (.left, "אב\nגדהו"),
    ] {
      let text = AttributedText(
        string,
        attributes: Chain.attributes {
          $0.alignment = alignment
          $0.headIndent = 10
          $0.firstLineHeadIndent = 15
          $0.tailIndent = -20
        })
      // 15, four characters, and the tail indent.
      let whole = Size(width: 75, height: 20)
      #expect(try TextMeasurement.size(of: text, typesetter: typesetter) == whole, "\(alignment)")
      #expect(
        try TextMeasurement.size(of: text, width: 200, typesetter: typesetter) == whole,
        "\(alignment)")
      let needed = try Framesetter(text, typesetter: typesetter)
        .suggestedSize(constraints: Size(width: 200, height: .infinite))
      #expect(needed.size == whole, "\(alignment)")
      let again = try TextMeasurement.boundingRect(of: text, width: 75, typesetter: typesetter)
      #expect(again.height == 20, "\(alignment)")
    }
  }

  @Test("T41: asking for rectangles changes no layout")
  func pureQueries() throws {
    let chain = try Chain(Sample.prose, size: Size(width: 120, height: 60))
    let before = try Trace(chain)
    for index in stride(from: 0, to: 300, by: 7) {
      _ = try chain.manager.boundingRect(for: index..<index + 5, inContainerAt: 0)
    }
    let after = try Trace(chain)
    #expect(after == before)
  }

  @Test("T45: text too long for its line is cut with an ellipsis, and a finding says so")
  func furniture() throws {
    let chain = try Chain(
      "A very long running head",
      attributes: Chain.attributes {
        $0.lineBreakMode = .byTruncatingTail
        $0.alignment = .right
      })
    let line = try chain.frames()[0].lines[0]
    #expect(line.isTruncated)
    #expect(line.usedRect.maxX == 100)
    #expect(chain.manager.findings.contains { $0.rule == .truncatedText })
  }

  @Test("T71: the least width is not more than the greatest")
  func intrinsicWidths() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let text = AttributedText("aaa bbbbb cc\nddddddd eeee", attributes: Chain.attributes())
    let widths = try TextMeasurement.intrinsicWidths(of: text, typesetter: typesetter)
    #expect(widths.minimum == 70)
    #expect(widths.maximum == 120)
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
}
