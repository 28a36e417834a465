/// Chooses where a page ends.
extension PageFiller {
  /// Looks back from the row that overflows for the last place where a page may end. Rules are
  /// relaxed in the order of CSS 2, section 13.3.5: first `avoid`, then widows and orphans.
  mutating func chooseBreak(before limit: Int, _ flow: borrowing Flow) -> Int {
    // A row that should be kept whole and was cut all the same is taller than a page.
    if flow.rows[limit].restStart >= 0, limit > firstRow, obstacle(limit, flow) == .avoid {
      report(Self.avoidedBreak, flow, limit)
      return limit
    }
    var second: Int?
    var row = limit
    while row > firstRow {
      switch obstacle(row, flow) {
      case .none:
        if let second, isTooEarly(row, insteadOf: second, flow) { return second }
        reportHighBlock(row, flow)
        return row
      case .hyphen, .row: if second == nil { second = row }
      case .lines, .avoid: break
      }
      row -= 1
    }
    if let second { return second }
    if let row = leastAvoided(before: limit, flow) {
      report(Self.avoidedBreak, flow, row)
      return row
    }
    report("widows and orphans could not be kept", flow, limit)
    return limit
  }

  /// Where the last page of a text would leave only the rest of a note for the next one, an earlier place to end it:
  /// two lines at least go over with the note's call, if three quarters of the page remain.
  /// - Returns: the row that the next page begins with; nil where the page ends with the text.
  func endBeforeLoneNote(_ flow: borrowing Flow) -> Int? {
    guard !container.isEndless, let call = noteArea.lastCall,
      bottom(before: nextRow, flow)
        + noteArea.heightSoFar(separator: container.noteSeparator.rawValue)
        > height
    else { return nil }
    var row = min(call, nextRow - 1)
    while row > firstRow, bottom(before: row, flow) * 4 >= height * 3 {
      let lines = flow.rows[row..<nextRow].count { $0.lineCount > 0 }
      if lines >= 2, obstacle(row, flow) == .none { return row }
      row -= 1
    }
    return nil
  }

  /// Whether a page gives up too much to avoid a hyphen at its end, or one row of a table alone: more
  /// than one line, or a quarter of its height.
  private func isTooEarly(_ row: Int, insteadOf second: Int, _ flow: borrowing Flow) -> Bool {
    guard flow.rows[second].gap.leavesOneRow else { return second - row > 1 }
    return bottom(before: second, flow) - bottom(before: row, flow) > height / 4
  }

  private func bottom(before row: Int, _ flow: borrowing Flow) -> Int {
    row > firstRow ? tops[row - 1 - firstRow] + flow.rows[row - 1].height : 0
  }

  private static let avoidedBreak = "a break that the style avoids was needed"

  /// Takes the planned page end, and reports the rule that it breaks.
  mutating func takePlannedEnd(_ flow: borrowing Flow) -> Int {
    plannedEnds.removeFirst()
    if flow.rows[nextRow].gap.forcesBreak { return nextRow }
    // The plan was made for blocks as a whole.
    switch flow.obstacle(nextRow) {
    case .avoid: report(Self.avoidedBreak, flow, nextRow)
    case .lines: report("widows and orphans could not be kept", flow, nextRow)
    case .none, .hyphen, .row: reportHighBlock(nextRow, flow, from: 0)
    }
    return nextRow
  }

  private func obstacle(_ row: Int, _ flow: borrowing Flow) -> Flow.Obstacle {
    flow.obstacle(row, onPageFrom: firstRow)
  }

  private mutating func reportHighBlock(_ row: Int, _ flow: borrowing Flow, from first: Int? = nil)
  {
    guard let block = flow.highBlock(dividedBefore: row, onPageFrom: first ?? firstRow),
      reportedBlocks.insert(block).inserted
    else { return }
    let kind = flow.text.blocks[Int(block)].kind == .table ? "a table that" : "what"
    report("\(kind) the style keeps whole is higher than a page and was divided", flow, row)
  }

  mutating func dropPlan() {
    plannedEnds = []
    plannedOverrun = 0
  }

  /// The last of the avoided breaks that divide the fewest blocks: inside a block that cannot be
  /// kept whole, other blocks may still be kept whole.
  private func leastAvoided(before limit: Int, _ flow: borrowing Flow) -> Int? {
    var best: (row: Int, count: Int)?
    for row in stride(from: limit, to: firstRow, by: -1)
    where obstacle(row, flow) == .avoid && flow.linesAllow(row) {
      let count = flow.avoidances(row, onPageFrom: firstRow)
      if count < best?.count ?? .max { best = (row, count) }
    }
    return best?.row
  }

  mutating func report(_ message: String, _ flow: borrowing Flow, _ row: Int) {
    findings.report(
      .relaxedBreak, "\(message), at \"\(excerpt(flow, row))\"",
      atText: flow.startOffset(ofRow: row))
  }

  func excerpt(_ flow: borrowing Flow, _ row: Int) -> String {
    flow.text.excerpt(at: flow.startOffset(ofRow: row), count: 30)
  }
}
