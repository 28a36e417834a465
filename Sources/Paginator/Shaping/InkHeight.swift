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
    forEachGlyph(of: segment) { _, _, top, bottom in ink.include(above: top, below: -bottom) }
    return ink
  }

  /// The ink of the letters of a word that are between two sides; nil without any.
  /// - Parameter place: where the word is; it may be wider than its letters.
  func inkHeight(of segment: Segment, at place: Range<Int>, over sides: Range<Int>) -> InkHeight? {
    var ink: InkHeight?
    let natural = max(1, segment.width)
    forEachGlyph(of: segment) { left, right, top, bottom in
      let start = place.lowerBound + left * place.count / natural
      let end = place.lowerBound + right * place.count / natural
      guard start < sides.upperBound, end > sides.lowerBound else { return }
      ink = ink ?? InkHeight()
      ink?.include(above: top, below: -bottom)
    }
    return ink
  }

  /// The boxes of the ink of a word's glyphs, from where the word begins on its baseline, upwards.
  private func forEachGlyph(
    of segment: Segment, _ body: (_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> Void
  ) {
    guard segment.kind == .word else { return }
    var index = segment.word
    var x = 0
    while index >= 0 {
      let word = shaper.words[Int(index)]
      let face = shaper.faces[Int(word.face)]
      let size = word.size(in: fonts[Int(segment.style)].size)
      func scaled(_ units: Int) -> Int { RunFont.scaled(units, size, face.metrics.unitsPerEm) }
      for glyph in shaper.glyphs[Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)] {
        defer { x += scaled(Int(glyph.advance)) }
        guard let box = face.inkBox(of: UInt32(glyph.id)) else { continue }
        let left = x + scaled(Int(glyph.xOffset) + box.left)
        let top = box.top + Int(glyph.yOffset)
        body(left, left + scaled(box.width), scaled(top), -scaled(box.height - top))
      }
      index = word.next
    }
  }
}
