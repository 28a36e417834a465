internal import CHarfBuzz

/// The face of a base and its marks: a single face if one has all of them.
extension Shaper {
  /// - Parameters:
  ///   - index: the offset of the base in the word's units.
  ///   - base: the base after `text-transform`.
  func face(
    forClusterAt index: Int, of units: UnsafeBufferPointer<UInt16>, _ base: UInt32,
    _ style: ShapingStyle
  ) -> FontFace {
    let own = face(for: base, style)
    let (source, width) = UTF16Scalars.scalar(units, at: index)
    var next = index + width
    var marks =
      style.transform.isEmpty
      ? [] : TextTransformer.addedMarks(source, style.transform, language: style.language)
    guard next < units.count && units[next] >= 0x300 || !marks.isEmpty else { return own }
    let addedCount = marks.count
    while next < units.count {
      let (scalar, width) = UTF16Scalars.scalar(units, at: next)
      // Joiners and variation selectors show nothing by themselves.
      if !isIgnorable(scalar) {
        guard isMark(scalar) else { break }
        marks.append(scalar)
      }
      next += width
    }
    if own.hasCluster(base, marks) { return own }
    let fallbacks = marks.lazy.compactMap { self.cache.fonts.fallback(for: $0, like: own) }
    for face in Array(style.faces.dropFirst()) + fallbacks where face.hasCluster(base, marks) {
      reportStandIn(face, for: marks, style)
      return face
    }
    // No face has all of them: a mark without the base is better than the sign of a missing glyph.
    for (number, mark) in marks.enumerated() where !own.covers(mark) {
      // What a change of case adds is always set with its base.
      if number < addedCount || self.cache.fonts.fallback(for: mark, like: own) == nil {
        reportMissing(mark)
      } else {
        strayMarks.insert(mark)
      }
    }
    return own
  }
}

extension FontFace {
  /// Whether it has a base and its marks: each mark by itself, or composed with the characters
  /// before.
  fileprivate func hasCluster(_ base: UInt32, _ marks: [UInt32]) -> Bool {
    guard covers(base) else { return false }
    var last = base
    for mark in marks {
      var composed: hb_codepoint_t = 0
      if hb_unicode_compose(hb_unicode_funcs_get_default(), last, mark, &composed) != 0,
        covers(composed)
      {
        last = composed
      } else if !covers(mark) {
        return false
      }
    }
    return true
  }
}
