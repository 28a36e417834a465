/// The syntax of `columns` and its longhands (CSS Multi-column Layout 1, sections 3 to 7).
enum ColumnGrammar {
  static let ruleLonghands = ["column-rule-width", "column-rule-style", "column-rule-color"]

  static let syntax: [String: PropertySyntax] = [
    "column-count": .integer(minimum: 1, or: ["auto"]),
    "column-width": .dimension([.length, .nonNegative], or: ["auto"]),
    "column-gap": .dimension(PropertyTable.positive, or: ["normal"]),
    "column-rule-width": .dimension([.length, .nonNegative], or: ["thin", "medium", "thick"]),
    "column-rule-style": .keywords(of: LineStyle.self),
    "column-rule-color": .color,
    "column-fill": .keywords(["auto", "balance", "balance-all"]),
    "column-span": .keywords(["none", "all"]),
  ]

  /// Other names, from browsers before the properties were settled, and from grids.
  static let aliases: [String: String] = {
    var result = ["grid-column-gap": "column-gap"]
    for name in syntax.keys.sorted() + ["columns", "column-rule"] {
      for prefix in ["-webkit-", "-moz-"] { result[prefix + name] = name }
    }
    return result
  }()

  /// A width and a number, in any order, each of which may be `auto`.
  @Sendable static func columns(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    var (width, count): (StyleValue?, StyleValue?)
    for _ in 0..<2 where !parser.isAtEnd {
      if parser.keyword(of: ["auto"]) != nil { continue }
      if count == nil, let value = DeclarationParser.longhand("column-count", &parser) {
        count = value
      } else if width == nil, let value = DeclarationParser.longhand("column-width", &parser) {
        width = value
      } else {
        return nil
      }
    }
    let automatic = StyleValue.keyword("auto")
    return [("column-width", width ?? automatic), ("column-count", count ?? automatic)]
  }
}

extension StyleComputer {
  /// The longhands of `columns` and `column-rule`, and `column-span`.
  mutating func applyColumns(_ property: String, _ value: StyleValue) {
    if property == "column-span" {
      box.spansColumns = keyword(value) == "all" ? true : nil
      return
    }
    var columns = box.columns ?? initialColumns
    switch property {
    case "column-count": columns.count = lengths.number(value).map { Int(min($0, 1000)) }
    case "column-width": columns.width = lengths.length(value, percentOf: 0)
    case "column-gap": columns.gap = keyword(value) == nil ? lengths.dimension(value) : nil
    case "column-rule-width": columns.rule.width = borderWidth(value)
    case "column-rule-style": columns.rule.style = keyword(value, or: .none)
    case "column-rule-color": columns.rule.color = color(value)
    default: columns.fillsInOrder = keyword(value) == "auto"
    }
    // A box without columns keeps no value, so that its style equals that of other boxes.
    box.columns = columns == initialColumns ? nil : columns
  }

  private var initialColumns: ColumnProperties {
    var columns = ColumnProperties()
    columns.rule.width = borderWidth(.keyword("medium"))
    return columns
  }
}
