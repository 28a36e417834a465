/// Receives what pages are made of, page by page in reading order: an output format conforms to it
/// and is drawn by `PageDrawer.draw(_:in:on:)`. Coordinates are points from the page's top left
/// corner, y down; text offsets are UTF-16 units.
public protocol Canvas {
  mutating func beginPage(_ page: CanvasPage)
  /// A line of text begins: what is drawn until its end belongs to it.
  mutating func beginLine(_ line: CanvasLine)
  /// A stretch of one face, size and color: a word, a part of one, or a word space.
  mutating func draw(_ run: GlyphRun)
  mutating func draw(_ image: ImageMark)
  /// Backgrounds, borders and lines along text: decoration, and never content.
  mutating func draw(_ shapes: [PageShape])
  mutating func endLine()
  mutating func endPage()
}

/// A page as a canvas is told of it.
public struct CanvasPage: Sendable {
  /// Counted from 1.
  public let number: Int
  /// As printed.
  public let label: String
  /// Of the page box, in points.
  public let size: Size
  /// Left or right.
  public let side: Pagination.Page.Side
  /// Whether nothing of the text is on it.
  public let isBlank: Bool
}

/// A line as a canvas is told of it.
public struct CanvasLine: Sendable {
  /// A running head, a folio, a repeated table head: not a part of the text.
  public let isFurniture: Bool
}

/// Where something on a page comes from.
public enum ContentSource: Hashable, Sendable {
  /// A node of the document's element tree, and whether the document is the page's own. Text of
  /// notes may come from another document.
  case node(Int, document: Int)
  /// Made by a style: a list marker, a quotation mark, content of `::before`. The element is the one
  /// that the text stands in, or -1.
  case generated(in: Int, document: Int)
  /// A list item's marker, by the item's element.
  case label(of: Int, document: Int)
  case furniture
}

/// Glyphs on one baseline.
public struct GlyphRun: Sendable {
  /// A glyph at its place.
  public struct Glyph: Hashable, Sendable {
    /// In the face; 0 is the missing glyph.
    public let id: UInt16
    /// In `text`: of the first character that the glyph stands for.
    public let offset: Int
    /// From the run's origin, in font units; `y` up.
    public let x: Int
    /// From the run's origin, in font units; up.
    public let y: Int
    /// In font units, with letter space.
    public let advance: Int
  }

  /// The font file's face.
  public let face: FontFace
  /// The font size, in points.
  public let size: Length
  /// On the baseline, at the left end.
  public let origin: Point
  /// From the first glyph's origin to the end of the last advance, in points.
  public let width: Length
  /// By how much glyphs, and their places, are drawn wider than they are: 1 for as they are. Justified
  /// lines have from 0.98 to 1.02 where the style lets them (`glyph-scaling-limit`).
  public let horizontalScale: Double
  /// Of the glyphs.
  public let color: Color
  /// Slanted by machine, because the family has no italic: by 12 degrees.
  public let isSlanted: Bool
  /// Thickened by machine, because the family has no bold: stroked with a 32nd of an em.
  public let isThickened: Bool
  /// From left to right.
  public let glyphs: [Glyph]
  /// The characters, as the source has them, UTF-16.
  public let text: [UInt16]
  /// In the chapter's text.
  public let range: Range<Int>
  /// Where in the book the text is.
  public let source: ContentSource
  /// A BCP 47 tag; nil where none is known.
  public let language: String?
  /// The target; nil for none.
  public let link: String?
  /// Whether the text runs to the left.
  public let isRightToLeft: Bool
  /// The last glyph is a hyphen that the text does not have.
  public let endsInHyphen: Bool
  /// Whether it is a space.
  public let isSpace: Bool
}

/// An image on a page.
public struct ImageMark: Sendable {
  /// What is drawn.
  public let image: ImageReference
  /// On the page, in points.
  public let rect: Rect
  /// Where in the book the image is.
  public let source: ContentSource
  /// The target; nil for none.
  public let link: String?
}
