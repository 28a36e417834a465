/// Where a page ends.
extension PageFiller {
  enum Obstacle: Int { case none, hyphen, lines, avoid }

  /// Looks back from the row that sticks out for the last place where a page may end. Rules give
  /// way in the order of CSS 2, section 13.3.5: first `avoid`, then widows and orphans.
  mutating func chooseBreak(before limit: Int, _ flow: borrowing Flow) -> Int {
    var hyphenated: Int?
    var row = limit
    while row > firstRow {
      switch obstacle(row, flow) {
      case .none:
        // A page that ends in a hyphen gives up one line if it may.
        if let hyphenated, hyphenated - row > 1 { return hyphenated }
        return row
      case .hyphen: if hyphenated == nil { hyphenated = row }
      case .lines, .avoid: break
      }
      row -= 1
    }
    if let hyphenated { return hyphenated }
    if let row = leastAvoided(before: limit, flow) {
      report("a break that the style avoids was needed", flow, row)
      return row
    }
    report("widows and orphans could not be kept", flow, limit)
    return limit
  }

  /// Of the breaks that the style avoids the last of those that the fewest blocks do: what is inside
  /// a block that can't be kept whole may still be kept.
  private func leastAvoided(before limit: Int, _ flow: borrowing Flow) -> Int? {
    var best: (row: Int, count: Int)?
    for row in stride(from: limit, to: firstRow, by: -1)
    where obstacle(row, flow) == .avoid && linesAllow(row, flow) {
      let below = flow.rows[row]
      // The empty rest of a box goes with what stands in it, as siblings that ask for it do.
      let isHeld = below.gap.avoidsBreak || below.lineCount == 0
      let count = avoidDepth(row, flow) + (isHeld ? 1 : 0)
      if count < best?.count ?? .max { best = (row, count) }
    }
    return best?.row
  }

  /// How many blocks that avoid breaks hold both a row and the one before.
  func avoidDepth(_ row: Int, _ flow: borrowing Flow) -> Int {
    let common = flow.geometry.commonBlock(flow.rows[row - 1].keeper, flow.rows[row].keeper)
    return common >= 0 ? flow.geometry.avoidDepth[Int(common)] : 0
  }

  mutating func report(_ message: String, _ flow: borrowing Flow, _ row: Int) {
    findings.report(
      .relaxedBreak, "\(message), at \"\(excerpt(flow, row))\"", atText: resumeOffset(flow, row))
  }

  func excerpt(_ flow: borrowing Flow, _ row: Int) -> String {
    flow.text.excerpt(at: resumeOffset(flow, row), count: 30)
  }

  func obstacle(_ row: Int, _ flow: borrowing Flow) -> Obstacle {
    let below = flow.rows[row]
    let above = flow.rows[row - 1]
    if below.isPositioned, !below.isFloat { return .avoid }
    if below.gap.avoidsBreak { return .avoid }
    if avoidDepth(row, flow) > 0 { return .avoid }
    if above.paragraph == below.paragraph, !flow.text.styles.isEmpty,
      style(of: below, flow)?.keepsTogether ?? false
    {
      return .avoid
    }
    if !linesAllow(row, flow) { return .lines }
    if above.lineCount == 1 {
      let line = flow.setter.lines[Int(above.firstLine)]
      let limit = flow.text.styles[Int(flow.text.paragraphs[Int(above.paragraph)].style)].text
        .hyphenationLimits.last
      if line.flags.contains(.isHyphenated), [.page, .column, .spread, .always].contains(limit) {
        return .hyphen
      }
    }
    return .none
  }

  func style(of row: Row, _ flow: borrowing Flow) -> ParagraphStyle? {
    flow.text.styles[Int(flow.text.paragraphs[Int(row.paragraph)].style)].paragraph
  }

  /// Widows and orphans (CSS Fragmentation 3, section 3.3).
  func linesAllow(_ row: Int, _ flow: borrowing Flow) -> Bool {
    let below = flow.rows[row]
    let above = flow.rows[row - 1]
    guard below.isLine, above.isLine, below.paragraph == above.paragraph,
      below.lineInParagraph > 0
    else { return true }
    let style = flow.text.styles[Int(flow.text.paragraphs[Int(below.paragraph)].style)].text
    let before = Int(below.lineInParagraph)
    let after = Int(below.linesInParagraph) - before
    // Lines of the paragraph on earlier pages are no orphans of this one, but a fragment that
    // begins on this page is counted from its top.
    return before >= min(style.orphans, Int(below.linesInParagraph)) && after >= style.widows
  }
}
