/// Emphasis marks over or under the characters of a word.
extension CanvasPainter {
  /// The characters of a word that share a cluster of glyphs.
  private typealias Cluster = (start: Int, left: Int, right: Int)

  /// The marks of a word, in the middle of each of its characters.
  func emphasis(of segment: Segment, at place: RunPlace, in layout: ChapterLayout) -> [PageShape] {
    let style = layout.text.styles[Int(segment.style)].text
    guard let mark = style.emphasis else { return [] }
    let word = layout.glyphs.words[Int(segment.word)]
    let font = layout.fonts[Int(segment.style)]
    let length = Int(segment.length)
    var clusters: [Cluster] = []
    layout.glyphs.forEachGlyph(of: word, in: font, place.spread, from: 0) { glyph, pen, advance in
      let start = min(Int(glyph.cluster), length)
      if let last = clusters.last, last.start == start {
        clusters[clusters.count - 1].right = pen + advance
      } else {
        clusters.append((start, pen, pen + advance))
      }
    }
    let wide = font.wide(font.size(of: word)) * (1000 + place.spread.glyphStretch) / 1000
    let em = layout.glyphs.faces[Int(word.face)].metrics.unitsPerEm
    // Characters of another face, such as ideographs, may be higher than those of the first one.
    let own = RunFont.scaled(
      layout.glyphs.faces[Int(word.face)].metrics.ascent, font.size, em)
    let ascent = max(font.extent.ascent, own)
    let descent = font.extent.descent
    let size = font.size / 2
    let y =
      style.emphasisIsBelow ?? false ? place.y + descent + size / 2 : place.y - ascent - size / 2
    let starts = clusters.map(\.start).sorted() + [length]
    var shapes: [PageShape] = []
    for cluster in clusters {
      let end = starts[min(starts.partitioningIndex { $0 > cluster.start }, starts.count - 1)]
      let first = Int(segment.start) + cluster.start
      let characters = Array(
        layout.text.string(in: first..<Int(segment.start) + max(cluster.start, end)))
      let width = (cluster.right - cluster.left) / max(1, characters.count)
      for (index, character) in characters.enumerated() where character.takesEmphasis {
        let middle = cluster.left + width * index + width / 2
        let x = place.x + RunFont.scaled(middle, wide, em)
        let drawing = EmphasisDrawing(
          center: Point(x: Length(rawValue: x), y: Length(rawValue: y)),
          size: Length(rawValue: size))
        let path = path(mark, drawing, font.shaping.faces[0])
        if let path { shapes.append(.path(path, fill: style.emphasisColor ?? style.color)) }
      }
    }
    return shapes
  }

  private func path(_ mark: EmphasisMark, _ drawing: EmphasisDrawing, _ face: FontFace) -> PagePath?
  {
    switch mark {
    case .shape(let shape, let isFilled): drawing.path(shape, isFilled: isFilled)
    case .character(let scalar): face.glyph(for: scalar).map { drawing.path($0, of: face) }
    }
  }
}
