import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Books that share shaped words with the books before them.
struct SharedWordsTests {
  private static let text = String(repeating: "aaa bbb ccc office ", count: 30)

  /// Books that would have each other's glyphs or findings if anything but equal words were shared.
  private static func books() throws -> [SmallEPUB] {
    let boxes = try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture("BoxesCFF2.otf")))
    let own =
      "@font-face { font-family: Square; src: url(data:font/otf;base64,\(boxes.base64EncodedString())) }"
    let plain = SmallEPUB(documents: [("a", "<h1>aaa</h1><p>\(text)</p>"), ("b", "<p>\(text)</p>")])
    var other = plain
    other.documents[1].body = "<p>\u{3BB}\u{F6}\u{3B3} aaa</p><p>\(text)</p>"
    var withFont = plain
    withFont.css = own
    var capitals = plain
    capitals.css = "p { font-variant-caps: small-caps; text-transform: capitalize }"
    var mixed = plain
    mixed.documents[1].body =
      "<p dir='rtl'>\u{5D0}\u{5D1} aaa</p><p xml:lang='tr'>office <i>aaa</i> \(text)</p>"
    mixed.jobs = 2
    return [plain, other, withFont, capitals, mixed]
  }

  /// The map and pages of a book in three editions, and their findings.
  private static func set(
    _ book: SmallEPUB, _ fonts: FontLibrary, _ hyphenation: HyphenationLibrary,
    _ words: SharedWords?
  ) async throws -> [Result] {
    try await book.withBook { publication, options in
      let editions = [(100, ReaderSize.large), (150, .large), (100, .small)].map { width, size in
        var edition = options
        edition.fonts = fonts
        edition.hyphenation = hyphenation
        edition.page = Size(width: Length(points: Double(width)), height: 100)
        edition.readerSize = size
        return edition
      }
      let watchers = editions.map { _ in ReceivingTests.Watcher() }
      let made = try await paginate(
        SharedBook(publication), editions: editions, receivers: watchers, sharing: words)
      return zip(watchers, made).map { watcher, pagination in
        let (map, svg) = watcher.output(pagination)
        // The places of findings are in a temporary folder.
        let findings = pagination.findings.map {
          "\($0.rule) \($0.message) \($0.page ?? 0) \($0.count)"
        }
        return Result(map: map, svg: svg, findings: findings)
      }
    }
  }

  private struct Result: Equatable {
    let map: [UInt8]
    let svg: [[UInt8]]
    let findings: [String]
  }

  @Test("in any order, books have the maps, pages and findings that they have alone")
  func anyOrder() async throws {
    let books = try Self.books()
    var alone: [[Result]] = []
    for book in books {
      alone.append(
        try await Self.set(book, try SmallBook.squareFonts(), HyphenationLibrary(), nil))
    }
    #expect(Set(alone.map { $0[0].svg }).count == books.count)
    for (mostWords, orders) in [
      (1000, [[0, 1, 2, 3, 4, 0], [4, 3, 2, 1, 0, 2, 4]]), (5, [[1, 0, 3, 1]]),
    ] {
      for order in orders {
        let (fonts, hyphenation) = (try SmallBook.squareFonts(), HyphenationLibrary())
        let words = SharedWords(mostWords: mostWords)
        for index in order {
          let result = try await Self.set(books[index], fonts, hyphenation, words)
          // Their bytes are no help in the message.
          let isSame = result == alone[index]
          #expect(isSame, "book \(index) of \(order)")
        }
      }
    }
  }

  @Test("words are kept for other books, within bounds, and not after a book that failed")
  func bounds() async throws {
    let book = try Self.books()[0]
    let (fonts, hyphenation) = (try SmallBook.squareFonts(), HyphenationLibrary())
    var options = PaginationOptions(
      preset: (name: "square", css: ""), fonts: fonts, hyphenation: hyphenation)
    let words = SharedWords(mostWords: 1000, mostBooks: 5)
    _ = try await Self.set(book, fonts, hyphenation, words)
    let first = words.begin(options).cache
    let count = first.wordCount
    #expect(count > 3)
    _ = try await Self.set(book, fonts, hyphenation, words)
    #expect(words.begin(options).cache === first)
    #expect(first.wordCount == count)
    // The sixth book.
    _ = try await Self.set(book, fonts, hyphenation, words)
    #expect(words.begin(options).cache !== first)
    // Other fonts.
    let second = words.begin(options).cache
    options.fonts = try SmallBook.squareFonts()
    #expect(words.begin(options).cache !== second)
    // More words than are kept.
    let few = SharedWords(mostWords: 2)
    _ = try await Self.set(book, fonts, hyphenation, few)
    options.fonts = fonts
    #expect(few.begin(options).cache.wordCount == 0)
    // A book that failed.
    let known = words.begin(options).cache
    #expect(words.begin(options).cache === known)
    words.end(isGood: false)
    #expect(words.begin(options).cache !== known)
  }
}
