extension LayoutGlyphs {
  /// Calls `body` with each glyph of a word and its position, in font units. Letter space follows
  /// each cluster.
  /// - Parameters:
  ///   - pen: the position where the word begins.
  ///   - body: receives a glyph, its position and its advance.
  @inline(__always)
  func forEachGlyph(
    of word: ShapedWord, in font: RunFont, _ spread: Spread, from pen: Int,
    _ body: (_ glyph: Glyph, _ pen: Int, _ advance: Int) -> Void
  ) {
    let size = font.wide(font.size(of: word))
    let unitsPerEm = faces[Int(word.face)].metrics.unitsPerEm
    let letterUnits = size > 0 ? font.letterSpacing * unitsPerEm / size : 0
    let spacesLetters = font.letterSpacing != 0 || spread.letterSpacing != 0
    // Justification may add less than one unit per cluster: the running sum is rounded, not each
    // part.
    var (clusters, spaced) = (0, 0)
    var pen = pen
    var start = pen
    let range = Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)
    for index in range {
      let glyph = glyphs[index]
      var advance = Int(glyph.advance)
      // Letter space follows a base with its marks and does not separate them.
      if spacesLetters, pen + advance != start,
        index + 1 == range.upperBound || glyphs[index + 1].cluster != glyph.cluster
      {
        clusters += 1
        let sum = size > 0 ? clusters * spread.letterSpacing * unitsPerEm / size : 0
        advance += letterUnits + sum - spaced
        spaced = sum
        start = pen + advance
      }
      body(glyph, pen, advance)
      pen += advance
    }
  }
}
