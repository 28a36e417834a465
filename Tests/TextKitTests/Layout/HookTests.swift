import Paginator
import Support
import Testing

@Suite("TextKit: hooks")
struct HookTests {
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
    // Two lines of 10 + 2; 4 after the paragraph, 3 before the next.
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

  /// Notes the number of the last glyph of each line.
  private final class Numbering: LayoutManagerDelegate {
    var last: [Range<Int>: Int] = [:]
    private var glyph = 0

    func layoutManager(
      _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
    ) -> Length {
      glyph = glyphIndex
      return 0
    }
    func layoutManager(
      _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
      forCharacterRange range: Range<Int>
    ) {
      last[range] = glyph
    }
  }

  @Test(
    "T33: the glyph of a line is its last one, wherever layout begins and however wide pages are")
  func lineGlyphs() throws {
    // A paragraph over several pages, and another one; a glyph for each character.
    let chain = try Chain(
      (0..<30).map { "word\($0)" }.joined(separator: " ") + "\nlast words", size: nil)
    chain.manager.nextContainer = { index in
      let container = TextContainer(size: Size(width: index % 3 == 0 ? 80 : 120, height: 40))
      if index % 4 == 3 {
        container.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 10, width: 30, height: 10))]
      }
      return container
    }
    let numbering = Numbering()
    chain.manager.delegate = numbering
    func check(_ name: String) throws {
      _ = try chain.manager.containerCount()
      for line in try chain.frames().flatMap(\.lines) {
        #expect(
          numbering.last[line.characterRange] == line.characterRange.upperBound - 1,
          "\(name): \(line.characterRange)")
      }
    }
    try check("whole")
    chain.manager.invalidateLayout()
    for end in [60, 100, 150] {
      numbering.last = [:]
      try chain.manager.ensureLayout(for: 0..<end)
    }
    numbering.last = [:]
    _ = try chain.manager.containerCount()
    #expect(numbering.last.values.allSatisfy { $0 < chain.storage.length })
    #expect(numbering.last.allSatisfy { $0.key.upperBound - 1 == $0.value }, "\(numbering.last)")
    chain.storage.insert("x", at: chain.storage.length)
    try check("an edit in the last paragraph")
    withExtendedLifetime(numbering) {}
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

  /// Gives control characters actions by their offsets.
  private final class Controller: LayoutManagerDelegate {
    let actions: [Int: ControlCharacterAction]
    init(_ actions: [Int: ControlCharacterAction]) { self.actions = actions }

    func layoutManager(
      _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
      forControlCharacterAt offset: Int
    ) -> ControlCharacterAction { actions[offset] ?? action }
  }

  @Test(
    "text goes on in the next container behind a character for which the delegate says so",
    arguments: [
      ("aa\tbb\tcc", [2: .containerBreak], [["aa"], ["bb\tcc"]]),
      ("aa\u{1}bb\ncc", [5: .containerBreak], [["aa\u{1}bb"], ["cc"]]),
      // A form feed that only ends its line, and one that does as usual.
      ("aa\u{0C}bb\u{0C}cc", [2: .lineBreak], [["aa", "bb"], ["cc"]]),
    ] as [(String, [Int: ControlCharacterAction], [[String]])])
  func containerBreaks(
    _ string: String, _ actions: [Int: ControlCharacterAction], _ lines: [[String]]
  ) throws {
    let chain = try Chain(string)
    let controller = Controller(actions)
    chain.manager.delegate = controller
    #expect(try chain.lines() == lines)
    chain.storage.append("d")
    #expect(try chain.manager.containerCount() == 2)
    withExtendedLifetime(controller) {}
  }

  @Test("T20: a delegate that changes nothing changes nothing")
  func idleDelegate() throws {
    let attributes = Sample.serif {
      $0.alignment = .justified
      $0.hyphenationFactor = 1
    }
    let size = Size(width: 150, height: 100)
    let plain = try Chain(Sample.prose, size: size, attributes: attributes, fonts: Chain.serif)
    let idle = IdleDelegate()
    let hooked = try Chain(Sample.prose, size: size, attributes: attributes, fonts: Chain.serif)
    hooked.manager.delegate = idle
    #expect(try Trace(plain) == Trace(hooked))
    withExtendedLifetime(idle) {}
  }

  /// Asks another object, and decides about one word itself.
  private final class Forwarding: LayoutManagerDelegate {
    let other: any LayoutManagerDelegate = IdleDelegate()
    func layoutManager(
      _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
    ) -> String? {
      word == "secret"
        ? "******" : other.layoutManager(manager, shouldGenerateGlyphsFor: word, at: offset)
    }
  }

  @Test("T33: a delegate is asked for every word, whoever had the manager's word before")
  func forwarding() throws {
    let chain = try Chain("aa bb secret")
    func ids() throws -> [Int] {
      try chain.frames()[0].lines.flatMap(\.runs).flatMap(\.glyphs).suffix(6).map { Int($0.id) }
    }
    // One without the method came first.
    let idle = IdleDelegate()
    chain.manager.delegate = idle
    #expect(try Set(ids()).count > 1)
    let forwarding = Forwarding()
    chain.manager.delegate = forwarding
    #expect(try Set(ids()).count == 1)
    chain.manager.delegate = idle
    #expect(try Set(ids()).count > 1)
    withExtendedLifetime((idle, forwarding)) {}
  }

  /// Makes every character 600/1000 em wide.
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
      typesetter: Typesetter(fonts: try SmallBook.squareFonts(), glyphGenerator: Monospace()))
    // 6 points a character: 60 hold "abcd abcd"; 5 lines of 2 words a page.
    manager.nextContainer = { _ in TextContainer(size: Size(width: 60, height: 50)) }
    #expect(try manager.containerCount() == 100)
    #expect(try manager.usedRect(forContainerAt: 0) == Rect(x: 0, y: 0, width: 54, height: 50))
  }

  /// Sets two words on each line.
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

  /// Remembers the opportunities of a paragraph, and takes only the last one.
  private final class Sums: LineBreaker {
    private(set) var opportunities: [BreakOpportunity] = []

    func breaks(
      _ opportunities: [BreakOpportunity], measure: (_ line: Int) -> Length
    ) -> [Int] {
      self.opportunities = opportunities
      return [opportunities.count - 1]
    }
  }

  @Test("a line breaker sees what the space at a break gives")
  func breakSums() throws {
    let chain = try Chain("a b", size: Size(width: 100, height: 100))
    let sums = Sums()
    chain.manager.typesetter.lineBreaker = sums
    #expect(try chain.lines() == [["a b"]])
    let first = try #require(sums.opportunities.first)
    #expect(first.widthAfter - first.widthBefore == 10)
    #expect(first.stretchBefore == 0 && first.stretchAfter == 5)  // half of the space
    #expect(first.shrinkBefore == 0 && first.shrinkAfter == Length(rawValue: 10 * 1024 / 3))
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
}
