/// The tokens of a Swift file, as far as the house rules need them: comments are left out except for
/// a mark where a documentation comment is, and strings are empty.
struct SwiftSource {
  struct Token {
    var text: String
    /// Counted from 1.
    var line: Int
    /// Whether it is a documentation comment that names errors.
    var namesErrors = false
  }

  /// A `func`, `init` or `subscript`.
  struct Function {
    /// As in documentation: `name(label:_:)`.
    var name: String
    var parameterCount: Int
    /// Whether it throws and its declaration has no type of the error.
    var throwsAny: Bool
    var line: Int
  }

  /// A declaration that other modules see.
  struct PublicDeclaration {
    /// The keyword and the name.
    var name: String
    var isDocumented: Bool
    /// Whether neither its type nor its docstring says what it throws.
    var hidesErrors: Bool
    var line: Int
  }

  static let documentationMark = "///"
  private(set) var tokens: [Token] = []

  init(_ text: String) {
    var scanner = TokenScanner(text)
    while let token = scanner.next() {
      if token.text == Self.documentationMark, tokens.last?.text == token.text {
        if token.namesErrors { tokens[tokens.count - 1].namesErrors = true }
      } else {
        tokens.append(token)
      }
    }
  }

  func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  // MARK: Functions

  var functions: [Function] { tokens.indices.compactMap { function(at: $0) } }

  /// The function whose keyword is the token at an index; nil if it is none.
  private func function(at index: Int) -> Function? {
    let keyword = text(index)
    guard ["func", "init", "subscript"].contains(keyword), text(index - 1) != "." else {
      return nil
    }
    var at = index + 1
    var name = keyword
    if keyword == "func" {
      name = text(at)
      at += 1
      // The name of an operator function may have several tokens.
      while name.first.map({ !$0.isLetter && $0 != "_" && $0 != "`" }) ?? false, text(at) != "(",
        at < tokens.count
      {
        name += text(at)
        at += 1
      }
    }
    while ["?", "!"].contains(text(at)) { at += 1 }
    if text(at) == "<" { at = end(of: at, "<", ">") }
    guard text(at) == "(" else { return nil }
    var end = end(of: at, "(", ")")
    let labels = labels(in: at + 1..<end - 1)
    if text(end) == "async" { end += 1 }
    return Function(
      name: "\(name)(\(labels.map { $0 + ":" }.joined()))", parameterCount: labels.count,
      throwsAny: text(end) == "throws" && text(end + 1) != "(", line: tokens[index].line)
  }

  /// The index after the bracket that closes the one at an index.
  func end(of index: Int, _ open: String, _ close: String) -> Int {
    var depth = 0
    var at = index
    while at < tokens.count {
      if text(at) == open { depth += 1 }
      if text(at) == close { depth -= 1 }
      at += 1
      if depth == 0 { break }
    }
    return at
  }

  /// The first word of each parameter in a range of tokens.
  private func labels(in range: Range<Int>) -> [String] {
    var labels: [String] = []
    var depth = 0
    var isStart = true
    for index in range {
      let word = text(index)
      if "([{<".contains(word) { depth += 1 }
      if ")]}>".contains(word) { depth -= 1 }
      if depth == 0, word == "," {
        isStart = true
      } else if isStart, depth == 0, word.first.map({ $0.isLetter || "_`".contains($0) }) ?? false {
        labels.append(word)
        isStart = false
      }
    }
    return labels
  }

  // MARK: Public declarations

  private static let modifiers: Set<String> = [
    "public", "open", "package", "internal", "private", "fileprivate", "static", "final", "class",
    "indirect", "mutating", "nonmutating", "borrowing", "consuming", "nonisolated", "override",
    "required", "convenience", "lazy", "weak", "unowned", "prefix", "postfix", "infix", "dynamic",
    "isolated", "optional", "distributed",
  ]
  private static let keywords: Set<String> = [
    "func", "var", "let", "init", "case", "struct", "enum", "class", "actor", "protocol",
    "typealias", "subscript", "associatedtype", "extension",
  ]

  /// What encloses a declaration.
  private enum Enclosure { case publicEnum, publicProtocol, publicExtension, other }

  var publicDeclarations: [PublicDeclaration] {
    var found: [PublicDeclaration] = []
    var enclosures: [Enclosure] = []
    var next = Enclosure.other
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "{":
        enclosures.append(next)
        next = .other
      case "}": _ = enclosures.popLast()
      case let keyword where Self.keywords.contains(keyword) && isDeclaration(index):
        let (first, modifiers) = modifiers(before: index)
        let isPublic = isPublic(keyword, modifiers, in: enclosures.last ?? .other)
        next = isPublic ? Self.enclosures[keyword] ?? .other : .other
        guard isPublic, keyword != "extension" else { continue }
        let function = function(at: index)
        let isDocumented = text(first - 1) == Self.documentationMark
        let namesErrors = isDocumented && tokens[first - 1].namesErrors
        found.append(
          PublicDeclaration(
            name: keyword + " " + (function?.name ?? text(index + 1)), isDocumented: isDocumented,
            hidesErrors: !namesErrors && function?.throwsAny ?? false, line: token.line))
      default: break
      }
    }
    return found
  }

  private static let enclosures: [String: Enclosure] = [
    "enum": .publicEnum, "protocol": .publicProtocol, "extension": .publicExtension,
  ]

  /// Whether a keyword declares something: not `X.init`, and not the `class` of `class func`.
  func isDeclaration(_ index: Int) -> Bool {
    if text(index - 1) == "." { return false }
    return text(index) != "class"
      || !Self.keywords.union(Self.modifiers).contains(text(index + 1))
  }

  private func isPublic(
    _ keyword: String, _ modifiers: Set<String>, in enclosure: Enclosure
  ) -> Bool {
    if modifiers.contains("public") || modifiers.contains("open") { return true }
    switch enclosure {
    case .publicEnum: return keyword == "case"
    case .publicProtocol: return true
    case .publicExtension:
      return modifiers.isDisjoint(with: ["package", "internal", "private", "fileprivate"])
    case .other: return false
    }
  }

  /// The modifiers and attributes before a keyword, without those of a setter, and the index of the
  /// first of them.
  private func modifiers(before index: Int) -> (first: Int, modifiers: Set<String>) {
    var first = index
    var modifiers: Set<String> = []
    while true {
      let word = text(first - 1)
      // On an earlier line it is a name, such as `open`.
      let isNear = first > 0 && tokens[first - 1].line == tokens[first].line
      if isNear, Self.modifiers.contains(word) {
        modifiers.insert(word)
        first -= 1
      } else if word.hasPrefix("@") {
        first -= 1
      } else if word == ")", let open = attribute(endingAt: first - 1) {
        first = open
      } else {
        return (first, modifiers)
      }
    }
  }

  /// The index of an attribute or modifier whose arguments end at an index; nil if it is none.
  private func attribute(endingAt index: Int) -> Int? {
    var depth = 0
    for at in stride(from: index, through: 1, by: -1) {
      if text(at) == ")" { depth += 1 }
      if text(at) == "(" { depth -= 1 }
      guard depth == 0 else { continue }
      let name = text(at - 1)
      return name.hasPrefix("@") || Self.modifiers.contains(name) ? at - 1 : nil
    }
    return nil
  }
}

/// Divides the text of a Swift file into tokens.
private struct TokenScanner {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> SwiftSource.Token? {
    while at < bytes.count {
      let start = at
      let startLine = line
      if starts("//") {
        skip { $0 != 0x0A }
        if bytes[start...].starts(with: "///".utf8) {
          let words = String(decoding: bytes[start..<at], as: UTF8.self)
          return SwiftSource.Token(
            text: SwiftSource.documentationMark, line: startLine,
            namesErrors: words.contains("- Throws:"))
        }
      } else if starts("/*") {
        skipBlockComment()
      } else if let hashes = stringStart() {
        skipString(hashes)
        return SwiftSource.Token(text: "\"\"", line: startLine)
      } else if isWord(bytes[at]) {
        skip(isWord)
        return token(from: start)
      } else if starts("->") {
        at += 2
        return token(from: start)
      } else if bytes[at] > 0x20 {
        at += 1
        return token(from: start)
      } else {
        step()
      }
    }
    return nil
  }

  private func token(from start: Int) -> SwiftSource.Token {
    SwiftSource.Token(text: String(decoding: bytes[start..<at], as: UTF8.self), line: line)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x60, 0x24, 0x40, 0x80...: true
    default: false
    }
  }

  private func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[at + offset] != text.utf8Start[offset] { return false }
    return true
  }

  private mutating func step() {
    if bytes[at] == 0x0A { line += 1 }
    at += 1
  }

  private mutating func skip(_ isPart: (UInt8) -> Bool) {
    while at < bytes.count, isPart(bytes[at]) { step() }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        at += 2
      } else if starts("*/") {
        depth -= 1
        at += 2
      } else {
        step()
      }
    } while depth > 0 && at < bytes.count
  }

  /// The number of number signs before the quotation mark of a string that begins here; nil if none
  /// does.
  private func stringStart() -> Int? {
    var end = at
    while end < bytes.count, bytes[end] == 0x23 { end += 1 }
    return end < bytes.count && bytes[end] == 0x22 ? end - at : nil
  }

  private mutating func skipString(_ hashes: Int) {
    at += hashes
    let isLong = starts("\"\"\"")
    at += isLong ? 3 : 1
    while at < bytes.count {
      if bytes[at] == 0x5C, hasHashes(hashes, after: at) {
        at += 1 + hashes
        if at < bytes.count, bytes[at] == 0x28 { skipInterpolation() } else { step() }
      } else if isLong ? starts("\"\"\"") : bytes[at] == 0x22 {
        let end = at + (isLong ? 2 : 0)
        if hasHashes(hashes, after: end) {
          at = end + 1 + hashes
          return
        }
        step()
      } else {
        step()
      }
    }
  }

  private func hasHashes(_ count: Int, after index: Int) -> Bool {
    index + count < bytes.count
      && bytes[(index + 1)..<(index + 1 + count)].allSatisfy { $0 == 0x23 }
  }

  /// Skips the parentheses of an interpolation and the strings in it.
  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if let hashes = stringStart() {
        skipString(hashes)
        continue
      }
      if bytes[at] == 0x28 { depth += 1 }
      if bytes[at] == 0x29 { depth -= 1 }
      step()
    } while depth > 0 && at < bytes.count
  }
}
