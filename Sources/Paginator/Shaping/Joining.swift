internal import CUnicode

/// How the letters of scripts such as Arabic join (the Unicode Standard, section 9.2).
enum Joining {
  /// Whether the next character that is not transparent for joining joins on a side; nil if there is
  /// none.
  ///
  /// - Parameter side: 1 for the side of the following character, 2 for that of the one before.
  static func joins(
    _ units: UnsafeBufferPointer<UInt16>, _ offsets: some Sequence<Int>, side: Int32
  ) -> Bool? {
    for offset in offsets {
      let type = unicode_joining(Int32(units[offset]))
      if type & 4 == 0 { return type & side != 0 }
    }
    return nil
  }
}
