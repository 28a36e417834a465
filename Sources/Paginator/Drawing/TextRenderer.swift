/// Draws a line of text in passes: backgrounds, glyphs, decorations and attachments. Override the
/// passes that you want to change; no pass can move a glyph.
///
/// Pass a renderer to `PageDrawer` for the pages of a book, or to `SVGDrawing` for your own layout.
open class TextRenderer {
  /// A renderer with the standard passes.
  public init() {}

  /// The background of a run of text.
  public struct Background: Sendable {
    /// In the container, in points.
    public let rect: Rect
    /// The background's color.
    public let color: Color
    /// The style of the text.
    public let style: TextStyle
    /// UTF-16 units of the text.
    public let characterRange: Range<Int>
  }

  /// Glyphs of one style and font.
  public struct Glyphs: Sendable {
    /// The style of the text.
    public let style: TextStyle
    /// The target; nil for none.
    public let link: String?
    /// The index of the first character.
    public let characterIndex: Int
  }

  /// How glyphs are painted.
  public struct GlyphPaint: Hashable, Sendable {
    /// The color inside the outlines; nil for none.
    public var fill: Color?
    /// The outline's color; nil for no outline.
    public var stroke: Color?
    /// In points.
    public var strokeWidth: Length = 0.5
    /// Whether the glyphs look pressed into the page.
    public var isLetterpress = false
    /// The shadow of the glyphs; nil for none.
    public var shadow: TextShadow?
    /// How far the glyphs lean to the right, as a fraction of their height; 0 for upright.
    public var obliqueness = 0.0

    /// Paint of a fill and an outline.
    public init(
      fill: Color?, stroke: Color? = nil, strokeWidth: Length = 0.5, isLetterpress: Bool = false
    ) {
      self.fill = fill
      self.stroke = stroke
      self.strokeWidth = strokeWidth
      self.isLetterpress = isLetterpress
    }

    /// The paint that a style asks for with its color and effects.
    init(_ style: TextStyle) {
      fill = style.text.color
      guard let effects = style.effects else { return }
      isLetterpress = effects.isLetterpress
      shadow = effects.shadow
      if let lean = effects.obliqueness, lean.isFinite { obliqueness = min(4, max(-4, lean)) }
      guard let width = effects.strokeWidth, width.isFinite, width != 0 else { return }
      stroke = effects.strokeColor ?? style.text.color
      strokeWidth = style.text.font.size * (min(100, abs(width)) / 100)
      if width > 0 { fill = nil }
    }
  }

  /// A line under, over or through text.
  public struct Decoration: Sendable {
    /// Under, over or through the text.
    public let line: TextDecoration.Line
    /// The left end of the stroke's center line.
    public let start: Point
    /// The x coordinate of the right end, in points.
    public let end: Length
    /// In points.
    public let thickness: Length
    /// The line's color.
    public let color: Color
    /// The line style of CSS.
    public let form: TextDecoration.Style
    /// The underline style of TextKit, if the text has one.
    public let underlineStyle: UnderlineStyle
    /// The style of the text.
    public let style: TextStyle
    /// The target; nil for none.
    public let link: String?
    /// UTF-16 units of the text.
    public let characterRange: Range<Int>
  }

  /// A box that the renderer draws (`TextAttachment` without an image).
  public struct AttachmentBox: Sendable {
    /// The name of the attachment.
    public let name: String
    /// In the container, in points.
    public let rect: Rect
    /// The index of the attachment's character, in UTF-16 units.
    public let characterIndex: Int
  }

  /// The background pass: fills the rectangle with its color.
  open func drawBackground(_ background: Background, in context: inout DrawingContext) {
    context.fill(background.rect, background.color)
  }

  /// The glyph pass: returns how to paint the glyphs.
  open func paint(for glyphs: Glyphs) -> GlyphPaint {
    GlyphPaint(glyphs.style)
  }

  /// Draws a line under text, in its own style.
  open func drawUnderline(_ underline: Decoration, in context: inout DrawingContext) {
    draw(underline, in: &context)
  }

  /// Draws a line through text, in its own style.
  open func drawStrikethrough(_ line: Decoration, in context: inout DrawingContext) {
    draw(line, in: &context)
  }

  /// Draws a line over text, in its own style.
  open func drawOverline(_ line: Decoration, in context: inout DrawingContext) {
    draw(line, in: &context)
  }

  /// A character that is not seen, at its place.
  public struct Invisible: Sendable {
    /// The kind of an invisible character.
    public enum Kind: String, Sendable {
      /// A word space.
      case space
      /// A space at which no line ends.
      case noBreakSpace
      /// A tab.
      case tab
      /// The end of a line in a paragraph (U+2028).
      case lineSeparator
      /// The end of a paragraph.
      case paragraphSeparator
      /// A control or format character, such as a soft hyphen or a joiner.
      case control
    }
    /// What the character is.
    public let kind: Kind
    /// The room of the character on its line, in the drawing; a character without width has none.
    public let rect: Rect
    /// The baseline of its line.
    public let baseline: Length
    /// The font size, in points.
    public let fontSize: Length
    /// The color of the mark: that of the text, half way to white.
    public let color: Color
    /// The index of the character, in UTF-16 units.
    public let characterIndex: Int
  }

  /// The pass for invisible characters: draws a mark for each
  /// (`LayoutManager.showsInvisibleCharacters`).
  open func drawInvisible(_ invisible: Invisible, in context: inout DrawingContext) {
    InvisibleMark(invisible).draw(in: &context)
  }

  /// The attachment pass: draws a box that a program reserved. Draws nothing by default.
  open func drawAttachment(_ box: AttachmentBox, in context: inout DrawingContext) {}

  /// Draws a line along text in its own style.
  public final func draw(_ decoration: Decoration, in context: inout DrawingContext) {
    let isDouble =
      decoration.form == .double || decoration.underlineStyle.weight == .double
    stroke(decoration, y: decoration.start.y, in: &context)
    guard isDouble else { return }
    let distance = decoration.thickness * (decoration.line == .overline ? -2 : 2)
    stroke(decoration, y: decoration.start.y + distance, in: &context)
  }

  private func stroke(_ decoration: Decoration, y: Length, in context: inout DrawingContext) {
    let start = Point(x: decoration.start.x, y: y)
    if decoration.form == .wavy {
      context.wave(from: start, to: decoration.end, decoration.color, width: decoration.thickness)
      return
    }
    let dash: DrawingContext.Dash =
      switch (decoration.form, decoration.underlineStyle.pattern) {
      case (.dotted, _), (_, .dot): .dots
      case (.dashed, _): .pattern([3])
      case (_, .dash): .pattern([4, 3])
      case (_, .dashDot): .pattern([4, 2, 1, 2])
      case (_, .dashDotDot): .pattern([4, 2, 1, 2, 1, 2])
      default: .solid
      }
    context.line(
      from: start, to: Point(x: decoration.end, y: y), decoration.color,
      width: decoration.thickness, dash: dash)
  }

  func draw(_ decoration: Decoration, _ context: inout DrawingContext) {
    switch decoration.line {
    case .underline: drawUnderline(decoration, in: &context)
    case .overline: drawOverline(decoration, in: &context)
    case .lineThrough: drawStrikethrough(decoration, in: &context)
    }
  }
}
