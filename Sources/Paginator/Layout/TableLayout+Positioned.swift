/// Cells, rows and row groups as the containing blocks of positioned boxes in them (CSS 2, section 10.1).
extension TableLayout {
  /// Places the boxes whose offsets refer to a row or its group.
  func settleRow(
    _ row: Int, _ set: SetRows, _ place: ColumnPlaces, _ setLines: inout SetLines
  ) throws {
    let columns = 0..<grid.columnCount
    let block = grid.rowBlocks[row]
    guard block != table else { return }
    func area(_ rows: Range<Int>) -> Rect {
      let (top, bottom) = (set.tops[rows.lowerBound], set.tops[rows.upperBound])
      return Rect(
        raw: place.start(of: columns), top - set.tops[row], place.width(of: columns),
        max(0, bottom - top - rowSpacing))
    }
    try settle(&setLines, in: block, area(row..<row + 1))
    let group = group(ofRow: row)
    if let rows = set.groups[group] { try settle(&setLines, in: group, area(rows)) }
  }

  /// The padding box of a cell.
  func padding(of cell: TableGrid.Cell, _ border: Rect) -> Rect {
    let own = text.box(of: cell.block).border
    let halves = borders?.halves(of: cell)
    let (top, left) = (
      halves?.top ?? own.top.width.rawValue, halves?.left ?? own.left.width.rawValue
    )
    let bottom = halves?.bottom ?? own.bottom.width.rawValue
    let right = halves?.right ?? own.right.width.rawValue
    return Rect(
      raw: border.minX.rawValue + left, border.minY.rawValue + top,
      max(0, border.width.rawValue - left - right), max(0, border.height.rawValue - top - bottom))
  }

  /// Places the boxes whose offsets refer to a block.
  /// - Parameter area: the padding box of that block, from where the lines are placed.
  func settle(_ setLines: inout SetLines, in block: Int32, _ area: Rect) throws {
    guard text.box(of: block).position != .static else { return }
    let own = setLines.awaiting.filter { $0.area == block }
    setLines.awaiting.removeAll { $0.area == block }
    for box in own { try settle(box, in: area, &setLines) }
  }

  private func settle(_ awaiting: AwaitingBox, in area: Rect, _ setLines: inout SetLines) throws {
    let number = awaiting.attachment
    let box = text.attachments[number].style.box
    let line = setLines.lines[awaiting.line]
    let across = PositionedSide(
      .horizontal, box.offsets.left, box.offsets.right, room: area.width.rawValue)
    let down = PositionedSide(
      .vertical, box.offsets.top, box.offsets.bottom, room: area.height.rawValue)
    try context.resize(number, across, down, in: &setLines)
    guard let layout = setLines.attachments[Int32(number)], var place = layout.float else { return }
    let fromEnd = text.style(of: awaiting.area).text.isRightToLeft
    if let start = across.start(
      of: layout.width, box.margin.left, box.margin.right, fromEnd: fromEnd)
    {
      place.x = area.minX.rawValue + start - line.x
    }
    if let start = down.start(of: layout.height, box.margin.top, box.margin.bottom) {
      place.y = area.minY.rawValue + start - line.y
    }
    let move = layout.translation(of: box, around: area.width.rawValue)
    place.x += move.x
    place.y += move.y
    setLines.attachments[Int32(number)]?.float = place
  }
}
