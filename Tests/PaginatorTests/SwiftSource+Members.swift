/// The members of types, and the other names that a file declares.
extension SwiftSource {
  /// A declaration inside a type or an extension; not one inside a function.
  struct Member: Hashable {
    /// The type that it is declared in: the last part of the name.
    let type: String
    let name: String
    /// Whether it is declared in an extension.
    let isInExtension: Bool
    /// Whether its name is not that of an operator.
    var hasWord: Bool { name.first.map { $0.isLetter || $0 == "_" } ?? false }
  }

  /// What braces enclose.
  private enum Scope {
    case type(String, isExtension: Bool)
    case other
  }

  private static let types: Set<String> = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
  private static let memberKeywords: Set<String> = [
    "func", "var", "let", "case", "typealias", "associatedtype", "init", "subscript",
  ]

  var members: Set<Member> {
    var found: Set<Member> = []
    var scopes: [Scope] = []
    var next = Scope.other
    for (index, token) in tokens.enumerated() {
      let isType = Self.types.contains(token.text) && isDeclaration(index)
      if case .type(let type, let isExtension) = scopes.last,
        isType && token.text != "extension"
          || Self.memberKeywords.contains(token.text) && isDeclaration(index)
      {
        for name in names(declaredAt: index) {
          found.insert(Member(type: type, name: name, isInExtension: isExtension))
        }
      }
      switch token.text {
      case "{":
        scopes.append(next)
        next = .other
      case "}": _ = scopes.popLast()
      case let keyword where isType:
        next = .type(typeName(after: index), isExtension: keyword == "extension")
      default: break
      }
    }
    return found
  }

  /// All names that are declared in any place: those of types and members, but for members of
  /// extensions, and those of parameters, arguments and variables.
  var otherNames: Set<String> {
    let inExtensions = Set(members.filter(\.isInExtension).map(\.name))
    var names = Set(members.filter { !$0.isInExtension }.map(\.name))
    for (index, token) in tokens.enumerated() where token.text.first?.isLetter ?? false {
      let isVariable = ["let", "var"].contains(text(index - 1))
      if isVariable ? !inExtensions.contains(token.text) : text(index + 1) == ":" {
        names.insert(token.text)
      }
      // `for (a, b) in`
      if token.text == "for" {
        names.formUnion(tokens[index...].prefix(12).map(\.text).prefix { $0 != "in" })
      }
    }
    return names
  }

  /// The name of the type whose keyword is at an index: of `A.B<C>`, `B`; of `[A]`, `Array`.
  private func typeName(after index: Int) -> String {
    var at = index + 1
    if text(at) == "[" { return "Array" }
    while text(at + 1) == "." { at += 2 }
    return text(at)
  }

  /// The names after a keyword: `case left, right(Int)` has two.
  private func names(declaredAt index: Int) -> [String] {
    guard ["case", "let", "var"].contains(text(index)) else {
      return ["init", "subscript"].contains(text(index)) ? [text(index)] : [text(index + 1)]
    }
    var names: [String] = []
    var at = index + 1
    while true {
      names.append(text(at).trimmingBackticks)
      at += 1
      if text(at) == "(" { at = end(of: at, "(", ")") }
      if text(at) == "=" { at += 2 }
      guard text(at) == "," else { return names }
      at += 1
    }
  }
}

extension String {
  /// A name without the marks that let it be a keyword.
  fileprivate var trimmingBackticks: String { filter { $0 != "`" } }
}

extension SwiftSource {
  /// Keywords after which `!` negates what follows.
  private static let beforeNegation: Set<String> = [
    "as", "await", "case", "else", "guard", "if", "in", "is", "return", "throw", "try", "where",
    "while",
  ]

  /// The lines with a value that is unwrapped by force.
  var forcedUnwraps: [Int] {
    tokens.indices.filter { index in
      guard text(index) == "!", text(index + 1) != "=" else { return false }
      let operand = text(index - 1)
      if [")", "]"].contains(operand) { return true }
      guard let first = operand.first, first.isLetter || first.isNumber || "_`".contains(first)
      else { return false }
      return !Self.beforeNegation.contains(operand)
    }.map { tokens[$0].line }
  }
}
