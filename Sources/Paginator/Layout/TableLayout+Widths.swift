/// The widths of a table's columns (CSS 2, section 17.5.2).
extension TableLayout {
  /// Measures a cell: the smallest width at which no word overflows, and the width on one line.
  /// - Parameters:
  ///   - keepsLines: whether text that must not wrap is as wide as on one line.
  ///   - isGiven: whether the table has a width of its own. Padding that is a share of it then makes no
  ///     column wider (CSS Sizing 3, section 5.2.1), except for its words.
  mutating func measure(
    _ index: Int, available: Int, keepsLines: Bool = true, isGiven: Bool = false
  ) throws {
    let cell = grid.cells[index]
    let edges = cellEdges(cell, Length(rawValue: available)).horizontal
    let natural = isGiven ? cellEdges(cell, 0).horizontal : edges
    var widths = try context.intrinsicWidths(of: cell.block, cell.paragraphs, available: available)
    if let asked = width(of: cell, around: available) {
      widths.most = max(asked - edges, widths.least[0])
    }
    if let most = mostWidth(of: cell, around: available) {
      widths.most = min(widths.most, max(most - edges, widths.least[0]))
    }
    if keepsLines, text.style(of: cell.block).text.whiteSpace == .nowrap {
      widths.least = widths.least.map { _ in widths.most }
    }
    let least = leastWidth(of: cell, around: available)
    grid.cells[index].least = widths.least.map { max(least, min($0, widths.least[0]) + edges) }
    grid.cells[index].most = max(least, widths.most + natural)
    grid.cells[index].ideographs = min(
      grid.cells[index].most, ideographWidth(of: cell, edges: edges))
    grid.cells[index].padding =
      text.box(of: cell.block).padding(against: Length(rawValue: available))
  }

  /// Measures the cells of a table that is too wide as if text that must not wrap could.
  ///
  /// - Parameter limit: the width that the columns have at most.
  mutating func wrapKeptText(from limit: Int, _ available: Int, isGiven: Bool) throws {
    guard grid.columnCount > 1, leastWidth(.all) > limit else { return }
    let wrapsAround = context.wrapsAll
    context.wrapsAll = true
    // Widths of cells are with all of their padding.
    let quarters = paddingQuarters
    paddingQuarters = 4
    defer { (context.wrapsAll, paddingQuarters) = (wrapsAround, quarters) }
    for index in grid.cells.indices {
      let kept = grid.cells[index].least[0]
      try measure(index, available: available, keepsLines: false, isGiven: isGiven)
      if grid.cells[index].least[0] < kept { grid.cells[index].kept = kept }
    }
  }

  /// The min-content and max-content widths of the whole table.
  mutating func intrinsicWidths(available: Int) throws -> (least: Int, most: Int) {
    let box = text.box(of: table)
    let sides = edgeWidth(Length(rawValue: available))
    let edges = sides + gaps
    func border(_ width: Dimension) -> Int? {
      width.definite.map { $0.rawValue + (box.sizesBorderBox ? 0 : sides) }
    }
    let given = border(box.width)
    if let given, box.tableLayoutIsFixed { return (given, given) }
    for index in grid.cells.indices { try measure(index, available: available) }
    let words = columnLimits(around: available).least.reduce(0, +) + edges
    let least = max(words, border(box.minWidth) ?? 0)
    if let given = given.map({ max($0, least) }) { return (given, given) }
    return (least, max(least, naturalWidth(available: available) + edges))
  }

  /// The least width of the border box: the given one, or that of its words.
  ///
  /// - Parameter room: the width that it has beside floats.
  mutating func leastBorderWidth(in outer: BlockFrame, beside room: Int) throws -> Int {
    let around = Length(rawValue: outer.width)
    let edges = edgeWidth(around)
    let box = text.box(of: table)
    let given = [box.width, box.minWidth].compactMap {
      box.contentWidth($0, edges: edges, around: around)
    }.max()
    return max(try intrinsicWidths(available: room).least, given.map { $0 + edges } ?? 0)
  }

  /// The width of the columns with no word divided.
  var leastWidth: Int { leastWidth(.none) }

  /// The width of the columns with words divided in a way.
  func leastWidth(_ division: WordDivision) -> Int {
    columnLimits(around: 0, division).least.reduce(0, +)
  }

  /// The width of the columns if every cell has its content on one line and every percentage is kept.
  func naturalWidth(available: Int) -> Int {
    let most = columnLimits(around: available).most
    return naturalWidth(most, shares(of: most), available)
  }

  /// `table-layout: fixed` (CSS 2, section 17.5.2.1): columns and the cells of the first row set
  /// the widths of columns; the other columns share the rest.
  func fixedWidths(_ asked: Int, spacing: Int) -> [Int] {
    var widths = [Int?](repeating: nil, count: grid.columnCount)
    var shares: [Int] = []
    for column in 0..<min(grid.columnBlocks.count, grid.columnCount) {
      widths[column] = width(ofColumn: column, table: asked)
      if isShare(grid.columnBlocks[column]) { shares.append(column) }
    }
    for cell in grid.cells where cell.row == 0 {
      guard let whole = width(of: cell, around: asked, table: asked) else { continue }
      let range = grid.columns(of: cell)
      let share = max(0, whole - spacing * (range.count - 1)) / max(1, range.count)
      for column in range where widths[column] == nil {
        widths[column] = share
        if isShare(cell.block) { shares.append(column) }
      }
    }
    limit(shares, in: &widths, to: asked)
    let open = widths.indices.filter { widths[$0] == nil }
    var rest = max(0, asked - widths.reduce(0) { $0 + ($1 ?? 0) })
    // If every column has a width, all of them share the rest of the table's width.
    let takers = open.isEmpty ? Array(widths.indices) : open
    for (number, column) in takers.enumerated() {
      let share = rest / (takers.count - number)
      widths[column] = (widths[column] ?? 0) + share
      rest -= share
    }
    return widths.map { $0 ?? 0 }
  }

  private func isShare(_ block: Int32) -> Bool { text.box(of: block).width.fraction != 0 }

  /// Makes columns with percentages, to which padding was added, as narrow as the table: those with lengths
  /// leave them a width, and they share it in proportion.
  private func limit(_ shares: [Int], in widths: inout [Int?], to table: Int) {
    let sum = shares.reduce(0) { $0 + (widths[$1] ?? 0) }
    let lengths = widths.reduce(0) { $0 + ($1 ?? 0) } - sum
    let room = max(0, table - lengths)
    guard sum > room else { return }
    for column in shares { widths[column] = widths[column].map { Self.share(room, $0, of: sum) } }
  }

  /// The specified width of a cell, including its edges; nil for none. Where borders collapse,
  /// half of each border is the cell's (CSS 2, section 17.6.2).
  ///
  /// - Parameter table: the width to which percentages refer, in fixed layout; nil where they count
  ///   as `auto`.
  private func width(of cell: TableGrid.Cell, around: Int, table: Int? = nil) -> Int? {
    guard let width = width(of: cell.block, table: table) else { return nil }
    if text.box(of: cell.block).sizesBorderBox { return width }
    return width + cellEdges(cell, Length(rawValue: around)).horizontal
  }

  /// The `min-width` of a cell, including its edges.
  private func leastWidth(of cell: TableGrid.Cell, around: Int) -> Int {
    limit(text.box(of: cell.block).minWidth, of: cell, around) ?? 0
  }

  /// The `max-width` of a cell, including its edges; nil for none.
  private func mostWidth(of cell: TableGrid.Cell, around: Int) -> Int? {
    limit(text.box(of: cell.block).maxWidth, of: cell, around)
  }

  /// A limit for the width of a cell; nil for none, and for a share of a width that depends on the cell (CSS
  /// Tables 3, section 3.8.1).
  private func limit(_ width: Dimension, of cell: TableGrid.Cell, _ around: Int) -> Int? {
    guard let width = width.definite else { return nil }
    return width.rawValue
      + (text.box(of: cell.block).sizesBorderBox
        ? 0 : cellEdges(cell, Length(rawValue: around)).horizontal)
  }

  /// The specified width of a column within its `min-width` and `max-width`; nil for none.
  private func width(ofColumn column: Int, table: Int? = nil) -> Int? {
    let block = grid.columnBlocks[column]
    return width(of: block, table: table).map(text.box(of: block).boundedColumnWidth)
  }

  private func width(of block: Int32, table: Int?) -> Int? {
    let box = text.box(of: block)
    guard box.widthKeyword == nil, !box.width.isAuto else { return nil }
    // The sum of a length and a percentage is `auto` here (CSS Values 4, section 10).
    guard box.width.fraction == 0 || table != nil && box.width.length == 0 else { return nil }
    return max(0, box.width.resolved(against: Length(rawValue: table ?? 0)).rawValue)
  }

  /// How much narrower a cell is by the padding that is taken away.
  func squeezed(_ cell: TableGrid.Cell) -> Int {
    cell.padding.horizontal - left(of: cell.padding.left, in: cell)
      - left(of: cell.padding.right, in: cell)
  }

  /// What is left of the padding at a side of a cell: with that of the next one, a word space at least, or the words of
  /// two columns would be read as one line of text.
  func left(of padding: Int, in cell: TableGrid.Cell) -> Int {
    let size = text.style(of: cell.block).text.font.size.rawValue
    let least = max(0, Int(Double(size) * Self.leastSpace) - spacing) / 2
    return max(padding * paddingQuarters / 4, min(padding, least))
  }

  /// The least space between columns if padding is taken away, in ems.
  private static let leastSpace = 0.25

  func columnLimits(
    around: Int, _ division: WordDivision = .none
  ) -> (least: [Int], most: [Int]) {
    let given = columnsWithWidth
    var limits = ColumnLimits(count: grid.columnCount, given: given)
    // By column, the largest width specified for a cell in that column alone.
    var asked = [Int](repeating: 0, count: grid.columnCount)
    var spanning: [TableGrid.Cell] = []
    for cell in grid.cells.sorted(by: { ($0.columns, $0.block) < ($1.columns, $1.block) }) {
      let range = grid.columns(of: cell)
      if range.count > 1 {
        spanning.append(cell)
        continue
      }
      let (least, most) = outerWidths(of: cell, division)
      limits.raise(range, least: least, most: most)
      if !range.isEmpty, let width = width(of: cell, around: around) {
        asked[range.lowerBound] = max(asked[range.lowerBound], width)
      }
    }
    for column in 0..<min(grid.columnBlocks.count, grid.columnCount) {
      let box = text.box(of: grid.columnBlocks[column])
      if let width = box.minWidth.definite?.rawValue {
        limits.raise(column..<column + 1, least: width, most: width)
      }
      if let width = width(ofColumn: column) { asked[column] = max(asked[column], width) }
    }
    // Where a width is specified, longer text wraps (CSS Tables 3, section 3.8.2).
    for column in given { limits.most[column] = max(asked[column], limits.least[column]) }
    for cell in spanning {
      let range = grid.columns(of: cell)
      // The spacing between the columns is part of the cell.
      let gaps = spacing * (range.count - 1)
      let (least, most) = outerWidths(of: cell, division)
      limits.raise(range, least: least - gaps, most: most - gaps)
    }
    return (limits.least, limits.most)
  }

  private func outerWidths(
    of cell: TableGrid.Cell, _ division: WordDivision
  ) -> (least: Int, most: Int) {
    let taken = squeezed(cell)
    let least = max(0, cell.least[division.rawValue] - taken)
    return (least, max(cell.most - taken, least))
  }

  /// The columns for which a length is specified, either for the column or for one of its cells.
  var columnsWithWidth: Set<Int> {
    var columns = Set<Int>()
    for cell in grid.cells where grid.columns(of: cell).count == 1 {
      if width(of: cell, around: 0) != nil { columns.insert(cell.column) }
    }
    for column in 0..<min(grid.columnBlocks.count, grid.columnCount)
    where width(ofColumn: column) != nil { columns.insert(column) }
    return columns
  }

  /// `amount * part / whole` for widths that may be very large.
  static func share(_ amount: Int, _ part: Int, of whole: Int) -> Int {
    whole > 0 ? Int(Double(amount) * (Double(part) / Double(whole))) : 0
  }

  /// Narrows the widest columns until all fit: columns of short words keep their width.
  static func capped(_ widths: [Int], to available: Int) -> [Int] {
    var rest = available
    var count = widths.count
    for width in widths.sorted() {
      if width * count > rest {
        let most = rest / max(1, count)
        return widths.map { min($0, most) }
      }
      rest -= width
      count -= 1
    }
    return widths
  }

  mutating func columnWidths(available: Int, asked: Int?) throws -> [Int] {
    // Percentages refer to the width of the table.
    let around = asked ?? available
    var (least, most) = columnLimits(around: around)
    let whole = least
    var leastSum = least.reduce(0, +)
    for division in WordDivision.allCases.dropFirst() where leastSum > available {
      (least, most) = columnLimits(around: around, division)
      leastSum = least.reduce(0, +)
    }
    // As a last resort, words are cut rather than set off the page; their lines report it. Before that,
    // a table is wider than a narrow block around it.
    let limit = max(available, widest)
    if leastSum > limit, limit > 0 {
      cutsWords = true
      least = try cut(least, to: limit, available: around)
      leastSum = least.reduce(0, +)
    }
    if grid.columnCount == 0 { return [] }
    let shares = shares(of: most)
    let target = max(leastSum, asked ?? min(naturalWidth(most, shares, available), available))
    guard target > leastSum else { return least }
    // Where words must be divided, percentages yield.
    if target < whole.reduce(0, +), shares.contains(where: { $0 > 0 }) {
      return Self.raised(least, to: whole, target)
    }
    return distribute(target, withIdeographs(least, target, shares), most, shares)
  }

  /// Widths with which the words of as many columns as possible are whole.
  /// - Parameter target: the sum of the widths, which is less than that of whole words.
  static func raised(_ widths: [Int], to whole: [Int], _ target: Int) -> [Int] {
    var result = widths
    var rest = target - widths.reduce(0, +)
    let order = widths.indices.sorted {
      (whole[$0] - widths[$0], $0) < (whole[$1] - widths[$1], $1)
    }
    for column in order {
      let given = min(rest, max(0, whole[column] - widths[column]))
      result[column] += given
      rest -= given
    }
    return result
  }

  /// Widths between two lists, in proportion to their differences.
  /// - Parameter target: their sum, which is between those of the lists.
  private static func between(_ lower: [Int], _ upper: [Int], _ target: Int) -> [Int] {
    let (least, most) = (lower.reduce(0, +), upper.reduce(0, +))
    return zip(lower, upper).map { $0 + share(target - least, $1 - $0, of: most - least) }
  }

  /// Shares a width among the columns: between the two nearest of four guesses (CSS Tables 3, section
  /// 3.9.3.2). Columns with a width of their own get it as long as the words of the others fit.
  private func distribute(
    _ target: Int, _ least: [Int], _ most: [Int], _ shares: [Double]
  ) -> [Int] {
    let given = columnsWithWidth
    let columns = least.indices
    let withShares = columns.map { max(least[$0], Int(Double(target) * shares[$0])) }
    let firm = columns.map { shares[$0] == 0 && given.contains($0) ? most[$0] : withShares[$0] }
    let full = columns.map { shares[$0] == 0 ? most[$0] : withShares[$0] }
    var lower = least
    var lowerSum = least.reduce(0, +)
    for upper in [withShares, firm, full] {
      let sum = upper.reduce(0, +)
      if target < sum { return Self.between(lower, upper, target) }
      (lower, lowerSum) = (upper, sum)
    }
    return Self.widened(full, by: target - lowerSum, given, shares)
  }

  /// Distributes the rest of a table's width: among the columns without a width of their own, if
  /// there are any, then among those with a length (CSS Tables 3, section 3.9.3.3).
  private static func widened(
    _ widths: [Int], by rest: Int, _ given: Set<Int>, _ shares: [Double]
  ) -> [Int] {
    let free = widths.indices.filter { shares[$0] == 0 }
    let open = free.filter { !given.contains($0) }
    let takers = !open.isEmpty ? open : !free.isEmpty ? free : Array(widths.indices)
    let weights = free.isEmpty ? shares.map { Int($0 * 1e6) } : widths
    let sum = takers.reduce(0) { $0 + weights[$1] }
    var result = widths
    for column in takers {
      result[column] += sum > 0 ? share(rest, weights[column], of: sum) : rest / takers.count
    }
    return result
  }

  /// Distributes an amount among columns or rows in proportion to their sizes, or equally if they have
  /// none; nothing unless it is more than 0.
  static func distribute(
    _ amount: Int, among indices: some RandomAccessCollection<Int>, _ sizes: inout [Int]
  ) {
    guard amount > 0 else { return }
    let sum = indices.reduce(0) { $0 + sizes[$1] }
    var rest = amount
    for (number, index) in indices.enumerated() {
      let isLast = number == indices.count - 1
      let part = sum > 0 ? share(amount, sizes[index], of: sum) : amount / indices.count
      let given = isLast ? rest : min(rest, part)
      sizes[index] += given
      rest -= given
    }
  }
}
