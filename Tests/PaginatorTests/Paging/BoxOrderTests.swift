import Support
import Testing

@testable import Paginator

/// Places in the boxes of lines, in the square font.
@Suite("Places in boxes")
struct BoxOrderTests {
  private func book(_ body: String) async throws -> Pagination {
    try await SmallBook(css: "b { display: inline-block }", page: Size(width: 300, height: 100))
      .set(body)
  }

  @Test("what is in the boxes of lines is found where they are, and their text is shown")
  func order() async throws {
    let pagination = try await book(
      "<p>x1 <b>x2 y</b> x3</p><p><b>x4</b> <b>x5</b></p><p>x6</p>")
    let matches = try pagination.matches(of: "x[0-9]")
    #expect(matches.map(\.text) == ["x1", "x2", "x3", "x4", "x5", "x6"])
    #expect(matches[1].location.text == "x2 y")
    #expect(matches[3].location.text == "x4")
    #expect(
      pagination.locations(text: "x").map { $0.text.prefix(2) } == [
        "x1", "x2", "x3", "x4", "x5", "x6",
      ])
    #expect(pagination.locations(text: "x", limit: 2).count == 2)
    let first = try #require(pagination.start(of: pagination.pages[0]))
    #expect(first.text == "x1 x2 y x3 x4 x5 x6")
  }

  @Test("what is in notes is found after the text of their page")
  func notes() async throws {
    let pagination = try await SmallBook(css: "b { display: inline-block }").set(
      "<p>x1<a epub:type='noteref' href='#n'>*</a> <b>x2</b></p><aside id='n'><p>* x3</p></aside>"
    ) { $0.notes = .foot }
    #expect(try pagination.matches(of: "x[0-9]").map(\.text) == ["x1", "x2", "x3"])
  }

  @Test("the word at a point in a box is that of the box")
  func word() async throws {
    let pagination = try await book("<p>aa <b>bb <b>cc</b> dd</b> ee</p>")
    // Words of two squares of ten points each, with a space after each.
    let words = try [5.0, 35, 65, 95, 125].map { x in
      try #require(pagination.hit(Point(x: Length(points: x), y: 5), on: pagination.pages[0])).word
    }
    #expect(words == ["aa", "bb", "cc", "dd", "ee"])
  }
}
