/// Finds where words may be divided, and remembers it per word. One per worker.
public final class Hyphenator {
  private let library: HyphenationLibrary
  private var points: [Key: [UInt16]] = [:]
  private var current: (tag: String, dictionary: HyphenationDictionary?)?
  /// Languages that were asked for and have no dictionary.
  public private(set) var missingLanguages: Set<String> = []

  private struct Key: Hashable {
    let word: Int32
    let limits: Int32
  }

  public init(library: HyphenationLibrary) { self.library = library }

  func dictionary(for tag: String) -> HyphenationDictionary? {
    if let current, current.tag == tag { return current.dictionary }
    let found = library.dictionary(for: tag)
    if found == nil { missingLanguages.insert(tag) }
    current = (tag, found)
    return found
  }

  /// The offsets in a shaped word, UTF-16, where it may be divided.
  ///
  /// - Parameter word: the word's index in its shaper; equal words have equal indices.
  func points(
    word: Int32, units: UnsafeBufferPointer<UInt16>, dictionary: HyphenationDictionary,
    limits: HyphenationLimits
  ) -> [UInt16] {
    let key = Key(
      word: word, limits: Int32(limits.word << 16 | limits.before << 8 | limits.after))
    if let known = points[key] { return known }
    let found = Self.find(units, dictionary, limits)
    points[key] = found
    return found
  }

  /// Divides each stretch of letters of the token by itself; apostrophes belong to the word.
  private static func find(
    _ units: UnsafeBufferPointer<UInt16>, _ dictionary: HyphenationDictionary,
    _ limits: HyphenationLimits
  ) -> [UInt16] {
    var result: [UInt16] = []
    var index = 0
    while index < units.count {
      guard isLetter(units[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < units.count, isLetter(units[index]) { index += 1 }
      guard index - start >= limits.word else { continue }
      let word = String(decoding: units[start..<index], as: UTF16.self)
      guard !word.unicodeScalars.contains("\u{AD}") else { continue }
      let points = dictionary.points(in: word, before: limits.before, after: limits.after)
      for point in points where point.replacement == nil {
        let isFarEnough =
          point.offset >= limits.before && index - start - point.offset >= limits.after
        if isFarEnough { result.append(UInt16(start + point.offset)) }
      }
    }
    return result
  }

  private static func isLetter(_ unit: UInt16) -> Bool {
    if unit < 0x80 { return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7A }
    if unit == 0xAD || unit == 0x2019 { return true }
    guard let scalar = Unicode.Scalar(unit) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
  }
}
