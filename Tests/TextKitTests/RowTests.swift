import Foundation
import Paginator
import Support
import Testing

/// What rows of TextKitRows.md mean, by oracles that share no code with the library.
@Suite("TextKit: what rows mean")
struct RowTests {
  /// The ranges of an "i" at the start of a word before a capital and at least one more letter.
  private static func identifiers(in string: String) -> [Range<Int>] {
    let units = Array(string.utf16)
    func isLetter(_ index: Int) -> Bool {
      units.indices.contains(index) && (isCapital(index) || (0x61...0x7A).contains(units[index]))
    }
    func isCapital(_ index: Int) -> Bool {
      units.indices.contains(index) && (0x41...0x5A).contains(units[index])
    }
    return units.indices.compactMap { start in
      guard units[start] == 0x69, !isLetter(start - 1), isCapital(start + 1), isLetter(start + 2)
      else { return nil }
      return start..<(units.indices[start...].first { !isLetter($0) } ?? units.count)
    }
  }

  @Test("T6: after every edit exactly the names in the text are marked", arguments: 1...12)
  func marks(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let storage = TextStorage("the iPad", attributes: Chain.attributes())
    storage.passes = [try IdentifierPass()]
    storage.edited(.characters, range: 0..<storage.length, changeInLength: 0)
    for _ in 0..<80 {
      let lower = Int.random(in: 0...storage.length, using: &random)
      // Names grow, shrink, and are joined and divided a character at a time.
      let upper = min(storage.length, lower + Int.random(in: 0...2, using: &random))
      let new = ["i", "P", "ad", " ", "\n", "", "iPh", "o"].randomElement(using: &random)!
      storage.replaceCharacters(in: lower..<upper, with: new)
      var marked: [Range<Int>] = []
      storage.text.enumerate(\.color, in: 0..<storage.length) { color, range in
        if color == IdentifierPass.defaultColor { marked.append(range) }
      }
      #expect(
        marked.flatMap { Array($0) } == Self.identifiers(in: storage.string).flatMap { Array($0) },
        "seed \(seed): \(storage.string.debugDescription)")
    }
  }

  @Test(
    "E8: every edit that overlaps a marked range in any way is done, and leaves its rest marked")
  func overlaps() throws {
    let letters = Array("abcdef".utf16)
    let fonts = try SmallBook.squareFonts()
    for marked in Self.ranges(6) where !marked.isEmpty {
      for replaced in Self.ranges(6) {
        for new in ["", "_", "____"] {
          let storage = TextStorage("abcdef", attributes: Chain.attributes())
          let chain = try Chain(storage, size: Size(width: 1000, height: 100), fonts: fonts)
          _ = try chain.lines()
          storage.modifyAttributes(in: marked) { $0.link = "x" }
          storage.replaceCharacters(in: replaced, with: new)
          // New text is marked as the first character that it replaces, or the one before it.
          let like = replaced.isEmpty ? max(0, replaced.lowerBound - 1) : replaced.lowerBound
          var model = letters.indices.map { (letters[$0], marked.contains($0)) }
          model.replaceSubrange(replaced, with: new.utf16.map { ($0, marked.contains(like)) })
          let name: Comment = "\(marked) marked, \(replaced) replaced by \(new)"
          #expect(Array(storage.string.utf16) == model.map(\.0), name)
          #expect(
            (0..<storage.length).map { storage.attributes(at: $0).attributes.link == "x" }
              == model.map(\.1), name)
          #expect(try chain.lines().joined().joined() == storage.string, name)
        }
      }
    }
  }

  private static func ranges(_ count: Int) -> [Range<Int>] {
    (0...count).flatMap { lower in (lower...count).map { lower..<$0 } }
  }

  @Test("T10: pages of any kinds that are supplied one by one hold every glyph once, in order")
  func pages() throws {
    let text = (0..<300).map { "word\($0)" + ($0 % 17 == 0 ? "\n" : "") }.joined(separator: " ")
    let chain = try Chain(text, size: nil)
    var asked: [Int] = []
    chain.manager.nextContainer = { index in
      asked.append(index)
      // First, left, right and blank pages.
      let container = TextContainer(
        size: Size(width: [150, 90, 120][index % 3], height: index == 0 ? 30 : 70))
      if index % 5 == 4 {
        container.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 0, width: 150, height: 70))]
      }
      return container
    }
    var shown: [UInt16] = []
    var glyphs = 0
    for (index, frame) in try chain.frames().enumerated() {
      let range = try chain.manager.glyphRange(forContainerAt: index)
      #expect(range.lowerBound == glyphs)
      glyphs = range.upperBound
      if index % 5 == 4 { #expect(frame.lines.isEmpty) }
      let own = frame.lines.flatMap(\.runs).flatMap(\.glyphs)
      #expect(own.allSatisfy { $0.characterCount == 1 })
      shown += own.map { chain.storage.text.units[$0.characterIndex] }
      for line in frame.lines { #expect(line.rect.maxY <= frame.size.height) }
    }
    #expect(asked == Array(0..<asked.count) && asked.count > 20)
    // The square font has one glyph for each character; spaces at line ends have none or one.
    let letters = shown.filter { $0 > 0x20 }
    #expect(letters == Array(text.utf16).filter { $0 > 0x20 })
    #expect(glyphs == (try chain.manager.numberOfGlyphs()))
  }

  @Test("T12: an edit on page 10 of 300 sets only the pages to the next unchanged page end again")
  func editOnPageTen() throws {
    let attributes = Chain.attributes()
    let size = Size(width: 100, height: 50)
    let text = (0..<1500).map { "line \($0)" }.joined(separator: "\n")
    let chain = try Chain(text, size: size, attributes: attributes)
    func pages() throws -> [[String]] { try chain.lines() }
    let before = try pages()
    #expect(before.count == 300)
    let place = try chain.manager.characterRange(forContainerAt: 9).lowerBound
    chain.storage.insert("x", at: place)
    // The line still fits: only its page is set again.
    let fresh = try chain.manager.relaidContainers()
    #expect(fresh.contains(9) && fresh.lowerBound >= 8 && fresh.upperBound <= 12)
    var after = try pages()
    #expect(after[9][0] == "x" + before[9][0])
    after[9][0] = before[9][0]
    #expect(after == before)
    // A new paragraph moves a line over each page end behind it.
    chain.storage.insert("new\n", at: place)
    let moved = try pages()
    #expect(Array(moved[..<9]) == Array(before[..<9]))
    #expect(moved[9][0] == "new" && moved[10][0] == before[9][4])
    #expect(
      try Trace(chain) == Trace(Chain(chain.storage.string, size: size, attributes: attributes)))
    // Behind a forced break, no page end moves.
    let chapter = try chain.manager.characterRange(forContainerAt: 20).lowerBound
    chain.storage.modifyAttributes(in: chapter..<chapter + 1) {
      $0.paragraphStyle?.breaksPageBefore = true
    }
    let count = try chain.manager.containerCount()
    chain.storage.insert("two\nlines\n", at: place)
    #expect(try chain.manager.relaidContainers().upperBound <= 24)
    #expect(try chain.manager.containerCount() - count <= 1)
    #expect(try Trace(chain) == Trace(Chain(chain.storage.remade(), size: size)))
  }

  @Test("T20: hooks are called in proportion to the text, and not at all without a delegate")
  func hookCalls() throws {
    let delegate = AgreeingDelegate()
    func calls(_ paragraphs: Int) throws -> Int {
      let text = [String](repeating: Sample.prose, count: paragraphs).joined(separator: "\n")
      let chain = try Chain(
        text, size: Size(width: 150, height: 200), attributes: Sample.serif(), fonts: Chain.serif)
      chain.manager.delegate = delegate
      delegate.calls = 0
      let hooked = try Trace(chain)
      let count = delegate.calls
      chain.manager.delegate = nil
      chain.manager.invalidateLayout()
      #expect(try Trace(chain) == hooked)
      #expect(delegate.calls == count)
      return count
    }
    let one = try calls(1)
    #expect(one > 60)
    for count in [4, 16] {
      let several = try calls(count)
      #expect(
        several <= one * count * 5 / 4, "\(several) calls for \(count) paragraphs, \(one) for one")
    }
  }

  @Test("T20: a delegate costs hardly anything for the methods that it does not have")
  func idleTime() throws {
    func time(_ delegate: IdleDelegate?) throws -> Double {
      let text = [String](repeating: Sample.prose, count: 6).joined(separator: "\n")
      let chain = try Chain(
        text, size: Size(width: 150, height: 200), attributes: Sample.serif(), fonts: Chain.serif)
      chain.manager.delegate = delegate
      let start = ThreadTime.seconds
      _ = try chain.manager.containerCount()
      return ThreadTime.seconds - start
    }
    let without = IdleDelegate()
    var (plain, idle) = (Double.infinity, Double.infinity)
    // Other processes only make a run longer: the shortest of many tells. In a debug build, seeing
    // that there is no method is a sixth of the time; `Benchmarks` times a release build, and
    // `instructions.py` allows 2 % more where there is no delegate.
    for round in 0..<60 {
      plain = min(plain, try time(nil))
      idle = min(idle, try time(without))
      if round > 5, idle < plain * 1.3 { break }
    }
    #expect(idle < plain * 1.3, "\(idle) s, and \(plain) s without a delegate")
  }

  @Test(
    "T59: the versions are those of the installed library, and of the conformance files",
    .needsUnicodeData)
  func versions() throws {
    let found = Dictionary(uniqueKeysWithValues: unicodeVersions.map { ($0.name, $0.version) })
    let installed = try Pixels.run("/usr/bin/env", ["pkg-config", "--modversion", "icu-uc"])
    #expect(
      found["ICU"] == String(decoding: installed, as: UTF8.self).trimmingCharacters(in: .newlines))
    let text = try Checkout.unicode("auxiliary/GraphemeBreakTest.txt")
    // "# GraphemeBreakTest-15.0.0.txt"
    let version = try #require(text.firstMatch(of: /Test-([0-9]+\.[0-9]+)/)).1
    #expect(
      found["Unicode"]?.hasPrefix(version) == true, "\(found), and the tests are of \(version)")
  }
}
