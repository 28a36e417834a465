/// The shorthands of the columns of a block, and other names (CSS Multi-column Layout 1, sections 3 and 4).
enum ColumnGrammar {
  static let ruleLonghands = ["column-rule-width", "column-rule-style", "column-rule-color"]

  /// Other names, from browsers before the properties were settled, and from grids.
  static let aliases: [String: String] = {
    var result = ["grid-column-gap": "column-gap"]
    for name in Property.columns.map(\.name) + ["columns", "column-rule"] {
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
