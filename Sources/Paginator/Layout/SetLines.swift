/// Lines that are set, with all that belongs to them: the lines of a paragraph, a box or a table. What is
/// set only to be measured is dropped as a whole, with its findings.
struct SetLines {
  /// Their `firstSegment` is an index into `segments`.
  var lines: [LineFragment] = []
  var segments: [Segment] = []
  /// The images and boxes in them, by their indices in the text.
  var attachments: [Int32: AttachmentLayout] = [:]
  /// What was found while they were set.
  var findings = FindingList()
  /// The first place of each word that has findings about its fonts.
  var notableWords: [Int32: Int32] = [:]
  /// The number of glyphs; counted only for a delegate that spaces lines.
  var glyphCount = 0
  /// The positioned boxes in them whose offsets refer to a block around their flow.
  var awaiting: [AwaitingBox] = []
  /// How they were chosen, by paragraph; recorded only for `dump breaks`.
  var outcomes: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []

  /// Appends other lines with all that belongs to them.
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
    for var box in other.awaiting {
      box.line += first
      awaiting.append(box)
    }
    appendRecord(of: other)
    return first..<lines.count
  }

  /// Takes over all but lines and segments.
  private mutating func appendRecord(of other: SetLines) {
    if !other.attachments.isEmpty { attachments.merge(other.attachments) { $1 } }
    if !other.findings.all.isEmpty { findings.append(ofPart: other.findings.all) }
    if !other.notableWords.isEmpty { notableWords.merge(other.notableWords, uniquingKeysWith: min) }
    if !other.outcomes.isEmpty { outcomes += other.outcomes }
    glyphCount += other.glyphCount
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
