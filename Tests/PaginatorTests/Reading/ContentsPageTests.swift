import EPUB
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
}
