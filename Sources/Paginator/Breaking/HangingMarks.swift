/// The punctuation marks that `hanging-punctuation` lets hang outside a line.
enum HangingMarks {
  static let stops: Set<UInt16> = [
    0x2C, 0x2E, 0x60C, 0x6D4, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFE50, 0xFE51, 0xFE52, 0xFF61,
    0xFF64,
  ]
  static let closing: Set<UInt16> = [0x22, 0x27, 0x2019, 0x201D, 0xBB, 0x203A, 0x29, 0x5D]
  static let opening: Set<UInt16> = [
    0x22, 0x27, 0x2018, 0x201A, 0x201C, 0x201E, 0xAB, 0x2039, 0x28, 0x5B,
  ]

  static func endWidth(of segment: Segment, _ text: AttributedText, _ shaper: ParagraphShaper)
    -> Int?
  {
    width(of: segment, at: Int(segment.length) - 1, in: stops, text, shaper)
  }

  static func lastWidth(of segment: Segment, _ text: AttributedText, _ shaper: ParagraphShaper)
    -> Int?
  {
    width(of: segment, at: Int(segment.length) - 1, in: closing, text, shaper)
  }

  static func firstWidth(of segment: Segment, _ text: AttributedText, _ shaper: ParagraphShaper)
    -> Int?
  {
    width(of: segment, at: 0, in: opening, text, shaper)
  }

  private static func width(
    of segment: Segment, at index: Int, in marks: Set<UInt16>, _ text: AttributedText,
    _ shaper: ParagraphShaper
  ) -> Int? {
    guard index >= 0, index < Int(segment.length),
      marks.contains(text.units[Int(segment.start) + index])
    else { return nil }
    return shaper.prefixWidth(of: segment, upTo: index + 1)
      - shaper.prefixWidth(of: segment, upTo: index)
  }
}
