/// Receives the content of pages, page by page in reading order. An output format conforms to this
/// protocol and is drawn by `PageDrawer.draw(_:in:on:)`. Coordinates are points from the page's top
/// left corner, y down; text offsets are UTF-16 units.
public protocol Canvas {
  /// Begins a page; everything drawn until `endPage()` belongs to it.
  mutating func beginPage(_ page: CanvasPage)
  /// Receives a place on the page that links lead to, after `beginPage(_:)`. A canvas that does not implement
  /// it has no destinations.
  mutating func add(_ destination: CanvasDestination)
  /// Begins a line of text; everything drawn until `endLine()` belongs to it.
  mutating func beginLine(_ line: CanvasLine)
  /// Draws a run of one face, size and color: a word, part of a word, or a word space.
  mutating func draw(_ run: GlyphRun)
  /// Draws an image that is scaled to fill its rectangle.
  mutating func draw(_ image: ImageMark)
  /// Draws backgrounds, borders, text decorations, overlays and what a renderer draws: no text.
  mutating func draw(_ shapes: [PageShape])
  /// Draws nothing outside a rectangle until `endClip()`; rectangles may be nested. A canvas that
  /// does not implement it draws everything.
  mutating func beginClip(_ rect: Rect)
  /// Draws nothing outside a path until `endClip()`: a box with rounded corners cuts off its content. A
  /// canvas that does not implement it draws what is in the path's rectangle.
  mutating func beginClip(_ path: PagePath)
  /// Ends what the last `beginClip(_:)` began.
  mutating func endClip()
  /// Draws everything until `endGroup()` as one picture with an opacity from 0 to 1; groups may be nested. A canvas
  /// that does not implement it draws all of it opaque.
  mutating func beginGroup(opacity: Double)
  /// Ends what the last `beginGroup(opacity:)` began.
  mutating func endGroup()
  /// Ends the line that `beginLine(_:)` began.
  mutating func endLine()
  /// Ends the page that `beginPage(_:)` began.
  mutating func endPage()
}

extension Canvas {
  /// Does nothing.
  public mutating func add(_ destination: CanvasDestination) {}
  /// Does nothing.
  public mutating func beginClip(_ rect: Rect) {}
  /// Begins a clip with the rectangle around the path.
  public mutating func beginClip(_ path: PagePath) { beginClip(path.bounds) }
  /// Does nothing.
  public mutating func endClip() {}
  /// Does nothing.
  public mutating func beginGroup(opacity: Double) {}
  /// Does nothing.
  public mutating func endGroup() {}
}

/// The description of a page that a canvas receives.
public struct CanvasPage: Sendable {
  /// Counted from 1.
  public let number: Int
  /// The page number as printed.
  public let label: String
  /// The size of the page box, in points.
  public let size: Size
  /// Left or right.
  public let side: Pagination.Page.Side
  /// Whether the page is blank: inserted so that the next chapter begins on its side.
  public let isBlank: Bool
}

/// The description of a line that a canvas receives.
public struct CanvasLine: Sendable {
  /// Whether the line is not part of the text, such as a running head, a folio or a repeated table
  /// head.
  public let isFurniture: Bool
  /// Whether the line begins where the source has a line break or a paragraph begins: it was not broken
  /// to fit its measure.
  public let followsBreak: Bool
  /// The element that the line is the text of; nil for furniture, generated text, notes, and text that a
  /// program made.
  public let element: CanvasElement?
}

/// Where something on a page comes from.
public enum ContentSource: Hashable, Sendable {
  /// A node of a document's element tree. The text of notes may come from another document than the
  /// page's.
  case node(Int, document: Int)
  /// Text made by a style, such as a quotation mark or the `content` of `::before`. The element is
  /// the one that contains the text, or -1.
  case generated(in: Int, document: Int)
  /// A list item's marker; `of` is the item's element.
  case label(of: Int, document: Int)
  /// A running head, a folio, or the repeated head of a table: not in the reading order.
  case furniture
}

/// Glyphs on one baseline.
public struct GlyphRun: Sendable {
  /// A glyph and its position.
  public struct Glyph: Hashable, Sendable {
    /// The glyph's number in the face; 0 is the missing glyph.
    public let id: UInt16
    /// The index in `text` of the first character that the glyph stands for.
    public let offset: Int
    /// The horizontal distance from the run's origin, in font units.
    public let x: Int
    /// The height above the run's origin, in font units.
    public let y: Int
    /// The advance in font units, including letter space.
    public let advance: Int
  }

  /// The font file's face.
  public let face: FontFace
  /// The font size, in points.
  public let size: Length
  /// The left end of the run on the baseline.
  public let origin: Point
  /// From the first glyph's origin to the end of the last advance, in points.
  public let width: Length
  /// The horizontal scale of the glyphs and their positions; 1 for none. In justified lines it is
  /// from 0.95 to 1.05 at most, if the style allows it (`glyph-scaling-limit`).
  public let horizontalScale: Double
  /// The color of the glyphs.
  public let color: Color
  /// How the glyphs are painted if they are not only filled with the color: by a renderer of the
  /// program, or by the text's effects; else nil.
  public let paint: TextRenderer.GlyphPaint?
  /// Whether the run is a synthetic italic: slanted by 12 degrees, because the family has no
  /// italic.
  public let isSlanted: Bool
  /// Whether the run is a synthetic bold: stroked with 1/32 em, because the family has no bold.
  public let isThickened: Bool
  /// The glyphs from left to right.
  public internal(set) var glyphs: [Glyph]
  /// The characters as in the source, in UTF-16.
  public let text: [UInt16]
  /// The range in the chapter's text.
  public let range: Range<Int>
  /// The source of the text in the book.
  public let source: ContentSource
  /// The language, a BCP 47 tag; nil if it is not known.
  public let language: String?
  /// The target; nil for none.
  public let link: String?
  /// Whether the text runs from right to left.
  public let isRightToLeft: Bool
  /// Whether the last glyph is a hyphen that is not in the text.
  public let endsInHyphen: Bool
  /// Whether the run is a word space.
  public let isSpace: Bool
}

/// An image on a page.
public struct ImageMark: Sendable {
  /// The image to draw.
  public let image: ImageReference
  /// The rectangle on the page, in points.
  public let rect: Rect
  /// The source of the image in the book.
  public let source: ContentSource
  /// The target; nil for none.
  public let link: String?
  /// Nothing of the image is drawn outside of it: it has the rounded corners of the image's box, or cuts off what
  /// `object-fit` leaves outside. Nil if all of the image is shown.
  public var clip: PagePath?
  /// The rectangle around what is shown of the image.
  public var visibleRect: Rect { clip.map { rect.intersection($0.bounds) } ?? rect }
}
