/// How a paragraph is set: the set of `NSParagraphStyle`, and what books need beside it.
///
/// It is one of the attributes of text. A paragraph takes it from its first character.
public struct ParagraphStyle: Hashable, Codable, Sendable {
  /// How lines stand between their margins (`NSTextAlignment`).
  public enum Alignment: String, Codable, Sendable {
    case left, right, center, justified
    /// From the side on which the writing begins.
    case natural
  }

  /// How text that is wider than its container is broken or cut (`NSLineBreakMode`).
  public enum LineBreakMode: String, Codable, Sendable, CaseIterable {
    case byWordWrapping, byCharWrapping, byClipping
    case byTruncatingHead, byTruncatingTail, byTruncatingMiddle

    /// Whether the paragraph is one line, however long it is.
    public var isSingleLine: Bool { self != .byWordWrapping && self != .byCharWrapping }
    /// Whether an ellipsis stands for what is cut off.
    public var truncates: Bool { isSingleLine && self != .byClipping }
  }

  /// Which side a paragraph begins on (`NSWritingDirection`).
  public enum WritingDirection: String, Codable, Sendable {
    case natural, leftToRight, rightToLeft
  }

  /// How the lines of a paragraph are chosen.
  public enum LineBreakStrategy: String, Codable, Sendable {
    /// Over the whole paragraph (Knuth and Plass) where text is justified, else line by line.
    case standard
    /// Each line as full as it goes.
    case greedy
    /// Over the whole paragraph, ragged text too.
    case optimal
  }

  /// How lines stand between their margins.
  public var alignment = Alignment.natural
  /// From the leading margin, of the first line.
  public var firstLineHeadIndent: Length = 0
  /// From the leading margin, of the other lines.
  public var headIndent: Length = 0
  /// Above zero the line's width from the leading margin; else measured back from the trailing one.
  public var tailIndent: Length = 0
  /// Of the natural line height; 0 leaves it alone.
  public var lineHeightMultiple = 0.0
  /// In points; 0 for none.
  public var minimumLineHeight: Length = 0
  /// 0 is no limit.
  public var maximumLineHeight: Length = 0
  /// Between the bottom of a line and the top of the next.
  public var lineSpacing: Length = 0
  /// Behind the paragraph; added to the next one's `paragraphSpacingBefore`.
  public var paragraphSpacing: Length = 0
  /// Before the paragraph, except at the top of a container.
  public var paragraphSpacingBefore: Length = 0
  /// Sorted by their places.
  public var tabStops: [TabStop] = []
  /// Of the tab stops behind the last one in `tabStops`; 0 for CSS's `tab-size`.
  public var defaultTabInterval: Length = 0
  /// How text that is wider than its container is broken or cut.
  public var lineBreakMode = LineBreakMode.byWordWrapping
  /// Words are divided where a line without it would fill less than this share of its measure
  /// (`NSParagraphStyle.hyphenationFactor`). 0 leaves it to the text's `hyphens` and the layout
  /// manager's factor. The optimal breaker takes any factor above 0 as leave to hyphenate, and a
  /// hyphen costs (1 - factor) times as much again.
  public var hyphenationFactor = 0.0
  /// How much closer letters may stand, as a share of the em, before a line is truncated.
  public var tighteningFactorForTruncation = 0.0
  /// Which side the paragraph begins on; `natural` takes it from the text (UAX #9, P2 and P3).
  public var baseWritingDirection = WritingDirection.natural
  /// How line breaks are chosen.
  public var lineBreakStrategy = LineBreakStrategy.standard
  /// Lines of the paragraph that stand at least on a page's top and foot.
  public var widows = 2
  /// So many lines at least stand at a page's end.
  public var orphans = 2
  /// Whether no page ends between this paragraph and the next one.
  public var keepsWithNext = false
  /// Whether no page ends in the paragraph.
  public var keepsTogether = false
  /// Whether a page ends before the paragraph.
  public var breaksPageBefore = false
  /// Whether a page ends after the paragraph.
  public var breaksPageAfter = false
  /// Line heights are rounded up to multiples of this; 0 is no grid.
  public var lineGrid: Length = 0

  /// With the initial values.
  public init() {}

  /// Writes what CSS has words for into the text's properties.
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
    case .byCharWrapping: text.wordBreak = .breakAll
    case .byClipping, .byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail:
      text.wrap = .nowrap
    }
  }
}

/// A place to which a tab leads.
public struct TabStop: Hashable, Codable, Sendable {
  /// Which part of the text stands at the tab's place.
  public enum Alignment: String, Codable, Sendable { case left, center, right, decimal }

  /// Which part of the text stands at the place.
  public var alignment: Alignment
  /// From the leading margin of the container.
  public var location: Length

  /// A tab at a distance from the paragraph's leading margin, in points.
  public init(_ alignment: Alignment, at location: Length) {
    self.alignment = alignment
    self.location = location
  }
}
