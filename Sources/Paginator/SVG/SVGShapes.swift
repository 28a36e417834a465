/// Shapes as SVG elements.
extension ByteWriter {
  /// - Parameter imageHref: the URL of an image in the output.
  mutating func writeSVG(
    _ shapes: [PageShape], imageHref: (ImageReference) -> String = DataURL.of
  ) {
    for shape in shapes { writeSVG(shape, imageHref) }
  }

  /// Narrower rectangles are smoothed: in a small picture of the page, they could vanish.
  private static let leastCrisp: Length = 3

  private mutating func writeSVG(_ shape: PageShape, _ imageHref: (ImageReference) -> String) {
    switch shape {
    case .rect(let rect, let color, let cornerRadius):
      write("<rect")
      writePlace(
        x: rect.minX.rawValue, y: rect.minY.rawValue, width: rect.width.rawValue,
        height: rect.height.rawValue)
      if cornerRadius > 0 {
        write(" rx=\"")
        write(points: cornerRadius.rawValue)
        write("\"")
      }
      writeFill(color)
      // Backgrounds that touch, or that cover one another, show no seam between pixels.
      if cornerRadius == 0, min(rect.width, rect.height) >= Self.leastCrisp {
        write(" shape-rendering=\"crispEdges\"")
      }
      write("/>")
    case .outlines(let outlines, let color): writeFilled(PagePath(polygons: outlines), color)
    case .strokedOutlines(let outlines, let color, let width):
      writePath(PagePath(polygons: outlines))
      writeStroke(color, width)
      write("/>")
    case .line(let start, let end, let color, let width, let dash):
      writeStart(start)
      if start.y == end.y {
        write("H")
        write(points: end.x.rawValue)
      } else {
        write("L")
        write(points: end.x.rawValue)
        write(" ")
        write(points: end.y.rawValue)
      }
      write("\"")
      writeStroke(color, width)
      writeDash(dash, width: width)
      write("/>")
    case .wave(let start, let end, let color, let width):
      writeWave(from: start, to: end, thickness: width.rawValue)
      write("\"")
      writeStroke(color, width)
      write("/>")
    case .side(let start, let length, let isVertical, let color, let width, let dash):
      writeStart(start)
      write(isVertical ? "v" : "h")
      write(points: length.rawValue)
      write("\"")
      writeStroke(color, width)
      write(" stroke-dasharray=\"")
      write(points: dash.rawValue)
      write("\"/>")
    case .tiles(let tiles): writeTiles(tiles, imageHref(tiles.image))
    case .path(let path, let color): writeFilled(path, color)
    case .strokedPath(let path, let color, let width, let dash):
      writePath(path)
      writeStroke(color, width)
      write(" stroke-dasharray=\"")
      write(points: dash.rawValue)
      write("\"/>")
    case .clipped(let shapes, let path):
      // The length of the page so far is a name that no other clip has.
      beginClip("corner\(bytes.count)", path)
      for shape in shapes { writeSVG(shape, imageHref) }
      write("</g>")
    case .group(let name, let shapes):
      write("<g class=\"")
      writeXML(name)
      write("\">")
      writeSVG(shapes, imageHref: imageHref)
      write("</g>")
    }
  }

  private mutating func writeStart(_ point: Point) {
    write("<path d=\"M")
    write(points: point.x.rawValue)
    write(" ")
    write(points: point.y.rawValue)
  }

  /// Begins a group of which only what is inside a path is drawn.
  mutating func beginClip(_ name: String, _ path: PagePath) {
    write("<clipPath id=\"\(name)\">")
    writePath(path)
    write(" clip-rule=\"evenodd\"/></clipPath><g clip-path=\"url(#\(name))\">")
  }

  private mutating func writeWave(from start: Point, to end: Length, thickness: Int) {
    writeStart(start)
    var x = start.x.rawValue
    let step = thickness * 3
    var isUp = true
    while x < end.rawValue {
      write("q")
      write(points: step / 2)
      write(isUp ? " -" : " ")
      write(points: thickness * 2)
      write(" ")
      write(points: step)
      write(" 0")
      isUp.toggle()
      x += step
    }
  }

  private mutating func writeDash(_ dash: PageShape.Dash, width: Length) {
    switch dash {
    case .solid: break
    case .dots:
      write(" stroke-linecap=\"round\" stroke-dasharray=\"0 ")
      write(points: width.rawValue * 2)
      write("\"")
    case .pattern(let pattern):
      write(" stroke-dasharray=\"")
      for (index, part) in pattern.enumerated() {
        if index > 0 { write(" ") }
        write(points: width.rawValue * part)
      }
      write("\"")
    }
  }

  private mutating func writeStroke(_ color: Color, _ width: Length) {
    write(" fill=\"none\"")
    writeStrokeColor(color)
    write(" stroke-width=\"")
    write(points: width.rawValue)
    write("\"")
  }

  /// Writes an image as a pattern, or clipped by an inner drawing if it does not repeat.
  private mutating func writeTiles(_ tiles: PictureTiles, _ href: String) {
    let (clip, tile) = (tiles.clip, tiles.tile)
    if tiles.columns == 1, tiles.rows == 1 {
      write("<svg")
      writePlace(clip)
      write(">")
      writeImage(tile.offset(x: -clip.minX, y: -clip.minY), href, tiles.image.orientation)
      write("</svg>")
      return
    }
    // The length of the page so far is a name that no other pattern has.
    let name = "tiles\(bytes.count)"
    write("<pattern id=\"\(name)\" patternUnits=\"userSpaceOnUse\"")
    writePlace(
      Rect(
        x: tile.minX, y: tile.minY, width: tiles.step.width, height: tiles.step.height))
    write(">")
    writeImage(
      Rect(x: 0, y: 0, width: tile.width, height: tile.height), href, tiles.image.orientation)
    write("</pattern><rect")
    writePlace(tiles.area)
    write(" fill=\"url(#\(name))\"/>")
  }

  private mutating func writeImage(_ rect: Rect, _ href: String, _ orientation: Int) {
    write("<image")
    writePlace(rect, turned: ImageOrientation(orientation))
    write(" preserveAspectRatio=\"none\" href=\"")
    write(href)
    write("\"/>")
  }
}
