/// The indents of the lines of preformatted text. What has no room in a line goes on at the indent of the line
/// (`pre-scale-min`): to the left of it, it would look like a line of its own.
struct KeptIndents {
  private struct Line {
    let start: Int32
    let indent: Int
  }

  /// Where text begins after an indent that is kept: a line with nothing but the indent would look empty.
  private var textStarts: Set<Int32> = []

  private var lines: [Line] = []
  /// The widest indent.
  private(set) var most = 0

  /// - Parameter measure: of which an indent takes half at most.
  /// - Returns: nil if no line is indented.
  init?(_ segments: ArraySlice<Segment>, measure: Int) {
    guard !CandidateBuilder.Division.isEndless(measure), var start = segments.first?.start else {
      return nil
    }
    var indent = 0
    var isInside = false
    for segment in segments {
      switch segment.kind {
      case .space, .noBreakSpace, .tab:
        if !isInside { indent += segment.width }
      case .word, .attachment:
        if !isInside, indent > 0, indent <= measure / 2 { textStarts.insert(segment.start) }
        isInside = true
      case .edge: break
      case .lineBreak:
        append(start, min(indent, measure / 2))
        (start, indent, isInside) = (segment.end, 0, false)
      }
    }
    append(start, min(indent, measure / 2))
    guard most > 0 else { return nil }
  }

  private mutating func append(_ start: Int32, _ indent: Int) {
    most = max(most, indent)
    if indent != lines.last?.indent ?? 0 { lines.append(Line(start: start, indent: indent)) }
  }

  /// The indent of a line that begins at a break.
  func indent(after candidate: BreakCandidate) -> Int {
    guard !candidate.isForced else { return 0 }
    // A break at the start of a line is at the end of the one before it.
    let next = lines.partitioningIndex { $0.start >= candidate.offset }
    return next > 0 ? lines[next - 1].indent : 0
  }

  /// Makes the lines that begin at the candidates narrower, and removes those after an indent.
  func add(to candidates: inout [BreakCandidate]) {
    candidates.removeAll { !$0.isForced && textStarts.contains($0.offset) }
    for index in candidates.indices {
      candidates[index].widthAfter -= indent(after: candidates[index])
    }
  }
}
