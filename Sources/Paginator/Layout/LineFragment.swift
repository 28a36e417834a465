/// A line that is set. Inside the package, its lengths are plain numbers in 1/1024 points.
public struct LineFragment: Sendable {
  /// Index into `AttributedText.paragraphs`.
  public var paragraph: Int32
  /// Where the line's characters begin. The range includes the space removed at the line break.
  public var start: Int32
  /// Where the line's characters end; UTF-16 units from the text's start.
  public var end: Int32
  /// Indices into `ChapterLayout.segments`, in logical order.
  var firstSegment: Int32 = 0
  var segmentCount: Int32 = 0
  /// The line fragment rectangle.
  package var x: Int
  /// From the container's top, in 1/1024 points.
  package var y: Int = 0
  /// The measure, in 1/1024 points.
  package var width: Int
  /// In 1/1024 points.
  package var height: Int = 0
  /// The baseline, measured from the top of the rectangle.
  package var baseline: Int = 0
  /// The left edge of the used rectangle, where glyphs begin, in the container.
  package var usedX: Int
  /// The width of the text, in 1/1024 points.
  package var usedWidth: Int = 0
  /// Divided among the line's spaces, or taken from them if negative.
  var extra: Int = 0
  var stretchCount: Int32 = 0
  /// Added after every glyph cluster where letters are spaced to justify, as `Segment.gaps` says.
  var letterExtra: Int32 = 0
  /// By how many thousandths words are drawn wider than shaped; negative for narrower.
  var glyphStretch: Int16 = 0
  /// Other properties of the line.
  public var flags: Flags = []

  /// Properties of a line besides its place.
  public struct Flags: OptionSet, Sendable {
    /// One bit for each property.
    public let rawValue: UInt16
    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The break shows a hyphen that is not in the text.
    public static let showsHyphen = Flags(rawValue: 1)
    /// The line ends in a hyphen, either from the text or added at the break.
    public static let isHyphenated = Flags(rawValue: 2)
    /// The paragraph begins with it.
    public static let isFirstOfParagraph = Flags(rawValue: 4)
    /// The paragraph ends with it.
    public static let isLastOfParagraph = Flags(rawValue: 8)
    /// Its text is wider than its measure.
    public static let isOverfull = Flags(rawValue: 16)
    /// Its paragraph runs from right to left.
    public static let isRightToLeft = Flags(rawValue: 32)
    /// Outside the page, or clipped by its box: its text is kept but not drawn.
    public static let isOffPage = Flags(rawValue: 64)
    /// A line of a table's head that is repeated on a later page.
    public static let isRepeated = Flags(rawValue: 128)
    /// Its spaces were stretched or shrunk.
    public static let isJustified = Flags(rawValue: 256)
    /// An ellipsis replaces some of its text.
    public static let isTruncated = Flags(rawValue: 512)
    /// Spaces at the line's end take up width, as the style asks.
    static let keepsTrailingSpace = Flags(rawValue: 1024)
    /// It is one line with all the text that its container cuts off, drawn up to its margin.
    static let isClipped = Flags(rawValue: 4096)
    /// It has inline boxes that are aligned to its top or bottom.
    static let alignsBoxes = Flags(rawValue: 2048)
    /// It has pictures that reach into the leading of the lines above or below.
    static let hasPictureInLeading = Flags(rawValue: 8192)
  }

  /// Its segments, in logical order.
  @inline(__always)
  var segmentRange: Range<Int> { Int(firstSegment)..<Int(firstSegment + segmentCount) }

  /// By how many thousandths the glyphs of a word are drawn wider.
  @inline(__always)
  func glyphStretch(of segment: Segment) -> Int { segment.isRigid ? 0 : Int(glyphStretch) }

  /// The width that justification adds to one of the line's spaces, counted from 0. Rounding errors
  /// do not add up: the sum over all spaces is exactly `extra`.
  @inline(__always)
  func extra(ofSpace number: Int) -> Int {
    let count = Int(stretchCount)
    return extra * (number + 1) / count - extra * number / count
  }

  /// The space that the line adds after each character of a word.
  @inline(__always)
  func letterSpace(in segment: Segment) -> Int { segment.gaps == .all ? Int(letterExtra) : 0 }

  /// The width of a word on the line; `clusterCount` is the number of its clusters.
  @inline(__always)
  func width(ofWord segment: Segment, clusterCount: @autoclosure () -> Int) -> Int {
    var width = segment.width + segment.width * glyphStretch(of: segment) / 1000
    if letterExtra != 0 { width += Int(letterExtra) * segment.gaps.count(clusterCount()) }
    return width
  }

  /// The width of a segment on the line.
  /// - Parameters:
  ///   - spaces: how many spaces before it are wider; counts it, too.
  ///   - clusterCount: that of a word.
  @inline(__always)
  func justifiedWidth(
    of segment: Segment, _ spaces: inout Int, clusterCount: @autoclosure () -> Int
  ) -> Int {
    switch segment.kind {
    case .word: return width(ofWord: segment, clusterCount: clusterCount())
    case .space, .noBreakSpace:
      guard extra != 0, stretchCount > 0, !segment.isRigid else { return segment.width }
      defer { spaces += 1 }
      return segment.width + extra(ofSpace: spaces)
    default: return segment.width
    }
  }

  /// The line fragment rectangle in the container, in points.
  public var rect: Rect {
    Rect(
      x: Length(rawValue: x), y: Length(rawValue: y), width: Length(rawValue: width),
      height: Length(rawValue: height))
  }
  /// The baseline's distance from the top of `rect`, in points.
  public var baselineOffset: Length { Length(rawValue: baseline) }
  /// The part that has text, in points.
  public var usedRect: Rect {
    Rect(
      x: Length(rawValue: usedX), y: Length(rawValue: y), width: Length(rawValue: usedWidth),
      height: Length(rawValue: height))
  }
}

/// The part of a block's box that is on one page, with its background and borders.
public struct BoxFragment: Sendable {
  /// Index into `AttributedText.blocks`.
  public var block: Int32
  /// The left edge of the border box, in the container.
  package var x: Int
  /// From the container's top, in 1/1024 points.
  package var y: Int
  /// In 1/1024 points.
  package var width: Int
  /// In 1/1024 points.
  package var height: Int
  /// Whether the box begins here, so that its top border is drawn.
  public var hasTop: Bool
  /// Whether the box ends here, rather than continuing on the next page.
  public var hasBottom: Bool
  /// Whether its left edge is drawn.
  public var hasLeft = true
  /// Whether its right edge is drawn.
  public var hasRight = true
  /// Borders that replace the block's own, for a cell with collapsed borders.
  public var borders: Edges<BorderSide>?
  /// Whether what is outside of the box is not drawn, because the box is a cell that reaches into a
  /// collapsed row or column.
  var isCut = false
  /// Whether it is the rule between two columns of the block, in which nothing of the block is drawn.
  var isColumnRule = false
  /// The positioned box, an index into `AttributedText.attachments`, that is drawn along this part of the block in
  /// place of the block: it is stretched along the block and divided with it. -1 for the box of the block.
  var stretched: Int32 = -1
  /// Whether it is the box of its block, and not a rule or another box in it.
  var isOfBlock: Bool { !isColumnRule && stretched < 0 }
  /// Where background images are placed, from the fragment's top left corner; nil for the block's own area.
  /// Behind a cell, it is that of a whole row, group of rows or column (CSS 2, section 17.5.1).
  var pictureArea: Rect?

  /// The border box in the container, in points.
  public var rect: Rect {
    Rect(
      x: Length(rawValue: x), y: Length(rawValue: y), width: Length(rawValue: width),
      height: Length(rawValue: height))
  }
}

/// The size of an image or a box, in a line or by itself.
struct AttachmentLayout: Sendable {
  /// In 1/1024 points.
  var width: Int
  /// In 1/1024 points.
  var height: Int
  /// From the bottom of the box up to the line's baseline; negative for a raised box.
  var descent: Int
  /// The content of an inline-block or a marker.
  var nested: ChapterLayout?
  /// Whether it was scaled down to fit the container.
  var isScaledDown = false
  /// Whether it reaches into the leading of the lines above or below, and does not make its line higher.
  var isInLeading = false
  /// The margins of an image, and its borders plus padding; both are part of width and height.
  var margin = BoxInsets()
  var padding = BoxInsets()
  /// The place of a float whose position in the text is in the line; nil for what is set in the
  /// line.
  var float: FloatPlace?
}

/// The place of a float, from the top left corner of the line that its position in the text is in.
struct FloatPlace: Sendable {
  var x: Int
  var y: Int
  /// Whether `x` is from the left edge of the page's text instead: the line is in a cell or a float, and the
  /// box is not.
  var isFromPage = false
}

/// The part of a note that is on one page.
public struct NoteFragment: Sendable {
  /// Index into `AttributedText.notes`.
  public var note: Int32
  /// Indices into the lines of the note's own layout.
  public var lines: Range<Int>
  /// The top of the part, in the container, in 1/1024 points.
  package var y: Int
  /// Whether it continues from an earlier page.
  public var isContinued: Bool

  /// The top of the part in the container, in points.
  public var top: Length { Length(rawValue: y) }
}
