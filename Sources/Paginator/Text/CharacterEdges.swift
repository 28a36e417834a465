/// How far a character protrudes from the measure at the edges of a column (`margin-kerning-characters`).
public struct CharacterEdges: Hashable, Codable, Sendable {
  /// One UTF-16 unit.
  public var character: UInt16
  /// How far it protrudes at the left edge: a fraction of the glyph's advance, from -1 to 1; a negative one moves
  /// it into the column.
  public var left: Double
  /// The same at the right edge.
  public var right: Double

  /// Limits the fractions to the range from -1 to 1.
  public init(character: UInt16, left: Double, right: Double) {
    self.character = character
    self.left = min(max(left, -1), 1)
    self.right = min(max(right, -1), 1)
  }
}
