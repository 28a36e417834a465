/// A width that depends on the content, as the least or the greatest one of a box (CSS Sizing 3, section 3.2).
/// Indirect, because every style has room for some.
public indirect enum ContentWidth: Hashable, Codable, Sendable {
  /// A keyword.
  case keyword(IntrinsicWidth)
  /// `fit-content()`: as wide as the content, within a length or a percentage.
  case within(Dimension)
  /// `-paginate-measure`, a `max-width` of the presets: all of the container, and what negative margins add to it. It
  /// does not depend on the content.
  case measure
}

extension BoxProperties {
  /// Whether `width`, `min-width` or `max-width` depends on the content.
  var hasContentWidth: Bool {
    widthKeyword != nil || minWidthContent != nil || hasContentMaxWidth
  }

  /// Whether `max-width` depends on the content.
  var hasContentMaxWidth: Bool { maxWidthContent != nil && maxWidthContent != .measure }
}
