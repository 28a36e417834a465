/// Operations that are built on the four primitives.
extension TextStorage {
  /// Replaces all of the text (`setAttributedString(_:)`).
  public func setAttributedString(_ text: AttributedText) {
    replaceCharacters(in: 0..<length, with: text)
  }

  /// The characters of a range with their attributes, as a separate text.
  public func attributedSubstring(in range: Range<Int>) -> AttributedText {
    text.attributedSubstring(in: range)
  }

  /// Appends text with the attributes of the preceding character.
  public func append(_ string: String) { insert(string, at: length) }

  /// Appends text with its own attributes.
  public func append(_ text: AttributedText) { replaceCharacters(in: length..<length, with: text) }

  /// Inserts text at an offset in UTF-16 units, with the attributes of the preceding character.
  public func insert(_ string: String, at offset: Int) {
    replaceCharacters(in: offset..<offset, with: string)
  }

  /// Deletes a range of UTF-16 units.
  public func delete(_ range: Range<Int>) { replaceCharacters(in: range, with: "") }

  /// Replaces characters by text with its own attributes.
  public func replaceCharacters(in range: Range<Int>, with text: AttributedText) {
    edit { storage in
      storage.replaceCharacters(in: range, with: text.units)
      text.forEachRun(in: 0..<text.length) { attributes, part in
        storage.setAttributes(
          attributes, in: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
      }
    }
  }

  /// Inserts an attachment's character, U+FFFC, at an offset in UTF-16 units.
  public func insert(_ attachment: TextAttachment, at offset: Int) {
    edit { storage in
      storage.insert(TextAttachment.character, at: offset)
      storage.modifyAttributes(in: offset..<offset + 1) { $0.attachment = attachment }
    }
  }

  /// Changes some attributes of a range and leaves the others alone.
  public func modifyAttributes(in range: Range<Int>, _ change: (inout TextAttributes) -> Void) {
    edit { storage in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let (old, effective) = storage.attributes(at: offset)
        let part = effective.clamped(to: range)
        var new = old
        change(&new)
        if new != old { storage.setAttributes(new, in: part) }
        offset = part.upperBound
      }
    }
  }

  /// The value of one attribute at an offset, and the longest range over which it does not change.
  public func attribute<Value: Equatable>(
    _ path: KeyPath<TextAttributes, Value>, at offset: Int
  ) -> (value: Value, longestEffectiveRange: Range<Int>) {
    let found = text.attribute(path, at: offset, longestEffectiveRangeIn: 0..<length)
    return (found.value, found.effectiveRange)
  }
}
