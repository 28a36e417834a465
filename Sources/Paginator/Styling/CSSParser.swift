/// A component value (CSS Syntax 3, section 5): a token, a block with its content, or a function.
package indirect enum CSSValue: Equatable, Sendable {
  case token(CSSToken)
  case block(CSSToken, [CSSValue])
  case function(String, [CSSValue])
  /// A closing bracket without an opening one.
  case unmatched(CSSToken)
}

/// A rule or declaration, with its start as a scalar offset.
package enum CSSConstruct: Sendable {
  case atRule(name: String, prelude: [CSSValue], block: CSSBlock?, offset: Int)
  case qualified(prelude: [CSSValue], block: CSSBlock, offset: Int)
  case declaration(CSSDeclaration)
  case invalid(offset: Int)
  /// What would be a nested rule if it did not begin with the name of an element.
  case namedRule(offset: Int)
  /// Input after the single rule that was requested.
  case extraInput(offset: Int)
}

/// A rule's block: its content and its range of tokens, so that it can be parsed again.
package struct CSSBlock: Sendable {
  package let content: [CSSValue]
  let body: Range<Int>
}

package struct CSSDeclaration: Sendable {
  package let name: String
  package let value: [CSSValue]
  package let isImportant: Bool
  package let offset: Int
}

/// The parser of CSS Syntax 3, section 5. It knows rules, declarations and blocks, but no
/// properties.
package struct CSSParser {
  private let tokens: [(token: CSSToken, offset: Int)]
  private var index = 0
  private let end: Int
  private var depth = 0
  /// The content of deeper blocks is skipped: hostile input must not overflow the stack.
  private static let maximumDepth = 200

  /// - Parameter reportsEnd: whether the values hold a token for a string or URL that is not closed.
  package init(_ text: String, reportsEnd: Bool = false) {
    tokens = CSSTokenizer.tokens(of: text, reportsEnd: reportsEnd)
    end = tokens.count
  }

  /// A parser for a block of the same text, to parse it with another algorithm.
  func content(of body: Range<Int>) -> CSSParser { CSSParser(tokens: tokens, body: body) }

  private init(tokens: [(token: CSSToken, offset: Int)], body: Range<Int>) {
    self.tokens = tokens
    index = body.lowerBound
    end = body.upperBound
  }

  private var current: CSSToken? { index < end ? tokens[index].token : nil }
  private var offset: Int { index < end ? tokens[index].offset : tokens.last?.offset ?? 0 }

  // MARK: Entry points (section 5.3)

  package mutating func stylesheet() -> [CSSConstruct] { rules(topLevel: true) }
  package mutating func ruleList() -> [CSSConstruct] { rules(topLevel: false) }

  package mutating func oneRule() -> CSSConstruct? {
    skipSpace()
    guard current != nil else { return nil }
    let rule: CSSConstruct
    if case .atKeyword = current { rule = atRule() } else { rule = qualifiedRule() }
    skipSpace()
    return current == nil ? rule : .extraInput(offset: offset)
  }

  package mutating func componentValues() -> [CSSValue] {
    var values: [CSSValue] = []
    while current != nil { values.append(componentValue()) }
    return values
  }

  /// A declaration list: declarations and at-rules (section 5.4.4).
  package mutating func declarationList() -> [CSSConstruct] {
    var result: [CSSConstruct] = []
    while let token = current {
      switch token {
      case .whitespace, .semicolon: index += 1
      case .atKeyword: result.append(atRule())
      case .ident: result.append(oneDeclaration(until: .semicolon))
      default:
        let start = offset
        skipDeclaration()
        result.append(.invalid(offset: start))
      }
    }
    return result
  }

  /// The content of a style rule: declarations, at-rules and nested rules (CSS Nesting 1, section 3; CSS Syntax 3,
  /// section 5.5.4). What has a block before its semicolon is a rule if it begins with a symbol, such as `&`, as in
  /// the specification's first versions: in CSS 2, one that begins with a name is a declaration with a fault, to be
  /// skipped up to its semicolon (section 4.2), and sheets without a closing brace depend on it.
  mutating func styleBlock() -> [CSSConstruct] {
    var result: [CSSConstruct] = []
    while let token = current {
      switch token {
      case .whitespace, .semicolon: index += 1
      case .atKeyword: result.append(atRule())
      default:
        if case .ident = token {
          let (start, isRule) = (offset, beginsNestedRule)
          let declaration = oneDeclaration(until: .semicolon)
          result.append(isRule ? .namedRule(offset: start) : declaration)
        } else if beginsNestedRule {
          result.append(qualifiedRule())
        } else {
          let start = offset
          skipDeclaration()
          result.append(.invalid(offset: start))
        }
      }
    }
    return result
  }

  /// Whether a block in braces comes before the next semicolon; that of a custom property is its value.
  private var beginsNestedRule: Bool {
    if case .ident(let name) = current, name.hasPrefix("--") {
      let next = tokens[(index + 1)..<end].first { $0.token != .whitespace }?.token
      if next == .colon { return false }
    }
    var open = 0
    for place in index..<end {
      switch tokens[place].token {
      case .openBrace where open == 0: return true
      case .semicolon where open == 0: return false
      case .openBrace, .openBracket, .openParenthesis, .function: open += 1
      case .closeBrace, .closeBracket, .closeParenthesis: open = max(0, open - 1)
      default: break
      }
    }
    return false
  }

  package mutating func declaration() -> CSSConstruct? {
    skipSpace()
    guard let token = current else { return nil }
    guard case .ident = token else { return .invalid(offset: offset) }
    return oneDeclaration(until: nil)
  }

  // MARK: Algorithms (section 5.4)

  private mutating func rules(topLevel: Bool) -> [CSSConstruct] {
    var result: [CSSConstruct] = []
    while let token = current {
      switch token {
      case .whitespace: index += 1
      case .cdo where topLevel, .cdc where topLevel: index += 1
      case .atKeyword: result.append(atRule())
      default: result.append(qualifiedRule())
      }
    }
    return result
  }

  private mutating func atRule() -> CSSConstruct {
    guard case .atKeyword(let name) = current else { return .invalid(offset: offset) }
    let start = offset
    index += 1
    var prelude: [CSSValue] = []
    while let token = current {
      if token == .semicolon {
        index += 1
        break
      }
      if token == .openBrace {
        return .atRule(name: name, prelude: prelude, block: blockContent(), offset: start)
      }
      prelude.append(componentValue())
    }
    return .atRule(name: name, prelude: prelude, block: nil, offset: start)
  }

  private mutating func qualifiedRule() -> CSSConstruct {
    let start = offset
    var prelude: [CSSValue] = []
    while let token = current {
      if token == .openBrace {
        return .qualified(prelude: prelude, block: blockContent(), offset: start)
      }
      prelude.append(componentValue())
    }
    return .invalid(offset: start)
  }

  private mutating func oneDeclaration(until end: CSSToken?) -> CSSConstruct {
    guard case .ident(let name) = current else { return .invalid(offset: offset) }
    let start = offset
    index += 1
    skipSpace()
    guard current == .colon else {
      skipDeclaration()
      return .invalid(offset: start)
    }
    index += 1
    var value: [CSSValue] = []
    while let token = current, token != end { value.append(componentValue()) }
    let important = CSSParser.takeImportant(from: &value)
    return .declaration(
      CSSDeclaration(name: name, value: value, isImportant: important, offset: start))
  }

  /// Removes `! important` from the end of a value.
  static func takeImportant(from value: inout [CSSValue]) -> Bool {
    let significant = value.indices.filter { value[$0] != .token(.whitespace) }
    guard significant.count >= 2, let last = significant.last,
      case .token(.ident(let word)) = value[last], word.asciiLowercased == "important"
    else { return false }
    let mark = significant[significant.count - 2]
    guard value[mark] == .token(.delim("!")) else { return false }
    value.removeSubrange(mark...)
    return true
  }

  private mutating func skipDeclaration() {
    while let token = current, token != .semicolon { _ = componentValue() }
  }

  private mutating func blockContent() -> CSSBlock {
    let start = index + 1
    guard case .block(_, let content) = componentValue() else {
      return CSSBlock(content: [], body: start..<start)
    }
    // The closing brace is the last token read, unless the text ended before it.
    let isClosed = index - 1 >= start && tokens[index - 1].token == .closeBrace
    return CSSBlock(content: content, body: start..<max(start, isClosed ? index - 1 : index))
  }

  private mutating func componentValue() -> CSSValue {
    guard let token = current else { return .token(.whitespace) }
    index += 1
    switch token {
    case .openBrace: return .block(token, content(until: .closeBrace))
    case .openBracket: return .block(token, content(until: .closeBracket))
    case .openParenthesis: return .block(token, content(until: .closeParenthesis))
    case .function(let name): return .function(name, content(until: .closeParenthesis))
    case .closeBrace, .closeBracket, .closeParenthesis: return .unmatched(token)
    default: return .token(token)
    }
  }

  private mutating func content(until end: CSSToken) -> [CSSValue] {
    var values: [CSSValue] = []
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth {
      skipBlock(until: end)
      return values
    }
    while let token = current {
      if token == end {
        index += 1
        break
      }
      values.append(componentValue())
    }
    return values
  }

  private mutating func skipBlock(until end: CSSToken) {
    var ends = [end]
    while let token = current, let expected = ends.last {
      index += 1
      switch token {
      case expected: ends.removeLast()
      case .openBrace: ends.append(.closeBrace)
      case .openBracket: ends.append(.closeBracket)
      case .openParenthesis, .function: ends.append(.closeParenthesis)
      default: break
      }
    }
  }

  private mutating func skipSpace() { while current == .whitespace { index += 1 } }
}
