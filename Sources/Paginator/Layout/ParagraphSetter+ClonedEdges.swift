/// Edges of inline boxes on each of their lines.
extension ParagraphSetter {
  /// Adds the edges of the boxes that go on from the line before, and of those that go on to the next.
  mutating func addClonedEdges(
    from first: Int, to end: Int32, _ clones: inout ClonedEdges?
  ) {
    guard clones != nil, first < result.segments.count else { return }
    let opened = clones?.open ?? []
    let before = opened.map { edge($0.start, width: $0.startWidth, like: result.segments[first]) }
    result.segments.insert(contentsOf: before, at: first)
    clones?.move(to: end)
    var last = result.segments.count
    while last > first + before.count, result.segments[last - 1].kind == .space { last -= 1 }
    guard let neighbour = result.segments[first..<last].last else { return }
    let after = (clones?.open ?? []).reversed().compactMap { box in
      box.end.map { edge($0, width: box.endWidth, like: neighbour, isAfter: true) }
    }
    result.segments.insert(contentsOf: after, at: last)
  }

  private func edge(
    _ index: Int, width: Int, like neighbour: Segment, isAfter: Bool = false
  ) -> Segment {
    Segment(
      kind: .edge, level: neighbour.level, start: isAfter ? neighbour.end : neighbour.start,
      length: 0, word: Int32(index), style: text.inlineEdges[index].style, width: width)
  }
}
