/// Parts of SVG elements, for pages and for drawings that we make.
extension ByteWriter {
  /// Writes the beginning of an element, up to its path.
  mutating func writePath(_ path: PagePath) {
    write("<path d=\"")
    for step in path.steps {
      switch step {
      case .move(let point): write("M", [point])
      case .line(let point): write("L", [point])
      case .curve(let first, let second, let end): write("C", [first, second, end])
      case .close: write("z")
      }
    }
    write("\"")
  }

  private mutating func write(_ command: StaticString, _ points: [Point]) {
    write(command)
    for (index, point) in points.enumerated() {
      if index > 0 { write(" ") }
      write(points: point.x.rawValue)
      write(" ")
      write(points: point.y.rawValue)
    }
  }

  mutating func writeFilled(_ path: PagePath, _ color: Color) {
    writePath(path)
    write(" fill-rule=\"evenodd\"")
    writeFill(color)
    write("/>")
  }

  mutating func writeFill(_ color: Color) {
    write(" fill=\"")
    writePaint(color, opacity: "fill-opacity")
  }

  mutating func writeStrokeColor(_ color: Color) {
    write(" stroke=\"")
    writePaint(color, opacity: "stroke-opacity")
  }

  /// Writes a color and its opacity, after the beginning of its attribute.
  private mutating func writePaint(_ color: Color, opacity: StaticString) {
    write(color.hexadecimal)
    write("\"")
    writeOpacity(opacity, of: color)
  }

  /// Writes the opacity of a color that is not opaque.
  mutating func writeOpacity(_ attribute: StaticString, of color: Color) {
    guard color.alpha < 255 else { return }
    write(" ")
    write(attribute)
    write("=\"")
    write(Double(color.alpha) / 255)
    write("\"")
  }

  /// Writes the position and size of an element as attributes.
  mutating func writePlace(_ rect: Rect) {
    writePlace(
      x: rect.minX.rawValue, y: rect.minY.rawValue, width: rect.width.rawValue,
      height: rect.height.rawValue)
  }

  /// Writes the position and size of an SVG element, given in 1/1024 points, as attributes.
  mutating func writePlace(x: Int, y: Int, width: Int, height: Int) {
    write(" x=\"")
    write(points: x)
    write("\" y=\"")
    write(points: y)
    write("\" width=\"")
    write(points: width)
    write("\" height=\"")
    write(points: height)
    write("\"")
  }
}
