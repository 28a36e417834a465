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
    /// Where the word is in its document; nil for generated text.
    fileprivate let place: (node: Int, offset: Int)?
    fileprivate let document: Int

    fileprivate init(
      _ found: SpellChecker.Misspelling, _ location: Location, in text: AttributedText,
      document: Int
    ) {
      self.location = location
      word = found.word
      language = found.language
      place = text.source(of: found.range.lowerBound)
      self.document = document
    }
  }

  /// Checks the text of the book in page order. The notes of a page are checked after its text.
  /// Generated text of the chapters is skipped.
  public func misspeltWords(_ checker: inout SpellChecker) -> [MisspeltWord] {
    var result: [MisspeltWord] = []
    for (index, layout) in chapters.enumerated() {
      let own = layout.chapter.document
      var ordered = PlaceOrder<MisspeltWord>()
      for found in checker.misspellings(in: layout.text, 0..<layout.text.length)
      where !layout.text.isGenerated(at: found.range.lowerBound) {
        let at = found.range.lowerBound
        guard let location = location(of: at, chapter: index) else { continue }
        ordered.add(MisspeltWord(found, location, in: layout.text, document: own), at: location)
      }
      for inner in layout.text.innerTexts {
        let text = inner.text
        for found in checker.misspellings(in: text, 0..<text.length)
        where !text.isGenerated(at: found.range.lowerBound) {
          let at = found.range.lowerBound
          guard let location = location(of: at, in: inner, chapter: index) else { continue }
          ordered.add(
            MisspeltWord(found, location, in: text, document: inner.document ?? own),
            at: location, isInNote: inner.note != nil)
        }
      }
      result += ordered.elements
    }
    return result
  }

  /// Where a word is in its file; nil for generated text. This counts the lines and columns up to the word.
  public func source(of word: MisspeltWord) -> SourceLocation? {
    word.place.map { trees[word.document].tree.location(of: $0.node, offset: $0.offset) }
  }
}
