/// The shapes of emphasis marks (CSS Text Decoration 3, section 3). A mark has half the size of its text.
struct EmphasisDrawing {
  /// The middle of the mark.
  let center: Point
  /// The size of the mark's em.
  let size: Length

  /// The outline of a shape, filled by the even-odd rule.
  func path(_ shape: EmphasisMark.Shape, isFilled: Bool) -> PagePath {
    switch shape {
    case .dot: isFilled ? disc(0.2) : ring(0.2)
    case .circle: isFilled ? disc(0.4) : ring(0.4)
    case .doubleCircle:
      PagePath(ring(0.42).steps + (isFilled ? disc(0.24) : ring(0.24)).steps)
    case .triangle:
      isFilled ? triangle(1) : PagePath(triangle(1).steps + triangle(0.6).steps)
    case .sesame:
      isFilled ? sesame(1) : PagePath(sesame(1).steps + sesame(0.6).steps)
    }
  }

  /// The outline of a glyph of the text's font.
  func path(_ glyph: UInt32, of face: FontFace) -> PagePath {
    let pen = PathPen()
    face.draw(glyph, with: pen)
    let scale = size.points / Double(max(1, face.metrics.unitsPerEm))
    let left = center.x.points - Double(face.advance(of: glyph)) * scale / 2
    // The em box is around the middle, with 0.88 em of it above the baseline.
    let baseline = center.y.points + size.points * 0.38
    return PagePath(pen.steps).mapped {
      Point(
        x: Length(points: left + $0.x.points * scale),
        y: Length(points: baseline - $0.y.points * scale))
    }
  }

  private func point(_ x: Double, _ y: Double) -> Point {
    Point(x: center.x + size * x, y: center.y + size * y)
  }

  private func disc(_ radius: Double) -> PagePath {
    let side = size * (radius * 2)
    let corner = point(-radius, -radius)
    let radii = Size(width: size * radius, height: size * radius)
    return RoundedRect(
      Rect(x: corner.x, y: corner.y, width: side, height: side),
      radii: Array(repeating: radii, count: 4)
    ).path
  }

  private func ring(_ radius: Double) -> PagePath {
    PagePath(disc(radius).steps + disc(radius - 0.08).steps)
  }

  private func triangle(_ scale: Double) -> PagePath {
    // Its middle is a little below that of the mark.
    PagePath(polygon: [
      point(0, 0.08 - 0.45 * scale), point(0.42 * scale, 0.08 + 0.25 * scale),
      point(-0.42 * scale, 0.08 + 0.25 * scale),
    ])
  }

  private func sesame(_ scale: Double) -> PagePath {
    func place(_ x: Double, _ y: Double) -> Point {
      point(0.06 + (x - 0.06) * scale, 0.06 + (y - 0.06) * scale)
    }
    return PagePath([
      .move(place(-0.28, -0.36)), .curve(place(0.06, -0.3), place(0.42, 0.06), place(0.32, 0.3)),
      .curve(place(0.22, 0.44), place(-0.02, 0.32), place(-0.08, 0.12)),
      .curve(place(-0.14, -0.08), place(-0.22, -0.24), place(-0.28, -0.36)), .close,
    ])
  }
}

/// Collects the drawing of a glyph as the steps of a path, in font units as points, y up.
private final class PathPen: OutlinePen {
  var steps: [PagePath.Step] = []
  private var last: Place = (0, 0)

  private func point(_ place: Place) -> Point {
    Point(x: Length(points: Double(place.x)), y: Length(points: Double(place.y)))
  }
  override func move(to place: Place) {
    steps.append(.move(point(place)))
    last = place
  }
  override func line(to place: Place) {
    steps.append(.line(point(place)))
    last = place
  }
  override func curve(_ control: Place, to end: Place) {
    func third(_ a: Float, _ b: Float) -> Float { a + (b - a) * 2 / 3 }
    let first = (x: third(last.x, control.x), y: third(last.y, control.y))
    curve(first, (x: third(end.x, control.x), y: third(end.y, control.y)), to: end)
  }
  override func curve(_ first: Place, _ second: Place, to end: Place) {
    steps.append(.curve(point(first), point(second), point(end)))
    last = end
  }
  override func close() { steps.append(.close) }
}
