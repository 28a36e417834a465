internal import CUnicode

/// Language tags (BCP 47).
package enum LanguageTag {
  /// The tag with the shortest code of its language, as BCP 47 wants it: "es" for "spa", which the metadata of
  /// many books have.
  static func canonical(_ tag: String) -> String {
    let primary = primary(tag)
    guard primary.utf8.count == 3, primary.allSatisfy(\.isASCII) else { return tag }
    let code = bibliographic[primary] ?? primary
    let short = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 12) { buffer in
      let count = unicode_short_language(code, buffer.baseAddress, Int32(buffer.count))
      return String(decoding: buffer[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return short.utf8.count == 2 ? short + tag.dropFirst(3) : tag
  }

  /// The language itself, without script and region, in lower case.
  package static func primary(_ tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }

  /// Whether a tag names a language: not for undetermined, mixed, other and no language (ISO 639-2), and for private use
  /// (BCP 47, 2.2.7).
  static func namesLanguage(_ tag: String) -> Bool {
    !["und", "mul", "mis", "zxx", "x"].contains(primary(tag))
  }

  /// Whether the hyphen of a compound is repeated at the beginning of the next line: it shows that the hyphen is not
  /// only that of a divided word. A rule of these languages' orthographies; for Portuguese, Base XX, 6 of the
  /// agreement of 1990.
  static func repeatsHyphens(_ tag: String) -> Bool { repeating.contains(primary(tag)) }

  private static let repeating: Set<String> = [
    "pl", "cs", "sk", "pt", "hr", "bs", "sr", "hsb", "dsb",
  ]

  /// The codes of ISO 639-2/B that are not those of ISO 639-2/T, which ICU knows.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces",
    "dut": "nld", "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl",
    "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
    "tib": "bod", "wel": "cym",
  ]
}
