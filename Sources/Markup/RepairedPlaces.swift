/// The places of the nodes of a repaired document in its source. libxml2's HTML parser knows only their lines.
///
/// Tags and text of the source are matched with the nodes in their order. An element that the parser added has the
/// place of what follows it.
struct RepairedPlaces {
  private struct Token {
    /// Lower-case; nil for text.
    let name: String?
    let offset: Int32
  }

  private let source: [UInt8]
  private var tokens: [Token] = []
  private var next = 0

  /// How many tokens are examined for one node: the parser drops few that follow each other.
  private static let mostTokens = 32

  /// - Parameter source: in UTF-8.
  init(of source: [UInt8]) {
    self.source = source
    findTokens()
  }

  /// Sets the places of all nodes.
  mutating func set(in tree: inout ElementTree) {
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      switch node.kind {
      case .element:
        let name = tree.name(of: index).local.lowercased()
        tree.nodes[index].sourceOffset = place { $0.name == name } ?? following ?? node.sourceOffset
      case .text:
        let first = Int(node.first)
        let text = tree.text[first..<first + Int(node.count)]
        let source = self.source
        let found = place { token in
          token.name == nil && Self.begins(source[Int(token.offset)...], with: text)
        }
        tree.nodes[index].sourceOffset = found ?? following ?? node.sourceOffset
      case .comment, .instruction: break
      }
    }
  }

  /// The place of the next token.
  private var following: Int32? { next < tokens.count ? tokens[next].offset : nil }

  /// The place of the next token that satisfies a condition, which is passed.
  private mutating func place(where isWanted: (Token) -> Bool) -> Int32? {
    let last = min(tokens.count, next + Self.mostTokens)
    guard let found = (next..<last).first(where: { isWanted(tokens[$0]) }) else { return nil }
    next = found + 1
    return tokens[found].offset
  }

  /// Whether the source at a place has the first characters of a text. A reference may stand for any of them.
  private static func begins(_ source: ArraySlice<UInt8>, with text: ArraySlice<UInt8>) -> Bool {
    let own = source.prefix { $0 != 0x3C }.drop(while: isSpace)
    let wanted = text.drop(while: isSpace)
    guard let first = wanted.first else { return own.isEmpty }
    return own.first == first || own.first == 0x26
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  // MARK: Tokens

  private mutating func findTokens() {
    var at = 0
    while at < source.count {
      guard Self.beginsMarkup(source, at) else {
        tokens.append(Token(name: nil, offset: Int32(clamping: at)))
        repeat { at += 1 } while at < source.count && !Self.beginsMarkup(source, at)
        continue
      }
      at = endOfMarkup(at)
    }
  }

  /// Whether a `<` is that of a tag, a comment or a declaration, and not a character (HTML, section 13.2.5.6).
  static func beginsMarkup(_ source: [UInt8], _ at: Int) -> Bool {
    guard source[at] == 0x3C, at + 1 < source.count else { return false }
    let next = source[at + 1]
    return next.isASCIILetter || [0x21, 0x2F, 0x3F].contains(next)
  }

  private mutating func endOfMarkup(_ start: Int) -> Int {
    if source[start...].starts(with: "<!--".utf8) { return end(after: "-->", from: start + 4) }
    let next = source[start + 1]
    if next == 0x21 || next == 0x3F || next == 0x2F { return end(after: ">", from: start + 2) }
    let bytes = source[(start + 1)...].prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    tokens.append(Token(name: name, offset: Int32(clamping: start)))
    let end = endOfTag(start + 1)
    guard Self.holdsNoTags.contains(name), end >= 2, source[end - 2] != 0x2F else { return end }
    tokens.append(Token(name: nil, offset: Int32(clamping: end)))
    var at = end
    while at < source.count, !isEndTag(name, at) { at += 1 }
    return at
  }

  /// Elements in which a `<` is a character, but for their end tag. To libxml2, those are all.
  private static let holdsNoTags: Set<String> = ["script", "style"]

  private func isEndTag(_ name: String, _ at: Int) -> Bool {
    guard source[at] == 0x3C, at + 1 < source.count, source[at + 1] == 0x2F else { return false }
    let own = source[(at + 2)...].prefix(name.utf8.count)
    return String(decoding: own, as: UTF8.self).lowercased() == name
  }

  /// The end of a start tag; brackets in quoted values do not end it.
  private func endOfTag(_ start: Int) -> Int {
    var at = start
    var quote: UInt8?
    while at < source.count {
      let byte = source[at]
      at += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27, source[at - 2] == 0x3D {
        quote = byte
      } else if byte == 0x3E {
        break
      }
    }
    return at
  }

  private func end(after text: String, from start: Int) -> Int {
    var at = start
    while at < source.count, !source[at...].starts(with: text.utf8) { at += 1 }
    return min(source.count, at + text.utf8.count)
  }
}
