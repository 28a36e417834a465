import Support
import Testing

@testable import Paginator

/// Chapters with table rows that pages may divide, whose page ends are planned. In the square font
/// characters are 10 points wide and lines 10 points high; a page has 30 lines.
@Suite("Planned tables")
struct PlannedTableTests {
  private static let css = """
    table { border-spacing: 0; width: 100% } td, th { padding: 0; vertical-align: top }
    ::footnote-call { content: none }
    """

  private struct Book {
    var body = ""
    var words: [String] = []

    /// The words of the text and of the cells in the order of the source.
    mutating func addTable(_ prose: RandomProse, lines: Int, note: Bool, _ g: inout SeededRandom) {
      let own = prose.paragraphs(lines, &g).flatMap { $0 }
      var text = own.joined(separator: " ")
      if note { text = text.replacing(" ", with: "<u>note</u> ", maxReplacements: 1) }
      body += "<table><thead><tr><th>head</th></tr></thead><tr><td>\(text)</td></tr></table>"
      words += ["head"] + own
    }
  }

  private static func book(
    seed: UInt64, cellLines: Int, after count: Int = 20, note: Bool = false
  ) -> Book {
    var generator = SeededRandom(seed: seed)
    let prose = RandomProse(words: 20...60, letters: 1...9)
    let cell = RandomProse(words: 13...13, letters: 4...4)
    var book = Book()
    for (number, paragraph) in prose.paragraphs(50, &generator).enumerated() {
      if number == count { book.addTable(cell, lines: cellLines, note: note, &generator) }
      book.body += "<p>\(paragraph.joined(separator: " "))</p>"
      book.words += paragraph
    }
    return book
  }

  private func set(_ book: Book, _ breaking: PageBreaking) async throws -> Pagination {
    try await SmallBook.planned(Self.css, breaking).set(book.body)
  }

  /// The words of each page, without repeated table heads; hyphens at line ends are resolved.
  private func words(_ pagination: Pagination) throws -> [String] {
    var text = ""
    for page in pagination.pages {
      let (chapter, content) = try #require(pagination.layout(of: page))
      for index in content.lines where !chapter.lines[index].flags.contains(.isRepeated) {
        let line = chapter.lines[index]
        text += chapter.text.string(in: Int(line.start)..<Int(line.end))
        if chapter.text.paragraphs[Int(line.paragraph)].end == line.end { text += " " }
      }
    }
    text.removeAll { $0 == "\u{FFFC}" }
    return text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The bottom of a page's text in lines, and the number of its lines of the table, without heads.
  private func pages(_ pagination: Pagination) throws -> [(depth: Int, rows: Int, heads: Int)] {
    try pagination.pages.map { page in
      let (chapter, content) = try #require(pagination.layout(of: page))
      let lines = content.lines.map { chapter.lines[$0] }
      let inTable = lines.filter { line in
        let block = chapter.text.paragraphs[Int(line.paragraph)].block
        if block >= 0, case .cell = chapter.text.blocks[Int(block)].kind { return true }
        return false
      }
      let heads = inTable.filter {
        chapter.text.string(in: Int($0.start)..<Int($0.end)).contains("head")
      }
      let depth = lines.map { $0.y + $0.height }.max() ?? 0
      return (depth / 1024 / 10, inTable.count - heads.count, heads.count)
    }
  }

  @Test("spreads with and beside a row that pages divide end level", arguments: [false, true])
  func level(note: Bool) async throws {
    var byFirstFit = 0
    for (seed, lines) in [(1, 12), (2, 40), (3, 100)] {
      let book = Self.book(seed: UInt64(seed), cellLines: lines, note: note)
      let planned = try await set(book, .optimal)
      #expect(try words(planned) == book.words, "seed \(seed)")
      #expect(try unlevel(planned) <= (note ? 1 : 0), "seed \(seed)")
      byFirstFit += try unlevel(try await set(book, .firstFit))
    }
    #expect(byFirstFit > 1, "the spreads are level by themselves")
  }

  /// The number of spreads, before the last two pages, that do not end level.
  private func unlevel(_ pagination: Pagination) throws -> Int {
    let depths = try pages(pagination).map(\.depth)
    return stride(from: 1, to: depths.count - 3, by: 2).count { depths[$0] != depths[$0 + 1] }
  }

  @Test("each part of a divided row has four lines, and the table's head")
  func parts() async throws {
    var divided = 0
    for seed in 1...24 {
      let book = Self.book(seed: UInt64(seed), cellLines: 8 + seed / 2, after: 10 + seed)
      let pages = try pages(try await set(book, .optimal)).filter { $0.rows > 0 }
      #expect(pages.reduce(0) { $0 + $1.rows } >= 8 + seed / 2)
      guard pages.count > 1 else { continue }
      divided += 1
      #expect(pages.allSatisfy { $0.rows >= 4 && $0.heads == 1 }, "seed \(seed): \(pages)")
    }
    #expect(divided > 3, "no row was divided")
  }
}
