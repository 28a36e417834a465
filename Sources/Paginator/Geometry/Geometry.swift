/// A place on a page; y grows downwards.
public struct Point: Hashable, Codable, Sendable {
  /// From the left, in points.
  public var x: Length
  /// From the top, in points.
  public var y: Length
  /// A point at a distance from the left and the top.
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }
  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in points.
public struct Size: Hashable, Codable, Sendable {
  /// In points.
  public var width: Length
  /// In points.
  public var height: Length
  /// A size of a width and a height.
  public init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }
  /// A size of zero.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle; y grows downwards.
public struct Rect: Hashable, Codable, Sendable {
  /// Its top left corner.
  public var origin: Point
  /// Its width and height.
  public var size: Size
  /// A rectangle by its top left corner and its size.
  public init(x: Length, y: Length, width: Length, height: Length) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }
  /// The smallest rectangle around points; nil for none.
  init?(around points: some Sequence<Point>) {
    var bounds: (left: Length, top: Length, right: Length, bottom: Length)?
    for point in points {
      let old = bounds ?? (point.x, point.y, point.x, point.y)
      bounds = (
        min(old.left, point.x), min(old.top, point.y), max(old.right, point.x),
        max(old.bottom, point.y)
      )
    }
    guard let bounds else { return nil }
    self.init(
      x: bounds.left, y: bounds.top, width: bounds.right - bounds.left,
      height: bounds.bottom - bounds.top)
  }
  /// A rectangle of no size at the top left corner.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The left edge, in points.
  public var minX: Length { origin.x }
  /// The top edge, in points.
  public var minY: Length { origin.y }
  /// The right edge, in points.
  public var maxX: Length { origin.x + size.width }
  /// The bottom edge, in points.
  public var maxY: Length { origin.y + size.height }
  /// The width of the rectangle, in points.
  public var width: Length { size.width }
  /// The height of the rectangle, in points.
  public var height: Length { size.height }

  /// Whether it has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The rectangle reduced by insets; its width and height do not become negative.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top, width: max(0, width - insets.horizontal),
      height: max(0, height - insets.vertical))
  }

  /// Whether a point lies in it; the right and the bottom edge do not belong to it.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the two have an area in common.
  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The smallest rectangle that contains both; an empty one is ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// The smallest rectangle that contains lines; the height of a line without width counts too.
  static func around(lines: some Sequence<Rect>) -> Rect {
    var result = Rect.zero
    var (top, bottom) = (Length.infinite, -Length.infinite)
    for rect in lines {
      result = result.union(rect)
      top = min(top, rect.minY)
      bottom = max(bottom, rect.maxY)
    }
    guard bottom > top else { return result }
    return Rect(x: result.minX, y: top, width: result.width, height: bottom - top)
  }

  /// The rectangle moved to the right and down.
  public func offset(x: Length, y: Length) -> Rect {
    Rect(x: minX + x, y: minY + y, width: width, height: height)
  }
}

extension Sequence<Rect> {
  /// The smallest rectangle that contains all; empty ones are ignored.
  var union: Rect { reduce(.zero) { $0.union($1) } }
}

/// Distances from the four edges of a box, inwards.
public struct Insets: Hashable, Codable, Sendable {
  /// In points.
  public var top: Length
  /// In points.
  public var right: Length
  /// In points.
  public var bottom: Length
  /// In points.
  public var left: Length
  /// Distances from the four edges.
  public init(top: Length = 0, right: Length = 0, bottom: Length = 0, left: Length = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
  /// No distance on any side.
  public static let zero = Insets()
  /// Left and right together.
  public var horizontal: Length { left + right }
  /// Top and bottom together.
  public var vertical: Length { top + bottom }
}
