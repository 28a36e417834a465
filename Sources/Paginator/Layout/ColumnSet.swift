/// The content of a block with several columns (CSS Multi-column Layout 1), set in one column. It is
/// divided into columns when it is known how much room a page has for them.
struct ColumnSet {
  let block: Int32
  /// The paragraphs in it.
  let paragraphs: Range<Int>
  /// The content as the rows of one column.
  var column: Flow
  /// The lines of these rows: their segments are among those of the flow around.
  var lines: [LineFragment]
  /// The gap below the last row.
  let end: Gap
  let count: Int
  /// The width of a column, in 1/1024 points.
  let width: Int
  /// From the left edge of one column to that of the next one, in 1/1024 points.
  let advance: Int
  /// The left edge of the first column's place, in 1/1024 points.
  let x: Int
  /// How high a column is at most, because the block's height is given; nil where it is not. Text that does not
  /// fit makes the block higher if the page has no room for more columns beside it.
  let limit: Int?
  /// How many columns the page has room for.
  let mostColumns: Int
  /// How high the rules between the columns are at least if nothing follows these.
  let ruleHeight: Int
  let fillsInOrder: Bool
  let isRightToLeft: Bool
  /// By row, the height of the column above it.
  let tops: [Int]
  /// The rows with which a column must begin.
  let forcedStarts: Set<Int>
  /// Whether a row may be divided where a column ends.
  let hasDivisibleRows: Bool
  /// Whether boxes out of the flow are in it.
  let hasPlacedBoxes: Bool
  /// How many levels of columns it has: one more than the columns in it.
  let levels: Int
  /// The grid that baselines of neighboring columns are on; nil for none.
  let grid: BaselineGrid?

  /// Where a column begins or ends.
  struct Place: Equatable {
    var row = 0
    /// How much of the row's height is above: a row without a line may be divided anywhere.
    var passed = 0
    /// For a row that holds columns, the place in their content; at most one.
    var inner: [Place] = []

    /// Whether it is inside a row.
    func isInside(_ row: Int) -> Bool { passed > 0 && self.row == row }
  }

  /// The rows of one column, from the top of their column.
  struct Column {
    var start: Place
    var end: Place
    /// The rows of which a part is in it.
    var rows: Range<Int> { start.row..<(end.passed > 0 ? end.row + 1 : end.row) }
    var tops: [Int] = []
    var height = 0
    /// Whether it ends for lack of room.
    var isFull = false
    /// Whether it ends where the style avoids a break.
    var endsBadly = false
    /// By row, the columns in it that are filled again for this column.
    var inner: [Int: InnerColumns] = [:]
  }

  /// What one row of columns holds.
  struct Columns {
    var columns: [Column] = []
    /// The height that they have whatever their content is; nil for columns as high as that.
    var room: Int?
    var height: Int { columns.lazy.map(\.height).max() ?? 0 }
    var end: Place { columns.last?.end ?? Place() }
    var endsBadly: Bool { columns.contains(where: \.endsBadly) }
  }

  var rowCount: Int { column.rows.count }

  /// The height that the rows from one on need at least.
  func leastHeight(from start: Place) -> Int {
    guard start.row < rowCount else { return 0 }
    return (tops[rowCount] - tops[start.row] - start.passed) / count
  }

  /// Fills the columns from the left, or from the right in right-to-left text: to the same height if the
  /// rest of the content fits, else each to the height.
  /// - Parameters:
  ///   - start: where the first one begins.
  ///   - height: the room for the columns; nil for no limit.
  ///   - used: how much of the block's height is above.
  func columns(from start: Place, height: Int?, used: Int = 0) -> Columns {
    let limit = limit.map { max(0, $0 - used) }
    let total = tops[rowCount] - tops[start.row] - start.passed + end.closing + end.margin
    if let limit, limit <= height ?? limit {
      var filled = fill(from: start, height: limit, most: mostColumns)
      filled.room = limit
      // A margin below the content does not make a block with a height higher.
      if let last = filled.columns.indices.last, filled.columns[last].height > limit {
        let own = filled.columns[last].height - end.margin
        filled.columns[last].height = max(limit, own)
      }
      // What does not fit is in more columns beside the block (CSS Multi-column Layout 1, section 8.2).
      if filled.end.row == rowCount, fillsInOrder || filled.columns.count > count { return filled }
    }
    var filled = fill(
      from: start, height: height ?? total + gridSpace(from: start.row), most: count)
    guard filled.end.row == rowCount, !(fillsInOrder && height != nil && limit == nil) else {
      filled.room = height
      return filled
    }
    return balanced(from: start, between: leastHeight(from: start), and: filled) ?? filled
  }

  /// The lowest columns that hold the rest of the content.
  private func balanced(from start: Place, between least: Int, and filled: Columns) -> Columns? {
    var best: Columns?
    var (low, high) = (hasDivisibleRows ? least - 1 : least, max(filled.height, least))
    while high - low > (hasDivisibleRows ? 1 : Self.precision) {
      let middle = low + (high - low) / 2
      let trial = fill(from: start, height: middle, most: count)
      if trial.end.row == rowCount, trial.height <= middle,
        !trial.endsBadly
      {
        best = trial
        high = max(low, trial.height)
      } else {
        low = middle
      }
    }
    return best
  }

  /// An eighth of a point, in 1/1024 points.
  private static let precision = 128

  private func fill(from start: Place, height: Int, most: Int) -> Columns {
    var result = Columns()
    var next = start
    while result.columns.count < most, next.row < rowCount {
      let column = column(from: next, height: height)
      next = column.end
      result.columns.append(column)
    }
    return result
  }

  private func column(from first: Place, height: Int) -> Column {
    var result = Column(start: first, end: first)
    var (y, index, isEmpty) = (0, first.row, true)
    var lastSnapped: Int?
    while index < rowCount {
      let row = column.rows[index]
      if index > first.row, forcedStarts.contains(index) { break }
      let isRest = first.isInside(index)
      // The margin above a row vanishes at the top of a column, but not at the start of the block.
      let gap = grid?.gap(above: index, in: column) ?? row.gap.total
      let natural =
        isRest ? 0 : isEmpty ? (first.row == 0 ? row.gap.total : row.gap.opening) : y + gap
      let added = distanceToGrid(row, at: natural)
      let top = natural + (added ?? 0)
      var rowHeight = isRest ? row.height - first.passed : row.height
      if row.columnPart >= 0,
        let inner = innerColumns(of: index, from: first, room: height - top, isFirst: isEmpty)
      {
        result.inner[index] = inner
        if let end = inner.end {
          result.tops.append(top)
          result.end = end
          result.isFull = true
          result.endsBadly = column.isKeptInColumn(row.block)
          result.height = height
          return result
        }
        rowHeight = inner.height
      }
      if !row.isPositioned {
        // One that would have more parts than columns may be is not divided.
        if top + rowHeight > height, top < height, row.height / ColumnRoom.mostColumns < height,
          isDivisible(index, at: top, from: first.row)
        {
          result.tops.append(top)
          result.end = Place(row: index, passed: row.height - rowHeight + height - top)
          result.isFull = true
          result.endsBadly = column.isKeptInColumn(row.block)
          result.height = height
          return result
        }
        if !isEmpty, top + max(rowHeight, row.reach) > height {
          result.isFull = true
          (index, result.endsBadly) = lastBreak(upTo: index, from: first.row)
          break
        }
        y = top + rowHeight
        isEmpty = false
      }
      if let added {
        share(added, with: lastSnapped.map { $0 + 1 - first.row..<index - first.row }, in: &result)
        lastSnapped = index
      }
      result.tops.append(top)
      index += 1
    }
    result.end = Place(row: index)
    result.tops.removeLast(result.tops.count - result.rows.count)
    if !result.inner.isEmpty { result.inner = result.inner.filter { $0.key < index } }
    result.height = bottom(of: result)
    return result
  }

  /// Whether a column may end inside a row. What is to be kept whole is divided only where nothing is above it in the
  /// column: in no other one it has more room (CSS Fragmentation 3, section 4.4).
  private func isDivisible(_ row: Int, at top: Int, from first: Int) -> Bool {
    guard hasDivisibleRows, column.mayEndColumn(inside: row) else { return false }
    return top == 0
      || !column.isKeptInColumn(
        column.rows[row].block,
        within: column.geometry.commonBlock(
          column.rows[first].block, column.rows[row].block))
  }

  /// The height of a row's part in a column.
  func height(of row: Int, in part: Column) -> Int {
    if let inner = part.inner[row] { return inner.height }
    let end = part.end.row == row ? part.end.passed : column.rows[row].height
    return end - (part.start.row == row ? part.start.passed : 0)
  }

  private func bottom(of part: Column) -> Int {
    guard let last = part.rows.last(where: { !column.rows[$0].isPositioned }) else { return 0 }
    let bottom = part.tops[last - part.rows.lowerBound] + height(of: last, in: part)
    return part.rows.upperBound == rowCount ? bottom + end.closing + end.margin : bottom
  }

  /// The last place before a row where a column may end.
  /// - Returns: the row after it, and whether the style avoids a break there.
  private func lastBreak(upTo limit: Int, from first: Int) -> (row: Int, isBad: Bool) {
    var (second, third): (Int?, Int?)
    for row in stride(from: limit, to: first, by: -1) {
      switch column.obstacle(row, onPageFrom: first) {
      case .none where hasEnoughLines(row, from: first): return (row, false)
      // The lines that are left are enough, if not those above.
      case .none: if third == nil { third = row }
      case .hyphen, .row: if second == nil { second = row }
      case .lines, .avoid: break
      }
    }
    return second.map { ($0, false) } ?? (third ?? limit, true)
  }

  /// Whether a column that begins and ends inside a paragraph has as many of its lines as the style asks
  /// for: a page always has.
  private func hasEnoughLines(_ row: Int, from first: Int) -> Bool {
    let (above, below) = (column.rows[first], column.rows[row])
    guard above.paragraph == below.paragraph, above.lineInParagraph > 0, below.lineInParagraph > 0
    else { return true }
    let text = column.text
    let style = text.styles[Int(text.paragraphs[Int(below.paragraph)].style)].text
    return row - first >= max(style.orphans, style.widows)
  }
}

/// A row that holds columns.
struct ColumnPart {
  /// Its content, as an index into the flow's `columnSets`.
  let set: Int
  /// Where it begins in the content.
  let start: ColumnSet.Place
  /// Whether the columns are filled; a rest waits until its page is known.
  var isFilled = false
}
