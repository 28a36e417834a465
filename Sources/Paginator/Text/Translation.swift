/// How far a positioned box is moved from its place (`transform: translate()`, CSS Transforms 1, section 11).
/// Percentages are of the box's own size.
public struct Translation: Hashable, Codable, Sendable {
  /// An array, so that boxes without one stay small: they are copied often.
  private let sides: [Dimension]

  /// To the right.
  public var x: Dimension { sides.first ?? .zero }
  /// Down.
  public var y: Dimension { sides.last ?? .zero }

  /// A move to the right and down.
  public init(x: Dimension, y: Dimension) { sides = [x, y] }

  /// The move of a border box of some size, all in 1/1024 points.
  func resolved(width: Int, height: Int) -> (x: Int, y: Int) {
    (
      x.resolved(against: Length(rawValue: width)).rawValue,
      y.resolved(against: Length(rawValue: height)).rawValue
    )
  }
}
