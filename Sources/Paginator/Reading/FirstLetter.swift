/// The text that `::first-letter` selects (CSS Pseudo-Elements 4, section 2.2): a letter with its
/// marks and the punctuation before and after it.
enum FirstLetter {
  /// The end of the first letter, with the punctuation around it (CSS Pseudo-Elements 4, section
  /// 2.2).
  /// - Parameters:
  ///   - limit: where the element of the first character ends; nil for the text's end.
  ///   - language: a BCP 47 tag. In Dutch, ij is one letter.
  /// - Returns: `start` if no letter follows.
  static func end(
    in units: [UInt16], from start: Int, upTo limit: Int? = nil, language: String? = nil
  ) -> Int {
    let limit = limit ?? units.count
    let (letter, punctuationEnd) = passPunctuation(units, start..<limit)
    // So much punctuation, in so many elements, is all that is selected.
    if letter == limit, limit < units.count { return punctuationEnd }
    guard letter < limit, units[letter] != 0xFFFC, units[letter] > 0x20 else { return start }
    // A letter is a grapheme cluster: in Devanagari, vowel signs belong to it.
    let ahead = String(
      decoding: units[letter..<min(limit, letter + longestCluster)], as: UTF16.self)
    var end = letter + (ahead.first?.utf16.count ?? 1)
    let isDutch = language.map(LanguageTag.primary) == "nl"
    if isDutch, end < limit, units[letter] | 0x20 == 0x69, units[end] | 0x20 == 0x6A { end += 1 }
    while end < limit {
      let scalar = scalar(in: units, at: end, upTo: limit)
      guard isMark(scalar) || isPunctuation(scalar) else { break }
      end += scalar.utf16.count
    }
    return min(end, limit)
  }

  /// A bound for hostile input.
  private static let longestCluster = 64

  /// Whether a range has no letter, only punctuation with marks and spaces.
  static func isOnlyPunctuation(_ units: [UInt16], _ range: Range<Int>) -> Bool {
    passPunctuation(units, range).letter == range.upperBound
  }

  /// Where the letter is, and where the punctuation in front of it ends. There may be marks and
  /// spaces in it.
  private static func passPunctuation(
    _ units: [UInt16], _ range: Range<Int>
  ) -> (letter: Int, end: Int) {
    var letter = range.lowerBound
    var end = letter
    while letter < range.upperBound {
      let scalar = scalar(in: units, at: letter, upTo: range.upperBound)
      let isInside = letter > range.lowerBound
      if isPunctuation(scalar) || isDash(scalar) || isInside && isMark(scalar) {
        letter += scalar.utf16.count
        end = letter
      } else if isInside, isSeparator(scalar) {
        letter += scalar.utf16.count
      } else {
        break
      }
    }
    return (letter, end)
  }

  /// The character at a place; U+FFFD for half of one.
  private static func scalar(in units: [UInt16], at index: Int, upTo limit: Int) -> Unicode.Scalar {
    let (scalar, _) = units.withUnsafeBufferPointer {
      UTF16Scalars.scalar(UnsafeBufferPointer(rebasing: $0[..<limit]), at: index)
    }
    return Unicode.Scalar(scalar) ?? "\u{FFFD}"
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .dashPunctuation || category == .connectorPunctuation
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0x3000 && isPassed(scalar)
  }

  /// Whether a unit may stand before the first letter: a space (category Zs), a preserved tab, or a format
  /// character (Cf), such as a zero width space or the control of an isolate.
  static func isPassed(_ unit: UInt16) -> Bool { Unicode.Scalar(unit).map(isPassed) ?? false }

  private static func isPassed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .format: true
    default: scalar.value == 0x09
    }
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
  }
}
