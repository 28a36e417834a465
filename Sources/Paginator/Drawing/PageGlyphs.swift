/// The glyphs that a page uses and, for each, the beginning of the elements that draw it.
///
/// Names such as `a_123` contain the number of the face in order of first use on the page, so that
/// they do not depend on which worker used a face first.
struct PageGlyphs {
  private struct Face {
    /// By glyph, its index in `ends`; -1 for a glyph that the page has not used.
    var entries: [Int32] = []
  }

  private var faces: [Face] = []
  private var numbers: [Int: Int] = [:]
  /// The face that was looked up last.
  private var last: (face: Int, number: Int) = (-1, 0)
  /// The beginnings of all elements, one after another, and where each ends.
  private var text = ByteWriter()
  private var ends: [Int] = []

  /// The number of a face on this page.
  /// - Parameter face: its `FontFace.number`.
  mutating func number(ofFace face: Int) -> Int {
    if last.face == face { return last.number }
    let number = numbers[face] ?? faces.count
    if number == faces.count {
      numbers[face] = number
      faces.append(Face())
    }
    last = (face, number)
    return number
  }

  /// The beginning of a glyph's element, up to the quote that ends its name; nil before `add`.
  func element(_ glyph: UInt16, ofFace number: Int) -> ArraySlice<UInt8>? {
    let index = Int(glyph)
    guard index < faces[number].entries.count else { return nil }
    let entry = Int(faces[number].entries[index])
    guard entry >= 0 else { return nil }
    return text.bytes[(entry == 0 ? 0 : ends[entry - 1])..<ends[entry]]
  }

  /// Adds a glyph and writes its definition.
  mutating func add(
    _ glyph: UInt16, ofFace number: Int, outline: [UInt8], to definitions: inout ByteWriter
  ) -> ArraySlice<UInt8> {
    definitions.write("<path id=\"")
    Self.writeName(glyph, number, to: &definitions)
    definitions.write("\" d=\"")
    definitions.write(outline)
    definitions.write("\"/>\n")
    let start = text.bytes.count
    text.write("<use href=\"#")
    Self.writeName(glyph, number, to: &text)
    text.writeByte(0x22)
    let missing = Int(glyph) + 1 - faces[number].entries.count
    if missing > 0 { faces[number].entries += repeatElement(-1, count: missing) }
    faces[number].entries[Int(glyph)] = Int32(ends.count)
    ends.append(text.bytes.count)
    return text.bytes[start...]
  }

  private static func writeName(_ glyph: UInt16, _ number: Int, to writer: inout ByteWriter) {
    writer.writeByte(0x61 + UInt8(number % 26))
    if number >= 26 { writer.write(number / 26) }
    writer.writeByte(0x5F)
    writer.write(Int(glyph))
  }
}
