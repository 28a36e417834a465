/// Rows that go on on the next page: cells of a table, and what is taller than a page.
extension PageFiller {
  /// Cuts a row that would leave much of the page empty, or that is taller than a page.
  mutating func cut(_ index: Int, isFirst: Bool, _ flow: inout Flow) throws {
    let row = flow.rows[index]
    if row.columnPart >= 0 { return try fillColumns(index, isFirst: isFirst, &flow) }
    guard row.tableRow >= 0 || row.lineCount == 0, !container.isEndless, !row.isPositioned else {
      return
    }
    let separator = container.noteSeparator.rawValue
    let top = topOfNext(row, flow)
    let free = height + plannedOverrun - top - noteArea.heightSoFar(separator: separator)
    let withoutEdges = isFirst ? nil : roomWithoutEdges(row, free: free, flow)
    if row.height <= free, withoutEdges == nil {
      guard noteArea.isCalled(in: row, flow),
        try !fits(row, bottom: top + row.height, flow)
      else { return }
    }
    let room = try noteArea.limit(
      of: row, room: withoutEdges ?? (row.joined < 0 ? free : free - plannedOverrun),
      separator: separator, flow)
    let count = flow.rows.count
    defer { if flow.rows.count > count { dropPlan() } }
    if isFirst {
      if flow.cutRow(index, at: room, least: Flow.leastCutLines) { return }
      _ = flow.cutRow(index, at: room, least: 1)
      return
    }
    if flow.isKeptWhole(index, onPageOf: height) { return }
    // What is to be kept whole and is higher than a page is not cut if the page can end before it: a
    // row of a table only if the page is almost full.
    let movesOn = row.tableRow < 0 || room * 4 <= height
    if flow.isKept(index), movesOn && hasBreak(before: index, flow) { return }
    if row.height <= height, row.isKeptWhole(onPageOf: height, leaving: room) { return }
    _ = flow.cutRow(index, at: room, least: Flow.leastCutLines)
  }

  /// The room for a row that fits, while the edges of the boxes that end with it do not: its last lines go to the next
  /// page with these.
  /// - Returns: nil for other rows.
  private func roomWithoutEdges(_ row: Row, free: Int, _ flow: borrowing Flow) -> Int? {
    guard row.height <= free, row.reach > free else { return nil }
    return flow.setLines.lines[row.lineRange].map { $0.y + $0.height }.max().map { $0 - 1 }
  }

  /// Whether a row is the empty rest of a box that is not drawn, with which the text ends so far: a title
  /// page of the height of a page, which begins somewhat lower. Of nothing, nothing is cut off.
  func isEmptyEnd(_ index: Int, _ flow: borrowing Flow) -> Bool {
    let row = flow.rows[index]
    return row.fillsFrom >= 0 && index == flow.rows.count - 1 && row.lineCount + row.boxCount == 0
      && !container.isEndless && row.height > 0 && row.height <= height
      && topOfNext(row, flow) + row.height > height && !flow.text.box(of: row.block).isDrawn
  }

  /// Ends a box on its page.
  func endOnPage(_ index: Int, _ flow: inout Flow) {
    flow.rows[index].height = min(
      flow.rows[index].height, height - topOfNext(flow.rows[index], flow))
  }

  /// Whether the page may end before a row, or somewhere above it.
  private func hasBreak(before index: Int, _ flow: borrowing Flow) -> Bool {
    (firstRow + 1...index).contains { flow.obstacle($0, onPageFrom: firstRow) == .none }
  }
}
