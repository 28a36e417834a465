extension Pagination {
  /// A misspelt word on the pages.
  public struct MisspeltWord: Sendable {
    /// Where the word is.
    public let location: Location
    /// As the book has it.
    public let word: String
    /// In whose dictionary it was looked up.
    public let language: String
  }

  /// Checks the text that comes from the book, in the order of the pages; notes are checked behind
  /// the text that calls them. What was made by the style is left out.
  public func misspeltWords(_ checker: inout SpellChecker) -> [MisspeltWord] {
    var result: [MisspeltWord] = []
    for (index, layout) in chapters.enumerated() {
      for found in checker.misspellings(in: layout.text, 0..<layout.text.length)
      where !layout.text.isGenerated(at: found.range.lowerBound) {
        append(found, at: found.range.lowerBound, chapter: index, &result)
      }
      for note in layout.text.notes {
        for found in checker.misspellings(in: note.text, 0..<note.text.length) {
          append(found, at: Int(note.offset), chapter: index, &result)
        }
      }
    }
    return result
  }

  private func append(
    _ found: SpellChecker.Misspelling, at offset: Int, chapter: Int,
    _ result: inout [MisspeltWord]
  ) {
    guard let location = location(of: offset, chapter: chapter) else { return }
    result.append(
      MisspeltWord(location: location, word: found.word, language: found.language))
  }
}
