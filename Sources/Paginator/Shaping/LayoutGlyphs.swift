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
    // Local variables: an access to a property of an object is checked each time.
    let (words, glyphs) = (words, glyphs)
    var indices: [Int32] = []
    swap(&indices, &layoutIndices)
    defer { swap(&indices, &layoutIndices) }
    let missing = words.count - indices.count
    if missing > 0 { indices += repeatElement(-1, count: missing) }
    var used: [Int32] = []
    var glyphCount = 0
    for index in segments.indices where segments[index].kind == .word {
      let word = Int(segments[index].word)
      if indices[word] < 0 {
        indices[word] = Int32(used.count)
        used.append(Int32(word))
        glyphCount += Int(words[word].glyphCount)
      }
      segments[index].word = indices[word]
    }
    var own: [ShapedWord] = []
    own.reserveCapacity(used.count)
    var placed: [Glyph] = []
    placed.reserveCapacity(glyphCount)
    for index in used {
      indices[Int(index)] = -1
      var word = words[Int(index)]
      let first = Int(word.firstGlyph)
      word.firstGlyph = Int32(placed.count)
      placed += glyphs[first..<first + Int(word.glyphCount)]
      own.append(word)
    }
    return LayoutGlyphs(words: own, glyphs: placed, faces: faces)
  }
}
