internal import Digests

/// Writes text as bytes; integers and escapes need no intermediate `String`.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
  /// Not for literals: as strings, they would be copied and counted each time.
  @_disfavoredOverload
  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
  mutating func write(_ other: [UInt8]) { bytes.append(contentsOf: other) }
  mutating func write(_ other: ArraySlice<UInt8>) { bytes.append(contentsOf: other) }
  mutating func writeByte(_ byte: UInt8) { bytes.append(byte) }

  /// Writes at most `count` bytes.
  @inline(__always)
  mutating func write(upTo count: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: count) { body(&$0) }
  }

  /// Reserves `count` bytes and lets `body` write them without a check at each.
  /// - Parameter body: receives the address of the reserved bytes and returns the end of what it
  ///   wrote.
  @inline(__always)
  mutating func write(
    unsafeUpTo count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) {
    bytes.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initializedCount in
        guard let base = buffer.baseAddress else { return }
        let start = base + initializedCount
        initializedCount += body(start) - start
        assert(initializedCount <= buffer.count)
      }
    }
  }

  mutating func write(_ number: Int) {
    write(unsafeUpTo: DecimalDigits.most) { DecimalDigits.write(number, to: $0) }
  }

  /// Writes a length, given in 1/1024 points, as points with at most three decimals, rounded to
  /// nearest.
  mutating func write(points raw: Int) {
    let thousandths = Int((raw.magnitude * 1000 + 512) / 1024)
    write(thousandths: raw < 0 ? -thousandths : thousandths)
  }

  mutating func write(thousandths value: Int) {
    write(unsafeUpTo: DecimalDigits.most) { start in
      start.pointee = 0x2D
      let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
      let end = DecimalDigits.write(digitsOf: whole, to: value < 0 ? start + 1 : start)
      return DecimalDigits.write(decimals: rest, to: end)
    }
  }

  /// Writes a double with at most `decimals` decimals; zero for one that is not finite or too large.
  mutating func write(_ value: Double, decimals: Int = 3) {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.magnitude < 0x1p62 else { return write(0) }
    if scaled < 0 { bytes.append(0x2D) }
    let magnitude = Int(scaled.magnitude)
    write(magnitude / scale)
    write(fraction: magnitude % scale, of: scale)
  }

  /// Writes the decimals of a fraction and its point; nothing if it is zero.
  private mutating func write(fraction: Int, of scale: Int) {
    guard fraction > 0 else { return }
    bytes.append(0x2E)
    var rest = fraction
    var place = scale / 10
    while rest > 0 {
      bytes.append(0x30 + UInt8(rest / place))
      rest %= place
      place /= 10
    }
  }

  /// Writes UTF-16 as escaped XML text or an attribute value. Tabs and line breaks become spaces;
  /// characters that XML cannot contain become U+FFFD.
  mutating func writeXML(_ units: some Collection<UInt16>) {
    write(unsafeUpTo: (units.count + 1) * XMLBytes.mostOfUnit) { start in
      var bytes = XMLBytes(end: start)
      for unit in units { bytes.add(unit) }
      bytes.finish()
      return bytes.end
    }
  }

  mutating func writeXML(_ string: String) { writeXML(string.utf16) }

  /// Writes a JSON string with its quotes.
  mutating func writeJSON(_ string: String) {
    bytes.append(0x22)
    var string = string
    string.withUTF8 { units in
      // What is written as it is, is written in one step.
      var start = 0
      for index in units.indices {
        switch units[index] {
        case 0x20...0x21, 0x23...0x5B, 0x5D...0xA7, 0xAA...0xFF: continue
        default: break
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: units[start..<index]))
        writeEscaped(units[index])
        start = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: units[start...]))
    }
    bytes.append(0x22)
  }

  /// Writes a byte that may not be in a JSON string, or may end a character that should not be.
  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case 0xA8, 0xA9:
      bytes.append(byte)
      escapeSeparator()
    case 0x22: write("\\\"")
    case 0x5C: write("\\\\")
    case 0x0A: write("\\n")
    case 0x0D: write("\\r")
    case 0x09: write("\\t")
    default:
      write("\\u00")
      write(hexDigits([byte]))
    }
  }

  /// Writes the name of a field, after a comma unless it is the first of its object.
  mutating func writeName(_ name: StaticString) {
    if bytes.last != 0x7B { write(", ") }
    write("\"")
    write(name)
    write("\": ")
  }

  mutating func writeField(_ name: StaticString, _ value: String) {
    writeName(name)
    writeJSON(value)
  }

  mutating func writeField(_ name: StaticString, _ value: Int) {
    writeName(name)
    write(value)
  }

  mutating func writeField(_ name: StaticString, _ value: Bool) {
    writeName(name)
    write(value ? "true" : "false")
  }

  /// Writes a field with a length in points, given in 1/1024 points.
  mutating func writeField(_ name: StaticString, points: Int) {
    writeName(name)
    write(points: points)
  }

  /// Escapes the U+2028 or U+2029 just written: many line readers treat them as line ends.
  private mutating func escapeSeparator() {
    guard bytes.count >= 3, bytes[bytes.count - 2] == 0x80, bytes[bytes.count - 3] == 0xE2 else {
      return
    }
    let last = bytes[bytes.count - 1]
    bytes.removeLast(3)
    write(last == 0xA8 ? "\\u2028" : "\\u2029")
  }
}

/// Writes UTF-16 as escaped XML into reserved memory: most pages have as many labels as glyphs, and a check for
/// each character took longer than the rest.
private struct XMLBytes {
  /// The most bytes of one unit: `&quot;`.
  static let mostOfUnit = 6

  private(set) var end: UnsafeMutablePointer<UInt8>
  /// A lead surrogate whose trail has not come yet; 0 for none.
  private var lead: UInt32 = 0

  init(end: UnsafeMutablePointer<UInt8>) { self.end = end }

  @inline(__always)
  mutating func add(_ unit: UInt16) {
    if lead != 0 {
      let value = UInt32(unit)
      let isPair = value & 0xFC00 == 0xDC00
      writeUTF8(isPair ? 0x10000 + (lead - 0xD800) << 10 + value - 0xDC00 : 0xFFFD)
      lead = 0
      if isPair { return }
    }
    switch unit {
    case 0x26: write("&amp;")
    case 0x3C: write("&lt;")
    case 0x3E: write("&gt;")
    case 0x22: write("&quot;")
    case 0x20...0x7E: writeByte(UInt8(unit))
    case 0x2028, 0x09, 0x0A, 0x0D: writeByte(0x20)
    case 0...0x1F, 0xFFFE, 0xFFFF: writeUTF8(0xFFFD)
    case 0xD800...0xDBFF: lead = UInt32(unit)
    case 0xDC00...0xDFFF: writeUTF8(0xFFFD)
    default: writeUTF8(UInt32(unit))
    }
  }

  mutating func finish() {
    if lead != 0 { writeUTF8(0xFFFD) }
  }

  @inline(__always)
  private mutating func writeByte(_ byte: UInt8) {
    end.pointee = byte
    end += 1
  }

  private mutating func write(_ text: StaticString) {
    end.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    end += text.utf8CodeUnitCount
  }

  private mutating func writeUTF8(_ scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { writeByte(byte) }
  }
}

/// Writes integers in decimal.
enum DecimalDigits {
  /// The most bytes of a number: the digits of an integer, a sign, and three decimals after a point.
  static let most = 24

  /// - Parameter start: room for `most` bytes.
  /// - Returns: the end of what was written.
  @inline(__always)
  static func write(
    _ number: Int, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard number < 0 else { return write(digitsOf: UInt(number), to: start) }
    start.pointee = 0x2D
    return write(digitsOf: number.magnitude, to: start + 1)
  }

  /// Eight digits fit in one integer, the first in its lowest byte: they are found from the last
  /// and written in one step.
  @inline(__always)
  static func write(
    digitsOf number: UInt, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard number < 1_000_000 else { return writeLong(number, to: start) }
    var rest = UInt32(truncatingIfNeeded: number)
    var digits: UInt64 = 0
    var count = 0
    repeat {
      digits = digits << 8 | UInt64(0x30 + rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    UnsafeMutableRawPointer(start).storeBytes(of: digits.littleEndian, as: UInt64.self)
    return start + count
  }

  /// Writes a point and the decimals that are not zeros at the end; nothing for zero.
  /// - Parameter thousandths: less than 1000.
  @inline(__always)
  static func write(
    decimals thousandths: UInt, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard thousandths > 0 else { return start }
    start[0] = 0x2E
    start[1] = UInt8(0x30 + thousandths / 100)
    start[2] = UInt8(0x30 + thousandths / 10 % 10)
    start[3] = UInt8(0x30 + thousandths % 10)
    return start + (thousandths % 10 > 0 ? 4 : thousandths % 100 > 0 ? 3 : 2)
  }

  private static func writeLong(
    _ number: UInt, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var count = 0
    var rest = number
    repeat {
      count += 1
      rest /= 10
    } while rest > 0
    rest = number
    for index in (0..<count).reversed() {
      start[index] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    return start + count
  }
}
