/// A unit of stacking in a container: a line, a table row, or an empty box. Lines are never cut;
/// the others may be (`Flow.cutRow`).
struct Row {
  /// Index into the setter's lines; a table row holds the lines of all its cells.
  var firstLine: Int32
  var lineCount: Int32
  /// The cell boxes of a table row in the flow's `cellBoxes`, placed from the row's top.
  var firstBox: Int32 = 0
  var boxCount: Int32 = 0
  var height: Int
  /// Index into the text's paragraphs; the first paragraph of a table row.
  var paragraph: Int32
  /// The number of a line in its paragraph, and how many lines the paragraph has.
  var lineInParagraph: Int32 = 0
  var linesInParagraph: Int32 = 1
  /// The innermost block that contains the row.
  var block: Int32
  /// The space between the previous row and this one.
  var gap: Gap
  /// Whether it is out of the flow and takes no height.
  var isPositioned = false
  /// Whether it is a float at the side of the following rows.
  var isFloat = false
  /// How far what must be on its page reaches below the row's top and takes no height in the flow: a
  /// float, those that belong to a line, or the bottom edges of boxes that end with the row.
  var reach = 0
  /// Whether its lines are placed from the top of the page, not from the current point of the flow.
  var isAbsolute = false
  /// Whether its lines are the fragments of one line, next to one another around an obstacle.
  var isBand = false
  /// The table whose head the row belongs to, which is repeated on later pages; -1 for other rows.
  var tableHead: Int32 = -1
  /// The part of the space above the first row of a table that is inside the table's box and not among
  /// the edges of its style: the spacing, and what collapsed borders add.
  var tableOpening = 0
  /// The row block of a table row, whose `block` is the table; -1 for other rows. The row block and
  /// its group may have `break-inside: avoid`.
  var tableRow: Int32 = -1

  /// For the content of a block with columns, its place in the flow's `columnParts`; -1 for other rows.
  var columnPart: Int32 = -1

  /// Its lines, as indices.
  var lineRange: Range<Int> { Int(firstLine)..<Int(firstLine + lineCount) }
  /// Its cell boxes, as indices.
  var boxRange: Range<Int> { Int(firstBox)..<Int(firstBox + boxCount) }

  /// The block that decides whether the row is kept with its neighbours.
  var keeper: Int32 { tableRow >= 0 ? tableRow : block }

  /// For the rest of a cut row, the text offset with which it begins; -1 for a whole row.
  var restStart: Int32 = -1
  /// Whether the content of its cells, which `vertical-align` moved down, is moved back to their tops: in both parts of a
  /// row that is cut.
  var hasCellsAtTop = false

  /// For rows that spanning cells join to one, their place in the flow's `joinedRows`; -1 for others.
  var joined: Int32 = -1
  /// How far the rest of joined rows begins below the first of them.
  var joinedTop = 0

  /// Whether it is the line of an empty block with a height, which is where the block begins.
  var beginsEmptyBox = false
  /// For the empty rest of a block with a height, the first row of the block; -1 for other rows.
  var fillsFrom: Int32 = -1
  /// How many page ends are already counted in the height of such a rest.
  var knownPageEnds: Int32 = 0

  /// Whether a table row or a box is never cut to fill a page. Rows of several lines are cut sooner
  /// than others: a play that is set in a table fills its pages.
  func isKeptWhole(onPageOf pageHeight: Int) -> Bool {
    height <= pageHeight / (lineCount > 1 ? 4 : 2)
  }

  /// Whether a table row or a box that fits on a page is not cut to fill a page, of which `room` is
  /// then empty.
  func isKeptWhole(onPageOf pageHeight: Int, leaving room: Int) -> Bool {
    isKeptWhole(onPageOf: pageHeight) || room * (lineCount > 1 ? 8 : 4) <= pageHeight
  }

  /// Whether it only moves what follows below the floats.
  var isClearance: Bool {
    lineCount + boxCount == 0 && gap.isBesideFloats && fillsFrom < 0 && !isPositioned
  }

  /// Whether it is a line of a paragraph, not a table row or a box.
  var isLine: Bool { lineCount == 1 || isBand }
}

/// The space between two rows, in parts that behave differently where a page ends: the bottom
/// edges of the boxes that close, the margin, the top edges of the boxes that open.
struct Gap {
  var closing = 0
  var margin = 0
  /// The part of `closing` that is the margin above the first edge that closes, inside its box.
  var innerMargin = 0
  var opening = 0
  /// The drawn boxes that open or close here, in the flow's `edges`.
  var firstEdge: Int32 = 0
  var edgeCount: Int32 = 0
  var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge + edgeCount) }
  /// Whether a page end here is avoided: `break-before` or `break-after: avoid` between the boxes.
  var avoidsBreak = false
  /// Whether a page end here leaves one low row of a table alone.
  var leavesOneRow = false
  /// Whether floats are next to the gap, on which the row after it depends.
  var isBesideFloats = false
  /// Whether a page must end here.
  var forcesBreak = false

  var total: Int { closing + margin + opening }

  /// Keeps the row after the gap with the floats next to it.
  mutating func keepBesideFloats() {
    avoidsBreak = true
    isBesideFloats = true
  }
}

/// An edge of a drawn box in a gap: below the row before the gap, or above the row after it.
struct BlockEdge {
  enum Kind {
    case top, bottom
    /// Both edges of a box without height.
    case empty
  }

  var block: Int32
  var kind: Kind
  /// For a top edge, the distance above the row after the gap; for the others, below the row before it.
  var distance: Int

  var isTop: Bool { kind == .top }
}

/// The horizontal place of a block: its content box in the container.
struct BlockFrame {
  var x: Int
  var width: Int
  /// The border box.
  var borderX: Int
  var borderWidth: Int
  /// How much `measure-min` took away at the left, from the block and from those around it.
  var taken = 0
}
