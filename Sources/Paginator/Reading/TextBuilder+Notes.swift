/// Notes, and strings for running heads, at their places in the text.
extension TextBuilder {
  /// Appends a note whose call is the preceding character. One without content has nothing to set.
  mutating func appendNote(_ note: Note) {
    guard !note.text.paragraphs.isEmpty else { return }
    var note = note
    note.offset = max(0, length - 1)
    text.notes.append(note)
  }

  mutating func appendNamedString(
    _ name: String, _ value: String?, from source: String? = nil, isInsideChapter: Bool? = nil
  ) {
    text.namedStrings.append(
      NamedString(
        offset: length, name: name, value: value, source: source, isInsideChapter: isInsideChapter))
  }
}
