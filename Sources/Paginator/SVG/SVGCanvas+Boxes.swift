internal import Foundation

/// Backgrounds, borders and images.
extension SVGCanvas {
  mutating func box(
    _ fragment: BoxFragment, style: BoxProperties, pictures: [BoxPicture], originX: Int,
    originY: Int
  ) {
    var context = DrawingContext()
    context.box(fragment, style: style, pictures: pictures, originX: originX, originY: originY)
    body.writeSVG(context.shapes, imageHref: imageHref)
    body.write("\n")
  }

  /// Draws the box of an inline element: as high as its font, plus padding and borders, for which
  /// lines make no room.
  mutating func inlineBox(_ inline: InlineBoxes.Box, baseline: Int, in layout: ChapterLayout) {
    let style = layout.text.styles[Int(inline.style)]
    guard style.text.isVisible, !line.isOffPage else { return }
    let (fragment, box) = inline.fragment(baseline: baseline, in: layout)
    line.marks.cover(fragment, box.background)
    self.box(fragment, style: box, pictures: [], originX: 0, originY: 0)
  }

  mutating func image(
    _ image: ImageReference, in rect: Rect, of segment: Segment, in layout: ChapterLayout
  ) {
    guard layout.text.styles[Int(segment.style)].text.isVisible else { return }
    if image.isPlaceholder { return placeholder(image, in: rect) }
    if image.isDrawnByRenderer { return drawAttachment(image, in: rect, of: segment) }
    let (x, y) = (rect.minX.rawValue, rect.minY.rawValue)
    writeImage(
      image, x: x, y: y, width: rect.width.rawValue, height: rect.height.rawValue)
  }

  private mutating func placeholder(_ image: ImageReference, in rect: Rect) {
    let (width, height) = (rect.width.rawValue, rect.height.rawValue)
    writeGlyphs("<g role=\"img\" aria-label=\"")
    writeGlyphsXML(image.alternativeText.isEmpty ? "missing image" : image.alternativeText)
    writeGlyphs("\"><path d=\"M")
    writeGlyphs(points: rect.minX.rawValue)
    writeGlyphs(" ")
    writeGlyphs(points: rect.minY.rawValue)
    writeGlyphs("h")
    writeGlyphs(points: width)
    writeGlyphs("v")
    writeGlyphs(points: height)
    writeGlyphs("h")
    writeGlyphs(points: -width)
    writeGlyphs("zl")
    writeGlyphs(points: width)
    writeGlyphs(" ")
    writeGlyphs(points: height)
    writeGlyphs("\" fill=\"none\" stroke=\"#999\" stroke-width=\"0.5\"/></g>")
  }
}
