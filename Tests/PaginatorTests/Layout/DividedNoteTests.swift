import Support
import Testing

@testable import Paginator

/// Notes that go on at the foot of the next page, in chapters whose pages are planned. In the square
/// font characters are 10 points wide and lines 10 points high.
@Suite("Divided notes")
struct DividedNoteTests {
  private static let page = Size(width: 660, height: 300)
  private static let css = """
    p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2%;
      letter-spacing-limit: 0.01em }
    u { float: footnote; text-decoration: none } ::footnote-marker { content: none }
    """

  private struct Book {
    var body = ""
    var words: [String] = []
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
      book.words += paragraph
    }
    return book
  }

  private func set(_ book: Book, _ breaking: PageBreaking) async throws -> Pagination {
    var press = Press(css: Self.css, page: Self.page)
    press.preset = "html { widows: 2; orphans: 2 }"
    press.pageBreaking = breaking
    return try await press.set(book.body)
  }

  /// The words of the notes of all pages, with hyphens and markers resolved.
  private func noteWords(_ pagination: Pagination) throws -> [String] {
    var text = ""
    for page in pagination.pages {
      let (chapter, content) = try #require(pagination.layout(of: page))
      for note in content.notes {
        let layout = try #require(chapter.notes[note.note])
        for line in layout.lines[note.lines] {
          text += layout.text.string(in: Int(line.start)..<Int(line.end))
        }
      }
    }
    return text.split(separator: " ").map(String.init)
  }

  @Test("a note that is longer than half a page does not keep a chapter from being planned")
  func planned() async throws {
    var byFirstFit = 0
    for (seed, lines) in [(1, 32), (2, 40), (3, 90)] {
      let book = Self.book(seed: UInt64(seed), noteLines: lines)
      let planned = try await set(book, .optimal)
      let notes = try noteWords(planned)
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
      return Press.fragments(of: pagination, page: page).map { $0.y + $0.height }.max()
    }
    return try pagination.pages.indices.dropLast(2).filter { page in
      guard pagination.pages[page].side == .left, let left = try depth(page),
        let right = try depth(page + 1)
      else { return false }
      return left != right
    }.count
  }
}
