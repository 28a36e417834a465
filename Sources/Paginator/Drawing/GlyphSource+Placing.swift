extension GlyphSource {
  /// Where the glyphs of a word stand, in font units, with the letter space behind each cluster.
  /// - Parameters:
  ///   - pen: where the word begins.
  ///   - body: takes a glyph, where it stands and how far the next one is.
  @inline(__always)
  func forEachGlyph(
    of word: ShapedWord, in font: RunFont, _ spread: Spread, from pen: Int,
    _ body: (_ glyph: Glyph, _ pen: Int, _ advance: Int) -> Void
  ) {
    let size = font.size(of: word)
    let unitsPerEm = faces[Int(word.face)].metrics.unitsPerEm
    let letterUnits = size > 0 ? font.letterSpacing * unitsPerEm / size : 0
    let spacesLetters = font.letterSpacing != 0 || spread.letterSpacing != 0
    // What justification adds is less than a unit sometimes: the sum is rounded, not its parts.
    var (clusters, spaced) = (0, 0)
    var pen = pen
    var start = pen
    let range = Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)
    for index in range {
      let glyph = glyphs[index]
      var advance = Int(glyph.advance)
      // Behind a base with its marks, and not between them.
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

extension RunFont {
  /// Of a word in this font, in 1/1024 points: less for small capitals made by machine.
  func size(of word: ShapedWord) -> Int {
    word.scale == 100 ? size : size * Int(word.scale) / 100
  }
}
