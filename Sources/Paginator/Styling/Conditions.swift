/// `@supports` (CSS Conditional 3, section 6): true if we support the declaration or selector.
enum SupportsCondition {
  static func holds(_ values: [CSSValue], namespaces: [String: String]) -> Bool {
    evaluated(values, namespaces) ?? false
  }

  /// Nil for what is no condition: `not` has one term, and `and` and `or` are not mixed without parentheses. An at-rule
  /// with such a prelude is invalid, also where half of it would hold.
  private static func evaluated(_ values: [CSSValue], _ namespaces: [String: String]) -> Bool? {
    let parts = values.filter { $0 != .token(.whitespace) }
    if parts.count == 2, word(parts[0]) == "not" {
      return term(parts[1], namespaces).map { !$0 }
    }
    guard let first = parts.first, parts.count % 2 == 1, var result = term(first, namespaces)
    else { return nil }
    let joint = parts.count > 1 ? word(parts[1]) : nil
    for index in stride(from: 1, to: parts.count, by: 2) {
      guard word(parts[index]) == joint, joint == "and" || joint == "or",
        let next = term(parts[index + 1], namespaces)
      else { return nil }
      result = joint == "or" ? result || next : result && next
    }
    return result
  }

  private static func word(_ value: CSSValue) -> String? {
    if case .token(.ident(let word)) = value { word.asciiLowercased } else { nil }
  }

  /// Nil for what cannot be a term.
  private static func term(_ value: CSSValue, _ namespaces: [String: String]) -> Bool? {
    switch value {
    case .block(.openParenthesis, let content): inParentheses(content, namespaces)
    case .function(let name, let content):
      // One complex selector, no list. Other functions are conditions of later levels, which do not hold.
      name.asciiLowercased == "selector"
        && SelectorParser(namespaces: namespaces).list(content)?.count == 1
    default: nil
    }
  }

  private static func inParentheses(
    _ content: [CSSValue], _ namespaces: [String: String]
  ) -> Bool? {
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
    return evaluated(content, namespaces) ?? false
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
