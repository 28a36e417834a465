import Foundation
import Paginator
import Support
import Testing

/// Compares the layout after random edits with the layout of a fresh string with the same
/// attributes. The oracle shares no table with the storage that was edited.
@Suite("TextKit: random edits")
struct EditingTests {
  /// The kinds of containers in a chain.
  enum Setup: Int, CaseIterable, Sendable {
    case pages, narrow, endless, changing, excluding, blank, limited, padded, centered
    /// Pages of unlike heights, two pages before a long one, and a path in an endless container.
    case uneven, ending, below

    /// The greatest number of pieces of text; endless containers have sections of 64 lines.
    var pieceCount: Int { self == .endless ? 400 : self == .below ? 150 : 30 }

    func container(_ index: Int) -> TextContainer? {
      switch self {
      case .pages: return TextContainer(size: Size(width: 123, height: 77))
      case .narrow: return TextContainer(size: Size(width: 45, height: 60))
      case .endless: return TextContainer(size: Size(width: 100, height: .infinite))
      case .changing:
        return TextContainer(size: Size(width: index % 3 == 0 ? 80 : 120, height: 66))
      case .excluding:
        let made = TextContainer(size: Size(width: 140, height: 80))
        made.exclusionPaths = [ExclusionPath(rect: Rect(x: 50, y: 20, width: 40, height: 30))]
        return made
      case .blank:
        let made = TextContainer(size: Size(width: 60, height: 40))
        if index % 2 == 0 {
          made.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 13, width: 60, height: 27))]
        }
        return made
      case .limited:
        let made = TextContainer(size: Size(width: 100, height: 200))
        made.maximumNumberOfLines = 4
        return made
      case .padded:
        return TextContainer(size: Size(width: 100, height: 90), lineFragmentPadding: 5)
      case .centered:
        let made = TextContainer(size: Size(width: 100, height: 90))
        made.blockAlignment = .center
        return made
      case .uneven:
        return TextContainer(
          size: Size(width: 110, height: index % 2 == 0 ? 60 : 90), lineFragmentPadding: 3)
      case .ending:
        return TextContainer(size: Size(width: 100, height: index < 2 ? 50 : .infinite))
      case .below:
        let made = TextContainer(size: Size(width: 110, height: .infinite))
        made.exclusionPaths = [ExclusionPath(ellipseIn: Rect(x: 50, y: 10, width: 50, height: 300))]
        return made
      }
    }
  }

  /// Most seeds have a delegate.
  private static func delegate(_ seed: Int) -> (any LayoutManagerDelegate)? {
    switch seed / 3 % 8 {
    case 1: IdleDelegate()
    case 2, 6: LocalDelegate()
    case 3: AgreeingDelegate()
    case 5: RareDelegate()
    case 7: DecidingDelegate()
    default: nil
    }
  }

  private static let pieces = [
    "x", "xy ", "word ", "\n", "\n\n", "\t", "אב ", "12 ", "\u{2029}", "aaaaaaaaaaaaaa", "",
    "e\u{301}", " ", "\u{1F468}\u{200D}\u{1F469}", "\r\n", "\u{2028}", "-",
    "\u{C}", "\u{85}", "स्ते ", "\u{200F}", "漢字",
  ]

  /// One edit, chosen at random.
  private static func edit(_ storage: TextStorage, _ random: inout SeededRandom) {
    let length = storage.length
    let lower = Int.random(in: 0...length, using: &random)
    let upper = min(length, lower + Int.random(in: 0...9, using: &random))
    switch Int.random(in: 0...6, using: &random) {
    case 0: storage.delete(lower..<upper)
    case 1:
      storage.modifyAttributes(in: lower..<upper) {
        $0.font.size = [8, 10, 20].randomElement(using: &random)!
      }
    case 2:
      storage.edit {
        $0.insert(pieces.randomElement(using: &random)!, at: lower)
        $0.delete(0..<min(2, $0.length))
      }
    case 3:
      // The higher ones are fitted to most containers.
      let size = [
        Size(width: 12, height: 9), Size(width: 30, height: 55), Size(width: 45, height: 99),
      ]
      .randomElement(using: &random)!
      storage.insert(
        TextAttachment(
          bounds: Rect(x: 0, y: -2, width: size.width, height: size.height), name: "box"), at: lower
      )
    case 4:
      storage.modifyAttributes(in: lower..<upper) { $0.paragraphStyle?.alignment = .right }
    default:
      storage.replaceCharacters(in: lower..<upper, with: pieces.randomElement(using: &random)!)
    }
  }

  /// One query, chosen at random, that needs a part of the text.
  private static func query(_ manager: LayoutManager, _ random: inout SeededRandom) throws {
    let offset = Int.random(in: 0...manager.storage.length, using: &random)
    let container = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0...5, using: &random) {
    case 0: try manager.ensureLayout(for: offset / 2..<offset)
    case 1: _ = try manager.caretRect(at: offset)
    case 2: _ = try manager.frame(forContainerAt: container)
    case 3: _ = try manager.hit(Point(x: 50, y: 40), inContainerAt: container)
    case 4: _ = try manager.continueLayout(characters: 20)
    default: _ = try manager.containerCount()
    }
  }

  /// `PAGINATOR_EDITS=20000` runs at least that many edits: each seed makes four in each of the
  /// setups. The default is a few hundred.
  private static let seeds: ClosedRange<Int> = {
    let wanted = ProcessInfo.processInfo.environment["PAGINATOR_EDITS"].flatMap { Int($0) } ?? 1152
    let edits = 4 * Setup.allCases.count
    return 1...max(1, (wanted + edits - 1) / edits)
  }()

  @Test(
    "after random edits the layout equals that of a fresh text", arguments: Setup.allCases)
  func edits(setup: Setup) throws {
    for seed in Self.seeds {
      var random = SeededRandom(seed: UInt64(seed * 16 + setup.rawValue))
      let attributes = Chain.attributes {
        $0.widows = seed % 2 + 1
        $0.orphans = seed % 3 + 1
        $0.paragraphSpacing = seed % 4 == 0 ? 3 : 0
        $0.alignment = seed % 5 == 0 ? .justified : .natural
      }
      let storage = TextStorage(
        (0..<Int.random(in: 0...setup.pieceCount, using: &random))
          .map { _ in
            Self.pieces.randomElement(using: &random)!
          }.joined(), attributes: attributes)
      let chain = try Chain(storage, size: nil)
      chain.manager.nextContainer = setup.container
      let delegate = Self.delegate(seed)
      chain.manager.delegate = delegate
      chain.manager.allowsNonContiguousLayout = seed % 4 == 2
      for step in 0..<4 {
        Self.edit(storage, &random)
        if step % 2 == 0 {
          let name = "seed \(seed), \(setup): \(storage.string.debugDescription)"
          #expect(throws: Never.self, "\(name)") {
            // On two of three seeds, only parts of the text are laid out between edits.
            if seed % 3 > 0 {
              for _ in 0..<seed % 3 { try Self.query(chain.manager, &random) }
            } else {
              _ = try chain.manager.containerCount()
            }
          }
        }
      }
      let clean = try Chain(storage.remade(), size: nil)
      clean.manager.nextContainer = setup.container
      clean.manager.delegate = delegate
      let difference = try Trace(chain).difference(from: Trace(clean))
      #expect(
        difference == nil, "seed \(seed), \(setup): \(storage.string.debugDescription)")
      try Self.checkWhole(chain, "seed \(seed), \(setup): \(storage.string.debugDescription)")
      // The manager does not own it.
      if let agreeing = delegate as? AgreeingDelegate {
        #expect(agreeing.calls > 0 || storage.length == 0, "seed \(seed), \(setup): not asked")
      }
    }
  }

  @Test("a deletion that turns a paragraph around moves its lines in the next container, too")
  func turned() throws {
    func chain(_ storage: TextStorage) throws -> Chain {
      try Chain(storage, size: Size(width: 100, height: 10))
    }
    let storage = TextStorage("א a\u{2028}bbb", attributes: Chain.attributes())
    let live = try chain(storage)
    #expect(try live.frames().map { $0.lines[0].usedRect.minX } == [70, 70])
    // The paragraph now begins where the edit ends.
    storage.delete(0..<2)
    #expect(try live.frames().map { $0.lines[0].usedRect.minX } == [0, 0])
    #expect(try Trace(live) == Trace(chain(storage.remade())))
  }

  /// Checks that each character is in exactly one container, in order.
  private static func checkWhole(_ chain: Chain, _ seed: String) throws {
    var end = 0
    for index in 0..<(try chain.manager.containerCount()) {
      let range = try chain.manager.characterRange(forContainerAt: index)
      #expect(range.lowerBound == end, "\(seed)")
      end = range.upperBound
    }
    #expect(end == chain.storage.length, "\(seed)")
  }

  @Test("typing makes no empty paragraphs: the layout equals that of a fresh string")
  func phantomParagraphs() throws {
    let storage = TextStorage("a\nb\n", attributes: Chain.attributes())
    for _ in 0..<5 { storage.insert("x", at: 0) }
    #expect(storage.text.paragraphs.count == 3)
    let chain = try Chain(storage)
    #expect(try Trace(chain) == Trace(Chain(storage.remade())))
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
}
