import Paginator
import Support
import Testing

@Suite("TextKit: attachments whose bounds depend on their line")
struct AttachmentTests {
  private final class Sizer: LayoutManagerDelegate {
    let bounds: (_ attachment: TextAttachment, _ line: Rect, _ position: Length) -> Rect
    var asked: [Int] = []

    init(_ bounds: @escaping (TextAttachment, Rect, Length) -> Rect) { self.bounds = bounds }

    func layoutManager(
      _ manager: LayoutManager, boundsFor attachment: TextAttachment, at offset: Int,
      proposedLineFragment rect: Rect, position: Length
    ) -> Rect {
      asked.append(offset)
      return bounds(attachment, rect, position)
    }
  }

  /// As wide as the line, and half as high.
  private static func whole() -> Sizer {
    Sizer { _, line, _ in Rect(x: 0, y: 0, width: line.width, height: line.width * 0.5) }
  }

  private static func storage(
    _ string: String, at offset: Int, _ attributes: TextAttributes = Chain.attributes()
  ) -> TextStorage {
    let storage = TextStorage(string, attributes: attributes)
    storage.insert(
      TextAttachment(bounds: Rect(x: 0, y: 0, width: 10, height: 8), name: "box"), at: offset)
    return storage
  }

  /// As wide as the rest of the line, like a rule.
  private static func rest() -> Sizer {
    Sizer { attachment, line, position in
      Rect(x: 0, y: 0, width: line.width - position, height: attachment.bounds.height)
    }
  }

  @Test("T84: an attachment fills the rest of its line, wherever the line breaks")
  func restOfLine() throws {
    for (width, x) in [(100, 50), (40, 20), (60, 50)] as [(Length, Length)] {
      let chain = try Chain(
        Self.storage("ab cd", at: 5), size: Size(width: width, height: .infinite))
      let sizer = Self.rest()
      chain.manager.delegate = sizer
      let rect = try #require(try chain.manager.rects(for: 5..<6).first?.rect)
      #expect(rect.minX == x && rect.maxX == width)
      // A key typed before it leaves less of the line, or none: then it has its own.
      chain.storage.insert("x", at: 3)
      let after = try #require(try chain.manager.rects(for: 6..<7).first?.rect)
      #expect(after.maxX == width)
      #expect(after.minX == (width == 60 ? 0 : x + 10))
      let clean = try Chain(chain.storage.remade(), size: Size(width: width, height: .infinite))
      clean.manager.delegate = sizer
      #expect(try Trace(chain) == Trace(clean))
    }
  }

  @Test("T84: the position in a line that runs to the left is counted from its right")
  func rightToLeft() throws {
    let chain = try Chain(
      Self.storage("אב", at: 2, Chain.attributes { $0.baseWritingDirection = .rightToLeft }),
      size: Size(width: 100, height: 50))
    let sizer = Self.rest()
    chain.manager.delegate = sizer
    let rect = try #require(try chain.manager.rects(for: 2..<3).first?.rect)
    #expect(rect.minX == 0 && rect.maxX == 80)
  }

  @Test("T84: a picture as wide as its line takes the size of the container that it moves to")
  func containers() throws {
    let chain = try Chain(Self.storage("a\n\nb", at: 2), size: nil)
    let sizer = Self.whole()
    chain.manager.delegate = sizer
    try chain.manager.add(TextContainer(size: Size(width: 100, height: 40)))
    try chain.manager.add(TextContainer(size: Size(width: 60, height: 100)))
    let frames = try chain.frames()
    #expect(frames[0].lines.map(\.usedRect.width) == [10])
    // 30 above the baseline, and the descent of the font.
    #expect(frames[1].lines.map(\.usedRect.width) == [60, 10])
    #expect(frames[1].lines.map(\.rect.minY) == [0, 32])
  }

  @Test("T84: beside an exclusion path, the line is as wide as the path leaves it")
  func shapes() throws {
    let chain = try Chain(Self.storage("ab\n", at: 3), size: nil)
    let sizer = Self.whole()
    chain.manager.delegate = sizer
    let container = TextContainer(size: Size(width: 100, height: 100))
    container.exclusionPaths = [ExclusionPath(rect: Rect(x: 0, y: 10, width: 50, height: 60))]
    try chain.manager.add(container)
    let line = try chain.frames()[0].lines[1]
    #expect(line.usedRect.minX == 50 && line.usedRect.width == 50)
    #expect(line.rect.height == 25)
  }

  @Test("T84: own bounds change nothing, and answers that never settle end")
  func settling() throws {
    func chain() throws -> Chain {
      try Chain(Self.storage("aaa bbb ccc ddd", at: 7), size: Size(width: 70, height: 60))
    }
    let plain = try Trace(chain())
    let agreeing = Sizer { attachment, _, _ in attachment.bounds }
    let agreed = try chain()
    agreed.manager.delegate = agreeing
    #expect(try Trace(agreed) == plain)
    #expect(agreeing.asked == [7])
    var isWide = false
    let wavering = Sizer { attachment, _, _ in
      isWide.toggle()
      return Rect(x: 0, y: 0, width: isWide ? 60 : 10, height: 8)
    }
    let unsettled = try chain()
    unsettled.manager.delegate = wavering
    let found = try Trace(unsettled)
    // It is asked three times; what it said last, 60, is how wide the attachment is.
    #expect(wavering.asked == [7, 7, 7])
    let wide = Sizer { _, _, _ in Rect(x: 0, y: 0, width: 60, height: 8) }
    let settled = try chain()
    settled.manager.delegate = wide
    #expect(try found == Trace(settled))
    #expect(found != plain)
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

  /// Six lines fill the first container and one line of the second. The attachment is too high for the
  /// rest.
  private static func unlikeHeights(_ heights: [Length], before: String) throws -> Chain {
    let storage = TextStorage(before + "\nbbb\nccc", attributes: Chain.attributes())
    storage.insert(
      TextAttachment(bounds: Rect(x: 0, y: 0, width: 20, height: 60)), at: before.utf16.count)
    let chain = try Chain(storage, size: nil)
    for height in heights {
      try chain.manager.add(TextContainer(size: Size(width: 100, height: height)))
    }
    return chain
  }

  @Test("an attachment is fitted to the container that it is in, whatever is asked first")
  func fittedToItsContainer() throws {
    let lines = String(repeating: "aaaa\n", count: 6)
    func chain() throws -> Chain { try Self.unlikeHeights([50, 50, .infinite], before: lines) }
    let whole = try chain()
    #expect(try whole.manager.containerCount() == 3)
    // The third container has no end: 60, and 2 below the baseline.
    #expect(try whole.frames()[2].lines[0].rect.height == 62)
    let parts = try chain()
    for index in 0..<3 { _ = try parts.manager.frame(forContainerAt: index) }
    #expect(try Trace(parts) == Trace(whole))
    // An edit before it lays out only the first two containers again.
    whole.storage.insert("a", at: 0)
    #expect(try whole.manager.relaidContainers().upperBound < 3)
    #expect(try whole.frames()[2].lines[0].rect.height == 62)
  }

  @Test("an attachment in the middle of a paragraph is fitted to the container that it is in")
  func fittedInsideParagraph() throws {
    // Nine characters a line: the paragraph fills three lines of the first container. Then 60 is fitted
    // to 30, less 2 below the baseline, or stands in the 100 of the second one.
    let words = "aaaa aaaa aaaa aaaa aaaa aaaa "
    for (second, height) in [(100, 62), (40, 40)] as [(Length, Length)] {
      let chain = try Self.unlikeHeights([30, second, 100], before: words)
      #expect(try chain.lines()[0] == ["aaaa aaaa", "aaaa aaaa", "aaaa aaaa"])
      #expect(try chain.frames()[1].lines[0].rect.height == height)
      chain.storage.insert("a", at: chain.storage.length)
      _ = try chain.manager.caretRect(at: 0)
      let clean = try Self.unlikeHeights([30, second, 100], before: words)
      clean.storage.insert("a", at: clean.storage.length)
      #expect(try Trace(chain) == Trace(clean))
    }
  }
}
