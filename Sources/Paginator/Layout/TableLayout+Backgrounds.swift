/// The backgrounds of columns, row groups and rows (CSS 2, section 17.5.1), and their borders where there
/// are no cells.
extension TableLayout {
  /// Appends them from back to front. They are behind cells only: the spacing shows the table's own
  /// background. Behind a cell that spans rows or columns, it is those of its first ones.
  ///
  /// - Parameters:
  ///   - height: the height of the row.
  ///   - cellHeights: the heights of the row's cells.
  ///   - isSpanned: whether a cell of an earlier row reaches into this one.
  func appendGroupBoxes(
    _ row: Int, height: Int, cellHeights: [Int], isSpanned: Bool, _ place: ColumnPlaces,
    _ content: inout BoxContent
  ) {
    let cells = grid.cells(of: row)
    let hasSpans =
      isSpanned || cells.contains { grid.cells[$0].rows > 1 || grid.cells[$0].columns > 1 }
    func append(_ block: Int32, _ columns: Range<Int>, _ height: Int) {
      guard !text.box(of: block).background.isTransparent, !columns.isEmpty else { return }
      var fragment = BoxFragment(
        block: block, x: place.start(of: columns), y: 0, width: place.width(of: columns),
        height: height, hasTop: false, hasBottom: false)
      fragment.hasLeft = false
      fragment.hasRight = false
      content.boxes.append(fragment)
    }
    func appendBehindCells(_ block: (TableGrid.Cell) -> Int32?) {
      for (index, height) in zip(cells, cellHeights) {
        let cell = grid.cells[index]
        if let block = block(cell) { append(block, grid.columns(of: cell), height) }
      }
    }
    if hasSpans {
      appendBehindCells {
        grid.columnBlocks.indices.contains($0.column) ? grid.columnBlocks[$0.column] : nil
      }
    } else {
      for column in 0..<min(grid.columnBlocks.count, grid.columnCount) {
        append(grid.columnBlocks[column], column..<column + 1, height)
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
