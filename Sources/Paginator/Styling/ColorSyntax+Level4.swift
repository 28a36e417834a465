/// Colors that CSS Color 4 adds: functions without commas, `hwb()`, other color spaces
/// (`ColorSyntax+Spaces.swift`), and system colors.
extension ColorSyntax {
  static func parseLevel4(_ value: CSSValue) -> Result? {
    switch value {
    case .token(.ident(let name)): return systemColors[name.asciiLowercased].map(opaque)
    case .function(let name, let arguments):
      let name = name.asciiLowercased
      if name == "color" { return predefined(arguments) }
      if name == "color-mix" { return mixture(arguments) }
      guard let (parts, alpha) = components(arguments),
        !arguments.contains(.token(.comma)) || isLegacy(name, parts)
      else { return nil }
      switch name {
      case "rgb", "rgba": return rgb(parts, alpha)
      case "hsl", "hsla": return hsl(parts, alpha)
      case "hwb": return hwb(parts, alpha)
      default: return spaced(name, parts, alpha)
      }
    default: return nil
    }
  }

  /// The three components of a function, and its alpha value from 0 to 1: separated by white space and
  /// a slash (CSS Color 4, section 4.1), or all by commas.
  static func components(_ arguments: [CSSValue]) -> (parts: [CSSValue], alpha: Double)? {
    let values = arguments.filter { $0 != .token(.whitespace) }
    var parts: [CSSValue] = []
    var alpha: CSSValue?
    if values.contains(.token(.comma)) {
      let groups = values.split(separator: .token(.comma), omittingEmptySubsequences: false)
      guard (3...4).contains(groups.count), groups.allSatisfy({ $0.count == 1 }) else { return nil }
      parts = groups.prefix(3).compactMap(\.first)
      if groups.count == 4 { alpha = groups[3].first }
    } else {
      guard values.count == 3 || values.count == 5 && values[3] == .token(.delim("/")) else {
        return nil
      }
      parts = Array(values.prefix(3))
      if values.count == 5 { alpha = values[4] }
    }
    guard let alpha else { return (parts, 1) }
    return share(alpha, of: 1).map { (parts, min(max($0, 0), 1)) }
  }

  /// Whether the components of a function may be separated by commas (CSS Color 4, sections 5.1 and 7.1): three
  /// numbers or three percentages of `rgb()`, a hue and two percentages of `hsl()`.
  private static func isLegacy(_ name: String, _ parts: [CSSValue]) -> Bool {
    func arePercentages(_ parts: some Sequence<CSSValue>) -> Bool {
      parts.allSatisfy { if case .token(.percentage) = $0 { true } else { false } }
    }
    func isNumber(_ part: CSSValue) -> Bool {
      if case .token(.number) = part { true } else { false }
    }
    return switch name {
    case "rgb", "rgba": arePercentages(parts) || parts.allSatisfy(isNumber)
    case "hsl", "hsla": arePercentages(parts.dropFirst())
    default: false
    }
  }

  /// A number, a percentage of `whole`, or 0 for `none`.
  static func share(_ value: CSSValue, of whole: Double) -> Double? {
    switch value {
    case .token(.number(let number)): return number.value
    case .token(.percentage(let number)): return number.value / 100 * whole
    case .token(.ident(let name)) where name.asciiLowercased == "none": return 0
    default: return nil
    }
  }

  private static func rgb(_ parts: [CSSValue], _ alpha: Double) -> Result? {
    let values = parts.compactMap { share($0, of: 255) }
    guard values.count == 3 else { return nil }
    return .rgba(values[0] / 255, values[1] / 255, values[2] / 255, alpha)
  }

  /// In degrees.
  static func hue(_ value: CSSValue) -> Double? {
    guard case .token(.dimension(let number, let unit)) = value else {
      return share(value, of: 360)
    }
    switch unit.asciiLowercased {
    case "deg": return number.value
    case "grad": return number.value * 0.9
    case "rad": return number.value * 180 / .pi
    case "turn": return number.value * 360
    default: return nil
    }
  }

  private static func hsl(_ parts: [CSSValue], _ alpha: Double) -> Result? {
    guard let hue = hue(parts[0]), let saturation = share(parts[1], of: 100),
      let lightness = share(parts[2], of: 100)
    else { return nil }
    let color = channels(hue, saturation / 100, lightness / 100)
    return .rgba(color.red, color.green, color.blue, alpha)
  }

  private static func hwb(_ parts: [CSSValue], _ alpha: Double) -> Result? {
    guard let hue = hue(parts[0]), let white = share(parts[1], of: 100),
      let black = share(parts[2], of: 100)
    else { return nil }
    let (w, b) = (min(max(white / 100, 0), 1), min(max(black / 100, 0), 1))
    if w + b >= 1 {
      let gray = w / (w + b)
      return .rgba(gray, gray, gray, alpha)
    }
    let pure = channels(hue, 1, 0.5)
    func mixed(_ value: Double) -> Double { value * (1 - w - b) + w }
    return .rgba(mixed(pure.red), mixed(pure.green), mixed(pure.blue), alpha)
  }

  /// CSS Color 4, section 7.1.
  private static func channels(
    _ hue: Double, _ saturation: Double, _ lightness: Double
  ) -> (red: Double, green: Double, blue: Double) {
    let (s, l) = (min(max(saturation, 0), 1), min(max(lightness, 0), 1))
    func channel(_ offset: Double) -> Double {
      var k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      if k < 0 { k += 12 }
      return l - s * min(l, 1 - l) * max(-1, min(k - 3, 9 - k, 1))
    }
    return (channel(0), channel(8), channel(4))
  }

  private static func opaque(_ value: UInt32) -> Result {
    .rgba(
      Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255, 1)
  }

  /// CSS Color 4, section 6.2, and the deprecated ones of appendix A, which word processors write.
  private static let systemColors: [String: UInt32] = {
    let groups: [(UInt32, [String])] = [
      (
        0xFFFFFF,
        [
          "canvas", "field", "activecaption", "appworkspace", "background", "inactivecaption",
          "infobackground", "menu", "scrollbar", "window",
        ]
      ),
      (
        0x000000,
        [
          "canvastext", "fieldtext", "buttontext", "highlighttext", "selecteditemtext", "marktext",
          "captiontext", "infotext", "menutext", "windowtext",
        ]
      ),
      (0xF0F0F0, ["buttonface", "buttonhighlight", "buttonshadow", "threedface"]),
      (
        0x767676,
        [
          "buttonborder", "activeborder", "inactiveborder", "threeddarkshadow", "threedhighlight",
          "threedlightshadow", "threedshadow", "windowframe",
        ]
      ),
      (0x808080, ["graytext", "inactivecaptiontext"]),
      (0xB5D5FF, ["highlight", "selecteditem", "accentcolor"]), (0xFFFF00, ["mark"]),
      (0x0000EE, ["linktext"]), (0x551A8B, ["visitedtext"]), (0xFF0000, ["activetext"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { value, names in
        names.map { ($0, value) }
      })
  }()
}
