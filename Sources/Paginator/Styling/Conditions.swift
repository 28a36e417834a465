/// Evaluates `@media` conditions for a printed page (Media Queries 4).
struct MediaQuery: Sendable {
  /// The page size, if known, for width, height and orientation.
  var page: Size?

  func matches(_ values: [CSSValue]) -> Bool {
    let queries = values.split(separator: .token(.comma))
    if queries.isEmpty { return true }
    return queries.contains { query(Array($0)) }
  }

  private func query(_ values: [CSSValue]) -> Bool {
    var negated = false
    var result = true
    for value in values {
      switch value {
      case .token(.ident(let word)):
        switch word.asciiLowercased {
        case "not": negated = true
        case "only", "and": break
        case "all", "print": break
        default: result = false
        }
      case .block(.openParenthesis, let content): result = result && feature(content)
      case .token(.whitespace): break
      default: return false
      }
    }
    return negated ? !result : result
  }

  private func feature(_ content: [CSSValue]) -> Bool {
    var parser = ValueParser(content)
    guard let name = parser.keyword() else { return false }
    guard parser.peek == .token(.colon) else {
      return ["color", "width", "height", "aspect-ratio"].contains(name)
    }
    parser.advance()
    if let word = parser.keyword() {
      switch name {
      case "orientation":
        return page.map { ($0.width > $0.height) == (word == "landscape") } ?? (word == "portrait")
      case "prefers-color-scheme": return word == "light"
      case "prefers-reduced-motion": return word == "reduce"
      default: return false
      }
    }
    guard let points = parser.dimension().flatMap(Self.points), let page else { return false }
    switch name {
    case "min-width": return page.width.points >= points
    case "max-width": return page.width.points <= points
    case "min-height": return page.height.points >= points
    case "max-height": return page.height.points <= points
    default: return false
    }
  }
}

extension MediaQuery {
  /// A length in points; `em` is the initial font size (Media Queries 4, section 1.3).
  private static func points(_ value: StyleValue) -> Double? {
    switch value {
    case .length(let amount, let unit): return amount * (unit.points ?? 12)
    case .calculation(let calculation):
      return calculation.quantity { operand in
        points(operand).map { Quantity(value: $0) }
      }?.value
    default: return nil
    }
  }
}

/// `@supports` (CSS Conditional 3, section 6): true if we support the declaration or selector.
enum SupportsCondition {
  static func holds(_ values: [CSSValue], namespaces: [String: String]) -> Bool {
    var result: Bool?
    var negate = false
    var isOr = false
    for value in values {
      switch value {
      case .token(.ident(let word)):
        switch word.asciiLowercased {
        case "not": negate = true
        case "or": isOr = true
        case "and": isOr = false
        default: return false
        }
      case .block(.openParenthesis, let content):
        let term = inParentheses(content, namespaces: namespaces) != negate
        negate = false
        result = result.map { isOr ? $0 || term : $0 && term } ?? term
      case .function(let name, let content) where name.asciiLowercased == "selector":
        let term = (SelectorParser(namespaces: namespaces).list(content) != nil) != negate
        negate = false
        result = result.map { isOr ? $0 || term : $0 && term } ?? term
      case .token(.whitespace): break
      default: return false
      }
    }
    return result ?? false
  }

  private static func inParentheses(_ content: [CSSValue], namespaces: [String: String]) -> Bool {
    let significant = content.filter { $0 != .token(.whitespace) }
    if significant.count > 1, case .token(.ident(let name)) = significant[0],
      significant[1] == .token(.colon)
    {
      let parsed = DeclarationParser.parse(name, Array(significant.dropFirst(2)))
      if case .success = parsed { return true }
      return false
    }
    return holds(content, namespaces: namespaces)
  }
}

/// Serializes component values.
enum CSSText {
  /// A text of at most 80 characters, for messages.
  static func describe(_ values: [CSSValue]) -> String {
    let words = text(values)
    return words.count > 80 ? words.prefix(77) + "..." : words
  }

  /// The values as CSS text, with collapsed white space.
  static func text(_ values: [CSSValue]) -> String {
    values.map(describe).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func describe(_ value: CSSValue) -> String {
    switch value {
    case .token(let token), .unmatched(let token): return describe(token)
    case .function(let name, let content): return "\(name)(\(text(content)))"
    case .block(let open, let content):
      let close = open == .openBrace ? "}" : open == .openBracket ? "]" : ")"
      return describe(open) + text(content) + close
    }
  }

  private static func describe(_ token: CSSToken) -> String {
    switch token {
    case .ident(let name): name
    case .function(let name): name + "("
    case .atKeyword(let name): "@" + name
    case .hash(let name, _): "#" + name
    case .string(let text): "\"\(text)\""
    case .url(let text): "url(\(text))"
    case .delim(let scalar): String(Character(scalar))
    case .match(let text): text
    case .number(let number): number.text
    case .percentage(let number): number.text + "%"
    case .dimension(let number, let unit): number.text + unit
    case .unicodeRange(let low, let high):
      "U+" + String(low, radix: 16, uppercase: true) + "-"
        + String(high, radix: 16, uppercase: true)
    case .whitespace: " "
    case .colon: ":"
    case .semicolon: ";"
    case .comma: ","
    case .openBracket: "["
    case .openParenthesis: "("
    case .openBrace: "{"
    case .closeBracket: "]"
    case .closeParenthesis: ")"
    case .closeBrace: "}"
    default: ""
    }
  }
}
