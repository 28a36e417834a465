/// Keeps a slash that begins a word with the word, as in "/usr" and "(/etc". UAX #14 allows no break between a space and a
/// slash (LB13) and one after every slash (SY): the slash would end the line before.
enum SlashBreaks {
  /// - Parameters:
  ///   - boundaries: UTF-16 offsets in order, as ICU finds them.
  ///   - units: the text.
  static func moved(
    in boundaries: ArraySlice<Int32>, _ units: UnsafeBufferPointer<UInt16>
  ) -> ArraySlice<Int32> {
    guard units.contains(0x2F) else { return boundaries }
    let places = units.indices.dropFirst().filter {
      units[$0 - 1] == 0x20 && beginsWord($0, units)
    }
    let kept = boundaries.filter { $0 == 0 || !beginsWord(Int($0) - 1, units) }
    return AddedBreaks.merged(kept[...], places.map { Int32($0) })
  }

  /// Whether a slash is at an index that begins a word and is not all of it.
  private static func beginsWord(_ index: Int, _ units: UnsafeBufferPointer<UInt16>) -> Bool {
    guard units[index] == 0x2F, index + 1 < units.count, !isSpace(units[index + 1]) else {
      return false
    }
    if index == 0 || isSpace(units[index - 1]) { return true }
    switch units[index - 1] {
    // Opening marks, and the home of a user.
    case 0x22, 0x27, 0x28, 0x5B, 0x7B, 0x7E, 0x2018, 0x201C: return true
    default: return false
    }
  }

  private static func isSpace(_ unit: UInt16) -> Bool {
    unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0xA0
  }
}
