/// Colors of inks: `device-cmyk()` (CSS Color 5, section 9) and `-paginate-spot()`.
extension ColorSyntax {
  /// `device-cmyk(0 81% 81% 30% / 0.5)`, or with commas `device-cmyk(0, 0.81, 0.81, 0.3)`. The form
  /// with commas takes numbers and no alpha, as in CSS.
  static func deviceCMYK(_ arguments: [CSSValue]) -> Result? {
    guard let (inks, alpha) = processInks(arguments) else { return nil }
    return .ink(
      Ink(cyan: inks[0], magenta: inks[1], yellow: inks[2], black: inks[3]), alpha: alpha)
  }

  /// `-paginate-spot("PANTONE 186 C", device-cmyk(0 100% 81% 4%), 50%)`: the ink's name, the inks
  /// that replace it where it is not printed, and its tint, which is full by default.
  static func spot(_ arguments: [CSSValue]) -> Result? {
    let parts = arguments.filter { $0 != .token(.whitespace) }
      .split(separator: .token(.comma), omittingEmptySubsequences: false).map(Array.init)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count == 1 }),
      case .token(.string(let name)) = parts[0][0],
      case .function(let function, let inner) = parts[1][0],
      function.asciiLowercased == "device-cmyk", let (inks, alpha) = processInks(inner),
      !name.isEmpty, name.utf8.count <= Ink.longestName
    else { return nil }
    var tint: UInt16 = 1000
    if parts.count == 3 {
      guard let value = amount(parts[2][0]) else { return nil }
      tint = value
    }
    return .ink(
      Ink(
        cyan: inks[0], magenta: inks[1], yellow: inks[2], black: inks[3], spot: name, tint: tint),
      alpha: alpha)
  }

  private static func processInks(_ arguments: [CSSValue]) -> (inks: [UInt16], alpha: Double)? {
    var values = arguments.filter { $0 != .token(.whitespace) }
    if values.contains(.token(.comma)) {
      let parts = values.split(separator: .token(.comma), omittingEmptySubsequences: false)
      guard parts.count == 4, parts.allSatisfy({ $0.count == 1 }) else { return nil }
      values = parts.compactMap(\.first)
      guard values.allSatisfy({ if case .token(.number) = $0 { true } else { false } }) else {
        return nil
      }
    }
    var alpha = 1.0
    if values.count == 6, values[4] == .token(.delim("/")) {
      guard let value = amount(values[5]) else { return nil }
      alpha = Double(value) / 1000
      values.removeLast(2)
    }
    guard values.count == 4 else { return nil }
    let inks = values.compactMap(amount)
    return inks.count == 4 ? (inks, alpha) : nil
  }

  /// A number from 0 to 1, a percentage or `none`, in thousandths. Values out of range are clamped.
  private static func amount(_ value: CSSValue) -> UInt16? {
    let part: Double
    switch value {
    case .token(.number(let number)): part = number.value
    case .token(.percentage(let number)): part = number.value / 100
    case .token(.ident(let name)) where name.asciiLowercased == "none": part = 0
    default: return nil
    }
    return UInt16((min(max(part, 0), 1) * 1000).rounded())
  }
}
