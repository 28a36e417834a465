/// The side of a text position on which a caret is shown, where the characters on the two sides are
/// not next to each other: at a soft line end, or where the direction changes.
public enum TextAffinity: String, Sendable {
  /// Next to the character before it.
  case upstream
  /// Next to the character after it.
  case downstream
}

/// The text at a point.
public struct TextHit: Hashable, Sendable {
  /// The grapheme cluster nearest to the point.
  public let characterRange: Range<Int>
  /// The position of the point across the cluster in reading direction, 0...1.
  public let fraction: Double
  /// Whether the point is on the cluster's line and within it.
  public let isInside: Bool

  /// The offset for a caret: before or after the cluster, whichever is nearer.
  public var insertionOffset: Int {
    fraction > 0.5 ? characterRange.upperBound : characterRange.lowerBound
  }
}

extension TextLine {
  /// The rectangles of a range on the line, from left to right; more than one if the direction
  /// changes inside the range.
  public func rects(for range: Range<Int>) -> [Rect] {
    var result: [Rect] = []
    for box in boxes where box.range.overlaps(range) {
      let rect = Rect(
        x: Length(rawValue: box.x), y: self.rect.minY, width: Length(rawValue: box.width),
        height: self.rect.height)
      if let last = result.last, last.maxX == rect.minX {
        result[result.count - 1] = last.union(rect)
      } else {
        result.append(rect)
      }
    }
    return result
  }

  /// The x of the caret before a character; at the line's end, after the last character.
  public func offset(forCharacterAt index: Int) -> Length {
    if let box = boxes.first(where: { $0.range.contains(index) }) {
      return Length(rawValue: box.isRightToLeft ? box.x + box.width : box.x)
    }
    guard let box = boxes.max(by: { $0.range.upperBound < $1.range.upperBound }) else {
      return usedRect.minX
    }
    return Length(rawValue: box.isRightToLeft ? box.x : box.x + box.width)
  }

  /// The x of the caret after a character.
  func offset(afterCharacterEndingAt index: Int) -> Length? {
    boxes.first { $0.range.upperBound == index }.map {
      Length(rawValue: $0.isRightToLeft ? $0.x : $0.x + $0.width)
    }
  }

  /// The character whose cluster is nearest to an x.
  public func hit(x: Length) -> TextHit? { hit(x: x, isInLine: true) }

  /// - Parameter isInLine: whether the place is between the top and the bottom of the line.
  fileprivate func hit(x: Length, isInLine: Bool) -> TextHit? {
    let x = x.rawValue
    let nearest = boxes.min { distance(x, $0) < distance(x, $1) }
    guard let box = nearest else {
      // A line without text still has a place for a caret.
      return TextHit(
        characterRange: characterRange.lowerBound..<characterRange.lowerBound, fraction: 0,
        isInside: false)
    }
    return TextHit(
      characterRange: box.range, fraction: box.fraction(at: x),
      isInside: isInLine && distance(x, box) == 0)
  }

  /// The text offset nearest to an x (`CTLineGetStringIndexForPosition`).
  public func index(forPosition x: Length) -> Int? { hit(x: x)?.insertionOffset }

  /// The distances of a point: from the line's rows, its rectangle and its text. The nearest line is the one with
  /// the least first distance, then the least second, then the least third.
  func distance(to point: Point) -> (Length, Length, Length) {
    (
      max(0, rect.minY - point.y, point.y - rect.maxY + Length(rawValue: 1)),
      max(0, rect.minX - point.x, point.x - rect.maxX),
      max(0, usedRect.minX - point.x, point.x - usedRect.maxX)
    )
  }

  private func distance(_ x: Int, _ box: CharacterBox) -> Int {
    max(0, box.x - x, x - box.x - box.width)
  }
}

extension TextFrame {
  /// The character nearest to a point; nil in a frame without text. A point belongs to the line
  /// whose rectangle contains it, descenders included, not to the nearest baseline (`TextKitRows.md`, E7). A hit on a
  /// copy of a table's head is one on its text.
  public func hit(_ point: Point) -> TextHit? { hit(point, among: lines) }

  func hit(_ point: Point, among lines: [TextLine]) -> TextHit? {
    guard let line = lines.min(by: { $0.distance(to: point) < $1.distance(to: point) }) else {
      return nil
    }
    return line.hit(x: point.x, isInLine: line.distance(to: point).0 == 0)
  }

  /// All rectangles of a range, line by line.
  public func rects(for range: Range<Int>) -> [Rect] {
    lines.filter { !$0.isRepeated && $0.characterRange.overlaps(range) }
      .flatMap { $0.rects(for: range) }
  }

  /// The smallest rectangle around a range.
  public func boundingRect(for range: Range<Int>) -> Rect { rects(for: range).union }

  /// The line that the caret at an offset is on.
  public func line(at offset: Int, affinity: TextAffinity = .downstream) -> TextLine? {
    if affinity == .upstream, let line = line(endingAt: offset) { return line }
    return lines.last { !$0.isRepeated && $0.characterRange.contains(offset) }
      ?? line(endingAt: offset)
  }

  private func line(endingAt offset: Int) -> TextLine? {
    lines.last { !$0.isRepeated && $0.characterRange.upperBound == offset }
  }

  /// A caret, as high as its line and without width.
  ///
  /// - Parameter affinity: nil for the one position that `LayoutManager.position(from:moving:x:)`
  ///   uses for an offset: at a soft line end, the start of the next line; where the direction
  ///   changes, the edge of the character whose direction is closer to the paragraph's.
  public func caretRect(at offset: Int, affinity: TextAffinity? = nil) -> Rect? {
    guard let line = line(at: offset, affinity: affinity ?? .downstream) else { return nil }
    let x: Length
    if let affinity {
      let isBehind = affinity == .upstream || offset >= line.characterRange.upperBound
      x =
        (isBehind ? line.offset(afterCharacterEndingAt: offset) : nil)
        ?? line.offset(forCharacterAt: offset)
    } else {
      x = CaretStops(line).x(of: offset) ?? line.offset(forCharacterAt: offset)
    }
    return Rect(x: x, y: line.rect.minY, width: 0, height: line.rect.height)
  }
}
