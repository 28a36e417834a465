/// Tables whose words do not fit their measure are set in smaller type (`table-scale-min`) before words
/// are cut: a number over two lines cannot be read.
///
/// A step before layout, from text to text: lines, drawing and the page map find the sizes in its styles.
struct TableScaling {
  private struct Scale {
    let table: Int32
    let paragraphs: Range<Int>
    let scale: Double
  }

  private var flow: Flow
  private var text: AttributedText { flow.text }

  /// Smaller sizes may have faces of other proportions: how often the result is measured again.
  private static let mostPasses = 4
  /// If words would be far too wide even at the smallest size, smaller type helps nobody.
  private static let leastGain = 0.8
  /// The least size of the type in a table that is set smaller than `table-scale-min`, in points, because its characters
  /// would lie over each other.
  private static let leastSize = 6.0

  /// The text with its wide tables in smaller type; nil if all of them fit.
  ///
  /// - Parameter measure: the width of the pages' text.
  static func scaled(
    _ text: AttributedText, measure: Length, typesetter: Typesetter
  ) throws -> AttributedText? {
    guard
      text.blocks.contains(where: {
        $0.kind == .table && text.styles[Int($0.style)].text.tableScaleMin ?? 1 < 1
      })
    else { return nil }
    var result = try CellSides.narrowed(text, measure: measure, typesetter: typesetter)
    var isScaled = false
    for _ in 0..<mostPasses {
      var scaling = Self(flow: try Flow(measuring: result ?? text, in: measure, typesetter))
      let scales = try scaling.scales(again: isScaled)
      if scales.isEmpty { break }
      var scaled = result ?? text
      for scale in scales { scaled.scaleType(of: scale.table, scale.paragraphs, by: scale.scale) }
      (result, isScaled) = (scaled, true)
    }
    return result
  }

  private init(flow: Flow) { self.flow = flow }

  /// - Parameter again: whether only tables that were scaled may need it.
  private mutating func scales(again: Bool) throws -> [Scale] {
    var scales: [Scale] = []
    for (table, paragraphs) in flow.outermostTables() {
      let style = text.style(of: table).text
      guard let least = style.tableScaleMin, !again || style.typeScale != nil else { continue }
      let before = style.typeScale ?? 1
      guard let after = try scaledType(of: table, paragraphs, before, least: least) else {
        continue
      }
      scales.append(Scale(table: table, paragraphs: paragraphs, scale: after / before))
    }
    return scales
  }

  /// The scale of a table's type at which its words fit, or at least their characters.
  /// - Parameters:
  ///   - before: the scale so far.
  ///   - least: that below which words are cut.
  /// - Returns: nil for a table that stays as it is.
  private mutating func scaledType(
    of table: Int32, _ paragraphs: Range<Int>, _ before: Double, least: Double
  ) throws -> Double? {
    guard let frame = flow.frame(around: table) else { return nil }
    var layout = TableLayout(flow: flow, table: table, paragraphs: paragraphs)
    guard layout.mayBeTooWide(for: frame.width), let scale = try layout.fittingScale(in: frame)
    else { return nil }
    // A whole percentage, so that what a finding says is what was done.
    func after(_ scale: Double, least: Double) -> Double {
      max(least, (before * scale * 100).rounded(.down) / 100)
    }
    if scale < 1, before > least, before * scale >= least * Self.leastGain {
      return after(scale, least: least)
    }
    // Words are cut, or pictures take their room: characters must not lie over each other.
    guard scale < 1 || layout.grid.cells.contains(where: layout.holdsImage),
      let scales = try layout.fittingScaleOfCharacters(in: frame)
    else { return nil }
    let whole = text.style(of: table).text.font.size.points / before
    let readable = min(least, Self.leastSize / whole)
    let gains = before * scales.words >= readable * Self.leastGain
    let result = after(gains ? scales.words : scales.characters, least: readable)
    return result < before ? result : nil
  }
}

extension Flow {
  /// The tables that are in no other one, each with its paragraphs.
  func outermostTables() -> [(block: Int32, paragraphs: Range<Int>)] {
    var tables: [(block: Int32, paragraphs: Range<Int>)] = []
    var next = 0
    while next < text.paragraphs.count {
      guard let table = enclosingTable(of: text.paragraphs[next].block) else {
        next += 1
        continue
      }
      tables.append((table, paragraphs(of: table, from: next)))
      next = tables[tables.count - 1].paragraphs.upperBound
    }
    return tables
  }

  /// The frame in which a table is set by itself; nil for one in a positioned box.
  mutating func frame(around table: Int32) -> BlockFrame? {
    guard enclosing(.positioned, of: table) == nil else { return nil }
    let isFloat = enclosing(.floating, of: table) != nil
    return geometry.frame(
      of: isFloat ? -1 : text.blocks[Int(table)].parent, containerWidth: width)
  }
}

extension TableLayout {
  /// How much of its padding a table in smaller type keeps, in quarters.
  static let scaledPaddingQuarters = 2

  /// Whether the longest words of its columns might be wider than a measure. Conservative, and much
  /// cheaper than to measure them.
  func mayBeTooWide(for measure: Int) -> Bool {
    // Columns of fixed layout may be narrow beside wide ones.
    if text.box(of: table).tableLayoutIsFixed { return true }
    // Nor is it known how wide pictures are.
    if grid.cells.contains(where: holdsImage) { return true }
    var widths = [Int](repeating: 0, count: grid.columnCount)
    for cell in grid.cells {
      let columns = grid.columns(of: cell)
      guard !columns.isEmpty else { continue }
      var width = 0
      for index in cell.paragraphs { width = max(width, mostWordWidth(text.paragraphs[index])) }
      let box = text.box(of: cell.block)
      width += box.edges(against: Length(rawValue: measure)).horizontal
      width += cell.paragraphs.map { sides(around: $0, in: cell, measure) }.max() ?? 0
      for column in columns { widths[column] = max(widths[column], width / columns.count) }
    }
    return widths.reduce(0, +) > measure
  }

  /// The margins, borders and padding beside a paragraph in a cell.
  private func sides(around paragraph: Int, in cell: TableGrid.Cell, _ measure: Int) -> Int {
    let around = Length(rawValue: measure)
    let block = text.paragraphs[paragraph].block
    return text.blocks(around: block, within: cell.block).reduce(0) {
      let box = text.box(of: $1)
      return $0 + max(0, box.margins(against: around).horizontal)
        + box.edges(against: around).horizontal
    }
  }

  /// The size of the largest type in a paragraph.
  private func mostSize(in paragraph: Paragraph) -> Length {
    var size = text.styles[Int(paragraph.style)].text.font.size
    guard !paragraph.range.isEmpty else { return size }
    for run in text.runs[text.runIndex(at: paragraph.range.lowerBound)...] {
      guard run.start < paragraph.end else { break }
      size = max(size, text.styles[Int(run.style)].text.font.size)
    }
    return size
  }

  /// Not less than the width of a paragraph's longest word, at one em for a character.
  private func mostWordWidth(_ paragraph: Paragraph) -> Int {
    var longest = 0
    var length = 0
    for unit in text.units[paragraph.range] {
      length = unit == 0x20 || unit == 0x2028 ? 0 : length + 1
      longest = max(longest, length)
    }
    return longest * mostSize(in: paragraph).rawValue
  }

  /// The scale of its type at which all words fit their columns with half of the padding, if those that
  /// have hyphens are divided.
  /// - Returns: 1 or more if they fit as they are; nil for a table without words.
  mutating func fittingScale(in outer: BlockFrame) throws -> Double? {
    let around = Length(rawValue: outer.width)
    let box = text.box(of: table)
    let edges = edgeWidth(around)
    let available = room(in: outer)
    for index in grid.cells.indices {
      // Text that must not wrap does so rather than become smaller.
      try measure(index, available: max(0, available), keepsLines: false)
      ignoreImages(in: index, around)
    }
    guard available > 0 else { return nil }
    if box.tableLayoutIsFixed, let asked = box.contentWidth(box.width, edges: edges, around: around)
    {
      let columns = fixedWidths(max(0, min(asked - gaps, available)), spacing: spacing)
      return fittingScale(columns: columns, around)
    }
    paddingQuarters = Self.scaledPaddingQuarters
    defer { paddingQuarters = 4 }
    return Self.scale(of: leastWidth(.all), to: available, fixed: borderWidth(around))
  }

  /// The scale of the type in its cells at which all their lines fit, for a table of code; nil for one with a cell of
  /// several columns.
  mutating func fittingScaleOfLines(in outer: BlockFrame) throws -> Double? {
    let around = Length(rawValue: outer.width)
    let margins = text.box(of: table).margins(against: around)
    let available = max(0, outer.width - margins.horizontal - edgeWidth(around) - gaps)
    var widths = [Int](repeating: 0, count: grid.columnCount)
    var edges = widths
    for index in grid.cells.indices {
      try measure(index, available: available)
      let cell = grid.cells[index]
      guard grid.columns(of: cell).count == 1 else { return nil }
      widths[cell.column] = max(widths[cell.column], cell.most)
      edges[cell.column] = max(edges[cell.column], cellEdges(cell, around).horizontal)
    }
    return Self.scale(of: widths.reduce(0, +), to: available, fixed: edges.reduce(0, +))
  }

  /// An image is as wide in smaller type: only the words of its cell count, by an estimate.
  private mutating func ignoreImages(in index: Int, _ around: Length) {
    let cell = grid.cells[index]
    guard holdsImage(cell) else { return }
    let words = cell.paragraphs.map { mostWordWidth(text.paragraphs[$0]) }.max() ?? 0
    let estimate = words / 2 + cellEdges(cell, around).horizontal
    grid.cells[index].least = cell.least.map { min($0, estimate) }
  }

  /// The borders in a row, which stay as wide as they are.
  func borderWidth(_ around: Length) -> Int {
    guard grid.rowCount > 0 else { return 0 }
    return grid.cells(of: 0).reduce(0) { $0 + borderWidth(of: grid.cells[$1], around) }
  }

  private func borderWidth(of cell: TableGrid.Cell, _ around: Length) -> Int {
    cellEdges(cell, around).horizontal - cell.padding.horizontal
  }

  static func scale(of needed: Int, to width: Int, fixed: Int) -> Double? {
    needed > fixed && width > fixed ? Double(width - fixed) / Double(needed - fixed) : nil
  }

  /// The same for columns whose widths do not depend on their cells.
  private func fittingScale(columns: [Int], _ around: Length) -> Double? {
    grid.cells.compactMap { cell -> Double? in
      let needed = cell.least[WordDivision.all.rawValue]
      let width = columns[grid.columns(of: cell)].reduce(0, +)
      return Self.scale(of: needed, to: width, fixed: borderWidth(of: cell, around))
    }.min()
  }
}
