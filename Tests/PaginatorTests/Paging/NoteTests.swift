import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Notes at the feet of pages, and what they leave in their own place.
@Suite("Notes")
struct NoteTests {
  @Test("notes are as much smaller than the text as the preset has them")
  func noteSize() async throws {
    var book = SmallBook(css: "body { font-size: 6pt }")
    book.preset = """
      @text-style body { large: 12pt/12pt } @text-style note { large: 10pt/10pt }
      html { text-style: body } @page { @footnote { text-style: note } }
      """
    let body = """
      <p>a<a epub:type='noteref' href='#n'>1</a></p><aside epub:type='footnote' id='n'>b</aside>
      """
    for (css, size) in [("", 10), ("body { font-size: 6pt }", 5)] as [(String, Length)] {
      book.css = css
      let pagination = try await book.set(body) { $0.notes = .foot }
      let note = try #require(pagination.chapters.first?.text.notes.first?.text)
      #expect(note.style(at: note.length - 1).style.text.font.size == size)
    }
  }

  /// The texts of the notes at the feet of pages.
  private func notesAtFoot(
    _ body: String, css: String = ""
  ) async throws -> (pagination: Pagination, notes: [AttributedText]) {
    let pagination = try await SmallBook(css: css).set(body) { $0.notes = .foot }
    return (pagination, pagination.chapters.flatMap(\.text.notes).map(\.text))
  }

  @Test("a note that a word calls has no label, if it names the word; `:-paginate-sign` is no word")
  func calledByWord() async throws {
    let found = try await notesAtFoot(
      """
      <p><a epub:type='noteref' href='#n1'>Pangloss</a> <a epub:type='noteref' href='#n2'>Candide</a> \
      <a epub:type='noteref' href='#n3'>xviii</a> <a epub:type='noteref' href='#n4'>note 4</a></p>
      <aside epub:type='footnote' id='n1'>Of pangloss.</aside>
      <aside epub:type='footnote' id='n2'>A young man.</aside>
      <aside epub:type='footnote' id='n3'>c</aside><aside epub:type='footnote' id='n4'>d</aside>
      """, css: "a:-paginate-sign { text-indent: 1pt }")
    #expect(
      found.notes.map(\.string)
        == ["Of pangloss.", "Candide:\u{A0}A young man.", "xviii\u{A0}c", "note 4\u{A0}d"])
    let text = found.pagination.chapters[0].text
    let isSign = [0, 9, 17, 23].map { text.style(at: $0).style.text.indent != .zero }
    #expect(isSign == [false, false, true, true])
  }

  @Test("notes and the rule above them have the measure of their document's text")
  func measure() async throws {
    let body = """
      <p>aaaaaa<a epub:type='noteref' href='#n'>1</a></p><aside epub:type='footnote' id='n'>bb bb bb bb</aside>
      """
    for (css, x, width) in [
      ("body { margin: 0 10% 0 20pt }", 20.0, 70.0),
      ("body { max-width: 60pt; margin: 0 auto }", 20, 60),
      ("body { padding: 0 15pt }", 15, 70), ("", 0, 100),
    ] {
      let pagination = try await SmallBook(
        css: "@page { @footnote { border-top: 1pt solid; width: auto } } \(css)"
      ).set(body) { $0.notes = .foot }
      let layout = pagination.chapters[0]
      let note = try #require(layout.notes[0])
      #expect(note.lines[0].rect.minX.points == x && note.lines[0].rect.width.points == width)
      let svg = try SmallBook.firstPage(of: pagination)
      let rule = SmallBook.places(of: "rect", in: svg) { $0.contains("height=\"1\"") }
      #expect(rule.map { [$0[0], $0[2]] } == [[x, width]], "\(css)")
    }
  }

  @Test("the number of a note that is its link back stays, an arrow does not")
  func noteNumbers() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a epub:type='noteref' role='doc-noteref' id='r1' href='#n1'>1</a>\
      <a epub:type='noteref' id='r2' href='#n2'>2</a></p>\
      <aside epub:type='footnote' id='n1'><p><a role='doc-backlink' href='#r1'>1</a>. b</p></aside>\
      <aside epub:type='footnote' id='n2'><p>c <a href='#r2'>\u{21A9}</a></p></aside>
      """)
    #expect(
      found.notes.map { $0.string.trimmingCharacters(in: .whitespaces) } == ["1. b", "2.\u{A0}c"])
  }

  @Test("the number of a note has the type of the note, not that of its first word")
  func typeOfNumber() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a epub:type='noteref' href='#n1'>1</a></p>\
      <aside epub:type='footnote' id='n1'><p><b style='font-size: 7pt'>b</b> c</p></aside>
      """)
    let note = try #require(found.notes.first)
    let place = try #require(note.string.firstIndex(of: "b")).utf16Offset(in: note.string)
    #expect(
      note.style(at: 0).style.text.font.size == note.style(at: note.length - 1).style.text.font.size
    )
    #expect(note.style(at: place).style.text.font.size == 7)
  }

  @Test("a note's number in brackets stays though it links back, in the first line of the note")
  func bracketedNumbers() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a role='doc-noteref' id='r1' href='#n1'>[1]</a>\
      <a epub:type='noteref' id='r2' href='#n2'>2</a></p>\
      <aside role='doc-footnote' id='n1'><span class='label'><span>[</span>\
      <a role='doc-backlink' href='#r1'>1</a><span>]</span></span><p>b</p></aside>\
      <aside epub:type='footnote' id='n2'><p>[<a role='doc-backlink' href='#r2'>2</a>] c \
      <a role='doc-backlink' href='#r2'>\u{21A9}</a></p></aside>
      """)
    #expect(
      found.notes.map { $0.string.trimmingCharacters(in: .whitespaces) } == [
        "[1]\u{A0}b", "[2] c",
      ])
  }

  private static let note = "<aside epub:type='footnote' id='n'><p>b</p></aside>"

  @Test(
    "the title of notes and the rule before them go where all their notes are at the foot of pages",
    arguments: [
      ("<h2>Notes</h2>\(note)", []),
      ("<p class='rubric'>Notes</p><aside>\(note)</aside><div class='clear'></div>", []),
      ("<hr/><div class='footnotes'><h3>Notes</h3>\(note)</div>", []),
      ("<hr/><h2>Notes</h2>\(note)<h2>Next</h2><p>c</p>", ["Next", "c"]),
      ("<h2>Text</h2>\(note)<p>c</p>", ["Text", "c"]), ("<hr/>\(note)<p>d</p>", ["d"]),
      (
        "<h2>Text<a epub:type='noteref' href='#o'>2</a></h2>\(note)<aside id='o'>d</aside>",
        ["Text2"]
      ),
    ])
  func titles(end: String, kept: [String]) async throws {
    let css = "h2, h3, hr { margin: 0; font-size: 10pt } hr { border-top: 1pt solid #123456 }"
    let call = "<p>a<a epub:type='noteref' href='#n'>1</a></p>"
    let (pagination, _) = try await notesAtFoot(call + end, css: css)
    let lines = SmallBook.lines(of: pagination).flatMap { $0 }.filter { !$0.isEmpty }
    #expect(lines == ["a1"] + kept)
    let hasRule = try SmallBook.firstPage(of: pagination).contains("#123456")
    #expect(hasRule == (kept == ["d"]))
    let titles = pagination.findings.filter { $0.message.contains("\"Notes\" is left out") }
    #expect(titles.count == (end.contains("Notes") ? 1 : 0))
  }

  @Test("the last words of a note are left out that only lead back to its call")
  func linkBack() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a epub:type='noteref' id='r1' href='#n1'>1</a>\
      <sup id='r2'><a epub:type='noteref' href='#n2'>2</a></sup>\
      <a epub:type='noteref' id='r3' href='#n3'>3</a></p>\
      <aside id='n1'><p>b<a href='#r1'>back</a></p></aside>\
      <aside id='n2'><p>c <a href='#r1'>d</a> <a href='#r2'>Return to text</a></p></aside>\
      <aside id='n3'><p>e <a href='#r3'>f</a> g</p></aside>
      """)
    #expect(
      found.notes.map { $0.string.trimmingCharacters(in: .whitespaces) } == [
        "1.\u{A0}b", "2.\u{A0}c d", "3.\u{A0}e f g",
      ])
  }

  @Test("a link back that is also typed as a call does not call its text")
  func backLinkAsCall() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a epub:type='noteref' id='r1' href='#n1'>1</a> d</p><aside epub:type='footnote' id='n1'>\
      <p><a epub:type='noteref' role='doc-backlink' href='#r1'>1</a> b</p></aside>
      """)
    #expect(found.notes.map(\.string) == ["1 b"])
    #expect(SmallBook.lines(of: found.pagination).joined().first == "a1 d")
  }

  @Test("a note at the foot has the typeface and the colour of the text around its own place")
  func noteStyle() async throws {
    let found = try await notesAtFoot(
      "<div><p>a<a epub:type='noteref' href='#n'>1</a></p><aside id='n'><p>b</p></aside></div>",
      css: "body { color: red } div { font-style: italic }")
    let style = try #require(found.notes.first).style(at: 3).style.text
    #expect(style.color == Color(red: 255, green: 0, blue: 0))
    #expect(style.font.isItalic)
  }

  @Test("a forced break in a note divides neither the note nor the text around its call")
  func forcedBreak() async throws {
    let pagination = try await SmallBook(
      css: ".n { float: footnote } i { display: block; break-before: page }"
    )
    .set("<p>a<span class='n'>b<i>c</i></span></p><p>d</p>")
    // The page has the text, then the note.
    #expect(SmallBook.lines(of: pagination).map { $0.prefix(2) } == [["a1", "d"]])
  }

  @Test("a section that its notes leave empty goes, with its title and its rule")
  func emptiedSection() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a epub:type='noteref' href='#n'>1</a></p><h3>Notes</h3><section class='footnotes'><hr/>\
      <ol><li id='n'><p>b</p></li></ol></section>
      """)
    #expect(SmallBook.lines(of: found.pagination) == [["a1"]])
  }

  @Test(
    "a note is not begun below the rest of another one that fills the page",
    arguments: [PageBreaking.firstFit, .optimal])
  func noteBelowRest(_ breaking: PageBreaking) async throws {
    var book = SmallBook(
      css: """
        u { float: footnote; text-decoration: none }
        ::footnote-marker, ::footnote-call { content: none }
        @page { @footnote { margin: 0; padding: 0; border: none } }
        """)
    book.pageBreaking = breaking
    let long = (10...99).map { "word\($0)" }.joined(separator: " ")
    let pagination = try await book.set(
      "<p>a<u>\(long)</u></p><p>b<u>second</u></p><p>c</p>")
    for page in pagination.pages {
      let (_, content) = try #require(pagination.layout(of: page))
      #expect(content.usedHeight <= 100 * 1024, "a note reaches below page \(page.number)")
    }
    #expect(try SmallBook.noteWords(of: pagination).joined(separator: " ") == long + " second")
  }

  @Test("the rule above the notes of an aside goes with them")
  func ruleInAside() async throws {
    let found = try await notesAtFoot(
      "<p>a<a epub:type='noteref' href='#n'>1</a></p><aside epub:type='footnote'><div><hr/></div>"
        + "<ol><li id='n'>b</li></ol></aside><p>c</p>",
      css: "hr { border: 1pt solid; margin: 0 }")
    #expect(found.notes.count == 1)
    #expect(found.pagination.chapters[0].boxes.isEmpty)
    #expect(SmallBook.lines(of: found.pagination)[0].count == 2)
  }

  @Test("a note without content is left out, and its call stays")
  func emptyNote() async throws {
    let found = try await notesAtFoot(
      "<p>a<a epub:type='noteref' href='#n'>1</a></p><aside epub:type='footnote' id='n'></aside>")
    #expect(found.notes.isEmpty)
    #expect(try SmallBook.firstPage(of: found.pagination).contains("aria-label=\"a1"))
  }

  @Test("a note for which the rest of another one leaves no room is at the foot of the next page")
  func noteAfterRest() async throws {
    func call(_ id: String) -> String { "<a epub:type='noteref' href='#\(id)'>1</a>" }
    func note(_ id: String, _ lines: Int) -> String {
      let text = String(repeating: "\(id)<br/>", count: lines - 1)
      return "<aside epub:type='footnote' id='\(id)'>\(text)\(id)</aside>"
    }
    let css = "@page { @footnote { margin: 0; padding: 0; border: none } }"
    // Nine lines of the first note are on its page, and nine below the call of the second one.
    let body = "<p>a\(call("x"))</p><p>b\(call("y"))</p><p>c</p>\(note("x", 18))\(note("y", 2))"
    let pagination = try await SmallBook(css: css).set(body) { $0.notes = .foot }
    let notes = pagination.chapters[0].pages.map(\.notes)
    #expect(notes.map { $0.map(\.note) } == [[0], [0], [1]])
    #expect(notes.map { $0.map(\.lines) } == [[0..<9], [9..<18], [0..<2]])
  }

  @Test(
    "what is in the boxes of a note is of the note's document",
    arguments: [
      "<span style='display: inline-block'>b</span>",
      "<span style='display: inline-table'>b</span>",
      "<span style='position: relative'>c<i style='position: absolute; left: 0'>b</i></span>",
    ])
  func boxInNote(box: String) async throws {
    let filler = String(repeating: "<p>x</p>", count: 20)
    let pagination = try await SmallEPUB(
      documents: [
        ("a", "<p>a<a epub:type='noteref' href='b.xhtml#n'>1</a></p>"),
        ("b", "\(filler)<aside epub:type='footnote' id='n'><p>c \(box)</p></aside>"),
      ]
    ).set()
    let chapter = pagination.numbered(0)
    let drawer = PageDrawer(pagination)
    var walker = drawer.walker(
      of: chapter, on: chapter.pdfCanvas(PDFTools(SharedFaces()), LinkPlaces(), .access))
    try drawer.draw(pagination.pages[0], in: chapter, &walker)
    let drawn = walker.painter.target.finish()
    #expect(drawn.elements.contains { $0.role == .note })
  }

  @Test("a link back that is left out before a full stop leaves no space")
  func spaceBeforeLinkBack() async throws {
    let found = try await notesAtFoot(
      """
      <p>a<a epub:type='noteref' id='r1' href='#n1'>1</a></p>\
      <aside epub:type='footnote' id='n1'><p>b <i>c</i> <a href='#r1'>\u{21A9}</a>.</p></aside>
      """)
    #expect(found.notes.map(\.string) == ["1.\u{A0}b c."])
  }
}
