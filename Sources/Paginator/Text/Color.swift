internal import Digests

/// A color with alpha; components are 0...255.
public struct Color: Hashable, Sendable {
  /// 0 to 255.
  public var red: UInt8
  /// 0 to 255.
  public var green: UInt8
  /// 0 to 255.
  public var blue: UInt8
  /// 0 to 255; 0 is transparent.
  public var alpha: UInt8
  /// The color's inks in `InkTable`; 0 for none.
  var inkIndex: UInt32 = 0
  /// A color in sRGB.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
  /// The color with an opacity; nil for 1.
  func faded(by opacity: Double?) -> Color {
    guard let opacity else { return self }
    var result = self
    result.alpha = UInt8((Double(alpha) * min(max(opacity, 0), 1)).rounded())
    return result
  }
  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Fully transparent black.
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Whether it is fully transparent.
  public var isTransparent: Bool { alpha == 0 }
  /// Red, green and blue as a hexadecimal color of CSS, such as "#2a7de1".
  var hexadecimal: String { "#" + hexDigits([red, green, blue]) }
}
