import Foundation
import Testing

@testable import Paginator

/// Suggestions for all misspelt words of a book.
@Suite("suggestions for a book")
struct SuggestionTests {
  /// A dictionary of a few words in a folder of its own.
  private func suggestions(
    _ text: String, dictionary: String = "exaggerate\nletter\ncolour\n", rules: String = "",
    counts: [String: Int]
  ) async throws -> [String: [String]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "paginate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("9\n\(dictionary)".utf8).write(to: folder.appendingPathComponent("xx.dic"))
    try Data("SET UTF-8\nTRY abcdefghijklmnopqrstuvwxyzABC\n\(rules)".utf8)
      .write(to: folder.appendingPathComponent("xx.aff"))
    var checker = SpellChecker(library: SpellingLibrary(folders: [folder.path]))
    var attributes = TextAttributes()
    attributes.language = "xx"
    let own = AttributedText(text, attributes: attributes)
    _ = checker.misspellings(in: own, 0..<own.length)
    let words = counts.map { (BookSuggestions.Word($0.key, language: "xx"), $0.value) }
    let found = await BookSuggestions(checker).suggestions(
      for: Dictionary(uniqueKeysWithValues: words), jobs: 2)
    return Dictionary(uniqueKeysWithValues: found.map { ($0.key.word, $0.value) })
  }

  @Test("a word with a capital that a book often has is a name, and what others are meant to be")
  func names() async throws {
    let found = try await suggestions(
      "", counts: ["Ahab": 2, "Ahab's": 1, "Ahib": 1, "Queequag": 1, "Queequeg": 3, "Starbuck": 2])
    #expect(found["Queequeg"] == nil)
    #expect(found["Ahab"] == nil)
    #expect(found["Ahab's"] == nil)
    #expect(found["Queequag"] == ["Queequeg"])
    #expect(found["Ahib"] == ["Ahab"])
    #expect(found["Starbuck"] == [])
  }

  @Test("two words of the book that are run together come first")
  func runTogether() async throws {
    let words = "of\nthe\noath\noften\nco\nlour\ncolour\n"
    let found = try await suggestions(
      "of the often", dictionary: words, counts: ["ofthe": 1, "colours": 1])
    #expect(found["ofthe"]?.first == "of the")
    #expect(found["colours"]?.first == "colour")
  }

  @Test(
    "roots and words of the book that differ in two letters are suggested where nothing is nearer")
  func twoLetters() async throws {
    let rules = "SFX D Y 1\nSFX D 0 d e\n"
    let found = try await suggestions(
      "exaggerated", dictionary: "exaggerate/D\nletter\nbetter\n", rules: rules,
      counts: [
        "exagerrate": 1, "exagerrated": 1, "lettter": 1, "leter": 1, "leer": 1, "Lettrre": 1,
      ])
    #expect(found["exagerrate"] == ["exaggerate"])
    #expect(found["exagerrated"] == ["exaggerated"])
    #expect(found["lettter"] == ["letter"])
    #expect(found["leter"] == ["letter"])
    // Of four letters, two are half of the word; a word with a capital may be a name.
    #expect(found["leer"] == [])
    #expect(found["Lettrre"] == [])
  }

  @Test("words that a dictionary hides are not suggested")
  func hidden() async throws {
    let found = try await suggestions(
      "", dictionary: "exaggerate/!\n", rules: "NOSUGGEST !\n", counts: ["exagerrate": 1])
    #expect(found["exagerrate"] == [])
  }

  @Test("the rules for fast suggestions have one MAXNGRAMSUGS, and small letters to try")
  func rules() {
    let fast = SuggestionRules.fast(
      Array("SET UTF-8\nMAXNGRAMSUGS 9\nTRY eéAÉ-\nREP 1".utf8), .utf8)
    #expect(
      String(decoding: fast, as: UTF8.self)
        == "SET UTF-8\nTRY eé-\nREP 1\nMAXNGRAMSUGS 0\n")
  }

  @Test("near words begin with the same letter, and are in the order of their distance")
  func nearWords() {
    var words = NearWords()
    for word in ["letters", "lettre", "bitter", "latter", "letter", "lantern"] {
      words.add(word.utf16)
    }
    #expect(words.words(near: "letter", most: 2) == ["letters", "lettre", "latter"])
    #expect(words.words(near: "letter", most: 1) == ["letters", "lettre", "latter"])
    #expect(words.words(near: "lettters", most: 2) == ["letters", "letter"])
    #expect(words.words(near: "", most: 2) == [])
  }
}
