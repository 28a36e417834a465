/// The distance between tab stops: a length or a number of spaces. If it is 0, or the number of
/// spaces is not a number (NaN, which is a finding), tabs have no width.
public struct TabSize: Hashable, Codable, Sendable {
  /// The distance as a number of spaces.
  public var spaces = 8.0
  /// The distance as a length; nil to use `spaces`.
  public var length: Length?

  /// A tab size in spaces, or as a length in points.
  public init(spaces: Double = 8, length: Length? = nil) {
    self.spaces = spaces
    self.length = length
  }
}

/// `line-height` (CSS Inline 3, section 5.1).
public enum LineHeight: Hashable, Codable, Sendable {
  /// The font's own line spacing.
  case normal
  /// A multiple of the font size.
  case number(Double)
  /// A length in points.
  case length(Length)
}

/// A direction that a range of text is embedded in (UAX #9, section 2).
public enum RunDirection: String, Codable, Sendable {
  /// From left to right; letters keep their own direction.
  case leftToRightEmbedding
  /// From right to left; letters keep their own direction.
  case rightToLeftEmbedding
  /// From left to right, all characters.
  case leftToRightOverride
  /// From right to left, all characters.
  case rightToLeftOverride

  /// The control character that begins such a range.
  var control: UInt32 {
    switch self {
    case .leftToRightEmbedding: 0x202A
    case .rightToLeftEmbedding: 0x202B
    case .leftToRightOverride: 0x202D
    case .rightToLeftOverride: 0x202E
    }
  }
}

/// `text-align` (CSS Text 3, section 6.1).
public enum TextAlign: String, CaseIterable, Codable, Sendable {
  /// The side on which lines begin, and the side on which they end.
  case start, end
  /// A side of the page.
  case left, right
  /// Half of the free width on each side.
  case center
  /// Spaces stretch until the line fills its measure; the last line is aligned at the start.
  case justify
}

/// `visibility` (CSS 2, section 11.2).
public enum Visibility: String, CaseIterable, Codable, Sendable {
  /// Drawn.
  case visible
  /// Not drawn; its room is kept.
  case hidden
  /// As `hidden`; rows of a table are left out.
  case collapse
}

/// `white-space` (CSS Text 3, section 3).
public enum WhiteSpace: String, CaseIterable, Codable, Sendable {
  /// White space collapses, and lines wrap.
  case normal
  /// White space and line ends are kept; lines do not wrap.
  case pre
  /// White space collapses; lines do not wrap.
  case nowrap
  /// White space and line ends are kept, and lines wrap.
  case preWrap = "pre-wrap"
  /// White space collapses, line ends are kept, and lines wrap.
  case preLine = "pre-line"
  /// As `preWrap`, but spaces at a line's end take room, and a line may end after each.
  case breakSpaces = "break-spaces"

  var collapses: Bool { self == .normal || self == .nowrap || self == .preLine }
  var wraps: Bool { self != .pre && self != .nowrap }
  /// Whether text keeps its spaces and its lines.
  var isPreformatted: Bool { !collapses }
}

/// `hanging-punctuation` (CSS Text 3, section 8.2).
public struct HangingPunctuation: OptionSet, Hashable, Codable, Sendable {
  /// One bit for each value.
  public let rawValue: Int
  /// A set of the values with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// An opening mark hangs before a block's first line.
  public static let first = HangingPunctuation(rawValue: 1)
  /// A closing mark hangs after a block's last line.
  public static let last = HangingPunctuation(rawValue: 2)
  /// A stop or comma at a line's end hangs.
  public static let forceEnd = HangingPunctuation(rawValue: 4)
  /// A stop or comma at a line's end hangs only if the line would not fit otherwise.
  public static let allowEnd = HangingPunctuation(rawValue: 8)

  var hangsAtLineEnds: Bool { contains(.forceEnd) || contains(.allowEnd) }
}

/// `text-transform` (CSS Text 3, section 2.1).
public struct TextTransform: OptionSet, Hashable, Codable, Sendable {
  /// One bit for each value.
  public let rawValue: Int
  /// A set of the values with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// All letters are capitals.
  public static let uppercase = TextTransform(rawValue: 1)
  /// No letter is a capital.
  public static let lowercase = TextTransform(rawValue: 2)
  /// The first letter of every word is a capital.
  public static let capitalize = TextTransform(rawValue: 4)
  /// Characters are replaced by their full-width forms.
  public static let fullWidth = TextTransform(rawValue: 8)
  /// Small kana are replaced by full-size kana.
  public static let fullSizeKana = TextTransform(rawValue: 16)

  /// Characters are replaced by their forms in a mathematical alphabet.
  public static func math(_ variant: MathVariant) -> TextTransform {
    TextTransform(rawValue: variant.rawValue << 8)
  }

  /// The alphabet of mathematical letters; nil for none.
  public var mathVariant: MathVariant? { MathVariant(rawValue: rawValue >> 8) }
}

/// The limits of CSS Text 4, section 6.4.
public struct HyphenationLimits: Hashable, Codable, Sendable {
  /// The minimum length of a word that is hyphenated, in characters (`hyphenate-limit-chars`).
  public var word = 5
  /// The minimum number of characters before a hyphen.
  public var before = 2
  /// The minimum number of characters after a hyphen.
  public var after = 2
  /// The maximum number of consecutive hyphenated lines; nil for no limit.
  public var lines: Int?
  /// Where the last full line must not end in a hyphen (`hyphenate-limit-last`).
  public var last = Last.none
  /// `hyphenate-limit-last`.
  public enum Last: String, CaseIterable, Codable, Sendable {
    /// Any line may end in a hyphen.
    case none
    /// Not the last full line of a paragraph, nor the last of a column, page or spread.
    case always
    /// Not the last line of a column.
    case column
    /// Not the last line of a page.
    case page
    /// Not the last line of a spread.
    case spread
  }

  /// Whether pages must not end with a hyphen.
  var areForPageEnds: Bool { last != .none }
}

/// A line drawn along text. It belongs to the element that sets it and continues through the
/// content of that element.
public struct TextDecoration: Hashable, Codable, Sendable {
  /// The position of a decoration's line (`text-decoration-line`).
  public enum Line: String, Codable, Sendable {
    /// Under the text, below its baseline.
    case underline
    /// Over the text.
    case overline
    /// Through the middle of the text.
    case lineThrough = "line-through"
  }
  /// `text-decoration-style`.
  public enum Style: String, CaseIterable, Codable, Sendable {
    /// One line.
    case solid
    /// Two lines.
    case double
    /// Round dots.
    case dotted
    /// Dashes.
    case dashed
    /// A wave.
    case wavy
  }
  /// The position of the line.
  public var line: Line
  /// How the line is drawn.
  public var style: Style
  /// The line's color.
  public var color: Color
  /// The thickness in points; nil for the font's own.
  public var thickness: Length?
  /// Added to the underline position of the font, in points downwards; nil for none.
  public var offset: Length?

  /// A line of a style, a color and a thickness.
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
  /// Fills each page with what fits, without looking ahead.
  case firstFit = "first-fit"
  /// Chooses all page ends of a chapter together, so that pages are full and facing pages end at
  /// the same height.
  case optimal
}

/// What justification may change besides word spaces, by amounts too small to notice (Hàn Thế
/// Thành, Micro-typographic Extensions to the TeX Typesetting System, 2000). Not used in text that
/// is not justified.
public struct Microtypography: Hashable, Codable, Sendable {
  /// The fraction of its optical edge by which a glyph at the start or end of a line protrudes from
  /// the measure (`margin-kerning`): 1 for `auto`, 0 for `none`, at most 2.
  public var marginKerning = 0.0
  /// The characters whose edges the style gives (`margin-kerning-characters`), instead of those of their outlines.
  public var marginCharacters: [CharacterEdges] = []
  /// The fraction by which glyphs may be wider or narrower (`glyph-scaling-limit`): at most 0.05.
  public var glyphScalingLimit = 0.0
  /// Whether space is added where a slanted glyph leans into an upright one (`italic-correction`).
  public var correctsItalics = false
  /// The distance by which the space between letters may grow or shrink, in points
  /// (`letter-spacing-limit`).
  public var letterSpacingLimit: Length = 0

  /// With the initial values.
  public init() {}
}

/// The inherited properties.
public struct TextProperties: Hashable, Codable, Sendable {
  /// Family, size, weight and features.
  public var font = FontStyle()
  /// `color` of the text.
  public var color = Color.black
  /// `line-height` (CSS 2, section 10.8.1).
  public var lineHeight = LineHeight.normal
  /// `text-align` (CSS Text 3, section 6.1).
  public var align = TextAlign.start
  /// `text-align-last`; nil for `auto`.
  public var alignLast: TextAlign?
  /// Whether justification changes the space between letters (`text-justify: inter-character`, CSS
  /// Text 3, section 6.4).
  public var justifiesLetters = false
  /// Whether `text-justify` is not `none`.
  public var justifies = true
  /// Justified text is set ragged if its measure is less than this, in em
  /// (`justified-measure-min`); 0 for no minimum.
  public var justifiedMeasureMin = 0.0
  /// Margins and padding leave the text of a block at least this measure, in em (`measure-min`); 0
  /// for no minimum.
  public var measureMin = 0.0
  /// A table whose words are wider than its measure is set in smaller type, down to this fraction of
  /// its own (`table-scale-min`); nil for no change. Optional in archives.
  public var tableScaleMin: Double?
  /// Preformatted text whose lines do not fit is set in smaller type, down to this fraction of its own, if all
  /// its lines then fit; others go on at their own indent (`pre-scale-min`). Nil for no change. Optional in archives.
  public var preScaleMin: Double?
  /// Whether that is for lines which do not wrap only (`pre-scale-min: 0.75 nowrap`). Nil for false. Optional in
  /// archives.
  var scalesOnlyUnwrapped: Bool?
  /// A block with a word that has no room is set in smaller type, down to this fraction of its own, if the word then fits
  /// (`word-scale-min`). Nil for no change. Optional in archives.
  public var wordScaleMin: Double?
  /// Whether a paragraph that looks like a heading is kept with the text after it (`heading-keep`). Optional in
  /// archives.
  var keepsShapedHeadings: Bool?
  /// How far what is turned over is indented in paragraphs of verse whose lines end at `br` (`verse-turnover`); nil
  /// where they are set as other paragraphs. Optional in archives.
  var verseTurnover: Length?
  /// Whether boxes of text with a fixed position are set in the flow (`fixed-boxes`). Optional in archives.
  var setsFixedBoxesInFlow: Bool?
  /// By how much the type is smaller than its style asks for, in a table or preformatted text that was scaled; nil
  /// for 1.
  /// Optional in archives.
  var typeScale: Double?
  /// Whether a letter that floats at the start of a paragraph is sized to fit the lines next to it
  /// (`initial-letter-fit`).
  public var fitsFloatedInitials = false
  /// How the lines beside a sunken initial letter follow its shape (`initial-letter-wrap`, CSS Inline 3, section
  /// 7.7).
  public var initialLetterWrap = InitialLetterWrap.none
  /// `text-indent`: the indent of the first line (CSS Text 3, section 8.1).
  public var indent = Dimension.zero
  /// Whether all lines but the first are indented (`text-indent: hanging`).
  public var indentHangs = false
  /// Whether lines after forced breaks are indented too (`text-indent: each-line`).
  public var indentEachLine = false
  /// Whether the indent shows where a paragraph of prose begins (`text-indent: -paginate-prose`): lines
  /// that are centered or at the end have none, nor have blocks inside the paragraph. Nil for false.
  /// Optional in archives.
  var indentsProse: Bool?
  /// `text-transform` (CSS Text 3, section 2.1).
  public var transform: TextTransform = []
  /// `letter-spacing`, in points.
  public var letterSpacing: Length = 0
  /// Letter space that keeps ligatures (`tracking`), in points; nil for none. Optional in archives.
  public var tracking: Length?
  /// Whether a paragraph is set a line shorter (below 0) or longer, and how much worse its lines may be for that, from
  /// -1 to 1 (`looseness`); nil for the best lines. Optional in archives.
  public var looseness: Double?
  /// `word-spacing`, in points.
  public var wordSpacing: Length = 0
  /// The percentage of `word-spacing`, as a fraction of the width of a space; nil for none. Optional
  /// in archives.
  public var wordSpacingShare: Double?
  /// `white-space`: whether white space collapses and lines wrap (CSS Text 3, section 3).
  public var whiteSpace = WhiteSpace.normal
  /// `tab-size`: the distance of tab stops (CSS Text 3, section 4.2).
  public var tabSize = TabSize()
  /// `hyphens` (CSS Text 3, section 5.4).
  public var hyphens = Hyphens.manual
  /// `hyphenate-character`; nil for `auto`.
  public var hyphenateCharacter: String?
  /// `hyphenate-limit-chars`, `-lines` and `-last`.
  public var hyphenationLimits = HyphenationLimits()
  /// `overflow-wrap` (CSS Text 3, section 5.5).
  public var overflowWrap = OverflowWrap.normal
  /// `word-break` (CSS Text 3, section 5.2).
  public var wordBreak = WordBreak.normal
  /// `line-break` (CSS Text 3, section 5.3).
  public var lineBreak = LineBreak.auto
  /// `hanging-punctuation`: what protrudes from the ends of lines (CSS Text 3, section 8.2).
  public var hangingPunctuation: HangingPunctuation = []
  /// `margin-kerning`, `glyph-scaling-limit`, `letter-spacing-limit` and `italic-correction`.
  public var microtypography = Microtypography()
  /// `text-wrap` (CSS Text 4, section 6).
  public var wrap = TextWrap.wrap
  /// The distance between the lines of the baseline grid (`baseline-grid`), in points; 0 for no
  /// grid. Only lines of this height are aligned to it.
  public var baselineGrid: Length = 0
  /// How a chapter's page ends are chosen (`page-breaking`).
  public var pageBreaking = PageBreaking.firstFit
  /// `quotes`: pairs from the outermost to the innermost; nil for those of the language.
  public var quotes: [String]?
  /// `list-style-type`: the marker of list items (CSS 2, section 12.5.1).
  public var listStyleType = ListStyleType.keyword("disc")
  /// `list-style-image`: an image that replaces the marker if it can be read; nil for none.
  public var listStyleImage: StyleFile?
  /// `image-orientation` and `image-resolution`; nil for their initial values. Optional in archives.
  var imageForm: ImageForm?
  /// Whether markers are part of the text of their items (`list-style-position: inside`).
  public var listStyleIsInside = false
  /// `widows`: the minimum number of lines of a paragraph at the top of a page.
  public var widows = 2
  /// `orphans`: the minimum number of lines of a paragraph at the bottom of a page.
  public var orphans = 2
  /// `visibility`. Invisible text takes its room and is not drawn; a collapsed row takes none.
  public var visibility = Visibility.visible
  var isVisible: Bool { visibility == .visible }
  /// Whether adjacent cells share a border (`border-collapse: collapse`, CSS 2, section 17.6.2).
  public var collapsesBorders = false
  /// `border-spacing`, in points.
  public var borderSpacing = Size.zero
  /// Whether captions are below their tables (`caption-side: bottom`, CSS 2, section 17.4.1).
  public var captionIsAtBottom = false
  /// Whether cells without content have neither border nor background (`empty-cells: hide`, CSS 2,
  /// section 17.6.1.1).
  public var hidesEmptyCells = false
  /// A BCP 47 tag; nil where none is known.
  public var language: String?
  /// Whether the direction of the text is right to left (`direction: rtl`, CSS 2, section 9.10).
  public var isRightToLeft = false
  /// The decorations of this element and of its ancestors (`text-decoration`).
  public var decorations: [TextDecoration] = []
  /// `text-underline-offset`, in points; nil for `auto`.
  public var underlineOffset: Length?
  /// `text-emphasis-style`; nil for none. Optional in archives.
  public var emphasis: EmphasisMark?
  /// `text-emphasis-color`; nil for the text's own color. Optional in archives.
  public var emphasisColor: Color?
  /// Whether emphasis marks are under the text (`text-emphasis-position`); nil for false. Optional in archives.
  public var emphasisIsBelow: Bool?
  /// The sum of the baseline shifts of this element and its inline ancestors, upwards.
  public var baselineShift: Length = 0
  /// The edge of the line to which the nearest inline box with `vertical-align: top` or `bottom` is
  /// aligned; `baselineShift` is then relative to that box. Nil for none. Optional in archives.
  var lineAlignment: LineEdge?
  /// How far this element and its inline ancestors are moved to the right (`position: relative`).
  /// Drawing alone is moved: lines are as if it were not.
  public var inlineShift: Length = 0
  /// How far they are moved upwards; nil for not at all. Optional in archives.
  var inlineRise: Length?
  /// How far text is drawn above the baseline of its line, or of the box aligned to its line.
  var drawnRise: Int { baselineShift.rawValue + (inlineRise?.rawValue ?? 0) }
  /// The directions that the text is embedded in, in its paragraph, from the outermost to the
  /// innermost (`NSWritingDirectionAttributeName`); nil for none. Optional in archives.
  public var writingDirections: [RunDirection]?
  /// The background of the nearest inline element that has one.
  public var inlineBackground = Color.transparent
  /// The opacity of the inline elements around the text that have nothing else, multiplied; nil for 1. Optional in
  /// archives.
  var inlineOpacity: Double?
  /// Whether no line breaks in the text. Text wider than the measure breaks after `/ . - _ ? & =
  /// #`.
  public var keepsWhole = false

  /// With the initial values.
  public init() {}

  /// Whether text is set in the same way with both; properties of quotes, lists and tables are
  /// ignored.
  func sets(text other: TextProperties) -> Bool {
    if self == other { return true }
    var own = self
    own.quotes = other.quotes
    own.listStyleType = other.listStyleType
    own.listStyleImage = other.listStyleImage
    own.imageForm = other.imageForm
    own.listStyleIsInside = other.listStyleIsInside
    own.collapsesBorders = other.collapsesBorders
    own.borderSpacing = other.borderSpacing
    own.captionIsAtBottom = other.captionIsAtBottom
    own.hidesEmptyCells = other.hidesEmptyCells
    return own == other
  }
}
