import Support
import Testing

@testable import Paginator

/// Labels above tables, as the presets keep them, in the square font: lines of 10 points, six a page.
@Suite("Table labels")
struct TableLabelTests {
  private static let book = SmallBook(
    css: "@page { margin: 0 } @page :left { margin: 0 } @page :right { margin: 0 } "
      + "html { font: 10pt/10pt Square } p { text-indent: 0 } table { margin: 0 } td { padding: 0 }",
    page: Size(width: 100, height: 60), pageBreaking: .firstFit)
  /// All lines of a page but one.
  private static let filler = String(repeating: "<p>a</p>", count: 5)

  @Test(
    "a label directly above a table is on its page",
    arguments: [
      ("<p><b>T 1</b> x</p>", "", true), ("<p class='Caption'>T 1 x</p>", "", true),
      ("<p class='caption'>T 1 x</p>", "<div>", true), ("<p>T 1 x</p>", "", false),
    ])
  func label(label: String, wrapper: String, isKept: Bool) async throws {
    let novel = try #require(Preset.css(named: "novel"))
    let rows = ["b", "c", "d"].map { "<tr><td>\($0)</td></tr>" }.joined()
    let end = wrapper.isEmpty ? "" : "</div>"
    let pagination = try await Self.book.set(
      Self.filler + label + wrapper + "<table>\(rows)</table>" + end
    ) { $0.preset = (name: "novel", css: novel) }
    let lines = SmallBook.lines(of: pagination)
    #expect(lines.last == (isKept ? ["T 1 x", "b", "c", "d"] : ["b", "c", "d"]))
  }

  @Test(
    "the title of a table, figure or example of DocBook is on its page",
    arguments: [
      (
        "<div class='table'><p class='title'>T 1</p>",
        "<div class='table-contents'><table><tr><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr></table></div>",
        true
      ),
      (
        "<div class='figure'><p class='figure-title'>T 1</p>",
        "<div class='figure-contents'><p>b</p><p>c</p><p>d</p></div>", true
      ),
      (
        "<div class='example'><p class='title'>T 1</p>",
        "<div class='example-contents'><p>b</p><p>c</p><p>d</p></div>", true
      ),
      (
        "<div class='other'><p class='title'>T 1</p>", "<div><p>b</p><p>c</p><p>d</p></div>",
        false
      ),
    ])
  func formalTitle(start: String, content: String, isKept: Bool) async throws {
    let novel = try #require(Preset.css(named: "novel"))
    let pagination = try await Self.book.set(
      Self.filler + start + content + "</div>"
    ) { $0.preset = (name: "novel", css: novel) }
    #expect(
      SmallBook.lines(of: pagination).last == (isKept ? ["T 1", "b", "c", "d"] : ["b", "c", "d"]))
  }
}
