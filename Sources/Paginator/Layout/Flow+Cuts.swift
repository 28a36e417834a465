/// Rows that continue on the next page.
extension Flow {
  /// Cuts a row that does not fit, between two of its lines (CSS Fragmentation 3, section 4.1).
  ///
  /// A chapter in one cell of a table has thousands of lines and is cut on every page: lines below the
  /// cut stay where they are in `setLines`, and only their tops change.
  ///
  /// - Parameters:
  ///   - height: the maximum height of the first piece.
  ///   - least: the minimum number of lines in each piece, one below the other.
  /// - Returns: false if there are too few lines above the cut, or below it.
  mutating func cutRow(_ index: Int, at height: Int, least: Int) -> Bool {
    let row = rows[index]
    if row.lineCount == 0, row.boxCount == 0 { return cutEmptyRow(index, at: height) }
    if row.lineCount == 0, row.restStart >= 0 { return cutBoxes(index, at: height, above: []) }
    guard row.tableRow >= 0, row.lineCount > 0 else { return false }
    let isFirst = !cutLines.holds(row)
    if isFirst { cutLines = CutLines(row, in: &setLines) }
    if cut(index, at: height, least: least) { return true }
    if isFirst { forgetCutLines() }
    return false
  }

  /// Removes the ordered copy of the lines of a row that was not cut.
  private mutating func forgetCutLines() {
    setLines.lines.removeSubrange(cutLines.range)
    cutLines = CutLines()
  }

  private mutating func cut(_ index: Int, at height: Int, least: Int) -> Bool {
    let row = rows[index]
    // Cut at the last start of a line that leaves enough lines on both sides.
    let near = cutLines.near(height, least: least, in: setLines.lines)
    let count = min(near.tops.count - least, near.fittingTops)
    guard let first = near.tops.first, least == 1 || count >= least else { return false }
    var above = near.range.filter { line in
      let line = setLines.lines[line]
      return count > 0 && line.y < near.tops[count] && line.y + line.height <= height
    }
    if above.isEmpty {
      // A line taller than a page is alone on its page; without progress there is no cut.
      guard least == 1 else { return false }
      above = Array(cutLines.range.prefix { setLines.lines[$0].y == first })
    }
    let upperLines = cutLines.inOrder(above).map { setLines.lines[$0] }
    if above.count == cutLines.range.count { return cutBoxes(index, at: height, above: upperLines) }
    cutLines.remove(above, in: &setLines.lines)
    let next = cutLines.range.lowerBound
    var bottom = upperLines.map { $0.y + $0.height }.max() ?? 0
    var top = setLines.lines[next].y
    let boxes = Array(cellBoxes[Int(row.firstBox)..<Int(row.firstBox + row.boxCount)])
    // A box between the lines is cut where the page ends.
    if bottom <= height, height < top, height > 0,
      boxes.contains(where: { $0.y < height && $0.y + $0.height > height })
    {
      (bottom, top) = (height, height)
    }
    var upper = row
    place(upperLines, boxes.compactMap { $0.part(above: bottom) }, in: &upper)
    upper.height = bottom
    for line in cutLines.range { setLines.lines[line].y -= top }
    var rest = row
    place([], boxes.compactMap { $0.part(below: top) }, in: &rest)
    rest.firstLine = Int32(next)
    rest.lineCount = Int32(cutLines.range.count)
    rest.height = max(0, row.height - top)
    rest.gap = Gap()
    rest.restStart = cutLines.start
    rest.paragraph = cutLines.paragraph
    rows.replaceSubrange(index...index, with: [upper, rest])
    noteCut(ofRow: index)
    return true
  }

  /// The maximum number of pieces of a row; a row that would need more is not cut.
  private static let mostPieces = 200

  /// Cuts a row whose lines are all above the cut.
  private mutating func cutBoxes(_ index: Int, at height: Int, above lines: [LineFragment]) -> Bool
  {
    let row = rows[index]
    let end = lines.map(\.end).max() ?? row.restStart
    guard height > 0, row.height > height, row.height / Self.mostPieces < height else {
      return false
    }
    let boxes = Array(cellBoxes[Int(row.firstBox)..<Int(row.firstBox + row.boxCount)])
    guard boxes.contains(where: { $0.y + $0.height > height }) else { return false }
    var upper = row
    place(lines, boxes.compactMap { $0.part(above: height) }, in: &upper)
    upper.height = height
    var rest = row
    place([], boxes.compactMap { $0.part(below: height) }, in: &rest)
    rest.height -= height
    rest.gap = Gap()
    rest.restStart = end
    rows.replaceSubrange(index...index, with: [upper, rest])
    noteCut(ofRow: index)
    return true
  }

  /// Cuts the empty rest of a box that has a height of its own; it continues on as many pages as it
  /// needs.
  private mutating func cutEmptyRow(_ index: Int, at height: Int) -> Bool {
    guard height > 0, rows[index].height > height else { return false }
    var rest = rows[index]
    rows[index].height = height
    rest.height -= height
    rest.gap = Gap()
    rows.insert(rest, at: index + 1)
    noteCut(ofRow: index)
    return true
  }

  private mutating func place(
    _ lines: [LineFragment], _ boxes: [BoxFragment], in row: inout Row
  ) {
    row.firstLine = Int32(setLines.lines.count)
    row.lineCount = Int32(lines.count)
    setLines.lines += lines
    row.firstBox = Int32(cellBoxes.count)
    row.boxCount = Int32(boxes.count)
    cellBoxes += boxes
  }
}

extension BoxFragment {
  /// The part of the box above a cut; nil if there is none.
  fileprivate func part(above bottom: Int) -> BoxFragment? {
    guard y < bottom else { return nil }
    var part = self
    part.height = min(height, bottom - y)
    part.hasBottom = hasBottom && y + height <= bottom
    return part
  }

  /// The part of the box below a cut, placed from there; nil if there is none.
  fileprivate func part(below top: Int) -> BoxFragment? {
    guard y + height > top else { return nil }
    var part = self
    part.y = max(0, y - top)
    part.height = y + height - max(y, top)
    part.hasTop = hasTop && y >= top
    return part
  }
}
