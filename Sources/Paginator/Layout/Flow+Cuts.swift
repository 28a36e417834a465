/// Where a row is cut: at the last start of a line that leaves enough lines on both sides.
private struct CutPlace {
  /// The different tops of lines, from the top down: all up to the height, and as many below it as
  /// matter.
  private(set) var tops: [Int]
  /// The number of tops of lines that are above the cut.
  let count: Int
  private let height: Int

  /// - Parameter least: how many lines must be below the cut, one below the other.
  init(_ lines: ArraySlice<LineFragment>, height: Int, least: Int) {
    self.height = height
    var (upper, fitting, lower): (Set<Int>, Set<Int>, [Int]) = ([], [], [])
    for line in lines {
      if line.y <= height {
        upper.insert(line.y)
        if line.y + line.height <= height { fitting.insert(line.y) }
      } else if lower.count < least || line.y < lower[lower.count - 1], !lower.contains(line.y) {
        lower.append(line.y)
        lower.sort()
        if lower.count > least { lower.removeLast() }
      }
    }
    tops = upper.sorted() + lower
    count = min(tops.count - least, fitting.count)
  }

  func isAbove(_ line: LineFragment) -> Bool {
    count > 0 && line.y < tops[count] && line.y + line.height <= height
  }
}

/// Rows that continue on the next page.
extension Flow {
  /// Cuts a row that does not fit, between two of its lines (CSS Fragmentation 3, section 4.1).
  ///
  /// A chapter in one cell of a table has thousands of lines and is cut on every page: the lines below
  /// the cut stay where they are in `setLines`, and memory does not grow.
  ///
  /// - Parameters:
  ///   - height: the maximum height of the first piece.
  ///   - least: the minimum number of lines in each piece, one below the other.
  /// - Returns: false if there are too few lines above the cut, or below it.
  mutating func divideRow(_ index: Int, at height: Int, least: Int) -> Bool {
    let row = rows[index]
    if row.lineCount == 0, row.boxCount == 0 { return cutEmptyRow(index, at: height) }
    if row.lineCount == 0, row.restStart >= 0 { return cutBoxes(index, at: height, above: []) }
    guard row.tableRow >= 0, row.lineCount > 0 else { return false }
    // For each page, all of the row is looked through: one of more pages is cut between any lines.
    if least > 1, row.joined >= 0, row.height <= pageHeight.rawValue * Self.mostPages {
      return lastCut(ofJoined: index, above: height).map {
        divideRow(index, at: $0.bottom, least: 1)
      } ?? false
    }
    if let boundary = boundary(at: height, of: row) { return cutRow(index, between: boundary) }
    let own = row.lineRange
    let cut = CutPlace(setLines.lines[own], height: height, least: least)
    guard let first = cut.tops.first, least == 1 || cut.count >= least else { return false }
    var above = own.filter { cut.isAbove(setLines.lines[$0]) }
    if above.isEmpty {
      // A line taller than a page is alone on its page; without progress there is no cut.
      guard least == 1 else { return false }
      above = own.filter { setLines.lines[$0].y == first }
    }
    let lines = above.map { setLines.lines[$0] }
    if above.count == own.count { return cutBoxes(index, at: height, above: lines) }
    var bottom = lines.map { $0.y + $0.height }.max() ?? 0
    let rest = keepRest(of: own, without: Set(above))
    var top = rest.top
    let boxes = takeBoxes(of: row)
    // A box between the lines is cut where the page ends.
    if bottom <= height, height < top, height > 0,
      boxes.contains(where: { $0.y < height && $0.y + $0.height > height })
    {
      (bottom, top) = (height, height)
    }
    for line in rest.range { setLines.lines[line].y -= top }
    replaceRow(
      index, above: (lines, boxes.compactMap { $0.part(above: bottom) }, bottom),
      below: (rest, boxes.compactMap { $0.part(below: top) }, top))
    return true
  }

  /// The lines of a row that are below a cut, the top of the highest, and where their text begins.
  private typealias Rest = (range: Range<Int>, top: Int, start: Int32, paragraph: Int32)

  /// Replaces a row by its parts above and below a cut.
  private mutating func replaceRow(
    _ index: Int, above: (lines: [LineFragment], boxes: [BoxFragment], bottom: Int),
    below: (rest: Rest, boxes: [BoxFragment], top: Int)
  ) {
    let row = rows[index]
    let (rest, top) = (below.rest, below.top)
    var upper = row
    place(above.lines, above.boxes, in: &upper)
    upper.height = above.bottom
    upper.reach = 0
    var lower = row
    place([], below.boxes, in: &lower)
    lower.firstLine = Int32(rest.range.lowerBound)
    lower.lineCount = Int32(rest.range.count)
    lower.height = max(0, row.height - top)
    lower.reach = max(0, row.reach - top)
    lower.gap = Gap()
    lower.restStart = rest.start
    lower.joinedTop += top
    lower.paragraph = rest.paragraph
    rows.replaceSubrange(index...index, with: [upper, lower])
    noteCut(ofRow: index)
  }

  /// Divides joined rows between two of them.
  private mutating func cutRow(
    _ index: Int, between boundary: (place: RowBoundary, moves: [Int: Int])
  ) -> Bool {
    let row = rows[index]
    let (bottom, top) = (boundary.place.bottom, boundary.place.top)
    let own = row.lineRange
    let above = own.filter { setLines.lines[$0].y + setLines.lines[$0].height <= bottom }
    guard !above.isEmpty, above.count < own.count else { return false }
    let lines = above.map { setLines.lines[$0] }
    let rest = keepRest(of: own, without: Set(above))
    let joined = joinedRows[Int(row.joined)]
    for line in rest.range {
      let span = joined.span(ofParagraph: setLines.lines[line].paragraph)
      setLines.lines[line].y += (span.flatMap { boundary.moves[$0] } ?? 0) - top
    }
    let boxes = takeBoxes(of: row)
    replaceRow(
      index,
      above: (
        lines, boxes.compactMap { $0.part(aboveRowAt: bottom, undividedBorders[$0.block]) }, bottom
      ),
      below: (
        rest, boxes.compactMap { $0.part(belowRowAt: top, undividedBorders[$0.block]) }, top
      ))
    return true
  }

  /// Moves the lines of a row that are below a cut to the end of its range, in their order. The lines
  /// of a row that is cut for the first time are copied, because others may refer to them.
  private mutating func keepRest(
    of own: Range<Int>, without above: Set<Int>
  ) -> Rest {
    var from = own
    if own != restLines {
      from = setLines.lines.count..<setLines.lines.count + own.count
      setLines.lines += setLines.lines[own]
    }
    let shift = own.lowerBound - from.lowerBound
    var free = from.upperBound
    var (top, start, paragraph) = (Int.max, Int32.max, Int32.max)
    for index in from.reversed() where !above.contains(index + shift) {
      let line = setLines.lines[index]
      free -= 1
      setLines.lines[free] = line
      top = min(top, line.y)
      start = min(start, line.start)
      paragraph = min(paragraph, line.paragraph)
    }
    restLines = free..<from.upperBound
    return (restLines, top, start, paragraph)
  }

  /// The maximum number of pieces of a row; a row that would need more is not cut.
  private static let mostPieces = 200

  /// Cuts a row whose lines are all above the cut.
  private mutating func cutBoxes(_ index: Int, at height: Int, above lines: [LineFragment]) -> Bool
  {
    let row = rows[index]
    let end = lines.map(\.end).max() ?? row.restStart
    guard height > 0, row.height > height, row.height / Self.mostPieces < height else {
      return false
    }
    guard cellBoxes[row.boxRange].contains(where: { $0.y + $0.height > height }) else {
      return false
    }
    let boxes = takeBoxes(of: row)
    var upper = row
    place(lines, boxes.compactMap { $0.part(above: height) }, in: &upper)
    upper.height = height
    upper.reach = 0
    var rest = row
    place([], boxes.compactMap { $0.part(below: height) }, in: &rest)
    rest.height -= height
    rest.reach = max(0, rest.reach - height)
    rest.gap = Gap()
    rest.restStart = end
    rest.joinedTop += height
    rows.replaceSubrange(index...index, with: [upper, rest])
    noteCut(ofRow: index)
    return true
  }

  /// Cuts the empty rest of a box that has a height of its own; it continues on as many pages as it
  /// needs.
  private mutating func cutEmptyRow(_ index: Int, at height: Int) -> Bool {
    guard height > 0, rows[index].height > height else { return false }
    var rest = rows[index]
    rows[index].height = height
    rest.height -= height
    rest.gap = Gap()
    rows.insert(rest, at: index + 1)
    noteCut(ofRow: index)
    return true
  }

  /// The boxes of a row that is cut. Those of a rest that are last are removed: they are placed again,
  /// and memory does not grow with the square of the row's height.
  private mutating func takeBoxes(of row: Row) -> [BoxFragment] {
    let range = row.boxRange
    let boxes = Array(cellBoxes[range])
    if row.restStart >= 0, range.upperBound == cellBoxes.count {
      cellBoxes.removeLast(range.count)
    }
    return boxes
  }

  private mutating func place(
    _ lines: [LineFragment], _ boxes: [BoxFragment], in row: inout Row
  ) {
    row.firstLine = Int32(setLines.lines.count)
    row.lineCount = Int32(lines.count)
    setLines.lines += lines
    row.firstBox = Int32(cellBoxes.count)
    row.boxCount = Int32(boxes.count)
    cellBoxes += boxes
  }
}

extension BoxFragment {
  /// The part of the box above a page end between rows: all of a cell that ends there, with its border.
  /// - Parameter whole: the borders that it has at a page end; nil for its own.
  fileprivate func part(aboveRowAt bottom: Int, _ whole: Edges<BorderSide>?) -> BoxFragment? {
    let top = y + (borders?.top.width.rawValue ?? 0) / 2
    let end = y + height - ((borders?.bottom.width.rawValue ?? 0) + 1) / 2
    guard top < bottom else { return nil }
    guard end <= bottom else { return part(above: bottom) }
    var part = self
    if end == bottom, let whole { part.close(\.bottom, by: whole.bottom) }
    return part
  }

  /// The part of the box below a page end between rows, placed from there: all of a cell that begins there.
  fileprivate func part(belowRowAt top: Int, _ whole: Edges<BorderSide>?) -> BoxFragment? {
    let start = y + (borders?.top.width.rawValue ?? 0) / 2
    let end = y + height - ((borders?.bottom.width.rawValue ?? 0) + 1) / 2
    guard end > top else { return nil }
    guard start >= top else { return part(below: top) }
    var part = self
    part.y -= top
    if start == top, let whole { part.close(\.top, by: whole.top) }
    return part
  }

  /// The part of the box above a cut; nil if there is none.
  fileprivate func part(above bottom: Int) -> BoxFragment? {
    guard y < bottom else { return nil }
    var part = self
    part.height = min(height, bottom - y)
    part.hasBottom = hasBottom && y + height <= bottom
    return part
  }

  /// The part of the box below a cut, placed from there; nil if there is none.
  fileprivate func part(below top: Int) -> BoxFragment? {
    guard y + height > top else { return nil }
    var part = self
    part.y = max(0, y - top)
    part.height = y + height - max(y, top)
    part.hasTop = hasTop && y >= top
    return part
  }
}
