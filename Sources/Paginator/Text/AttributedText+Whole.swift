/// Substrings, concatenation and equality of attributed strings.
extension AttributedText {
  /// The characters of a range with their attributes, as a separate text
  /// (`attributedSubstring(from:)`), without blocks, notes and source positions.
  public func attributedSubstring(in range: Range<Int>) -> AttributedText {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "a range outside the text")
    var result = AttributedText("", attributes: baseAttributes(at: range.lowerBound))
    result.replaceCharacters(in: 0..<0, with: Array(units[range]))
    forEachRun(in: range) { attributes, part in
      result.setAttributes(
        attributes, in: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
    }
    return result
  }

  /// Calls `body` for each part of a range over which no attribute changes, in order.
  func forEachRun(
    in range: Range<Int>, _ body: (_ attributes: TextAttributes, _ part: Range<Int>) -> Void
  ) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (attributes, effective) = attributes(at: offset)
      let part = effective.clamped(to: range)
      body(attributes, part)
      offset = part.upperBound
    }
  }

  /// The attributes at an offset; at the end of the text, those of the last character.
  private func baseAttributes(at offset: Int) -> TextAttributes {
    runs.isEmpty ? TextAttributes() : attributes(at: min(offset, max(0, length - 1))).attributes
  }

  /// Replaces characters by text with its own attributes.
  public mutating func replaceCharacters(in range: Range<Int>, with text: AttributedText) {
    replaceCharacters(in: range, with: text.units)
    text.forEachRun(in: 0..<text.length) { attributes, part in
      setAttributes(
        attributes, in: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
    }
  }

  /// Appends another text with its attributes.
  public mutating func append(_ text: AttributedText) {
    replaceCharacters(in: length..<length, with: text)
  }
}

/// Equal if the characters and their attributes are equal, however the texts were built.
extension AttributedText: Equatable {
  /// Compares characters and attributes.
  public static func == (one: AttributedText, other: AttributedText) -> Bool {
    guard one.units == other.units else { return false }
    var offset = 0
    while offset < one.length {
      let (attributes, range) = one.attributes(at: offset)
      let (others, otherRange) = other.attributes(at: offset)
      guard attributes == others else { return false }
      offset = min(range.upperBound, otherRange.upperBound)
    }
    return true
  }
}
