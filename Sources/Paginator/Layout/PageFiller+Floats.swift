/// Floats at page ends.
extension PageFiller {
  /// Discards the rows of a new page that were set next to floats of the page that has just ended, to
  /// be set again without them; or that were below the floats that begin the page only because of a margin,
  /// which is discarded at a page's top.
  ///
  /// - Returns: the paragraph to continue with; nil if all rows stay.
  mutating func leaveFloatsBehind(_ flow: inout Flow) throws -> Int? {
    guard !container.isEndless, container.isSimpleRectangular else { return nil }
    var row = firstRow
    while row < flow.rows.count, flow.rows[row].isClearance {
      flow.rows[row].height = min(0, flow.rows[row].height)
      row += 1
    }
    guard row < flow.rows.count,
      flow.rows[row].gap.isBesideFloats || flow.isMarginBelowFloats(at: row),
      flow.mayContinue(before: row)
    else { return nil }
    dropPlan()
    return try flow.setAgain(from: row)
  }
}

extension Flow {
  /// Whether floats begin at a row, and a margin is between the text before them and that after them.
  fileprivate func isMarginBelowFloats(at row: Int) -> Bool {
    guard rows[row].isFloat else { return false }
    let next = rows[row...].prefix(Self.mostWaiting).first { !$0.isFloat && !$0.isPositioned }
    return next.map { $0.gap.margin > 0 } ?? false
  }

  /// Whether the text from a row on can be set again: it is not in a table or in a block with a height
  /// of its own, of which earlier rows are a part.
  func mayContinue(before row: Int) -> Bool {
    let first = rows[row]
    guard first.isLine || first.isFloat, first.tableRow < 0, first.restStart < 0,
      isInOrder(around: row)
    else { return false }
    return text.blocks(around: first.block, within: root).allSatisfy { block in
      let own = text.blocks[Int(block)]
      let box = text.styles[Int(own.style)].box
      return own.kind == .block && box.height.isAuto
        && box.minHeight.isAuto && box.maxHeight.isAuto
    }
  }

  /// Whether the rows before a row are of earlier paragraphs, and those after it of later ones. A
  /// positioned box may be before a float in front of it, which waits for text.
  private func isInOrder(around row: Int) -> Bool {
    let paragraph = rows[row].paragraph
    let before = rows[..<row].suffix(Self.mostWaiting)
    let after = rows[row...].prefix(Self.mostWaiting)
    return before.allSatisfy { $0.paragraph <= paragraph }
      && after.allSatisfy { $0.paragraph >= paragraph }
  }

  /// How many rows are looked at: more do not come between a float and its text.
  private static let mostWaiting = 512

  /// Removes the rows from one on.
  /// - Returns: the paragraph to continue with.
  mutating func setAgain(from row: Int) throws -> Int {
    let first = rows[row]
    let paragraph = Int(first.paragraph)
    let start = startOffset(ofRow: row)
    if first.isLine, start > Int(text.paragraphs[paragraph].start) {
      truncate(to: row, lastBlock: first.block)
      let next = try append(paragraph, from: start)
      if row < rows.count { rows[row].gap = Gap() }
      return next
    }
    let last = rows[..<row].last { !$0.isPositioned }
    truncate(to: row, lastBlock: last?.block ?? -2)
    // The floats begin the page, where the margin above what is next to them vanishes.
    hasClearance = first.isFloat
    return paragraph
  }
}
