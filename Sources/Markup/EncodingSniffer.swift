/// Finds the encoding of a document and decodes it as browsers do (WHATWG Encoding; HTML, section
/// 13.2.3), for lenient mode.
enum EncodingSniffer {
  /// The text in UTF-8. Bytes that are not valid UTF-8 in a document that declares it become
  /// U+FFFD.
  /// - Returns: the text, and a sentence about what was assumed or lost; nil if nothing was.
  static func utf8(from bytes: [UInt8]) -> (bytes: [UInt8], remark: String?) {
    if let label = label(in: bytes) {
      let name = name(of: label)
      if name == "utf-8" { return repaired(bytes) }
      if name == "windows-1252" { return (windows1252(bytes), nil) }
      if let text = decoded(bytes, from: name) { return (text, nil) }
      return (
        windows1252(bytes),
        "the encoding \"\(label)\" is not known or not followed: read as windows-1252"
      )
    }
    if isUTF8(bytes) { return (bytes, nil) }
    return (windows1252(bytes), "no encoding is declared and it is not UTF-8: read as windows-1252")
  }

  private static func repaired(_ bytes: [UInt8]) -> (bytes: [UInt8], remark: String?) {
    if isUTF8(bytes) { return (bytes, nil) }
    // The document declares UTF-8, but is not UTF-8: older tools wrote bytes unchanged.
    return (
      Array(String(decoding: bytes, as: UTF8.self).utf8),
      "bytes that are not UTF-8 were replaced by U+FFFD"
    )
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  // MARK: Declarations

  /// The encoding that the XML declaration or a `meta` element in the first kilobyte names.
  private static func label(in bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(1024)).map { $0 < 0x80 ? asciiLowercased($0) : 0x3F }
    let text = String(decoding: head, as: UTF8.self)
    if text.hasPrefix("<?xml"), let end = text.firstIndex(of: ">"),
      let value = value(of: "encoding", in: text[..<end])
    {
      return value
    }
    var rest = text[...]
    while let start = rest.firstOffset(of: "<meta") {
      let tag = rest[start...].prefix { $0 != ">" }
      if let value = value(of: "charset", in: tag) { return value }
      rest = rest[start...].dropFirst(5)
    }
    return nil
  }

  /// The value after `name =`, with or without quotation marks.
  private static func value(of name: String, in text: Substring) -> String? {
    guard let start = text.firstOffset(of: name) else { return nil }
    var rest = text[start...].dropFirst(name.count).drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    let value = rest.prefix { !$0.isWhitespace && !"\"';/>?".contains($0) }
    return value.isEmpty ? nil : String(value)
  }

  private static func asciiLowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }

  /// The encoding for a label, from the table of the Encoding Standard, section 4.2. Labels that
  /// need no change are returned as they are.
  static func name(of label: String) -> String {
    switch label {
    case "utf8", "utf-8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
      // A document with a declaration that can be read byte by byte is not in UTF-16.
      "utf-16", "utf-16le", "utf-16be", "ucs-2", "iso-10646-ucs-2", "csunicode", "unicode":
      "utf-8"
    case "ansi_x3.4-1968", "ascii", "us-ascii", "cp1252", "cp819", "csisolatin1", "ibm819",
      "iso-8859-1", "iso-ir-100", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1",
      "latin1", "windows-1252", "x-cp1252", "x-user-defined":
      "windows-1252"
    case "iso-8859-9", "iso8859-9", "latin5", "l5", "iso_8859-9", "csisolatin5": "windows-1254"
    case "tis-620", "iso-8859-11", "iso8859-11", "dos-874": "windows-874"
    case "gb2312", "gbk", "chinese", "csgb2312", "gb_2312-80", "x-gbk", "iso-ir-58": "gb18030"
    case "ks_c_5601-1987", "euc-kr", "ksc5601", "korean", "windows-949", "cseuckr": "cp949"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "ms932", "windows-31j": "cp932"
    case "big5", "big5-hkscs", "cn-big5", "x-x-big5", "csbig5": "big5-hkscs"
    case "x-euc-jp", "cseucpkdfmtjapanese": "euc-jp"
    case "cp1250", "x-cp1250": "windows-1250"
    case "cp1251", "x-cp1251": "windows-1251"
    case "koi", "koi8", "koi8_r", "cskoi8r": "koi8-r"
    case "mac", "csmacintosh", "x-mac-roman": "macintosh"
    case "x-mac-cyrillic", "x-mac-ukrainian": "mac-cyrillic"
    default: label
    }
  }

  // MARK: windows-1252

  /// The characters for bytes 0x80 to 0x9F; bytes without a character remain control characters.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The UTF-16 unit of a byte.
  static func windows1252(_ byte: UInt8) -> UInt16 {
    (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : UInt16(byte)
  }

  private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
    let units = bytes.map { windows1252($0) as UInt16 }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension Substring {
  /// The index of the first occurrence of a text.
  fileprivate func firstOffset(of other: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(other) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
