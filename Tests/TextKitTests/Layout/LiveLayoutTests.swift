import Paginator
import Support
import Testing

@Suite("TextKit: editing")
struct LiveLayoutTests {
  private static func prose(_ paragraphs: Int, _ random: inout SeededRandom) -> String {
    RandomProse(words: 1...40, letters: 1...9, of: "x").paragraphs(paragraphs, &random)
      .map { $0.joined(separator: " ") }.joined(separator: "\n")
  }

  @Test("T12: after random edits the layout is that of a clean run", arguments: 1...30)
  func randomEdits(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let attributes = Chain.attributes {
      $0.widows = 2
      $0.orphans = 2
      $0.paragraphSpacing = 3
      $0.firstLineHeadIndent = 10
      $0.alignment = seed % 2 == 0 ? .justified : .left
    }
    let text = Self.prose(30, &random)
    let size = Size(width: 123, height: seed % 3 == 0 ? 70 : 111)
    let chain = try Chain(text, size: size, attributes: attributes)
    _ = try chain.lines()
    for _ in 0..<12 {
      let length = chain.storage.length
      let lower = Int.random(in: 0...length, using: &random)
      let upper = min(length, lower + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0...4, using: &random) {
      case 0: chain.storage.replaceCharacters(in: lower..<upper, with: "")
      case 1: chain.storage.replaceCharacters(in: lower..<upper, with: "yy\nyyyy y")
      case 2:
        chain.storage.modifyAttributes(in: lower..<upper) { $0.font.size = 13 }
      case 3:
        chain.storage.edit {
          $0.insert("two ", at: lower)
          $0.delete(0..<min(2, $0.length))
        }
      default: chain.storage.insert("word ", at: lower)
      }
      if Bool.random(using: &random) { _ = try chain.manager.containerCount() }
    }
    let clean = try Chain(chain.storage.remade(), size: size)
    #expect(try Trace(chain) == Trace(clean))
  }

  @Test("T12: an edit in the middle leaves the pages before and behind alone")
  func untouchedPages() throws {
    var random = SeededRandom(seed: 7)
    let chain = try Chain(Self.prose(400, &random), size: Size(width: 123, height: 111))
    let count = try chain.manager.containerCount()
    let middle = try chain.manager.characterRange(forContainerAt: count / 2).lowerBound
    chain.storage.insert("x", at: middle)
    let before = try chain.manager.characterRange(forContainerAt: 3)
    let fresh = try chain.manager.relaidContainers()
    #expect(fresh.count < 8, "only \(fresh.count) of \(count) containers were laid out again")
    #expect(fresh.contains(count / 2))
    #expect(try chain.manager.characterRange(forContainerAt: 3) == before)
  }

  @Test("T11: behind an endless container no other gets text; it is refused")
  func endless() throws {
    let chain = try Chain("text", size: nil)
    try chain.manager.add(TextContainer(size: Size(width: 100, height: .infinite)))
    #expect(throws: LayoutError.self) {
      try chain.manager.add(TextContainer(size: Size(width: 100, height: 100)))
    }
  }

  @Test("E9: a container without height is an error, not an endless one")
  func noHeight() throws {
    let chain = try Chain("text", size: nil)
    for height in [Length(0), Length(-5)] {
      #expect(throws: LayoutError.self) {
        try chain.manager.add(TextContainer(size: Size(width: 100, height: height)))
      }
    }
  }

  @Test("T10: the containers hold the text once, in order, without gaps")
  func containersTile() throws {
    var random = SeededRandom(seed: 3)
    let chain = try Chain(Self.prose(60, &random), size: Size(width: 123, height: 77))
    var characters = 0
    var glyphs = 0
    for index in 0..<(try chain.manager.containerCount()) {
      let range = try chain.manager.characterRange(forContainerAt: index)
      #expect(range.lowerBound == characters)
      characters = range.upperBound
      let own = try chain.manager.glyphRange(forContainerAt: index)
      #expect(own.lowerBound == glyphs)
      glyphs = own.upperBound
    }
    #expect(characters == chain.storage.length)
    #expect(glyphs == (try chain.manager.numberOfGlyphs()))
  }

  @Test("T9: several managers show one storage side by side, and all hear of edits")
  func severalManagers() throws {
    let chain = try Chain("aaa bbb ccc ddd", size: Size(width: 100, height: 50))
    let other = LayoutManager(
      storage: chain.storage, typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    try other.add(TextContainer(size: Size(width: 40, height: .infinite)))
    func count(_ manager: LayoutManager) throws -> Int {
      try manager.frame(forContainerAt: 0)?.lines.count ?? 0
    }
    #expect(try count(chain.manager) == 2)
    #expect(try count(other) == 4)
    chain.storage.append(" eee")
    #expect(try count(chain.manager) == 3)
    #expect(try count(other) == 5)
  }

  @Test("T13: a storage that is dropped takes its managers and containers with it")
  func ownership() throws {
    weak var manager: LayoutManager?
    weak var container: TextContainer?
    try {
      let chain = try Chain("text", size: nil)
      let made = TextContainer(size: Size(width: 100, height: 100))
      try chain.manager.add(made)
      manager = chain.manager
      container = made
      #expect(try chain.lines() == [["text"]])
    }()
    #expect(manager == nil)
    #expect(container == nil)
  }

  @Test("T13: of a thousand documents with one typesetter none stays behind")
  func thousandDocuments() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    final class Watched: TextStorage {
      nonisolated(unsafe) static var alive = 0
      override init(_ text: AttributedText) {
        super.init(text)
        Self.alive += 1
      }
      deinit { Self.alive -= 1 }
    }
    for number in 0..<1000 {
      let storage = Watched(
        AttributedText("document \(number)\nof many", attributes: Chain.attributes()))
      let manager = LayoutManager(storage: storage, typesetter: typesetter)
      manager.nextContainer = { _ in TextContainer(size: Size(width: 60, height: 20)) }
      storage.append(" and more")
      #expect(try manager.containerCount() > 1)
    }
    #expect(Watched.alive == 0)
  }

  @Test("E12: a page break is a property of the paragraph")
  func pageBreak() throws {
    let chain = try Chain("one\ntwo\nthree", size: Size(width: 100, height: 50))
    chain.storage.modifyAttributes(in: 4..<8) { $0.paragraphStyle?.breaksPageBefore = true }
    #expect(try chain.lines() == [["one"], ["two", "three"]])
    chain.storage.modifyAttributes(in: 4..<8) {
      $0.paragraphStyle?.breaksPageBefore = false
      $0.paragraphStyle?.breaksPageAfter = true
    }
    #expect(try chain.lines() == [["one", "two"], ["three"]])
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
}
