public struct BorderSide: Hashable, Codable, Sendable {
  public var width: Length = 0
  public var style = "none"
  public var color = BorderSide.currentColor
  /// Stands for the text's colour until the style is complete; no author can write it.
  static let currentColor = Color(red: 1, green: 2, blue: 3, alpha: 0)
  public var isVisible: Bool {
    width > 0 && style != "none" && style != "hidden" && !color.isTransparent
  }
}

public struct Edges<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  public var top: Value
  public var right: Value
  public var bottom: Value
  public var left: Value
  var all: [Value] { [top, right, bottom, left] }

  init(_ value: Value) {
    top = value
    right = value
    bottom = value
    left = value
  }
}

public enum VerticalAlign: Hashable, Codable, Sendable {
  case baseline, sub, `super`, top, bottom, middle, textTop, textBottom
  /// Up from the baseline.
  case length(Length)
}

public enum BreakValue: String, Codable, Sendable { case auto, avoid, page, left, right }

/// The properties that are not inherited.
public struct BoxProperties: Hashable, Codable, Sendable {
  public var display = "inline"
  /// An inline box with a marker in front of its text; nil for others. Archives may leave it out.
  var isInlineListItem: Bool?
  public var float = "none"
  public var clear = "none"
  public var position = "static"
  public var offsets = Edges(Dimension.auto)
  public var width = Dimension.auto
  public var widthKeyword: String?
  public var height = Dimension.auto
  public var minWidth = Dimension.auto
  public var minHeight = Dimension.auto
  public var maxWidth = Dimension.auto
  public var maxHeight = Dimension.auto
  public var sizesBorderBox = false
  public var margin = Edges(Dimension.zero)
  public var padding = Edges(Dimension.zero)
  public var border = Edges(BorderSide())
  public var background = Color.transparent
  public var verticalAlign = VerticalAlign.baseline
  public var unicodeBidi = "normal"
  public var breakBefore = BreakValue.auto
  public var breakAfter = BreakValue.auto
  public var avoidsBreakInside = false
  public var clonesDecoration = false
  public var page: String?
  public var tableLayoutIsFixed = false
  public var overflow = "visible"
  /// How an image fills its box: `contain` or `scale-down`; nil for `fill`. Archives may leave it out.
  public var objectFit: String?

  public init() {}

  var isListItem: Bool { display == "list-item" || isInlineListItem ?? false }
}
