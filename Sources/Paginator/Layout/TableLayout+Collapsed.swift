/// `visibility: collapse` of rows and columns, which takes their room away and changes nothing else
/// in the table (CSS 2, section 17.5.5).
extension TableLayout {
  /// Whether a row or its group is collapsed.
  func isCollapsed(row: Int) -> Bool {
    isCollapsed(block: grid.rowBlocks[row]) || isCollapsed(block: group(ofRow: row))
  }

  /// Whether a column or its group is collapsed.
  func isCollapsed(column: Int) -> Bool {
    guard column < grid.columnBlocks.count else { return false }
    return isCollapsed(block: grid.columnBlocks[column])
  }

  private func isCollapsed(block: Int32) -> Bool {
    block != table && text.style(of: block).text.visibility == .collapse
  }

  /// Whether a cell reaches into a collapsed row or column, where its content is cut off.
  func isCut(_ cell: TableGrid.Cell) -> Bool {
    let columns = grid.columns(of: cell)
    let rows = grid.rows(of: cell)
    return columns.count > 1 && columns.contains(where: isCollapsed(column:))
      || rows.count > 1 && rows.contains(where: isCollapsed(row:))
  }

  /// The width by which the collapsed columns make the table narrower.
  func collapsedWidth(of columns: [Int]) -> Int {
    columns.indices.reduce(0) { $0 + (isCollapsed(column: $1) ? columns[$1] + spacing : 0) }
  }
}
