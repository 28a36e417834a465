/// Rows that cells join by spanning them.
extension TableLayout {
  /// Makes one row of those that spanning cells join and that are too high to be kept on one page. The
  /// content of a spanning cell is part of its first row: alone, the rows could not be cut.
  ///
  /// - Parameter first: the first row of the grid in `rows`.
  mutating func joinTallSpans(from first: Int) {
    guard context.pageHeight < .infinite else { return }
    var joined: [Row] = []
    var row = 0
    while row < grid.rowCount {
      let end = spanEnd(from: row)
      let group = Array(rows[first + row..<first + end])
      let height = group.dropFirst().reduce(group[0].height) { $0 + $1.gap.total + $1.height }
      let isFree = row >= grid.headRows && !group.dropFirst().contains(where: \.gap.forcesBreak)
      if group.count > 1, isFree, height > context.pageHeight.rawValue / 2 {
        joined.append(join(group, height: height))
      } else {
        joined += group
      }
      row = end
    }
    rows.replaceSubrange(first..., with: joined)
  }

  /// The end of the rows that cells join, directly or through others, with a row.
  private func spanEnd(from row: Int) -> Int {
    var end = row + 1
    var next = row
    while next < end {
      for index in grid.cells(of: next) {
        end = max(end, grid.cells[index].row + grid.cells[index].rows)
      }
      next += 1
    }
    return min(end, grid.rowCount)
  }

  /// One row with the lines and boxes of several, which follow each other.
  private mutating func join(_ group: [Row], height: Int) -> Row {
    var joined = group[0]
    var top = group[0].height
    for row in group.dropFirst() {
      top += row.gap.total
      for line in row.lineRange {
        setLines.lines[line].y += top
      }
      for box in row.boxRange { boxes[box].y += top }
      joined.lineCount += row.lineCount
      joined.boxCount += row.boxCount
      top += row.height
    }
    joined.height = height
    return joined
  }
}
