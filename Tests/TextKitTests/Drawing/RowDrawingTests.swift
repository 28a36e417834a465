import Foundation
import Paginator
import Support
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What rows about drawings and fonts mean, by the pixels and the bytes of files.
@Suite("TextKit: what rows about drawings mean")
struct RowDrawingTests {
  private static func svg(
    _ text: AttributedText, at point: Point = .zero, size: Size = Size(width: 100, height: 40),
    typesetter: Typesetter
  ) throws -> [UInt8] {
    var drawing = SVGDrawing(size: size)
    try drawing.draw(text, at: point, typesetter: typesetter)
    return drawing.svg()
  }

  private static func square(_ string: String, letterpress: Bool) -> AttributedText {
    var attributes = Chain.attributes()
    if letterpress {
      attributes.effects = TextEffects()
      attributes.effects?.isLetterpress = true
    }
    return AttributedText(string, attributes: attributes)
  }

  /// The ids of a well-formed document, and the ids that it refers to.
  private final class References: NSObject, XMLParserDelegate {
    var ids: [String] = []
    var uses: [String] = []
    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if let id = attributes["id"] { ids.append(id) }
      for value in attributes.values {
        if value.hasPrefix("url(#") { uses.append(String(value.dropFirst(5).dropLast())) }
        if value.hasPrefix("#"), element == "use" { uses.append(String(value.dropFirst())) }
      }
    }
  }

  @Test("T32: letterpress leaves every line where it is, and its drawing is sound")
  func letterpress() throws {
    let fonts = try SmallBook.squareFonts()
    func chain(_ letterpress: Bool) throws -> Chain {
      try Chain(
        TextStorage(Self.square("aaa bbb ccc\nddd", letterpress: letterpress)),
        size: Size(width: 70, height: 20), fonts: fonts)
    }
    #expect(try Trace(chain(true)) == Trace(chain(false)))
    let parser = XMLParser(
      data: Data(
        try Self.svg(
          Self.square("ab", letterpress: true), typesetter: Typesetter(fonts: fonts))))
    let references = References()
    parser.delegate = references
    #expect(parser.parse())
    #expect(references.uses.contains { !$0.contains("_") }, "the filter is used")
    #expect(Set(references.uses).isSubset(of: references.ids))
    #expect(Set(references.ids).count == references.ids.count)
  }

  @Test(
    "T32: letterpress is seen: light below the letters, and their lower edges shine",
    .enabled(if: Pixels.areAvailable, "needs rsvg-convert"))
  func letterpressPixels() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    func picture(_ letterpress: Bool) throws -> Pixels {
      var drawing = SVGDrawing(size: Size(width: 40, height: 30))
      drawing.shapes {
        $0.fill(
          Rect(x: 0, y: 0, width: 40, height: 30), Color(red: 0x80, green: 0x80, blue: 0x80))
      }
      try drawing.draw(
        Self.square("a", letterpress: letterpress), at: Point(x: 10, y: 10), typesetter: typesetter)
      return try Pixels(drawing.svg(), zoom: 10)
    }
    let (pressed, plain) = (try picture(true), try picture(false))
    // The letter is a black square from (10, 10) to (20, 20).
    for x in [11.0, 15, 19] {
      #expect(plain.red(x: x, y: 20.3) == 0x80)
      #expect(pressed.red(x: x, y: 20.3) > 0xC0)
      #expect(plain.red(x: x, y: 19.8) == 0)
      #expect(pressed.red(x: x, y: 19.8) > 0x40)
      #expect(pressed.red(x: x, y: 15) == 0)
      #expect(pressed.red(x: x, y: 9.5) == 0x80 && pressed.red(x: x, y: 21.5) == 0x80)
    }
  }

  @Test(
    "T44: image bounds are those of the ink; rectangles enclose it, but for letters that reach over",
    .enabled(if: Pixels.areAvailable, "needs rsvg-convert"),
    arguments: [
      // The last: whether accents, slanted letters, or letters of a taller font reach over the lines.
      ("f", 60.0, true, true), ("Ágfy", 40, false, true), ("fj Q,", 40, true, true),
      ("To be\nor not", 24, false, false), ("...", 30, false, false),
      ("Hamburgefonstiv", 24, false, false), ("(0123456789)", 24, false, false),
      ("X\u{323}\u{302}", 40, false, true),
      ("שלום", 40, false, true), ("שלום abc\nאב", 24, false, true),
    ])
  func ink(string: String, size: Double, isItalic: Bool, reachesOver: Bool) throws {
    let typesetter = Typesetter(fonts: Chain.serif)
    var attributes = Sample.serif()
    attributes.font.size = Length(points: size)
    attributes.font.isItalic = isItalic
    let text = AttributedText(string, attributes: attributes)
    let origin = Point(x: 30, y: 30)
    let bounds = try TextMeasurement.imageBounds(of: text, typesetter: typesetter)
      .offset(x: origin.x, y: origin.y)
    let picture = try Pixels(
      try Self.svg(
        text, at: origin, size: Size(width: 220, height: 130), typesetter: typesetter), zoom: 2)
    let ink = try #require(picture.ink)
    // A pixel is half a point; one that is covered in part may be on either side.
    for (edge, drawn) in [
      (bounds.minX, ink.minX), (bounds.minY, ink.minY), (bounds.maxX, ink.maxX),
      (bounds.maxY, ink.maxY),
    ] {
      #expect(abs(edge.points - drawn) <= 0.6, "\(string): \(bounds), and drawn \(ink)")
    }
    // The lines of a layout tell the same.
    let storage = TextStorage(text)
    storage.modifyAttributes(in: 0..<storage.length) { $0.paragraphStyle?.alignment = .left }
    let chain = try Chain(storage, size: Size(width: 400, height: 400), fonts: Chain.serif)
    let frame = try #require(try chain.manager.frame(forContainerAt: 0))
    if !string.contains("\n") {
      #expect(frame.imageBounds == bounds.offset(x: 0 - origin.x, y: 0 - origin.y))
    }
    let lines = frame.lines.map(\.imageBounds)
    #expect(lines.dropFirst().reduce(lines[0]) { $0.union($1) } == frame.imageBounds)
    let box = try TextMeasurement.boundingRect(of: text, typesetter: typesetter)
      .offset(x: origin.x, y: origin.y)
    func encloses(_ more: Double) -> Bool {
      ink.minX >= box.minX.points - more && ink.maxX <= box.maxX.points + more
        && ink.minY >= box.minY.points - more && ink.maxY <= box.maxY.points + more
    }
    #expect(encloses(0.6) == !reachesOver, "\(string): \(box), and drawn \(ink)")
    #expect(encloses(size * 0.3), "\(string): \(box), and drawn \(ink)")
  }

  @Test("T56: every glyph is drawn once, at the place and with the number that the frame tells")
  func showGlyphs() throws {
    for (text, alignment) in [
      ("To AVA affine, office", ParagraphStyle.Alignment.justified), ("שלום abc", .right),
      ("a\u{301} b", .center),
    ] {
      var attributes = Sample.serif { $0.alignment = alignment }
      attributes.font.size = 20
      let chain = try Chain(
        text, size: Size(width: 90, height: 200), attributes: attributes, fonts: Chain.serif)
      let offset = Point(x: 7, y: 11)
      var drawing = SVGDrawing(size: Size(width: 120, height: 220))
      try drawing.draw(chain.manager, containerAt: 0, at: offset)
      let drawn = Self.glyphs(String(decoding: drawing.svg(), as: UTF8.self))
      let placed = try chain.frames()[0].lines.flatMap(\.runs).flatMap(\.glyphs).filter {
        chain.storage.text.units[$0.characterIndex] > 0x20
      }.map {
        (
          id: Int($0.id), x: $0.position.x.points + offset.x.points,
          y: $0.position.y.points + offset.y.points
        )
      }
      try #require(drawn.count == placed.count, "\(text): \(drawn), and placed \(placed)")
      for glyph in placed {
        #expect(
          drawn.contains {
            $0.id == glyph.id && abs($0.x - glyph.x) < 0.03 && abs($0.y - glyph.y) < 0.03
          }, "\(text): \(glyph) is not among \(drawn)")
      }
    }
  }

  @Test("T85: glyphs drawn at the positions of a text's glyphs are those of the text")
  func glyphsAtPositions() throws {
    let typesetter = Typesetter(fonts: Chain.serif)
    var attributes = Sample.serif()
    attributes.font.size = 20
    attributes.color = Color(red: 0x40, green: 0, blue: 0)
    // Its Hebrew is set in another font.
    let text = AttributedText("To affine, שלום", attributes: attributes)
    let size = Size(width: 180, height: 50)
    let origin = Point(x: 10, y: 10)
    let frame = try Framesetter(text, typesetter: typesetter)
      .frame(in: TextContainer(size: Size(width: 160, height: .infinite)))
    var drawing = SVGDrawing(size: size)
    for run in frame.lines.flatMap(\.runs) {
      drawing.drawGlyphs(
        run.glyphs.map(\.id),
        at: run.glyphs.map { Point(x: $0.position.x + origin.x, y: $0.position.y + origin.y) },
        of: run.font, size: run.fontSize, color: run.style.text.color,
        text: text.string(in: run.characterRange))
    }
    let svg = String(decoding: drawing.svg(), as: UTF8.self)
    let drawn = Self.glyphs(svg)
    let wanted = Self.glyphs(
      String(
        decoding: try Self.svg(text, at: origin, size: size, typesetter: typesetter),
        as: UTF8.self))
    // Spaces have no outline, and a text's are not drawn.
    #expect(wanted.count == 15 - 2)
    for glyph in wanted {
      #expect(
        drawn.contains {
          $0.id == glyph.id && abs($0.x - glyph.x) < 0.03 && abs($0.y - glyph.y) < 0.03
        }, "\(glyph) is not among \(drawn)")
    }
    #expect(drawn.count == frame.lines.reduce(0) { $0 + $1.glyphCount })
    let labels = svg.matches(of: /aria-label="([^"]*)"/)
    #expect(labels.map { String($0.1) }.joined() == text.string)
  }

  @Test(
    "T85: glyphs without text stand where they are put, beside text of the same face",
    .enabled(if: Pixels.areAvailable, "needs rsvg-convert"))
  func ornaments() throws {
    let fonts = try SmallBook.squareFonts()
    let face = try #require(try fonts.matches(FontRequest(families: ["Square"])).first?.face)
    let glyph = try #require(face.glyphID(for: "a"))
    var drawing = SVGDrawing(size: Size(width: 60, height: 40))
    drawing.drawGlyphs(
      [glyph, glyph, glyph], at: [Point(x: 5, y: 10), Point(x: 25.5, y: 30)], of: face, size: 10,
      color: Color(red: 0x60, green: 0, blue: 0))
    try drawing.draw(
      Self.square("a", letterpress: false), at: Point(x: 45, y: 0),
      typesetter: Typesetter(fonts: fonts))
    drawing.drawGlyphs([glyph], at: [.zero], of: face, size: 0)
    let picture = try Pixels(drawing.svg())
    // A square of 10 points whose lower edge is 2 points below the baseline.
    for (x, y, red) in [
      (10.0, 7.0, 0x60), (5.5, 2.5, 0x60), (14.5, 11.5, 0x60), (10, 12.5, 0xFF),
      (30, 27, 0x60), (26, 31.5, 0x60), (25, 27, 0xFF), (50, 5, 0), (40, 5, 0xFF),
    ] {
      #expect(picture.red(x: x, y: y) == red, "\(x), \(y)")
    }
    #expect(!String(decoding: drawing.svg(), as: UTF8.self).contains("aria-label=\"\""))
  }

  /// The glyphs of an SVG: their numbers in their face, and their origins in points.
  private static func glyphs(_ svg: String) -> [(id: Int, x: Double, y: Double)] {
    var found: [(id: Int, x: Double, y: Double)] = []
    var (x, y, scale) = (0.0, 0.0, 1.0)
    for element in svg.split(separator: "<") {
      func number(_ pattern: Regex<(Substring, Substring)>) -> Double? {
        element.firstMatch(of: pattern).flatMap { Double($0.1) }
      }
      if element.hasPrefix("g transform=\"translate(") {
        x = number(/translate\(([-0-9.]+)/) ?? 0
        y = number(/translate\([-0-9.]+ ([-0-9.]+)/) ?? 0
        scale = number(/scale\(([-0-9.]+)/) ?? 1
      } else if element.hasPrefix("use"), let id = number(#/href="#[a-z]+_([0-9]+)"/#) {
        found.append(
          (
            Int(id), x + scale * (number(#/ x="([-0-9.]+)"/#) ?? 0),
            y + scale * (number(#/ y="([-0-9.]+)"/#) ?? 0)
          ))
      }
    }
    return found
  }

  @Test(
    "T53: a line's measures are OS/2's if the font says so (USE_TYPO_METRICS), else hhea's",
    arguments: [
      (true, (800, -200, 0), 7, 3), (false, (800, -200, 0), 8, 2), (false, (0, 0, 0), 7, 3),
    ])
  func metrics(usesTypo: Bool, hhea: (Int, Int, Int), ascent: Length, descent: Length) throws {
    let bytes = try SquareFont.measuring(typo: (700, -300, 0), hhea: hhea, usesTypo: usesTypo)
    let fonts = try SquareFont.library(of: bytes)
    let chain = try Chain("a", fonts: fonts)
    let line = try #require(try chain.frames().first?.lines.first)
    #expect(line.baseline - line.rect.minY == ascent)
    #expect(line.rect.height == ascent + descent)
    let face = try #require(try fonts.matches(FontRequest(families: ["Square"])).first?.face)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(bytes).write(to: path)
    let sum = String(
      decoding: try Pixels.run("/usr/bin/env", ["sha256sum", path.path]), as: UTF8.self)
    #expect(sum.hasPrefix(face.digest))
  }

  @Test("T53: each character is set by the first family of the list that has it")
  func cascade() throws {
    let fonts = FontLibrary()
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    func families(_ list: [String]) throws -> [String] {
      var attributes = Chain.attributes()
      attributes.font.families = list
      let chain = try Chain(
        "aא", size: Size(width: 300, height: 50), attributes: attributes, fonts: fonts)
      return try chain.frames()[0].lines[0].runs.sorted {
        $0.characterRange.lowerBound < $1.characterRange.lowerBound
      }.map(\.font.family)
    }
    // The square font has no Hebrew letters.
    #expect(try families(["Square", "DejaVu Sans"]) == ["Square", "DejaVu Sans"])
    #expect(try families(["DejaVu Sans", "Square"]) == ["DejaVu Sans", "DejaVu Sans"])
    #expect(
      try families(["No Such Family", "Square", "DejaVu Sans"]) == ["Square", "DejaVu Sans"])
  }
}
