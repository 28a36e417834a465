import Paginator

/// A delegate whose line spacing grows with the glyph index, and links that are kept on one line.
enum LinksAndGaps {
  private final class GrowingGaps: LayoutManagerDelegate {
    func layoutManager(
      _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
    ) -> Length { Length(points: Double(glyphIndex / 100)) }
  }

  static func svg() throws -> [UInt8] {
    let text = """
      The rules for ending a line are at https://www.unicode.org/reports/tr14/, those for words at \
      https://www.unicode.org/reports/tr29/. A link that is kept whole goes to the next line rather \
      than being divided, even where half of it is bold. The further down one reads, the wider the \
      gaps between the lines become: the delegate answers with the index of the last glyph of each \
      line divided by a hundred, in points, and asks nobody whether that is beautiful.
      """
    let storage = TextStorage(
      text,
      attributes: Setting.body {
        $0.alignment = .left
        $0.firstLineHeadIndent = 0
      })
    storage.passes = [try LinkPass(keepsWhole: true)]
    storage.edit { storage in
      storage.modifyAttributes(in: 35..<60) { $0.font.weight = 700 }
    }
    storage.edited(.attributes, range: 0..<storage.length, changeInLength: 0)
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    let gaps = GrowingGaps()
    manager.delegate = gaps
    try manager.add(TextContainer(size: Size(width: 240, height: .infinite)))
    var drawing = SVGDrawing(
      size: Size(width: 280, height: 260), title: "Links and gaps", renderer: LinkRenderer())
    try drawing.draw(manager, containerAt: 0, at: Point(x: 20, y: 20))
    return withExtendedLifetime(gaps) { drawing.svg() }
  }
}

/// Draws links in blue, without an underline.
final class LinkRenderer: TextRenderer {
  override func paint(for glyphs: Glyphs) -> GlyphPaint {
    var paint = super.paint(for: glyphs)
    if glyphs.link != nil { paint.fill = Color(red: 0x1A, green: 0x5F, blue: 0xB4) }
    return paint
  }
}
