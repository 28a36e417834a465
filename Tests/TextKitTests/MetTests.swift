import Paginator
import Support
import Testing

/// Issues found by programs that use the library: the smallest case of each.
@Suite("TextKit: issues found by programs")
struct MetTests {
  @Test("typing makes no empty paragraphs: the layout equals that of a fresh string")
  func phantomParagraphs() throws {
    let storage = TextStorage("a\nb\n", attributes: Chain.attributes())
    for _ in 0..<5 { storage.insert("x", at: 0) }
    #expect(storage.text.paragraphs.count == 3)
    let chain = try Chain(storage)
    #expect(try Trace(chain) == Trace(Chain(storage.remade())))
  }

  @Test("twelve keys typed in the fifth of six lines add at most one page")
  func typedPages() throws {
    let chain = try Chain(
      "one\ntwo\nthree\nfour\nfive\nsix\n", size: Size(width: 100, height: 30))
    let before = try chain.manager.containerCount()
    for _ in 0..<12 {
      chain.storage.insert("x", at: 20)
      _ = try chain.manager.containerCount()
    }
    #expect(try chain.manager.containerCount() <= before + 1)
    #expect(
      try Trace(chain) == Trace(Chain(chain.storage.remade(), size: Size(width: 100, height: 30))))
  }

  private final class Marking: TextStorage {
    var calls = 0
    var seen: [Range<Int>] = []
    override func processEditing() {
      calls += 1
      modifyAttributes(in: editedRange) { $0.color = Color(red: 255, green: 0, blue: 0) }
      super.processEditing()
      seen.append(editedRange)
      beginEditing()
      modifyAttributes(in: 0..<1) { $0.color = Color(red: 0, green: 0, blue: 255) }
      endEditing()
    }
  }

  @Test("an override of processEditing may set attributes before and after super")
  func overriding() throws {
    let storage = Marking(AttributedText("abc def", attributes: Chain.attributes()))
    let chain = try Chain(storage)
    _ = try chain.lines()
    storage.insert("xy", at: 4)
    #expect(storage.calls == 1)
    #expect(storage.seen == [4..<6])
    #expect(storage.attributes(at: 4).attributes.color == Color(red: 255, green: 0, blue: 0))
    #expect(storage.attributes(at: 0).attributes.color == Color(red: 0, green: 0, blue: 255))
    #expect(try chain.lines() == [["abc xydef"]])
  }

  @Test("no text is shown twice or lost after a container that stays blank")
  func blankContainer() throws {
    let path = ExclusionPath(rect: Rect(x: 0, y: 13, width: 60, height: 27))
    func chain(_ storage: TextStorage) throws -> Chain {
      let chain = try Chain(storage, size: nil)
      chain.manager.nextContainer = { index in
        let container = TextContainer(size: Size(width: 60, height: 40))
        if index % 2 == 0 { container.exclusionPaths = [path] }
        return container
      }
      return chain
    }
    let live = try chain(
      TextStorage("word xy xy xy x\n\n word word word", attributes: Chain.attributes()))
    for range in [11..<31, 17..<31] {
      live.storage.modifyAttributes(in: range) { $0.font.size = 20 }
      let count = try live.manager.containerCount()
      let ranges = try (0..<count).map { try live.manager.characterRange(forContainerAt: $0) }
      let clean = try chain(live.storage.remade())
      let wanted = try (0..<clean.manager.containerCount()).map {
        try clean.manager.characterRange(forContainerAt: $0)
      }
      #expect(ranges == wanted)
      var end = 0
      for range in ranges {
        #expect(range.lowerBound == end)
        end = range.upperBound
      }
      #expect(end == live.storage.length)
    }
  }

  @Test(
    "moving right or left, the caret visits every position of a line once",
    arguments: ["אבג", "abc אבג def", "abc", "אבג abc דהו", "a אבג 12 b"])
  func visualCaret(text: String) throws {
    for direction in [ParagraphStyle.WritingDirection.natural, .leftToRight, .rightToLeft] {
      let chain = try Chain(
        text, size: Size(width: 1000, height: 100),
        attributes: Chain.attributes { $0.baseWritingDirection = direction })
      let length = chain.storage.length
      for movement in [CaretMovement.right, .left] {
        let line = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first)
        let startsAtBeginning = (movement == .right) != line.isRightToLeft
        var offset = startsAtBeginning ? 0 : length
        var visited = [offset]
        while let next = try chain.manager.position(from: offset, moving: movement),
          visited.count < 40
        {
          offset = next
          visited.append(offset)
        }
        #expect(
          visited.sorted() == Array(0...length),
          "\(text) \(direction) \(movement): \(visited)")
        let places = try visited.map { try #require(try chain.manager.caretRect(at: $0)).rect.minX }
        #expect(places == (movement == .right ? places.sorted() : places.sorted { $0 > $1 }))
        #expect(Set(places).count == places.count, "two places of a caret are one")
      }
    }
  }

  @Test(
    "the caret visits every position of lines and paragraphs of mixed scripts once",
    arguments: [ParagraphStyle.WritingDirection.natural, .leftToRight, .rightToLeft])
  func visualCaretRandom(direction: ParagraphStyle.WritingDirection) throws {
    let alphabet =
      "abאבג12 ( ),\n".map { String($0) } + [
        "e\u{301}", "\t", "\u{1F468}\u{200D}\u{1F469}", "\u{200F}",
      ]
    let fonts = try Press.squareFonts()
    for seed in 1...60 {
      var random = SeededRandom(seed: UInt64(seed))
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
      let chain = try Chain(
        text, size: Size(width: 70, height: 1000),
        attributes: Chain.attributes { $0.baseWritingDirection = direction }, fonts: fonts)
      func walk(from start: Int, _ movement: CaretMovement) throws -> [Int] {
        var visited = [start]
        while let next = try chain.manager.position(
          from: visited[visited.count - 1], moving: movement),
          visited.count < 200
        {
          visited.append(next)
        }
        return visited
      }
      let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
      let name: Comment = "seed \(seed), \(direction): \(text.debugDescription)"
      let edge = try #require(try walk(from: 0, .left).last)
      let right = try walk(from: edge, .right)
      #expect(right.sorted() == places, name)
      let left = try walk(from: try #require(right.last), .left)
      #expect(left == right.reversed(), name)
    }
  }

  @Test("the natural direction of a paragraph is that of its first strong letter (UAX #9, P2, P3)")
  func naturalDirection() throws {
    let chain = try Chain("אבג abc\nabc אבג", size: Size(width: 200, height: 100))
    let lines = try #require(try chain.manager.frame(forContainerAt: 0)?.lines)
    #expect(lines.map(\.isRightToLeft) == [true, false])
    #expect(lines[0].usedRect.maxX == 200)
    #expect(lines[1].usedRect.minX == 0)
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

  @Test("empty lines at the end are measured; a final newline makes an extra line fragment")
  func trailingLines() throws {
    let typesetter = Typesetter(fonts: try Press.squareFonts())
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

  @Test("a frame from the middle of the text has no paragraph spacing above its first line")
  func spacingAtTop() throws {
    let text = AttributedText(
      "aaaa\nbbbb\ncccc",
      attributes: Chain.attributes {
        $0.paragraphSpacing = 4
        $0.paragraphSpacingBefore = 3
      })
    let frame = try Framesetter(text, typesetter: Typesetter(fonts: try Press.squareFonts()))
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

  private final class Mover: LayoutManagerDelegate {
    func layoutManager(
      _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
      forCharacterRange range: Range<Int>
    ) {
      if range.lowerBound > 0 {
        line.rect = line.rect.offset(x: 0, y: 7)
        line.usedRect = line.usedRect.offset(x: 0, y: 7)
      }
    }
  }

  private final class Lowered: TextContainer {
    override var isSimpleRectangular: Bool { false }
    override func lineFragmentRect(
      forProposedRect proposed: Rect, at offset: Int,
      writingDirection: ParagraphStyle.WritingDirection, remaining: inout Rect
    ) -> Rect {
      remaining = .zero
      return proposed.offset(x: 0, y: 5)
    }
  }

  @Test("a line that the delegate or the container moves down stays there")
  func movedLines() throws {
    let chain = try Chain("aaa bbb", size: Size(width: 40, height: 100))
    let mover = Mover()
    chain.manager.delegate = mover
    #expect(try chain.manager.frame(forContainerAt: 0)?.lines.map(\.rect.minY) == [0, 17])
    let lowered = try Chain("aaa bbb", size: nil)
    try lowered.manager.add(Lowered(size: Size(width: 40, height: 100)))
    #expect(try lowered.manager.frame(forContainerAt: 0)?.lines.map(\.rect.minY) == [5, 20])
  }

  @Test("a container whose height is not a number is refused")
  func notANumber() throws {
    let chain = try Chain("a", size: nil)
    #expect(throws: LayoutError.self) {
      try chain.manager.add(TextContainer(size: Size(width: 100, height: Length(points: .nan))))
    }
  }

  @Test("the line of an attachment that is scaled to its container fits")
  func scaledAttachment() throws {
    let storage = TextStorage("a", attributes: Chain.attributes())
    storage.insert(
      TextAttachment(bounds: Rect(x: 0, y: 0, width: 50, height: 500), name: "box"), at: 1)
    let chain = try Chain(storage, size: Size(width: 100, height: 80))
    for frame in try chain.frames() {
      #expect(frame.lines.allSatisfy { $0.rect.maxY <= 80 }, "\(frame.lines.map(\.rect))")
    }
    #expect(chain.manager.findings.contains { $0.rule == .scaledImage })
  }

  @Test("removing a mark restores the colour that it replaced")
  func unmarked() throws {
    let storage = TextStorage("iPad", attributes: Chain.attributes())
    let gray = Color(red: 128, green: 128, blue: 128)
    storage.modifyAttributes(in: 0..<4) { $0.color = gray }
    storage.passes = [try IdentifierPass()]
    storage.insert("x", at: 4)
    #expect(storage.attributes(at: 0).attributes.color == IdentifierPass.defaultColor)
    storage.delete(1..<2)
    #expect(storage.attributes(at: 0).attributes.color == gray)
  }

  @Test(
    "LinkPass marks whole addresses as links, and nothing else",
    arguments: [
      ("see example.com.", ["example.com": "http://example.com"]),
      ("mail jane@pemberley.co.uk now", ["jane@pemberley.co.uk": "mailto:jane@pemberley.co.uk"]),
      ("ftp://a.b/c, HTTP://X.Y", ["ftp://a.b/c": "ftp://a.b/c", "HTTP://X.Y": "HTTP://X.Y"]),
      ("(https://x.org/c_(d))", ["https://x.org/c_(d)": "https://x.org/c_(d)"]),
      ("awww.b.c", [:]), ("end.Next Mr.Darcy e.g. this", [:]),
      ("www.gutenberg.org!", ["www.gutenberg.org": "http://www.gutenberg.org"]),
      ("at example.org/a/b?c=d, or", ["example.org/a/b?c=d": "http://example.org/a/b?c=d"]),
    ])
  func links(text: String, wanted: [String: String]) throws {
    let storage = TextStorage("", attributes: Chain.attributes())
    storage.passes = [try LinkPass()]
    storage.append(text)
    var found: [String: String] = [:]
    storage.text.enumerate(\.link, in: 0..<storage.length) { link, range in
      if let link { found[storage.text.string(in: range)] = link }
    }
    #expect(found == wanted)
  }

  private enum Token: TextAttributeKey {
    typealias Value = Int
    static let name = "token"
  }

  @Test("adjacent tokens have separate backgrounds")
  func tokenBackgrounds() throws {
    let storage = TextStorage("aaabbb", attributes: Chain.attributes())
    let yellow = Color(red: 255, green: 255, blue: 0)
    storage.modifyAttributes(in: 0..<6) { $0.inlineBackground = yellow }
    storage.modifyAttributes(in: 0..<3) { $0[Token.self] = 1 }
    storage.modifyAttributes(in: 3..<6) { $0[Token.self] = 2 }
    let chain = try Chain(storage)
    var drawing = SVGDrawing(size: Size(width: 100, height: 50))
    try drawing.draw(chain.manager, containerAt: 0)
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.split(separator: "#ffff00").count == 3)
  }

  @Test("a pattern that can match nothing matches at every position")
  func emptyMatches() throws {
    let text = AttributedText("abc", attributes: Chain.attributes())
    #expect(try TextPattern("x*").matches(in: text, 0..<3) == [0..<0, 1..<1, 2..<2, 3..<3])
  }

  @Test("variants: none turns ligatures off")
  func noVariants() throws {
    func glyphs(_ variants: [String]) throws -> Int {
      var attributes = Sample.ligating()
      attributes.font.variants = variants
      let chain = try Chain("ffi", attributes: attributes, fonts: Chain.serif)
      return try chain.frames()[0].lines[0].glyphCount
    }
    #expect(try glyphs([]) < 3)
    #expect(try glyphs(["none"]) == 3)
  }

  @Test("a PostScript name selects exactly that face")
  func postScriptName() throws {
    var attributes = Sample.serif()
    for name in ["EBGaramond12-Italic", "EBGaramond08-Regular", "DejaVuSerif-BoldItalic"] {
      attributes.font = FontStyle(name, size: 11)
      let chain = try Chain("abc", attributes: attributes, fonts: FontLibrary())
      let run = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first?.runs.first)
      #expect(run.font.postScriptName == name)
      #expect(chain.manager.findings.isEmpty, "\(chain.manager.findings)")
    }
  }

  @Test("image bounds include ink outside the typographic bounds")
  func imageBounds() throws {
    var attributes = Sample.serif()
    attributes.font = FontStyle("EB Garamond", size: 60)
    attributes.font.isItalic = true
    let typesetter = Typesetter(fonts: Chain.serif)
    let text = AttributedText("f", attributes: attributes)
    let box = try TextMeasurement.boundingRect(of: text, typesetter: typesetter)
    let ink = try TextMeasurement.imageBounds(of: text, typesetter: typesetter)
    #expect(ink.minX < box.minX || ink.maxX > box.maxX)
    #expect(ink.height > 30 && ink.height < 80)
  }

  @Test("an edit in a long text of an endless container lays out only a small part again")
  func endlessSections() throws {
    let text = (0..<2000).map { "line \($0)" }.joined(separator: "\n")
    let chain = try Chain(text, size: Size(width: 200, height: .infinite))
    let height = try chain.manager.usedRect(forContainerAt: 0).height
    #expect(height == 20000)
    for key in 0..<300 {
      chain.storage.insert(key % 40 == 39 ? "\n" : "x", at: 9000 + key)
      _ = try chain.manager.containerCount()
      #expect(try chain.manager.relaidCharacterRange().count < 5000)
    }
    let caret = try #require(try chain.manager.caretRect(at: 9300))
    #expect(caret.container == 0)
    let hit = try #require(
      try chain.manager.hit(Point(x: 1, y: caret.rect.minY + 1), inContainerAt: 0))
    #expect(try chain.manager.lineRange(at: 9300)?.contains(hit.characterRange.lowerBound) == true)
    let seen = try chain.manager.lines(
      in: Rect(x: 0, y: caret.rect.minY, width: 200, height: 100), ofContainerAt: 0)
    #expect(seen.count == 10 || seen.count == 11)
    #expect(seen.first?.rect.minY == caret.rect.minY)
    #expect(
      try Trace(chain)
        == Trace(Chain(chain.storage.remade(), size: Size(width: 200, height: .infinite))))
  }

  @Test("with a delegate that changes nothing, an edit lays out only a small part again")
  func agreeingDelegate() throws {
    let text = (0..<500).map { "line \($0)" }.joined(separator: "\n")
    let chain = try Chain(text, size: Size(width: 200, height: 100))
    let delegate = AgreeingDelegate()
    chain.manager.delegate = delegate
    _ = try chain.manager.containerCount()
    let all = delegate.calls
    chain.storage.insert("x", at: 2000)
    #expect(try chain.manager.relaidCharacterRange().count < 600)
    #expect(delegate.calls > all && delegate.calls < all + all / 5)
  }

  @Test("styles that no text uses any more are removed")
  func recoloring() throws {
    let storage = TextStorage("abc", attributes: Chain.attributes())
    for number in 0..<3000 {
      storage.modifyAttributes(in: 0..<3) {
        $0.color = Color(red: UInt8(number % 256), green: UInt8(number / 256), blue: 7)
      }
    }
    #expect(storage.text.styles.count <= 128)
    #expect(storage.attributes(at: 0).attributes.color == Color(red: 183, green: 11, blue: 7))
    let data = try storage.text.archive()
    #expect(data.count < 500_000)
  }

  @Test("searching from one misspelt word to the next takes time in proportion to the text")
  func spellingLoopGrowth() throws {
    func loop(_ sentences: Int) -> Double {
      let text = AttributedText(
        (0..<sentences).map { "It is a trooth \($0) universaly known." }.joined(separator: " "),
        attributes: Chain.attributes())
      var checker = SpellChecker()
      // Opens the dictionary.
      _ = checker.misspelling(in: text, 0..<text.length, from: 0)
      let start = ThreadTime.seconds
      var (offset, count) = (0, 0)
      while let next = checker.misspelling(in: text, 0..<text.length, from: offset) {
        offset = next.range.upperBound
        count += 1
      }
      #expect(count == 2 * sentences)
      return ThreadTime.seconds - start
    }
    // Four times the text; the shortest of a few runs, because other processes only make one longer.
    let times = (0..<3).map { _ in (loop(60), loop(240)) }
    let (short, long) = (times.map(\.0).min() ?? 0, times.map(\.1).min() ?? 0)
    #expect(long < short * 8, "\(long) s, and \(short) s for a quarter")
  }

  @Test("searching from one misspelt word to the next finds each once")
  func spellingLoop() throws {
    let text = AttributedText(
      (0..<400).map { "It is a trooth \($0) universaly known." }.joined(separator: " "),
      attributes: Chain.attributes())
    var checker = SpellChecker()
    let all = checker.misspellings(in: text, 0..<text.length)
    try #require(!checker.missingLanguages.contains("en"))
    #expect(all.count == 800)
    #expect(checker.misspellings(in: text, 0..<text.length + 90).count == 800)
    var found: [SpellChecker.Misspelling] = []
    var offset = 0
    while let next = checker.misspelling(in: text, 0..<text.length, from: offset) {
      found.append(next)
      offset = next.range.upperBound
    }
    #expect(found == all)
    let wrapped = checker.misspelling(in: text, 0..<text.length, from: text.length - 3, wraps: true)
    #expect(wrapped == all.first)
    // From inside a misspelt word, the next one is found.
    let inside = all[0].range.lowerBound + 2
    #expect(checker.misspelling(in: text, 0..<text.length, from: inside) == all[1])
  }
}
