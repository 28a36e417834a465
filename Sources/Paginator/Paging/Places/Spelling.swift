internal import EPUB
public import Markup

extension Pagination {
  /// A misspelt word on the pages.
  public struct MisspeltWord: Sendable {
    /// Where the word is.
    public let location: Location
    /// The word, with straight apostrophes and without soft hyphens.
    public let word: String
    /// The language whose dictionary was used.
    public let language: String
    /// Where the word is in its file; nil for generated text.
    public let source: SourceLocation?

    fileprivate init(
      _ found: SpellChecker.Misspelling, _ location: Location, _ source: SourceLocation?
    ) {
      self.location = location
      word = found.word
      language = found.language
      self.source = source
    }
  }

  /// Checks the text of the book in page order. The boxes in the lines of a chapter, and its notes,
  /// are checked after its text.
  /// Generated text of the chapters is skipped.
  public func misspeltWords(_ checker: inout SpellChecker) -> [MisspeltWord] {
    var result: [MisspeltWord] = []
    for (index, layout) in chapters.enumerated() {
      let own = layout.chapter.document
      for found in checker.misspellings(in: layout.text, 0..<layout.text.length)
      where !layout.text.isGenerated(at: found.range.lowerBound) {
        let at = found.range.lowerBound
        guard let location = location(of: at, chapter: index) else { continue }
        result.append(MisspeltWord(found, location, source(of: at, in: layout.text, document: own)))
      }
      for inner in layout.text.innerTexts {
        let text = inner.text
        for found in checker.misspellings(in: text, 0..<text.length)
        where !text.isGenerated(at: found.range.lowerBound) {
          let at = found.range.lowerBound
          guard let location = location(of: at, in: inner, chapter: index) else { continue }
          result.append(
            MisspeltWord(found, location, source(of: at, in: text, document: inner.document ?? own))
          )
        }
      }
    }
    return result
  }

  /// The place in its file of a character of a text.
  private func source(
    of offset: Int, in text: AttributedText, document: Int
  ) -> SourceLocation? {
    text.source(of: offset).map { trees[document].tree.location(of: $0.node, offset: $0.offset) }
  }
}
