/// An open `<g>` of glyphs of one style, size and color. Its units are font units. Only numbers,
/// because every word is compared with it.
struct GlyphGroup {
  private let style: Int32
  private let scale: Int16
  private let face: Int32
  private let em: Int
  private let x: Int
  private let y: Int
  private let stretch: Int
  private let link: Int32
  /// Nil for none.
  private let temporary: TemporaryAttributes?
  private let color: Color
  /// The font size, and the size that gives horizontal distances, in 1/1024 points.
  private let size: Int
  private let wide: Int
  /// How wide glyphs are drawn, in thousandths.
  private let expansion: Int
  private let isSlanted: Bool
  private let isThickened: Bool
  /// The number of filters around it.
  var filterCount = 0

  /// - Parameter part: the part of the word that the run is; nil for all of it.
  init(_ run: LineRun, _ word: ShapedWord, _ part: RunPart?, in text: LineText) {
    let font = text.layout.fonts[Int(run.segment.style)]
    style = run.segment.style
    scale = word.scale
    face = word.face
    em = text.glyphs.faces[Int(word.face)].metrics.unitsPerEm
    x = part?.wordX ?? run.x
    y = run.y
    stretch = run.spread.glyphStretch
    link = run.link
    temporary = part.flatMap { $0.attributes.isEmpty ? nil : $0.attributes }
    color = run.color
    size = run.size
    expansion = font.expansion
    isSlanted = run.isSlanted
    isThickened = run.isThickened
    wide = font.wide(run.size) * (1000 + run.spread.glyphStretch) / 1000
  }

  /// Whether a run can be drawn in the group.
  /// - Parameter link: the link that is open.
  @inline(__always)
  func holds(
    _ run: LineRun, _ word: ShapedWord, link: Int32, _ attributes: TemporaryAttributes? = nil
  ) -> Bool {
    style == run.segment.style && scale == word.scale && face == word.face && y == run.y
      && stretch == run.spread.glyphStretch && link == run.link
      && (temporary == nil && attributes == nil || temporary == attributes)
  }

  /// Where a word begins in the group. Glyphs are placed at whole font units from the group's
  /// origin, much finer than any printer's resolution.
  @inline(__always)
  func pen(at x: Int) -> Int { wide > 0 ? RunFont.scaled(x - self.x, em, wide) : 0 }

  /// Writes the group's tag, with the transform from font units to points.
  /// - Parameter paint: how a renderer paints the glyphs; nil for the text's own color.
  func write(_ paint: TextRenderer.GlyphPaint?, to body: inout ByteWriter) {
    let scale = Double(size) / 1024 / Double(em)
    body.write("<g transform=\"translate(")
    body.write(points: x)
    body.write(" ")
    body.write(points: y)
    body.write(")")
    if isSlanted {
      body.write(" skewX(")
      body.write(-SyntheticStyle.slant)
      body.write(")")
    }
    if let lean = paint?.obliqueness, lean != 0 {
      body.write(" matrix(1 0 ")
      body.write(-lean)
      body.write(" 1 0 0)")
    }
    body.write(" scale(")
    if stretch != 0 || expansion != 1000 {
      let wide = scale * Double(expansion) / 1000
      body.write(wide * Double(1000 + stretch) / 1000, decimals: 7)
      body.write(" ")
    }
    body.write(scale, decimals: 7)
    body.write(")\"")
    writeInk(paint, to: &body)
    body.write(">")
  }

  /// Writes the colors of the group, and the stroke of a synthetic bold.
  private func writeInk(_ paint: TextRenderer.GlyphPaint?, to body: inout ByteWriter) {
    let ink = paint == nil ? color : paint?.fill
    if isThickened, paint?.stroke == nil, let ink {
      writeThickened(ink, to: &body)
    } else if let paint {
      write(paint, to: &body)
    } else {
      body.writeGlyphFill(color)
    }
  }

  /// Writes a fill and a stroke of one color. They overlap, so the opacity is that of both together.
  private func writeThickened(_ ink: Color, to body: inout ByteWriter) {
    var opaque = ink
    opaque.alpha = 255
    body.writeGlyphFill(opaque)
    body.writeStrokeColor(opaque)
    body.write(" stroke-width=\"")
    body.write(em / SyntheticStyle.boldDivisor)
    body.write("\"")
    body.writeOpacity("opacity", of: ink)
  }

  private func write(_ paint: TextRenderer.GlyphPaint, to body: inout ByteWriter) {
    if let fill = paint.fill { body.writeGlyphFill(fill) } else { body.write(" fill=\"none\"") }
    guard let stroke = paint.stroke else { return }
    body.writeStrokeColor(stroke)
    body.write(" stroke-width=\"")
    // Glyphs are drawn in font units.
    body.write(size > 0 ? paint.strokeWidth.rawValue * em / size : 0)
    body.write("\"")
  }
}

extension ByteWriter {
  /// Writes the fill of glyphs, unless they are black.
  mutating func writeGlyphFill(_ color: Color) {
    if color != .black { writeFill(color) }
  }
}

/// The filters of a page, each defined once.
struct GlyphFilters {
  private var hasLetterpress = false
  /// The shadows with a filter in the definitions.
  private var shadows: [TextShadow] = []

  /// Opens groups in points around glyphs, which are in font units: a filter measures in the units
  /// of the element that has it.
  /// - Returns: the number of the groups.
  mutating func open(
    _ paint: TextRenderer.GlyphPaint, _ definitions: inout ByteWriter, _ body: inout ByteWriter
  ) -> Int {
    var count = 0
    if let shadow = paint.shadow {
      var index = shadows.firstIndex(of: shadow)
      if index == nil {
        index = shadows.count
        shadows.append(shadow)
        definitions.write(shadow: shadow, id: shadows.count)
      }
      body.write("<g filter=\"url(#shadow")
      body.write((index ?? 0) + 1)
      body.write(")\">")
      count += 1
    }
    if paint.isLetterpress {
      body.write("<g filter=\"url(#letterpress)\">")
      if !hasLetterpress { definitions.write(Letterpress.filter) }
      hasLetterpress = true
      count += 1
    }
    return count
  }
}
