/// What a renderer's passes draw with. Coordinates are the page's or drawing's, in points.
public struct DrawingContext {
  var writer = ByteWriter()

  /// How a line is drawn along its length.
  public enum Dash: Hashable, Sendable {
    case solid
    /// Round dots, two thicknesses apart.
    case dots
    /// Drawn and left out by turns, in thicknesses.
    case pattern([Int])
  }

  public mutating func fill(_ rect: Rect, _ color: Color, cornerRadius: Length = 0) {
    guard !rect.isEmpty, !color.isTransparent else { return }
    writer.write("<rect x=\"")
    writer.write(points: rect.minX.rawValue)
    writer.write("\" y=\"")
    writer.write(points: rect.minY.rawValue)
    writer.write("\" width=\"")
    writer.write(points: rect.width.rawValue)
    writer.write("\" height=\"")
    writer.write(points: rect.height.rawValue)
    if cornerRadius > 0 {
      writer.write("\" rx=\"")
      writer.write(points: cornerRadius.rawValue)
    }
    fillColor(color)
    writer.write("\"/>")
  }

  /// Closed outlines, filled by the even-odd rule.
  public mutating func fill(_ outlines: [[Point]], _ color: Color) {
    outline(outlines)
    writer.write("\" fill-rule=\"evenodd")
    fillColor(color)
    writer.write("\"/>")
  }

  public mutating func stroke(_ outlines: [[Point]], _ color: Color, width: Length) {
    outline(outlines)
    writer.write("\" fill=\"none")
    stroke(color, width)
    writer.write("\"/>")
  }

  public mutating func stroke(_ rect: Rect, _ color: Color, width: Length) {
    let corners = [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ]
    stroke([corners], color, width: width)
  }

  /// A straight line.
  public mutating func line(
    from start: Point, to end: Point, _ color: Color, width: Length, dash: Dash = .solid
  ) {
    writer.write("<path d=\"M")
    writer.write(points: start.x.rawValue)
    writer.write(" ")
    writer.write(points: start.y.rawValue)
    if start.y == end.y {
      writer.write("H")
      writer.write(points: end.x.rawValue)
    } else {
      writer.write("L")
      writer.write(points: end.x.rawValue)
      writer.write(" ")
      writer.write(points: end.y.rawValue)
    }
    finishLine(color, width: width, dash: dash)
  }

  /// A wavy line along a baseline.
  mutating func wave(from start: Point, to end: Length, _ color: Color, width: Length) {
    writer.write("<path d=\"M")
    writer.write(points: start.x.rawValue)
    writer.write(" ")
    writer.write(points: start.y.rawValue)
    var x = start.x.rawValue
    let thickness = width.rawValue
    let step = thickness * 3
    var isUp = true
    while x < end.rawValue {
      writer.write("q")
      writer.write(points: step / 2)
      writer.write(isUp ? " -" : " ")
      writer.write(points: thickness * 2)
      writer.write(" ")
      writer.write(points: step)
      writer.write(" 0")
      isUp.toggle()
      x += step
    }
    finishLine(color, width: width, dash: .solid)
  }

  private mutating func finishLine(_ color: Color, width: Length, dash: Dash) {
    writer.write("\" fill=\"none\" stroke=\"")
    writer.write(SVGColor.text(color))
    writer.write("\" stroke-width=\"")
    writer.write(points: width.rawValue)
    switch dash {
    case .solid: break
    case .dots:
      writer.write("\" stroke-linecap=\"round\" stroke-dasharray=\"0 ")
      writer.write(points: width.rawValue * 2)
    case .pattern(let pattern):
      writer.write("\" stroke-dasharray=\"")
      for (index, part) in pattern.enumerated() {
        if index > 0 { writer.write(" ") }
        writer.write(points: width.rawValue * part)
      }
    }
    writer.write("\"/>")
  }

  /// Groups what `body` draws under a class name.
  public mutating func group(_ name: String, _ body: (inout DrawingContext) throws -> Void) rethrows
  {
    writer.write("<g class=\"")
    writer.writeXML(name)
    writer.write("\">")
    try body(&self)
    writer.write("</g>")
  }

  private mutating func outline(_ outlines: [[Point]]) {
    writer.write("<path d=\"")
    for points in outlines {
      for (index, point) in points.enumerated() {
        writer.write(index == 0 ? "M" : "L")
        writer.write(points: point.x.rawValue)
        writer.write(" ")
        writer.write(points: point.y.rawValue)
      }
      writer.write("z")
    }
  }

  private mutating func fillColor(_ color: Color) {
    writer.write("\" fill=\"")
    writer.write(SVGColor.text(color))
    if color.alpha < 255 {
      writer.write("\" fill-opacity=\"")
      writer.write(Double(color.alpha) / 255)
    }
  }

  private mutating func stroke(_ color: Color, _ width: Length) {
    writer.write("\" stroke=\"")
    writer.write(SVGColor.text(color))
    writer.write("\" stroke-width=\"")
    writer.write(points: width.rawValue)
  }
}
