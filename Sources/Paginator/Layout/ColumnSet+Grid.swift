/// The baselines of columns next to each other (CSS Line Grid 1, section 3): their lines are in register.
extension ColumnSet {
  /// How far a row at `top` must move down to be on the grid; nil for a row that is not on it.
  func distanceToGrid(_ row: Row, at top: Int) -> Int? {
    guard let grid, let baseline = grid.baseline(of: row, in: column) else { return nil }
    return grid.distance(below: top + baseline - shiftOfGrid(grid))
  }

  /// How far the grid is moved down: text that begins the block is where its margin puts it, and the other
  /// columns follow.
  private func shiftOfGrid(_ grid: BaselineGrid) -> Int {
    guard let first = column.rows.first, let baseline = grid.baseline(of: first, in: column) else {
      return 0
    }
    return first.gap.total + baseline - grid.phase
  }

  /// The most that the grid adds to the rows from one on.
  func gridSpace(from start: Int) -> Int { (grid?.step ?? 0) * (rowCount - start) }

  /// Divides the space that the grid adds below rows that are not on it: half of it goes above them.
  /// - Parameter rows: those between two rows on the grid, as indices of the column's `tops`.
  func share(_ added: Int, with rows: Range<Int>?, in column: inout Column) {
    guard added > 0, let rows else { return }
    for index in rows { column.tops[index] += added / 2 }
  }
}
