internal import EPUB
internal import Markup

/// Draws the pages of a book on a `Canvas`. Each worker needs its own drawer.
public final class PageDrawer {
  let context: PageContext
  var furniture: FurnitureSetter
  private let renderer: TextRenderer?
  private let overlays: DebugOverlays
  /// That of the chapter that was drawn last.
  private var structure = CanvasStructure()

  /// A drawer of the pages of a pagination. The parameters are those of the other initializer.
  public convenience init(
    _ pagination: Pagination, renderer: TextRenderer? = nil, overlays: DebugOverlays = []
  ) {
    self.init(pagination.context, renderer: renderer, overlays: overlays)
  }

  /// A drawer for a chapter receiver.
  /// - Parameters:
  ///   - renderer: draws the passes of every line; nil for the standard renderer.
  ///   - overlays: overlays to draw on the page, in a separate group.
  public init(
    _ context: PageContext, renderer: TextRenderer? = nil, overlays: DebugOverlays = []
  ) {
    self.context = context
    self.renderer = renderer
    self.overlays = overlays
    furniture = FurnitureSetter(typesetter: context.environment.typesetter())
  }

  /// Returns the typesetter to the pool.
  deinit { context.environment.giveBack(furniture.typesetter) }

  /// Draws a page on a canvas.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func draw<Target: Canvas>(
    _ page: Pagination.Page, in chapter: NumberedChapter, on canvas: inout Target
  ) throws {
    if !structure.isOf(chapter) { structure = CanvasStructure(chapter) }
    var walker = walker(of: chapter, on: GlyphRunCanvas(canvas, structure: structure))
    try draw(page, in: chapter, &walker)
    canvas = walker.painter.target.target
  }

  /// Draws a page on a canvas, for a pagination that kept its chapters.
  /// - Throws: `BookError` when no font is usable for the margin boxes.
  public func draw<Target: Canvas>(
    _ page: Pagination.Page, in pagination: Pagination, on canvas: inout Target
  ) throws {
    try draw(page, in: pagination.numbered(page.chapter), on: &canvas)
  }

  /// Walks pages of a chapter and draws them on a canvas.
  func walker<Target: LineCanvas>(
    of chapter: NumberedChapter, on target: Target
  ) -> PageWalker<Target> {
    let sources =
      Target.needs.contains(.structure) ? ContentSources(chapter) : ContentSources()
    return PageWalker(CanvasPainter(target, sources: sources, renderer: renderer))
  }

  /// Draws a page with a walker that can draw the chapter's other pages, too.
  func draw<Target: LineCanvas>(
    _ page: Pagination.Page, in chapter: NumberedChapter,
    _ walker: inout PageWalker<Target>
  ) throws {
    walker.painter.target.beginPage(
      CanvasPage(
        number: page.number, label: page.label, size: page.size, side: page.side,
        isBlank: page.isBlank))
    try walk(page, in: chapter, &walker)
    if let overlay = overlay(of: page, in: chapter) {
      walker.painter.target.draw(group: [overlay])
    }
    walker.painter.target.endPage()
  }

  /// Walks the page's background, its text with the notes, and its margin boxes.
  private func walk<Target: LineCanvas>(
    _ page: Pagination.Page, in chapter: NumberedChapter, _ walker: inout PageWalker<Target>
  ) throws {
    chapter.layout.requireGlyphs()
    drawPageBackground(page, &walker)
    walker.pageArea = page.contentRect
    if let content = chapter.content(of: page) {
      let rect = page.contentRect
      walker.canvasBlock = drawCanvas(page, chapter, content, &walker)
      walker.canvasLayout = ObjectIdentifier(chapter.layout)
      if !content.notes.isEmpty { drawNoteRule(page, content, of: chapter.layout, &walker) }
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

  /// The overlays of a page; nil if none are wanted, or the page is blank.
  private func overlay(of page: Pagination.Page, in chapter: NumberedChapter) -> PageShape? {
    guard !overlays.isEmpty, let content = chapter.content(of: page) else { return nil }
    var overlay = OverlayDrawing(overlays, origin: page.contentRect.origin)
    overlay.draw(chapter.layout, content)
    return overlay.group
  }

  /// Draws the rule above the notes: the top border of the footnote area, in the area's width.
  private func drawNoteRule<Target: LineCanvas>(
    _ page: Pagination.Page, _ content: PageLayout, of layout: ChapterLayout,
    _ walker: inout PageWalker<Target>
  ) {
    let box = page.template.footnoteArea.style.box
    guard box.border.top.isVisible else { return }
    let rect = page.contentRect
    // The rule begins where the notes do, which are as wide as the text of their document.
    var frame = BlockFrame(x: 0, width: rect.width.rawValue, borderX: 0, borderWidth: 0)
    if let note = content.notes.first.flatMap({ layout.notes[$0.note] }), !note.text.blocks.isEmpty
    {
      var geometry = BlockGeometry(note.text)
      frame = geometry.frame(of: 0, containerWidth: rect.width.rawValue)
    }
    let around = Length(rawValue: frame.width)
    let width = box.width.isAuto ? around : box.width.resolved(against: around)
    let top = Length(rawValue: content.noteAreaTop) + box.margin.top.resolved(against: rect.width)
    walker.painter.rect(
      x: rect.minX.rawValue + frame.x, y: (rect.minY + top).rawValue, width: width.rawValue,
      height: box.border.top.width.rawValue, color: box.border.top.drawnColor)
  }

  private func drawPageBackground<Target: LineCanvas>(
    _ page: Pagination.Page, _ walker: inout PageWalker<Target>
  ) {
    let box = page.template.style.box
    guard box.isDrawn else { return }
    let margins = page.template.margins
    let fragment = BoxFragment(
      block: 0, x: 0, y: 0, width: (page.size.width - margins.horizontal).rawValue,
      height: (page.size.height - margins.vertical).rawValue, hasTop: true, hasBottom: true)
    walker.painter.rect(
      x: 0, y: 0, width: page.size.width.rawValue, height: page.size.height.rawValue,
      color: box.background)
    var edges = box
    edges.background = .transparent
    walker.painter.box(
      fragment, style: edges, pictures: [], originX: margins.left.rawValue,
      originY: margins.top.rawValue)
  }
}
