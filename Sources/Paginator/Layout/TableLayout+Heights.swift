/// The rows of a table with a height of its own (CSS 2, section 17.5.3).
extension TableLayout {
  /// Distributes the rest of the table's own height among its rows.
  func stretch(_ heights: inout [Int]) {
    let box = text.box(of: table)
    guard !heights.isEmpty, let askedHeight else { return }
    let own =
      borders.map { ($0.outer.top + 1) / 2 + $0.outer.bottom / 2 }
      ?? box.edges(against: Length(rawValue: widthAround)).vertical
    let edges = box.sizesBorderBox ? own : 0
    let spaces = rowSpacing * (heights.count + 1)
    let content = min(askedHeight, setter.pageHeight.rawValue) - edges - spaces
    var rest = content - heights.reduce(0, +)
    guard rest > 0 else { return }
    let shares = heights.indices.map(share(ofRow:))
    for row in heights.indices where shares[row] > 0 {
      let asked = Length(rawValue: content) * shares[row]
      let missing = min(rest, max(0, asked.rawValue - heights[row]))
      heights[row] += missing
      rest -= missing
    }
    var open = heights.indices.filter { shares[$0] == 0 && !hasHeight($0) }
    if open.isEmpty { open = Array(heights.indices) }
    for (number, row) in open.enumerated() {
      let share = rest / (open.count - number)
      heights[row] += share
      rest -= share
    }
  }

  private func hasHeight(_ row: Int) -> Bool {
    grid.rowBlocks[row] != table && !text.box(of: grid.rowBlocks[row]).height.isAuto
      || grid.cells(of: row).contains { !text.box(of: grid.cells[$0].block).height.isAuto }
  }

  /// The share of the table's height that a row or a cell in it asks for.
  private func share(ofRow row: Int) -> Double {
    let block = grid.rowBlocks[row]
    let own = block == table ? 0 : text.box(of: block).height.fraction
    return grid.cells(of: row).filter { grid.cells[$0].rows == 1 }
      .reduce(own) { max($0, text.box(of: grid.cells[$1].block).height.fraction) }
  }
}
