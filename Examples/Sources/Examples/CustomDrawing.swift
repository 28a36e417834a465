import Paginator

/// Overrides three drawing passes: links get a dotted underline, highlights get round corners, and
/// large text is drawn as outlines.
enum CustomDrawing {
  private final class Renderer: RoundedHighlights {
    override func paint(for glyphs: Glyphs) -> GlyphPaint {
      guard glyphs.style.text.font.size > 20 else { return super.paint(for: glyphs) }
      return GlyphPaint(
        fill: nil, stroke: Color(red: 0x20, green: 0x80, blue: 0x50), strokeWidth: 0.6)
    }

    override func drawUnderline(_ underline: Decoration, in context: inout DrawingContext) {
      guard underline.link != nil else { return super.drawUnderline(underline, in: &context) }
      context.line(
        from: Point(x: underline.start.x, y: underline.start.y + 1),
        to: Point(x: underline.end, y: underline.start.y + 1),
        Color(red: 0x1A, green: 0x5F, blue: 0xB4), width: 0.8, dash: .dots)
    }
  }

  static func svg() throws -> [UInt8] {
    var attributes = Setting.body(size: 12) {
      $0.alignment = .left
      $0.firstLineHeadIndent = 0
    }
    let storage = TextStorage(
      "Outlined\nA link is dotted, a remark is underlined, a find is highlighted, and all of it "
        + "stands where plain text would.", attributes: attributes)
    attributes.font.size = 30
    attributes.paragraphStyle?.minimumLineHeight = 38
    attributes.paragraphStyle?.maximumLineHeight = 38
    storage.setAttributes(attributes, in: 0..<9)
    func mark(_ word: String, _ change: (inout TextAttributes) -> Void) throws {
      for match in try TextPattern(word).matches(in: storage.text, 0..<storage.length) {
        storage.modifyAttributes(in: match, change)
      }
    }
    try mark("link|remark") {
      $0.effects = TextEffects()
      $0.effects?.underline = .single
    }
    try mark("link") { $0.link = "https://example.org/" }
    try mark("find") { $0.inlineBackground = Color(red: 0xFF, green: 0xE0, blue: 0x80) }
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    try manager.add(TextContainer(size: Size(width: 260, height: 130)))
    var drawing = SVGDrawing(
      size: Size(width: 300, height: 140), title: "Custom drawing", renderer: Renderer())
    try drawing.draw(manager, containerAt: 0, at: Point(x: 20, y: 15))
    return drawing.svg()
  }
}
