/// One side of a border (CSS Backgrounds 3, section 3).
public struct BorderSide: Hashable, Codable, Sendable {
  /// In points; 0 for a side that is not drawn.
  public var width: Length = 0
  /// Its style.
  public var style = LineStyle.none
  /// The side's color. Nil is CSS's `currentcolor`: a computed style has the text's color in its place,
  /// and a side that a program makes without a color is black.
  public var color: Color?
  /// What the side is drawn with.
  var drawnColor: Color { color ?? .black }
  /// Whether anything of it is drawn.
  public var isVisible: Bool {
    width > 0 && style.isDrawn && !drawnColor.isTransparent
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

  /// The same value for all sides.
  public init(_ value: Value) {
    top = value
    right = value
    bottom = value
    left = value
  }

  /// A value for each side.
  public init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// A side of a box, by its name in CSS.
enum BoxSide: String, CaseIterable { case top, right, bottom, left }

extension Edges {
  /// The value of one side.
  subscript(side: BoxSide) -> Value {
    get {
      switch side {
      case .top: top
      case .right: right
      case .bottom: bottom
      case .left: left
      }
    }
    set {
      switch side {
      case .top: top = newValue
      case .right: right = newValue
      case .bottom: bottom = newValue
      case .left: left = newValue
      }
    }
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
  /// A column begins here, in a block with columns.
  case column

  /// Whether a page begins here.
  var isForced: Bool { self != .auto && self != .avoid && self != .column }
}

/// Which lines beside a sunken initial letter follow its shape (`initial-letter-wrap`, CSS Inline 3, section 7.7).
public enum InitialLetterWrap: String, CaseIterable, Codable, Sendable {
  /// None: all begin at its box.
  case none
  /// The first line.
  case first
  /// All lines.
  case all
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

/// How far a box is moved, to the right and down.
struct Shift: Hashable, Codable, Sendable {
  var x: Length
  var y: Length
}

/// The properties that are not inherited.
public struct BoxProperties: Hashable, Codable, Sendable {
  /// `display`: the kind of box (CSS 2, section 9.2.4).
  public var display = Display.inline
  /// Whether it is an inline box with a marker before its text. Optional in archives.
  var isInlineListItem: Bool?
  /// Whether a positioned box would be in a line if it were not positioned. Optional in archives.
  var isInlineByItself: Bool?
  /// What the box is in ruby; nil outside. Optional in archives.
  var rubyPart: RubyPart?
  /// `float`: the side to which the box is moved (CSS 2, section 9.5.1).
  public var float = FloatValue.none
  /// `initial-letter`; nil for `normal`. Optional in archives.
  public var initialLetter: InitialLetter?
  /// How many words at the beginning of the block are in small capitals (`lead-in`); nil for none. Optional in
  /// archives.
  public var leadIn: Int?
  /// `clear`: the sides that must be free of earlier floats (CSS 2, section 9.5.2).
  public var clear = ClearValue.none
  /// `position` (CSS 2, section 9.3.1).
  public var position = Position.static
  /// `top`, `right`, `bottom` and `left`.
  public var offsets = Edges(Dimension.auto)
  /// `transform`, of a positioned box; nil for `none`. Optional in archives.
  public var translation: Translation?
  /// `width` of the content box, or of the border box with `sizesBorderBox` (CSS 2, section 10.2).
  public var width = Dimension.auto
  /// The `width` that depends on the content; nil for one that does not.
  public var widthKeyword: IntrinsicWidth?
  /// `width: fit-content(LENGTH)`, of which `widthKeyword` is `fitContent`. Optional in archives.
  var widthContent: ContentWidth?
  /// The `min-width` that depends on the content; nil for one that does not. Optional in archives.
  public var minWidthContent: ContentWidth?
  /// The `max-width` that depends on the content; nil for one that does not. Optional in archives.
  public var maxWidthContent: ContentWidth?
  /// `aspect-ratio`; nil for `auto`. Optional in archives.
  public var aspectRatio: AspectRatio?
  /// `height`, of the same box as `width` (CSS 2, section 10.5).
  public var height = Dimension.auto
  /// Whether `height` asks for that of the content, as `fit-content` does: its offsets do not stretch the box. Nil for
  /// false. Optional in archives.
  var heightIsOfContent: Bool?
  /// `min-width` (CSS 2, section 10.4).
  public var minWidth = Dimension.auto
  /// `min-height` (CSS 2, section 10.7).
  public var minHeight = Dimension.auto
  /// Whether several lines of the box make it as high as they are, whatever its `height` (`min-height: -paginate-text`
  /// of the presets). Nil for false. Optional in archives.
  var minHeightIsOfText: Bool?
  /// `max-width`; `auto` for none.
  public var maxWidth = Dimension.auto
  /// `max-height`; `auto` for none.
  public var maxHeight = Dimension.auto
  /// Whether widths and heights include padding and borders (`box-sizing: border-box`, CSS Sizing
  /// 3, section 3.3).
  public var sizesBorderBox = false
  /// `margin`; percentages are of the width of the containing block (CSS 2, section 8.3).
  public var margin = Edges(Dimension.zero)
  /// `padding`; percentages are of the width of the containing block (CSS 2, section 8.4).
  public var padding = Edges(Dimension.zero)
  /// `border`: the width, style and color of each side (CSS 2, section 8.5).
  public var border = Edges(BorderSide())
  /// `border-radius`; nil for square corners. Optional in archives.
  public var corners: CornerRadii?
  /// `box-shadow`, from the top down; nil for none. Optional in archives.
  public var shadows: [BoxShadow]?
  /// `outline`; nil for none. Optional in archives.
  public var outline: BoxOutline?
  /// `border-image`; nil for none. Optional in archives.
  var borderImage: BorderImage?
  /// `background-color`, below `picture` (CSS 2, section 14.2.1).
  public var background = Color.transparent
  /// `background-image` and its place, of the top layer. Optional in archives.
  public var picture: BackgroundPicture?
  /// The layers below it, from the top down. Optional in archives.
  public var lowerPictures: [BackgroundPicture]?
  /// `vertical-align` of inline boxes and table cells (CSS 2, section 10.8.1).
  public var verticalAlign = VerticalAlign.baseline
  /// The line of the parent to which `verticalAlign` refers; nil where the box is on its parent's
  /// baseline and that is the line's. Optional in archives.
  var parentBaseline: ParentBaseline?
  /// `unicode-bidi` (CSS 2, section 9.10).
  public var unicodeBidi = UnicodeBidi.normal
  /// `break-before`: whether a page begins before the box (CSS Fragmentation 3, section 3.1).
  public var breakBefore = BreakValue.auto
  /// `break-after`: whether a page begins after the box (CSS Fragmentation 3, section 3.1).
  public var breakAfter = BreakValue.auto
  /// `break-inside: avoid`: the box is kept on one page if it fits (CSS Fragmentation 3, section
  /// 3.2).
  public var avoidsBreakInside = false
  /// Whether each part of a divided box should have all borders and padding (`box-decoration-break:
  /// clone`, CSS Fragmentation 3, section 5.4). Honoured for inline boxes; for a block it is a finding.
  public var clonesDecoration = false
  /// `page`: the named page that the box is on; nil for `auto`.
  public var page: String?
  /// Whether the first row of a table decides its columns (`table-layout: fixed`, CSS 2, section
  /// 17.5.2).
  public var tableLayoutIsFixed = false
  /// `overflow-x` (CSS Overflow 3, section 3.1).
  public var overflow = Overflow.visible
  /// `overflow-y`; nil for `visible`. Optional in archives: use `overflows`.
  public var overflowDown: Overflow?
  /// The height or the most height of a box that scrolls, which grows on a page; nil for other boxes. Optional in
  /// archives.
  var scrolledHeight: Dimension?
  /// `text-overflow`; nil for `clip`. Optional in archives.
  public var textOverflow: TextOverflow?
  /// `clip`: the edges of what is drawn of a box out of the flow, from the top left corner of its
  /// border box (CSS 2, section 11.1.2); nil for all of it. Optional in archives.
  public var clip: Edges<Dimension>?
  /// `opacity` of the box with all that it holds, from 0 to less than 1; nil for 1. Optional in archives.
  public var opacity: Double?
  /// `clip-path`, if it is a basic shape: what is drawn of the box with all that it holds; nil for all of it. Optional
  /// in archives.
  public var clipPath: FloatShape?
  /// How far the inline boxes around a box in a line, or around a block, are moved (CSS 2, section
  /// 9.2.1.1); nil for not at all. Optional in archives.
  var outerShift: Shift?
  /// `z-index`, of positioned boxes; nil for `auto`. Optional in archives.
  var stackLevel: Int?
  /// `object-fit`: how an image fills its box; nil for `fill`. Optional in archives.
  public var objectFit: ObjectFit?
  /// `object-position`: where an image is in its box; nil for its middle. Optional in archives.
  public var objectPosition: ObjectPosition?
  /// `shape-outside` of a float; nil for `none`. Optional in archives.
  public var floatShape: FloatShape?
  /// `shape-margin`; nil for 0. Optional in archives.
  public var shapeMargin: Dimension?

  /// `column-count` and the like; nil for a block without columns. Optional in archives.
  public var columns: ColumnProperties?
  /// `break-inside: avoid-column`. Optional in archives.
  var avoidsColumnBreak: Bool?
  /// Whether the box is in the flow of the block with columns around it (`column-span: all`). Optional in
  /// archives.
  var spansColumns: Bool?

  /// Whether a page must end before or after the box.
  var forcesBreak: Bool { breakBefore.isForced || breakAfter.isForced }

  /// Whether there is a margin at the top or the bottom.
  var hasMarginAboveOrBelow: Bool { margin.top != .zero || margin.bottom != .zero }

  /// Whether an empty block is visible or takes up space.
  var isVisibleWhenEmpty: Bool {
    border.top.width > 0 || border.bottom.width > 0 || padding.top != .zero
      || padding.bottom != .zero || (!height.isAuto && height != .zero)
      || (!minHeight.isAuto && minHeight != .zero) || aspectRatio != nil
  }

  /// What `clip` leaves of a border box; nil for all that the box holds. It applies to absolutely positioned boxes.
  func clipped(_ border: Rect) -> Rect? {
    guard position.isOutOfFlow, let clip else { return nil }
    func place(_ edge: Dimension, from start: Length, or other: Length) -> Length {
      edge.isAuto ? other : start + edge.resolved(against: .zero)
    }
    let left = place(clip.left, from: border.minX, or: border.minX)
    let top = place(clip.top, from: border.minY, or: border.minY)
    return Rect(
      x: left, y: top,
      width: max(.zero, place(clip.right, from: border.minX, or: border.maxX) - left),
      height: max(.zero, place(clip.bottom, from: border.minY, or: border.maxY) - top))
  }

  /// Whether the box is painted as a group, with all that it holds (CSS Color 4, section 4.2; CSS Masking 1, section 5).
  var isGroup: Bool { opacity != nil || clipPath != nil }

  /// Whether it has a background: a color or an image.
  var hasBackground: Bool { !background.isTransparent || hasPicture }

  /// Whether an inline box is painted as a group. The opacity of one that only has text is that of the text's color.
  var isInlineGroup: Bool {
    opacity != nil
      && (hasBackground || shadows != nil
        || border.all.contains(where: \.isVisible))
  }

  /// The `z-index` of a stacking context; nil for a box that is none.
  var contextLevel: Int? {
    if isGroup { return position == .static ? 0 : stackLevel ?? 0 }
    return stackLevel
  }

  /// `overflow` across and down. Where only one of them scrolls or hides, the other one does too (CSS Overflow 3, section
  /// 3.1).
  var overflows: (across: Overflow, down: Overflow) {
    let (across, down) = (overflow, overflowDown ?? .visible)
    func used(_ own: Overflow, beside other: Overflow) -> Overflow {
      guard other != .visible, other != .clip else { return own }
      return own == .visible ? .auto : own == .clip ? .hidden : own
    }
    return (used(across, beside: down), used(down, beside: across))
  }

  /// Whether nothing of the content is hidden outside the box.
  var showsOverflow: Bool { overflow == .visible && overflowDown == nil }

  /// Whether a block establishes a block formatting context (CSS 2, section 9.4.1).
  var hasOwnFlow: Bool {
    display == .flowRoot || display == .tableCaption
      || overflows.across != .visible && overflows.across != .clip
      || columns?.isMultiColumn ?? false
  }

  /// With the initial values.
  public init() {}

  /// How far `position: relative` moves the box, in 1/1024 points (CSS 2, section 9.4.3).
  ///
  /// - Parameters:
  ///   - width: that to which percentages refer; nil if it is not known.
  ///   - height: the same for offsets from top and bottom; they count as `auto` without it.
  ///   - isRightToLeft: whether the text around the box is, where `right` counts if both are given.
  func relativeOffset(
    width: Length? = nil, height: Length? = nil, isRightToLeft: Bool = false
  ) -> (x: Int, y: Int) {
    guard position == .relative else { return (0, 0) }
    func move(_ before: Dimension, _ after: Dimension, _ room: Length?) -> Int {
      func resolved(_ offset: Dimension) -> Int? {
        if offset.isAuto { return nil }
        if offset.fraction == 0 { return offset.length.rawValue }
        return room.map { offset.resolved(against: $0).rawValue }
      }
      return resolved(before) ?? resolved(after).map { -$0 } ?? 0
    }
    let isByRight = isRightToLeft && !offsets.right.isAuto
    return (
      move(isByRight ? .auto : offsets.left, offsets.right, width),
      move(offsets.top, offsets.bottom, height)
    )
  }

  /// Whether `position: relative` of the box or of the inline boxes around it may move it.
  var isShifted: Bool {
    outerShift != nil || position == .relative && offsets.all.contains { !$0.isAuto }
  }

  var isListItem: Bool { display == .listItem || isInlineListItem ?? false }
}
