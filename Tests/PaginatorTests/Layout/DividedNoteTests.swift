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
}
