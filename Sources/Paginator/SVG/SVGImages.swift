/// Images as SVG elements.
extension ByteWriter {
  mutating func writeImage(_ mark: ImageMark, href: String) {
    let image = mark.image
    let (x, y) = (mark.rect.minX.rawValue, mark.rect.minY.rawValue)
    let (width, height) = (mark.rect.width.rawValue, mark.rect.height.rawValue)
    write("<image")
    let turn = ImageOrientation(image.orientation)
    if turn.isTurned {
      // The pixels have the camera's orientation: turn them within the box.
      writePlace(
        x: 0, y: 0, width: turn.swaps ? height : width, height: turn.swaps ? width : height)
      write(" transform=\"")
      write(turn.transform(x: x, y: y, width: width, height: height))
      write("\"")
    } else {
      writePlace(mark.rect)
    }
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
