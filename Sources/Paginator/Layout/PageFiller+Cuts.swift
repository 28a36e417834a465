/// Rows that go on on the next page: cells of a table, and what is taller than a page.
extension PageFiller {
  /// Cuts a row that would leave much of the page empty, or that is taller than a page.
  mutating func cut(_ index: Int, isFirst: Bool, _ flow: inout Flow) throws {
    let row = flow.rows[index]
    guard row.tableRow >= 0 || row.lineCount == 0, !container.isEndless, !row.isPositioned else {
      return
    }
    let separator = container.noteSeparator.rawValue
    let top = topOfNext(row, flow)
    let free = height - top - noteArea.heightSoFar(separator: separator)
    if row.height <= free {
      guard noteArea.isCalled(in: row, flow),
        try !fits(row, bottom: top + row.height, flow)
      else { return }
    }
    let room = try noteArea.limit(of: row, room: free, separator: separator, flow)
    if isFirst {
      if flow.cutRow(index, at: room, least: Self.leastCutLines) { return }
      _ = flow.cutRow(index, at: room, least: 1)
      return
    }
    let isKept =
      row.tableHead >= 0 || row.gap.avoidsBreak || flow.avoidDepth(index) > 0
      || row.keeper >= 0 && flow.geometry.avoidDepth[Int(row.keeper)] > 0
    // What is to be kept whole is not cut if it fits on a page or if the page can end before it: a row
    // of a table only if the page is almost full.
    let movesOn = row.tableRow < 0 || room * 4 <= height
    if isKept, row.height <= height || movesOn && hasBreak(before: index, flow) { return }
    if row.height <= height,
      row.isKeptWhole(onPageOf: height, leaving: room) || holdsTallLine(row, flow)
    {
      return
    }
    _ = flow.cutRow(index, at: room, least: Self.leastCutLines)
  }

  /// Whether a row has a line, such as an image, that a cut would move to the next page alone.
  private func holdsTallLine(_ row: Row, _ flow: borrowing Flow) -> Bool {
    flow.setLines.lines[Int(row.firstLine)..<Int(row.firstLine + row.lineCount)].contains {
      $0.height > height / 2
    }
  }

  /// Whether the page may end before a row, or somewhere above it.
  private func hasBreak(before index: Int, _ flow: borrowing Flow) -> Bool {
    (firstRow + 1...index).contains { flow.obstacle($0) == .none }
  }

  /// The minimum number of lines in each part of a cut row.
  private static let leastCutLines = 4
}
