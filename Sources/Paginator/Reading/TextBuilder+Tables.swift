/// Anonymous table boxes (CSS 2, section 17.2.1).
extension TextBuilder {
  /// What is about to be added to the innermost open block.
  enum TablePart { case content, cell, row, group }

  /// Opens and closes anonymous tables, rows and cells, so that a table part has the parent it
  /// needs.
  /// - Parameter style: makes the style of an anonymous block from its `display` and its parent's
  ///   style.
  mutating func makeRoom(
    for part: TablePart, _ style: (_ display: Display, _ parent: ComputedStyle) -> ComputedStyle
  ) {
    // The common cases first: this is called for every piece of text.
    if part == .content, paragraphStart != nil { return }
    if part == .content, !(openStyles.last?.isAnonymous ?? false), !isInTable { return }
    let anonymous = openStyles.reversed().prefix { $0.isAnonymous }.count
    let wanted = Self.missing(around: part, in: kind(ofOpen: openBlocks.count - anonymous - 1))
    let own = openBlocks.suffix(anonymous).map { text.blocks[Int($0)].kind }
    var common = 0
    while common < own.count, common < wanted.count, Self.isAlike(own[common], wanted[common]) {
      common += 1
    }
    if common == own.count, common == wanted.count { return }
    for _ in common..<max(common, own.count) { closeInnermost() }
    for kind in wanted[common...] {
      endParagraph()
      guard let parent = openStyles.last?.style else { return }
      openBlock(kind, style: style(Self.display(of: kind), parent), node: -1, isAnonymous: true)
    }
  }

  /// Whether the innermost open block is a table, row group or row, which cannot contain text.
  var isInTable: Bool {
    switch kind(ofOpen: openBlocks.count - 1) {
    case .table, .rowGroup, .row: true
    default: false
    }
  }

  private func kind(ofOpen index: Int) -> TextBlock.Kind {
    index >= 0 ? text.blocks[Int(openBlocks[index])].kind : .block
  }

  private static func missing(
    around part: TablePart, in parent: TextBlock.Kind
  ) -> [TextBlock.Kind] {
    let cell = TextBlock.Kind.cell(column: -1, columns: 1, rows: 1)
    switch (parent, part) {
    case (.table, .content), (.rowGroup, .content): return [.row, cell]
    case (.table, .cell), (.rowGroup, .cell): return [.row]
    case (.row, .content): return [cell]
    case (.row, .row), (.row, .group): return [cell, .table]
    case (.rowGroup, .group): return [.row, cell, .table]
    case (.table, _), (.rowGroup, _), (.row, _), (.column, _): return []
    case (_, .content): return []
    case (_, .cell): return [.table, .row]
    case (_, .row), (_, .group): return [.table]
    }
  }

  private static func isAlike(_ one: TextBlock.Kind, _ other: TextBlock.Kind) -> Bool {
    display(of: one) == display(of: other)
  }

  private static func display(of kind: TextBlock.Kind) -> Display {
    switch kind {
    case .table: .table
    case .row: .tableRow
    case .cell: .tableCell
    default: .block
    }
  }
}
