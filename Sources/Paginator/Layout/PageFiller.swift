/// Stacks rows on pages and finds where each page ends (CSS Fragmentation 3).
///
/// The rows that were placed stay in sight until the page is over: a break is chosen by looking
/// back from the row that does not fit. Boxes that go on to the next page are cut there: no
/// border is drawn at the cut.
struct PageFiller {
  var container: TextContainer
  private(set) var pages: [PageLayout] = []
  var lines: [LineFragment] = []
  var boxes: [BoxFragment] = []
  var findings = FindingList()
  /// The first row of the current page, and the next one to place.
  var firstRow = 0
  var nextRow = 0
  /// Bottom of the last row placed.
  var y = 0
  /// Whether anything in the flow stands on the page: floats do not count.
  var hasPlaced = false
  /// The top of every row placed on this page.
  var tops: [Int] = []
  var headHeight = 0
  var openBoxes: [OpenBox] = []
  var hasBegun = false
  var startOffset = 0
  var endGap = Gap()
  var noteArea: NoteArea
  /// On which the text's baselines stand; nil where they stand as they come.
  var grid: BaselineGrid?
  /// The rows before which pages end, where that was planned; what does not fit in spite of it ends its
  /// page first, and the rest of the plan is given up.
  var plannedEnds: ArraySlice<Int> = []
  /// The side for which the plan is, where it is for one: that on which the chapter was taken to begin.
  var suitsLeft: Bool?
  /// Where pages are to begin if they can.
  var kept: KeptChapter?
  /// The last row of the page that stands on the grid.
  private var lastSnapped: Int?

  struct OpenBox {
    var block: Int32
    var y: Int
    var hasTop: Bool
  }

  /// A table's head, to be drawn again at the top of the page.
  var pendingHeadLines: [LineFragment] = []
  var pendingHeadBoxes: [BoxFragment] = []
  /// What the end of every page was decided by, and where the next one begins.
  private(set) var boundaries: [PageBoundary] = []
  let firstPage: Int
  private let beginsInside: Bool
  /// Where an endless container's text is cut into sections; nil where it is not.
  var sections: SectionPlan?
  /// Whether the current page goes on below a section of the same container.
  var isSection: Bool
  /// Whether the text that did not fit was cut off.
  var isTruncated = false
  /// The row behind every page's end, and how much of the page stayed empty.
  private var pageEnds: [(row: Int, room: Int)] = []
  /// Containers in a row that had no room.
  var emptyPages = 0
  /// Rows of text on the page.
  var lineCount = 0

  /// - Parameter start: where the first page begins.
  init(_ text: AttributedText, container: TextContainer, start: LayoutManager.Start = .beginning) {
    self.container = container
    firstPage = start.page
    beginsInside = start.paragraph > 0 || start.offset != nil
    isSection = start.isSection
    noteArea = NoteArea(text)
  }

  /// Its index in the chain.
  var nextPage: Int { firstPage + pages.count }
  var isEndless: Bool { container.isEndless }
  /// Whether the text's first line stands on this page.
  var isAtStart: Bool { nextPage == 0 && !beginsInside }
  var height: Int { container.size.height.rawValue }

  mutating func begin(_ container: TextContainer) { self.container = container }
  mutating func close(_ gap: Gap) { endGap = gap }

  /// Leaves out the lines of the first paragraph that are on earlier pages.
  mutating func skip(_ start: LayoutManager.Start, _ flow: borrowing Flow) {
    guard start.paragraph > 0 || start.line > 0 || start.offset != nil else { return }
    firstRow = start.line
    nextRow = start.line
    startOffset = resumeOffset(flow)
    let paragraph = flow.text.paragraphs[start.paragraph]
    hasBegun = true
    let outer =
      start.line > 0 || start.inside(flow.text) != nil || start.paragraph == 0
      ? paragraph.block
      : flow.geometry.commonBlock(
        flow.text.paragraphs[start.paragraph - 1].block, paragraph.block)
    for block in flow.geometry.chain(outer) where flow.geometry.isDrawn(block) {
      openBoxes.append(OpenBox(block: block, y: 0, hasTop: false))
    }
  }

  /// Where the next row would come to stand, in a container that is not as wide everywhere.
  var shape: ContainerShape? {
    if container.isSimpleRectangular { return nil }
    return ContainerShape(
      container: container, y: nextRow > firstRow ? y : headHeight, isTop: nextRow == firstRow,
      isFirst: isAtStart)
  }

  /// Whether rows set for the container before can't go into another one.
  func needsReset(for next: TextContainer, _ flow: borrowing Flow) -> Bool {
    next.lineWidth != flow.width || !next.isSimpleRectangular || !container.isSimpleRectangular
  }

  // MARK: Placing

  /// Places what rows there are.
  /// - Returns: the row that the next page must begin with, or nil when everything fits.
  mutating func pageEnd(_ flow: inout Flow, isAtEnd: Bool) throws -> Int? {
    if !hasBegun { openContinuedBoxes(flow) }
    try flow.setter.typesetter.meter?.check(unfinished: pages.count)
    while nextRow < flow.rows.count {
      let isFirst = nextRow == firstRow
      shorten(nextRow, &flow)
      cut(nextRow, isFirst: isFirst, &flow)
      let row = flow.rows[nextRow]
      let top = topOfNext(row, flow)
      if !isFirst, endsSection(before: row) { return nextRow }
      if !isFirst, nextRow == plannedEnds.first { return takePlannedEnd(flow) }
      if !isFirst, row.gap.forcesBreak, !ignoresBreaks(flow) { return nextRow }
      if isFull, row.lineCount > 0, !row.isPositioned { return nextRow }
      if !isFirst, !row.isPositioned, try !fits(row, bottom: top + row.height, flow) {
        plannedEnds = []
        return chooseBreak(before: nextRow, flow)
      }
      // A float that a page holds is not drawn over its end.
      if !isFirst, row.isFloat, top + row.floatHeight > height, row.floatHeight <= height {
        plannedEnds = []
        return chooseBreak(before: nextRow, flow)
      }
      if isFirst, row.isBand, top + row.height > height, !container.isSimpleRectangular {
        // Nothing of the container is free.
        emptyPages += 1
        if emptyPages > 100 { throw LayoutError.noRoom(at: resumeOffset(flow)) }
        return nextRow
      }
      emptyPages = 0
      if isFirst, top + row.height > height, !row.isPositioned, !container.isEndless {
        findings.report(
          .overfullPage,
          "something is taller than the page it stands on, at \"\(excerpt(flow, nextRow))\"",
          atText: flow.startOffset(ofRow: nextRow))
      }
      if baseline(of: row, flow) != nil { shareSnap(of: row, top, flow) }
      tops.append(row.isAbsolute ? 0 : top)
      if !noteArea.isUnused { try noteArea.place(row, at: nextRow, flow) }
      if !row.isPositioned { y = max(headHeight, top + row.height) }
      if !row.isFloat { hasPlaced = true }
      if row.lineCount > 0 { lineCount += 1 }
      nextRow += 1
    }
    return nil
  }

  /// What pages left empty at their ends counts for the height of a block that goes over them (CSS
  /// Fragmentation 3, section 5.1).
  private func shorten(_ index: Int, _ flow: inout Flow) {
    let row = flow.rows[index]
    guard row.fillsFrom >= 0, Int(row.knownPageEnds) < pageEnds.count else { return }
    let left = pageEnds[Int(row.knownPageEnds)...].reduce(0) {
      $1.row > row.fillsFrom ? $0 + $1.room : $0
    }
    flow.rows[index].knownPageEnds = Int32(pageEnds.count)
    flow.rows[index].height = max(min(row.height, 0), row.height - left)
  }

  /// Cuts a row that would leave much of the page empty, or that no page holds.
  private func cut(_ index: Int, isFirst: Bool, _ flow: inout Flow) {
    let row = flow.rows[index]
    let room = height - topOfNext(row, flow)
    guard row.height > room, !container.isEndless, !row.isPositioned, noteArea.isUnused,
      row.tableRow >= 0 || row.lineCount == 0
    else { return }
    if isFirst {
      if flow.cutRow(index, at: room, least: Self.leastCutLines) { return }
      _ = flow.cutRow(index, at: room, least: 1)
      return
    }
    let isKept =
      row.tableHead >= 0 || row.gap.avoidsBreak || flow.avoidDepth(index) > 0
      || row.keeper >= 0 && flow.geometry.avoidDepth[Int(row.keeper)] > 0
    // What is kept goes to the next page as a whole, unless it begins this one already.
    if isKept, row.height <= height || hasBreak(before: index, flow) { return }
    // What a page holds whole goes there too, unless that would leave much of this one empty.
    if row.height <= height, room * 4 <= height || row.height * 2 <= height { return }
    _ = flow.cutRow(index, at: room, least: Self.leastCutLines)
  }

  /// Whether the page may end before a row, or somewhere above it.
  private func hasBreak(before index: Int, _ flow: borrowing Flow) -> Bool {
    (firstRow + 1...index).contains { flow.obstacle($0) == .none }
  }

  /// How many lines of a row that is cut stand together.
  private static let leastCutLines = 4

  private mutating func fits(_ row: Row, bottom: Int, _ flow: borrowing Flow) throws -> Bool {
    if noteArea.isUnused { return bottom <= height }
    return try noteArea.allows(
      row, bottom: bottom, height: height, separator: container.noteSeparator.rawValue, flow)
  }

  /// Text that a program lays out in an endless container goes on below a page break.
  private func ignoresBreaks(_ flow: borrowing Flow) -> Bool {
    container.isEndless && flow.text.paragraphsFollowText
  }

  private func topOfNext(_ row: Row, _ flow: borrowing Flow) -> Int {
    let top = topWithoutGrid(row)
    guard let grid, let baseline = baseline(of: row, flow) else { return top }
    return top + grid.distance(below: top + baseline)
  }

  private func topWithoutGrid(_ row: Row) -> Int {
    if hasPlaced { return y + row.gap.total }
    if isSection { return row.gap.total }
    // Margins at an unforced break vanish (CSS Fragmentation 3, section 5.2); those behind a
    // forced one, and at the start, stay.
    return headHeight + (isAtStart ? row.gap.total : row.gap.opening)
  }

  /// Of a row that stands on the grid, from its top.
  private func baseline(of row: Row, _ flow: borrowing Flow) -> Int? {
    container.isEndless ? nil : grid?.baseline(of: row, in: flow)
  }

  /// What the grid adds behind lines that are not on it stands half above and half below them.
  private mutating func shareSnap(of row: Row, _ top: Int, _ flow: borrowing Flow) {
    let added = top - topWithoutGrid(row)
    if added > 0, let before = lastSnapped, before >= firstRow, before + 1 < nextRow,
      !flow.rows[before + 1..<nextRow].contains(where: { $0.isPositioned })
    {
      for index in before + 1..<nextRow { tops[index - firstRow] += added / 2 }
    }
    lastSnapped = nextRow
  }

  private mutating func openContinuedBoxes(_ flow: borrowing Flow) {
    hasBegun = true
    for (index, block) in flow.text.blocks.enumerated()
    where block.continuesBefore && flow.geometry.isDrawn(Int32(index)) {
      openBoxes.append(OpenBox(block: Int32(index), y: 0, hasTop: false))
    }
  }

  // MARK: Ending a page

  /// Ends the page before `row` and makes ready for the next one.
  ///
  /// - Parameter next: the first paragraph that was not looked at when the end was chosen.
  mutating func endPage(at row: Int, _ flow: inout Flow, decidedBy next: Int) {
    let bottom = bottomOfPage(before: row, flow)
    emit(
      firstRow..<row, flow, bottom: bottom, gap: row < flow.rows.count ? flow.rows[row].gap : endGap
    )
    if !noteArea.isUnused { placeNotes(before: row, below: bottom) }
    let end = flow.startOffset(ofRow: row)
    if !container.isEndless { pageEnds.append((row, max(0, height - bottom))) }
    pages[pages.count - 1].end = max(startOffset, end)
    startOffset = pages[pages.count - 1].end
    alignBlocks(flow, bottom: bottom)
    boundaries.append(boundary(at: row, flow, decidedBy: next))
    isSection = hasSections
    lineCount = 0
    firstRow = row
    nextRow = row
    y = 0
    hasPlaced = false
    tops.removeAll(keepingCapacity: true)
    headHeight = 0
    repeatHead(flow)
    y = headHeight
  }

  private func boundary(
    at row: Int, _ flow: borrowing Flow, decidedBy next: Int
  ) -> PageBoundary {
    var boundary = PageBoundary(
      offset: startOffset, paragraph: flow.text.paragraphs.count, line: 0, decidedBy: next)
    guard row < flow.rows.count else { return boundary }
    let first = flow.rows[row]
    boundary.paragraph = Int(first.paragraph)
    boundary.line = Int(first.lineInParagraph)
    // What can't be told from the text alone: rests of notes, tables, boxes with a height.
    boundary.isPlain =
      noteArea.isUnused && first.isLine && first.tableHead < 0 && !first.isPositioned
      && flow.enclosingTable(of: first.block) == nil && !flow.hasSized
    return boundary
  }

  /// Moves the text of the page that has just ended to where its container wants it.
  private mutating func alignBlocks(_ flow: borrowing Flow, bottom: Int) {
    guard container.blockAlignment != .top, !container.isEndless, container.isSimpleRectangular,
      let page = pages.last
    else {
      return
    }
    let room = height - bottom
    guard room > 0 else { return }
    let paragraphs = Set(page.lines.map { lines[$0].paragraph }).count
    var seen: Set<Int32> = []
    for index in page.lines {
      seen.insert(lines[index].paragraph)
      switch container.blockAlignment {
      case .top: break
      case .center: lines[index].y += room / 2
      case .bottom: lines[index].y += room
      case .justified:
        if paragraphs > 1 { lines[index].y += room * (seen.count - 1) / (paragraphs - 1) }
      }
    }
    let shift = container.blockAlignment == .center ? room / 2 : room
    if container.blockAlignment != .justified {
      for index in page.boxes { boxes[index].y += shift }
    }
  }

  // MARK: Limits

  /// Whether the container has as many lines as it takes.
  private var isFull: Bool {
    container.maximumNumberOfLines > 0 && lineCount >= container.maximumNumberOfLines
  }

  /// Whether what does not fit is cut off rather than sent on.
  var cutsOff: Bool { isFull && container.lineBreakMode.isSingleLine }

  /// Ends the text with the last line that the container takes.
  mutating func truncate(_ flow: inout Flow) throws {
    let row = flow.rows[nextRow - 1]
    guard row.isLine, container.lineBreakMode.truncates else { return }
    try flow.setter.truncateAgain(
      Int(row.firstLine + row.lineCount) - 1, container.lineBreakMode)
  }

  /// The notes stand at the foot of the page; in a galley right below the text.
  private mutating func placeNotes(before row: Int, below bottom: Int) {
    let fragments = noteArea.endPage(
      before: row, room: height - bottom, separator: container.noteSeparator.rawValue)
    guard !fragments.isEmpty else { return }
    let taken = NoteArea.height(of: fragments, noteArea.layouts)
    let top = container.isEndless ? bottom : max(bottom, height - taken)
    let page = pages.count - 1
    pages[page].noteAreaTop = top
    pages[page].usedHeight = top + taken
    pages[page].notes = fragments.map { fragment in
      var fragment = fragment
      fragment.y += top
      return fragment
    }
  }

  private func bottomOfPage(before row: Int, _ flow: borrowing Flow) -> Int {
    var bottom = headHeight
    for index in firstRow..<row where !flow.rows[index].isPositioned {
      bottom = max(bottom, tops[index - firstRow] + flow.rows[index].height)
    }
    return bottom
  }

  /// Moves what stands in blocks that are placed relative to where they are.
  private mutating func shift(from firstLine: Int, _ firstBox: Int, _ flow: borrowing Flow) {
    for index in firstLine..<lines.count {
      let block = flow.text.paragraphs[Int(lines[index].paragraph)].block
      guard block >= 0 else { continue }
      let shift = flow.geometry.shifts[Int(block)]
      lines[index] = lines[index].moved(x: shift.x, y: shift.y)
    }
    for index in firstBox..<boxes.count where boxes[index].block >= 0 {
      let shift = flow.geometry.shifts[Int(boxes[index].block)]
      boxes[index].x += shift.x
      boxes[index].y += shift.y
    }
  }

  /// The bottom of the last row in the flow, which need not be the lowest: margins may be negative.
  private func bottomOfLast(before row: Int, _ flow: borrowing Flow) -> Int {
    guard let last = (firstRow..<row).last(where: { !flow.rows[$0].isPositioned }) else {
      return headHeight
    }
    return tops[last - firstRow] + flow.rows[last].height
  }

  private mutating func emit(
    _ rows: Range<Int>, _ flow: borrowing Flow, bottom: Int, gap: Gap
  ) {
    let firstLine = lines.count
    let firstBox = boxes.count
    let padding = container.lineFragmentPadding.rawValue
    lines.append(contentsOf: pendingHeadLines)
    boxes.append(contentsOf: pendingHeadBoxes)
    pendingHeadLines.removeAll()
    pendingHeadBoxes.removeAll()
    for index in rows {
      let row = flow.rows[index]
      let top = tops[index - firstRow]
      let previousBottom =
        index == rows.lowerBound ? 0 : tops[index - 1 - firstRow] + flow.rows[index - 1].height
      applyEdges(
        row.gap, flow, above: previousBottom, below: top, isPageTop: index == rows.lowerBound)
      for line in Int(row.firstLine)..<Int(row.firstLine + row.lineCount) {
        var fragment = flow.setter.lines[line]
        fragment.y += top
        fragment.x += padding
        fragment.usedX += padding
        lines.append(fragment)
      }
      for box in Int(row.firstBox)..<Int(row.firstBox + row.boxCount) {
        var fragment = flow.cellBoxes[box]
        fragment.y += top
        fragment.x += padding
        boxes.append(fragment)
      }
    }
    // Boxes that close in the gap behind the last row close on this page.
    applyClosing(gap, flow, bottom: bottomOfLast(before: rows.upperBound, flow))
    cutOpenBoxes(flow, bottom: bottom)
    if !flow.geometry.shifts.isEmpty { shift(from: firstLine, firstBox, flow) }
    flow.geometry.sortForPainting(&boxes[firstBox...])
    pages.append(
      PageLayout(
        lines: firstLine..<lines.count, boxes: firstBox..<boxes.count, start: startOffset,
        end: startOffset, usedHeight: bottom + gap.closing, containerSize: container.size))
  }

  // MARK: Going on

  /// The text offset at which the current page begins.
  func resumeOffset(_ flow: borrowing Flow) -> Int { flow.startOffset(ofRow: firstRow) }

  /// Throws away the rows of the current page and has them set anew, for another width.
  /// - Returns: the paragraph to go on with.
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
    // What a shape left free above a line is its own container's affair.
    if firstRow < flow.rows.count, flow.shape == nil, !row.isBand {
      flow.rows[firstRow].gap = row.gap
    }
    return next
  }

  /// The rest of a table whose row was cut goes on as it was set: its columns are what they were on
  /// the page before.
  /// - Returns: the paragraph behind the table; nil where no row was cut.
  private func keepTable(_ flow: inout Flow, width: Int) -> Int? {
    let row = flow.rows[firstRow]
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

  /// Ends the last page.
  /// - Parameter isCutOff: the layout ended before the text did: at a page that is known, for want
  ///   of containers, or at a limit of lines.
  mutating func finish(
    _ flow: Flow, chapter: Chapter, isCutOff: Bool = false, otherSide: ChapterLayout? = nil
  ) -> ChapterLayout {
    var flow = flow
    let count = flow.text.paragraphs.count
    if isCutOff {
      if cutsOff {
        isTruncated = true
        endPage(at: nextRow, &flow, decidedBy: count + 1)
      }
    } else {
      if nextRow > firstRow || pages.isEmpty || !pendingHeadLines.isEmpty {
        endPage(at: flow.rows.count, &flow, decidedBy: count + 1)
      }
      while noteArea.hasRest { endPage(at: flow.rows.count, &flow, decidedBy: count + 1) }
    }
    if !pages.isEmpty, !isCutOff || isTruncated { pages[pages.count - 1].end = flow.text.length }
    findings.append(contentsOf: flow.setter.findings.all)
    kept?.report(pages, lines, flow.text, to: &findings)
    for note in noteArea.layouts.keys.sorted() {
      findings.append(
        contentsOf: noteArea.layouts[note]?.findings ?? [],
        atText: Int(flow.text.notes[Int(note)].offset))
    }
    return ChapterLayout(
      chapter: chapter, lines: lines, boxes: boxes, pages: pages, segments: flow.setter.segments,
      attachments: flow.setter.attachments, fonts: flow.setter.shaper.fonts,
      shaperNumber: flow.setter.typesetter.shaper.number, findings: findings.all,
      notes: noteArea.layouts, suitsLeft: suitsLeft, otherSide: otherSide)
  }
}

/// Where one page ends and the next begins.
struct PageBoundary {
  /// A text offset.
  let offset: Int
  /// The paragraph and the line in it that the next page begins with.
  var paragraph: Int
  var line: Int
  /// The first paragraph that was not looked at when the end was chosen: an edit from there on
  /// does not change it.
  let decidedBy: Int
  /// Whether the next page follows from where it begins and from nothing else.
  var isPlain = false
}

extension Flow {
  mutating func setWidth(_ width: Int) {
    self.width = width
    geometry.reset()
  }

  /// Forgets the rows from one on.
  mutating func truncate(to row: Int, lastBlock: Int32) {
    rows.removeSubrange(row...)
    forget(lastBlock: lastBlock)
  }
}
