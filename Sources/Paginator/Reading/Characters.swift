/// The text that `::first-letter` selects (CSS Pseudo-Elements 4, section 2.2): a letter with its
/// marks and the punctuation before and after it.
enum FirstLetter {
  /// - Returns: `start` if no letter follows.
  static func end(in units: [UInt16], from start: Int) -> Int {
    var end = start
    while end < units.count, isPunctuation(units[end]) { end += 1 }
    guard end < units.count, units[end] != 0xFFFC, units[end] > 0x20 else { return start }
    end += UTF16.isLeadSurrogate(units[end]) ? 2 : 1
    while end < units.count, isMark(units[end]) || isPunctuation(units[end]) { end += 1 }
    return min(end, units.count)
  }

  private static func isPunctuation(_ unit: UInt16) -> Bool {
    switch Unicode.Scalar(unit)?.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation:
      true
    default: false
    }
  }

  private static func isMark(_ unit: UInt16) -> Bool {
    Unicode.Scalar(unit)?.properties.generalCategory == .nonspacingMark
  }
}

/// East Asian characters between which a source line break is removed.
enum WideCharacters {
  static func joins(_ unit: UInt16) -> Bool {
    // Korean has spaces between words; the other wide scripts do not.
    switch unit {
    case 0x2E80...0x303F, 0x3041...0x30FF, 0x3105...0x312F, 0x3190...0x31FF, 0x3220...0x324F,
      0x3280...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF01...0xFF60, 0xFF61...0xFF9F:
      true
    default: false
    }
  }
}
