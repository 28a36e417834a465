/// The syntax of the longhands of `outline` (CSS UI 4, section 5).
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
}
