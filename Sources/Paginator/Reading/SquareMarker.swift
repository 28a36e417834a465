/// The counter style `square`, which fonts draw in many sizes (CSS Counter Styles 3, section 6.3).
extension StyleResolver {
  private static let square: Unicode.Scalar = "\u{25AA}"
  /// The side of the square, as a share of the font size: about that in browsers.
  private static let side = 0.35

  /// The parts of a counter's text with their styles: squares are set smaller than their font draws them.
  func parts(
    of text: String, in type: ListStyleType?, _ style: ComputedStyle
  ) -> [(String, ComputedStyle)] {
    guard type == .keyword("square"), text.unicodeScalars.contains(Self.square),
      let own = squareStyle(style)
    else { return [(text, style)] }
    var parts: [(text: String, style: ComputedStyle)] = []
    var isAfterSquare: Bool?
    for scalar in text.unicodeScalars {
      let isSquare = scalar == Self.square
      if isSquare != isAfterSquare { parts.append(("", isSquare ? own : style)) }
      parts[parts.count - 1].text.unicodeScalars.append(scalar)
      isAfterSquare = isSquare
    }
    return parts
  }

  /// The style in which the square has its size, with its center in the middle of the small letters; nil if
  /// there is no font for it, or if it is not too large there.
  private func squareStyle(_ style: ComputedStyle) -> ComputedStyle? {
    guard let faces = try? context.fonts.matches(style.text.font.request).map(\.face),
      let around = faces.first,
      let face = faces.first(where: { $0.covers(Self.square.value) })
        ?? context.fonts.fallback(for: Self.square.value, like: around),
      let glyph = face.glyphID(for: Self.square), let ink = face.inkBox(of: UInt32(glyph)),
      ink.height > 0
    else { return nil }
    let em = Double(face.metrics.unitsPerEm)
    let factor = Self.side * em / Double(ink.height)
    guard factor < 1 else { return nil }
    let center = (Double(ink.top) - Double(ink.height) / 2) / em * factor
    let middle = Double(around.metrics.xHeight) / Double(around.metrics.unitsPerEm) / 2
    return derived(.squareMarker, style) { text, _ in
      text.font.size = style.text.font.size * factor
      text.inlineRise = (text.inlineRise ?? 0) + style.text.font.size * (middle - center)
    }
  }
}
