internal import Digests

/// Writes PDF values (ISO 32000-1, section 7.3).
struct PDFBytes {
  private var writer = ByteWriter()

  var bytes: [UInt8] { writer.bytes }
  var count: Int { writer.bytes.count }
  var isEmpty: Bool { writer.bytes.isEmpty }

  init() {}
  init(_ text: String) { writer.write(text) }

  @_disfavoredOverload
  mutating func write(_ text: String) { writer.write(text) }
  @inline(__always)
  mutating func write(_ text: StaticString) { writer.write(text) }
  mutating func write(_ other: PDFBytes) { writer.write(other.bytes) }
  mutating func write(_ number: Int) { writer.write(number) }
  mutating func writeByte(_ byte: UInt8) { writer.writeByte(byte) }
  @inline(__always)
  mutating func write(
    unsafeUpTo count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) {
    writer.write(unsafeUpTo: count, body)
  }
  mutating func clear() { writer.clear() }

  /// Writes a length, given in 1/1024 points, as points with at most three decimals and a trailing
  /// space.
  mutating func write(points raw: Int) {
    writer.write(points: raw)
    writer.writeByte(0x20)
  }

  /// Writes a number, given in tenths, with at most one decimal.
  mutating func write(tenths value: Int) { write(thousandths: value * 100) }

  /// Writes a number, given in hundredths, and a space.
  mutating func write(hundredths value: Int) {
    write(thousandths: value * 10)
    writer.writeByte(0x20)
  }

  /// Writes a number, given in thousandths; its first digit is not a zero before the point.
  mutating func write(thousandths value: Int) {
    guard value != 0, value.magnitude < 1000 else { return writer.write(thousandths: value) }
    writer.write(unsafeUpTo: DecimalDigits.most) { start in
      start.pointee = 0x2D
      return DecimalDigits.write(decimals: value.magnitude, to: value < 0 ? start + 1 : start)
    }
  }

  mutating func write(_ value: Double, decimals: Int) {
    writer.write(value, decimals: decimals)
    writer.writeByte(0x20)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Writes four hexadecimal digits.
  mutating func writeHex(_ value: UInt16) {
    for shift in [12, 8, 4, 0] as [UInt16] {
      writer.writeByte(Self.digits[Int(value >> shift & 0xF)])
    }
  }

  /// Writes a text string (section 7.9.2.2): UTF-16 with a byte order mark, in hexadecimal.
  mutating func writeText(_ units: some Sequence<UInt16>) {
    write("<FEFF")
    for unit in units { writeHex(unit) }
    write(">")
  }

  mutating func writeText(_ text: String) { writeText(text.utf16) }

  /// Writes a byte string that contains UTF-8: a destination's name, a URL.
  mutating func writeString(_ text: String) {
    write("(")
    for byte in text.utf8 {
      switch byte {
      case 0x28, 0x29, 0x5C:
        writer.writeByte(0x5C)
        writer.writeByte(byte)
      case 0x20...0x7E: writer.writeByte(byte)
      default: write("\\" + String(512 + Int(byte), radix: 8).dropFirst())
      }
    }
    write(")")
  }

  /// Writes a name and escapes special characters.
  mutating func writeName(_ name: String) {
    write("/")
    for byte in name.utf8 {
      let isPlain =
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x2D
        || byte == 0x2B || byte == 0x5F
      if isPlain { writer.writeByte(byte) } else { write("#" + hexDigits([byte])) }
    }
  }

  mutating func write(_ reference: PDFFile.Reference) {
    write(reference.number)
    write(" 0 R")
  }

  mutating func write(_ references: [PDFFile.Reference]) {
    write("[")
    for (index, reference) in references.enumerated() {
      if index > 0 { write(" ") }
      write(reference)
    }
    write("]")
  }
}
