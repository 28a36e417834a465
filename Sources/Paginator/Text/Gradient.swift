/// A gradient as a background image (CSS Images 4, section 3).
public struct Gradient: Hashable, Codable, Sendable {
  /// A color at a place of the gradient line.
  public struct Stop: Hashable, Codable, Sendable {
    /// The color.
    public var color: Color
    /// From the start of the line; nil for a place between the neighbours.
    public var place: Dimension?
  }
  /// How the colors run.
  public enum Shape: Hashable, Codable, Sendable {
    /// Along a line, in degrees clockwise from upwards.
    case linear(degrees: Double)
    /// Towards a side or a corner: -1, 0 or 1 to the right and down.
    case towards(x: Int, y: Int)
    /// From a point outwards.
    case radial(Radii, x: Dimension, y: Dimension)
    /// Around a point, from an angle in degrees clockwise from upwards (CSS Images 4, section 3.3). Places of stops are
    /// degrees, and fractions of a turn.
    case conic(degrees: Double, x: Dimension, y: Dimension)
  }
  /// The size of the ending shape of a radial gradient.
  public enum Radii: Hashable, Codable, Sendable {
    /// To the closest or farthest sides or corner of the box.
    case extent(isCircle: Bool, isFarthest: Bool, isCorner: Bool)
    /// The horizontal and the vertical radius.
    case lengths(Dimension, Dimension)
  }

  /// How the colors run.
  public var shape: Shape
  /// At least two.
  public var stops: [Stop]
  /// Whether the colors repeat outside the stops.
  public var repeats: Bool
}
