/// Glyphs as large as what they stand beside: variants of the font, or pieces put together.
extension MathLayout {
  /// - Parameter reach: how high, or how wide; the glyph is at least so large where the font can make
  ///   it so.
  func stretched(_ scalar: UInt32, to reach: Int, vertical: Bool, _ style: MathStyle) -> MathBox {
    guard let plain = font.glyph(for: scalar) else {
      let face = fallback(scalar) ?? font
      return glyph(face.glyph(for: scalar) ?? 0, face, style)
    }
    let natural = glyph(plain, font, style)
    let own = vertical ? natural.ascent + natural.descent : natural.width
    if own >= reach { return natural }
    let variants = font.mathVariants(plain, vertical: vertical)
    // A little short is better than the next size up (The TeXbook, appendix G, rule 19).
    let enough = reach - reach / 20
    if let variant = variants.first(where: { scaled($0.reach, style) >= enough }) {
      return glyph(variant.glyph, font, style)
    }
    let parts = font.mathAssembly(plain, vertical: vertical)
    if !parts.isEmpty { return assembled(parts, to: reach, vertical: vertical, style) }
    return variants.last.map { glyph($0.glyph, font, style) } ?? natural
  }

  /// Extenders at most, however high the formula.
  private static let mostExtenders = 400

  private func assembled(
    _ parts: [MathGlyphPart], to reach: Int, vertical: Bool, _ style: MathStyle
  ) -> MathBox {
    let wanted = reach * font.metrics.unitsPerEm / max(1, size(style))
    let least = font.connectorOverlap(vertical: vertical)
    func pieces(_ count: Int) -> [MathGlyphPart] {
      parts.flatMap { Array(repeating: $0, count: $0.isExtender ? count : 1) }
    }
    func longest(_ pieces: [MathGlyphPart]) -> Int {
      pieces.reduce(0) { $0 + $1.reach } - least * max(0, pieces.count - 1)
    }
    let extenders = parts.filter(\.isExtender)
    let step = max(1, extenders.reduce(0) { $0 + $1.reach - least })
    let missing = max(0, wanted - longest(pieces(0)))
    let count = extenders.isEmpty ? 0 : min(Self.mostExtenders, (missing + step - 1) / step)
    let chosen = pieces(count)
    // What is too long goes into the joints.
    let joints = max(1, chosen.count - 1)
    let overlap = least + max(0, longest(chosen) - wanted) / joints
    var box = MathBox()
    var at = 0
    for (index, piece) in chosen.enumerated() {
      if index > 0 {
        let most = max(least, min(chosen[index - 1].endConnector, piece.startConnector))
        at -= min(overlap, most)
      }
      let own = glyph(piece.glyph, font, style)
      if vertical {
        box.add(own, x: 0, y: scaled(at, style) + own.descent)
        box.width = max(box.width, own.width)
      } else {
        box.add(own, x: scaled(at, style))
      }
      at += piece.reach
    }
    if !vertical { box.width = scaled(at, style) }
    return box
  }
}
