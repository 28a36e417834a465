/// A box around paragraphs, as an attribute of their paragraph style (`NSTextBlock`). Adjacent
/// paragraphs with equal blocks at the same depth share one box. Boxes are laid out like those of
/// CSS: they have margins, borders and padding, and continue over page ends.
public struct ParagraphBlock: Hashable, Codable, Sendable {
  /// Distinguishes the block from an adjacent one that is equal otherwise.
  public var id: Int
  /// The space around the border. Vertical margins of adjacent boxes collapse.
  public var margin = Insets.zero
  /// The widths of the borders; 0 for none.
  public var borderWidths = Insets.zero
  /// The colors of the borders.
  public var borderColors = Edges(Color.black)
  /// The space between the border and the paragraphs.
  public var padding = Insets.zero
  /// The color inside the border.
  public var background = Color.transparent
  /// The width of the paragraphs; nil for the width that is there. Fractions are of the width around the block, in the
  /// cells of a table of the table's.
  public var width: Dimension?
  /// The least width of the paragraphs; it wins over `maximumWidth`.
  public var minimumWidth: Dimension?
  /// The greatest width of the paragraphs.
  public var maximumWidth: Dimension?
  /// The height of the paragraphs; nil for what they need. Paragraphs that need more are drawn over what follows.
  public var height: Length?
  /// The least height of the paragraphs; it wins over `maximumHeight`.
  public var minimumHeight: Length = 0
  /// The greatest height of the paragraphs; it has no effect in cells of tables.
  public var maximumHeight: Length?
  /// Where the paragraphs of a cell are, if its row is higher than they are.
  public var verticalAlignment = VerticalAlignment.top
  /// Nil for a box; otherwise the block is a cell of a table.
  public var cell: ParagraphTableCell?

  /// The place of paragraphs in a higher row (`NSTextBlock.VerticalAlignment`).
  public enum VerticalAlignment: String, Codable, Sendable {
    /// At the edges of the row, or half of the free height on each side.
    case top, middle, bottom
    /// The first line is on one baseline with those of the row's other cells with this alignment.
    case baseline
  }

  /// A box without borders and padding.
  public init(id: Int = 0) { self.id = id }

  /// A cell of a table (`NSTextTableBlock`).
  public init(cell: ParagraphTableCell, id: Int = 0) {
    self.id = id
    self.cell = cell
  }

  /// The color of the border above, and, when it is set, of all borders (`NSTextBlock.setBorderColor(_:)`).
  public var borderColor: Color {
    get { borderColors.top }
    set { borderColors = Edges(newValue) }
  }
}

/// A table whose cells are blocks of paragraph styles (`NSTextTable`). Its cells follow each other
/// row by row in the text.
public struct ParagraphTable: Hashable, Codable, Sendable {
  /// Distinguishes the table from an adjacent one that is equal otherwise.
  public var id: Int
  /// Whether the first row decides the widths of the columns; otherwise all of the text does
  /// (`NSTextTable.LayoutAlgorithm`).
  public var isFixed = false
  /// The width of the table; nil for what its content needs, or all of the width if it is fixed.
  public var width: Dimension?
  /// Whether adjacent cells share their borders.
  public var collapsesBorders = false
  /// Whether cells without text have neither borders nor a background.
  public var hidesEmptyCells = false
  /// The space between cells that do not share borders.
  public var cellSpacing: Length = 0
  /// How many rows are repeated at the top of every page.
  public var headerRowCount = 0
  /// The color behind the cells.
  public var background = Color.transparent

  /// A table.
  public init(id: Int = 0) { self.id = id }
}

/// The place of a cell in its table.
public struct ParagraphTableCell: Hashable, Codable, Sendable {
  /// The table.
  public var table: ParagraphTable
  /// The first row, counted from 0.
  public var row: Int
  /// The first column, counted from 0.
  public var column: Int
  /// How many rows the cell has; at least 1.
  public var rowSpan: Int
  /// How many columns the cell has; at least 1.
  public var columnSpan: Int

  /// A cell at a row and a column.
  public init(
    _ table: ParagraphTable, row: Int, column: Int, rowSpan: Int = 1, columnSpan: Int = 1
  ) {
    self.table = table
    self.row = row
    self.column = column
    self.rowSpan = rowSpan
    self.columnSpan = columnSpan
  }
}

/// A list, as an attribute of the paragraph styles of its items (`NSTextList`). Every paragraph with
/// the list is an item. Markers are drawn before the items and are not part of the text.
public struct ParagraphList: Hashable, Codable, Sendable {
  /// Distinguishes the list from an adjacent one that is equal otherwise.
  public var id: Int
  /// A counter style of CSS, such as `disc`, `decimal`, `lower-roman` or `upper-alpha`
  /// (`NSTextList.MarkerFormat`). An unknown one gives decimal numbers.
  public var markerFormat: String
  /// The number of the first item.
  public var startingItemNumber: Int
  /// How far the items are indented; their markers are in this space.
  public var indent: Length

  /// A list by the format of its markers.
  public init(
    _ markerFormat: String = "disc", id: Int = 0, startingItemNumber: Int = 1, indent: Length = 36
  ) {
    self.id = id
    self.markerFormat = markerFormat
    self.startingItemNumber = startingItemNumber
    self.indent = indent
  }
}

extension AttributedText {
  /// Whether paragraph styles ask for boxes, tables or lists.
  var hasParagraphBlocks: Bool {
    paragraphsFollowText && styles.contains { $0.paragraph?.hasBlocks ?? false }
  }
}
