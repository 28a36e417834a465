/// Suggests corrections for all misspelt words of a book at once.
///
/// A word gets, in this order:
/// 1. the word divided in words of the book, such as "of the" for "ofthe";
/// 2. if it has a capital: names of the book that differ in a letter, or in two of five and more. A
///    name is a word with a capital that the book has at least three times; it gets no suggestions
///    itself;
/// 3. words that Hunspell makes of it by small changes;
/// 4. if there are none, and it has no capital and five letters or more: words of the book, and
///    roots of the dictionary, that differ in two letters;
/// 5. the word divided in two otherwise.
package struct BookSuggestions {
  /// A misspelt word in the language of its dictionary.
  package struct Word: Hashable, Comparable, Sendable {
    package let word: String
    package let language: String

    package init(_ word: String, language: String) {
      (self.word, self.language) = (word, language)
    }

    package static func < (one: Word, other: Word) -> Bool {
      (one.language, one.word) < (other.language, other.word)
    }
  }

  /// The largest number of suggestions of a word.
  private static let most = 5
  /// A word with a capital that occurs as often is a name.
  private static let nameCount = 3
  /// With fewer words, one task finds them sooner than another one has loaded the dictionary.
  private static let wordsPerTask = 32

  private let checker: SpellChecker

  /// - Parameter checker: it has read the book.
  package init(_ checker: SpellChecker) { self.checker = checker }

  /// - Parameters:
  ///   - counts: how often the book has each misspelt word.
  ///   - jobs: how many tasks search at once.
  package func suggestions(for counts: [Word: Int], jobs: Int) async -> [Word: [String]] {
    var result: [Word: [String]] = [:]
    let languages = Dictionary(grouping: counts.keys, by: \.language)
    for (language, words) in languages.sorted(by: { $0.key < $1.key }) {
      guard let dictionary = checker.dictionary(for: language) else { continue }
      let names = names(of: words, counts)
      let searched = words.filter { !names.contains(Self.base($0.word)) }.sorted()
      let accepted = checker.acceptedWords(in: language)
      let near = Near(
        names: NearWords(names.sorted()), accepted: Set(accepted),
        text: NearWords(accepted.sorted()), roots: dictionary.roots())
      let tasks = max(1, min(jobs, searched.count / Self.wordsPerTask))
      await withTaskGroup(of: [(Word, [String])].self) { group in
        for first in 0..<tasks {
          group.addTask {
            guard let hunspell = dictionary.fast() else { return [] }
            return stride(from: first, to: searched.count, by: tasks).map { index in
              (searched[index], near.suggestions(for: searched[index].word, hunspell))
            }
          }
        }
        for await part in group { result.merge(part) { $1 } }
      }
    }
    return result
  }

  /// The names of a book, without the endings of genitives.
  private func names(of words: [Word], _ counts: [Word: Int]) -> Set<String> {
    var uses: [String: Int] = [:]
    for word in words where word.word.first?.isUppercase ?? false {
      uses[Self.base(word.word), default: 0] += counts[word] ?? 0
    }
    return Set(uses.filter { $0.value >= Self.nameCount }.keys)
  }

  private static func base(_ word: String) -> String {
    word.hasSuffix("'s") ? String(word.dropLast(2)) : word
  }

  /// What misspelt words may have been meant to be, besides what Hunspell makes of them.
  private struct Near: Sendable {
    let names: NearWords
    /// The words of the book that the dictionary accepts.
    let accepted: Set<String>
    let text: NearWords
    let roots: NearWords

    func suggestions(for word: String, _ hunspell: borrowing Hunspell) -> [String] {
      let hasCapital = word.first?.isUppercase ?? false
      let isLong = word.utf16.count >= 5
      let made = hunspell.suggestions(for: word)
      let isDivided = { (made: String) in
        made.contains(" ") || made.contains("-") && !word.contains("-")
      }
      var result = made.filter { isDivided($0) && isOfBook($0) }
      if hasCapital {
        result += names.words(near: BookSuggestions.base(word), most: isLong ? 2 : 1)
      }
      result += made.filter { !isDivided($0) }
      if result.isEmpty, isLong, !hasCapital {
        result += text.words(near: word, most: 2)
        result += roots.words(near: word, most: 2).filter { hunspell.contains($0) }
      }
      // Most words of one letter are endings.
      result += made.filter { isDivided($0) && !Self.endsInLetter($0) }
      var known: Set<String> = []
      return Array(result.filter { known.insert($0).inserted }.prefix(BookSuggestions.most))
    }

    /// Whether all parts of a divided word are words of the book.
    private func isOfBook(_ words: String) -> Bool {
      words.split { $0 == " " || $0 == "-" }.allSatisfy {
        accepted.contains(String($0)) || accepted.contains($0.lowercased())
      }
    }

    private static func endsInLetter(_ words: String) -> Bool {
      words.dropLast().last.map { $0 == " " || $0 == "-" } ?? false
    }
  }
}

extension NearWords {
  fileprivate init(_ words: [String]) {
    for word in words { add(word.utf16) }
  }
}
