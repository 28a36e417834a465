/// A rectangle with rounded corners (CSS Backgrounds 3, section 4).
struct RoundedRect: Equatable {
  let rect: Rect
  /// The radii across and down of the corners, from the top left one clockwise.
  let radii: [Size]

  /// - Parameter radii: four; a corner of which one radius is 0 is square. Curves that would overlap
  ///   become smaller in proportion (section 4.5).
  init(_ rect: Rect, radii: [Size]) {
    self.rect = rect
    let whole = radii.map { $0.width <= 0 || $0.height <= 0 ? Size.zero : $0 }
    let sums = (0..<4).map { side -> (room: Length, sum: Length) in
      let (first, second) = (whole[side], whole[(side + 1) % 4])
      return side % 2 == 0
        ? (rect.width, first.width + second.width) : (rect.height, first.height + second.height)
    }
    let factor =
      sums.filter { $0.sum > $0.room }
      .map { Double(max(0, $0.room.rawValue)) / Double($0.sum.rawValue) }.min() ?? 1
    func scaled(_ length: Length) -> Length {
      Length(rawValue: Int((Double(length.rawValue) * factor).rounded(.down)))
    }
    self.radii =
      factor < 1
      ? whole.map { Size(width: scaled($0.width), height: scaled($0.height)) } : whole
  }

  /// The border box of a part of a box; nil if its corners are square. Corners at the edges where a
  /// page or a line divides the box are, and so are those of cells and tables that share their borders.
  init?(_ fragment: BoxFragment, _ style: BoxProperties, x: Int, y: Int) {
    guard let corners = style.corners, fragment.borders == nil else { return nil }
    let rect = Rect(raw: x, y, fragment.width, fragment.height)
    let has = [fragment.hasTop, fragment.hasRight, fragment.hasBottom, fragment.hasLeft]
    let radii = CornerRadii.Corner.allCases.map { corner -> Size in
      guard has[corner.rawValue], has[(corner.rawValue + 3) % 4] else { return .zero }
      let radius = corners[corner]
      return Size(
        width: radius.across.resolved(against: rect.width),
        height: radius.down.resolved(against: rect.height))
    }
    self.init(rect, radii: radii)
    if self.radii.allSatisfy({ $0 == .zero }) { return nil }
  }

  /// The rounded rectangle that is inside by some distances: its radii are smaller by them (section
  /// 4.2).
  /// - Parameter inner: the rectangle without its corners.
  func inset(to inner: Rect) -> RoundedRect {
    let (left, right) = (inner.minX - rect.minX, rect.maxX - inner.maxX)
    let (top, bottom) = (inner.minY - rect.minY, rect.maxY - inner.maxY)
    let cuts = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return RoundedRect(
      inner,
      radii: zip(radii, cuts).map { Size(width: $0.width - $1.0, height: $0.height - $1.1) })
  }

  /// The outline, clockwise from the end of the top left corner.
  var path: PagePath {
    let corners = [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ]
    var place = Self.curve(at: corners[0], radii[0], 0).end
    var steps = [PagePath.Step.move(place)]
    for index in [1, 2, 3, 0] {
      let curve = Self.curve(at: corners[index], radii[index], index)
      if curve.start != place { steps.append(.line(curve.start)) }
      if radii[index] != .zero { steps.append(.curve(curve.first, curve.second, curve.end)) }
      place = curve.end
    }
    return PagePath(steps + [.close])
  }

  private typealias Curve = (start: Point, first: Point, second: Point, end: Point)

  /// A quarter of an ellipse as a Bézier curve. Its control points are 0.5523 radii from its ends.
  private static func curve(at corner: Point, _ radius: Size, _ index: Int) -> Curve {
    let across = index == 0 || index == 3 ? radius.width : -radius.width
    let down = index < 2 ? radius.height : -radius.height
    let near = 0.4477
    let level = Point(x: corner.x + across, y: corner.y)
    let levelControl = Point(x: corner.x + across * near, y: corner.y)
    let upright = Point(x: corner.x, y: corner.y + down)
    let uprightControl = Point(x: corner.x, y: corner.y + down * near)
    return index % 2 == 0
      ? (upright, uprightControl, levelControl, level)
      : (level, levelControl, uprightControl, upright)
  }
}
