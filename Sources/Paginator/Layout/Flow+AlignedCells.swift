/// Cells whose content is in the middle or at the foot of their row. Where a page end divides the row, it is at the top:
/// otherwise a short cell would begin at the foot of the page, or in the middle of it.
extension Flow {
  /// The lines of a row, in the order of their tops, as they are if the row is divided.
  func linesFromTop(of row: Row) -> [LineFragment] {
    var lines = Array(setLines.lines[row.lineRange])
    if hasAlignedCells(row) {
      for index in lines.indices { lines[index].y -= shift(of: lines[index]) }
    }
    return lines.sorted { $0.y < $1.y }
  }

  /// Cuts a row that does not fit.
  ///
  /// - Parameters:
  ///   - height: the maximum height of the first piece.
  ///   - least: the minimum number of lines in each piece, one below the other.
  /// - Returns: false if there are too few lines above the cut, or below it.
  mutating func cutRow(_ index: Int, at height: Int, least: Int) -> Bool {
    let whole = rows[index]
    if hasAlignedCells(whole) { moveCellsToTop(ofRow: index) }
    if divideRow(index, at: height, least: least) { return true }
    rows[index] = whole
    return false
  }

  /// Whether content of a row that is not cut yet may be moved down. In rows that spanning cells join, it stays. The part
  /// above a cut may be cut again, and must not be moved again.
  private func hasAlignedCells(_ row: Row) -> Bool {
    !cellShifts.isEmpty && !row.hasCellsAtTop
      && row.tableRow >= 0 && row.restStart < 0 && row.joined < 0
  }

  private func shift(of line: LineFragment) -> Int {
    shift(inside: text.paragraphs[Int(line.paragraph)].block)
  }

  /// How far a block is moved down with the content of its cell.
  private func shift(inside block: Int32) -> Int {
    text.blocks(around: block).lazy.compactMap { cellShifts[$0] }.first ?? 0
  }

  /// Gives a row copies of its lines and boxes: others may refer to its own, and it may stay whole.
  private mutating func moveCellsToTop(ofRow index: Int) {
    let row = rows[index]
    rows[index].hasCellsAtTop = true
    rows[index].firstLine = Int32(setLines.lines.count)
    for line in row.lineRange {
      setLines.lines.append(setLines.lines[line])
      setLines.lines[setLines.lines.count - 1].y -= shift(of: setLines.lines[line])
    }
    rows[index].firstBox = Int32(cellBoxes.count)
    for box in row.boxRange {
      var fragment = cellBoxes[box]
      if cellShifts[fragment.block] == nil { fragment.y -= shift(inside: fragment.block) }
      cellBoxes.append(fragment)
    }
  }
}
