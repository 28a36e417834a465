/// The horizontal places of the columns. In a table from right to left, the first column is at the
/// right (CSS 2, section 17.5).
struct ColumnPlaces {
  /// The distances of the columns, and of one more after the last, from where the rows begin.
  private var starts: [Int]
  private let spacing: Int
  private let x: Int
  private let isRightToLeft: Bool

  /// - Parameter collapsed: whether a column takes no room.
  init(
    _ widths: [Int], spacing: Int, at x: Int, isRightToLeft: Bool,
    collapsed: (Int) -> Bool = { _ in false }
  ) {
    starts = [spacing]
    for (column, width) in widths.enumerated() {
      starts.append(starts[starts.count - 1] + (collapsed(column) ? 0 : width + spacing))
    }
    self.spacing = spacing
    self.x = x
    self.isRightToLeft = isRightToLeft
  }

  /// The left edge of some columns.
  func start(of columns: Range<Int>) -> Int {
    let before = starts[columns.lowerBound]
    guard isRightToLeft else { return x + before }
    return x + starts[starts.count - 1] - before - width(of: columns)
  }

  func width(of columns: Range<Int>) -> Int {
    max(0, starts[columns.upperBound] - spacing - starts[columns.lowerBound])
  }
}
