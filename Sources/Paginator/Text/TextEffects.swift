/// What is drawn with text besides its glyphs: TextKit's underline and strikethrough styles and the
/// letterpress effect. Effects never move glyphs.
public struct TextEffects: Hashable, Codable, Sendable {
  /// `[]` for none.
  public var underline: UnderlineStyle = []
  /// Nil for the text's own colour.
  public var underlineColor: Color?
  /// `[]` for none.
  public var strikethrough: UnderlineStyle = []
  /// Nil for the colour of the text.
  public var strikethroughColor: Color?
  /// The text looks pressed into the paper.
  public var isLetterpress = false

  /// With the initial values.
  public init() {}
}

/// `NSUnderlineStyle`'s bits: one weight, one pattern, and whether spaces have no line.
public struct UnderlineStyle: OptionSet, Hashable, Codable, Sendable {
  /// One bit for each value.
  public let rawValue: Int
  /// A set of the values with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One line.
  public static let single = UnderlineStyle(rawValue: 0x01)
  /// One thick line.
  public static let thick = UnderlineStyle(rawValue: 0x02)
  /// Two lines.
  public static let double = UnderlineStyle(rawValue: 0x09)
  /// A line of dots.
  public static let dot = UnderlineStyle(rawValue: 0x100)
  /// A line of dashes.
  public static let dash = UnderlineStyle(rawValue: 0x200)
  /// A line of dashes and dots.
  public static let dashDot = UnderlineStyle(rawValue: 0x300)
  /// A line of dashes and pairs of dots.
  public static let dashDotDot = UnderlineStyle(rawValue: 0x400)
  /// No line below spaces.
  public static let byWord = UnderlineStyle(rawValue: 0x8000)

  /// One of `single`, `thick` and `double`; a pattern alone is drawn single.
  public var weight: UnderlineStyle {
    let bits = UnderlineStyle(rawValue: rawValue & 0x0F)
    return bits.isEmpty && !pattern.isEmpty ? .single : bits
  }
  /// Empty for a solid line.
  public var pattern: UnderlineStyle { UnderlineStyle(rawValue: rawValue & 0x700) }
  /// Whether there is no line below spaces.
  public var isByWord: Bool { contains(.byWord) }
  /// Whether there is a line at all.
  public var isDrawn: Bool { !weight.isEmpty }
}
