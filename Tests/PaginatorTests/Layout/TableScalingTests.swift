import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// `table-scale-min`, in the square font: ten points a letter, and pages of 100 points.
@Suite("smaller type in tables")
struct TableScalingTests {
  private static let css = """
    td { padding: 0; overflow-wrap: break-word } table { border-spacing: 0; table-scale-min: 0.5 }
    """

  /// The sizes of the type of a book's text, in order, without repetitions.
  private func sizes(_ pagination: Pagination) -> [Double] {
    var sizes: [Double] = []
    for text in pagination.chapters.map(\.text) {
      for run in text.runs {
        let size = text.styles[Int(run.style)].text.font.size.points
        if sizes.last != size { sizes.append(size) }
      }
    }
    return sizes
  }

  private func row(_ words: String...) -> String {
    "<tr>\(words.map { "<td>\($0)</td>" }.joined())</tr>"
  }

  @Test("words that are too wide together are set smaller and not cut, the text around them is not")
  func scaled() async throws {
    let pagination = try await SmallBook(css: Self.css).set(
      "<p>a</p><table>\(row("12345678", "12345678"))</table><p>b</p>")
    // 160 points of words in 100.
    #expect(sizes(pagination) == [10, Length(points: 6.2).points, 10])
    #expect(SmallBook.lines(of: pagination) == [["a", "12345678", "12345678", "b"]])
    let found = pagination.findings.filter { $0.rule == .scaledTable }
    #expect(found.map(\.message).first?.contains("62 %") == true)
    #expect(found.count == 1 && found[0].page == 1 && found[0].location != nil)
    #expect(!pagination.findings.contains { $0.rule == .brokenWord })
  }

  @Test(
    "a word space is left between columns whose padding is taken away",
    arguments: [
      // 80 points of words, and between them 4, 5, 5 and 6 points.
      (2.0, 0.0, 88.0, 20.0), (4, 0, 90, 20), (4, 0, 89, 19.6), (6, 0, 92, 20),
      // With spacing between the columns, half of the padding.
      (4, 3, 97, 20),
    ])
  func wordSpace(_ given: (padding: Double, spacing: Double, page: Double, size: Double))
    async throws
  {
    let css = """
      td { padding: 0 \(given.padding)pt; font-size: 20pt }
      table { border-spacing: \(given.spacing)pt; table-scale-min: 0.5 }
      """
    let pagination = try await SmallBook(
      css: css, page: Size(width: Length(points: given.page), height: 100)
    ).set(
      "<table>\(row("123", "1"))</table>")
    #expect(sizes(pagination) == [Length(points: given.size).points])
  }

  @Test("the words of a table that is wide on one line, but fits, keep their size")
  func unscaled() async throws {
    let pagination = try await SmallBook(css: Self.css).set(
      "<table>\(row("1234 1234", "1234 1234", "1"))</table>")
    #expect(sizes(pagination) == [10])
    #expect(!pagination.findings.contains { $0.rule == .scaledTable })
  }

  @Test("a table has the size in which it fits the widest of the pages")
  func widestPage() async throws {
    let pagination = try await SmallBook(css: Self.css + "@page :first { margin-right: 50pt }").set(
      "<table>\(row("12345", "12345"))</table>")
    #expect(sizes(pagination) == [10])
  }

  @Test(
    "below the least scale, words are cut, and far below it nothing is gained by smaller type",
    arguments: [(12, 5.0), (15, 10)])
  func floor(letters: Int, size: Double) async throws {
    let word = String(repeating: "1", count: letters)
    let pagination = try await SmallBook(css: Self.css).set("<table>\(row(word, word))</table>")
    #expect(sizes(pagination) == [size])
    #expect(pagination.findings.contains { $0.rule == .brokenWord })
  }

  @Test("columns of fixed layout decide by their own width")
  func fixed() async throws {
    let pagination = try await SmallBook(
      css: Self.css + "table { table-layout: fixed; width: 100% } .a { width: 80pt }"
    ).set("<table><tr><td class='a'>1</td><td>123</td></tr></table>")
    // Three letters in 20 points.
    #expect(sizes(pagination) == [Length(points: 6.6).points])
    #expect(SmallBook.lines(of: pagination) == [["1", "123"]])
  }

  @Test("inline styles and lists inside keep their proportions")
  func nested() async throws {
    let inner = "<ol><li>1<b style='font-size: 20pt'>2</b></li></ol>"
    let body = "<table><tr><td>\(inner)</td><td>12345678</td><td>12345678</td></tr></table>"
    let css = "ol { margin: 0; padding: 0 0 0 20pt }"
    let pagination = try await SmallBook(css: Self.css + css).set(body)
    let text = pagination.chapters[0].text
    let scale = try #require(text.styles[Int(text.paragraphs[0].style)].text.typeScale)
    // 20 of padding, 30 and 160 of words in 100 would be less.
    #expect(scale == 0.5)
    let sizes = sizes(pagination)
    #expect(sizes.max() == Length(points: 20 * scale).points)
    let marker = try #require(text.attachments.first?.content.text)
    #expect(marker.styles.map(\.text.font.size).contains(Length(points: 10 * scale)))
    let plain = try await SmallBook(css: css).set(body)
    #expect(self.sizes(plain).max() == 20)
  }

  @Test("what the cache kept equals what is set")
  func cached() async throws {
    let store = LayoutStore()
    let body = "<p>a</p><table>\(row("12345678", "12345678"))</table><p>b</p>"
    var pages: [[[String]]] = []
    var all: [[Double]] = []
    for _ in 0..<2 {
      let pagination = try await SmallBook(css: Self.css).set(body, keptIn: store)
      pages.append(SmallBook.lines(of: pagination))
      all.append(sizes(pagination))
    }
    #expect(pages[0] == pages[1])
    #expect(all[0] == all[1])
  }

  @Test("a box around a table is as wide as the table, though the table is in the middle")
  func boxAroundTable() async throws {
    let table = "<table><tr><td>aa</td><td>b</td></tr></table>"
    let css = """
      table { margin: 0 auto; border-spacing: 0 } td { padding: 0 } .f { float: right }
      .i { display: inline-block; max-width: 100% }
      """
    let float = try await LinePlace.all("<div class='f'>\(table)</div>", css: css)
    #expect(float.map(\.x) == [70, 90])
    let inline = try await SmallBook(css: css).set("<p>x<span class='i'>\(table)</span>y</p>")
    #expect(inline.chapters[0].attachments[0]?.width == 30 * 1024)
  }

  @Test(
    "margins and padding of blocks in cells become smaller before type does",
    arguments: ["margin", "padding"])
  func narrowedSides(_ property: String) async throws {
    let css = Self.css + "td p { \(property): 0 10pt }"
    let table = "<table>\(row("<p>1234</p>", "<p>1234</p>"))</table>"
    // Words of 40 points, twice: 20 are left of 40 beside them.
    #expect(sizes(try await SmallBook(css: css).set(table)) == [10])
    #expect(try await LinePlace.all(table, css: css).map(\.x) == [5, 55])
    // Not where the page has room for all of them.
    let short = "<table>\(row("<p>123</p>", "<p>123</p>"))</table>"
    #expect(try await LinePlace.all(short, css: css).map(\.x) == [10, 60])
    // Nor below a quarter of an em: 70 and 20 in 100.
    let narrow = "<table>\(row("<p>1234567</p>", "<p>12</p>"))</table>"
    #expect(try await LinePlace.all(narrow, css: css).map(\.x) == [2.5, 77.5])
  }

  @Test("margins into which text is set out stay as they are, and type is smaller")
  func hangingText() async throws {
    let css = Self.css + "td p { margin-left: 20pt; text-indent: -20pt }"
    let pagination = try await SmallBook(css: css).set(
      "<table>\(row("<p>123456</p>", "<p>123456</p>"))</table>")
    // 120 points of words in 100.
    let size = try #require(sizes(pagination).first)
    #expect(size < 10)
  }

  @Test("cells lose padding before their words are divided")
  func squeezedPadding() async throws {
    let css = "table { border-spacing: 0 } td { padding: 0 8pt; overflow-wrap: break-word }"
    let lines = try await SmallBook(css: css).lines(
      "<table><tr><td>abc</td><td>def</td><td>gh</td></tr></table>")
    #expect(lines == [["abc", "def", "gh"]])
  }

  @Test("cells that do not wrap are broken where they would overlap")
  func overlappingCells() async throws {
    let css = "table { border-spacing: 0 } td { padding: 0; white-space: nowrap }"
    let pagination = try await SmallBook(css: css).set(
      "<table><tr><td>abc defg</td><td>hij klmn</td></tr></table>")
    #expect(SmallBook.lines(of: pagination) == [["abc", "defg", "hij", "klmn"]])
    let one = try await SmallBook(css: css).lines("<table><tr><td>abc defg</td></tr></table>")
    #expect(one == [["abc defg"]])
  }
}
