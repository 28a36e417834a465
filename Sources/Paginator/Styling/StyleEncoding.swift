internal import Foundation
internal import Markup

/// The encoding of a stylesheet (CSS Syntax 3, section 3.2).
enum StyleEncoding {
  /// - Parameters:
  ///   - protocolEncoding: the encoding that came with the file, if any.
  ///   - environment: the encoding of the document that links it.
  static func decode(
    _ bytes: [UInt8], protocolEncoding: String? = nil, environment: String? = nil
  ) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return String(decoding: bytes.dropFirst(3), as: UTF8.self)
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      return utf16(bytes)
    }
    for name in [protocolEncoding, declared(bytes), environment] {
      guard let name = name?.trimmingCharacters(in: .whitespaces).lowercased() else { continue }
      // Without a UTF-16 byte order mark, the file is not in UTF-16, whatever a name says.
      if name.hasPrefix("utf-16") || name == "utf-8" { break }
      if let text = decoded(bytes, from: name) { return String(decoding: text, as: UTF8.self) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name in `@charset "...";`, which must begin the file in exactly this form.
  private static func declared(_ bytes: [UInt8]) -> String? {
    let start = Array("@charset \"".utf8)
    guard bytes.starts(with: start),
      let quote = bytes[start.count...].prefix(1024).firstIndex(of: 0x22),
      quote + 1 < bytes.count, bytes[quote + 1] == 0x3B
    else { return nil }
    return String(decoding: bytes[start.count..<quote], as: UTF8.self)
  }

  private static func utf16(_ bytes: [UInt8]) -> String {
    let isBig = bytes[0] == 0xFE
    var units: [UInt16] = []
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    return String(decoding: units, as: UTF16.self)
  }
}
