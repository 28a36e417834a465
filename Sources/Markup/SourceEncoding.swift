import CLibXML2

/// Converts text from a named encoding to UTF-8.
/// - Returns: nil if the encoding is not known or the bytes are not valid in it.
public func decoded(_ bytes: [UInt8], from encoding: String) -> [UInt8]? {
  try? SourceEncoding.converted(
    bytes, from: EncodingSniffer.name(of: encoding.lowercased()), path: "")
}

/// Turns a document's bytes into UTF-8: byte order mark first, then the XML declaration, then
/// UTF-8 (XML 1.0, appendix F).
enum SourceEncoding {
  /// - Throws: `MarkupError` if the encoding is unknown or the bytes are not valid in it.
  static func utf8(from bytes: [UInt8], path: String) throws(MarkupError) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    // The mark of UTF-32 begins as that of UTF-16 does.
    let marks: [(mark: [UInt8], name: String)] = [
      ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
    ]
    for (mark, name) in marks where bytes.starts(with: mark) {
      return try converted(Array(bytes.dropFirst(4)), from: name, path: path)
    }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
    if bytes.starts(with: [0x00, 0x3C]) { return utf16(bytes[...], bigEndian: true) }
    if bytes.starts(with: [0x3C, 0x00]) { return utf16(bytes[...], bigEndian: false) }
    guard let name = declaredName(in: bytes) else { return bytes }
    let upper = name.uppercased()
    // A declaration of UTF-16 that can be read byte by byte is wrong: the bytes are UTF-8.
    if ["UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16"].contains(upper) { return bytes }
    return try converted(bytes, from: name, path: path)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(bigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The encoding named in `<?xml ... encoding="..."?>`.
  private static func declaredName(in bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.range(of: "?>"),
      let key = head[..<end.lowerBound].range(of: "encoding")
    else { return nil }
    let rest = head[key.upperBound..<end.lowerBound]
    guard let open = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) else { return nil }
    let value = rest[rest.index(after: open)...]
    guard let close = value.firstIndex(of: rest[open]) else { return nil }
    return String(value[..<close])
  }

  static func converted(
    _ bytes: [UInt8], from name: String, path: String
  ) throws(MarkupError) -> [UInt8] {
    guard let handler = xmlFindCharEncodingHandler(name) else {
      throw MarkupError(
        location: SourceLocation(startOf: path),
        message: "the encoding \"\(name)\" is not known", excerpt: "",
        hint: "save the document as UTF-8")
    }
    defer { xmlCharEncCloseFunc(handler) }
    let input = xmlBufferCreateSize(bytes.count + 1)
    let output = xmlBufferCreateSize(bytes.count * 2 + 64)
    defer {
      xmlBufferFree(input)
      xmlBufferFree(output)
    }
    _ = bytes.withUnsafeBufferPointer { xmlBufferAdd(input, $0.baseAddress, Int32($0.count)) }
    while xmlBufferLength(input) > 0 {
      let before = xmlBufferLength(input)
      if xmlCharEncInFunc(handler, output, input) < 0 || xmlBufferLength(input) == before {
        throw MarkupError(
          location: SourceLocation(startOf: path),
          message: "the bytes do not follow the declared encoding \"\(name)\"", excerpt: "",
          hint: "correct the declaration or save the document as UTF-8")
      }
    }
    let length = Int(xmlBufferLength(output))
    guard let content = xmlBufferContent(output) else { return [] }
    return Array(UnsafeBufferPointer(start: content, count: length))
  }
}

extension String {
  /// The range of the first occurrence of `other`, without Foundation.
  fileprivate func range(of other: String) -> Range<String.Index>? { self[...].range(of: other) }
}

extension Substring {
  fileprivate func range(of other: String) -> Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(other) {
        return index..<self.index(index, offsetBy: other.count)
      }
      index = self.index(after: index)
    }
    return nil
  }
}
