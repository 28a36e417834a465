import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// What stylesheets of books do for screens, and what pages make of it. In the square font: every line is 10
/// points high, and the page 100 points wide and high.
@Suite("Habits of books")
struct BookHabitTests {
  private static func lines(_ count: Int) -> String { String(repeating: "<p>aa</p>", count: count) }

  @Test(
    "a box that is wider than its room is made narrower, with a finding, where a style has measure-min",
    arguments: [
      ("body { width: 300pt }", 100.0), ("div { width: 150pt }", 100),
      ("div { width: 100%; padding: 0 10pt }", 80), ("div { min-width: 200pt }", 100),
      ("div { width: 150pt; margin-left: 20pt }", 80),
      ("div { box-sizing: border-box; width: 150pt; border: 5pt solid }", 90),
      ("div { float: left; width: 100% } p { min-width: 200pt }", 100),
      // The padding gives way as well.
      (
        "div { min-width: 200pt; padding: 0 40pt; font-size: 20pt } p { font: 5pt/10pt Square }", 60
      ),
    ] as [(String, Double)])
  func wideBox(css: String, measure: Double) async throws {
    let words = String(repeating: "aaaa ", count: 6)
    let book = SmallBook(css: css + " body { measure-min: 3 }")
    let pagination = try await book.set("<div><p>\(words)</p></div>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines[0].rect.width.points == measure)
    #expect(lines.allSatisfy { $0.rect.maxX <= 100 })
    #expect(pagination.findings.map(\.rule) == [.overfullBox])
    // By CSS alone, the box has its width.
    let plain = try await SmallBook(css: css).set("<div><p>\(words)</p></div>")
    #expect(SmallBook.fragments(of: plain)[0].rect.maxX > 100 || css.contains("padding"))
  }

  @Test(
    "several lines of a title are as high as they are, whatever its height",
    arguments: [
      // Two lines of ten points.
      ("height: 0", "aaaaaa bbbbbb", 20.0), ("height: 15pt; max-height: 5pt", "aaaaaa bbbbbb", 20),
      ("height: 30pt", "aaaaaa bbbbbb", 30), ("height: 0", "aaaaaa", 0),
      ("height: 10pt; overflow: hidden", "aaaaaa bbbbbb", 10),
      ("height: 0; min-height: 5pt", "aaaaaa bbbbbb", 5),
    ])
  func titleOfLines(_ title: (style: String, text: String, height: Double)) async throws {
    let css = "h1 { font: 10pt/10pt Square; margin: 0; min-height: -paginate-text; \(title.style) }"
    let pagination = try await SmallBook(css: css).set("<h1>\(title.text)</h1><p>c</p>")
    #expect(SmallBook.fragments(of: pagination).last?.rect.minY.points == title.height)
  }

  @Test("several lines of a title are not set over the text in any preset", arguments: Preset.names)
  func titleInPreset(preset: String) async throws {
    let sheet = try #require(Preset.css(named: preset))
    let pagination = try await SmallBook(css: "h1 { height: 0; margin: 0 }").set(
      "<h1>aaaaaa bbbbbb cccccc</h1><p>d</p>"
    ) { $0.preset = (name: preset, css: sheet) }
    #expect(!pagination.findings.contains { $0.rule == .overfullBox })
  }

  @Test("a flow root beside a float in a box whose width is a share stays beside it")
  func rootBesideFloatInShare() async throws {
    let css = """
      body { measure-min: 2 } div { width: 100% } i { float: left; width: 20pt; height: 20pt }
      section { display: flow-root; width: fit-content; max-width: 70% } p { text-align: left }
      """
    let pagination = try await SmallBook(css: css).set(
      "<div><i>a</i><section><p>bbbb bbbb bbbb</p></section></div>")
    let lines = SmallBook.fragments(of: pagination, page: 0).filter { $0.usedWidth > 10 * 1024 }
    #expect(lines.count > 1 && lines.allSatisfy { $0.usedX == 20 * 1024 })
  }

  @Test("a box as wide as its content is no wider than its room where a style has measure-min")
  func boxOfLongWord() async throws {
    let css = "div { width: fit-content } p { margin: 0 20pt; overflow-wrap: break-word }"
    let text = "<div><p>aaaaaaaaaaaaaa bbb</p></div>"
    let lines = SmallBook.fragments(
      of: try await SmallBook(css: css + " body { measure-min: 10 }").set(text))
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.usedRect.maxX <= 100 })
    // By CSS alone, the box is as wide as its longest word, and its margins are outside of that.
    let plain = SmallBook.fragments(of: try await SmallBook(css: css).set(text))
    #expect(plain.contains { $0.usedRect.maxX > 100 })
  }

  @Test("lists of large type have room for their numbers, which no edge of the page cuts off")
  func wideNumbers() async throws {
    func place(_ start: Int, _ css: String, size: Int = 30) async throws -> Length {
      let book = SmallBook(
        css: "ol { padding-left: 20pt; font: \(size)pt/\(size)pt Square; \(css) }",
        page: Size(width: 300, height: 100))
      let lines = try await book.set("<ol start='\(start)'><li>a</li></ol>")
      return SmallBook.fragments(of: lines)[0].rect.minX
    }
    // A digit is 0.64 em, a full stop 0.35, and the space 0.5: 3.41 em.
    #expect(abs(try await place(1023, "measure-min: 2").points - 102.3) < 0.01)
    #expect(try await place(9, "measure-min: 2") == 20)
    #expect(try await place(1023, "measure-min: 2", size: 10) == 20)
    #expect(try await place(1023, "") == 20)
    // At most half of the measure.
    #expect(try await place(1023, "measure-min: 2", size: 80) == 160)
  }

  @Test("a mark that hangs out of a box of the page's width is not outside of the page")
  func hangingMark() async throws {
    let css = "div { width: 100% } p { hanging-punctuation: force-end } @page { margin: 20pt }"
    let pagination = try await SmallBook(css: css).set("<div><p>aaaaaa. bbb</p></div>")
    #expect(SmallBook.lines(of: pagination) == [["aaaaaa.", "bbb"]])
    #expect(pagination.findings.isEmpty)
  }

  @Test("the title of a single document stands in for a heading of the first level in heads")
  func titleAsHead() async throws {
    let css = "@page { margin: 20pt; @top-left { content: string(book-title) } }"
    let filler = String(repeating: "<p>a</p>", count: 7)
    let heads = try await SmallBook(css: css + " h1 { string-set: book-title content() }")
      .set(filler + "<h1>One</h1>").pages.map { $0.furniture.map(\.text) }
    #expect(heads == [["T"], ["One"]])
  }

  @Test(
    "the mark of a heading's permanent link is not in running heads, its text is",
    arguments: [
      ("One<a class='headerlink' href='#x'>¶</a>", "One"),
      ("<a class='anchor' href='#x'>#</a> One", "One"),
      ("One <a class='reference permalink' href='#x'><span>\u{F0C1}</span></a>", "One"),
      ("<a class='anchor' href='#x'>One</a>", "One"), ("One <a href='#x'>¶</a>", "One ¶"),
      ("One<a class='permalinks' href='#x'>#</a>", "One#"),
      ("One<a href='#F1'>[1]</a>", "One"), ("One<sup><a href='#F1'>1</a></sup>", "One"),
      ("One<a href='#F1'><sup>*</sup></a>", "One"), ("One <a href='#F1'>2</a>", "One 2"),
      ("One <a href='#F1'>[see two]</a>", "One [see two]"),
    ])
  func permalinks(heading: String, head: String) async throws {
    let css = """
      @page { margin-top: 20pt; @top-left { content: string(t) } }
      h1 { string-set: t content(); font-size: 10pt }
      """
    let pagination = try await SmallBook(css: css).set("<h1>\(heading)</h1>" + Self.lines(1))
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [[head]])
  }

  @Test(
    "a document's height of a page gives no empty page",
    arguments: [
      "html { height: 100% } body { padding: 10pt 0 }",
      "body { min-height: 100vh; padding: 6pt 0 }",
      "html, body { height: 100% } body { padding-bottom: 30pt }",
    ])
  func documentHeight(css: String) async throws {
    let pagination = try await SmallBook(css: css).set(Self.lines(7))
    #expect(pagination.pages.count == 1)
  }

  @Test("a document's height of a page leaves room for notes on it")
  func documentHeightWithNote() async throws {
    let pagination = try await SmallBook(css: "html { height: 100% } i { float: footnote }")
      .set("<p>aa<i>b</i></p>")
    #expect(pagination.pages.count == 1)
  }

  @Test(
    "text in a box of a pixel in the flow is for screen readers: it takes no room and is no finding",
    arguments: ["div", "span"])
  func hiddenBox(element: String) async throws {
    let css = """
      .h { display: \(element == "div" ? "block" : "inline-block"); width: 1px; height: 1px; \
      overflow: hidden; white-space: nowrap }
      """
    let words = String(repeating: "hidden ", count: 100)
    let pagination = try await SmallBook(css: css).set(
      "<p>aa</p><div><\(element) class='h'>\(words)</\(element)></div><p>bb</p>")
    #expect(pagination.pages.count == 1)
    #expect(pagination.findings.filter { $0.rule != .unsupportedLayout }.isEmpty)
    let visible = SmallBook.fragments(of: pagination).filter { $0.rect.height > 0 }
    #expect(visible.last?.rect.minY ?? 99 <= 20)
  }

  @Test(
    "a heading is kept with the text below an empty line",
    arguments: ["<br/>", "&#160;", " &#160; "])
  func headingAboveEmptyLine(blank: String) async throws {
    let found = try await SmallBook(css: "h2 { font: inherit; margin: 0; break-after: avoid }")
      .lines(
        "\(Self.lines(8))<h2>hh</h2><p>\(blank)</p>\(Self.lines(4))")
    #expect(found[0].count == 8)
    #expect(found[1].first == "hh")
  }

  @Test("what follows floats may be on the next page, whatever line is beside them")
  func floatsAboveBreak() async throws {
    let css = "div { float: left; width: 60pt } i { float: left; width: 60pt } p { clear: both }"
    let found = try await SmallBook(css: css).lines(
      "\(Self.lines(4))<section><div>b<br/>b</div><div>c<br/>c</div></section>"
        + "<section>&#160;</section>\(Self.lines(4))")
    #expect(found.joined().filter { !$0.isEmpty }.count >= 12)
    #expect(found[0].count >= 8)
  }

  @Test("a break after an empty block with which a document begins gives no empty page")
  func breakAfterNothing() async throws {
    let found = try await SmallBook().lines(
      "<p><span style='clear: both; display: block; break-after: page'></span></p><p>aa</p>")
    #expect(found == [["aa"]])
  }

  @Test(
    "a page that begins with a heading inside a chapter has a head that does not repeat the heading"
  )
  func headAboveSubheading() async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: string(head, -paginate-except-opening) }
        @top-right { content: string(book, -paginate-except-opening) } }
      h1 { string-set: book content(), head content() } h1, h2 { font-size: 10pt; margin: 0 }
      h2 { string-set: head content(), book string(book) }
      """
    // Six lines fit on a page.
    let pagination = try await SmallBook(css: css).set(
      "<h1>A</h1>\(Self.lines(5))<h2>b</h2>\(Self.lines(2))<h2>c</h2>\(Self.lines(2))"
        + "<h2>d</h2>\(Self.lines(5))<h1>E</h1><p>aa</p>")
    #expect(SmallBook.lines(of: pagination).map(\.count) == [6, 6, 6, 2])
    #expect(
      pagination.pages.map { $0.furniture.map(\.text) } == [[], ["c", "A"], ["A"], []])
  }

  @Test("hidden text of a heading is not in the running head")
  func hiddenTextInHead() async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: string(head) } }
      h1 { string-set: head content(); font-size: 10pt; margin: 0 } a { visibility: hidden }
      """
    let pagination = try await SmallBook(css: css).set("<h1>one<a href='#x'>#</a></h1>")
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [["one"]])
  }

  @Test("a marker inside its item is kept with the block below it")
  func markerAlone() async throws {
    let found = try await SmallBook(css: "ul { margin: 0; padding: 0; list-style: decimal inside }")
      .lines("\(Self.lines(9))<ul><li><p>bb</p></li></ul>")
    #expect(found.map(\.count) == [9, 2])
  }

  @Test("a line is as high as the image of its marker")
  func highMarker() async throws {
    let css = "ul { margin: 0; list-style-image: url(\"\(SmallBook.drawing(20, 40))\") }"
    let pagination = try await SmallBook(css: css).set("<ul><li>a</li><li>b</li></ul><p>c</p>")
    let lines = SmallBook.fragments(of: pagination)
    // 40 pixels are 30 points; the baseline is 2 points above the bottom of a line.
    #expect(lines.map(\.rect.minY) == [0, 32, 64])
  }

  @Test("a float of text that needs most of a page is set as a block, on the whole measure")
  func highFloat() async throws {
    let words = String(repeating: "aaaa ", count: 30)
    let css = "aside { float: left; width: 40pt; margin-right: 10pt } body { measure-min: 3 }"
    let pagination = try await SmallBook(css: css).set("<aside>\(words)</aside><p>b</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines[0].rect.width == 90)
    #expect(pagination.findings.contains { $0.rule == .unsupportedLayout })
  }

  @Test("emphasis marks do not move lines of a grid apart that have room for them")
  func emphasisOnGrid() async throws {
    for (height, step) in [(17, 17.0), (12, 24)] {
      let css = """
        html { font: 10pt/\(height)pt Square; baseline-grid: auto } em { text-emphasis: filled sesame }
        """
      let pagination = try await SmallBook(css: css).set("<p>aa</p><p><em>bb</em></p><p>cc</p>")
      let tops = SmallBook.fragments(of: pagination).map(\.rect.minY.points)
      #expect(tops[2] - tops[0] == step + Double(height), "\(height)")
    }
  }

  @Test(
    "text in a narrow share of the page is as wide as its lines, up to the least justified measure")
  func narrowShare() async throws {
    let css =
      "body { measure-min: 10; justified-measure-min: 17 } div { margin: 0 auto; \(Self.share) }"
    func widths(_ text: String, _ css: String) async throws -> [Double] {
      let pagination = try await SmallBook(css: css, page: Size(width: 300, height: 100)).set(
        "<div><p>\(text)</p></div>")
      return SmallBook.fragments(of: pagination).map(\.rect.width.points)
    }
    let verse = "aaaa aaaa aaaa<br/>bb"
    #expect(try await widths(verse, css) == [140, 140])
    #expect(try await widths("\(verse)<br/>cccc cccc cccc cccc cccc", css) == [170, 170, 170, 170])
    #expect(try await widths(verse, css + " body { measure-min: 0 }")[0] == 90)
    #expect(try await widths("a<br/>b", css) == [90, 90])
  }

  private static let share = "width: 30%"

  /// On a page of 100 points.
  @Test(
    "margins and padding give way before text runs out of the page",
    arguments: [
      // The text wants 110 points and gets its least measure, 60: the margin is 40. Where 10 of it are gone, the first
      // line hangs 10 less.
      ("p { margin-left: 50pt; width: 60%; text-indent: -50pt }", [[0, 100], [40, 100]]),
      // The text wants 110 points; beside the padding it has 60.
      ("p { margin: 0 auto; width: 80%; padding-left: 40pt }", [[40, 100], [40, 100]]),
      // 20 of the 35 points bring the text back to the page.
      (
        "body { measure-min: 12 } div { margin-left: -20pt } p { margin-left: 35pt; text-indent: -15pt }",
        [[0, 100], [0, 100]]
      ),
      (
        "body { measure-min: 12 } div { margin-right: -20pt } p { margin-right: 35pt }",
        [[0, 100], [0, 100]]
      ),
    ] as [(String, [[Double]])])
  func marginsGiveWay(css: String, sides: [[Double]]) async throws {
    let book = SmallBook(
      css: "body { measure-min: 6; justified-measure-min: 17 } \(css)",
      page: Size(width: 100, height: 100))
    let lines = SmallBook.fragments(of: try await book.set("<div><p>aa aa aa aa</p></div>"))
    #expect(
      lines.prefix(2).map { [$0.usedRect.minX.points, $0.rect.maxX.points] } == sides)
  }

  /// On a page of 100 points. The text begins at 30 points, and the label ends at 25.
  @Test(
    "a label in a margin that is reduced moves with the text, or is in front of it",
    arguments: [
      // The margin stays.
      (7.0, "right: 75pt", 15.0, 30.0),
      // It is reduced by 10 points.
      (8, "right: 75pt", 5, 20),
      (8, "left: 15pt", 5, 20),
      // Nothing is left of it. The space was 5 points, but at most 0.4 em are kept.
      (10, "right: 75pt", 0, 14),
      // A label in the text stays.
      (10, "left: 28pt", 28, 0),
      // Offsets from a block of which the margin was reduced.
      (10, "left: -15pt } p { position: relative", 0, 14),
      // It began outside of the page.
      (10, "left: -2pt", -2, 12),
    ] as [(Double, String, Double, Double)])
  func labels(least: Double, offset: String, label: Double, text: Double) async throws {
    let css = """
      body { measure-min: \(least) } p { margin-left: 30pt } i { position: absolute; \(offset) }
      """
    let pagination = try await SmallBook(css: css, page: Size(width: 100, height: 100)).set(
      "<p><i>1</i>aa aa aa aa</p>")
    let place = try #require(pagination.chapters[0].attachments.values.first?.float)
    let line = try #require(SmallBook.fragments(of: pagination).first)
    #expect(line.rect.minX.points + Length(rawValue: place.x).points == label)
    #expect(line.usedRect.minX.points == text)
  }

  @Test("a list that begins an item of a narrow list keeps room for its number beside the other")
  func numbersBesideOthers() async throws {
    let book = SmallBook(
      css: "body { measure-min: 8 } ol { margin: 0; padding-left: 20pt }",
      page: Size(width: 100, height: 100))
    func places(_ item: String) async throws -> [Double] {
      SmallBook.fragments(of: try await book.set("<ol>\(item)</ol>")).map(\.rect.minX.points)
    }
    let inner = "<ol><li>a</li></ol>"
    // The inner list keeps an eighth of the width around it. A digit is 0.64 em, a full stop 0.35, and the space 0.5.
    #expect(try await places("<li>b\(inner)</li>") == [20, 30])
    #expect(try await places("<li>\(inner)</li>").map { ($0 * 100).rounded() / 100 } == [34.9])
  }

  @Test(
    "text that a margin moves off the page is a finding",
    arguments: [
      ("i { float: right; margin-right: -25pt }", 1),
      ("i { float: right; margin-right: -20pt }", 0),
      ("p { margin-left: -21pt }", 1), ("p { margin-left: -20pt }", 0),
      ("p { position: relative; top: -40pt }", 1),
      ("p { visibility: hidden; margin-left: -30pt }", 0),
    ] as [(String, Int)])
  func outside(css: String, count: Int) async throws {
    let book = SmallBook(
      css: "@page { margin: 20pt } i { font-style: normal } \(css)",
      page: Size(width: 140, height: 140))
    let found = try await book.set("<p>aa<i>bb</i></p>").findings
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.rule == .overfullBox && $0.page == 1 && $0.location != nil })
  }

  @Test(
    "lists in lists with borders stay on a narrow page",
    arguments: ["", "border-left: 1pt solid"])
  func nestedLists(border: String) async throws {
    let css = """
      ul { margin: 0 0 0 10pt; padding: 0 0 0 20pt; list-style: none; \(border) }
      body { measure-min: 12 }
      """
    let list = (0..<7).reduce("") { inner, _ in "<ul><li>aa\(inner)</li></ul>" }
    let pagination = try await SmallBook(css: css, page: Size(width: 80, height: 200)).set(list)
    let lines = SmallBook.fragments(of: pagination)
    #expect(Array(SmallBook.lines(of: pagination).joined()) == Array(repeating: "aa", count: 7))
    #expect(lines.allSatisfy { $0.usedRect.maxX <= 80 })
    #expect(pagination.findings.isEmpty)
  }

  @Test("an image that is no wider than its cell leaves room for the text beside it")
  func imageInCell() async throws {
    let css = """
      body { measure-min: 3 } table { border-spacing: 0 } td { padding: 0 } img { max-width: 100% }
      """
    let words = String(repeating: "aaa ", count: 10)
    let pagination = try await SmallBook(css: css, page: Size(width: 160, height: 400)).set(
      "<table><tr><td><img src=\"\(SmallBook.drawing(400, 400))\" alt=\"\"/></td><td>\(words)</td></tr></table>"
    )
    let lines = SmallBook.fragments(of: pagination)
    // The image has a third of the page, 53 points, and the text 30; of the rest, they get what is 247 to 360.
    // By CSS alone, the text has one word a line, or the image no width.
    #expect(lines.filter { $0.rect.minX > 53 }.count == 5)
    #expect(lines.allSatisfy { $0.rect.maxX <= 160 })
  }

  @Test(
    "a float that the next page begins with is beside the text there, without the margin above it")
  func floatInMargin() async throws {
    let css = "i { float: right; font-style: normal } .b { margin-bottom: 30pt } p { width: 100pt }"
    let found = try await SmallBook(css: css).set(
      "\(Self.lines(9))<div class='b'><p>bb</p><i>ff</i></div><p>aaaaaa aaaa</p>")
    let second = try #require(found.pages.dropFirst().first)
    let (layout, content) = try #require(found.layout(of: second))
    let lines = layout.lines[content.lines].map {
      layout.text.string(in: Int($0.start)..<Int($0.end)).trimmingCharacters(in: .whitespaces)
    }
    #expect(lines == ["ff", "aaaaaa", "aaaa"])
  }

  @Test("a mark after a space is a word of its own, which is drawn", arguments: [" ", "</i> <i>"])
  func markAfterSpace(space: String) async throws {
    let css = "p { font-family: 'DejaVu Sans' } i { font-style: normal }"
    let pagination = try await SmallBook(css: css, fonts: FontLibrary()).set(
      "<p><i>e\(space)\u{301}</i>f</p>")
    let layout = try #require(pagination.chapters.first)
    let words = layout.segments.filter { $0.kind == .word }
      .map { layout.glyphs.words[Int($0.word)].glyphCount }
    #expect(words.allSatisfy { $0 > 0 } && words.reduce(0, +) == 3)
  }
}
