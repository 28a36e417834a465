import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Boxes that do not fit on the rest of a page.
@Suite("Tall boxes")
struct TallBoxTests {
  /// Thirty lines of verse, the longest of six letters: sixty points.
  private static let poem =
    "<div class='b'>" + (0..<30).map { "<p>a\($0)\($0 == 7 ? "long" : "")</p>" }.joined() + "</div>"
  private static let css =
    "p { margin: 0 } .b { display: inline-block } section { text-align: center }"

  private static let words = (0..<30).map { "a\($0)\($0 == 7 ? "long" : "")" }

  @Test("a poem that is an inline block goes on over pages, centred by its longest line")
  func poem() async throws {
    let pagination = try await SmallBook(css: Self.css + "p { text-align: left }").set(
      "<section>\(Self.poem)</section>")
    #expect(
      SmallBook.lines(of: pagination)
        == stride(from: 0, to: 30, by: 10).map {
          Array(Self.words[$0..<$0 + 10])
        })
    let lines = pagination.chapters.flatMap(\.lines)
    #expect(Set(lines.map { Int($0.usedX) }) == [20 * 1024])
    #expect(pagination.findings.isEmpty)
  }

  @Test(
    "it is where an inline block is",
    arguments: [("left", 0), ("right", 40), ("start", 0), ("end", 40), ("justify", 0)])
  func places(align: String, x: Int) async throws {
    let css =
      "p { margin: 0; text-align: left } section { text-align: \(align) } .b { display: inline-block }"
    let pagination = try await SmallBook(css: css).set("<section>\(Self.poem)</section>")
    #expect(Set(pagination.chapters.flatMap(\.lines).map { Int($0.usedX) }) == [x * 1024])
  }

  @Test("long lines of code that are inline blocks, as pandoc makes them, go on over pages")
  func code() async throws {
    let css = """
      pre { white-space: pre-wrap; margin: 0; font: 10pt/10pt Square }
      span { display: inline-block }
      """
    let long = (0..<120).map { "a\($0)" }.joined(separator: " ")
    let pagination = try await SmallBook(css: css).set(
      "<pre><code><span>b</span>\n<span>\(long)</span>\n<span>c</span></code></pre>")
    let lines = SmallBook.lines(of: pagination)
    #expect(lines.count > 3)
    let words = lines.joined().joined(separator: " ").split(separator: " ")
    #expect(words.filter { $0.hasPrefix("a") } == long.split(separator: " "))
    #expect(pagination.chapters.flatMap(\.lines).allSatisfy { $0.height == 10 * 1024 })
    #expect(pagination.findings.isEmpty)
  }

  @Test("the first line of a box in a line hangs less where its text has no room otherwise")
  func hanging() async throws {
    let css = """
      pre { white-space: pre-wrap; margin: 0; font: 10pt/10pt Square }
      span { display: inline-block; padding-left: 50pt; text-indent: -50pt }
      """
    func places(_ css: String) async throws -> [Int]? {
      let pagination = try await SmallBook(css: css).set(
        "<pre><span>aaa bbb ccc ddd eee</span></pre>")
      return pagination.chapters[0].attachments.values.first?.nested?.lines.map {
        Int($0.usedX) / 1024
      }
    }
    #expect(try await places(css)?.dropFirst().allSatisfy { $0 == 50 } == true)
    // Eight em of 100 points leave 20 for the padding.
    let less = try await places(css + "body { measure-min: 8 }")
    #expect(less == [0, 20, 20])
  }

  @Test("an inline block with text on its line stays one, and is a finding if it is too tall")
  func inText() async throws {
    let pagination = try await SmallBook(css: Self.css).set("<section>\(Self.poem) text</section>")
    #expect(pagination.findings.contains { $0.rule == .overfullPage })
  }

  @Test("a percentage of the largest width refers to the block around an inline block")
  func percentage() async throws {
    let css =
      "p { margin: 0 } i { display: inline-block; max-width: 80% } b { display: inline-block; max-width: 40% }"
    let pagination = try await SmallBook(css: css).set("<p><i>aaa bb</i></p><p><b>aaa bb</b></p>")
    let boxes = pagination.chapters.flatMap(\.attachments.values)
    #expect(boxes.compactMap { $0.nested?.lines.count }.sorted() == [1, 2])
  }

  @Test(
    "a row taller than its page goes on over pages, in a book with notes too",
    arguments: [5, 12, 25])
  func rowAndNotes(noted: Int) async throws {
    let lines = (0..<35).map { "l\($0)\($0 == noted ? "<i>n</i>" : "")" }.joined(separator: "<br/>")
    let pagination = try await SmallBook(
      css: "td { padding: 0; vertical-align: top } i { float: footnote }",
      preset: "i::footnote-call { content: '' } @page { @footnote { margin: 0; border: none } }"
    ).set("<p>a<i>n</i></p><table><tr><td>p</td><td>\(lines)</td></tr></table>")
    let texts = SmallBook.lines(of: pagination).flatMap { $0 }.filter { $0.hasPrefix("l") }
    #expect(texts.map { $0.filter { $0.isASCII } } == (0..<35).map { "l\($0)" })
    #expect(pagination.pages.count >= 4 && pagination.pages.count <= 6)
    #expect(!pagination.findings.contains { $0.rule == .overfullPage })
  }

  @Test(
    "a note called in a box, or in a row that goes on over pages, is set once",
    arguments: [
      "<p>aa <span style='display: inline-block'>b<i>note</i></span></p>",
      "<p>aa <span style='float: left'>b<i>note</i></span></p>",
      "<p>aa</p><div style='position: absolute; right: 0'>b<i>note</i></div>",
      "<table><tr><td>\(Self.rows(15))</td><td>x<br/>b<i>note</i></td><td>\(Self.rows(12))</td></tr></table>",
    ])
  func noteOnce(body: String) async throws {
    let pagination = try await SmallBook(
      css: "td { padding: 0; vertical-align: top } i { float: footnote }",
      preset: "i::footnote-call { content: '' } @page { @footnote { margin: 0; border: none } }"
    ).set(body)
    let notes = pagination.pages.compactMap { pagination.layout(of: $0)?.page.notes.count }
    #expect(notes.first == 1 && notes.reduce(0, +) == 1, "\(notes)")
    let drawer = SVGPageDrawer(pagination)
    let drawn = try pagination.pages.map {
      String(decoding: try drawer.svg(of: $0, in: pagination), as: UTF8.self)
    }
    #expect(drawn.joined().ranges(of: "aria-label=\"note\"").count == 1)
  }

  @Test(
    "a page break inside a box in a line is ignored",
    arguments: ["position: absolute", "display: inline-table", "float: footnote"])
  func breakInBox(style: String) async throws {
    let table = "<tr><td>b</td></tr><tr style='break-before: page'><td>c</td></tr>"
    let pagination = try await SmallBook(css: "td { padding: 0 }").set(
      "<p>a <span style='\(style)'><table>\(table)</table></span></p>")
    #expect(pagination.pages.count == 1)
    #expect(pagination.findings.allSatisfy { $0.rule != .lostText })
    let drawer = SVGPageDrawer(pagination)
    let svg = String(
      decoding: try drawer.svg(of: pagination.pages[0], in: pagination), as: UTF8.self)
    #expect(svg.contains("aria-label=\"b\"") && svg.contains("aria-label=\"c\""))
  }

  private static func rows(_ count: Int) -> String {
    Array(repeating: "a", count: count).joined(separator: "<br/>")
  }

  @Test("a note that ends with a table is as high as the highest cell of its last row")
  func tableInNote() async throws {
    let notes = try await twoNotes(
      "<table><tr><td>aa aa aa aa</td><td>b</td></tr></table>",
      css: "td { padding: 0; vertical-align: top; width: 50% } table { width: 100% }")
    #expect(notes.lines > 2)
    #expect(notes.distance >= notes.height)
  }

  @Test("what ends a note keeps its margin to the next note", arguments: [0, 3, 8])
  func quotationInNote(margin: Int) async throws {
    let notes = try await twoNotes(
      "<p>b</p><blockquote><p>c</p></blockquote>",
      css:
        "blockquote { margin: 5pt 0 \(margin)pt; padding: 0 0 1pt } blockquote p { margin: 0 0 2pt }"
    )
    // The paragraph's margin is inside the quotation's padding.
    #expect(notes.distance == notes.height + (2 + 1 + margin) * 1024)
  }

  /// The lines and the height of the first of two notes on a page, and the distance of their tops.
  private func twoNotes(
    _ first: String, css: String
  ) async throws -> (lines: Int, height: Int, distance: Int) {
    let call = "<a epub:type='noteref' href='#"
    let note = "<aside epub:type='footnote' id='"
    let pagination = try await SmallEPUB(
      documents: [
        (
          "a",
          "<p>x\(call)m'>1</a>\(call)n'>2</a></p>\(note)m'>\(first)</aside>\(note)n'><p>c</p></aside>"
        )
      ],
      css: "p { margin: 0 } " + css
    ).set()
    let (chapter, page) = try #require(pagination.layout(of: pagination.pages[0]))
    #expect(page.notes.count == 2)
    let fragment = try #require(page.notes.first)
    let lines = try #require(chapter.notes[fragment.note]?.lines)[fragment.lines]
    let bottom = lines.map { $0.y + $0.height }.max() ?? 0
    let top = lines.map(\.y).min() ?? 0
    return (lines.count, bottom - top, page.notes[1].y - fragment.y)
  }

  @Test("text without a place to break that fits no line is broken at its spaces")
  func dashes() async throws {
    let text = Array(repeating: "\u{2014}", count: 14).joined(separator: " ")
    for (wrap, counts) in [("break-word", [5, 5, 4]), ("normal", [14])] {
      let pagination = try await SmallBook(css: "p { margin: 0; overflow-wrap: \(wrap) }").set(
        "<p>\(text)</p>")
      #expect(SmallBook.lines(of: pagination)[0].map { $0.count { $0 == "\u{2014}" } } == counts)
    }
  }

  @Test("a play in a table fills its pages: speeches of many lines go on over them")
  func play() async throws {
    // Speeches of twelve lines on pages of thirty: a third of a page.
    let speech = (0..<12).map { "l\($0)" }.joined(separator: "<br/>")
    let rows = (0..<10).map { "<tr><td>p\($0)</td><td>\(speech)</td></tr>" }.joined()
    let pagination = try await SmallBook(
      css: "td { padding: 0; vertical-align: top } table { border-spacing: 0 }",
      page: Size(width: 100, height: 300)
    ).set("<table>\(rows)</table>")
    #expect(
      SmallBook.lines(of: pagination).map { $0.count { $0.hasPrefix("l") } } == [30, 30, 30, 30])
    let texts = SmallBook.lines(of: pagination).flatMap { $0 }.filter { $0.hasPrefix("l") }
    #expect(texts == (0..<10).flatMap { _ in (0..<12).map { "l\($0)" } })
  }

  @Test("a box that scrolls grows with its text", arguments: ["height", "max-height"])
  func scroller(property: String) async throws {
    let css = "div { overflow: auto; \(property): 20pt }"
    let text = (0..<5).map { "<p>a\($0)</p>" }.joined()
    let pagination = try await SmallBook(css: css).set("<div>\(text)</div><p>b</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.map { $0.y / 1024 } == [0, 10, 20, 30, 40, 50])
    #expect(pagination.findings.isEmpty)
  }

  @Test("a box of a pixel that cuts off its text, for screen readers, shows nothing")
  func screenReaders() async throws {
    let css = "h2 { position: absolute; width: 1px; height: 1px; overflow: hidden }"
    let pagination = try await SmallBook(css: css).set("<p>a</p><h2>bbb</h2><p>c</p>")
    let text = pagination.chapters[0].text
    #expect((0..<text.length).filter { !text.style(at: $0).style.text.isVisible } == [1, 2, 3])
    let places = SmallBook.fragments(of: pagination).filter { $0.rect.height == 10 }
    #expect(places.map(\.rect.minY).max() == 10)
  }

  @Test("text in a box that scrolls is broken, not cut off")
  func brokenInScroller() async throws {
    for css in [
      "pre { overflow: auto } code { overflow-wrap: normal }",
      "pre { overflow: scroll } code { white-space: nowrap }",
    ] {
      let lines = try await SmallBook(css: css).lines("<pre><code>abcdefghijklmnop</code></pre>")
      #expect(lines.count == 1 && lines[0].count == 2 && lines[0].joined() == "abcdefghijklmnop")
    }
    let window = "html { overflow: scroll } body { overflow: auto } p { white-space: nowrap }"
    #expect(try await SmallBook(css: window).lines("<p>abcdef ghijklm</p>") == [["abcdef ghijklm"]])
    let clipped = try await SmallBook(css: "pre { overflow: hidden }").lines(
      "<pre>abcdefghijklmnop</pre>")
    #expect(clipped == [["abcdefghijklmnop"]])
  }
}
