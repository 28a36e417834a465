import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Faults that a second set of real books showed, each with its smallest case, in the square font: ten points a
/// letter, pages of 100 points.
@Suite("found in new books")
struct FoundInNewBooksTests {
  private static let cells = "td { padding: 0 } table { border-spacing: 0 } "

  private func overlaps(_ pagination: Pagination) throws -> [Finding] {
    let lint = PageLint(PageDrawer(pagination))
    return try pagination.chapters.indices.flatMap {
      try lint.findings(in: pagination.numbered($0))
    }.filter { $0.rule == .overlappingWords }
  }

  @Test("text in a cell that must not wrap wraps where its column has no room, and is a finding")
  func keptText() async throws {
    let pagination = try await Press(css: Self.cells + "code { white-space: nowrap }").set(
      "<table><tr><td><code>aaaa bbbb</code></td><td>ccc</td></tr></table>")
    #expect(Press.lines(of: pagination) == [["aaaa", "bbbb", "ccc"]])
    #expect(pagination.findings.map(\.rule) == [.brokenKeptText])
    #expect(try overlaps(pagination) == [])
  }

  @Test("words that are wider than the columns of a page are cut, whatever overflow-wrap says")
  func wideWords() async throws {
    let pagination = try await Press(css: Self.cells).set(
      "<table><tr><td>xxxxxxxxxxxx</td><td>yyyyyyyyyyyy</td></tr></table>")
    #expect(pagination.findings.contains { $0.rule == .brokenWord })
    #expect(try overlaps(pagination) == [])
  }

  @Test("a missing character shows the sign of a font that has one")
  func missingGlyph() throws {
    let fonts = try Press.squareFonts()
    try fonts.register(file: Checkout.fixture("Bare.ttf"))
    let cache = ShapingCache(fonts: fonts)
    let shaper = Shaper(cache: cache)
    var text = TextProperties()
    text.font.families = ["Bare", "Square"]
    let shaping = try cache.shapingStyle(TextStyle(id: 1, text: text, box: BoxProperties()))
    func family(_ text: String) -> String {
      let word = Array(text.utf16).withUnsafeBufferPointer {
        shaper.word($0, style: shaping, context: Shaper.Context())
      }
      return shaper.faces[Int(shaper.words[Int(word)].face)].family
    }
    #expect(family("a") == "Bare")
    // Neither font has it, and the sign of the first is empty.
    #expect(family("\u{10000}") == "Square")
    #expect(shaper.used.findings.all.map(\.rule) == [.missingGlyph])
  }

  @Test("no line begins with a hyphen behind a formula or an image")
  func hyphenBehindBox() async throws {
    let image = "<img alt='' src=\"\(Press.drawing(20, 8))\"/>"
    // 40 + 10 + 15 points, and 30 more for the rest of the compound.
    let lines = try await Press(css: "p { width: 80pt; text-wrap: pretty }").lines(
      "<p>aaaa \(image)-bb</p>")
    #expect(lines == [["aaaa", "\u{FFFC}-bb"]])
  }

  @Test("a match may begin in a box of a line and end outside of it")
  func matchOverBox() async throws {
    let pagination = try await Press(css: "span { display: inline-block }").set(
      "<p>a (<span>19</span>) b</p>")
    for pattern in ["\\(19\\)", "19\\)", "9"] {
      let found = try pagination.matches(of: pattern)
      #expect(found.map(\.text) == [pattern.replacing("\\", with: "")])
    }
  }
}
