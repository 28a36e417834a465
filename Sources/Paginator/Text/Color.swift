/// A colour with alpha; components are 0...255.
public struct Color: Hashable, Codable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
  public var isTransparent: Bool { alpha == 0 }
}
