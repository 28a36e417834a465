// The keywords of box properties. Raw values are those of CSS; the grammar of each property is its
// cases.

/// `display`, as one keyword (CSS Display 3, section 2).
public enum Display: String, CaseIterable, Codable, Sendable {
  /// The element and its content are not set.
  case none
  /// The element has no box; its content is set as if the element were not there.
  case contents
  /// A block of paragraphs or of other blocks.
  case block
  /// Part of the text of a paragraph.
  case inline
  /// A table that is a block.
  case table
  /// A block that is placed in a line like a character.
  case inlineBlock = "inline-block"
  /// A block that establishes a block formatting context (CSS 2, section 9.4.1).
  case flowRoot = "flow-root"
  /// A block with a list marker.
  case listItem = "list-item"
  /// A table that is placed in a line like a character.
  case inlineTable = "inline-table"
  /// A row of cells.
  case tableRow = "table-row"
  /// Rows of the body of a table (`tbody`).
  case tableRowGroup = "table-row-group"
  /// The first rows of a table, repeated at the top of each page (`thead`).
  case tableHeaderGroup = "table-header-group"
  /// Rows of the foot of a table, set where they are written (`tfoot`).
  case tableFooterGroup = "table-footer-group"
  /// A cell of a row.
  case tableCell = "table-cell"
  /// The width, border and background of a column; it has no content (`col`).
  case tableColumn = "table-column"
  /// A group of columns (`colgroup`).
  case tableColumnGroup = "table-column-group"
  /// The caption of a table, outside its grid.
  case tableCaption = "table-caption"
  /// Part of the text of the block after it; a block where none follows (CSS Display 3, section 2.4). No box of a
  /// text has it.
  case runIn = "run-in"

  /// Whether the element is part of a line: its box is in the line, or it has no box.
  var isInLine: Bool {
    switch self {
    case .inline, .inlineBlock, .inlineTable, .contents: true
    default: false
    }
  }

  /// Whether the box must be inside a table (CSS 2, section 17.2.1).
  var isTablePart: Bool {
    switch self {
    case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableCell, .tableColumn,
      .tableColumnGroup, .tableCaption:
      true
    default: false
    }
  }
}

/// `float` (CSS 2, section 9.5.1; CSS Generated Content for Paged Media, section 2).
public enum FloatValue: String, CaseIterable, Codable, Sendable {
  /// The box is not moved out of the flow.
  case none
  /// The box is moved to the left edge of its block; text continues on its right.
  case left
  /// The box is moved to the right edge of its block; text continues on its left.
  case right
  /// The box is a note at the foot of the page that calls it.
  case footnote

  /// The side that the box is moved to; nil if it is not.
  var side: FloatSide? {
    switch self {
    case .left: .left
    case .right: .right
    case .none, .footnote: nil
    }
  }
}

/// The side of a float.
enum FloatSide { case left, right }

/// `clear` (CSS 2, section 9.5.2).
public enum ClearValue: String, CaseIterable, Codable, Sendable {
  /// The box may be next to any float.
  case none
  /// The box is below earlier floats on the left.
  case left
  /// The box is below earlier floats on the right.
  case right
  /// The box is below all earlier floats.
  case both

  /// Whether the box goes below floats of a side.
  func clears(_ side: FloatSide) -> Bool {
    self == .both || self == (side == .left ? .left : .right)
  }
}

/// `position` (CSS 2, section 9.3.1).
public enum Position: String, CaseIterable, Codable, Sendable {
  /// In its place in the flow.
  case `static`
  /// Drawn away from its place in the flow by `top`, `right`, `bottom` and `left`.
  case relative
  /// Takes no room in the flow; at its offsets from the positioned block around it, or from the page
  /// if that has a fixed layout.
  case absolute
  /// As `absolute`.
  case fixed

  /// Whether the box takes no room among the others.
  var isOutOfFlow: Bool { self == .absolute || self == .fixed }
}

/// `overflow` (CSS Overflow 3, section 3.1).
public enum Overflow: String, CaseIterable, Codable, Sendable {
  /// Content may be outside the box.
  case visible
  /// Nothing is drawn outside the padding box, which has a block formatting context.
  case hidden
  /// Nothing is drawn outside the padding box.
  case clip
  /// As `hidden`, but pages do not scroll: what is after the end of the box or below it is drawn.
  case scroll
  /// As `scroll`.
  case auto

  /// Whether what is outside is not seen; a box that scrolls grows instead.
  var cutsOff: Bool { self == .hidden || self == .clip }
  /// Whether a reader could scroll.
  var scrolls: Bool { self == .scroll || self == .auto }
}

/// The style of a line of a border or outline (CSS Backgrounds 3, section 3.2).
public enum LineStyle: String, CaseIterable, Codable, Sendable {
  /// No line, and a width of zero.
  case none
  /// As `none`; in a table with collapsed borders, no other border is drawn in its place.
  case hidden
  /// One line.
  case solid
  /// Square dots.
  case dotted
  /// Dashes three times as long as wide.
  case dashed
  /// Two parallel lines; one, if the border is narrower than 0.75 points.
  case double
  /// As if carved into the page: two halves, one in a darker color.
  case groove
  /// As if it came out of the page: the opposite of `groove`.
  case ridge
  /// The box as if sunk into the page: the top and left sides in a darker color.
  case inset
  /// The box as if it came out of the page: the opposite of `inset`.
  case outset

  /// Whether it has a line.
  var isDrawn: Bool { self != .none && self != .hidden }

  /// The rank of styles where borders of the same width meet in a table (CSS 2, section 17.6.2.1).
  var rank: Int {
    switch self {
    case .none, .hidden: 0
    case .inset: 1
    case .groove: 2
    case .outset: 3
    case .ridge: 4
    case .dotted: 5
    case .dashed: 6
    case .solid: 7
    case .double: 8
    }
  }
}

/// `unicode-bidi` (CSS Writing Modes 4, section 2.2).
public enum UnicodeBidi: String, CaseIterable, Codable, Sendable {
  /// The element opens no level of embedding.
  case normal
  /// The element is an embedding in its `direction`.
  case embed
  /// The element is isolated from the text around it.
  case isolate
  /// Each paragraph has the direction of its first strong character (UAX #9, P2 and P3).
  case plaintext
  /// All characters have the `direction` of the element.
  case override = "bidi-override"
  /// Isolated as a whole, and all characters have the `direction` of the element.
  case isolatedOverride = "isolate-override"

  /// Whether the text has the direction of its element, whatever its characters are.
  var isOverride: Bool { self == .override || self == .isolatedOverride }
}

/// A width that depends on the content (CSS Sizing 3, section 3.2).
public enum IntrinsicWidth: String, CaseIterable, Codable, Sendable {
  /// As narrow as the widest piece that is not broken.
  case minContent = "min-content"
  /// As wide as the content without line breaks.
  case maxContent = "max-content"
  /// As wide as the content, within the room that there is.
  case fitContent = "fit-content"
  /// As wide as the room that there is (CSS Sizing 4, section 5.1).
  case stretch
}

/// How an image fills its box (CSS Images 3, section 5.5).
public enum ObjectFit: String, CaseIterable, Codable, Sendable {
  /// It has the size of the box.
  case fill
  /// As large as its proportions allow.
  case contain
  /// As small as it can be to cover the box, with what is outside cut off.
  case cover
  /// In its own size (`none`), with what is outside the box cut off.
  case natural = "none"
  /// In its own size, or as large as the box allows.
  case scaleDown = "scale-down"
}
