/// A value inside `calc()` (CSS Values 4, section 10): a length in points plus a fraction of a base
/// that is not known yet, or a plain number; or what `min()`, `max()` and sums make of several, where it depends on
/// the base which of them counts.
struct Quantity {
  var value: Double
  var fraction = 0.0
  var isNumber = false
  /// What counts instead of `value` and `fraction`; nil for those two.
  var choice: Choice?

  indirect enum Choice {
    case minimum([Quantity])
    case maximum([Quantity])
    case sum([Quantity])
  }

  private var isConstant: Bool { fraction == 0 && choice == nil }

  /// For the choices of what comes to `choice`, whose first percentage stands for the whole.
  private init(_ choice: Choice, of parts: [Quantity]) {
    let share = parts.first { !$0.isConstant } ?? parts[0]
    (value, fraction) = (share.value, share.fraction)
    self.choice = choice
  }

  init(value: Double, fraction: Double = 0, isNumber: Bool = false) {
    (self.value, self.fraction, self.isNumber) = (value, fraction, isNumber)
  }

  func scaled(by factor: Double) -> Quantity {
    var result = self
    result.value *= factor
    result.fraction *= factor
    func scaled(_ parts: [Quantity]) -> [Quantity] { parts.map { $0.scaled(by: factor) } }
    switch choice {
    case .minimum(let parts):
      result.choice = factor < 0 ? .maximum(scaled(parts)) : .minimum(scaled(parts))
    case .maximum(let parts):
      result.choice = factor < 0 ? .minimum(scaled(parts)) : .maximum(scaled(parts))
    case .sum(let parts): result.choice = .sum(scaled(parts))
    case nil: break
    }
    return result
  }

  /// The sum; nil for a number and a length.
  func plus(_ other: Quantity) -> Quantity? {
    guard isNumber == other.isNumber else { return nil }
    guard choice == nil, other.choice == nil else {
      return Quantity(.sum([self, other]), of: [self, other])
    }
    return Quantity(
      value: value + other.value, fraction: fraction + other.fraction, isNumber: isNumber)
  }

  /// The smaller of two (`isUpper`), or the larger; nil for a number and a length.
  func limited(by other: Quantity, isUpper: Bool) -> Quantity? {
    guard isNumber == other.isNumber else { return nil }
    // With different fractions it depends on the base, which may be negative in `background-position`.
    if choice == nil, other.choice == nil, fraction == other.fraction {
      return (value <= other.value) == isUpper ? self : other
    }
    let parts = [self, other]
    return Quantity(isUpper ? .minimum(parts) : .maximum(parts), of: parts)
  }

  /// At least 0, for a base that is never negative.
  var notNegative: Quantity {
    let isNever = choice == nil && value >= 0 && fraction >= 0
    return isNever
      ? self : limited(by: Quantity(value: 0, isNumber: isNumber), isUpper: false) ?? self
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
    case .negate(let inner), .notNegative(let inner): return inner.kind
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
    case .negate(let inner), .invert(let inner), .notNegative(let inner): inner.hasPercentage
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
    case .notNegative(let inner): return inner.quantity(operand)?.notNegative
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
