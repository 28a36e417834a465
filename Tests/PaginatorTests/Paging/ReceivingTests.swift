import EPUB
import Foundation
import Support
import Synchronization
import Testing

@testable import Paginator

/// Chapters that are given to a receiver as soon as they are numbered.
@Suite("Chapter receivers")
struct ReceivingTests {
  /// Collects map rows and SVG pages, and counts how many chapters are alive at the same time.
  final class Watcher: ChapterReceiver {
    private struct State {
      var rows: [Int: ChapterRows] = [:]
      var svg: [Int: [UInt8]] = [:]
      var layouts: [WeakLayout] = []
      var mostAlive = 0
      var starts = 1
    }
    private struct WeakLayout { weak var layout: ChapterLayout? }
    private struct Refusal: Error {}

    private let state = Mutex(State())
    private let refused: Int?

    /// - Parameter refused: the index of the chapter that is refused with an error.
    init(refusing refused: Int? = nil) { self.refused = refused }

    func makeConsumer() -> any ChapterConsumer { Consumer(self) }
    func startAgain() { state.withLock { $0 = State(starts: $0.starts + 1) } }

    private final class Consumer: ChapterConsumer {
      let watcher: Watcher
      var drawer: SVGPageDrawer?
      init(_ watcher: Watcher) { self.watcher = watcher }

      func receive(_ chapter: NumberedChapter) throws {
        if chapter.index == watcher.refused { throw Refusal() }
        let drawer = drawer ?? SVGPageDrawer(PageDrawer(chapter.context))
        self.drawer = drawer
        let rows = ChapterRows(chapter)
        let svg = try chapter.pages.map { ($0.number, try drawer.svg(of: $0, in: chapter)) }
        watcher.state.withLock { state in
          state.rows[chapter.index] = rows
          for (page, bytes) in svg { state.svg[page] = bytes }
          state.layouts.append(WeakLayout(layout: chapter.layout))
          state.layouts.removeAll { $0.layout == nil }
          state.mostAlive = max(state.mostAlive, state.layouts.count)
        }
      }
    }

    var mostAlive: Int { state.withLock { $0.mostAlive } }
    var starts: Int { state.withLock { $0.starts } }

    func output(_ pagination: Pagination) -> (map: [UInt8], svg: [[UInt8]]) {
      state.withLock { state in
        var map = PageMap(
          pagination, rows: state.rows.keys.sorted().compactMap { state.rows[$0] })
        return (
          map.json(versions: []), state.svg.keys.sorted().compactMap { state.svg[$0] }
        )
      }
    }
  }

  private static func output(_ pagination: Pagination) throws -> (map: [UInt8], svg: [[UInt8]]) {
    var map = PageMap(pagination)
    let drawer = SVGPageDrawer(pagination)
    return (
      map.json(versions: []), try pagination.pages.map { try drawer.svg(of: $0, in: pagination) }
    )
  }

  /// Styles, most of which make a page depend on more than its own chapter.
  static let styles: [String: String] = [
    "plain": "",
    "wider on the left": "@page :left { margin-right: 30pt }",
    "chapters on the right": "h1 { break-before: right }",
    "running heads":
      "@page { margin: 15pt; @top-left { content: string(head) ' ' counter(page) } }"
      + " h1 { string-set: head content() }",
    "the number of pages": "@page { margin: 15pt; @top-left { content: counter(pages) } }",
    "pages by name": "a::after { content: target-counter(attr(href), page) }",
  ]

  private func book(_ css: String, chapters: Int) -> SmallEPUB {
    let bodies = (0..<chapters).map { number -> (name: String, body: String) in
      let text = String(repeating: "aaa bbb ccc ", count: 5 + number % 7 * 4)
      let call =
        number % 3 == 0
        ? "<a epub:type='noteref' href='c\(number).xhtml#n\(number)'>1</a>"
          + "<aside epub:type='footnote' id='n\(number)'>a note</aside>" : ""
      let type = number == 2 ? " epub:type='bodymatter'" : ""
      return (
        "c\(number)",
        "<section\(type)><h1 id='h\(number)'>h\(number)</h1><p>\(text)\(call)</p>"
          + "<p><a href='c\(chapters - 1).xhtml#h\(chapters - 1)'>l</a></p></section>"
      )
    }
    return SmallEPUB(documents: bodies, css: "h1 { break-before: page; margin: 0 }" + css)
  }

  @Test(
    "a receiver gets the same map and pages as a book kept whole", arguments: styles.keys.sorted())
  func sameOutput(style: String) async throws {
    let book = book(try #require(Self.styles[style]), chapters: 9)
    let (map, svg) = try await book.withBook { publication, options in
      try Self.output(try await paginate(publication, options: options))
    }
    #expect(svg.count > 20)
    for jobs in [1, 2, 3] {
      let watcher = Watcher()
      let (ownMap, ownSVG) = try await book.withBook { publication, options in
        var options = options
        options.jobs = jobs
        let pagination = try await paginate(
          SharedBook(publication), options: options, receiver: watcher)
        let isWhole = ["the number of pages", "pages by name"].contains(style)
        #expect(pagination.chapters.isEmpty != isWhole)
        return watcher.output(pagination)
      }
      #expect(ownMap == map)
      #expect(ownSVG == svg)
      #expect(watcher.starts == (style == "pages by name" ? 2 : 1))
    }
  }

  /// Records the numbers of pages as they are received.
  private final class Pages: ChapterReceiver {
    let order: ChapterOrder
    private let received = Mutex<(numbers: [Int], consumers: Int)>(([], 0))
    var numbers: [Int] { received.withLock { $0.numbers } }
    var consumers: Int { received.withLock { $0.consumers } }

    init(_ order: ChapterOrder) { self.order = order }
    func makeConsumer() -> any ChapterConsumer {
      received.withLock { $0.consumers += 1 }
      return Consumer(self)
    }
    func startAgain() { received.withLock { $0 = ([], 0) } }

    private final class Consumer: ChapterConsumer {
      let pages: Pages
      init(_ pages: Pages) { self.pages = pages }
      func receive(_ chapter: NumberedChapter) throws {
        // Later chapters are shorter, and would be first.
        if chapter.index % 3 == 0 { Thread.sleep(forTimeInterval: 0.002) }
        pages.received.withLock { $0.numbers += chapter.pages.map(\.number) }
      }
    }
  }

  @Test(
    "a receiver that asks for the order of the book gets its pages in order, in one consumer",
    arguments: ["plain", "chapters on the right", "the number of pages", "pages by name"])
  func pagesInOrder(style: String) async throws {
    let book = book(try #require(Self.styles[style]), chapters: 9)
    for jobs in [1, 3] {
      for order in [ChapterOrder.any, .book] {
        let pages = Pages(order)
        let count = try await book.withBook { publication, options in
          var options = options
          options.jobs = jobs
          return try await paginate(
            SharedBook(publication), options: options, receiver: pages
          ).pages.count
        }
        let numbers = order == .book ? pages.numbers : pages.numbers.sorted()
        #expect(numbers == Array(1...count))
        if order == .book { #expect(pages.consumers == 1) }
      }
    }
  }

  @Test("at most 80 of 900 chapters are in memory at the same time", arguments: [1, 3])
  func bounded(jobs: Int) async throws {
    // The reader of the long document lays out chapters before it reads on.
    let body = (0..<600).map { "<h1>\($0)</h1><p>aaa bbb ccc</p>" }.joined()
    var book = SmallEPUB(documents: [("a", body)], css: "h1 { break-before: page }")
    book.documents += (0..<300).map { ("d\($0)", "<p>text</p>") }
    let watcher = Watcher()
    let chapters = try await book.withBook { publication, options in
      var options = options
      options.jobs = jobs
      return try await paginate(
        SharedBook(publication), options: options, receiver: watcher
      ).chapterCount
    }
    #expect(chapters == 900)
    #expect(watcher.mostAlive <= 80)
  }

  @Test("trees beyond the memory limit are parsed again, and the map is the same")
  func fewTrees() async throws {
    let book = book("", chapters: 12)
    func map(_ mostBytes: Int) async throws -> [UInt8] {
      try await book.withBook { publication, options in
        let watcher = Watcher()
        let pagination = try await paginate(
          SharedBook(publication, mostBytes: mostBytes), options: options, receiver: watcher)
        return watcher.output(pagination).map
      }
    }
    let all = try await map(.max)
    #expect(try await map(0) == all)
    #expect(try await map(1500) == all)
  }

  /// Styles that depend on what differs between editions.
  static let editionStyles: [String: String] = [
    "the size": "@text-style body { small: 8pt/9pt; large: 10pt/12pt } p { text-style: body }",
    "the page": "@media (min-width: 120pt) { p { font-size: 12pt } } h1 { margin-left: 10vw }",
    "the sides": "@page :left { margin-right: 30pt } h1 { break-before: right }",
    "pages by name": "a::after { content: target-counter(attr(href), page) }",
  ]

  @Test(
    "each of several editions equals the edition set alone", arguments: editionStyles.keys.sorted())
  func editions(style: String) async throws {
    var book = book(try #require(Self.editionStyles[style]), chapters: 6)
    // One chapter has a character that no font has, the other has words of another language.
    book.documents.append(("x", "<p>a \u{2603} b</p><p>c \u{2603}</p>"))
    book.documents.append(
      (
        "y",
        "<p style='hyphens: auto; text-align: justify'>word <i xml:lang='de'>Donaudampfschiff"
          + "fahrtsgesellschaft Wort</i> words and more</p>"
      ))
    // A word of several elements that is wider than one page's lines, and narrower than another's.
    book.documents.append(
      ("z", "<p style='overflow-wrap: break-word'>aaaa<b>bbbb</b><i>cccc</i></p>"))
    // Small dictionaries: loading the installed ones anew for each edition takes most of a minute.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (language, patterns) in [("en", "r1d\na1p"), ("de", "u1d\nf1f\nt1s")] {
      try "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\n\(patterns)\n".write(
        to: folder.appendingPathComponent("hyph_\(language).dic"), atomically: true,
        encoding: .utf8)
    }
    try await book.withBook { publication, options in
      var options = options
      options.hyphenation = HyphenationLibrary(folders: [folder.path])
      var editions: [PaginationOptions] = []
      for (size, jobs) in [(ReaderSize.small, 1), (.large, 1), (.small, 2), (.large, 2)] {
        for width: Length in [100, 150, 300] {
          var edition = options
          edition.readerSize = size
          edition.jobs = jobs
          edition.page = Size(width: width, height: 100)
          editions.append(edition)
        }
      }
      let watchers = editions.map { _ in Watcher() }
      let paginations = try await paginate(
        SharedBook(publication), editions: editions, receivers: watchers)
      for (index, edition) in editions.enumerated() {
        var alone = edition
        alone.hyphenation = HyphenationLibrary(folders: [folder.path])
        alone.fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
        try alone.fonts.register(file: Checkout.fixture("Square.ttf"))
        let wanted = try await paginate(publication, options: alone)
        let (map, svg) = watchers[index].output(paginations[index])
        let (wantedMap, wantedSVG) = try Self.output(wanted)
        #expect(map == wantedMap, "edition \(index)")
        #expect(svg == wantedSVG, "edition \(index)")
        #expect(paginations[index].findings == wanted.findings)
      }
    }
  }

  @Test("an edition with other letter spacing is as if set alone", .needsFont("DejaVu Serif"))
  func letterSpacing() async throws {
    let words = String(
      repeating: "the <i>staff</i> of <b>office</b>, an <i>off</i>) end ", count: 12)
    let book = SmallEPUB(
      documents: [("a", "<p>\(words)</p><p>\(words)plain text</p>")],
      css: """
        p { font: 10pt/12pt 'DejaVu Serif'; text-align: justify; italic-correction: auto; hyphens: auto }
        b { glyph-scaling-limit: 4%; text-justify: none }
        """)
    try await book.withBook { publication, options in
      var shared = options
      shared.fonts = FontLibrary()
      let editions = [0, 30, -20, 0].map { letterSpacing in
        var edition = shared
        edition.copyfit.letterSpacing = letterSpacing
        edition.page = Size(width: 150, height: 100)
        return edition
      }
      let watchers = editions.map { _ in Watcher() }
      let paginations = try await paginate(
        SharedBook(publication), editions: editions, receivers: watchers)
      for (index, edition) in editions.enumerated() {
        let wanted = try Self.output(try await paginate(publication, options: edition))
        let (map, svg) = watchers[index].output(paginations[index])
        #expect(map == wanted.0 && svg == wanted.1, "edition \(index)")
      }
    }
  }

  @Test("a receiver that throws ends the run with an error")
  func failure() async throws {
    let book = book("", chapters: 5)
    await #expect(throws: (any Error).self) {
      try await book.withBook { publication, options in
        _ = try await paginate(
          SharedBook(publication), options: options, receiver: Watcher(refusing: 3))
      }
    }
  }
}
