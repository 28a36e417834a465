/// How text is drawn beyond its font and color: TextKit's underline and strikethrough styles,
/// outlines, shadows, slant and the letterpress effect. Only `expansion` moves glyphs.
///
/// A number that is not finite counts as nil; one that is not a number (NaN) is a finding.
public struct TextEffects: Hashable, Codable, Sendable {
  /// `[]` for none.
  public var underline: UnderlineStyle = []
  /// Nil for the text's own color.
  public var underlineColor: Color?
  /// `[]` for none.
  public var strikethrough: UnderlineStyle = []
  /// Nil for the color of the text.
  public var strikethroughColor: Color?
  /// The text looks pressed into the paper.
  public var isLetterpress = false
  // The following are optional in archives.
  /// The width of the glyphs' outlines, in percent of the font size (`NSStrokeWidthAttributeName`):
  /// positive for outlines alone, negative for outlines and filled glyphs; nil for none.
  public var strokeWidth: Double?
  /// The color of the outlines; nil for that of the text.
  public var strokeColor: Color?
  /// The shadow of the glyphs; nil for none.
  public var shadow: TextShadow?
  /// How far the glyphs lean to the right, as a fraction of their height
  /// (`NSObliquenessAttributeName`); nil for upright.
  public var obliqueness: Double?
  /// How much wider the glyphs and their advances are: 1.2 for a fifth wider; nil for the font's own
  /// widths. TextKit's `NSExpansionAttributeName` is the natural logarithm of this factor. Limited
  /// to 0.1...10.
  public var expansion: Double?

  /// With the initial values.
  public init() {}
}

extension TextEffects {
  /// Whether the glyphs are drawn otherwise than filled with the text's color.
  var changesPaint: Bool {
    isLetterpress || strokeWidth != nil || shadow != nil || obliqueness != nil
  }

  /// The expansion in thousandths; 1000 for none.
  var expansionThousandths: Int {
    guard let expansion, expansion.isFinite else { return 1000 }
    return Int((min(10, max(0.1, expansion)) * 1000).rounded())
  }
}

/// A shadow of glyphs (`NSShadow`).
public struct TextShadow: Hashable, Codable, Sendable {
  /// How far the shadow lies to the right of the glyphs and below them, in points.
  public var offset: Size
  /// The radius of the blur, in points; 0 for a sharp shadow.
  public var blurRadius: Length
  /// The shadow's color.
  public var color: Color

  /// A shadow; by default, black with an opacity of one third, as in TextKit.
  public init(
    offset: Size, blurRadius: Length = 0,
    color: Color = Color(red: 0, green: 0, blue: 0, alpha: 85)
  ) {
    self.offset = offset
    self.blurRadius = blurRadius
    self.color = color
  }
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
