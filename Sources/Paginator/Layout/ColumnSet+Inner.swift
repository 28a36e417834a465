/// Blocks with columns in a column. Set alone, the inner columns are as high as their content needs. Where an outer
/// column ends in them, they are filled again: up to its end, and the rest in the next one.
extension ColumnSet {
  /// The inner columns that are in one outer column.
  struct InnerColumns {
    var columns = Columns()
    /// How much of the outer column they take.
    var height = 0
    var ruleHeight = 0
    /// Where the next outer column goes on; nil if nothing is left.
    var end: Place?
  }

  /// How many levels of columns are divided: each one takes several times as long.
  private static let mostLevels = 3

  /// The columns that a row holds, if it holds all of their content.
  func innerSet(ofRow row: Int) -> ColumnSet? {
    func set(_ row: Int) -> Int? {
      guard row < rowCount, column.rows[row].columnPart >= 0 else { return nil }
      return column.columnParts[Int(column.rows[row].columnPart)].set
    }
    guard let own = set(row), row == 0 || set(row - 1) != own, set(row + 1) != own else {
      return nil
    }
    let inner = column.columnSets[own]
    return inner.levels < Self.mostLevels ? inner : nil
  }

  /// Fills the columns in a row that has no room in its column, or is the rest of one.
  /// - Parameters:
  ///   - first: where the outer column begins.
  ///   - room: what is left of the outer column.
  ///   - isFirst: whether nothing is above them there.
  /// - Returns: nil where they stay as they are, or have no room at all.
  func innerColumns(
    of row: Int, from first: Place, room: Int, isFirst: Bool
  ) -> InnerColumns? {
    let natural = column.rows[row].height
    let isRest = first.isInside(row)
    guard let set = innerSet(ofRow: row) else { return nil }
    guard isRest || natural > room || set.ruleHeight > natural else { return nil }
    guard room > 0, natural / ColumnRoom.mostColumns < room,
      isRest || isFirst || !column.isKeptInColumn(column.rows[row].block)
    else { return nil }
    let passed = isRest ? first.passed : 0
    let start = isRest ? first.inner.first ?? Place() : Place()
    var result = InnerColumns()
    if start.row < set.rowCount {
      result.columns = set.columns(from: start, height: room, used: passed)
      guard result.columns.height <= room || isFirst, result.columns.end != start else {
        return nil
      }
    }
    let next = start.row < set.rowCount ? result.columns.end : start
    let isDone = next.row >= set.rowCount
    // What is left of the height of a block with one.
    let left = set.limit == nil ? 0 : max(0, natural - passed - result.columns.height)
    result.height = result.columns.height + left
    result.ruleHeight = isDone ? min(set.ruleHeight - passed, room) : room
    if !isDone || left > 0 && result.height > room {
      result.height = room
      result.end = Place(row: row, passed: passed + room, inner: [next])
    }
    return result
  }

  /// Where the text of a place begins.
  func startOffset(of place: Place) -> Int {
    guard let inner = place.inner.first, let set = innerSet(ofRow: place.row),
      inner.row < set.rowCount
    else { return column.startOffset(ofRow: place.row) }
    return set.startOffset(of: inner)
  }

  /// Counts the segments of its lines from those of another flow.
  mutating func moveSegments(by count: Int32) {
    for index in lines.indices { lines[index].firstSegment += count }
    for index in column.columnSets.indices { column.columnSets[index].moveSegments(by: count) }
  }
}
