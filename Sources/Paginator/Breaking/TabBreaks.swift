/// Allows a break after a tab that follows a Hebrew letter.
///
/// LB21a of UAX #14 is meant for hyphens, but forbids the break after every character of class BA, as
/// tabs are: a row of Hebrew words between tabs would never end a line.
enum TabBreaks {
  /// - Parameters:
  ///   - boundaries: UTF-16 offsets in order, as ICU finds them.
  ///   - units: the text.
  static func added(
    to boundaries: ArraySlice<Int32>, in units: UnsafeBufferPointer<UInt16>
  ) -> ArraySlice<Int32> {
    guard units.contains(0x09) else { return boundaries }
    var places: [Int32] = []
    for index in units.indices.dropFirst(2)
    where units[index - 1] == 0x09 && isHebrew(units[index - 2])
      && (isHebrew(units[index]) || isLetterOrDigit(units[index]))
    {
      places.append(Int32(index))
    }
    return AddedBreaks.merged(boundaries, places)
  }

  /// The letters of class HL.
  private static func isHebrew(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x05D0...0x05EA, 0x05EF...0x05F2, 0xFB1D, 0xFB1F...0xFB28, 0xFB2A...0xFB4F: true
    default: false
    }
  }

  private static func isLetterOrDigit(_ unit: UInt16) -> Bool {
    guard let scalar = Unicode.Scalar(unit) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
