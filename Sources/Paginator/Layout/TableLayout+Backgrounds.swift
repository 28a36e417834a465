/// The backgrounds of columns, row groups and rows (CSS 2, section 17.5.1), and their borders where there
/// are no cells.
extension TableLayout {
  /// Appends them from back to front. They are behind cells only: the spacing shows the table's own
  /// background. Behind a cell that spans rows or columns, it is those of its first ones.
  ///
  /// - Parameters:
  ///   - set: the rows of the table.
  ///   - cellHeights: the heights of the row's cells.
  ///   - isSpanned: whether a cell of an earlier row reaches into this one.
  func appendGroupBoxes(
    _ row: Int, in set: SetRows, cellHeights: [Int], isSpanned: Bool, _ place: ColumnPlaces,
    _ content: inout BoxContent
  ) {
    let cells = grid.cells(of: row)
    let height = set.heights[row]
    let hasSpans =
      isSpanned || cells.contains { grid.cells[$0].rows > 1 || grid.cells[$0].columns > 1 }
    func append(_ block: Int32, _ columns: Range<Int>, _ height: Int) {
      let box = text.box(of: block)
      guard box.hasBackground, !columns.isEmpty else { return }
      var fragment = BoxFragment(
        block: block, x: place.start(of: columns), y: 0, width: place.width(of: columns),
        height: height, hasTop: false, hasBottom: false)
      fragment.hasLeft = false
      fragment.hasRight = false
      if box.hasPicture {
        fragment.pictureArea = pictureArea(of: block, columns, row, set, place)
      }
      content.boxes.append(fragment)
    }
    func appendBehindCells(_ block: (TableGrid.Cell) -> Int32?) {
      for (index, height) in zip(cells, cellHeights) {
        let cell = grid.cells[index]
        if let block = block(cell) { append(block, grid.columns(of: cell), height) }
      }
    }
    for find in [grid.group(ofColumn:), grid.block(ofColumn:)] {
      if hasSpans {
        appendBehindCells { find($0.column) }
        continue
      }
      for column in 0..<min(grid.columnBlocks.count, grid.columnCount) {
        guard let block = find(column) else { continue }
        append(block, column..<column + 1, height)
      }
    }
    let block = grid.rowBlocks[row]
    let owners =
      block == table ? [] : [text.blocks[Int(block)].parent, block].filter { $0 > table }
    for owner in owners {
      if spacing == 0, !hasSpans {
        append(owner, 0..<grid.columnCount, height)
      } else {
        appendBehindCells { _ in owner }
      }
    }
  }

  /// Where the background images of a row, a group of rows or a column are placed.
  /// - Parameters:
  ///   - columns: those behind which a part of it is drawn; the area is from its top left corner.
  ///   - row: the row in which that part is.
  private func pictureArea(
    of block: Int32, _ columns: Range<Int>, _ row: Int, _ set: SetRows, _ place: ColumnPlaces
  ) -> Rect {
    var (across, down) = (0..<grid.columnCount, row..<row + 1)
    switch text.blocks[Int(block)].kind {
    case .column:
      let group = grid.columns(ofGroup: block)
      // Where a cell spans columns, it is on the area of its first one.
      across = group.isEmpty ? columns.lowerBound..<columns.lowerBound + 1 : group
      down = 0..<grid.rowCount
    case .rowGroup: down = set.groups[block] ?? down
    default: break
    }
    let (top, bottom) = (set.tops[down.lowerBound], set.tops[down.upperBound])
    return Rect(
      raw: place.start(of: across) - place.start(of: columns), top - set.tops[row],
      place.width(of: across), max(0, bottom - top - rowSpacing))
  }

  /// The rows of each group that has a background image or is positioned.
  func placedGroups() -> [Int32: Range<Int>] {
    var groups: [Int32: Range<Int>] = [:]
    for row in 0..<grid.rowCount {
      let group = group(ofRow: row)
      guard group != table else { continue }
      let box = text.box(of: group)
      guard box.hasPicture || box.position != .static else { continue }
      groups[group] = (groups[group]?.lowerBound ?? row)..<row + 1
    }
    return groups
  }

  /// Appends the collapsed borders of a row at places without cells.
  func appendGaps(
    _ row: Int, height: Int, _ place: ColumnPlaces, _ content: inout BoxContent
  ) {
    guard let borders, grid.rowBlocks[row] != table, !isCollapsed(row: row) else { return }
    for gap in borders.gaps(of: row) {
      var fragment = BoxFragment(
        block: grid.rowBlocks[row], x: place.start(of: gap.columns), y: 0,
        width: place.width(of: gap.columns), height: height, hasTop: true, hasBottom: true)
      fragment.collapse(to: gap.sides)
      content.boxes.append(fragment)
    }
  }
}
