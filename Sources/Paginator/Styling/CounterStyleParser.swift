/// Reads the descriptors of `@counter-style` (CSS Counter Styles 3, section 3) and `symbols()`.
enum CounterStyleParser {
  /// Names that an author may not define (section 2).
  private static let reserved: Set<String> = [
    "none", "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed",
    "inherit", "initial", "unset", "revert", "default",
  ]

  /// The name after `@counter-style`; nil if it is reserved or invalid.
  static func name(_ prelude: [CSSValue]) -> String? {
    let words = prelude.filter { $0 != .token(.whitespace) }
    guard words.count == 1, case .token(.ident(let name)) = words[0],
      !reserved.contains(name.asciiLowercased)
    else { return nil }
    // Predefined names are case-insensitive.
    let lower = name.asciiLowercased
    return CounterStyleTable.styles[lower] == nil ? name : lower
  }

  /// - Returns: nil if the symbols do not suit the system.
  /// - Parameter unknown: called with each descriptor that is not understood.
  static func style(
    _ declarations: [CSSDeclaration], unknown: (CSSDeclaration) -> Void
  ) -> CounterStyle? {
    var style = CounterStyle()
    for declaration in declarations {
      var values = ValueParser(declaration.value)
      if !read(declaration.name.asciiLowercased, &values, into: &style) || !values.isAtEnd {
        unknown(declaration)
      }
    }
    switch style.system {
    case .cyclic, .symbolic, .fixed: return style.symbols.isEmpty ? nil : style
    case .numeric, .alphabetic: return style.symbols.count < 2 ? nil : style
    case .additive: return style.additive.isEmpty ? nil : style
    case .extends: return style.symbols.isEmpty && style.additive.isEmpty ? style : nil
    case .algorithm: return style
    }
  }

  private static func read(
    _ descriptor: String, _ values: inout ValueParser, into style: inout CounterStyle
  ) -> Bool {
    switch descriptor {
    case "system":
      guard let system = system(&values) else { return false }
      style.system = system
    case "symbols":
      style.symbols = symbols(&values)
      return !style.symbols.isEmpty
    case "additive-symbols":
      guard let pairs = additive(&values) else { return false }
      style.additive = pairs
    case "negative":
      guard let before = symbol(&values) else { return false }
      style.negative = (before, symbol(&values) ?? "")
    case "prefix": return set(&style.prefix, symbol(&values))
    case "suffix": return set(&style.suffix, symbol(&values))
    case "range": return set(&style.ranges, ranges(&values))
    case "pad":
      guard let pair = weighted(&values), pair.weight >= 0 else { return false }
      style.pad = (pair.weight, pair.symbol)
    case "fallback": return set(&style.fallback, identifier(&values))
    case "speak-as": values.reset(to: .max)
    default: return false
    }
    return true
  }

  private static func set<Value>(_ target: inout Value?, _ value: Value?) -> Bool {
    target = value ?? target
    return value != nil
  }

  private static func system(_ values: inout ValueParser) -> CounterStyle.System? {
    switch values.keyword() {
    case "cyclic": return .cyclic
    case "numeric": return .numeric
    case "alphabetic": return .alphabetic
    case "symbolic": return .symbolic
    case "additive": return .additive
    case "fixed": return .fixed(first: values.integer() ?? 1)
    case "extends": return identifier(&values).map { .extends($0) }
    default: return nil
    }
  }

  private static func identifier(_ values: inout ValueParser) -> String? {
    guard case .token(.ident(let name)) = values.peek else { return nil }
    values.advance()
    return name
  }

  /// A string or an identifier; image symbols are not supported.
  private static func symbol(_ values: inout ValueParser) -> String? {
    values.string() ?? identifier(&values)
  }

  private static func symbols(_ values: inout ValueParser) -> [String] {
    var result: [String] = []
    while let symbol = symbol(&values) { result.append(symbol) }
    return result
  }

  /// A weight and a symbol, in either order.
  private static func weighted(_ values: inout ValueParser) -> (weight: Int, symbol: String)? {
    if let weight = values.integer() { return symbol(&values).map { (weight, $0) } }
    guard let symbol = symbol(&values) else { return nil }
    return values.integer().map { ($0, symbol) }
  }

  /// Pairs with decreasing, non-negative weights.
  private static func additive(
    _ values: inout ValueParser
  ) -> [(weight: Int, symbol: String)]? {
    var result: [(weight: Int, symbol: String)] = []
    repeat {
      guard let pair = weighted(&values), pair.weight >= 0,
        pair.weight < result.last?.weight ?? .max
      else { return nil }
      result.append(pair)
    } while values.comma()
    return result
  }

  private static func ranges(_ values: inout ValueParser) -> [ClosedRange<Int>]? {
    if values.keyword(of: ["auto"]) != nil { return [] }
    var result: [ClosedRange<Int>] = []
    func bound(_ infinite: Int) -> Int? {
      values.keyword(of: ["infinite"]) == nil ? values.integer() : infinite
    }
    repeat {
      guard let low = bound(.min), let high = bound(.max), low <= high else { return nil }
      result.append(low...high)
    } while values.comma()
    return result
  }

  /// `symbols(cyclic "*" "+")` (section 5).
  static func function(_ content: [CSSValue]) -> StyleValue? {
    var values = ValueParser(content)
    let kinds = Set(CounterSystem.allCases.map(\.rawValue))
    let kind = values.keyword(of: kinds) ?? .keyword("symbolic")
    let symbols = symbols(&values)
    let least = [.keyword("numeric"), .keyword("alphabetic")].contains(kind) ? 2 : 1
    guard values.isAtEnd, symbols.count >= least else { return nil }
    return .function("symbols", [kind] + symbols.map { .string($0) })
  }
}

extension CounterSymbols {
  /// The equivalent counter style.
  var style: CounterStyle {
    var style = CounterStyle(symbols: symbols, suffix: " ")
    switch system {
    case .cyclic: style.system = .cyclic
    case .numeric: style.system = .numeric
    case .alphabetic: style.system = .alphabetic
    case .fixed: style.system = .fixed(first: 1)
    case .symbolic: style.system = .symbolic
    }
    return style
  }
}

extension ListStyleType {
  /// Nil for a value that names no counter style.
  init?(_ value: StyleValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .keyword(let name): self = .keyword(name)
    case .function("symbols", let arguments):
      guard case .keyword(let word)? = arguments.first, let system = CounterSystem(rawValue: word)
      else { return nil }
      self = .symbols(
        CounterSymbols(
          system: system,
          symbols: arguments.dropFirst().compactMap {
            if case .string(let symbol) = $0 { symbol } else { nil }
          }))
    default: return nil
    }
  }
}
