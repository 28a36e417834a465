/// Straight lines and curves, in points from the page's top left corner. A path may have several
/// closed parts.
public struct PagePath: Hashable, Sendable {
  /// A part of a path. It begins where the step before it ends.
  public enum Step: Hashable, Sendable {
    /// A new part begins at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic Bézier curve: its two control points, then its end.
    case curve(Point, Point, Point)
    /// A straight line to where the part began.
    case close
  }

  /// The steps, in order. The first one is a move.
  public var steps: [Step]

  /// A path of some steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// A closed polygon.
  public init(polygon corners: [Point]) {
    steps = corners.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
    if !corners.isEmpty { steps.append(.close) }
  }

  /// Closed polygons.
  init(polygons: [[Point]]) { steps = polygons.flatMap { PagePath(polygon: $0).steps } }

  /// All points, with the control points of curves: nothing of the path is outside of the rectangle
  /// around them.
  var points: [Point] {
    steps.flatMap { step -> [Point] in
      switch step {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }

  /// The smallest rectangle around all points, with the control points of curves.
  var bounds: Rect { Rect(around: points) ?? .zero }

  /// The path with every point changed.
  func mapped(_ change: (Point) -> Point) -> PagePath {
    PagePath(
      steps.map { step in
        switch step {
        case .move(let point): .move(change(point))
        case .line(let point): .line(change(point))
        case .curve(let first, let second, let end):
          .curve(change(first), change(second), change(end))
        case .close: .close
        }
      })
  }
}
