/// The syntax of `transform` (CSS Transforms 1, section 11), as far as boxes are moved by it.
enum TransformGrammar {
  @Sendable static func translation(_ parser: inout ValueParser) -> StyleValue? {
    if let none = parser.keyword(of: ["none"]) { return none }
    guard case .function(let name, let content) = parser.peek else { return nil }
    parser.advance()
    var inner = ValueParser(content)
    guard let first = inner.dimension(PropertyTable.lengthOrPercent) else { return nil }
    switch name.asciiLowercased {
    case "translatex" where inner.isAtEnd: return .list([first, .percentage(0)])
    case "translatey" where inner.isAtEnd: return .list([.percentage(0), first])
    case "translate":
      if inner.isAtEnd { return .list([first, .percentage(0)]) }
      guard inner.comma(), let second = inner.dimension(PropertyTable.lengthOrPercent),
        inner.isAtEnd
      else { return nil }
      return .list([first, second])
    default: return nil
    }
  }
}

extension StyleComputer {
  /// The computed value of `transform`; nil for `none`.
  func translation(_ value: StyleValue) -> Translation? {
    guard case .list(let parts) = value, parts.count == 2, let x = lengths.dimension(parts[0]),
      let y = lengths.dimension(parts[1])
    else { return nil }
    return Translation(x: x, y: y)
  }
}
