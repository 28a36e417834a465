/// Edges of inline boxes on each of their lines.
extension CandidateBuilder {
  /// Makes room for the edges of divided boxes at the end of a line and at the beginning of the next.
  mutating func cloneEdges() {
    var clones = ClonedEdges(shaper)
    for index in candidates.indices {
      clones.move(to: candidates[index].offset)
      for box in clones.open {
        candidates[index].widthBefore += box.endWidth
        candidates[index].widthAfter -= box.startWidth
      }
    }
  }
}
