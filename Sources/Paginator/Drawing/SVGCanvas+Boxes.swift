internal import Foundation

/// Backgrounds, borders and images.
extension SVGCanvas {
  mutating func box(_ fragment: BoxFragment, style: BoxProperties, originX: Int, originY: Int) {
    let x = originX + fragment.x
    let y = originY + fragment.y
    rect(x: x, y: y, width: fragment.width, height: fragment.height, color: style.background)
    let border = fragment.borders ?? style.border
    let right = x + fragment.width
    let bottom = y + fragment.height
    if fragment.hasTop { edge(border.top, x: x, y: y, width: fragment.width, isVertical: false) }
    if fragment.hasBottom {
      edge(
        border.bottom, x: x, y: bottom - border.bottom.width.rawValue, width: fragment.width,
        isVertical: false)
    }
    if fragment.hasLeft { edge(border.left, x: x, y: y, width: fragment.height, isVertical: true) }
    if fragment.hasRight {
      edge(
        border.right, x: right - border.right.width.rawValue, y: y, width: fragment.height,
        isVertical: true)
    }
    body.write("\n")
  }

  /// The box of an inline element: as high as its font, with its padding and borders; lines make no
  /// room for them.
  mutating func inlineBox(_ inline: InlineBoxes.Box, baseline: Int, in layout: ChapterLayout) {
    let style = layout.text.styles[Int(inline.style)]
    guard style.text.isVisible, !line.isOffPage else { return }
    let font = layout.fonts[Int(inline.style)]
    let metrics = font.shaping.faces[0].metrics
    let ascent = RunFont.scaled(metrics.ascent, font.size, metrics.unitsPerEm)
    let descent = RunFont.scaled(metrics.descent, font.size, metrics.unitsPerEm)
    var box = style.box
    box.background = style.text.inlineBackground
    let above =
      ascent + box.padding.top.length.rawValue + box.border.top.width.rawValue
    let below =
      descent + box.padding.bottom.length.rawValue + box.border.bottom.width.rawValue
    let fragment = BoxFragment(
      block: -1, x: inline.left, y: baseline - style.text.baselineShift.rawValue - above,
      width: inline.right - inline.left, height: above + below, hasTop: true, hasBottom: true,
      hasLeft: inline.hasLeft, hasRight: inline.hasRight)
    self.box(fragment, style: box, originX: 0, originY: 0)
  }

  private mutating func edge(
    _ side: BorderSide, x: Int, y: Int, width length: Int, isVertical: Bool
  ) {
    guard side.isVisible else { return }
    let thickness = side.width.rawValue
    switch side.style {
    case "dotted", "dashed":
      body.write("<path d=\"M")
      body.write(points: isVertical ? x + thickness / 2 : x)
      body.write(" ")
      body.write(points: isVertical ? y : y + thickness / 2)
      body.write(isVertical ? "v" : "h")
      body.write(points: length)
      body.write("\" fill=\"none\" stroke=\"")
      body.write(SVGColor.text(side.color))
      body.write("\" stroke-width=\"")
      body.write(points: thickness)
      body.write("\" stroke-dasharray=\"")
      body.write(points: side.style == "dotted" ? thickness : thickness * 3)
      body.write("\"/>")
    case "double" where thickness >= 3 * 256:
      let third = thickness / 3
      for offset in [0, thickness - third] {
        bar(side.color, x, y, length, third, isVertical, offset: offset)
      }
    default: bar(side.color, x, y, length, thickness, isVertical, offset: 0)
    }
  }

  private mutating func bar(
    _ color: Color, _ x: Int, _ y: Int, _ length: Int, _ thickness: Int, _ isVertical: Bool,
    offset: Int
  ) {
    rect(
      x: isVertical ? x + offset : x, y: isVertical ? y : y + offset,
      width: isVertical ? thickness : length, height: isVertical ? length : thickness,
      color: color)
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
