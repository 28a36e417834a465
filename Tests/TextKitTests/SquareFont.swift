import Foundation
import Paginator
import Support

/// Variants of the square test font.
enum SquareFont {
  private static func bytes() throws -> [UInt8] {
    [UInt8](
      try Data(
        contentsOf: URL(fileURLWithPath: Checkout.fixture("Square.ttf"))))
  }

  /// A library with one font only.
  static func library(of bytes: [UInt8]) throws -> FontLibrary { try library(of: [bytes]) }

  /// A library of these fonts only, registered in this order.
  static func library(of files: [[UInt8]]) throws -> FontLibrary {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    for bytes in files {
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("square-\(UUID().uuidString).ttf").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      try fonts.register(file: path)
    }
    return fonts
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Where a table begins.
  private static func table(_ tag: String, in bytes: [UInt8]) -> Int {
    let records = stride(from: 12, to: 12 + 16 * number(bytes, 4, 2), by: 16)
    let found = records.first { Array(bytes[$0..<$0 + 4]) == Array(tag.utf8) }
    return found.map { number(bytes, $0 + 8, 4) } ?? 0
  }

  /// With other vertical measures: ascender, descender and line gap.
  static func measuring(
    typo: (Int, Int, Int), hhea: (Int, Int, Int), usesTypo: Bool
  ) throws -> [UInt8] {
    var bytes = try bytes()
    func write(_ value: Int, at offset: Int) {
      bytes.replaceSubrange(offset..<offset + 2, with: big(value, 2))
    }
    let (os2, header) = (table("OS/2", in: bytes), table("hhea", in: bytes))
    write(number(bytes, os2 + 62, 2) & ~0x80 | (usesTypo ? 0x80 : 0), at: os2 + 62)
    for (index, value) in [typo.0, typo.1, typo.2].enumerated() {
      write(value, at: os2 + 68 + index * 2)
    }
    for (index, value) in [hhea.0, hhea.1, hhea.2].enumerated() {
      write(value, at: header + 4 + index * 2)
    }
    return bytes
  }

  /// Another face of the family.
  /// - Parameter width: the font's width class: 1 to 9, 5 for normal.
  static func face(weight: Int = 400, width: Int = 5, isItalic: Bool = false) throws -> [UInt8] {
    var bytes = try bytes()
    let os2 = table("OS/2", in: bytes)
    bytes.replaceSubrange(os2 + 4..<os2 + 8, with: big(weight, 2) + big(width, 2))
    bytes[os2 + 63] = bytes[os2 + 63] & ~1 | (isItalic ? 1 : 0)
    return bytes
  }

  /// With one more table.
  static func adding(_ tag: String, _ table: [UInt8]) throws -> [UInt8] {
    let bytes = try bytes()
    let count = number(bytes, 4, 2)
    var tables = (0..<count).map { index in
      let record = 12 + 16 * index
      let start = number(bytes, record + 8, 4)
      return (
        tag: Array(bytes[record..<record + 4]),
        content: Array(bytes[start..<start + number(bytes, record + 12, 4)])
      )
    }
    tables.append((Array(tag.utf8), table))
    tables.sort { $0.tag.lexicographicallyPrecedes($1.tag) }
    var head = Array(bytes[..<4]) + big(tables.count, 2) + Array(bytes[6..<12])
    var body: [UInt8] = []
    for (tag, content) in tables {
      head += tag + big(0, 4) + big(12 + 16 * tables.count + body.count, 4) + big(content.count, 4)
      body += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    return head + body
  }
}
