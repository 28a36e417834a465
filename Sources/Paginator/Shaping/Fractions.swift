internal import CHarfBuzz

/// Fractions that HarfBuzz makes where digits stand round a fraction slash. In some fonts, the small digits
/// have no outlines.
enum Fractions {
  /// U+2044, the fraction slash.
  static let slash: UInt16 = 0x2044

  /// Sets the digits as they are.
  static var off: [hb_feature_t] {
    let tags: [String] = ["frac", "numr", "dnom"]
    return tags.map { shim_hb_feature(hb_tag_from_string($0, -1), 0) }
  }

  /// Whether a glyph of a shaped word draws nothing, other than those of the spaces around it.
  static func vanishes(from buffer: OpaquePointer?, in face: FontFace) -> Bool {
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count) else { return false }
    let space = face.glyph(for: 0x20)
    return (0..<Int(count)).contains {
      infos[$0].codepoint != space && face.inkBox(of: infos[$0].codepoint) == nil
    }
  }
}
