/// Rows of tables that go on in the next column. Columns are filled often, to find out how high they are
/// together: the rows are divided before that, at each place where a column may end in them.
extension Flow {
  /// Divides the rows that a page may divide.
  mutating func divideRows(onPageOf height: Int) {
    var index = 0
    while index < rows.count {
      index += mayCut(index, onPageOf: height) ? divideRow(index, onPageOf: height) : 1
    }
  }

  /// The maximum number of places in one row: all of its lines are looked at for each.
  private static let mostCuts = 256

  /// - Returns: the number of parts.
  private mutating func divideRow(_ index: Int, onPageOf height: Int) -> Int {
    let reach = rows[index].reach
    let cuts = cuts(ofRow: index, linesFromTop(of: rows[index]), onPageOf: height).filter {
      !$0.leavesFewLines
    }
    let step = cuts.count / Self.mostCuts + 1
    var (count, top) = (1, 0)
    for number in stride(from: 0, to: cuts.count, by: step) {
      let row = index + count - 1
      guard cutRow(row, at: cuts[number].bottom - top, least: 1) else { break }
      rows[row].reach = 0
      top = cuts[number].restTop
      rows[row + 1].reach = max(0, reach - top)
      count += 1
    }
    // Where lines of its cells are not beside each other, a part may still be higher than a page.
    var part = index
    while part < index + count {
      if rows[part].height > height, cutRow(part, at: height, least: 1) { count += 1 }
      part += 1
    }
    return count
  }
}

extension ColumnSet {
  /// Appends the boxes of a row. Those of the part of a row below another part of it in the same column are
  /// continued.
  /// - Parameter first: the first box of the row in the column.
  func append(_ row: Row, at top: Int, continuing first: Int, to boxes: inout [BoxFragment]) {
    for box in column.cellBoxes[row.boxRange].map({ $0.moved(y: top) }) {
      let above = boxes[first...].lastIndex {
        $0.block == box.block && $0.x == box.x && !$0.hasBottom && $0.y + $0.height == box.y
      }
      if let above, !box.hasTop {
        boxes[above].height += box.height
        boxes[above].hasBottom = box.hasBottom
      } else {
        boxes.append(box)
      }
    }
  }
}
