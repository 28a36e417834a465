/// One side of a border (CSS Backgrounds 3, section 3).
public struct BorderSide: Hashable, Codable, Sendable {
  /// In points; 0 for a side that is not drawn.
  public var width: Length = 0
  /// Its style.
  public var style = LineStyle.none
  /// The side's colour.
  public var color = BorderSide.currentColor
  /// A placeholder for the text's colour until the style is complete; no stylesheet can produce it.
  static let currentColor = Color(red: 1, green: 2, blue: 3, alpha: 0)
  /// Whether anything of it is drawn.
  public var isVisible: Bool {
    width > 0 && style.isDrawn && !color.isTransparent
  }
}

/// A value for each of the four sides.
public struct Edges<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// Of the top side.
  public var top: Value
  /// Of the right side.
  public var right: Value
  /// Of the bottom side.
  public var bottom: Value
  /// Of the left side.
  public var left: Value
  var all: [Value] { [top, right, bottom, left] }

  init(_ value: Value) {
    top = value
    right = value
    bottom = value
    left = value
  }
}

/// `vertical-align` (CSS 2, section 10.8.1).
public enum VerticalAlign: Hashable, Codable, Sendable {
  /// Baseline on baseline.
  case baseline
  /// Lowered as a subscript.
  case sub
  /// Raised as a superscript.
  case `super`
  /// At the edges of the line.
  case top, bottom
  /// The middle at half an x-height above the baseline.
  case middle
  /// At the edges of the font around it.
  case textTop, textBottom
  /// A distance upwards from the baseline.
  case length(Length)
}

/// What an inline box needs of its parent to be aligned to it.
struct ParentBaseline: Hashable, Codable, Sendable {
  /// How far the parent's baseline is above that of the line.
  var shift: Length
  /// Of the parent's font, as are the other values.
  var ascent: Length
  var descent: Length
  var xHeight: Length
  var size: Length
}

/// `break-before` and `break-after` (CSS Fragmentation 3, section 3.1).
public enum BreakValue: String, Codable, Sendable {
  /// A break is allowed and not forced.
  case auto
  /// No break, if another is possible.
  case avoid
  /// A page begins here.
  case page
  /// A left-hand page begins here.
  case left
  /// A right-hand page begins here.
  case right
}

/// The size of an initial letter, and the number of lines that it sinks (`initial-letter`, CSS
/// Inline 3, section 7.1).
public struct InitialLetter: Hashable, Codable, Sendable {
  /// Its height in lines, from the cap height of the first to the baseline of the last: 1 to 30.
  public var size: Double
  /// The number of lines that it sinks; 1 for a raised letter.
  public var sink: Int

  /// An initial letter with a size and a number of lines that it sinks.
  public init(size: Double, sink: Int) {
    self.size = size
    self.sink = sink
  }
}

/// The properties that are not inherited.
public struct BoxProperties: Hashable, Codable, Sendable {
  /// `display`.
  public var display = Display.inline
  /// Whether it is an inline box with a marker before its text. Optional in archives.
  var isInlineListItem: Bool?
  /// `float`.
  public var float = FloatValue.none
  /// `initial-letter`; nil for `normal`. Optional in archives.
  public var initialLetter: InitialLetter?
  /// `clear`.
  public var clear = ClearValue.none
  /// `position`.
  public var position = Position.static
  /// `top`, `right`, `bottom` and `left`.
  public var offsets = Edges(Dimension.auto)
  /// `width`.
  public var width = Dimension.auto
  /// `min-content`, `max-content` or `fit-content`; nil for a `width` that is a length.
  public var widthKeyword: String?
  /// `height`.
  public var height = Dimension.auto
  /// `min-width`.
  public var minWidth = Dimension.auto
  /// `min-height`.
  public var minHeight = Dimension.auto
  /// `max-width`; `auto` for none.
  public var maxWidth = Dimension.auto
  /// `max-height`; `auto` for none.
  public var maxHeight = Dimension.auto
  /// `box-sizing: border-box`.
  public var sizesBorderBox = false
  /// `margin`.
  public var margin = Edges(Dimension.zero)
  /// `padding`.
  public var padding = Edges(Dimension.zero)
  /// `border`.
  public var border = Edges(BorderSide())
  /// `background-color`.
  public var background = Color.transparent
  /// `background-image` and its place. Optional in archives.
  public var picture: BackgroundPicture?
  /// `vertical-align`.
  public var verticalAlign = VerticalAlign.baseline
  /// The line of the parent to which `verticalAlign` refers; nil where the box is on its parent's
  /// baseline and that is the line's. Optional in archives.
  var parentBaseline: ParentBaseline?
  /// `unicode-bidi`.
  public var unicodeBidi = UnicodeBidi.normal
  /// `break-before`.
  public var breakBefore = BreakValue.auto
  /// `break-after`.
  public var breakAfter = BreakValue.auto
  /// `break-inside: avoid`.
  public var avoidsBreakInside = false
  /// `box-decoration-break: clone`.
  public var clonesDecoration = false
  /// `page`: the named page that the box is on; nil for `auto`.
  public var page: String?
  /// `table-layout: fixed`.
  public var tableLayoutIsFixed = false
  /// `overflow`.
  public var overflow = Overflow.visible
  /// How an image fills its box: `contain` or `scale-down`; nil for `fill`. Optional in archives.
  public var objectFit: String?

  /// With the initial values.
  public init() {}

  /// How far `position: relative` moves the box, in 1/1024 points, without percentages (CSS 2,
  /// section 9.4.3).
  var relativeOffset: (x: Int, y: Int) {
    guard position == .relative else { return (0, 0) }
    return (
      offsets.left.isAuto ? -offsets.right.length.rawValue : offsets.left.length.rawValue,
      offsets.top.isAuto ? -offsets.bottom.length.rawValue : offsets.top.length.rawValue
    )
  }

  var isListItem: Bool { display == .listItem || isInlineListItem ?? false }
}
