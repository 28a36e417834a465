import Paginator
import Support
import Testing

/// What a canvas of a program receives beyond glyphs, images and shapes of plain text.
@Suite("TextKit: canvases of programs")
struct CanvasTests {
  private static let red = Color(red: 255, green: 0, blue: 0)

  /// Records runs with their colors and paints, groups of shapes and clips.
  private struct Recorder: Canvas {
    var calls: [String] = []
    mutating func beginPage(_ page: CanvasPage) {}
    mutating func beginLine(_ line: CanvasLine) { calls.append("line") }
    mutating func draw(_ run: GlyphRun) {
      let text = String(decoding: run.text, as: UTF16.self)
      let paint = run.paint.map { $0.stroke == nil ? " filled" : " outlined" } ?? ""
      let places = run.glyphs.map { "\($0.offset)@\($0.x)" }.joined(separator: " ")
      let color = run.color == .black ? "" : " colored"
      calls.append("\(text) \(run.origin.x.points) +\(run.width.points): \(places)\(color)\(paint)")
    }
    mutating func draw(_ image: ImageMark) { calls.append("image") }
    mutating func draw(_ shapes: [PageShape]) {
      for shape in shapes {
        if case .group(let name, _) = shape { calls.append(name) } else { calls.append("shape") }
      }
    }
    mutating func beginClip(_ rect: Rect) {
      calls.append("clip \(rect.minX.points) +\(rect.width.points)")
    }
    mutating func endClip() { calls.append("end clip") }
    mutating func endLine() { calls.append("end") }
    mutating func endPage() { calls.append("end page") }
  }

  private func calls(_ chain: Chain, renderer: TextRenderer? = nil) throws -> [String] {
    var recorder = Recorder()
    try chain.manager.draw(containerAt: 0, on: &recorder, renderer: renderer)
    return recorder.calls
  }

  @Test("T74: temporary attributes divide a word into runs")
  func temporary() throws {
    let chain = try Chain("abcd")
    var marked = TemporaryAttributes(color: Self.red)
    marked.background = Self.red
    chain.manager.addTemporaryAttributes(marked, in: 1..<3)
    // Characters are 10 points wide, 1000 font units.
    #expect(
      try calls(chain) == [
        "line", "shape", "a 0.0 +10.0: 0@0", "bc 10.0 +20.0: 0@0 1@1000 colored",
        "d 30.0 +10.0: 0@0", "end",
      ])
  }

  @Test("T39: a renderer paints glyphs and draws boxes; invisible characters have marks")
  func renderer() throws {
    final class Outlines: TextRenderer {
      override func paint(for glyphs: Glyphs) -> GlyphPaint {
        GlyphPaint(fill: nil, stroke: .black)
      }
      override func drawAttachment(_ box: AttachmentBox, in context: inout DrawingContext) {
        context.stroke(box.rect, .black, width: 1)
      }
    }
    let storage = TextStorage("ab", attributes: Chain.attributes())
    storage.insert(
      TextAttachment(bounds: Rect(x: 0, y: 0, width: 5, height: 4), name: "box"), at: 2)
    let chain = try Chain(storage)
    #expect(try calls(chain) == ["line", "ab 0.0 +20.0: 0@0 1@1000", "image", "end"])
    chain.manager.showsInvisibleCharacters = true
    #expect(
      try calls(chain, renderer: Outlines()) == [
        "line", "ab 0.0 +20.0: 0@0 1@1000 outlined", "shape", "end", "invisibles",
      ])
  }

  @Test("a line that its paragraph clips is in a clip")
  func clip() throws {
    let attributes = Chain.attributes { $0.lineBreakMode = .byClipping }
    let chain = try Chain("aaaaaaaaaaaa", attributes: attributes)
    let calls = try calls(chain)
    #expect(calls.first == "clip 0.0 +100.0" && calls.suffix(2) == ["end", "end clip"])
  }

  @Test("T39: overlays are a group of shapes at the end of a page")
  func overlays() async throws {
    let pagination = try await SmallBook().set("<p>aa</p>")
    func calls(_ overlays: DebugOverlays) throws -> [String] {
      var recorder = Recorder()
      let drawer = PageDrawer(pagination, overlays: overlays)
      try drawer.draw(pagination.pages[0], in: pagination, on: &recorder)
      return recorder.calls
    }
    let plain = try calls([])
    #expect(try calls(.boxes) == plain.dropLast() + ["debug", "end page"])
  }
}
