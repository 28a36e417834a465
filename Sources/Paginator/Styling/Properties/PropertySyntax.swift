/// The syntax of a longhand's value.
enum PropertySyntax: Sendable {
  case keywords(Set<String>)
  case dimension(DimensionKinds, or: Set<String>)
  case color
  case integer(minimum: Int, or: Set<String>)
  case custom(@Sendable (inout ValueParser) -> StyleValue?)

  /// The keywords that a type has as its cases.
  static func keywords<Value: CaseIterable & RawRepresentable<String>>(
    of type: Value.Type, and others: Set<String> = []
  ) -> PropertySyntax {
    .keywords(Set(type.allCases.map(\.rawValue)).union(others))
  }

  /// One or more of a set of keywords, or `none` or `normal`.
  static func keywordSet(_ allowed: Set<String>) -> PropertySyntax {
    .custom { PropertyGrammar.keywordSet(&$0, allowed) }
  }

  /// The value at the place of a parser; nil if there is none with this syntax.
  func value(_ parser: inout ValueParser) -> StyleValue? {
    switch self {
    case .keywords(let allowed): return parser.keyword(of: allowed)
    case .dimension(let kinds, let words):
      return parser.keyword(of: words) ?? parser.dimension(kinds)
    case .color: return parser.color()
    case .integer(let minimum, let words):
      if let word = parser.keyword(of: words) { return word }
      guard let number = parser.integer(), number >= minimum else { return nil }
      return .number(Double(number))
    case .custom(let parse): return parse(&parser)
    }
  }
}
