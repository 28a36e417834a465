/// Parses component values into typed values, independent of the property.
struct ValueParser {
  private let values: [CSSValue]
  private(set) var index = 0

  init(_ values: [CSSValue]) { self.values = values.filter { $0 != .token(.whitespace) } }

  var isAtEnd: Bool { index >= values.count }
  var peek: CSSValue? { index < values.count ? values[index] : nil }
  mutating func advance() { index += 1 }
  mutating func reset(to mark: Int) { index = mark }

  mutating func keyword() -> String? {
    guard case .token(.ident(let name)) = peek else { return nil }
    index += 1
    return name.asciiLowercased
  }

  mutating func keyword(of allowed: Set<String>) -> StyleValue? {
    guard case .token(.ident(let name)) = peek else { return nil }
    let lower = name.asciiLowercased
    guard allowed.contains(lower) else { return nil }
    index += 1
    return .keyword(lower)
  }

  mutating func comma() -> Bool {
    guard peek == .token(.comma) else { return false }
    index += 1
    return true
  }

  mutating func slash() -> Bool {
    guard peek == .token(.delim("/")) else { return false }
    index += 1
    return true
  }

  mutating func string() -> String? {
    guard case .token(.string(let text)) = peek else { return nil }
    index += 1
    return text
  }

  mutating func url() -> String? {
    switch peek {
    case .token(.url(let text)):
      index += 1
      return text
    case .function(let name, let content) where name.asciiLowercased == "url":
      guard case .token(.string(let text)) = content.first(where: { $0 != .token(.whitespace) })
      else { return nil }
      index += 1
      return text
    default: return nil
    }
  }

  private static let largestInteger = 999_999_999.0

  mutating func integer() -> Int? {
    guard let value = peek, var number = Self.number(value) else { return nil }
    if case .token(.number(let token)) = value {
      guard token.isInteger else { return nil }
    } else {
      // A calculation is rounded (CSS Values 4, section 10.9).
      number = (number + 0.5).rounded(.down)
    }
    index += 1
    // Larger numbers are valid, and are taken as the largest one that is supported (CSS Values 4, section 5.2).
    return number.isNaN ? 0 : Int(min(max(-Self.largestInteger, number), Self.largestInteger))
  }

  mutating func number() -> Double? {
    guard let value = peek, let number = Self.number(value) else { return nil }
    index += 1
    return number
  }

  /// The value of a number, or of a calculation of numbers.
  private static func number(_ value: CSSValue) -> Double? {
    if case .token(.number(let number)) = value { return number.value }
    guard case .calculation(let calculation)? = dimension(value, .number),
      let result = calculation.quantity({ _ in nil }), result.isNumber
    else { return nil }
    return result.value
  }

  mutating func color() -> StyleValue? {
    guard let value = peek,
      let result = ColorSyntax.parse([value]) ?? ColorSyntax.parseLevel4(value)
    else { return nil }
    index += 1
    if let color = ColorSyntax.color(result) { return .color(color) }
    return .keyword("currentcolor")
  }

  /// A dimension of one of the allowed types; a zero length needs no unit.
  mutating func dimension(_ allowed: DimensionKinds = .length) -> StyleValue? {
    guard let value = peek, let result = Self.dimension(value, allowed) else { return nil }
    index += 1
    return result
  }

  private static func dimension(_ value: CSSValue, _ allowed: DimensionKinds) -> StyleValue? {
    switch value {
    case .token(.dimension(let number, let unit)):
      guard let unit = LengthUnit(name: unit.asciiLowercased) else { return nil }
      guard !allowed.contains(.nonNegative) || number.value >= 0 else { return nil }
      return allowed.contains(.length) ? .length(number.value, unit) : nil
    case .token(.percentage(let number)):
      guard !allowed.contains(.nonNegative) || number.value >= 0 else { return nil }
      return allowed.contains(.percentage) ? .percentage(number.value) : nil
    case .token(.number(let number)):
      guard !allowed.contains(.nonNegative) || number.value >= 0 else { return nil }
      if allowed.contains(.number) { return .number(number.value) }
      return number.value == 0 && allowed.contains(.length) ? .length(0, .pt) : nil
    case .function(let name, let content):
      guard let result = calculation(name.asciiLowercased, content, allowed),
        let kind = result.kind, kind == .dimension || allowed.contains(.number)
      else { return nil }
      // What would be negative is 0 (CSS Values 4, section 10.12).
      return .calculation(allowed.contains(.nonNegative) ? .notNegative(result) : result)
    default: return nil
    }
  }

  // MARK: calc() (CSS Values 4, section 10)

  private static func calculation(
    _ name: String, _ content: [CSSValue], _ allowed: DimensionKinds
  ) -> Calculation? {
    let arguments = content.split(separator: .token(.comma), omittingEmptySubsequences: false)
    let parsed = arguments.compactMap { sum(Array($0), allowed) }
    guard parsed.count == arguments.count else { return nil }
    switch name {
    case "calc": return parsed.count == 1 ? parsed[0] : nil
    case "min": return .minimum(parsed)
    case "max": return .maximum(parsed)
    case "clamp":
      return parsed.count == 3 ? .maximum([parsed[0], .minimum([parsed[1], parsed[2]])]) : nil
    default: return nil
    }
  }

  private static func sum(_ values: [CSSValue], _ allowed: DimensionKinds) -> Calculation? {
    var terms: [Calculation] = []
    var current: [CSSValue] = []
    var negative = false
    func term() -> Calculation? {
      guard let product = product(current, allowed) else { return nil }
      return negative ? .negate(product) : product
    }
    // A sign after white space is an operator; a sign before a digit is part of the number token.
    for (index, value) in values.enumerated() {
      if case .token(.delim(let sign)) = value, sign == "+" || sign == "-",
        index > 0, values[index - 1] == .token(.whitespace)
      {
        guard let done = term() else { return nil }
        terms.append(done)
        current = []
        negative = sign == "-"
      } else {
        current.append(value)
      }
    }
    guard let last = term() else { return nil }
    terms.append(last)
    return terms.count == 1 ? terms[0] : .sum(terms)
  }

  private static func product(_ values: [CSSValue], _ allowed: DimensionKinds) -> Calculation? {
    var factors: [Calculation] = []
    var inverted = false
    var expectsFactor = true
    for value in values where value != .token(.whitespace) {
      if case .token(.delim(let sign)) = value, sign == "*" || sign == "/" {
        guard !expectsFactor else { return nil }
        inverted = sign == "/"
        expectsFactor = true
        continue
      }
      guard expectsFactor, let factor = factor(value, allowed) else { return nil }
      factors.append(inverted ? .invert(factor) : factor)
      inverted = false
      expectsFactor = false
    }
    guard !expectsFactor else { return nil }
    return factors.count == 1 ? factors[0] : .product(factors)
  }

  private static func factor(_ value: CSSValue, _ allowed: DimensionKinds) -> Calculation? {
    if case .block(.openParenthesis, let content) = value { return sum(content, allowed) }
    if case .function(let name, let content) = value {
      return calculation(name.asciiLowercased, content, allowed)
    }
    let kinds: DimensionKinds = [
      .number, .length, allowed.contains(.percentage) ? .percentage : [],
    ]
    return dimension(value, kinds).map { .value($0) }
  }
}

/// The types of value allowed for a dimension.
struct DimensionKinds: OptionSet {
  let rawValue: Int
  static let length = DimensionKinds(rawValue: 1)
  static let percentage = DimensionKinds(rawValue: 2)
  static let number = DimensionKinds(rawValue: 4)
  static let nonNegative = DimensionKinds(rawValue: 8)
  static let lengthOrPercent: DimensionKinds = [.length, .percentage]
  static let positive: DimensionKinds = [.length, .percentage, .nonNegative]
}
