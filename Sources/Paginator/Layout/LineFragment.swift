/// A line as it is set. Plain numbers in 1/1024 points; `x` and `y` in the container.
public struct LineFragment: Sendable {
  /// In `AttributedText.paragraphs`.
  public var paragraph: Int32
  /// Text offsets; the space that the break took away is still the line's.
  public var start: Int32
  /// Where the line's characters end; UTF-16 units from the text's start.
  public var end: Int32
  /// In `ChapterLayout.segments`, in logical order.
  var firstSegment: Int32
  var segmentCount: Int32
  /// The line fragment rectangle.
  public var x: Int
  /// From the container's top, in 1/1024 points.
  public var y: Int
  /// The measure, in 1/1024 points.
  public var width: Int
  /// In 1/1024 points.
  public var height: Int
  /// From the top of the rectangle.
  public var baseline: Int
  /// The used rectangle: where glyphs stand, from the container's left.
  public var usedX: Int
  /// Of the text, in 1/1024 points.
  public var usedWidth: Int
  /// Spread over the line's spaces, or taken from them when less than zero.
  var extra: Int
  var stretchCount: Int32
  /// Added behind every glyph cluster when letters are spaced to justify.
  var letterExtra: Int32
  /// Thousandths by which words are wider than their glyphs are drawn; less than zero for narrower.
  var glyphStretch: Int16 = 0
  /// What else is known of the line.
  public var flags: Flags

  /// What is known of a line besides its place.
  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The break shows a hyphen that the text does not have.
    public static let showsHyphen = Flags(rawValue: 1)
    /// The line ends in a hyphen, its own or the text's.
    public static let isHyphenated = Flags(rawValue: 2)
    /// The paragraph begins with it.
    public static let isFirstOfParagraph = Flags(rawValue: 4)
    /// The paragraph ends with it.
    public static let isLastOfParagraph = Flags(rawValue: 8)
    /// Its text is wider than its measure.
    public static let isOverfull = Flags(rawValue: 16)
    /// Its paragraph begins on the right.
    public static let isRightToLeft = Flags(rawValue: 32)
    /// Out of the flow and outside the page: its text is kept but not seen.
    public static let isOffPage = Flags(rawValue: 64)
    /// A table's head, drawn again on a later page.
    public static let isRepeated = Flags(rawValue: 128)
    /// Its spaces were stretched or shrunk.
    public static let isJustified = Flags(rawValue: 256)
    /// Text of the line is not shown; an ellipsis stands for it.
    public static let isTruncated = Flags(rawValue: 512)
    /// Spaces at the line's end take room, as the style asks.
    static let keepsTrailingSpace = Flags(rawValue: 1024)
  }

  /// Thousandths by which the glyphs of a word are drawn wider.
  @inline(__always)
  func glyphStretch(of segment: Segment) -> Int { segment.isRigid ? 0 : Int(glyphStretch) }

  /// What justification adds to one of the line's spaces, counted from 0: shared out so that rounding
  /// never adds up, and the sum is the extra exactly.
  @inline(__always)
  func extra(ofSpace number: Int) -> Int {
    let count = Int(stretchCount)
    return extra * (number + 1) / count - extra * number / count
  }

  /// The width of a word on the line, `clusterCount` being what it has of clusters.
  @inline(__always)
  func width(ofWord segment: Segment, clusterCount: @autoclosure () -> Int) -> Int {
    var width = segment.width + segment.width * glyphStretch(of: segment) / 1000
    if letterExtra != 0 { width += Int(letterExtra) * clusterCount() }
    return width
  }

  /// In the container, in points.
  public var rect: Rect {
    Rect(
      x: Length(rawValue: x), y: Length(rawValue: y), width: Length(rawValue: width),
      height: Length(rawValue: height))
  }
  /// The part that has text, in points.
  public var usedRect: Rect {
    Rect(
      x: Length(rawValue: usedX), y: Length(rawValue: y), width: Length(rawValue: usedWidth),
      height: Length(rawValue: height))
  }
}

/// The part of a block's box that is on one page: what backgrounds and borders are drawn on.
public struct BoxFragment: Sendable {
  /// In `AttributedText.blocks`.
  public var block: Int32
  /// The border box in the container.
  public var x: Int
  /// From the container's top, in 1/1024 points.
  public var y: Int
  /// In 1/1024 points.
  public var width: Int
  /// In 1/1024 points.
  public var height: Int
  /// Whether the box begins (ends) here, so that its top (bottom) border is drawn.
  public var hasTop: Bool
  /// Whether the box ends here, rather than going on with the next page.
  public var hasBottom: Bool
  /// Whether its left edge is drawn.
  public var hasLeft = true
  /// Whether its right edge is drawn.
  public var hasRight = true
  /// Those that stand for the block's own: of a cell that shares its borders with others.
  public var borders: Edges<BorderSide>?
}

/// An image or a box in a line or by itself, sized.
public struct AttachmentLayout: Sendable {
  /// In 1/1024 points.
  public var width: Int
  /// In 1/1024 points.
  public var height: Int
  /// Up from the bottom of the box to the line's baseline; less than zero for a raised box.
  var descent: Int
  /// The content of an inline-block or a marker.
  var nested: ChapterLayout?
  /// The intrinsic size was too large for the container.
  var isScaledDown = false
  /// Around an image: its margins, and its borders with its padding. Parts of width and height.
  var margin = BoxInsets()
  var padding = BoxInsets()
  /// Where a float stands whose place in the text is in the line; nil for what stands in the line.
  var float: FloatPlace?
}

/// What a box has at its sides, in 1/1024 points.
struct BoxInsets: Sendable {
  var top = 0
  var right = 0
  var bottom = 0
  var left = 0
  var horizontal: Int { left + right }
  var vertical: Int { top + bottom }
}

/// Where a float stands, from the top left corner of the line that its place in the text is in.
struct FloatPlace: Sendable {
  var x: Int
  var y: Int
}

/// What one page holds of a chapter.
public struct PageLayout: Sendable {
  /// In `ChapterLayout.lines`.
  public var lines: Range<Int>
  /// In `ChapterLayout.boxes`.
  public var boxes: Range<Int>
  /// Text offsets.
  public var start: Int
  /// Where the page's text ends; UTF-16 units from the chapter's start.
  public var end: Int
  /// Height of the content.
  public var usedHeight: Int
  /// In points.
  public var containerSize: Size
  /// At the foot, from the top down.
  public var notes: [NoteFragment] = []
  /// Where the note area begins, with what separates it from the text.
  public var noteAreaTop = 0
}

/// The part of a note that is on one page.
public struct NoteFragment: Sendable {
  /// In `AttributedText.notes`.
  public var note: Int32
  /// In the lines of the note's own layout.
  public var lines: Range<Int>
  /// In the container.
  public var y: Int
  /// Goes on from an earlier page.
  public var isContinued: Bool
}

/// A chapter laid out: flat arrays, no stations. What leaves a chapter's task.
public final class ChapterLayout: Sendable {
  /// What was laid out.
  public let chapter: Chapter
  /// Of all pages, in order.
  public let lines: [LineFragment]
  /// Of all pages, outer ones before inner ones.
  public let boxes: [BoxFragment]
  /// In order.
  public let pages: [PageLayout]
  let segments: [Segment]
  /// By index in `AttributedText.attachments`.
  let attachments: [Int32: AttachmentLayout]
  let fonts: [RunFont]
  /// The number of the shaper whose words the segments name.
  let shaperNumber: Int
  /// What was found while it was laid out.
  public let findings: [Finding]
  /// The notes of the chapter, each laid out by itself; by index in `AttributedText.notes`.
  let notes: [Int32: ChapterLayout]
  /// Set where its pages were chosen for the side on which it was taken to begin: on the other one other
  /// page ends may be better.
  let suitsLeft: Bool?
  /// The same chapter with pages for the other side, where they differ.
  let otherSide: ChapterLayout?
  /// False for one that a `LayoutStore` kept: its lines and pages, which can be compared and not
  /// drawn.
  public let hasGlyphs: Bool

  init(
    chapter: Chapter, lines: [LineFragment], boxes: [BoxFragment], pages: [PageLayout],
    segments: [Segment], attachments: [Int32: AttachmentLayout], fonts: [RunFont],
    shaperNumber: Int, findings: [Finding], notes: [Int32: ChapterLayout] = [:],
    suitsLeft: Bool? = nil, otherSide: ChapterLayout? = nil,
    hasGlyphs: Bool = true
  ) {
    self.chapter = chapter
    self.lines = lines
    self.boxes = boxes
    self.pages = pages
    self.segments = segments
    self.attachments = attachments
    self.fonts = fonts
    self.shaperNumber = shaperNumber
    self.findings = findings
    self.notes = notes
    self.suitsLeft = suitsLeft
    self.otherSide = otherSide
    self.hasGlyphs = hasGlyphs
  }

  /// The chapter's text.
  public var text: AttributedText { chapter.text }

  /// The page that holds a text offset, as an index into `pages`.
  public func pageIndex(at offset: Int) -> Int {
    max(0, pages.partitioningIndex { $0.start > offset } - 1)
  }
}
