import Support
import Testing

@testable import Paginator

/// What the presets say of lines: those of code that are elements of their own, and those of Japanese text, in the square
/// font.
@Suite("Lines of presets")
struct PresetLineTests {
  @Test(
    "a wrapped line of code that pandoc wrote has the indent of its sheet, although it is no box there"
  )
  func indent() async throws {
    let book = SmallBook(
      css: "@page { margin: 0 } @page :right { margin: 0 } "
        + "pre, code { font: 10pt/10pt Square; margin: 0; pre-scale-min: none } "
        + "code span { text-indent: -20pt; padding-left: 20pt }",
      page: Size(width: 100, height: 60))
    let novel = try #require(Preset.css(named: "novel"))
    let pagination = try await book.set(
      "<pre><code><span id='a'><a href='#a'></a>aa bb cc dd</span></code></pre>"
    ) { $0.preset = (name: "novel", css: novel) }
    var canvas = RunCollector()
    let drawer = PageDrawer(pagination)
    for page in pagination.pages {
      try drawer.draw(page, in: pagination.numbered(page.chapter), on: &canvas)
    }
    let runs = canvas.lines.flatMap { $0 }.filter { !$0.isSpace }
    // Eleven characters do not fit in 100 points; the last word is 20 points from the left.
    #expect(runs.map { String(decoding: $0.text, as: UTF16.self) } == ["aa", "bb", "cc", "dd"])
    #expect(runs.map(\.origin.x) == [0, 30, 60, 20])
  }

  @Test("a line of Japanese text begins with no small kana", arguments: ["ja", "zh"])
  func smallKana(language: String) async throws {
    let novel = try #require(Preset.css(named: "novel"))
    let book = SmallBook(
      css: "@page { margin: 0 } p { font: 10pt/10pt Square; text-align: start }",
      page: Size(width: 40, height: 60))
    let pagination = try await book.set("<p style='text-indent: 0'>ああああャああ</p>", lang: language) {
      $0.preset = (name: "novel", css: novel)
    }
    let lines = SmallBook.lines(of: pagination).flatMap { $0 }
    #expect(lines == (language == "ja" ? ["あああ", "あャああ"] : ["ああああ", "ャああ"]))
  }
}
