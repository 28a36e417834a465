/// How far the ink of glyphs reaches above and below the baseline, in 1/1024 points.
struct InkHeight {
  private(set) var above = 0
  private(set) var below = 0

  mutating func include(above: Int, below: Int) {
    self.above = max(self.above, above)
    self.below = max(self.below, below)
  }
}

extension ParagraphShaper {
  /// The ink of a word, from the outlines of its glyphs; empty for other segments.
  func inkHeight(of segment: Segment) -> InkHeight {
    var ink = InkHeight()
    guard segment.kind == .word else { return ink }
    var index = segment.word
    while index >= 0 {
      let word = shaper.words[Int(index)]
      let face = shaper.faces[Int(word.face)]
      let size = word.size(in: fonts[Int(segment.style)].size)
      for glyph in shaper.glyphs[Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)] {
        guard let box = face.inkBox(of: UInt32(glyph.id)) else { continue }
        let top = box.top + Int(glyph.yOffset)
        ink.include(
          above: RunFont.scaled(top, size, face.metrics.unitsPerEm),
          below: RunFont.scaled(box.height - top, size, face.metrics.unitsPerEm))
      }
      index = word.next
    }
    return ink
  }
}
