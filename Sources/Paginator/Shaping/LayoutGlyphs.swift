/// The words of one layout and their glyphs, which its segments refer to. Any task may draw them.
final class LayoutGlyphs: Sendable {
  let words: [ShapedWord]
  let glyphs: [Glyph]
  /// The faces of the shaping cache, which the words refer to.
  let faces: [FontFace]
  static let empty = LayoutGlyphs(words: [], glyphs: [], faces: [])

  fileprivate init(words: [ShapedWord], glyphs: [Glyph], faces: [FontFace]) {
    self.words = words
    self.glyphs = glyphs
    self.faces = faces
  }
}

extension Shaper {
  /// Has segments refer to the words of a layout and no longer to those of the shaper.
  /// - Returns: the words, in the order of their first use.
  func takeGlyphs(of segments: inout [Segment]) -> LayoutGlyphs {
    let missing = words.count - layoutIndices.count
    if missing > 0 { layoutIndices += repeatElement(-1, count: missing) }
    var used: [Int32] = []
    var glyphCount = 0
    for index in segments.indices where segments[index].kind == .word {
      let word = segments[index].word
      if layoutIndices[Int(word)] < 0 {
        layoutIndices[Int(word)] = Int32(used.count)
        used.append(word)
        glyphCount += Int(words[Int(word)].glyphCount)
      }
      segments[index].word = layoutIndices[Int(word)]
    }
    var own: [ShapedWord] = []
    own.reserveCapacity(used.count)
    var placed: [Glyph] = []
    placed.reserveCapacity(glyphCount)
    for index in used {
      layoutIndices[Int(index)] = -1
      var word = words[Int(index)]
      let first = Int(word.firstGlyph)
      word.firstGlyph = Int32(placed.count)
      placed += glyphs[first..<first + Int(word.glyphCount)]
      own.append(word)
    }
    return LayoutGlyphs(words: own, glyphs: placed, faces: faces)
  }
}
