/// The room that a block with columns has for a part of its content.
struct ColumnRoom {
  /// What is left of the block's height, in 1/1024 points; nil where that is not given.
  let height: Int?
  /// How high the rules between the columns are at least: as high as the rest of a block with a height.
  let ruleHeight: Int
  /// Whether its columns are filled one after the other.
  let fillsInOrder: Bool
  /// The left edge of the page, from that of the flow.
  let start: Int
  /// The right edge of the page, from the left edge of the flow.
  let end: Int

  /// A bound for hostile input.
  static let mostColumns = 256
}

extension Flow {
  /// The room for the content of a block with columns, from the current point on.
  /// - Parameters:
  ///   - gap: the space above the content.
  ///   - isLast: whether nothing in the block spans the columns below this content. What is above such a block
  ///     is balanced in any case (CSS Multi-column Layout 1, section 7.1).
  mutating func room(forColumnsOf block: Int32, after gap: Gap, isLast: Bool) -> ColumnRoom {
    let box = text.box(of: block)
    let around = definiteHeight(of: text.blocks[Int(block)].parent)
    let edges = geometry.edges(of: block, containerWidth: width)
    let heights = [box.height, box.maxHeight].compactMap {
      resolved($0, around).map { box.contentSize($0, edges: edges.vertical) }
    }
    var height = heights.min()
    if let first = sized.first(where: { $0.block == block })?.row, first < rows.count {
      var used = gap.total
      for index in first..<rows.count where !rows[index].isPositioned {
        used += rows[index].height + (index > first ? rows[index].gap.total : 0)
      }
      height = height.map { max(0, $0 - used) }
    }
    let page = max(width, root >= 0 ? setter.pageWidth ?? 0 : 0)
    // A block that is moved aside has the room beside its new place.
    let shift = geometry.shift(of: block, containerWidth: width, page: pageHeight).x
    return ColumnRoom(
      height: height, ruleHeight: isLast && !box.height.isAuto ? height ?? 0 : 0,
      fillsInOrder: isLast && box.columns?.fillsInOrder ?? false,
      start: -context.start - shift, end: page - context.start - shift)
  }

  /// Whether a column may end inside a row: the empty rest of a block with a height.
  func mayEndColumn(inside index: Int) -> Bool {
    let row = rows[index]
    return row.fillsFrom >= 0 && row.height > 0 && row.lineCount + row.boxCount == 0
      && !row.isPositioned
  }

  /// Whether a block, or one around it, is kept in one column.
  /// - Parameter outer: a block around it, which does not count.
  func isKeptInColumn(_ block: Int32, within outer: Int32? = nil) -> Bool {
    text.blocks(around: block, within: outer ?? root).contains { text.box(of: $0).isKeptInColumn }
  }
}
