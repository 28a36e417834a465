import Paginator
import Support
import Testing

@Suite("TextKit: paragraphs and lines")
struct ParagraphTests {
  private func frame(
    _ string: String, width: Length = 100, height: Length = 1000,
    _ change: (inout ParagraphStyle) -> Void
  ) throws -> TextFrame {
    let chain = try Chain(
      string, size: Size(width: width, height: height), attributes: Chain.attributes(change))
    return try #require(try chain.frames().first)
  }

  @Test(
    "T49: alignment sets where lines begin",
    arguments: [
      (ParagraphStyle.Alignment.left, Length(0)), (.right, 60), (.center, 30), (.natural, 0),
    ])
  func alignment(_ alignment: ParagraphStyle.Alignment, x: Length) throws {
    let lines = try frame("abcd") { $0.alignment = alignment }.lines
    #expect(lines[0].usedRect.minX == x)  // 4 of 10 characters
  }

  @Test("T49: justified lines end at the measure, the last one does not")
  func justified() throws {
    let lines = try frame("aaa bbb cccccc dd") { $0.alignment = .justified }.lines
    #expect(lines[0].usedRect.width == 100)
    #expect(lines.last?.usedRect.width == 90)  // "cccccc dd"
  }

  @Test("T49: head, first-line and tail indents narrow the lines")
  func indents() throws {
    let lines = try frame("aaa bbb ccc ddd eee") {
      $0.firstLineHeadIndent = 30
      $0.headIndent = 10
      $0.tailIndent = -10
    }.lines
    #expect(lines[0].usedRect.minX == 30)
    #expect(lines[1].usedRect.minX == 10)
    #expect(lines.map(\.rect.width) == lines.map { _ in 80 })
    let narrow = try frame("aaa bbb ccc") { $0.tailIndent = 40 }.lines
    #expect(narrow.count == 3)
  }

  @Test("T49: line height multiple, minimum, maximum, spacing and grid")
  func heights() throws {
    func height(_ change: (inout ParagraphStyle) -> Void) throws -> (Length, Length) {
      let line = try #require(try frame("a", change).lines.first)
      return (line.rect.height, line.baseline)
    }
    #expect(try height { _ in } == (10, 8))
    #expect(try height { $0.lineHeightMultiple = 1.5 } == (15, 13))
    #expect(try height { $0.minimumLineHeight = 14 } == (14, 12))
    #expect(try height { $0.maximumLineHeight = 9 } == (9, 7))
    #expect(try height { $0.lineSpacing = 4 } == (14, 8))
    #expect(try height { $0.lineGrid = 8 } == (16, 14))
  }

  @Test("T49: paragraph spacing before and behind adds up, and is none at the top")
  func spacing() throws {
    let lines = try frame("a\nb") {
      $0.paragraphSpacing = 5
      $0.paragraphSpacingBefore = 7
    }.lines
    #expect(lines.map(\.rect.minY) == [0, 22])
  }

  @Test("T49: tabs align left, right, centred and by the decimal point, to the unit")
  func tabs() throws {
    func x(_ alignment: TabStop.Alignment, _ text: String) throws -> Length {
      let line = try #require(
        try frame("\t\(text)", width: 300) { $0.tabStops = [TabStop(alignment, at: 100)] }.lines
          .first)
      return line.offset(forCharacterAt: 1)
    }
    #expect(try x(.left, "abcd") == 100)
    #expect(try x(.right, "abcd") == 60)
    #expect(try x(.center, "abcd") == 80)
    #expect(try x(.decimal, "12.5") == 80)
    #expect(try x(.decimal, "1234") == 60)
    let line = try #require(
      try frame("a\tb\tc", width: 300) { $0.defaultTabInterval = 36 }.lines.first)
    #expect(line.offset(forCharacterAt: 2) == 36)
    #expect(line.offset(forCharacterAt: 4) == 72)
  }

  @Test("T49: widows, orphans, keeping with the next and together move lines over")
  func keeps() throws {
    func pages(_ string: String, _ change: (inout ParagraphStyle) -> Void) throws -> [Int] {
      let chain = try Chain(
        string, size: Size(width: 100, height: 40), attributes: Chain.attributes(change))
      return try chain.frames().map(\.lines.count)
    }
    let five = "aaaaaaaa bbbbbbbb cccccccc dddddddd eeeeeeee"
    #expect(try pages(five) { _ in } == [4, 1])
    #expect(try pages(five) { $0.widows = 2 } == [3, 2])
    #expect(try pages("a\nb\nc\n" + five) { $0.orphans = 2 } == [3, 4, 1])
    #expect(try pages("a\nb\nc d e f g h") { $0.keepsTogether = true } == [4])
    #expect(try pages("a\nb\naaaaaaaa bbbbbbbb cccccccc") { $0.keepsTogether = true } == [2, 3])
    let chain = try Chain("a\nb\nc\nHead\ntext", size: Size(width: 100, height: 40))
    chain.storage.modifyAttributes(in: 6..<11) { $0.paragraphStyle?.keepsWithNext = true }
    #expect(try chain.lines() == [["a", "b", "c"], ["Head", "text"]])
  }

  @Test("T26: a word is divided only where the line without it fills less than the factor")
  func hyphenationFactor() throws {
    // A line holds 11 characters.
    func isDivided(_ factor: Double, managerFactor: Double = 0) throws -> Bool {
      let chain = try Chain(
        "nine of it representation", size: Size(width: 110, height: 100),
        attributes: Chain.attributes {
          $0.hyphenationFactor = factor
          $0.alignment = .left
        })
      chain.manager.hyphenationFactor = managerFactor
      return try chain.frames()[0].lines[0].isHyphenated
    }
    // Without a hyphen the first line is "nine of it": 10 of 11 characters, 0.909.
    #expect(try isDivided(0.90) == false)
    #expect(try isDivided(0) == false)
    #expect(try isDivided(0, managerFactor: 0.90) == false)
  }

  @Test("T26: with room for part of the word the factor decides")
  func hyphenationFactorDecides() throws {
    func lines(_ factor: Double) throws -> [String] {
      let chain = try Chain(
        "aaaaaa representation", size: Size(width: 120, height: 100),
        attributes: Chain.attributes {
          $0.hyphenationFactor = factor
          $0.alignment = .left
        }, fonts: nil)
      return try chain.lines()[0]
    }
    // "aaaaaa" fills 6 of 12; "rep-" would fit after it.
    #expect(try lines(0.4)[0] == "aaaaaa")
    #expect(try lines(0.6)[0] != "aaaaaa")
  }

  @Test("T46: the six line-break modes", arguments: ParagraphStyle.LineBreakMode.allCases)
  func modes(_ mode: ParagraphStyle.LineBreakMode) throws {
    let string = "abcd efghijkl mnop"
    let chain = try Chain(string, attributes: Chain.attributes { $0.lineBreakMode = mode })
    let lines = try chain.frames()[0].lines
    func shown(_ line: TextLine) -> String {
      line.runs.flatMap(\.glyphs).map { glyph in
        glyph.characterCount == 0
          ? "…" : chain.storage.text.string(in: glyph.characterIndex..<glyph.characterIndex + 1)
      }.joined()
    }
    let expected: [String] =
      switch mode {
      case .byWordWrapping: ["abcd ", "efghijkl ", "mnop"]
      case .byCharWrapping: ["abcd efghi", "jkl mnop"]
      case .byClipping: [string]
      case .byTruncatingHead: ["…hijkl mnop".replacing("hijkl", with: "jkl")]
      case .byTruncatingTail: ["abcd efg…"]
      case .byTruncatingMiddle: ["abcd… mnop".replacing(" ", with: "")]
      }
    let found = lines.map { shown($0) }
    if mode.truncates {
      #expect(found.count == 1)
      #expect(found[0].contains("…"))
      #expect(lines[0].usedRect.width <= 100)
      #expect(lines[0].isTruncated)
      // The line's range is the whole text, though not all of it is shown.
      #expect(lines[0].characterRange == 0..<chain.storage.length)
      switch mode {
      case .byTruncatingHead: #expect(found[0].hasPrefix("…") && found[0].hasSuffix("mnop"))
      case .byTruncatingTail: #expect(found[0].hasPrefix("abcd") && found[0].hasSuffix("…"))
      default: #expect(found[0].hasPrefix("abc") && found[0].hasSuffix("nop"))
      }
    } else {
      #expect(found == expected)
    }
  }

  @Test(
    "T46: truncation never splits a grapheme cluster, in any mode",
    arguments: [
      ParagraphStyle.LineBreakMode.byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail,
    ])
  func graphemes(_ mode: ParagraphStyle.LineBreakMode) throws {
    for string in [
      "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
      "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
      "אבגדהוזחטיכלמנסעפצ",
    ] {
      for width in stride(from: 20, to: 90, by: 7) {
        let chain = try Chain(
          string, size: Size(width: Length(points: Double(width)), height: 50),
          attributes: Chain.attributes { $0.lineBreakMode = mode }, fonts: Chain.serif)
        let tokenizer = TextTokenizer(chain.storage.text)
        for glyph in try chain.frames()[0].lines.flatMap(\.runs).flatMap(\.glyphs)
        where glyph.characterCount > 0 {
          #expect(tokenizer.isBoundary(glyph.characterIndex, of: .character))
        }
      }
    }
  }

  @Test("T46: a container takes no more lines than it may, and shows that there is more")
  func maximumNumberOfLines() throws {
    let chain = try Chain("aaa bbb ccc ddd eee fff ggg", size: nil)
    let container = TextContainer(size: Size(width: 70, height: 100))
    container.maximumNumberOfLines = 2
    container.lineBreakMode = .byTruncatingTail
    try chain.manager.add(container)
    let lines = try chain.frames()[0].lines
    #expect(lines.count == 2)
    #expect(lines[1].isTruncated)
    #expect(lines[1].usedRect.width <= 70)
    #expect(try chain.manager.characterRange(forContainerAt: 0) == 0..<chain.storage.length)
    // With word wrapping the rest continues in the next container.
    let other = try Chain("aaa bbb ccc ddd eee fff ggg", size: nil)
    other.manager.nextContainer = { _ in
      let container = TextContainer(size: Size(width: 70, height: 100))
      container.maximumNumberOfLines = 2
      return container
    }
    #expect(try other.lines() == [["aaa bbb", "ccc ddd"], ["eee fff", "ggg"]])
  }

  @Test("T34: text kept whole is not broken; what is wider than the measure only behind its marks")
  func keepWhole() throws {
    func lines(_ url: String) throws -> ([String], [Finding]) {
      let string = "aaaa \(url) bb"
      let chain = try Chain(string)
      chain.storage.modifyAttributes(in: 5..<5 + url.utf16.count) { $0.keepsWhole = true }
      return (try chain.lines().flatMap { $0 }, chain.manager.findings)
    }
    #expect(try lines("x.y/z-ab").0 == ["aaaa", "x.y/z-ab", "bb"])
    let (long, findings) = try lines("example.org/path_to")
    #expect(long == ["aaaa", "example.", "org/path_", "to bb"])
    #expect(findings.contains { $0.rule == .brokenKeptText })
  }

  @Test("E1: a URL of which half is bold is not broken")
  func halfBoldURL() throws {
    let chain = try Chain("aaaa ab-cd-ef bb")
    chain.storage.modifyAttributes(in: 5..<13) { $0.keepsWhole = true }
    chain.storage.modifyAttributes(in: 8..<13) { $0.font.weight = 700 }
    #expect(try chain.lines()[0] == ["aaaa", "ab-cd-ef", "bb"])
    // Without the attribute it is broken at its hyphens.
    let other = try Chain("aaaa ab-cd-ef bb")
    #expect(try other.lines()[0] == ["aaaa ab-", "cd-ef bb"])
  }

  @Test("E6: rectangles follow each line's own beginning, one for every line")
  func rectsOfLines() throws {
    let chain = try Chain(
      "aaa bbbb ccc",
      attributes: Chain.attributes {
        $0.alignment = .center
        $0.headIndent = 20
        $0.firstLineHeadIndent = 20
      })
    let rects = try chain.manager.rects(for: 0..<12).map(\.rect)
    // The measure is 80 wide, from 20: "aaa bbbb" fills it; "ccc" is 30 wide, centred.
    #expect(rects.map(\.minX) == [20, 45])
    #expect(rects.map(\.minY) == [0, 10])
  }

  @Test("E11: a frame after the other holds all lines, and goes on with the head indent")
  func framesInTurn() throws {
    let text = AttributedText(
      "aaaaaaaa bbbbbbbb cccccccc dddddddd eeeeeeee ffffffff",
      attributes: Chain.attributes { $0.firstLineHeadIndent = 20 })
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let framesetter = Framesetter(text, typesetter: typesetter)
    var offset = 0
    var lines: [TextLine] = []
    while offset < text.length {
      let frame = try framesetter.frame(
        in: TextContainer(size: Size(width: 100, height: 25)), from: offset)
      #expect(frame.characterRange.lowerBound == offset)
      #expect(frame.characterRange.upperBound > offset)
      offset = frame.characterRange.upperBound
      lines += frame.lines
    }
    #expect(lines.count == 6)
    #expect(lines.map(\.usedRect.minX) == [20, 0, 0, 0, 0, 0])
    let size = try framesetter.suggestedSize(constraints: Size(width: 100, height: .infinite))
    #expect(size.size.height == 60)
    #expect(size.range == 0..<text.length)
  }

  @Test("T50: the greedy lines are those that suggestLineBreak suggests, one after the other")
  func suggestLineBreak() throws {
    let string = "the quick brown fox jumps over the lazy dog and far away it goes"
    for width in stride(from: 60, to: 200, by: 13) {
      let size = Size(width: Length(points: Double(width)), height: 1000)
      let chain = try Chain(string, size: size)
      let typesetter = try LineTypesetter(
        chain.storage.text, typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
      var offset = 0
      var ends: [Int] = []
      while offset < chain.storage.length {
        offset += try typesetter.suggestLineBreak(from: offset, width: size.width)
        ends.append(offset)
      }
      #expect(ends == (try chain.frames()[0].lines.map(\.characterRange.upperBound)))
    }
    let typesetter = try LineTypesetter(
      AttributedText(string, attributes: Chain.attributes()),
      typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    #expect(try typesetter.suggestClusterBreak(from: 0, width: 65) == 6)
  }

  @Test(
    "a default tab beyond the measure starts a new line",
    arguments: ["aaa\tbbb\tccc\tddd", "אאא\tבבב\tגגג\tדדד", "אאא\tbbb\t123\t\td"])
  func tabsWrap(string: String) throws {
    let chain = try Chain(string, size: Size(width: 60, height: 100))
    let frame = try #require(try chain.manager.frame(forContainerAt: 0))
    #expect(
      frame.lines.allSatisfy { $0.usedRect.minX >= 0 && $0.usedRect.maxX <= 60 },
      "\(frame.lines.map(\.usedRect))")
  }

  @Test("a form feed in an endless container ends the paragraph, without an error")
  func formFeed() throws {
    let chain = try Chain("aa\u{C}bb", size: Size(width: 100, height: .infinite))
    #expect(try chain.lines() == [["aa", "bb"]])
  }

  @Test("a frame from the middle of the text has no paragraph spacing above its first line")
  func spacingAtTop() throws {
    let text = AttributedText(
      "aaaa\nbbbb\ncccc",
      attributes: Chain.attributes {
        $0.paragraphSpacing = 4
        $0.paragraphSpacingBefore = 3
      })
    let frame = try Framesetter(text, typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
      .frame(in: TextContainer(size: Size(width: 100, height: 100)), from: 5)
    #expect(frame.lines.first?.rect.minY == 0)
  }

  @Test("by-word wrapping breaks a word that is wider than the measure")
  func overlongWord() throws {
    var attributes = Chain.attributes()
    attributes.language = nil
    let chain = try Chain(
      "abcdefghijklm op", size: Size(width: 50, height: 100), attributes: attributes)
    #expect(try chain.lines() == [["abcde", "fghij", "klm", "op"]])
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
