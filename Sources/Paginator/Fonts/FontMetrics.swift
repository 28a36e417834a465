/// A face's vertical measures in font units, y up.
///
/// Policy: OS/2 typographic values if the face sets USE_TYPO_METRICS (OS/2 fsSelection bit 7), else
/// hhea; if that is missing or zero, OS/2 typographic values, or usWin if these are zero. Browsers
/// on Linux do the same, so line heights agree with theirs.
public struct FontMetrics: Hashable, Sendable {
  /// The number of font units in an em (`head`).
  public var unitsPerEm: Int
  /// The height of a line above its baseline.
  public var ascent: Int
  /// The depth of a line below its baseline; positive.
  public var descent: Int
  /// The space between the descent of a line and the ascent of the next.
  public var lineGap: Int
  /// The height of small letters without ascenders (OS/2 `sxHeight`).
  public var xHeight: Int
  /// The height of capitals (OS/2 `sCapHeight`).
  public var capHeight: Int
  /// How far the middle of an underline is above the baseline; negative below it (`post`).
  public var underlinePosition: Int
  /// The height of the stroke of an underline (`post`).
  public var underlineThickness: Int
  /// How far the middle of a line through the text is above the baseline (OS/2).
  public var strikeoutPosition: Int
  /// The height of the stroke of a line through the text (OS/2).
  public var strikeoutThickness: Int
}

/// Reads big-endian numbers from a font table; past the end they are zero.
struct FontTable {
  let bytes: UnsafeRawBufferPointer

  func uint16(_ offset: Int) -> Int {
    guard offset + 2 <= bytes.count else { return 0 }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
  func int16(_ offset: Int) -> Int {
    let value = uint16(offset)
    return value >= 0x8000 ? value - 0x10000 : value
  }
  func fixed(_ offset: Int) -> Double { Double(int16(offset)) + Double(uint16(offset + 2)) / 65536 }
  var isEmpty: Bool { bytes.count == 0 }
}

extension FontMetrics {
  init(unitsPerEm: Int, os2: FontTable, hhea: FontTable, post: FontTable) {
    self.unitsPerEm = unitsPerEm
    let usesTypo = !os2.isEmpty && os2.uint16(62) & 0x80 != 0
    if usesTypo || hhea.isEmpty || (hhea.int16(4) == 0 && hhea.int16(6) == 0) {
      let useWin = !usesTypo && os2.int16(68) == 0 && os2.int16(70) == 0
      ascent = useWin ? os2.uint16(74) : os2.int16(68)
      descent = useWin ? os2.uint16(76) : -os2.int16(70)
      lineGap = useWin ? 0 : os2.int16(72)
    } else {
      ascent = hhea.int16(4)
      descent = -hhea.int16(6)
      lineGap = hhea.int16(8)
    }
    let hasHeights = os2.uint16(0) >= 2
    xHeight = hasHeights && os2.int16(86) > 0 ? os2.int16(86) : unitsPerEm / 2
    capHeight = hasHeights && os2.int16(88) > 0 ? os2.int16(88) : unitsPerEm * 7 / 10
    underlinePosition = post.isEmpty ? -unitsPerEm / 10 : post.int16(8)
    underlineThickness = post.int16(10) > 0 ? post.int16(10) : unitsPerEm / 20
    strikeoutPosition = os2.int16(28) > 0 ? os2.int16(28) : xHeight / 2
    strikeoutThickness = os2.int16(26) > 0 ? os2.int16(26) : underlineThickness
  }
}
