extension LayoutManager {
  /// Draws the layout of a container on a canvas of the program, line by line; nothing for a container
  /// without text. The canvas gets no page. Temporary attributes, effects of text, and marks for
  /// invisible characters are left out; a box that the program draws is an image whose name is that of
  /// its attachment.
  ///
  /// - Parameter origin: as in `SVGDrawing.draw(_:containerAt:at:overlays:)`, in points.
  /// - Throws: as `ensureLayout()`.
  public func draw<Target: Canvas>(
    containerAt index: Int, at origin: Point? = nil, on canvas: inout Target
  ) throws {
    try ensureLayout(forContainerAt: index)
    guard index >= 0, index < live.containerCount, index < containers.count else { return }
    let layout = try layout(ofContainer: index)
    let inset = containers[index].inset
    let origin = origin ?? Point(x: inset.left, y: inset.top)
    var walker = PageWalker(canvas: CanvasPainter(GlyphRunCanvas(canvas), drawing: layout))
    for page in layout.pages {
      walker.walk(
        layout, page, originX: origin.x.rawValue, originY: origin.y.rawValue, isGenerated: false)
    }
    canvas = walker.canvas.target.target
  }
}
