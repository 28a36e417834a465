/// Page breaks between the rows of a table.
extension TableLayout {
  /// Whether a page break is forced before a row: by the row, by the group that begins with it, or
  /// by what precedes it (CSS Fragmentation 3, section 3.1).
  func forcesBreak(before row: Int) -> Bool {
    let group = group(ofRow: row)
    if forces(text.box(of: grid.rowBlocks[row]).breakBefore), grid.rowBlocks[row] != table {
      return true
    }
    guard row > 0 else { return group != table && forces(text.box(of: group).breakBefore) }
    if grid.rowBlocks[row - 1] != table, forces(text.box(of: grid.rowBlocks[row - 1]).breakAfter) {
      return true
    }
    let before = self.group(ofRow: row - 1)
    guard before != group else { return false }
    return group != table && forces(text.box(of: group).breakBefore)
      || before != table && forces(text.box(of: before).breakAfter)
  }

  /// Whether a row is to be kept with the one before it (CSS Fragmentation 3, section 3.1).
  func avoidsBreak(before row: Int) -> Bool {
    guard row > 0 else { return false }
    let (before, after) = (grid.rowBlocks[row - 1], grid.rowBlocks[row])
    return before != table && text.box(of: before).breakAfter == .avoid
      || after != table && text.box(of: after).breakBefore == .avoid
  }

  /// Avoids page ends that leave the first or the last row of the table alone, as widows and orphans
  /// do with lines: where the row, and what moves so that it is not alone, are low.
  ///
  /// - Parameter first: the first row of the grid in `rows`.
  mutating func keepTwoRows(from first: Int) {
    guard context.pageHeight < .infinite, rows.count - first - grid.headRows > 1 else { return }
    let top = first + grid.headRows
    let last = rows.count - 1
    if isLow(rows[top]) { rows[top + 1].gap.leavesOneRow = true }
    if isLow(rows[last]), isLow(rows[last - 1]) { rows[last].gap.leavesOneRow = true }
  }

  /// Whether a row has one or two lines, of a sixth of a page at most.
  private func isLow(_ row: Row) -> Bool {
    guard row.height * 6 <= context.pageHeight.rawValue else { return false }
    let line = setLines.lines[row.lineRange].lazy.map(\.height).filter { $0 > 0 }.min()
    return line.map { row.height < $0 * 3 } ?? true
  }

  private func forces(_ value: BreakValue) -> Bool { value != .auto && value != .avoid }

  /// The group of a row; the table if the row has no group.
  func group(ofRow row: Int) -> Int32 {
    let block = grid.rowBlocks[row]
    return block == table ? table : max(table, text.blocks[Int(block)].parent)
  }
}
