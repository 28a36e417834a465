// The keywords of box properties. Raw values are those of CSS; the grammar of each property is its
// cases.

/// `display`, as one keyword (CSS Display 3, section 2).
public enum Display: String, CaseIterable, Codable, Sendable {
  case none, contents, block, inline, table
  case inlineBlock = "inline-block"
  case flowRoot = "flow-root"
  case listItem = "list-item"
  case inlineTable = "inline-table"
  case tableRow = "table-row"
  case tableRowGroup = "table-row-group"
  case tableHeaderGroup = "table-header-group"
  case tableFooterGroup = "table-footer-group"
  case tableCell = "table-cell"
  case tableColumn = "table-column"
  case tableColumnGroup = "table-column-group"
  case tableCaption = "table-caption"

  /// Whether the box is in a line, or has no box of its own.
  var isInLine: Bool {
    switch self {
    case .inline, .inlineBlock, .inlineTable, .contents: true
    default: false
    }
  }
}

/// `float` (CSS 2, section 9.5.1; CSS Generated Content for Paged Media, section 2).
public enum FloatValue: String, CaseIterable, Codable, Sendable {
  case none, left, right, footnote

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
  case none, left, right, both

  /// Whether the box goes below floats of a side.
  func clears(_ side: FloatSide) -> Bool {
    self == .both || self == (side == .left ? .left : .right)
  }
}

/// `position` (CSS 2, section 9.3.1).
public enum Position: String, CaseIterable, Codable, Sendable {
  case `static`, relative, absolute, fixed

  /// Whether the box takes no room among the others.
  var isOutOfFlow: Bool { self == .absolute || self == .fixed }
}

/// `overflow` (CSS Overflow 3, section 3.1).
public enum Overflow: String, CaseIterable, Codable, Sendable {
  case visible, hidden, clip, scroll, auto
}

/// The style of a line of a border or outline (CSS Backgrounds 3, section 3.2).
public enum LineStyle: String, CaseIterable, Codable, Sendable {
  case none, hidden, solid, dotted, dashed, double, groove, ridge, inset, outset

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
  case normal, embed, isolate, plaintext
  case override = "bidi-override"
  case isolatedOverride = "isolate-override"

  /// Whether the text has the direction of its element, whatever its characters are.
  var isOverride: Bool { self == .override || self == .isolatedOverride }
}
