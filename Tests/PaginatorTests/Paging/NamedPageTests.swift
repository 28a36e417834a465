import Support
import Testing

@testable import Paginator

/// The size of named pages.
@Suite("Named pages")
struct NamedPageTests {
  private func sizes(_ css: String, page: Size?) async throws -> [Size] {
    let book = SmallBook(css: "\(css) .w { page: w }", page: page)
    return try await book.set("<p>a</p><p class='w'>b</p><p>c</p>").pages.map(\.size)
  }

  @Test("a named page that lies while the others stand lies in the size that is asked for, too")
  func turned() async throws {
    let stands = Size(width: 100, height: 150)
    let lies = Size(width: 150, height: 100)
    let css = "@page { size: 60pt 90pt } @page w { size: 90pt 60pt }"
    #expect(try await sizes(css, page: stands) == [stands, lies, stands])
    #expect(try await sizes(css, page: lies) == [lies, lies, lies])
    let other = "@page { size: 90pt 60pt } @page w { size: 60pt 90pt }"
    #expect(try await sizes(other, page: lies) == [lies, stands, lies])
    // A size that stands as the others, and none of its own.
    let tall = "@page { size: 60pt 90pt } @page w { size: 60pt 120pt }"
    #expect(try await sizes(tall, page: stands) == [stands, stands, stands])
    let margin = "@page { size: 60pt 90pt } @page w { margin: 2pt }"
    #expect(try await sizes(margin, page: stands) == [stands, stands, stands])
    let word = "@page { size: 60pt 90pt } @page w { size: landscape }"
    #expect(try await sizes(word, page: stands) == [stands, lies, stands])
    #expect(try await sizes(css, page: nil).map(\.width) == [60, 90, 60])
  }
}
