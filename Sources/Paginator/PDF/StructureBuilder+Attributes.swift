internal import Markup

/// The attributes of lists and table cells (ISO 32000-1, section 14.8.5).
extension StructureBuilder {
  mutating func attributes(of node: Int, _ role: PDFElement.Role) -> String {
    switch role {
    case .list: return "<</O/List/ListNumbering/\(numbering(of: node))>>"
    case .cell, .headerCell:
      var text = ""
      if role == .headerCell { text += "/Scope/\(isRowHeader(node) ? "Row" : "Column")" }
      let (columns, rows) = (number("colspan", of: node), number("rowspan", of: node))
      if columns > 1 { text += "/ColSpan \(columns)" }
      if rows > 1 { text += "/RowSpan \(rows)" }
      return text.isEmpty ? "" : "<</O/Table\(text)>>"
    default: return ""
    }
  }

  private func number(_ attribute: String, of node: Int) -> Int {
    let value = tree.attribute(attribute, of: node).flatMap { Int($0) } ?? 1
    return min(max(1, value), 1000)
  }

  // MARK: Lists

  /// How the items of a list are marked (table 347). Items may have another style than their list.
  private func numbering(of list: Int) -> String {
    let name = tree.name(of: list).local
    guard name != "dl" else { return "None" }
    let first = tree.children(of: list).first { tree.isElement($0, "li") && boxes.contains($0) }
    guard let marker = boxes.marker(of: first ?? list) else {
      return name == "ol" ? "Decimal" : name == "ul" ? "Disc" : "None"
    }
    guard case .keyword(let style) = marker else { return "None" }
    return Self.numberings[style] ?? "None"
  }

  private static let numberings = [
    "disc": "Disc", "circle": "Circle", "square": "Square", "decimal": "Decimal",
    "decimal-leading-zero": "Decimal", "lower-roman": "LowerRoman", "upper-roman": "UpperRoman",
    "lower-alpha": "LowerAlpha", "lower-latin": "LowerAlpha", "upper-alpha": "UpperAlpha",
    "upper-latin": "UpperAlpha",
  ]

  // MARK: Header cells

  /// Whether a header cell is about its row rather than its column. Without a statement, it is if
  /// there is data in its row, outside of the table's head (HTML, section 4.9.12.2). Data cells
  /// without content count only after the row's first cell: the corner between headers is one, too.
  private mutating func isRowHeader(_ cell: Int) -> Bool {
    let scope = tree.attribute("scope", of: cell)?.asciiLowercased ?? ""
    if ["row", "rowgroup"].contains(scope) { return true }
    if ["col", "colgroup"].contains(scope) { return false }
    let roles = ariaRoles(of: cell)
    if roles.contains("rowheader") { return true }
    if roles.contains("columnheader") { return false }
    let row = Int(tree.nodes[cell].parent)
    guard row >= 0, !isInHead(row) else { return false }
    let facts = facts(ofRow: row)
    return facts.hasData || facts.firstCell == cell && facts.hasDataCells
  }

  /// What the header cells of a row depend on.
  struct RowFacts {
    let row: Int
    let firstCell: Int?
    let hasDataCells: Bool
    /// Whether one of them has content.
    let hasData: Bool
  }

  /// The cells of a row are asked for one after the other: the row is examined once.
  private mutating func facts(ofRow row: Int) -> RowFacts {
    if let known = lastRow, known.row == row { return known }
    let cells = tree.children(of: row).filter { tree.nodes[$0].kind == .element }
    let made = RowFacts(
      row: row, firstCell: cells.first, hasDataCells: cells.contains { role(of: $0) == .cell },
      hasData: cells.contains { isData($0) })
    lastRow = made
    return made
  }

  private func isInHead(_ row: Int) -> Bool {
    let group = Int(tree.nodes[row].parent)
    return group >= 0 && tree.isElement(group, "thead")
  }

  /// Whether a node is a data cell with content.
  private func isData(_ node: Int) -> Bool {
    guard tree.nodes[node].kind == .element, role(of: node) == .cell else { return false }
    return (node + 1..<Int(tree.nodes[node].end)).contains { inner in
      switch tree.nodes[inner].kind {
      case .text: tree.string(of: inner).contains { !$0.isWhitespace }
      case .element: ["img", "svg", "math", "input", "object"].contains(tree.name(of: inner).local)
      default: false
      }
    }
  }

  // MARK: Tables

  /// The captions, rows, groups of rows and cells in a table or in a part of one, in the order of
  /// the page: a foot is at the end.
  func tableParts(of node: Int) -> [Int] {
    var feet: [Int] = []
    var parts: [Int] = []
    for child in tree.children(of: node)
    where tree.nodes[child].kind == .element && boxes.contains(child) {
      guard let role = role(of: child), tree.attribute("aria-hidden", of: child) != "true" else {
        continue
      }
      switch role {
      case .tableFoot: feet.append(child)
      case .caption, .tableHead, .tableBody, .row, .cell, .headerCell: parts.append(child)
      default: break
      }
    }
    return parts + feet
  }
}
