/// Turns the characters of a word into glyphs. Implement it to replace HarfBuzz (TextKit's glyph
/// generator).
public protocol GlyphGenerator: Sendable {
  /// The glyphs of a word, in visual order from left to right.
  /// - Parameter word: UTF-16 units without white space.
  func glyphs(for word: [UInt16], font: FontFace, isRightToLeft: Bool) -> [GeneratedGlyph]
  /// The advance of a space, in font units.
  func spaceAdvance(of font: FontFace) -> Int
}

/// A glyph that a generator chose, with lengths in font units.
public struct GeneratedGlyph: Hashable, Sendable {
  /// The index of the glyph in the face.
  public var id: UInt16
  /// The UTF-16 offset in the word of the first character that it represents.
  public var cluster: Int
  /// The distance to the origin of the next glyph, in font units.
  public var advance: Int

  /// A glyph for the cluster that begins at an offset in the word; the advance is in font units.
  public init(id: UInt16, cluster: Int, advance: Int) {
    self.id = id
    self.cluster = cluster
    self.advance = advance
  }
}

extension GlyphGenerator {
  /// A word in the form that the shaper keeps.
  func entry(
    for units: UnsafeBufferPointer<UInt16>, font: FontFace, face: Int32, isRightToLeft: Bool
  ) -> ShapingCache.Entry {
    let made = glyphs(for: Array(units), font: font, isRightToLeft: isRightToLeft)
    let glyphs = made.map {
      Glyph(
        id: $0.id, cluster: UInt16(clamping: $0.cluster),
        advance: Int32(GlyphAdvance.bounded($0.advance)),
        xOffset: 0, yOffset: 0)
    }
    let word = ShapedWord(
      firstGlyph: 0, glyphCount: Int32(glyphs.count),
      advance: made.reduce(0) { GlyphAdvance.sum($0, GlyphAdvance.bounded($1.advance)) },
      face: face,
      length: Int32(units.count),
      next: -1, leadingSpace: Int32(GlyphAdvance.bounded(spaceAdvance(of: font))), scale: 100,
      clusterCount: Int16(clamping: Set(made.map(\.cluster)).count))
    return ShapingCache.Entry(pieces: [word], glyphs: glyphs)
  }
}
