/// The outline of a box (CSS UI 4, section 5): a line around its border, for which layout makes no room.
public struct BoxOutline: Hashable, Codable, Sendable {
  /// The line, which is the same on all sides.
  public var side = BorderSide(width: 2.25)
  /// How far it is from the border, in points; negative for one that is inside.
  public var offset: Length = 0

  /// No outline: a line without a style.
  public init() {}
}

extension BoxProperties {
  /// Whether an outline can be seen.
  var hasOutline: Bool { outline?.side.isVisible ?? false }

  /// Whether something is drawn around the border box, even around one without height.
  var isDrawnAround: Bool { hasOutline || hasShadow }
}
