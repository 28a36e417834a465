import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Sides, heads and feet of the pages of an EPUB, in the square font.
@Suite("EPUB pages")
struct EPUBPageTests {
  @Test("a row that is cut leaves room for the note that it calls", arguments: 1...9)
  func noteInCutRow(callLine: Int) async throws {
    let lines = (1...18).map { $0 == callLine ? "l\($0)<span class=\"f\">note</span>" : "l\($0)" }
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          "<p>x</p><table><tr><td>\(lines.joined(separator: "<br/>"))</td></tr></table>"
        )
      ],
      css: ".f { float: footnote } table { border-spacing: 0 } td { padding: 0 }"
    ).set()
    #expect(SmallBook.lines(of: pagination).joined().count == 19)
    let notes = pagination.pages.reduce(0) { sum, page in
      sum + (pagination.layout(of: page)?.page.notes.reduce(0) { $0 + $1.lines.count } ?? 0)
    }
    #expect(notes == 1)
    for page in pagination.pages {
      let (layout, content) = try #require(pagination.layout(of: page))
      let bottom = content.lines.map { layout.lines[$0].y + layout.lines[$0].height }.max() ?? 0
      let top = content.notes.first?.y ?? 100 * 1024
      #expect(bottom <= top && top + content.notes.count * 10 * 1024 <= 100 * 1024)
      // The note is on the page of its call.
      let calls = content.lines.contains { index in
        let line = layout.lines[index]
        return layout.text.notes.contains { $0.offset >= line.start && $0.offset < line.end }
      }
      #expect(calls == !content.notes.isEmpty)
    }
  }

  @Test("a document that shows nothing has no page, unless it is painted or the only one")
  func emptyDocument() async throws {
    func pages(_ body: String, css: String = "") async throws -> Pagination {
      try await SmallEPUB(
        documents: [("a", "<p>a</p>"), ("b", body), ("c", "<p>c</p>")],
        css: "section { break-before: right } .p { background: #123456 } " + css
      ).set()
    }
    for body in ["", "<section></section>", "<section> <p hidden='hidden'>b</p></section>"] {
      let pagination = try await pages(body)
      #expect(SmallBook.lines(of: pagination) == [["a"], ["c"]])
      #expect(
        pagination.findings.filter { $0.rule == .package }.map(\.message)
          == ["nothing in this document is shown: it has no page"])
    }
    #expect(try await pages("<section class='p'></section>").pages.count == 4)
    let only = try await SmallEPUB(documents: [("a", "")]).set()
    #expect(only.pages.count == 1 && only.findings.allSatisfy { $0.rule != .package })
  }

  @Test("the end of a box without a border has no page after a forced break")
  func endOfBox() async throws {
    for (css, count) in [("", 1), ("border-bottom: 1pt solid", 2)] {
      let pagination = try await SmallBook(css: "div { padding-bottom: 20pt; \(css) }").set(
        "<div><p>a</p><u style='display: block; break-before: page'></u></div>")
      #expect(pagination.pages.count == count)
    }
  }

  @Test("a document in the navigation that begins with a picture has no head on its first page")
  func headOfPicture() async throws {
    let css = """
      @page { margin-top: 20pt } \
      @page :left { @top-center { content: string(book-title, -paginate-except-opening) } } \
      @page :right { @top-center { content: string(chapter-title, -paginate-except-opening) } }
      """
    let picture = "<p><img src=\"\(SmallBook.drawing(20, 10))\" alt=''/></p>"
    let entries = ["a", "b"].map { "<li><a href=\"\($0).xhtml\">\($0)</a></li>" }.joined()
    let pagination = try await SmallEPUB(
      documents: [
        ("a", picture),
        ("b", "<h1 style='display: none'>h</h1>" + picture + "<p style='break-before: page'>b</p>"),
      ],
      navigation: "<nav epub:type=\"toc\"><ol>\(entries)</ol></nav>", css: css
    ).set()
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [[], [], ["b"]])
  }

  @Test("a document without a heading has its title in the navigation as running head")
  func headOfNavigation() async throws {
    let css = """
      @page { margin-top: 20pt; @top-center { content: string(chapter-title) } } \
      h1 { string-set: chapter-title content() }
      """
    let pagination = try await SmallEPUB(
      documents: [("a", "<h1>One</h1>"), ("b", "<p>bb</p>"), ("c", "<p>cc</p>")],
      navigation:
        "<nav epub:type=\"toc\"><ol><li><a href=\"a.xhtml\">One</a></li><li><a href=\"b.xhtml#x\">Two</a></li></ol></nav>",
      css: css
    ).set()
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [["One"], ["Two"], ["Two"]])
  }

  @Test("a document without a heading that is not in the navigation has its title as running head")
  func headOfTitle() async throws {
    let css = """
      @page { margin-top: 20pt; @top-center { content: string(chapter-title) } } \
      h1 { string-set: chapter-title content() }
      """
    // A document with the title of the one before it, that of the book, or the name of its file goes on with what is
    // before it.
    let documents = ["a", "b", "c", "d", "e", "f", "g"]
    let pagination = try await SmallEPUB(
      documents: documents.map { ($0, "<p>\($0)</p>") } + [("h", "<h1>h</h1>")],
      navigation: "<nav epub:type=\"toc\"><ol><li><a href=\"b.xhtml\">Two</a></li></ol></nav>",
      titles: [
        "a": "One", "b": "Two", "c": "Book", "d": "d", "e": "New part", "f": "New part 2", "g": "",
      ],
      css: css
    ).set()
    #expect(
      pagination.pages.map { $0.furniture.map(\.text).joined() }
        == ["", "Two", "Two", "Two", "New part", "New part", "New part", "h"])
  }

  @Test("a heading far behind the beginning of a document is not its title", arguments: [100, 400])
  func lateHeading(length: Int) async throws {
    let css = "@page { margin-top: 20pt; @top-center { content: string(chapter-title) } }"
    let text = String(repeating: "aa ", count: length / 3)
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>bb</p><p>\(text)</p><h4>cc</h4>")],
      navigation: "<nav epub:type=\"toc\"><ol><li><a href=\"a.xhtml\">One</a></li></ol></nav>",
      css: css
    ).set()
    let heads = pagination.pages.flatMap { $0.furniture.map(\.text) }
    #expect(heads.isEmpty == (length < 300))
    #expect(heads.allSatisfy { $0 == "One" })
  }

  @Test("a link to a place that is on no page is a finding with its place")
  func danglingLinks() async throws {
    let pagination = try await SmallEPUB(documents: [
      (
        "a",
        "<p><a href=\"b.xhtml#y\">1</a> <a href=\"b.xhtml\">2</a> <a href=\"#none\">3</a></p>"
          + "<p><a href=\"b.xhtml#hidden\">4</a> <a href=\"https://a.b/#c\">5</a></p>"
      ),
      (
        "b",
        "<p>a <span style=\"display: inline-block\"><i id=\"y\">b</i></span> <a name=\"old\">c</a></p>"
          + "<p id=\"hidden\" style=\"display: none\">d</p><p><a href=\"#old\">6</a></p>"
      ),
    ]).set()
    let found = pagination.findings.filter { $0.rule == .missingTarget }
    #expect(found.count == 2)
    #expect(found.map { $0.message.contains("#none") } == [true, false])
    #expect(found.allSatisfy { $0.page == 1 && $0.location?.path.hasSuffix("a.xhtml") == true })
  }

  @Test("boxes in a heading are words of their own in a running head")
  func headOfBoxes() async throws {
    let css = """
      @page { margin-top: 20pt; @top-center { content: string(t) } } h1 { string-set: t content() } \
      b { display: inline-block } i { display: none }
      """
    let pagination = try await SmallEPUB(
      documents: [("a", "<h1><b>1.1</b><b>Ex<u>pressions</u></b><i>x</i></h1>")], css: css
    ).set()
    #expect(pagination.pages.map { $0.furniture.map(\.text) } == [["1.1 Expressions"]])
  }

  @Test("a break after the last block of a document decides the side of the next document")
  func breakAfterDocument() async throws {
    for jobs in 1...2 {
      let pagination = try await SmallEPUB(
        documents: [
          ("a", "<div style='break-after: recto'><p>aa</p></div>"), ("b", "<p>bb</p>"),
          ("c", "<p style='break-after: left'>cc</p>"), ("d", "<p>dd</p>"),
        ], jobs: jobs
      ).set()
      #expect(pagination.pages.map(\.isBlank) == [false, true, false, false, true, false])
      #expect(
        SmallBook.lines(of: pagination).filter { !$0.isEmpty } == [["aa"], ["bb"], ["cc"], ["dd"]])
    }
  }

  @Test("if the place where the body begins is on no page, the body begins with the next document")
  func hiddenBodyStart() async throws {
    let pagination = try await SmallEPUB(
      documents: [
        ("a", "<p>aa</p>"), ("b", "<div id=\"s\" style=\"display: none\">x</div><p>bb</p>"),
        ("c", "<p>cc</p>"),
      ],
      navigation: """
        <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="b.xhtml#s">Start</a></li></ol></nav>
        """
    ).set()
    #expect(pagination.pages.map(\.label) == ["i", "ii", "1"])
  }
}
