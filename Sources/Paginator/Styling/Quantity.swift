/// A value inside `calc()` (CSS Values 4, section 10): a length in points plus a fraction of a base
/// that is not known yet, or a plain number. A fraction may have limits.
struct Quantity {
  var value: Double
  var fraction = 0.0
  var isNumber = false
  /// What value and fraction together are at least, in points; nil for no limit.
  var least: Double?
  /// What they are at most. The lower limit wins over it.
  var most: Double?

  private var isConstant: Bool { fraction == 0 && !isNumber }
  private var hasLimits: Bool { least != nil || most != nil }

  func scaled(by factor: Double) -> Quantity {
    var result = self
    result.value *= factor
    result.fraction *= factor
    result.least = (factor < 0 ? most : least).map { $0 * factor }
    result.most = (factor < 0 ? least : most).map { $0 * factor }
    return result
  }

  /// The sum; nil for a number and a length, and if it has no limits that are lengths.
  func plus(_ other: Quantity) -> Quantity? {
    guard isNumber == other.isNumber else { return nil }
    guard !hasLimits || other.isConstant, !other.hasLimits || isConstant else { return nil }
    let shift = hasLimits ? other.value : value
    var result = Quantity(
      value: value + other.value, fraction: fraction + other.fraction, isNumber: isNumber)
    result.least = (least ?? other.least).map { $0 + shift }
    result.most = (most ?? other.most).map { $0 + shift }
    return result
  }

  /// The smaller of two (`isUpper`), or the larger; nil if that is no quantity with limits that are
  /// lengths.
  func limited(by other: Quantity, isUpper: Bool) -> Quantity? {
    guard isNumber == other.isNumber else { return nil }
    if fraction == 0, other.fraction == 0 {
      return (value <= other.value) == isUpper ? self : other
    }
    if other.isConstant { return limited(by: other.value, isUpper: isUpper) }
    if isConstant { return other.limited(by: value, isUpper: isUpper) }
    // Two percentages: bases are never negative.
    guard value == other.value, !hasLimits, !other.hasLimits else { return nil }
    return (fraction <= other.fraction) == isUpper ? self : other
  }

  private func limited(by limit: Double, isUpper: Bool) -> Quantity {
    var result = self
    if isUpper {
      result.most = min(most ?? limit, limit)
      result.least = least.map { min($0, limit) }
    } else {
      result.least = max(least ?? limit, limit)
    }
    return result
  }
}

extension Calculation {
  /// The type of a calculation's result (CSS Values 4, section 10.9): lengths and percentages are
  /// dimensions.
  enum Kind { case number, dimension }

  /// Nil for what has no type, such as the sum of a number and a length.
  var kind: Kind? {
    switch self {
    case .value(.number): return .number
    case .value: return .dimension
    case .negate(let inner): return inner.kind
    case .invert(let inner): return inner.kind == .number ? .number : nil
    case .sum(let terms), .minimum(let terms), .maximum(let terms):
      guard let first = terms.first?.kind else { return nil }
      return terms.allSatisfy { $0.kind == first } ? first : nil
    case .product(let factors):
      let kinds = factors.map(\.kind)
      guard !kinds.contains(nil) else { return nil }
      let dimensions = kinds.count { $0 == .dimension }
      return dimensions > 1 ? nil : dimensions == 1 ? .dimension : .number
    }
  }

  /// Whether a percentage occurs in it.
  var hasPercentage: Bool {
    switch self {
    case .value(.percentage): true
    case .value: false
    case .negate(let inner), .invert(let inner): inner.hasPercentage
    case .sum(let terms), .product(let terms), .minimum(let terms), .maximum(let terms):
      terms.contains { $0.hasPercentage }
    }
  }

  /// Its value.
  /// - Parameter operand: the quantity of a value that is not a number; nil if it is not allowed.
  func quantity(_ operand: (StyleValue) -> Quantity?) -> Quantity? {
    switch self {
    case .value(.number(let number)): return Quantity(value: number, isNumber: true)
    case .value(let value): return operand(value)
    case .negate(let inner): return inner.quantity(operand)?.scaled(by: -1)
    case .invert(let inner):
      guard let number = inner.quantity(operand), number.isNumber, number.value != 0 else {
        return nil
      }
      return Quantity(value: 1 / number.value, isNumber: true)
    case .sum(let terms): return Self.fold(terms, operand) { $0.plus($1) }
    case .product(let factors):
      return Self.fold(factors, operand) { a, b in
        guard a.isNumber || b.isNumber else { return nil }
        return a.isNumber ? b.scaled(by: a.value) : a.scaled(by: b.value)
      }
    case .minimum(let terms):
      return Self.fold(terms, operand) { $0.limited(by: $1, isUpper: true) }
    case .maximum(let terms):
      return Self.fold(terms, operand) { $0.limited(by: $1, isUpper: false) }
    }
  }

  private static func fold(
    _ terms: [Calculation], _ operand: (StyleValue) -> Quantity?,
    _ combine: (Quantity, Quantity) -> Quantity?
  ) -> Quantity? {
    var result: Quantity?
    for term in terms {
      guard let value = term.quantity(operand) else { return nil }
      guard let before = result else {
        result = value
        continue
      }
      guard let combined = combine(before, value) else { return nil }
      result = combined
    }
    return result
  }
}
