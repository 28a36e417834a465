/// The syntax of `outline` and its longhands (CSS UI 4, section 5).
enum OutlineGrammar {
  static let longhands = ["outline-width", "outline-style", "outline-color"]
  /// Those of borders, with `auto` instead of `hidden`.
  static let styles = Set(LineStyle.allCases.map(\.rawValue)).subtracting(["hidden"])
    .union(["auto"])

  /// A color. `auto` and the older `invert` stand for the color of the text.
  @Sendable static func color(_ parser: inout ValueParser) -> StyleValue? {
    if parser.keyword(of: ["auto", "invert"]) != nil { return .keyword("currentcolor") }
    return parser.color()
  }

  /// The width, style and color in any order.
  @Sendable static func shorthand(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    var (width, style, color): (StyleValue?, StyleValue?, StyleValue?)
    while !parser.isAtEnd {
      if style == nil, let value = parser.keyword(of: styles) {
        style = value
      } else if width == nil, let value = PropertySyntax.borderWidth.value(&parser) {
        width = value
      } else if color == nil, let value = self.color(&parser) {
        color = value
      } else {
        return nil
      }
    }
    guard width != nil || style != nil || color != nil else { return nil }
    return [
      ("outline-width", width ?? .keyword("medium")), ("outline-style", style ?? .keyword("none")),
      ("outline-color", color ?? .keyword("currentcolor")),
    ]
  }
}
