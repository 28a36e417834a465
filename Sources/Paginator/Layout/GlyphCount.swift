/// The number of glyphs of a segment. Spaces, tabs, attachments and forced breaks have one glyph
/// each; inline edges have as many as characters. The hyphen of a divided word is one of the word's
/// glyphs.
enum GlyphCount {
  static func of(_ segment: Segment, in words: [ShapedWord]) -> Int {
    switch segment.kind {
    case .word: Int(words[Int(segment.word)].glyphCount)
    case .edge: Int(segment.length)
    case .space, .noBreakSpace, .tab, .attachment, .lineBreak: 1
    }
  }
}
