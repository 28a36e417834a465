import ArgumentParser
import Foundation
import Paginator

/// `paginate spell`: finds misspelt words with their pages.
struct Spell: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spell",
    abstract: "Find misspelt words: word, suggestions, page, line, CFI.",
    discussion: """
      Words are checked in the language of the text (lang, xml:lang, or the package's) with \
      Hunspell's dictionaries. Spelling never changes a page.
      Suggestions, at most five a word: the word divided in words of the book, names of the book (for \
      words with a capital), words that Hunspell makes by small changes, words of the book and the dictionary that differ in two \
      letters, the word divided. A word with a capital that the book has three times or more is \
      taken for a name: it is listed without suggestions.

      paginate spell book.epub --ignore-file names.txt

      Exit status: 0; with --fail, 1 if a word is misspelt.
      """)

  @OptionGroup var layout: ProjectBookArguments

  @Option(
    help: ArgumentHelp("A folder of LANG.dic and LANG.aff files.", valueName: "dir"))
  var dictionaryDir: [String] = []

  @Option(help: ArgumentHelp("A word to accept.", valueName: "word"))
  var ignore: [String] = []

  @Option(help: ArgumentHelp("A file of words to accept, one per line.", valueName: "file"))
  var ignoreFile: [String] = []

  @Flag(help: "List each word once, with its number of occurrences.")
  var words = false

  @Flag(help: "Leave out suggestions, which take time.")
  var noSuggestions = false

  @Option(help: ArgumentHelp("Write the words as findings (SARIF).", valueName: "file"))
  var findings: String?

  @Flag(help: "Exit with status 1 if a word is misspelt.")
  var fail = false

  @Flag(help: "Write JSON.")
  var json = false

  mutating func run() async throws {
    for folder in dictionaryDir {
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
      guard files?.contains(where: { $0.hasSuffix(".dic") }) ?? false else {
        throw BookError(
          .noSuchInput, "no folder of dictionaries (LANG.dic): \"\(folder)\" (--dictionary-dir)")
      }
    }
    var checker = SpellChecker(
      library: SpellingLibrary(folders: dictionaryDir + [SpellingLibrary.systemFolder]))
    for word in try ignore + ignoreFile.flatMap(Self.words(of:)) { checker.ignore(word) }
    let pagination = try await layout.paginated()
    let found = pagination.misspeltWords(&checker)
    for language in checker.missingLanguages.sorted() {
      Console.report(
        "paginate: no dictionary for \"\(language)\" (apt search hunspell-\(LanguageTag.primary(language)), or --dictionary-dir)"
      )
    }
    let suggestions = try await suggestions(for: found, checker)
    if let findings {
      let list = found.map { word in
        var finding = Self.finding(word, suggestions[Self.form(word)] ?? [])
        finding.location = pagination.source(of: word)
        return finding
      }
      try Console.write(FindingReport.sarif(list, book: layout.book), to: findings)
    }
    // Findings on standard output are alone there, so that it can be read as JSON.
    if !OutputFile.isStandardOutput(findings) { list(found, suggestions) }
    if fail, !found.isEmpty { throw ExitCode(1) }
  }

  private func list(
    _ found: [Pagination.MisspeltWord], _ suggestions: Suggestions
  ) {
    if json {
      Console.printJSON(Self.json(found, suggestions))
    } else if words {
      printWords(found, suggestions)
    } else {
      for word in found { Console.print(Self.line(word, suggestions[Self.form(word)] ?? [])) }
    }
  }

  private static func words(of path: String) throws -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw BookError(.noSuchInput, "cannot read the words of \"\(path)\"")
    }
    return text.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// The suggestions of each distinct word.
  private func suggestions(
    for found: [Pagination.MisspeltWord], _ checker: SpellChecker
  ) async throws -> Suggestions {
    guard !noSuggestions else { return [:] }
    var counts: [BookSuggestions.Word: Int] = [:]
    // Nothing is near a single letter.
    for word in found where word.word.count > 1 { counts[Self.form(word), default: 0] += 1 }
    let jobs = try layout.target().settings.jobs ?? ProcessorCount.available
    return await BookSuggestions(checker).suggestions(for: counts, jobs: max(1, jobs))
  }

  private typealias Suggestions = [BookSuggestions.Word: [String]]

  private static func form(_ word: Pagination.MisspeltWord) -> BookSuggestions.Word {
    BookSuggestions.Word(word.word, language: word.language)
  }

  private static func line(_ word: Pagination.MisspeltWord, _ suggestions: [String]) -> String {
    let place = word.location
    let line = place.line.map { ":\($0)" } ?? ""
    let meant = suggestions.isEmpty ? "" : "  \(suggestions.joined(separator: ", "))"
    return "\(place.page.label)\(line)  \(word.word)\(meant)  \(place.cfi ?? "")"
  }

  private func printWords(
    _ found: [Pagination.MisspeltWord], _ suggestions: Suggestions
  ) {
    var pages: [BookSuggestions.Word: [String]] = [:]
    for word in found { pages[Self.form(word), default: []].append(word.location.page.label) }
    for (form, labels) in pages.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) })
    {
      let words = suggestions[form] ?? []
      let meant = words.isEmpty ? "" : "  " + words.joined(separator: ", ")
      Console.print("\(labels.count)  \(form.word)\(meant)  page \(labels[0])")
    }
  }

  private static func finding(
    _ word: Pagination.MisspeltWord, _ suggestions: [String]
  ) -> Finding {
    let meant =
      suggestions.isEmpty ? "" : "; \(suggestions.map { "\"\($0)\"" }.joined(separator: ", "))?"
    return Finding(
      .misspelling, "\"\(word.word)\" is not in the dictionary for \(word.language)\(meant)",
      page: word.location.page.number)
  }

  private static func json(
    _ found: [Pagination.MisspeltWord], _ suggestions: Suggestions
  ) -> String {
    let rows = found.map { word -> [String: Any] in
      var row: [String: Any] = LocationReport.row(word.location)
      row["word"] = word.word
      row["language"] = word.language
      row["suggestions"] = suggestions[Self.form(word)] ?? []
      return row
    }
    return JSONText.of(rows)
  }
}
