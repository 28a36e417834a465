/// Turns paragraphs into rows: lines with the spaces between their blocks, table rows, boxes
/// without text. It depends on widths, not on pages.
struct Flow {
  var context: FlowContext
  var geometry: BlockGeometry
  /// The lines of the rows.
  var setLines = SetLines()
  var rows: [Row] = []
  var edges: [BlockEdge] = []
  var cellBoxes: [BoxFragment] = []
  /// By cell, the borders that it has at a page end only (`CollapsedBorders.undivided`).
  var undividedBorders: [Int32: Edges<BorderSide>] = [:]
  /// The rows of tables that spanning cells join.
  var joinedRows: [JoinedRows] = []
  /// By cell, how far `vertical-align` moves its content down.
  var cellShifts: [Int32: Int] = [:]
  /// The contents of blocks with columns, each as one column.
  var columnSets: [ColumnSet] = []
  /// The rows that hold such contents, or parts of them.
  var columnParts: [ColumnPart] = []
  /// Whether it is the content of a block with columns.
  var isColumn = false
  /// The lines of the rest of the row that was cut last.
  var restLines = 0..<0
  var width: Int
  let root: Int32
  /// Whether positioned blocks are placed by their offsets from the page's edges, as on pages of
  /// fixed layout.
  var placesOnPage = false {
    didSet { geometry.isFixedLayout = placesOnPage }
  }
  /// Whether blocks that are kept whole and are higher than a page are divided like others.
  var dividesHighBlocks = false
  /// By paragraph, how much less its first line hangs, because `measure-min` took the margin into which
  /// it hangs.
  var lessHanging: [Int: Int] = [:]
  /// By paragraph, the label in its reduced margin.
  var marginLabels: [Int: MarginLabel] = [:]
  /// The height of the positioned box that the flow fills, where it does not depend on the content; on
  /// pages of fixed layout.
  var heightOfRoot: Int?
  /// The positioned block that is being filled in the flow, and the height filled so far.
  var positioned: (block: Int32, y: Int) = (-1, 0)
  /// By positioned block, whether it stays in the flow with its height.
  var wholePositioned: [Int32: Bool] = [:]
  var lastBlock: Int32 = -2
  /// The place of the next row, if the container is not a plain rectangle.
  var shape: ContainerShape?
  /// Floats that wait for text next to them.
  var pendingFloats: [PendingFloat] = []
  var floats = ActiveFloats()
  /// `floats` and those that wait, where these would be at the current point; undefined if none
  /// waits.
  var floatsWithPending = ActiveFloats()
  /// Whether clearance was just added: the margin above the block that clears is part of it.
  var hasClearance = false
  /// The number of rows after floats whose block's top margin may still collapse with the margins
  /// of what follows them; -1 for none.
  var adjoiningRow = -1
  /// Whether a float without room is being set as a block.
  var setsFloatsAsBlocks = false
  /// Whether paragraphs have floats at the sides of their lines.
  var hasInlineFloats = false
  /// Positioned boxes inside paragraphs that wait for the height of a block around them.
  var inlinePositioned: [InlinePositioned] = []
  /// The last block that was reported to be wider than the measure.
  var lastWideBox: Int32 = -2
  /// The boxes that were reported to be narrower than they ask for.
  var reportedBoxes: Set<Int32> = []
  /// Whether its rows are only measured.
  var isTrial = false
  /// The flow roots that contain the current paragraph, outermost first.
  var flowRoots: [Int32] = []
  /// The open blocks with a height of their own, each with the row at which it begins, and whether it grows with its
  /// content: a box in it is higher than on a screen, where it scrolls, or it is narrower itself.
  private(set) var sized: [(block: Int32, row: Int, grows: Bool)] = []
  /// Whether what a block cuts off keeps its room: where pages end before the block does.
  var keepsCutOff = false

  init(_ context: FlowContext, width: Int, root: Int32 = -1) {
    geometry = context.setter.geometry
    self.context = context
    self.width = width
    self.root = root
    // A cell's content is set in the cell, not on the page that the cell is on.
    if root >= 0 {
      geometry.setFrame(BlockFrame(x: 0, width: width, borderX: 0, borderWidth: width), of: root)
    }
  }

  var setter: LineSetter { context.setter }
  var text: AttributedText { context.setter.text }
  var pageHeight: Length { context.pageHeight }
  /// Whether a block with a height of its own is open.
  var hasSized: Bool { !sized.isEmpty }

  /// Appends the rows of a paragraph, or of the float, the table or the positioned box that begins with
  /// it.
  ///
  /// - Parameter from: a text offset inside the paragraph to begin at.
  /// - Returns: the index of the next paragraph.
  mutating func append(_ index: Int, from: Int? = nil) throws -> Int {
    let paragraph = text.paragraphs[index]
    if !inlinePositioned.isEmpty {
      // A flow root is as high as its floats, and boxes in it may be at its bottom.
      if from == nil, geometry.hasFlowRoots { leaveFlowRoots(before: index) }
      try settleInlinePositioned(before: paragraph.block)
    }
    if from == nil, paragraph.isSpacer != true, geometry.hasFlowRoots {
      try enterFlowRoots(of: index)
    }
    if let next = try appendFloat(beginningWith: index, from: from) { return next }
    if let float = pendingFloats.first?.block,
      !text.isBlock(paragraph.block, inside: text.blocks[Int(float)].parent)
    {
      settleFloats()
    }
    if !floats.isEmpty || !pendingFloats.isEmpty { clearFloats(openingTo: paragraph.block) }
    if let next = try appendBox(beginningWith: index, from: from) { return next }
    if paragraph.isSpacer == true || onlyClears(paragraph) && !hasClearance {
      geometry.emptyBlocks.append(paragraph.block)
    } else if let positioned = enclosing(.positioned, of: paragraph.block, isOutermost: false),
      !staysWhole(positioned)
    {
      // At the current point of the flow.
      try appendInFlow(index, in: positioned)
    } else {
      try appendParagraph(index, from: from)
    }
    return index + 1
  }

  /// Appends the float that begins with a paragraph.
  /// - Returns: the paragraph after it; nil if the paragraph begins none.
  private mutating func appendFloat(beginningWith index: Int, from: Int?) throws -> Int? {
    let block = text.paragraphs[index].block
    guard !setsFloatsAsBlocks, shape == nil, let float = enclosing(.floating, of: block),
      // A float in a cell, a caption or a column is set with the content of these.
      enclosingTable(of: block).map({ float < $0 }) ?? true,
      !geometry.hasColumns || enclosingColumns(of: text.blocks[Int(float)].parent) == nil
    else { return nil }
    // A float that was cut at a page's end continues as a block.
    if from != nil { return try appendAsBlock(paragraphs(of: float, from: index), from: from) }
    return try appendFloat(float, first: index)
  }

  /// Appends the table, the block with columns, or the positioned box on a page of fixed layout, that
  /// begins with a paragraph.
  /// - Returns: the paragraph after it; nil if the paragraph begins none.
  private mutating func appendBox(beginningWith index: Int, from: Int?) throws -> Int? {
    let block = text.paragraphs[index].block
    if placesOnPage, let positioned = enclosing(.positioned, of: block) {
      return try appendPlaced(positioned, first: index)
    }
    if geometry.hasColumns {
      if from == nil { try resolveWidths(around: block, first: index) }
      if let columns = enclosingColumns(of: block) {
        return try appendColumns(columns, first: index, from: from)
      }
    }
    guard let table = enclosingTable(of: block) else { return nil }
    try resolveWidths(around: text.blocks[Int(table)].parent, first: index)
    if let missing = try missingRoom(forTable: table, first: index) {
      clearFloats(before: block, room: missing)
    }
    return try appendTable(table, first: index)
  }

  /// A flow inside a block of this one.
  func inner(width: Int, root: Int32) -> Flow {
    Flow(innerContext, width: width, root: root)
  }

  /// What this flow hands on at its current point.
  var innerContext: FlowContext {
    var inner = context
    inner.glyphsBefore += setLines.glyphCount
    return inner
  }

  /// Asks for the lines of a paragraph.
  func request(_ index: Int, from: Int? = nil, x: Int, width: Int) -> ParagraphRequest {
    ParagraphRequest(
      index: index, from: from, x: x, width: width, start: context.start, pageHeight: pageHeight,
      wrapsAll: context.wrapsAll, cutsWords: context.cutsWords,
      lessHanging: lessHanging[index] ?? 0, labels: marginLabels,
      glyphsBefore: context.glyphsBefore + setLines.glyphCount)
  }

  /// Asks for other lines for the paragraph of a line, on the line's measure.
  func request(for line: LineFragment) -> ParagraphRequest {
    request(Int(line.paragraph), x: line.x, width: line.width)
  }

  /// Starts where an earlier layout of the same text ended a page.
  mutating func begin(at start: LayoutManager.Start) {
    guard start.paragraph > 0 || start.line > 0 else { return }
    let before = start.line > 0 ? start.paragraph : start.paragraph - 1
    forget(lastBlock: text.paragraphs[before].block)
  }

  /// Whether a paragraph represents an empty block whose only purpose is to clear floats. Without
  /// clearance, its margins would collapse through it.
  private func onlyClears(_ paragraph: Paragraph) -> Bool {
    guard paragraph.start == paragraph.end, paragraph.marker < 0, paragraph.block >= 0,
      !geometry.isFlowRoot(paragraph.block),
      text.box(of: paragraph.block).clear != .none
    else { return false }
    let open = geometry.chain(lastBlock)
    return geometry.chain(paragraph.block).allSatisfy {
      open.contains($0) || !text.box(of: $0).isVisibleWhenEmpty
    }
  }

  /// Closes everything that is open at the end of the flow.
  mutating func finish() throws -> Gap {
    closeFlowRoots(before: -2)
    settleFloats()
    // A box in a line or a positioned box is a flow root.
    if root < 0, geometry.rootIsBox { containFloats(in: 0) }
    try settleInlinePositioned(before: -2)
    closeSized(before: -2)
    clearFloats()
    closeSized(before: -2)
    return openGap(to: -2)
  }

  /// Resumes inside this block, where a page was cut; no sized block is open.
  mutating func forget(lastBlock: Int32) {
    self.lastBlock = lastBlock
    sized.removeAll()
    resumeFlowRoots(around: lastBlock)
  }

  mutating func setWidth(_ width: Int) {
    self.width = width
    geometry.reset()
  }

  /// Removes a row and all rows after it.
  mutating func truncate(to row: Int, lastBlock: Int32) {
    for removed in rows[row...] {
      let first = Int(removed.firstLine)
      setLines.glyphCount -= setter.glyphCount(
        ofLines: first..<first + Int(removed.lineCount), in: setLines)
    }
    rows.removeSubrange(row...)
    pendingFloats.removeAll()
    floats.removeAll()
    hasClearance = false
    inlinePositioned.removeAll { $0.row >= row }
    forget(lastBlock: lastBlock)
  }

  mutating func openGap(to block: Int32) -> Gap {
    var gap = geometry.gap(
      from: lastBlock, to: block, root: root, containerWidth: width, edges: &edges)
    geometry.emptyBlocks.removeAll()
    if gap.innerMargin > pageHeight.rawValue, let last = rows.last {
      appendMargin(in: &gap, after: last)
    }
    if hasClearance { gap.margin = 0 }
    hasClearance = false
    return gap
  }

  /// Turns a margin that is inside a box and higher than a page into a row, so that the box
  /// continues over pages.
  private mutating func appendMargin(in gap: inout Gap, after last: Row) {
    let margin = gap.innerMargin
    rows.append(emptyRow(height: margin, paragraph: last.paragraph, block: lastBlock, gap: Gap()))
    gap.innerMargin = 0
    gap.closing -= margin
    let own = gap.edges
    for index in own where !edges[index].isTop && edges[index].distance >= margin {
      edges[index].distance -= margin
    }
  }

  /// A row without lines and boxes, to be appended to the rows.
  func emptyRow(height: Int, paragraph: Int32, block: Int32, gap: Gap) -> Row {
    Row(
      firstLine: Int32(setLines.lines.count), lineCount: 0, height: height, paragraph: paragraph,
      block: block, gap: gap)
  }

  // MARK: Blocks with a height

  mutating func openSized(_ block: Int32) {
    for ancestor in geometry.chain(block) {
      if root >= 0, ancestor <= root { continue }
      // If a block continues in other chapters, how much of it is in this one is not known.
      let block = text.blocks[Int(ancestor)]
      if block.continuesBefore || block.continuesAfter { continue }
      // A document's height is for the window, and makes no page of its own.
      if !placesOnPage, isOutermost(ancestor), !geometry.isDrawn(0), !geometry.isDrawn(ancestor) {
        continue
      }
      let box = text.styles[Int(block.style)].box
      guard
        !box.height.isAuto || !box.minHeight.isAuto || !box.maxHeight.isAuto
          || box.aspectRatio != nil || box.scrolledHeight != nil,
        !sized.contains(where: { $0.block == ancestor })
      else { continue }
      // In a box that has no room for its width, more lines than its height is made for are not cut off.
      sized.append((ancestor, rows.count, geometry.isNarrowed(ancestor, containerWidth: width)))
    }
  }

  /// Fills the blocks that end before `block` up to the height that they ask for.
  mutating func closeSized(before block: Int32) {
    let chain = block == -2 ? [] : geometry.chain(block)
    while let last = sized.last, !chain.contains(last.block) { closeLastSized() }
  }

  /// Fills the blocks inside a block that have a height.
  mutating func closeInnerSized(of block: Int32) {
    while let last = sized.last, last.block > block { closeLastSized() }
  }

  private mutating func closeLastSized() {
    let last = sized.removeLast()
    fill(last.block, from: last.row, grows: last.grows)
  }

  /// Counts for a row that was cut in two: open blocks that begin after it begin one row later.
  /// - Parameter added: 1, or -1 for a rest that is removed.
  mutating func noteCut(ofRow row: Int, added: Int = 1) {
    for index in sized.indices where sized[index].row > row { sized[index].row += added }
    for index in inlinePositioned.indices where inlinePositioned[index].row > row {
      inlinePositioned[index].row += added
    }
    guard hasSized else { return }
    for index in rows.indices.dropFirst(row) where Int(rows[index].fillsFrom) > row {
      rows[index].fillsFrom += Int32(added)
    }
  }

  /// A percentage of a height that is not definite is `auto` (CSS 2, section 10.5).
  func resolved(_ height: Dimension, _ around: Length?) -> Int? {
    if height.isAuto { return nil }
    if height.fraction == 0 { return height.length.rawValue }
    return around.map { height.resolved(against: $0).rawValue }
  }

  /// The height of a block's content box if it is definite; for the flow's own level (-1), the
  /// page's height.
  func definiteHeight(of block: Int32) -> Length? {
    geometry.definiteHeight(of: block, containerWidth: width, page: pageHeight)
  }

  /// Whether a percentage of a block's height is a share of the page's height, or of none.
  private func isShareOfPage(in block: Int32) -> Bool {
    for current in text.blocks(around: block) {
      let height = text.box(of: current).height
      if height.fraction == 0 { return height.isAuto }
    }
    return true
  }

  /// - Parameter grows: whether it grows with what is in it.
  private mutating func fill(_ block: Int32, from firstRow: Int, grows: Bool) {
    guard firstRow < rows.count, let last = rows.last else { return }
    var opening = geometry.opening(
      of: rows[firstRow].block, inside: block, containerWidth: width)
    opening += rows[firstRow].tableOpening
    var used = opening
    for index in firstRow..<rows.count where !rows[index].isPositioned {
      used += rows[index].height + (index > firstRow ? rows[index].gap.total : 0)
    }
    var height = height(of: block, content: used)
    // A page does not scroll: what grows in a box does not push its text out of it.
    if grows || height < used && isHeightOfText(block, from: firstRow) {
      height = max(height, used)
    }
    if grows || hasGrown(block, to: used) {
      for index in sized.indices { sized[index].grows = true }
    }
    // The inner blocks close first; the filler is in the block itself.
    let edgeCount = edges.count
    let gap = geometry.gap(
      from: lastBlock, to: block, root: root, containerWidth: width, edges: &edges)
    guard height != used || gap.margin != 0 && isGiven(block) else {
      edges.removeSubrange(edgeCount...)
      return
    }
    if height < used {
      used = overflow(block, from: firstRow, opening: opening, height: height)
    }
    geometry.emptyBlocks.removeAll { [text] in text.isBlock($0, inside: block) }
    lastBlock = block
    // The filler has a negative height where the content is higher than its block: the next row
    // begins where the block ends (CSS 2, section 11.1.1).
    let missing = height - used
    // A margin at the end of the content does not make the block higher.
    let filler = missing > 0 ? max(-gap.margin, missing - gap.total) : missing - gap.total
    var row = emptyRow(height: filler, paragraph: last.paragraph, block: block, gap: gap)
    row.fillsFrom = Int32(firstRow)
    rows.append(row)
    floats.advance(by: max(0, max(gap.total, missing)))
  }

  /// Whether the height of a block is given and does not depend on its content.
  private func isGiven(_ block: Int32) -> Bool {
    text.box(of: block).height.definite != nil && !isOutermost(block)
  }

  /// Whether a block is one of the two outermost boxes of a document. The text of a program is no document.
  private func isOutermost(_ block: Int32) -> Bool {
    root < 0 && !text.paragraphsFollowText && !geometry.rootIsBox
      && geometry.chain(block).count <= 2
  }

  /// Whether a box that would scroll on a screen is higher on the page.
  private mutating func hasGrown(_ block: Int32, to used: Int) -> Bool {
    let box = text.box(of: block)
    guard let given = box.scrolledHeight,
      let height = resolved(given, definiteHeight(of: text.blocks[Int(block)].parent))
    else { return false }
    let edges = geometry.edges(of: block, containerWidth: width)
    return used > box.contentSize(height, edges: edges.vertical)
  }

  /// The height of a block's content box (CSS 2, sections 10.5 to 10.7).
  mutating func height(of block: Int32, content: Int) -> Int {
    let box = text.box(of: block)
    let around = definiteHeight(of: text.blocks[Int(block)].parent)
    let edges = geometry.edges(of: block, containerWidth: width)
    func asked(_ dimension: Dimension) -> Int? {
      resolved(dimension, around).map { box.contentSize($0, edges: edges.vertical) }
    }
    // Percentages of the page, and heights of the outermost boxes of a document, do not limit text
    // that flows over many pages: books say `body { height: 100% }`.
    let isOutermost = isOutermost(block)
    let isOfPage = isShareOfPage(in: text.blocks[Int(block)].parent)
    func bounds(_ dimension: Dimension) -> Bool {
      !isOutermost && (dimension.fraction == 0 || !isOfPage)
    }
    let own = geometry.frame(of: block, containerWidth: width).width
    var height =
      asked(box.height) ?? box.heightByRatio(content: content, width: own, edges: edges)
    if !bounds(box.height) || box.columns?.isMultiColumn ?? false { height = max(height, content) }
    if bounds(box.maxHeight), let most = asked(box.maxHeight) { height = min(height, most) }
    if let least = asked(box.minHeight) { height = max(height, least) }
    return height
  }

  // MARK: Blocks

  /// The block of a kind that is `block` or contains it; nil if there is none.
  /// - Parameter isOutermost: whether to return the outermost such block, not the innermost.
  func enclosing(
    _ kind: TextBlock.Kind, of block: Int32, isOutermost: Bool = true
  ) -> Int32? {
    var found: Int32?
    for current in text.blocks(around: block, within: root)
    where text.blocks[Int(current)].kind == kind {
      found = current
      if !isOutermost { break }
    }
    return found
  }

  /// The paragraphs of a block from one of them on.
  func paragraphs(of block: Int32, from first: Int) -> Range<Int> {
    var end = first
    while end < text.paragraphs.count, text.isBlock(text.paragraphs[end].block, inside: block) {
      end += 1
    }
    return first..<end
  }

}

extension BlockFrame {
  /// Moves the sides inwards as a paragraph style asks.
  mutating func indent(by style: ParagraphStyle, isRightToLeft: Bool) {
    let head = style.headIndent.rawValue
    let tail = style.tailIndent.rawValue
    let end = tail > 0 ? tail : width + tail
    let inner = max(0, end - head)
    x += isRightToLeft ? width - head - inner : head
    width = inner
  }
}
