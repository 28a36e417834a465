import Support
import Testing

@testable import Paginator

/// `details` and `summary` (HTML, section 15.5.4), in the square font.
@Suite("Summaries")
struct SummaryTests {
  private static let body = """
    <details open=''><summary>aa</summary><p>b</p></details>\
    <details><summary>c</summary><summary>d</summary><p>e</p></details><details><p>f</p></details>\
    <summary>g</summary>
    """

  private func lines(preset: String?) async throws -> [[String]] {
    let book = SmallBook(
      css:
        "@page { margin: 0 } html, p { font: 10pt/10pt Square } p { text-indent: 0 } ol { padding: 0 }",
      page: Size(width: 100, height: 200))
    let css = try preset.map { try #require(Preset.css(named: $0)) }
    let pagination = try await book.set(Self.body) {
      if let preset, let css { $0.preset = (name: preset, css: css) }
    }
    return plain(SmallBook.lines(of: pagination))
  }

  /// Without the special spaces of markers.
  private func plain(_ pages: [[String]]) -> [[String]] {
    pages.map { $0.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } }
  }

  @Test("a summary has a marker in its line that says whether its details are open")
  func markers() async throws {
    #expect(
      try await lines(preset: nil) == [
        ["\u{25BE} aa", "b", "\u{25B8} c", "d", "e", "\u{25B8} Details", "f", "g"]
      ])
  }

  @Test("in the presets, all details are open")
  func presets() async throws {
    let shown = try await lines(preset: "novel").flatMap { $0 }
    #expect(shown == ["\u{25BE} aa", "b", "\u{25BE} c", "d", "e", "\u{25BE} Details", "f", "g"])
  }

  @Test("a summary is not counted as an item of the list around it")
  func counter() async throws {
    let pagination = try await SmallBook(css: "ol { padding: 0; list-style-position: inside }").set(
      "<ol><li><details><summary>a</summary></details></li><li>b</li></ol>")
    #expect(plain(SmallBook.lines(of: pagination)).flatMap { $0 }.last == "2. b")
  }
}
