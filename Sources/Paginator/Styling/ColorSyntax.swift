/// Parses the colors of CSS Color 3, the four- and eight-digit hex forms of level 4, and colors of
/// inks (`ColorSyntax+Inks.swift`).
enum ColorSyntax {
  enum Result: Equatable, Sendable {
    /// Components 0...1, not clamped.
    case rgba(Double, Double, Double, Double)
    case ink(Ink, alpha: Double)
    case currentColor
  }

  static func parse(_ values: [CSSValue]) -> Result? {
    let significant = values.filter { $0 != .token(.whitespace) }
    guard significant.count == 1, let value = significant.first else { return nil }
    switch value {
    case .token(.ident(let name)): return named(name.asciiLowercased)
    case .token(.hash(let digits, _)): return hex(digits)
    case .function(let name, let arguments): return function(name.asciiLowercased, arguments)
    default: return nil
    }
  }

  static func color(_ result: Result) -> Color? {
    func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
    switch result {
    case .rgba(let red, let green, let blue, let alpha):
      return Color(red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
    case .ink(let ink, let alpha): return Color(ink: ink, alpha: byte(alpha))
    case .currentColor: return nil
    }
  }

  private static func named(_ name: String) -> Result? {
    if name == "currentcolor" { return .currentColor }
    if name == "transparent" { return .rgba(0, 0, 0, 0) }
    guard let value = colorKeywords[name] else { return nil }
    return .rgba(
      Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255, 1)
  }

  private static func hex(_ digits: String) -> Result? {
    var values: [Int] = []
    for digit in digits.unicodeScalars {
      guard let value = Int(String(digit), radix: 16) else { return nil }
      values.append(value)
    }
    var components: [Double] = []
    switch values.count {
    case 3, 4:
      for value in values { components.append(Double(value * 17) / 255) }
    case 6, 8:
      for index in stride(from: 0, to: values.count, by: 2) {
        let value: Int = values[index] * 16 + values[index + 1]
        components.append(Double(value) / 255)
      }
    default: return nil
    }
    return .rgba(
      components[0], components[1], components[2], components.count == 4 ? components[3] : 1)
  }

  private static func function(_ name: String, _ arguments: [CSSValue]) -> Result? {
    if name == "device-cmyk" { return deviceCMYK(arguments) }
    if name == "-paginate-spot" { return spot(arguments) }
    guard ["rgb", "rgba", "hsl", "hsla"].contains(name) else { return nil }
    var parts: [CSSValue] = []
    var separators = 0
    for (index, value) in arguments.filter({ $0 != .token(.whitespace) }).enumerated() {
      if index % 2 == 1 {
        guard value == .token(.comma) else { return nil }
        separators += 1
      } else {
        parts.append(value)
      }
    }
    let hasAlpha = name.hasSuffix("a")
    guard parts.count == (hasAlpha ? 4 : 3), separators == parts.count - 1 else { return nil }
    var alpha = 1.0
    if hasAlpha {
      guard case .token(.number(let number)) = parts[3] else { return nil }
      alpha = min(max(number.value, 0), 1)
    }
    return name.hasPrefix("rgb") ? rgb(parts, alpha) : hsl(parts, alpha)
  }

  private static func rgb(_ parts: [CSSValue], _ alpha: Double) -> Result? {
    var components: [Double] = []
    for part in parts.prefix(3) {
      switch (part, parts[0]) {
      case (.token(.number(let number)), .token(.number)) where number.isInteger:
        components.append(number.value / 255)
      case (.token(.percentage(let number)), .token(.percentage)):
        components.append(number.value / 100)
      default: return nil
      }
    }
    return .rgba(components[0], components[1], components[2], alpha)
  }

  private static func hsl(_ parts: [CSSValue], _ alpha: Double) -> Result? {
    guard case .token(.number(let hue)) = parts[0], hue.isInteger,
      case .token(.percentage(let saturation)) = parts[1],
      case .token(.percentage(let lightness)) = parts[2]
    else { return nil }
    let s = min(max(saturation.value / 100, 0), 1)
    let l = min(max(lightness.value / 100, 0), 1)
    let m2 = l <= 0.5 ? l * (s + 1) : l + s - l * s
    let m1 = l * 2 - m2
    func channel(_ shift: Double) -> Double {
      var h = (hue.value / 360 + shift).truncatingRemainder(dividingBy: 1)
      if h < 0 { h += 1 }
      if h * 6 < 1 { return m1 + (m2 - m1) * h * 6 }
      if h * 2 < 1 { return m2 }
      if h * 3 < 2 { return m1 + (m2 - m1) * (2.0 / 3 - h) * 6 }
      return m1
    }
    return .rgba(channel(1.0 / 3), channel(0), channel(-1.0 / 3), alpha)
  }
}
