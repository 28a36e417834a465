/// Places the segments of a line from left to right in visual order (UAX #9, rule L2), with the
/// space that justification adds to spaces and letters. Reuse one placer for many lines.
struct SegmentPlacer {
  struct Place {
    var x = 0
    var width = 0
  }

  /// The place of every segment of the line, in logical order.
  private(set) var places: [Place] = []
  /// The indices of the segments in visual order; empty if that is the logical order.
  private(set) var order: [Int] = []
  /// The index of the first segment that hangs, and the paragraph's embedding level.
  private var hangsFrom = 0
  private var paragraphLevel: UInt8 = 0

  /// - Parameters:
  ///   - originX: the left edge of the container.
  ///   - clusterCount: returns the number of clusters in a word, for spaced letters.
  mutating func place(
    _ line: LineFragment, in layout: ChapterLayout, originX: Int, clusterCount: (Segment) -> Int
  ) {
    let segments = layout.segments
    let range = line.segmentRange
    let first = range.lowerBound
    var visibleEnd = range.upperBound
    while visibleEnd > range.lowerBound, layout.isInvisible(segments[visibleEnd - 1]) {
      visibleEnd -= 1
    }
    let hanging = line.flags.contains(.keepsTrailingSpace) ? range.upperBound : visibleEnd
    let visible = first..<hanging
    order.removeAll(keepingCapacity: true)
    if visible.contains(where: { segments[$0].level != 0 || layout.isReversed(segments[$0]) }) {
      order = Self.visualOrder(segments[visible], layout.text)
    }
    hangsFrom = visible.count
    paragraphLevel = line.flags.contains(.isRightToLeft) ? 1 : 0
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(Place(), count: range.count))
    var x = originX + line.usedX
    var spaces = 0
    for position in 0..<visible.count {
      let offset = order.isEmpty ? position : order[position]
      let segment = segments[first + offset]
      // A space that hangs is as wide as it is.
      let hangs = first + offset >= visibleEnd && segment.kind != .word
      let width =
        hangs
        ? segment.width
        : line.justifiedWidth(of: segment, &spaces, clusterCount: clusterCount(segment))
      places[offset] = Place(x: x, width: width)
      x += width
    }
    hang(hanging..<range.upperBound, of: line, segments, first, originX: originX, end: x)
  }

  private static func visualOrder(
    _ segments: ArraySlice<Segment>, _ text: AttributedText
  ) -> [Int] {
    guard segments.contains(where: { $0.kind == .edge && $0.word >= 0 }) else {
      return Bidi.visualOrder(segments.map(\.level))
    }
    let roles = segments.map { segment -> InlineEdgeOrder.Role in
      if segment.isEmbeddingControl(in: text.units) { return .control }
      guard segment.kind == .edge, segment.word >= 0 else { return .content }
      let edge = text.inlineEdges[Int(segment.word)]
      return .edge(InlineEdgeOrder.Edge(isStart: edge.isStart, isLeft: text.isLeft(edge)))
    }
    return InlineEdgeOrder.order(levels: segments.map(\.level), roles)
  }

  /// Places the spaces removed at the line's end after that end, on the side to which the paragraph
  /// runs (UAX #9, rule L1).
  private mutating func hang(
    _ range: Range<Int>, of line: LineFragment, _ segments: [Segment], _ first: Int, originX: Int,
    end: Int
  ) {
    let isRight = line.flags.contains(.isRightToLeft)
    var x = isRight ? originX + line.usedX : end
    for index in range {
      let width = segments[index].width
      // A box that ends after a removed space ends where the line ends.
      if segments[index].kind == .edge {
        places[index - first] = Place(x: isRight ? originX + line.usedX : end, width: 0)
        continue
      }
      if isRight { x -= width }
      places[index - first] = Place(x: x, width: width)
      if !isRight { x += width }
    }
    guard !order.isEmpty || isRight, !range.isEmpty else { return }
    if order.isEmpty { order = Array(0..<range.lowerBound - first) }
    let own = range.map { $0 - first }
    order = isRight ? own.reversed() + order : order + own
  }

  /// The embedding level of a segment of the line; the paragraph's level for a segment that hangs.
  func level(of segment: Segment, at offset: Int) -> UInt8 {
    offset < hangsFrom ? segment.level : paragraphLevel
  }

  /// Whether a segment of the line is a space that was removed at its end.
  func hangs(at offset: Int) -> Bool { offset >= hangsFrom }

  /// The visual place of every segment of a line, where directional controls are not counted; empty
  /// if that is its place in the text.
  func ranks(of line: LineFragment, in layout: ChapterLayout) -> [Int] {
    guard !order.isEmpty else { return [] }
    var ranks = Array(repeating: 0, count: places.count)
    var rank = 0
    for offset in order {
      ranks[offset] = rank
      let segment = layout.segments[Int(line.firstSegment) + offset]
      if !segment.isEmbeddingControl(in: layout.text.units) { rank += 1 }
    }
    return ranks
  }

  /// The indices of the segments from left to right.
  var visualOrder: [Int] { order.isEmpty ? Array(places.indices) : order }
}

extension ChapterLayout {
  /// Whether nothing of a segment is in its line at the line's end: a space, a directional control, the place
  /// of a box that is out of the flow, or where a box without an edge begins or ends.
  fileprivate func isInvisible(_ segment: Segment) -> Bool {
    switch segment.kind {
    case .space: true
    case .edge: segment.width == 0
    case .word: segment.isEmbeddingControl(in: text.units)
    default: text.isOutOfFlow(segment)
    }
  }

  /// Whether a segment is an edge on the side of its box that is not where it is in the text.
  fileprivate func isReversed(_ segment: Segment) -> Bool {
    guard segment.kind == .edge, segment.word >= 0 else { return false }
    let edge = text.inlineEdges[Int(segment.word)]
    return text.isLeft(edge) != edge.isStart
  }
}
