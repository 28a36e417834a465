/// What is stacked in a container and never cut: a line, a table row, an empty box.
struct Row {
  /// In the setter's lines; a table row holds the lines of all its cells.
  var firstLine: Int32
  var lineCount: Int32
  /// Cell boxes of a table row, in the flow's `cellBoxes`, placed from the row's top.
  var firstBox: Int32 = 0
  var boxCount: Int32 = 0
  var height: Int
  /// In the text's paragraphs; the first one of a table row.
  var paragraph: Int32
  /// Which line of its paragraph a line is, and of how many.
  var lineInParagraph: Int32 = 0
  var linesInParagraph: Int32 = 1
  /// The innermost block that holds the row.
  var block: Int32
  /// What lies between the row before and this one.
  var gap: Gap
  /// Out of the flow: takes no room.
  var isPositioned = false
  /// At the side of the rows that follow.
  var isFloat = false
  /// How far a float reaches down, which takes no room in the flow.
  var floatHeight = 0
  /// Its lines' places are the page's own, wherever the flow has come to.
  var isAbsolute = false
  /// The fragments of one line, beside one another around an obstacle.
  var isBand = false
  /// Belongs to the head of a table, which is repeated on later pages.
  var tableHead: Int32 = -1
  /// The block of a table's row, whose `block` is the table; it and its group may ask to be kept whole.
  var tableRow: Int32 = -1

  /// The block that says whether the row is kept with its neighbours.
  var keeper: Int32 { tableRow >= 0 ? tableRow : block }

  /// Of the rest of a row that was cut: the text offset it begins with. -1 for a row that is whole.
  var restStart: Int32 = -1

  /// Of the empty rest of a block that asks for a height: the block's first row. -1 for other rows.
  var fillsFrom: Int32 = -1
  /// How many page ends the height of such a rest takes into account.
  var knownPageEnds: Int32 = 0

  /// A line of a paragraph, rather than a table's row or a box.
  var isLine: Bool { lineCount == 1 || isBand }
}

/// The space between two rows, in parts that behave differently where a page ends: the bottom
/// edges of the boxes that close, the margin, the top edges of the boxes that open.
struct Gap {
  var closing = 0
  var margin = 0
  /// Part of `closing`: the margin above the first edge that closes, inside its box.
  var innerMargin = 0
  var opening = 0
  /// Changes to boxes that are drawn, in the flow's `edges`.
  var firstEdge: Int32 = 0
  var edgeCount: Int32 = 0
  /// Whether a page may not end here: `break-before` or `break-after: avoid` between the boxes.
  var avoidsBreak = false
  /// Whether a page must end here.
  var forcesBreak = false

  var total: Int { closing + margin + opening }
}

/// Where a drawn box begins or ends in a gap: below the row before, or above the row behind.
struct BlockEdge {
  var block: Int32
  var isTop: Bool
  /// For a bottom edge: below the end of the row before. For a top edge: above the row behind.
  var distance: Int
}

/// A block's place across: its content box in the container.
struct BlockFrame {
  var x: Int
  var width: Int
  /// The border box.
  var borderX: Int
  var borderWidth: Int
}
