import Support
import Testing

@testable import Paginator

/// `string-set` (CSS GCPM 3, section 1.1).
@Suite("Named strings")
struct NamedStringTests {
  private func strings(_ body: String, css: String) async throws -> [String: String] {
    let pagination = try await SmallBook(css: css).set(body)
    let named = pagination.chapters[0].text.namedStrings
    return Dictionary(named.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test("content() has the parts of an element and its pseudo-elements; counters stay as they are")
  func parts() async throws {
    let css = """
      h2 { counter-reset: part; string-set: a content(before) " " content() content(after),
        b content(first-letter), c content(text) counter(part) }
      h2::before { counter-increment: part; content: "No. " counter(part) }
      h2::after { content: " (" attr(title) ")" }
      """
    let found = try await strings("<h2 title='t'>\u{AB}head <b>line</b></h2>", css: css)
    #expect(
      found == ["a": "No. 1 \u{AB}head line (t)", "b": "\u{AB}h", "c": "\u{AB}head line0"])
  }

  @Test("a heading without words does not empty a string; what else is empty does")
  func empty() async throws {
    let css = "h1, h2, p { string-set: a content() }"
    #expect(try await strings("<h1>head</h1><h2> <b></b></h2>", css: css) == ["a": "head"])
    #expect(try await strings("<h1>head</h1><p></p>", css: css) == ["a": ""])
  }

  @Test("a note in a heading is not part of its running head")
  func notes() async throws {
    let found = try await strings(
      "<h1>head<i>note</i></h1>", css: "h1 { string-set: a content() } i { float: footnote }")
    #expect(found == ["a": "head"])
  }

  @Test("a part that is not honoured is a finding")
  func marker() async throws {
    let pagination = try await SmallBook(css: "p { string-set: a content(marker) }").set("<p>a</p>")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("a rule for the call of a note changes what it names, and leaves the rest")
  func noteCall() async throws {
    let pagination = try await SmallBook(
      css: "i { float: footnote } i::footnote-call { color: #f00 }"
    ).set("<p>a<i>note</i></p>")
    let call = pagination.chapters[0].text.style(at: 1).style.text
    #expect(call.color == Color(red: 255, green: 0, blue: 0))
    #expect(call.font.size == 7)
    // A third of the letters around it.
    let third: Length = 10 * (1.0 / 3)
    #expect(call.baselineShift == third)
  }

  @Test("a note in a note is a finding")
  func nestedNote() async throws {
    let pagination = try await SmallBook(css: "u { float: footnote }")
      .set("<p>a<u>note<u>inner</u></u></p>")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
    #expect(try SmallBook.noteWords(of: pagination).joined(separator: " ").contains("inner"))
  }
}
