/// The direction in which a caret moves on the page: up and down a line, left and right.
public enum CaretMovement: String, Sendable {
  /// To the line above.
  case up
  /// To the line below.
  case down
  /// To the next place on the left.
  case left
  /// To the next place on the right.
  case right
}

extension LayoutManager {
  /// The text range of the line that a caret is on; nil outside the text.
  /// - Throws: as `ensureLayout()`.
  public func lineRange(
    at offset: Int, affinity: TextAffinity = .downstream
  ) throws -> Range<Int>? {
    try line(at: offset, affinity)?.line.characterRange
  }

  /// The unit of text of a granularity, lines included, that contains an offset; nil outside the
  /// text.
  /// - Throws: as `ensureLayout()`.
  public func range(
    enclosing offset: Int, by granularity: TextGranularity, direction: TextDirection = .forward
  ) throws -> Range<Int>? {
    if granularity == .line {
      let inside = direction == .forward ? offset : offset - 1
      guard inside >= 0, inside < storage.length else { return nil }
      return try lineRange(at: inside)
    }
    return TextTokenizer(storage.text).range(
      enclosing: offset, by: granularity, direction: direction)
  }

  /// The position of a caret after a movement; nil at the edge of the text.
  ///
  /// - Parameter x: the preferred x for movements up and down; nil for the present x.
  /// - Throws: as `ensureLayout()`.
  public func position(
    from offset: Int, moving movement: CaretMovement, x: Length? = nil
  ) throws -> Int? {
    guard let (line, page) = try line(at: offset, .downstream) else { return nil }
    switch movement {
    case .left, .right: return try besidePosition(offset, on: line, toTheRight: movement == .right)
    case .up, .down:
      let x = x ?? line.offset(forCharacterAt: offset)
      guard let next = try neighbour(of: line, on: page, isBelow: movement == .down, x: x) else {
        return nil
      }
      let found = next.index(forPosition: x) ?? next.characterRange.lowerBound
      // The end of a line whose paragraph continues is the start of the next line.
      guard found >= next.characterRange.upperBound, !next.isLastOfParagraph else { return found }
      return TextTokenizer(storage.text).position(
        from: next.characterRange.upperBound, toBoundary: .character, in: .backward)
    }
  }

  /// The position that is nearest to a point in the part of a range that is in the text
  /// (`closestPosition(to:within:)`): on the nearest line with a position in the range, the nearest one. Of a range in
  /// other containers, it is the end that is nearer in the text.
  /// - Throws: as `ensureLayout()`.
  public func closestPosition(
    to point: Point, within range: Range<Int>, inContainerAt index: Int
  ) throws -> Int? {
    let range = range.clamped(to: 0..<storage.length)
    try ensureLayout(.heights(from: point.y, to: point.y, container: index))
    guard let atPoint = live.page(at: point.y, in: index) else { return nil }
    // A page or section at the point has all of the range, its nearest part, or none of it.
    let own = live.pages[atPoint].range
    let nearest = min(max(range.lowerBound, own.lowerBound), range.upperBound)
    guard let page = try line(at: nearest, .downstream)?.page, live.container(of: page) == index,
      let frame = try frame(forPageAt: page)
    else { return nearest }
    let lines = lines(frame.lines.filter { !$0.isRepeated }, reachableAt: point.x)
    return closestPosition(to: point, within: range, on: lines)
      ?? closestPosition(to: point, within: range, on: frame.lines) ?? nearest
  }

  private func closestPosition(
    to point: Point, within range: Range<Int>, on lines: [TextLine]
  ) -> Int? {
    let reachable = lines.map { (line: $0, places: places(within: range, on: $0)) }
    let nearest = reachable.filter { !$0.places.isEmpty }.min {
      $0.line.distance(to: point) < $1.line.distance(to: point)
    }
    guard let (line, places) = nearest else { return nil }
    let stops = CaretStops(line)
    func distance(_ place: Int) -> Length {
      let x = stops.x(of: place) ?? line.usedRect.minX
      return max(x - point.x, point.x - x)
    }
    return places.min { distance($0) < distance($1) }
  }

  /// The positions of a range, its end included, that are on a line, from left to right.
  private func places(within range: Range<Int>, on line: TextLine) -> [Int] {
    let own = line.characterRange
    // Most lines of a page are outside of a range.
    guard own.lowerBound <= range.upperBound, range.lowerBound <= own.upperBound else { return [] }
    return line.caretPlaces(in: storage).filter { range.lowerBound...range.upperBound ~= $0 }
  }

  /// The position in a range that is furthest in a direction: for up and down, the start and the
  /// end of the range; for left and right, an end of the range's part on its first line
  /// (`position(within:farthestIn:)`).
  /// - Throws: as `ensureLayout()`.
  public func position(
    within range: Range<Int>, farthestIn direction: CaretMovement
  ) throws -> Int? {
    let range = range.clamped(to: 0..<storage.length)
    switch direction {
    case .up: return range.lowerBound
    case .down: return range.upperBound
    case .left, .right:
      guard let line = try line(at: range.lowerBound, .downstream)?.line else { return nil }
      let places = places(within: range, on: line)
      return direction == .left ? places.first : places.last
    }
  }

  /// The range from a position to the edge of its line, or of the text, in a direction
  /// (`characterRange(byExtending:in:)`).
  /// - Throws: as `ensureLayout()`.
  public func characterRange(
    byExtending offset: Int, in direction: CaretMovement
  ) throws -> Range<Int>? {
    guard offset >= 0, offset <= storage.length else { return nil }
    switch direction {
    case .up: return 0..<offset
    case .down: return offset..<storage.length
    case .left, .right:
      guard let line = try line(at: offset, .downstream)?.line else { return nil }
      let isForward = (direction == .right) != line.isRightToLeft
      return isForward
        ? offset..<line.characterRange.upperBound : line.characterRange.lowerBound..<offset
    }
  }

  private func line(
    at offset: Int, _ affinity: TextAffinity
  ) throws -> (line: TextLine, page: Int)? {
    guard offset >= 0, offset <= storage.length else { return nil }
    try ensureLayout(.characters(max(0, offset - 1)..<offset + 1))
    guard let page = live.pageIndex(at: offset),
      let line = try frame(forPageAt: page)?.line(at: offset, affinity: affinity)
    else { return nil }
    return (line, page)
  }

  private func neighbour(
    of line: TextLine, on page: Int, isBelow: Bool, x: Length
  ) throws -> TextLine? {
    let lines = try frame(forPageAt: page)?.lines ?? []
    let beyond = lines.filter {
      isBelow ? $0.rect.minY >= line.rect.maxY : $0.rect.maxY <= line.rect.minY
    }
    if let near = nearest(beyond, isBelow: isBelow, x: x) { return near }
    let range = line.characterRange
    try ensureLayout(
      .characters(
        isBelow
          ? range.upperBound..<range.upperBound + 1
          : max(0, range.lowerBound - 1)..<range.lowerBound))
    // Layout above the line may have changed its page's number.
    let page = live.pageIndex(at: range.lowerBound) ?? page
    let other = try frame(forPageAt: isBelow ? page + 1 : page - 1)
    return nearest(other?.lines ?? [], isBelow: isBelow, x: x)
  }

  /// The line of the nearest row that is nearest to an x. Of lines in the cells of tables, those of
  /// other columns do not count, nor do copies of a table's head.
  private func nearest(_ lines: [TextLine], isBelow: Bool, x: Length) -> TextLine? {
    func distance(_ line: TextLine) -> Length {
      max(0, line.rect.minX - x, x - line.rect.maxX + Length(rawValue: 1))
    }
    let reachable = self.lines(lines.filter { !$0.isRepeated }, reachableAt: x)
    let ordered = isBelow ? reachable : reachable.reversed()
    let near = ordered.min {
      isBelow ? $0.rect.minY < $1.rect.minY : $0.rect.maxY > $1.rect.maxY
    }
    guard let near else { return nil }
    return ordered.filter {
      isBelow ? $0.rect.minY < near.rect.maxY : $0.rect.maxY > near.rect.minY
    }.min { distance($0) < distance($1) }
  }

  /// The lines without those in cells of tables that are beside an x.
  func lines(_ lines: [TextLine], reachableAt x: Length) -> [TextLine] {
    guard storage.text.hasParagraphBlocks else { return lines }
    let reachable = lines.filter { $0.rect.minX <= x && x < $0.rect.maxX || !isInCell($0) }
    // In padding or between columns, the nearest cell counts.
    return reachable.contains(where: isInCell) ? reachable : lines
  }

  private func isInCell(_ line: TextLine) -> Bool {
    let style = storage.text.styles[Int(storage.text.paragraphs[line.paragraphIndex].style)]
    return style.paragraph?.textBlocks.contains { $0.cell != nil } ?? false
  }
}

extension LayoutManager {
  /// Moves one position to the left or right, as displayed. A walk from one end of the text to the
  /// other meets every position once: within a line in visual order, from line to line in the
  /// direction of the paragraph, and from paragraph to paragraph in the direction of the first one.
  private func besidePosition(
    _ offset: Int, on line: TextLine, toTheRight: Bool
  ) throws -> Int? {
    let places = line.caretPlaces(in: storage)
    // Inside a cluster, start from the position before the cluster.
    let place = places.filter { $0 <= offset }.max()
    if let place, let index = places.firstIndex(of: place) {
      let next = toTheRight ? index + 1 : index - 1
      if places.indices.contains(next) { return places[next] }
    }
    let paragraph = line.paragraphIndex
    let own = try beyond(line, isForward: toTheRight != line.isRightToLeft)
    if let own, own.paragraphIndex == paragraph {
      return own.edgePlace(storage, isLeft: toTheRight)
    }
    // Leaving the paragraph: follow the direction of the text.
    let isTextRight = try frame(forPageAt: 0)?.lines.first?.isRightToLeft ?? false
    let isForward = toTheRight != isTextRight
    let other = paragraph + (isForward ? 1 : -1)
    guard storage.text.paragraphs.indices.contains(other) else { return nil }
    // Enter the paragraph at the edge that the caret comes from: on its first or its last line.
    let range = storage.text.paragraphs[other].range
    guard let first = try laidLine(with: range.lowerBound) else { return nil }
    if first.isRightToLeft != toTheRight { return first.edgePlace(storage, isLeft: toTheRight) }
    let end = max(range.lowerBound, range.upperBound - 1)
    return try laidLine(with: end)?.edgePlace(storage, isLeft: toTheRight)
  }

  /// The next line of the text, or the one before.
  private func beyond(_ line: TextLine, isForward: Bool) throws -> TextLine? {
    let range = line.characterRange
    if isForward {
      let goesOn =
        range.upperBound < storage.length || storage.text.endsWithLineSeparator(range)
      return goesOn ? try laidLine(with: range.upperBound) : nil
    }
    return range.lowerBound > 0 ? try laidLine(with: range.lowerBound - 1) : nil
  }

  /// The line that holds the character at an offset, or the empty line there; nil for text that has
  /// no room in the containers.
  private func laidLine(with offset: Int) throws -> TextLine? {
    guard let line = try line(at: offset, .downstream)?.line else { return nil }
    let range = line.characterRange
    return range.contains(offset) || range.isEmpty && range.lowerBound == offset ? line : nil
  }
}

extension TextLine {
  fileprivate func caretPlaces(in storage: TextStorage) -> [Int] {
    // The position after a separator is on the empty line that follows it.
    let isLast = paragraphIndex == storage.text.paragraphs.count - 1
    return CaretStops(self).places(
      endsText: isLast && characterRange.upperBound == storage.length
        && !storage.text.endsWithLineSeparator(characterRange))
  }

  fileprivate func edgePlace(_ storage: TextStorage, isLeft: Bool) -> Int? {
    let places = caretPlaces(in: storage)
    return isLeft ? places.first : places.last
  }
}
