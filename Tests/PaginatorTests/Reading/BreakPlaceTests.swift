import Support
import Testing

@testable import Paginator

/// Where forced breaks are made (CSS Fragmentation 3, section 3.1), in the square font: ten points a
/// letter, pages of 100 points.
@Suite("places of forced breaks")
struct BreakPlaceTests {
  @Test("a break before the first child of a block moves the whole block")
  func propagated() async throws {
    let css = """
      section { padding-top: 20pt; border-top: 2pt solid; margin-top: 3pt } h1 { break-before: page }
      h1 { font: inherit; margin: 0 }
      """
    let pagination = try await SmallBook(css: css).set(
      "<p>a</p><section id='s'><h1>b</h1><p>c</p></section><p><a href='#s'>d</a></p>")
    #expect(SmallBook.lines(of: pagination) == [["a"], ["b", "c", "d"]])
    let second = SmallBook.fragments(of: pagination, page: 1)
    #expect(second.map(\.rect.minY.points) == [25, 35, 45])
    // The border is at the top of the second page, and on no other.
    #expect(pagination.chapters.map { $0.boxes.map(\.hasTop) } == [[], [true]])
    #expect(pagination.page(of: "t.xhtml#s")?.number == 2)
  }

  @Test("a block that has content goes on after a break in it")
  func goesOn() async throws {
    let css = "section { border-top: 2pt solid; padding-top: 8pt } .p { break-before: page }"
    let pagination = try await SmallBook(css: css).set(
      "<section><p>a</p><div><p class='p'>b</p></div></section>")
    #expect(SmallBook.fragments(of: pagination, page: 1).map(\.rect.minY.points) == [0])
    #expect(pagination.chapters.map { $0.boxes.map(\.hasTop) } == [[true], [false]])
  }

  @Test(
    "a break between the rows of a table is made once",
    arguments: [
      "<tr><td>a</td></tr><tr class='b'><td>b</td></tr>",
      "<tbody class='a'><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody>",
      "<tr class='a'><td>a</td></tr><tr><td>b</td></tr>",
    ])
  func rows(rows: String) async throws {
    let css = ".b { break-before: page } .a { break-after: page } td { padding: 0 }"
    let pagination = try await SmallBook(css: css).set("<table>\(rows)</table><p>c</p>")
    #expect(SmallBook.lines(of: pagination) == [["a"], ["b", "c"]])
    #expect(pagination.findings.isEmpty)
  }

  @Test("a break after the last row is one after the table; one in a cell is a finding")
  func lastRow() async throws {
    let css = ".a { break-after: page } .b { break-before: page } td { padding: 0 }"
    let last = try await SmallBook(css: css).set(
      "<table><tr class='a'><td>a</td></tr></table><p>b</p>")
    #expect(SmallBook.lines(of: last) == [["a"], ["b"]])
    let cell = try await SmallBook(css: css).set(
      "<table><tr><td><p>a</p><p class='b'>b</p></td></tr></table><p>c</p>")
    #expect(SmallBook.lines(of: cell) == [["a", "b", "c"]])
    #expect(cell.findings.map(\.rule) == [.unsupportedLayout])
  }

  @Test(
    "a break at the end of a box that is out of the flow is a finding, and not made after it",
    arguments: ["position: absolute; top: 50pt", "float: left", "display: inline-block"])
  func outOfFlow(style: String) async throws {
    let pagination = try await SmallBook(css: ".a { break-after: page }").set(
      "<p>a</p><div style='\(style)'><p class='a'>b</p></div><p>c</p>")
    #expect(pagination.pages.count == 1)
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
  }

  @Test("a break in a box in a line is a finding, and leaves the text in its order")
  func inLine() async throws {
    let pagination = try await SmallBook(css: ".b { break-before: page }").set(
      "<p>a <span style='display: inline-block'><p>b</p><p class='b'>c</p></span></p><p>d</p>")
    #expect(pagination.pages.count == 1)
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
  }

  @Test("a block that should have its decoration on each page is a finding, an inline box is none")
  func clonedDecoration() async throws {
    let css = ".a { box-decoration-break: clone }"
    let block = try await SmallBook(css: css).set("<p class='a'>a</p>")
    #expect(
      block.findings.map(\.message) == [
        "\"box-decoration-break: clone\" is not supported for blocks: the box has no borders and padding"
          + " where it is divided"
      ])
    let inline = try await SmallBook(css: css).set("<p><span class='a'>a</span></p>")
    #expect(inline.findings.isEmpty)
  }
}
