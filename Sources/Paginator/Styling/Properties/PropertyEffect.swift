/// What a property changes, and of which elements.
enum PropertyEffect: Sendable {
  /// Text, lines, the ends of pages, or boxes.
  case moves(ElementKinds)
  /// A color. Layout makes no boxes in which nothing is drawn: of its values, only a transparent one may
  /// move something.
  case shows(ElementKinds)
  /// How pages are drawn, and nothing that moves.
  case paints(ElementKinds)

  /// The elements and boxes to which the property applies.
  var elements: ElementKinds {
    switch self {
    case .moves(let elements), .shows(let elements), .paints(let elements): elements
    }
  }
}

/// Kinds of elements and boxes, as the lines "Applies to" of the specifications name them.
struct ElementKinds: OptionSet, Sendable {
  let rawValue: Int

  static let text = ElementKinds(rawValue: 1 << 0)
  static let inlineBoxes = ElementKinds(rawValue: 1 << 1)
  static let blockContainers = ElementKinds(rawValue: 1 << 2)
  static let replaced = ElementKinds(rawValue: 1 << 3)
  static let listItems = ElementKinds(rawValue: 1 << 4)
  static let tables = ElementKinds(rawValue: 1 << 5)
  static let captions = ElementKinds(rawValue: 1 << 6)
  static let cells = ElementKinds(rawValue: 1 << 7)
  static let rows = ElementKinds(rawValue: 1 << 8)
  static let rowGroups = ElementKinds(rawValue: 1 << 9)
  /// Columns of tables, and their groups.
  static let tableColumns = ElementKinds(rawValue: 1 << 10)
  static let floats = ElementKinds(rawValue: 1 << 11)
  static let positioned = ElementKinds(rawValue: 1 << 12)
  static let multiColumn = ElementKinds(rawValue: 1 << 13)
  static let firstLetters = ElementKinds(rawValue: 1 << 14)
  /// Pages, in `@page` rules.
  static let pages = ElementKinds(rawValue: 1 << 15)
  static let marginBoxes = ElementKinds(rawValue: 1 << 16)

  static let allElements: ElementKinds = [
    .text, .inlineBoxes, .blockContainers, .replaced, .listItems, .tables, .captions, .cells, .rows,
    .rowGroups, .tableColumns, .floats, .positioned, .multiColumn, .firstLetters,
  ]
  static let blockLevel: ElementKinds = [.blockContainers, .listItems, .tables, .multiColumn]

  static func all(except others: ElementKinds) -> ElementKinds {
    allElements.subtracting(others)
  }

  /// The kind of a part of a table; nil for other boxes.
  static func tablePart(_ display: Display) -> ElementKinds? {
    switch display {
    case .tableRow: .rows
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: .rowGroups
    case .tableColumn, .tableColumnGroup: .tableColumns
    case .tableCell: .cells
    default: nil
    }
  }
}
