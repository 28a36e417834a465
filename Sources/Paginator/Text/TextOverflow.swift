/// `text-overflow`: what is shown where a box cuts off a line that is too long (CSS Overflow 4, section 5.1). Indirect,
/// because every style has room for one.
public indirect enum TextOverflow: Hashable, Codable, Sendable {
  /// What is shown at an edge in place of what is cut off.
  public enum Mark: Hashable, Codable, Sendable {
    /// Nothing: the line is cut off at the edge.
    case clip
    /// An ellipsis.
    case ellipsis
    /// A string.
    case string(String)
  }

  /// The marks at the two ends of lines.
  case marks(left: Mark, right: Mark)

  /// The mark at the end of the lines of a paragraph with a direction; nil for `clip`. Text does not begin outside of
  /// its box, so that nothing is cut off at the other edge.
  func atEnd(isRightToLeft: Bool) -> Mark? {
    switch self {
    case .marks(let left, let right):
      let mark = isRightToLeft ? left : right
      return mark == .clip ? nil : mark
    }
  }
}
