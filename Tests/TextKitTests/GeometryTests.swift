import Foundation
import Paginator
import Testing

@Suite("TextKit: geometry, shapes, hooks")
struct GeometryTests {
  private static let prose = """
    It is a truth universally acknowledged, that a single man in possession of a good fortune must \
    be in want of a wife. However little known the feelings or views of such a man may be on his \
    first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding \
    families, that he is considered as the rightful property of some one or other of their daughters.
    """

  private static func serif(_ change: (inout ParagraphStyle) -> Void = { _ in }) -> TextAttributes {
    var attributes = Chain.attributes(change)
    attributes.font = FontStyle("EB Garamond", size: 11)
    return attributes
  }

  /// In a font whose "ffi" is one glyph.
  private static func ligating() -> TextAttributes {
    var attributes = serif()
    attributes.font = FontStyle("DejaVu Serif", size: 11)
    return attributes
  }

  // MARK: Shapes

  @Test("T15: text runs on both sides of an ellipse, in reading order, and no glyph meets it")
  func ellipse() throws {
    let chain = try Chain(
      Self.prose + "\n" + Self.prose, size: nil, attributes: Self.serif(), fonts: Chain.serif)
    let container = TextContainer(size: Size(width: 300, height: 400))
    let ellipse = ExclusionPath(ellipseIn: Rect(x: 90, y: 40, width: 120, height: 90))
    container.exclusionPaths = [ellipse]
    try chain.manager.add(container)
    let frame = try #require(try chain.frames().first)
    var offset = 0
    var isSplit = false
    for line in frame.lines {
      #expect(line.characterRange.lowerBound == offset)
      offset = line.characterRange.upperBound
      let blocked = ellipse.ranges(from: line.rect.minY, to: line.rect.maxY)
      for rect in line.rects(for: line.characterRange) {
        for range in blocked {
          #expect(
            rect.maxX - line.trailingWhitespaceWidth <= range.lowerBound
              || rect.minX >= range.upperBound)
        }
      }
      if frame.lines.contains(where: {
        $0.rect.minY == line.rect.minY && $0.rect.minX > line.rect.minX
      }) {
        isSplit = true
      }
    }
    #expect(isSplit)
    #expect(offset == chain.storage.length)
  }

  @Test("T15: a path in the view's coordinates is moved by the inset, negated")
  func insets() throws {
    let inset = Insets(top: 20, right: 10, bottom: 20, left: 30)
    func usedXs(_ path: ExclusionPath) throws -> [Length] {
      let chain = try Chain("aaaa bbbb cccc dddd", size: nil)
      let container = TextContainer(viewSize: Size(width: 140, height: 90), inset: inset)
      #expect(container.size == Size(width: 100, height: 50))
      container.exclusionPaths = [path]
      try chain.manager.add(container)
      return try chain.frames()[0].lines.map(\.usedRect.minX)
    }
    // In the view the obstacle covers the container's first two columns of the first line.
    let inView = ExclusionPath(rect: Rect(x: 30, y: 20, width: 20, height: 10))
    #expect(try usedXs(inView.moved(x: -inset.left, y: -inset.top)) == [20, 0, 0])
    // Not moved it stands 30 to the right and 20 further down: the mistake to look out for.
    #expect(try usedXs(inView) != [20, 0, 0])
  }

  @Test("T15: polygons with holes, and a circle made by overriding one method")
  func shapes() throws {
    let square = [
      Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100),
    ]
    let hole = [
      Point(x: 40, y: 0), Point(x: 60, y: 0), Point(x: 60, y: 100), Point(x: 40, y: 100),
    ]
    let path = ExclusionPath(polygons: [square, hole])
    #expect(path.ranges(from: 10, to: 20).map(\.lowerBound) == [0, 60])
    #expect(path.ranges(from: 10, to: 20).map(\.upperBound) == [40, 100])
    let triangle = ExclusionPath(polygon: [
      Point(x: 50, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100),
    ])
    #expect(triangle.ranges(from: 0, to: 50) == [25..<75])
    #expect(triangle.ranges(from: 100, to: 110) == [])
    let chain = try Chain(Self.prose, size: nil, attributes: Self.serif(), fonts: Chain.serif)
    try chain.manager.add(CircleContainer(diameter: 260))
    for line in try chain.frames()[0].lines {
      for y in [line.rect.minY, line.rect.maxY] {
        let half = CircleContainer.halfChord(diameter: 260, at: y)
        #expect(line.usedRect.minX >= 130 - half - 0.01)
        #expect(line.usedRect.maxX - line.trailingWhitespaceWidth <= 130 + half + 0.01)
      }
    }
  }

  @Test("T16: padding narrows the measure on both sides and is none by default")
  func padding() throws {
    #expect(TextContainer(size: Size(width: 100, height: 10)).lineFragmentPadding == 0)
    let chain = try Chain("aaaa bbbb", size: nil)
    try chain.manager.add(
      TextContainer(size: Size(width: 100, height: 50), lineFragmentPadding: 10))
    let lines = try chain.frames()[0].lines
    #expect(lines.map(\.usedRect.minX) == [10, 10])  // "aaaa bbbb" is 90 wide, the measure 80
    // A 6 x 9 inch page with 0.75 and 0.6 inches of margin has a measure of 4.65 inches.
    let page = TextContainer(
      viewSize: Size(width: 432, height: 648),
      inset: Insets(top: 54, right: 43.2, bottom: 54, left: 54))
    #expect((page.size.width - 334.8).rawValue.magnitude <= 1)
  }

  @Test("T42: text stands at the top, in the middle, at the foot of its container, or fills it")
  func blockAlignment() throws {
    func tops(_ alignment: TextContainer.BlockAlignment) throws -> [Length] {
      let chain = try Chain("a\nb", size: nil)
      let container = TextContainer(size: Size(width: 100, height: 50))
      container.blockAlignment = alignment
      try chain.manager.add(container)
      return try chain.frames()[0].lines.map(\.rect.minY)
    }
    #expect(try tops(.top) == [0, 10])
    #expect(try tops(.center) == [15, 25])  // 15 above, 15 below
    #expect(try tops(.bottom) == [30, 40])
    #expect(try tops(.justified) == [0, 40])
  }

  // MARK: Hooks

  private final class Recorder: LayoutManagerDelegate {
    var calls: [String] = []
    var spacing: (Int) -> Length = { _ in 0 }
    var vetoed: Set<Int> = []
    var hyphenVetoed = false
    var containers: [TextContainer] = []

    func layoutManager(
      _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
    ) -> Length {
      calls.append("line \(glyphIndex)")
      return spacing(glyphIndex)
    }
    func layoutManager(
      _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
    ) -> Length {
      calls.append("before \(offset)")
      return 3
    }
    func layoutManager(
      _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
    ) -> Length {
      calls.append("after \(offset)")
      return 4
    }
    func layoutManager(
      _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
    ) -> Bool { !vetoed.contains(offset) }
    func layoutManager(
      _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
    ) -> Bool { !hyphenVetoed }
    func layoutManager(
      _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
      forControlCharacterAt offset: Int
    ) -> ControlCharacterAction { action == .horizontalTab ? .lineBreak : action }
    func layoutManager(
      _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
    ) -> String? { word == "secret" ? "******" : nil }
    func layoutManager(
      _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool
    ) { calls.append("container \(atEnd)") }
    func layoutManagerDidInvalidateLayout(_ manager: LayoutManager) { calls.append("invalidated") }
    func layoutManager(_ manager: LayoutManager, needsContainer index: Int) -> TextContainer? {
      calls.append("needs \(index)")
      return index < containers.count ? containers[index] : nil
    }
  }

  @Test("T33: a delegate is asked in the order of the text, and its answers count")
  func hooks() throws {
    let chain = try Chain("aaa bbb ccc\nddd", size: nil)
    let recorder = Recorder()
    recorder.containers = [
      TextContainer(size: Size(width: 70, height: 30)),
      TextContainer(size: Size(width: 70, height: 30)),
    ]
    recorder.spacing = { _ in 2 }
    chain.manager.delegate = recorder
    let frames = try chain.frames()
    // Two lines of 10 + 2; behind the paragraph 4, before the next 3.
    #expect(frames.map { $0.lines.map(\.rect.minY) } == [[0, 12], [0]])
    #expect(
      recorder.calls == [
        "invalidated", "needs 0", "line 7", "line 11", "before 12", "after 11", "line 14",
        "needs 1", "container false", "container true",
      ])
    chain.storage.append("!")
    #expect(recorder.calls.last == "invalidated")
    withExtendedLifetime(recorder) {}
  }

  @Test("T33: line spacing by glyph index gives gaps that grow")
  func growingGaps() throws {
    let chain = try Chain(
      (0..<80).map { "word\($0)" }.joined(separator: " "), size: Size(width: 200, height: .infinite)
    )
    let recorder = Recorder()
    recorder.spacing = { Length(points: Double($0 / 100)) }
    chain.manager.delegate = recorder
    let tops = try chain.frames()[0].lines.map(\.rect.minY)
    let gaps = zip(tops, tops.dropFirst()).map { $1 - $0 }
    #expect(gaps == gaps.sorted())
    #expect((gaps.last ?? 0) > (gaps.first ?? 0))
    withExtendedLifetime(recorder) {}
  }

  @Test("T34: a veto moves the break; without one the layout is what it is without a delegate")
  func vetoes() throws {
    let chain = try Chain("aaa bbb ccc")
    let recorder = Recorder()
    chain.manager.delegate = recorder
    #expect(try chain.lines()[0] == ["aaa bbb", "ccc"])
    recorder.vetoed = [8]
    chain.manager.invalidateLayout()
    #expect(try chain.lines()[0] == ["aaa", "bbb ccc"])
    withExtendedLifetime(recorder) {}
  }

  @Test("T33: control characters and glyphs do as the delegate says")
  func controlCharacters() throws {
    let chain = try Chain("aa\tbb secret")
    #expect(try chain.frames()[0].lines.count == 2)
    let recorder = Recorder()
    chain.manager.delegate = recorder
    let lines = try chain.frames()[0].lines
    #expect(lines.map(\.characterRange) == [0..<3, 3..<12])
    let stars = lines[1].runs.flatMap(\.glyphs).suffix(6)
    #expect(Set(stars.map(\.id)).count == 1)
    #expect(stars.map(\.characterIndex) == Array(6..<12))
    withExtendedLifetime(recorder) {}
  }

  private final class Idle: LayoutManagerDelegate {}

  @Test("T20: a delegate that changes nothing changes nothing")
  func idleDelegate() throws {
    let attributes = Self.serif {
      $0.alignment = .justified
      $0.hyphenationFactor = 1
    }
    let size = Size(width: 150, height: 100)
    let plain = try Chain(Self.prose, size: size, attributes: attributes, fonts: Chain.serif)
    let idle = Idle()
    let hooked = try Chain(Self.prose, size: size, attributes: attributes, fonts: Chain.serif)
    hooked.manager.delegate = idle
    #expect(try Trace(plain) == Trace(hooked))
    withExtendedLifetime(idle) {}
  }

  // MARK: Points, rectangles, carets

  @Test("T65: the middle of every character's box hits that character, ligatures too")
  func hitsEveryCharacter() throws {
    let chain = try Chain(
      "office fluff affine שלום ffi", size: Size(width: 90, height: 300),
      attributes: Self.ligating(), fonts: Chain.serif)
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
      "fluffy office link", size: Size(width: 300, height: 50), attributes: Self.ligating(),
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
      Self.prose, size: Size(width: 180, height: 300), attributes: Self.serif(), fonts: Chain.serif)
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
      "a office", size: Size(width: 300, height: 50), attributes: Self.ligating(),
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
      Self.prose, size: Size(width: 120, height: 60), attributes: Self.serif(), fonts: Chain.serif)
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
    let storage = TextStorage("Some bold and שלום and more", attributes: Self.serif())
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
    let text = AttributedText("office e\u{301}clair flows", attributes: Self.serif())
    let line = try LineTypesetter(text, typesetter: Typesetter(fonts: Chain.serif)).line()
    let starts = TextTokenizer(text).tokens(.character, in: 0..<text.length).map(\.lowerBound)
    let offsets = starts.map { line.offset(forCharacterAt: $0) }
    #expect(offsets == offsets.sorted())
    for (start, offset) in zip(starts, offsets) {
      #expect(line.index(forPosition: offset) == start)
    }
    #expect(line.baseline == 0)
  }

  @Test("T40, T44: text measures as it is laid out", arguments: 1...5)
  func measure(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let typesetter = Typesetter(fonts: try Chain.squareFonts())
    for _ in 0..<200 {
      let string = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        String(repeating: "x", count: Int.random(in: 1...9, using: &random))
      }.joined(separator: " ")
      let width = Length(points: Double(Int.random(in: 90...300, using: &random)))
      let text = AttributedText(string, attributes: Chain.attributes())
      let rect = try TextMeasurement.boundingRect(of: text, width: width, typesetter: typesetter)
      let chain = try Chain(TextStorage(text), size: Size(width: width, height: .infinite))
      #expect(rect == (try chain.manager.usedRect(forContainerAt: 0)))
      let whole = try TextMeasurement.size(of: text, typesetter: typesetter)
      #expect(whole == Size(width: Length(points: Double(string.count * 10)), height: 10))
    }
  }

  @Test("T41: asking for rectangles changes no layout")
  func pureQueries() throws {
    let chain = try Chain(Self.prose, size: Size(width: 120, height: 60))
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
    let typesetter = Typesetter(fonts: try Chain.squareFonts())
    let text = AttributedText("aaa bbbbb cc\nddddddd eeee", attributes: Chain.attributes())
    let widths = try TextMeasurement.intrinsicWidths(of: text, typesetter: typesetter)
    #expect(widths.minimum == 70)
    #expect(widths.maximum == 120)
  }

  /// Every character 600/1000 em wide.
  private struct Monospace: GlyphGenerator {
    func glyphs(for word: [UInt16], font: FontFace, isRightToLeft: Bool) -> [GeneratedGlyph] {
      word.indices.map {
        GeneratedGlyph(id: 1, cluster: $0, advance: font.metrics.unitsPerEm * 600 / 1000)
      }
    }
    func spaceAdvance(of font: FontFace) -> Int { font.metrics.unitsPerEm * 600 / 1000 }
  }

  @Test("T17: a glyph generator of equal glyphs gives a page count that can be worked out")
  func glyphGenerator() throws {
    let storage = TextStorage(
      (0..<1000).map { _ in "abcd" }.joined(separator: " "), attributes: Chain.attributes())
    let manager = LayoutManager(
      storage: storage,
      typesetter: Typesetter(fonts: try Chain.squareFonts(), glyphGenerator: Monospace()))
    // 6 points a character: 60 hold "abcd abcd"; 5 lines of 2 words a page.
    manager.nextContainer = { _ in TextContainer(size: Size(width: 60, height: 50)) }
    #expect(try manager.containerCount() == 100)
    #expect(try manager.usedRect(forContainerAt: 0) == Rect(x: 0, y: 0, width: 54, height: 50))
  }

  /// Two words a line.
  private struct Pairs: LineBreaker {
    func breaks(
      _ opportunities: [BreakOpportunity], measure: (_ line: Int) -> Length
    ) -> [Int] {
      opportunities.indices.filter { $0 % 2 == 1 || $0 == opportunities.count - 1 }
    }
  }

  @Test("T17: a line breaker of one's own chooses the lines")
  func lineBreaker() throws {
    let chain = try Chain("a b c d e", size: Size(width: 100, height: 100))
    chain.manager.typesetter.lineBreaker = Pairs()
    #expect(try chain.lines() == [["a b", "c d", "e"]])
  }
}

private final class CircleContainer: TextContainer {
  init(diameter: Length) { super.init(size: Size(width: diameter, height: diameter)) }

  override var isSimpleRectangular: Bool { false }

  static func halfChord(diameter: Length, at y: Length) -> Length {
    let radius = diameter.points / 2
    let distance = y.points - radius
    return Length(points: max(0, radius * radius - distance * distance).squareRoot())
  }

  override func lineFragmentRect(
    forProposedRect proposed: Rect, at offset: Int,
    writingDirection: ParagraphStyle.WritingDirection, remaining: inout Rect
  ) -> Rect {
    let half = min(
      Self.halfChord(diameter: size.width, at: proposed.minY),
      Self.halfChord(diameter: size.width, at: proposed.maxY))
    return Rect(
      x: size.width / 2 - half, y: proposed.minY, width: half * 2, height: proposed.height)
  }
}
