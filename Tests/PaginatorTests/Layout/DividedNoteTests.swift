import Support
import Testing

@testable import Paginator

/// Notes that go on at the foot of the next page, in chapters whose pages are planned. In the square
/// font characters are 10 points wide and lines 10 points high.
@Suite("Divided notes")
struct DividedNoteTests {
  private struct Book {
    var body = ""
    var noteWords: [String] = []
  }

  /// - Parameter noteLines: about how many lines its note has.
  private static func book(seed: UInt64, noteLines: Int) -> Book {
    var generator = SeededRandom(seed: seed)
    let prose = RandomProse(words: 20...60, letters: 1...9)
    var book = Book()
    for (number, paragraph) in prose.paragraphs(50, &generator).enumerated() {
      var text = paragraph.joined(separator: " ")
      if number == 20 {
        book.noteWords = prose.paragraphs(noteLines / 4, &generator).flatMap { $0 }
        text += "<u>\(book.noteWords.joined(separator: " "))</u>"
      }
      book.body += "<p>\(text)</p>"
    }
    return book
  }

  private func set(_ book: Book, _ breaking: PageBreaking) async throws -> Pagination {
    try await SmallBook.planned("", breaking).set(book.body)
  }

  @Test("a note that is longer than half a page does not keep a chapter from being planned")
  func planned() async throws {
    var byFirstFit = 0
    for (seed, lines) in [(1, 32), (2, 40), (3, 90)] {
      let book = Self.book(seed: UInt64(seed), noteLines: lines)
      let planned = try await set(book, .optimal)
      let notes = try SmallBook.noteWords(of: planned)
      #expect(Array(notes.suffix(book.noteWords.count)) == book.noteWords, "seed \(seed)")
      let pages = planned.pages.filter { planned.layout(of: $0)?.page.notes.isEmpty == false }
      #expect(pages.count > 1, "the note is on one page, seed \(seed)")
      #expect(try unlevel(planned) == 0, "seed \(seed)")
      byFirstFit += try unlevel(try await set(book, .firstFit))
    }
    #expect(byFirstFit > 0, "the spreads are level by themselves")
  }

  /// The number of spreads without notes, before the last two pages, that do not end level.
  private func unlevel(_ pagination: Pagination) throws -> Int {
    func depth(_ page: Int) throws -> Int? {
      guard try #require(pagination.layout(of: pagination.pages[page])).page.notes.isEmpty else {
        return nil
      }
      return SmallBook.fragments(of: pagination, page: page).map { $0.y + $0.height }.max()
    }
    return try pagination.pages.indices.dropLast(2).filter { page in
      guard pagination.pages[page].side == .left, let left = try depth(page),
        let right = try depth(page + 1)
      else { return false }
      return left != right
    }.count
  }

  /// A page has twenty lines; the call is in the last line of the text.
  /// - Returns: for each page, the number of its lines, and the lines and the top of the note on it.
  private func ending(
    lines: Int, noteLines: Int, _ breaking: PageBreaking
  ) async throws -> [[Int]] {
    let css = """
      @page { @footnote { margin: 0; padding: 0; border: none } } \
      u { float: footnote; text-decoration: none } ::footnote-marker { content: none } \
      ::footnote-call { content: none } p { widows: 2; orphans: 2 }
      """
    let text = Array(repeating: "xx", count: lines).joined(separator: "<br/>")
    let note = Array(repeating: "n", count: noteLines).joined(separator: "<br/>")
    let book = SmallBook(css: css, page: Size(width: 100, height: 200), pageBreaking: breaking)
    let pagination = try await book.set("<p>\(text)<u>\(note)</u></p>")
    return pagination.pages.map { page in
      guard let content = pagination.layout(of: page)?.page else { return [] }
      return [content.lines.count] + content.notes.flatMap { [$0.lines.count, $0.y / 1024] }
    }
  }

  @Test(
    "text goes over with the call of a note whose rest would be alone on the last page",
    arguments: [PageBreaking.firstFit, .optimal])
  func loneRest(_ breaking: PageBreaking) async throws {
    // Below 17 lines is room for three of the note's twelve.
    let pages = try await ending(lines: 17, noteLines: 12, breaking)
    #expect(pages.count == 2 && pages[0].count == 1 && pages[0][0] >= 15)
    // The rest of the text, and all of the note at the foot.
    #expect(pages[1] == [17 - pages[0][0], 12, 80])
  }

  @Test(
    "the rest of a note that is alone on its page is at the top",
    arguments: [PageBreaking.firstFit, .optimal])
  func loneRestAtTop(_ breaking: PageBreaking) async throws {
    // To take two lines over would leave more than half of the page empty.
    #expect(try await ending(lines: 10, noteLines: 15, breaking) == [[10, 10, 100], [0, 5, 0]])
  }

  @Test(
    "lines that are kept with the call of a long note take room from the note",
    arguments: [PageBreaking.firstFit, .optimal])
  func keptWithCall(_ breaking: PageBreaking) async throws {
    // A page has twenty lines. The call is in the first line below the heading, and the note goes on.
    let css = """
      @page { @footnote { margin: 0; padding: 0; border: none } } \
      u { float: footnote; text-decoration: none } ::footnote-marker { content: none } \
      ::footnote-call { content: none } p { widows: 2; orphans: 2 } \
      h1 { font-size: 10pt; margin: 0; break-after: avoid }
      """
    func pages(noteLines: Int) async throws -> [[Int]] {
      let note = Array(repeating: "n", count: noteLines).joined(separator: "<br/>")
      let text = Array(repeating: "xx", count: 6).joined(separator: "<br/>")
      let book = SmallBook(css: css, page: Size(width: 100, height: 200), pageBreaking: breaking)
      let pagination = try await book.set("<h1>H</h1><p>xx<u>\(note)</u><br/>\(text)</p>")
      return pagination.pages.map { page in
        guard let content = pagination.layout(of: page)?.page else { return [] }
        return [content.lines.count] + content.notes.map(\.lines.count)
      }
    }
    // The heading and two lines of text, 17 lines of the note; five lines of text, three of the note.
    #expect(try await pages(noteLines: 20) == [[3, 17], [5, 3]])
    // The note has room below one line of text, but not below two.
    #expect(try await pages(noteLines: 18) == [[3, 17], [5, 1]])
  }
}
