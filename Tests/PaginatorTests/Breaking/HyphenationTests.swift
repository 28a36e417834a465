import CHyphen
import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Runs libhyphen's own tests on `HyphenationDictionary`.
@Suite("Hyphenation dictionaries")
struct HyphenationTests {
  @Test(
    "words are hyphenated as libhyphen's tests expect, apart from known differences",
    .needsShared("suites/hyphenation/libhyphen-tests/tests"))
  func suite() throws {
    let folder = Checkout.suite("hyphenation/libhyphen-tests/tests")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var failures: [String] = []
    var count = 0
    for name in names where name.hasSuffix(".pat") {
      let base = String(name.dropLast(4))
      guard !Self.corrupting.contains(base) else { continue }
      guard let words = text(folder, base + ".word"), let answers = text(folder, base + ".hyph"),
        let dictionary = HyphenationDictionary(
          path: folder.appendingPathComponent(name).path, language: "en")
      else { continue }
      count += 1
      let given = words.split(separator: "\n").map { divided(String($0), dictionary) }
      let wanted = answers.split(separator: "\n").map(String.init)
      if given != wanted {
        failures.append("\(base): \(zip(given, wanted).first { $0 != $1 } ?? ("", ""))")
      }
    }
    #expect(count >= 30)
    // The sets in `known` may differ; any other difference fails the test.
    let known = Self.known
    let unexpected = failures.filter { failure in !known.contains { failure.hasPrefix($0 + ":") } }
    #expect(unexpected.isEmpty, "\(unexpected.joined(separator: "\n"))")
  }

  @Test("our automaton hyphenates like that of libhyphen's loader, for installed dictionaries")
  func automaton() throws {
    let folder = URL(fileURLWithPath: HyphenationLibrary.systemFolder)
    let files = ["hyph_de_DE.dic", "hyph_en_US.dic", "hyph_fr.dic"]
      .map { folder.appendingPathComponent($0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    try #require(!files.isEmpty, "Scripts/setup installs dictionaries")
    for file in files {
      let own = try #require(HyphenationDictionary(path: file.path, language: "x"))
      let other = try #require(
        HyphenationDictionary(path: file.path, language: "x") { hnj_hyphen_load($0) })
      // Test words: the letters of two patterns, joined; every ninth line is used.
      let lines = try #require(text(folder, file.lastPathComponent)).split(separator: "\n")
      let parts = lines.enumerated().filter { $0.offset % 9 == 0 }.map {
        String($0.element.filter { $0.isLetter || $0 == "'" })
      }
      var divided = 0
      for (first, second) in zip(parts, parts.dropFirst(3)) {
        let points = own.points(in: first + second)
        divided += points.count
        #expect(points == other.points(in: first + second), "\(first + second)")
      }
      #expect(divided > 300)
    }
  }

  @Test("words of ASCII letters are divided as by libhyphen, for all installed dictionaries")
  func plainWords() throws {
    let folder = URL(fileURLWithPath: HyphenationLibrary.systemFolder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".dic") }
    var (plain, divided) = (Set<String>(), 0)
    for file in files {
      let path = folder.appendingPathComponent(file).resolvingSymlinksInPath().path
      guard plain.insert(path).inserted,
        let dictionary = HyphenationDictionary(path: path, language: "x"),
        let text = text(folder, file)
      else { continue }
      // Test words: the letters of two patterns, joined; every 29th line is used.
      let parts = text.split(separator: "\n").enumerated().filter { $0.offset % 29 == 0 }.map {
        String($0.element.filter { $0.isASCII && $0.isLetter })
      }
      for (number, (first, second)) in zip(parts, parts.dropFirst(3)).enumerated() {
        let word = first + second
        let (before, after) = (1 + number % 4, 1 + number / 4 % 4)
        guard let own = plainPoints(of: word, dictionary, before, after) else { continue }
        divided += own.count
        let points = dictionary.points(in: word, before: before, after: after).map(\.offset)
        #expect(own == points, "\(file): \(word), \(before), \(after)")
      }
    }
    #expect(divided > 300)
  }

  /// - Returns: nil if the word needs libhyphen.
  private func plainPoints(
    of word: String, _ dictionary: HyphenationDictionary, _ before: Int, _ after: Int
  ) -> [Int]? {
    var points: [Int] = []
    let isPlain = Array(word.utf16).withUnsafeBufferPointer {
      dictionary.forEachPlainPoint(in: $0[...], before: before, after: after) { points.append($0) }
    }
    return isPlain ? points : nil
  }

  /// Sets for which Debian's libhyphen 2.8.8 writes out of bounds or reads uninitialized memory
  /// (valgrind reports it for a ten-line program): patterns that break before the first letter, and
  /// NOHYPHEN entries at the ends of a word.
  private static let corrupting = [
    "boundary", "matchindex", "nohyphen2", "nohyphen3", "replindex", "rhmin2", "utf8cut",
  ]

  /// Sets that Debian's libhyphen 2.8.8 fails when it is called as layout calls it. The expected
  /// results are from a newer version, which treats compound parts and long lines differently.
  private static let known = [
    "alt7", "compound5", "compound6", "compound7", "longlines",
  ]

  private func text(_ folder: URL, _ name: String) -> String? {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
    return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1)
  }

  /// The word with "=" at its breaks and with spelling changes applied.
  private func divided(_ word: String, _ dictionary: HyphenationDictionary) -> String {
    var units = Array(word.utf16)
    for point in dictionary.points(in: word, before: 0, after: 0).reversed() {
      if let replacement = point.replacement {
        units.replaceSubrange(point.replaced, with: Array(replacement.utf16))
      } else {
        units.insert(0x3D, at: point.offset)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  @Test("a book's exceptions override the dictionary, in lower case and in capitals")
  func exceptions() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "exceptions-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try "# of this book\nPem-ber-ley\nrepresentation\nma'am-selle # late\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let library = HyphenationLibrary(exceptions: try HyphenationExceptions(file: file.path))
    let dictionary = try #require(library.dictionary(for: "en-US"))
    func offsets(_ word: String) -> [Int] { dictionary.points(in: word).map(\.offset) }
    #expect(offsets("pemberley") == [3, 6])
    #expect(offsets("PEMBERLEY") == [3, 6])
    #expect(offsets("representation").isEmpty)
    #expect(offsets("ma\u{2019}amselle") == [5])
    #expect(!offsets("hyphenation").isEmpty)
    #expect(dictionary.files.last == file.standardizedFileURL.path)
    try "two words\n".write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: BookError.self) { try HyphenationExceptions(file: file.path) }
    #expect(error.map { "\($0)".contains(":1: \"two words\"") } == true)
  }

  @Test(
    "the encoding names of dictionaries select the right encoding",
    arguments: [
      ("ISO8859-7", "λόγος", [UInt8](arrayLiteral: 0xEB, 0xFC, 0xE3, 0xEF, 0xF2)),
      ("ISO8859-2", "kůň", [0x6B, 0xF9, 0xF2]), ("KOI8-R", "да", [0xC4, 0xC1]),
      ("ISO8859-13", "ž", [0xFE]), ("UTF-8", "é", [0xC3, 0xA9]),
    ])
  func encodings(name: String, word: String, bytes: [UInt8]) {
    #expect(word.data(using: DictionaryEncoding.named(name)).map { [UInt8]($0) } == bytes)
  }

  @Test("addresses, paths and code are not hyphenated")
  func addresses() async throws {
    let words = [
      "my.example.hyphenation.com", "hyphenation=yes", "hyphenationPoints", "/hyphenation",
    ]
    for word in words + ["hyphenation"] {
      let pagination = try await SmallBook(
        css: "p { hyphens: auto; overflow-wrap: normal }", page: Size(width: 100, height: 100)
      ).set("<p>aaa \(word) bb</p>")
      let isDivided = SmallBook.fragments(of: pagination).contains {
        $0.flags.contains(.isHyphenated)
      }
      #expect(isDivided == (word == "hyphenation"), "\(word)")
    }
  }

  @Test("the limits of one paragraph do not decide for another", arguments: [true, false])
  func limits(isFirst: Bool) async throws {
    let own = "<p class='a'>aaa hyphenation</p>"
    let plain = "<p>aaa hyphenation</p>"
    let pagination = try await SmallBook(
      css: "p { hyphens: auto } .a { hyphenate-limit-chars: 5 2 514 }",
      page: Size(width: 100, height: 200)
    ).set(isFirst ? own + plain : plain + own)
    let layout = try #require(pagination.chapters.first)
    let divided = layout.lines.filter { $0.flags.contains(.isHyphenated) }.map(\.paragraph)
    #expect(divided == [isFirst ? 1 : 0])
  }

  @Test("a language without a hyphenation dictionary is a finding, with its place")
  func missingDictionary() async throws {
    func findings(_ language: String) async throws -> [Finding] {
      try await SmallBook().set(
        "<p style=\"hyphens: auto\" lang=\"\(language)\">Words and other words.</p>"
      ).findings.filter { $0.rule == .missingDictionary }
    }
    let missing = try await findings("x-klingon")
    #expect(missing.isEmpty)
    let found = try await findings("tlh")
    #expect(found.count == 1)
    #expect(found.first?.location != nil && found.first?.page == 1)
    #expect(found.first?.message.contains("put hyph_tlh.dic into") == true)
    for known in ["en", "ja", "ar", "und"] { #expect(try await findings(known).isEmpty) }
  }

  @Test("the language of a dictionary is its file's, whichever language asked for it first")
  func language() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "UTF-8\n.a1b\n".write(
      to: folder.appendingPathComponent("hyph_xx_YY.dic"), atomically: true, encoding: .utf8)
    for tags in [["xx-ZZ", "xx-yy"], ["xx", "xx-ZZ"]] {
      let library = HyphenationLibrary(folders: [folder.path])
      #expect(tags.map { library.dictionary(for: $0)?.language } == ["xx-yy", "xx-yy"])
    }
  }

  @Test("centred text is not hyphenated")
  func centred() async throws {
    let css = "p { hyphens: auto; text-align: center } .s { text-align: start }"
    let body = "aaaa presentation"
    #expect(try await SmallBook(css: css).lines("<p>\(body)</p>")[0].first == "aaaa")
    #expect(try await SmallBook(css: css).lines("<p class='s'>\(body)</p>")[0].first != "aaaa")
  }
}
