/// How the division of a word changes its spelling.
struct Respelling: Equatable {
  /// How many UTF-16 units before the break are not shown ("omaatje" becomes "oma-tje").
  var dropped = 0
  /// Shown before the hyphen ("asszony" becomes "asz-szony").
  var added: [UInt16] = []
  /// Shown at the beginning of the next line: the hyphen of a compound ("biało-" and "-czerwony").
  var repeated: [UInt16] = []
  /// Letters without marks, shown in place of as many units after the break ("reëel" becomes "re-eel").
  var begins: [UInt16] = []

  /// The repeated hyphen of a compound that is divided after its own hyphen; nil where there is no hyphen
  /// between letters.
  static func repeatedHyphen(
    in units: UnsafeBufferPointer<UInt16>, at offset: Int
  ) -> Respelling? {
    guard offset > 1, offset < units.count, units[offset - 1].isHyphen, units[offset - 2].isLetter,
      units[offset].isLetter
    else { return nil }
    return Respelling(repeated: [units[offset - 1]])
  }
}

extension Respelling {
  /// The change that a dictionary describes in lower-case letters, and the break's offset in the word's
  /// characters; nil for a break that keeps the spelling, and for one that changes letters after it otherwise than
  /// by the loss of their marks.
  static func change(
    by point: HyphenationDictionary.Point, in word: Slice<UnsafeBufferPointer<UInt16>>
  ) -> (offset: Int, respelling: Respelling)? {
    guard let replacement = point.replacement else { return nil }
    let parts = replacement.split(separator: "=", omittingEmptySubsequences: false)
      .map { Array($0.utf16) }
    let units = Array(word)
    let range = point.replaced
    guard parts.count == 2, range.upperBound <= units.count else { return nil }
    let lower = Array(String(decoding: units, as: UTF16.self).lowercased().utf16)
    // "aat" becomes "a=t", and "eë" becomes "e=e": as many characters as after the sign begin the next line.
    let offset = range.isEmpty ? point.offset : range.upperBound - parts[1].count
    guard lower.count == units.count, (2..<units.count).contains(offset),
      offset >= range.lowerBound, !range.isEmpty || parts[1].isEmpty
    else { return nil }
    let own = lower[range.lowerBound..<offset]
    let common = zip(own, parts[0]).prefix { $0 == $1 }.count
    let rest = lower[offset..<max(offset, range.upperBound)]
    let losesMarks = rest != parts[1][...]
    guard !losesMarks || zip(rest, parts[1]).allSatisfy({ $0 == $1 || $0 > 0x7F && $1 < 0x7F })
    else { return nil }
    return (
      offset,
      Respelling(
        dropped: own.count - common,
        added: cased(parts[0][common...], like: units[offset - 1], lower[offset - 1]),
        begins: losesMarks ? cased(parts[1][...], like: units[offset], lower[offset]) : [])
    )
  }

  /// Letters of a dictionary in the case of a letter of the word: a word in capitals gets capitals.
  private static func cased(
    _ letters: ArraySlice<UInt16>, like unit: UInt16, _ lower: UInt16
  ) -> [UInt16] {
    let text = String(decoding: letters, as: UTF16.self)
    return Array((unit != lower ? text.uppercased() : text).utf16)
  }
}

extension Hyphenator {
  /// How a break in a word changes its spelling.
  /// - Parameter offset: in the text.
  func respelling(
    at offset: Int32, of word: Segment, in shaper: ParagraphShaper
  ) -> Respelling {
    let traits = shaper.traits[Int(word.style)]
    guard traits.language >= 0 else { return Respelling() }
    return shaper.text.units.withUnsafeBufferPointer { units in
      respelling(
        of: UnsafeBufferPointer(rebasing: units[Int(word.start)..<Int(word.end)]),
        at: Int(offset - word.start), language: shaper.languages[traits.language],
        limits: traits.limits)
    }
  }
}
