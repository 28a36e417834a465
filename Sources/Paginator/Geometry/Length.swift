/// A length in points as a fixed-point number: 1/1024 point, wide enough for a book as one galley.
///
/// Sums are exact and independent of order; comparisons need no tolerance.
public struct Length: Hashable, Comparable, Sendable, AdditiveArithmetic,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  /// 1/1024 points.
  public var rawValue: Int

  /// A length of so many 1/1024 points.
  @inlinable public init(rawValue: Int) { self.rawValue = rawValue }
  /// A length in whole points.
  @inlinable public init(integerLiteral value: Int) { rawValue = value * 1024 }
  /// A length in points, rounded to 1/1024.
  @inlinable public init(floatLiteral value: Double) { self.init(points: value) }

  /// The nearest length to a number of points; ties go away from zero. Values past the range of
  /// the type become `infinite` with their sign; NaN becomes 0, which no container may be high.
  @inlinable public init(points: Double) {
    let scaled = (points * 1024).rounded()
    let isInRange = scaled.magnitude < 0x1p50
    let infinite = Length.infinite.rawValue
    rawValue = isInRange ? Int(scaled) : scaled.isNaN ? 0 : scaled < 0 ? -infinite : infinite
  }

  /// No length.
  public static let zero = Length(rawValue: 0)
  /// A length no book reaches: an endless container's height.
  public static let infinite = Length(rawValue: 1 << 50)

  /// In points.
  @inlinable public var points: Double { Double(rawValue) / 1024 }

  /// The sum; overflow traps.
  @inlinable public static func + (a: Length, b: Length) -> Length {
    Length(rawValue: a.rawValue + b.rawValue)
  }
  /// The difference; overflow traps.
  @inlinable public static func - (a: Length, b: Length) -> Length {
    Length(rawValue: a.rawValue - b.rawValue)
  }
  /// The length the other way.
  @inlinable public static prefix func - (a: Length) -> Length { Length(rawValue: -a.rawValue) }
  /// The length taken so many times; overflow traps.
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

/// In 1/1024 points, so that nothing is lost.
extension Length: Codable {
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
