/// Where a line of code without a space is cut: between names rather than in them. Nothing in UAX #14 lets a line end
/// there, so that only `overflow-wrap` does, which cuts after any character.
enum CodePlaces {
  private enum Place {
    /// After a mark between names, or before an operator.
    case betweenNames
    /// After the underscore in a name.
    case betweenWords
    case other
  }

  /// Removes the emergency places that follow a better one in what is the last third of any line that ends at them.
  ///
  /// - Parameters:
  ///   - units: the whole text.
  ///   - measure: the least room that a line of the text has.
  static func prefer(
    in candidates: inout [BreakCandidate], _ units: [UInt16], measure: Int
  ) {
    guard measure > 0, candidates.contains(where: \.isEmergency) else { return }
    let reach = measure / 3
    // Where the last places end a line.
    var names: Int?
    var words: Int?
    func isNear(_ place: Int?, _ width: Int) -> Bool { place.map { width - $0 < reach } ?? false }
    candidates.removeAll {
      guard $0.isEmergency else {
        // No line goes on from here to a place where it would be cut.
        (names, words) = (nil, nil)
        return false
      }
      switch place(at: Int($0.offset), units) {
      case .betweenNames:
        names = $0.widthBefore
        return false
      case .betweenWords:
        if isNear(names, $0.widthBefore) { return true }
        words = $0.widthBefore
        return false
      case .other: return isNear(names, $0.widthBefore) || isNear(words, $0.widthBefore)
      }
    }
  }

  private static func place(at offset: Int, _ units: [UInt16]) -> Place {
    guard offset > 0, offset < units.count else { return .other }
    let (last, next) = (units[offset - 1], units[offset])
    switch last {
    // "(", ",", ";", "[" and "{"
    case 0x28, 0x2C, 0x3B, 0x5B, 0x7B: return isClosing(next) ? .other : .betweenNames
    // "/" and ":"
    case 0x2F,
      0x3A where next.isOfName:
      return .betweenNames
    // The point in a number is no mark between names.
    case 0x2E where next.isOfName:
      return next.isDigit && offset > 1 && units[offset - 2].isDigit ? .other : .betweenNames
    // Names may begin with underscores.
    case 0x5F where next.isOfName && next != 0x5F && offset > 1:
      let before = units[offset - 2]
      return before.isOfName && before != 0x5F ? .betweenWords : .other
    default: return isOperator(next) && endsOperand(last) ? .betweenNames : .other
    }
  }

  /// One of "),.;]}".
  private static func isClosing(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x29, 0x2C, 0x2E, 0x3B, 0x5D, 0x7D: true
    default: false
    }
  }

  /// One of "%&*+<=|". Lines may end after "!", "-" and "?" anyway, and ">" may be a bracket.
  private static func isOperator(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x25, 0x26, 0x2A, 0x2B, 0x3C, 0x3D, 0x7C: true
    default: false
    }
  }

  /// A name, a quotation mark or a closing bracket.
  private static func endsOperand(_ unit: UInt16) -> Bool {
    unit.isOfName || unit == 0x22 || unit == 0x27 || unit == 0x29 || unit == 0x5D
  }
}
