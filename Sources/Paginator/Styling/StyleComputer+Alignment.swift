/// The vertical alignment of inline boxes (CSS 2, section 10.8.1).
extension StyleComputer {
  /// Adds the shift of an inline box from the baseline of its parent. The place of a box aligned to
  /// the top or bottom of its line is known only when the line is set: its shift starts at zero.
  mutating func alignInLine() {
    guard let parent, [.inline, .inlineBlock, .inlineTable].contains(box.display) else {
      return
    }
    let outer = parent.text
    guard box.verticalAlign != .baseline || outer.baselineShift != 0 else { return }
    let metrics = FontExtent(outer.font, context.fonts)
    box.parentBaseline = ParentBaseline(
      shift: outer.baselineShift, ascent: metrics.ascent, descent: metrics.descent,
      xHeight: metrics.xHeight, size: outer.font.size)
    switch box.verticalAlign {
    case .baseline: break
    case .super: text.baselineShift += outer.font.size * (1.0 / 3)
    case .sub: text.baselineShift -= outer.font.size * 0.2
    case .length(let length): text.baselineShift += length
    case .middle:
      let (above, below) = ownExtent
      text.baselineShift += (metrics.xHeight - above + below) * 0.5
    case .textTop: text.baselineShift += metrics.ascent - ownExtent.above
    case .textBottom: text.baselineShift += ownExtent.below - metrics.descent
    case .top, .bottom:
      text.baselineShift = 0
      text.lineAlignment = box.verticalAlign == .top ? .top : .bottom
    }
  }

  /// The height of the inline box above and below its baseline, half the leading included.
  private var ownExtent: (above: Length, below: Length) {
    let own = FontExtent(text.font, context.fonts)
    let height = text.lineHeight.resolved(text.font, context.fonts)
    let above = own.ascent + (height - own.ascent - own.descent) * 0.5
    return (above, height - above)
  }
}

/// The metrics of a style's first font, in points.
private struct FontExtent {
  var ascent: Length
  var descent: Length
  var xHeight: Length

  init(_ font: FontStyle, _ fonts: FontLibrary) {
    guard let face = try? fonts.matches(font.request).first?.face else {
      (ascent, descent, xHeight) = (font.size * 0.8, font.size * 0.2, font.size * 0.5)
      return
    }
    func scaled(_ units: Int) -> Length {
      font.size * (Double(units) / Double(max(1, face.metrics.unitsPerEm)))
    }
    ascent = scaled(face.metrics.ascent)
    descent = scaled(face.metrics.descent)
    xHeight = scaled(face.metrics.xHeight)
  }
}
