/// The penalties of inserted hyphens.
extension CandidateBuilder {
  /// The penalty of a hyphen inserted in a word.
  @inline(__always)
  func hyphenPenalty(at offset: Int32, in segment: Segment) -> Int32 {
    var penalty = parameters.hyphenPenalty
    if isShortPart(segment.start..<offset), isShortPart(offset..<segment.end) {
      penalty += parameters.shortPartsPenalty
    }
    if !capitalizesNouns, hasCapital(segment) { penalty += parameters.capitalHyphenPenalty }
    return Int32(clamping: penalty)
  }

  /// Whether a part of a word has at most three letters.
  @inline(__always)
  private func isShortPart(_ range: Range<Int32>) -> Bool {
    // A part with quotation marks and stops around it is hardly longer.
    if range.count > 8 { return false }
    var letters = 0
    for offset in range where units[Int(offset)].isLetter { letters += 1 }
    return letters <= 3
  }

  /// Whether the first letter of a word is a capital.
  @inline(__always)
  private func hasCapital(_ segment: Segment) -> Bool {
    for offset in segment.start..<segment.end {
      let unit = units[Int(offset)]
      if unit.isLetter { return Self.isCapital(unit) }
    }
    return false
  }

  private static func isCapital(_ unit: UInt16) -> Bool {
    if unit < 0x80 { return unit < 0x61 }
    return Unicode.Scalar(unit)?.properties.isUppercase ?? false
  }

  /// German and Luxembourgish capitalize every noun, so that a capital tells nothing.
  static func capitalizesNouns(in language: String) -> Bool {
    ["de", "lb", "nds", "gsw"].contains(LanguageTag.primary(language))
  }
}
