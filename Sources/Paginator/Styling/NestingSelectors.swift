/// The selectors of a style rule, to which nested rules refer (CSS Nesting 1, section 4).
struct NestingSelectors {
  let prelude: [CSSValue]
  let selectors: [Selector]

  /// Nested rules repeat the selectors around them: without a limit, few lines would make very long ones.
  private static let mostValues = 2_000

  /// A nested rule's selectors as those of a rule that is not nested: `&` is `:is()` of these selectors, and what
  /// does not contain it is below them.
  /// - Returns: nil for selectors that are too long.
  func selectors(_ values: [CSSValue]) -> [CSSValue]? {
    let parent = Self.trimmed(prelude[...])
    let own: [CSSValue] = [.token(.colon), .function("is", Array(parent))]
    var result: [CSSValue] = []
    for part in values.split(separator: .token(.comma), omittingEmptySubsequences: false) {
      if !result.isEmpty { result.append(.token(.comma)) }
      let part = Self.trimmed(part)
      if !part.isEmpty, !part.contains(where: Self.containsNesting) {
        result += own + [.token(.whitespace)]
      }
      result += part.flatMap { Self.replaced($0, by: own) }
    }
    return Self.count(result) <= Self.mostValues ? result : nil
  }

  private static func trimmed(_ values: ArraySlice<CSSValue>) -> ArraySlice<CSSValue> {
    var values = values
    while values.first == .token(.whitespace) { values.removeFirst() }
    while values.last == .token(.whitespace) { values.removeLast() }
    return values
  }

  private static func containsNesting(_ value: CSSValue) -> Bool {
    switch value {
    case .token(let token): token == .delim("&")
    case .function(_, let content): content.contains(where: containsNesting)
    case .block, .unmatched: false
    }
  }

  private static func replaced(_ value: CSSValue, by own: [CSSValue]) -> [CSSValue] {
    switch value {
    case .token(.delim("&")): own
    case .function(let name, let content):
      [.function(name, content.flatMap { replaced($0, by: own) })]
    default: [value]
    }
  }

  private static func count(_ values: [CSSValue]) -> Int {
    values.reduce(0) { sum, value in
      switch value {
      case .function(_, let content), .block(_, let content): sum + 1 + count(content)
      case .token, .unmatched: sum + 1
      }
    }
  }
}
