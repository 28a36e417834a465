/// The beginning of the element that draws a glyph, `<use href="#a_123"`, followed by ` x="`, in one
/// piece of fixed size: it is copied in one step, and what is not wanted of it is overwritten.
struct GlyphElement {
  private let text: SIMD32<UInt8>
  /// The length without ` x="`.
  private let length: Int

  /// ` y="`
  private static let yAttribute: UInt32 = 0x22_3D_79_20

  /// The most bytes that `write` writes: the fixed piece, two attributes with their numbers, and the
  /// end.
  static let mostBytes = 32 + 2 * (4 + 20 + 1) + 2

  /// - Parameter name: at most 15 bytes: a letter, the number of a face, an underscore and the
  ///   number of a glyph.
  init(name: [UInt8]) {
    var writer = ByteWriter()
    writer.write("<use href=\"#")
    writer.write(name)
    writer.writeByte(0x22)
    length = writer.bytes.count
    writer.write(" x=\"")
    precondition(writer.bytes.count <= 32, "the name of a glyph is too long")
    var text = SIMD32<UInt8>()
    for (index, byte) in writer.bytes.enumerated() { text[index] = byte }
    self.text = text
  }

  /// Writes the element, with the position in font units.
  /// - Parameter start: `mostBytes` of room.
  /// - Returns: the end of what was written.
  @inline(__always)
  func write(x: Int, y: Int, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(start).storeBytes(of: text, as: SIMD32<UInt8>.self)
    var end = start + length
    if x != 0 {
      end = DecimalDigits.write(x, to: end + 4)
      end.pointee = 0x22
      end += 1
    }
    if y != 0 {
      UnsafeMutableRawPointer(end).storeBytes(of: Self.yAttribute.littleEndian, as: UInt32.self)
      end = DecimalDigits.write(y, to: end + 4)
      end.pointee = 0x22
      end += 1
    }
    end[0] = 0x2F
    end[1] = 0x3E
    return end + 2
  }
}
