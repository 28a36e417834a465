import Support
import Testing

@testable import Paginator

/// Floats and boxes where a page ends, in the square font: ten points a letter, pages of 100 points.
@Suite("floats and boxes over page ends")
struct FloatsOverPagesTests {
  private func boxes(_ body: String, css: String) async throws -> [[Int]] {
    try await SmallBook(css: css).set(body).chapters[0].boxes.map {
      [$0.y / 1024, $0.height / 1024]
    }
  }

  @Test("a box that continues on the next page reaches to the end of the page")
  func boxesFillPages() async throws {
    let css = ".a { height: 70pt } .b { height: 60pt; background: red }"
    #expect(
      try await boxes("<div class='a'></div><div class='b'></div>", css: css) == [
        [70, 30], [0, 30],
      ])
    let text = ".b { background: red } .k { break-inside: avoid }"
    let kept = try await boxes(
      "<div class='b'><p>a</p><p class='k'>\(String(repeating: "b<br/>", count: 10))</p></div>",
      css: text)
    #expect(kept == [[0, 100], [0, 100]])
  }

  @Test("a box ends above the notes of its page")
  func boxAboveNotes() async throws {
    let css = """
      .n { float: footnote } ::footnote-call { content: none } ::footnote-marker { content: none }
      .b { background: red; page-breaking: first-fit } .k { break-inside: avoid }
      """
    let note = "<span class='n'>note</span>"
    let pagination = try await SmallBook(css: css).set(
      "<div class='b'><p>a\(note)</p><p class='k'>\(String(repeating: "b<br/>", count: 9))</p></div>"
    )
    let layout = pagination.chapters[0]
    #expect(layout.boxes.map(\.height) == [layout.pages[0].noteAreaTop, 90 * 1024])
  }

  private static let css = """
    div { height: 40pt; width: 30pt; float: left } .s { height: 30pt; float: none }
    .r { float: right } body { page-breaking: first-fit }
    """

  @Test("a float that moves to the next page is at its side there, at the top")
  func pushedFloat() async throws {
    // The second float is next to the first one and does not fit on the page under it.
    let book = SmallBook(css: Self.css + "div { clear: left }")
    let pagination = try await book.set(
      "<div class='s'></div><div>a</div><p>bb</p><div>c</div><p>dddd dddd</p>")
    #expect(SmallBook.lines(of: pagination) == [["", "a", "bb"], ["c", "dddd", "dddd"]])
    let second = SmallBook.fragments(of: pagination, page: 1)
    #expect(second.map(\.rect.minY.points) == [0, 0, 10])
    #expect(second.map(\.usedRect.minX.points) == [0, 30, 30])
  }

  @Test(
    "a float that is kept with what follows is on the page of a table that is below it",
    arguments: [PageBreaking.firstFit, .optimal])
  func heading(_ breaking: PageBreaking) async throws {
    let css = """
      table { break-inside: avoid; width: 100%; border-spacing: 0 } td { padding: 0 }
      div { float: left } .k { break-after: avoid }
      """
    let rows = String(repeating: "<tr><td>a</td></tr>", count: 3)
    let book = SmallBook(css: css, pageBreaking: breaking)
    func pages(_ kind: String) async throws -> [Int] {
      func text(_ lines: Int) -> String { String(repeating: "<p>x</p>", count: lines) }
      let float = "<div class='\(kind)'>h</div>"
      return try await book.lines("\(text(8))\(float)<table>\(rows)</table>\(text(6))")
        .map(\.count)
    }
    // A page has ten lines: eight, and that of the float. Six follow.
    #expect(try await pages("k") == [8, 10])
    #expect(try await pages("") == [9, 9])
  }

  @Test("floats below one another are on the page as far as they fit")
  func gallery() async throws {
    let floats = (1...9).map { "<div>\($0)</div>" }.joined()
    let book = SmallBook(css: "div { float: left; width: 30pt; height: 40pt }")
    let pagination = try await book.set("<p>a</p>\(floats)<p style='clear: both'>b</p>")
    #expect(
      SmallBook.lines(of: pagination) == [
        ["a", "1", "2", "3", "4", "5", "6"], ["7", "8", "9", "b"],
      ])
    let second = SmallBook.fragments(of: pagination, page: 1)
    #expect(second.map(\.rect.minY.points) == [0, 0, 0, 40])
    #expect(second.map(\.usedRect.minX.points) == [0, 30, 60, 0])
  }

  @Test("floats beside each other are on one page")
  func pairs() async throws {
    let book = SmallBook(css: ".l { float: left; width: 40pt } .r { float: left; width: 50pt }")
    let entry = "<div class='l'>l</div><div class='r'>a<br/>b<br/>c<br/>d</div>"
    let pagination = try await book.set("<p>x</p>\(entry)\(entry)\(entry)")
    #expect(
      SmallBook.lines(of: pagination) == [
        ["x", "l", "a", "b", "c", "d", "l", "a", "b", "c", "d"], ["l", "a", "b", "c", "d"],
      ])
    let second = SmallBook.fragments(of: pagination, page: 1)
    #expect(second.map(\.usedRect.minX.points) == [0, 40, 40, 40, 40])
  }

  @Test("text after floats on the page before is as wide as its block")
  func textWithoutFloats() async throws {
    let book = SmallBook(css: "div { float: left; width: 60pt; height: 90pt } .s { float: none }")
    let pagination = try await book.set(
      "<div>a</div><p>bbbb</p><div style='height: 40pt'>c</div><p>dddd dddd</p><p>e</p>")
    let second = SmallBook.fragments(of: pagination, page: 1)
    #expect(second.first?.rect.minY.points == 0)
    #expect(second.allSatisfy { $0.usedRect.minX.points >= 0 && $0.usedRect.maxX.points <= 100 })
  }

  @Test("a positioned box behind a float that moves to the next page is set once")
  func positionedBehindFloat() async throws {
    let css = """
      .f { float: left; width: 40pt; height: 60pt } .g { float: left; width: 40pt; height: 60pt }
      .p { position: fixed; left: 3pt } .s { height: 30pt }
      """
    let body =
      "<div class='s'></div><div class='f'>a</div><p>bb</p><div class='g'>c</div>"
      + "<div class='g'>d</div><div><p class='p'>e e<img src=\"\(SmallBook.drawing(3, 3))\" alt=''/></p></div><p>ff</p>"
    let pagination = try await SmallBook(css: css).set(body)
    let units = SmallBook.lines(of: pagination).joined().joined()
    #expect(String(units.filter(\.isLetter).sorted()) == "abbcdff")
    // The positioned box is one character of its line.
    #expect(units.count { $0 == "\u{FFFC}" } == 1)
  }

  @Test("a paragraph in a face with another ascent has the same line of the grid")
  func gridOfFaces() async throws {
    var book = SmallBook(
      css: """
        html { font: 10pt/14pt 'EB Garamond'; baseline-grid: auto }
        .m { font-family: 'DejaVu Sans Mono' } div { float: left; width: 40pt }
        """, page: Size(width: 200, height: 200), fonts: FontLibrary())
    book.preset = ""
    let pagination = try await book.set(
      "<p>a</p><p class='m'>b</p><p>c</p><div class='m'>d</div><p>e</p>")
    let lines = SmallBook.fragments(of: pagination)
    let baselines = lines.map { $0.rect.minY.points + Double($0.baseline) / 1024 }
    let first = baselines[0]
    #expect(zip(baselines, [0, 14, 28, 42, 42]).allSatisfy { abs($0 - first - $1) < 0.01 })
  }
}
