import Foundation

/// JSON text, written in the same way by all commands.
enum JSONText {
  /// Over several lines, for people to read too.
  static func of(_ object: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// On one line, with the keys of objects in the order of their bytes. A batch writes such lines
  /// several times for each edition, and Foundation's writer took a tenth of all its time.
  static func line(_ object: Any) -> String {
    var writer = JSONLine()
    writer.write(object)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Writes what `JSONSerialization` reads: texts, numbers, Booleans, lists and objects. Anything else
/// is `null`.
private struct JSONLine {
  var bytes: [UInt8] = []

  mutating func write(_ value: Any) {
    switch value {
    case let text as String: write(text: text)
    case let object as [String: Any]: write(object: object)
    case let list as [Any]: write(list: list)
    case let number as Int where type(of: value) == Int.self: bytes += String(number).utf8
    case let number as NSNumber: write(number: number)
    default: bytes += "null".utf8
    }
  }

  /// A Boolean is an `NSNumber` of the type "c", and so is one that was read from JSON.
  private mutating func write(number: NSNumber) {
    let isFlag = number.objCType.pointee == CChar(UInt8(ascii: "c"))
    bytes += (isFlag ? (number.boolValue ? "true" : "false") : number.stringValue).utf8
  }

  private mutating func write(object: [String: Any]) {
    var isFirst = true
    bytes.append(UInt8(ascii: "{"))
    for (key, value) in object.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(text: key)
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(list: [Any]) {
    var isFirst = true
    bytes.append(UInt8(ascii: "["))
    for value in list {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { write(byte: byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += #"\""#.utf8
    case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
    case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
    case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
    case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      bytes += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
      bytes += digits.utf8
    default: bytes.append(byte)
    }
  }
}
