/// Converts a range of UTF-8 to UTF-16, with a fast path for ASCII.
enum UTF8ToUTF16 {
  static func convert(_ bytes: [UInt8], _ range: Range<Int>, into units: inout [UInt16]) {
    units.removeAll(keepingCapacity: true)
    units.reserveCapacity(range.count)
    bytes.withUnsafeBufferPointer { buffer in
      var index = range.lowerBound
      while index < range.upperBound {
        let byte = buffer[index]
        if byte < 0x80 {
          units.append(UInt16(byte))
          index += 1
          continue
        }
        // libxml2 returns only valid UTF-8.
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        var scalar = UInt32(byte) & (0x7F >> UInt32(length))
        for ahead in 1..<length where index + ahead < range.upperBound {
          scalar = scalar << 6 | UInt32(buffer[index + ahead]) & 0x3F
        }
        if scalar < 0x10000 {
          units.append(UInt16(scalar))
        } else {
          units.append(UInt16(0xD7C0 + (scalar >> 10)))
          units.append(UInt16(0xDC00 + (scalar & 0x3FF)))
        }
        index += length
      }
    }
  }
}
