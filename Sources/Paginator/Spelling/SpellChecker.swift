/// Finds misspelt words, by the language of the text (like UIKit's `UITextChecker`). A checker has
/// the ignored words of one document; the dictionaries are shared.
public struct SpellChecker: Sendable {
  private let library: SpellingLibrary
  /// The words that are accepted in this document.
  public private(set) var ignoredWords: Set<String> = []
  /// Whether a word is misspelt, by language and word.
  private var known: [String: Bool] = [:]
  /// Languages of the text that have no dictionary.
  public private(set) var missingLanguages: Set<String> = []

  /// Creates a checker with the dictionaries of a library.
  public init(library: SpellingLibrary = SpellingLibrary()) { self.library = library }

  /// Accepts a word from now on.
  public mutating func ignore(_ word: String) { ignoredWords.insert(Self.plain(word)) }

  /// A misspelt word of a text.
  public struct Misspelling: Hashable, Sendable {
    /// Its range in the text, in UTF-16 units.
    public let range: Range<Int>
    /// The word, with straight apostrophes and without soft hyphens.
    public let word: String
    /// The language whose dictionary was used.
    public let language: String
  }

  /// The first misspelt word of a range at or after an offset. If there is none and `wraps` is
  /// true, the first one before the offset.
  public mutating func misspelling(
    in text: AttributedText, _ range: Range<Int>, from offset: Int, wraps: Bool = false
  ) -> Misspelling? {
    let start = min(max(offset, range.lowerBound), range.upperBound)
    if let found = first(in: text, start..<range.upperBound) { return found }
    return wraps ? first(in: text, range.lowerBound..<start) : nil
  }

  /// All misspelt words in a range, in order.
  public mutating func misspellings(
    in text: AttributedText, _ range: Range<Int>
  ) -> [Misspelling] {
    var result: [Misspelling] = []
    for piece in Self.pieces(of: range, in: text) {
      result += misspellings(in: text, range, piece)
    }
    return result
  }

  /// The first misspelt word that lies completely in a range.
  private mutating func first(in text: AttributedText, _ range: Range<Int>) -> Misspelling? {
    for piece in Self.pieces(of: range, in: text) {
      if let found = misspellings(in: text, range, piece).first { return found }
    }
    return nil
  }

  private mutating func misspellings(
    in text: AttributedText, _ range: Range<Int>, _ piece: Range<Int>
  ) -> [Misspelling] {
    var result: [Misspelling] = []
    var addressEnd = piece.lowerBound
    for whole in TextTokenizer(text).words(inPiece: piece)
    where whole.lowerBound >= range.lowerBound && whole.upperBound <= range.upperBound {
      guard whole.lowerBound >= addressEnd else { continue }
      if text.beginsAddress(whole) {
        addressEnd = text.spaceAfter(whole, in: piece)
        continue
      }
      let token = text.withoutNoteCalls(whole)
      guard !token.isEmpty else { continue }
      let word = Self.plain(text.string(in: token))
      guard Self.isChecked(word) else { continue }
      let style = text.style(at: token.lowerBound).style
      guard let language = style.text.language else { continue }
      if isMisspelt(word, language) {
        result.append(Misspelling(range: token, word: word, language: language))
      }
    }
    return result
  }

  /// Pieces of text that begin and end at white space or with a paragraph, where no word continues
  /// (UAX #29, except WB3d). A search for the next misspelt word tokenizes one piece at a time, not the whole text.
  private static func pieces(
    of range: Range<Int>, in text: AttributedText
  ) -> some Sequence<Range<Int>> {
    func isSpace(_ offset: Int) -> Bool { text.units[offset] <= 0x20 }
    let range = range.clamped(to: 0..<text.length)
    let paragraphs = text.paragraphs
    var index = max(
      0, paragraphs.partitioningIndex { Int($0.start) > range.lowerBound } - 1)
    let first = index < paragraphs.count ? Int(paragraphs[index].start) : 0
    var start = range.lowerBound
    while start > first, start < text.length, !isSpace(start - 1) { start -= 1 }
    return sequence(state: start) { start in
      guard start < range.upperBound else { return nil }
      while index < paragraphs.count, Int(paragraphs[index].end) <= start { index += 1 }
      let limit = index < paragraphs.count ? Int(paragraphs[index].end) : text.length
      var end = min(start + 2048, limit)
      while end < limit, !isSpace(end - 1) { end += 1 }
      defer { start = end }
      return start..<end
    }
  }

  /// Suggested corrections of a word, the most likely first.
  public func suggestions(for word: String, language: String) -> [String] {
    library.dictionary(for: language)?.suggestions(for: Self.plain(word)) ?? []
  }

  func dictionary(for language: String) -> SpellingDictionary? { library.dictionary(for: language) }

  /// The words of the texts that were checked, which the dictionary of a language accepts.
  func acceptedWords(in language: String) -> [String] {
    let prefix = language + " "
    return known.compactMap { key, isMisspelt in
      isMisspelt || !key.hasPrefix(prefix) ? nil : String(key.dropFirst(prefix.count))
    }
  }

  /// Completions of a partial word: words of the text, the most frequent first, then words of the
  /// dictionary in alphabetical order.
  public func completions(
    of partial: Range<Int>, in text: AttributedText, limit: Int = 20
  ) -> [String] {
    let prefix = Self.plain(text.string(in: partial))
    guard !prefix.isEmpty else { return [] }
    let tokenizer = TextTokenizer(text)
    var counts: [String: Int] = [:]
    for token in tokenizer.tokens(.word, in: 0..<text.length) where token != partial {
      let word = text.string(in: token)
      if word.hasPrefix(prefix), word != prefix { counts[Self.plain(word), default: 0] += 1 }
    }
    let own = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let language = text.style(at: partial.lowerBound).style.text.language
    let others =
      language.flatMap { library.dictionary(for: $0) }?.words(beginningWith: prefix) ?? []
    return Array((own + others.filter { counts[$0] == nil && $0 != prefix }).prefix(limit))
  }

  private mutating func isMisspelt(_ word: String, _ language: String) -> Bool {
    if ignoredWords.contains(word) || library.hasLearned(word) { return false }
    guard let dictionary = library.dictionary(for: language) else {
      if LanguageTag.namesLanguage(language) { missingLanguages.insert(language) }
      return false
    }
    let key = language + " " + word
    if let known = known[key] { return known }
    let isMisspelt = !dictionary.contains(word)
    known[key] = isMisspelt
    return isMisspelt
  }

  /// The form that dictionaries use: straight apostrophes, no soft hyphens, no word joiners.
  private static func plain(_ word: String) -> String {
    // Most words are of ASCII letters.
    guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
    var plain = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\u{2019}": plain.append("'")
      case "\u{AD}", "\u{2060}": break
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Whether a token is checked as a word. Numbers, roman numerals and tokens without letters are
  /// not.
  private static func isChecked(_ word: String) -> Bool {
    var hasLetter = false
    for scalar in word.unicodeScalars {
      // Numbers, and addresses or abbreviations with full stops inside.
      if scalar.properties.numericType != nil || scalar == "." { return false }
      if scalar.properties.isAlphabetic { hasLetter = true }
    }
    return hasLetter && !word.allSatisfy { "IVXLCDM".contains($0) }
  }
}
