/// Builds the tree of frame, line, run and glyph for a page that is laid out.
struct TextFrameBuilder {
  let layout: ChapterLayout
  let words: [ShapedWord]
  let glyphs: [Glyph]
  let faces: [FontFace]
  private var placer = SegmentPlacer()
  private let breaker: TextBreaker

  init(_ layout: ChapterLayout, breaker: TextBreaker) {
    self.layout = layout
    words = layout.glyphs.words
    glyphs = layout.glyphs.glyphs
    faces = layout.glyphs.faces
    self.breaker = breaker
  }

  mutating func frame(of page: PageLayout) -> TextFrame {
    TextFrame(
      characterRange: page.start..<page.end, size: page.containerSize,
      lines: page.lines.map { line(page.line($0, in: layout)) })
  }

  mutating func line(_ line: LineFragment) -> TextLine {
    placer.place(line, in: layout, originX: 0) {
      Int(words[Int($0.word)].clusterCount)
    }
    var runs: [OpenRun] = []
    var boxes: [CharacterBox] = []
    let first = Int(line.firstSegment)
    let aligned = AlignedBoxes(line, in: layout)
    for offset in placer.visualOrder {
      let segment = layout.segments[first + offset]
      var line = line
      line.baseline += aligned?.drop(at: offset, line) ?? 0
      append(
        segment, placer.places[offset], line, level: placer.level(of: segment, at: offset), &runs,
        &boxes)
    }
    var trailing = 0
    var last = first + Int(line.segmentCount) - 1
    while last >= first, [.space, .lineBreak].contains(layout.segments[last].kind) {
      trailing += placer.places[last - first].width
      last -= 1
    }
    return TextLine(
      characterRange: Int(line.start)..<Int(line.end), rect: line.rect, usedRect: line.usedRect,
      baseline: Length(rawValue: line.y + line.baseline), paragraphIndex: Int(line.paragraph),
      isFirstOfParagraph: line.flags.contains(.isFirstOfParagraph),
      isLastOfParagraph: line.flags.contains(.isLastOfParagraph),
      isHyphenated: line.flags.contains(.isHyphenated),
      isTruncated: line.flags.contains(.isTruncated),
      isRightToLeft: line.flags.contains(.isRightToLeft),
      isRepeated: line.flags.contains(.isRepeated), runs: runs.map { $0.closed(layout) },
      trailingWhitespaceWidth: Length(rawValue: trailing), boxes: boxes)
  }

  // MARK: Runs

  /// A run that may still grow.
  private struct OpenRun {
    var start: Int
    var end: Int
    let style: Int32
    let face: FontFace
    let size: Int
    let isRightToLeft: Bool
    let attributes: Int
    var glyphs: [PlacedGlyph] = []
    let x: Int
    var right: Int

    func closed(_ layout: ChapterLayout) -> TextRun {
      let metrics = face.metrics
      func scaled(_ units: Int) -> Length {
        Length(rawValue: RunFont.scaled(units, size, metrics.unitsPerEm))
      }
      return TextRun(
        characterRange: start..<end, font: face, fontSize: Length(rawValue: size),
        isRightToLeft: isRightToLeft, style: layout.text.styles[Int(style)], glyphs: glyphs,
        ascent: scaled(metrics.ascent), descent: scaled(metrics.descent),
        x: Length(rawValue: x), width: Length(rawValue: right - x))
    }
  }

  private mutating func append(
    _ segment: Segment, _ place: SegmentPlacer.Place, _ line: LineFragment, level: UInt8,
    _ runs: inout [OpenRun], _ boxes: inout [CharacterBox]
  ) {
    guard segment.kind != .edge || segment.length > 0 else { return }
    let font = layout.fonts[Int(segment.style)]
    let word = segment.kind == .word ? words[Int(segment.word)] : nil
    let face = word.map { faces[Int($0.face)] } ?? font.shaping.faces[0]
    let size = word?.size(in: font.size)
    let isRight = level & 1 == 1
    let range = Int(segment.start)..<Int(segment.end)
    let attributes = layout.text.runIndex(at: min(range.lowerBound, max(0, layout.text.length - 1)))
    if let last = runs.last, last.style == segment.style, last.face === face,
      last.size == size ?? font.size, last.isRightToLeft == isRight, last.attributes == attributes,
      last.end == range.lowerBound || last.start == range.upperBound
    {
      runs[runs.count - 1].start = min(last.start, range.lowerBound)
      runs[runs.count - 1].end = max(last.end, range.upperBound)
      runs[runs.count - 1].right = place.x + place.width
    } else {
      runs.append(
        OpenRun(
          start: range.lowerBound, end: range.upperBound, style: segment.style, face: face,
          size: size ?? font.size, isRightToLeft: isRight, attributes: attributes, x: place.x,
          right: place.x + place.width))
    }
    if let word {
      let placed = placedGlyphs(of: word, segment, place, face, runs[runs.count - 1].size, line)
      runs[runs.count - 1].glyphs += placed
      append(clusters: placed, segment, place, face, &boxes)
    } else {
      runs[runs.count - 1].glyphs.append(
        PlacedGlyph(
          id: UInt16(truncatingIfNeeded: face.spaceGlyph), characterIndex: range.lowerBound,
          characterCount: range.count,
          position: Point(
            x: Length(rawValue: place.x), y: Length(rawValue: baseline(of: segment, line))),
          advance: Length(rawValue: place.width)))
      boxes.append(
        CharacterBox(range: range, x: place.x, width: place.width, level: level))
    }
  }

  /// The baseline of a segment, which may be raised or lowered.
  private func baseline(of segment: Segment, _ line: LineFragment) -> Int {
    line.y + line.baseline - layout.text.styles[Int(segment.style)].text.drawnRise
  }

  /// The glyphs of a word. Positions are rounded from sums, so that the last glyph ends where the
  /// word does.
  private func placedGlyphs(
    of word: ShapedWord, _ segment: Segment, _ place: SegmentPlacer.Place, _ face: FontFace,
    _ size: Int, _ line: LineFragment
  ) -> [PlacedGlyph] {
    let baseline = baseline(of: segment, line)
    let em = face.metrics.unitsPerEm
    let spacing = layout.fonts[Int(segment.style)].letterSpacing + line.letterSpace(in: segment)
    let range = Int(word.firstGlyph)..<Int(word.firstGlyph) + Int(word.glyphCount)
    let starts = Set(range.map { Int(glyphs[$0].cluster) }).sorted() + [Int(segment.length)]
    let own = layout.fonts[Int(segment.style)].wide(size)
    let wide = own * (1000 + line.glyphStretch(of: segment)) / 1000
    var result: [PlacedGlyph] = []
    var units = 0
    var spaced = 0
    for index in range {
      let glyph = glyphs[index]
      // An added hyphen or ellipsis has no characters in the text.
      let cluster = min(Int(glyph.cluster), Int(segment.length))
      let isLastOfCluster =
        index + 1 == range.upperBound || glyphs[index + 1].cluster != glyph.cluster
      let x = place.x + RunFont.scaled(units, wide, em) + spaced
      units += Int(glyph.advance)
      if isLastOfCluster { spaced += spacing }
      let next = place.x + RunFont.scaled(units, wide, em) + spaced
      let end = min(starts.first { $0 > cluster } ?? cluster, Int(segment.length))
      result.append(
        PlacedGlyph(
          id: glyph.id, characterIndex: Int(segment.start) + cluster,
          characterCount: max(0, end - cluster),
          position: Point(
            x: Length(rawValue: x + RunFont.scaled(Int(glyph.xOffset), wide, em)),
            y: Length(rawValue: baseline - RunFont.scaled(Int(glyph.yOffset), size, em))),
          advance: Length(rawValue: next - x)))
    }
    return result
  }

  // MARK: Characters

  /// The boxes of a word's characters. Those of a ligature meet at its carets, or share its width
  /// evenly.
  private func append(
    clusters placed: [PlacedGlyph], _ segment: Segment, _ place: SegmentPlacer.Place,
    _ face: FontFace, _ boxes: inout [CharacterBox]
  ) {
    guard segment.length > 0 else { return }
    let firstBox = boxes.count
    defer { joinGraphemes(of: segment, from: firstBox, &boxes) }
    var x = place.x
    var index = 0
    while index < placed.count {
      let cluster = placed[index].characterIndex
      var width = 0
      let first = index
      while index < placed.count, placed[index].characterIndex == cluster {
        width += placed[index].advance.rawValue
        index += 1
      }
      appendGraphemes(
        of: Cluster(
          range: cluster..<cluster + placed[first].characterCount, x: x, width: width,
          glyph: index - first == 1 ? placed[first].id : nil),
        face, segment.level, &boxes)
      x += width
    }
  }

  /// Joins the boxes that belong to one grapheme cluster: its glyphs may be separate clusters, for
  /// example where a font lacks one of them.
  private func joinGraphemes(of segment: Segment, from first: Int, _ boxes: inout [CharacterBox]) {
    let range = Int(segment.start)..<Int(segment.end)
    let units = layout.text.units[range]
    guard boxes.count - first > 1, units.contains(where: { $0 >= 0x300 }) else { return }
    let ends = Set(
      units.withUnsafeBufferPointer { breaker.boundaries(.grapheme, of: $0) }
        .map { range.lowerBound + Int($0) })
    var joined: [CharacterBox] = []
    for box in boxes[first...] {
      // From left to right, the later part of a right-to-left cluster comes first.
      let border = box.isRightToLeft ? box.range.upperBound : box.range.lowerBound
      if let last = joined.last, last.level == box.level, !ends.contains(border),
        last.range.lowerBound == border || last.range.upperBound == border
      {
        joined[joined.count - 1] = CharacterBox(
          range: min(
            last.range.lowerBound, box.range.lowerBound)..<max(
              last.range.upperBound, box.range.upperBound),
          x: last.x, width: box.x + box.width - last.x, level: box.level)
      } else {
        joined.append(box)
      }
    }
    boxes.replaceSubrange(first..., with: joined)
  }

  /// The characters that share glyphs, and their place on the line.
  private struct Cluster {
    let range: Range<Int>
    let x: Int
    let width: Int
    /// Nil if the cluster has several glyphs.
    let glyph: UInt16?
  }

  private func appendGraphemes(
    of cluster: Cluster, _ face: FontFace, _ level: UInt8, _ boxes: inout [CharacterBox]
  ) {
    let range = cluster.range
    guard !range.isEmpty else { return }
    let isRight = level & 1 == 1
    var ends: [Int] = [range.count]
    if range.count > 1 {
      ends = layout.text.units.withUnsafeBufferPointer {
        breaker.boundaries(.grapheme, of: UnsafeBufferPointer(rebasing: $0[range])).map(Int.init)
      }
    }
    var edges = (1...ends.count).map { cluster.width * $0 / ends.count }
    if let glyph = cluster.glyph, ends.count > 1 {
      let carets = face.ligatureCarets(glyph, isRightToLeft: isRight)
      let advance = max(1, face.advance(of: UInt32(glyph)))
      if carets.count == ends.count - 1 {
        edges = carets.map { cluster.width * $0 / advance } + [cluster.width]
      }
    }
    var start = 0
    var left = 0
    for (number, end) in ends.enumerated() {
      // From left to right a right-to-left cluster begins with its last character.
      let mirrored = ends.count - number
      let first = mirrored >= 2 ? ends[mirrored - 2] : 0
      let own = isRight ? first..<ends[mirrored - 1] : start..<end
      boxes.append(
        CharacterBox(
          range: range.lowerBound + own.lowerBound..<range.lowerBound + own.upperBound,
          x: cluster.x + left, width: edges[number] - left, level: level))
      left = edges[number]
      start = end
    }
  }
}
