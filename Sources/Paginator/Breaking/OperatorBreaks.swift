/// Keeps the signs of an operator together, such as "!=", "->" and "/>". UAX #14 allows a break after each "!", "?", "-"
/// and "/" that is not followed by a mark of its own, and none between a space and the first two and the last (LB13): a
/// line ends before an operator that follows a space, or after one between two words.
enum OperatorBreaks {
  /// - Parameters:
  ///   - boundaries: UTF-16 offsets in order, as ICU finds them.
  ///   - units: the text.
  static func moved(
    in boundaries: ArraySlice<Int32>, _ units: UnsafeBufferPointer<UInt16>
  ) -> ArraySlice<Int32> {
    func isInOperator(_ boundary: Int32) -> Bool {
      let index = Int(boundary)
      return index > 0 && index < units.count && isOperator(units[index - 1], units[index])
    }
    guard boundaries.contains(where: isInOperator) else { return boundaries }
    var places: [Int32] = []
    func add(_ place: Int) {
      if places.last.map({ Int($0) < place }) ?? true { places.append(Int32(place)) }
    }
    for boundary in boundaries where isInOperator(boundary) {
      let start = Int(boundary) - 1
      if start > 0, units[start - 1] == 0x20 { add(start) }
      var end = start + 1
      while end < units.count, isSign(units[end]) { end += 1 }
      if end < units.count, units[end].isOfName { add(end) }
    }
    return AddedBreaks.merged(boundaries.filter { !isInOperator($0) }[...], places)
  }

  /// Whether two characters are parts of an operator.
  private static func isOperator(_ first: UInt16, _ second: UInt16) -> Bool {
    switch first {
    // "!=", "?=", "|=", "|>"
    case 0x21, 0x3F, 0x7C: isSign(second)
    // "-=", "->", "/=", "/>"
    case 0x2D, 0x2F: second == 0x3D || second == 0x3E
    default: false
    }
  }

  /// One of "&<=>|".
  private static func isSign(_ unit: UInt16) -> Bool {
    unit == 0x26 || 0x3C...0x3E ~= unit || unit == 0x7C
  }
}
