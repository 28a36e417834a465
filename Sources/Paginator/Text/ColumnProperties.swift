/// The columns of a block (CSS Multi-column Layout 1).
public struct ColumnProperties: Hashable, Codable, Sendable {
  /// `column-count`: the number of columns, with a width the most there are; nil for `auto`.
  public var count: Int?
  /// `column-width`: the least width of a column, in points; nil for `auto`.
  public var width: Length?
  /// `column-gap`: the space between two columns; nil for `normal`, which is one em.
  public var gap: Dimension?
  /// `column-rule`: what is drawn in the middle of each gap.
  public var rule = BorderSide(width: 2.25)
  /// Whether columns are filled one after the other (`column-fill: auto`) instead of to the same height.
  public var fillsInOrder = false

  /// No columns.
  public init() {}

  /// Whether the block has columns, although perhaps only one.
  var isMultiColumn: Bool { count != nil || width != nil }

  /// The columns of a block.
  /// - Parameters:
  ///   - available: the width of the block's content box, in 1/1024 points.
  ///   - gap: the used `column-gap`, in 1/1024 points.
  ///   - least: no column is narrower if there can be fewer; one that is too narrow to read is not what
  ///     its author saw.
  /// - Returns: their number and their width (CSS Multi-column Layout 1, section 3.4).
  func columns(in available: Int, gap: Int, least: Int) -> (count: Int, width: Int) {
    func fitting(_ width: Int) -> Int { max(1, (available + gap) / max(1, width + gap)) }
    var number = width.map { fitting($0.rawValue) } ?? count ?? 1
    if let count { number = min(number, count) }
    if least > 0 { number = min(number, fitting(least)) }
    number = min(max(1, number), Self.most)
    return (number, max(0, (available - (number - 1) * gap) / number))
  }

  /// A bound for hostile input.
  private static let most = 64
}

extension BoxProperties {
  /// What is drawn between two columns; nil for nothing.
  func columnRule(in color: Color) -> BorderSide? {
    guard var rule = columns?.rule else { return nil }
    rule.color = rule.color ?? color
    return rule.isVisible ? rule : nil
  }
}
