import Support
import Testing

@testable import Paginator

/// What the presets make of verse whose lines end at `br`, in the square font: characters are 10 points wide, lines 10
/// points high.
@Suite("Verse in presets")
struct PresetVerseTests {
  /// Where the lines begin that a body has in the preset "novel", on a page 200 points wide.
  private func places(_ body: String, css: String = "") async throws -> [[Double]] {
    SmallBook.fragments(of: try await set(body, css: css)).map {
      [$0.usedRect.minX.points, $0.rect.minY.points]
    }
  }

  private func set(_ body: String, css: String = "") async throws -> Pagination {
    let novel = try #require(Preset.css(named: "novel"))
    let book = SmallBook(
      css: "@page, @page :right, @page :left { margin: 0 } html, body, p { font: 10pt/10pt Square }"
        + css,
      page: Size(width: 200, height: 300))
    return try await book.set(body) { $0.preset = (name: "novel", css: novel) }
  }

  private let stanza = "<p>aa bb<br/>cc dd<br/>ee</p>"

  @Test("a line of verse has no indent, and what is turned over hangs; prose is indented")
  func lines() async throws {
    // The second line has 23 characters; 20 have room, and "jj" is turned over, by two em.
    let long = "<p>aa bb<br/>cc dd ee ff gg hh ii jj<br/>kk</p>"
    let found = try await places("<p>a</p>\(long)<p>b</p>")
    #expect(found == [[12, 0], [0, 10], [0, 20], [20, 30], [0, 40], [12, 50]])
  }

  @Test("between two stanzas is a line, unless the book gives a space")
  func gaps() async throws {
    let ys = { (css: String) in try await places(stanza + stanza, css: css).map { $0[1] } }
    #expect(try await ys("") == [0, 10, 20, 40, 50, 60])
    #expect(try await ys("p + p { margin-top: 20pt }") == [0, 10, 20, 50, 60, 70])
    let boxes = try await places("<div>\(stanza)</div><div>\(stanza)</div><p>b</p>")
    #expect(boxes.map { $0[1] } == [0, 10, 20, 40, 50, 60, 70])
    let padded = try await places("<div style='padding-bottom: 20pt'>\(stanza)</div>\(stanza)")
    #expect(padded.map { $0[1] } == [0, 10, 20, 50, 60, 70])
  }

  @Test(
    "a paragraph of two lines is verse beside a stanza only, and one with a long line is prose")
  func shapes() async throws {
    let couplet = "<p>ff gg<br/>hh</p>"
    #expect(try await places(couplet + "<p>a</p>").map { $0[0] } == [12, 0, 12])
    #expect(try await places(stanza + couplet).map { $0[0] } == [0, 0, 0, 0, 0])
    #expect(try await places(couplet + stanza).map { $0[0] } == [0, 0, 0, 0, 0])
    let quoted = try await places("<blockquote>\(couplet)</blockquote><p>a</p>").map { $0[0] }
    #expect(quoted[0] == quoted[1])
    #expect(try await places("<div>\(couplet)</div>").map { $0[0] } == [12, 0])
    // Of more than 80 characters.
    let prose = (1...28).map { _ in "aa" }.joined(separator: " ")
    #expect(try await places("<p>a<br/>\(prose)<br/>b</p>").first == [12, 0])
    // A half of the lines has more than 64.
    let wide = (1...22).map { _ in "aa" }.joined(separator: " ")
    #expect(try await places("<p>a<br/>\(wide)<br/>b<br/>\(wide)</p>").first == [12, 0])
    #expect(try await places("<p>a<br/>\(wide)<br/>b<br/>c</p>").first == [0, 0])
  }

  @Test("verse whose indent the book gives, and centered lines, are as the book has them")
  func given() async throws {
    let own = try await places(stanza + stanza, css: "p { text-indent: 30pt }")
    #expect(own == [[30, 0], [0, 10], [0, 20], [30, 30], [0, 40], [0, 50]])
    let centered = try await places(stanza + stanza, css: "p { text-align: center }")
    #expect(centered.map { $0[1] } == [0, 10, 20, 30, 40, 50])
    let none = try await places(stanza, css: "body { verse-turnover: none }")
    #expect(none.map { $0[0] } == [12, 0, 0])
  }
  @Test("the styles of verse are in the order of the text: no hash is in what is kept of a layout")
  func styleOrder() async throws {
    let body = (1...8).map { "<div style='word-spacing: \($0)pt'>\(stanza)</div>" }.joined()
    let text = try #require(try await set(body).chapters.first?.text)
    let styles = text.paragraphs.map(\.style)
    #expect(styles == styles.sorted() && Set(styles).count == 8)
  }
}
