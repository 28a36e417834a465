/// The mathematical alphabets of Unicode (MathML Core, appendix A; UTR #25, section 2.2).
public enum MathVariant: Int, Codable, Sendable, CaseIterable {
  /// Italic. The cases are in the order of MathML Core's table; their numbers are in archives.
  case italic = 1
  /// Alphabets with serifs or of their own.
  case bold, boldItalic, doubleStruck, boldFraktur, script, boldScript, fraktur, sansSerif
  /// Alphabets without serifs.
  case boldSansSerif, sansSerifItalic, sansSerifBoldItalic, monospace
  /// Arabic alphabets.
  case initial, tailed, looped, stretched

  /// The value of `mathvariant`, and of `text-transform` after `math-`.
  public var name: String {
    switch self {
    case .italic: "italic"
    case .bold: "bold"
    case .boldItalic: "bold-italic"
    case .doubleStruck: "double-struck"
    case .boldFraktur: "bold-fraktur"
    case .script: "script"
    case .boldScript: "bold-script"
    case .fraktur: "fraktur"
    case .sansSerif: "sans-serif"
    case .boldSansSerif: "bold-sans-serif"
    case .sansSerifItalic: "sans-serif-italic"
    case .sansSerifBoldItalic: "sans-serif-bold-italic"
    case .monospace: "monospace"
    case .initial: "initial"
    case .tailed: "tailed"
    case .looped: "looped"
    case .stretched: "stretched"
    }
  }

  /// The form of a character in this alphabet; the character itself if the alphabet has none.
  public func form(of scalar: UInt32) -> UInt32 {
    if let exception = Self.exceptions[self]?[scalar] { return exception }
    let found =
      switch scalar {
      case 0x41...0x5A: latin.map { $0 + scalar - 0x41 }
      case 0x61...0x7A: latin.map { $0 + 26 + scalar - 0x61 }
      case 0x30...0x39: digits.map { $0 + scalar - 0x30 }
      case 0x131 where self == .italic: UInt32(0x1D6A4)
      case 0x237 where self == .italic: UInt32(0x1D6A5)
      case 0x391...0x3A9: greek.map { $0 + scalar - 0x391 }
      case 0x3F4: greek.map { $0 + 17 }
      case 0x2207: greek.map { $0 + 25 }
      case 0x3B1...0x3C9: greek.map { $0 + 26 + scalar - 0x3B1 }
      case 0x2202, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6:
        greek.map { $0 + 51 + Self.symbol(scalar) }
      case 0x3DC where self == .bold: UInt32(0x1D7CA)
      case 0x3DD where self == .bold: UInt32(0x1D7CB)
      default: arabicForm(of: scalar)
      }
    guard let found, let value = Unicode.Scalar(found),
      value.properties.generalCategory != .unassigned
    else { return scalar }
    return found
  }

  private static func symbol(_ scalar: UInt32) -> UInt32 {
    UInt32([0x2202, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6].firstIndex(of: scalar) ?? 0)
  }

  /// The code point of the capital A; small letters follow the capitals.
  private var latin: UInt32? {
    switch self {
    case .bold: 0x1D400
    case .italic: 0x1D434
    case .boldItalic: 0x1D468
    case .script: 0x1D49C
    case .boldScript: 0x1D4D0
    case .fraktur: 0x1D504
    case .doubleStruck: 0x1D538
    case .boldFraktur: 0x1D56C
    case .sansSerif: 0x1D5A0
    case .boldSansSerif: 0x1D5D4
    case .sansSerifItalic: 0x1D608
    case .sansSerifBoldItalic: 0x1D63C
    case .monospace: 0x1D670
    case .initial, .tailed, .looped, .stretched: nil
    }
  }

  /// The code point of the capital alpha.
  private var greek: UInt32? {
    switch self {
    case .bold: 0x1D6A8
    case .italic: 0x1D6E2
    case .boldItalic: 0x1D71C
    case .boldSansSerif: 0x1D756
    case .sansSerifBoldItalic: 0x1D790
    default: nil
    }
  }

  private var digits: UInt32? {
    switch self {
    case .bold: 0x1D7CE
    case .doubleStruck: 0x1D7D8
    case .sansSerif: 0x1D7E2
    case .boldSansSerif: 0x1D7EC
    case .monospace: 0x1D7F6
    default: nil
    }
  }

  /// Letters that were in Unicode before these alphabets, at other code points.
  private static let exceptions: [MathVariant: [UInt32: UInt32]] = [
    .italic: [0x68: 0x210E],
    .script: [
      0x42: 0x212C, 0x45: 0x2130, 0x46: 0x2131, 0x48: 0x210B, 0x49: 0x2110, 0x4C: 0x2112,
      0x4D: 0x2133, 0x52: 0x211B, 0x65: 0x212F, 0x67: 0x210A, 0x6F: 0x2134,
    ],
    .fraktur: [0x43: 0x212D, 0x48: 0x210C, 0x49: 0x2111, 0x52: 0x211C, 0x5A: 0x2128],
    .doubleStruck: [
      0x43: 0x2102, 0x48: 0x210D, 0x4E: 0x2115, 0x50: 0x2119, 0x51: 0x211A, 0x52: 0x211D,
      0x5A: 0x2124,
    ],
  ]

  /// Letters in the order of the block Arabic Mathematical Alphabetic Symbols.
  private static let arabic: [UInt32] = [
    0x627, 0x628, 0x62C, 0x62F, 0x647, 0x648, 0x632, 0x62D, 0x637, 0x64A, 0x643, 0x644, 0x645,
    0x646, 0x633, 0x639, 0x641, 0x635, 0x642, 0x631, 0x634, 0x62A, 0x62B, 0x62E, 0x630, 0x636,
    0x638, 0x63A, 0x66E, 0x6BA, 0x6A1, 0x66F,
  ]

  private func arabicForm(of scalar: UInt32) -> UInt32? {
    let offset: UInt32
    switch self {
    case .initial: offset = 0x20
    case .tailed: offset = 0x40
    case .stretched: offset = 0x60
    case .looped: offset = 0x80
    case .doubleStruck: offset = 0xA0
    default: return nil
    }
    return Self.arabic.firstIndex(of: scalar).map { 0x1EE00 + offset + UInt32($0) }
  }
}
