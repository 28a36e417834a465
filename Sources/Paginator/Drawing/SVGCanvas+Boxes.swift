internal import Foundation

/// Backgrounds, borders and images.
extension SVGCanvas {
  mutating func box(
    _ fragment: BoxFragment, style: BoxProperties, picture: ImageReference?, originX: Int,
    originY: Int
  ) {
    var context = DrawingContext()
    context.box(fragment, style: style, picture: picture, originX: originX, originY: originY)
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
    self.box(fragment, style: box, picture: nil, originX: 0, originY: 0)
  }

  mutating func image(
    _ image: ImageReference, x: Int, y: Int, width: Int, height: Int, in layout: ChapterLayout,
    segment: Segment
  ) {
    guard layout.text.styles[Int(segment.style)].text.isVisible else { return }
    if image.isPlaceholder {
      placeholder(image, x: x, y: y, width: width, height: height)
      return
    }
    if image.isDrawnByRenderer {
      drawAttachment(image, x: x, y: y, width: width, height: height, segment: segment)
      return
    }
    writeImage(image, x: x, y: y, width: width, height: height)
  }

  private mutating func placeholder(
    _ image: ImageReference, x: Int, y: Int, width: Int, height: Int
  ) {
    writeGlyphs("<g role=\"img\" aria-label=\"")
    writeGlyphsXML(image.alternativeText.isEmpty ? "missing image" : image.alternativeText)
    writeGlyphs("\"><path d=\"M")
    writeGlyphs(points: x)
    writeGlyphs(" ")
    writeGlyphs(points: y)
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
