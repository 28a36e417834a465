extension Pagination {
  /// A misspelt word on the pages.
  public struct MisspeltWord: Sendable {
    /// Where the word is.
    public let location: Location
    /// The word, with straight apostrophes and without soft hyphens.
    public let word: String
    /// The language whose dictionary was used.
    public let language: String
  }

  /// Checks the text of the book in page order. The boxes in the lines of a chapter, and its notes,
  /// are checked after its text.
  /// Generated text of the chapters is skipped.
  public func misspeltWords(_ checker: inout SpellChecker) -> [MisspeltWord] {
    var result: [MisspeltWord] = []
    for (index, layout) in chapters.enumerated() {
      for found in checker.misspellings(in: layout.text, 0..<layout.text.length)
      where !layout.text.isGenerated(at: found.range.lowerBound) {
        append(found, at: found.range.lowerBound, chapter: index, &result)
      }
      for (inner, offset) in layout.text.innerTexts {
        for found in checker.misspellings(in: inner, 0..<inner.length)
        where !inner.isGenerated(at: found.range.lowerBound) {
          append(found, at: offset, chapter: index, &result)
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
