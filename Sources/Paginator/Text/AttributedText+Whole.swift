/// Attributed strings as wholes: parts of them, several together, whether two say the same.
extension AttributedText {
  /// The characters of a range with their attributes, as a text of its own
  /// (`attributedSubstring(from:)`). Blocks, notes and places in a source stay behind.
  public func attributedSubstring(in range: Range<Int>) -> AttributedText {
    var result = AttributedText(string(in: range), attributes: baseAttributes(at: range.lowerBound))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (attributes, effective) = attributes(at: offset)
      let part = effective.clamped(to: range)
      result.setAttributes(
        attributes, in: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
      offset = part.upperBound
    }
    return result
  }

  /// What an empty text would be typed with.
  private func baseAttributes(at offset: Int) -> TextAttributes {
    runs.isEmpty ? TextAttributes() : attributes(at: min(offset, max(0, length - 1))).attributes
  }

  /// Replaces characters by text with attributes.
  public mutating func replaceCharacters(in range: Range<Int>, with text: AttributedText) {
    replaceCharacters(in: range, with: text.string)
    var offset = 0
    while offset < text.length {
      let (attributes, effective) = text.attributes(at: offset)
      setAttributes(
        attributes,
        in: range.lowerBound + effective.lowerBound..<range.lowerBound + effective.upperBound)
      offset = effective.upperBound
    }
  }

  public mutating func append(_ text: AttributedText) {
    replaceCharacters(in: length..<length, with: text)
  }
}

/// The same characters with the same attributes, however they were put together.
extension AttributedText: Equatable {
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
