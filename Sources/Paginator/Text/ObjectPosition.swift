/// `object-position`: where an image is in its box (CSS Images 3, section 5.6).
public struct ObjectPosition: Hashable, Codable, Sendable {
  /// A fraction of the room that the image leaves across, plus a length.
  public var x: Dimension
  /// The same, down.
  public var y: Dimension

  /// A position in a box.
  public init(x: Dimension, y: Dimension) {
    self.x = x
    self.y = y
  }
}
