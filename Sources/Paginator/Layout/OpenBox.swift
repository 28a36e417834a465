/// A box that has opened above a row and is not closed yet.
struct OpenBox {
  let block: Int32
  /// Where the part that is being filled begins, in 1/1024 points.
  var y: Int
  /// Whether the box begins there.
  var hasTop: Bool
}

extension [OpenBox] {
  /// Opens the box of an edge above a row, or closes it.
  /// - Parameters:
  ///   - above: the bottom of the row before the gap.
  ///   - below: the top of the row after it.
  /// - Returns: the box that is closed.
  mutating func pass(_ edge: BlockEdge, above: Int, below: Int) -> OpenBox? {
    switch edge.kind {
    case .top:
      append(OpenBox(block: edge.block, y: below - edge.distance, hasTop: true))
      return nil
    case .bottom: return lastIndex { $0.block == edge.block }.map { remove(at: $0) }
    case .empty: return OpenBox(block: edge.block, y: above + edge.distance, hasTop: true)
    }
  }
}

extension BlockGeometry {
  /// The part of a box that ends at a height; nil if the box's width is not known.
  func fragment(of box: OpenBox, to bottom: Int, hasBottom: Bool) -> BoxFragment? {
    fragment(
      of: box.block, from: box.y, to: bottom, hasTop: box.hasTop, hasBottom: hasBottom)
  }
}
