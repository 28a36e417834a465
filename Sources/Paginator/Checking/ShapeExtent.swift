/// How far shapes reach.
extension PageShape {
  /// The smallest rectangle that contains all of some shapes; empty for none.
  static func extent(of shapes: [PageShape]) -> Rect { shapes.map(\.extent).union }

  private var extent: Rect {
    switch self {
    case .rect(let rect, _, _): rect
    case .outlines(let outlines, _): Self.extent(of: outlines.joined(), width: 0)
    case .strokedOutlines(let outlines, _, let width):
      Self.extent(of: outlines.joined(), width: width)
    case .line(let start, let end, _, let width, _): Self.extent(of: [start, end], width: width)
    case .wave(let start, let end, _, let width):
      // A wave goes up and down by about its width.
      Self.extent(of: [start, Point(x: end, y: start.y)], width: width)
    case .side(let start, let length, let isVertical, _, let width, _):
      Self.extent(
        of: [
          start,
          Point(x: start.x + (isVertical ? 0 : length), y: start.y + (isVertical ? length : 0)),
        ], width: width, isVertical: isVertical)
    case .tiles(let tiles): tiles.area
    case .path(let path, _): Self.extent(of: path.points, width: 0)
    case .strokedPath(let path, _, let width, _): Self.extent(of: path.points, width: width)
    case .clipped(let shapes, let path):
      Self.extent(of: shapes).intersection(Self.extent(of: path.points, width: 0))
    case .group(_, let shapes): Self.extent(of: shapes)
    }
  }

  /// - Parameters:
  ///   - width: of the line along the points, half of it on each side.
  ///   - isVertical: whether a straight line runs down, and is wide across; nil for all directions.
  private static func extent(
    of points: some Sequence<Point>, width: Length, isVertical: Bool? = nil
  ) -> Rect {
    guard let line = Rect(around: points) else { return .zero }
    let across = isVertical == false ? 0 : width / 2
    let down = isVertical == true ? 0 : width / 2
    return Rect(
      x: line.minX - across, y: line.minY - down, width: line.width + across * 2,
      height: line.height + down * 2)
  }
}
