/// Blocks in table cells with margins and padding at their sides, such as paragraphs of word processors: where the words
/// of the table do not fit, these become smaller, as the padding of its cells does (`TableLayout.paddingQuarters`),
/// before type is scaled or words are cut.
///
/// A step before layout, from text to text, for tables that may be scaled (`TableScaling`).
struct CellSides {
  fileprivate struct Table {
    let block: Int32
    let paragraphs: Range<Int>
    let blocks: [Int32]
  }

  /// What is left of the sides, from step to step.
  private static let quarters = [3, 2, 1]

  /// The text with smaller sides in its wide tables; nil if all of them fit.
  ///
  /// - Parameter measure: the width of the pages' text.
  static func narrowed(
    _ text: AttributedText, measure: Length, typesetter: Typesetter
  ) throws -> AttributedText? {
    guard text.hasSidesInCells else { return nil }
    var result: AttributedText?
    var tables: [Table]?
    for left in quarters {
      let own = result ?? text
      var flow = try Flow(measuring: own, in: measure, typesetter)
      let wide = try (tables ?? flow.tablesWithSides()).filter {
        try flow.isTooWide($0, paddingQuarters: left + 1)
      }
      guard !wide.isEmpty else { break }
      var narrowed = own
      narrowed.narrowSides(of: wide.flatMap(\.blocks), to: left, as: text)
      (result, tables) = (narrowed, wide)
    }
    return result
  }
}

extension Flow {
  /// The tables that may be scaled and have blocks with sides in their cells.
  fileprivate func tablesWithSides() -> [CellSides.Table] {
    outermostTables().compactMap { table, paragraphs in
      guard text.style(of: table).text.tableScaleMin ?? 1 < 1 else { return nil }
      let blocks = text.blocksWithSides(inCellsOf: table)
      return blocks.isEmpty
        ? nil : CellSides.Table(block: table, paragraphs: paragraphs, blocks: blocks)
    }
  }

  fileprivate mutating func isTooWide(_ table: CellSides.Table, paddingQuarters: Int) throws -> Bool
  {
    guard let frame = frame(around: table.block) else { return false }
    var layout = TableLayout(flow: self, table: table.block, paragraphs: table.paragraphs)
    return try layout.mayBeTooWide(for: frame.width)
      && layout.dividesWords(in: frame, paddingQuarters: paddingQuarters)
  }
}

extension TableLayout {
  /// Whether words have to be divided for the cells to fit, with a part of their padding.
  fileprivate mutating func dividesWords(
    in outer: BlockFrame, paddingQuarters quarters: Int
  ) throws -> Bool {
    let around = Length(rawValue: outer.width)
    let box = text.box(of: table)
    let edges = edgeWidth(around)
    let available = room(in: outer)
    for index in grid.cells.indices { try measure(index, available: max(0, available)) }
    if box.tableLayoutIsFixed, let asked = box.contentWidth(box.width, edges: edges, around: around)
    {
      let columns = fixedWidths(max(0, min(asked - gaps, available)), spacing: spacing)
      return grid.cells.contains {
        $0.least[WordDivision.none.rawValue] > columns[grid.columns(of: $0)].reduce(0, +)
      }
    }
    paddingQuarters = quarters
    return leastWidth > available
  }
}

extension AttributedText {
  /// The blocks in the cells of a table whose margins and padding at the sides may be smaller. Not those whose text is set
  /// out into them: by a marker, a negative indent or a negative margin.
  fileprivate func blocksWithSides(inCellsOf table: Int32) -> [Int32] {
    var kept = Set<Int32>()
    var found: [Int32] = []
    for inner in descendants(of: table) {
      let style = style(of: inner)
      let (box, indent) = (style.box, style.text.indent)
      if box.isListItem || indent.length < .zero || indent.fraction < 0
        || box.sides.contains(where: { $0.length < .zero || $0.fraction < 0 })
      {
        kept.formUnion(blocks(around: inner, within: table))
      } else if blocks[Int(inner)].kind == .block,
        box.hasSides,
        isInCell(inner, of: table)
      {
        found.append(inner)
      }
    }
    return found.filter { !kept.contains($0) }
  }

  /// Whether any block in a cell has margins or padding at its sides: most chapters have none, and need no measuring.
  fileprivate var hasSidesInCells: Bool {
    var areInCells: [Bool] = []
    areInCells.reserveCapacity(blocks.count)
    for block in blocks {
      let isInCell = block.parent >= 0 && areInCells[Int(block.parent)]
      if isInCell, block.kind == .block, styles[Int(block.style)].box.hasSides { return true }
      if case .cell = block.kind { areInCells.append(true) } else { areInCells.append(isInCell) }
    }
    return false
  }

  private func isInCell(_ block: Int32, of table: Int32) -> Bool {
    blocks(around: block, within: table).contains {
      if case .cell = blocks[Int($0)].kind { true } else { false }
    }
  }

  /// Makes the sides of blocks smaller.
  /// - Parameters:
  ///   - quarters: what is left of them.
  ///   - whole: the text with all of them.
  fileprivate mutating func narrowSides(
    of narrow: [Int32], to quarters: Int, as whole: AttributedText
  ) {
    var copies: [Int32: Int32] = [:]
    for block in narrow {
      let style = whole.blocks[Int(block)].style
      let copy = copies[style] ?? Int32(styles.count)
      if copies[style] == nil {
        copies[style] = copy
        styles.append(whole.styles[Int(style)].withSides(quarters: quarters))
      }
      blocks[Int(block)].style = copy
    }
  }
}

extension TextStyle {
  /// The least of a side that becomes smaller, in ems: the words of two columns are half an em apart.
  private static let leastSide = 0.25

  fileprivate func withSides(quarters: Int) -> TextStyle {
    let least = text.font.size * Self.leastSide
    func narrowed(_ side: Dimension) -> Dimension {
      guard !side.isAuto, side.formula == nil else { return side }
      let length = max(side.length * (Double(quarters) / 4), min(side.length, least))
      return .sum(length, fraction: side.fraction * Double(quarters) / 4)
    }
    var box = self.box
    for side in [\Edges<Dimension>.left, \.right] {
      box.margin[keyPath: side] = narrowed(box.margin[keyPath: side])
      box.padding[keyPath: side] = narrowed(box.padding[keyPath: side])
    }
    return replacing(text: text, box: box)
  }
}

extension BoxProperties {
  /// The margins and padding on the left and the right.
  fileprivate var sides: [Dimension] { [margin.left, margin.right, padding.left, padding.right] }
  fileprivate var hasSides: Bool { sides.contains { $0 != .zero && !$0.isAuto } }
}
