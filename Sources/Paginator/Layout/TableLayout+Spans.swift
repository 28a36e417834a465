/// Rows that cells join by spanning them.
extension TableLayout {
  /// Makes one row of those that spanning cells join and that are too high to be kept on one page. The
  /// content of a spanning cell is part of its first row: alone, the rows could not be cut.
  ///
  /// - Parameter first: the first row of the grid in `rows`.
  mutating func joinTallSpans(from first: Int, _ cells: [SetCell]) {
    guard context.pageHeight < .infinite else { return }
    var joined: [Row] = []
    var row = 0
    while row < grid.rowCount {
      let end = spanEnd(from: row)
      let group = Array(rows[first + row..<first + end])
      let height = group.dropFirst().reduce(group[0].height) { $0 + $1.gap.total + $1.height }
      let isFree = row >= grid.headRows && !group.dropFirst().contains(where: \.gap.forcesBreak)
      if group.count > 1, isFree, height > context.pageHeight.rawValue / 2 {
        joined.append(join(group, height: height, rows: row..<end, cells))
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
  private mutating func join(
    _ group: [Row], height: Int, rows: Range<Int>, _ cells: [SetCell]
  ) -> Row {
    var joined = group[0]
    var top = group[0].height
    var places = [0..<top]
    for row in group.dropFirst() {
      top += row.gap.total
      places.append(top..<top + row.height)
      for line in row.lineRange {
        setLines.lines[line].y += top
      }
      for box in row.boxRange { boxes[box].y += top }
      joined.lineCount += row.lineCount
      joined.boxCount += row.boxCount
      top += row.height
    }
    joined.height = height
    joined.tableRow = commonBlock(of: rows)
    joined.joined = Int32(joinedRows.count)
    joinedRows.append(joinedRows(rows, at: places, cells))
    return joined
  }

  /// The group that all of some rows are in, or the table: that of them which keeps them together.
  private func commonBlock(of rows: Range<Int>) -> Int32 {
    let groups = Set(rows.map(group(ofRow:)))
    return groups.count == 1 ? groups.first ?? table : table
  }

  private func joinedRows(
    _ rows: Range<Int>, at places: [Range<Int>], _ cells: [SetCell]
  ) -> JoinedRows {
    var result = JoinedRows()
    for (row, place) in zip(rows, places) {
      let block = grid.rowBlocks[row]
      result.parts.append(
        JoinedRows.Part(
          top: place.lowerBound, bottom: place.upperBound,
          isKept: block != table && text.box(of: block).avoidsBreakInside))
      for index in grid.cells(of: row) where grid.cells[index].rows > 1 {
        let cell = grid.cells[index]
        let last = min(cell.row + cell.rows, rows.upperBound) - rows.lowerBound - 1
        let edges = cellEdges(cell, Length(rawValue: frame.width))
        result.spans.append(
          JoinedRows.Span(
            paragraphs: cell.paragraphs, bottom: places[last].upperBound - edges.bottom,
            isPlain: cells[index].content.boxes.isEmpty))
      }
    }
    result.spans.sort { $0.paragraphs.lowerBound < $1.paragraphs.lowerBound }
    return result
  }
}
