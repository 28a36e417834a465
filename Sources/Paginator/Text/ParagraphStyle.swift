/// How a paragraph is set: the properties of `NSParagraphStyle`, and further ones for books.
///
/// It is one of the attributes of text. A paragraph takes it from its first character.
///
/// A factor that is not a number (NaN) counts as 0, which means that it is not set, and is a finding
/// (`LayoutManager.findings`). A `Length` made of such a number is 0 already.
public struct ParagraphStyle: Hashable, Codable, Sendable {
  /// How lines are aligned between the margins (`NSTextAlignment`).
  public enum Alignment: String, Codable, Sendable {
    /// A side of the container.
    case left, right
    /// Half of the free width on each side.
    case center
    /// Spaces stretch until the line is full.
    case justified
    /// Aligned with the start side of the writing direction.
    case natural
  }

  /// How text that is wider than its container is broken or cut (`NSLineBreakMode`).
  public enum LineBreakMode: String, Codable, Sendable, CaseIterable {
    /// Lines end between words.
    case byWordWrapping
    /// Lines end between any two characters.
    case byCharWrapping
    /// One line, cut off at the margin.
    case byClipping
    /// One line, with an ellipsis in place of its start, its end or its middle.
    case byTruncatingHead, byTruncatingTail, byTruncatingMiddle

    /// Whether the paragraph is one line, however long it is.
    public var isSingleLine: Bool { self != .byWordWrapping && self != .byCharWrapping }
    /// Whether an ellipsis replaces the text that is cut off.
    public var truncates: Bool { isSingleLine && self != .byClipping }
  }

  /// The side on which the lines of a paragraph begin (`NSWritingDirection`).
  public enum WritingDirection: String, Codable, Sendable {
    /// From the first strong character of the paragraph (UAX #9, P2).
    case natural
    /// From left to right, or from right to left.
    case leftToRight, rightToLeft
  }

  /// How the lines of a paragraph are chosen.
  public enum LineBreakStrategy: String, Codable, Sendable {
    /// Optimal over the whole paragraph (Knuth and Plass) for justified text, else line by line.
    case standard
    /// Each line takes as much text as fits.
    case greedy
    /// Optimal over the whole paragraph, for ragged text too.
    case optimal
  }

  /// How lines are aligned between the margins.
  public var alignment = Alignment.natural
  /// The indent of the first line from the leading margin.
  public var firstLineHeadIndent: Length = 0
  /// The indent of the other lines from the leading margin.
  public var headIndent: Length = 0
  /// If positive, the end of the lines as a distance from the leading margin; otherwise, as an
  /// offset from the trailing margin.
  public var tailIndent: Length = 0
  /// A factor for the natural line height; 0 for none.
  public var lineHeightMultiple = 0.0
  /// In points; 0 for none.
  public var minimumLineHeight: Length = 0
  /// In points; 0 for no limit.
  public var maximumLineHeight: Length = 0
  /// Space between the bottom of a line and the top of the next line.
  public var lineSpacing: Length = 0
  /// Space after the paragraph; added to the `paragraphSpacingBefore` of the next one.
  public var paragraphSpacing: Length = 0
  /// Space before the paragraph, except at the top of a container.
  public var paragraphSpacingBefore: Length = 0
  /// The tab stops, in any order.
  public var tabStops: [TabStop] = []
  /// The distance between tab stops after the last one in `tabStops`; 0 for no further stops, so that
  /// the text after a tab goes on in the next line, or, if `tabStops` is empty, for CSS's `tab-size`.
  public var defaultTabInterval: Length = 0
  /// How text that is wider than its container is broken or cut.
  public var lineBreakMode = LineBreakMode.byWordWrapping
  /// A word is hyphenated if the line without it would fill less than this fraction of the measure
  /// (`NSParagraphStyle.hyphenationFactor`). 0 for the text's `hyphens` and the layout manager's
  /// factor; if neither asks for hyphens, words are divided at soft hyphens only, and one that is
  /// wider than its line is broken between any two characters. The optimal breaker may hyphenate with any factor above 0, and multiplies the penalty
  /// of a hyphen by (2 - factor).
  public var hyphenationFactor = 0.0
  /// How much closer letters may be set before a line is truncated, as a fraction of an em.
  public var tighteningFactorForTruncation = 0.0
  /// The writing direction; `natural` takes it from the text (UAX #9, P2 and P3).
  public var baseWritingDirection = WritingDirection.natural
  /// How line breaks are chosen.
  public var lineBreakStrategy = LineBreakStrategy.standard
  /// The minimum number of lines of the paragraph at the top of a page.
  public var widows = 2
  /// The minimum number of lines of the paragraph at the bottom of a page.
  public var orphans = 2
  /// Whether no page ends between this paragraph and the next one.
  public var keepsWithNext = false
  /// Whether no page ends in the paragraph.
  public var keepsTogether = false
  /// Whether a page ends before the paragraph.
  public var breaksPageBefore = false
  /// Whether a page ends after the paragraph.
  public var breaksPageAfter = false
  /// Line heights are rounded up to multiples of this length; 0 for no rounding.
  public var lineGrid: Length = 0
  /// The boxes and table cells around the paragraph, from the outermost to the innermost
  /// (`NSParagraphStyle.textBlocks`). A text with boxes is laid out as a whole after every edit.
  public var textBlocks: [ParagraphBlock] {
    get { blocks ?? [] }
    set { blocks = newValue.isEmpty ? nil : newValue }
  }
  /// The lists that the paragraph is an item of, from the outermost to the innermost
  /// (`NSParagraphStyle.textLists`).
  public var textLists: [ParagraphList] {
    get { lists ?? [] }
    set { lists = newValue.isEmpty ? nil : newValue }
  }
  // Optional in archives.
  private var blocks: [ParagraphBlock]?
  private var lists: [ParagraphList]?
  var hasBlocks: Bool { blocks != nil || lists != nil }

  /// With the initial values.
  public init() {}

  /// Sets the text's CSS properties that correspond to this style.
  func apply(to text: inout TextProperties) {
    switch alignment {
    case .left: text.align = .left
    case .right: text.align = .right
    case .center: text.align = .center
    case .justified: text.align = .justify
    case .natural: text.align = .start
    }
    text.indent = Dimension(length: firstLineHeadIndent - headIndent)
    text.widows = widows
    text.orphans = orphans
    if hyphenationFactor > 0 { text.hyphens = .auto }
    switch baseWritingDirection {
    case .natural: break
    case .leftToRight: text.isRightToLeft = false
    case .rightToLeft: text.isRightToLeft = true
    }
    switch lineBreakStrategy {
    case .standard: text.wrap = .wrap
    case .greedy: text.wrap = .stable
    case .optimal: text.wrap = .pretty
    }
    switch lineBreakMode {
    case .byWordWrapping: text.wordBreak = .normal
    case .byCharWrapping: text.lineBreak = .anywhere
    case .byClipping, .byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail:
      text.wrap = .nowrap
    }
  }

  /// Sets the CSS properties that still have the values of this style to their initial values.
  func remove(from text: inout TextProperties) {
    var own = TextProperties()
    apply(to: &own)
    let initial = TextProperties()
    func remove<Value: Equatable>(_ path: WritableKeyPath<TextProperties, Value>) {
      if text[keyPath: path] == own[keyPath: path] { text[keyPath: path] = initial[keyPath: path] }
    }
    remove(\.align)
    remove(\.indent)
    remove(\.widows)
    remove(\.orphans)
    remove(\.hyphens)
    remove(\.isRightToLeft)
    remove(\.wrap)
    remove(\.wordBreak)
    remove(\.lineBreak)
  }
}

/// A position on a line to which a tab moves (`NSTextTab`).
public struct TabStop: Hashable, Codable, Sendable {
  /// Which part of the text is aligned with a tab stop.
  public enum Alignment: String, Codable, Sendable {
    /// The left end of the text.
    case left
    /// The middle of the text.
    case center
    /// The right end of the text.
    case right
    /// The decimal separator of a number.
    case decimal
  }

  /// Which part of the text is aligned with the tab stop.
  public var alignment: Alignment
  /// The distance from the leading margin of the container, in points.
  public var location: Length
  /// The characters of which the first one after the tab is at a decimal tab stop
  /// (`NSTabColumnTerminatorsAttributeName`); nil for the last full stop or comma of a number.
  public var columnTerminators: String?

  /// A tab stop at a distance from the leading margin of the container, in points.
  public init(_ alignment: Alignment, at location: Length) {
    self.alignment = alignment
    self.location = location
  }
}
