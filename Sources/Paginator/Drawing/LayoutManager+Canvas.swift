extension LayoutManager {
  /// Draws the layout of a container on a canvas of the program, line by line, with temporary
  /// attributes and marks for invisible characters; nothing for a container without text. The canvas
  /// gets no page. A box that the program draws, and the renderer does not, is an image whose name is
  /// that of its attachment.
  ///
  /// - Parameters:
  ///   - origin: as in `SVGDrawing.draw(_:containerAt:at:visible:overlays:)`, in points.
  ///   - visible: as there.
  ///   - renderer: draws the passes of every line; nil for the standard renderer.
  /// - Throws: as `ensureLayout()`.
  public func draw<Target: Canvas>(
    containerAt index: Int, at origin: Point? = nil, visible: Rect? = nil,
    on canvas: inout Target, renderer: TextRenderer? = nil
  ) throws {
    guard let drawing = try drawing(ofContainer: index, at: origin, visible: visible) else {
      return
    }
    var walker = PageWalker(
      CanvasPainter(
        GlyphRunCanvas(canvas), sources: ContentSources(drawing.layout), renderer: renderer))
    try draw(drawing, with: &walker)
    canvas = walker.painter.target.target
  }

  /// A container with its layout and its place.
  struct ContainerDrawing {
    let container: TextContainer
    let layout: ChapterLayout
    /// Where the top left corner of the container's area inside its inset is.
    let origin: Point
  }

  /// Nil for a container without text, or without text near what is visible.
  /// - Parameters:
  ///   - origin: nil for the container itself at the top left corner.
  ///   - visible: as in `SVGDrawing.draw(_:containerAt:at:visible:overlays:)`.
  func drawing(
    ofContainer index: Int, at origin: Point?, visible: Rect?
  ) throws -> ContainerDrawing? {
    if let visible {
      try ensureLayout(for: visible, inContainerAt: index)
    } else {
      try ensureLayout(forContainerAt: index)
    }
    guard index >= 0, index < live.containerCount, index < containers.count,
      let layout = try layout(ofContainer: index, around: visible)
    else { return nil }
    let inset = containers[index].inset
    return ContainerDrawing(
      container: containers[index], layout: layout,
      origin: origin ?? Point(x: inset.left, y: inset.top))
  }

  /// Draws a container with temporary attributes, and marks for invisible characters.
  func draw<Target: LineCanvas>(
    _ drawing: ContainerDrawing, with walker: inout PageWalker<Target>
  ) throws {
    walker.painter.temporary =
      temporary.isEmpty ? nil : (temporary, ObjectIdentifier(drawing.layout))
    walker.walk(drawing.layout, at: drawing.origin)
    walker.painter.temporary = nil
    guard showsInvisibleCharacters || showsControlCharacters else { return }
    let frame = frame(of: drawing.layout)
    let characters = InvisibleCharacters(
      text: storage.text, origin: drawing.origin, showsWhitespace: showsInvisibleCharacters,
      showsControls: showsControlCharacters)
    var context = DrawingContext()
    context.group("invisibles") { inner in
      for line in frame.lines { characters.draw(line, walker.painter.renderer, in: &inner) }
    }
    walker.painter.target.draw(group: context.shapes)
  }
}

extension PageWalker {
  /// Walks all pages of a layout whose text area begins at a point.
  mutating func walk(_ layout: ChapterLayout, at origin: Point) {
    for page in layout.pages {
      walk(
        layout, page, originX: origin.x.rawValue, originY: origin.y.rawValue, isGenerated: false)
    }
  }
}
