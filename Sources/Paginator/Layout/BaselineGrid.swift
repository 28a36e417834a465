/// The grid for the baselines of a page's text (`baseline-grid`, after CSS Line Grid 1, section 3),
/// so that facing pages, and both sides of a leaf, are in register. In 1/1024 points.
struct BaselineGrid {
  let step: Int
  /// The first baseline, from the container's top.
  let phase: Int
  /// By style: whether its lines are on the grid. Lines of another line height are not.
  private let isSnapped: [Bool]
  /// The paragraphs whose text is mostly too high for the grid.
  private let tooHigh: Set<Int32>
  /// By block: whether its lines are not on the grid; empty if there is none.
  private let freeBlocks: [Bool]

  /// - Returns: nil for a text that has no grid.
  init?(_ setter: LineSetter) {
    guard let lines = setter.gridLines else { return nil }
    step = lines.step
    freeBlocks = Self.freeBlocks(of: setter.text)
    phase = setter.metrics[lines.usual].above
    isSnapped = lines.isSnapped
    tooHigh = setter.tooHigh
  }

  /// Whether the lines of a block are not on the grid.
  func isFree(_ block: Int32) -> Bool {
    !freeBlocks.isEmpty && block >= 0 && freeBlocks[Int(block)]
  }

  /// The most characters of a box whose lines are not on the grid: about half a page.
  private static let mostInFreeBlock = 1200

  /// The blocks inside short boxes whose border or padding moves their text off the grid: to move it
  /// on would leave up to a line empty inside the box.
  private static func freeBlocks(of text: AttributedText) -> [Bool] {
    // Asked of each style once: there are many more blocks.
    let movesText = text.styles.map { $0.box.isDrawn && $0.box.edges(against: 0).top > 0 }
    var isFree = text.blocks.map { movesText[Int($0.style)] }
    guard isFree.contains(true) else { return [] }
    var lengths = [Int](repeating: 0, count: text.blocks.count)
    for paragraph in text.paragraphs where paragraph.block >= 0 {
      lengths[Int(paragraph.block)] += paragraph.range.count
    }
    // Inner blocks are after those around them.
    for index in text.blocks.indices.reversed() where text.blocks[index].parent >= 0 {
      lengths[Int(text.blocks[index].parent)] += lengths[index]
    }
    for (index, block) in text.blocks.enumerated() {
      let isInFree = block.parent >= 0 && isFree[Int(block.parent)]
      // A rule is on the grid.
      let isShortBox = lengths[index] > 0 && lengths[index] <= mostInFreeBlock
      isFree[index] = isInFree || isFree[index] && isShortBox
    }
    return isFree
  }

  /// The baseline of a row that is on the grid, from the row's top; nil for other rows.
  func baseline(of row: Row, in flow: borrowing Flow) -> Int? {
    guard row.isLine, !row.isPositioned, row.tableRow < 0, !row.beginsEmptyBox,
      isSnapped[Int(flow.text.paragraphs[Int(row.paragraph)].style)],
      !isFree(row.block), tooHigh.isEmpty || !tooHigh.contains(row.paragraph)
    else { return nil }
    let line = flow.setLines.lines[Int(row.firstLine)]
    // An empty line without a height and a line that is cut off move nothing, and a picture that fills the
    // page has no room to move.
    let most = flow.pageHeight.rawValue / 4 * 3
    guard line.height > 0, row.height > 0, line.height <= most else { return nil }
    return line.y + line.baseline
  }

  /// The space above a row that follows another one. Between two lines on the grid, what a margin
  /// has over whole lines vanishes if it is at most a quarter of a line, or less than half where the
  /// margin has a line besides or the second line begins an indented paragraph below another one: on
  /// the grid it would become an empty line.
  func gap(above index: Int, in flow: borrowing Flow) -> Int {
    let row = flow.rows[index]
    let gap = row.gap
    let rest = gap.margin % step
    guard rest > 0, rest < step / 2, gap.total == gap.margin, gap.edgeCount == 0, index > 0,
      row.lineInParagraph == 0, baseline(of: row, in: flow) != nil,
      baseline(of: flow.rows[index - 1], in: flow) != nil
    else { return gap.total }
    let mayVanish =
      rest * 4 <= step || gap.margin > step
      || isIndented(row, in: flow) && !isDisplay(index - 1, above: index, in: flow)
    return mayVanish ? gap.margin - rest : gap.total
  }

  private func isIndented(_ row: Row, in flow: borrowing Flow) -> Bool {
    let style = flow.text.styles[Int(flow.text.paragraphs[Int(row.paragraph)].style)].text
    let indent = style.indent.resolved(against: Length(rawValue: flow.width))
    return indent.rawValue >= step / 2 && !style.indentHangs
  }

  /// Whether a line is that of a display, such as a formula or a row of asterisks, which is centered
  /// or stands in from the text: it has the same space below as above.
  private func isDisplay(_ index: Int, above next: Int, in flow: borrowing Flow) -> Bool {
    let (own, below) = (flow.rows[index], flow.rows[next])
    switch flow.text.styles[Int(flow.text.paragraphs[Int(own.paragraph)].style)].text.align {
    case .center, .right, .end: return true
    case .start, .left, .justify: break
    }
    let lines = flow.setLines.lines
    return lines[Int(own.firstLine)].x > lines[Int(below.firstLine)].x
  }

  /// How far a baseline at `y` must move down to be on the grid.
  func distance(below y: Int) -> Int {
    let past = (y - phase) % step
    let over = past < 0 ? past + step : past
    return over <= LineWidths.rounding ? 0 : step - over
  }

  /// The same; 0 where it would be more than there is room for.
  func distance(below y: Int, within room: Int) -> Int {
    let distance = distance(below: y)
    return distance <= room ? distance : 0
  }
}

/// Which styles of a text have lines as high as the step of its baseline grid.
struct GridLines {
  /// The line height of the root, or of most of the text if little of it has that line height.
  let step: Int
  /// By style: whether its lines are on the grid. Lines of another line height are not.
  let isSnapped: [Bool]
  /// The most frequent of these styles, which decides where in its line a baseline is.
  let usual: Int

  /// - Returns: nil for a text that has no grid.
  init?(of text: AttributedText, _ metrics: [LineMetrics]) {
    guard
      let rootStep = text.styles.lazy.map(\.text.baselineGrid.rawValue).first(where: { $0 > 0 })
    else { return nil }
    let heights = zip(text.styles, metrics).map { style, metrics in
      style.text.baselineGrid.rawValue == rootStep ? metrics.above + metrics.below : 0
    }
    var counts = [Int](repeating: 0, count: text.styles.count)
    var characters = counts
    for paragraph in text.paragraphs {
      counts[Int(paragraph.style)] += 1
      characters[Int(paragraph.style)] += paragraph.range.count
    }
    let step = Self.step(root: rootStep, heights, characters)
    let isSnapped = heights.map { abs($0 - step) <= LineWidths.rounding }
    guard
      let usual = isSnapped.indices.filter({ isSnapped[$0] }).max(by: {
        (counts[$0], $1) < (counts[$1], $0)
      })
    else { return nil }
    self.step = step
    self.isSnapped = isSnapped
    self.usual = usual
  }

  /// The line height of the root, if a quarter of the text has it; otherwise that of most of the text.
  ///
  /// - Parameters:
  ///   - heights: the line height of each style; 0 for styles without a grid.
  ///   - characters: how much text has each style.
  private static func step(root: Int, _ heights: [Int], _ characters: [Int]) -> Int {
    var byHeight: [Int: Int] = [:]
    for (height, count) in zip(heights, characters) where height > 0 {
      let isRoot = abs(height - root) <= LineWidths.rounding
      byHeight[isRoot ? root : height, default: 0] += count
    }
    let all = byHeight.values.reduce(0, +)
    guard let most = byHeight.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      byHeight[root, default: 0] * 4 < all, most.value * 2 > all
    else { return root }
    return most.key
  }

  /// The paragraphs of which most of the text is a little higher than a line of the grid, as where a program
  /// gives every word a font of its own: on the grid, each of their lines would take two.
  func tooHigh(in text: AttributedText, _ metrics: [LineMetrics]) -> Set<Int32> {
    let isHigh = metrics.map { own in
      let height = own.above + own.below
      return height > step + LineWidths.rounding && height * 2 <= step * 3 && !own.hasMarks
    }
    guard text.runs.contains(where: { isHigh[Int($0.style)] }) else { return [] }
    var result: Set<Int32> = []
    var run = 0
    for (index, paragraph) in text.paragraphs.enumerated() {
      var high = 0
      var at = paragraph.start
      while at < paragraph.end {
        while run + 1 < text.runs.count, text.runs[run + 1].start <= at { run += 1 }
        let next = run + 1 < text.runs.count ? text.runs[run + 1].start : paragraph.end
        let end = min(next, paragraph.end)
        if isHigh[Int(text.runs[run].style)] { high += Int(end - at) }
        at = end
      }
      if isSnapped[Int(paragraph.style)], high * 2 > paragraph.range.count {
        result.insert(Int32(index))
      }
    }
    return result
  }
}
