internal import Synchronization

/// The shaped words and the opened fonts that books share, for a program that sets many of them, one after the other.
///
/// A word has the same glyphs whichever book has it first, so that no book's pages depend on the books before it. A
/// book with fonts of its own (`@font-face`) shares nothing: the same names may be other fonts there.
public final class SharedWords: Sendable {
  private let mostWords: Int
  private let mostBooks: Int

  private struct State {
    var tools: SharedBook.LayoutTools?
    /// The library whose fonts the tools have.
    var fonts: FontLibrary?
    var bookCount = 0
  }
  private let state = Mutex(State())

  /// Without words.
  public convenience init() { self.init(mostWords: 1 << 15) }

  /// - Parameters:
  ///   - mostWords: how many words are kept for another book; with their glyphs, 1,000 take about 1 MB.
  ///   - mostBooks: how many books share their words, which bounds what a font library remembers of them.
  init(mostWords: Int, mostBooks: Int = 1000) {
    self.mostWords = mostWords
    self.mostBooks = mostBooks
  }

  /// What the next book shares with those before it.
  func begin(_ options: PaginationOptions) -> SharedBook.LayoutTools {
    state.withLock { state in
      state.bookCount += 1
      if let known = state.tools, state.fonts === options.fonts,
        known.hyphenation === options.hyphenation, state.bookCount <= mostBooks,
        known.cache.wordCount <= mostWords
      {
        known.pool.forgetParagraphs()
        return known
      }
      // A copy, so that what it remembers is forgotten with it.
      let made = SharedBook.LayoutTools(
        cache: ShapingCache(fonts: options.fonts.copy()), hyphenation: options.hyphenation)
      state = State(tools: made, fonts: options.fonts, bookCount: 1)
      return made
    }
  }

  /// Ends a book. After one that failed, nothing is shared: its typesetters may have stopped anywhere.
  func end(isGood: Bool) {
    state.withLock { state in
      if let tools = state.tools { state.fonts?.keepSystemFonts(of: tools.cache.fonts) }
      if !isGood { state.tools = nil }
    }
  }
}
