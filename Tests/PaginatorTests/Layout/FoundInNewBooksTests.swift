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

  @Test("a letter whose small capital a face takes apart is a smaller capital")
  func dividedSmallCapital() throws {
    let library = FontLibrary()
    guard library.hasFamily("EB Garamond") else { return }
    let cache = ShapingCache(fonts: library)
    let shaper = Shaper(cache: cache)
    var text = TextProperties()
    text.font.families = ["EB Garamond"]
    text.font.caps = .small
    // The sizes for text and for notes: the first has no small capital of the letter.
    for size in [12, 8] as [Length] {
      text.font.size = size
      let style = TextStyle(id: size.rawValue, text: text, box: BoxProperties())
      let shaping = try cache.shapingStyle(style)
      let word = Array("\u{1EBF}".utf16).withUnsafeBufferPointer {
        shaper.word($0, style: shaping, context: Shaper.Context())
      }
      #expect(shaper.words[Int(word)].scale == 80)
      #expect(shaper.words[Int(word)].glyphCount == 1)
    }
  }

  @Test("notes are as much smaller than the text as the preset has them")
  func noteSize() async throws {
    var press = Press(css: "body { font-size: 6pt }")
    press.preset = """
      @text-style body { large: 12pt/12pt } @text-style note { large: 10pt/10pt }
      html { text-style: body } @page { @footnote { text-style: note } }
      """
    let body = """
      <p>a<a epub:type='noteref' href='#n'>1</a></p><aside epub:type='footnote' id='n'>b</aside>
      """
    for (css, size) in [("", 10), ("body { font-size: 6pt }", 5)] as [(String, Length)] {
      press.css = css
      let pagination = try await press.set(body) { $0.notes = .foot }
      let note = try #require(pagination.chapters.first?.text.notes.first?.text)
      #expect(note.style(at: note.length - 1).style.text.font.size == size)
    }
  }

  @Test("the margins of a document take a third of the page at most, percentages what they say")
  func pageMargins() async throws {
    func found(_ css: String) async throws -> (x: Length, findings: [Finding.Rule]) {
      let pagination = try await Press(css: css).set("<p>a</p>")
      return (
        Press.fragments(of: pagination)[0].rect.minX, pagination.findings.map(\.rule)
      )
    }
    let wide = try await found("body { padding: 0 40pt; measure-min: 1 }")
    #expect(abs(wide.x.points - 100.0 / 6) < 0.01)
    #expect(wide.findings == [.unsupportedLayout])
    let shares = try await found("body { padding: 0 40%; measure-min: 1 }")
    #expect(shares.x == 40)
    #expect(shares.findings == [])
    // Without a preset's least measure, the book has what it asks for.
    #expect(try await found("body { padding: 0 40pt }").x == 40)
  }

  @Test("a paragraph that looks like a heading is kept with the text after it")
  func shapedHeading() async throws {
    let filler = String(repeating: "<p>x</p>", count: 9)
    let text = "<p>aaaa bbbb aaaa bbbb</p>"
    func first(_ heading: String, _ css: String = "") async throws -> String? {
      let press = Press(css: "body { heading-keep: shape } .c { text-align: center } " + css)
      return try await press.lines(filler + heading + text)[1].first
    }
    #expect(try await first("<p class='c'>H</p>") == "H")
    #expect(try await first("<p><b>H</b></p>") == "H")
    #expect(try await first("<p>H <b>I</b></p>") == "aaaa bbbb")
    #expect(try await first("<p class='c'>* * *</p>") == "aaaa bbbb")
    let figure = "<figure style='margin: 0; break-inside: avoid'><p class='c'>H</p></figure>"
    #expect(try await first(figure) == "aaaa bbbb")
    #expect(try await first("<p class='c'>H</p>", "body { heading-keep: none }") == "aaaa bbbb")
  }

  @Test("the rest of a long note leaves room for the text after a heading")
  func headingBeforeNoteRest() async throws {
    let css = """
      @page { @footnote { margin: 0; padding: 0; border: none } } \
      h2 { font-size: 10pt; margin: 0; break-after: avoid }
      """
    let body = """
      <p>a<a epub:type='noteref' href='#n'>1</a></p><h2>H</h2><p>b</p><p>c</p>\
      <aside epub:type='footnote' id='n'>\(String(repeating: "x<br/>", count: 24))x</aside>
      """
    let pagination = try await Press(css: css).set(body) { $0.notes = .foot }
    #expect(Press.lines(of: pagination).prefix(2) == [["a1"], ["H", "b"]])
  }

  @Test("a margin in a line takes half of the measure at most")
  func inlineMargin() async throws {
    let pagination = try await Press(
      css: "p { measure-min: 2; overflow-wrap: break-word } span { margin-left: 90pt }"
    ).set("<p><span>aaaa</span></p>")
    #expect(Press.lines(of: pagination) == [["aaaa"]])
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
  }

  @Test("a line before a wide image is left short rather than stretched")
  func lineBeforeImage() async throws {
    let image = "<img alt='' src=\"\(Press.drawing(200, 8))\"/>"
    let press = Press(
      css: "p { text-align: justify; glyph-scaling-limit: 2% }",
      page: Size(width: 200, height: 100))
    // Six words and five spaces: 170 points, and six more for each space, up to the measure.
    let lines = Press.fragments(of: try await press.set("<p>aa aa aa aa aa aa \(image) aa</p>"))
    #expect(lines.map(\.usedRect.width) == [170, 180])
  }

  @Test("a box that is moved by a share of its own size is in the middle of the page")
  func translation() async throws {
    let css = """
      div { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%) } \
      p { transform: translateX(2pt) }
      """
    let pagination = try await Press(css: css).set("<div>aaaa</div><p>b</p>")
    let svg = try Press.firstPage(of: pagination)
    // 50 less half of the width of four letters; 50 less half of a line, and eight to the baseline.
    #expect(svg.contains("translate(30 53)"), "\(svg)")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("text of an inline drawing in the book's own font is drawn as outlines")
  func drawingText() async throws {
    let font = try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture("Square.ttf")))
    let press = Press(
      css: "@font-face { font-family: Own; src: url(s.ttf) } .o { font-family: Own }",
      files: ["s.ttf": Array(font)])
    func drawn(_ text: String) async throws -> (svg: String, findings: [Finding.Rule]) {
      let pagination = try await press.set(
        "<p><svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'>\(text)</svg></p>")
      let image = try #require(pagination.chapters.first?.text.images.first)
      return (String(decoding: image.bytes, as: UTF8.self), pagination.findings.map(\.rule))
    }
    let own = try await drawn(
      "<text x='50' y='10' font-size='10' text-anchor='end' class='o'> a "
        + "<tspan fill='red'>b</tspan></text>")
    // Three squares of ten units end at 50; the space belongs to the second run.
    #expect(!own.svg.contains("<text"))
    #expect(own.svg.contains("translate(20.0,10.0) scale(0.01)"), "\(own.svg)")
    #expect(own.svg.contains("<g fill=\"red\"><g transform=\"translate(30.0,10.0)"), "\(own.svg)")
    #expect(own.findings == [])
    let other = try await drawn("<text x='5' y='10' font-family='Other'>a</text>")
    #expect(other.svg.contains("<text"))
    #expect(other.findings == [.fontFallback])
    let curved = try await drawn("<text class='o' x='1 2'>ab</text>")
    #expect(curved.findings == [.fontFallback])
  }

  @Test("a row that does not fit on a page below its table's head is divided")
  func tallRowBelowHead() async throws {
    let rows = (0..<10).map { "r\($0)" }.joined(separator: "<br/>")
    let pagination = try await Press(
      css: Self.cells + "table { break-inside: avoid }", pageBreaking: .optimal
    ).set(
      "<table><thead><tr><td>hh</td></tr></thead><tbody><tr><td>\(rows)</td></tr></tbody></table>")
    let lines = Press.lines(of: pagination)
    #expect(lines.count == 2 && lines.allSatisfy { $0[0] == "hh" && $0.count > 4 })
    #expect(lines.flatMap { $0 }.count { $0 != "hh" } == 10)
  }

  @Test("ideographs are not spread over a line that would become twice as wide")
  func spreadIdeographs() async throws {
    let pagination = try await Press(
      css: "p { text-align: justify; letter-spacing-limit: 0.003em } b { white-space: nowrap }"
    ).set(
      "<p lang='zh'>\u{8BBF}\u{95EE}\u{63A7}<b>aaaaaaaaa</b>"
        + String(repeating: "\u{5B9A}", count: 20) + "</p>")
    let line = try #require(Press.fragments(of: pagination).first)
    #expect(line.usedRect.width.points < 50)
    #expect(pagination.findings.contains { $0.rule == .looseLine })
  }
}
