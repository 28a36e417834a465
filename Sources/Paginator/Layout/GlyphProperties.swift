/// What a glyph is, besides a letter (`NSLayoutManager.GlyphProperty`).
public struct GlyphProperties: OptionSet, Hashable, Sendable {
  /// One bit for each value.
  public let rawValue: Int
  /// A set of the values with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// It is in no character's place: a hyphen at a line end, or an ellipsis.
  public static let added = GlyphProperties(rawValue: 1)
  /// It stands for a control character, such as a tab.
  public static let controlCharacter = GlyphProperties(rawValue: 2)
  /// It is white space, which justification may stretch.
  public static let elastic = GlyphProperties(rawValue: 4)
  /// It belongs to the character before it, as an accent does.
  public static let nonBaseCharacter = GlyphProperties(rawValue: 8)

  init(_ glyph: PlacedGlyph, in text: AttributedText) {
    self = []
    guard glyph.characterCount > 0, glyph.characterIndex < text.length else {
      insert(.added)
      return
    }
    let value = text.units.withUnsafeBufferPointer {
      UTF16Scalars.scalar($0, at: glyph.characterIndex).0
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: insert(.controlCharacter)
    case .spaceSeparator: insert(.elastic)
    case .nonspacingMark, .enclosingMark: insert(.nonBaseCharacter)
    default: if glyph.advance == 0 { insert(.nonBaseCharacter) }
    }
  }
}
