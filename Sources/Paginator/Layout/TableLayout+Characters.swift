/// Columns that are too narrow for the words of their cells, which are cut: none is narrower than a character.
extension TableLayout {
  /// The room for the columns, before floats take some of it.
  func room(in outer: BlockFrame) -> Int {
    let around = Length(rawValue: outer.width)
    return outer.width - text.box(of: table).margins(against: around).horizontal
      - edgeWidth(around) - gaps
  }

  /// By column, the width of the widest character of its cells, with their edges. Pictures count as nothing: they are
  /// scaled down.
  func characterWidths(available: Int) throws -> [Int] {
    var context = context
    context.cutsWords = true
    context.wrapsAll = true
    var limits = ColumnLimits(count: grid.columnCount, given: [])
    for cell in grid.cells.sorted(by: { ($0.columns, $0.block) < ($1.columns, $1.block) }) {
      let columns = grid.columns(of: cell)
      let own = try context.intrinsicWidths(of: cell.block, cell.paragraphs, available: available)
      let width =
        own.least[WordDivision.none.rawValue]
        + cellEdges(cell, Length(rawValue: available)).horizontal
        - spacing * max(0, columns.count - 1)
      limits.raise(columns, least: width, most: width)
    }
    return limits.least
  }

  /// The widths of columns whose words are cut. Columns of short words keep their width, and none is narrower than its
  /// characters, for which the table may be too wide.
  /// - Parameters:
  ///   - widths: those with which no word is cut.
  ///   - limit: their sum, if it can be.
  func cut(_ widths: [Int], to limit: Int, available: Int) throws -> [Int] {
    let capped = Self.capped(widths, to: limit)
    let characters = try characterWidths(available: available)
    if Self.fits(characters, in: capped) { return capped }
    var least = withPictures(characters, widths, limit)
    if least.reduce(0, +) > limit { least = characters }
    // Words before pictures, which are scaled down.
    for wanted in [withWords(least, widths), widths] where least.reduce(0, +) < limit {
      least = Self.capped(wanted, from: least, to: limit)
    }
    return least
  }

  /// Narrows the widest columns until all fit, but none below its least width.
  private static func capped(_ widths: [Int], from least: [Int], to available: Int) -> [Int] {
    var result = least
    var open = Array(widths.indices)
    while !open.isEmpty {
      let firm = result.reduce(0, +) - open.reduce(0) { $0 + result[$1] }
      let own = capped(open.map { widths[$0] }, to: max(0, available - firm))
      let next = zip(open, own).filter { $1 >= least[$0] }
      if next.count == open.count {
        for (column, width) in next { result[column] = width }
        break
      }
      open = next.map(\.0)
    }
    return result
  }

  private static func fits(_ characters: [Int], in columns: [Int]) -> Bool {
    zip(columns, characters).allSatisfy { $0 + LineWidths.rounding >= $1 }
  }

  /// The widths of characters, with half of an equal share for columns with pictures.
  private func withPictures(_ characters: [Int], _ widths: [Int], _ limit: Int) -> [Int] {
    var result = characters
    for cell in grid.cells where holdsImage(cell) {
      for column in grid.columns(of: cell) {
        result[column] = max(result[column], min(widths[column], limit / (2 * grid.columnCount)))
      }
    }
    return result
  }

  /// The least widths of columns, with room for the words of cells without pictures.
  private func withWords(_ least: [Int], _ widths: [Int]) -> [Int] {
    var result = least
    for cell in grid.cells where !holdsImage(cell) {
      let columns = grid.columns(of: cell)
      guard columns.count == 1, let column = columns.first else { continue }
      let words = cell.least[WordDivision.all.rawValue] - squeezed(cell)
      result[column] = max(result[column], min(widths[column], words))
    }
    return result
  }

  func holdsImage(_ cell: TableGrid.Cell) -> Bool {
    cell.paragraphs.contains { paragraph in
      context.setter.attachments(in: text.paragraphs[paragraph]).contains {
        text.attachments[$0].isImage
      }
    }
  }

  /// The scales of its type at which the words fit, and at which at least the characters do, with half of the padding,
  /// if columns are too narrow for their characters; nil for other tables.
  mutating func fittingScaleOfCharacters(
    in outer: BlockFrame
  ) throws -> (words: Double, characters: Double)? {
    guard !text.box(of: table).tableLayoutIsFixed else { return nil }
    let around = Length(rawValue: outer.width)
    let start = max(0, outer.x + text.box(of: table).margins(against: around).left)
    let limit = max(room(in: outer), widest - start - edgeWidth(around) - gaps)
    for index in grid.cells.indices {
      try measure(index, available: max(0, limit), keepsLines: false)
    }
    paddingQuarters = Self.scaledPaddingQuarters
    defer { paddingQuarters = 4 }
    let widths = columnLimits(around: 0, .all).least
    guard limit > 0, widths.reduce(0, +) > limit else { return nil }
    let characters = try characterWidths(available: limit)
    if Self.fits(characters, in: Self.capped(widths, to: limit)) { return nil }
    let words = withWords(withPictures(characters, widths, limit), widths)
    let fixed = borderWidth(around)
    func scale(_ widths: [Int]) -> Double? {
      Self.scale(of: widths.reduce(0, +), to: limit, fixed: fixed)
    }
    guard let least = scale(words), let most = scale(characters) else { return nil }
    return (least, most)
  }
}
