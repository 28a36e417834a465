/// How a face that lacks bold or italic is drawn so.
enum SyntheticStyle {
  /// The angle by which glyphs lean to the right, in degrees.
  static let slant = 12
  /// The tangent of the angle.
  static let slantTangent = 0.2126
  /// The outlines are stroked with a line of the font size divided by this: half of it is outside.
  static let boldDivisor = 32
}
