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

  /// Whether there is room for a table next to the floats; it must not overlap them (CSS 2, section
  /// 9.5).
  mutating func fitsBesideFloats(_ table: Int32, first: Int) throws -> Bool {
    settleFloats()
    closeSized(before: table)
    guard !floats.isEmpty else { return true }
    let parent = text.blocks[Int(table)].parent
    let frame = geometry.frame(of: parent, containerWidth: width)
    let room = floats.room(from: 0, to: floats.height, in: frame).width
    let box = text.box(of: table)
    let margins = box.margins(against: Length(rawValue: frame.width)).horizontal
    var layout = TableLayout(
      flow: self, table: table, paragraphs: paragraphs(of: table, from: first))
    return try layout.intrinsicWidths(available: room).least + margins
      <= room + LineWidths.rounding
  }

  mutating func appendTable(_ table: Int32, first: Int) throws -> Int {
    closeSized(before: table)
    let paragraphs = paragraphs(of: table, from: first)
    let gap = openGap(to: table)
    lastBlock = table
    openSized(text.blocks[Int(table)].parent)
    var layout = TableLayout(flow: self, table: table, paragraphs: paragraphs)
    var frame = geometry.frame(of: text.blocks[Int(table)].parent, containerWidth: width)
    floats.advance(by: gap.total)
    if !floats.isEmpty {
      (frame.x, frame.width) = floats.room(from: 0, to: floats.height, in: frame)
    }
    try layout.layOut(in: frame)
    geometry.setFrame(layout.frame, of: table)
    let firstRow = rows.count
    let firstLine = Int32(setLines.append(layout.setLines).lowerBound)
    // An item that begins with a table has its marker next to the table's first line.
    if let marked = text.paragraphs[paragraphs].firstIndex(where: { $0.marker >= 0 }),
      let line = setLines.lines[Int(firstLine)...].firstIndex(where: { $0.paragraph == marked })
    {
      try placeMarkers(text.paragraphs[marked], line)
    }
    for row in layout.rows {
      var row = row
      row.firstLine += firstLine
      let firstBox = Int32(cellBoxes.count)
      cellBoxes.append(
        contentsOf: layout.boxes[Int(row.firstBox)..<Int(row.firstBox + row.boxCount)])
      row.firstBox = firstBox
      rows.append(row)
    }
    guard !layout.rows.isEmpty else { return paragraphs.upperBound }
    open(gap, at: firstRow, layout)
    let hasGrid = layout.rows.count > layout.captionRows.above + layout.captionRows.below
    if hasGrid, let borders = layout.borders {
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

  /// Closes a table's box before the captions below it.
  private mutating func close(_ table: Int32, before row: Int) {
    let box = text.box(of: table)
    let around = Length(rawValue: width)
    let edge = box.edges(against: around).bottom
    if geometry.isDrawn(table) {
      rows[row].gap.firstEdge = Int32(edges.count)
      rows[row].gap.edgeCount = 1
      edges.append(BlockEdge(block: table, isTop: false, distance: edge))
    }
    rows[row].gap.closing += edge
    rows[rows.count - 1].height += box.margins(against: around).bottom
    lastBlock = text.blocks[Int(table)].parent
  }

  // MARK: Cutting rows

  /// Cuts a row that does not fit, between two of its lines (CSS Fragmentation 3, section 4.1).
  ///
  /// - Parameters:
  ///   - height: the maximum height of the first piece.
  ///   - least: the minimum number of lines in each piece, one below the other.
  /// - Returns: false if there are too few lines above the cut, or below it.
  mutating func cutRow(_ index: Int, at height: Int, least: Int) -> Bool {
    let row = rows[index]
    if row.lineCount == 0, row.boxCount == 0 { return cutEmptyRow(index, at: height) }
    if row.lineCount == 0, row.restStart >= 0 { return cutBoxes(index, at: height, above: []) }
    let lines = setLines.lines[Int(row.firstLine)..<Int(row.firstLine + row.lineCount)]
    // Cut at the last start of a line that leaves enough lines on both sides.
    let starts = Set(lines.map(\.y)).sorted()
    let fitting = lines.filter { $0.y + $0.height <= height }
    let count = min(starts.count - least, Set(fitting.map(\.y)).count)
    guard row.tableRow >= 0, let first = starts.first, least == 1 || count >= least else {
      return false
    }
    func isAbove(_ line: LineFragment) -> Bool {
      count > 0 && line.y < starts[count] && line.y + line.height <= height
    }
    var above = lines.filter(isAbove)
    var below = lines.filter { !isAbove($0) }
    if above.isEmpty {
      // A line taller than a page is alone on its page; without progress there is no cut.
      guard least == 1 else { return false }
      above = lines.filter { $0.y == first }
      below = lines.filter { $0.y != first }
    }
    guard let start = below.map(\.start).min() else {
      return cutBoxes(index, at: height, above: above)
    }
    var bottom = above.map { $0.y + $0.height }.max() ?? 0
    var top = below.map(\.y).min() ?? bottom
    let boxes = Array(cellBoxes[Int(row.firstBox)..<Int(row.firstBox + row.boxCount)])
    // A box between the lines is cut where the page ends.
    if bottom <= height, height < top, height > 0,
      boxes.contains(where: { $0.y < height && $0.y + $0.height > height })
    {
      (bottom, top) = (height, height)
    }
    var upper = row
    place(above, boxes.compactMap { $0.part(above: bottom) }, in: &upper)
    upper.height = bottom
    var rest = row
    place(
      below.map { $0.moved(x: 0, y: -top) }, boxes.compactMap { $0.part(below: top) }, in: &rest)
    rest.height = max(0, row.height - top)
    rest.gap = Gap()
    rest.restStart = start
    rest.paragraph = below.map(\.paragraph).min() ?? row.paragraph
    rows.replaceSubrange(index...index, with: [upper, rest])
    noteCut(ofRow: index)
    return true
  }

  /// The maximum number of pieces of a row; a row that would need more is not cut.
  private static let mostPieces = 200

  /// Cuts a row whose lines are all above the cut.
  private mutating func cutBoxes(_ index: Int, at height: Int, above lines: [LineFragment]) -> Bool
  {
    let row = rows[index]
    let end = lines.map(\.end).max() ?? row.restStart
    guard height > 0, row.height > height, row.height / Self.mostPieces < height else {
      return false
    }
    let boxes = Array(cellBoxes[Int(row.firstBox)..<Int(row.firstBox + row.boxCount)])
    guard boxes.contains(where: { $0.y + $0.height > height }) else { return false }
    var upper = row
    place(lines, boxes.compactMap { $0.part(above: height) }, in: &upper)
    upper.height = height
    var rest = row
    place([], boxes.compactMap { $0.part(below: height) }, in: &rest)
    rest.height -= height
    rest.gap = Gap()
    rest.restStart = end
    rows.replaceSubrange(index...index, with: [upper, rest])
    noteCut(ofRow: index)
    return true
  }

  /// Cuts the empty rest of a box that has a height of its own; it continues on as many pages as it
  /// needs.
  private mutating func cutEmptyRow(_ index: Int, at height: Int) -> Bool {
    guard height > 0, rows[index].height > height else { return false }
    var rest = rows[index]
    rows[index].height = height
    rest.height -= height
    rest.gap = Gap()
    rows.insert(rest, at: index + 1)
    noteCut(ofRow: index)
    return true
  }

  private mutating func place(
    _ lines: [LineFragment], _ boxes: [BoxFragment], in row: inout Row
  ) {
    row.firstLine = Int32(setLines.lines.count)
    row.lineCount = Int32(lines.count)
    setLines.lines += lines
    row.firstBox = Int32(cellBoxes.count)
    row.boxCount = Int32(boxes.count)
    cellBoxes += boxes
  }
}

extension BoxFragment {
  /// The part of the box above a cut; nil if there is none.
  fileprivate func part(above bottom: Int) -> BoxFragment? {
    guard y < bottom else { return nil }
    var part = self
    part.height = min(height, bottom - y)
    part.hasBottom = hasBottom && y + height <= bottom
    return part
  }

  /// The part of the box below a cut, placed from there; nil if there is none.
  fileprivate func part(below top: Int) -> BoxFragment? {
    guard y + height > top else { return nil }
    var part = self
    part.y = max(0, y - top)
    part.height = y + height - max(y, top)
    part.hasTop = hasTop && y >= top
    return part
  }
}
