/// The properties that select a font and its glyphs, and the font size.
///
/// A `stretch` or `sizeAdjust` that is not a number (NaN) counts as not set. No finding reports it.
public struct FontStyle: Hashable, Codable, Sendable {
  /// Larger than any sheet of paper; products of sizes and glyph metrics must not overflow.
  static let largestSize: Length = 16_384

  /// `font-family`: names in order of preference.
  public var families: [String] = ["serif"]
  /// `font-size`, in points.
  public var size: Length = 12
  /// `font-weight`: 1 to 1000.
  public var weight = 400
  /// Whether `font-style` is `italic` or `oblique`.
  public var isItalic = false
  /// `font-stretch`, in percent.
  public var stretch = 100.0
  /// `font-variant-caps`: the kind of capitals.
  public var caps = Caps.normal
  /// Keywords of font-variant-numeric, -ligatures, -position and -east-asian, sorted.
  public var variants: [String] = []
  /// Whether pairs of glyphs are kerned (`font-kerning`).
  public var hasKerning = true
  /// `font-feature-settings` and the features of `font-variant`.
  public var features: [FontFeature] = []
  /// Whether the font size chooses among faces of different optical sizes (`font-optical-sizing`).
  public var hasOpticalSizing = true
  /// `font-size-adjust`: a metric of the font as a fraction of the font size; nil for none.
  public var sizeAdjust: Double?
  /// The metric of `sizeAdjust`; nil for the x-height. Optional in archives.
  public var sizeAdjustMetric: SizeMetric?

  /// What is made up when the family lacks it (`font-synthesis`); nil for everything. Optional in
  /// archives.
  public var synthesis: FontSynthesis?
  /// The features of `font-variant-alternates`, for each family that has some; nil for none. Optional
  /// in archives.
  public var alternates: [FamilyFeatures]?
  /// `font-language-override`: the OpenType language system of the text, such as "SRB"; nil for that
  /// of its language. Optional in archives.
  public var languageSystem: String?

  /// A metric of a font (CSS Fonts 5, section 2.1).
  public enum SizeMetric: String, Codable, Hashable, Sendable {
    /// The x-height.
    case exHeight = "ex-height"
    /// The height of capitals.
    case capHeight = "cap-height"
    /// The advance of the digit 0.
    case chWidth = "ch-width"
    /// The advance of U+6C34, a full-width ideograph.
    case icWidth = "ic-width"
  }

  /// With the initial values.
  public init() {}

  /// A font by its families, its size in points, its weight and its slant.
  public init(_ families: String..., size: Length, weight: Int = 400, isItalic: Bool = false) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  /// `font-variant-caps` (CSS Fonts 4, section 6.8).
  public enum Caps: String, CaseIterable, Codable, Sendable {
    /// Capitals and lower case as written.
    case normal
    /// Small capitals for lower case.
    case small = "small-caps"
    /// Small capitals for capitals and lower case.
    case allSmall = "all-small-caps"
    /// Petite capitals for lower case; small ones if the font has none.
    case petite = "petite-caps"
    /// Petite capitals for capitals and lower case; small ones if the font has none.
    case allPetite = "all-petite-caps"
    /// Small capitals for capitals, next to ordinary lower case.
    case unicase
    /// Capitals that are drawn for lines of capitals.
    case titling = "titling-caps"
  }
}

/// What may be made up when a family lacks it (CSS Fonts 4, section 2.7).
public struct FontSynthesis: OptionSet, Hashable, Codable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Bold, by thicker outlines.
  public static let weight = FontSynthesis(rawValue: 1)
  /// Italics, by slanted outlines.
  public static let style = FontSynthesis(rawValue: 2)
  /// Small capitals, by smaller capitals.
  public static let smallCaps = FontSynthesis(rawValue: 4)
  /// All of them.
  public static let all: FontSynthesis = [.weight, .style, .smallCaps]

  /// With these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

extension FontStyle {
  /// Takes the keywords of one group of font variants from another style.
  mutating func setVariants(of group: Set<String>, from other: FontStyle) {
    variants =
      (variants.filter { !group.contains($0) } + other.variants.filter { group.contains($0) })
      .sorted()
  }

  /// Whether a part of `font-synthesis` is allowed.
  func synthesizes(_ part: FontSynthesis) -> Bool { synthesis?.contains(part) ?? true }

  /// Allows or forbids a part of `font-synthesis`.
  mutating func setSynthesis(of part: FontSynthesis, to isAllowed: Bool) {
    let rest = (synthesis ?? .all).subtracting(part)
    let whole = isAllowed ? rest.union(part) : rest
    synthesis = whole == .all ? nil : whole
  }
}

/// The features that a style asks for in one family only.
public struct FamilyFeatures: Hashable, Codable, Sendable {
  /// The family's name, in lower case.
  public var family: String
  /// In the order in which they are asked for.
  public var features: [FontFeature]

  /// Features of a family.
  public init(family: String, features: [FontFeature]) {
    self.family = family.lowercased()
    self.features = features
  }
}

/// An OpenType feature with its value (CSS `font-feature-settings`).
public struct FontFeature: Hashable, Codable, Sendable {
  /// Four letters, such as "smcp".
  public var tag: String
  /// 0 turns the feature off; other values select one of its alternate forms.
  public var value: Int

  /// A feature by its tag of four characters.
  public init(tag: String, value: Int = 1) {
    self.tag = tag
    self.value = value
  }
}
