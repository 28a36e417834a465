import Foundation
import Support
import Testing

@testable import Paginator

/// Words that are spelt differently where they are divided. A character of the square font is 10 points
/// wide, the page 100.
@Suite("Spelling at the ends of lines")
struct RespellingTests {
  @Test(
    "the hyphen of a compound is repeated at the beginning of the next line where the language wants it",
    arguments: [
      ("pl", ["aaa bialo-", "-czerwony", "a"]), ("en", ["aaa bialo-", "czerwony a"]),
      ("pt-BR", ["aaa bialo-", "-czerwony", "a"]), ("de", ["aaa bialo-", "czerwony a"]),
    ])
  func repeatedHyphen(language: String, lines: [String]) async throws {
    let pagination = try await SmallBook().set("<p>aaa bialo-czerwony a</p>", lang: language)
    #expect(try shown(pagination) == lines)
    #expect(letters(pagination) == "aaabialo-czerwonya")
  }

  @Test(
    "letters that the dictionary adds or drops are shown, and count in the width of the line",
    arguments: [
      // "asz-" fills the line.
      ("aaaaa asszony", ["aaaaa asz-", "szony"]),
      // "as-" would fit.
      ("aaaaaa asszony", ["aaaaaa", "asszony"]),
      ("AAAAA ASSZONY", ["AAAAA ASZ-", "SZONY"]),
      // One letter less: "omaa-" would not fit.
      ("aaaaa omaatje", ["aaaaa oma-", "tje"]),
      ("aaa paral\u{B7}lel", ["aaa paral-", "lel"]),
      // German before 1996.
      ("aaaaa zucker", ["aaaaa zuk-", "ker"]),
      // The dieresis tells that a syllable begins; at the beginning of a line, nothing else could be meant.
      ("aaaaaa re\u{EB}el", ["aaaaaa re-", "eel"]),
      ("AAAAAA RE\u{CB}EL", ["AAAAAA RE-", "EEL"]),
    ])
  func dictionary(text: String, lines: [String]) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The patterns of libhyphen's README.nonstandard.
    let patterns =
      "UTF-8\nas1szony/sz=,2,1\na1atje/a=t,1,3\nl·1l/l=l,1,3\nc1k/k=k,1,2\ne1ë/e=e,1,2\n"
    try patterns.write(
      to: folder.appendingPathComponent("hyph_hu.dic"), atomically: true, encoding: .utf8)
    let pagination = try await SmallBook(css: "p { hyphens: auto }")
      .set("<p>\(text)</p>", lang: "hu") {
        $0.hyphenation = HyphenationLibrary(folders: [folder.path])
      }
    #expect(try shown(pagination) == lines)
    #expect(letters(pagination) == text.filter { $0 != " " })
  }

  /// The characters of the text on the first page, without spaces.
  private func letters(_ pagination: Pagination) -> String {
    SmallBook.lines(of: pagination)[0].joined().filter { $0 != " " }
  }

  /// What is to be read on the lines of the first page: the live text of its SVG. A hyphen is written after
  /// its word's space.
  private func shown(_ pagination: Pagination) throws -> [String] {
    let drawer = SVGPageDrawer(PageDrawer(pagination), live: LiveFonts(pagination))
    let svg = try drawer.svg(of: pagination.pages[0], in: pagination)
    let pattern = /<text( class="generated")? y="([0-9.]+)"[^>]*>([^<]*)</
    var lines: [(y: Substring, text: String)] = []
    for match in String(decoding: svg, as: UTF8.self).matches(of: pattern) {
      let (_, added, y, text) = match.output
      if lines.last?.y != y { lines.append((y, "")) }
      if added != nil, lines[lines.count - 1].text.last == " " {
        lines[lines.count - 1].text.removeLast()
      }
      lines[lines.count - 1].text += text.replacing("\u{2010}", with: "-")
    }
    return lines.map { $0.text.trimmingCharacters(in: .whitespaces) }
  }
}
