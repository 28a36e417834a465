/// A place on a page; y grows downwards.
public struct Point: Hashable, Sendable {
  public var x: Length
  public var y: Length
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }
  public static let zero = Point(x: 0, y: 0)
}

public struct Size: Hashable, Sendable {
  public var width: Length
  public var height: Length
  public init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }
  public static let zero = Size(width: 0, height: 0)
}

public struct Rect: Hashable, Sendable {
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

  public func offset(x: Length, y: Length) -> Rect {
    Rect(x: minX + x, y: minY + y, width: width, height: height)
  }
}

/// Distances from the four edges of a box, inwards.
public struct Insets: Hashable, Sendable {
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
