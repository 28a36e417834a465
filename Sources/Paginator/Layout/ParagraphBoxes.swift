/// Makes the blocks of a text from the boxes, tables and lists of its paragraph styles, so that they
/// are laid out as those of CSS. The characters stay the same.
struct ParagraphBoxes {
  private var text: AttributedText
  /// The blocks around the paragraph that was added last.
  private var open: [(level: Level, block: Int32)] = []
  /// The number of the next item of each open list, by the list's block.
  private var numbers: [Int32: Int] = [:]
  private var grids: [Int32: Grid] = [:]
  /// The styles of blocks, by what they represent and the style of their first paragraph.
  private var styles: [StyleKey: Int32] = [:]

  private struct StyleKey: Hashable {
    let level: Level
    let table: Int32
    let style: Int32
  }
  /// Nesting deeper than this is cut off, as for CSS.
  private static let mostLevels = 32

  /// What a block represents; equal levels of adjacent paragraphs are one block.
  private enum Level: Hashable {
    case box(ParagraphBlock)
    case table(ParagraphTable)
    case header(Bool)
    case row(Int)
    case cell(ParagraphBlock)
    case list(ParagraphList)
    /// Every paragraph is an item of its own.
    case item(Int)
  }

  /// The places of a table that its cells cover.
  private struct Grid {
    /// The first row that each column has free.
    var free: [Int: Int] = [:]
    /// The column after the last cell of the row.
    var next = 0
    var row = -1
  }

  /// A text with its blocks.
  static func boxed(_ text: AttributedText) -> AttributedText {
    var boxes = Self(text: text)
    for index in text.paragraphs.indices { boxes.add(index) }
    return boxes.text
  }

  private init(text: AttributedText) { self.text = text }

  private mutating func add(_ index: Int) {
    let paragraph = text.paragraphs[index]
    if paragraph.range.isEmpty, index > 0 { return addExtraLine(index) }
    let style = text.styles[Int(paragraph.style)].paragraph
    let levels = style.map { Self.levels($0, index) } ?? []
    let common = zip(open, levels).prefix { $0.level == $1 }.count
    open.removeSubrange(common...)
    for level in levels[common...] { begin(level, paragraph.style) }
    text.paragraphs[index].block = open.last?.block ?? -1
    if case .item = levels.last, let list = style?.textLists.last {
      let block = open[open.count - 2].block
      let number = numbers[block] ?? list.startingItemNumber
      numbers[block] = number.addingReportingOverflow(1).partialValue
      setMarker(of: index, list, number, text.styles[Int(paragraph.style)])
    }
  }

  /// The empty line after a final separator is in no box and no list until something is typed, but it
  /// begins and ends where typed text will. In a table, that is not known.
  private mutating func addExtraLine(_ index: Int) {
    open.removeAll()
    text.paragraphs[index].block = -1
    let style = text.styles[Int(text.paragraphs[index].style)]
    guard let own = style.paragraph, own.textBlocks.allSatisfy({ $0.cell == nil }) else { return }
    var box = BoxProperties()
    box.display = .block
    box.margin.left.length = own.textLists.reduce(0) { $0 + $1.indent }
    for block in own.textBlocks {
      box.margin.left.length += block.margin.left + block.borderWidths.left + block.padding.left
      box.margin.right.length += block.margin.right + block.borderWidths.right + block.padding.right
    }
    guard box.margin.left.length != 0 || box.margin.right.length != 0 else { return }
    var properties = style.text
    properties.indent = .zero
    text.styles.append(TextStyle(text: properties, box: box))
    text.paragraphs[index].block = Int32(text.blocks.count)
    text.blocks.append(
      TextBlock(kind: .block, parent: -1, style: Int32(text.styles.count - 1), node: -1))
  }

  private static func levels(_ style: ParagraphStyle, _ index: Int) -> [Level] {
    var levels: [Level] = []
    for block in style.textBlocks {
      guard let cell = block.cell else {
        levels.append(.box(block))
        continue
      }
      levels += [
        .table(cell.table), .header(cell.row < cell.table.headerRowCount), .row(cell.row),
        .cell(block),
      ]
    }
    levels += style.textLists.map { .list($0) }
    levels = Array(levels.prefix(mostLevels))
    if !style.textLists.isEmpty { levels.append(.item(index)) }
    return levels
  }

  private mutating func begin(_ level: Level, _ style: Int32) {
    if case .cell(let block) = level, let cell = block.cell { fill(before: cell, style) }
    let table = enclosing
    append(level, Self.kind(level), style)
    if case .cell(let block) = level, let cell = block.cell, let table { cover(cell, table) }
  }

  private mutating func append(_ level: Level, _ kind: TextBlock.Kind, _ style: Int32) {
    text.blocks.append(
      TextBlock(
        kind: kind, parent: open.last?.block ?? -1, style: styleIndex(level, style), node: -1))
    open.append((level, Int32(text.blocks.count - 1)))
  }

  private mutating func styleIndex(_ level: Level, _ style: Int32) -> Int32 {
    var key = StyleKey(level: level, table: enclosing ?? -1, style: style)
    if case .item = level { key = StyleKey(level: .item(0), table: key.table, style: style) }
    if let known = styles[key] { return known }
    let own = properties(level, text.styles[Int(style)])
    text.styles.append(TextStyle(text: own, box: Self.box(level)))
    styles[key] = Int32(text.styles.count - 1)
    return Int32(text.styles.count - 1)
  }

  // MARK: Tables

  /// The block of the innermost open table.
  private var enclosing: Int32? {
    open.last { if case .table = $0.level { true } else { false } }?.block
  }

  /// Adds empty cells for the columns that a row leaves out before a cell.
  private mutating func fill(before cell: ParagraphTableCell, _ style: Int32) {
    guard let table = enclosing else { return }
    var grid = grids[table] ?? Grid()
    if grid.row != cell.row { (grid.row, grid.next) = (cell.row, 0) }
    let last = min(cell.column, TableGrid.mostColumns)
    while grid.next < last {
      if grid.free[grid.next, default: 0] <= cell.row {
        append(
          .cell(ParagraphBlock()), .cell(column: grid.next, columns: 1, rows: 1), style)
        open.removeLast()
      }
      grid.next += 1
    }
    grids[table] = grid
  }

  private static func columns(of cell: ParagraphTableCell) -> Int {
    max(1, min(cell.columnSpan, TableGrid.mostColumns))
  }

  private mutating func cover(_ cell: ParagraphTableCell, _ table: Int32) {
    let columns = Self.columns(of: cell)
    let end = cell.row.addingReportingOverflow(max(1, cell.rowSpan)).partialValue
    guard var grid = grids[table] else { return }
    for column in grid.next..<grid.next + columns { grid.free[column] = end }
    grid.next += columns
    grids[table] = grid
  }

  // MARK: Styles

  private static func kind(_ level: Level) -> TextBlock.Kind {
    switch level {
    case .box, .list, .item: .block
    case .table: .table
    case .header(let isHeader): .rowGroup(isHeader: isHeader)
    case .row: .row
    case .cell(let block):
      .cell(
        column: max(0, min(block.cell?.column ?? 0, TableGrid.mostColumns - 1)),
        columns: block.cell.map(columns) ?? 1,
        rows: max(1, min(block.cell?.rowSpan ?? 1, TextBlock.Kind.mostRows)))
    }
  }

  private func properties(_ level: Level, _ style: TextStyle) -> TextProperties {
    var properties = style.text
    properties.indent = .zero
    if case .table(let table) = level {
      properties.collapsesBorders = table.collapsesBorders
      properties.hidesEmptyCells = table.hidesEmptyCells
      properties.borderSpacing = Size(width: table.cellSpacing, height: table.cellSpacing)
    } else if let table = enclosing {
      let outer = text.style(of: table).text
      properties.collapsesBorders = outer.collapsesBorders
      properties.hidesEmptyCells = outer.hidesEmptyCells
      properties.borderSpacing = outer.borderSpacing
    }
    return properties
  }

  private static func box(_ level: Level) -> BoxProperties {
    var box = BoxProperties()
    switch level {
    case .box(let block), .cell(let block):
      box = Self.box(block)
      box.display = block.cell == nil ? .block : .tableCell
    case .table(let table):
      box.display = .table
      box.background = table.background
      box.tableLayoutIsFixed = table.isFixed
      // As in the style sheets of browsers: the halves of shared borders at its edges are part of its width.
      box.sizesBorderBox = true
      box.width = table.width ?? (table.isFixed ? Dimension(fraction: 1) : .auto)
    case .header(let isHeader): box.display = isHeader ? .tableHeaderGroup : .tableRowGroup
    case .row: box.display = .tableRow
    case .list(let list):
      box.display = .block
      box.padding.left = Dimension(length: list.indent)
    case .item: box.display = .listItem
    }
    return box
  }

  private static func box(_ block: ParagraphBlock) -> BoxProperties {
    func edges(_ insets: Insets) -> Edges<Dimension> {
      var edges = Edges(Dimension.zero)
      edges.top.length = insets.top
      edges.right.length = insets.right
      edges.bottom.length = insets.bottom
      edges.left.length = insets.left
      return edges
    }
    func side(_ width: Length, _ color: Color) -> BorderSide {
      BorderSide(width: width, style: width > 0 ? .solid : .none, color: color)
    }
    var box = BoxProperties()
    box.margin = edges(block.margin)
    box.padding = edges(block.padding)
    box.border.top = side(block.borderWidths.top, block.borderColors.top)
    box.border.right = side(block.borderWidths.right, block.borderColors.right)
    box.border.bottom = side(block.borderWidths.bottom, block.borderColors.bottom)
    box.border.left = side(block.borderWidths.left, block.borderColors.left)
    box.background = block.background
    box.width = block.width ?? .auto
    box.minWidth = block.minimumWidth ?? .auto
    box.maxWidth = block.maximumWidth ?? .auto
    box.height = block.height.map { Dimension(length: $0) } ?? .auto
    if block.minimumHeight > 0 { box.minHeight = Dimension(length: block.minimumHeight) }
    box.maxHeight = block.maximumHeight.map { Dimension(length: $0) } ?? .auto
    switch block.verticalAlignment {
    case .top: box.verticalAlign = .top
    case .middle: box.verticalAlign = .middle
    case .bottom: box.verticalAlign = .bottom
    case .baseline: box.verticalAlign = .baseline
    }
    return box
  }

  // MARK: Lists

  private mutating func setMarker(
    of index: Int, _ list: ParagraphList, _ number: Int, _ style: TextStyle
  ) {
    let label = CounterStyles.predefined.marker(
      .keyword(list.markerFormat), value: number, isOutside: true)
    guard let label, !label.isEmpty else { return }
    var attributes = TextAttributes()
    attributes.text = style.text
    attributes.text.indent = .zero
    attributes.text.align = .start
    attributes.text.whiteSpace = .pre
    attributes.text.hangingPunctuation = []
    attributes.text.decorations = []
    attributes.text.inlineBackground = .transparent
    text.paragraphs[index].marker = Int32(text.attachments.count)
    text.attachments.append(
      Attachment(
        content: .marker(AttributedText(label, attributes: attributes)),
        style: TextStyle(text: style.text, box: BoxProperties()), node: -1))
  }
}
