/// A custom drawing: containers, strings and shapes at any position, as one self-contained SVG.
public struct SVGDrawing {
  /// The size of the drawing, in points.
  public let size: Size
  private var walker: PageWalker<SVGCanvas>
  private var overlays: [PageShape] = []
  private let title: String

  /// - Parameters:
  ///   - size: the size of the drawing, in points.
  ///   - renderer: draws the passes of every line; nil for the standard renderer.
  public init(size: Size, title: String = "", renderer: TextRenderer? = nil) {
    self.size = size
    self.title = title
    walker = PageWalker(
      CanvasPainter(
        SVGCanvas(outlines: SVGPageDrawer.SharedOutlines(), imageHref: DataURL.of),
        renderer: renderer))
  }

  /// Draws the layout of one of a manager's containers; nothing for a container without text.
  ///
  /// - Parameters:
  ///   - origin: where the top left corner of the container's area inside its inset is drawn; nil to draw the
  ///     container itself at the drawing's top left corner.
  ///   - visible: the part that is to be seen, in the area of the container; nil for all of it. Of a long text in an
  ///     endless container, only the sections of about 64 lines that intersect it are drawn, whole
  ///     (`drawGlyphs(forGlyphRange:at:)`).
  /// - Throws: as `LayoutManager.ensureLayout()`.
  public mutating func draw(
    _ manager: LayoutManager, containerAt index: Int, at origin: Point? = nil,
    visible: Rect? = nil, overlays: DebugOverlays = []
  ) throws {
    guard let own = try manager.drawing(ofContainer: index, at: origin, visible: visible) else {
      return
    }
    try manager.draw(own, with: &walker)
    guard !overlays.isEmpty else { return }
    var overlay = OverlayDrawing(overlays, origin: own.origin)
    overlay.draw(own.layout, own.layout.pages[0])
    overlay.draw(own.container.exclusionPaths)
    self.overlays.append(overlay.group)
  }

  /// Draws text without wrapping, with its top left corner at a point.
  /// - Throws: `BookError` when no font is usable.
  public mutating func draw(
    _ text: AttributedText, at point: Point, typesetter: Typesetter
  ) throws {
    let layout = try TextMeasurement.layOut(text, typesetter: typesetter, width: nil)
    walker.walk(layout, at: point)
  }

  /// Draws text in a rectangle, wrapped to its width; text that does not fit is left out.
  /// - Throws: `LayoutError` for a rectangle without height, `BookError` when no font is usable.
  public mutating func draw(
    _ text: AttributedText, in rect: Rect, typesetter: Typesetter, maximumNumberOfLines: Int = 0,
    lineBreakMode: ParagraphStyle.LineBreakMode = .byWordWrapping
  ) throws {
    let layout = try TextMeasurement.layOut(
      text, typesetter: typesetter, width: rect.width, height: rect.height,
      maximumNumberOfLines: maximumNumberOfLines, lineBreakMode: lineBreakMode)
    walker.walk(layout, at: rect.origin)
  }

  /// Draws one line whose baseline begins at a point (like `CTLineDraw`).
  /// - Throws: `BookError` when no font is usable.
  public mutating func drawLine(
    _ text: AttributedText, baselineAt point: Point, typesetter: Typesetter
  ) throws {
    let layout = try TextMeasurement.layOut(text, typesetter: typesetter, width: nil)
    guard let line = layout.lines.first else { return }
    let top = point.y - Length(rawValue: line.y + line.baseline)
    walker.walk(layout, at: Point(x: point.x - Length(rawValue: line.usedX), y: top))
  }

  /// Draws glyphs of a face at positions of their own, in the order given (`CTFontDrawGlyphs`). Only
  /// as many are drawn as there are glyphs and positions.
  ///
  /// - Parameters:
  ///   - positions: the glyphs' origins on their baselines.
  ///   - size: the font size, in points.
  ///   - text: what the glyphs say, for readers of the SVG; empty for an ornament.
  public mutating func drawGlyphs(
    _ glyphs: [UInt16], at positions: [Point], of face: FontFace, size: Length,
    color: Color = .black, text: String = ""
  ) {
    guard size > 0 else { return }
    walker.painter.target.draw(
      zip(glyphs, positions).map { (id: $0, position: $1) }, of: face, size: size, color,
      text: text)
  }

  /// Draws shapes: `drawing.shapes { $0.fill(rect, .black) }`.
  public mutating func shapes(_ body: (inout DrawingContext) throws -> Void) rethrows {
    var context = DrawingContext()
    try body(&context)
    walker.painter.target.draw(group: context.shapes)
  }

  /// The drawing as bytes.
  public func svg() -> [UInt8] {
    var writer = ByteWriter()
    SVGHeader.write(size: size, language: nil, title: title, to: &writer)
    if !walker.painter.target.definitions.isEmpty {
      writer.write("<defs>\n")
      writer.write(walker.painter.target.definitions)
      writer.write("</defs>\n")
    }
    writer.write(walker.painter.target.body.bytes)
    for overlay in overlays {
      writer.writeSVG([overlay])
      writer.write("\n")
    }
    writer.write("</svg>\n")
    return writer.bytes
  }
}
