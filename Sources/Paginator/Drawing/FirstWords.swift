/// The first words of a text, with one space between them.
enum FirstWords {
  static func text(of units: [UInt16], count: Int) -> String {
    if units.allSatisfy(isCharacter) { return plainText(of: units, count: count) }
    let words = String(decoding: units, as: UTF16.self)
      .split(maxSplits: count) { $0.isWhitespace || $0 == "\u{FFFC}" || $0 == "\u{2028}" }
    return words.prefix(count).joined(separator: " ")
  }

  /// Whether a unit is always a character by itself. Graphemes need not be found in such text, which takes much
  /// longer than all else.
  private static func isCharacter(_ unit: UInt16) -> Bool {
    unit < 0x300 || 0x2010...0x2027 ~= unit
  }

  /// The same for units that are characters.
  private static func plainText(of units: [UInt16], count: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.count * 3)
    var (found, isInWord) = (0, false)
    for unit in units {
      if isSpace(unit) {
        isInWord = false
        if found == count { break }
        continue
      }
      if !isInWord {
        if found > 0 { bytes.append(0x20) }
        found += 1
        isInWord = true
      }
      append(unit, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x20, 0x85, 0xA0: true
    default: false
    }
  }

  private static func append(_ unit: UInt16, to bytes: inout [UInt8]) {
    if unit < 0x80 { return bytes.append(UInt8(unit)) }
    if unit < 0x800 {
      bytes.append(0xC0 | UInt8(unit >> 6))
    } else {
      bytes.append(0xE0 | UInt8(unit >> 12))
      bytes.append(0x80 | UInt8(unit >> 6 & 0x3F))
    }
    bytes.append(0x80 | UInt8(unit & 0x3F))
  }
}
