/// Obstacles to a page end before a row (CSS Fragmentation 3, section 4.4).
extension Flow {
  /// Keeps room below the last row of a paragraph or a table for the padding and borders of the drawn
  /// boxes that end with it, and for the margins inside them: they are on the page of the row.
  /// - Parameters:
  ///   - index: the last paragraph.
  ///   - inner: the innermost block whose bottom edge is not part of the row.
  mutating func reserveEdges(after index: Int, from inner: Int32) {
    guard root < 0, let last = rows.indices.last, rows[last].lineCount > 0 else { return }
    let next = index + 1 < text.paragraphs.count ? text.paragraphs[index + 1].block : -1
    var (sum, edges, margins) = (0, 0, CollapsedMargin())
    for block in text.blocks(around: inner) {
      if next >= 0, text.isBlock(next, inside: block) { break }
      if text.blocks[Int(block)].continuesAfter { break }
      let around = geometry.aroundWidth(of: block, width)
      let edge = text.box(of: block).edges(against: around).bottom
      if edge > 0 || geometry.isApart(block) { sum += margins.take() + edge }
      if geometry.isDrawn(block) { edges = sum }
      margins.add(text.box(of: block).margin.bottom.resolved(against: around).rawValue)
    }
    guard edges > 0 else { return }
    rows[last].reach = max(rows[last].reach, rows[last].height + edges)
  }

  enum Obstacle {
    case none, hyphen
    /// One row of a table would be alone.
    case row
    case lines, avoid
  }

  /// How many blocks that avoid breaks contain both a row and the row before it. Where page ends are
  /// chosen together, one that is higher than a page has no say: it is divided in any case, and begins where it is.
  ///
  /// - Parameter first: the row with which the page begins; what is above it is on earlier pages.
  func avoidDepth(_ row: Int, onPageFrom first: Int = 0) -> Int {
    let common = geometry.commonBlock(rows[row - 1].keeper, rows[row].keeper)
    return avoidingBlocks(from: common, around: row, onPageFrom: first).depth
  }

  /// The number of blocks that avoid breaks, from one on outwards, and the innermost one that has no say.
  private func avoidingBlocks(
    from inner: Int32, around row: Int, onPageFrom first: Int
  ) -> (depth: Int, high: Int32?) {
    guard inner >= 0, geometry.avoidDepth[Int(inner)] > 0 else { return (0, nil) }
    var depth = 0
    // The columns of a block that is kept on one page are divided all the same.
    let outer = isColumn ? root : -1
    for block in text.blocks(around: inner, within: outer)
    where text.box(of: block).avoidsBreakInside {
      if dividesHighBlocks, isHigherThanPage(block, around: row, from: first) {
        return (depth, block)
      }
      depth += 1
    }
    return (depth, nil)
  }

  /// The innermost block higher than a page that avoids breaks and is divided by a page end before a row.
  func highBlock(dividedBefore row: Int, onPageFrom first: Int) -> Int32? {
    let common = geometry.commonBlock(rows[row - 1].keeper, rows[row].keeper)
    return avoidingBlocks(from: common, around: row, onPageFrom: first).high
  }

  /// Whether the style keeps a row of a table or a box whole: its own, or that of a block around it
  /// that a page can hold.
  func styleKeepsWhole(_ index: Int) -> Bool {
    let row = rows[index]
    guard row.keeper >= 0, geometry.avoidDepth[Int(row.keeper)] > 0 else { return false }
    if row.keeper != row.block, text.box(of: row.keeper).avoidsBreakInside { return true }
    return avoidingBlocks(from: row.keeper, around: index, onPageFrom: 0).depth > 0
  }

  /// Whether a block, of which one row is given, is higher than a page from its first row on the page on.
  private func isHigherThanPage(_ block: Int32, around row: Int, from first: Int) -> Bool {
    let limit = pageHeight.rawValue
    var start = row
    while start > first, row - start < Self.mostRows,
      text.isBlock(rows[start - 1].keeper, inside: block)
    {
      start -= 1
    }
    var (y, lowest) = (rows[start].gap.opening, 0)
    var index = start
    while index < rows.count, index - row < Self.mostRows,
      index <= row || text.isBlock(rows[index].keeper, inside: block)
    {
      if !rows[index].isPositioned {
        if index > start { y += rows[index].gap.total }
        // The bottom edges of boxes end with the last row.
        lowest = max(lowest, y + max(rows[index].height, rows[index].reach))
        y += rows[index].height
        if lowest > limit { return true }
      }
      index += 1
    }
    return false
  }

  /// A bound for hostile input: pages have fewer rows.
  private static let mostRows = 4096

  /// How many rules a page end before a row breaks. One that keeps the row with that before it counts
  /// twice: a heading must not be alone because what follows is kept whole, and cannot be.
  func avoidances(_ row: Int, onPageFrom first: Int = 0) -> Int {
    let below = rows[row]
    // The empty rest of a box is kept with the box's content, like siblings that avoid a break.
    let isKept = below.gap.avoidsBreak || below.lineCount == 0
    return avoidDepth(row, onPageFrom: first)
      + (isHeading(below) ? headingAvoidances(row) : isKept ? 2 : 0)
  }

  /// The rules that a page end before a row of a heading breaks. A heading is better alone than divided.
  /// Of two headings, the second one must not lose its text.
  private func headingAvoidances(_ row: Int) -> Int {
    if rows[row].lineInParagraph > 0 { return 2 }
    return rows[row].gap.avoidsBreak ? 1 : 0
  }

  /// Whether a row is a line of a heading: of a paragraph that is kept with the next one.
  private func isHeading(_ row: Row) -> Bool {
    row.isLine && row.block >= 0 && text.box(of: row.block).breakAfter == .avoid
  }

  /// The space above a row that begins a chapter: its margin leaves room for the row on the page, and for all lines of a
  /// heading.
  func gapAtStart(of row: Row, onPageOf height: Int) -> Int {
    if placesOnPage { return row.gap.total }
    let lines = isHeading(row) ? max(1, Int(row.linesInParagraph)) : 1
    let room = height / lines < row.height ? row.height : row.height * lines
    return min(row.gap.total, max(row.gap.opening, height - room))
  }

  /// Whether a row must be on the page of the row before it, unless nothing else is possible.
  func isKept(withRowBefore row: Int) -> Bool {
    switch obstacle(row) {
    case .lines, .avoid: true
    case .none, .hyphen, .row: false
    }
  }

  /// - Parameter first: the row with which the page begins.
  func obstacle(_ row: Int, onPageFrom first: Int = 0) -> Obstacle {
    let below = rows[row]
    let above = rows[row - 1]
    if below.isPositioned, !below.isFloat {
      guard let owner = owner(ofPositioned: row) else { return .avoid }
      return rows[owner].gap.avoidsBreak || avoidDepth(row, onPageFrom: first) > 0 ? .avoid : .none
    }
    if above.isPositioned, owner(ofPositioned: row - 1) == row { return .avoid }
    // A line without height holds positioned boxes that belong to the text after them.
    if above.lineCount == 1, above.height == 0, above.block >= 0, !above.isPositioned,
      text.blocks[Int(above.block)].kind == .positioned
    {
      return .avoid
    }
    if below.gap.avoidsBreak { return .avoid }
    if avoidDepth(row, onPageFrom: first) > 0 || isColumn && avoidsColumnBreak(row) {
      return .avoid
    }
    if above.paragraph == below.paragraph, !text.styles.isEmpty,
      style(of: below)?.keepsTogether ?? false
    {
      return .avoid
    }
    if !linesAllow(row) { return .lines }
    if below.gap.leavesOneRow { return .row }
    if above.lineCount == 1 {
      let line = setLines.lines[Int(above.firstLine)]
      let limits = text.styles[Int(text.paragraphs[Int(above.paragraph)].style)].text
        .hyphenationLimits
      if line.flags.contains(.isHyphenated), limits.areForPageEnds {
        return .hyphen
      }
    }
    return .none
  }

  /// A bound for hostile input.
  private static let mostLabels = 64

  /// The row to which a positioned box belongs that begins the block of that row, such as the label of
  /// the text after it; nil for other boxes, which belong to what is before them.
  private func owner(ofPositioned row: Int) -> Int? {
    guard rows[row].isPositioned, !rows[row].isFloat else { return nil }
    // The row's own block is that of the row before it.
    var block = text.paragraphs[Int(rows[row].paragraph)].block
    for outer in text.blocks(around: block) where text.blocks[Int(outer)].kind == .positioned {
      block = text.blocks[Int(outer)].parent
    }
    guard block >= 0,
      let next = rows[row...].prefix(Self.mostLabels).firstIndex(where: { !$0.isPositioned }),
      text.isBlock(rows[next].block, inside: block)
    else { return nil }
    let previous = rows[..<row].suffix(Self.mostLabels).lastIndex { !$0.isPositioned }
    return previous.map { text.isBlock(rows[$0].block, inside: block) } ?? true ? nil : next
  }

  /// The space between the last row and a place in a block where no row is yet.
  mutating func gapWithoutEdges(to block: Int32) -> Gap { measuredGap(from: lastBlock, to: block) }

  /// The space between two blocks, whose edges are not kept.
  /// - Parameter next: a block that follows, with whose margins those above may collapse.
  mutating func measuredGap(
    from last: Int32, to block: Int32, collapsingWith next: Int32? = nil
  ) -> Gap {
    let count = edges.count
    let gap = geometry.gap(
      from: last, to: block, root: root, containerWidth: width, edges: &edges,
      collapsingWith: next)
    edges.removeSubrange(count...)
    return gap
  }

  /// The text offset at which a page begins whose first row is the given one.
  func startOffset(ofRow index: Int) -> Int {
    guard index < rows.count else { return text.length }
    let row = rows[index]
    if row.isLine, row.block == text.paragraphs[Int(row.paragraph)].block {
      return Int(setLines.lines[Int(row.firstLine)].start)
    }
    if row.restStart >= 0 { return Int(row.restStart) }
    if row.lineCount == 0, row.boxCount == 0 {
      return Int(text.paragraphs[Int(row.paragraph)].end)
    }
    return Int(text.paragraphs[Int(row.paragraph)].start)
  }

  func style(of row: Row) -> ParagraphStyle? {
    text.styles[Int(text.paragraphs[Int(row.paragraph)].style)].paragraph
  }

  /// Widows and orphans (CSS Fragmentation 3, section 3.3).
  func linesAllow(_ row: Int) -> Bool {
    let below = rows[row]
    let above = rows[row - 1]
    guard below.isLine, above.isLine, below.paragraph == above.paragraph,
      below.lineInParagraph > 0
    else { return true }
    let style = text.styles[Int(text.paragraphs[Int(below.paragraph)].style)].text
    // Lines are counted from the start of the paragraph, even if that is on an earlier page; a rest
    // that was set again is counted from its own first line.
    return style.allowsPageEnd(
      before: Int(below.lineInParagraph), of: Int(below.linesInParagraph))
      && emptyLinesAllow(row, style)
  }
}

extension TextProperties {
  /// Widows and orphans: whether a page may end before a line of a paragraph, counted from 0.
  func allowsPageEnd(before line: Int, of count: Int) -> Bool {
    line >= min(orphans, count) && count - line >= widows
  }
}
