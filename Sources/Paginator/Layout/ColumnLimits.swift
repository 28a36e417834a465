/// The smallest and the largest widths of a table's columns, as their cells ask for them (CSS Tables 3,
/// section 3.8).
struct ColumnLimits {
  /// By column, the width at which no word overflows.
  private(set) var least: [Int]
  /// By column, the width of the content on one line, or the specified width.
  var most: [Int]
  /// The columns with a specified width.
  private let given: Set<Int>

  init(count: Int, given: Set<Int>) {
    least = [Int](repeating: 0, count: count)
    most = least
    self.given = given
  }

  /// Takes the widths of a cell, without the spacing between its columns. Of a cell over several
  /// columns, what is missing goes to those that have room up to their largest width, then to those
  /// without a specified width.
  mutating func raise(_ columns: Range<Int>, least wanted: Int, most wantedMost: Int) {
    let sum = least[columns].reduce(0, +)
    let mostSum = most[columns].reduce(0, +)
    if columns.count > 1, mostSum > sum, wanted > sum {
      let room = mostSum - sum
      let missing = min(wanted - sum, room)
      for column in columns {
        least[column] += TableLayout.share(missing, most[column] - least[column], of: room)
      }
    }
    let free = columns.filter { !given.contains($0) }
    let takers = free.isEmpty ? Array(columns) : free
    TableLayout.distribute(wanted - least[columns].reduce(0, +), among: takers, &least)
    for column in columns { most[column] = max(most[column], least[column]) }
    TableLayout.distribute(wantedMost - most[columns].reduce(0, +), among: takers, &most)
  }
}
