/// Writes the parts of a `TJ` array (ISO 32000-1, section 9.4.3) into reserved memory.
struct GlyphBytes {
  /// The most bytes of a glyph: the end of the string before it, a space, an adjustment, the beginning of
  /// its string, and two escaped bytes. Digits are written in steps of eight.
  static let most = 40

  private(set) var end: UnsafeMutablePointer<UInt8>
  /// Whether a string is open.
  private(set) var isInString: Bool
  /// Whether the array ends with an adjustment.
  private(set) var isAfterNumber: Bool

  @inline(__always)
  init(_ start: UnsafeMutablePointer<UInt8>, isInString: Bool, isAfterNumber: Bool) {
    end = start
    self.isInString = isInString
    self.isAfterNumber = isAfterNumber
  }

  /// Writes a glyph number as two bytes of a literal string (section 7.3.4.2), half as long as in
  /// hexadecimal.
  @inline(__always)
  mutating func write(glyph: UInt16, mayNeedEscape: Bool) {
    if !isInString { write(0x28) }
    if mayNeedEscape {
      writeLiteral(UInt8(truncatingIfNeeded: glyph >> 8))
      writeLiteral(UInt8(truncatingIfNeeded: glyph))
    } else {
      UnsafeMutableRawPointer(end).storeBytes(of: glyph.bigEndian, as: UInt16.self)
      end += 2
    }
    isInString = true
    isAfterNumber = false
  }

  /// Whether a byte of a glyph's number needs an escape in a literal string.
  static func needsEscape(_ glyph: UInt16) -> Bool {
    [UInt8(truncatingIfNeeded: glyph >> 8), UInt8(truncatingIfNeeded: glyph)].contains {
      [0x28, 0x29, 0x5C, 0x0D].contains($0)
    }
  }

  /// Writes a number, with one decimal if it is needed.
  @inline(__always)
  mutating func write(adjustment tenths: Int) {
    if isAfterNumber { write(0x20) }
    if isInString { write(0x29) }
    if tenths < 0 { write(0x2D) }
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if whole > 0 || tenth == 0 { end = DecimalDigits.write(digitsOf: whole, to: end) }
    if tenth > 0 {
      write(0x2E)
      write(0x30 + UInt8(tenth))
    }
    isInString = false
    isAfterNumber = true
  }

  @inline(__always)
  private mutating func writeLiteral(_ byte: UInt8) {
    switch byte {
    case 0x28, 0x29, 0x5C:
      write(0x5C)
      write(byte)
    // An unescaped carriage return would be read as a line feed.
    case 0x0D:
      write(0x5C)
      write(0x72)
    default: write(byte)
    }
  }

  @inline(__always)
  private mutating func write(_ byte: UInt8) {
    end.pointee = byte
    end += 1
  }
}
