/// Allows breaks after Hebrew letters and a hyphen or a tab.
///
/// LB21a of UAX #14 forbade a break after every character of the classes HY and BA that follows a Hebrew letter
/// up to Unicode 15.0, which ICU 72 implements: a row of Hebrew words between tabs would never end a line.
/// Since Unicode 15.1, it forbids it only where no Hebrew letter follows. A soft hyphen is always an
/// opportunity (CSS Text 3, section 5.4).
enum HebrewBreaks {
  /// - Parameters:
  ///   - boundaries: UTF-16 offsets in order, as ICU finds them.
  ///   - units: the text.
  static func added(
    to boundaries: ArraySlice<Int32>, in units: UnsafeBufferPointer<UInt16>
  ) -> ArraySlice<Int32> {
    var places: [Int32] = []
    for index in units.indices.dropFirst(2) where isHebrew(units[index - 2]) {
      let isAllowed =
        switch units[index - 1] {
        case 0x09, 0xAD: isHebrew(units[index]) || isLetterOrDigit(units[index])
        case 0x2D, 0x05BE, 0x2010, 0x2012, 0x2013: isHebrew(units[index])
        default: false
        }
      if isAllowed { places.append(Int32(index)) }
    }
    return AddedBreaks.merged(boundaries, places)
  }

  /// The letters of class HL.
  @inline(__always)
  private static func isHebrew(_ unit: UInt16) -> Bool {
    // Most text ends here.
    if unit < 0x05D0 { return false }
    return switch unit {
    case 0x05D0...0x05EA, 0x05EF...0x05F2, 0xFB1D, 0xFB1F...0xFB28, 0xFB2A...0xFB4F: true
    default: false
    }
  }

  private static func isLetterOrDigit(_ unit: UInt16) -> Bool {
    guard let scalar = Unicode.Scalar(unit) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
