internal import Foundation

/// Conic gradients (CSS Images 4, section 3.3), which SVG does not have: slices of one color each.
extension GradientDrawing {
  /// Colors that run from one angle to another, in degrees clockwise from the start of the gradient: a part of a turn.
  private struct Span {
    var start: Double
    var end: Double
    var first: Color
    var last: Color
  }

  /// More spans than this in a turn cannot be told apart.
  private static let mostSpans = 720

  /// - Parameters:
  ///   - degrees: where the gradient starts, clockwise from upwards.
  ///   - center: in points.
  func writeSlices(
    from degrees: Double, around center: (x: Double, y: Double), to writer: inout ByteWriter
  ) {
    let slices = spans().flatMap(Self.slices)
    if slices.allSatisfy({ $0.first.alpha == 255 }) {
      return write(slices, from: degrees, around: center, to: &writer) { $0 }
    }
    // Slices that let something through would show their edges: their opacity is that of a mask.
    writer.write("<mask id=\"m\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"")
    write(width, to: &writer)
    writer.write("\" height=\"")
    write(height, to: &writer)
    writer.write("\">")
    write(slices, from: degrees, around: center, to: &writer) {
      Color(red: $0.alpha, green: $0.alpha, blue: $0.alpha)
    }
    writer.write("</mask><g mask=\"url(#m)\">")
    write(slices, from: degrees, around: center, to: &writer) {
      Color(red: $0.red, green: $0.green, blue: $0.blue)
    }
    writer.write("</g>")
  }

  /// Writes opaque slices. Each reaches to the end of the next one, which covers it, so that nothing shines through
  /// between them.
  private func write(
    _ slices: [Span], from degrees: Double, around center: (x: Double, y: Double),
    to writer: inout ByteWriter, _ color: (Color) -> Color
  ) {
    guard let last = slices.last else { return }
    writer.write("<rect width=\"100%\" height=\"100%\" fill=\"")
    writer.write(color(last.first).hexadecimal)
    writer.write("\"/>")
    let sides = (abs(center.x), abs(width - center.x), abs(center.y), abs(height - center.y))
    let reach = 2 * hypot(max(sides.0, sides.1), max(sides.2, sides.3))
    for (index, slice) in slices.enumerated() {
      let end = slices[min(index + 1, slices.count - 1)].end
      writer.write("<path d=\"M")
      write(center.x, to: &writer)
      writer.write(" ")
      write(center.y, to: &writer)
      // Steps of less than a quarter of a turn stay outside of the box.
      let steps = max(1, Int(((end - slice.start) / 60).rounded(.up)))
      for step in 0...steps {
        let part = slice.start + (end - slice.start) * Double(step) / Double(steps)
        let angle = (degrees + part) * Double.pi / 180
        writer.write("L")
        write(center.x + sin(angle) * reach, to: &writer)
        writer.write(" ")
        write(center.y - cos(angle) * reach, to: &writer)
      }
      writer.write("Z\" fill=\"")
      writer.write(color(slice.first).hexadecimal)
      writer.write("\"/>")
    }
  }

  /// A span as slices of at most a degree, each with the color of its middle.
  private static func slices(_ span: Span) -> [Span] {
    let difference = zip(span.first.channels, span.last.channels).map { abs($0 - $1) }.max() ?? 0
    let count = max(1, min(Int((span.end - span.start).rounded(.up)), Int(difference)))
    func place(_ index: Int) -> Double {
      let share = Double(index) / Double(count)
      return index == count ? span.end : span.start + (span.end - span.start) * share
    }
    return (0..<count).map { index in
      let color = Color(mixing: span.first, span.last, (Double(index) + 0.5) / Double(count))
      return Span(start: place(index), end: place(index + 1), first: color, last: color)
    }
  }

  /// The colors of a whole turn.
  private func spans() -> [Span] {
    let stops = placed(on: 360)
    let (first, last) = (stops[0], stops[stops.count - 1])
    var spans: [Span] = []
    func append(_ start: Double, _ end: Double, _ a: Color, _ b: Color) {
      guard end > max(start, 0), start < 360 else { return }
      let (from, to) = (max(start, 0), min(end, 360))
      func color(_ place: Double) -> Color {
        Color(mixing: a, b, (place - start) / (end - start))
      }
      spans.append(Span(start: from, end: to, first: color(from), last: color(to)))
    }
    func appendAll(movedBy shift: Double) {
      for (start, end) in zip(stops, stops.dropFirst()) {
        append(start.place + shift, end.place + shift, start.color, end.color)
      }
    }
    guard gradient.repeats else {
      append(0, first.place, first.color, first.color)
      appendAll(movedBy: 0)
      append(last.place, 360, last.color, last.color)
      return spans
    }
    let period = last.place - first.place
    guard period > 0 else { return [Span(start: 0, end: 360, first: last.color, last: last.color)] }
    guard 360 / period * Double(stops.count) < Double(Self.mostSpans) else {
      let average = Self.average(of: stops)
      return [Span(start: 0, end: 360, first: average, last: average)]
    }
    var shift = (-first.place / period).rounded(.down) * period
    while first.place + shift < 360 {
      appendAll(movedBy: shift)
      shift += period
    }
    return spans
  }

  /// The color of a gradient that repeats too often to be seen (CSS Images 3, section 3.6).
  private static func average(of stops: [Stop]) -> Color {
    var (sum, total) = (Color.transparent.channels, 0.0)
    for (start, end) in zip(stops, stops.dropFirst()) {
      let share = end.place - start.place
      for (index, (a, b)) in zip(start.color.channels, end.color.channels).enumerated() {
        sum[index] += (a + b) / 2 * share
      }
      total += share
    }
    return Color(channels: sum.map { $0 / max(total, 1e-9) })
  }
}

extension Color {
  /// Red, green and blue, multiplied by the opacity, and the opacity: 0 to 255.
  fileprivate var channels: [Double] {
    let opacity = Double(alpha) / 255
    return [Double(red) * opacity, Double(green) * opacity, Double(blue) * opacity, Double(alpha)]
  }

  fileprivate init(channels: [Double]) {
    let opacity = max(channels[3], 1e-9) / 255
    func value(_ index: Int) -> UInt8 {
      UInt8(min(max(channels[index] / opacity, 0), 255).rounded())
    }
    self.init(
      red: value(0), green: value(1), blue: value(2),
      alpha: UInt8(min(max(channels[3], 0), 255).rounded()))
  }

  /// A color between two others, of which the second has a share.
  fileprivate init(mixing first: Color, _ last: Color, _ share: Double) {
    self =
      first == last
      ? first
      : Color(channels: zip(first.channels, last.channels).map { $0 + ($1 - $0) * share })
  }
}
