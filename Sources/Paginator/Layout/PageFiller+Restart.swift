/// Setting the text of a page again, in another width.
extension PageFiller {
  /// The text offset at which the current page begins.
  func resumeOffset(_ flow: borrowing Flow) -> Int { flow.startOffset(ofRow: firstRow) }

  /// Discards the rows from the current page on, to be set again for another width.
  /// - Returns: the paragraph to continue with.
  mutating func restart(_ flow: inout Flow, width: Int) throws -> Int {
    guard firstRow < flow.rows.count else {
      flow.setWidth(width)
      return flow.text.paragraphs.count
    }
    let row = flow.rows[firstRow]
    if let next = keepTable(&flow, width: width) { return next }
    let offset = resumeOffset(flow)
    let paragraph = Int(row.paragraph)
    flow.truncate(to: firstRow, lastBlock: row.block)
    flow.setWidth(width)
    flow.shape = shape
    let isInside = offset > Int(flow.text.paragraphs[paragraph].start)
    let next = try flow.append(paragraph, from: isInside ? offset : nil)
    // The space that a shape skips above a line is not carried over to another container.
    if firstRow < flow.rows.count, flow.shape == nil, !row.isBand {
      flow.rows[firstRow].gap = row.gap
    }
    return next
  }

  /// Sets again what has attachments on the current page, which fits them to another height than the
  /// page before: their lines must be those of a layout that begins with this page.
  /// - Returns: the paragraph to continue with; nil if there are no attachments.
  mutating func fitAttachments(_ flow: inout Flow) throws -> Int? {
    let first = flow.rows[min(firstRow, flow.rows.count)...].firstIndex {
      !flow.setter.attachments(in: flow.text.paragraphs[Int($0.paragraph)]).isEmpty
    }
    guard let first, flow.mayContinue(before: first) else { return nil }
    return try flow.setAgain(from: first)
  }

  /// Keeps the rest of a table whose row was cut, or of a block with columns, as it was set, with the column
  /// widths of the previous page.
  /// - Returns: the paragraph after the rows that were kept; nil where no row was cut.
  private func keepTable(_ flow: inout Flow, width: Int) -> Int? {
    let row = flow.rows[firstRow]
    if row.columnPart >= 0, flow.columnParts[Int(row.columnPart)].start != .init() {
      flow.truncate(to: firstRow + 1, lastBlock: row.block)
      flow.setWidth(width)
      return flow.columnSet(of: row).paragraphs.upperBound
    }
    guard row.restStart >= 0 || row.lineCount == 0 && row.boxCount == 0 && row.tableRow < 0 else {
      return nil
    }
    var end = firstRow + 1
    while row.tableRow >= 0, end < flow.rows.count, flow.rows[end].block == row.block,
      flow.rows[end].tableRow >= 0
    {
      end += 1
    }
    let last = flow.rows[end - 1]
    let frame = flow.geometry.frames[row.block]
    flow.truncate(to: end, lastBlock: row.block)
    flow.setWidth(width)
    if let frame { flow.geometry.setFrame(frame, of: row.block) }
    flow.shape = shape
    guard row.tableRow >= 0 else { return Int(last.paragraph) + 1 }
    return flow.paragraphs(of: row.block, from: Int(last.paragraph)).upperBound
  }
}
