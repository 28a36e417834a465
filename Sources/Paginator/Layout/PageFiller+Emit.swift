/// Puts the lines and boxes of finished rows on their page.
extension PageFiller {
  /// Moves the lines and boxes of relatively positioned blocks.
  private mutating func shift(from firstLine: Int, _ firstBox: Int, _ flow: borrowing Flow) {
    var known = (block: Int32(-1), shift: (x: 0, y: 0))
    func shift(of block: Int32) -> (x: Int, y: Int) {
      if block != known.block {
        known.block = block
        known.shift = flow.geometry.shift(
          of: block, containerWidth: flow.width, page: container.size.height)
      }
      return known.shift
    }
    for index in firstLine..<lines.count {
      let block = flow.text.paragraphs[Int(lines[index].paragraph)].block
      guard block >= 0 else { continue }
      let shift = shift(of: block)
      lines[index] = lines[index].moved(x: shift.x, y: shift.y)
    }
    for index in firstBox..<boxes.count where boxes[index].block >= 0 {
      let shift = shift(of: boxes[index].block)
      boxes[index].x += shift.x
      boxes[index].y += shift.y
    }
  }

  /// The bottom of the last row in the flow. It may not be the lowest, since margins can be
  /// negative.
  func bottomOfLast(before row: Int, _ flow: borrowing Flow) -> Int {
    guard let last = (firstRow..<row).last(where: { !flow.rows[$0].isPositioned }) else {
      return headHeight
    }
    return tops[last - firstRow] + flow.rows[last].height
  }

  /// The space that the grid added above a row and that is inside the boxes that open there: a box
  /// without a margin touches what is above it, if its lines are on the grid.
  private func gridSpace(above row: Row, _ top: Int, _ bottom: Int?) -> Int {
    guard let bottom, !row.isPositioned, row.gap.margin == 0,
      !row.isLine || grid?.isFree(row.block) != true
    else { return 0 }
    return max(0, top - bottom - row.gap.total)
  }

  /// Reports lines of text that are placed outside of a page of fixed layout, where nobody sees them.
  private mutating func reportUnseen(linesFrom first: Int, _ flow: borrowing Flow) {
    let width = container.size.width.rawValue
    let height = (container.pageHeight ?? container.size.height).rawValue
    let unseen = lines[first...].filter {
      $0.usedWidth > 0
        && ($0.usedX >= width || $0.usedX + $0.usedWidth <= 0 || $0.y >= height
          || $0.y + $0.height <= 0)
    }
    guard let line = unseen.first else { return }
    let text = flow.text.excerpt(at: Int(line.start), count: 30)
    let rest = unseen.count > 1 ? ", and \(unseen.count - 1) more lines" : ""
    findings.report(
      .overfullPage, "text is outside of its page and cannot be seen: \"\(text)\"\(rest)",
      atText: Int(line.start))
  }

  /// Draws the borders of a cell that the cells above or below it would draw, which are on another page.
  private func close(
    _ cell: inout BoxFragment, of index: Int, in rows: Range<Int>, _ flow: borrowing Flow
  ) {
    guard let whole = flow.undividedBorders[cell.block] else { return }
    let row = flow.rows[index]
    func continues(at other: Int) -> Bool {
      flow.rows.indices.contains(other) && !rows.contains(other)
        && flow.rows[other].block == row.block && flow.rows[other].restStart < 0
    }
    if row.restStart < 0, continues(at: index - 1) { cell.close(\.top, by: whole.top) }
    if continues(at: index + 1) { cell.close(\.bottom, by: whole.bottom) }
  }

  /// - Parameters:
  ///   - bottom: the bottom of the lowest row.
  ///   - foot: where the page ends, or its notes begin.
  ///   - gap: the space in which the page ends.
  mutating func emit(
    _ rows: Range<Int>, _ flow: borrowing Flow, bottom: Int, foot: Int, gap: Gap
  ) {
    let firstLine = lines.count
    let firstBox = boxes.count
    let padding = container.lineFragmentPadding.rawValue
    lines.append(contentsOf: pendingHeadLines)
    boxes.append(contentsOf: pendingHeadBoxes)
    pendingHeadLines.removeAll()
    pendingHeadBoxes.removeAll()
    // The bottom of the last row in the flow: boxes end below that, not below the floats after it.
    var above: Int?
    for index in rows {
      let row = flow.rows[index]
      let top = tops[index - firstRow]
      applyEdges(
        row.gap, flow, above: above ?? 0, below: top - gridSpace(above: row, top, above),
        isPageTop: above == nil)
      if !row.isPositioned { above = top + row.height }
      for line in row.lineRange {
        var fragment = flow.setLines.lines[line]
        fragment.y += top
        fragment.x += padding
        fragment.usedX += padding
        lines.append(fragment)
      }
      for box in row.boxRange {
        var fragment = flow.cellBoxes[box]
        fragment.y += top
        fragment.x += padding
        if !flow.undividedBorders.isEmpty { close(&fragment, of: index, in: rows, flow) }
        boxes.append(fragment)
      }
    }
    // Boxes that close in the gap after the last row close on this page.
    applyClosing(gap, flow, bottom: bottomOfLast(before: rows.upperBound, flow))
    // Boxes that go on fill the page (CSS Fragmentation 3, section 5), unless the text is moved down
    // to its end.
    let fillsPage = !container.isEndless && container.blockAlignment == .top
    cutOpenBoxes(flow, bottom: fillsPage ? foot : bottom)
    if flow.geometry.hasShifts { shift(from: firstLine, firstBox, flow) }
    if flow.placesOnPage { reportUnseen(linesFrom: firstLine, flow) }
    flow.geometry.sortForPainting(&boxes[firstBox...])
    pages.append(
      PageLayout(
        filling: container.size, lines: firstLine..<lines.count, boxes: firstBox..<boxes.count,
        start: startOffset, end: startOffset, usedHeight: bottom + gap.closing))
  }
}
