/// Blocks without lines, through which margins collapse (CSS 2, section 8.3.1).
extension BlockGeometry {
  /// The empty blocks in one block since the previous row.
  struct EmptyBlocks {
    /// Their margins, and those of the blocks that hold nothing else.
    var margins = CollapsedMargin()
    /// Those with something to draw around them, with the margins that are only above each.
    fileprivate var drawn: [(block: Int32, above: CollapsedMargin)] = []
    fileprivate var found: Set<Int32> = []

    /// - Parameters:
    ///   - top: the distance from the row before the gap to the margins.
    ///   - margins: those that collapse with the first one.
    func edges(below top: Int, _ margins: CollapsedMargin) -> [BlockEdge] {
      drawn.map { block, above in
        var margins = margins
        margins.add(above)
        return BlockEdge(block: block, kind: .empty, distance: top + margins.take())
      }
    }
  }

  /// The empty blocks since the previous row, and the blocks that hold nothing else, by the innermost block
  /// around them that a row is in.
  mutating func emptyBlocks(
    between old: [Int32], _ new: [Int32], root: Int32, _ containerWidth: Int
  ) -> [Int32: EmptyBlocks] {
    guard !emptyBlocks.isEmpty else { return [:] }
    let kept = Set(old + new)
    var result: [Int32: EmptyBlocks] = [:]
    for empty in emptyBlocks {
      let chain = text.blocks(around: empty, within: root).prefix { !kept.contains($0) }
      var (above, below) = (CollapsedMargin(), CollapsedMargin())
      for block in chain {
        let own = text.box(of: block).margins(against: aroundWidth(of: block, containerWidth))
        above.add(own.top)
        if !openEmptyBlocks.contains(block) { below.add(own.bottom) }
      }
      let outer = chain.last.map { text.blocks[Int($0)].parent } ?? empty
      // Taken out, so that its list is not copied for every block.
      var own = result.removeValue(forKey: outer) ?? EmptyBlocks()
      above.add(own.margins)
      for block in chain.reversed() where text.box(of: block).isDrawnAround {
        guard own.found.insert(block).inserted else { continue }
        _ = frame(of: block, containerWidth: containerWidth)
        own.drawn.append((block, above))
      }
      own.margins = above
      own.margins.add(below)
      result[outer] = own
    }
    return result
  }
}
