/// Finds the border between cells that share it (CSS 2, section 17.6.2).
struct CollapsedBorders {
  private var sides: [Int32: Edges<BorderSide>] = [:]
  /// By cell, the parts of its borders that are inside the cell.
  private var halves: [Int32: (top: Int, right: Int, bottom: Int, left: Int)] = [:]
  /// By cell, its sides before those were removed that several cells above or below it draw. At a page
  /// end, it draws them itself.
  private(set) var undivided: [Int32: Edges<BorderSide>] = [:]
  /// The widest border on each side of the table; half of it belongs to the table.
  private(set) var outer = (top: 0, right: 0, bottom: 0, left: 0)
  /// By row, the places without a cell at which the table, its rows or columns have borders.
  private var gaps: [Int: [Gap]] = [:]

  /// Columns of a row without a cell.
  struct Gap {
    let columns: Range<Int>
    let sides: Edges<BorderSide>
  }

  init(_ grid: TableGrid, _ table: Int32, _ text: AttributedText) {
    let conflicts = BorderConflicts(grid, table, text)
    for cell in grid.cells {
      var own = conflicts.winners(of: cell)
      halves[cell.block] = (
        (own.top.width.rawValue + 1) / 2, own.right.width.rawValue / 2,
        own.bottom.width.rawValue / 2, (own.left.width.rawValue + 1) / 2
      )
      let whole = own
      conflicts.removeDivided(&own, of: cell)
      if own.top != whole.top || own.bottom != whole.bottom { undivided[cell.block] = whole }
      sides[cell.block] = own
      let place = conflicts.place(of: cell)
      widen(by: own, at: place, conflicts.isRightToLeft)
    }
    for place in conflicts.gaps() {
      let own = conflicts.winnersWithoutCells(at: place)
      guard own.all.contains(where: \.isVisible) else { continue }
      gaps[place.firstRow, default: []].append(Gap(columns: place.columns, sides: own))
      widen(by: own, at: place, conflicts.isRightToLeft)
    }
  }

  /// Makes room for the borders of a place at the table's sides.
  private mutating func widen(
    by own: Edges<BorderSide>, at place: BorderConflicts.Place, _ isRightToLeft: Bool
  ) {
    if place.isFirstRow { outer.top = max(outer.top, own.top.width.rawValue) }
    if place.isLastRow { outer.bottom = max(outer.bottom, own.bottom.width.rawValue) }
    if isRightToLeft ? place.isAtEnd : place.isAtStart {
      outer.left = max(outer.left, own.left.width.rawValue)
    }
    if isRightToLeft ? place.isAtStart : place.isAtEnd {
      outer.right = max(outer.right, own.right.width.rawValue)
    }
  }

  func sides(of cell: TableGrid.Cell) -> Edges<BorderSide>? { sides[cell.block] }

  func gaps(of row: Int) -> [Gap] { gaps[row] ?? [] }

  /// The parts of its borders that are inside a cell.
  func halves(of cell: TableGrid.Cell) -> (top: Int, right: Int, bottom: Int, left: Int) {
    halves[cell.block] ?? (0, 0, 0, 0)
  }
}

extension AttributedText {
  /// Whether a block is a table whose border is drawn by its cells.
  func sharesBorders(_ block: Int32) -> Bool {
    let own = blocks[Int(block)]
    return own.kind == .table && styles[Int(own.style)].text.collapsesBorders
  }
}

extension BoxFragment {
  /// Removes a table's own borders. Its background images are inside those that it shares with its cells.
  mutating func leaveBorders(_ shared: BoxInsets?, _ box: BoxProperties) {
    borders = Edges(BorderSide())
    guard let shared, hasTop, hasBottom, box.hasPicture, box.picture?.origin != .border else {
      return
    }
    pictureArea = Rect(
      raw: shared.left, shared.top, max(0, width - shared.left - shared.right),
      max(0, height - shared.top - shared.bottom))
  }

  /// Draws a horizontal border again that other cells would draw, were they on the page.
  mutating func close(_ side: WritableKeyPath<Edges<BorderSide>, BorderSide>, by whole: BorderSide)
  {
    guard var own = borders, own[keyPath: side] != whole else { return }
    own[keyPath: side] = whole
    borders = own
    let width = whole.width.rawValue
    if side == \Edges<BorderSide>.top {
      y -= width / 2
      height += width / 2
    } else {
      height += (width + 1) / 2
    }
  }

  /// Enlarges the box so that half of each border is inside and half outside.
  mutating func collapse(to sides: Edges<BorderSide>) {
    borders = sides
    x -= sides.left.width.rawValue / 2
    y -= sides.top.width.rawValue / 2
    width += sides.left.width.rawValue / 2 + (sides.right.width.rawValue + 1) / 2
    height += sides.top.width.rawValue / 2 + (sides.bottom.width.rawValue + 1) / 2
  }
}

/// Lists the borders that compete for each side of a cell, and decides between them.
private struct BorderConflicts {
  private let grid: TableGrid
  private let table: Int32
  private let text: AttributedText
  /// The cell at each position of the grid, row by row; -1 for none. Empty for a table that is too
  /// large.
  private var owner: [Int32] = []
  /// Whether the rows begin on the right.
  let isRightToLeft: Bool
  /// The sides at which rows begin and end.
  private let start: Side
  private let end: Side

  private typealias Side = WritableKeyPath<Edges<BorderSide>, BorderSide>

  /// In tables with more grid positions than this, a cell does not compare its borders with its
  /// neighbours'.
  private static let mostPlaces = 1 << 20

  init(_ grid: TableGrid, _ table: Int32, _ text: AttributedText) {
    self.grid = grid
    self.table = table
    self.text = text
    isRightToLeft = text.style(of: table).text.isRightToLeft
    start = isRightToLeft ? \.right : \.left
    end = isRightToLeft ? \.left : \.right
    guard grid.rowCount * grid.columnCount <= Self.mostPlaces else { return }
    owner = [Int32](repeating: -1, count: grid.rowCount * grid.columnCount)
    for (index, cell) in grid.cells.enumerated() {
      for row in grid.rows(of: cell) {
        for column in grid.columns(of: cell) {
          owner[row * grid.columnCount + column] = Int32(index)
        }
      }
    }
  }

  /// The rows and columns of a cell.
  struct Place {
    let rows: Range<Int>
    let columns: Range<Int>
    let isFirstRow: Bool
    let isLastRow: Bool
    let isAtStart: Bool
    let isAtEnd: Bool
    var firstRow: Int { rows.lowerBound }
    var lastRow: Int { rows.upperBound - 1 }
  }

  func place(of cell: TableGrid.Cell) -> Place {
    place(rows: grid.rows(of: cell), columns: grid.columns(of: cell))
  }

  private func place(rows: Range<Int>, columns: Range<Int>) -> Place {
    Place(
      rows: rows, columns: columns, isFirstRow: rows.lowerBound == 0,
      isLastRow: rows.upperBound >= grid.rowCount, isAtStart: columns.lowerBound == 0,
      isAtEnd: columns.upperBound == grid.columnCount)
  }

  /// The places without a cell, one for all columns that are next to each other if columns have no
  /// borders of their own.
  func gaps() -> [Place] {
    guard !owner.isEmpty else { return [] }
    let areDivided = (0..<grid.columnCount).contains { index in
      [column(index), columnGroup(index)?.border].contains {
        $0?.all.contains(where: \.isVisible) ?? false
      }
    }
    var result: [Place] = []
    for row in 0..<grid.rowCount {
      let owners = owner[row * grid.columnCount..<(row + 1) * grid.columnCount]
      var start: Int?
      for column in 0...grid.columnCount {
        let isFree = column < grid.columnCount && owners[owners.startIndex + column] < 0
        if let first = start, !isFree || areDivided {
          result.append(place(rows: row..<row + 1, columns: first..<column))
          start = nil
        }
        if isFree, start == nil { start = column }
      }
    }
    return result
  }

  // MARK: Elements

  private func neighbour(_ row: Int, _ column: Int) -> TableGrid.Cell? {
    guard !owner.isEmpty, (0..<grid.rowCount).contains(row),
      (0..<grid.columnCount).contains(column)
    else { return nil }
    let index = owner[row * grid.columnCount + column]
    return index >= 0 ? grid.cells[Int(index)] : nil
  }

  private func border(_ row: Int, _ column: Int) -> Edges<BorderSide>? {
    neighbour(row, column).map { text.box(of: $0.block).border }
  }

  private func row(_ index: Int) -> Edges<BorderSide>? {
    let block = grid.rowBlocks[index]
    return block == table ? nil : text.box(of: block).border
  }

  private func group(_ index: Int) -> (block: Int32, border: Edges<BorderSide>)? {
    let block = text.blocks[Int(grid.rowBlocks[index])].parent
    return grid.rowBlocks[index] == table || block <= table
      ? nil : (block, text.box(of: block).border)
  }

  private func column(_ index: Int) -> Edges<BorderSide>? {
    grid.block(ofColumn: index).map { text.box(of: $0).border }
  }

  private func columnGroup(_ index: Int) -> (block: Int32, border: Edges<BorderSide>)? {
    grid.group(ofColumn: index).map { ($0, text.box(of: $0).border) }
  }

  // MARK: Candidates

  /// The borders that win on the sides of a cell.
  func winners(of cell: TableGrid.Cell) -> Edges<BorderSide> {
    let place = place(of: cell)
    let (first, columns) = (place.firstRow, place.columns)
    var own = text.box(of: cell.block).border
    let above = border(first - 1, columns.lowerBound)?.bottom
    let below = border(place.lastRow + 1, columns.lowerBound)?.top
    let before = border(first, columns.lowerBound - 1)?[keyPath: end]
    let after = border(first, columns.upperBound)?[keyPath: start]
    own.top = Self.winner([above, own.top] + top(at: place))
    own.bottom = Self.winner([own.bottom, below] + bottom(at: place))
    own[keyPath: start] = Self.winner([before, own[keyPath: start]] + self.before(place))
    own[keyPath: end] = Self.winner([own[keyPath: end], after] + self.after(place))
    return own
  }

  /// The borders that win on the sides of a place among those of rows, columns and the table.
  func winnersWithoutCells(at place: Place) -> Edges<BorderSide> {
    var own = Edges(BorderSide())
    own.top = Self.winner(top(at: place))
    own.bottom = Self.winner(bottom(at: place))
    own[keyPath: start] = Self.winner(before(place))
    own[keyPath: end] = Self.winner(after(place))
    return own
  }

  // Those of cells come first. The others are in the order in which they win a tie, too: of two elements
  // of a kind, the one further to the start of the row and to the top.

  private func top(at place: Place) -> [BorderSide?] {
    let first = place.firstRow
    let isFirst = place.isFirstRow
    var sides = [isFirst ? nil : row(first - 1)?.bottom, row(first)?.top]
    if isFirst || group(first)?.block != group(first - 1)?.block {
      sides += [isFirst ? nil : group(first - 1)?.border.bottom, group(first)?.border.top]
    }
    if isFirst {
      let index = place.columns.lowerBound
      sides += [column(index)?.top, columnGroup(index)?.border.top, text.box(of: table).border.top]
    }
    return sides
  }

  private func bottom(at place: Place) -> [BorderSide?] {
    let last = place.lastRow
    let hasNext = !place.isLastRow
    var sides = [row(last)?.bottom, hasNext ? row(last + 1)?.top : nil]
    if !hasNext || group(last)?.block != group(last + 1)?.block {
      sides += [group(last)?.border.bottom, hasNext ? group(last + 1)?.border.top : nil]
    }
    if !hasNext {
      let index = place.columns.lowerBound
      sides += [
        column(index)?.bottom, columnGroup(index)?.border.bottom, text.box(of: table).border.bottom,
      ]
    }
    return sides
  }

  /// The candidates for the side at which rows begin.
  private func before(_ place: Place) -> [BorderSide?] {
    let (first, index) = (place.firstRow, place.columns.lowerBound)
    var sides: [BorderSide?] = []
    if place.isAtStart {
      sides += [row(first)?[keyPath: start], group(first)?.border[keyPath: start]]
    }
    sides += betweenColumns(before: index)
    if place.isAtStart { sides.append(text.box(of: table).border[keyPath: start]) }
    return sides
  }

  /// The candidates for the side at which rows end.
  private func after(_ place: Place) -> [BorderSide?] {
    let (first, index) = (place.firstRow, place.columns.upperBound)
    var sides: [BorderSide?] = []
    if place.isAtEnd {
      sides += [row(first)?[keyPath: end], group(first)?.border[keyPath: end]]
    }
    sides += betweenColumns(before: index)
    if place.isAtEnd { sides.append(text.box(of: table).border[keyPath: end]) }
    return sides
  }

  /// The borders of the columns and of their groups where a column begins, or the last one ends.
  private func betweenColumns(before index: Int) -> [BorderSide?] {
    let (before, after) = (index > 0, index < grid.columnCount)
    var sides = [
      before ? column(index - 1)?[keyPath: end] : nil, after ? column(index)?[keyPath: start] : nil,
    ]
    let (first, second) = (columnGroup(index - 1), columnGroup(index))
    if !before || !after || first?.block != second?.block {
      sides += [
        before ? first?.border[keyPath: end] : nil, after ? second?.border[keyPath: start] : nil,
      ]
    }
    return sides
  }

  /// Removes the sides that touch several cells: each of those draws its own part.
  func removeDivided(_ own: inout Edges<BorderSide>, of cell: TableGrid.Cell) {
    let place = place(of: cell)
    let (rows, columns) = (place.rows, place.columns)
    func areSeveral(_ neighbours: [TableGrid.Cell?]) -> Bool {
      Set(neighbours.compactMap { $0?.block }).count > 1
    }
    if areSeveral(columns.map { neighbour(place.firstRow - 1, $0) }) { own.top = BorderSide() }
    if areSeveral(columns.map { neighbour(place.lastRow + 1, $0) }) { own.bottom = BorderSide() }
    if areSeveral(rows.map { neighbour($0, columns.lowerBound - 1) }) {
      own[keyPath: start] = BorderSide()
    }
    if areSeveral(rows.map { neighbour($0, columns.upperBound) }) {
      own[keyPath: end] = BorderSide()
    }
  }

  // MARK: Decision

  /// `hidden` wins; then the wider border; then by style; then by the order of the candidates.
  private static func winner(_ candidates: [BorderSide?]) -> BorderSide {
    var best = BorderSide()
    for case let candidate? in candidates {
      if candidate.style == .hidden {
        best = candidate
        best.width = 0
        return best
      }
      guard candidate.style != .none else { continue }
      let isWider = candidate.width > best.width
      let isStronger = candidate.width == best.width && candidate.style.rank > best.style.rank
      if isWider || isStronger || best.style == .none { best = candidate }
    }
    return best
  }
}
