import EPUB
import Markup
import Support
import Testing

@testable import Paginator

/// Faults of finished pages, in the square font: every letter is a square of 10 points.
@Suite("Page lint")
struct PageLintTests {
  private func faults(_ body: String, css: String = "") async throws -> [String] {
    let pagination = try await SmallBook(css: css).set(body)
    let lint = PageLint(PageDrawer(pagination))
    return try pagination.chapters.indices.flatMap { index in
      try lint.findings(in: pagination.numbered(index)).map {
        "\($0.rule.rawValue) \($0.page ?? 0)"
      }
    }
  }

  @Test("plain text has no faults")
  func plain() async throws {
    #expect(try await faults("<p>aaa bbb <b>ccc</b></p><ul><li>dd</li></ul>") == [])
    // Markers are texts of their own, whatever the text around them begins with.
    let list = "ol { margin: 0; padding-left: 35pt }"
    #expect(
      try await faults(
        "<p>1. aa</p><ol><li>bb</li><li><ol><li>cc</li></ol></li></ol>", css: list) == [])
    // The dots of a leader, in text with full stops.
    let leader = "p::after { content: leader('.') 'x' }"
    #expect(try await faults("<p>1.2 a.</p>", css: leader) == [])
    // Numbers that the style generates, each in a box of its own.
    let counters = """
      p { counter-increment: n; margin-left: 30pt; position: relative }
      p::before { content: counter(n); position: absolute; left: -20pt }
      """
    #expect(try await faults("<p>aa</p><p>bb</p><p>cc</p>", css: counters) == [])
  }

  @Test("numbers that a style generates on both sides of a heading are not drawn twice")
  func numbersOnBothSides() async throws {
    let css = """
      p { counter-increment: n; margin: 0 20pt } p::before, p::after { content: counter(n); float: left }
      p::before { margin-left: -20pt } p::after { float: right; margin-right: -20pt }
      """
    #expect(try await faults("<p>aa</p><p>bb</p><p>cc</p>", css: css) == [])
  }

  @Test("a positioned box in an inline-block stays in the flow with its table")
  func positionedTable() async throws {
    let box = """
      <div style='position: absolute; top: 0'><p>aa</p><table><tr><td>bb</td></tr></table><p>cc</p></div>
      """
    let css = "table { border-spacing: 0 } td { padding: 0 } p { margin: 0 0 5pt }"
    let body = "<p><span style='display: inline-block; position: relative'>\(box)</span></p>"
    #expect(try await faults(body, css: css) == [])
  }

  @Test("a sign in the upper corner of a box that ends on the next page is on the first")
  func afterInCorner() async throws {
    let css = """
      div { position: relative; padding-right: 20pt }
      div::after { content: 'z'; position: absolute; right: 0; top: 0 }
      """
    let lines = String(repeating: "<p>aa</p>", count: 15)
    #expect(try await faults("<div>\(lines)</div>", css: css) == [])
    let pagination = try await SmallBook(css: css).set("<div>\(lines)</div>")
    #expect(try SmallBook.firstPage(of: pagination).contains("aria-label=\"z\""))
  }

  @Test("a note in the upper corner that ends a box over two pages is on the first")
  func noteInCorner() async throws {
    let css =
      "div { position: relative; padding-right: 20pt }"
      + " aside { position: absolute; right: 0; top: 0 }"
    let lines = String(repeating: "<p>aaaaaaa</p>", count: 15)
    let body = "<div>\(lines)<aside>z</aside></div>"
    #expect(try await faults(body, css: css) == [])
    let pagination = try await SmallBook(css: css).set(body)
    #expect(try SmallBook.firstPage(of: pagination).contains("aria-label=\"z\""))
  }

  @Test("words of a box that are outside of a page are one fault with their number")
  func grouped() async throws {
    let pagination = try await SmallBook(
      css:
        "p, table { position: relative; left: 95pt } table { border-spacing: 0 } td { padding: 0 }"
    ).set(
      "<p>aa bb</p><p>cc</p><table><tr><td>dd</td></tr><tr><td><p>ee</p></td></tr></table>")
    let lint = PageLint(PageDrawer(pagination))
    let faults = try lint.findings(in: pagination.numbered(0)).filter { $0.message.hasPrefix("\"") }
    #expect(faults.map(\.message).map { $0.prefix(4) } == ["\"aa\"", "\"cc\"", "\"dd\""])
    #expect(faults.map(\.count) == [2, 1, 2])
  }

  @Test("short lines of code are no column of letters")
  func shortCode() async throws {
    #expect(try await faults("<pre>aaa\n.\n.\n.\nb\nc\nd</pre>") == [])
    // Indented code, and code in a box of its own, whose text is not the chapter's.
    #expect(try await faults("<pre>aaa\n b\n c\n d</pre>") == [])
    #expect(
      try await faults(
        "<p>aaaaaa <code style='display: inline-block; white-space: pre'>b\nc\nd\ne</code></p>")
        == [])
    let narrow = "p { width: 10pt; word-break: break-all }"
    #expect(try await faults("<p>abc</p>", css: narrow) == ["letter-column 1"])
  }

  @Test("words that share more than a tenth of their size overlap")
  func overlap() async throws {
    let css = "b { font-weight: normal }"
    func moved(_ left: String) -> String { "<p>aaa <b style=\"margin-left: \(left)\">bbb</b></p>" }
    #expect(try await faults(moved("-10pt"), css: css) == [])
    #expect(try await faults(moved("-12pt"), css: css) == ["overlapping-words 1"])
    // Lines that are nearer than two fifths of their size.
    let tight = "<p style=\"line-height: 3pt; margin-top: 20pt\">aaa<br/>bbb</p>"
    #expect(try await faults(tight) == ["overlapping-words 1"])
    #expect(try await faults(tight.replacing("3pt", with: "5pt")) == [])
  }

  @Test("lines of text that are nearer than three fifths of their size lie over one another")
  func overlappingLines() async throws {
    let lines = "aaaa bbb cccc dddd eee ffff"
    func faults(height: String) async throws -> [String] {
      try await self.faults("<p style='line-height: \(height); margin-top: 20pt'>\(lines)</p>")
    }
    #expect(try await faults(height: "5pt") == ["overlapping-words 1"])
    #expect(try await faults(height: "6pt") == [])
  }

  @Test("the space behind the last letter of a line that is spaced out is not outside the page")
  func letterSpace() async throws {
    #expect(try await faults("<p style='letter-spacing: 2pt'>aaaaaaaa aa</p>") == [])
    // Eight letters and eight spaces of 3 points: the letters end at 101.
    #expect(
      try await faults("<p style='letter-spacing: 3pt; white-space: nowrap'>aaaaaaaa</p>")
        == ["ink-outside-page 1"])
  }

  @Test("a word that reaches over an edge of the page is outside it")
  func outside() async throws {
    let body = "<p style=\"white-space: nowrap\">aaaaaaaaaaa</p>"
    #expect(try await faults(body) == ["ink-outside-page 1"])
    #expect(try await faults(body.replacing("aaaaaaaaaaa", with: "aaaaaaaaaa")) == [])
    #expect(try await faults("<p style=\"text-indent: -5pt\">aa</p>") == ["ink-outside-page 1"])
  }

  @Test(
    "a background or a border that reaches over an edge of the page is outside it",
    arguments: [
      // The page is 100 points wide and high; half a point is a rounding.
      ("width: 100pt; height: 100pt", 0), ("width: 100.4pt; height: 20pt", 0),
      ("width: 400pt; height: 20pt", 1), ("margin-left: -20pt; width: 50pt; height: 20pt", 1),
      ("margin-left: -70pt; width: 50pt; height: 20pt", 1),
      ("margin-top: -20pt; height: 30pt", 1),
    ])
  func boxesOutside(style: String, count: Int) async throws {
    let fault = Array(repeating: "ink-outside-page 1", count: count)
    for look in ["background: red", "background: linear-gradient(red, blue)"] {
      #expect(try await faults("<div style='\(style); \(look)'></div>") == fault, "\(look)")
    }
    for line in ["solid", "dotted", "double", "groove"] {
      let look = "border: 4pt \(line) red; box-sizing: border-box"
      #expect(try await faults("<div style='\(style); \(look)'></div>") == fault, "\(look)")
    }
  }

  @Test("faults have the place of the element that begins there, and rounded numbers")
  func places() async throws {
    func found(_ body: String, css: String = "") async throws -> [String] {
      let pagination = try await SmallBook(css: css).set(body)
      let lint = PageLint(PageDrawer(pagination))
      return try lint.findings(in: pagination.numbered(0)).map {
        "\($0.location?.line ?? 0) \($0.message)"
      }
    }
    let box =
      "<p>aa</p>\n<div style='margin-left: 40.33pt; width: 70.337pt; background: red'>\n<p>bb</p></div>"
    let faults = try await found(box)
    #expect(
      faults == [
        "3 a background or border reaches outside the page: 70.34 by 10 pt at 40.33, 10"
      ])
    let image =
      "<p>a</p>\n<p><img alt='' style='margin-left: -20pt; width: 30pt' src='\(GoldenTests.pixel)'/></p>"
    let images = try await found(image)
    #expect(images.first?.hasPrefix("2 the image") ?? false)
    let heads = "@page { margin: 20pt; @top-left { content: string(head) } }"
    let lines = (1...40).map { _ in "<p>aa</p>" }.joined(separator: "\n")
    // Six lines a page.
    #expect(
      try await found(lines, css: heads) == [
        "7 @top-left is empty on the left pages of this chapter",
        "13 @top-left is empty on the right pages of this chapter",
      ])
    // Generated text has the place of its element.
    let generated = "<p>a</p>\n<p class='x'>b</p>"
    let before = ".x::before { content: 'ccccccccccccc'; white-space: nowrap }"
    #expect(try await found(generated, css: before).allSatisfy { $0.hasPrefix("2 ") })
    #expect(try await !found(generated, css: before).isEmpty)
  }

  @Test(
    "numbers in messages are rounded to a hundredth",
    arguments: [
      (432, "432"), (633.599609375, "633.6"), (0.005, "0.01"), (-0.001, "0"), (1.05, "1.05"),
      (-12.345, "-12.35"), (1e300, "1e+300"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(ShownNumber.text(number) == text)
    #expect(
      ShownNumber.rounded(in: "432.0x633.599609375pt 7 1.25em") == "432x633.6pt 7 1.25em")
  }

  @Test("a box that is cut off, or on a fixed-layout page, may reach over the edge")
  func boxesCutOff() async throws {
    let box = "<div style='width: 400pt; height: 20pt; background: red'></div>"
    #expect(try await faults("<div style='overflow: hidden'>\(box)</div>") == [])
    #expect(try await faults("<div style='overflow: hidden; width: 140pt'>\(box)</div>") != [])
    #expect(try await faults(box) == ["ink-outside-page 1"])
    let fixed = try await SmallEPUB(
      documents: [
        (
          "a",
          box.replacing("400pt", with: "4000pt")
            + "<img alt='' style='position: absolute; left: 0; width: 4000pt' src='\(GoldenTests.pixel)'/>"
        )
      ],
      spine: "<itemref idref=\"a\" properties=\"rendition:layout-pre-paginated\"/>"
    ).set()
    let lint = PageLint(PageDrawer(fixed))
    #expect(try lint.findings(in: fixed.numbered(0)) == [])
  }

  @Test("three lines of one or two letters of one text are a column of letters")
  func letters() async throws {
    let css = "p { width: 25pt; overflow-wrap: anywhere }"
    #expect(try await faults("<p>aaaaaa</p>", css: css) == ["letter-column 1"])
    #expect(try await faults("<p>aaaa</p>", css: css) == [])
    #expect(try await faults("<p>aa</p><p>bb</p><p>cc</p>", css: css) == [])
  }

  @Test("a page that is less than a fifth full is a fault, but not the last of its chapter")
  func sparse() async throws {
    let css = "div { break-inside: avoid }"
    func body(_ lines: Int) -> String {
      "<p>aa</p><div>" + String(repeating: "<p>bb</p>", count: lines) + "</div>"
    }
    #expect(try await faults(body(10), css: css) == ["sparse-page 1"])
    #expect(try await faults(body(9), css: css) == [])
    #expect(try await faults("<p style=\"break-after: page\">aa</p><p>bb</p>", css: css) == [])
  }

  @Test("a running head that is empty on every page of a side is missing")
  func heads() async throws {
    let css = "@page { margin: 20pt; @top-left { content: string(head) } }"
    let text = String(repeating: "<p>aa</p>", count: 40)
    #expect(try await faults(text, css: css) == ["missing-head 2", "missing-head 3"])
    let named = css + " h1 { string-set: head content(); font-size: 10pt; margin: 0 }"
    #expect(try await faults("<h1>head</h1>" + text, css: named) == [])
  }

  @Test("a running head that is empty on one page, but not on the others of its side, is missing")
  func headOfOnePage() async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: string(head) } }
      h1 { string-set: head content(); font-size: 10pt; margin: 0 }
      """
    // Six lines a page.
    let text = String(repeating: "<p>aa</p>", count: 60)
    let pagination = try await SmallBook(css: css).set("<h1>head</h1>" + text)
    let chapter = pagination.numbered(0)
    #expect(chapter.pages.count == 11)
    let lint = PageLint(PageDrawer(pagination))
    #expect(try lint.findings(in: chapter) == [])
    // Numbering gives every page its head, so that one is taken away here.
    for page in [2, 5, 11] {
      let found = try lint.findings(in: chapter.withoutFurniture(onPage: page))
      #expect(found.map(\.rule) == [.missingHead])
      #expect(found.map(\.page) == [page])
    }
  }

  @Test("a head that has no room to be drawn is missing")
  func headWithoutRoom() async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: string(head); width: 0 } }
      h1 { string-set: head content(); font-size: 10pt; margin: 0 }
      """
    let text = "<h1>head</h1>" + String(repeating: "<p>aa</p>", count: 40)
    #expect(try await faults(text, css: css) == ["missing-head 2", "missing-head 3"])
  }

  @Test(
    "a page may have no head where it has the title itself, before the first title, and after an empty one",
    arguments: [
      ("string(head, first-except)", ""), ("string(head, -paginate-except-opening)", ""),
      ("string(head)", "h1:first-child { string-set: none } "),
      ("string(head)", "h2 { string-set: head '' }"),
    ])
  func headLeftOut(content: String, style: String) async throws {
    let css = """
      @page { margin: 20pt; @top-left { content: \(content) } }
      h1, h2 { string-set: head content(); font-size: 10pt; margin: 0 } \(style)
      """
    let text = String(repeating: "<p>aa</p>", count: 40)
    let body = "<h1>one</h1>\(text)<h2>two</h2>\(text)<h1>three</h1>\(text)"
    #expect(try await faults(body, css: css) == [])
  }

  @Test("text of a node that was drawn before is drawn twice; letters that no page has are lost")
  func doubled() async throws {
    // Layout does neither, so the lines of a page are exchanged here.
    let pagination = try await SmallBook().set(String(repeating: "<p>aa</p>", count: 15))
    let lint = PageLint(PageDrawer(pagination))
    let chapter = pagination.numbered(0)
    #expect(chapter.layout.pages.map(\.lines) == [0..<10, 10..<15])
    func rules(secondPage: Range<Int>) throws -> [Finding.Rule] {
      try lint.findings(in: exchanged(chapter, secondPage)).map(\.rule)
    }
    #expect(try rules(secondPage: 10..<15) == [])
    #expect(try rules(secondPage: 9..<15) == [.repeatedText])
    #expect(try rules(secondPage: 11..<15) == [.lostText])
  }

  @Test("a note from another document has nodes of its own")
  func noteOfOtherDocument() async throws {
    // The same nodes, with spaces at the same offsets: behind the text, or behind the note's number.
    let words = Array(repeating: "aa", count: 9).joined(separator: " ")
    let pagination = try await SmallEPUB(
      documents: [
        ("a", "<p>\(words)<a epub:type='noteref' href='n.xhtml#n'>1</a></p>"),
        ("n", "<aside id='n' epub:type='footnote'>\(words)</aside>"),
      ]
    ).set()
    let lint = PageLint(PageDrawer(pagination))
    #expect(pagination.layout(of: pagination.pages[0])?.page.notes.count == 1)
    #expect(try lint.findings(in: pagination.numbered(0)).map(\.rule) == [])
  }

  @Test("a contents page that is made has no lost text")
  func contentsPage() async throws {
    let book = SmallEPUB(
      documents: [("a", "<p>aa</p>")],
      navigation: "<nav epub:type='toc'><ol><li><a href='a.xhtml'>A</a></li></ol></nav>")
    let pagination = try await book.withBook(contents: true) { publication, options in
      try await paginate(publication, options: options)
    }
    let lint = PageLint(PageDrawer(pagination))
    #expect(pagination.chapters.count == 2)
    for index in pagination.chapters.indices {
      let found = try lint.findings(in: pagination.numbered(index)).map(\.rule)
      #expect(!found.contains(.lostText))
    }
  }

  private func exchanged(_ chapter: NumberedChapter, _ lines: Range<Int>) -> NumberedChapter {
    let layout = chapter.layout
    var content = layout.content
    content.pages[1].frames[0].lines = lines
    content.findings = []
    return NumberedChapter(
      index: 0,
      layout: ChapterLayout(of: layout.chapter, content),
      pages: chapter.pages, document: chapter.document, tree: chapter.tree,
      context: chapter.context)
  }
}

extension NumberedChapter {
  /// The chapter with nothing in the margin boxes of one page.
  fileprivate func withoutFurniture(onPage number: Int) -> NumberedChapter {
    let pages = pages.map { page in
      Pagination.Page(
        number: page.number, label: page.label, value: page.value, side: page.side,
        isBlank: page.isBlank, document: page.document, chapter: page.chapter,
        pageInChapter: page.pageInChapter, template: page.template,
        furniture: page.number == number ? [] : page.furniture)
    }
    return NumberedChapter(
      index: index, layout: layout, pages: pages, document: document, tree: tree, context: context)
  }
}
