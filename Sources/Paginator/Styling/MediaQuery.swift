/// Evaluates `@media` conditions for a printed page (Media Queries 4). What is not known is neither true
/// nor false (section 3.1): nil.
struct MediaQuery: Sendable {
  /// The page size, if known, for width, height and orientation.
  var page: Size?

  func matches(_ values: [CSSValue]) -> Bool {
    let queries = values.split(separator: .token(.comma), omittingEmptySubsequences: false)
    if queries.count == 1, queries[0].allSatisfy({ $0 == .token(.whitespace) }) { return true }
    return queries.contains { query($0.filter { $0 != .token(.whitespace) }) == true }
  }

  /// A media type, with conditions after it; or a condition.
  private func query(_ values: [CSSValue]) -> Bool? {
    var rest = values[...]
    var negated = false
    if case .token(.ident(let word))? = rest.first, ["not", "only"].contains(word.asciiLowercased),
      case .token(.ident)? = rest.dropFirst().first
    {
      negated = word.asciiLowercased == "not"
      rest.removeFirst()
    }
    guard case .token(.ident(let word))? = rest.first,
      rest.count < values.count || word.asciiLowercased != "not"
    else { return condition(rest) }
    let type = word.asciiLowercased
    guard !["not", "only", "and", "or", "layer"].contains(type) else { return nil }
    rest.removeFirst()
    var result: Bool? = type == "all" || type == "print"
    if !rest.isEmpty {
      guard isWord("and", rest.removeFirst()) else { return nil }
      result = Self.both(result, condition(rest, mayBeOr: false))
    }
    return negated ? result.map { !$0 } : result
  }

  private func isWord(_ word: String, _ value: CSSValue) -> Bool {
    if case .token(.ident(let name)) = value { name.asciiLowercased == word } else { false }
  }

  /// Terms in parentheses, with `not`, or with `and` or `or` between all of them.
  private func condition(_ values: ArraySlice<CSSValue>, mayBeOr: Bool = true) -> Bool? {
    guard let first = values.first else { return nil }
    if isWord("not", first) {
      return values.count == 2 ? term(values[values.startIndex + 1]).map { !$0 } : nil
    }
    var result = term(first)
    var rest = values.dropFirst()
    guard let joint = rest.first else { return result }
    let isOr = isWord("or", joint)
    guard isOr ? mayBeOr : isWord("and", joint) else { return nil }
    while !rest.isEmpty {
      guard rest.count > 1, isWord(isOr ? "or" : "and", rest.removeFirst()) else { return nil }
      let next = term(rest.removeFirst())
      result = isOr ? Self.either(result, next) : Self.both(result, next)
    }
    return result
  }

  private static func both(_ a: Bool?, _ b: Bool?) -> Bool? {
    if a == false || b == false { return false }
    return a == nil || b == nil ? nil : true
  }

  private static func either(_ a: Bool?, _ b: Bool?) -> Bool? {
    if a == true || b == true { return true }
    return a == nil || b == nil ? nil : false
  }

  private func term(_ value: CSSValue) -> Bool? {
    guard case .block(.openParenthesis, let all) = value else { return nil }
    let content = all.filter { $0 != .token(.whitespace) }
    switch content.first {
    case .block?: return condition(content[...])
    case .token(.ident(let word))? where word.asciiLowercased == "not":
      return condition(content[...])
    default: return feature(content)
    }
  }

  // MARK: Features

  private enum Relation {
    case equal, less, atMost, greater, atLeast

    var mirrored: Relation {
      switch self {
      case .equal: .equal
      case .less: .greater
      case .atMost: .atLeast
      case .greater: .less
      case .atLeast: .atMost
      }
    }

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .equal: a == b
      case .less: a < b
      case .atMost: a <= b
      case .greater: a > b
      case .atLeast: a >= b
      }
    }
  }

  private func feature(_ content: [CSSValue]) -> Bool? {
    var parser = ValueParser(content)
    guard let name = parser.keyword() else { return range(&parser) }
    if parser.isAtEnd { return isPresent(name) }
    if parser.peek == .token(.colon) {
      parser.advance()
      if let word = parser.keyword() { return parser.isAtEnd ? isWord(word, of: name) : nil }
      for (prefix, comparison) in [("min-", Relation.atLeast), ("max-", .atMost)]
      where name.hasPrefix(prefix) {
        return compare(String(name.dropFirst(4)), comparison, &parser)
      }
      return compare(name, .equal, &parser)
    }
    guard let comparison = Self.comparison(&parser) else { return nil }
    return compare(name, comparison, &parser)
  }

  /// `400px <= width`, or also a limit after the name.
  private func range(_ parser: inout ValueParser) -> Bool? {
    var names = parser
    // The value's kind is known only from the name after it.
    while !names.isAtEnd, Self.comparison(&names) == nil { names.advance() }
    guard let name = names.keyword(), let value = value(of: name, &parser),
      let comparison = Self.comparison(&parser), parser.keyword() == name
    else { return nil }
    let first = actual(name).map { comparison.mirrored.holds($0, value) }
    if parser.isAtEnd { return first }
    guard let second = Self.comparison(&parser) else { return nil }
    return Self.both(first, compare(name, second, &parser))
  }

  private static func comparison(_ parser: inout ValueParser) -> Relation? {
    guard case .token(.delim(let sign)) = parser.peek, "<>=".unicodeScalars.contains(sign) else {
      return nil
    }
    parser.advance()
    if sign == "=" { return .equal }
    let includes = parser.peek == .token(.delim("="))
    if includes { parser.advance() }
    return sign == "<" ? includes ? .atMost : .less : includes ? .atLeast : .greater
  }

  private func compare(
    _ name: String, _ comparison: Relation, _ parser: inout ValueParser
  ) -> Bool? {
    guard let value = value(of: name, &parser), parser.isAtEnd else { return nil }
    return actual(name).map { comparison.holds($0, value) }
  }

  /// Whether a feature is there at all, and not 0 or `none`.
  private func isPresent(_ name: String) -> Bool? {
    if let value = actual(name) { return value != 0 }
    if ["width", "height", "aspect-ratio", "orientation"].contains(name) { return true }
    return Self.words[name].map { !$0.contains("none") }
  }

  /// What is true of a printed page.
  private static let words: [String: Set<String>] = [
    "prefers-color-scheme": ["light"], "prefers-reduced-motion": ["reduce"],
    "prefers-contrast": ["no-preference"], "color-gamut": ["srgb"], "hover": ["none"],
    "any-hover": ["none"], "pointer": ["none"], "any-pointer": ["none"], "update": ["none"],
    "overflow-block": ["paged"], "overflow-inline": ["none"], "scripting": ["none"],
    "inverted-colors": ["none"],
  ]
  /// Values that a feature may have and that are not true of a printed page.
  private static let otherWords: [String: Set<String>] = [
    "prefers-color-scheme": ["dark"], "prefers-reduced-motion": ["no-preference"],
    "prefers-contrast": ["more", "less", "custom"], "color-gamut": ["p3", "rec2020"],
    "hover": ["hover"], "any-hover": ["hover"], "pointer": ["coarse", "fine"],
    "any-pointer": ["coarse", "fine"], "update": ["slow", "fast"],
    "overflow-block": ["none", "scroll"], "overflow-inline": ["scroll"],
    "scripting": ["initial-only", "enabled"], "inverted-colors": ["inverted"],
    "scan": ["interlace", "progressive"],
  ]

  private func isWord(_ word: String, of name: String) -> Bool? {
    if name == "orientation" {
      guard word == "landscape" || word == "portrait" else { return nil }
      return page.map { ($0.width > $0.height) == (word == "landscape") } ?? (word == "portrait")
    }
    if Self.words[name]?.contains(word) == true { return true }
    return Self.otherWords[name]?.contains(word) == true ? false : nil
  }

  /// The value of a feature for this page; nil for unknown features, and if the page is not known.
  private func actual(_ name: String) -> Double? {
    switch name {
    case "width", "device-width": page?.width.points
    case "height", "device-height": page?.height.points
    case "aspect-ratio", "device-aspect-ratio":
      page.flatMap { $0.height > 0 ? $0.width.points / $0.height.points : nil }
    case "color": 8
    case "color-index", "monochrome", "grid": 0
    // In pixels of 1/96 inch: drawings become pixels at 300 to the inch.
    case "resolution": 3.125
    default: nil
    }
  }

  private func value(of name: String, _ parser: inout ValueParser) -> Double? {
    switch name {
    case "width", "height", "device-width", "device-height":
      return parser.dimension().flatMap(Self.points)
    case "aspect-ratio", "device-aspect-ratio":
      guard let width = parser.number(), width >= 0 else { return nil }
      guard parser.slash() else { return width }
      guard let height = parser.number(), height >= 0 else { return nil }
      // A ratio with 0 is higher than every other (CSS Values 4, section 5.7.1).
      return height == 0 ? .infinity : width / height
    case "color", "color-index", "monochrome", "grid": return parser.integer().map { Double($0) }
    case "resolution": return parser.resolution()
    default: return nil
    }
  }

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
