internal import Synchronization

/// Draws the pages of a book as SVG documents. Each worker needs its own drawer.
public final class SVGPageDrawer {
  /// Draws the same pages on a `Canvas`.
  public let pages: PageDrawer
  private let outlines: SharedOutlines
  private let live: LiveFonts?
  /// The bytes of the last page, without its definitions: the next one needs about as many.
  private var usualSize = 0

  /// The definitions of glyphs, each made once for all workers.
  public final class SharedOutlines: Sendable {
    private let definitions = Mutex<[Int: GlyphDefinition]>([:])

    /// An empty cache.
    public init() {}

    /// - Parameter number: that of the face on the page.
    func definition(_ glyph: UInt16, of font: FontFace, number: Int) -> GlyphDefinition {
      let key = number << 48 | font.number << 16 | Int(glyph)
      if let known = definitions.withLock({ $0[key] }) { return known }
      let made = GlyphDefinition(glyph, number, outline: font.outline(of: UInt32(glyph)))
      definitions.withLock { $0[key] = made }
      return made
    }
  }

  /// A drawer that draws as another does: with its renderer and its overlays.
  /// - Parameter live: the fonts of live text; nil for glyph outlines.
  public init(
    _ pages: PageDrawer, outlines: SharedOutlines = SharedOutlines(), live: LiveFonts? = nil
  ) {
    self.pages = pages
    self.outlines = outlines
    self.live = live
  }

  /// A drawer of the pages of a pagination, without overlays.
  public convenience init(_ pagination: Pagination) { self.init(PageDrawer(pagination)) }

  /// A page as a self-contained SVG document.
  /// - Parameter imageHref: returns the URL of an image; a data URL embeds it.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func svg(
    of page: Pagination.Page, in chapter: NumberedChapter,
    imageHref: @escaping (ImageReference) -> String = DataURL.of
  ) throws -> [UInt8] {
    var walker = pages.walker(
      of: chapter,
      on: SVGCanvas(outlines: outlines, live: live, usualSize: usualSize, imageHref: imageHref))
    try pages.draw(page, in: chapter, &walker)
    let (body, definitions) = (
      walker.painter.target.body.bytes, walker.painter.target.definitions
    )
    usualSize = body.count
    let header = header(of: page)
    var writer = ByteWriter()
    writer.reserve(header.count + definitions.count + body.count + 64)
    writer.write(header)
    if !definitions.isEmpty {
      writer.write("<defs>\n")
      writer.write(definitions)
      writer.write("</defs>\n")
    }
    writer.write(body)
    writer.write("</svg>\n")
    return writer.bytes
  }

  /// A page as an SVG document, for a pagination that kept its chapters.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func svg(
    of page: Pagination.Page, in pagination: Pagination,
    imageHref: @escaping (ImageReference) -> String = DataURL.of
  ) throws -> [UInt8] {
    try svg(of: page, in: pagination.numbered(page.chapter), imageHref: imageHref)
  }

  private func header(of page: Pagination.Page) -> [UInt8] {
    let context = pages.context
    var writer = ByteWriter()
    SVGHeader.write(
      size: page.size, language: context.language,
      title: (context.title.isEmpty ? "Page" : context.title) + ", " + page.label,
      to: &writer)
    if let live {
      writer.write("<style>")
      writer.writeXML(live.css)
      writer.write("</style>\n")
    }
    return writer.bytes
  }
}
