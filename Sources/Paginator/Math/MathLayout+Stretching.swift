/// Glyphs stretched to a size: variants of the font, or assemblies of pieces.
extension MathLayout {
  /// - Parameter reach: the wanted height or width. The glyph can be up to 5 % smaller, or smaller
  ///   still if the font has no larger form.
  func stretched(_ scalar: UInt32, to reach: Int, vertical: Bool, _ style: MathStyle) -> MathBox {
    guard let plain = font.glyph(for: scalar) else {
      let face = fallback(scalar) ?? font
      return glyph(face.glyph(for: scalar) ?? 0, face, style)
    }
    let natural = glyph(plain, font, style)
    let own = vertical ? natural.ascent + natural.descent : natural.width
    if own >= reach { return natural }
    let variants = font.mathVariants(plain, vertical: vertical)
    // A slightly small variant is better than the next larger one (The TeXbook, appendix G, rule
    // 19).
    let enough = reach - reach / 20
    if let variant = variants.first(where: { scaled($0.reach, style) >= enough }) {
      return glyph(variant.glyph, font, style)
    }
    let parts = font.mathAssembly(plain, vertical: vertical)
    if !parts.isEmpty { return assembled(parts, to: reach, vertical: vertical, style) }
    return variants.last.map { glyph($0.glyph, font, style) } ?? natural
  }

  /// The maximum number of repetitions of extenders, whatever the height of the formula.
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
    // Excess length is removed by a greater overlap at the joints.
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
