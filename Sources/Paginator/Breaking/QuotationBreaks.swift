/// Allows a break between a closing quotation mark, spaces and an opening bracket.
///
/// LB15 of UAX #14 forbade it up to Unicode 15.0, which ICU 72 implements. Since Unicode 15.1, LB15a
/// forbids it only where the quotation mark opens a quotation.
enum QuotationBreaks {
  /// - Parameters:
  ///   - boundaries: UTF-16 offsets in order, as ICU finds them.
  ///   - units: the text.
  static func added(
    to boundaries: ArraySlice<Int32>, in units: UnsafeBufferPointer<UInt16>
  ) -> ArraySlice<Int32> {
    var places: [Int32] = []
    for index in units.indices.dropFirst(2)
    where units[index - 1] == 0x20 && isOpening(units[index]) && followsClosingQuote(index, units) {
      places.append(Int32(index))
    }
    return AddedBreaks.merged(boundaries, places)
  }

  private static func followsClosingQuote(
    _ index: Int, _ units: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    var last = index - 1
    while last >= 0, units[last] == 0x20 { last -= 1 }
    guard last > 0 else { return false }
    switch units[last] {
    // Marks that only close.
    case 0x22, 0x27, 0x2019, 0x201D, 0xBB, 0x203A: return true
    // Marks that close in some languages: after a letter or a full stop.
    case 0x2018, 0x201C, 0xAB, 0x2039:
      return units[last - 1] != 0x20 && !isOpening(units[last - 1])
    default: return false
    }
  }

  private static func isOpening(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x28, 0x5B, 0x7B, 0xA1, 0xBF, 0x201A, 0x201E: true
    default: false
    }
  }
}
