internal import CHarfBuzz

extension FontFace {
  /// A glyph of a line, with the place of its origin in font units, y up.
  struct SetGlyph {
    let id: UInt32
    let x: Int
    let y: Int
  }

  /// A text of one direction on a line of its own, in this face alone; nil if the face lacks a character.
  func line(of text: String) -> (glyphs: [SetGlyph], width: Int)? {
    let scalars = text.unicodeScalars.map(\.value)
    guard !scalars.isEmpty, let buffer = hb_buffer_create() else { return nil }
    defer { hb_buffer_destroy(buffer) }
    let clusters = scalars.indices.map { UInt32($0) }
    shim_hb_add(buffer, scalars, clusters, Int32(scalars.count), 0, 0)
    hb_buffer_guess_segment_properties(buffer)
    withFont { hb_shape($0, buffer, nil, 0) }
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return nil }
    var glyphs: [SetGlyph] = []
    var (x, y) = (0, 0)
    for index in 0..<Int(count) {
      guard infos[index].codepoint != 0 else { return nil }
      let place = positions[index]
      glyphs.append(
        SetGlyph(
          id: infos[index].codepoint, x: x + Int(place.x_offset), y: y + Int(place.y_offset)))
      x += GlyphAdvance.bounded(place.x_advance)
      y += GlyphAdvance.bounded(place.y_advance)
    }
    return (glyphs, x)
  }
}
