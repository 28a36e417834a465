/// A value of a PDF file (ISO 32000-1, section 7.3), as cairo writes it.
indirect enum PDFValue: Equatable, Sendable {
  /// A number, a name, a string, a Boolean or null, as it is in the file.
  case plain([UInt8])
  case array([PDFValue])
  /// Keys without the slash, in the order of the file.
  case dictionary([Entry])
  case reference(Int)

  struct Entry: Equatable, Sendable {
    let key: String
    var value: PDFValue
  }

  subscript(key: String) -> PDFValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The number that the value is; nil for other values.
  var integer: Int? {
    guard case .plain(let bytes) = self else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  func isName(_ name: String) -> Bool { self == .plain(Array("/\(name)".utf8)) }
}

/// Reads values of a PDF file.
struct PDFScanner {
  private static let mostDepth = 24
  let bytes: [UInt8]
  private(set) var at: Int

  init(_ bytes: [UInt8], at: Int = 0) {
    self.bytes = bytes
    self.at = at
  }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// Moves past white space and comments.
  mutating func skipSpace() {
    while let byte {
      if byte == 0x25 {
        while let byte = self.byte, byte != 10, byte != 13 { at += 1 }
      } else if [0, 9, 10, 12, 13, 32].contains(byte) {
        at += 1
      } else {
        return
      }
    }
  }

  /// Reads a keyword or other text up to the next space or delimiter.
  mutating func word() -> String {
    skipSpace()
    let start = at
    while let byte, Self.isRegular(byte) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    byte > 32 && !Array("()<>[]{}/%".utf8).contains(byte)
  }

  /// - Returns: nil for what is no value.
  mutating func value(depth: Int = 0) -> PDFValue? {
    skipSpace()
    guard let byte, depth <= Self.mostDepth else { return nil }
    switch byte {
    case 0x28: return string()
    case 0x2F:
      at += 1
      return .plain([0x2F] + Array(word().utf8))
    case 0x5B: return array(depth)
    case 0x3C:
      if at + 1 < bytes.count, bytes[at + 1] == 0x3C { return dictionary(depth) }
      guard let end = bytes[at...].firstIndex(of: 0x3E) else { return nil }
      defer { at = end + 1 }
      return .plain(Array(bytes[at...end]))
    default: return plainOrReference()
    }
  }

  private mutating func plainOrReference() -> PDFValue? {
    let first = word()
    guard !first.isEmpty else { return nil }
    let after = at
    if let number = Int(first), number >= 0, Int(word()) != nil, word() == "R" {
      return .reference(number)
    }
    at = after
    return .plain(Array(first.utf8))
  }

  private mutating func string() -> PDFValue? {
    let start = at
    var depth = 0
    while let byte {
      at += 1
      switch byte {
      case 0x5C: at += 1
      case 0x28: depth += 1
      case 0x29:
        depth -= 1
        if depth == 0 { return .plain(Array(bytes[start..<min(at, bytes.count)])) }
      default: break
      }
    }
    return nil
  }

  private mutating func array(_ depth: Int) -> PDFValue? {
    at += 1
    var values: [PDFValue] = []
    while true {
      skipSpace()
      guard let byte else { return nil }
      if byte == 0x5D {
        at += 1
        return .array(values)
      }
      guard let next = value(depth: depth + 1) else { return nil }
      values.append(next)
    }
  }

  private mutating func dictionary(_ depth: Int) -> PDFValue? {
    at += 2
    var entries: [PDFValue.Entry] = []
    while true {
      skipSpace()
      guard let byte else { return nil }
      if byte == 0x3E {
        at += 2
        return .dictionary(entries)
      }
      guard byte == 0x2F else { return nil }
      at += 1
      let key = word()
      guard let next = value(depth: depth + 1) else { return nil }
      entries.append(PDFValue.Entry(key: key, value: next))
    }
  }

  /// Moves past the line break after the keyword `stream`.
  mutating func beginStream() -> Bool {
    let start = at
    guard word() == "stream" else {
      at = start
      return false
    }
    if byte == 13 { at += 1 }
    if byte == 10 { at += 1 }
    return true
  }
}
