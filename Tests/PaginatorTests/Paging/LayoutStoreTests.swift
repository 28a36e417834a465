import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Chapters that are stored and not laid out again: a stored layout must equal a new one.
@Suite("Layout store")
struct LayoutStoreTests {
  private static let picture =
    "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='40'%20height='20'/%3E"

  /// Four chapters that contain every part of a layout.
  private static func body(_ words: String = "one two three four five six seven eight") -> String {
    [
      """
      <p id="a">\(words) aaa<span style="float: footnote">the note</span> bbb ccc</p>
      <ul><li>item</li><li style="list-style: none">other</li></ul>
      """,
      """
      <p style="hyphens: auto">extraordinary consequences notwithstanding</p>
      <p><img src="\(picture)" alt="p"/> beside <b style="padding: 0 3pt">bold</b> text</p>
      """,
      """
      <div style="float: left; width: 20pt">fl</div><p>ppp qqq rrr sss ttt uuu vvv</p>
      <table style="border: 1pt solid"><tr><td>a</td><td>b b b b</td></tr></table>
      """,
      """
      <p>\u{3B1}\u{3B2} and <span style="display: inline-block; width: 30pt">box</span></p>
      """,
    ].map { "<div style=\"break-before: page\">\($0)</div>" }.joined()
  }

  private func record(_ pagination: Pagination) -> BookRecord {
    BookRecord(pagination, versions: [("paginate", "1")])
  }

  /// The layouts as text, without their glyphs.
  private func geometry(_ pagination: Pagination) -> [String] {
    pagination.chapters.map(\.geometry)
  }

  @Test("a readable store with wrong content may give wrong pages, but does not trap")
  func wrong() async throws {
    let book = SmallBook()
    let store = LayoutStore()
    _ = try await book.set(Self.body(), keptIn: store)
    let bytes = store.bytes
    let start = try #require(bytes.firstIndex(of: 0x0A)) + 1
    for index in stride(from: start, to: bytes.count, by: 7) {
      for value in [UInt8(0x7E), 0x7D] {
        var changed = bytes
        changed[index] = value
        guard let store = LayoutStore(changed) else { continue }
        let pagination = try await book.set(Self.body(), keptIn: store)
        _ = record(pagination).baseline
      }
    }
  }

  /// The findings without the document's path, which is another one in each run.
  private func findings(_ pagination: Pagination) -> [String] {
    pagination.findings.map {
      "\($0.rule) \($0.message) \($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.page ?? 0)"
    }
  }

  @Test("chapters read from a store's bytes equal the chapters that were laid out")
  func same() async throws {
    let book = SmallBook(preset: "@page :left { margin-left: 7pt }")
    let plain = try await book.set(Self.body())
    let store = LayoutStore()
    let first = try await book.set(Self.body(), keptIn: store)
    #expect(store.counts.found == 0)
    #expect(plain.chapterCount == 4 && !plain.findings.isEmpty)
    let read = try #require(LayoutStore(store.bytes))
    let second = try await book.set(Self.body(), keptIn: read)
    #expect(read.counts.laidOut == 0)
    for pagination in [first, second] {
      #expect(record(pagination) == record(plain))
      #expect(geometry(pagination) == geometry(plain))
      #expect(findings(pagination) == findings(plain))
      #expect(pagination.machineFiles == plain.machineFiles)
    }
    #expect(first.chapters.allSatisfy { $0.hasGlyphs })
    #expect(second.chapters.allSatisfy { !$0.hasGlyphs })
    #expect(read.bytes == store.bytes)
  }

  /// A change to the stored book, and how many chapters must be laid out again.
  struct Edit: Sendable, CustomStringConvertible {
    let description: String
    let laidOut: Int
    var body = LayoutStoreTests.body()
    var css = ""
    var page = Size(width: 100, height: 100)
    var language = "en"
  }

  static let edits = [
    Edit(description: "nothing", laidOut: 0),
    Edit(description: "a word", laidOut: 1, body: body("one 2 three four five six seven eight")),
    Edit(
      description: "so many words that all others change sides", laidOut: 1,
      body: body((1...70).map { "w\($0)" }.joined(separator: " "))),
    Edit(
      description: "an anchor and a link", laidOut: 0,
      body: body().replacing("id=\"a\"", with: "id=\"b\" epub:type=\"bridgehead\"")),
    Edit(
      description: "the size of the picture", laidOut: 1,
      body: body().replacing("width='40'", with: "width='44'")),
    Edit(
      description: "the text of a note", laidOut: 1,
      body: body().replacing("the note", with: "a note")),
    Edit(
      description: "the color of the bold text, which moves nothing", laidOut: 0,
      body: body().replacing("padding: 0 3pt", with: "padding: 0 3pt; color: red")),
    Edit(description: "a margin of all", laidOut: 4, css: "p { margin-left: 1pt }"),
    Edit(description: "the margin of the page", laidOut: 4, css: "@page { margin: 0 0 10pt }"),
    Edit(description: "the page", laidOut: 4, page: Size(width: 100, height: 90)),
    Edit(description: "the language", laidOut: 4, language: "de"),
  ]

  @Test(
    "only changed chapters are laid out; the book equals one laid out in full", arguments: edits)
  func edit(_ edit: Edit) async throws {
    let mirrored =
      "@page :left { margin-left: 7pt; margin-right: 0 } @page :right { margin-right: 7pt }"
    let store = LayoutStore()
    _ = try await SmallBook(preset: mirrored).set(Self.body(), keptIn: store)
    let read = try #require(LayoutStore(store.bytes))
    let book = SmallBook(css: edit.css, page: edit.page, preset: mirrored)
    let kept = try await book.set(edit.body, lang: edit.language, keptIn: read)
    let plain = try await book.set(edit.body, lang: edit.language)
    #expect(record(kept) == record(plain))
    #expect(geometry(kept) == geometry(plain))
    #expect(read.counts.laidOut == edit.laidOut)
    #expect(read.counts.found == plain.chapterCount - edit.laidOut)
    // Chapters that are no longer in the book are not written again.
    let again = try #require(LayoutStore(read.bytes))
    _ = try await book.set(edit.body, lang: edit.language, keptIn: again)
    #expect(again.counts.laidOut == 0 && again.bytes == read.bytes)
  }

  @Test("truncated, extended and foreign bytes are refused as a store")
  func damaged() async throws {
    let store = LayoutStore()
    _ = try await SmallBook().set(Self.body(), keptIn: store)
    let bytes = store.bytes
    #expect(LayoutStore(bytes) != nil)
    #expect(LayoutStore(bytes.dropLast()) == nil && LayoutStore(bytes + [0]) == nil)
    #expect(LayoutStore([]) == nil && LayoutStore(Array("{}\n".utf8)) == nil)
  }

  // MARK: The digest

  /// Every property of a text is either in the digest or known not to affect layout. A new
  /// property needs this decision, and a place in these lists.
  @Test("a text has exactly the properties that the digest was written for")
  func properties() async throws {
    let pagination = try await SmallBook().set(Self.body())
    func names(_ value: Any) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label))
    }
    let chapter = try #require(pagination.chapters.first).chapter
    let text = chapter.text
    #expect(
      names(chapter) == [
        "text", "start", "pageName", "document", "documentOffset", "isFixedLayout",
        "nextStart",
      ])
    #expect(
      names(text) == [
        "units", "runs", "styles", "paragraphs", "blocks", "sources", "attachments", "anchors",
        "links", "inlineEdges", "namedStrings", "notes", "customs", "paragraphsFollowText",
        "firstLineStyles", "styleSlots", "linkLimit", "customLimit", "pictures",
      ])
    #expect(names(try #require(text.runs.first)) == ["start", "style", "link", "custom"])
    #expect(
      names(try #require(text.paragraphs.first)) == [
        "start", "end", "block", "style", "marker", "continuesBlock", "firstLineStyle",
        "isSpacer",
      ])
    #expect(
      names(try #require(text.blocks.first)) == [
        "kind", "parent", "style", "node", "continuesBefore", "continuesAfter",
      ])
    // `boundsX` moves nothing.
    #expect(
      names(try #require(text.attachments.first)) == [
        "content", "style", "node", "offset", "followsMarker", "boundsX",
      ])
    #expect(
      names(try #require(pagination.chapters.flatMap(\.text.notes).first)) == [
        "offset", "text", "document", "place",
      ])
    #expect(
      names(try #require(text.styles.first)) == ["id", "text", "box", "paragraph", "effects"])
    let images = pagination.chapters.flatMap(\.text.images)
    #expect(
      names(try #require(images.first)) == [
        "href", "mediaType", "bytes", "size", "ratio", "attributeWidth", "attributeHeight",
        "orientation", "density", "alternativeText", "isPlaceholder", "sourceDigest",
        "isDrawnByRenderer", "naturalWidth", "naturalHeight", "isScaledEvenly",
      ])
    let edges = pagination.chapters.flatMap(\.text.inlineEdges)
    #expect(
      names(try #require(edges.first)) == [
        "offset", "paragraph", "style", "isStart", "isContinued", "letterSpacing",
      ])
  }

  @Test("after a change of a dictionary or font file, a chapter is laid out again")
  func machine() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = folder.appendingPathComponent("t.xhtml")
    try """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
    <body><p>extraordinary consequences notwithstanding</p></body></html>
    """.write(to: document, atomically: true, encoding: .utf8)
    func write(_ patterns: String) throws {
      try "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\n\(patterns)\n".write(
        to: folder.appendingPathComponent("hyph_en.dic"), atomically: true, encoding: .utf8)
    }
    func set(_ store: LayoutStore, font: String) async throws -> BookRecord {
      let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
      try fonts.register(file: font)
      var options = PaginationOptions(
        preset: (name: "square", css: SmallBook.square + "html { hyphens: auto }"), fonts: fonts,
        hyphenation: HyphenationLibrary(folders: [folder.path]))
      options.page = Size(width: 100, height: 100)
      let publication = try Publication.open(document.path)
      let kept = record(try await paginate(publication, options: options, keptIn: store))
      #expect(kept == record(try await paginate(publication, options: options)))
      return kept
    }
    let font = Checkout.fixture("Square.ttf")
    let store = LayoutStore()
    try write("a1o")
    let first = try await set(store, font: font)
    _ = try await set(store, font: font)
    #expect(store.counts == (found: 1, laidOut: 1))
    try write("e1q")
    let second = try await set(store, font: font)
    #expect(store.counts == (found: 1, laidOut: 2) && first.pages != second.pages)
    // The same glyphs, from a file with other bytes.
    let other = folder.appendingPathComponent("Other.ttf")
    try (Data(contentsOf: URL(fileURLWithPath: font)) + [0, 0, 0, 0]).write(to: other)
    _ = try await set(store, font: other.path)
    #expect(store.counts == (found: 1, laidOut: 3))
  }

  /// A book of Standard Ebooks with the first twenty documents of its spine.
  private static func beginning(of book: Publication) throws -> Publication {
    let package = "epub/content.opf"
    var lines = String(decoding: try #require(try book.file(package)), as: UTF8.self)
      .split(separator: "\n")
    let later = lines.indices.filter { lines[$0].contains("<itemref ") }.dropFirst(20)
    for line in later.reversed() { lines.remove(at: line) }
    return try book.replacing([package: Array(lines.joined(separator: "\n").utf8)])
  }

  @Test(
    "after a change in one document only it is laid out; the result equals a full layout",
    .needsShared("books"))
  func book() async throws {
    let file = Checkout.shared.appendingPathComponent("books/pride-and-prejudice.epub")
    let publication = try Self.beginning(of: Publication.open(file.path))
    let document = try #require(
      publication.documents.first { $0.href.hasSuffix("chapter-3.xhtml") })
    let text = String(decoding: try publication.bytes(of: document), as: UTF8.self)
    let edited = try publication.replacing([
      document.href: Array(text.replacing("</p>", with: " indeed</p>").utf8)
    ])
    var options = PaginationOptions(
      preset: (name: "novel", css: try #require(Preset.css(named: "novel"))))
    options.page = Size(width: 432, height: 648)
    let store = LayoutStore()
    let first = try await paginate(publication, options: options, keptIn: store)
    let read = try #require(LayoutStore(store.bytes))
    let kept = record(try await paginate(edited, options: options, keptIn: read))
    let plain = record(try await paginate(edited, options: options))
    // Chapters that are planned for one side are looked up again if they start on the other side.
    #expect(read.counts.laidOut == 1 && read.counts.found >= first.chapterCount - 1)
    #expect(kept == plain && kept.baseline == plain.baseline && kept != record(first))
  }
}
