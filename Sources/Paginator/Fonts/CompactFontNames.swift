internal import CFreeType

/// The names of the glyphs of a bare CFF font (Adobe Technical Note 5176).
enum CompactFontNames {
  /// - Returns: the names in the order of the glyphs; empty for what is no font.
  static func names(_ bytes: [UInt8]) -> [String] {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0 else { return [] }
    defer { FT_Done_FreeType(library) }
    return bytes.withUnsafeBufferPointer { buffer in
      var face: FT_Face?
      guard
        FT_New_Memory_Face(library, buffer.baseAddress, FT_Long(buffer.count), 0, &face) == 0,
        let face
      else { return [] }
      defer { FT_Done_Face(face) }
      var name = [CChar](repeating: 0, count: 128)
      return (0..<min(face.pointee.num_glyphs, 65_536)).map { glyph in
        guard FT_Get_Glyph_Name(face, FT_UInt(glyph), &name, FT_UInt(name.count)) == 0 else {
          return ""
        }
        return String(
          decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
  }
}
