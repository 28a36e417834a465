/// The rows, columns and cells of a table (CSS 2, section 17.5; HTML, section 4.9.12).
struct TableGrid {
  struct Cell {
    var block: Int32
    var row: Int
    var column: Int
    var columns: Int
    var rows: Int
    /// Indices into the text's paragraphs.
    var paragraphs: Range<Int> = 0..<0
    /// The min-content width, for each `WordDivision`.
    var least = [0, 0, 0]
    /// The width with its content on one line.
    var most = 0
    /// The width that text without spaces between words should have; 0 if it has none.
    var ideographs = 0
    /// The part of these widths that is padding.
    var padding = BoxInsets()
    /// The min-content width if `least` is that with text wrapped that must not wrap; nil if the cell has none.
    var kept: Int?
  }

  /// The cells, in the order of their rows.
  var cells: [Cell] = []
  /// By row, its block; the table if a row has none.
  private(set) var rowBlocks: [Int32] = []
  /// By column, its `col` element; shorter than `columnCount` if the last columns have none.
  private(set) var columnBlocks: [Int32] = []
  /// By column of `columnBlocks`, the group that it is in; -1 for none. A group may be the column's own element.
  private var columnGroups: [Int32] = []
  private var groupColumns: [Int32: Range<Int>] = [:]
  private(set) var columnCount = 0
  /// The first row of the current row group.
  private var groupStart = 0
  private(set) var headRows = 0
  /// Blocks outside the grid that contain text: captions.
  private(set) var captions: [(block: Int32, paragraphs: Range<Int>)] = []
  /// By row, the first of its cells.
  private(set) var firstCells: [Int] = []

  /// The maximum number of columns; cells beyond it share the last one, since no page has room for
  /// more.
  static let mostColumns = TextBlock.Kind.mostColumns

  var rowCount: Int { rowBlocks.count }

  /// The cells that begin in a row.
  func cells(of row: Int) -> Range<Int> {
    firstCells[row]..<(row + 1 < rowCount ? firstCells[row + 1] : cells.count)
  }

  /// The columns of a cell.
  func columns(of cell: Cell) -> Range<Int> {
    cell.column..<max(cell.column, min(cell.column + cell.columns, columnCount))
  }

  /// The rows of a cell.
  func rows(of cell: Cell) -> Range<Int> { cell.row..<cell.row + cell.rows }

  init(of table: Int32, _ paragraphs: Range<Int>, in text: AttributedText) {
    var owners: [Int32: Int] = [:]
    var columns = ColumnUse()
    for block in text.descendants(of: table) where Self.isDirect(block, table, text) {
      switch text.blocks[Int(block)].kind {
      case .row: beginRow(block, &columns, text)
      case .cell(_, let wide, let high):
        if rowBlocks.isEmpty || rowBlocks.last != text.blocks[Int(block)].parent {
          beginRow(text.blocks[Int(block)].parent, &columns, text)
        }
        owners[block] = cells.count
        let place = columns.place(wide: wide, high: high, row: rowCount - 1)
        cells.append(
          Cell(
            block: block, row: rowCount - 1, column: place.lowerBound, columns: place.count,
            rows: high))
        columnCount = max(columnCount, place.upperBound)
      case .column(let count): appendColumns(block, count, table, text)
      default: break
      }
    }
    endGroup()
    dropEmptyColumns(table, text)
    share(paragraphs, among: owners, table, text)
  }

  private mutating func appendColumns(
    _ block: Int32, _ count: Int, _ table: Int32, _ text: AttributedText
  ) {
    func isGroup(_ block: Int32) -> Bool {
      text.blocks[Int(block)].parent == table && text.box(of: block).display == .tableColumnGroup
    }
    let parent = text.blocks[Int(block)].parent
    // A column element inside a row is misplaced and is ignored.
    guard parent == table || parent >= 0 && isGroup(parent) else { return }
    let own = min(count, max(0, Self.mostColumns - columnBlocks.count))
    columnBlocks.append(contentsOf: repeatElement(block, count: own))
    let group = parent == table ? isGroup(block) ? block : -1 : parent
    columnGroups.append(contentsOf: repeatElement(group, count: own))
    if group >= 0 {
      let first = groupColumns[group]?.lowerBound ?? columnBlocks.count - own
      groupColumns[group] = first..<columnBlocks.count
    }
    columnCount = max(columnCount, columnBlocks.count)
  }

  /// The group of a column; nil if it has none.
  func group(ofColumn column: Int) -> Int32? {
    guard columnGroups.indices.contains(column), columnGroups[column] >= 0 else { return nil }
    return columnGroups[column]
  }

  /// The element of a column itself; nil if it has none.
  func block(ofColumn column: Int) -> Int32? {
    guard columnBlocks.indices.contains(column), columnBlocks[column] != columnGroups[column] else {
      return nil
    }
    return columnBlocks[column]
  }

  /// The columns of a group.
  func columns(ofGroup group: Int32) -> Range<Int> {
    let own = groupColumns[group] ?? 0..<0
    return min(own.lowerBound, columnCount)..<min(own.upperBound, columnCount)
  }

  /// Removes the last columns if no cell begins in them and they have no width of their own: cells that span
  /// them make no spacing (CSS Tables 3, section 3.3).
  private mutating func dropEmptyColumns(_ table: Int32, _ text: AttributedText) {
    if text.box(of: table).tableLayoutIsFixed, !text.box(of: table).width.isAuto { return }
    let used = cells.map { $0.column + 1 }.max() ?? 0
    while columnCount > used {
      if columnCount <= columnBlocks.count {
        let column = text.box(of: columnBlocks[columnCount - 1])
        if column.boundedColumnWidth(column.width.definite?.rawValue ?? 0) > 0 { return }
      }
      columnCount -= 1
    }
  }

  private mutating func beginRow(
    _ block: Int32, _ columns: inout ColumnUse, _ text: AttributedText
  ) {
    let group = text.blocks[Int(block)].parent
    if let last = rowBlocks.last, text.blocks[Int(last)].parent != group {
      endGroup()
      columns = ColumnUse()
    }
    rowBlocks.append(block)
    firstCells.append(cells.count)
    columns.beginRow()
    // A head after other rows is not repeated.
    if group >= 0, text.blocks[Int(group)].kind == .rowGroup(isHeader: true),
      headRows == rowCount - 1
    {
      headRows = rowCount
    }
  }

  /// Ends the cells of a group with it; `rowspan="0"` means all its rows (HTML, section 4.9.12.1,
  /// the algorithm for ending a row group).
  private mutating func endGroup() {
    var index = cells.count - 1
    while index >= 0, cells[index].row >= groupStart {
      let rest = rowCount - cells[index].row
      cells[index].rows = cells[index].rows == 0 ? rest : min(cells[index].rows, rest)
      index -= 1
    }
    groupStart = rowCount
  }

  /// Assigns paragraphs to cells and captions. A cell is one element, so its paragraphs are
  /// consecutive; the same is true of a caption.
  private mutating func share(
    _ paragraphs: Range<Int>, among owners: [Int32: Int], _ table: Int32, _ text: AttributedText
  ) {
    for index in paragraphs {
      var current = text.paragraphs[index].block
      var outermost = current
      while current > table, owners[current] == nil {
        outermost = current
        current = text.blocks[Int(current)].parent
      }
      if let cell = owners[current] {
        let own = cells[cell].paragraphs
        cells[cell].paragraphs = (own.isEmpty ? index : own.lowerBound)..<index + 1
      } else if captions.last?.block == outermost {
        captions[captions.count - 1].paragraphs =
          captions[captions.count - 1].paragraphs.lowerBound..<index + 1
      } else {
        captions.append((outermost, index..<index + 1))
      }
    }
  }

  /// Whether no cell and no other table lies between a block and the table.
  private static func isDirect(_ block: Int32, _ table: Int32, _ text: AttributedText) -> Bool {
    text.blocks(around: text.blocks[Int(block)].parent, within: table).allSatisfy {
      switch text.blocks[Int($0)].kind {
      case .cell, .table: false
      default: true
      }
    }
  }

  /// The columns that are taken by cells of earlier rows.
  private struct ColumnUse {
    /// By column, the first free row.
    private var freeFrom: [Int] = []
    private var next = 0

    mutating func beginRow() { next = 0 }

    /// Finds a place for a cell, from the first free column of the row on.
    mutating func place(wide: Int, high: Int, row: Int) -> Range<Int> {
      while next < freeFrom.count, freeFrom[next] > row { next += 1 }
      let start = min(next, TableGrid.mostColumns - 1)
      let end = min(start + max(1, wide), TableGrid.mostColumns)
      while freeFrom.count < end { freeFrom.append(0) }
      let free = high == 0 ? Int.max : row + high
      for column in start..<end { freeFrom[column] = max(freeFrom[column], free) }
      next = end
      return start..<end
    }
  }
}

extension BoxProperties {
  /// A column's width within its `min-width` and `max-width`; percentages are of a width that is not
  /// known, and do not count.
  func boundedColumnWidth(_ width: Int) -> Int {
    max(min(width, maxWidth.definite?.rawValue ?? width), minWidth.definite?.rawValue ?? 0)
  }
}
