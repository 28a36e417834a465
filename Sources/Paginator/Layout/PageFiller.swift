/// Stacks rows on pages and finds where each page ends (CSS Fragmentation 3).
///
/// Placed rows are kept until the page ends: the break is chosen by looking back from the row that
/// does not fit. Boxes that continue on the next page are cut: no border is drawn at the cut.
struct PageFiller {
  var container: TextContainer
  var pages: [PageLayout] = []
  var lines: [LineFragment] = []
  var boxes: [BoxFragment] = []
  var findings = FindingList()
  /// The first row of the current page, and the next one to place.
  var firstRow = 0
  var nextRow = 0
  /// The bottom of the last placed row.
  var y = 0
  /// Whether the page has a row other than a float.
  var hasPlaced = false
  /// The top of every row placed on this page.
  var tops: [Int] = []
  var headHeight = 0
  var openBoxes: [OpenBox] = []
  var hasBegun = false
  var startOffset = 0
  var endGap = Gap()
  var noteArea: NoteArea
  /// The grid that baselines are aligned to; nil for none.
  var grid: BaselineGrid?
  /// The rows before which planned pages end. If a row does not fit despite the plan, the page ends
  /// early and the rest of the plan is dropped.
  var plannedEnds: ArraySlice<Int> = []
  /// The height by which planned pages may be too long.
  var plannedOverrun = 0
  /// Whether the plan is made for a chapter that begins on a left page; nil where it suits both
  /// sides.
  var suitsLeft: Bool?
  /// The page starts of an earlier edition, to be kept where possible.
  var kept: KeptChapter?
  /// The last placed row that is on the grid.
  private var lastSnapped: Int?

  /// A table's head, to be repeated at the top of the page.
  var pendingHeadLines: [LineFragment] = []
  var pendingHeadBoxes: [BoxFragment] = []
  /// Where each page ends, and which paragraphs decided that.
  private(set) var boundaries: [PageBoundary] = []
  let firstPage: Int
  private let beginsInside: Bool
  /// How the text of an endless container is divided into sections; nil for no sections.
  var sections: SectionPlan?
  /// Whether the current page is a section below another one of the same container.
  var isSection: Bool
  /// Whether the text that did not fit was cut off.
  var isTruncated = false
  /// The row after each page's end, and the height left empty on the page.
  private var pageEnds: [(row: Int, room: Int)] = []
  /// The number of consecutive containers without room.
  var emptyPages = 0
  /// More consecutive containers without room for a line end the layout (`LayoutError.noRoom`).
  private static let mostEmptyContainers = 100
  /// The blocks that were reported to be higher than a page.
  var reportedBlocks: Set<Int32> = []
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

  /// The index of the current page's container in the chain.
  var nextPage: Int { firstPage + pages.count }
  var isEndless: Bool { container.isEndless }
  /// Whether the first line of the text is on this page.
  var isAtStart: Bool { nextPage == 0 && !beginsInside }
  var height: Int { container.size.height.rawValue }

  mutating func begin(_ container: TextContainer) { self.container = container }
  mutating func close(_ gap: Gap) { endGap = gap }

  /// Skips the lines of the first paragraph that are on earlier pages.
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

  /// Whether rows set for the current container must be set again for the next one.
  func needsReset(for next: TextContainer, _ flow: borrowing Flow) -> Bool {
    next.lineWidth != flow.width || !next.isSimpleRectangular || !container.isSimpleRectangular
  }

  // MARK: Placing

  /// Places the rows that are available.
  /// - Parameter isAtEnd: whether all of the text is set.
  /// - Returns: the row that the next page must begin with, or nil when everything fits.
  mutating func pageEnd(_ flow: inout Flow, isAtEnd: Bool) throws -> Int? {
    if !hasBegun { openContinuedBoxes(flow) }
    try flow.setter.typesetter.meter?.check(unfinished: pages.count)
    while nextRow < flow.rows.count {
      let isFirst = nextRow == firstRow
      shorten(nextRow, &flow)
      if isEmptyEnd(nextRow, flow) {
        // Text that is not set yet may follow.
        guard isAtEnd else { return nil }
        endOnPage(nextRow, &flow)
      }
      try cut(nextRow, isFirst: isFirst, &flow)
      let row = flow.rows[nextRow]
      let top = topOfNext(row, flow)
      if !isFirst, endsSection(before: row, at: top) { return nextRow }
      if !isFirst, nextRow == plannedEnds.first { return takePlannedEnd(flow) }
      if !isFirst, row.gap.forcesBreak, !ignoresBreaks(flow) { return nextRow }
      if isFull, row.lineCount > 0, !row.isPositioned { return nextRow }
      if !isFirst, !row.isPositioned, try !fits(row, bottom: top + row.height, flow) {
        dropPlan()
        return chooseBreak(before: nextRow, flow)
      }
      // A float that fits on a page, or the end of a box, must not reach past the page's end.
      if !isFirst, row.reach > 0, top + row.reach > height, row.reach <= height {
        dropPlan()
        return chooseBreak(before: nextRow, flow)
      }
      if isFirst, row.isBand, top + row.height > height, !container.isSimpleRectangular {
        // No part of the container is free.
        emptyPages += 1
        guard emptyPages <= Self.mostEmptyContainers else {
          throw LayoutError.noRoom(at: resumeOffset(flow))
        }
        return nextRow
      }
      emptyPages = 0
      // A planned page may be a line long.
      let most = height + plannedOverrun
      if isFirst, top + row.height > most, !row.isPositioned, !container.isEndless {
        findings.report(
          .overfullPage,
          "something is taller than its page, at \"\(excerpt(flow, nextRow))\"",
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
    return isAtEnd ? endBeforeLoneNote(flow) : nil
  }

  /// Counts the empty space at page ends as part of the height of a block that continues across
  /// them (CSS Fragmentation 3, section 5.1).
  private func shorten(_ index: Int, _ flow: inout Flow) {
    guard flow.rows[index].fillsFrom >= 0 else { return }
    let row = flow.rows[index]
    guard Int(row.knownPageEnds) < pageEnds.count else { return }
    let left = pageEnds[Int(row.knownPageEnds)...].reduce(0) {
      $1.row > row.fillsFrom ? $0 + $1.room : $0
    }
    flow.rows[index].knownPageEnds = Int32(pageEnds.count)
    flow.rows[index].height = max(min(row.height, 0), row.height - left)
  }

  mutating func fits(_ row: Row, bottom: Int, _ flow: borrowing Flow) throws -> Bool {
    if noteArea.isUnused { return bottom <= height + plannedOverrun }
    let separator = container.noteSeparator.rawValue
    if try noteArea.allows(row, bottom: bottom, height: height, separator: separator, flow) {
      return true
    }
    return nextRow > firstRow && flow.isKept(withRowBefore: nextRow)
      && noteArea.allowsKept(row, bottom: bottom, height: height, separator: separator, flow)
  }

  /// In an endless container, text made by a program continues below a page break, and so does a box
  /// in a line.
  private func ignoresBreaks(_ flow: borrowing Flow) -> Bool {
    container.isEndless && (container.isInLine || flow.text.paragraphsFollowText)
  }

  func topOfNext(_ row: Row, _ flow: borrowing Flow) -> Int {
    let top = topWithoutGrid(row, flow)
    guard let grid, let baseline = baseline(of: row, flow) else { return top }
    let room = hasPlaced ? Int.max : max(0, height - top - row.height)
    return top + grid.distance(below: top + baseline, within: room)
  }

  private func topWithoutGrid(_ row: Row, _ flow: borrowing Flow) -> Int {
    if hasPlaced { return y + gapAboveNext(row, flow) }
    if isSection { return row.gap.total }
    // The margin above a row vanishes at the top of a page (CSS Fragmentation 3, section 5.2). The
    // margin at the start of the chapter stays.
    // The row below a repeated head is not at the top.
    if headHeight > 0 { return headHeight + row.gap.total }
    return isAtStart ? flow.gapAtStart(of: row, onPageOf: height) : row.gap.opening
  }

  private func gapAboveNext(_ row: Row, _ flow: borrowing Flow) -> Int {
    container.isEndless ? row.gap.total : grid?.gap(above: nextRow, in: flow) ?? row.gap.total
  }

  /// The baseline of a row that is on the grid, from the row's top; nil for other rows.
  private func baseline(of row: Row, _ flow: borrowing Flow) -> Int? {
    container.isEndless ? nil : grid?.baseline(of: row, in: flow)
  }

  /// Divides the space that the grid adds after off-grid rows: half goes above them, half below.
  ///
  /// Floats and positioned boxes in front of the row move with it.
  private mutating func shareSnap(of row: Row, _ top: Int, _ flow: borrowing Flow) {
    let added = top - topWithoutGrid(row, flow)
    if added > 0 { moveBoxes(before: nextRow, by: added, flow) }
    if added > 0, let before = lastSnapped, before >= firstRow, before + 1 < nextRow,
      !flow.rows[before + 1..<nextRow].contains(where: {
        // What fills a box is where the box's content ends.
        $0.isPositioned || $0.fillsFrom >= 0 && Int($0.fillsFrom) <= before
      })
    {
      for index in before + 1..<nextRow { tops[index - firstRow] += added / 2 }
    }
    lastSnapped = nextRow
  }

  private mutating func moveBoxes(before row: Int, by added: Int, _ flow: borrowing Flow) {
    var index = row - 1
    while index >= firstRow, flow.rows[index].isPositioned, !flow.rows[index].isAbsolute {
      let reach = max(flow.rows[index].height, flow.rows[index].reach)
      if tops[index - firstRow] + added + reach <= height { tops[index - firstRow] += added }
      index -= 1
    }
  }

  private mutating func openContinuedBoxes(_ flow: borrowing Flow) {
    hasBegun = true
    for (index, block) in flow.text.blocks.enumerated()
    where block.continuesBefore && flow.geometry.isDrawn(Int32(index)) {
      openBoxes.append(OpenBox(block: Int32(index), y: 0, hasTop: false))
    }
  }

  // MARK: Ending a page

  /// Ends the page before `row` and prepares the next one.
  ///
  /// - Parameter next: the first paragraph that was not examined when the end was chosen.
  mutating func endPage(at row: Int, _ flow: inout Flow, decidedBy next: Int) {
    let bottom = bottomOfPage(before: row, flow)
    let notes = noteArea.endPage(
      before: row, room: height - bottom, separator: container.noteSeparator.rawValue)
    let foot = max(bottom, height - NoteArea.height(of: notes, noteArea.layouts))
    emit(firstRow..<row, flow, bottom: bottom, foot: foot, gap: gap(before: row, flow))
    // In an endless container, the notes are right below the text, and without text at the top.
    let isAtFoot = !container.isEndless && pages.last?.lines.isEmpty == false
    if !notes.isEmpty { place(notes, at: isAtFoot ? foot : bottom) }
    let end = flow.startOffset(ofRow: row)
    if !container.isEndless { pageEnds.append((row, foot - bottom)) }
    pages[pages.count - 1].end = max(startOffset, end)
    startOffset = pages[pages.count - 1].end
    alignBlocks(bottom: bottom)
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

  /// The gap in which the page ends. The edges of boxes are in the gap of a row in the flow, after
  /// floats.
  private func gap(before row: Int, _ flow: borrowing Flow) -> Gap {
    guard row < flow.rows.count else { return endGap }
    var index = row
    while index < flow.rows.count, flow.rows[index].isPositioned { index += 1 }
    return flow.rows[index < flow.rows.count ? index : row].gap
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
    // Notes, tables and boxes with a height carry state from page to page: layout cannot resume
    // there from the text alone.
    boundary.isPlain =
      noteArea.isUnused && first.isLine && first.tableHead < 0 && !first.isPositioned
      && flow.enclosingTable(of: first.block) == nil && !flow.hasSized
    return boundary
  }

  /// Moves the text of the page that has just ended as the container's `blockAlignment` says.
  private mutating func alignBlocks(bottom: Int) {
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

  /// Whether the container has its maximum number of lines.
  var isFull: Bool {
    container.maximumNumberOfLines > 0 && lineCount >= container.maximumNumberOfLines
  }

  /// Whether text that does not fit is cut off instead of continuing in the next container.
  var cutsOff: Bool { isFull && container.lineBreakMode.isSingleLine }

  /// Truncates or clips the last line that the container takes.
  mutating func truncate(_ flow: inout Flow) {
    let row = flow.rows[nextRow - 1]
    guard row.isLine else { return }
    let last = Int(row.firstLine + row.lineCount) - 1
    let line = flow.setLines.lines[last]
    let set = flow.setter.truncated(
      flow.request(for: line), line, container.lineBreakMode, flow.setLines.attachments)
    flow.setLines.replaceLine(at: last, with: set)
  }

  /// Places the notes of the page that has just ended.
  private mutating func place(_ notes: [NoteFragment], at top: Int) {
    let page = pages.count - 1
    pages[page].noteAreaTop = top
    pages[page].usedHeight = top + NoteArea.height(of: notes, noteArea.layouts)
    pages[page].notes = notes.map { fragment in
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

  // MARK: The end

  /// Ends the last page.
  /// - Parameters:
  ///   - flow: the layout takes its segments.
  ///   - isCutOff: whether the layout ended before the text did: at a page that is already laid out,
  ///     for lack of containers, or at a maximum number of lines.
  mutating func finish(
    _ flow: inout Flow, chapter: Chapter, isCutOff: Bool = false, otherSide: ChapterLayout? = nil
  ) -> ChapterLayout {
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
    findings.append(contentsOf: flow.setLines.findings.all)
    findings.append(contentsOf: flow.setter.fontFindings(of: flow.setLines))
    kept?.report(pages, lines, flow.text, to: &findings)
    for note in noteArea.layouts.keys.sorted() {
      findings.append(
        contentsOf: noteArea.layouts[note]?.findings ?? [],
        atText: Int(flow.text.notes[Int(note)].offset))
    }
    var set = SetLines(lines: lines, attachments: flow.setLines.attachments)
    swap(&set.segments, &flow.setLines.segments)
    let glyphs = flow.setter.typesetter.shaper.takeGlyphs(of: &set.segments)
    return ChapterLayout(
      of: chapter,
      ChapterContent(
        set: set, boxes: boxes, pages: pages,
        fonts: flow.setter.shaper.fonts, glyphs: glyphs, findings: findings.all,
        notes: noteArea.layouts, suitsLeft: suitsLeft, otherSide: otherSide))
  }
}

/// Where one page ends and the next begins.
struct PageBoundary {
  /// The text offset at which the next page begins.
  let offset: Int
  /// The paragraph and the line with which the next page begins.
  var paragraph: Int
  var line: Int
  /// The first paragraph that was not examined when the end was chosen: edits from there on do not
  /// change the end.
  let decidedBy: Int
  /// Whether the next page depends on nothing but the place where it begins.
  var isPlain = false
}
