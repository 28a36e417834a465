/// A length, a fraction of a base that is known later, or both (`calc(10% + 2pt)`). A fraction that
/// is not a number (NaN) counts as 0.
public struct Dimension: Hashable, Codable, Sendable {
  /// The part that is a length, in points.
  public var length: Length = 0
  /// The fraction of the base; 1 is 100 %. The base is the containing block's width unless stated
  /// otherwise.
  public var fraction = 0.0
  /// Whether it is `auto`; the other parts are then ignored.
  public var isAuto = false
  /// What counts instead of `length` and `fraction`, from `min()`, `max()` and `clamp()`; nil for the sum of those two.
  /// They are then the first part of it that has a percentage.
  public var formula: Formula?

  /// What `min()`, `max()` and `clamp()` make of lengths and fractions, where it depends on the base which of them
  /// counts (CSS Values 4, section 10).
  public indirect enum Formula: Hashable, Codable, Sendable {
    /// A length plus a fraction of the base.
    case share(Length, fraction: Double)
    /// The smallest of some.
    case minimum([Formula])
    /// The largest of some.
    case maximum([Formula])
    /// All of some together.
    case sum([Formula])

    func resolved(against base: Length) -> Length {
      switch self {
      case .share(let length, let fraction): length + base * fraction
      case .minimum(let parts): parts.map { $0.resolved(against: base) }.min() ?? 0
      case .maximum(let parts): parts.map { $0.resolved(against: base) }.max() ?? 0
      case .sum(let parts): parts.reduce(0) { $0 + $1.resolved(against: base) }
      }
    }

    /// The formula with a factor for its fractions, and one for its lengths.
    fileprivate func scaled(lengths factor: Double, fractions share: Double) -> Formula {
      func scaled(_ parts: [Formula]) -> [Formula] {
        parts.map { $0.scaled(lengths: factor, fractions: share) }
      }
      return switch self {
      case .share(let length, let fraction): .share(length * factor, fraction: fraction * share)
      case .minimum(let parts): factor < 0 ? .maximum(scaled(parts)) : .minimum(scaled(parts))
      case .maximum(let parts): factor < 0 ? .minimum(scaled(parts)) : .maximum(scaled(parts))
      case .sum(let parts): .sum(scaled(parts))
      }
    }
  }

  /// `auto`.
  public static let auto = Dimension(isAuto: true)
  /// A length of 0.
  public static let zero = Dimension()

  /// The sum of a length and of a fraction of the base.
  public static func sum(_ length: Length, fraction: Double = 0) -> Dimension {
    Dimension(length: length, fraction: fraction)
  }

  /// The length; nil for `auto` and for a share of a base.
  public var definite: Length? { isAuto || fraction != 0 ? nil : length }

  /// `auto` counts as zero.
  public func resolved(against base: Length) -> Length {
    if isAuto { return 0 }
    if fraction == 0 { return length }
    if let formula { return formula.resolved(against: base) }
    return length + base * fraction
  }

  /// Makes its fractions larger or smaller by a factor above 0.
  mutating func scaleFractions(by factor: Double) {
    fraction *= factor
    formula = formula?.scaled(lengths: 1, fractions: factor)
  }

  /// Adds another dimension, times a factor.
  mutating func add(_ other: Dimension, times factor: Double = 1) {
    guard factor.isFinite, !other.isAuto else { return }
    if formula != nil || other.formula != nil {
      formula = .sum([
        formula ?? .share(length, fraction: fraction),
        (other.formula ?? .share(other.length, fraction: other.fraction))
          .scaled(lengths: factor, fractions: factor),
      ])
    }
    length = length + other.length * factor
    fraction += other.fraction * factor
    if formula != nil, fraction == 0 { fraction = .leastNormalMagnitude }
  }
}
