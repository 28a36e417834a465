internal import Foundation

/// A gradient as a drawing of the size of its box.
struct GradientDrawing {
  let gradient: Gradient
  /// In points.
  let width: Double
  let height: Double

  /// A stop with its place on the gradient line, in points.
  struct Stop {
    var color: Color
    var place: Double
  }

  init(_ gradient: Gradient, size: Size) {
    self.gradient = gradient
    (width, height) = (size.width.points, size.height.points)
  }

  var image: ImageReference {
    var writer = ByteWriter()
    writer.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    write(width * scale, to: &writer)
    writer.write("\" height=\"")
    write(height * scale, to: &writer)
    if scale != 1 {
      writer.write("\" viewBox=\"0 0 ")
      write(width, to: &writer)
      writer.write(" ")
      write(height, to: &writer)
    }
    writer.write("\">")
    if case .conic(let degrees, let x, let y) = gradient.shape {
      writeSlices(from: degrees, around: center(x, y), to: &writer)
    } else {
      writeGradient(to: &writer)
    }
    writer.write("</svg>")
    return ImageReference(
      href: "#gradient", mediaType: ImageHeader.svgMediaType, bytes: writer.bytes,
      size: Size(width: Length(points: width), height: Length(points: height)))
  }

  private func writeGradient(to writer: inout ByteWriter) {
    writer.write("<")
    let name = isLinear ? "linearGradient" : "radialGradient"
    writer.write(name)
    writer.write(" id=\"g\" gradientUnits=\"userSpaceOnUse\"")
    if gradient.repeats { writer.write(" spreadMethod=\"repeat\"") }
    writeStops(to: &writer)
    writer.write("</")
    writer.write(name)
    writer.write("><rect width=\"100%\" height=\"100%\" fill=\"url(#g)\"/>")
  }

  /// How much larger the drawing is than its place. Programs that draw it with a pixel a unit would show the edges of
  /// slices blurred.
  private var scale: Double {
    guard case .conic = gradient.shape else { return 1 }
    return max(width, height) < 1000 ? 4 : 1
  }

  private var isLinear: Bool {
    if case .radial = gradient.shape { false } else { true }
  }

  func write(_ value: Double, to writer: inout ByteWriter) {
    writer.write(value, decimals: 4)
  }

  private func write(_ attributes: [(String, Double)], to writer: inout ByteWriter) {
    for (name, value) in attributes {
      writer.write(" \(name)=\"")
      write(value, to: &writer)
      writer.write("\"")
    }
  }

  // MARK: The line

  private func writeStops(to writer: inout ByteWriter) {
    switch gradient.shape {
    case .linear(let degrees):
      let angle = degrees * Double.pi / 180
      writeLine(x: sin(angle), y: -cos(angle), to: &writer)
    case .towards(let x, let y):
      // The line through the other two corners has the color of the middle.
      let (across, down) =
        x != 0 && y != 0
        ? (Double(x) * height, Double(y) * width)
        : (Double(x), Double(y))
      let length = max(hypot(across, down), 1e-9)
      writeLine(x: across / length, y: down / length, to: &writer)
    case .radial(let radii, let x, let y):
      writeRadial(radii, around: center(x, y), to: &writer)
    case .conic: break
    }
  }

  private func center(_ x: Dimension, _ y: Dimension) -> (x: Double, y: Double) {
    (
      x: x.resolved(against: Length(points: width)).points,
      y: y.resolved(against: Length(points: height)).points
    )
  }

  /// Writes a linear gradient that runs in a direction, a vector of length 1.
  private func writeLine(x: Double, y: Double, to writer: inout ByteWriter) {
    let length = abs(width * x) + abs(height * y)
    let stops = placed(on: length)
    let (first, end) = ends(of: stops)
    func point(_ place: Double) -> (Double, Double) {
      (width / 2 + x * (place - length / 2), height / 2 + y * (place - length / 2))
    }
    let (start, stop) = (point(first), point(end))
    write([("x1", start.0), ("y1", start.1), ("x2", stop.0), ("y2", stop.1)], to: &writer)
    writer.write(">")
    write(stops, from: first, to: end, &writer)
  }

  private func writeRadial(
    _ radii: Gradient.Radii, around center: (x: Double, y: Double), to writer: inout ByteWriter
  ) {
    let size = self.size(radii, around: center)
    let (across, down) = (max(size.x, 1e-3), max(size.y, 1e-3))
    let stops = placed(on: across)
    let end = max(ends(of: stops).end, 1e-3)
    write([("cx", 0), ("cy", 0), ("r", end)], to: &writer)
    writer.write(" gradientTransform=\"translate(")
    write(center.x, to: &writer)
    writer.write(" ")
    write(center.y, to: &writer)
    writer.write(") scale(1 ")
    write(down / across, to: &writer)
    writer.write(")\">")
    write(stops, from: 0, to: end, &writer)
  }

  private func size(
    _ radii: Gradient.Radii, around center: (x: Double, y: Double)
  ) -> (x: Double, y: Double) {
    guard case .extent(let isCircle, let isFarthest, let isCorner) = radii else {
      guard case .lengths(let across, let down) = radii else { return (0, 0) }
      return (
        across.resolved(against: Length(points: width)).points,
        down.resolved(against: Length(points: height)).points
      )
    }
    func reach(_ a: Double, _ b: Double) -> Double {
      isFarthest ? max(abs(a), abs(b)) : min(abs(a), abs(b))
    }
    let sides = (x: reach(center.x, width - center.x), y: reach(center.y, height - center.y))
    switch (isCircle, isCorner) {
    case (true, true): return (hypot(sides.x, sides.y), hypot(sides.x, sides.y))
    case (true, false):
      let radius = reach(sides.x, sides.y)
      return (radius, radius)
    case (false, true): return (sides.x * 2.squareRoot(), sides.y * 2.squareRoot())
    case (false, false): return sides
    }
  }

  // MARK: The stops

  /// The stops with all places, in points from the start of a line (CSS Images 3, section 3.4.3).
  func placed(on length: Double) -> [Stop] {
    var places = gradient.stops.map {
      $0.place.map { $0.resolved(against: Length(points: length)).points }
    }
    places[0] = places[0] ?? 0
    places[places.count - 1] = places[places.count - 1] ?? length
    var least = -Double.infinity
    for index in places.indices {
      guard let place = places[index] else { continue }
      least = max(least, place)
      places[index] = least
    }
    var last = 0
    for index in places.indices where places[index] != nil {
      let (start, end) = (places[last] ?? 0, places[index] ?? 0)
      for inner in last..<index where inner > last {
        places[inner] = start + (end - start) * Double(inner - last) / Double(index - last)
      }
      last = index
    }
    return zip(gradient.stops, places).map { Stop(color: $0.color, place: $1 ?? 0) }
  }

  /// Where the gradient line begins and ends. A sharp change of color never is at its very end:
  /// cairo's PDF has no color before such a change.
  private func ends(of stops: [Stop]) -> (start: Double, end: Double) {
    let places = stops.map(\.place)
    let (first, last) = (places[0], places[places.count - 1])
    guard !gradient.repeats else { return (first, last > first ? last : first + 1) }
    return (
      places[1] > first ? first : first - 1,
      places[places.count - 2] < last ? last : last + 1
    )
  }

  private func write(
    _ stops: [Stop], from first: Double, to end: Double, _ writer: inout ByteWriter
  ) {
    for (index, stop) in stops.enumerated() {
      let offset = min(max((stop.place - first) / (end - first), 0), 1)
      guard stop.color.isTransparent else {
        write(stop.color, at: offset, to: &writer)
        continue
      }
      // CSS mixes premultiplied colors: a transparent stop has the colors of its neighbours.
      for neighbour in [index - 1, index + 1] where stops.indices.contains(neighbour) {
        var color = stops[neighbour].color
        color.alpha = 0
        write(color, at: offset, to: &writer)
      }
    }
  }

  private func write(_ color: Color, at offset: Double, to writer: inout ByteWriter) {
    writer.write("<stop offset=\"")
    write(offset, to: &writer)
    writer.write("\" stop-color=\"")
    writer.write(color.hexadecimal)
    if color.alpha < 255 {
      writer.write("\" stop-opacity=\"")
      write(Double(color.alpha) / 255, to: &writer)
    }
    writer.write("\"/>")
  }
}
