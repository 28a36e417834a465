/// The indents of the lines of preformatted text. What has no room in a line goes on at the indent of the line
/// (`pre-scale-min`): to the left of it, it would look like a line of its own.
struct KeptIndents {
  private struct Line {
    let start: Int32
    let indent: Int
  }

  /// A line while its segments are read.
  private struct OpenLine {
    let start: Int32
    var indent = 0
    /// Where its text begins; -1 without text so far.
    var textStart: Int32 = -1
    /// The width of the last text without a space, and of the widest one that fits in the measure.
    var piece = 0
    var widest = 0
  }

  private var lines: [Line] = []
  /// Where text begins after an indent that is kept: a line with nothing but the indent would look empty.
  private var textStarts: Set<Int32> = []
  /// The widest indent.
  private(set) var most = 0
  private let measure: Int
  /// The widest indent that leaves enough of the measure.
  private let limit: Int

  /// The room that an indent leaves, in ems: of ten letters of a monospaced font.
  private static let leastRoom = 6

  /// - Parameter em: the size of the text.
  /// - Returns: nil if no line is indented.
  init?(_ segments: ArraySlice<Segment>, measure: Int, em: Int) {
    guard !CandidateBuilder.Division.isEndless(measure), let first = segments.first else {
      return nil
    }
    self.measure = measure
    limit = max(0, min(measure / 2, measure - Self.leastRoom * em))
    var line = OpenLine(start: first.start)
    for segment in segments {
      switch segment.kind {
      case .space, .noBreakSpace, .tab:
        if line.textStart < 0 { line.indent += segment.width }
        line.piece = 0
      case .word, .attachment:
        if line.textStart < 0 { line.textStart = segment.start }
        line.piece += segment.width
        if line.piece <= measure { line.widest = max(line.widest, line.piece) }
      case .edge: break
      case .lineBreak:
        append(line)
        line = OpenLine(start: segment.end)
      }
    }
    append(line)
    guard most > 0 else { return nil }
  }

  /// Keeps the indent of a line, unless it leaves too little room: words that fit in the measure are not cut.
  private mutating func append(_ line: OpenLine) {
    let indent = min(line.indent, limit, max(0, measure - line.widest))
    most = max(most, indent)
    if indent > 0, indent == line.indent, line.textStart >= 0 { textStarts.insert(line.textStart) }
    if indent != lines.last?.indent ?? 0 { lines.append(Line(start: line.start, indent: indent)) }
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

extension TextProperties {
  /// Whether text is preformatted, and what is folded goes on at the indent of its line.
  var keepsIndents: Bool {
    preScaleMin != nil && whiteSpace.isPreformatted
      && !(whiteSpace.wraps && scalesOnlyUnwrapped == true)
  }
}
