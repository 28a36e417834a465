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
  public let number: Int
  /// As printed.
  public let label: String
  public let size: Size
  public let side: Pagination.Page.Side
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
  public struct Glyph: Hashable, Sendable {
    public let id: UInt16
    /// In `text`: of the first character that the glyph stands for.
    public let offset: Int
    /// From the run's origin, in font units; `y` up.
    public let x: Int
    public let y: Int
    /// In font units, with letter space.
    public let advance: Int
  }

  public let face: FontFace
  public let size: Length
  /// On the baseline, at the left end.
  public let origin: Point
  public let width: Length
  /// By how much glyphs, and their places, are drawn wider than they are: 1 for as they are. Justified
  /// lines have from 0.98 to 1.02 where the style lets them (`glyph-scaling-limit`).
  public let horizontalScale: Double
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
  public let source: ContentSource
  public let language: String?
  public let link: String?
  public let isRightToLeft: Bool
  /// The last glyph is a hyphen that the text does not have.
  public let endsInHyphen: Bool
  public let isSpace: Bool
}

/// An image on a page.
public struct ImageMark: Sendable {
  public let image: ImageReference
  public let rect: Rect
  public let source: ContentSource
  public let link: String?
}
