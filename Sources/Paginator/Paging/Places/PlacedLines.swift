/// Lines at their place on a page: those of a chapter, of a note, or of a box in a line.
struct PlacedLines {
  let layout: ChapterLayout
  private let content: PageLayout
  /// From the page's top left corner to that of the text area, in 1/1024 points.
  private let origin: (x: Int, y: Int)

  init(_ layout: ChapterLayout, _ content: PageLayout, origin: (x: Int, y: Int)) {
    self.layout = layout
    self.content = content
    self.origin = origin
  }

  init(_ layout: ChapterLayout, _ content: PageLayout, on page: Pagination.Page) {
    let origin = page.contentRect.origin
    self.init(layout, content, origin: (origin.x.rawValue, origin.y.rawValue))
  }

  /// The line that contains an offset, on the page.
  private func line(at offset: Int) -> LineFragment? {
    content.lines.first {
      Int(layout.lines[$0].start) <= offset && offset < Int(layout.lines[$0].end)
    }.map { content.line($0, in: layout).moved(x: origin.x, y: origin.y) }
  }

  /// The rectangle of the line that contains an offset.
  func lineRect(at offset: Int) -> Rect? { line(at: offset)?.usedRect }

  /// The rectangle of the part of a range in its first line, as high as the line.
  func rect(of range: Range<Int>) -> Rect? { rects(of: [range])[0] }

  /// The rectangles of the parts of ranges in their first lines. A line of many ranges is placed once.
  func rects(of ranges: [Range<Int>]) -> [Rect?] {
    var last: (line: LineFragment, segments: [PlacedSegment])?
    return ranges.map { range in
      if let last, last.line.start <= range.lowerBound, range.lowerBound < last.line.end {
        return rect(of: range, last.segments, in: last.line)
      }
      guard let line = line(at: range.lowerBound) else { return nil }
      let segments = segments(of: line)
      last = (line, segments)
      return rect(of: range, segments, in: line)
    }
  }

  private func rect(
    of range: Range<Int>, _ segments: [PlacedSegment], in line: LineFragment
  ) -> Rect {
    var ends: (left: Int, right: Int)?
    var floats: Rect?
    let first = segments.partitioningIndex { Int($0.segment.end) > range.lowerBound }
    for placed in segments[first...] {
      let segment = placed.segment
      if Int(segment.start) >= range.upperBound { break }
      guard segment.length > 0 else { continue }
      if segment.kind == .attachment, let box = layout.attachments[segment.word], box.float != nil {
        let corner = layout.corner(
          of: segment, x: placed.x, baseline: placed.baseline, in: line, originX: 0)
        floats = floats ?? Rect(raw: corner.x, corner.y, box.width, box.height)
        continue
      }
      let old = ends ?? (placed.x, placed.x)
      ends = (min(old.left, placed.x), max(old.right, placed.x + placed.width))
    }
    // A float is beside the words; a link around it alone is where it is.
    if ends == nil, let floats { return floats }
    let (left, right) = ends ?? (line.usedX, line.usedX)
    return Rect(raw: left, line.y, right - left, line.height)
  }

  /// A segment as it is drawn.
  private struct PlacedSegment {
    let segment: Segment
    let x: Int
    let width: Int
    let baseline: Int
  }

  private func segments(of line: LineFragment) -> [PlacedSegment] {
    var result: [PlacedSegment] = []
    forEachSegment(of: line) { segment, place, baseline in
      result.append(
        PlacedSegment(segment: segment, x: place.x, width: place.width, baseline: baseline))
    }
    return result
  }

  /// Calls `body` with each segment of a line, its place as it is drawn and its baseline.
  private func forEachSegment(
    of line: LineFragment, _ body: (Segment, SegmentPlacer.Place, _ baseline: Int) -> Void
  ) {
    var placer = SegmentPlacer()
    // A layout from the cache has no glyphs.
    let words = layout.glyphs.words
    placer.place(line, in: layout, originX: 0) {
      words.indices.contains(Int($0.word)) ? Int(words[Int($0.word)].clusterCount) : 0
    }
    let aligned = AlignedBoxes(line, in: layout)
    for (offset, index) in line.segmentRange.enumerated() {
      let segment = layout.segments[index]
      var place = placer.places[offset]
      place.x += layout.text.styles[Int(segment.style)].text.inlineShift.rawValue
      body(segment, place, line.y + line.baseline + (aligned?.drop(at: offset, line) ?? 0))
    }
  }

  /// The top left corner of the margin box of an attachment; nil for one that is not on a line here.
  private func corner(of attachment: Int) -> (x: Int, y: Int)? {
    let offset = Int(layout.text.attachments[attachment].offset)
    guard offset >= 0, let line = line(at: offset) else { return nil }
    var corner: (x: Int, y: Int)?
    forEachSegment(of: line) { segment, place, baseline in
      guard segment.kind == .attachment, Int(segment.word) == attachment else { return }
      corner = layout.corner(of: segment, x: place.x, baseline: baseline, in: line, originX: 0)
    }
    return corner
  }

  /// The border box of an image; nil for one that is not on a line here.
  func rect(ofImage attachment: Int) -> Rect? {
    guard let box = layout.attachments[Int32(attachment)], let corner = corner(of: attachment)
    else { return nil }
    return Rect(
      raw: corner.x + box.margin.left, corner.y + box.margin.top,
      box.width - box.margin.horizontal, box.height - box.margin.vertical)
  }

  /// The lines of a box in a line; nil for another attachment, and for one that is not on a line here.
  func box(_ attachment: Int) -> PlacedLines? {
    guard case .text = layout.text.attachments[attachment].content,
      let box = layout.attachments[Int32(attachment)], let nested = box.nested,
      let page = nested.pages.first, let corner = corner(of: attachment)
    else { return nil }
    return PlacedLines(
      nested, page, origin: (corner.x + box.margin.left, corner.y + box.margin.top))
  }

  /// These lines, those of the boxes in them, and those of the boxes in those.
  var withBoxes: [PlacedLines] {
    [self] + layout.text.attachments.indices.flatMap { box($0)?.withBoxes ?? [] }
  }
}

extension NumberedChapter {
  /// Lines that are not in the chapter's own text.
  struct InnerLines {
    let page: Int
    /// That of the box or of the note's call in the chapter's text.
    let offset: Int
    /// The target of the link around a box; nil for none.
    let link: String?
    let lines: PlacedLines
  }

  /// The lines of boxes in lines, and of notes.
  var innerLines: [InnerLines] {
    var result: [InnerLines] = []
    for (number, attachment) in layout.text.attachments.enumerated() where attachment.offset >= 0 {
      guard case .text = attachment.content, let (page, content) = page(at: Int(attachment.offset)),
        let box = PlacedLines(layout, content, on: page).box(number)
      else { continue }
      let offset = Int(attachment.offset)
      result += box.withBoxes.map {
        InnerLines(page: page.number, offset: offset, link: layout.text.link(at: offset), lines: $0)
      }
    }
    guard !layout.text.notes.isEmpty else { return result }
    for page in pages {
      for fragment in content(of: page)?.notes ?? [] { result += lines(of: fragment, on: page) }
    }
    return result
  }

  private func lines(of fragment: NoteFragment, on page: Pagination.Page) -> [InnerLines] {
    guard let note = layout.notes[fragment.note], let whole = note.pages.first else { return [] }
    let area = page.contentRect.origin
    let top = area.y.rawValue + fragment.y - note.lines[fragment.lines.lowerBound].y
    let lines = PlacedLines(
      note, whole.holding(lines: fragment.lines, boxes: 0..<0), origin: (area.x.rawValue, top))
    let offset = Int(layout.text.notes[Int(fragment.note)].offset)
    return lines.withBoxes.map {
      InnerLines(page: page.number, offset: offset, link: nil, lines: $0)
    }
  }
}
