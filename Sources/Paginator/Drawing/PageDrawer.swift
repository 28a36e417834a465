internal import EPUB
internal import Markup

/// Draws the pages of a book as SVG or on a `Canvas`. Each worker needs its own drawer.
public final class PageDrawer {
  private let context: PageContext
  private let outlines: SharedOutlines
  private let shaper: Shaper
  var furniture: FurnitureSetter

  /// Glyph outlines that all workers share.
  public final class SharedOutlines: Sendable {
    let cache = OutlineCache()
    /// An empty cache.
    public init() {}
  }

  private let live: LiveFonts?
  private let renderer: TextRenderer?
  private let overlays: DebugOverlays

  /// A drawer of the pages of a pagination.
  /// - Parameters:
  ///   - live: the fonts of live text; nil for glyph outlines.
  ///   - renderer: draws the passes of every line; nil for the standard renderer.
  ///   - overlays: overlays to draw on the page, in a separate group.
  public convenience init(
    _ pagination: Pagination, outlines: SharedOutlines, live: LiveFonts? = nil,
    renderer: TextRenderer? = nil, overlays: DebugOverlays = []
  ) {
    self.init(
      pagination.context, outlines: outlines, live: live, renderer: renderer, overlays: overlays)
  }

  /// A drawer for a chapter receiver. The parameters are those of the other initializer.
  public init(
    _ context: PageContext, outlines: SharedOutlines, live: LiveFonts? = nil,
    renderer: TextRenderer? = nil, overlays: DebugOverlays = []
  ) {
    self.live = live
    self.renderer = renderer
    self.overlays = overlays
    self.context = context
    self.outlines = outlines
    let typesetter = context.environment.typesetter()
    shaper = typesetter.shaper
    furniture = FurnitureSetter(typesetter: typesetter)
  }

  /// A page as a self-contained SVG document.
  /// - Parameter imageHref: returns the URL of an image; a data URL embeds it.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func svg(
    of page: Pagination.Page, in chapter: NumberedChapter,
    imageHref: @escaping (ImageReference) -> String = DataURL.of
  ) throws -> [UInt8] {
    precondition(chapter.layout.hasGlyphs, "a chapter that a store kept can only be compared")
    var writer = ByteWriter()
    writer.write(header(of: page))
    var walker = PageWalker(
      canvas: SVGCanvas(
        outlines: outlines.cache, live: live, renderer: renderer, imageHref: imageHref))
    try walk(page, in: chapter, &walker)
    if !walker.canvas.glyphs.definitions.bytes.isEmpty {
      writer.write("<defs>\n")
      writer.write(walker.canvas.glyphs.definitions.bytes)
      writer.write("</defs>\n")
    }
    writer.write(walker.canvas.body.bytes)
    if !overlays.isEmpty, let content = chapter.content(of: page) {
      var overlay = OverlayDrawing(overlays, origin: page.contentRect.origin)
      overlay.draw(chapter.layout, content)
      writer.write(overlay.group)
    }
    writer.write("</svg>\n")
    return writer.bytes
  }

  /// Draws a page on a canvas.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func draw<Target: Canvas>(
    _ page: Pagination.Page, in chapter: NumberedChapter, on canvas: inout Target
  ) throws {
    precondition(chapter.layout.hasGlyphs, "a chapter that a store kept can only be compared")
    var walker = PageWalker(canvas: CanvasPainter(GlyphRunCanvas(canvas), chapter: chapter))
    try draw(page, in: chapter, &walker)
    canvas = walker.canvas.target.target
  }

  /// Draws a page with a walker that can draw the chapter's other pages, too.
  func draw<Target: LineCanvas>(
    _ page: Pagination.Page, in chapter: NumberedChapter,
    _ walker: inout PageWalker<CanvasPainter<Target>>
  ) throws {
    walker.canvas.target.beginPage(
      CanvasPage(
        number: page.number, label: page.label, size: page.size, side: page.side,
        isBlank: page.isBlank))
    try walk(page, in: chapter, &walker)
    walker.canvas.target.endPage()
  }

  /// Walks the page's background, its text with the notes, and its margin boxes.
  private func walk<Target: PageCanvas>(
    _ page: Pagination.Page, in chapter: NumberedChapter, _ walker: inout PageWalker<Target>
  ) throws {
    drawPageBackground(page, &walker)
    if let content = chapter.content(of: page) {
      let rect = page.contentRect
      walker.canvasBlock = drawCanvas(page, chapter, &walker)
      walker.canvasLayout = ObjectIdentifier(chapter.layout)
      if !content.notes.isEmpty { drawNoteRule(page, content, &walker) }
      walker.walk(
        chapter.layout, content, originX: rect.minX.rawValue, originY: rect.minY.rawValue,
        isGenerated: chapter.document.isGenerated)
    }
    walker.canvasBlock = nil
    for piece in try furniture.furniture(of: page) {
      guard let content = piece.layout.pages.first else { continue }
      walker.walk(
        piece.layout, content, originX: piece.origin.x.rawValue, originY: piece.origin.y.rawValue,
        isGenerated: true)
    }
  }

  /// A page as an SVG document, for a pagination that kept its chapters.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func svg(
    of page: Pagination.Page, in pagination: Pagination,
    imageHref: @escaping (ImageReference) -> String = DataURL.of
  ) throws -> [UInt8] {
    try svg(of: page, in: pagination.numbered(page.chapter), imageHref: imageHref)
  }

  /// Draws the rule above the notes: the top border of the footnote area, in the area's width.
  private func drawNoteRule<Target: PageCanvas>(
    _ page: Pagination.Page, _ content: PageLayout, _ walker: inout PageWalker<Target>
  ) {
    let box = page.template.footnoteArea.box
    guard box.border.top.isVisible else { return }
    let rect = page.contentRect
    let width = box.width.isAuto ? rect.width : box.width.resolved(against: rect.width)
    let top = Length(rawValue: content.noteAreaTop) + box.margin.top.resolved(against: rect.width)
    walker.canvas.rect(
      x: rect.minX.rawValue, y: (rect.minY + top).rawValue, width: width.rawValue,
      height: box.border.top.width.rawValue, color: box.border.top.drawnColor)
  }

  /// Draws the background of the root, or of the body if the root has none, behind the page's text
  /// area (CSS Backgrounds 3, section 2.11.2).
  /// - Returns: the block that the background comes from; nil for none.
  private func drawCanvas<Target: PageCanvas>(
    _ page: Pagination.Page, _ chapter: NumberedChapter, _ walker: inout PageWalker<Target>
  ) -> Int32? {
    let text = chapter.layout.text
    let tree = chapter.tree.tree
    for (index, name) in ["html", "body"].enumerated() {
      guard index < text.blocks.count, text.blocks[index].node >= 0,
        tree.isElement(Int(text.blocks[index].node), name)
      else { return nil }
      let box = text.styles[Int(text.blocks[index].style)].box
      let pictures = text.pictures(of: box)
      guard !pictures.isEmpty || !box.background.isTransparent else { continue }
      let rect = page.contentRect
      walker.canvas.rect(
        x: rect.minX.rawValue, y: rect.minY.rawValue, width: rect.width.rawValue,
        height: rect.height.rawValue, color: box.background)
      if !pictures.isEmpty { drawCanvas(pictures, in: rect, &walker) }
      return Int32(index)
    }
    return nil
  }

  private func drawCanvas<Target: PageCanvas>(
    _ pictures: [BoxPicture], in rect: Rect, _ walker: inout PageWalker<Target>
  ) {
    let fragment = BoxFragment(
      block: 0, x: 0, y: 0, width: rect.width.rawValue, height: rect.height.rawValue, hasTop: true,
      hasBottom: true)
    walker.canvas.box(
      fragment, style: BoxProperties(), pictures: pictures, originX: rect.minX.rawValue,
      originY: rect.minY.rawValue)
  }

  private func drawPageBackground<Target: PageCanvas>(
    _ page: Pagination.Page, _ walker: inout PageWalker<Target>
  ) {
    let box = page.template.style.box
    guard box.isDrawn else { return }
    let margins = page.template.margins
    let fragment = BoxFragment(
      block: 0, x: 0, y: 0, width: (page.size.width - margins.horizontal).rawValue,
      height: (page.size.height - margins.vertical).rawValue, hasTop: true, hasBottom: true)
    walker.canvas.rect(
      x: 0, y: 0, width: page.size.width.rawValue, height: page.size.height.rawValue,
      color: box.background)
    var edges = box
    edges.background = .transparent
    walker.canvas.box(
      fragment, style: edges, pictures: [], originX: margins.left.rawValue,
      originY: margins.top.rawValue)
  }

  private func header(of page: Pagination.Page) -> [UInt8] {
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
