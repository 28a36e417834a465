/// A name of `@font-feature-values` (CSS Fonts 4, section 6.9), with the kind of alternates that it is a name for.
struct FontAlternate: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case stylistic, styleset, swash, ornaments, annotation
    case characterVariant = "character-variant"

    /// How many values a name may have; nil for any number.
    fileprivate var mostValues: Int? {
      switch self {
      case .styleset: nil
      case .characterVariant: 2
      default: 1
      }
    }
  }

  let kind: Kind
  /// Case matters.
  let name: String

  /// - Parameter values: those of the name; not empty.
  fileprivate func features(_ values: [Int]) -> [FontFeature] {
    func numbered(_ prefix: String, _ number: Int, _ value: Int = 1) -> [FontFeature] {
      guard (1...99).contains(number) else { return [] }
      return [FontFeature(tag: prefix + (number < 10 ? "0" : "") + "\(number)", value: value)]
    }
    switch kind {
    case .stylistic: return [FontFeature(tag: "salt", value: values[0])]
    case .swash: return ["swsh", "cswh"].map { FontFeature(tag: $0, value: values[0]) }
    case .ornaments: return [FontFeature(tag: "ornm", value: values[0])]
    case .annotation: return [FontFeature(tag: "nalt", value: values[0])]
    case .styleset: return values.flatMap { numbered("ss", $0) }
    case .characterVariant: return numbered("cv", values[0], values.count > 1 ? values[1] : 1)
    }
  }
}

/// The values of all names of alternates, by family in lower case.
struct FeatureValueTable: Sendable {
  private var families: [String: [FontAlternate: [Int]]] = [:]

  init() {}

  /// - Parameter rules: the weakest first.
  init(_ rules: [StyleSheet.FeatureValueRule]) {
    for rule in rules {
      for family in rule.families {
        families[family.lowercased(), default: [:]].merge(rule.values) { _, new in new }
      }
    }
  }

  /// The features of some names in every family that defines one of them; nil for none.
  func features(of names: [FontAlternate]) -> [FamilyFeatures]? {
    let found = families.sorted { $0.key < $1.key }.compactMap { family, values in
      let features = names.flatMap { name in values[name].map(name.features) ?? [] }
      return features.isEmpty ? nil : FamilyFeatures(family: family, features: features)
    }
    return found.isEmpty ? nil : found
  }

  /// Whether a name is defined for any family.
  func has(_ name: FontAlternate) -> Bool { families.values.contains { $0[name] != nil } }
}

/// `font-variant-alternates` and the blocks of `@font-feature-values` (CSS Fonts 4, sections 6.8 and 6.9).
enum AlternateGrammar {
  /// The keywords, which are kept with those of the other font variants.
  static let keywords: Set<String> = ["historical-forms"]

  /// `normal`, or a list of functions and `historical-forms`, each of them once.
  @Sendable static func value(_ parser: inout ValueParser) -> StyleValue? {
    if let value = parser.keyword(of: ["normal"]) { return value }
    var parts: [StyleValue] = []
    while let part = part(&parser) {
      guard !parts.contains(where: { name(of: $0) == name(of: part) }) else { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? nil : .list(parts)
  }

  private static func part(_ parser: inout ValueParser) -> StyleValue? {
    if let value = parser.keyword(of: keywords) { return value }
    guard case .function(let function, let content)? = parser.peek,
      let kind = FontAlternate.Kind(rawValue: function.asciiLowercased)
    else { return nil }
    var inner = ValueParser(content)
    var names: [StyleValue] = []
    repeat {
      guard case .token(.ident(let name)) = inner.peek else { return nil }
      names.append(.string(name))
      inner.advance()
    } while inner.comma()
    guard inner.isAtEnd, names.count == 1 || [.styleset, .characterVariant].contains(kind) else {
      return nil
    }
    parser.advance()
    return .function(kind.rawValue, names)
  }

  private static func name(of part: StyleValue) -> String? {
    switch part {
    case .keyword(let name), .function(let name, _): name
    default: nil
    }
  }

  /// The names of a parsed value.
  static func names(_ value: StyleValue) -> [FontAlternate] {
    guard case .list(let parts) = value else { return [] }
    return parts.flatMap { part -> [FontAlternate] in
      guard case .function(let function, let names) = part,
        let kind = FontAlternate.Kind(rawValue: function)
      else { return [] }
      return names.compactMap {
        if case .string(let name) = $0 { FontAlternate(kind: kind, name: name) } else { nil }
      }
    }
  }

  /// The values of a name, such as `fancy: 2 1`.
  /// - Returns: nil if they do not suit the kind.
  static func values(_ declaration: CSSDeclaration, _ kind: FontAlternate.Kind) -> [Int]? {
    var parser = ValueParser(declaration.value)
    var values: [Int] = []
    while let value = parser.integer() {
      guard value >= 0 else { return nil }
      values.append(value)
    }
    guard parser.isAtEnd, !values.isEmpty, values.count <= kind.mostValues ?? .max else {
      return nil
    }
    return values
  }
}
