/// Finds the border between cells that share it (CSS 2, section 17.6.2).
struct CollapsedBorders {
  private let sides: [Int32: Edges<BorderSide>]
  /// By cell, the parts of its borders that are inside the cell.
  private var halves: [Int32: (top: Int, right: Int, bottom: Int, left: Int)] = [:]
  /// The widest border on each side of the table; half of it belongs to the table.
  private(set) var outer = (top: 0, right: 0, bottom: 0, left: 0)

  /// In tables with more grid positions than this, a cell does not compare its borders with its
  /// neighbours'.
  private static let mostPlaces = 1 << 20

  init(_ grid: TableGrid, _ table: Int32, _ text: AttributedText) {
    var sides: [Int32: Edges<BorderSide>] = [:]
    func box(_ block: Int32) -> BoxProperties {
      text.styles[Int(text.blocks[Int(block)].style)].box
    }
    let columnCount = grid.columnCount
    let isKnown = grid.rowCount * columnCount <= Self.mostPlaces
    var owner = [Int32](repeating: -1, count: isKnown ? grid.rowCount * columnCount : 0)
    if isKnown {
      for (index, cell) in grid.cells.enumerated() {
        for row in grid.rows(of: cell) {
          for column in grid.columns(of: cell) { owner[row * columnCount + column] = Int32(index) }
        }
      }
    }
    func neighbour(_ row: Int, _ column: Int) -> TableGrid.Cell? {
      guard isKnown, (0..<grid.rowCount).contains(row), (0..<columnCount).contains(column) else {
        return nil
      }
      let index = owner[row * columnCount + column]
      return index >= 0 ? grid.cells[Int(index)] : nil
    }
    let whole = box(table).border
    // The sides at which rows begin and end.
    let isRightToLeft = text.styles[Int(text.blocks[Int(table)].style)].text.isRightToLeft
    typealias Side = WritableKeyPath<Edges<BorderSide>, BorderSide>
    let start: Side = isRightToLeft ? \.right : \.left
    let end: Side = isRightToLeft ? \.left : \.right
    for cell in grid.cells {
      let rows = grid.rows(of: cell)
      let columns = grid.columns(of: cell)
      let (first, last) = (rows.lowerBound, rows.upperBound - 1)
      func row(_ index: Int) -> Edges<BorderSide>? {
        let block = grid.rowBlocks[index]
        return block == table ? nil : box(block).border
      }
      func group(_ index: Int) -> (block: Int32, border: Edges<BorderSide>)? {
        let block = text.blocks[Int(grid.rowBlocks[index])].parent
        return grid.rowBlocks[index] == table || block <= table ? nil : (block, box(block).border)
      }
      func column(_ index: Int) -> Edges<BorderSide>? {
        index < grid.columnBlocks.count ? box(grid.columnBlocks[index]).border : nil
      }
      // The candidates, in the order in which they win a tie: of two elements of a kind, the one
      // further to the start of the row and to the top.
      var own = box(cell.block).border
      var top = [
        neighbour(first - 1, columns.lowerBound).map { box($0.block).border.bottom }, own.top,
      ]
      top += [first > 0 ? row(first - 1)?.bottom : nil, row(first)?.top]
      if first == 0 || group(first)?.block != group(first - 1)?.block {
        top += [first > 0 ? group(first - 1)?.border.bottom : nil, group(first)?.border.top]
      }
      if first == 0 { top.append(whole.top) }
      var bottom = [
        own.bottom, neighbour(last + 1, columns.lowerBound).map { box($0.block).border.top },
      ]
      let hasNext = last + 1 < grid.rowCount
      bottom += [row(last)?.bottom, hasNext ? row(last + 1)?.top : nil]
      if !hasNext || group(last)?.block != group(last + 1)?.block {
        bottom += [group(last)?.border.bottom, hasNext ? group(last + 1)?.border.top : nil]
      }
      if !hasNext { bottom.append(whole.bottom) }
      let isAtStart = columns.lowerBound == 0
      let isAtEnd = columns.upperBound == columnCount
      var before = [
        neighbour(first, columns.lowerBound - 1).map { box($0.block).border[keyPath: end] },
        own[keyPath: start],
      ]
      if isAtStart {
        before += [row(first)?[keyPath: start], group(first)?.border[keyPath: start]]
      }
      before += [isAtStart ? nil : column(columns.lowerBound - 1)?[keyPath: end]]
      before += [column(columns.lowerBound)?[keyPath: start]]
      if isAtStart { before.append(whole[keyPath: start]) }
      var after = [
        own[keyPath: end],
        neighbour(first, columns.upperBound).map { box($0.block).border[keyPath: start] },
      ]
      if isAtEnd { after += [row(first)?[keyPath: end], group(first)?.border[keyPath: end]] }
      after += [column(columns.upperBound - 1)?[keyPath: end]]
      after += [isAtEnd ? whole[keyPath: end] : column(columns.upperBound)?[keyPath: start]]
      own.top = Self.winner(top)
      own.bottom = Self.winner(bottom)
      own[keyPath: start] = Self.winner(before)
      own[keyPath: end] = Self.winner(after)
      halves[cell.block] = (
        (own.top.width.rawValue + 1) / 2, own.right.width.rawValue / 2,
        own.bottom.width.rawValue / 2, (own.left.width.rawValue + 1) / 2
      )
      // Where a side touches several cells, each of those draws its own part.
      if Set(columns.compactMap { neighbour(first - 1, $0)?.block }).count > 1 {
        own.top = BorderSide()
      }
      if Set(columns.compactMap { neighbour(last + 1, $0)?.block }).count > 1 {
        own.bottom = BorderSide()
      }
      if Set(rows.compactMap { neighbour($0, columns.lowerBound - 1)?.block }).count > 1 {
        own[keyPath: start] = BorderSide()
      }
      if Set(rows.compactMap { neighbour($0, columns.upperBound)?.block }).count > 1 {
        own[keyPath: end] = BorderSide()
      }
      sides[cell.block] = own
      if first == 0 { outer.top = max(outer.top, own.top.width.rawValue) }
      if !hasNext { outer.bottom = max(outer.bottom, own.bottom.width.rawValue) }
      if isRightToLeft ? isAtEnd : isAtStart {
        outer.left = max(outer.left, own.left.width.rawValue)
      }
      if isRightToLeft ? isAtStart : isAtEnd {
        outer.right = max(outer.right, own.right.width.rawValue)
      }
    }
    self.sides = sides
  }

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

  func sides(of cell: TableGrid.Cell) -> Edges<BorderSide>? { sides[cell.block] }

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
  /// Removes the box's own borders.
  mutating func leaveBorders() { borders = Edges(BorderSide()) }

  /// Enlarges the box so that half of each border is inside and half outside.
  mutating func collapse(to sides: Edges<BorderSide>) {
    borders = sides
    x -= sides.left.width.rawValue / 2
    y -= sides.top.width.rawValue / 2
    width += sides.left.width.rawValue / 2 + (sides.right.width.rawValue + 1) / 2
    height += sides.top.width.rawValue / 2 + (sides.bottom.width.rawValue + 1) / 2
  }
}
