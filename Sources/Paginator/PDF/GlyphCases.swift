internal import CHarfBuzz
internal import Synchronization

/// Which case of a letter the glyphs without a character of their own stand for, by the font's
/// substitutions (GSUB). The answer depends on the font alone, so that chapters agree, which are
/// drawn independently.
final class GlyphCases: Sendable {
  private struct Key: Hashable {
    let glyph: UInt16
    let letter: String
  }

  private let known = Mutex<[Key: String]>([:])

  /// A capital in another form, such as a Q with a long tail, stands for the capital. Small capitals
  /// stand for both cases, and so does a glyph whose origin is not known: lower case.
  ///
  /// - Parameters:
  ///   - letter: one character, in the case in which the glyph is used here.
  ///   - characters: for each glyph, the character that the font maps to it; 0 for none.
  func letter(
    of glyph: UInt16, usedFor letter: String, in face: FontFace, _ characters: [UInt32]
  ) -> String {
    let (lower, upper) = (letter.lowercased(), letter.uppercased())
    guard lower != upper, let small = lower.onlyScalar, let capital = upper.onlyScalar else {
      return lower
    }
    let key = Key(glyph: glyph, letter: lower)
    if let known = known.withLock({ $0[key] }) { return known }
    let isCapital =
      !face.replaces(small, by: glyph, characters) && face.replaces(capital, by: glyph, characters)
    let found = isCapital ? upper : lower
    known.withLock { $0[key] = found }
    return found
  }
}

extension String {
  /// The value of its scalar, if it has only one.
  fileprivate var onlyScalar: UInt32? {
    let scalars = unicodeScalars
    return scalars.count == 1 ? scalars.first?.value : nil
  }
}

extension FontFace {
  /// Whether one or several substitutions can replace a character's glyph by another glyph. Glyphs
  /// with characters of their own are not replaced further: fonts offer other letters as alternates.
  fileprivate func replaces(_ scalar: UInt32, by wanted: UInt16, _ characters: [UInt32]) -> Bool {
    guard let first = glyph(for: scalar) else { return false }
    return withFace { face in
      let count = hb_ot_layout_table_get_lookup_count(face, Self.substitutions)
      let reached = hb_set_create()
      defer { hb_set_destroy(reached) }
      var seen: Set<UInt32> = [first]
      var next = [first]
      while !next.isEmpty {
        let sources = next
        next.removeAll()
        for lookup in 0..<count {
          hb_set_clear(reached)
          for source in sources { hb_set_add(reached, source) }
          hb_ot_layout_lookup_substitute_closure(face, lookup, reached)
          if hb_set_has(reached, UInt32(wanted)) != 0 { return true }
          guard hb_set_get_population(reached) > sources.count else { continue }
          var glyph = UInt32.max
          while hb_set_next(reached, &glyph) != 0 {
            guard seen.insert(glyph).inserted, Int(glyph) < characters.count else { continue }
            if characters[Int(glyph)] == 0 { next.append(glyph) }
          }
        }
      }
      return false
    }
  }

  private static let substitutions = shim_hb_tag(0x47, 0x53, 0x55, 0x42)  // GSUB
}
