internal import CUnicode

/// Finds the boundaries of UAX #14 and UAX #29 with ICU. One per worker: it owns ICU's iterators.
public final class TextBreaker {
  /// The kind of boundary.
  public enum Kind: Hashable, Sendable {
    /// UAX #14 with the tailoring of CSS `line-break` and `word-break`.
    case line(locale: String)
    /// Grapheme clusters (UAX #29, section 3).
    case grapheme
    /// Words (UAX #29, section 4).
    case word
    /// Sentences (UAX #29, section 5).
    case sentence
  }

  private var breakers: [Kind: UnsafeMutableRawPointer] = [:]
  /// Apart, because the boundaries of a paragraph's lines are used while its characters are counted.
  private var lineBreaks = PlainLineBreaks()
  /// The locale of the last lines.
  private var lastLocale: (name: String, hasPlainRules: Bool)?
  private var boundaries: [Int32] = []

  /// A breaker; it opens ICU's rules for a kind at the first request.
  public init() {}

  deinit { for breaker in breakers.values { unicode_breaker_close(breaker) } }

  /// The boundaries of a text: UTF-16 offsets in order, excluding 0 and including the end.
  func boundaries(_ kind: Kind, of units: UnsafeBufferPointer<UInt16>) -> ArraySlice<Int32> {
    if kind == .grapheme, units.contains(where: Self.mayConjoin) { return characters(of: units) }
    if case .line(let locale) = kind {
      if hasPlainRules(locale) {
        lineBreaks.find(in: units) { part in
          boundariesByICU(kind, of: UnsafeBufferPointer(rebasing: units[part]))
        }
      } else {
        lineBreaks.take(boundariesByICU(kind, of: units))
      }
      return lineBreaks.found[...]
    }
    return boundariesByICU(kind, of: units)
  }

  /// Whether ICU finds in plain words what `PlainLineBreaks` does.
  private func hasPlainRules(_ locale: String) -> Bool {
    if let lastLocale, lastLocale.name == locale { return lastLocale.hasPlainRules }
    let isSame = PlainLineBreaks.sample.withUnsafeBufferPointer { sample in
      boundariesByICU(.line(locale: locale), of: sample).elementsEqual(PlainLineBreaks.ofSample)
    }
    lastLocale = (locale, isSame)
    return isSame
  }

  /// Whether one of our own rules may add boundaries of lines to the last text, or move them.
  var mayNeedOwnRules: Bool { lineBreaks.mayNeedOwnRules }

  /// The same boundaries, all found by ICU.
  func boundariesByICU(_ kind: Kind, of units: UnsafeBufferPointer<UInt16>) -> ArraySlice<Int32> {
    guard !units.isEmpty, let breaker = breaker(kind) else { return [] }
    if boundaries.count <= units.count {
      boundaries = [Int32](repeating: 0, count: units.count * 2 + 16)
    }
    let count = unicode_breaker_boundaries(
      breaker, units.baseAddress, Int32(units.count), &boundaries, Int32(boundaries.count))
    return boundaries[..<Int(count)]
  }

  /// Whether a unit belongs to a script that joins consonants with a virama (UAX #29, GB9c). ICU
  /// versions before Unicode 15.1 do not have this rule.
  private static func mayConjoin(_ unit: UInt16) -> Bool {
    unit >= 0x0900 && unit < 0x0E00 || unit >= 0x1000 && unit < 0x1100
  }

  /// The ends of grapheme clusters, as Swift's `Character` defines them.
  private func characters(of units: UnsafeBufferPointer<UInt16>) -> ArraySlice<Int32> {
    var end: Int32 = 0
    return String(decoding: units, as: UTF16.self).map { character in
      end += Int32(character.utf16.count)
      return end
    }[...]
  }

  /// The boundaries of a string, as UTF-16 offsets.
  public func boundaries(_ kind: Kind, of string: String) -> [Int] {
    Array(string.utf16).withUnsafeBufferPointer { boundaries(kind, of: $0).map(Int.init) }
  }

  private func breaker(_ kind: Kind) -> UnsafeMutableRawPointer? {
    if let known = breakers[kind] { return known }
    let made: UnsafeMutableRawPointer?
    switch kind {
    case .line(let locale): made = unicode_breaker_open(Int32(UNICODE_LINE), locale)
    case .grapheme: made = unicode_breaker_open(Int32(UNICODE_GRAPHEME), "en")
    case .word: made = unicode_breaker_open(Int32(UNICODE_WORD), "en")
    case .sentence: made = unicode_breaker_open(Int32(UNICODE_SENTENCE), "en")
    }
    breakers[kind] = made
    return made
  }

  /// ICU's locale for a text's language and its CSS line-breaking properties.
  static func lineLocale(of text: TextProperties) -> String {
    // Only ICU's rules for Japanese and Chinese are as loose as CSS asks for (CSS Text 3, section
    // 5.3).
    if text.lineBreak == .loose { return "ja@lb=loose" }
    let language = text.language.map { String($0.prefix { $0.isASCII && $0.isLetter }) } ?? "en"
    let strictness = text.lineBreak == .strict ? "strict" : "normal"
    return "\(language)@lb=\(strictness)"
  }
}

/// The versions of the Unicode services, for `--version`.
public var unicodeVersions: [(name: String, version: String)] {
  [
    ("ICU", String(cString: unicode_library_version())),
    ("Unicode", String(cString: unicode_version())),
    ("CLDR", String(cString: unicode_locale_data_version())),
  ]
}
