extension Pagination {
  /// What is at a point of a page.
  public struct Hit: Sendable {
    /// The character nearest to the point.
    public let location: Location
    /// Whether the point is on the character's line and within its used width.
    public let isInside: Bool
    /// Whether the caret belongs after the character, not before it.
    public let isTrailing: Bool
    /// The word at the point; nil where there is none.
    public let word: String?
    /// The target of a link at the point; nil if there is none.
    public let link: String?
    /// The href of an image at the point; nil if there is none.
    public let image: String?
  }

  /// Finds what is at a point; nil on a blank page and on one without lines.
  /// - Parameter point: from the page's top left corner.
  public func hit(_ point: Point, on page: Page) -> Hit? {
    guard let (layout, content) = layout(of: page) else { return nil }
    let place = Point(x: point.x - page.contentRect.minX, y: point.y - page.contentRect.minY)
    if let fragment = content.note(at: place.y, in: layout), let note = layout.notes[fragment.note],
      let whole = note.pages.first
    {
      let top = fragment.y - note.lines[fragment.lines.lowerBound].y
      let inside = Point(x: place.x, y: place.y - Length(rawValue: top))
      return hit(inside, in: note, whole.holding(lines: fragment.lines, boxes: 0..<0)) {
        location(ofNote: Int(fragment.note), at: $0, chapter: page.chapter)
      }
    }
    return hit(place, in: layout, content) { location(of: $0, chapter: page.chapter) }
  }

  private func hit(
    _ point: Point, in layout: ChapterLayout, _ content: PageLayout,
    _ location: (Int) -> Location?
  ) -> Hit? {
    var builder = TextFrameBuilder(layout, breaker: TextBreaker())
    guard let found = builder.frame(of: content).hit(point) else { return nil }
    let offset = found.characterRange.lowerBound
    guard let location = location(offset) else { return nil }
    let text = layout.text
    let run = text.runs.isEmpty ? nil : text.runs[text.runIndex(at: offset)]
    let attachment = text.attachments.firstIndex { Int($0.offset) == offset }
    let image = attachment.flatMap { index in
      if case .image(let image) = text.attachments[index].content { image.href } else { nil }
    }
    let box = attachment.flatMap { PlacedLines(layout, content, origin: (0, 0)).box($0) }
    return Hit(
      location: location, isInside: found.isInside, isTrailing: found.fraction > 0.5,
      word: box.map { $0.word(at: point) } ?? text.word(at: offset + 1, isNext: false),
      link: run.flatMap { $0.link >= 0 ? text.links[Int($0.link)].href : nil }, image: image)
  }
}

extension PageLayout {
  /// The note at a height of the text area, or the nearest one in the note area; nil above the area.
  fileprivate func note(at y: Length, in layout: ChapterLayout) -> NoteFragment? {
    guard y.rawValue >= noteAreaTop else { return nil }
    return notes.last { $0.y <= y.rawValue } ?? notes.first
  }
}

extension PlacedLines {
  /// The word at a point in a box; nil where there is none.
  fileprivate func word(at point: Point) -> String? {
    for lines in withBoxes.reversed() {
      let text = lines.layout.text
      let words = text.units.indices.split { text.units[$0] <= 0x20 || text.units[$0] == 0xFFFC }
      let ranges = words.map { $0.startIndex..<$0.endIndex }
      for (range, rect) in zip(ranges, lines.rects(of: ranges)) {
        guard let rect, rect.contains(point) else { continue }
        return text.word(at: range.upperBound, isNext: false)
      }
    }
    return nil
  }
}
