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
    textFonts.protrusion(of: segment, isLeft: segment.level & 1 == 0, shaper)
  }

  /// How far a word's last glyph protrudes into the margin when a line ends with it.
  @inline(__always)
  func endProtrusion(of segment: Segment) -> Int {
    textFonts.protrusion(of: segment, isLeft: segment.level & 1 == 1, shaper)
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
    let edge = textFonts.edge(
      of: text.units[offset], isLeft: isLeft, shaper, glyph: (Int32(index), word.face),
      segment.style)
    return textFonts.protrusion(edge, word, segment.style, kerning, shaper)
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
    let edge = textFonts.edge(
      of: hyphen[hyphen.count - 1], isLeft: false, shaper,
      glyph: (word.firstGlyph + word.glyphCount - 1, word.face), style)
    return textFonts.protrusion(edge, word, style, kerning, shaper)
  }
}

/// What is asked twice for every word. A paragraph's shaper is copied for a call of its methods.
extension TextFonts {
  /// How far the first or the last glyph of a word protrudes.
  fileprivate func protrusion(of segment: Segment, isLeft: Bool, _ shaper: Shaper) -> Int {
    let kerning = traits[Int(segment.style)].elasticity.marginKerning
    guard kerning > 0 else { return 0 }
    let edge: Int
    if special.hasMarginCharacters, segment.length > 0,
      shaper.words[Int(segment.word)].glyphCount > 0
    {
      let word = shaper.words[Int(segment.word)]
      let isFirst = isLeft == (segment.level & 1 == 0)
      let glyph = isLeft ? word.firstGlyph : word.firstGlyph + word.glyphCount - 1
      edge = self.edge(
        of: text.units[Int(isFirst ? segment.start : segment.end - 1)], isLeft: isLeft, shaper,
        glyph: (glyph, word.face), segment.style)
    } else {
      let edges = shaper.edges(ofWord: segment.word)
      edge = Int(isLeft ? edges.left : edges.right)
    }
    if edge == 0 { return 0 }
    return protrusion(edge, shaper.words[Int(segment.word)], segment.style, kerning, shaper)
  }

  /// The edge of a character, in font units: as the style gives it, or else that of its outline.
  /// - Parameter glyph: the index of the glyph that shows it, and its face.
  fileprivate func edge(
    of character: UInt16, isLeft: Bool, _ shaper: Shaper, glyph: (index: Int32, face: Int32),
    _ style: Int32
  ) -> Int {
    let face = glyph.face
    let glyph = shaper.glyphs[Int(glyph.index)]
    if special.hasMarginCharacters,
      let own = text.styles[Int(style)].text.microtypography.marginCharacters
        .first(where: { $0.character == character })
    {
      return Int((Double(glyph.advance) * (isLeft ? own.left : own.right)).rounded())
    }
    let edges = shaper.opticalEdges(of: glyph.id, face: face)
    return Int(isLeft ? edges.left : edges.right)
  }

  fileprivate func protrusion(
    _ edge: Int, _ word: ShapedWord, _ style: Int32, _ kerning: Int, _ shaper: Shaper
  ) -> Int {
    let font = sizes[Int(style)]
    let size = word.size(in: font.size)
    return RunFont.scaled(edge * kerning / 1000, size, shaper.unitsPerEm[Int(word.face)])
  }
}
