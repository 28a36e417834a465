/// The widths of parts of words and of hyphens.
extension ParagraphShaper {
  /// The widths up to several places in a word, in order. Fast path: most words run from left to
  /// right with one glyph per character, so their glyphs are walked once.
  /// - Parameter place: how many units of the word are before each place, by the number of the place.
  @inline(__always)
  func prefixWidths(
    of segment: Segment, places: Int, into widths: inout [Int], _ place: (Int) -> Int
  ) {
    widths.removeAll(keepingCapacity: true)
    let word = shaper.words[Int(segment.word)]
    guard word.glyphCount == segment.length, sizes[Int(segment.style)].letterSpacing == 0 else {
      for number in 0..<places {
        widths.append(prefixWidth(of: segment, upTo: place(number)))
      }
      return
    }
    let first = Int(word.firstGlyph)
    var units = 0
    var index = 0
    for number in 0..<places {
      let count = place(number)
      while index < count, Int(shaper.glyphs[first + index].cluster) == index {
        units += Int(shaper.glyphs[first + index].advance)
        index += 1
      }
      guard index == count else {
        widths.append(prefixWidth(of: segment, upTo: count))
        continue
      }
      widths.append(scaled(units, clusters: count, word, segment.style))
    }
  }

  private func scaled(_ units: Int, clusters: Int, _ word: ShapedWord, _ style: Int32) -> Int {
    let font = sizes[Int(style)]
    let size = word.size(in: font.size)
    let em = shaper.unitsPerEm[Int(word.face)]
    return RunFont.scaled(units, size, em) + font.letterSpacing * clusters
  }

  /// The width of the first `count` units of a word. Inside a ligature, the width is divided evenly
  /// among its characters.
  func prefixWidth(of segment: Segment, upTo count: Int) -> Int {
    guard count > 0 else { return 0 }
    guard count < Int(segment.length) else { return segment.width }
    let word = shaper.words[Int(segment.word)]
    let font = fonts[Int(segment.style)]
    var units = 0
    var clusters = 0
    var lastCluster = -1
    var partial: (start: Int, advance: Int)?
    var nextCluster = Int(segment.length)
    let first = Int(word.firstGlyph)
    for index in first..<first + Int(word.glyphCount) {
      let glyph = shaper.glyphs[index]
      let cluster = Int(glyph.cluster)
      if cluster < count {
        units += Int(glyph.advance)
        if cluster != lastCluster, glyph.advance != 0 {
          clusters += 1
          lastCluster = cluster
        }
        if cluster >= partial?.start ?? -1 { partial = (cluster, Int(glyph.advance)) }
      } else {
        nextCluster = min(nextCluster, cluster)
      }
    }
    if let partial, nextCluster > count, nextCluster - partial.start > 0 {
      // The break is inside a cluster: subtract the share after the break.
      let share = partial.advance * (nextCluster - count) / (nextCluster - partial.start)
      units -= share
    }
    let face = shaper.faces[Int(word.face)]
    let size = word.size(in: font.size)
    return RunFont.scaled(units, font.wide(size), face.metrics.unitsPerEm)
      + font.letterSpacing * clusters
  }

  // MARK: Justifying

  /// How much a word may stretch or shrink.
  @inline(__always)
  func give(of segment: Segment) -> Int {
    traits[Int(segment.style)].elasticity.give(
      ofWidth: segment.width, clusters: Int(shaper.words[Int(segment.word)].clusterCount))
  }

  // MARK: Hyphens

  /// The characters a divided word shows at the line's end.
  func hyphen(_ style: Int32) -> [UInt16] {
    let text = text.styles[Int(style)].text
    if let own = text.hyphenateCharacter { return Array(own.utf16) }
    let face = fonts[Int(style)].shaping.faces[0]
    return face.covers(0x2010) ? [0x2010] : [0x2D]
  }

  func hyphenWidth(_ style: Int32) -> Int {
    let font = fonts[Int(style)]
    let hyphen = hyphen(style)
    // `hyphenate-character: ""` shows none.
    guard !hyphen.isEmpty else { return 0 }
    return hyphen.withUnsafeBufferPointer { units in
      let index = shaper.word(units, style: font.shaping, context: Shaper.Context())
      return width(of: shaper.words[Int(index)], font)
    }
  }
}
