/// Floats at the sides of text (CSS 2, section 9.5).
extension Flow {
  /// The smallest measure of lines next to a float, in ems; narrower ones are hard to read.
  private static let leastMeasure = 5

  /// The height up to which a float leaves enough of a page for the text next to it.
  private var tallestFloat: Int { pageHeight.rawValue * 3 / 4 }

  /// Sets a floated block at the side of the text that follows (CSS 2, section 9.5). A float that
  /// is nearly as high as a page is set as a block.
  ///
  /// - Returns: the paragraph after it.
  mutating func appendFloat(_ block: Int32, first: Int) throws -> Int {
    let paragraphs = paragraphs(of: block, from: first)
    let outer = text.blocks[Int(block)].parent
    if let waiting = pendingFloats.first?.block,
      !text.isBlock(outer, inside: text.blocks[Int(waiting)].parent)
    {
      settleFloats()
    }
    if !floats.isEmpty || !pendingFloats.isEmpty { clearFloats(openingTo: outer) }
    let frame = geometry.frame(of: outer, containerWidth: width)
    let box = text.box(of: block)
    let side: FloatSide = box.float == .right ? .right : .left
    // What turned out too tall once is not set again only to see that.
    let isTooTall = setter.isTooTall(block, in: frame.width)
    guard !isTooTall, let float = try layOut(block, paragraphs, side: side, in: frame),
      setter.isUnbreakable || float.height < tallestFloat
        || !box.height.isAuto && float.height <= pageHeight.rawValue
    else {
      setter.note(tooTall: block, in: frame.width)
      let start = Int(text.paragraphs[first].start)
      setLines.findings.report(
        .unsupportedLayout,
        "a float that would take most of a page, or holds what is placed on one, is set as a block: \"\(text.excerpt(at: start))\"",
        atText: start)
      if text.style(of: block).text.measureMin > 0, hasOnlyText(block, paragraphs) {
        takeMeasure(for: block, in: frame)
      }
      return try appendAsBlock(paragraphs)
    }
    var all = expectedFloats
    place(float, of: block, in: &all)
    // Many rows of floats would reach below the page: a row that does begins below the others.
    let beginsRow = pendingFloats.isEmpty || all.lastTop != floatsWithPending.lastTop
    let isTooLow = beginsRow && all.height > tallestFloat
    if !expectedFloats.isEmpty, all.isFull || isTooLow {
      clearFloats(before: outer)
      all = ActiveFloats()
      place(float, of: block, in: &all)
    }
    pendingFloats.append(
      PendingFloat(
        layout: float, paragraph: first, block: block, emptyBlocks: geometry.emptyBlocks.count))
    floatsWithPending = all
    return paragraphs.upperBound
  }

  /// The active floats together with those that wait, as if these were placed at the current point.
  var expectedFloats: ActiveFloats { pendingFloats.isEmpty ? floats : floatsWithPending }

  private mutating func place(
    _ float: FloatLayout, of block: Int32, in floats: inout ActiveFloats
  ) {
    let own = text.blocks[Int(block)]
    let outer = geometry.frame(of: own.parent, containerWidth: width)
    _ = floats.place(float, clear: text.styles[Int(own.style)].box.clear, in: outer, below: 0)
  }

  /// The width that the lines of a paragraph need at least, if there is less next to the pending
  /// floats and those that still reach down to it.
  ///
  /// - Returns: also whether there is none at all for the first line.
  func missingRoom(for index: Int, in frame: BlockFrame) throws -> (width: Int, hasNone: Bool)? {
    let paragraph = text.paragraphs[index]
    guard paragraph.start < paragraph.end, text.wraps(paragraph) else { return nil }
    let beside = expectedFloats.lines(
      in: frame, lineHeight: setter.lineHeight(paragraph), most: paragraph.mostLines)
    let room = beside.map(\.width).min() ?? frame.width
    let style = text.styles[Int(paragraph.style)].text
    let least = Self.leastMeasure * style.font.size.rawValue
    if room >= least { return nil }
    let hasNone = beside.first.map { $0.width <= 0 } ?? false
    // Justified text is hard to read there. Of other text, the lines whose words do not fit move down
    // one by one.
    if style.align == .justify { return (least, hasNone) }
    guard hasNone else { return nil }
    return (
      max(1, try setter.narrowest(request(index, x: 0, width: 0))[WordDivision.none.rawValue]), true
    )
  }

  /// - Parameter from: a text offset inside the first paragraph to begin at.
  mutating func appendAsBlock(_ paragraphs: Range<Int>, from: Int? = nil) throws -> Int {
    clearFloats()
    setsFloatsAsBlocks = true
    defer { setsFloatsAsBlocks = false }
    var next = try append(paragraphs.lowerBound, from: from)
    while next < paragraphs.upperBound { next = try append(next) }
    return next
  }

  /// Sets the content of a float, with its own width or as wide as its content needs.
  private mutating func layOut(
    _ block: Int32, _ paragraphs: Range<Int>, side: FloatSide, in frame: BlockFrame
  ) throws -> FloatLayout? {
    var box = text.box(of: block)
    let around = Length(rawValue: frame.width)
    let margins = box.margins(against: around)
    let edges = box.edges(against: around)
    let available = max(0, frame.width - edges.horizontal - margins.horizontal)
    if box.hasContentWidth {
      let widths = try context.intrinsicWidths(of: block, paragraphs, available: available)
      box = box.resolvingWidths(widths, room: available, around: around)
    }
    var asked = box.contentWidth(box.width, edges: edges.horizontal, around: around)
    if box.widthKeyword != nil {
      // It is known.
    } else if asked == nil, box.columns?.isMultiColumn ?? false, !context.cutsWords {
      // As wide as all of its columns.
      asked = try context.intrinsicWidths(of: block, paragraphs, available: available)
        .width(for: .fitContent, room: available)
    } else if let given = asked {
      asked = try leastWidth(of: block, paragraphs, asked: given, available)
    }
    // A float may be wider than the block around it, but not than the page.
    let page = root >= 0 ? max(width, setter.pageWidth ?? 0) : width
    let most = max(available, page - edges.horizontal - margins.horizontal)
    let known =
      try asked.map { min(most, $0) } ?? widthAhead(of: block, paragraphs, available)
    func bounded(_ width: Int) -> Int {
      box.boundedWidth(width, edges: edges.horizontal, around: around)
    }
    let start = context.start
    context.start += frame.x + margins.left + edges.left
    defer { context.start = start }
    var content = try self.content(
      of: block, paragraphs, measure: known.map(bounded) ?? available, shrinks: known == nil)
    if bounded(content.width) != content.width {
      content = try self.content(
        of: block, paragraphs, measure: bounded(content.width), shrinks: false)
    }
    guard !placesOnPage || !content.holdsPositioned else { return nil }
    let placed = content.moved(x: margins.left + edges.left, y: margins.top + edges.top)
    // Higher content overflows.
    let height = height(
      of: block,
      content: box.heightByRatio(content: content.height, width: content.width, edges: edges),
      edges: edges.vertical)
    let fragment = BoxFragment(
      block: block, x: margins.left, y: margins.top, width: content.width + edges.horizontal,
      height: height + edges.vertical, hasTop: true, hasBottom: true)
    let size = (
      width: fragment.width + margins.horizontal, height: fragment.height + margins.vertical
    )
    return FloatLayout(
      side: side, width: size.width, height: size.height, setLines: placed.setLines,
      boxes: (geometry.isDrawn(block) ? [fragment] : []) + placed.boxes,
      outline: FloatOutline(box, width: size.width, height: size.height, around: around))
  }

  /// A given width of a float, or more where a word of up to 4 em would be cut, as a number in the margin: in text with
  /// `measure-min`, where there is room for it.
  private func leastWidth(
    of block: Int32, _ paragraphs: Range<Int>, asked: Int, _ available: Int
  ) throws -> Int {
    let style = text.style(of: block)
    let least = min(available, style.text.font.size.rawValue * Self.leastFloatWidth)
    guard style.text.measureMin > 0, asked < least, hasOnlyText(block, paragraphs) else {
      return asked
    }
    let widths = try context.intrinsicWidths(of: block, paragraphs, available: available)
    return max(asked, min(least, widths.width(for: .minContent, room: available)))
  }

  /// In em.
  private static let leastFloatWidth = 4

  /// Gives a float that is set as a block all of the measure: beside a narrow one, the page would be empty.
  private mutating func takeMeasure(for block: Int32, in frame: BlockFrame) {
    var box = text.box(of: block)
    (box.width, box.maxWidth, box.widthKeyword) = (.auto, .auto, nil)
    geometry.setFrame(BlockGeometry.frame(box, in: frame), of: block)
  }

  /// Whether no image and no box with a width of its own makes the content of a float wider than its words.
  func hasOnlyText(_ block: Int32, _ paragraphs: Range<Int>) -> Bool {
    paragraphs.allSatisfy { index in
      let paragraph = text.paragraphs[index]
      return setter.attachments(in: paragraph).isEmpty
        && text.blocks(around: paragraph.block, within: block).allSatisfy {
          text.box(of: $0).width.isAuto && text.blocks[Int($0)].kind == .block
        }
    }
  }

  /// The height of a float's content box (CSS 2, sections 10.5 to 10.7).
  /// - Parameter edges: its vertical borders plus padding.
  private func height(of block: Int32, content: Int, edges: Int) -> Int {
    let own = text.blocks[Int(block)]
    let box = text.styles[Int(own.style)].box
    let sizes = [box.height, box.minHeight, box.maxHeight]
    let around = sizes.contains { $0.fraction != 0 } ? definiteHeight(of: own.parent) : nil
    return box.contentHeight(content: content, edges: edges) { resolved($0, around) }
  }

  // MARK: Next to the text that follows

  /// Appends the rows of the floats that wait for text next to them. The flow does not move.
  ///
  /// - Parameters:
  ///   - gap: the gap above what follows them; its edges remain those of what follows.
  ///   - last: the block of the previous row.
  ///   - next: the block of what follows.
  mutating func placeFloats(above gap: inout Gap, after last: Int32, before next: Int32) {
    guard let first = pendingFloats.first else { return }
    let above = gapAbove(gap, of: first, after: last, before: next)
    let (firstRow, firstAwaiting) = (rows.count, setLines.awaiting.count)
    var lastTop: Int?
    for pending in pendingFloats {
      let (float, paragraph, block) = (pending.layout, pending.paragraph, pending.block)
      let outer = geometry.frame(of: text.blocks[Int(block)].parent, containerWidth: width)
      let box = text.box(of: block)
      // The blocks around a later float may open below the first one's.
      let least = gapAbove(gap, of: pending, after: last, before: next).total - above.total
      let hasOthers = floats.isBesideAny(below: above.total)
      var (x, y) = floats.place(
        float, clear: box.clear, in: outer, below: above.total + max(0, least))
      y -= above.total
      let lines = setLines.append(float.setLines.moved(x: x, y: y))
      var row = Row(
        firstLine: Int32(lines.lowerBound), lineCount: Int32(lines.count), height: 0,
        paragraph: Int32(paragraph), block: text.blocks[Int(block)].parent, gap: above)
      row.gap.isBesideFloats = hasOthers
      // Those beside each other are on one page, such as the label and the text of an entry.
      if y == lastTop { row.gap.avoidsBreak = true }
      lastTop = y
      row.isPositioned = true
      row.isFloat = true
      row.reach = y + float.height
      row.firstBox = Int32(cellBoxes.count)
      row.boxCount = Int32(float.boxes.count)
      for var box in float.boxes {
        box.x += x
        box.y += y
        cellBoxes.append(box)
      }
      rows.append(row)
      // The text next to a float must not be separated from it.
      gap.keepBesideFloats()
    }
    pendingFloats.removeAll()
    takeOver(awaitingFrom: firstAwaiting, rowsFrom: firstRow)
  }

  /// The space above a float, without the edges of blocks that open after it, and without their
  /// margins, unless these move the block around the float down.
  private mutating func gapAbove(
    _ gap: Gap, of float: PendingFloat, after last: Int32, before next: Int32
  ) -> Gap {
    var above = gap
    let parent = text.blocks[Int(float.block)].parent
    if last != -2 || parent >= 0 {
      let empty = geometry.emptyBlocks
      let later = emptyBlocks(endingAfter: float, after: last)
      geometry.emptyBlocks.removeLast(later.count)
      geometry.openEmptyBlocks = Set(later)
      let own = measuredGap(from: last, to: parent, collapsingWith: next)
      geometry.emptyBlocks = empty
      geometry.openEmptyBlocks = []
      if own.total <= gap.total {
        above.closing = own.closing
        above.margin = own.margin
        above.opening = own.opening
      }
    }
    above.edgeCount = 0
    return above
  }

  /// The empty blocks that end after a float. Their margins below do not move it, and those of
  /// blocks that also begin after it do not either, unless they move its parent.
  private mutating func emptyBlocks(endingAfter float: PendingFloat, after last: Int32) -> [Int32] {
    let parent = text.blocks[Int(float.block)].parent
    if geometry.collapsesWithContent(parent, after: last, containerWidth: width) { return [] }
    return Array(geometry.emptyBlocks.dropFirst(float.emptyBlocks))
  }

  /// Places floats after which their block has no text.
  mutating func settleFloats() {
    guard let first = pendingFloats.first else { return }
    let parent = text.blocks[Int(first.block)].parent
    closeSized(before: parent)
    if text.isBlock(lastBlock, inside: parent) {
      // What follows may still be in the block, or the margin above the floats collapse with its own.
      var gap = gapWithoutEdges(to: parent)
      if hasClearance { gap.margin = 0 }
      return placeFloats(above: &gap, after: lastBlock, before: parent)
    }
    // Without text, nothing else opens the blocks around the floats.
    var gap = openGapAroundFloats(in: parent)
    gap.isBesideFloats = floats.isBesideAny
    let isAdjoining = parent >= 0 && gap.opening == 0
    floats.advance(by: gap.total)
    lastBlock = parent
    openSized(parent)
    rows.append(emptyRow(height: 0, paragraph: Int32(first.paragraph), block: parent, gap: gap))
    gap = gapWithoutEdges(to: parent)
    let firstRow = rows.count
    placeFloats(above: &gap, after: parent, before: parent)
    // A block does not begin at the end of a page with nothing in it.
    rows[firstRow].gap.avoidsBreak = true
    if isAdjoining { adjoiningRow = rows.count }
  }

  /// The space above a block that opens with the floats that wait. The margins of empty blocks in it
  /// stay with what follows, unless they collapse with its own.
  private mutating func openGapAroundFloats(in block: Int32) -> Gap {
    var inside: [Int32] = []
    if !geometry.collapsesWithContent(block, after: lastBlock, containerWidth: width) {
      inside = geometry.emptyBlocks.filter { text.isBlock($0, inside: block) }
    }
    let before = geometry.emptyBlocks.count - inside.count
    geometry.emptyBlocks.removeLast(inside.count)
    let gap = openGap(to: block)
    geometry.emptyBlocks = inside
    for index in pendingFloats.indices {
      pendingFloats[index].emptyBlocks = max(0, pendingFloats[index].emptyBlocks - before)
    }
    return gap
  }

  /// Adds clearance above the blocks that open with a block and clear floats (CSS 2, section
  /// 9.5.2).
  mutating func clearFloats(openingTo block: Int32) {
    let before = pendingFloats.last.map { text.blocks[Int($0.block)].parent } ?? lastBlock
    let open = geometry.chain(before)
    for ancestor in geometry.chain(block) where !open.contains(ancestor) && ancestor > root {
      let clear = text.box(of: ancestor).clear
      if clear != .none { addClearance(above: ancestor, clear, before: block) }
    }
  }

  /// Moves the flow down to where the top border edge of a block is below the floats that it
  /// clears, unless the margins above it already move it there.
  private mutating func addClearance(above block: Int32, _ clear: ClearValue, before inner: Int32) {
    let parent = text.blocks[Int(block)].parent
    // Where floats wait, the margins are known only before the floats are placed.
    let isDecided = !pendingFloats.isEmpty && !hasClearance
    if isDecided, isBelowPending(block, clear, before: inner) { return }
    settleFloats()
    closeSized(before: parent)
    let height = floats.height(clearedBy: clear)
    guard height > 0, let last = rows.last else { return }
    let whole = gapWithoutEdges(to: inner)
    let inside = geometry.opening(from: block, to: inner, containerWidth: width)
    let above = whole.total - inside - (hasClearance ? whole.margin : 0)
    guard isDecided || above < height || adjoiningRow == rows.count else { return }
    var gap = openGap(to: parent)
    lastBlock = parent
    openSized(parent)
    floats.advance(by: gap.total)
    gap.keepBesideFloats()
    let rest = height - gap.total
    rows.append(emptyRow(height: rest, paragraph: last.paragraph, block: parent, gap: gap))
    floats.advance(by: rest)
    hasClearance = true
  }

  /// Whether the margins above a block move it below the floats that wait and those before them, so
  /// that it needs no clearance and its margins collapse (CSS 2, section 9.5.2).
  private mutating func isBelowPending(
    _ block: Int32, _ clear: ClearValue, before inner: Int32
  ) -> Bool {
    guard let first = pendingFloats.first else { return false }
    closeSized(before: text.blocks[Int(first.block)].parent)
    let whole = gapWithoutEdges(to: inner)
    let inside = geometry.opening(from: block, to: inner, containerWidth: width)
    let above = gapAbove(whole, of: first, after: lastBlock, before: inner)
    return whole.total - inside >= above.total + expectedFloats.height(clearedBy: clear)
  }

  /// Continues below the floats, in the block that contains both the last row and the next one.
  ///
  /// - Parameter room: a width in a frame; continues where no float takes any of it.
  mutating func clearFloats(
    before block: Int32 = -1, room: (width: Int, frame: BlockFrame)? = nil
  ) {
    settleFloats()
    guard !floats.isEmpty, let last = rows.last else { return }
    closeSized(before: block)
    var gap = Gap()
    let common = lastBlock >= 0 ? geometry.commonBlock(lastBlock, block) : lastBlock
    if common != lastBlock {
      gap = openGap(to: common)
      lastBlock = common
      floats.advance(by: gap.total)
    }
    gap.keepBesideFloats()
    let height =
      room.map { floats.height(toRoom: $0.width, of: floats.height, in: $0.frame) } ?? floats.height
    rows.append(emptyRow(height: height, paragraph: last.paragraph, block: common, gap: gap))
    if room == nil { floats.removeAll() } else { floats.advance(by: height) }
  }

  /// Sets a paragraph next to the floats, if there are any. A line without room for its content moves
  /// down to where it fits, or no float is left (CSS 2, section 9.5).
  mutating func setBesideFloats(
    _ index: Int, from: Int?, _ frame: BlockFrame, _ gap: inout Gap
  ) throws {
    guard !floats.isEmpty else {
      setLines.append(try setter.set(request(index, from: from, x: frame.x, width: frame.width)))
      return
    }
    let paragraph = text.paragraphs[index]
    var known = LinesBesideFloats(
      lineHeight: setter.lineHeight(paragraph), wraps: text.wraps(paragraph))
    var request = request(index, from: from, x: frame.x, width: frame.width)
    var set = SetLines()
    for attempt in 1...Self.mostTries {
      request.beside = floats.lines(in: frame, known, most: paragraph.mostLines)
      set = try setter.set(request)
      // What the last attempt would show is not used: its lines are placed as they were set.
      guard attempt < Self.mostTries, known.learn(from: set, beside: floats, in: frame, setter)
      else { break }
    }
    moveLines(of: index, by: known.skip(0), &gap)
    for line in set.lines.indices.dropFirst() { set.lines[line].y += known.skip(line) }
    setLines.append(set)
  }

  /// Moves the first line of a paragraph below the floats beside which it has no room. Its block begins
  /// beside them (CSS 2, section 9.5).
  mutating func moveBelowFloats(
    _ index: Int, _ frame: BlockFrame, _ gap: inout Gap
  ) throws {
    guard !floats.isEmpty, let missing = try missingRoom(for: index, in: frame) else { return }
    passFloats(in: &gap)
    let down = floats.height(toRoom: missing.width, of: floats.height, in: frame)
    moveLines(of: index, by: down, &gap)
  }

  private mutating func moveLines(of index: Int, by down: Int, _ gap: inout Gap) {
    guard down > 0 else { return }
    rows.append(
      emptyRow(height: down, paragraph: Int32(index), block: text.paragraphs[index].block, gap: gap)
    )
    gap = Gap()
    gap.keepBesideFloats()
    floats.advance(by: down)
  }

  /// How often a paragraph is set next to floats at most: its lines may be as high as what is in them,
  /// and be too wide.
  static let mostTries = 24

  /// Keeps a row with the floats next to it.
  func passFloats(in gap: inout Gap) {
    if floats.isBesideAny { gap.keepBesideFloats() }
  }

  /// Reduces the floats' remaining height by the rows next to them, and keeps these with them.
  mutating func passFloats(from firstRow: Int) {
    guard floats.isBesideAny else { return }
    for index in firstRow..<rows.count where !rows[index].isPositioned {
      if index > firstRow, floats.isBesideAny { rows[index].gap.keepBesideFloats() }
      floats.advance(by: rows[index].height + (index > firstRow ? rows[index].gap.total : 0))
    }
  }
}
