/// Paths as SVG elements, for pages and for drawings that we make.
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
}
