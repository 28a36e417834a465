/// A counter style, as `@counter-style` defines it (CSS Counter Styles 3, section 2).
struct CounterStyle: Sendable {
  enum System: Sendable {
    case cyclic, numeric, alphabetic, symbolic, additive
    /// The symbols represent consecutive values that begin with `first`.
    case fixed(first: Int)
    /// Takes missing descriptors from another style.
    case extends(String)
    /// Uses an algorithm for a specific language (section 7).
    case algorithm(Algorithm)
  }

  enum Algorithm: Sendable { case chinese(ChineseNumerals), ethiopic }

  var system = System.symbolic
  var symbols: [String] = []
  /// Sorted by weight, largest first.
  var additive: [(weight: Int, symbol: String)] = []
  var negative: (before: String, after: String)?
  var prefix: String?
  var suffix: String?
  /// The values that the style can represent; nil or empty for the default range of its system.
  var ranges: [ClosedRange<Int>]?
  var pad: (length: Int, symbol: String)?
  var fallback: String?

  /// Longer texts use the fallback style (section 3.3 leaves the limit to the implementation).
  static let longest = 120

  /// The text of a value, without prefix and suffix; nil if the style cannot represent it.
  func text(of value: Int) -> String? {
    guard isInRange(value), let initial = initialText(of: value) else { return nil }
    let isNegative = value < 0 && usesNegativeSign
    let sign = negative ?? ("-", "")
    var length = initial.unicodeScalars.count
    if isNegative { length += sign.before.unicodeScalars.count + sign.after.unicodeScalars.count }
    var text = initial
    if let pad, pad.length > length {
      guard pad.length <= Self.longest else { return nil }
      text = String(repeating: pad.symbol, count: pad.length - length) + text
    }
    return isNegative ? sign.before + text + sign.after : text
  }

  private var usesNegativeSign: Bool {
    switch system {
    case .cyclic, .fixed: false
    default: true
    }
  }

  private func isInRange(_ value: Int) -> Bool {
    if let ranges, !ranges.isEmpty { return ranges.contains { $0.contains(value) } }
    switch system {
    case .alphabetic, .symbolic: return value >= 1
    case .additive: return value >= 0
    default: return true
    }
  }

  private func initialText(of value: Int) -> String? {
    let magnitude = usesNegativeSign ? Int(clamping: value.magnitude) : value
    switch system {
    case .cyclic:
      guard !symbols.isEmpty else { return nil }
      let index = (magnitude % symbols.count - 1) % symbols.count
      return symbols[index < 0 ? index + symbols.count : index]
    case .fixed(let first):
      let (index, overflows) = magnitude.subtractingReportingOverflow(first)
      return !overflows && symbols.indices.contains(index) ? symbols[index] : nil
    case .numeric: return numeric(magnitude)
    case .alphabetic: return alphabetic(magnitude)
    case .symbolic: return symbolic(magnitude)
    case .additive: return additive(magnitude)
    case .algorithm(.chinese(let numerals)): return numerals.text(of: magnitude)
    case .algorithm(.ethiopic): return EthiopicNumerals.text(of: magnitude)
    case .extends: return nil
    }
  }

  private func numeric(_ value: Int) -> String? {
    guard symbols.count >= 2 else { return nil }
    var rest = value
    var digits: [String] = []
    repeat {
      digits.append(symbols[rest % symbols.count])
      rest /= symbols.count
    } while rest > 0
    return digits.reversed().joined()
  }

  private func alphabetic(_ value: Int) -> String? {
    guard symbols.count >= 2, value >= 1 else { return nil }
    var rest = value
    var letters: [String] = []
    while rest > 0 {
      rest -= 1
      letters.append(symbols[rest % symbols.count])
      rest /= symbols.count
    }
    return letters.reversed().joined()
  }

  private func symbolic(_ value: Int) -> String? {
    guard !symbols.isEmpty, value >= 1 else { return nil }
    let count = (value - 1) / symbols.count + 1
    guard count <= Self.longest else { return nil }
    return String(repeating: symbols[(value - 1) % symbols.count], count: count)
  }

  private func additive(_ value: Int) -> String? {
    if value == 0 { return additive.first { $0.weight == 0 }?.symbol }
    var rest = value
    var text = ""
    var count = 0
    for (weight, symbol) in additive where weight > 0 && weight <= rest {
      count += rest / weight
      guard count <= Self.longest else { return nil }
      text += String(repeating: symbol, count: rest / weight)
      rest %= weight
    }
    return rest == 0 ? text : nil
  }
}

/// The counter styles available to a document: the predefined ones and its own.
struct CounterStyles: Sendable {
  private var own: [String: CounterStyle]

  /// - Parameter rules: weakest first.
  init(_ rules: [StyleSheet.CounterStyleRule] = []) {
    own = Dictionary(rules.map { ($0.name, $0.style) }, uniquingKeysWith: { _, new in new })
  }

  /// The predefined styles only.
  static let predefined = CounterStyles()

  /// The text of a list marker; nil for `none`.
  /// - Parameter isOutside: whether it is outside its item. A bullet there is half an em from the item:
  ///   fonts differ in the width of a word space, and it is narrow for a shape (CSS Counter Styles 3, section
  ///   6.3, leaves it to us).
  func marker(_ type: ListStyleType, value: Int, isOutside: Bool = false) -> String? {
    switch type {
    case .string(let text): return text
    case .keyword("none"): return nil
    case .keyword(let name) where isOutside && type.isBullet:
      return text(name, value: value) + Self.enSpace
    case .keyword(let name):
      let style = resolved(name) ?? Self.decimal
      // Prevents a line break between a marker and its text.
      let suffix = (style.suffix ?? ". ").replacing(" ", with: "\u{A0}")
      return (style.prefix ?? "") + text(name, value: value) + suffix
    case .symbols: return text(type, value: value) + "\u{A0}"
    }
  }

  func text(_ type: ListStyleType, value: Int) -> String {
    switch type {
    case .keyword(let name): text(name, value: value)
    case .string(let text): text
    case .symbols(let symbols): symbols.style.text(of: value) ?? String(value)
    }
  }

  /// The text of a value, without prefix and suffix.
  func text(_ name: String, value: Int) -> String {
    if name == "none" { return "" }
    var name = name
    // Fallbacks may form a cycle: then the value is decimal (section 2, "fallback").
    for _ in 0..<Self.longestChain {
      guard let style = resolved(name) else { break }
      if let text = style.text(of: value) { return text }
      name = style.fallback ?? "decimal"
    }
    return String(value)
  }

  private static let enSpace = "\u{2002}"
  private static let longestChain = 16
  private static let decimal = CounterStyleTable.styles["decimal"] ?? CounterStyle()

  /// A style including the descriptors of the styles that it extends.
  private func resolved(_ name: String) -> CounterStyle? {
    guard var style = own[name] ?? CounterStyleTable.styles[name.asciiLowercased] else {
      return nil
    }
    for _ in 0..<Self.longestChain {
      guard case .extends(let base) = style.system else { return style }
      let other = own[base] ?? CounterStyleTable.styles[base.asciiLowercased] ?? Self.decimal
      style.system = other.system
      style.symbols = other.symbols
      style.additive = other.additive
      style.negative = style.negative ?? other.negative
      style.prefix = style.prefix ?? other.prefix
      style.suffix = style.suffix ?? other.suffix
      style.ranges = style.ranges ?? other.ranges
      style.pad = style.pad ?? other.pad
      style.fallback = style.fallback ?? other.fallback
    }
    return Self.decimal
  }
}

/// Chinese numbers in words (CSS Counter Styles 3, section 7.1.1).
struct ChineseNumerals: Sendable {
  let digits: [Character]
  /// Ten, hundred, thousand.
  let markers: [Character]
  /// Whether 10 to 19 are written without a leading one.
  let isInformal: Bool

  init(_ digits: String, _ markers: String, isInformal: Bool) {
    self.digits = Array(digits)
    self.markers = Array(markers)
    self.isInformal = isInformal
  }

  /// - Returns: nil if `value` is not in 0 to 9999.
  func text(of value: Int) -> String? {
    guard (0...9999).contains(value) else { return nil }
    if value == 0 { return String(digits[0]) }
    var text: [Character] = []
    var weight = 1000
    var hasBegun = false
    var owesZero = false
    for place in stride(from: 3, through: 0, by: -1) {
      let digit = value / weight % 10
      weight /= 10
      guard digit > 0 else {
        owesZero = hasBegun
        continue
      }
      if owesZero { text.append(digits[0]) }
      owesZero = false
      if !(isInformal && place == 1 && digit == 1 && !hasBegun) { text.append(digits[digit]) }
      if place > 0 { text.append(markers[place - 1]) }
      hasBegun = true
    }
    return String(text)
  }
}

/// CSS Counter Styles 3, section 7.2.
enum EthiopicNumerals {
  static func text(of value: Int) -> String? {
    guard value >= 1 else { return nil }
    if value == 1 { return "\u{1369}" }
    var groups: [Int] = []
    var rest = value
    while rest > 0 {
      groups.append(rest % 100)
      rest /= 100
    }
    var text = String.UnicodeScalarView()
    for index in groups.indices.reversed() {
      let group = groups[index]
      let isBare = group == 1 && (index == groups.count - 1 || index % 2 == 1)
      if group > 0, !isBare {
        if group >= 10, let ten = Unicode.Scalar(0x1371 + UInt32(group / 10)) { text.append(ten) }
        if group % 10 > 0, let one = Unicode.Scalar(0x1368 + UInt32(group % 10)) {
          text.append(one)
        }
      }
      if index % 2 == 1 {
        if group > 0 { text.append("\u{137B}") }
      } else if index > 0 {
        text.append("\u{137C}")
      }
    }
    return String(text)
  }
}
