/// The syntax of `text-emphasis` and its longhands (CSS Text Decoration 3, section 3).
enum EmphasisGrammar {
  static let longhands = ["text-emphasis-style", "text-emphasis-color"]
  private static let shapes = Set(EmphasisMark.Shape.allCases.map(\.rawValue))

  /// `none`, a string, or a shape that is filled or open.
  @Sendable static func style(_ parser: inout ValueParser) -> StyleValue? {
    if let none = parser.keyword(of: ["none"]) { return none }
    if let text = parser.string() { return .string(text) }
    var (fill, shape) = (parser.keyword(of: ["filled", "open"]), parser.keyword(of: shapes))
    if fill == nil { fill = parser.keyword(of: ["filled", "open"]) }
    guard fill != nil || shape != nil else { return nil }
    // In horizontal text, the shape is a circle (section 3.1).
    shape = shape ?? .keyword("circle")
    return .list([fill ?? .keyword("filled"), shape ?? .keyword("circle")])
  }

  /// `over` or `under`, and the side in vertical text, in any order.
  @Sendable static func position(_ parser: inout ValueParser) -> StyleValue? {
    let (lines, sides): (Set<String>, Set<String>) = (["over", "under"], ["left", "right"])
    var side = parser.keyword(of: sides)
    guard let line = parser.keyword(of: lines) else { return nil }
    if side == nil { side = parser.keyword(of: sides) }
    return .list([line, side ?? .keyword("right")])
  }

  @Sendable static func shorthand(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    var (mark, color): (StyleValue?, StyleValue?)
    while !parser.isAtEnd {
      if color == nil, let value = parser.color() {
        color = value
      } else if mark == nil, let value = style(&parser) {
        mark = value
      } else {
        return nil
      }
    }
    guard mark != nil || color != nil else { return nil }
    return [
      ("text-emphasis-style", mark ?? .keyword("none")),
      ("text-emphasis-color", color ?? .keyword("currentcolor")),
    ]
  }
}

extension StyleComputer {
  func emphasis(_ value: StyleValue) -> EmphasisMark? {
    switch value {
    case .string(let text): text.unicodeScalars.first.map { .character($0.value) }
    case .list(let words) where words.count == 2:
      .shape(keyword(words[1], or: .circle), isFilled: words[0] == .keyword("filled"))
    default: nil
    }
  }
}
