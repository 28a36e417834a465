/// Text with temporary attributes: they may begin and end inside a word.
extension SVGCanvas {
  /// The temporary attributes of a segment; nil if it has none.
  func temporaryRuns(of segment: Segment, in layout: ChapterLayout) -> TemporaryRuns? {
    guard let temporary, temporary.layout == ObjectIdentifier(layout), segment.length > 0,
      temporary.runs.overlaps(Int(segment.start)..<Int(segment.end))
    else { return nil }
    return temporary.runs
  }

  /// A part of a word whose glyphs have the same temporary attributes, from left to right.
  private struct Part {
    let attributes: TemporaryAttributes
    var glyphCount = 0
    /// The characters, from the word's start.
    var start: Int
    var end: Int
    /// Where it begins and ends, in font units.
    let left: Int
    var right: Int
  }

  /// Draws a word part by part. A ligature has the attributes of its first character.
  mutating func word(
    _ placed: PlacedWord, width: Int, _ layout: ChapterLayout, temporary runs: TemporaryRuns
  ) {
    let source = layout.glyphs
    let (segment, word) = (placed.segment, placed.word)
    let font = layout.fonts[Int(segment.style)]
    let wide = font.wide(font.size(of: word)) * (1000 + placed.spread.glyphStretch) / 1000
    let em = placed.face.metrics.unitsPerEm
    let parts = parts(of: placed, font, source, runs)
    for (index, part) in parts.enumerated() {
      var own = segment
      own.start += Int32(part.start)
      own.length = Int32(part.end - part.start)
      let left = placed.x + RunFont.scaled(part.left, wide, em)
      let right =
        index + 1 < parts.count ? placed.x + RunFont.scaled(part.right, wide, em) : placed.x + width
      line.marks.track(
        own, x: left, end: right, y: placed.y, part.attributes.applied(to: placed.style), layout)
    }
    guard placed.style.text.isVisible, !line.isOffPage else { return }
    var rest = parts[...]
    var drawn = 0
    var offset = 0
    source.forEachGlyph(of: word, in: font, placed.spread, from: 0) { glyph, pen, _ in
      if drawn == 0, let part = rest.first {
        var own = placed
        own.temporary = part.attributes
        own.style = part.attributes.applied(to: placed.style)
        openGroup(own, layout)
        offset = self.pen(of: placed, layout)
      }
      use(glyph, placed.face, at: offset + pen)
      drawn += 1
      if drawn == rest.first?.glyphCount {
        rest = rest.dropFirst()
        drawn = 0
      }
    }
  }

  private func parts(
    of placed: PlacedWord, _ font: RunFont, _ source: LayoutGlyphs, _ runs: TemporaryRuns
  ) -> [Part] {
    let length = Int(placed.segment.length)
    let first = Int(placed.word.firstGlyph)
    let clusters = source.glyphs[first..<first + Int(placed.word.glyphCount)]
      .map { min(Int($0.cluster), length) }
    let starts = Set(clusters).sorted() + [length]
    var parts: [Part] = []
    var index = 0
    source.forEachGlyph(of: placed.word, in: font, placed.spread, from: 0) { _, pen, advance in
      let start = clusters[index]
      let end = starts[min(starts.partitioningIndex { $0 > start }, starts.count - 1)]
      index += 1
      // A hyphen that is not in the text belongs to the last character.
      let attributes = runs.attributes(
        at: Int(placed.segment.start) + max(0, min(start, length - 1)))
      if parts.last?.attributes != attributes {
        parts.append(
          Part(attributes: attributes, start: start, end: end, left: pen, right: pen))
      }
      let last = parts.count - 1
      parts[last].glyphCount += 1
      parts[last].start = min(parts[last].start, start)
      parts[last].end = max(parts[last].end, end)
      parts[last].right = pen + advance
    }
    return parts
  }
}
