internal import CUnicode

/// The findings for characters that a text's fonts lack.
extension FontLibrary {
  /// The finding for a character that no face of its request has.
  static func finding(ofFallback face: FontFace?, for scalar: UInt32) -> Finding {
    guard let face else { return missing(scalar) }
    if let letters = letters(with: scalar) {
      return Finding(
        .fontFallback,
        "\(letters) are not in the text's fonts: they are set in \"\(face.family) \(face.style)\""
      )
    }
    return Finding(
      .fontFallback,
      "\(name(of: scalar)) is not in the text's fonts: it is set in \"\(face.family)\"")
  }

  /// The letters that a character stands for in a finding; nil if the finding names the character.
  private static func letters(with scalar: UInt32) -> String? {
    // Text in Vietnamese has all of them.
    if 0x1EA0...0x1EF9 ~= scalar { return "letters of Vietnamese" }
    return script(of: scalar).map { "letters of the script \($0)" }
  }

  /// The ISO 15924 tag of a character's script, if books in Latin letters have few characters of it: a
  /// finding for each would hide all others.
  private static func script(of scalar: UInt32) -> String? {
    // The marks of Chinese and Japanese text.
    if 0x3000...0x303F ~= scalar || 0xFF01...0xFF64 ~= scalar { return "Hani" }
    let tag = unicode_script(Int32(bitPattern: scalar))
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> UInt32($0)) }
    let name = String(decoding: bytes, as: UTF8.self)
    return ["Latn", "Zyyy", "Zinh", "Zzzz"].contains(name) ? nil : name
  }

  /// The finding for a character that is set in a face other than the first of its list.
  static func finding(
    ofStandIn face: FontFace, for scalar: UInt32, insteadOf first: FontFace
  ) -> Finding {
    if let letters = letters(with: scalar) {
      return Finding(
        .fontFallback,
        "\(letters) are not in \"\(first.family) \(first.style)\": they are set in \"\(face.family) \(face.style)\""
      )
    }
    return Finding(
      .fontFallback,
      "\(name(of: scalar)) is not in \"\(first.family) \(first.style)\": it is set in \"\(face.family) \(face.style)\""
    )
  }

  private static func missing(_ scalar: UInt32) -> Finding {
    var finding = Finding(.missingGlyph, "no font has \(name(of: scalar))")
    finding.subject = script(of: scalar)
    return finding
  }

  private static func name(of scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
