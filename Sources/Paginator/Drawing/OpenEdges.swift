/// The edges of the inline boxes that are open where a line begins. Lines that are asked for in their order
/// walk the edges of their paragraph once.
struct OpenEdges {
  /// That of the last line that was asked for; -1 before the first one.
  private var paragraph: Int32 = -1
  /// Where the last line begins.
  private var start: Int32 = 0
  /// The first edge that is not before the last line.
  private var next = 0
  private var open: [Int] = []

  /// The edges of the boxes that began on earlier lines, from the outermost in.
  mutating func before(_ line: LineFragment, in layout: ChapterLayout) -> [Int] {
    let edges = layout.text.inlineEdges
    if line.paragraph != paragraph || line.start <= start {
      paragraph = line.paragraph
      next = edges.partitioningIndex { $0.paragraph >= line.paragraph }
      open.removeAll(keepingCapacity: true)
    }
    start = line.start
    // An end at the line's beginning is that of a box in the line before, unless the line holds it.
    let own = layout.segments[line.segmentRange].prefix {
      $0.kind == .edge && $0.start == line.start
    }
    .map(\.word)
    while next < edges.count, edges[next].paragraph == line.paragraph {
      let edge = edges[next]
      guard
        edge.offset < line.start
          || edge.offset == line.start && !edge.isStart && !own.contains(Int32(next))
      else { break }
      if edge.isStart { open.append(next) } else { _ = open.popLast() }
      next += 1
    }
    return open
  }
}
