/// Character references that HTML accepts without a semicolon: those of its first versions (HTML,
/// section 13.2.5.73 and the table of named references).
enum LegacyReferences {
  private static let names: Set<String> = [
    "AMP", "COPY", "GT", "LT", "QUOT", "REG", "AElig", "Aacute", "Acirc", "Agrave", "Aring",
    "Atilde", "Auml", "Ccedil", "ETH", "Eacute", "Ecirc", "Egrave", "Euml", "Iacute", "Icirc",
    "Igrave", "Iuml", "Ntilde", "Oacute", "Ocirc", "Ograve", "Oslash", "Otilde", "Ouml", "THORN",
    "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute", "aacute", "acirc", "acute", "aelig", "agrave",
    "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil", "cent", "copy", "curren", "deg",
    "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt",
    "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro",
    "middot", "nbsp", "not", "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash",
    "otilde", "ouml", "para", "plusmn", "pound", "quot", "raquo", "reg", "sect", "shy", "sup1",
    "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc", "ugrave", "uml", "uuml",
    "yacute", "yen", "yuml",
  ]
  private static let longest = 6

  /// Inserts the semicolons, so that libxml2 reads the references. Line numbers do not change.
  static func completed(_ source: [UInt8]) -> [UInt8] {
    guard source.contains(0x26) else { return source }
    var result: [UInt8] = []
    result.reserveCapacity(source.count + 64)
    var isInTag = false
    var index = 0
    while index < source.count {
      let byte = source[index]
      result.append(byte)
      index += 1
      if byte == 0x3C { isInTag = true }
      if byte == 0x3E { isInTag = false }
      guard byte == 0x26, let length = length(source, index, isInAttribute: isInTag) else {
        continue
      }
      result += source[index..<index + length]
      result.append(0x3B)
      index += length
    }
    return result
  }

  /// The length of the name of a reference without a semicolon; nil if there is no such reference.
  private static func length(
    _ source: [UInt8], _ start: Int, isInAttribute: Bool
  ) -> Int? {
    var end = start
    while end < source.count, end - start < 40, isNameByte(source[end]) { end += 1 }
    guard end > start, end == source.count || source[end] != 0x3B else { return nil }
    for length in stride(from: min(end - start, longest), through: 2, by: -1) {
      let name = String(decoding: source[start..<start + length], as: UTF8.self)
      guard names.contains(name) else { continue }
      // In an attribute, "&copy=1" is a parameter of a URL.
      let next = start + length < source.count ? source[start + length] : 0x20
      return isInAttribute && (next == 0x3D || isNameByte(next)) ? nil : length
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte.isASCIILetter
  }
}
