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
    if special.hasMarginCharacters, word.glyphCount > 0, segment.length > 0 {
      let isFirst = isLeft == (segment.level & 1 == 0)
      let glyph = isLeft ? word.firstGlyph : word.firstGlyph + word.glyphCount - 1
      if let edge = edge(
        of: text.units[Int(isFirst ? segment.start : segment.end - 1)], glyph: glyph,
        isLeft: isLeft, segment.style)
      {
        return protrusion(edge, word, segment.style, kerning)
      }
    }
    let edges = shaper.edges(ofWord: segment.word)
    let edge = isLeft ? edges.left : edges.right
    guard edge != 0 else { return 0 }
    return protrusion(Int(edge), word, segment.style, kerning)
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
    guard kerning > 0 else { return 0 }
    let word = shaper.words[Int(segment.word)]
    let glyphs = shaper.glyphs[Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)]
    guard
      let index = isFirst
        ? glyphs.firstIndex(where: { isInLine(Int($0.cluster)) })
        : glyphs.lastIndex(where: { isInLine(Int($0.cluster)) })
    else { return 0 }
    let glyph = glyphs[index]
    let offset = segment.start + Int32(min(Int(glyph.cluster), max(0, Int(segment.length) - 1)))
    if special.hasMarginCharacters, segment.length > 0,
      let edge = edge(
        of: text.units[Int(offset)], glyph: Int32(index), isLeft: isLeft, segment.style)
    {
      return protrusion(edge, word, segment.style, kerning)
    }
    let edges = shaper.opticalEdges(of: glyph.id, face: word.face)
    return protrusion(
      Int(isLeft ? edges.left : edges.right), word, segment.style, kerning)
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
    if special.hasMarginCharacters, word.glyphCount > 0,
      let edge = edge(
        of: hyphen[hyphen.count - 1], glyph: word.firstGlyph + word.glyphCount - 1, isLeft: false,
        style)
    {
      return protrusion(edge, word, style, kerning)
    }
    return protrusion(Int(shaper.edges(ofWord: index).right), word, style, kerning)
  }

  /// The edge that the style gives a character, in font units; nil if it gives none.
  /// - Parameter glyph: the index of the glyph that shows it.
  private func edge(
    of character: UInt16, glyph: Int32, isLeft: Bool, _ style: Int32
  ) -> Int? {
    let edges = text.styles[Int(style)].text.microtypography.marginCharacters
    guard let own = edges.first(where: { $0.character == character }) else { return nil }
    let advance = Double(shaper.glyphs[Int(glyph)].advance)
    return Int((advance * (isLeft ? own.left : own.right)).rounded())
  }

  private func protrusion(
    _ edge: Int, _ word: ShapedWord, _ style: Int32, _ kerning: Int
  ) -> Int {
    let font = sizes[Int(style)]
    let size = word.size(in: font.size)
    return RunFont.scaled(edge * kerning / 1000, size, shaper.unitsPerEm[Int(word.face)])
  }
}
