/// Plans the pages of a chapter whose rows are all set: makes the page breaker's material from the
/// rows, then sets the rows as the plan requires.
struct PagePlanner {
  private let height: Int
  private let startsOnLeft: Bool
  private let mostOverrun: Int
  private(set) var costs = PageCosts()
  var material = PageMaterial()
  /// By piece: the index of its first row in the flow.
  private(set) var firstRows: [Int] = []
  /// By row of the flow: the index of its first row in the material.
  private var materialStarts: [Int] = []
  /// The blocks whose area is seen where a page end divides them. It is asked first whether there are any.
  private var coloredBoxes: Set<Int32> = []
  /// By piece: where its table row may be cut.
  private(set) var cuts: [Int: [RowCut]] = [:]
  /// By variant: where the lines of another way to set a paragraph end; nil for the way in which a
  /// piece is already set.
  var settings: [[BreakCandidate]?] = []
  private let kept: KeptChapter?
  /// The offsets at which pages should begin, in order.
  private let keptStarts: [Int]
  /// The searches that found a plan.
  private(set) var searches: [PageSearch] = []

  /// The plans for one chapter.
  struct Plans {
    /// For the side on which the chapter is assumed to begin.
    var own: PagePlan
    /// For the other side, if other page ends are better there.
    var other: PagePlan?
    /// Whether the plan is for the assumed side alone.
    var isForOneSide = false
  }

  /// - Parameters:
  ///   - height: the height of every page, in 1/1024 points.
  ///   - startsOnLeft: whether the first page is assumed to be a left page.
  ///   - kept: the page starts of an earlier edition, to be kept where possible.
  ///   - mostOverrun: the height by which a page may be too long, in 1/1024 points.
  init(height: Int, startsOnLeft: Bool, kept: KeptChapter?, mostOverrun: Int) {
    self.height = height
    self.mostOverrun = mostOverrun
    self.startsOnLeft = startsOnLeft
    self.kept = kept
    keptStarts = kept?.starts.compactMap { $0 } ?? []
    material.keptStarts = kept?.starts.map { $0 ?? -1 } ?? []
  }

  /// The height by which planned pages may be too long.
  var overrun: Int { material.overrun }

  /// Plans the pages.
  /// - Parameter sideIsKnown: whether the chapter certainly begins on the assumed side.
  /// - Returns: nil where pages must be filled one by one: a row may be cut or its place depends on
  ///   the page, or no plan was found.
  mutating func plan(
    _ flow: borrowing Flow, notes: inout NoteArea, separator: Int, grid: BaselineGrid?,
    sideIsKnown: Bool
  ) throws -> Plans? {
    guard flow.rows.indices.allSatisfy({ isPlain($0, flow) }) else { return nil }
    coloredBoxes = flow.coloredBoxes
    material.grid = grid
    material.noteSeparator = separator
    material.lineHeight = grid?.step ?? Self.usualHeight(flow)
    if notes.isUnused, mostOverrun >= material.lineHeight {
      material.overrun = material.lineHeight
    }
    if kept != nil { costs.long = costs.longToKeep }
    try addPieces(flow, &notes)
    material.highestNoteLine = material.rows.lazy.map(\.notes.highestLine).max() ?? 0
    guard !fitsOnOnePage else { return Plans(own: PagePlan()) }
    try addVariants(flow, &notes)
    var memo = PageEndMemo()
    guard var plan = plan(startsOnLeft: nil, &memo) else { return nil }
    if try addUnhyphenated(near: plan.unevenEnds, flow, &notes) {
      memo = PageEndMemo()
      plan = self.plan(startsOnLeft: nil, &memo) ?? plan
    }
    guard !plan.unevenEnds.isEmpty, let own = self.plan(startsOnLeft: startsOnLeft, &memo) else {
      return Plans(own: plan)
    }
    if sideIsKnown { return Plans(own: own, isForOneSide: true) }
    let other = self.plan(startsOnLeft: !startsOnLeft, &memo)
    return Plans(own: own, other: other.flatMap { $0.isSame(as: own) ? nil : $0 })
  }

  private mutating func plan(startsOnLeft: Bool?, _ memo: inout PageEndMemo) -> PagePlan? {
    let breaker = PageBreaker(
      material: material, costs: costs, height: height, startsOnLeft: startsOnLeft)
    guard let plan = breaker.plan(&memo) else { return nil }
    searches.append(PageSearch(breaker: breaker, plan: plan))
    return plan
  }

  /// Whether a row has the same height and place on every page, and is cut only between the lines of
  /// a table's cells.
  private func isPlain(_ index: Int, _ flow: borrowing Flow) -> Bool {
    let row = flow.rows[index]
    if row.isAbsolute || row.isBand || row.restStart >= 0 { return false }
    if row.fillsFrom >= 0 { return isShort(Int(row.fillsFrom)...index, flow) }
    if row.isPositioned { return true }
    if row.columnPart >= 0 { return flow.isFilled(index) && row.height <= height / 4 }
    if row.lineCount == 0 { return row.height <= height / 2 }
    return row.height <= height || row.tableRow >= 0
  }

  /// Whether the rows of a block with a height of its own take at most half a page. Pages then end
  /// before or after the block, not inside, where the rest of the height would depend on the page.
  private func isShort(_ rows: ClosedRange<Int>, _ flow: borrowing Flow) -> Bool {
    var sum = 0
    for index in rows where !flow.rows[index].isPositioned {
      sum += flow.rows[index].height + flow.rows[index].gap.total
      if sum > height / 2 { return false }
    }
    return true
  }

  private static func usualHeight(_ flow: borrowing Flow) -> Int {
    var counts: [Int: Int] = [:]
    for row in flow.rows where row.isLine { counts[row.height, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 1
  }

  private var fitsOnOnePage: Bool {
    if material.keptStarts.count > 1 { return false }
    var sum = 0
    for row in material.rows where !row.isOutOfFlow {
      if row.forcesBreak || row.notes.height > 0 { return false }
      sum += row.height + max(row.gap, row.gapAtTop) + (material.grid?.step ?? 0)
    }
    return sum <= height
  }

  // MARK: Material

  private mutating func addPieces(_ flow: borrowing Flow, _ notes: inout NoteArea) throws {
    var index = 0
    var heads: [Int32: Int] = [:]
    while index < flow.rows.count {
      let count = Self.paragraphCount(from: index, flow)
      let first = material.rows.count
      for number in index..<index + count { try addRow(number, flow, &notes, &heads) }
      let variant = material.variants.count
      material.variants.append(
        PageMaterial.Variant(rows: first..<material.rows.count, cost: 0))
      settings.append(nil)
      material.pieces.append(PageMaterial.Piece(variants: variant..<variant + 1))
      firstRows.append(index)
      index += count
    }
  }

  /// Adds a row to the material, in parts if it may be cut.
  private mutating func addRow(
    _ index: Int, _ flow: borrowing Flow, _ notes: inout NoteArea, _ heads: inout [Int32: Int]
  ) throws {
    let row = flow.rows[index]
    materialStarts.append(material.rows.count)
    var made = try materialRow(index, flow, &notes)
    // The head of its table is above it on every page.
    let room = height - (repeatedHead(above: row, heads) ?? 0)
    let lines = flow.mayCut(index, onPageOf: room) ? flow.linesFromTop(of: row) : []
    let cuts = flow.cuts(ofRow: index, lines, onPageOf: room)
    addHead(of: row, &heads, isCut: !cuts.isEmpty, &made)
    if cuts.isEmpty {
      material.rows.append(made)
    } else {
      self.cuts[material.pieces.count] = cuts
      let isKept = flow.isKept(index)
      try addParts(of: made, cuts, lines, isKept: isKept) { try notes.room(for: $0, flow) }
    }
    if row.fillsFrom >= 0 { keepWhole(from: Int(row.fillsFrom)) }
  }

  /// Avoids page ends inside a block with a height of its own.
  /// - Parameter first: the first row of the block in the flow; the last one was just added.
  private mutating func keepWhole(from first: Int) {
    for row in materialStarts[first] + 1..<material.rows.count {
      material.rows[row].cost = max(material.rows[row].cost, costs.avoid)
    }
  }

  /// The number of rows if all rows from `index` on are the lines of one paragraph; otherwise 1.
  private static func paragraphCount(from index: Int, _ flow: borrowing Flow) -> Int {
    let row = flow.rows[index]
    let count = Int(row.linesInParagraph)
    guard row.isLine, !row.isPositioned, row.lineInParagraph == 0, count > 1,
      index + count <= flow.rows.count
    else { return 1 }
    for line in 1..<count {
      let next = flow.rows[index + line]
      guard next.isLine, !next.isPositioned, next.paragraph == row.paragraph,
        next.lineInParagraph == Int32(line)
      else { return 1 }
    }
    return count
  }

  private func materialRow(
    _ index: Int, _ flow: borrowing Flow, _ notes: inout NoteArea
  ) throws -> PageMaterial.Row {
    let row = flow.rows[index]
    return PageMaterial.Row(
      offset: flow.startOffset(ofRow: index), height: row.height,
      gap: index == 0
        ? flow.gapAtStart(of: row, onPageOf: height)
        : material.grid?.gap(above: index, in: flow) ?? row.gap.total,
      gapAtTop: row.gap.opening,
      baseline: material.grid?.baseline(of: row, in: flow) ?? -1,
      cost: index > 0 ? cost(ofEndBefore: index, flow) : 0,
      notes: try notes.room(for: row, flow),
      isOutOfFlow: row.isPositioned, reach: row.reach,
      hasText: !flow.isBare(row),
      isLine: row.isLine && row.tableRow < 0 && !isDeep(row, flow),
      headHeight: 0,
      forcesBreak: row.gap.forcesBreak,
      isInColoredBox: !coloredBoxes.isEmpty && index > 0
        && flow.box(among: coloredBoxes, dividedBefore: index) != nil)
  }

  /// Whether a line reaches deeper below its baseline than those of text, as that of a heading with a rule: it would touch
  /// the folio.
  private func isDeep(_ row: Row, _ flow: borrowing Flow) -> Bool {
    guard row.lineCount > 0 else { return false }
    let line = Int(row.firstLine)
    let depth = flow.setLines.lines[line].height - flow.setLines.lines[line].baseline
    return depth * 2 > material.lineHeight
  }

  /// Where a box that is kept whole must be divided, widows and orphans still count.
  private func cost(ofEndBefore index: Int, _ flow: borrowing Flow) -> Int {
    let obstacle = flow.obstacle(index)
    var own = cost(of: obstacle, flow.avoidances(index))
    if !coloredBoxes.isEmpty, flow.leavesLine(ofBoxAmong: coloredBoxes, index) {
      own = max(own, costs.row)
    }
    return obstacle == .avoid && !flow.linesAllow(index) ? own + costs.lines : own
  }

  private func cost(of obstacle: Flow.Obstacle, _ avoidances: Int) -> Int {
    switch obstacle {
    case .none: 0
    case .hyphen: costs.hyphen
    case .row: costs.row
    case .lines: costs.lines
    case .avoid: costs.avoid * max(1, min(avoidances, 8))
    }
  }

  /// Records the table head that is repeated above a row that begins a page
  /// (`PageFiller.repeatHead`).
  private func addHead(
    of row: Row, _ heads: inout [Int32: Int], isCut: Bool, _ made: inout PageMaterial.Row
  ) {
    if row.tableHead >= 0 {
      let above = heads[row.tableHead].map { $0 + row.gap.total } ?? 0
      heads[row.tableHead] = above + row.height
    } else if let head = repeatedHead(above: row, heads),
      isCut || head + row.gap.total + row.height <= height
    {
      made.headHeight = head
    }
  }

  /// The height of the head that is repeated above a row of a table: one of more than half a page is not.
  private func repeatedHead(above row: Row, _ heads: [Int32: Int]) -> Int? {
    guard row.tableRow >= 0, row.tableHead < 0, let head = heads[row.block], head * 2 <= height
    else { return nil }
    return head
  }

  // MARK: Variants

  /// Adds the ways to set paragraphs a line longer or shorter.
  private mutating func addVariants(_ flow: borrowing Flow, _ notes: inout NoteArea) throws {
    var variants: [PageMaterial.Variant] = []
    var settings: [[BreakCandidate]?] = []
    let keptCounts = kept?.lineCounts(of: flow.text) ?? [:]
    for piece in material.pieces.indices {
      var own = material.variants[material.pieces[piece].variants.lowerBound]
      let first = variants.count
      let keptCount = keptCounts[material.rows[own.rows.lowerBound].offset]
      if let keptCount, keptCount != own.rows.count { own.cost += costs.changedLines }
      variants.append(own)
      settings.append(nil)
      for counts in ways(own.rows, firstRows[piece], flow) {
        let line = flow.setLines.lines[Int(flow.rows[firstRows[piece]].firstLine)]
        let found = try flow.setter.alternatives(flow.request(for: line), counts)
        for (count, way) in found.sorted(by: { $0.key < $1.key }) {
          var other = try variant(way, of: own.rows, firstRow: firstRows[piece], flow, &notes)
          if let keptCount, keptCount != count { other.cost += costs.changedLines }
          variants.append(other)
          settings.append(way.lines)
        }
      }
      material.pieces[piece].variants = first..<variants.count
    }
    material.variants = variants
    self.settings = settings
  }

  /// The searches for other numbers of lines: one without, and one with page starts that are kept.
  private func ways(
    _ rows: Range<Int>, _ firstRow: Int, _ flow: borrowing Flow
  ) -> [ParagraphBreaker.LineCounts] {
    guard mayBeSetAnew(rows, firstRow, flow) else { return [] }
    let paragraph = flow.text.paragraphs[Int(flow.rows[firstRow].paragraph)]
    var counts = ParagraphBreaker.LineCounts(current: rows.count)
    let free = kept != nil || mayVary(rows, firstRow, flow) ? [counts] : []
    let first = keptStarts.partitioningIndex { $0 > paragraph.start }
    let inside = keptStarts[first...].prefix { $0 < paragraph.end }
    counts.through = Array(inside)
    return inside.isEmpty ? free : free + [counts]
  }

  /// Whether a paragraph may be set in other lines.
  func mayBeSetAnew(_ rows: Range<Int>, _ firstRow: Int, _ flow: borrowing Flow) -> Bool {
    flow.rows[firstRow].isLine && isSetAlike(rows, firstRow, flow)
      && !flow.holdsPlacedBox(flow.text.paragraphs[Int(flow.rows[firstRow].paragraph)])
  }

  /// Whether all lines of a paragraph are justified and have the same height and measure.
  private func isSetAlike(_ rows: Range<Int>, _ firstRow: Int, _ flow: borrowing Flow) -> Bool {
    guard rows.count > 1 else { return false }
    let height = material.rows[rows.lowerBound].height
    guard rows.allSatisfy({ material.rows[$0].height == height }) else { return false }
    let start = Int(flow.rows[firstRow].firstLine)
    let lines = flow.setLines.lines[start..<start + rows.count]
    let measure = lines[start].width
    // In other lines, pictures might be over one another, and others are cut off.
    if lines.contains(where: { !$0.flags.isDisjoint(with: [.hasPictureInLeading, .isOffPage]) }) {
      return false
    }
    return measure > 0 && lines.last?.width == measure && lines[start].flags.contains(.isJustified)
  }

  /// Whether a paragraph's natural width allows one line more or one line fewer.
  private func mayVary(_ rows: Range<Int>, _ firstRow: Int, _ flow: borrowing Flow) -> Bool {
    let start = Int(flow.rows[firstRow].firstLine)
    let lines = flow.setLines.lines[start..<start + rows.count]
    let measure = lines[start].width
    // The width of the paragraph on a single line, in thousandths of the measure.
    let natural = lines.reduce(0) { sum, line in
      sum + line.usedWidth - line.extra - line.usedWidth * Int(line.glyphStretch) / 1000
    }
    let length = natural * 1000 / measure
    // Lines stretch by about a tenth at most, and shrink by a twentieth.
    let isShorter = length <= (rows.count - 1) * 1055
    let isLonger = length * 1100 >= (rows.count * 1000 + 100) * 1000
    return isShorter || isLonger
  }

  /// The rows of a paragraph set in other lines, with the height of its present lines.
  mutating func variant(
    _ way: ParagraphBreaker.Alternative, of rows: Range<Int>, firstRow: Int,
    _ flow: borrowing Flow, _ notes: inout NoteArea
  ) throws -> PageMaterial.Variant {
    let paragraph = flow.text.paragraphs[Int(flow.rows[firstRow].paragraph)]
    let style = flow.text.styles[Int(paragraph.style)].text
    let inside = material.rows[rows.lowerBound + 1]
    // The edges of boxes that end with the paragraph are below its last line.
    let reach = material.rows[rows.upperBound - 1].reach
    let isKept = flow.obstacle(firstRow + 1) == .avoid
    let kept = isKept ? cost(of: .avoid, flow.avoidances(firstRow + 1)) : 0
    let avoidsHyphen = style.hyphenationLimits.areForPageEnds
    let first = material.rows.count
    var start = Int(paragraph.start)
    for (line, end) in way.lines.enumerated() {
      var row = line == 0 ? material.rows[rows.lowerBound] : inside
      if line > 0 { row.offset = start }
      row.reach = line == way.lines.count - 1 ? reach : 0
      if line > 0 {
        let isAllowed = style.allowsPageEnd(before: line, of: way.lines.count)
        let hasHyphen = !isKept && way.lines[line - 1].isFlagged && avoidsHyphen
        row.cost = kept + (!isAllowed ? costs.lines : hasHyphen ? costs.hyphen : 0)
      }
      row.notes = try notes.room(for: start..<Int(end.offset), flow)
      start = Int(end.offset)
      material.rows.append(row)
    }
    return PageMaterial.Variant(
      rows: first..<material.rows.count,
      cost: costs.variant + way.extraDemerits / costs.demeritsPerUnit)
  }

  // MARK: The plan

  /// Sets again the paragraphs for which the plan has other lines.
  /// - Returns: the rows before which pages end, in order, without the end of the last page.
  func apply(_ plan: PagePlan, _ flow: inout Flow) throws -> [Int] {
    var chosen: [Int: Int] = [:]
    for choice in plan.choices { chosen[choice.piece] = choice.variant }
    var rows: [Row] = []
    rows.reserveCapacity(flow.rows.count + chosen.count)
    var starts: [Int] = []
    for piece in material.pieces.indices {
      starts.append(rows.count)
      let own = material.variants[material.pieces[piece].variants.lowerBound].rows
      let count = cuts[piece] == nil ? own.count : 1
      let old = flow.rows[firstRows[piece]..<firstRows[piece] + count]
      let variant = chosen[piece].map { material.pieces[piece].variants.lowerBound + $0 }
      guard let variant, let lines = settings[variant] else {
        for var row in old {
          if row.fillsFrom >= 0 { row.fillsFrom = Int32(place(of: Int(row.fillsFrom), starts)) }
          rows.append(row)
        }
        continue
      }
      rows += try setAnew(old, to: lines, &flow)
    }
    flow.rows = rows
    return cutRows(plan.ends, starts, &flow)
  }

  /// Where a row begins that began at an index in the flow as it was set first.
  private func place(of row: Int, _ starts: [Int]) -> Int {
    let piece = firstRows.partitioningIndex { $0 > row } - 1
    return starts[piece] + row - firstRows[piece]
  }

  private func setAnew(
    _ old: ArraySlice<Row>, to lines: [BreakCandidate], _ flow: inout Flow
  ) throws -> [Row] {
    guard let first = old.first, let last = old.last else { return [] }
    let count = lines.count
    let line = flow.setLines.lines[Int(first.firstLine)]
    let set = try flow.setter.setAlternative(flow.request(for: line), to: lines)
    guard set.lines.count == count else { return Array(old) }
    let start = flow.setLines.append(set).lowerBound
    return (0..<count).map { number in
      var row =
        number == 0
        ? first
        : Row(
          firstLine: 0, lineCount: 1, height: first.height, paragraph: first.paragraph,
          block: first.block, gap: Gap())
      row.firstLine = Int32(start + number)
      row.height = set.lines[number].height + set.lines[number].y
      row.reach = number == count - 1 && last.reach > 0 ? last.reach - last.height + row.height : 0
      row.lineInParagraph = Int32(number)
      row.linesInParagraph = Int32(count)
      return row
    }
  }
}
