/// Everything that decides which glyphs a word gets, but not their size on the page.
public struct FontStyle: Hashable, Codable, Sendable {
  public var families: [String] = ["serif"]
  public var size: Length = 12
  public var weight = 400
  public var isItalic = false
  public var stretch = 100.0
  public var caps = Caps.normal
  /// Keywords of font-variant-numeric, -ligatures, -position and -east-asian, sorted.
  public var variants: [String] = []
  public var hasKerning = true
  public var features: [FontFeature] = []
  public var hasOpticalSizing = true
  public var sizeAdjust: Double?

  public init() {}

  public init(_ families: String..., size: Length, weight: Int = 400, isItalic: Bool = false) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  public enum Caps: String, Codable, Sendable {
    case normal
    case small = "small-caps"
    case allSmall = "all-small-caps"
    case petite = "petite-caps"
    case allPetite = "all-petite-caps"
    case unicase
    case titling = "titling-caps"
  }
}

public struct FontFeature: Hashable, Codable, Sendable {
  /// Four letters, such as "smcp".
  public var tag: String
  /// 0 turns the feature off; others choose among its forms.
  public var value: Int

  public init(tag: String, value: Int = 1) {
    self.tag = tag
    self.value = value
  }
}

/// How far tab stops are apart: a length, or so many spaces.
public struct TabSize: Hashable, Codable, Sendable {
  public var spaces = 8.0
  /// In the place of `spaces`.
  public var length: Length?

  public init(spaces: Double = 8, length: Length? = nil) {
    self.spaces = spaces
    self.length = length
  }
}

/// A length, a share of something known later, or both (`calc(10% + 2pt)`).
public struct Dimension: Hashable, Codable, Sendable {
  public var length: Length = 0
  /// Of the containing block's width unless said otherwise; 1 is 100 %.
  public var fraction = 0.0
  public var isAuto = false
  public static let auto = Dimension(isAuto: true)
  public static let zero = Dimension()

  /// `auto` counts as zero.
  public func resolved(against base: Length) -> Length {
    isAuto ? 0 : fraction == 0 ? length : length + base * fraction
  }
}

public enum LineHeight: Hashable, Codable, Sendable {
  case normal
  case number(Double)
  case length(Length)
}

public enum TextAlign: String, Codable, Sendable {
  case start, end, left, right, center, justify
}

public enum WhiteSpace: String, Codable, Sendable {
  case normal, pre, nowrap
  case preWrap = "pre-wrap"
  case preLine = "pre-line"
  case breakSpaces = "break-spaces"

  var collapses: Bool { self == .normal || self == .nowrap || self == .preLine }
  var keepsNewlines: Bool { self != .normal && self != .nowrap }
  var wraps: Bool { self != .pre && self != .nowrap }
}

public struct HangingPunctuation: OptionSet, Hashable, Codable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let first = HangingPunctuation(rawValue: 1)
  public static let last = HangingPunctuation(rawValue: 2)
  public static let forceEnd = HangingPunctuation(rawValue: 4)
  public static let allowEnd = HangingPunctuation(rawValue: 8)
}

public struct TextTransform: OptionSet, Hashable, Codable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let uppercase = TextTransform(rawValue: 1)
  public static let lowercase = TextTransform(rawValue: 2)
  public static let capitalize = TextTransform(rawValue: 4)
  public static let fullWidth = TextTransform(rawValue: 8)
  public static let fullSizeKana = TextTransform(rawValue: 16)

  /// A mathematical alphabet that characters are set in.
  public static func math(_ variant: MathVariant) -> TextTransform {
    TextTransform(rawValue: variant.rawValue << 8)
  }

  public var mathVariant: MathVariant? { MathVariant(rawValue: rawValue >> 8) }
}

/// The limits of CSS Text 4, section 6.4.
public struct HyphenationLimits: Hashable, Codable, Sendable {
  public var word = 5
  public var before = 2
  public var after = 2
  /// Consecutive hyphenated lines; nil is no limit.
  public var lines: Int?
  public var last = Last.none
  public enum Last: String, Codable, Sendable { case none, always, column, page, spread }

  /// Whether a page is not to end in a hyphen.
  var areForPageEnds: Bool { last != .none }
}

/// A line drawn along text; it belongs to the element that set it and runs on in its content.
public struct TextDecoration: Hashable, Codable, Sendable {
  public enum Line: String, Codable, Sendable {
    case underline, overline
    case lineThrough = "line-through"
  }
  public enum Style: String, Codable, Sendable { case solid, double, dotted, dashed, wavy }
  public var line: Line
  public var style: Style
  public var color: Color
  /// Nil for the font's own.
  public var thickness: Length?
  /// Further from the text than the font says.
  public var offset: Length?

  public init(
    line: Line, style: Style = .solid, color: Color = .black, thickness: Length? = nil,
    offset: Length? = nil
  ) {
    self.line = line
    self.style = style
    self.color = color
    self.thickness = thickness
    self.offset = offset
  }
}

/// How the ends of pages are chosen.
public enum PageBreaking: String, Codable, Sendable, CaseIterable {
  /// Each page holds what fits, and nothing that comes later is looked at.
  case firstFit = "first-fit"
  /// All page ends of a chapter together, so that pages are full and facing pages end level.
  case optimal
}

/// What justification may do beside widening spaces, so little that nobody sees it (Hàn Thế Thành,
/// Micro-typographic Extensions to the TeX Typesetting System, 2000). Not used in text that is not
/// justified.
public struct Microtypography: Hashable, Codable, Sendable {
  /// How much of its optical edge a glyph at the end of a line stands outside the measure
  /// (`margin-kerning`): 1 for `auto`, 0 for `none`, 2 at most.
  public var marginKerning = 0.0
  /// The share by which glyphs may be wider or narrower (`glyph-scaling-limit`): 0.05 at most.
  public var glyphScalingLimit = 0.0
  /// Whether room is made where a slanted glyph leans into an upright one (`italic-correction`).
  public var correctsItalics = false
  /// What letters may stand further apart or closer, in points (`letter-spacing-limit`).
  public var letterSpacingLimit: Length = 0

  public init() {}
}

/// The inherited properties.
public struct TextProperties: Hashable, Codable, Sendable {
  public var font = FontStyle()
  public var color = Color.black
  public var lineHeight = LineHeight.normal
  public var align = TextAlign.start
  public var alignLast: TextAlign?
  public var justifiesLetters = false
  public var justifies = true
  public var indent = Dimension.zero
  public var indentHangs = false
  public var indentEachLine = false
  public var transform: TextTransform = []
  public var letterSpacing: Length = 0
  public var wordSpacing: Length = 0
  public var whiteSpace = WhiteSpace.normal
  public var tabSize = TabSize()
  public var hyphens = Hyphens.manual
  public var hyphenateCharacter: String?
  public var hyphenationLimits = HyphenationLimits()
  public var overflowWrap = OverflowWrap.normal
  public var wordBreak = WordBreak.normal
  public var lineBreak = "auto"
  public var hangingPunctuation: HangingPunctuation = []
  public var microtypography = Microtypography()
  public var wrap = TextWrap.wrap
  /// How far the lines are apart on which the baselines of text with this line height stand
  /// (`baseline-grid`), in points; 0 for no grid.
  public var baselineGrid: Length = 0
  /// How a chapter's page ends are chosen (`page-breaking`).
  public var pageBreaking = PageBreaking.firstFit
  public var quotes: [String]?
  public var listStyleType = ListStyleType.keyword("disc")
  /// A picture instead of the marker, where there is one and it can be read.
  public var listStyleImage: String?
  public var listStyleIsInside = false
  public var widows = 2
  public var orphans = 2
  public var isVisible = true
  public var collapsesBorders = false
  public var borderSpacing = Size.zero
  public var captionIsAtBottom = false
  public var hidesEmptyCells = false
  public var language: String?
  public var isRightToLeft = false
  public var decorations: [TextDecoration] = []
  public var underlineOffset: Length?
  /// How far the baseline is raised, all inline ancestors together.
  public var baselineShift: Length = 0
  /// The background of the nearest inline element that has one.
  public var inlineBackground = Color.transparent
  /// No line divides the text, unless it is wider than its measure: then behind `/ . - _ ? & = #`.
  public var keepsWhole = false

  public init() {}

  /// Whether text is set by both alike, whatever they say of the boxes and lists around it.
  func sets(text other: TextProperties) -> Bool {
    if self == other { return true }
    var own = self
    own.quotes = other.quotes
    own.listStyleType = other.listStyleType
    own.listStyleImage = other.listStyleImage
    own.listStyleIsInside = other.listStyleIsInside
    own.collapsesBorders = other.collapsesBorders
    own.borderSpacing = other.borderSpacing
    own.captionIsAtBottom = other.captionIsAtBottom
    own.hidesEmptyCells = other.hidesEmptyCells
    return own == other
  }

  public enum Hyphens: String, Codable, Sendable { case none, manual, auto }
  public enum OverflowWrap: String, Codable, Sendable {
    case normal
    case breakWord = "break-word"
    case anywhere
  }
  public enum WordBreak: String, Codable, Sendable {
    case normal
    case breakAll = "break-all"
    case keepAll = "keep-all"
    case breakWord = "break-word"
  }
  public enum TextWrap: String, Codable, Sendable { case wrap, nowrap, balance, stable, pretty }
}

public enum ListStyleType: Hashable, Codable, Sendable {
  /// A counter style by its name.
  case keyword(String)
  case string(String)
  case symbols(CounterSymbols)
}

/// A counter style that stands where it is used: `symbols()` (CSS Counter Styles 3, section 5).
public struct CounterSymbols: Hashable, Codable, Sendable {
  /// `cyclic`, `numeric`, `alphabetic`, `symbolic` or `fixed`.
  public var system: String
  public var symbols: [String]
}
