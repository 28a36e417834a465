/// Images as SVG elements.
extension ByteWriter {
  mutating func writeImage(_ mark: ImageMark, href: String) {
    let image = mark.image
    write("<image")
    writePlace(mark.rect, turned: ImageOrientation(image.orientation))
    write(" preserveAspectRatio=\"none\" href=\"")
    write(href)
    write("\"")
    if !image.alternativeText.isEmpty {
      write(" aria-label=\"")
      writeXML(image.alternativeText)
      write("\"")
    }
    write("/>")
  }

  /// Writes the place of an image whose pixels have the camera's orientation: they are turned within the rectangle.
  mutating func writePlace(_ rect: Rect, turned turn: ImageOrientation) {
    guard turn.isTurned else { return writePlace(rect) }
    let (x, y) = (rect.minX.rawValue, rect.minY.rawValue)
    let (width, height) = (rect.width.rawValue, rect.height.rawValue)
    writePlace(x: 0, y: 0, width: turn.swaps ? height : width, height: turn.swaps ? width : height)
    write(" transform=\"")
    write(turn.transform(x: x, y: y, width: width, height: height))
    write("\"")
  }

  /// Writes a formula's drawing, which is our own SVG, inline, labelled with its text.
  mutating func writeFormula(_ mark: ImageMark) {
    write("<svg role=\"img\"")
    writePlace(mark.rect)
    write(" aria-label=\"")
    writeXML(mark.image.alternativeText)
    write("\"")
    write(mark.image.bytes)
    write("</svg>")
  }

  /// Writes a crossed box in the place of an image that is missing.
  mutating func writePlaceholder(_ mark: ImageMark) {
    let text = mark.image.alternativeText
    let (width, height) = (mark.rect.width.rawValue, mark.rect.height.rawValue)
    write("<g role=\"img\" aria-label=\"")
    writeXML(text.isEmpty ? "missing image" : text)
    write("\"><path d=\"M")
    write(points: mark.rect.minX.rawValue)
    write(" ")
    write(points: mark.rect.minY.rawValue)
    write("h")
    write(points: width)
    write("v")
    write(points: height)
    write("h")
    write(points: -width)
    write("zl")
    write(points: width)
    write(" ")
    write(points: height)
    write("\" fill=\"none\" stroke=\"#999\" stroke-width=\"0.5\"/></g>")
  }
}
