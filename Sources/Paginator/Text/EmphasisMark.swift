/// A mark over or under every character (`text-emphasis-style`, CSS Text Decoration 3, section 3.1).
public enum EmphasisMark: Hashable, Codable, Sendable {
  /// The shape of a mark.
  public enum Shape: String, CaseIterable, Codable, Sendable {
    /// A small circle.
    case dot
    /// A large circle.
    case circle
    /// Two circles, one in the other.
    case doubleCircle = "double-circle"
    /// A triangle.
    case triangle
    /// A stroke like a sesame seed.
    case sesame
  }

  /// A shape, filled or as an outline.
  case shape(Shape, isFilled: Bool)
  /// A character of the text's font.
  case character(UInt32)
}

extension Character {
  /// Whether emphasis marks are drawn with it: separators, controls and punctuation have none, but for
  /// punctuation that is like a symbol (section 3.2).
  var takesEmphasis: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
      .surrogate, .privateUse:
      return scalar.properties.generalCategory == .privateUse
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return Self.symbols.contains(scalar)
    default: return true
    }
  }

  private static let symbols: Set<Unicode.Scalar> = [
    "#", "%", "&", "@", "\u{A7}", "\u{B6}", "\u{66A}", "\u{2030}", "\u{2031}", "\u{FF03}",
    "\u{FF05}",
    "\u{FF06}", "\u{FF20}",
  ]
}
