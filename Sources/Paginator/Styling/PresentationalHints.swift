internal import Markup

/// Presentational attributes from before CSS (HTML, section 15.3), as author style that every
/// selector overrides.
struct PresentationalHints {
  private enum Kind: String, CaseIterable {
    case align, valign, bgcolor, text, width, height, cellspacing, cellpadding, border, nowrap
    case color, face, size, clear, hspace, vspace, type, frame, rules, dir
  }

  private let tree: ElementTree
  /// Indexed by name number; nil for names that are not hints.
  private let kinds: [Kind?]
  private let hasHints: Bool
  /// Whether any table may have hints for its cells.
  private let hasTableHints: Bool
  private let hasCenters: Bool
  private let hasIsolates: Bool

  init(_ tree: ElementTree) {
    self.tree = tree
    kinds = tree.names.map { $0.namespace.isEmpty ? Kind(rawValue: $0.local) : nil }
    hasHints = kinds.contains { $0 != nil }
    hasCenters = tree.names.contains { $0.namespace == Namespace.xhtml && $0.local == "center" }
    hasIsolates = tree.names.contains { $0.namespace == Namespace.xhtml && $0.local == "bdi" }
    hasTableHints = kinds.contains { [.cellpadding, .border, .rules, .frame].contains($0) }
  }

  /// The hints of an element as declarations; empty if there are none.
  func css(of node: Int) -> String {
    guard hasHints || hasCenters || hasIsolates, tree.name(of: node).namespace == Namespace.xhtml
    else {
      return ""
    }
    var css = ""
    var mayBeAutomatic = hasIsolates && tree.isElement(node, "bdi")
    for attribute in tree.attributes(of: node) {
      guard let kind = kinds[Int(attribute.name)] else { continue }
      css += declarations(kind, attribute.value, tree.name(of: node).local)
      if kind == .dir { mayBeAutomatic = true }
    }
    if mayBeAutomatic, tree.hasAutomaticDirection(node) {
      css += tree.isAutomaticallyRightToLeft(node) ? "direction: rtl;" : "direction: ltr;"
    }
    if hasTableHints {
      if isCell(node) { css += cellHints(node) }
      css += tree.isElement(node, "table") ? frameHints(node) : ruleHints(node)
    }
    return css + sideMargins(node)
  }

  private static let autoMargins = "margin-left: auto; margin-right: auto;"
  private static let tableParts: Set<String> = ["td", "th", "tr", "thead", "tbody", "tfoot"]
  private static let textBlocks: Set<String> = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6"]
  private static let pictures: Set<String> = ["img", "object", "iframe"]

  private func declarations(_ kind: Kind, _ value: String, _ element: String) -> String {
    let word = value.lowercased()
    switch kind {
    case .align: return align(word, element)
    case .valign where Self.tableParts.contains(element):
      let isKnown = ["top", "middle", "bottom", "baseline"].contains(word)
      return isKnown ? "vertical-align: \(word);" : ""
    case .bgcolor where Self.tableParts.contains(element) || ["body", "table"].contains(element):
      return color("background-color", value)
    case .text where element == "body": return color("color", value)
    case .color where ["font", "hr"].contains(element): return color("color", value)
    case .width where ["table", "td", "th", "col", "colgroup", "hr"].contains(element):
      return length("width", value)
    case .height where ["table", "td", "th", "tr"].contains(element):
      return length("height", value)
    case .cellspacing where element == "table": return length("border-spacing", value)
    case .border where element == "table" || Self.pictures.contains(element):
      return border(value, isTable: element == "table")
    case .nowrap where ["td", "th"].contains(element): return "white-space: nowrap;"
    case .face where element == "font": return face(value)
    case .size where element == "font": return size(word)
    case .size where element == "hr": return length("border-top-width", value)
    case .clear where element == "br":
      return ["left": "left", "right": "right", "all": "both", "both": "both"][word]
        .map { "clear: \($0);" } ?? ""
    case .hspace where Self.pictures.contains(element):
      return length("margin-left", value) + length("margin-right", value)
    case .vspace where Self.pictures.contains(element):
      return length("margin-top", value) + length("margin-bottom", value)
    case .type where ["ol", "ul", "li"].contains(element): return listType(value)
    default: return ""
    }
  }

  private func align(_ word: String, _ element: String) -> String {
    switch element {
    case "table":
      if word == "center" { return Self.autoMargins }
      return ["left", "right"].contains(word) ? "float: \(word);" : ""
    case "hr":
      return ["left": "margin-left: 0; margin-right: auto;", "center": Self.autoMargins][word]
        ?? (word == "right" ? "margin-left: auto; margin-right: 0;" : "")
    case "caption": return word == "bottom" ? "caption-side: bottom;" : ""
    case _ where Self.pictures.contains(element):
      if ["left", "right"].contains(word) { return "float: \(word);" }
      return ["top", "middle", "bottom"].contains(word) ? "vertical-align: \(word);" : ""
    case _ where Self.textBlocks.contains(element) || Self.tableParts.contains(element):
      return ["left", "right", "center", "justify"].contains(word) ? "text-align: \(word);" : ""
    default: return ""
    }
  }

  // MARK: Tables

  private func isCell(_ node: Int) -> Bool {
    tree.isElement(node, "td") || tree.isElement(node, "th")
  }

  private func cellHints(_ node: Int) -> String {
    guard let table = table(around: node) else { return "" }
    var css = tree.attribute("cellpadding", of: table).map { length("padding", $0) } ?? ""
    if rules(of: table) == nil, let border = tree.attribute("border", of: table),
      Self.number(border) != 0
    {
      css += "border: 1px solid;"
    }
    return css
  }

  private func table(around node: Int) -> Int? {
    var table = Int(tree.nodes[node].parent)
    while table >= 0, !tree.isElement(table, "table") { table = Int(tree.nodes[table].parent) }
    return table < 0 ? nil : table
  }

  /// The sides of a table that its `frame` draws (HTML, section 15.3.8).
  private static let frames = [
    "void": "border-style: hidden;", "above": "border-style: solid hidden hidden;",
    "below": "border-style: hidden hidden solid;", "hsides": "border-style: solid hidden;",
    "lhs": "border-style: hidden hidden hidden solid;",
    "rhs": "border-style: hidden solid hidden hidden;", "vsides": "border-style: hidden solid;",
    "box": "border-style: solid;", "border": "border-style: solid;",
  ]
  private static let rules: Set<String> = ["none", "groups", "rows", "cols", "all"]

  private func rules(of table: Int) -> String? {
    tree.attribute("rules", of: table).map { $0.lowercased() }
      .flatMap { Self.rules.contains($0) ? $0 : nil }
  }

  private func frameHints(_ table: Int) -> String {
    let frame = tree.attribute("frame", of: table).flatMap { Self.frames[$0.lowercased()] }
    let hasBorder = tree.attribute("border", of: table) != nil
    var css = frame.map { (hasBorder ? "" : "border-width: 1px;") + $0 } ?? ""
    if rules(of: table) != nil {
      css += "border-collapse: collapse;"
      // Lines between rows are not lines around the table.
      if frame == nil, !hasBorder { css += "border-style: hidden;" }
    }
    return css
  }

  /// The lines that the `rules` of a table draw between its rows, columns or groups.
  private func ruleHints(_ node: Int) -> String {
    let name = tree.name(of: node).local
    guard isCell(node) || name == "colgroup" || Self.tableParts.contains(name),
      let table = table(around: node), let rules = rules(of: table)
    else { return "" }
    let block = "border-top: 1px solid; border-bottom: 1px solid;"
    let inline = "border-left: 1px solid; border-right: 1px solid;"
    switch (rules, name) {
    case ("all", "td"), ("all", "th"): return block + inline
    case ("cols", "td"), ("cols", "th"): return inline
    case ("rows", "tr"): return block
    case ("groups", "colgroup"): return inline
    case ("groups", "thead"), ("groups", "tbody"), ("groups", "tfoot"): return block
    default: return ""
    }
  }

  /// The margins of a block in a `center` element, or in a `div` or cell with `align`, which moves
  /// blocks as well as text.
  private func sideMargins(_ node: Int) -> String {
    let name = tree.name(of: node).local
    let isTable = name == "table" && tree.attribute("align", of: node) == nil
    let parent = Int(tree.nodes[node].parent)
    guard isTable || Self.textBlocks.contains(name), parent >= 0 else { return "" }
    // The text of a table is not aligned by what is around it.
    let text = isTable ? "text-align: start;" : ""
    if tree.isElement(parent, "center") { return Self.autoMargins + text }
    guard tree.isElement(parent, "div") || isCell(parent) else { return "" }
    switch tree.attribute("align", of: parent)?.lowercased() {
    case "center": return Self.autoMargins + text
    case "right": return "margin-left: auto;" + text
    default: return ""
    }
  }

  private func border(_ value: String, isTable: Bool) -> String {
    // For a table, a value that is not a number means a border of one pixel.
    let width = Self.number(value) ?? (isTable ? 1 : 0)
    return width > 0 ? "border: \(width)px solid;" : ""
  }

  // MARK: Values

  /// The number at the start of a value; nil if there is none.
  private static func number(_ value: String) -> Int? {
    Int(value.drop { $0.isWhitespace }.prefix { $0.isASCII && $0.isNumber }.prefix(6))
  }

  /// Pixels or percent (HTML, section 2.3.4.4).
  private func length(_ property: String, _ value: String) -> String {
    guard let dimension = HTMLDimension(value) else { return "" }
    return "\(property): \(dimension.value)\(dimension.isPercentage ? "%" : "px");"
  }

  /// Six hexadecimal digits need no "#" (simplified from HTML, section 2.3.6).
  private func color(_ property: String, _ value: String) -> String {
    let word = value.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
    guard word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }) else {
      return ""
    }
    let isBare = word.count == 6 && word.allSatisfy(\.isHexDigit)
    return "\(property): \(isBare ? "#" : "")\(word);"
  }

  private func face(_ value: String) -> String {
    let names = value.split(separator: ",").map { name in
      "\"" + name.drop { $0 == " " }.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline } + "\""
    }
    return names.isEmpty ? "" : "font-family: \(names.joined(separator: ", "));"
  }

  private static let sizes = [
    "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large",
  ]

  /// 1 to 7, or a signed offset from 3.
  private func size(_ value: String) -> String {
    let word = value.drop { $0.isWhitespace }
    let sign = word.first == "+" ? 1 : word.first == "-" ? -1 : 0
    guard let number = Self.number(String(sign == 0 ? word : word.dropFirst())) else { return "" }
    let index = sign == 0 ? number : 3 + sign * number
    return "font-size: \(Self.sizes[min(max(index, 1), 7) - 1]);"
  }

  private func listType(_ value: String) -> String {
    let types = [
      "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman",
      "I": "upper-roman", "disc": "disc", "circle": "circle", "square": "square", "none": "none",
    ]
    return (types[value] ?? types[value.lowercased()]).map { "list-style-type: \($0);" } ?? ""
  }
}
