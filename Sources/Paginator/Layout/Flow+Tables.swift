/// Tables among the paragraphs of a flow.
extension Flow {
  func enclosingTable(of block: Int32) -> Int32? {
    guard let found = enclosing(.table, of: block), tableDepth(found) <= Self.deepestTable else {
      return nil
    }
    return found
  }

  /// Tables nested more deeply are set as plain blocks: no page has room for them.
  private static let deepestTable = 12

  private func tableDepth(_ table: Int32) -> Int {
    geometry.chain(table).count { text.blocks[Int($0)].kind == .table }
  }

  /// The width that a table needs next to the floats, which it must not overlap (CSS 2, section 9.5), and
  /// the frame around it; nil if it has room there. Floats that wait and leave it room wait for the table.
  mutating func missingRoom(
    forTable table: Int32, first: Int
  ) throws -> (width: Int, frame: BlockFrame)? {
    if !pendingFloats.isEmpty,
      try missingRoom(forTable: table, first: first, beside: expectedFloats) == nil
    {
      return nil
    }
    settleFloats()
    closeSized(before: table)
    return try missingRoom(forTable: table, first: first, beside: floats)
  }

  private mutating func missingRoom(
    forTable table: Int32, first: Int, beside floats: ActiveFloats
  ) throws -> (width: Int, frame: BlockFrame)? {
    guard !floats.isEmpty else { return nil }
    let frame = geometry.frame(of: text.blocks[Int(table)].parent, containerWidth: width)
    let room = floats.room(from: 0, to: floats.height, in: frame).width
    var layout = TableLayout(
      flow: self, table: table, paragraphs: paragraphs(of: table, from: first))
    let least = try layout.leastBorderWidth(in: frame, beside: room)
    return least <= room + LineWidths.rounding ? nil : (least, frame)
  }

  /// The space above a table. The floats that wait are placed in it.
  private mutating func gap(aboveTable table: Int32, first: Int) -> Gap {
    let isBelowHeading = isBelowFloatThatStays
    let last = lastBlock
    let empty = geometry.emptyBlocks
    var gap = openGap(to: table)
    lastBlock = table
    if !pendingFloats.isEmpty {
      geometry.emptyBlocks = empty
      placeFloats(above: &gap, after: last, before: table)
      geometry.emptyBlocks.removeAll()
    }
    // A table's title is often a paragraph above it.
    if isBelowHeading || first > 0 && isShapedHeading(first - 1) { gap.avoidsBreak = true }
    return gap
  }

  /// Whether the last row is a float that is kept with what follows, such as a heading, or below one
  /// only to be below the float.
  private var isBelowFloatThatStays: Bool {
    guard let row = rows.last(where: { !$0.isClearance }), row.isFloat else { return false }
    let block = text.paragraphs[Int(row.paragraph)].block
    return enclosing(.floating, of: block).map { text.box(of: $0).breakAfter == .avoid } ?? false
  }

  mutating func appendTable(_ table: Int32, first: Int) throws -> Int {
    closeSized(before: table)
    let paragraphs = paragraphs(of: table, from: first)
    let gap = gap(aboveTable: table, first: first)
    openSized(text.blocks[Int(table)].parent)
    var layout = TableLayout(flow: self, table: table, paragraphs: paragraphs)
    let frame = geometry.frame(of: text.blocks[Int(table)].parent, containerWidth: width)
    floats.advance(by: gap.total)
    let room = floats.isEmpty ? nil : floats.room(from: 0, to: floats.height, in: frame)
    try layout.layOut(in: frame, beside: room)
    geometry.setFrame(layout.frame, of: table)
    let firstRow = rows.count
    let firstAwaiting = setLines.awaiting.count
    let firstLine = Int32(setLines.append(layout.setLines).lowerBound)
    // An item that begins with a table has its marker next to the table's first line. Those of items
    // in cells are placed already.
    if let marked = text.paragraphs[paragraphs].firstIndex(where: { $0.marker >= 0 }),
      let line = setLines.lines[Int(firstLine)...].firstIndex(where: { $0.paragraph == marked })
    {
      try placeMarkers(text.paragraphs[marked], line, around: table)
    }
    let firstJoined = Int32(joinedRows.count)
    joinedRows += layout.joinedRows
    cellShifts.merge(layout.cellShifts) { _, new in new }
    for row in layout.rows {
      var row = row
      row.firstLine += firstLine
      if row.joined >= 0 { row.joined += firstJoined }
      let firstBox = Int32(cellBoxes.count)
      cellBoxes.append(
        contentsOf: layout.boxes[row.boxRange])
      row.firstBox = firstBox
      rows.append(row)
    }
    guard !layout.rows.isEmpty else { return paragraphs.upperBound }
    open(gap, at: firstRow, layout)
    let hasGrid = layout.rows.count > layout.captionRows.above + layout.captionRows.below
    if hasGrid, let borders = layout.borders {
      undividedBorders.merge(borders.undivided) { _, new in new }
      geometry.outerBorders[table] = BoxInsets(
        top: (borders.outer.top + 1) / 2, right: borders.outer.right / 2,
        bottom: borders.outer.bottom / 2, left: borders.outer.left / 2)
      let outer = sharedEdges(of: table, borders)
      let first = firstRow + layout.captionRows.above
      rows[first].gap.opening += outer.top
      rows[first].tableOpening += outer.top
      for edge in rows[first].gap.edges where edges[edge].isTop {
        edges[edge].distance += outer.top
      }
      rows[rows.count - 1 - layout.captionRows.below].height += outer.bottom
    }
    if layout.captionRows.below > 0 { close(table, before: rows.count - layout.captionRows.below) }
    let inner = layout.captionRows.below > 0 ? text.blocks[Int(table)].parent : table
    reserveEdges(after: paragraphs.upperBound - 1, from: inner)
    takeOver(awaitingFrom: firstAwaiting, rowsFrom: firstRow)
    passFloats(from: firstRow)
    return paragraphs.upperBound
  }

  /// The edges that collapsed borders add to a table: half of its outer borders (CSS 2, section
  /// 17.6.2).
  /// - Returns: the difference from the edges in the table's own style.
  private func sharedEdges(
    of table: Int32, _ borders: CollapsedBorders
  ) -> (top: Int, bottom: Int) {
    let box = text.box(of: table)
    let own = box.edges(against: Length(rawValue: width))
    return ((borders.outer.top + 1) / 2 - own.top, borders.outer.bottom / 2 - own.bottom)
  }

  /// Adds the space before a table to its first row. The table's own box opens below the captions
  /// above it (CSS 2, section 17.4).
  private mutating func open(_ gap: Gap, at firstRow: Int, _ layout: TableLayout) {
    let table = layout.table
    let firstOfGrid = firstRow + layout.captionRows.above
    guard layout.captionRows.above > 0, firstOfGrid < rows.count else {
      return add(gap, to: firstRow)
    }
    var above = gap
    var own = Gap()
    let box = text.box(of: table)
    let edge = box.edges(against: Length(rawValue: width)).top
    above.opening -= edge
    own.opening = edge
    if above.edgeCount > 0, edges[Int(above.firstEdge + above.edgeCount) - 1].block == table {
      above.edgeCount -= 1
      own.firstEdge = above.firstEdge + above.edgeCount
      own.edgeCount = 1
    }
    for index in above.edges where edges[index].isTop { edges[index].distance -= edge }
    add(above, to: firstRow)
    add(own, to: firstOfGrid)
  }

  private mutating func add(_ gap: Gap, to row: Int) {
    // The spacing above the first row is inside the boxes that open.
    for index in gap.edges where edges[index].isTop {
      edges[index].distance += rows[row].gap.opening
    }
    rows[row].gap.closing += gap.closing
    rows[row].gap.margin += gap.margin
    rows[row].gap.opening += gap.opening
    rows[row].gap.firstEdge = gap.firstEdge
    rows[row].gap.edgeCount = gap.edgeCount
    rows[row].gap.avoidsBreak = rows[row].gap.avoidsBreak || gap.avoidsBreak
  }

  /// Closes a table's box before the captions below it. Its margin is below these (CSS 2, section 17.4).
  private mutating func close(_ table: Int32, before row: Int) {
    let box = text.box(of: table)
    let around = Length(rawValue: width)
    let edge = box.edges(against: around).bottom
    if geometry.isDrawn(table) {
      rows[row].gap.firstEdge = Int32(edges.count)
      rows[row].gap.edgeCount = 1
      edges.append(BlockEdge(block: table, kind: .bottom, distance: edge))
    }
    rows[row].gap.closing += edge
    geometry.closedTables.insert(table)
  }
}
