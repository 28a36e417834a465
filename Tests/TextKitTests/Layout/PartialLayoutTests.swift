import Paginator
import Support
import Testing

/// Layout of a part of the text.
@Suite("TextKit: partial layout")
struct PartialLayoutTests {
  private static func long(_ paragraphs: Int) -> String {
    (0..<paragraphs).map { "paragraph \($0) has a few words" }.joined(separator: "\n")
  }

  @Test("T77: only as much is laid out as a range, a container or a rectangle needs")
  func asFarAsNeeded() throws {
    let text = Self.long(400)
    func chain() throws -> Chain { try Chain(text, size: Size(width: 100, height: 50)) }
    let full = try chain()
    try full.manager.ensureLayout()
    #expect(full.manager.firstUnlaidCharacterIndex == nil)
    #expect(full.manager.laidOutCharacterRanges == [0..<text.utf16.count])

    let ranged = try chain()
    #expect(ranged.manager.firstUnlaidCharacterIndex == 0)
    #expect(ranged.manager.laidOutCharacterRanges == [])
    try ranged.manager.ensureLayout(for: 100..<200)
    let end = try #require(ranged.manager.firstUnlaidCharacterIndex)
    #expect(end >= 200 && end < 400, "laid out to \(end)")
    #expect(ranged.manager.laidOutCharacterRanges == [0..<end])
    #expect(ranged.manager.containers.count < 12)
    #expect(
      try ranged.manager.rects(for: 100..<200).map(\.rect)
        == full.manager.rects(for: 100..<200).map(\.rect))
    #expect(ranged.manager.firstUnlaidCharacterIndex == end, "the query laid out no more")

    let contained = try chain()
    let frame = try #require(try contained.manager.frame(forContainerAt: 2))
    #expect(
      frame.lines.map(\.rect) == (try full.manager.frame(forContainerAt: 2))?.lines.map(\.rect))
    #expect(contained.manager.containers.count < 8)

    while try contained.manager.continueLayout(characters: 1000) {}
    #expect(contained.manager.firstUnlaidCharacterIndex == nil)
    #expect(try Trace(contained) == Trace(full))
  }

  @Test("T77: text that is laid out in parts, between edits, equals a clean run", arguments: 1...24)
  func parts(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let size = Size(
      width: 130, height: [.infinite, 50, 70][Int(seed) % 3])
    let attributes = Chain.attributes {
      $0.paragraphSpacing = 3
      $0.paragraphSpacingBefore = 2
      $0.widows = 2
      $0.alignment = seed % 2 == 0 ? .justified : .natural
    }
    let chain = try Chain(Self.long(300), size: size, attributes: attributes)
    chain.manager.allowsNonContiguousLayout = seed % 4 < 2
    for _ in 0..<25 {
      let length = chain.storage.length
      let lower = Int.random(in: 0...length, using: &random)
      let upper = min(length, lower + Int.random(in: 0...40, using: &random))
      switch Int.random(in: 0...7, using: &random) {
      case 0: try chain.manager.ensureLayout(for: lower..<upper)
      case 1:
        let y = Length(points: Double(Int.random(in: 0...9000, using: &random)))
        let lines = try chain.manager.lines(
          in: Rect(x: 0, y: y, width: 100, height: 60), ofContainerAt: 0)
        let ranges = lines.map(\.characterRange)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      case 2:
        let caret = try #require(try chain.manager.caretRect(at: lower))
        #expect(caret.rect.height == 10)
      case 3: chain.storage.replaceCharacters(in: lower..<upper, with: "x\nyy")
      case 4: chain.storage.insert("word ", at: lower)
      case 5: chain.storage.delete(lower..<upper)
      case 6: _ = try chain.manager.continueLayout(characters: 700)
      default: _ = try chain.manager.position(from: lower, moving: .down)
      }
    }
    let clean = try Chain(chain.storage.remade(), size: size)
    #expect(try Trace(chain).difference(from: Trace(clean)) == nil, "seed \(seed)")
  }

  @Test("T78: a viewport in the middle of a long text lays out a small part, in reading order")
  func viewport() throws {
    let text = Self.long(20_000)
    let storage = TextStorage(text, attributes: Chain.attributes())
    let chain = try Chain(storage, size: Size(width: 200, height: .infinite))
    chain.manager.allowsNonContiguousLayout = true
    let height = try chain.manager.estimatedHeight(ofContainerAt: 0)
    // Each paragraph has two lines of 10 points; an estimate is not exact.
    #expect(height > 200_000 && height < 800_000)
    let middle = Length(points: (height.points / 2).rounded())
    let rect = Rect(x: 0, y: middle, width: 200, height: 300)
    let lines = try chain.manager.lines(in: rect, ofContainerAt: 0)
    #expect((30...31).contains(lines.count))
    let ranges = lines.map(\.characterRange)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let first = try #require(ranges.first?.lowerBound)
    #expect(abs(first - storage.length / 2) < storage.length / 50)
    let laid = chain.manager.laidOutCharacterRanges.reduce(0) { $0 + $1.count }
    #expect(laid < storage.length / 50, "laid out \(laid) of \(storage.length)")
    // A hit test there, a caret, and lines again see the same places.
    let line = lines[10]
    let hit = try chain.manager.hit(
      Point(x: 1, y: line.rect.minY + 5), inContainerAt: 0)
    #expect(hit?.characterRange.lowerBound == line.characterRange.lowerBound)
    #expect(
      try chain.manager.caretRect(at: line.characterRange.lowerBound)?.rect.minY == line.rect.minY)
    // Typing there keeps the lines above in place.
    storage.insert("x", at: line.characterRange.lowerBound)
    let again = try chain.manager.lines(in: rect, ofContainerAt: 0)
    #expect(again.prefix(9).map(\.rect) == lines.prefix(9).map(\.rect))
    #expect(chain.manager.laidOutCharacterRanges.reduce(0) { $0 + $1.count } < storage.length / 50)
    #expect(
      try Trace(chain)
        == Trace(Chain(storage.remade(), size: Size(width: 200, height: .infinite))))
  }

  @Test("T77: a delegate hears of containers as they are laid out, and of the end of the text once")
  func delegates() throws {
    final class Listening: LayoutManagerDelegate {
      var ends: [Bool] = []
      func layoutManager(
        _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool
      ) { ends.append(atEnd) }
    }
    let chain = try Chain(Self.long(60), size: Size(width: 100, height: 50))
    let listening = Listening()
    chain.manager.delegate = listening
    try chain.manager.ensureLayout(forContainerAt: 1)
    let count = listening.ends.count
    #expect(count >= 2 && count < 6)
    #expect(!listening.ends.contains(true))
    try chain.manager.ensureLayout()
    #expect(listening.ends.count == (try chain.manager.containerCount()))
    #expect(listening.ends.filter { $0 }.count == 1 && listening.ends.last == true)
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

  @Test("T77: after a return key, a caret lays out the pages up to its own, and leaves a gap")
  func returnKey() throws {
    let size = Size(width: 100, height: 50)
    let text = (0..<4000).map { "line \($0)" }.joined(separator: "\n")
    let chain = try Chain(text, size: size)
    try chain.manager.ensureLayout()
    // A letter leaves all pages but its own alone.
    chain.storage.insert("x", at: 1000)
    _ = try chain.manager.caretRect(at: 1001)
    #expect(chain.manager.firstUnlaidCharacterIndex == nil)
    // A line more moves a line over every page end after it.
    for key in 0..<3 {
      chain.storage.insert(key == 1 ? "x" : "\n", at: 1000 + key)
      let caret = try #require(try chain.manager.caretRect(at: 1001 + key))
      let end = try #require(chain.manager.firstUnlaidCharacterIndex)
      #expect(end > 1001 + key && end < 2000, "laid out to \(end)")
      let hit = try #require(
        try chain.manager.hit(
          Point(x: caret.rect.minX, y: caret.rect.minY + 1), inContainerAt: caret.container))
      #expect(hit.characterRange.lowerBound >= 1000 && hit.characterRange.lowerBound <= 1001 + key)
      #expect(chain.manager.firstUnlaidCharacterIndex == end, "the query laid out no more")
    }
    // What the caret has laid out and the rest are the text that was set again.
    let relaid = try chain.manager.relaidCharacterRange()
    #expect(relaid.lowerBound < 1000 && relaid.upperBound == chain.storage.length)
    #expect(try Trace(chain) == Trace(Chain(chain.storage.remade(), size: size)))
  }

  /// Checks that an edit of 500 lines lays out only a small part again.
  private static func checkEdit(_ delegate: AgreeingDelegate) throws -> Chain {
    let text = (0..<500).map { "line \($0)" }.joined(separator: "\n")
    let chain = try Chain(text, size: Size(width: 200, height: 100))
    chain.manager.delegate = delegate
    _ = try chain.manager.containerCount()
    let all = delegate.calls
    chain.storage.insert("x", at: 2000)
    #expect(try chain.manager.relaidCharacterRange().count < 600)
    #expect(delegate.calls > all && delegate.calls < all + all / 5)
    return chain
  }

  @Test("with a delegate that changes nothing, an edit lays out only a small part again")
  func agreeingDelegate() throws { _ = try Self.checkEdit(AgreeingDelegate()) }

  @Test("T86: with a delegate that decides by paragraph, an edit lays out only a small part again")
  func localDelegate() throws {
    let delegate = LocalDelegate()
    let chain = try Self.checkEdit(delegate)
    let clean = try Chain(chain.storage.remade(), size: Size(width: 200, height: 100))
    clean.manager.delegate = delegate
    #expect(try Trace(chain).difference(from: Trace(clean)) == nil)
    // It does decide.
    clean.manager.delegate = nil
    #expect(try Trace(chain) != Trace(clean))
  }

  @Test("the space after each paragraph is up to date, at the ends of sections too")
  func spaceBetweenSections() throws {
    let text = (0..<300).map { "line \($0)" }.joined(separator: "\n")
    let size = Size(width: 200, height: .infinite)
    let chain = try Chain(text, size: size)
    try chain.manager.ensureLayout()
    for paragraph in 0..<299 {
      let range = chain.storage.text.paragraphs[paragraph].range
      chain.storage.modifyAttributes(in: range) { $0.paragraphStyle?.paragraphSpacing = 3 }
      let height = try chain.manager.usedRect(forContainerAt: 0).height
      try #require(height == Length(points: Double(3000 + 3 * paragraph + 3)), "\(paragraph)")
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
}
