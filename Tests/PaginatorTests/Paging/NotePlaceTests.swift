import Testing

@testable import Paginator

/// Places in the notes at the feet of pages.
@Suite("Places in notes")
struct NotePlaceTests {
  /// Two pages of ten lines. The note of the first page is in the same document, those of the second are in a
  /// document of their own.
  private func book() async throws -> Pagination {
    let call = { (url: String) in "<a epub:type=\"noteref\" href=\"\(url)\">1</a>" }
    return try await SmallEPUB(documents: [
      (
        "a",
        "<p>one\(call("#f"))</p><p style=\"break-before: page\">two\(call("n.xhtml#x"))"
          + "\(call("n.xhtml#y"))</p><aside epub:type=\"footnote\" id=\"f\"><p>ff gg</p></aside>"
      ),
      (
        "n",
        "<section epub:type=\"endnotes\" id=\"s\"><h2>Notes</h2><ol><li id=\"x\"><p>xx</p></li>"
          + "<li id=\"y\"><p>yy zz</p></li></ol></section>"
      ),
    ]).set()
  }

  @Test("an id of a note leads to the note at the foot, also from a document of notes")
  func ids() async throws {
    let pagination = try await book()
    let first = try #require(pagination.location(id: "f"))
    #expect(first.page.number == 1 && first.text.hasSuffix("ff gg") && first.line == 2)
    #expect(first.rect?.minY == 90)
    let second = try #require(pagination.location(id: "y"))
    #expect(second.page.number == 2 && second.href == "E/n.xhtml" && second.line == 3)
    #expect(second.rect?.minY == 90)
    // A section of which only the notes are set.
    let section = try #require(pagination.location(id: "s"))
    #expect(section.page.number == 2 && section.text.contains("xx") && section.rect?.minY == 80)
    #expect(pagination.location(id: "n.xhtml#none") == nil)
  }

  @Test("what is found in a note has its line, rectangle and CFI, and the CFI leads back")
  func texts() async throws {
    let pagination = try await book()
    let match = try #require(try pagination.matches(of: "gg").first).location
    #expect(match.page.number == 1 && match.line == 2 && match.text == "gg")
    // "1.", a no-break space, "ff" and a space are before it.
    #expect(match.rect == Rect(x: 60, y: 90, width: 10, height: 10))
    let cfi = try #require(match.cfi)
    let back = try #require(pagination.location(cfi: cfi))
    #expect(back.rect == match.rect && back.text == "gg")
    let other = try #require(pagination.locations(text: "zz").first)
    #expect(other.href == "E/n.xhtml" && other.page.number == 2 && other.rect?.minX == 60)
    #expect(try pagination.location(cfi: #require(other.cfi))?.rect == other.rect)
  }

  @Test("a point in the note area is in the note")
  func points() async throws {
    let pagination = try await book()
    let hit = try #require(pagination.hit(Point(x: 63, y: 94), on: pagination.pages[1]))
    #expect(hit.word == "zz" && hit.isInside && hit.location.href == "E/n.xhtml")
    let above = try #require(pagination.hit(Point(x: 33, y: 84), on: pagination.pages[1]))
    #expect(above.word == "xx")
    let text = try #require(pagination.hit(Point(x: 3, y: 4), on: pagination.pages[1]))
    #expect(text.word?.hasPrefix("two") == true && text.location.href == "E/a.xhtml")
  }

  @Test("a document whose notes are all at the feet of pages has the page of the first one")
  func document() async throws {
    let pagination = try await book()
    #expect(pagination.page(of: "E/n.xhtml")?.number == 2)
    #expect(pagination.page(of: "E/n.xhtml#s")?.number == 2)
    #expect(pagination.page(of: "E/a.xhtml")?.number == 1)
    #expect(pagination.page(of: "E/none.xhtml") == nil)
  }
}
