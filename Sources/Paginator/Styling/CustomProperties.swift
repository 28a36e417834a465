/// The custom properties of an element, with their variables replaced (CSS Custom Properties 1,
/// sections 2 and 3): a value is computed where it is declared, and inherited as it is.
struct CustomProperties {
  private(set) var values: [String: [CSSValueBox]]
  /// The declarations that are not computed yet.
  private var declared: [String: [CSSValueBox]] = [:]
  /// The properties that are being computed, each because of the one before it.
  private var open: [String] = []
  /// The properties that depend on themselves.
  private var cyclic: Set<String> = []
  /// The tokens that all values of the element may still have.
  private var budget = 100_000

  /// The most tokens of one value.
  private static let mostTokens = 10_000
  /// How deeply functions and blocks may be nested, and properties may depend on others.
  private static let deepest = 64

  /// - Parameter inherited: computed values.
  init(_ inherited: [String: [CSSValueBox]]) { values = inherited }

  /// Computes the declarations of an element. One that refers to itself, or to something that does
  /// not exist, has no value.
  mutating func compute(_ declarations: [String: [CSSValueBox]]) {
    for name in declarations.keys { values[name] = nil }
    declared = declarations
    // In a fixed order, because the budget may end.
    for name in declarations.keys.sorted() { compute(name) }
  }

  private mutating func compute(_ name: String) {
    if let first = open.firstIndex(of: name) {
      cyclic.formUnion(open[first...])
      return
    }
    guard let own = declared[name], open.count < Self.deepest else { return }
    open.append(name)
    let replaced = replaced(in: own.map(\.value))
    open.removeLast()
    declared[name] = nil
    if let replaced, !cyclic.contains(name), replaced.count <= budget {
      budget -= replaced.count
      values[name] = replaced.enumerated().map { CSSValueBox(value: $1, identity: $0) }
    }
  }

  /// The values with every `var()` replaced; nil if one has neither a value nor a fallback.
  mutating func replaced(in values: [CSSValue]) -> [CSSValue]? { replaced(values, depth: 0) }

  private mutating func replaced(_ values: [CSSValue], depth: Int) -> [CSSValue]? {
    guard depth < Self.deepest else { return nil }
    var result: [CSSValue] = []
    for value in values {
      switch value {
      case .function(let name, let content) where name.asciiLowercased == "var":
        guard let found = variable(content, depth: depth) else { return nil }
        result += found
      case .function(let name, let content):
        guard let inner = replaced(content, depth: depth + 1) else { return nil }
        result.append(.function(name, inner))
      case .block(let open, let content):
        guard let inner = replaced(content, depth: depth + 1) else { return nil }
        result.append(.block(open, inner))
      default: result.append(value)
      }
      if result.count > Self.mostTokens { return nil }
    }
    return result
  }

  /// The value of `var(--name, fallback)`.
  private mutating func variable(_ content: [CSSValue], depth: Int) -> [CSSValue]? {
    let parts = Self.parts(content)
    guard let name = Self.name(inVariable: content) else { return nil }
    if declared[name] != nil || open.contains(name) { compute(name) }
    if !open.contains(name), let known = values[name] { return known.map(\.value) }
    return parts.count > 1 ? replaced(Array(parts[1]), depth: depth + 1) : nil
  }

  /// The name and the fallback.
  private static func parts(_ content: [CSSValue]) -> [ArraySlice<CSSValue>] {
    content.split(separator: .token(.comma), maxSplits: 1, omittingEmptySubsequences: false)
  }

  /// The name in the content of `var()`; nil if that is not valid (CSS Custom Properties 1, section 3).
  static func name(inVariable content: [CSSValue]) -> String? {
    let words = parts(content).first?.filter { $0 != .token(.whitespace) } ?? []
    guard words.count == 1, case .token(.ident(let name)) = words[0], isCustom(name) else {
      return nil
    }
    return name
  }

  /// Whether a property is a custom one: `--` alone is reserved (CSS Custom Properties 1, section 2).
  static func isCustom(_ property: String) -> Bool {
    property.hasPrefix("--") && property.utf8.count > 2
  }
}
