/// `shape-outside`: the outline of a float that text goes around instead of the float's margin box (CSS
/// Shapes 1, section 4).
public struct FloatShape: Hashable, Codable, Sendable {
  /// The box of the float to which an outline refers.
  public enum ReferenceBox: String, CaseIterable, Codable, Sendable {
    /// The margin box.
    case margin = "margin-box"
    /// The border box.
    case border = "border-box"
    /// The padding box.
    case padding = "padding-box"
    /// The content box.
    case content = "content-box"
  }

  /// A radius of a circle or an ellipse.
  public enum Radius: Hashable, Codable, Sendable {
    /// The distance from the centre to the nearest side.
    case closestSide
    /// The distance from the centre to the farthest side.
    case farthestSide
    /// A length or a percentage of the box.
    case length(Dimension)
  }

  /// A place in the reference box.
  public struct Place: Hashable, Codable, Sendable {
    /// From the left; percentages are of the width.
    public var x: Dimension
    /// From the top; percentages are of the height.
    public var y: Dimension
  }

  /// The kinds of outlines. Indirect, because every style has room for one.
  public indirect enum Outline: Hashable, Codable, Sendable {
    /// The reference box itself.
    case box
    /// `circle()`.
    case circle(radius: Radius, center: Place)
    /// `ellipse()`.
    case ellipse(across: Radius, down: Radius, center: Place)
    /// `inset()`: the reference box with distances from its sides.
    case inset(Edges<Dimension>)
    /// `inset()` with `round`: percentages of its radii are of the reference box.
    case roundedInset(Edges<Dimension>, CornerRadii)
    /// `polygon()`.
    case polygon([Place])
  }

  /// The outline.
  public var outline = Outline.box
  /// The box to which it refers.
  public var reference = ReferenceBox.margin
}
