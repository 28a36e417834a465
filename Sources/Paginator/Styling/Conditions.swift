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
      var value = Array(significant.dropFirst(2))
      _ = CSSParser.takeImportant(from: &value)
      let parsed = DeclarationParser.parse(name, value)
      guard case .success(let longhands) = parsed else { return false }
      return longhands.allSatisfy(isHonoured)
    }
    return holds(content, namespaces: namespaces)
  }

  /// Whether a declaration that can be parsed has an effect on text.
  private static func isHonoured(_ property: String, _ value: StyleValue) -> Bool {
    if case .keyword(let word) = value, property == "display" {
      return PropertyGrammar.itemContainers[word] == nil
    }
    return !PropertyTable.drawing.contains(property)
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
