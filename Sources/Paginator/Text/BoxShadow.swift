/// A shadow of a box (`box-shadow`, CSS Backgrounds 3, section 6.1).
public struct BoxShadow: Hashable, Codable, Sendable {
  /// How far it is to the right of the box.
  public var x: Length = 0
  /// How far it is below the box.
  public var y: Length = 0
  /// How wide the band is in which its edge fades, half of it on each side; 0 for a sharp edge.
  public var blur: Length = 0
  /// How much larger than the box it is, on each side; an inset shadow leaves this much less of the box.
  public var spread: Length = 0
  /// The color of the shadow.
  public var color = Color.black
  /// Whether it is inside the box: that of an edge around it.
  public var isInset = false

  /// A sharp shadow at the place of the box.
  public init() {}
}

extension BoxProperties {
  /// Whether a shadow can be seen.
  var hasShadow: Bool { shadows?.contains { !$0.color.isTransparent } ?? false }
}
