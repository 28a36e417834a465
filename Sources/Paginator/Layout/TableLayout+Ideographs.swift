/// Columns of text that has no spaces between words.
///
/// Such text breaks after any character, so the least width of its column is that of one ideograph. Beside columns
/// of long text, hardly more would be left of it (CSS Tables 3, section 3.9.3.2): one ideograph on each line.
extension TableLayout {
  /// How many ideographs a line of a cell should have, as many as a short word of letters has width.
  private static let leastCount = 4

  /// The width of a few ideographs of a cell, with the cell's edges; 0 for a cell without them.
  func ideographWidth(of cell: TableGrid.Cell, edges: Int) -> Int {
    let sizes = cell.paragraphs.lazy.map { text.paragraphs[$0] }
      .filter { text.isIdeographic($0) }
      .map { text.styles[Int($0.style)].text.font.size.rawValue }
    return sizes.max().map { $0 * Self.leastCount + edges } ?? 0
  }

  /// The least widths of columns, with room for a few ideographs in as many columns as possible that have no
  /// width of their own.
  ///
  /// - Parameter target: the width of all columns.
  func withIdeographs(_ least: [Int], _ target: Int, _ shares: [Double]) -> [Int] {
    guard grid.cells.contains(where: { $0.ideographs > 0 }) else { return least }
    let given = columnsWithWidth
    var wanted = least
    for cell in grid.cells {
      let columns = grid.columns(of: cell)
      guard columns.count == 1, let column = columns.first, shares[column] == 0,
        !given.contains(column)
      else { continue }
      wanted[column] = max(wanted[column], cell.ideographs - squeezed(cell))
    }
    let sum = wanted.reduce(0, +)
    return sum <= target ? wanted : Self.raised(least, to: wanted, target)
  }
}
