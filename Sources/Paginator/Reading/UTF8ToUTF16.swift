/// Converts a range of UTF-8 to UTF-16, with a fast path for ASCII.
enum UTF8ToUTF16 {
  static func convert(_ bytes: [UInt8], _ range: Range<Int>, into units: inout [UInt16]) {
    units.removeAll(keepingCapacity: true)
    // A character has at most as many units as bytes.
    units.append(addingCapacity: range.count) { span in
      span.withUnsafeMutableBufferPointer { units, count in
        bytes.withUnsafeBufferPointer { count = convert($0, range, to: units) }
      }
    }
  }

  /// - Parameter units: receives at most one unit for each byte.
  /// - Returns: the number of units.
  private static func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    to units: UnsafeMutableBufferPointer<UInt16>
  ) -> Int {
    var (index, count) = (range.lowerBound, 0)
    while index < range.upperBound {
      let byte = bytes[index]
      if byte < 0x80 {
        units[count] = UInt16(byte)
        count += 1
        index += 1
        continue
      }
      // libxml2 returns only valid UTF-8.
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      var scalar = UInt32(byte) & (0x7F >> UInt32(length))
      for ahead in 1..<length where index + ahead < range.upperBound {
        scalar = scalar << 6 | UInt32(bytes[index + ahead]) & 0x3F
      }
      if scalar < 0x10000 {
        units[count] = UInt16(scalar)
        count += 1
      } else {
        units[count] = UInt16(0xD7C0 + (scalar >> 10))
        units[count + 1] = UInt16(0xDC00 + (scalar & 0x3FF))
        count += 2
      }
      index += length
    }
    return count
  }
}
