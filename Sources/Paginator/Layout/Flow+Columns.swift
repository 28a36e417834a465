/// Blocks with several columns (CSS Multi-column Layout 1). Their content is set in one column, in a flow
/// of its own. One row of the flow around holds all columns of a page; a row below it holds the rest.
extension Flow {
  /// The outermost block with columns whose content a block is part of; nil for none, and for what is in
  /// a float or a table, or spans the columns. A block with room for one column is one like others.
  mutating func enclosingColumns(of block: Int32) -> Int32? {
    var found: Int32?
    var spans = false
    for current in text.blocks(around: block, within: root) {
      let (kind, box) = (text.blocks[Int(current)].kind, text.box(of: current))
      if [.floating, .table, .positioned].contains(kind) { (found, spans) = (nil, false) }
      if kind == .block, box.columns?.isMultiColumn ?? false {
        if !spans, columns(of: current).count > 1 { found = current }
        spans = false
      }
      spans = spans || box.spansColumns ?? false
    }
    guard !isColumn, !spans, mayDivideRoot, columns(of: root).count > 1 else { return found }
    return root
  }

  /// Whether the flow is that of a cell, a float or a positioned box with columns.
  private var mayDivideRoot: Bool {
    guard root >= 0 else { return false }
    let box = text.box(of: root)
    guard box.columns?.isMultiColumn ?? false, box.display != .table else { return false }
    switch text.blocks[Int(root)].kind {
    case .cell, .floating, .positioned: return true
    default: return false
    }
  }

  /// The columns that a block has room for.
  private mutating func columns(of block: Int32) -> (count: Int, width: Int, gap: Int) {
    let frame = geometry.frame(of: block, containerWidth: width)
    let style = text.style(of: block)
    let properties = style.box.columns ?? ColumnProperties()
    let gap =
      properties.gap?.resolved(against: Length(rawValue: frame.width)).rawValue
      ?? style.text.font.size.rawValue
    let least = Length(points: style.text.measureMin / 2 * style.text.font.size.points)
    let (count, measure) = properties.columns(
      in: frame.width, gap: gap, least: least.rawValue)
    return (count, measure, gap)
  }

  /// Whether a block, or one between it and a block with columns, spans these columns.
  func spans(_ block: Int32, columnsOf outer: Int32) -> Bool {
    var spans = false
    for current in text.blocks(around: block, within: outer) {
      let (kind, box) = (text.blocks[Int(current)].kind, text.box(of: current))
      if kind != .block || box.columns?.isMultiColumn ?? false { spans = false }
      spans = spans || kind == .block && box.spansColumns ?? false
    }
    return spans
  }

  /// Whether a column's end before a row would divide a block that avoids it.
  func avoidsColumnBreak(_ row: Int) -> Bool {
    let common = geometry.commonBlock(rows[row - 1].block, rows[row].block)
    return text.blocks(around: common, within: root).contains {
      text.box(of: $0).avoidsColumnBreak ?? false
    }
  }

  /// The content of which a row is a part.
  func columnSet(of row: Row) -> ColumnSet { columnSets[columnParts[Int(row.columnPart)].set] }

  /// Appends the content of a block with columns, up to the next block that spans them.
  /// - Parameter from: a text offset inside the paragraph to begin at.
  mutating func appendColumns(_ block: Int32, first: Int, from: Int?) throws -> Int {
    closeSized(before: block)
    var paragraphs = paragraphs(of: block, from: first)
    let spanner = paragraphs.dropFirst().first {
      spans(text.paragraphs[$0].block, columnsOf: block)
    }
    if let spanner { paragraphs = first..<spanner }
    let gap = openGap(to: block)
    lastBlock = block
    openSized(block)
    floats.advance(by: gap.total)
    let room = room(forColumnsOf: block, after: gap, isLast: spanner == nil)
    columnSets.append(try columnSet(of: block, paragraphs, from: from, room))
    let firstRow = rows.count
    rows.append(emptyRow(height: 0, paragraph: Int32(first), block: block, gap: gap))
    let hasPages = hasPages
    rows[firstRow].columnPart = part(of: columnSets.count - 1, from: ColumnSet.Place())
    _ = divide(firstRow, height: hasPages ? pageHeight.rawValue : nil, mayEndBadly: true)
    while !hasPages, let last = rows.indices.last, last > firstRow, !isFilled(last) {
      guard divide(last, height: nil, mayEndBadly: true) else { break }
    }
    passFloats(from: firstRow)
    return paragraphs.upperBound
  }

  /// Whether pages are filled one by one; elsewhere there is no limit.
  private var hasPages: Bool { root < 0 && pageHeight < FlowContext.noPageHeight }

  /// Whether a row of columns has its content, and not only an estimate of its height.
  func isFilled(_ index: Int) -> Bool {
    let part = Int(rows[index].columnPart)
    return part < 0 || columnParts[part].isFilled
  }

  private mutating func part(of set: Int, from start: ColumnSet.Place) -> Int32 {
    columnParts.append(ColumnPart(set: set, start: start))
    return Int32(columnParts.count - 1)
  }

  /// Sets the content of a block with columns in one column.
  private mutating func columnSet(
    of block: Int32, _ paragraphs: Range<Int>, from: Int?, _ room: ColumnRoom
  ) throws -> ColumnSet {
    let frame = geometry.frame(of: block, containerWidth: width)
    let (count, measure, gap) = columns(of: block)
    var column = inner(width: measure, root: block)
    column.isColumn = true
    column.dividesHighBlocks = dividesHighBlocks
    var next = paragraphs.lowerBound
    while next < paragraphs.upperBound {
      next = try column.append(next, from: next == paragraphs.lowerBound ? from : nil)
    }
    let end = try column.finish()
    if hasPages { column.divideRows(onPageOf: pageHeight.rawValue) }
    let awaiting = setLines.awaiting
    let firstSegment = Int32(setLines.segments.count)
    for index in column.columnSets.indices {
      column.columnSets[index].moveSegments(by: firstSegment)
    }
    let range = setLines.append(column.setLines)
    setLines.awaiting = awaiting
    let lines = Array(setLines.lines[range])
    setLines.lines.removeSubrange(range)
    var tops = [0]
    tops.reserveCapacity(column.rows.count + 1)
    for row in column.rows {
      tops.append(tops[tops.count - 1] + (row.isPositioned ? 0 : row.gap.total + row.height))
    }
    let style = text.style(of: block)
    let side = style.text.isRightToLeft ? frame.x + frame.width - room.start : room.end - frame.x
    return ColumnSet(
      block: block, paragraphs: paragraphs, column: column, lines: lines, end: end, count: count,
      width: measure, advance: measure + gap, x: frame.x, limit: room.height,
      mostColumns: style.box.overflows.across == .visible
        ? max(count, min(ColumnRoom.mostColumns, (side + gap) / max(1, measure + gap))) : count,
      ruleHeight: room.ruleHeight, fillsInOrder: room.fillsInOrder,
      isRightToLeft: style.text.isRightToLeft, tops: tops,
      forcedStarts: column.forcedColumns,
      hasDivisibleRows: !column.columnSets.isEmpty
        || column.rows.indices.contains(where: column.mayEndColumn(inside:)),
      hasPlacedBoxes: column.setLines.attachments.contains { $0.value.float != nil },
      levels: (column.columnSets.map(\.levels).max() ?? 0) + 1,
      grid: hasPages ? setter.baselineGrid : nil)
  }

  /// The rows before which `break-before` or `break-after: column` begins a column.
  private var forcedColumns: Set<Int> {
    guard geometry.hasColumnBreaks else { return [] }
    return Set(rows.indices.dropFirst().filter(forcesColumn))
  }

  private func forcesColumn(before row: Int) -> Bool {
    let (above, below) = (rows[row - 1].block, rows[row].block)
    guard above != below else { return false }
    let common = geometry.commonBlock(above, below)
    func breaks(_ block: Int32, _ value: KeyPath<BoxProperties, BreakValue>) -> Bool {
      text.blocks(around: block, within: common).contains {
        text.box(of: $0)[keyPath: value] == .column
      }
    }
    return breaks(below, \.breakBefore) || breaks(above, \.breakAfter)
  }

  /// Fills the columns of a row, and adds a row for what has no room in them.
  /// - Parameters:
  ///   - height: the room for the columns; nil for no limit.
  ///   - mayEndBadly: whether the last column may end where the style avoids it.
  /// - Returns: whether the row was filled.
  mutating func divide(_ index: Int, height: Int?, mayEndBadly: Bool) -> Bool {
    let part = columnParts[Int(rows[index].columnPart)]
    let set = columnSets[part.set]
    guard part.start.row < set.rowCount else { return false }
    let columns = set.columns(from: part.start, height: height)
    let isTooHigh = height.map { columns.height > $0 } ?? false
    guard mayEndBadly || !columns.endsBadly && !isTooHigh else { return false }
    // A rest from an earlier filling is replaced.
    if index + 1 < rows.count, rows[index + 1].columnPart >= 0,
      columnParts[Int(rows[index + 1].columnPart)].set == part.set
    {
      rows.remove(at: index + 1)
      noteCut(ofRow: index, added: -1)
    }
    let ruleHeight = columns.end.row == set.rowCount ? min(set.ruleHeight, height ?? .max) : 0
    place(columns, of: set, in: index, ruleHeight: ruleHeight)
    columnParts[Int(rows[index].columnPart)].isFilled = true
    guard columns.end.row < set.rowCount else { return true }
    var rest = rows[index]
    let first = set.column.rows[columns.end.row]
    (rest.firstLine, rest.lineCount) = (Int32(setLines.lines.count), 0)
    (rest.firstBox, rest.boxCount) = (Int32(cellBoxes.count), 0)
    rest.gap = Gap()
    // What has no room goes on on the next page; what must begin a column may be on this one.
    rest.gap.forcesBreak = height != nil && columns.columns.last?.isFull ?? false
    rest.paragraph = first.paragraph
    rest.restStart = Int32(set.startOffset(of: columns.end))
    rest.height = set.leastHeight(from: columns.end)
    rest.columnPart = self.part(of: part.set, from: columns.end)
    rows.insert(rest, at: index + 1)
    noteCut(ofRow: index)
    return true
  }

  /// Places the lines and boxes of columns in their row.
  private mutating func place(
    _ columns: ColumnSet.Columns, of set: ColumnSet, in index: Int, ruleHeight: Int
  ) {
    rows[index].firstLine = Int32(setLines.lines.count)
    rows[index].firstBox = Int32(cellBoxes.count)
    appendLines(of: columns, in: set, x: 0, y: 0)
    cellBoxes += set.boxes(of: columns, ruleHeight: ruleHeight)
    rows[index].lineCount = Int32(setLines.lines.count) - rows[index].firstLine
    rows[index].boxCount = Int32(cellBoxes.count) - rows[index].firstBox
    if set.hasPlacedBoxes { divideBoxes(in: columns, of: set) }
    geometry.sortForPainting(&cellBoxes[Int(rows[index].firstBox)...])
    rows[index].height = columns.height
  }

  /// Appends the lines of columns, and of the columns in them.
  private mutating func appendLines(
    of columns: ColumnSet.Columns, in set: ColumnSet, x: Int, y: Int
  ) {
    for (number, column) in columns.columns.enumerated() {
      let x = x + set.x(of: number)
      for (row, top) in zip(column.rows, column.tops) {
        if let inner = column.inner[row], let innerSet = set.innerSet(ofRow: row) {
          appendLines(of: inner.columns, in: innerSet, x: x, y: y + top)
          continue
        }
        for line in set.column.rows[row].lineRange {
          setLines.lines.append(set.lines[line].moved(x: x, y: y + top))
        }
      }
    }
  }
}

extension ColumnSet {
  /// The left edge of a column.
  func x(of number: Int) -> Int {
    x + (isRightToLeft ? count - 1 - number : number) * advance
  }

  /// The boxes of columns, and the rules between them.
  func boxes(of columns: Columns, ruleHeight: Int) -> [BoxFragment] {
    var boxes: [BoxFragment] = []
    for (number, column) in columns.columns.enumerated() {
      for box in self.boxes(of: column, height: columns.height) {
        boxes += parts(of: box, inColumn: number, of: columns)
      }
      if number > 0, let rule = rule(before: number, height: max(columns.height, ruleHeight)) {
        boxes.append(rule)
      }
    }
    return boxes
  }

  /// What is drawn between two columns: the left border of a box that is as wide as the rule.
  private func rule(before number: Int, height: Int) -> BoxFragment? {
    let style = column.text.style(of: block)
    guard let rule = style.box.columnRule(in: style.text.color) else { return nil }
    let gap = advance - width
    let edge = isRightToLeft ? x(of: number - 1) : x(of: number)
    var fragment = BoxFragment(
      block: block, x: edge - (gap + rule.width.rawValue) / 2, y: 0,
      width: rule.width.rawValue, height: height, hasTop: false, hasBottom: false)
    fragment.isColumnRule = true
    return fragment
  }

  /// The boxes of a column, from its top left corner. Boxes that begin or end in other columns are cut.
  /// - Parameter height: that of the columns.
  func boxes(of part: Column, height: Int) -> [BoxFragment] {
    var boxes: [BoxFragment] = []
    var open = openBoxes(before: part.start)
    var y = 0
    var first = 0
    for (index, top) in zip(part.rows, part.tops) {
      let row = column.rows[index]
      let isRest = part.start.isInside(index)
      for edge in column.edges[row.gap.edges]
      where !isRest && (edge.isTop || index > part.rows.lowerBound) {
        if let closed = open.pass(edge, above: y, below: top) {
          close(closed, at: y + edge.distance, hasBottom: true, &boxes)
        }
      }
      if row.restStart < 0 { first = boxes.count }
      if let inner = part.inner[index], let set = innerSet(ofRow: index) {
        boxes += set.boxes(of: inner.columns, ruleHeight: inner.ruleHeight).map {
          $0.moved(y: top)
        }
      } else {
        append(row, at: top, continuing: first, to: &boxes)
      }
      if !row.isPositioned { y = top + self.height(of: index, in: part) }
    }
    let gap = part.end.row < rowCount ? column.rows[part.end.row].gap : end
    for edge in column.edges[gap.edges] where !edge.isTop && part.end.passed == 0 {
      if let closed = open.pass(edge, above: y, below: y) {
        close(closed, at: y + edge.distance, hasBottom: true, &boxes)
      }
    }
    for box in open {
      close(box, at: max(y, min(height, part.height)), hasBottom: false, &boxes)
    }
    return boxes
  }

  /// The drawn boxes that are around a row and the one before it, or around a row that began in another column.
  private func openBoxes(before place: Place) -> [OpenBox] {
    let (row, geometry) = (place.row, column.geometry)
    guard row > 0 || place.passed > 0 else { return [] }
    let common =
      place.passed > 0
      ? column.rows[row].block
      : geometry.commonBlock(column.rows[row - 1].block, column.rows[row].block)
    return geometry.chain(common).filter { $0 > block && geometry.isDrawn($0) }
      .map { OpenBox(block: $0, y: 0, hasTop: false) }
  }

  private func close(
    _ box: OpenBox, at bottom: Int, hasBottom: Bool, _ boxes: inout [BoxFragment]
  ) {
    if let fragment = column.geometry.fragment(of: box, to: bottom, hasBottom: hasBottom) {
      boxes.append(fragment)
    }
  }
}
