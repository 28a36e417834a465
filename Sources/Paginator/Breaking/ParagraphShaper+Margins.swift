/// How far glyphs protrude into the margins (`margin-kerning`).
extension ParagraphShaper {
  /// How far the first glyph of a line protrudes into the margin, if the line begins with these
  /// segments.
  func startProtrusion(of segments: ArraySlice<Segment>) -> Int {
    guard let first = segments.first(where: { $0.kind != .edge || $0.width != 0 }),
      first.kind == .word
    else { return 0 }
    return startProtrusion(of: first)
  }

  /// How far a word's first glyph protrudes into the margin when a line begins with it.
  @inline(__always)
  func startProtrusion(of segment: Segment) -> Int {
    protrusion(of: segment, isLeft: segment.level & 1 == 0)
  }

  /// How far a word's last glyph protrudes into the margin when a line ends with it.
  @inline(__always)
  func endProtrusion(of segment: Segment) -> Int {
    protrusion(of: segment, isLeft: segment.level & 1 == 1)
  }

  private func protrusion(of segment: Segment, isLeft: Bool) -> Int {
    let kerning = traits[Int(segment.style)].elasticity.marginKerning
    guard kerning > 0 else { return 0 }
    let word = shaper.words[Int(segment.word)]
    let edge: Int
    if special.hasMarginCharacters, word.glyphCount > 0, segment.length > 0 {
      let isFirst = isLeft == (segment.level & 1 == 0)
      edge = self.edge(
        of: text.units[Int(isFirst ? segment.start : segment.end - 1)], isLeft: isLeft, word,
        glyph: isLeft ? word.firstGlyph : word.firstGlyph + word.glyphCount - 1, segment.style)
    } else {
      let edges = shaper.edges(ofWord: segment.word)
      edge = Int(isLeft ? edges.left : edges.right)
    }
    return edge == 0 ? 0 : protrusion(edge, word, segment.style, kerning)
  }

  /// The same for a line that begins inside a word.
  func startProtrusion(of segment: Segment, from offset: Int) -> Int {
    let isRight = segment.level & 1 == 1
    return protrusion(of: segment, isLeft: !isRight, isFirst: !isRight) { $0 >= offset }
  }

  /// The same for a line that ends inside a word, after its first `count` units.
  func endProtrusion(of segment: Segment, upTo count: Int) -> Int {
    let isRight = segment.level & 1 == 1
    return protrusion(of: segment, isLeft: isRight, isFirst: isRight) { $0 < count }
  }

  /// - Parameters:
  ///   - isFirst: whether the first glyph is meant, or the last, of those in the line.
  ///   - isInLine: whether the glyphs of a cluster are in the line.
  private func protrusion(
    of segment: Segment, isLeft: Bool, isFirst: Bool, isInLine: (Int) -> Bool
  ) -> Int {
    let kerning = traits[Int(segment.style)].elasticity.marginKerning
    guard kerning > 0, segment.length > 0 else { return 0 }
    let word = shaper.words[Int(segment.word)]
    let glyphs = shaper.glyphs[Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)]
    guard
      let index = isFirst
        ? glyphs.firstIndex(where: { isInLine(Int($0.cluster)) })
        : glyphs.lastIndex(where: { isInLine(Int($0.cluster)) })
    else { return 0 }
    let offset = Int(segment.start) + min(Int(glyphs[index].cluster), Int(segment.length) - 1)
    let edge = edge(
      of: text.units[offset], isLeft: isLeft, word, glyph: Int32(index), segment.style)
    return protrusion(edge, word, segment.style, kerning)
  }

  /// The same for the hyphen that a divided word shows.
  func hyphenProtrusion(_ style: Int32) -> Int {
    let kerning = traits[Int(style)].elasticity.marginKerning
    let hyphen = hyphen(style)
    guard kerning > 0, !hyphen.isEmpty else { return 0 }
    let index = hyphen.withUnsafeBufferPointer {
      shaper.word($0, style: fonts[Int(style)].shaping, context: Shaper.Context())
    }
    let word = shaper.words[Int(index)]
    guard word.glyphCount > 0 else { return 0 }
    let edge = edge(
      of: hyphen[hyphen.count - 1], isLeft: false, word,
      glyph: word.firstGlyph + word.glyphCount - 1, style)
    return protrusion(edge, word, style, kerning)
  }

  /// The edge of a character, in font units: as the style gives it, or else that of its outline.
  /// - Parameter glyph: the index of the glyph that shows it.
  private func edge(
    of character: UInt16, isLeft: Bool, _ word: ShapedWord, glyph: Int32, _ style: Int32
  ) -> Int {
    let glyph = shaper.glyphs[Int(glyph)]
    if special.hasMarginCharacters,
      let own = text.styles[Int(style)].text.microtypography.marginCharacters
        .first(where: { $0.character == character })
    {
      return Int((Double(glyph.advance) * (isLeft ? own.left : own.right)).rounded())
    }
    let edges = shaper.opticalEdges(of: glyph.id, face: word.face)
    return Int(isLeft ? edges.left : edges.right)
  }

  private func protrusion(
    _ edge: Int, _ word: ShapedWord, _ style: Int32, _ kerning: Int
  ) -> Int {
    let font = sizes[Int(style)]
    let size = word.size(in: font.size)
    return RunFont.scaled(edge * kerning / 1000, size, shaper.unitsPerEm[Int(word.face)])
  }
}
