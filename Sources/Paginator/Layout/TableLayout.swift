/// Sets a table row by row, its columns as wide as their content asks (CSS 2, section 17.5.2).
struct TableLayout {
  let setter: LineSetter
  let text: AttributedText
  let table: Int32
  private let paragraphs: Range<Int>
  private(set) var rows: [Row] = []
  private(set) var boxes: [BoxFragment] = []
  private(set) var frame = BlockFrame(x: 0, width: 0, borderX: 0, borderWidth: 0)
  var cells: [Cell] = []
  private var rowCount = 0
  var columnCount = 0
  private var rowBlocks: [Int32] = []
  /// `col` elements, by column.
  var columnBlocks: [Int32] = []
  private var headRows = 0
  /// Paragraphs of the table that are in no cell: captions and loose text.
  private var captions: [Int] = []

  struct Cell {
    var block: Int32
    var row: Int
    var column: Int
    var columns: Int
    var rows: Int
    var paragraphs: [Int] = []
    var least = 0
    var most = 0
  }

  init(flow: Flow, table: Int32, paragraphs: Range<Int>) {
    setter = flow.setter
    text = flow.setter.text
    self.table = table
    self.paragraphs = paragraphs
    collect()
  }

  // MARK: Structure

  private mutating func collect() {
    var owner: [Int32: Int] = [:]
    var rowOf: [Int32: Int] = [:]
    var occupied: Set<Int> = []
    var block = table + 1
    let count = Int32(text.blocks.count)
    while block < count, isInside(block) {
      defer { block += 1 }
      guard isDirect(block) else { continue }
      switch text.blocks[Int(block)].kind {
      case .row:
        rowOf[block] = rowCount
        rowBlocks.append(block)
        rowCount += 1
        if isInHead(block) { headRows = rowCount }
      case .cell(_, let columns, let rowSpan):
        let parent = text.blocks[Int(block)].parent
        if rowOf[parent] == nil {
          // A cell without a row starts one that the cells beside it share.
          rowOf[parent] = rowCount
          rowBlocks.append(parent)
          rowCount += 1
        }
        let row = rowOf[parent] ?? 0
        var column = 0
        while occupied.contains(row << 12 | column) { column += 1 }
        for r in row..<row + min(rowSpan, 200) {
          for c in column..<column + min(columns, 200) { occupied.insert(r << 12 | c) }
        }
        owner[block] = cells.count
        columnCount = max(columnCount, column + columns)
        cells.append(
          Cell(block: block, row: row, column: column, columns: columns, rows: rowSpan))
      case .column(let columns):
        columnBlocks.append(contentsOf: repeatElement(block, count: columns))
        columnCount = max(columnCount, columnBlocks.count)
      default: break
      }
    }
    for index in paragraphs {
      var current = text.paragraphs[index].block
      while current > table, owner[current] == nil { current = text.blocks[Int(current)].parent }
      if let cell = owner[current] {
        cells[cell].paragraphs.append(index)
      } else {
        captions.append(index)
      }
    }
    for index in cells.indices {
      cells[index].rows = min(cells[index].rows, rowCount - cells[index].row)
    }
  }

  private func isInside(_ block: Int32) -> Bool {
    var current = block
    while current > table { current = text.blocks[Int(current)].parent }
    return current == table
  }

  /// Whether no cell and no other table lies between a block and the table.
  private func isDirect(_ block: Int32) -> Bool {
    var current = text.blocks[Int(block)].parent
    while current > table {
      switch text.blocks[Int(current)].kind {
      case .cell, .table: return false
      default: current = text.blocks[Int(current)].parent
      }
    }
    return true
  }

  private func isInHead(_ row: Int32) -> Bool {
    text.blocks[Int(text.blocks[Int(row)].parent)].kind == .rowGroup(isHeader: true)
  }

  func style(_ block: Int32) -> TextStyle {
    text.styles[Int(text.blocks[Int(block)].style)]
  }

  // MARK: Widths

  mutating func layOut(in outer: BlockFrame) throws {
    let box = style(table).box
    let properties = style(table).text
    let spacing = properties.collapsesBorders ? 0 : properties.borderSpacing.width.rawValue
    let around = Length(rawValue: outer.width)
    let edges = horizontalEdges(table, around)
    let margins =
      box.margin.left.resolved(against: around).rawValue
      + box.margin.right.resolved(against: around).rawValue
    let gaps = spacing * (columnCount + 1)
    let available = max(0, outer.width - margins - edges - gaps)
    let asked =
      box.width.isAuto
      ? nil
      : max(
        0, box.width.resolved(against: around).rawValue - (box.sizesBorderBox ? edges : 0) - gaps)
    let columns: [Int]
    if let asked, box.tableLayoutIsFixed {
      columns = fixedWidths(asked, spacing: spacing)
    } else {
      for index in cells.indices { try measure(index, available: available) }
      columns = columnWidths(available: available, asked: asked)
    }
    let content = columns.reduce(0, +) + gaps
    var left = box.margin.left.resolved(against: around).rawValue
    let room = outer.width - content - edges
    if box.margin.left.isAuto {
      left =
        box.margin.right.isAuto
        ? max(0, room / 2) : max(0, room - box.margin.right.resolved(against: around).rawValue)
    }
    let borderX = outer.x + left
    frame = BlockFrame(
      x: borderX + box.border.left.width.rawValue
        + box.padding.left.resolved(against: around).rawValue,
      width: content, borderX: borderX, borderWidth: content + edges)
    try appendCaptions(atBottom: false)
    try appendRows(columns, spacing: spacing, collapses: properties.collapsesBorders)
    try appendCaptions(atBottom: true)
  }

  func horizontalEdges(_ block: Int32, _ around: Length) -> Int {
    let box = style(block).box
    return box.padding.left.resolved(against: around).rawValue
      + box.padding.right.resolved(against: around).rawValue + box.border.left.width.rawValue
      + box.border.right.width.rawValue
  }

  // MARK: Rows

  private mutating func appendCaptions(atBottom: Bool) throws {
    var flow = Flow(setter: setter, width: frame.width, root: table)
    for index in captions {
      let isBottom = style(text.paragraphs[index].block).text.captionIsAtBottom
      guard isBottom == atBottom else { continue }
      _ = try flow.append(index)
    }
    guard !flow.rows.isEmpty else { return }
    let end = flow.finish()
    for (index, var row) in flow.rows.enumerated() {
      for line in Int(row.firstLine)..<Int(row.firstLine + row.lineCount) {
        setter.lines[line].x += frame.x
        setter.lines[line].usedX += frame.x
      }
      row.block = table
      row.gap.firstEdge = 0
      row.gap.edgeCount = 0
      row.firstBox = Int32(boxes.count)
      row.boxCount = 0
      // A caption stays with its table; what stands before both may be left behind.
      row.gap.avoidsBreak = index > 0 || atBottom
      if index == flow.rows.count - 1 { row.height += end.closing + end.margin }
      rows.append(row)
    }
  }

  private mutating func appendRows(_ columns: [Int], spacing: Int, collapses: Bool) throws {
    var offsets = [spacing]
    for width in columns { offsets.append(offsets[offsets.count - 1] + width + spacing) }
    var heights = [Int](repeating: 0, count: rowCount)
    var laidOut: [(cell: Int, lines: [Int], height: Int)] = []
    for index in cells.indices {
      let cell = cells[index]
      let x = offsets[cell.column]
      let end = min(cell.column + cell.columns, columnCount)
      let width = offsets[end] - spacing - x
      let result = try layOutCell(cell, width: width)
      laidOut.append((index, result.lines, result.height))
      if cell.rows == 1 { heights[cell.row] = max(heights[cell.row], result.height) }
    }
    for (index, _, height) in laidOut where cells[index].rows > 1 {
      let cell = cells[index]
      let range = cell.row..<min(cell.row + cell.rows, rowCount)
      let sum = range.reduce(0) { $0 + heights[$1] } + spacing * (range.count - 1)
      if height > sum, let last = range.last { heights[last] += height - sum }
    }
    for row in 0..<rowCount {
      let asked = style(rowBlocks[row]).box.height
      if !asked.isAuto { heights[row] = max(heights[row], asked.length.rawValue) }
    }
    emit(laidOut, heights, offsets, spacing, collapses)
  }

  private mutating func layOutCell(
    _ cell: Cell, width: Int
  ) throws -> (lines: [Int], height: Int) {
    let around = Length(rawValue: width)
    let box = style(cell.block).box
    let content = max(0, width - horizontalEdges(cell.block, around))
    var flow = Flow(setter: setter, width: content, root: cell.block)
    var next = 0
    while next < cell.paragraphs.count {
      // A table inside takes several paragraphs at once.
      let behind = try flow.append(cell.paragraphs[next])
      while next < cell.paragraphs.count, cell.paragraphs[next] < behind { next += 1 }
    }
    let end = flow.finish()
    var y = box.border.top.width.rawValue + box.padding.top.resolved(against: around).rawValue
    // A table inside leaves lines behind that are in none of its rows.
    var lines: [Int] = []
    for row in flow.rows {
      y += row.gap.total
      for line in Int(row.firstLine)..<Int(row.firstLine + row.lineCount) {
        flow.setter.lines[line].y += y
        lines.append(line)
      }
      y += row.height
    }
    y += end.closing + end.margin
    y += box.border.bottom.width.rawValue + box.padding.bottom.resolved(against: around).rawValue
    if !box.height.isAuto {
      let edges =
        box.sizesBorderBox
        ? 0
        : box.border.top.width.rawValue + box.border.bottom.width.rawValue
          + box.padding.top.length.rawValue + box.padding.bottom.length.rawValue
      y = max(y, box.height.length.rawValue + edges)
    }
    return (lines, y)
  }

  /// Cells are set in order of the text; a row's lines must lie together, so those of a row come
  /// from a copy sorted by row.
  private mutating func emit(
    _ laidOut: [(cell: Int, lines: [Int], height: Int)], _ heights: [Int], _ offsets: [Int],
    _ spacing: Int, _ collapses: Bool
  ) {
    let properties = style(table).text
    for row in 0..<rowCount {
      let firstLine = Int32(setter.lines.count)
      let firstBox = Int32(boxes.count)
      let rowBox = style(rowBlocks[row]).box
      if rowBlocks[row] != table, rowBox.isDrawn {
        boxes.append(
          BoxFragment(
            block: rowBlocks[row], x: frame.x + (offsets.first ?? 0), y: 0,
            width: max(0, (offsets.last ?? 0) - spacing - (offsets.first ?? 0)),
            height: heights[row], hasTop: true,
            hasBottom: true))
      }
      for (index, lines, height) in laidOut where cells[index].row == row {
        let cell = cells[index]
        let box = style(cell.block).box
        let x = frame.x + offsets[cell.column]
        let end = min(cell.column + cell.columns, columnCount)
        let span = cell.row..<min(cell.row + cell.rows, rowCount)
        let full = span.reduce(0) { $0 + heights[$1] } + spacing * (span.count - 1)
        let shift = verticalShift(box, row: rowBox, height: height, full: full)
        let inner =
          box.border.left.width.rawValue
          + box.padding.left.resolved(
            against: Length(rawValue: offsets[end] - offsets[cell.column])
          ).rawValue
        for line in lines {
          var copy = setter.lines[line]
          copy.x += x + inner
          copy.usedX += x + inner
          copy.y += shift
          setter.lines.append(copy)
        }
        let isHidden = properties.hidesEmptyCells && lines.isEmpty && !collapses
        if box.isDrawn, !isHidden {
          boxes.append(
            BoxFragment(
              block: cell.block, x: x, y: 0, width: offsets[end] - spacing - offsets[cell.column],
              height: full, hasTop: !collapses || row == 0, hasBottom: true,
              hasLeft: !collapses || cell.column == 0))
        }
      }
      var gap = Gap()
      // Before the first row it belongs to the table, which keeps it at the top of a page.
      if row == 0 { gap.opening = spacing } else { gap.margin = spacing }
      gap.forcesBreak = forcesBreak(before: row)
      // A cell over several rows holds them together.
      gap.avoidsBreak =
        cells.contains { $0.row < row && $0.row + $0.rows > row } || row > 0 && row <= headRows
        || row == 0 && !rows.isEmpty
      let paragraph = cells.first { $0.row == row && !$0.paragraphs.isEmpty }?.paragraphs.first
      appendRow(
        Row(
          firstLine: firstLine, lineCount: Int32(setter.lines.count) - firstLine,
          firstBox: firstBox, boxCount: Int32(boxes.count) - firstBox,
          height: heights[row] + (row == rowCount - 1 ? spacing : 0),
          paragraph: Int32(paragraph ?? paragraphs.lowerBound), block: table, gap: gap,
          tableHead: row < headRows ? table : -1, tableRow: rowBlocks[row]))
    }
  }

  /// Whether a row, or the group that begins with it, must begin a page, or what is before it must
  /// end one (CSS Fragmentation 3, section 3.1).
  private func forcesBreak(before row: Int) -> Bool {
    let group = group(ofRow: row)
    if forces(style(rowBlocks[row]).box.breakBefore) { return true }
    guard row > 0 else { return group != table && forces(style(group).box.breakBefore) }
    if forces(style(rowBlocks[row - 1]).box.breakAfter) { return true }
    let before = self.group(ofRow: row - 1)
    guard before != group else { return false }
    return group != table && forces(style(group).box.breakBefore)
      || before != table && forces(style(before).box.breakAfter)
  }

  private func forces(_ value: BreakValue) -> Bool { value != .auto && value != .avoid }

  /// The table where a row is in none.
  private func group(ofRow row: Int) -> Int32 {
    rowBlocks[row] == table ? table : max(table, text.blocks[Int(rowBlocks[row])].parent)
  }

  /// A row that no page holds is cut between its lines (CSS Fragmentation 3, section 4.1); any
  /// other stays whole.
  private mutating func appendRow(_ row: Row) {
    let limit = setter.pageHeight.rawValue
    guard row.height > limit, row.lineCount > 1 else { return rows.append(row) }
    var rest = Array(setter.lines[Int(row.firstLine)...])
    let whole = Array(boxes[Int(row.firstBox)...])
    setter.lines.removeSubrange(Int(row.firstLine)...)
    boxes.removeSubrange(Int(row.firstBox)...)
    var isFirst = true
    while !rest.isEmpty {
      let top = isFirst ? 0 : rest.map(\.y).min() ?? 0
      var taken = rest.filter { $0.y + $0.height <= top + limit }
      // A line that is taller than a page has one to itself.
      if taken.isEmpty, let least = rest.min(by: { $0.y < $1.y }) { taken = [least] }
      rest.removeAll { line in
        taken.contains { $0.start == line.start && $0.paragraph == line.paragraph }
      }
      var piece = row
      piece.height =
        rest.isEmpty ? row.height - top : taken.map { $0.y + $0.height }.max().map { $0 - top } ?? 0
      piece.firstLine = Int32(setter.lines.count)
      piece.lineCount = Int32(taken.count)
      piece.paragraph = taken.first?.paragraph ?? row.paragraph
      piece.firstBox = Int32(boxes.count)
      for var line in taken {
        line.y -= top
        setter.lines.append(line)
      }
      for var box in whole where box.height > top {
        box.height = min(box.height - top, piece.height)
        box.hasTop = box.hasTop && isFirst
        box.hasBottom = box.hasBottom && rest.isEmpty
        boxes.append(box)
      }
      piece.boxCount = Int32(boxes.count) - piece.firstBox
      if !isFirst { piece.gap = Gap() }
      rows.append(piece)
      isFirst = false
    }
  }

  private func verticalShift(_ box: BoxProperties, row: BoxProperties, height: Int, full: Int)
    -> Int
  {
    let align = box.verticalAlign == .baseline ? row.verticalAlign : box.verticalAlign
    switch align {
    case .middle: return (full - height) / 2
    case .bottom: return full - height
    default: return 0
    }
  }
}
