import EPUB
import Support
import Testing

@testable import Paginator

/// The contents page that `--toc` makes.
@Suite("Contents pages")
struct ContentsPageTests {
  @Test("the contents page is behind the title page and what belongs to it, before the preface")
  func placeOfContents() async throws {
    let parts = [("half", "halftitlepage"), ("title", "titlepage"), ("copy", "copyright-page")]
    let opening = parts.map {
      ($0.0, "<section epub:type=\"\($0.1)\"><p>\($0.0)</p></section>")
    }
    let rest = [
      ("preface", "<section epub:type='preface'><p>p</p></section>"), ("body", "<p>b</p>"),
    ]
    func places(_ opening: [(String, String)], _ landmarks: String) async throws -> [String] {
      let book = SmallEPUB(
        documents: [("cover", "<p>c</p>")] + opening + rest,
        navigation: "<nav epub:type='toc'><ol><li><a href='preface.xhtml'>P</a></li></ol></nav>"
          + "<nav epub:type='landmarks'><ol>\(landmarks)</ol></nav>")
      return try await book.withBook(contents: true) { publication, _ in
        publication.documents.map {
          $0.href.replacing("E/", with: "").replacing(".xhtml", with: "")
        }
      }
    }
    let start = "<li><a epub:type='bodymatter' href='body.xhtml'>B</a></li>"
    let all = ["cover", "half", "title", "copy", "contents", "preface", "body"]
    #expect(try await places(opening, start) == all)
    #expect(try await places(opening, "") == all)
    // Landmarks say what documents without types are.
    let title = "<li><a epub:type='titlepage' href='half.xhtml'>T</a></li>"
    #expect(
      try await places([("half", "<p>h</p>")], title + start)
        == ["cover", "half", "contents", "preface", "body"])
    // Nothing says it: before the body.
    #expect(
      try await places([("half", "<p>h</p>")], start)
        == ["cover", "half", "preface", "contents", "body"])
  }

  private static let chapter = "<p>" + String(repeating: "word ", count: 200) + "</p>"

  private func contents(
    of navigation: String, documents: [(String, String)], language: String = "en"
  ) async throws -> (place: Int?, markup: String) {
    var book = SmallEPUB(documents: documents, navigation: navigation)
    book.language = language
    return try await book.withBook(contents: true) { publication, _ in
      let place = publication.documents.firstIndex { $0.href == "contents" }
      let bytes = try place.map { try publication.bytes(of: publication.documents[$0]) } ?? []
      return (place, String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("a navigation document in the spine is the contents page, unless it is not linear")
  func navigationInSpine() async throws {
    for (linear, names, count) in [
      ("no", ["E/a.xhtml", "contents", "E/b.xhtml"], 0),
      ("yes", ["E/a.xhtml", "E/nav.xhtml", "E/b.xhtml"], 1),
    ] {
      var book = SmallEPUB(
        documents: [
          ("a", "<section epub:type='titlepage'><p>a</p></section>"), ("b", Self.chapter),
        ],
        navigation: "<nav epub:type='toc'><ol><li><a href='b.xhtml'>B</a></li></ol></nav>")
      book.spine =
        "<itemref idref=\"a\"/><itemref idref=\"nav\" linear=\"\(linear)\"/><itemref idref=\"b\"/>"
      try await book.withBook(contents: true) { publication, _ in
        #expect(publication.documents.map(\.href) == names)
        #expect(publication.warnings.count == count)
      }
    }
  }

  @Test("without landmarks, the contents page is before the first chapter of the navigation")
  func placeWithoutLandmarks() async throws {
    let navigation = "<nav epub:type='toc'><ol><li><a href='one.xhtml'>1</a></li></ol></nav>"
    let one = ("one", Self.chapter)
    let two = ("two", Self.chapter)
    #expect(try await contents(of: navigation, documents: [one, two]).place == 0)
    let opening = [("title", "<p>T</p>"), ("copy", "<p>c</p>")]
    #expect(try await contents(of: navigation, documents: opening + [one]).place == 2)
  }

  @Test("notes that are at the foot of their pages are not on the contents page")
  func movedNotes() async throws {
    func lines(_ notes: PaginationOptions.NotePosition) async throws -> [String] {
      var book = SmallEPUB(
        documents: [
          ("one", "<p>one<a epub:type='noteref' href='notes.xhtml#n'>1</a></p>"),
          (
            "notes",
            "<section epub:type='endnotes'><h1 id='h'>Notes</h1><p epub:type='endnote' id='n'>note</p></section>"
          ),
        ],
        navigation: "<nav epub:type='toc'><ol><li><a href='one.xhtml'>One</a></li>"
          + "<li><a href='notes.xhtml'>Notes</a></li><li><a href='notes.xhtml#h'>All</a></li></ol></nav>"
      )
      book.notes = notes
      return try await book.withBook(contents: true) { publication, options in
        let pagination = try await paginate(publication, options: options)
        return SmallBook.lines(of: pagination).first { $0.first == "Contents" } ?? []
      }
    }
    #expect(try await lines(.foot).map { $0.prefix(3) } == ["Con", "One"])
    #expect(try await lines(.end).map { $0.prefix(3) } == ["Con", "One", "Not", "All"])
  }

  @Test("parts without a link and the navigation's own heading are on the contents page")
  func partsAndHeading() async throws {
    let list =
      "<ol><li><span>PART ONE</span><ol><li><a href='one.xhtml'>1</a></li></ol></li>"
      + "<li><span>nothing below</span></li></ol>"
    let documents = [("one", Self.chapter)]
    let own = try await contents(
      of: "<nav epub:type='toc'><h2>In this book</h2>\(list)</nav>", documents: documents)
    #expect(own.markup.contains("<h1>In this book</h1>"))
    #expect(own.markup.contains("<p class=\"level-1\">PART ONE</p>"))
    #expect(!own.markup.contains("nothing below"))
    for (language, word) in [("de-AT", "Inhalt"), ("zh-TW", "目錄"), ("tlh", "Contents")] {
      let made = try await contents(
        of: "<nav epub:type='toc'>\(list)</nav>", documents: documents, language: language)
      #expect(made.markup.contains("<h1>\(word)</h1>"), "\(language)")
    }
  }
}
