import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

@Suite("EPUB books")
struct EPUBBookTests {
  private func labels(_ pagination: Pagination) -> [String] { pagination.pages.map(\.label) }

  /// A document with a paragraph that calls one note by a mark.
  private static func noted(
    _ before: String, _ mark: String = "*", _ after: String = "", note: String
  ) -> (name: String, body: String) {
    (
      "a",
      "<p>\(before)<a epub:type=\"noteref\" href=\"#x\">\(mark)</a>\(after)</p>"
        + "<aside epub:type=\"footnote\" id=\"x\"><p>\(note)</p></aside>"
    )
  }

  /// The note lines of every page.
  private func notes(_ pagination: Pagination) -> [[String]] {
    pagination.pages.map { page in
      guard let (chapter, content) = pagination.layout(of: page) else { return [] }
      return content.notes.flatMap { fragment -> [String] in
        let note = chapter.notes[fragment.note]!
        return fragment.lines.map { index in
          note.text.string(in: Int(note.lines[index].start)..<Int(note.lines[index].end))
            .trimmingCharacters(in: .newlines).trimmingCharacters(in: [" "])
        }
      }
    }
  }

  @Test("the documents of the spine make one book, with the non-linear ones at the end")
  func spine() async throws {
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>aa</p>"), ("b", "<p>bb</p>"), ("c", "<p>cc</p>")],
      spine: "<itemref idref=\"c\" linear=\"no\"/><itemref idref=\"b\"/><itemref idref=\"a\"/>"
    ).set()
    #expect(SmallBook.lines(of: pagination) == [["bb"], ["aa"], ["cc"]])
    #expect(pagination.documents.map(\.document.isLinear) == [true, true, false])
    #expect(pagination.documents.map(\.document.cfi) == ["/6/4!", "/6/6!", "/6/2!"])
  }

  @Test("front matter is numbered in roman, the body from 1 on a right-hand page")
  func frontMatter() async throws {
    let pagination = try await SmallEPUB(
      documents: [
        ("a", "<p>aa</p>"), ("b", "<p>bb</p>"), ("c", "<p>cc</p>"),
        ("d", "<section epub:type=\"bodymatter\"><p>dd</p></section>"), ("e", "<p>ee</p>"),
      ]
    ).set()
    #expect(labels(pagination) == ["i", "ii", "iii", "iv", "1", "2"])
    #expect(pagination.pages.map(\.isBlank) == [false, false, false, true, false, false])
    #expect(pagination.pages[4].side == .right)
  }

  @Test("the landmarks say where the body begins")
  func landmarks() async throws {
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>aa</p>"), ("b", "<p>bb</p>"), ("c", "<p>cc</p>")],
      navigation: """
        <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c.xhtml">Start</a></li></ol></nav>
        """
    ).set()
    #expect(labels(pagination) == ["i", "ii", "1"])
  }

  // MARK: Notes

  private static let twoNotes: [(name: String, body: String)] = [
    (
      "a",
      "<p>one<a epub:type=\"noteref\" href=\"n.xhtml#x\">1</a> two</p>"
        + "<p>three<a epub:type=\"noteref\" href=\"n.xhtml#y\">2</a></p>"
    ),
    (
      "n",
      "<section epub:type=\"endnotes\"><h2>Notes</h2><ol><li id=\"x\"><p>xx</p></li>"
        + "<li id=\"y\"><p>yy</p></li></ol></section>"
    ),
  ]

  @Test("notes are set at the foot of the page of their calls, and not where the book has them")
  func twoNotes() async throws {
    let pagination = try await SmallEPUB(documents: Self.twoNotes).set()
    #expect(
      pagination.findings.contains {
        $0.rule == .fallbackContent && $0.message.contains("\"Notes\" is left out")
      })
    #expect(SmallBook.lines(of: pagination) == [["one1 two", "three2"]])
    #expect(notes(pagination) == [["1.\u{A0}xx", "2.\u{A0}yy"]])
    let content = try #require(pagination.layout(of: pagination.pages[0])).page
    // The last note's line ends at the foot of the page.
    #expect(content.notes.map(\.y) == [80 * 1024, 90 * 1024])
  }

  @Test("a heading in a note section is left out with its notes, though other notes stay")
  func headingsOfMovedNotes() async throws {
    let pagination = try await SmallEPUB(documents: [
      (
        "a",
        """
        <p>aa<a epub:type="noteref" href="#x">*</a></p><section epub:type="endnotes"><h2>Notes</h2>
        <section><h3>One</h3><div id="x"><p>xx</p></div></section>
        <section><h3>Two</h3><p>yy</p></section></section>
        """
      )
    ]).set()
    #expect(SmallBook.lines(of: pagination).flatMap { $0 } == ["aa*", "Notes", "Two", "yy"])
    #expect(
      pagination.findings.contains {
        $0.rule == .fallbackContent && $0.message.contains("\"One\" is left out")
      })
  }

  @Test("--notes end leaves notes where the book has them")
  func endNotes() async throws {
    let pagination = try await SmallEPUB(documents: Self.twoNotes, notes: .end).set()
    #expect(SmallBook.lines(of: pagination) == [["one1 two", "three2"], ["Notes", "xx", "yy"]])
    #expect(notes(pagination) == [[], []])
  }

  @Test("a note that does not fit continues at the foot of the next page")
  func splitNote() async throws {
    let note = (1...9).map { "n\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallEPUB(documents: [
      Self.noted("a<br/>b<br/>c<br/>d", "*", "<br/>e<br/>f<br/>g", note: "* \(note)")
    ]).set()
    // A page has ten lines: a fifth line of text would move more of the note to the next page.
    #expect(SmallBook.lines(of: pagination) == [["a", "b", "c", "d*"], ["e", "f", "g"]])
    let lines = notes(pagination)
    #expect(lines[0] == ["* n1"] + (2...6).map { "n\($0)" })
    #expect(lines[1] == (7...9).map { "n\($0)" })
    let second = try #require(pagination.layout(of: pagination.pages[1])).page
    #expect(second.notes.first?.isContinued == true)
  }

  @Test("a page's last line moves to the next page if it calls a note that has no room")
  func callOnLastLine() async throws {
    let lines = (1...9).map { "l\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallEPUB(documents: [Self.noted("\(lines)<br/>last", note: "note")])
      .set()
    let counts = SmallBook.lines(of: pagination).map(\.count)
    #expect(counts == [9, 1])
    #expect(notes(pagination) == [[], ["*\u{A0}note"]])
  }

  @Test("float: footnote leaves a numbered call and goes to the foot")
  func floatingNote() async throws {
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>aa<span class=\"f\">note</span> bb<span class=\"f\">more</span></p>")],
      css: ".f { float: footnote } .f::footnote-call { content: counter(footnote) }"
    ).set()
    #expect(SmallBook.lines(of: pagination) == [["aa1 bb2"]])
    #expect(notes(pagination) == [["1.\u{A0}note", "2.\u{A0}more"]])
  }

  @Test("a note is set like the document's text, except for what the rules of the note area give")
  func noteStyle() async throws {
    func lines(_ area: String) async throws -> [[String]] {
      notes(
        try await SmallEPUB(
          documents: [("a", "<p>a<span class=\"f\">bbbbbbbbbbb</span></p>")],
          css: """
            body { overflow-wrap: break-word } .f { float: footnote } \
            .f::footnote-marker { content: none } @page { @footnote { \(area) } }
            """
        ).set())
    }
    #expect(try await lines("") == [["bbbbbbbbbb", "b"]])
    #expect(try await lines("overflow-wrap: normal") == [["bbbbbbbbbbb"]])
  }

  @Test("the font subset for live text contains the characters of notes")
  func liveNotes() async throws {
    let pagination = try await SmallEPUB(documents: [Self.noted("one", "1", note: "1 \u{2022}")])
      .set()
    let file = try #require(LiveFonts(pagination).files.first)
    let face = try #require(try FontFile.open(file.bytes, path: file.name).faces.first)
    #expect(face.covers(0x2022))
    #expect(!face.covers(0x2014))
  }

  @Test("a note that is split begins with at least two lines", arguments: [(7, [8]), (8, [8, 1])])
  func noteBeginning(before: Int, expected: [Int]) async throws {
    let lines = (1...before).map { "l\($0)" }.joined(separator: "<br/>")
    let note = (1...5).map { "n\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallEPUB(documents: [
      Self.noted("\(lines)<br/>last", note: "\(note)")
    ]).set()
    // Pages have ten lines; the rest of the note goes to a page of its own.
    let counts = SmallBook.lines(of: pagination).map(\.count)
    #expect(counts.filter { $0 > 0 } == expected)
  }

  @Test("a note longer than a page continues over as many pages as it needs")
  func longNote() async throws {
    let note = (1...25).map { "n\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallEPUB(documents: [Self.noted("aa", note: note)]).set()
    #expect(notes(pagination).flatMap { $0 } == ["*\u{A0}n1"] + (2...25).map { "n\($0)" })
    #expect(notes(pagination).map(\.count) == [9, 10, 6])
  }

  // MARK: Contents

  @Test("target-counter() gives the final page numbers, and leader() fills the line up to them")
  func targetCounter() async throws {
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          "<p class=\"t\"><a href=\"b.xhtml\">B</a></p><p class=\"t\"><a href=\"b.xhtml#z\">Z</a></p>"
        ),
        ("b", "<p>b1</p><p style=\"break-before: page\" id=\"z\">b2</p>"),
      ],
      css: ".t a::after { content: leader(\".\") target-counter(attr(href), page) }"
    ).set()
    let texts = SmallBook.lines(of: pagination)[0].map { $0.replacing("\u{FFFC}", with: "~") }
    #expect(texts == ["B~2", "Z~3"])
    let chapter = pagination.chapters[0]
    // A hundred points: one character, eight dots, one number.
    #expect(chapter.attachments[0]?.width == 80 * 1024)
    #expect(chapter.attachments[0]?.nested?.text.length == 8)
    #expect(chapter.lines[0].usedWidth == 100 * 1024)
  }

  @Test("--toc sets a contents page from the navigation, its text marked as generated")
  func contents() async throws {
    let book = SmallEPUB(
      documents: [("a", "<p>aa</p>"), ("b", "<p>bb</p>")],
      navigation: """
        <nav epub:type="toc"><ol><li><a href="a.xhtml">One</a></li><li><a href="b.xhtml">Two</a></li></ol></nav>
        <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="b.xhtml">Start</a></li></ol></nav>
        """)
    let (pagination, svg) = try await book.withBook(contents: true) { publication, options in
      let pagination = try await paginate(publication, options: options)
      let drawer = SVGPageDrawer(pagination)
      return (
        pagination,
        String(decoding: try drawer.svg(of: pagination.pages[1], in: pagination), as: UTF8.self)
      )
    }
    #expect(pagination.documents.map(\.href) == ["E/a.xhtml", "contents", "E/b.xhtml"])
    let lines = SmallBook.lines(of: pagination)[1].map { $0.replacing("\u{FFFC}", with: "~") }
    #expect(lines == ["Contents", "One~i", "Two~1"])
    #expect(svg.contains("class=\"generated\"") && !svg.contains("<text aria-label=\"One"))
  }

  // MARK: Places

  @Test(
    "a page list written into an EPUB agrees with its pages", arguments: ["plain", "entities"])
  func pageList(kind: String) async throws {
    let words = kind == "plain" ? "abcd " : "a&amp;&#x62;<![CDATA[<&]]>\r\n"
    let body =
      "<p>" + String(repeating: words, count: 60) + "</p><p><img src=\"none.png\" alt=\"\"/></p>"
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString).epub")
    defer { try? FileManager.default.removeItem(at: copy) }
    try await SmallEPUB(documents: [("a", body), ("b", "<p>bb</p>")]).withBook { book, options in
      let first = try await paginate(book, options: options)
      try Data(book.copy(replacing: PageListWriter(first).files())).write(to: copy)
      let second = try await paginate(Publication.open(copy.path), options: options)
      let check = PageListCheck(second)
      #expect(first.pages.count > 3)
      #expect(check.entries.count == first.pages.count)
      let why = "\(String(describing: check.firstDifference)) \(check.missing)"
      #expect(check.agrees, "\(why)")
      let isAtStart = check.entries.allSatisfy(\.isAtStart)
      #expect(isAtStart)
      #expect(SmallBook.lines(of: second) == SmallBook.lines(of: first))
    }
  }

  @Test("a place is found by its CFI, its id and its text")
  func locate() async throws {
    let body =
      "<p>" + (1...40).map { "word\($0)" }.joined(separator: " ") + "</p><p id=\"end\">end</p>"
    let pagination = try await SmallEPUB(documents: [("z", "<p>zz</p>"), ("a", body)]).set()
    let text = try #require(pagination.locations(text: "word37").first)
    let cfi = try #require(text.cfi)
    #expect(cfi.hasPrefix("epubcfi(/6/4!/4/2/1:"))
    let found = try #require(pagination.location(cfi: cfi))
    #expect(found.page.number == text.page.number && found.line == text.line)
    #expect(found.text.hasPrefix("word37"))
    let end = pagination.location(id: "end")
    #expect(end?.text == "end")
    #expect(pagination.location(cfi: "epubcfi(/6/40!/4/2/1:0)") == nil)
  }

  // MARK: Other outputs and queries

  @Test("a page list leaves out the contents page that --toc adds")
  func pageListWithContents() async throws {
    let book = SmallEPUB(
      documents: [("a", "<h1>one</h1><p>aaa</p>"), ("b", "<h1>two</h1><p>bbb</p>")],
      navigation:
        "<nav epub:type='toc'><ol><li><a href='a.xhtml'>one</a></li><li><a href='b.xhtml'>two</a></li></ol></nav>"
    )
    try await book.withBook(contents: true) { publication, options in
      let pagination = try await paginate(publication, options: options)
      #expect(pagination.documents.contains { $0.href == "contents" })
      let files = try PageListWriter(pagination, pageSource: "none").files()
      #expect(files["contents"] == nil)
      let navigation = String(decoding: try #require(files["E/nav.xhtml"]), as: UTF8.self)
      #expect(navigation.contains("a.xhtml#"))
      #expect(navigation.contains("b.xhtml#"))
    }
  }

  @Test("findings have the same order with any number of jobs")
  func findingOrder() async throws {
    let documents = (0..<24).map { document in
      (
        "d\(document)",
        "<p>\(String((0..<40).map { Character(Unicode.Scalar(0x3B1 + document * 40 + $0)!) }))</p>"
      )
    }
    var runs: [[String]] = []
    for jobs in [1, 3, 3, 3] {
      let pagination = try await SmallEPUB(documents: documents, jobs: jobs).set()
      runs.append(pagination.findings.map { "\($0.message) \($0.count)" })
    }
    // The letters of a script are one finding, other characters one each.
    #expect(runs[0].count > 50)
    #expect(Set(runs).count == 1)
  }

  @Test("an image in a note is among the images of its chapter")
  func noteImage() async throws {
    let svg =
      SmallBook.drawing(8, 8)
    let pagination = try await SmallEPUB(documents: [
      Self.noted("one", "1", note: "1 <img src=\"\(svg)\" alt=\"\"/>")
    ]).set()
    #expect(pagination.chapters[0].text.images.map(\.mediaType) == ["image/svg+xml"])
  }

  @Test("the page map has the same bytes with any number of jobs")
  func jobs() async throws {
    var maps: [[UInt8]] = []
    for jobs in [1, 2, 3] {
      let documents = (1...12).map {
        ("d\($0)", "<p>" + String(repeating: "aa ", count: $0 * 20) + "</p>")
      }
      let pagination = try await SmallEPUB(documents: documents, jobs: jobs).set()
      var map = PageMap(pagination)
      maps.append(map.json(versions: []))
    }
    #expect(maps[0] == maps[1] && maps[1] == maps[2])
  }

  @Test("a point leads to its character, and a character to its rectangle (T63, T65)")
  func hit() async throws {
    let pagination = try await SmallEPUB(
      documents: [("a", "<p>abcd <a href=\"http://x.org/\">efgh</a></p><p>ijkl</p>")]
    ).set()
    let page = pagination.pages[0]
    let first = try #require(pagination.hit(Point(x: 23, y: 4), on: page))
    #expect(first.location.text.hasPrefix("cd") && !first.isTrailing && first.isInside)
    #expect(first.word == "abcd" && first.link == nil)
    let second = try #require(pagination.hit(Point(x: 73, y: 9), on: page))
    #expect(second.location.text.hasPrefix("gh") && !second.isTrailing)
    #expect(second.link == "http://x.org/")
    let below = try #require(pagination.hit(Point(x: 95, y: 55), on: page))
    #expect(below.location.text == "l" && below.isTrailing && !below.isInside)
    let rect = try #require(pagination.locations(text: "gh").first?.rect)
    #expect(rect == Rect(x: 70, y: 0, width: 10, height: 10))
  }

  @Test("all places of a text are found, over a hundred of them and in notes too")
  func allPlaces() async throws {
    let body = (1...130).map { _ in "<p>aa bb</p>" }.joined()
    let pagination = try await SmallEPUB(documents: [("a", body)]).set()
    let found = pagination.locations(text: "bb")
    #expect(found.count == 130)
    // Ten lines of ten points on a page.
    #expect(found.map(\.page.number) == (0..<130).map { $0 / 10 + 1 })
    #expect(found.map(\.line) == (0..<130).map { $0 % 10 + 1 })
    let notes = try await SmallEPUB(documents: Self.twoNotes).set().locations(text: "yy")
    #expect(notes.map(\.text) == ["yy"])
    #expect(notes.map(\.page.number) == [1])
  }

  @Test("matches of a regular expression have their page and context, in notes too")
  func grep() async throws {
    let pagination = try await SmallEPUB(documents: Self.twoNotes).set()
    let matches = try pagination.matches(of: "t[a-z]+|y{2}")
    #expect(matches.map(\.text) == ["two", "three", "yy"])
    #expect(matches.map(\.location.page.number) == [1, 1, 1])
    #expect(matches[0].before == "one1 " && matches[1].after == "2")
    #expect(throws: BookError.self) { try pagination.matches(of: "(") }
    let boxes = try await SmallBook(
      css: "i { display: inline-block } b { position: absolute; left: 0 }"
    )
    .set("<p>a <i>box <i>inner</i></i> <b>side</b>end</p>")
    let found = try boxes.matches(of: "box|inner|side|end")
    #expect(found.map(\.text).sorted() == ["box", "end", "inner", "side"])
    #expect(!found.contains { ($0.before + $0.after).contains("\u{FFFC}") })
  }

  @Test("the running head of a chapter with only a number is the title of its part, or of the book")
  func ordinals() async throws {
    func chapter(_ number: String) -> String {
      "<section epub:type='chapter'><h2 epub:type='z3998:ordinal'>\(number)</h2>"
        + String(repeating: "<p>word word</p>", count: 90) + "</section>"
    }
    var book = SmallEPUB(documents: [
      ("one", chapter("I")),
      ("part", "<section epub:type='part'><h2>Part One</h2></section>"), ("two", chapter("II")),
      ("three", chapter("III").replacingOccurrences(of: " epub:type='z3998:ordinal'", with: "")),
      (
        "four",
        chapter("IV").replacingOccurrences(of: "<h2", with: "<hgroup><h2")
          .replacingOccurrences(of: "</h2>", with: "</h2><p epub:type='title'>A Title</p></hgroup>")
      ),
    ])
    book.page = Size(width: 300, height: 300)
    book.preset = try #require(Preset.css(named: "novel"))
    let pagination = try await book.set()
    func heads(of document: Int) -> Set<String> {
      Set(
        pagination.pages.filter { $0.document == document && $0.side == .right }.dropFirst().map {
          $0.furniture.map(\.text).first { Int($0) == nil } ?? ""
        })
    }
    #expect(heads(of: 0) == ["Book"])
    #expect(heads(of: 2) == ["Part One"])
    #expect(heads(of: 3) == ["III"])
    #expect(heads(of: 4) == ["IV A Title"])
  }
}
