/// How many glyphs a segment has. What is no word is one glyph: a space, a tab, an attachment, the
/// mark of a forced break. The hyphen of a divided word is one of the word's.
enum GlyphCount {
  static func of(_ segment: Segment, in words: [ShapedWord]) -> Int {
    switch segment.kind {
    case .word: Int(words[Int(segment.word)].glyphCount)
    case .edge: Int(segment.length)
    case .space, .noBreakSpace, .tab, .attachment, .lineBreak: 1
    }
  }
}
