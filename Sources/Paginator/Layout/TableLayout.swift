/// Sets a table row by row, with columns as wide as their content requires (CSS 2, section 17.5.2).
struct TableLayout {
  /// That of the flow, at the next cell.
  var context: FlowContext
  let text: AttributedText
  let table: Int32
  let paragraphs: Range<Int>
  let placesOnPage: Bool
  var grid: TableGrid
  let borders: CollapsedBorders?
  /// The height that the table asks for; nil for `auto`.
  let askedHeight: Int?
  var setLines = SetLines()
  var rows: [Row] = []
  var boxes: [BoxFragment] = []
  /// The rows that spanning cells join, if they are high.
  var joinedRows: [JoinedRows] = []
  /// By cell, how far `vertical-align` moves its content down, except on a common baseline.
  private(set) var cellShifts: [Int32: Int] = [:]
  private(set) var frame = BlockFrame(x: 0, width: 0, borderX: 0, borderWidth: 0)
  /// The room that the flow has for the columns: that of a narrow block around the table may be less.
  private(set) var widest: Int
  private let flowWidth: Int
  /// That of the containing block, when the table is laid out.
  private(set) var widthAround = 0
  /// How much of the padding at the sides of cells is left, in quarters: a table that is wider than the
  /// page has less of it, before its words are divided.
  var paddingQuarters = 4
  /// Whether the words of the cells are wider than the page: they are cut.
  var cutsWords = false
  /// The number of caption rows above the grid, and below it.
  private(set) var captionRows = (above: 0, below: 0)

  init(flow: Flow, table: Int32, paragraphs: Range<Int>) {
    context = flow.innerContext
    text = flow.text
    placesOnPage = flow.placesOnPage
    flowWidth = flow.width
    widest = flow.width
    self.table = table
    self.paragraphs = paragraphs
    grid = TableGrid(of: table, paragraphs, in: text)
    let style = text.style(of: table)
    borders = style.text.collapsesBorders ? CollapsedBorders(grid, table, text) : nil
    let parent = text.blocks[Int(table)].parent
    let around = flow.definiteHeight(of: parent).flatMap {
      $0 < .infinite ? $0 : nil
    }
    func height(_ dimension: Dimension) -> Int? { flow.resolved(dimension, around) }
    let most = height(style.box.maxHeight) ?? .max
    askedHeight = [height(style.box.height).map { min($0, most) }, height(style.box.minHeight)]
      .compactMap(\.self).max()
  }

  /// The horizontal spacing between cells; 0 where borders collapse.
  var spacing: Int { borders == nil ? text.style(of: table).text.borderSpacing.width.rawValue : 0 }
  /// The spacing between and beside the columns.
  var gaps: Int { spacing * (grid.columnCount + 1) }
  var rowSpacing: Int {
    borders == nil ? text.style(of: table).text.borderSpacing.height.rawValue : 0
  }

  private var isInRightToLeftBlock: Bool {
    let parent = text.blocks[Int(table)].parent
    return parent >= 0 && text.style(of: parent).text.isRightToLeft
  }

  // MARK: The table

  /// - Parameter place: the part of the frame that no float takes; nil for all of it.
  mutating func layOut(in outer: BlockFrame, beside place: (x: Int, width: Int)? = nil) throws {
    let place = place ?? (outer.x, outer.width)
    let box = text.box(of: table)
    widthAround = outer.width
    let around = Length(rawValue: outer.width)
    let margins = box.margins(against: around)
    let sides = tableEdges(around)
    let edges = sides.left + sides.right
    // Margins may be where the floats are.
    let most =
      place.width < outer.width
      ? min(outer.width - margins.horizontal, place.width) : outer.width - margins.horizontal
    let available = max(0, most - edges - gaps)
    widest = flowWidth - max(0, outer.x + margins.left) - edges - gaps
    let captions = try captionWidth(available: outer.width) - edges
    let columns = try columnWidths(
      edges: edges, available, around, least: captions - gaps)
    let content = max(columns.reduce(0, +) + gaps - collapsedWidth(of: columns), captions)
    let room = outer.width - content - edges
    var borderX = outer.x + margins.left
    if box.margin.left.isAuto {
      let free = place.width - content - edges
      borderX = place.x + max(0, box.margin.right.isAuto ? free / 2 : free - margins.right)
    } else if isInRightToLeftBlock, !box.margin.right.isAuto {
      borderX = outer.x + room - margins.right
    }
    let last = place.x + place.width - content - edges
    if place.width < outer.width { borderX = max(place.x, min(borderX, last)) }
    frame = BlockFrame(
      x: borderX + sides.left, width: content, borderX: borderX, borderWidth: content + edges)
    reportOverflow(room - margins.horizontal)
    reportScale()
    try appendCaptions(atBottom: false, place)
    try appendRows(columns)
    try appendCaptions(atBottom: true, place)
    groupFindings()
  }

  /// The widths of the columns.
  private mutating func columnWidths(
    edges: Int, _ available: Int, _ around: Length, least: Int
  ) throws -> [Int] {
    let box = text.box(of: table)
    func given(_ width: Dimension) -> Int? {
      box.contentWidth(width, edges: edges, around: around).map { max(0, $0 - gaps) }
    }
    var asked = given(box.width)
    if let asked, box.tableLayoutIsFixed { return fixedWidths(asked, spacing: spacing) }
    for index in grid.cells.indices {
      try measure(index, available: asked ?? available, isGiven: asked != nil)
    }
    if let least = given(box.minWidth) {
      asked = max(asked ?? min(available, naturalWidth(available: available)), least)
    }
    if let most = given(box.maxWidth) {
      // Without a width, margins may leave less than the most.
      let width = asked ?? min(available, naturalWidth(available: available))
      if width > most || asked != nil { asked = min(width, most) }
    }
    if least > 0 { asked = max(asked ?? min(available, naturalWidth(available: available)), least) }
    squeezePadding(to: max(available, widest))
    try wrapKeptText(from: max(available, widest), asked ?? available, isGiven: asked != nil)
    return try columnWidths(available: available, asked: asked)
  }

  /// Takes away padding until the words of the cells fit, or none is left but a quarter: half where
  /// smaller type made room for it, and a word space between columns.
  private mutating func squeezePadding(to available: Int) {
    let least = text.style(of: table).text.typeScale == nil ? 1 : Self.scaledPaddingQuarters
    while paddingQuarters > least, leastWidth > available { paddingQuarters -= 1 }
  }

  private mutating func reportOverflow(_ room: Int) {
    guard room < -1024, context.pageHeight < .infinite,
      paragraphs.lowerBound < text.paragraphs.count
    else { return }
    let start = Int(text.paragraphs[paragraphs.lowerBound].start)
    setLines.findings.report(
      .overfullLine, "a table is wider than its measure: \"\(text.excerpt(at: start))\"",
      atText: start)
  }

  /// What all cells of a column may have is one finding of the table.
  private mutating func groupFindings() {
    guard !setLines.findings.all.isEmpty, !paragraphs.isEmpty else { return }
    let start = Int(text.paragraphs[paragraphs.lowerBound].start)
    setLines.findings.group(
      [.brokenKeptText, .brokenWord], about: "table \(start) \(text.excerpt(at: start))")
  }

  private mutating func reportScale() {
    guard let scale = text.style(of: table).text.typeScale, !paragraphs.isEmpty else { return }
    let start = Int(text.paragraphs[paragraphs.lowerBound].start)
    setLines.findings.report(
      .scaledTable,
      "the type of a table is set at \(Int((scale * 100).rounded())) % of its size, so that its words "
        + "fit: \"\(text.excerpt(at: start))\"",
      atText: start)
  }

  /// The widths that the table's box adds at its sides: half of the outer borders where borders
  /// collapse (CSS 2, section 17.6.2).
  func tableEdges(_ around: Length) -> (left: Int, right: Int) {
    if let borders { return (borders.outer.left / 2, borders.outer.right / 2) }
    let box = text.box(of: table)
    let edges = box.edges(against: around)
    return (edges.left, edges.right)
  }

  /// The sum of `tableEdges`.
  func edgeWidth(_ around: Length) -> Int {
    let sides = tableEdges(around)
    return sides.left + sides.right
  }

  // MARK: Captions

  /// The width that the captions need, which is the least width of the table (CSS 2, section
  /// 17.5.2.2).
  func captionWidth(available: Int) throws -> Int {
    try grid.captions.reduce(0) { width, caption in
      let own = try context.intrinsicWidths(of: table, caption.paragraphs, available: available)
      return max(width, own.least[WordDivision.none.rawValue])
    }
  }

  /// Captions are outside the table's box and as wide as it is (CSS 2, section 17.4.1), or wider than a narrow one.
  /// - Parameter place: the room around the table.
  private mutating func appendCaptions(atBottom: Bool, _ place: (x: Int, width: Int)) throws {
    for caption in grid.captions
    where text.style(of: caption.block).text.captionIsAtBottom == atBottom {
      let own = try self.place(of: caption, in: place)
      let flow = Flow(context, width: own.width, root: table)
      let content = try flow.content(
        of: table, caption.paragraphs, measure: own.width, shrinks: false
      ).moved(x: own.x, y: 0)
      context.glyphsBefore += content.setLines.glyphCount
      var gap = Gap()
      // A caption is kept with its table, but a page may end before both.
      gap.avoidsBreak = !rows.isEmpty
      let before = rows.count
      append(content, height: content.height, Int32(caption.paragraphs.lowerBound), gap, row: -1)
      if atBottom {
        captionRows.below += rows.count - before
      } else {
        captionRows.above += rows.count - before
      }
    }
  }

  /// Where a caption is. Over a table that is narrower than the least measure (`measure-min`) it is up to twice as wide as
  /// that, in the middle of the table: one word a line cannot be read.
  private func place(
    of caption: (block: Int32, paragraphs: Range<Int>), in place: (x: Int, width: Int)
  ) throws -> (x: Int, width: Int) {
    let style = text.style(of: caption.block).text
    let least = (style.font.size * style.measureMin).rawValue
    guard frame.borderWidth < least else { return (frame.borderX, frame.borderWidth) }
    let natural = try context.intrinsicWidths(
      of: table, caption.paragraphs, available: place.width
    ).most
    let width = max(frame.borderWidth, min(natural, 2 * least, place.width))
    let middle = frame.borderX - (width - frame.borderWidth) / 2
    return (max(place.x, min(middle, place.x + place.width - width)), width)
  }

  // MARK: Rows

  /// A cell after it is set: its content, placed in its border box.
  struct SetCell {
    let content: BoxContent
    /// The height of the border box.
    let height: Int
    /// The height of its content and edges alone, which `vertical-align` moves.
    let contentHeight: Int
    let baseline: Int
  }

  /// The cells of all rows after they are set.
  struct SetRows {
    let cells: [SetCell]
    let heights: [Int]
    /// The top of every row in the table, and its end: a spanning cell's height is a subtraction.
    let tops: [Int]
    /// The rows of each group that has a background image or is positioned.
    let groups: [Int32: Range<Int>]
  }

  private mutating func appendRows(_ columns: [Int]) throws {
    // Cells are as wide as if no column were collapsed.
    let whole = ColumnPlaces(
      columns, spacing: spacing, at: frame.x,
      isRightToLeft: text.style(of: table).text.isRightToLeft)
    let place = ColumnPlaces(
      columns, spacing: spacing, at: frame.x,
      isRightToLeft: text.style(of: table).text.isRightToLeft,
      collapsed: isCollapsed(column:))
    var cells: [SetCell] = []
    for cell in grid.cells {
      cells.append(try set(cell, width: whole.width(of: grid.columns(of: cell))))
    }
    let heights = rowHeights(cells)
    var tops = [0]
    for (row, height) in heights.enumerated() {
      tops.append(tops[tops.count - 1] + height + (isCollapsed(row: row) ? 0 : rowSpacing))
    }
    let setRows = SetRows(cells: cells, heights: heights, tops: tops, groups: placedGroups())
    // The row after the last one that a cell of the rows so far spans.
    var reach = 0
    let firstRow = rows.count
    for row in 0..<grid.rowCount {
      let range = grid.cells(of: row)
      let content = try rowContent(row, setRows, isSpanned: reach > row, place)
      let gap = gap(before: row, isSpanned: reach > row)
      for index in range { reach = max(reach, grid.cells[index].row + grid.cells[index].rows) }
      let isLast = row == grid.rowCount - 1
      let paragraph = range.first { !grid.cells[$0].paragraphs.isEmpty }
        .map { grid.cells[$0].paragraphs.lowerBound }
      append(
        content, height: heights[row] + (isLast ? rowSpacing : 0),
        Int32(paragraph ?? paragraphs.lowerBound), gap, row: row)
    }
    joinTallSpans(from: firstRow, cells)
    keepTwoRows(from: firstRow)
  }

  /// The cells and boxes of a row, placed from its top.
  /// - Parameter isSpanned: whether a cell of an earlier row reaches into it.
  private mutating func rowContent(
    _ row: Int, _ set: SetRows, isSpanned: Bool, _ place: ColumnPlaces
  ) throws -> BoxContent {
    var content = BoxContent(width: frame.width)
    let range = grid.cells(of: row)
    let baseline = range.filter(isOnBaseline).map { set.cells[$0].baseline }.max() ?? 0
    let full = range.map { index in
      let cell = grid.cells[index]
      return max(0, set.tops[cell.row + cell.rows] - set.tops[cell.row] - rowSpacing)
    }
    appendGroupBoxes(row, in: set, cellHeights: full, isSpanned: isSpanned, place, &content)
    appendGaps(row, height: set.heights[row], place, &content)
    for (index, full) in zip(range, full) {
      try appendCell(index, set.cells[index], full: full, baseline, place, &content)
    }
    if !content.setLines.awaiting.isEmpty { try settleRow(row, set, place, &content.setLines) }
    return content
  }

  /// - Parameter isSpanned: whether a cell of an earlier row reaches into the row: it keeps them
  ///   together.
  private func gap(before row: Int, isSpanned: Bool) -> Gap {
    var gap = Gap()
    // Before the first row, the spacing belongs to the table, which keeps it at the top of a page.
    if row == 0 {
      gap.opening = rowSpacing
    } else if !isCollapsed(row: row) {
      gap.margin = rowSpacing
    }
    gap.forcesBreak = forcesBreak(before: row)
    gap.avoidsBreak =
      isSpanned || avoidsBreak(before: row) || row > 0 && row <= grid.headRows
      || row == 0 && !rows.isEmpty
    return gap
  }

  private mutating func set(_ cell: TableGrid.Cell, width: Int) throws -> SetCell {
    let box = text.box(of: cell.block)
    let edges = cellEdges(cell, Length(rawValue: frame.width))
    var flow = Flow(context, width: width, root: table)
    flow.placesOnPage = placesOnPage
    flow.context.wrapsAll = mustWrap(cell, width: width)
    let content = try flow.content(
      of: cell.block, cell.paragraphs, measure: max(0, width - edges.left - edges.right),
      shrinks: false)
    context.glyphsBefore += content.setLines.glyphCount
    let contentHeight = edges.top + content.height + edges.bottom
    var height = contentHeight
    let own = box.sizesBorderBox ? 0 : edges.top + edges.bottom
    for given in [box.height, box.minHeight].compactMap(\.definite) {
      height = max(height, given.rawValue + own)
    }
    return SetCell(
      content: content.moved(x: edges.left, y: edges.top), height: height,
      contentHeight: contentHeight, baseline: edges.top + content.baseline)
  }

  /// Whether a cell is too narrow for text that must not wrap, or for a word that must not be cut. Text that
  /// overlaps another cell cannot be read.
  private mutating func mustWrap(_ cell: TableGrid.Cell, width: Int) -> Bool {
    guard grid.columnCount > 1, let first = cell.paragraphs.first else { return false }
    let room = width + squeezed(cell) + LineWidths.rounding
    let isKept = text.style(of: cell.block).text.whiteSpace == .nowrap
    let kept = cell.kept ?? (isKept ? cell.least[WordDivision.none.rawValue] : 0)
    if room >= kept { return cutsWords && room < cell.least[WordDivision.all.rawValue] }
    let start = Int(text.paragraphs[first].start)
    setLines.findings.report(
      .brokenKeptText,
      "the text of a cell wraps, although white-space forbids it: its column is too narrow for "
        + "\"\(text.excerpt(at: start))\"",
      atText: start)
    return true
  }

  /// A cell's borders plus padding; half of each border where borders collapse.
  func cellEdges(_ cell: TableGrid.Cell, _ around: Length) -> BoxInsets {
    let box = text.box(of: cell.block)
    let padding = box.padding(against: around)
    func side(_ padding: Int) -> Int { left(of: padding, in: cell) }
    let own = borders.map { $0.halves(of: cell) }
    return BoxInsets(
      top: padding.top + (own?.top ?? box.border.top.width.rawValue),
      right: side(padding.right) + (own?.right ?? box.border.right.width.rawValue),
      bottom: padding.bottom + (own?.bottom ?? box.border.bottom.width.rawValue),
      left: side(padding.left) + (own?.left ?? box.border.left.width.rawValue))
  }

  private func alignment(of index: Int) -> VerticalAlign {
    text.box(of: grid.cells[index].block).verticalAlign
  }

  func isOnBaseline(_ index: Int) -> Bool {
    switch alignment(of: index) {
    case .top, .middle, .bottom: false
    default: true
    }
  }

  /// Whether a cell has no content (CSS 2, section 17.6.1.1). In the text of a program, the separator of a paragraph
  /// is none.
  private func isEmpty(_ content: BoxContent) -> Bool {
    content.boxes.isEmpty
      && content.setLines.lines.allSatisfy { line in
        content.setLines.segments(of: line).allSatisfy {
          $0.kind == .lineBreak && text.paragraphsFollowText
        }
      }
  }

  private mutating func appendCell(
    _ index: Int, _ cell: SetCell, full: Int, _ baseline: Int, _ place: ColumnPlaces,
    _ content: inout BoxContent
  ) throws {
    let own = grid.cells[index]
    let columns = grid.columns(of: own)
    if !columns.isEmpty, columns.allSatisfy(isCollapsed(column:)) {
      content.setLines.append(cell.content.setLines.hidden)
      return
    }
    let x = place.start(of: columns)
    let shift: Int =
      switch alignment(of: index) {
      case .top: 0
      case .middle: (full - cell.contentHeight) / 2
      case .bottom: full - cell.contentHeight
      // Nothing in the flow is on the baseline.
      case _ where cell.content.height == 0: 0
      default: min(max(0, baseline - cell.baseline), max(0, full - cell.height))
      }
    if shift > 0, !isOnBaseline(index) { cellShifts[own.block] = shift }
    let box = text.box(of: own.block)
    let isHidden =
      text.style(of: own.block).text.hidesEmptyCells && borders == nil && isEmpty(cell.content)
    let sides = borders?.sides(of: own)
    let isCut = isCut(own)
    if !isHidden,
      box.isDrawn || box.clipPath != nil || sides != nil || isCut || text.clips(own.block)
    {
      var fragment = BoxFragment(
        block: own.block, x: x, y: 0, width: place.width(of: columns), height: full, hasTop: true,
        hasBottom: true)
      if let sides { fragment.collapse(to: sides) }
      fragment.isCut = isCut
      content.boxes.append(fragment)
    }
    var inner = cell.content.moved(x: x, y: shift)
    if !inner.setLines.awaiting.isEmpty {
      let border = Rect(raw: x, 0, place.width(of: columns), full)
      try settle(&inner.setLines, in: own.block, padding(of: own, border))
    }
    content.setLines.append(inner.setLines)
    content.boxes += inner.boxes
  }

  // MARK: Appending rows

  /// Appends a row of the table, or a caption's.
  /// - Parameter row: its number; -1 for a caption.
  private mutating func append(
    _ content: BoxContent, height: Int, _ paragraph: Int32, _ gap: Gap, row: Int
  ) {
    let lines = setLines.append(content.setLines)
    let firstBox = boxes.count
    boxes += content.boxes.enumerated().sorted {
      ($0.element.block, $0.offset) < ($1.element.block, $1.offset)
    }.map(\.element)
    rows.append(
      Row(
        firstLine: Int32(lines.lowerBound), lineCount: Int32(lines.count),
        firstBox: Int32(firstBox), boxCount: Int32(boxes.count - firstBox), height: height,
        paragraph: paragraph, block: table, gap: gap,
        tableHead: row >= 0 && row < grid.headRows ? table : -1,
        tableOpening: row == 0 ? gap.opening : 0,
        tableRow: row >= 0 ? grid.rowBlocks[row] : table))
  }
}
