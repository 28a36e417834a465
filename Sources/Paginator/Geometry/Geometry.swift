/// A place on a page; y grows downwards.
public struct Point: Hashable, Codable, Sendable {
  public var x: Length
  public var y: Length
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }
  public static let zero = Point(x: 0, y: 0)
}

public struct Size: Hashable, Codable, Sendable {
  public var width: Length
  public var height: Length
  public init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }
  public static let zero = Size(width: 0, height: 0)
}

public struct Rect: Hashable, Codable, Sendable {
  public var origin: Point
  public var size: Size
  public init(x: Length, y: Length, width: Length, height: Length) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }
  public var minX: Length { origin.x }
  public var minY: Length { origin.y }
  public var maxX: Length { origin.x + size.width }
  public var maxY: Length { origin.y + size.height }
  public var width: Length { size.width }
  public var height: Length { size.height }

  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// A rectangle moved in by insets; less wide and high than nothing it is empty.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top, width: max(0, width - insets.horizontal),
      height: max(0, height - insets.vertical))
  }

  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The smallest rectangle around both; an empty one counts for nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// The smallest rectangle around lines: one without width has its height in it.
  static func around(lines: some Sequence<Rect>) -> Rect {
    var result = Rect(x: 0, y: 0, width: 0, height: 0)
    var (top, bottom) = (Length.infinite, -Length.infinite)
    for rect in lines {
      result = result.union(rect)
      top = min(top, rect.minY)
      bottom = max(bottom, rect.maxY)
    }
    guard bottom > top else { return result }
    return Rect(x: result.minX, y: top, width: result.width, height: bottom - top)
  }

  public func offset(x: Length, y: Length) -> Rect {
    Rect(x: minX + x, y: minY + y, width: width, height: height)
  }
}

/// Distances from the four edges of a box, inwards.
public struct Insets: Hashable, Codable, Sendable {
  public var top: Length
  public var right: Length
  public var bottom: Length
  public var left: Length
  public init(top: Length = 0, right: Length = 0, bottom: Length = 0, left: Length = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
  public static let zero = Insets()
  public var horizontal: Length { left + right }
  public var vertical: Length { top + bottom }
}
