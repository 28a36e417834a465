import Paginator
import Support
import Testing

/// Endless containers with exclusion paths: the text below the lowest path has sections.
@Suite("TextKit: sections below exclusion paths")
struct ShapedSectionTests {
  /// A container that does not say where its paths end, so that its text is one section.
  private final class Whole: TextContainer {
    override var shapedHeight: Length? { nil }
  }

  private static let paths = [
    ExclusionPath(ellipseIn: Rect(x: 60, y: 20, width: 80, height: 300)),
    ExclusionPath(rect: Rect(x: 0, y: 400, width: 50, height: 500)),
  ]

  private static func chain(_ storage: TextStorage, isWhole: Bool = false) throws -> Chain {
    let chain = try Chain(storage, size: nil)
    let size = Size(width: 200, height: .infinite)
    let container = isWhole ? Whole(size: size) : TextContainer(size: size)
    container.exclusionPaths = paths
    try chain.manager.add(container)
    return chain
  }

  private static func storage(_ paragraphs: Int) -> TextStorage {
    TextStorage(
      (0..<paragraphs).map { "paragraph \($0) has a few words" }.joined(separator: "\n"),
      attributes: Chain.attributes {
        $0.alignment = .justified
        $0.paragraphSpacing = 3
        $0.paragraphSpacingBefore = 2
      })
  }

  @Test("T15: a key below the paths lays out only a small part again")
  func keys() throws {
    let storage = Self.storage(600)
    let chain = try Self.chain(storage)
    #expect(chain.manager.containers[0].shapedHeight == 900)
    try chain.manager.ensureLayout()
    for key in 0..<50 {
      storage.insert(key % 40 == 39 ? "\n" : "x", at: 12_000 + key)
      #expect(try chain.manager.relaidCharacterRange().count < 6000)
    }
    // The text beside the paths is one section.
    storage.insert("x", at: 0)
    #expect(try chain.manager.relaidCharacterRange().count < 9000)
    #expect(
      try Trace(chain).difference(from: Trace(Self.chain(storage.remade(), isWhole: true))) == nil)
  }

  @Test("text that edits move beside a path, or below it, flows around it", arguments: 1...12)
  func moved(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let storage = Self.storage(300)
    let chain = try Self.chain(storage)
    chain.manager.allowsNonContiguousLayout = seed % 3 == 0
    for _ in 0..<8 {
      // Up to 60 of 300 paragraphs are deleted or added, mostly near the paths.
      let start = Int.random(in: 0...storage.length / 3, using: &random)
      let size = Int.random(in: 0...1500, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: storage.delete(start..<min(storage.length, start + size))
      case 1: storage.insert(String(repeating: "new line\n", count: size / 30), at: start)
      case 2:
        let end = min(storage.length, start + 9)
        storage.modifyAttributes(in: start..<end) { $0.font.size = 20 }
      default: storage.insert("x", at: storage.length - start)
      }
      let y = Length(points: Double(Int.random(in: 0...9000, using: &random)))
      _ = try chain.manager.lines(
        in: Rect(x: 0, y: y, width: 200, height: 100), ofContainerAt: 0)
      if seed % 2 == 0 { try chain.manager.ensureLayout() }
    }
    let clean = try Self.chain(storage.remade(), isWhole: true)
    #expect(try Trace(chain).difference(from: Trace(clean)) == nil, "seed \(seed)")
  }

  @Test("a viewport below a path lays out the text beside the path, and a small part")
  func viewport() throws {
    let storage = Self.storage(2000)
    let chain = try Self.chain(storage)
    chain.manager.allowsNonContiguousLayout = true
    let middle = try chain.manager.estimatedHeight(ofContainerAt: 0) * 0.5
    let lines = try chain.manager.lines(
      in: Rect(x: 0, y: middle, width: 200, height: 200), ofContainerAt: 0)
    #expect(lines.count > 10)
    let laid = chain.manager.laidOutCharacterRanges
    #expect(laid.count == 2 && laid.reduce(0) { $0 + $1.count } < 15_000)
    #expect(laid.first?.lowerBound == 0)
    #expect(
      try Trace(chain).difference(from: Trace(Self.chain(storage.remade(), isWhole: true))) == nil)
  }
}
