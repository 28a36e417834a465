internal import CUnicode

/// The quotation marks of languages, from CLDR (CSS Content 3, section 3.1, `quotes: auto`).
struct QuotationMarks {
  private var known: [String: [String]] = [:]

  /// The outer and the inner pair.
  /// - Parameter language: a BCP 47 tag; nil if unknown, which gives English marks.
  mutating func marks(of language: String?) -> [String] {
    let tag = language ?? "en"
    if let known = known[tag] { return known }
    let found = Self.find(tag.replacing("-", with: "_"))
    known[tag] = found
    return found
  }

  private static func find(_ locale: String) -> [String] {
    let marks = (0..<4).map { which in
      let units = [UInt16](unsafeUninitializedCapacity: 8) { buffer, count in
        count = Int(unicode_quotation_mark(locale, Int32(which), buffer.baseAddress, 8))
      }
      return String(decoding: units, as: UTF16.self)
    }
    return marks.contains("") ? ["\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}"] : marks
  }
}
