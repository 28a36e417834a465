/// A region that text flows around: closed polygons with the even-odd rule, or an ellipse; in the
/// coordinates of the container.
public struct ExclusionPath: Hashable, Sendable {
  private enum Shape: Hashable {
    case polygons([[Point]])
    case ellipse(Rect)
  }
  private var shape: Shape

  /// Overlapping polygons cut holes into one another.
  public init(polygons: [[Point]]) { shape = .polygons(polygons.filter { $0.count > 2 }) }
  /// One polygon, its points in points from the container's top left corner.
  public init(polygon: [Point]) { self.init(polygons: [polygon]) }
  /// The ellipse that touches the four sides of a rectangle.
  public init(ellipseIn rect: Rect) { shape = .ellipse(rect) }
  /// A rectangle, in points from the container's top left corner.
  public init(rect: Rect) {
    self.init(polygon: [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ])
  }

  /// The shape, moved. To convert a path from the coordinates of a page or view to those of its
  /// container, move it by the negated inset of the container.
  public func moved(x: Length, y: Length) -> ExclusionPath {
    var path = self
    switch shape {
    case .ellipse(let rect): path.shape = .ellipse(rect.offset(x: x, y: y))
    case .polygons(let polygons):
      path.shape = .polygons(
        polygons.map { $0.map { Point(x: $0.x + x, y: $0.y + y) } })
    }
    return path
  }

  /// The smallest rectangle that contains the shape.
  public var bounds: Rect {
    switch shape {
    case .ellipse(let rect): rect
    case .polygons(let polygons): Rect(around: polygons.joined()) ?? .zero
    }
  }

  /// The outlines, for drawing; an ellipse is approximated by a polygon.
  public var outlines: [[Point]] {
    switch shape {
    case .polygons(let polygons): polygons
    case .ellipse(let rect): [Self.outline(ofEllipseIn: rect)]
    }
  }

  /// The horizontal ranges that the shape covers in a band, from left to right: text as high as the
  /// band overlaps the shape if it is in one of these ranges.
  public func ranges(from top: Length, to bottom: Length) -> [Range<Length>] {
    switch shape {
    case .ellipse(let rect): ellipse(rect, top, bottom).map { [$0] } ?? []
    case .polygons(let polygons):
      PolygonBand(polygons, top: top.rawValue, bottom: bottom.rawValue).ranges
    }
  }

  // MARK: Ellipses

  private func ellipse(_ rect: Rect, _ top: Length, _ bottom: Length) -> Range<Length>? {
    guard bottom > rect.minY, top < rect.maxY, !rect.isEmpty else { return nil }
    // An ellipse is widest at its middle, so take the height of the band that is nearest to it.
    let middle = rect.minY + rect.height / 2
    let y = max(top, min(bottom, middle))
    let half = Self.halfWidth(of: rect, at: y)
    let center = rect.minX + rect.width / 2
    return half > 0 ? center - half..<center + half : nil
  }

  /// Rounded up, because text must not touch the shape.
  private static func halfWidth(of rect: Rect, at y: Length) -> Length {
    let radius = Double(rect.height.rawValue) / 2
    let distance = Double((y - rect.minY).rawValue) - radius
    let share = max(0, 1 - distance * distance / (radius * radius))
    return Length(
      rawValue: Int((Double(rect.width.rawValue) / 2 * share.squareRoot()).rounded(.up)))
  }

  private static func outline(ofEllipseIn rect: Rect) -> [Point] {
    // The points are closer together near the top and the bottom, where the outline is flat.
    let steps = 24
    let center = rect.minX + rect.width / 2
    let heights = (0...2 * steps).map { step in
      let square = min(step, 2 * steps - step) * min(step, 2 * steps - step)
      let depth = rect.height * square / (2 * steps * steps)
      return step <= steps ? rect.minY + depth : rect.maxY - depth
    }
    let right = heights.map { Point(x: center + halfWidth(of: rect, at: $0), y: $0) }
    let left = heights.reversed().map { Point(x: center - halfWidth(of: rect, at: $0), y: $0) }
    return right + left
  }
}

/// The ranges that polygons cover in a band. Between the heights of two successive corners no edge
/// begins or ends, so this slab consists of trapezoids: pairs of edges, from left to right.
private struct PolygonBand {
  private struct Edge {
    let x1: Int
    let y1: Int
    let x2: Int
    let y2: Int

    func x(at y: Int) -> Double {
      Double(x1) + Double(x2 - x1) * Double(y - y1) / Double(y2 - y1)
    }
  }

  let ranges: [Range<Length>]

  init(_ polygons: [[Point]], top: Int, bottom: Int) {
    var edges: [Edge] = []
    var heights: Set<Int> = [top, bottom]
    for polygon in polygons {
      for (index, a) in polygon.enumerated() {
        let b = polygon[(index + 1) % polygon.count]
        let (low, high) = a.y <= b.y ? (a, b) : (b, a)
        guard low.y < high.y, high.y.rawValue > top, low.y.rawValue < bottom else { continue }
        edges.append(
          Edge(
            x1: low.x.rawValue, y1: low.y.rawValue, x2: high.x.rawValue, y2: high.y.rawValue))
        for y in [low.y.rawValue, high.y.rawValue] where y > top && y < bottom { heights.insert(y) }
      }
    }
    let levels = heights.sorted()
    var found: [Range<Length>] = []
    for (upper, lower) in zip(levels, levels.dropFirst()) {
      let crossing = edges.filter { $0.y1 <= upper && $0.y2 >= lower }
        .map { (top: $0.x(at: upper), bottom: $0.x(at: lower)) }
        .sorted { ($0.top + $0.bottom, $0.top) < ($1.top + $1.bottom, $1.top) }
      for pair in stride(from: 0, to: crossing.count - 1, by: 2) {
        let left = min(crossing[pair].top, crossing[pair].bottom)
        let right = max(crossing[pair + 1].top, crossing[pair + 1].bottom)
        guard right > left else { continue }
        found.append(
          Length(rawValue: Int(left.rounded(.down)))..<Length(rawValue: Int(right.rounded(.up))))
      }
    }
    ranges = found.merged
  }
}

extension [Range<Length>] {
  /// The ranges in order; overlapping and adjacent ranges are merged.
  var merged: [Range<Length>] {
    var result: [Range<Length>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
