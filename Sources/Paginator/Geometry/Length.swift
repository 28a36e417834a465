/// A length as a fixed-point number of 1/1024 points. The range is enough for a book in one column.
///
/// Sums are exact and independent of order; comparisons need no tolerance.
public struct Length: Hashable, Comparable, Sendable, AdditiveArithmetic,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  /// The number of 1/1024 points.
  public var rawValue: Int

  /// A length in 1/1024 points.
  @inlinable public init(rawValue: Int) { self.rawValue = rawValue }
  /// A length in whole points.
  @inlinable public init(integerLiteral value: Int) { rawValue = value * 1024 }
  /// A length in points, rounded to 1/1024.
  @inlinable public init(floatLiteral value: Double) { self.init(points: value) }

  /// The nearest length to a number of points; ties are rounded away from zero. Values out of range
  /// become `infinite` with their sign; NaN becomes 0: as a height of a container it is
  /// refused, in a style it is a length of 0, and no finding reports it.
  @inlinable public init(points: Double) {
    let scaled = (points * 1024).rounded()
    let isInRange = scaled.magnitude < 0x1p50
    let infinite = Length.infinite.rawValue
    rawValue = isInRange ? Int(scaled) : scaled.isNaN ? 0 : scaled < 0 ? -infinite : infinite
  }

  /// No length.
  public static let zero = Length(rawValue: 0)
  /// A length greater than any book's: the height of an endless container.
  public static let infinite = Length(rawValue: 1 << 50)

  /// The length as a number of points.
  @inlinable public var points: Double { Double(rawValue) / 1024 }
  /// The length in 1/1000 points, rounded to nearest; ties away from zero.
  package var thousandths: Int {
    let magnitude = Int((rawValue.magnitude * 1000 + 512) / 1024)
    return rawValue < 0 ? -magnitude : magnitude
  }

  /// The sum; overflow traps.
  @inlinable public static func + (a: Length, b: Length) -> Length {
    Length(rawValue: a.rawValue + b.rawValue)
  }
  /// The difference; overflow traps.
  @inlinable public static func - (a: Length, b: Length) -> Length {
    Length(rawValue: a.rawValue - b.rawValue)
  }
  /// The negated length.
  @inlinable public static prefix func - (a: Length) -> Length { Length(rawValue: -a.rawValue) }
  /// The product; overflow traps.
  @inlinable public static func * (a: Length, b: Int) -> Length {
    Length(rawValue: a.rawValue * b)
  }
  /// Rounded to the nearest unit.
  @inlinable public static func * (a: Length, b: Double) -> Length {
    Length(points: a.points * b)
  }
  /// Rounded towards zero.
  @inlinable public static func / (a: Length, b: Int) -> Length {
    Length(rawValue: a.rawValue / b)
  }
  /// Whether one length is shorter.
  @inlinable public static func < (a: Length, b: Length) -> Bool { a.rawValue < b.rawValue }
}

/// Encoded in 1/1024 points, without loss.
extension Length: Codable {
  /// A value out of range becomes `infinite` with its sign, so that sums do not overflow.
  ///
  /// Throws `DecodingError` if the value is no integer.
  public init(from decoder: any Decoder) throws {
    let infinite = Length.infinite.rawValue
    rawValue = min(
      max(-infinite, try decoder.singleValueContainer().decode(Int.self)), infinite)
  }

  /// Writes one integer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
