/// Finds the fault of a font that FreeType refuses in its table directory (OpenType 1.9,
/// "Organization of an OpenType Font").
enum FontDirectory {
  /// - Returns: the end of a sentence that names the table; nil if the directory has no fault.
  static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count >= 12 else { return "it has only \(bytes.count) bytes" }
    let count = Int(number(bytes, at: 4, size: 2))
    // Packed fonts and collections have other directories.
    guard !["wOFF", "wOF2", "ttcf"].contains(tag(bytes, at: 0)) else { return nil }
    var names: Set<String> = []
    for index in 0..<count {
      let entry = 12 + 16 * index
      guard entry + 16 <= bytes.count else { return "its list of \(count) tables is cut off" }
      let name = tag(bytes, at: entry)
      let end = number(bytes, at: entry + 8, size: 4) + number(bytes, at: entry + 12, size: 4)
      guard end <= UInt64(bytes.count) else {
        return "its table \"\(name)\" ends at byte \(end) of \(bytes.count)"
      }
      names.insert(name)
    }
    if let missing = ["head", "maxp", "cmap", "hhea", "hmtx"].first(where: { !names.contains($0) })
    {
      return "it has no table \"\(missing)\""
    }
    guard names.contains("glyf") || !names.isDisjoint(with: ["CFF ", "CFF2"]) else {
      return "it has no outlines: neither \"glyf\" nor \"CFF \""
    }
    if names.contains("glyf"), !names.contains("loca") { return "it has no table \"loca\"" }
    return nil
  }

  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, size: Int
  ) -> UInt64 {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func tag(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    String(
      String.UnicodeScalarView(
        bytes[offset..<offset + 4].map { Unicode.Scalar((0x20..<0x7F).contains($0) ? $0 : 0x3F) }))
  }
}
