/// What is drawn with text beside its glyphs: TextKit's underline and strikethrough styles, the
/// letterpress effect, outlines. None of it ever moves a glyph.
public struct TextEffects: Hashable, Codable, Sendable {
  public var underline: UnderlineStyle = []
  /// Nil for the text's own colour.
  public var underlineColor: Color?
  public var strikethrough: UnderlineStyle = []
  public var strikethroughColor: Color?
  /// The text looks pressed into the paper.
  public var isLetterpress = false

  public init() {}
}

/// `NSUnderlineStyle`'s bits: one weight, one pattern, and whether spaces are left out.
public struct UnderlineStyle: OptionSet, Hashable, Codable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let single = UnderlineStyle(rawValue: 0x01)
  public static let thick = UnderlineStyle(rawValue: 0x02)
  public static let double = UnderlineStyle(rawValue: 0x09)
  public static let dot = UnderlineStyle(rawValue: 0x100)
  public static let dash = UnderlineStyle(rawValue: 0x200)
  public static let dashDot = UnderlineStyle(rawValue: 0x300)
  public static let dashDotDot = UnderlineStyle(rawValue: 0x400)
  public static let byWord = UnderlineStyle(rawValue: 0x8000)

  /// One of `single`, `thick` and `double`; a pattern alone is drawn single.
  public var weight: UnderlineStyle {
    let bits = UnderlineStyle(rawValue: rawValue & 0x0F)
    return bits.isEmpty && !pattern.isEmpty ? .single : bits
  }
  /// Empty for a solid line.
  public var pattern: UnderlineStyle { UnderlineStyle(rawValue: rawValue & 0x700) }
  public var isByWord: Bool { contains(.byWord) }
  public var isDrawn: Bool { !weight.isEmpty }
}
