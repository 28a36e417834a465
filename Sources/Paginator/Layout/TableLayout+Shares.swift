/// Columns whose widths are percentages of the table's (CSS Tables 3, section 3.9).
extension TableLayout {
  /// The fraction of the table's width that each column asks for; 0 for none. Together they are not
  /// more than 1.
  ///
  /// - Parameter most: the widths of the columns with their content on one line: a cell divides its
  ///   fraction in proportion to them.
  func shares(of most: [Int]) -> [Double] {
    var shares = [Double](repeating: 0, count: grid.columnCount)
    for column in 0..<min(grid.columnBlocks.count, grid.columnCount) {
      shares[column] = max(shares[column], share(of: grid.columnBlocks[column]))
    }
    let cells = grid.cells.filter { share(of: $0.block) > 0 }
    for cell in cells.sorted(by: { $0.columns < $1.columns }) {
      let range = grid.columns(of: cell)
      let missing = min(1, share(of: cell.block)) - shares[range].reduce(0, +)
      let open = range.count == 1 ? Array(range) : range.filter { shares[$0] == 0 }
      guard missing > 0, !open.isEmpty else { continue }
      let sum = open.reduce(0) { $0 + most[$1] }
      for column in open {
        shares[column] +=
          missing
          * (sum > 0 ? Double(most[column]) / Double(sum) : 1 / Double(open.count))
      }
    }
    var rest = 1.0
    for column in shares.indices {
      shares[column] = min(shares[column], rest)
      rest -= shares[column]
    }
    return shares
  }

  private func share(of block: Int32) -> Double {
    let width = text.box(of: block).width
    return width.fraction > 0 && width.length == 0 && width.formula == nil ? width.fraction : 0
  }

  /// The width of the columns of a table without a width of its own: as wide as its content on one line
  /// needs if each column has its share of it.
  ///
  /// - Parameter available: with shares, the most that the table takes.
  func naturalWidth(_ most: [Int], _ shares: [Double], _ available: Int) -> Int {
    let sum = shares.reduce(0, +)
    var width = most.reduce(0, +)
    guard sum > 0 else { return width }
    var rest = 0
    for column in most.indices {
      if shares[column] == 0 { rest += most[column] }
      if shares[column] > 0 {
        width = max(width, Int(min(Double(most[column]) / shares[column], 1e12)))
      }
    }
    // Without a share for them, the other columns take whatever there is.
    if rest > 0 { width = sum < 0.999 ? max(width, Int(Double(rest) / (1 - sum))) : available }
    return min(width, available)
  }
}
