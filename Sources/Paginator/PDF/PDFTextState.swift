/// The open text object of a content stream. Consecutive glyphs in one font on one baseline are one
/// array of `TJ`.
struct PDFTextState {
  private struct Style: Equatable {
    var face = -1
    var size = 0
    var color = Color.black
    var isSlanted = false
    var isThickened = false
    var baseline = 0
    /// The horizontal scale of the glyphs, in thousandths.
    var scale = 1000
  }

  /// How colors are written. In CMYK, black text overprints other inks.
  var colors = PDFColors.rgb
  private var isInk: Bool { colors == .cmyk }
  private var isOpen = false
  private var isShowing = false
  private var isInString = false
  private var style = Style()
  private var rise = 0
  /// The start of the line as set by `Tm`, in 1/1024 points.
  private var start = 0
  /// The distance from `start` to the default position of the next glyph, in 1/10,000 em.
  private var pen = 0

  private mutating func begin(
    _ run: GlyphRun, face: Int, pageHeight: Int, _ content: inout PDFBytes
  ) {
    let wanted = Style(
      face: face, size: run.size.rawValue, color: run.color, isSlanted: run.isSlanted,
      isThickened: run.isThickened, baseline: pageHeight - run.origin.y.rawValue,
      scale: run.isSpace ? style.scale : Self.thousandths(run.horizontalScale))
    if isOpen, wanted == style { return }
    let isOther =
      wanted.color.alpha != style.color.alpha || isInk && wanted.color != style.color
    if isOpen, isOther { end(&content) }
    if isOpen {
      endArray(&content)
    } else {
      // Translucent text has its own graphics state.
      if wanted.color.alpha < 255 {
        content.write("q/A\(wanted.color.alpha) gs ")
      } else if isInk {
        // Black overprints other inks: restored after the text.
        content.write("q ")
      }
      content.write("BT\n")
    }
    if !isOpen || wanted.color != style.color {
      content.writeFill(wanted.color, colors, overprints: true)
    }
    if wanted.isThickened {
      content.write("2 Tr ")
      content.writeStroke(wanted.color, colors)
      content.write(points: wanted.size / 32)
      content.write("w\n")
    } else if isOpen, style.isThickened {
      content.write("0 Tr\n")
    }
    if !isOpen || wanted.face != style.face || wanted.size != style.size {
      content.write("/F\(face) ")
      content.write(points: wanted.size)
      content.write("Tf\n")
    }
    content.write(Double(wanted.scale) / 1000, decimals: 3)
    // The tangent of 12 degrees.
    content.write(wanted.isSlanted ? " 0 0.2126 1 " : " 0 0 1 ")
    start = run.origin.x.rawValue
    content.write(points: start)
    content.write(points: wanted.baseline)
    content.write("Tm\n")
    pen = 0
    style = wanted
    isOpen = true
  }

  private static func thousandths(_ scale: Double) -> Int { Int((scale * 1000).rounded()) }

  /// Shows the glyphs of a run.
  /// - Parameter hyphen: the index of the glyph that is not part of the text; -1 for none.
  mutating func show(
    _ run: GlyphRun, face: Int, _ use: inout FaceUse, hyphen: Int, pageHeight: Int,
    _ content: inout PDFBytes
  ) {
    begin(run, face: face, pageHeight: pageHeight, &content)
    let upem = max(1, run.face.metrics.unitsPerEm)
    let (size, left) = (run.size.rawValue, run.origin.x.rawValue)
    let scale = Self.thousandths(run.horizontalScale)
    for (position, glyph) in run.glyphs.enumerated() {
      if position == hyphen { beginHyphen(run, face: face, pageHeight: pageHeight, &content) }
      show(
        glyph.id, x: glyph.x * size / upem * scale / 1000 + left,
        rise: glyph.y == 0 ? 0 : glyph.y * size / upem,
        width: use.width(of: glyph.id), &content)
      guard position == hyphen else { continue }
      end(&content)
      content.write("EMC\n")
      if position + 1 < run.glyphs.count {
        begin(run, face: face, pageHeight: pageHeight, &content)
      }
    }
  }

  /// Begins the hyphen of a divided word, which is not part of the text (section 14.8.2.2.3).
  private mutating func beginHyphen(
    _ run: GlyphRun, face: Int, pageHeight: Int, _ content: inout PDFBytes
  ) {
    end(&content)
    content.write("/Span<</ActualText<FEFF00AD>>>BDC\n")
    begin(run, face: face, pageHeight: pageHeight, &content)
  }

  /// - Parameters:
  ///   - x: the position on the page, in 1/1024 points; `rise` is above the baseline, in the same
  ///     unit.
  ///   - width: the advance of the glyph as the font states it, in 1/10,000 em.
  private mutating func show(
    _ glyph: UInt16, x: Int, rise: Int, width: Int, _ content: inout PDFBytes
  ) {
    if rise != self.rise {
      endArray(&content)
      content.write(points: rise)
      content.write("Ts\n")
      self.rise = rise
    }
    let wanted = (x - start) * 10_000 / max(1, style.size) * 1000 / style.scale
    let difference = pen - wanted
    // A difference below 1/1000 em is not visible. It stays in `pen`, so that errors do not add up.
    if abs(difference) > 10 {
      if !isShowing { beginArray(&content) }
      if isInString { content.write(")") }
      isInString = false
      content.write(tenths: difference)
      pen = wanted
    }
    if !isShowing { beginArray(&content) }
    if !isInString { content.write("(") }
    isInString = true
    content.writeGlyph(glyph)
    pen += width
  }

  private mutating func beginArray(_ content: inout PDFBytes) {
    content.write("[")
    isShowing = true
    isInString = false
  }

  private mutating func endArray(_ content: inout PDFBytes) {
    guard isShowing else { return }
    content.write(isInString ? ")]TJ\n" : "]TJ\n")
    isShowing = false
    isInString = false
  }

  mutating func end(_ content: inout PDFBytes) {
    guard isOpen else { return }
    endArray(&content)
    if rise != 0 { content.write("0 Ts\n") }
    if style.isThickened { content.write("0 Tr\n") }
    content.write(style.color.alpha < 255 || isInk ? "ET Q\n" : "ET\n")
    rise = 0
    isOpen = false
  }
}
