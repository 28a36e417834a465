/// A box around paragraphs, like AppKit's text block: a section, quote, list, table or cell.
public struct TextBlock: Codable, Sendable {
  /// The kind of a box.
  public enum Kind: Codable, Sendable, Equatable {
    /// A block without a special role.
    case block
    /// A table.
    case table
    /// Rows of a table; those of a head are repeated on every page.
    case rowGroup(isHeader: Bool)
    /// A row of a table.
    case row
    /// A cell: its first column, counted from 0, and how many columns and rows it spans.
    case cell(column: Int, columns: Int, rows: Int)
    /// One or more equal columns of a table; the style gives their width. No text is in it. A group that holds columns
    /// has none of its own.
    case column(columns: Int)
    /// Taken out of the flow: absolutely positioned.
    case positioned
    /// A float, at the side of the text that follows.
    case floating

    /// The maximum number of columns of a table; no page has room for more.
    static let mostColumns = 4096
    /// More rows than any text has: sums of rows must not overflow.
    static let mostRows = Int(Int32.max)

    /// Whether its columns and rows are numbers that a table can have.
    var isInRange: Bool {
      switch self {
      case .cell(let column, let columns, let rows):
        (-1..<Self.mostColumns).contains(column) && (0...Self.mostColumns).contains(columns)
          && (0...Self.mostRows).contains(rows)
      case .column(let columns): (0...Self.mostColumns).contains(columns)
      default: true
      }
    }
  }

  /// The kind of the box.
  public var kind: Kind
  /// The index of the block around it; -1 for an outermost block.
  public var parent: Int32
  /// In `styles`.
  public var style: Int32
  /// The element in the source tree, or -1.
  public var node: Int32
  /// Whether it began in an earlier chapter: it has no top margin, border or padding here.
  public var continuesBefore = false
  /// Whether it continues in a later chapter.
  public var continuesAfter = false
}
