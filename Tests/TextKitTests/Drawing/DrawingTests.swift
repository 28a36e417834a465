import Foundation
import Paginator
import Support
import Testing

@Suite("TextKit: drawing")
struct DrawingTests {
  private static func svg(
    _ storage: TextStorage, renderer: TextRenderer? = nil, overlays: DebugOverlays = [],
    size: Size = Size(width: 200, height: 60)
  ) throws -> String {
    let chain = try Chain(storage, size: size)
    var drawing = SVGDrawing(size: size, renderer: renderer)
    for index in 0..<(try chain.manager.containerCount()) {
      try drawing.draw(chain.manager, containerAt: index, overlays: overlays)
    }
    return String(decoding: drawing.svg(), as: UTF8.self)
  }

  private static func storage(
    _ string: String = "aaa bbb", _ change: (inout TextAttributes) -> Void = { _ in }
  ) -> TextStorage {
    var attributes = Chain.attributes()
    change(&attributes)
    return TextStorage(string, attributes: attributes)
  }

  @Test("a container that clips cuts its last line at the margin, as a paragraph that clips does")
  func clippingContainer() throws {
    func drawn(isOfParagraph: Bool) throws -> (svg: String, used: Length, unlaid: Int?) {
      let storage = TextStorage(
        "aaaa bbbb cccc",
        attributes: Chain.attributes {
          $0.lineBreakMode = isOfParagraph ? .byClipping : .byWordWrapping
        })
      let chain = try Chain(storage, size: nil)
      let container = TextContainer(size: Size(width: 100, height: 50))
      container.maximumNumberOfLines = 1
      if !isOfParagraph { container.lineBreakMode = .byClipping }
      try chain.manager.add(container)
      var drawing = SVGDrawing(size: Size(width: 200, height: 60))
      try drawing.draw(chain.manager, containerAt: 0)
      let frame = try #require(try chain.manager.frame(forContainerAt: 0))
      #expect(frame.lines.map(\.characterRange) == [0..<14])
      #expect(frame.characterRange == 0..<14)
      let svg = String(decoding: drawing.svg(), as: UTF8.self)
      return (svg, frame.lines[0].usedRect.width, chain.manager.firstUnlaidCharacterIndex)
    }
    let (own, other) = (try drawn(isOfParagraph: false), try drawn(isOfParagraph: true))
    #expect(own.used == 140)  // 14 characters
    #expect(own.unlaid == nil)
    #expect(own == other)
    #expect(own.svg.contains("<rect x=\"0\" y=\"0\" width=\"100\" height=\"10\"/></clipPath>"))
  }

  @Test("a program draws a container on its own canvas")
  func ownCanvas() throws {
    let storage = Self.storage("ab c")
    storage.insert(
      TextAttachment(bounds: Rect(x: 0, y: 0, width: 5, height: 4), name: "box"), at: 2)
    let chain = try Chain(storage)
    var canvas = TraceCanvas()
    try chain.manager.draw(containerAt: 0, at: Point(x: 100, y: 20), on: &canvas)
    // Ascent 8: the baseline is at 28, and the box of 4 points stands on it.
    #expect(
      String(decoding: canvas.bytes, as: UTF8.self) == """
          line
            run 100,28 10 Square-Regular "ab" 66@0 67@1000
            image 120,24 5x4 "box"
            space 125,28 10 Square-Regular " " 1@0
            run 135,28 10 Square-Regular "c" 68@0

        """)
    let before = canvas.bytes
    try chain.manager.draw(containerAt: 1, on: &canvas)
    #expect(canvas.bytes == before)
  }

  @Test("T27: every weight, pattern and by-word underline is drawn differently and moves nothing")
  func underlines() throws {
    let weights: [UnderlineStyle] = [.single, .thick, .double]
    let patterns: [UnderlineStyle] = [[], .dot, .dash, .dashDot, .dashDotDot]
    var seen: Set<String> = []
    let plain = try Self.svg(Self.storage())
    func glyphs(_ svg: String) -> [Substring] {
      svg.split(separator: "<").filter { $0.hasPrefix("use") }
    }
    for weight in weights {
      for pattern in patterns {
        for byWord in [UnderlineStyle(), .byWord] {
          let storage = Self.storage {
            $0.effects = TextEffects()
            $0.effects?.underline = [weight, pattern, byWord]
          }
          let svg = try Self.svg(storage)
          #expect(seen.insert(svg).inserted)
          #expect(glyphs(svg) == glyphs(plain))
          #expect(try Self.svg(storage) == svg)
        }
      }
    }
    #expect(seen.count == 30)
    #expect(UnderlineStyle.double.rawValue == 9)
    #expect(UnderlineStyle([.double, .dash]).weight == .double)
  }

  @Test("T27: strikethrough and underline of two colours stand together")
  func strikethrough() throws {
    let svg = try Self.svg(
      Self.storage {
        $0.effects = TextEffects()
        $0.effects?.underline = .single
        $0.effects?.underlineColor = Color(red: 255, green: 0, blue: 0)
        $0.effects?.strikethrough = .thick
      })
    #expect(svg.contains("stroke=\"#ff0000\""))
    #expect(svg.contains("stroke=\"#000000\""))
  }

  @Test("T32: letterpress moves nothing")
  func letterpress() throws {
    let svg = try Self.svg(Self.pressed())
    let plain = try Self.svg(Self.storage())
    let bare = svg.replacing("<g filter=\"url(#letterpress)\">", with: "")
      .replacing("</g></g></g>", with: "</g></g>")
      .replacing(/<filter.*<\/filter>\n/.dotMatchesNewlines(), with: "")
    #expect(bare == plain)
  }

  private static func pressed() -> TextStorage {
    storage {
      $0.effects = TextEffects()
      $0.effects?.isLetterpress = true
    }
  }

  @Test("T29: the backgrounds of runs are one rectangle for every line, in the container")
  func backgrounds() throws {
    let storage = Self.storage("aaaa bbbb cccc dddd")
    storage.modifyAttributes(in: 5..<14) {
      $0.inlineBackground = Color(red: 255, green: 255, blue: 0)
    }
    storage.modifyAttributes(in: 7..<9) { $0.color = Color(red: 9, green: 9, blue: 9) }
    let svg = try Self.svg(storage, size: Size(width: 100, height: 60))
    let rects = svg.split(separator: "<").filter { $0.contains("fill=\"#ffff00\"") }
    #expect(rects.count == 2)
    #expect(rects[0].contains("x=\"50\"") && rects[1].contains("x=\"0\""))
  }

  private final class Passes: TextRenderer {
    override func drawBackground(_ background: Background, in context: inout DrawingContext) {
      context.fill(background.rect, background.color, cornerRadius: 3)
    }
    override func drawUnderline(_ underline: Decoration, in context: inout DrawingContext) {
      if underline.link == nil { super.drawUnderline(underline, in: &context) }
    }
    override func paint(for glyphs: Glyphs) -> GlyphPaint {
      GlyphPaint(fill: nil, stroke: Color(red: 0, green: 128, blue: 0))
    }
    override func drawAttachment(_ box: AttachmentBox, in context: inout DrawingContext) {
      context.stroke(box.rect, .black, width: 1)
    }
  }

  @Test("T37, T39: one pass is overridden, the others stay what they were")
  func renderer() throws {
    let storage = Self.storage("aaa bbb ccc") {
      $0.effects = TextEffects()
      $0.effects?.underline = .single
    }
    storage.modifyAttributes(in: 0..<3) { $0.inlineBackground = Color(red: 1, green: 2, blue: 3) }
    storage.modifyAttributes(in: 4..<7) { $0.link = "there" }
    storage.insert(
      TextAttachment(bounds: Rect(x: 0, y: 0, width: 20, height: 8), name: "box"), at: 11)
    let plain = try Self.svg(storage)
    let own = try Self.svg(storage, renderer: Passes())
    #expect(own.contains("rx=\"3\"") && !plain.contains("rx=\"3\""))
    #expect(own.contains("fill=\"none\" stroke=\"#008000\""))
    #expect(own.contains("<a href=\"there\">"))
    func lines(_ svg: String) -> Int {
      svg.split(separator: "<").count {
        $0.hasPrefix("path d=\"M") && $0.contains("H") && $0.contains("stroke=\"#000000\"")
      }
    }
    #expect(lines(plain) == 1)
    #expect(lines(own) == 2)  // before and behind the link
    func uses(_ svg: String) -> [Substring] {
      svg.split(separator: "<").filter { $0.hasPrefix("use") }
    }
    #expect(uses(plain) == uses(own))
  }

  @Test("T37: a link without a style of its own is drawn as plain text inside its <a>")
  func linkIsPlain() throws {
    let linked = Self.storage()
    linked.modifyAttributes(in: 0..<7) { $0.link = "there" }
    let svg = try Self.svg(linked).replacing("<a href=\"there\">", with: "").replacing(
      "</a>", with: "")
    #expect(svg == (try Self.svg(Self.storage())))
  }

  @Test("T39: an overlay is a group of its own; without it the drawing is what it was")
  func overlays() throws {
    let storage = Self.storage("aaa bbb ccc ddd")
    let plain = try Self.svg(storage)
    let all: DebugOverlays = [.boxes, .baselines, .breaks, .exclusions]
    let shown = try Self.svg(storage, overlays: all)
    #expect(shown.contains("<g class=\"debug\">"))
    #expect(shown.replacing(/<g class="debug">.*?<\/g>\n/.dotMatchesNewlines(), with: "") == plain)
  }

  @Test("T43: a line's background comes before its glyphs, its decorations behind them")
  func order() throws {
    let svg = try Self.svg(
      Self.storage("aaa") {
        $0.inlineBackground = Color(red: 255, green: 255, blue: 0)
        $0.effects = TextEffects()
        $0.effects?.underline = .single
      })
    let background = try #require(svg.range(of: "fill=\"#ffff00\""))
    let glyph = try #require(svg.range(of: "<use"))
    let underline = try #require(svg.range(of: "fill=\"none\" stroke"))
    #expect(background.lowerBound < glyph.lowerBound)
    #expect(glyph.lowerBound < underline.lowerBound)
  }

  @Test("T44: strings are drawn at a point and in a rectangle, within what they measure")
  func strings() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let text = AttributedText("aaa bbb ccc", attributes: Chain.attributes())
    var drawing = SVGDrawing(size: Size(width: 300, height: 100))
    try drawing.draw(text, at: Point(x: 20, y: 30), typesetter: typesetter)
    var svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.contains("translate(20 38)"))  // ascent 8
    drawing = SVGDrawing(size: Size(width: 300, height: 100))
    try drawing.draw(text, in: Rect(x: 10, y: 10, width: 70, height: 100), typesetter: typesetter)
    svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.contains("translate(10 18)") && svg.contains("translate(10 28)"))
    drawing = SVGDrawing(size: Size(width: 300, height: 100))
    try drawing.drawLine(text, baselineAt: Point(x: 5, y: 50), typesetter: typesetter)
    #expect(String(decoding: drawing.svg(), as: UTF8.self).contains("translate(5 50)"))
  }

  @Test("T47: the text of a drawing, in document order, is the text")
  func selectableText() throws {
    let storage = Self.storage("aaa bbb ccc ddd eee fff")
    let svg = try Self.svg(storage, size: Size(width: 100, height: 100))
    let labels = svg.matches(of: /aria-label="([^"]*)"/).map { String($0.1) }
    #expect(labels.joined() == storage.string)
  }

  @Test("T52: y runs down: a descender lies below its baseline")
  func flipped() throws {
    var drawing = SVGDrawing(size: Size(width: 50, height: 50))
    try drawing.draw(
      AttributedText("p", attributes: TextAttributes(font: FontStyle("EB Garamond", size: 20))),
      at: .zero, typesetter: Typesetter(fonts: Chain.serif))
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    let outline = try #require(svg.firstMatch(of: /<path id="[^"]*" d="([^"]*)"/)).1
    let numbers = outline.matches(of: /-?[0-9]+/).compactMap { Int($0.0) }
    #expect((numbers.max() ?? 0) > 100)
  }

  private enum Token: TextAttributeKey {
    typealias Value = Int
    static let name = "token"
  }

  @Test("adjacent tokens have separate backgrounds")
  func tokenBackgrounds() throws {
    let storage = TextStorage("aaabbb", attributes: Chain.attributes())
    let yellow = Color(red: 255, green: 255, blue: 0)
    storage.modifyAttributes(in: 0..<6) { $0.inlineBackground = yellow }
    storage.modifyAttributes(in: 0..<3) { $0[Token.self] = 1 }
    storage.modifyAttributes(in: 3..<6) { $0[Token.self] = 2 }
    let chain = try Chain(storage)
    var drawing = SVGDrawing(size: Size(width: 100, height: 50))
    try drawing.draw(chain.manager, containerAt: 0)
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    #expect(svg.split(separator: "#ffff00").count == 3)
  }

  @Test("image bounds include ink outside the typographic bounds")
  func imageBounds() throws {
    var attributes = Sample.serif()
    attributes.font = FontStyle("EB Garamond", size: 60)
    attributes.font.isItalic = true
    let typesetter = Typesetter(fonts: Chain.serif)
    let text = AttributedText("f", attributes: attributes)
    let box = try TextMeasurement.boundingRect(of: text, typesetter: typesetter)
    let ink = try TextMeasurement.imageBounds(of: text, typesetter: typesetter)
    #expect(ink.minX < box.minX || ink.maxX > box.maxX)
    #expect(ink.height > 30 && ink.height < 80)
  }

  @Test("a drawing can contain text of several typesetters")
  func severalTypesetters() throws {
    let fonts = try SmallBook.squareFonts()
    let text = AttributedText("ab", attributes: Chain.attributes())
    var drawing = SVGDrawing(size: Size(width: 100, height: 100))
    try drawing.draw(text, at: .zero, typesetter: Typesetter(fonts: fonts))
    try drawing.draw(text, at: Point(x: 0, y: 20), typesetter: Typesetter(fonts: fonts))
    #expect(String(decoding: drawing.svg(), as: UTF8.self).split(separator: "<use").count == 5)
  }
}
