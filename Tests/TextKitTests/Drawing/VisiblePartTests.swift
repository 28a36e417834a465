import Paginator
import Support
import Testing

/// Drawing and measuring a part of a long text.
@Suite("TextKit: the visible part of a long text")
struct VisiblePartTests {
  private static func chain(_ lines: Int) throws -> Chain {
    let string = (0..<lines).map { "line \($0)" }.joined(separator: "\n")
    return try Chain(string, size: Size(width: 200, height: .infinite))
  }

  /// Records the texts of runs.
  private struct Recorder: Canvas {
    var texts: [String] = []
    mutating func beginPage(_ page: CanvasPage) {}
    mutating func beginLine(_ line: CanvasLine) {}
    mutating func draw(_ run: GlyphRun) { texts.append(String(decoding: run.text, as: UTF16.self)) }
    mutating func draw(_ image: ImageMark) {}
    mutating func draw(_ shapes: [PageShape]) {}
    mutating func endLine() {}
    mutating func endPage() {}
  }

  private static func drawn(_ chain: Chain, _ visible: Rect?) throws -> [String] {
    var canvas = Recorder()
    try chain.manager.draw(containerAt: 0, visible: visible, on: &canvas)
    return canvas.texts
  }

  @Test("T87: only the sections that a rectangle meets are drawn, and laid out")
  func sections() throws {
    let chain = try Self.chain(5000)
    chain.manager.allowsNonContiguousLayout = true
    let visible = Rect(x: 0, y: 20_000, width: 200, height: 100)
    let drawn = try Self.drawn(chain, visible).joined(separator: " ")
    let lines = try chain.manager.lines(in: visible, ofContainerAt: 0)
    #expect(lines.count >= 10)
    for line in lines {
      let number = chain.text(line.characterRange).dropFirst("line ".count)
      #expect(drawn.contains(number), "line \(number)")
    }
    #expect(drawn.utf16.count < 5000)
    #expect(chain.manager.firstUnlaidCharacterIndex != nil)
    #expect(try Self.drawn(chain, nil).count >= 5000)
  }

  @Test("T87: what is visible looks as in the whole drawing", .enabled(if: Pixels.areAvailable))
  func pixels() throws {
    let chain = try Self.chain(400)
    chain.manager.showsInvisibleCharacters = true
    let top = Length(points: 2500)
    func picture(_ visible: Rect?) throws -> Pixels {
      var drawing = SVGDrawing(size: Size(width: 200, height: 100))
      try drawing.draw(
        chain.manager, containerAt: 0, at: Point(x: 0, y: 0 - top), visible: visible)
      return try Pixels(drawing.svg(), zoom: 1)
    }
    let part = try picture(Rect(x: 0, y: top, width: 200, height: 100))
    #expect(part.ink != nil)
    #expect(try part == picture(nil))
  }

  @Test("nothing is drawn for a rectangle in a container without text")
  func noText() throws {
    let chain = try Chain("", size: Size(width: 200, height: .infinite))
    let far = Rect(x: 0, y: 900, width: 10, height: 10)
    #expect(try Self.drawn(chain, far) == [])
  }

  @Test("the used rectangle of a long text is that of all its lines")
  func usedRect() throws {
    let chain = try Self.chain(500)
    chain.storage.insert("a much longer line", at: 2000)
    let frame = try #require(try chain.manager.frame(forContainerAt: 0))
    let lines = frame.lines.map(\.usedRect)
    let used = try chain.manager.usedRect(forContainerAt: 0)
    #expect(used.minX == 0 && used.minY == 0)
    #expect(used.maxX == lines.map(\.maxX).max())
    #expect(used.maxY == lines.map(\.maxY).max())
    #expect(try chain.manager.usedRect(forContainerAt: 7) == .zero)
  }
}
