/// The punctuation marks that `hanging-punctuation` lets hang outside a line.
enum HangingMarks {
  static let stops: Set<UInt16> = [
    0x2C, 0x2E, 0x60C, 0x6D4, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFE50, 0xFE51, 0xFE52, 0xFF61,
    0xFF64,
  ]

  private static func isClosing(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x22, 0x27, 0x2019, 0x201D, 0xBB, 0x203A: true
    default: Unicode.Scalar(unit)?.properties.generalCategory == .closePunctuation
    }
  }

  private static func isOpening(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x22, 0x27, 0x2018, 0x201A, 0x201C, 0x201E, 0xAB, 0x2039: true
    default: Unicode.Scalar(unit)?.properties.generalCategory == .openPunctuation
    }
  }

  static func endWidth(of segment: Segment, _ text: AttributedText, _ shaper: ParagraphShaper)
    -> Int?
  {
    width(of: segment, at: Int(segment.length) - 1, where: stops.contains, text, shaper)
  }

  static func lastWidth(of segment: Segment, _ text: AttributedText, _ shaper: ParagraphShaper)
    -> Int?
  {
    width(of: segment, at: Int(segment.length) - 1, where: isClosing, text, shaper)
  }

  static func firstWidth(of segment: Segment, _ text: AttributedText, _ shaper: ParagraphShaper)
    -> Int?
  {
    width(of: segment, at: 0, where: isOpening, text, shaper)
  }

  private static func width(
    of segment: Segment, at index: Int, where isMark: (UInt16) -> Bool, _ text: AttributedText,
    _ shaper: ParagraphShaper
  ) -> Int? {
    guard index >= 0, index < Int(segment.length),
      isMark(text.units[Int(segment.start) + index])
    else { return nil }
    return shaper.prefixWidth(of: segment, upTo: index + 1)
      - shaper.prefixWidth(of: segment, upTo: index)
  }
}
