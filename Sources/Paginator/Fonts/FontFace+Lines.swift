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
    guard let shaped = shaped(text.unicodeScalars.map(\.value)) else { return nil }
    var glyphs: [SetGlyph] = []
    var (x, y) = (0, 0)
    for (id, place) in shaped {
      guard id != 0 else { return nil }
      glyphs.append(SetGlyph(id: id, x: x + Int(place.x_offset), y: y + Int(place.y_offset)))
      x += GlyphAdvance.bounded(place.x_advance)
      y += GlyphAdvance.bounded(place.y_advance)
    }
    return (glyphs, x)
  }

  /// Whether `smcp` makes a letter and accents next to it of an accented letter: some fonts do not place the
  /// accents on it.
  func dividesSmallCapital(_ scalar: UInt32) -> Bool {
    var parts: (hb_codepoint_t, hb_codepoint_t) = (0, 0)
    guard
      hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, &parts.0, &parts.1) != 0,
      let shaped = shaped([scalar], shim_hb_feature(hb_tag_from_string("smcp", -1), 1))
    else { return false }
    return shaped.dropFirst().contains { $0.place.x_advance > 0 }
  }

  /// Shapes characters of one direction in this face alone, without the memory that texts of books have.
  private func shaped(
    _ scalars: [UInt32], _ features: hb_feature_t...
  ) -> [(id: UInt32, place: hb_glyph_position_t)]? {
    guard !scalars.isEmpty, let buffer = hb_buffer_create() else { return nil }
    defer { hb_buffer_destroy(buffer) }
    let clusters = scalars.indices.map { UInt32($0) }
    shim_hb_add(buffer, scalars, clusters, Int32(scalars.count), 0, 0)
    hb_buffer_guess_segment_properties(buffer)
    withFont { hb_shape($0, buffer, features, UInt32(features.count)) }
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return nil }
    return (0..<Int(count)).map { (infos[$0].codepoint, positions[$0]) }
  }
}
