internal import Foundation
internal import Synchronization

/// A Hunspell dictionary: its rules (`.aff`) and its words (`.dic`).
public final class SpellingDictionary: Sendable {
  /// A language tag, lower case.
  public let language: String
  /// The `.dic` file.
  public let path: String
  private let encoding: String.Encoding
  private let hunspell: Mutex<Hunspell>

  /// - Parameter path: the `.dic` file; the `.aff` file is in the same folder.
  init?(path: String, language: String) {
    guard let hunspell = Hunspell(rules: Self.rules(of: path), words: path) else { return nil }
    self.path = path
    self.language = language
    encoding = hunspell.encoding
    self.hunspell = Mutex(hunspell)
  }

  private static func rules(of path: String) -> String { path.dropLast(4) + ".aff" }

  /// Whether the dictionary accepts the spelling of a word.
  public func contains(_ word: String) -> Bool { hunspell.withLock { $0.contains(word) } }

  /// Suggested corrections of a misspelt word, the most likely first.
  public func suggestions(for word: String) -> [String] {
    hunspell.withLock { $0.suggestions(for: word) }
  }

  /// The dictionary for one task, with the rules for fast suggestions; nil if it cannot be loaded again.
  func fast() -> Hunspell? {
    let path = Self.rules(of: path)
    guard let rules = FileManager.default.contents(atPath: path) else { return nil }
    return Hunspell(rules: SuggestionRules.fast([UInt8](rules), encoding), words: self.path)
      ?? Hunspell(rules: path, words: self.path)
  }

  /// The dictionary's words, without the forms that its rules derive, and without those that it does not suggest.
  func roots() -> NearWords {
    guard let rules = FileManager.default.contents(atPath: Self.rules(of: path)),
      let data = FileManager.default.contents(atPath: path),
      let text = String(data: data, encoding: encoding)
    else { return NearWords() }
    let hidden = SuggestionRules.flagOfHidden([UInt8](rules), encoding).map { Array($0.utf16) }
    let units = Array(text.utf16)
    var words = NearWords()
    for line in units.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).dropFirst() {
      let entry = line.prefix { $0 != 0x20 && $0 != 0x09 }
      let word = entry.prefix { $0 != 0x2F }
      if let hidden, entry.dropFirst(word.count + 1).contains(hidden) { continue }
      words.add(word)
    }
    return words
  }

  /// The dictionary's words that begin with a prefix, sorted, without the forms that its rules
  /// derive.
  public func words(beginningWith prefix: String) -> [String] {
    guard !prefix.isEmpty, let data = FileManager.default.contents(atPath: path),
      let text = String(data: data, encoding: encoding)
    else { return [] }
    return Set(
      text.split(whereSeparator: \.isNewline).dropFirst()
        .filter { $0.hasPrefix(prefix) }
        .map { String($0.prefix { $0 != "/" && !$0.isWhitespace }) }
    ).sorted()
  }
}

/// All spelling dictionaries of the machine, by language. Each is loaded on first use, then shared.
public final class SpellingLibrary: Sendable {
  private let loaded: LoadedDictionaries<SpellingDictionary>
  private let learned = Mutex<Set<String>>([])

  /// Debian's dictionaries.
  public static let systemFolder = "/usr/share/hunspell"

  /// - Parameter folders: searched in order for `LANG.dic` and `LANG.aff`.
  public init(folders: [String] = [SpellingLibrary.systemFolder]) {
    loaded = LoadedDictionaries(DictionaryFiles(folders: folders, prefix: "")) {
      SpellingDictionary(path: $0, language: $1)
    }
  }

  /// The dictionary for a language tag: an exact match, else one for the language in any region.
  public func dictionary(for tag: String) -> SpellingDictionary? {
    loaded.dictionary(for: tag)
  }

  /// The words that are accepted in every text of the program (`UITextChecker.learnWord`).
  public var learnedWords: Set<String> { learned.withLock { $0 } }

  /// Accepts a word in all texts that use this library.
  public func learn(_ word: String) { learned.withLock { _ = $0.insert(word) } }
  func hasLearned(_ word: String) -> Bool { learned.withLock { $0.contains(word) } }
  /// Reverts `learn(_:)`.
  public func unlearn(_ word: String) { learned.withLock { _ = $0.remove(word) } }

  /// The languages that have a dictionary, sorted.
  public var availableLanguages: [String] { loaded.files.languages }
}
