/// The rows of a table with a height of its own (CSS 2, section 17.5.3).
extension TableLayout {
  /// The heights of the rows: that of the highest cell, or the one asked for (CSS 2, section
  /// 17.5.3).
  func rowHeights(_ cells: [SetCell]) -> [Int] {
    var heights = [Int](repeating: 0, count: grid.rowCount)
    for row in 0..<grid.rowCount {
      // Cells on the baseline share it: add the largest height above it and the largest below it.
      // A line that is lower than its font has its baseline below the bottom of the cell.
      var above = Int.min / 2
      var below = Int.min / 2
      for index in grid.cells(of: row) where grid.cells[index].rows == 1 {
        let cell = cells[index]
        heights[row] = max(heights[row], cell.height)
        guard isOnBaseline(index) else { continue }
        above = max(above, cell.baseline)
        below = max(below, cell.height - cell.baseline)
      }
      let block = grid.rowBlocks[row]
      heights[row] = max(heights[row], above + below)
      guard block != table else { continue }
      for asked in [text.box(of: block).height, text.box(of: block).minHeight] {
        heights[row] = max(heights[row], asked.definite?.rawValue ?? 0)
      }
    }
    // Cells with smaller spans are first.
    let spanning = grid.cells.indices.filter { grid.cells[$0].rows > 1 }
    for index in spanning.sorted(by: {
      (grid.cells[$0].rows, $0) < (grid.cells[$1].rows, $1)
    }) {
      raise(&heights, grid.rows(of: grid.cells[index]), to: cells[index].height)
    }
    for rows in rowGroups {
      let box = text.box(of: group(ofRow: rows.lowerBound))
      if let height = box.height.definite { raise(&heights, rows, to: height.rawValue) }
    }
    stretch(&heights)
    for row in heights.indices where isCollapsed(row: row) { heights[row] = 0 }
    return heights
  }

  /// Makes rows together as high as a height, in proportion to their heights; those with a height of
  /// their own only if all have one (CSS Tables 3, section 3.9.4).
  private func raise(_ heights: inout [Int], _ rows: Range<Int>, to height: Int) {
    let sum = rows.reduce(0) { $0 + heights[$1] } + rowSpacing * (rows.count - 1)
    guard height > sum, !rows.isEmpty else { return }
    var open = rows.filter { !hasHeight($0) }
    if open.isEmpty { open = Array(rows) }
    Self.distribute(height - sum, among: open, &heights)
  }

  /// The rows of each row group of the table.
  private var rowGroups: [Range<Int>] {
    var groups: [Range<Int>] = []
    for row in 0..<grid.rowCount where grid.rowBlocks[row] != table && group(ofRow: row) != table {
      if let last = groups.last, last.upperBound == row,
        group(ofRow: last.lowerBound) == group(ofRow: row)
      {
        groups[groups.count - 1] = last.lowerBound..<row + 1
      } else {
        groups.append(row..<row + 1)
      }
    }
    return groups
  }

  /// Distributes the rest of the table's own height among its rows.
  func stretch(_ heights: inout [Int]) {
    let box = text.box(of: table)
    guard !heights.isEmpty, let askedHeight else { return }
    let own =
      borders.map { ($0.outer.top + 1) / 2 + $0.outer.bottom / 2 }
      ?? box.edges(against: Length(rawValue: widthAround)).vertical
    let edges = box.sizesBorderBox ? own : 0
    let spaces = rowSpacing * (heights.count + 1)
    let content = min(askedHeight, context.pageHeight.rawValue) - edges - spaces
    var rest = content - heights.reduce(0, +)
    guard rest > 0 else { return }
    let shares = heights.indices.map(share(ofRow:))
    for row in heights.indices where shares[row] > 0 {
      let asked = Length(rawValue: content) * shares[row]
      let missing = min(rest, max(0, asked.rawValue - heights[row]))
      heights[row] += missing
      rest -= missing
    }
    // The head and the foot keep their heights if there are rows between them.
    let body = heights.indices.filter { !isInHeadOrFoot($0) }
    let all = body.isEmpty ? Array(heights.indices) : body
    // A row without cells gets nothing if there are others (CSS Tables 3, section 3.10).
    let filled = all.filter { !grid.cells(of: $0).isEmpty }
    let rows = filled.isEmpty ? all : filled
    var open = rows.filter { shares[$0] == 0 && !hasHeight($0) }
    if open.isEmpty { open = rows }
    for (number, row) in open.enumerated() {
      let share = rest / (open.count - number)
      heights[row] += share
      rest -= share
    }
  }

  private func isInHeadOrFoot(_ row: Int) -> Bool {
    [.tableHeaderGroup, .tableFooterGroup].contains(text.box(of: group(ofRow: row)).display)
  }

  private func hasHeight(_ row: Int) -> Bool {
    grid.rowBlocks[row] != table && !text.box(of: grid.rowBlocks[row]).height.isAuto
      || grid.cells(of: row).contains {
        grid.cells[$0].rows == 1 && !text.box(of: grid.cells[$0].block).height.isAuto
      }
  }

  /// The share of the table's height that a row or a cell in it asks for.
  private func share(ofRow row: Int) -> Double {
    let block = grid.rowBlocks[row]
    let own = block == table ? 0 : text.box(of: block).height.fraction
    return grid.cells(of: row).filter { grid.cells[$0].rows == 1 }
      .reduce(own) { max($0, text.box(of: grid.cells[$1].block).height.fraction) }
  }
}
