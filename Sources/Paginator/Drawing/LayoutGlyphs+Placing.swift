/// What the letters of a word take from their font. Only numbers: a copy of a font counts a reference to its faces.
struct WordLetters {
  /// The size that gives horizontal distances, in 1/1024 points.
  let size: Int
  /// In 1/1024 points.
  let spacing: Int
}

extension RunFont {
  @inline(__always)
  func letters(of word: ShapedWord) -> WordLetters {
    WordLetters(size: wide(size(of: word)), spacing: letterSpacing)
  }
}

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
    forEachGlyph(of: word, font.letters(of: word), spread, from: pen, body)
  }

  @inline(__always)
  func forEachGlyph(
    of word: ShapedWord, _ letters: WordLetters, _ spread: Spread, from pen: Int,
    _ body: (_ glyph: Glyph, _ pen: Int, _ advance: Int) -> Void
  ) {
    let size = letters.size
    let unitsPerEm = faces[Int(word.face)].metrics.unitsPerEm
    let letterUnits = size > 0 ? letters.spacing * unitsPerEm / size : 0
    let spacesLetters = letters.spacing != 0 || spread.letterSpacing != 0
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
