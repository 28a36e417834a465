/// Where a caret goes when it is moved as it is seen: up and down a line, left and right.
public enum CaretMovement: String, Sendable { case up, down, left, right }

extension LayoutManager {
  /// The text of the line that a caret stands on; nil outside the text.
  public func lineRange(
    at offset: Int, affinity: TextAffinity = .downstream
  ) throws -> Range<Int>? {
    try line(at: offset, affinity)?.line.characterRange
  }

  /// The token of a granularity that holds an offset, lines among them; nil outside the text.
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

  /// Where a caret comes to stand; nil at the edge of the text.
  ///
  /// - Parameter x: where it would like to stand across, when it goes up and down; nil for where it
  ///   stands.
  public func position(
    from offset: Int, moving movement: CaretMovement, x: Length? = nil
  ) throws -> Int? {
    guard let (line, page) = try line(at: offset, .downstream) else { return nil }
    switch movement {
    case .left, .right:
      let next = line.position(from: offset, toTheRight: movement == .right)
      if let next { return next }
      // Beyond the line's edge: the line before it or behind it.
      let forward = (movement == .right) != line.isRightToLeft
      return TextTokenizer(storage.text).position(
        from: offset, toBoundary: .character, in: forward ? .forward : .backward)
    case .up, .down:
      let x = x ?? line.offset(forCharacterAt: offset)
      guard let next = try neighbour(of: line, on: page, isBelow: movement == .down) else {
        return nil
      }
      let found = next.index(forPosition: x) ?? next.characterRange.lowerBound
      // The end of a line that goes on is the next one's beginning.
      guard found >= next.characterRange.upperBound, !next.isLastOfParagraph else { return found }
      return TextTokenizer(storage.text).position(
        from: next.characterRange.upperBound, toBoundary: .character, in: .backward)
    }
  }

  private func line(
    at offset: Int, _ affinity: TextAffinity
  ) throws -> (line: TextLine, page: Int)? {
    try ensureLayout()
    guard offset >= 0, offset <= storage.length, let page = live.pageIndex(at: offset),
      let line = try frame(forContainerAt: page)?.line(at: offset, affinity: affinity)
    else { return nil }
    return (line, page)
  }

  private func neighbour(of line: TextLine, on page: Int, isBelow: Bool) throws -> TextLine? {
    let lines = try frame(forContainerAt: page)?.lines ?? []
    let beyond = lines.filter {
      isBelow ? $0.rect.minY >= line.rect.maxY : $0.rect.maxY <= line.rect.minY
    }
    if let near = isBelow ? beyond.first : beyond.last { return near }
    let other = try frame(forContainerAt: isBelow ? page + 1 : page - 1)
    return isBelow ? other?.lines.first : other?.lines.last
  }
}

extension TextLine {
  /// Where a caret comes to stand that is moved over one character as it is seen; nil at the edge.
  fileprivate func position(from offset: Int, toTheRight: Bool) -> Int? {
    let x = self.offset(forCharacterAt: offset).rawValue
    let next =
      toTheRight
      ? boxes.first { $0.x >= x && $0.x + $0.width > x }
      : boxes.last { $0.x + $0.width <= x && $0.x < x }
    guard let next else { return nil }
    let found =
      toTheRight == next.isRightToLeft ? next.range.lowerBound : next.range.upperBound
    return found == offset ? nil : found
  }
}
