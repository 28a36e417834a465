internal import CHunspell
internal import Foundation
internal import Synchronization

/// A Hunspell dictionary: its rules (`.aff`) and its words (`.dic`).
public final class SpellingDictionary: Sendable {
  /// A language tag, lower case.
  public let language: String
  /// The `.dic` file.
  public let path: String
  private let encoding: String.Encoding
  private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }
  /// Hunspell keeps state between calls.
  private let handle: Mutex<Handle>

  /// - Parameter path: the `.dic` file; the `.aff` file is in the same folder.
  init?(path: String, language: String) {
    let rules = path.dropLast(4) + ".aff"
    guard FileManager.default.isReadableFile(atPath: String(rules)),
      let pointer = Hunspell_create(String(rules), path)
    else { return nil }
    self.path = path
    self.language = language
    let name = Hunspell_get_dic_encoding(pointer).map { String(cString: $0) } ?? "UTF-8"
    encoding = DictionaryEncoding.named(name)
    handle = Mutex(Handle(pointer: pointer))
  }

  deinit { handle.withLock { Hunspell_destroy($0.pointer) } }

  /// Whether the dictionary accepts the spelling of a word.
  public func contains(_ word: String) -> Bool {
    guard let bytes = cString(word) else { return false }
    return handle.withLock { Hunspell_spell($0.pointer, bytes) != 0 }
  }

  /// Suggested corrections of a misspelt word, the most likely first.
  public func suggestions(for word: String) -> [String] {
    guard let bytes = cString(word) else { return [] }
    return handle.withLock { handle in
      var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      let count = Hunspell_suggest(handle.pointer, &list, bytes)
      defer { Hunspell_free_list(handle.pointer, &list, count) }
      return (0..<Int(count)).compactMap { index in
        list?[index].flatMap { string(UnsafePointer($0)) }
      }
    }
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

  private func cString(_ word: String) -> [CChar]? {
    guard !word.contains("\0"), let data = word.data(using: encoding) else { return nil }
    return data.map { CChar(bitPattern: $0) } + [0]
  }

  private func string(_ bytes: UnsafePointer<CChar>) -> String? {
    String(data: Data(bytes: bytes, count: strlen(bytes)), encoding: encoding)
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
