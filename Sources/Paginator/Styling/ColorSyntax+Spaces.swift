import Foundation

/// Colors of other color spaces than sRGB (CSS Color 4, sections 9 and 10) and mixtures (CSS Color 5,
/// section 2). Colors outside of sRGB are cut to it, component by component.
extension ColorSyntax {
  /// Three components of a color space, in the order of its function.
  typealias Components = (Double, Double, Double)

  /// `lab()`, `lch()`, `oklab()`, `oklch()`.
  static func spaced(_ name: String, _ parts: [CSSValue], _ alpha: Double) -> Result? {
    guard let space = ColorSpace(rawValue: name), parts.count == 3 else { return nil }
    let isOK = name.hasPrefix("ok")
    guard let lightness = share(parts[0], of: isOK ? 1 : 100) else { return nil }
    let light = min(max(lightness, 0), isOK ? 1 : 100)
    let second: Double?
    let third: Double?
    if space.isPolar {
      second = share(parts[1], of: isOK ? 0.4 : 150).map { max($0, 0) }
      third = hue(parts[2])
    } else {
      let whole = isOK ? 0.4 : 125.0
      (second, third) = (share(parts[1], of: whole), share(parts[2], of: whole))
    }
    guard let second, let third else { return nil }
    return rgba(space.linear((light, second, third)), alpha)
  }

  /// `color()` with a predefined space: the components after its name, and alpha after a slash.
  static func predefined(_ arguments: [CSSValue]) -> Result? {
    var values = arguments.filter { $0 != .token(.whitespace) }
    guard case .token(.ident(let name))? = values.first,
      let space = ColorSpace(rawValue: name.asciiLowercased), space.isPredefined
    else { return nil }
    values.removeFirst()
    guard let (parts, alpha) = components(values) else { return nil }
    let shares = parts.compactMap { share($0, of: 1) }
    guard shares.count == 3 else { return nil }
    return rgba(space.linear((shares[0], shares[1], shares[2])), alpha)
  }

  /// `color-mix(in SPACE, COLOR SHARE, COLOR SHARE)`.
  static func mixture(_ arguments: [CSSValue]) -> Result? {
    let groups = arguments.split(separator: .token(.comma), omittingEmptySubsequences: false)
      .map { $0.filter { $0 != .token(.whitespace) } }
    guard groups.count == 3, groups[0].count == 2, groups[0][0] == .token(.ident("in")),
      case .token(.ident(let name)) = groups[0][1],
      let space = ColorSpace(rawValue: name.asciiLowercased),
      let first = part(groups[1]), let second = part(groups[2])
    else { return nil }
    // CSS Color 5, section 2.1: shares that are not given complete the others to 100 %.
    let ownShare = first.share ?? second.share.map { 1 - $0 } ?? 0.5
    let otherShare = second.share ?? 1 - ownShare
    let sum = ownShare + otherShare
    guard sum > 0 else { return nil }
    let share = otherShare / sum
    let alpha = first.alpha + (second.alpha - first.alpha) * share
    guard alpha > 0 else { return .rgba(0, 0, 0, 0) }
    // Components are multiplied with alpha, but hues are not (CSS Color 4, section 12.3).
    let (a, b) = (space.components(first.linear), space.components(second.linear))
    func mixed(_ a: Double, _ b: Double) -> Double {
      (a * first.alpha * (1 - share) + b * second.alpha * share) / alpha
    }
    var third = mixed(a.2, b.2)
    if space.isPolar {
      // A gray has no hue of its own.
      let hues = (a.1 < 1e-4 ? b.2 : a.2, b.1 < 1e-4 ? a.2 : b.2)
      third = hues.0 + (hues.1 - hues.0).remainder(dividingBy: 360) * share
    }
    return rgba(space.linear((mixed(a.0, b.0), mixed(a.1, b.1), third)), alpha * min(sum, 1))
  }

  /// A color of a mixture, with its share from 0 to 1 before or after it.
  private static func part(
    _ values: [CSSValue]
  ) -> (linear: Components, alpha: Double, share: Double?)? {
    var values = values
    var share: Double?
    if let index = values.firstIndex(where: {
      if case .token(.percentage) = $0 { true } else { false }
    }),
      case .token(.percentage(let number)) = values.remove(at: index)
    {
      guard (0...100).contains(number.value) else { return nil }
      share = number.value / 100
    }
    guard values.count == 1,
      case .rgba(let red, let green, let blue, let alpha)? =
        parse(values) ?? parseLevel4(values[0])
    else { return nil }
    return (ColorSpace.srgb.linear((red, green, blue)), alpha, share)
  }

  private static func rgba(_ linear: Components, _ alpha: Double) -> Result {
    let color = ColorSpace.srgb.components(linear)
    // Back and forth, a half would become a little less.
    func exact(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
    return .rgba(exact(color.0), exact(color.1), exact(color.2), alpha)
  }
}

/// A color space that colors are given or mixed in. All convert to and from linear-light sRGB; the
/// matrices are those of CSS Color 4, section 16.
enum ColorSpace: String {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case a98RGB = "a98-rgb"
  case proPhotoRGB = "prophoto-rgb"
  case rec2020
  case xyz
  case xyzD50 = "xyz-d50"
  case xyzD65 = "xyz-d65"
  case lab, lch, oklab, oklch

  var isPolar: Bool { self == .lch || self == .oklch }
  /// Whether `color()` takes it.
  var isPredefined: Bool {
    switch self {
    case .lab, .lch, .oklab, .oklch: false
    default: true
    }
  }

  /// Linear-light sRGB of a color in this space.
  func linear(_ color: ColorSyntax.Components) -> ColorSyntax.Components {
    switch self {
    case .srgb: (Self.expanded(color.0), Self.expanded(color.1), Self.expanded(color.2))
    case .srgbLinear: color
    case .displayP3: Self.p3.times(ColorSpace.srgb.linear(color))
    case .a98RGB: Self.xyzToLinear.times(Self.a98ToXYZ.times(Self.mapped(color, Self.a98Expanded)))
    case .proPhotoRGB:
      Self.xyzToLinear.times(
        Self.d50ToD65.times(Self.proPhotoToXYZ.times(Self.mapped(color, Self.proPhotoExpanded))))
    case .rec2020:
      Self.xyzToLinear.times(Self.rec2020ToXYZ.times(Self.mapped(color, Self.rec2020Expanded)))
    case .xyzD50: Self.xyzToLinear.times(Self.d50ToD65.times(color))
    case .xyz, .xyzD65: Self.xyzToLinear.times(color)
    case .lab: Self.xyzToLinear.times(Self.d50ToD65.times(Self.xyz(lab: color)))
    case .oklab: Self.linear(oklab: color)
    case .lch: ColorSpace.lab.linear(Self.rectangular(color))
    case .oklch: ColorSpace.oklab.linear(Self.rectangular(color))
    }
  }

  /// A color of linear-light sRGB in this space.
  func components(_ linear: ColorSyntax.Components) -> ColorSyntax.Components {
    switch self {
    case .srgb: (Self.compressed(linear.0), Self.compressed(linear.1), Self.compressed(linear.2))
    case .srgbLinear: linear
    case .displayP3: ColorSpace.srgb.components(Self.p3.inverse.times(linear))
    case .a98RGB: Self.mapped(Self.a98ToXYZ.inverse.times(Self.xyz(linear)), Self.a98Compressed)
    case .proPhotoRGB:
      Self.mapped(
        Self.proPhotoToXYZ.inverse.times(Self.d50ToD65.inverse.times(Self.xyz(linear))),
        Self.proPhotoCompressed)
    case .rec2020:
      Self.mapped(Self.rec2020ToXYZ.inverse.times(Self.xyz(linear)), Self.rec2020Compressed)
    case .xyzD50: Self.d50ToD65.inverse.times(Self.xyz(linear))
    case .xyz, .xyzD65: Self.xyzToLinear.inverse.times(linear)
    case .lab:
      Self.lab(xyz: Self.d50ToD65.inverse.times(Self.xyzToLinear.inverse.times(linear)))
    case .oklab: Self.oklab(linear)
    case .lch: Self.polar(ColorSpace.lab.components(linear))
    case .oklch: Self.polar(Self.oklab(linear))
    }
  }

  /// The transfer function of sRGB.
  private static func expanded(_ value: Double) -> Double {
    let size = abs(value)
    let linear = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return value < 0 ? -linear : linear
  }

  private static func compressed(_ value: Double) -> Double {
    let size = abs(value)
    let encoded = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
    return value < 0 ? -encoded : encoded
  }

  /// Each component, of either sign, through a transfer function.
  private static func mapped(
    _ color: ColorSyntax.Components, _ function: (Double) -> Double
  ) -> ColorSyntax.Components {
    func signed(_ value: Double) -> Double { value < 0 ? -function(-value) : function(value) }
    return (signed(color.0), signed(color.1), signed(color.2))
  }

  private static func xyz(_ linear: ColorSyntax.Components) -> ColorSyntax.Components {
    xyzToLinear.inverse.times(linear)
  }

  private static func a98Expanded(_ value: Double) -> Double { pow(value, 563 / 256) }
  private static func a98Compressed(_ value: Double) -> Double { pow(value, 256 / 563) }

  private static func proPhotoExpanded(_ value: Double) -> Double {
    value <= 16 / 512 ? value / 16 : pow(value, 1.8)
  }
  private static func proPhotoCompressed(_ value: Double) -> Double {
    value < 1 / 512 ? value * 16 : pow(value, 1 / 1.8)
  }

  private static func rec2020Expanded(_ value: Double) -> Double {
    value < 0.018053968510807 * 4.5
      ? value / 4.5 : pow((value + 0.09929682680944) / 1.09929682680944, 1 / 0.45)
  }
  private static func rec2020Compressed(_ value: Double) -> Double {
    value <= 0.018053968510807
      ? value * 4.5 : 1.09929682680944 * pow(value, 0.45) - 0.09929682680944
  }

  // MARK: Lab

  /// The white of D50.
  private static let white = (0.96429568, 1.0, 0.82510460)
  private static let epsilon: Double = 216 / 24389
  private static let kappa: Double = 24389 / 27

  private static func xyz(lab: ColorSyntax.Components) -> ColorSyntax.Components {
    let y = (lab.0 + 16) / 116
    let (x, z) = (y + lab.1 / 500, y - lab.2 / 200)
    func cubed(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > epsilon ? cube : (116 * value - 16) / kappa
    }
    return (cubed(x) * white.0, cubed(y), cubed(z) * white.2)
  }

  private static func lab(xyz: ColorSyntax.Components) -> ColorSyntax.Components {
    func root(_ value: Double) -> Double {
      value > epsilon ? cbrt(value) : (kappa * value + 16) / 116
    }
    let (x, y, z) = (root(xyz.0 / white.0), root(xyz.1), root(xyz.2 / white.2))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  private static func oklab(_ linear: ColorSyntax.Components) -> ColorSyntax.Components {
    let cones = cones.times(linear)
    return opponents.times((cbrt(cones.0), cbrt(cones.1), cbrt(cones.2)))
  }

  private static func linear(oklab: ColorSyntax.Components) -> ColorSyntax.Components {
    let roots = opponents.inverse.times(oklab)
    func cube(_ value: Double) -> Double { value * value * value }
    return cones.inverse.times((cube(roots.0), cube(roots.1), cube(roots.2)))
  }

  /// Lightness, chroma and hue in degrees.
  private static func polar(_ color: ColorSyntax.Components) -> ColorSyntax.Components {
    (color.0, hypot(color.1, color.2), atan2(color.2, color.1) * 180 / Double.pi)
  }

  private static func rectangular(_ color: ColorSyntax.Components) -> ColorSyntax.Components {
    let angle = color.2 * Double.pi / 180
    return (color.0, color.1 * cos(angle), color.1 * sin(angle))
  }

  // MARK: Matrices

  private static let xyzToLinear = ColorMatrix(
    (3.2409699419045226, -1.537383177570094, -0.4986107602930034),
    (-0.9692436362808796, 1.8759675015077202, 0.04155505740717559),
    (0.05563007969699366, -0.20397695888897652, 1.0569715142428786))
  private static let d50ToD65 = ColorMatrix(
    (0.9554734527042182, -0.023098536874261423, 0.0632593086610217),
    (-0.028369706963208136, 1.0099954580058226, 0.021041398966943008),
    (0.012314001688319899, -0.020507696433477912, 1.3303659366080753))
  /// Linear-light Display P3 to sRGB.
  private static let p3 = ColorMatrix(
    (1.2249401762805598, -0.22494017628055996, 0),
    (-0.042056954709688163, 1.0420569547096881, 0),
    (-0.019637554590334432, -0.078636045550631889, 1.0982736001409663))
  private static let a98ToXYZ = ColorMatrix(
    (0.57666904291013080, 0.18555823790654627, 0.18822864623499472),
    (0.29734497525053616, 0.62736356625546597, 0.07529145849399789),
    (0.02703136138641237, 0.07068885253582714, 0.99133753683763892))
  /// To XYZ of D50.
  private static let proPhotoToXYZ = ColorMatrix(
    (0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
    (0.28807482881940130, 0.71183523424187300, 0.00008993693872564),
    (0, 0, 0.82510460251046020))
  private static let rec2020ToXYZ = ColorMatrix(
    (0.63695804830129134, 0.14461690358620838, 0.16888097516417210),
    (0.26270021201126703, 0.67799807151887097, 0.05930171646986194),
    (0, 0.028072693049087428, 1.0609850577107909))
  /// Linear-light sRGB to the cone responses of Oklab.
  private static let cones = ColorMatrix(
    (0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005))
  /// Roots of cone responses to Oklab.
  private static let opponents = ColorMatrix(
    (0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660))
}

/// A 3 by 3 matrix, by rows.
private struct ColorMatrix {
  private let rows: (ColorSyntax.Components, ColorSyntax.Components, ColorSyntax.Components)

  init(_ a: ColorSyntax.Components, _ b: ColorSyntax.Components, _ c: ColorSyntax.Components) {
    rows = (a, b, c)
  }

  func times(_ color: ColorSyntax.Components) -> ColorSyntax.Components {
    func product(_ row: ColorSyntax.Components) -> Double {
      row.0 * color.0 + row.1 * color.1 + row.2 * color.2
    }
    return (product(rows.0), product(rows.1), product(rows.2))
  }

  var inverse: ColorMatrix {
    func cross(_ a: ColorSyntax.Components, _ b: ColorSyntax.Components) -> ColorSyntax.Components {
      (a.1 * b.2 - a.2 * b.1, a.2 * b.0 - a.0 * b.2, a.0 * b.1 - a.1 * b.0)
    }
    let (x, y, z) = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let scale = 1 / (rows.0.0 * x.0 + rows.0.1 * x.1 + rows.0.2 * x.2)
    return ColorMatrix(
      (x.0 * scale, y.0 * scale, z.0 * scale), (x.1 * scale, y.1 * scale, z.1 * scale),
      (x.2 * scale, y.2 * scale, z.2 * scale))
  }
}
