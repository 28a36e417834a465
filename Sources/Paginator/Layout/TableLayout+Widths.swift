/// How wide the columns of a table are (CSS 2, section 17.5.2).
extension TableLayout {
  /// The narrowest a cell can be without a word sticking out, and its width on one line.
  mutating func measure(_ index: Int, available: Int) throws {
    let cell = cells[index]
    let edges = horizontalEdges(cell.block, Length(rawValue: available))
    var flow = Flow(setter: setter, width: NestedLayout.endless, root: cell.block)
    let firstLine = flow.setter.lines.count
    let firstSegment = flow.setter.segments.count
    var most = 0
    var least = 0
    var next = 0
    while next < cell.paragraphs.count {
      // A table in the cell is only measured: laying it out here and again later would double the
      // work with every level.
      if let inner = flow.enclosingTable(of: text.paragraphs[cell.paragraphs[next]].block) {
        let first = cell.paragraphs[next]
        while next < cell.paragraphs.count,
          flow.isInside(text.paragraphs[cell.paragraphs[next]].block, inner)
        {
          next += 1
        }
        var nested = TableLayout(
          flow: flow, table: inner, paragraphs: first..<cell.paragraphs[next - 1] + 1)
        let widths = try nested.intrinsicWidths(available: available)
        least = max(least, widths.least)
        most = max(most, widths.most)
      } else {
        let behind = try flow.append(cell.paragraphs[next])
        while next < cell.paragraphs.count, cell.paragraphs[next] < behind { next += 1 }
      }
    }
    for line in flow.setter.lines[firstLine...] {
      let start = line.x
      most = max(most, start + line.usedWidth)
      for segment in flow.setter.segments[
        Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount)]
      where segment.kind != .space {
        least = max(least, min(start, available) + segment.width)
      }
    }
    if let asked = width(of: cell.block, around: available) { most = max(asked - edges, least) }
    if style(cell.block).text.whiteSpace == .nowrap { least = most }
    setter.lines.removeSubrange(firstLine...)
    setter.segments.removeSubrange(firstSegment...)
    cells[index].least = least + edges
    cells[index].most = most + edges
  }

  /// The narrowest and the widest that the whole table comes to.
  mutating func intrinsicWidths(available: Int) throws -> (least: Int, most: Int) {
    for index in cells.indices { try measure(index, available: available) }
    let box = style(table).box
    let properties = style(table).text
    let spacing = properties.collapsesBorders ? 0 : properties.borderSpacing.width.rawValue
    let edges = horizontalEdges(table, Length(rawValue: available)) + spacing * (columnCount + 1)
    if !box.width.isAuto {
      let width = box.width.resolved(against: Length(rawValue: available)).rawValue
      return (width, width)
    }
    let (least, most) = columnLimits(around: available)
    return (least.reduce(0, +) + edges, most.reduce(0, +) + edges)
  }

  /// `table-layout: fixed` (CSS 2, section 17.5.2.1): columns and the cells of the first row say how
  /// wide columns are; the others share what is left.
  func fixedWidths(_ asked: Int, spacing: Int) -> [Int] {
    var widths = [Int?](repeating: nil, count: columnCount)
    for column in 0..<min(columnBlocks.count, columnCount) {
      widths[column] = width(of: columnBlocks[column], around: asked)
    }
    for cell in cells where cell.row == 0 {
      guard let whole = width(of: cell.block, around: asked) else { continue }
      let range = cell.column..<min(cell.column + cell.columns, columnCount)
      let share = max(0, whole - spacing * (range.count - 1)) / max(1, range.count)
      for column in range where widths[column] == nil { widths[column] = share }
    }
    let open = widths.indices.filter { widths[$0] == nil }
    var rest = max(0, asked - widths.reduce(0) { $0 + ($1 ?? 0) })
    // Where every column has its width, all of them share what the table has more.
    let takers = open.isEmpty ? Array(widths.indices) : open
    for (number, column) in takers.enumerated() {
      let share = rest / (takers.count - number)
      widths[column] = (widths[column] ?? 0) + share
      rest -= share
    }
    return widths.map { $0 ?? 0 }
  }

  /// The width that a column or a cell asks for, its edges included; nil for one that asks for none.
  private func width(of block: Int32, around: Int) -> Int? {
    let box = style(block).box
    guard box.widthKeyword == nil, !box.width.isAuto else { return nil }
    let around = Length(rawValue: around)
    let width = max(0, box.width.resolved(against: around).rawValue)
    let isCell = if case .cell = text.blocks[Int(block)].kind { true } else { false }
    return isCell && !box.sizesBorderBox ? width + horizontalEdges(block, around) : width
  }

  private func columnLimits(around: Int) -> (least: [Int], most: [Int]) {
    var least = [Int](repeating: 0, count: columnCount)
    var most = least
    for cell in cells.sorted(by: { ($0.columns, $0.block) < ($1.columns, $1.block) }) {
      let range = cell.column..<min(cell.column + cell.columns, columnCount)
      Self.raise(&least, range, to: cell.least)
      Self.raise(&most, range, to: max(cell.most, cell.least))
    }
    for column in 0..<min(columnBlocks.count, columnCount) {
      guard let asked = width(of: columnBlocks[column], around: around) else { continue }
      // Cells that ask for more get it; the width of their text alone does not count.
      let cells = cells.lazy.filter { $0.column == column && $0.columns == 1 }
        .compactMap { width(of: $0.block, around: around) }
      most[column] = max(asked, least[column], cells.max() ?? 0)
    }
    return (least, most)
  }

  /// `amount * part / whole` for widths that may be very large.
  private static func share(_ amount: Int, _ part: Int, of whole: Int) -> Int {
    whole > 0 ? Int(Double(amount) * (Double(part) / Double(whole))) : 0
  }

  func columnWidths(available: Int, asked: Int?) -> [Int] {
    let (least, most) = columnLimits(around: available)
    let leastSum = least.reduce(0, +)
    let mostSum = most.reduce(0, +)
    let target = max(leastSum > available ? available : leastSum, asked ?? min(mostSum, available))
    if columnCount == 0 { return [] }
    if target >= mostSum {
      guard mostSum > 0 else { return least.map { _ in target / columnCount } }
      return most.map { $0 + Self.share(target - mostSum, $0, of: mostSum) }
    }
    if target <= leastSum {
      guard leastSum > 0 else { return least }
      return least.map { Self.share(target, $0, of: leastSum) }
    }
    return zip(least, most).map {
      $0 + Self.share(target - leastSum, $1 - $0, of: mostSum - leastSum)
    }
  }

  /// Shares out among columns what a cell over several of them needs more.
  private static func raise(_ widths: inout [Int], _ range: Range<Int>, to wanted: Int) {
    let sum = widths[range].reduce(0, +)
    guard wanted > sum, !range.isEmpty else { return }
    let share = (wanted - sum) / range.count
    for index in range { widths[index] += share }
    widths[range.upperBound - 1] += wanted - sum - share * range.count
  }
}
