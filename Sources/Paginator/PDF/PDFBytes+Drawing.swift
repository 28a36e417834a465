/// Colors, paths and shapes as operators (ISO 32000-1, section 8).
extension PDFBytes {
  private mutating func writeOpacity(_ color: Color, _ paint: inout PDFPaint) {
    paint.use(color)
    if color.alpha < 255 { write("/A\(color.alpha) gs ") }
  }

  /// Writes a shape that has no other shapes in it, and no image.
  ///
  /// - Parameters:
  ///   - pageHeight: the page's height in 1/1024 points; shapes are placed from the top.
  ///   - paint: what the page's colors need; that of the shape is added.
  mutating func write(_ shape: PageShape, pageHeight: Int, _ paint: inout PDFPaint) {
    func up(_ y: Length) -> Int { pageHeight - y.rawValue }
    switch shape {
    case .rect(let rect, let color, let radius) where radius > 0:
      // Each radius is at most half of its side, as in SVG (SVG 2, section 10.2).
      let corner = Size(
        width: min(radius, rect.width * 0.5), height: min(radius, rect.height * 0.5))
      let corners = Array(repeating: corner, count: 4)
      writeFilled(RoundedRect(rect, radii: corners).path, color, pageHeight, &paint)
    case .rect(let rect, let color, _):
      write("q ")
      writeOpacity(color, &paint)
      writeFill(color, paint.colors)
      write(points: rect.minX.rawValue)
      write(points: up(rect.maxY))
      write(points: rect.width.rawValue)
      write(points: rect.height.rawValue)
      write("re f Q\n")
    case .outlines(let outlines, let color):
      writeFilled(PagePath(polygons: outlines), color, pageHeight, &paint)
    case .strokedOutlines(let outlines, let color, let width):
      write("q ")
      writeStroke(color, width, &paint)
      writePath(PagePath(polygons: outlines), pageHeight)
      write("S Q\n")
    case .line(let start, let end, let color, let width, let dash):
      write("q ")
      writeStroke(color, width, &paint)
      writeDash(dash, width)
      writePoint(start, pageHeight, "m ")
      writePoint(end, pageHeight, "l S Q\n")
    case .wave(let start, let end, let color, let width):
      write("q ")
      writeStroke(color, width, &paint)
      writeWave(from: start, to: end, width, pageHeight)
      write("S Q\n")
    case .side(let start, let length, let isVertical, let color, let width, let dash):
      write("q ")
      writeStroke(color, width, &paint)
      writeDash([dash.rawValue])
      writePoint(start, pageHeight, "m ")
      let end = Point(
        x: isVertical ? start.x : start.x + length, y: isVertical ? start.y + length : start.y)
      writePoint(end, pageHeight, "l S Q\n")
    case .path(let path, let color): writeFilled(path, color, pageHeight, &paint)
    case .strokedPath(let path, let color, let width, let dash):
      write("q ")
      writeStroke(color, width, &paint)
      writeDash([dash.rawValue])
      writePath(path, pageHeight)
      write("S Q\n")
    case .clipped, .tiles, .group:
      assertionFailure("the canvas, which knows the images and the bleed, draws its parts")
    }
  }

  private mutating func writeFilled(
    _ path: PagePath, _ color: Color, _ pageHeight: Int, _ paint: inout PDFPaint
  ) {
    write("q ")
    writeOpacity(color, &paint)
    writeFill(color, paint.colors)
    writePath(path, pageHeight)
    write("f* Q\n")
  }

  private mutating func writeStroke(
    _ color: Color, _ width: Length, _ paint: inout PDFPaint
  ) {
    writeOpacity(color, &paint)
    writeStroke(color, paint.colors)
    write(points: width.rawValue)
    write("w ")
  }

  private mutating func writeDash(_ dash: PageShape.Dash, _ width: Length) {
    switch dash {
    case .solid: break
    case .dots:
      write("1 J[0 ")
      write(points: width.rawValue * 2)
      write("]0 d ")
    case .pattern(let pattern): writeDash(pattern.map { width.rawValue * $0 })
    }
  }

  /// - Parameter lengths: of dashes and gaps in turn, in 1/1024 points.
  private mutating func writeDash(_ lengths: [Int]) {
    write("[")
    for length in lengths { write(points: length) }
    write("]0 d ")
  }

  private mutating func writePoint(_ point: Point, _ pageHeight: Int, _ command: StaticString) {
    write(points: point.x.rawValue)
    write(points: pageHeight - point.y.rawValue)
    write(command)
  }

  private mutating func writePath(_ path: PagePath, _ pageHeight: Int) {
    for step in path.steps {
      switch step {
      case .move(let point): writePoint(point, pageHeight, "m ")
      case .line(let point): writePoint(point, pageHeight, "l ")
      case .curve(let first, let second, let end):
        writePoint(first, pageHeight, "")
        writePoint(second, pageHeight, "")
        writePoint(end, pageHeight, "c ")
      case .close: write("h ")
      }
    }
  }

  /// Begins a graphics state in which only what is inside a path is drawn.
  mutating func beginClip(_ path: PagePath, _ pageHeight: Int) {
    write("q ")
    writePath(path, pageHeight)
    write("W* n\n")
  }

  /// Writes the same wave as the SVG writer, with its quadratic curves as cubic ones.
  private mutating func writeWave(
    from start: Point, to end: Length, _ width: Length, _ pageHeight: Int
  ) {
    let thickness = max(1, width.rawValue)
    let step = thickness * 3
    let y = pageHeight - start.y.rawValue
    var x = start.x.rawValue
    var sign = 1
    writePoint(start, pageHeight, "m ")
    while x < end.rawValue {
      let peak = y + sign * thickness * 4 / 3
      for value in [x + step / 3, peak, x + step * 2 / 3, peak, x + step, y] {
        write(points: value)
      }
      write("c ")
      sign = -sign
      x += step
    }
  }

  /// Writes a glyph's outline, given as SVG path data in font units, y down.
  mutating func writePath(svg data: [UInt8]) {
    var values: [Double] = []
    var command: UInt8 = 0
    var current = (x: 0.0, y: 0.0)
    var index = 0
    func flush(_ bytes: inout PDFBytes) {
      func point(_ at: Int) -> (x: Double, y: Double) { (values[at], -values[at + 1]) }
      func put(_ points: (x: Double, y: Double)...) {
        for point in points {
          bytes.write(point.x, decimals: 2)
          bytes.write(point.y, decimals: 2)
        }
      }
      switch (command, values.count) {
      case (0x4D, 2):
        current = point(0)
        put(current)
        bytes.write("m ")
      case (0x4C, 2):
        current = point(0)
        put(current)
        bytes.write("l ")
      case (0x51, 4):
        // A quadratic curve as a cubic one: both control points lie two thirds of the way to the
        // quadratic's.
        let (control, end) = (point(0), point(2))
        put(
          (
            current.x + (control.x - current.x) * 2 / 3, current.y + (control.y - current.y) * 2 / 3
          ),
          (end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3), end)
        bytes.write("c ")
        current = end
      case (0x43, 6):
        put(point(0), point(2), point(4))
        bytes.write("c ")
        current = point(4)
      case (0x5A, _): bytes.write("h ")
      default: break
      }
      values.removeAll(keepingCapacity: true)
    }
    while index < data.count {
      let byte = data[index]
      if byte >= 0x41 {
        flush(&self)
        command = byte
        index += 1
        continue
      }
      if byte == 0x20 {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < data.count, data[index] == 0x2E || 0x30...0x39 ~= data[index] { index += 1 }
      values.append(Double(String(decoding: data[start..<index], as: UTF8.self)) ?? 0)
    }
    flush(&self)
  }
}
