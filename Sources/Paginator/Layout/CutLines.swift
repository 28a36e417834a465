/// The lines of a row that is being cut, from the top down, and what the next cuts need to know of
/// them.
struct CutLines {
  /// What is known of a line and of those below it.
  private struct Entry {
    /// The line's place in the row before it was cut.
    var place: Int
    /// The least of the lines from this one on.
    var start: Int32
    var paragraph: Int32
  }

  /// In the lines of the flow.
  private(set) var range = 0..<0
  /// For each line of the range at first.
  private var entries: [Entry] = []
  private var first = 0

  init() {}

  /// Appends a copy of a row's lines that is ordered from the top down.
  init(_ row: Row, in setLines: inout SetLines) {
    let lines = setLines.lines[Int(row.firstLine)..<Int(row.firstLine + row.lineCount)]
    let order = lines.indices.sorted { (lines[$0].y, $0) < (lines[$1].y, $1) }
    first = setLines.lines.count
    range = first..<first + order.count
    entries = order.map { Entry(place: $0, start: 0, paragraph: 0) }
    setLines.lines += order.map { lines[$0] }
    note(range, in: setLines.lines)
  }

  /// Whether a row is the rest of the one that was cut last.
  func holds(_ row: Row) -> Bool {
    !range.isEmpty && Int(row.firstLine) == range.lowerBound && Int(row.lineCount) == range.count
  }

  /// Works out the least values of some lines, from those below them.
  private mutating func note(_ part: Range<Int>, in lines: [LineFragment]) {
    for index in part.reversed() {
      var entry = entries[index - first]
      (entry.start, entry.paragraph) = (lines[index].start, lines[index].paragraph)
      if index + 1 < range.upperBound {
        let next = entries[index + 1 - first]
        entry.start = min(entry.start, next.start)
        entry.paragraph = min(entry.paragraph, next.paragraph)
      }
      entries[index - first] = entry
    }
  }

  /// The least text offset of the lines that are left.
  var start: Int32 { entries[range.lowerBound - first].start }
  /// The first paragraph of the lines that are left.
  var paragraph: Int32 { entries[range.lowerBound - first].paragraph }

  /// The lines around a cut.
  struct Near {
    /// The lines that begin at a height or above it.
    var range: Range<Int>
    /// The different tops of lines, from the top down, with as many below the height as matter.
    var tops: [Int] = []
    /// The number of tops of lines that fit above the height.
    var fittingTops = 0
  }

  /// - Parameter least: how many lines below the cut matter.
  func near(_ height: Int, least: Int, in lines: [LineFragment]) -> Near {
    var near = Near(range: range.lowerBound..<range.lowerBound)
    var (fitting, below): (Int?, Int) = (nil, 0)
    for index in range {
      let line = lines[index]
      if near.tops.last != line.y {
        if line.y > height { below += 1 }
        near.tops.append(line.y)
        if below > least { break }
      }
      guard line.y <= height else { continue }
      near.range = range.lowerBound..<index + 1
      if line.y + line.height <= height, fitting != line.y {
        near.fittingTops += 1
        fitting = line.y
      }
    }
    return near
  }

  /// Some of the lines as they were in the row before it was cut.
  func inOrder(_ lines: [Int]) -> [Int] {
    lines.sorted { entries[$0 - first].place < entries[$1 - first].place }
  }

  /// Removes lines that are above a cut. Those between them that are below it move to the others.
  mutating func remove(_ above: [Int], in lines: inout [LineFragment]) {
    guard let last = above.last else { return }
    let removed = Set(above)
    var free = last
    for index in (range.lowerBound...last).reversed() where !removed.contains(index) {
      lines[free] = lines[index]
      entries[free - first].place = entries[index - first].place
      free -= 1
    }
    range = free + 1..<range.upperBound
    note(range.lowerBound..<min(last + 1, range.upperBound), in: lines)
  }
}
