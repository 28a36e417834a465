/// Lines that are set, with the segments that they consist of: the lines of a paragraph, a box or a
/// table.
struct SetLines {
  /// Their `firstSegment` is an index into `segments`.
  var lines: [LineFragment] = []
  var segments: [Segment] = []

  /// Appends other lines with their segments.
  /// - Returns: their indices.
  @discardableResult
  mutating func append(_ other: SetLines) -> Range<Int> {
    let first = lines.count
    let base = Int32(segments.count)
    segments += other.segments
    // No reserveCapacity: it allocates exactly that much, so that every paragraph would copy all.
    for var line in other.lines {
      line.firstSegment += base
      lines.append(line)
    }
    return first..<lines.count
  }

  /// Removes a line and all lines after it.
  mutating func removeLines(from index: Int) {
    guard index < lines.count else { return }
    segments.removeSubrange(Int(lines[index].firstSegment)...)
    lines.removeSubrange(index...)
  }

  /// Replaces a line by another one, which is set alone.
  mutating func replaceLine(at index: Int, with other: SetLines) {
    let place = append(other)
    guard !place.isEmpty else { return }
    lines[index] = lines[place.lowerBound]
    lines.removeSubrange(place)
  }

  /// A copy, moved by a distance.
  func moved(x: Int, y: Int) -> SetLines {
    var moved = self
    for index in lines.indices { moved.lines[index] = lines[index].moved(x: x, y: y) }
    return moved
  }

  /// A copy that is not drawn.
  var hidden: SetLines {
    var hidden = self
    for index in lines.indices { hidden.lines[index].flags.insert(.isOffPage) }
    return hidden
  }

  func segments(of line: LineFragment) -> ArraySlice<Segment> {
    segments[line.segmentRange]
  }
}
