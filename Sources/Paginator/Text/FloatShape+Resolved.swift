extension FloatShape.Outline {
  /// An outline in its reference box. The corners of a rounded box are not resolved.
  enum Resolved {
    case rectangle(Rect)
    case ellipse(center: Point, across: Length, down: Length)
    case polygon([Point])
  }

  /// The outline in its reference box (CSS Shapes 1, section 3.1).
  func resolved(in area: Rect) -> Resolved {
    func point(_ place: FloatShape.Place) -> Point {
      Point(
        x: area.minX + place.x.resolved(against: area.width),
        y: area.minY + place.y.resolved(against: area.height))
    }
    switch self {
    case .box: return .rectangle(area)
    case .inset(let sides), .roundedInset(let sides, _): return .rectangle(area.inset(by: sides))
    case .circle(let radius, let center):
      let place = point(center)
      // A percentage is of the box's diagonal, divided by the root of two.
      let (width, height) = (area.width.points, area.height.points)
      let diagonal = Length(points: ((width * width + height * height) / 2).squareRoot())
      let own = radius.length(
        area.distancesAcross(from: place) + area.distancesDown(from: place), of: diagonal)
      return .ellipse(center: place, across: own, down: own)
    case .ellipse(let across, let down, let center):
      let place = point(center)
      return .ellipse(
        center: place, across: across.length(area.distancesAcross(from: place), of: area.width),
        down: down.length(area.distancesDown(from: place), of: area.height))
    case .polygon(let corners): return .polygon(corners.map(point))
    }
  }
}

extension FloatShape.Radius {
  /// - Parameter distances: from the centre to the sides.
  fileprivate func length(_ distances: [Length], of base: Length) -> Length {
    switch self {
    case .closestSide: distances.min() ?? 0
    case .farthestSide: distances.max() ?? 0
    case .length(let length): max(0, length.resolved(against: base))
    }
  }
}

extension Rect {
  /// The distances of a point from the left and the right side.
  fileprivate func distancesAcross(from point: Point) -> [Length] {
    [Self.distance(point.x, minX), Self.distance(point.x, maxX)]
  }

  fileprivate func distancesDown(from point: Point) -> [Length] {
    [Self.distance(point.y, minY), Self.distance(point.y, maxY)]
  }

  private static func distance(_ a: Length, _ b: Length) -> Length { a < b ? b - a : a - b }

  /// What some distances from the sides leave; without a size if they leave nothing.
  fileprivate func inset(by sides: Edges<Dimension>) -> Rect {
    let left = sides.left.resolved(against: width)
    let top = sides.top.resolved(against: height)
    return Rect(
      x: minX + left, y: minY + top,
      width: max(0, width - left - sides.right.resolved(against: width)),
      height: max(0, height - top - sides.bottom.resolved(against: height)))
  }
}
