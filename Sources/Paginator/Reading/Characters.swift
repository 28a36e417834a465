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

extension AttributedText {
  /// Whether much of a paragraph is of a script that has no spaces between words and is justified
  /// between its characters. Its first characters are looked at.
  func isIdeographic(_ paragraph: Paragraph) -> Bool {
    let end = min(paragraph.end, paragraph.start + 256)
    guard paragraph.start < end else { return false }
    let wide = units[Int(paragraph.start)..<Int(end)].count {
      $0 >= 0x2E80 && WideCharacters.joins($0)
    }
    return wide * 3 > Int(end - paragraph.start)
  }
}

extension UInt16 {
  /// Whether a UTF-16 unit is a hyphen of the text, after which a line may end.
  var isHyphen: Bool { self == 0x2D || self == 0x2010 }

  /// Whether a UTF-16 unit is a letter by itself (Unicode's property Alphabetic).
  var isLetter: Bool {
    if self < 0x80 { return (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    return Unicode.Scalar(self)?.properties.isAlphabetic ?? false
  }

  /// Whether a UTF-16 unit only controls direction (UAX #9, section 2).
  var isDirectionalControl: Bool {
    switch self {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
