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
    let units = units[Int(paragraph.start)..<Int(end)]
    // In most texts no character has these bits: many units are looked at in one step.
    guard units.reduce(0, |) >= 0x2E80 else { return false }
    let wide = units.count { $0 >= 0x2E80 && WideCharacters.joins($0) }
    return wide * 3 > Int(end - paragraph.start)
  }
}

extension UInt16 {
  /// Whether a UTF-16 unit is one of "0" to "9".
  var isDigit: Bool { 0x30...0x39 ~= self }

  /// Whether a UTF-16 unit may be in a name in code: a letter, a digit or an underscore.
  var isOfName: Bool { isLetter || isDigit || self == 0x5F }

  /// Whether a UTF-16 unit is a hyphen of the text, after which a line may end.
  var isHyphen: Bool { self == 0x2D || self == 0x2010 }

  /// Whether a UTF-16 unit is a space between words, a tab, or the end of a line in a paragraph.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0xA0 || self == 0x2028 }

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

extension StringProtocol {
  /// Whether text is a number or a sign and no word, as the call of a note usually is: "12", "[a]", "xviii", "*".
  var isSign: Bool {
    if contains(where: \.isNumber) { return true }
    let letters = filter(\.isLetter)
    return letters.count < 4 || letters.allSatisfy { "ivxlcdmIVXLCDM".contains($0) }
  }
}
