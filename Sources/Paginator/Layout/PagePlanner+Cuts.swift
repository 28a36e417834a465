/// Table rows that may be divided by page ends.
extension PagePlanner {
  /// Adds a table row to the material as the parts between the places where it may be cut.
  /// - Parameters:
  ///   - whole: the row as if it were never cut.
  ///   - lines: the row's lines, in the order of their tops.
  ///   - isKept: whether it should be kept whole, and is higher than a page.
  ///   - room: the room for the notes that are called in a range of text.
  mutating func addParts(
    of whole: PageMaterial.Row, _ cuts: [RowCut], _ lines: [LineFragment], isKept: Bool,
    room: (Range<Int>) throws -> PageMaterial.NoteRoom
  ) throws {
    var part = whole
    var (top, first) = (0, 0)
    for number in 0...cuts.count {
      let next = number < cuts.count ? cuts[number] : nil
      part.height = (next?.bottom ?? whole.height) - top
      part.reach = next == nil ? max(0, whole.reach - top) : 0
      part.notes = PageMaterial.NoteRoom()
      for line in lines[first..<(next?.index ?? lines.count)] {
        part.notes.add(try room(Int(line.start)..<Int(line.end)))
      }
      material.rows.append(part)
      guard let next else { return }
      (top, first) = (next.top, next.index)
      part.offset = next.offset
      part.gap = next.top - next.bottom
      part.gapAtTop = next.top - next.restTop
      part.cost = cost(of: next, isKept: isKept)
      part.forcesBreak = false
    }
  }

  private func cost(of cut: RowCut, isKept: Bool) -> Int {
    if cut.leavesFewLines { return costs.lines }
    if isKept { return costs.avoid }
    return cut.isHyphenated ? costs.hyphen : costs.cutRow
  }

  /// Cuts the table rows in which pages end.
  /// - Parameter starts: by piece, its first row in the flow.
  /// - Returns: the rows before which pages end.
  func cutRows(
    _ ends: [PageBreaker.Position], _ starts: [Int], _ flow: inout Flow
  ) -> [Int] {
    var rows: [Int] = []
    var added = 0
    var last: (piece: Int, top: Int) = (-1, 0)
    for end in ends {
      let first = starts[end.piece] + added
      guard end.row > 0, let cut = cuts[end.piece]?[end.row - 1] else {
        rows.append(first + end.row)
        continue
      }
      let top = last.piece == end.piece ? last.top : 0
      let whole = flow.rows[first]
      // Pages from here on are filled one by one.
      guard flow.cutRow(first, at: cut.bottom - top, least: 1) else { return rows }
      last = (end.piece, cut.restTop)
      added += 1
      rows.append(first + 1)
      // So they are where a line that moved down at the cut before was in the way of this one.
      let rest = whole.height - (cut.restTop - top)
      if whole.joined >= 0, flow.rows[first + 1].height != rest { return rows }
    }
    return rows
  }
}
