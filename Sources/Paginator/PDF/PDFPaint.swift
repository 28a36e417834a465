internal import Digests

/// How the colors of content are written.
enum PDFColors: Sendable {
  /// As RGB.
  case rgb
  /// As inks where a color has them, for a printing condition in CMYK. Black is black ink alone.
  case cmyk
  /// Spot inks as such and other colors as RGB, for a printing condition in RGB or gray.
  case spots
}

/// What the colors of a page need in its resources.
struct PDFPaint: Sendable {
  let colors: PDFColors
  /// The alpha values of translucent content; each is a graphics state such as "/A128".
  private(set) var opacities: Set<UInt8> = []
  /// The names of the spot inks, with the inks that replace them.
  private(set) var spots: [String: Ink] = [:]
  /// The names of spot inks with several replacements.
  private(set) var ambiguousSpots: Set<String> = []

  init(_ colors: PDFColors) { self.colors = colors }

  /// Records that a group has an opacity.
  mutating func use(opacity: UInt8) { opacities.insert(opacity) }

  /// Records that a color is used.
  mutating func use(_ color: Color) {
    if color.alpha < 255 { opacities.insert(color.alpha) }
    guard colors != .rgb, let ink = color.ink, let name = ink.spot else { return }
    guard let known = spots[name] else { return spots[name] = ink }
    if !known.hasSameReplacement(as: ink) { ambiguousSpots.insert(name) }
  }

  /// The name of a spot ink's color space in resources. It depends on nothing but the ink's name:
  /// chapters are drawn independently.
  static func resource(_ spot: String) -> String {
    "S" + hexDigits(SHA256.hash(Array(spot.utf8)).prefix(8))
  }
}

/// Colors as operators (ISO 32000-1, section 8.6.8).
extension PDFBytes {
  /// - Parameter overprints: whether black ink leaves what is below it (ISO 15930-7), as black text
  ///   does.
  mutating func writeFill(_ color: Color, _ colors: PDFColors, overprints: Bool = false) {
    if overprints, colors == .cmyk, color.isBlackInk { write("/OP gs ") }
    write(color, colors, isFill: true)
  }

  mutating func writeStroke(_ color: Color, _ colors: PDFColors) {
    write(color, colors, isFill: false)
  }

  private mutating func write(_ color: Color, _ colors: PDFColors, isFill: Bool) {
    if colors != .rgb, let ink = color.ink, let spot = ink.spot {
      let name = PDFPaint.resource(spot)
      write(isFill ? "/\(name) cs " : "/\(name) CS ")
      write(Double(ink.tint) / 1000, decimals: 3)
      return write(isFill ? "scn\n" : "SCN\n")
    }
    if colors == .cmyk, let components = color.processInks {
      for value in components { write(Double(value) / 1000, decimals: 3) }
      return write(isFill ? "k\n" : "K\n")
    }
    for component in color.isGray ? [color.red] : [color.red, color.green, color.blue] {
      write(Double(component) / 255, decimals: 4)
    }
    switch (color.isGray, isFill) {
    case (true, true): write("g\n")
    case (true, false): write("G\n")
    case (false, true): write("rg\n")
    case (false, false): write("RG\n")
    }
  }
}

extension Color {
  /// Cyan, magenta, yellow and black, in thousandths, for a color that is given in inks, and for
  /// black. Nil for other colors.
  fileprivate var processInks: [UInt16]? {
    if let ink { return [ink.cyan, ink.magenta, ink.yellow, ink.black] }
    return isGray && red == 0 ? [0, 0, 0, 1000] : nil
  }

  fileprivate var isBlackInk: Bool { ink?.spot == nil && processInks == [0, 0, 0, 1000] }
  fileprivate var isGray: Bool { red == green && green == blue }
}
