/// A part of a word whose glyphs have the same temporary attributes.
struct RunPart {
  let attributes: TemporaryAttributes
  /// The style of the word with these attributes.
  var style: TextStyle
  /// The numbers of its glyphs in the word, from left to right.
  var glyphs: Range<Int>
  /// Its characters, from the word's start.
  var characters: Range<Int>
  /// Where it begins and ends, in font units from the word's left end.
  let left: Int
  var right: Int
  /// The left end of the word on the page, in 1/1024 points, and its first character in the text.
  let wordX: Int
  let wordStart: Int
}

/// Text with temporary attributes: they may begin and end inside a word.
extension CanvasPainter {
  /// The temporary attributes of a segment; nil if it has none.
  func temporaryRuns(of segment: Segment, in layout: ChapterLayout) -> TemporaryRuns? {
    guard let temporary, temporary.layout == ObjectIdentifier(layout), segment.length > 0,
      temporary.runs.overlaps(Int(segment.start)..<Int(segment.end))
    else { return nil }
    return temporary.runs
  }

  /// Draws a word part by part. A ligature has the attributes of its first character.
  mutating func parts(
    of segment: Segment, at place: RunPlace, in layout: ChapterLayout, _ runs: TemporaryRuns
  ) {
    let word = layout.glyphs.words[Int(segment.word)]
    let font = layout.fonts[Int(segment.style)]
    let wide = font.wide(font.size(of: word)) * (1000 + place.spread.glyphStretch) / 1000
    let em = layout.glyphs.faces[Int(word.face)].metrics.unitsPerEm
    let parts = parts(of: segment, word, at: place, in: layout, runs)
    for (index, part) in parts.enumerated() {
      var run = run(segment, layout, size: font.size(of: word), at: place)
      run.segment.start += Int32(part.characters.lowerBound)
      run.segment.length = Int32(part.characters.count)
      run.place.x = place.x + RunFont.scaled(part.left, wide, em)
      let right =
        index + 1 < parts.count
        ? place.x + RunFont.scaled(part.right, wide, em) : place.x + place.width
      run.place.width = right - run.x
      line.marks.track(run.segment, x: run.x, end: right, y: run.y, part.style, layout)
      guard style.isVisible, !line.isOffPage else { continue }
      run.color = part.style.text.color
      run.endsInHyphen = run.endsInHyphen && part.characters.upperBound == Int(segment.length)
      run.part = Int32(line.parts.count)
      line.parts.append(part)
      line.runs.append(run)
    }
  }

  private func parts(
    of segment: Segment, _ word: ShapedWord, at place: RunPlace, in layout: ChapterLayout,
    _ runs: TemporaryRuns
  ) -> [RunPart] {
    let source = layout.glyphs
    let style = layout.text.styles[Int(segment.style)]
    let length = Int(segment.length)
    let first = Int(word.firstGlyph)
    let clusters = source.glyphs[first..<first + Int(word.glyphCount)]
      .map { min(Int($0.cluster), length) }
    let starts = Set(clusters).sorted() + [length]
    var parts: [RunPart] = []
    var index = 0
    source.forEachGlyph(
      of: word, in: layout.fonts[Int(segment.style)], place.spread, from: 0
    ) { _, pen, advance in
      let start = clusters[index]
      let end = starts[min(starts.partitioningIndex { $0 > start }, starts.count - 1)]
      // A hyphen that is not in the text belongs to the last character.
      let attributes = runs.attributes(at: Int(segment.start) + max(0, min(start, length - 1)))
      if let last = parts.indices.last, parts[last].attributes == attributes {
        parts[last].glyphs = parts[last].glyphs.lowerBound..<index + 1
        let characters = parts[last].characters
        parts[last].characters =
          min(characters.lowerBound, start)..<max(characters.upperBound, end)
        parts[last].right = pen + advance
      } else {
        parts.append(
          RunPart(
            attributes: attributes, style: attributes.applied(to: style), glyphs: index..<index + 1,
            characters: start..<end, left: pen, right: pen + advance, wordX: place.x,
            wordStart: Int(segment.start)))
      }
      index += 1
    }
    return parts
  }
}
