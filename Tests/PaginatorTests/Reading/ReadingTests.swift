import Foundation
import Support
import Testing

@testable import Paginator

@Suite("Reading")
struct ReadingTests {
  @Test(
    "a first letter follows boxes that are out of the flow",
    arguments: [
      "<i style='float: left'>x</i>", "<i style='position: absolute; left: 0'>x</i>",
      "<img style='float: left' width='10' height='10' src='none.png' alt='x'/>",
    ])
  func firstLetterAfterBox(box: String) async throws {
    let pagination = try await SmallBook(css: "p::first-letter { font-size: 20pt }").set(
      "<p>\(box)Abc</p>")
    let text = try #require(pagination.chapters.first?.text)
    let letter = try #require(text.units.firstIndex(of: 0x41))
    #expect(text.style(at: letter).style.text.font.size == 20)
    #expect(text.style(at: letter + 1).style.text.font.size == 10)
  }

  @Test("punctuation outside the basic plane belongs to the first letter")
  func firstLetterWithPunctuation() async throws {
    let units = Array("\u{10100}T\u{10100}est".utf16)
    #expect(FirstLetter.end(in: units, from: 0) == 5)
    #expect(FirstLetter.end(in: [0xD800, 0x61], from: 0) == 1)
    #expect(FirstLetter.end(in: Array("\u{1D400}b".utf16), from: 0) == 2)
  }

  @Test("running heads that do not fit beside each other share their edge")
  func longHeads() async throws {
    func heads(_ text: String) async throws -> Int {
      let css =
        "@page { margin: 20pt 0 0; @top-left { content: '\(text)' } @top-right { content: 'b b' } }"
      let svg = try SmallBook.firstPage(of: try await SmallBook(css: css).set("<p>x</p>"))
      return svg.components(separatedBy: "aria-label=\"aaa").count - 1
    }
    // 70 and 30 points fit in 100; 110 and 30 do not, and the first has 78.
    #expect(try await heads("aaa aaa") == 1)
    #expect(try await heads("aaa aaa aaa") == 2)
  }

  @Test("an element sets the number of its page and of those after it")
  func pageNumbers() async throws {
    let pagination = try await SmallBook(
      css: "h1 { break-before: page } .a { counter-reset: page 7 } .b { counter-set: page 1 }"
    ).set("<p>a</p><h1 class='a'>b</h1><h1>c</h1><p class='b'>d</p><h1>e</h1>")
    #expect(pagination.pages.map(\.label) == ["1", "7", "1", "2"])
  }

  @Test("white space collapses across elements and vanishes at line ends")
  func whiteSpace() async throws {
    let lines = try await SmallBook().lines("<p>\n  a <i> b</i>\n<b> </b> c <br/> d </p>")
    #expect(lines[0] == ["a b c", "d"])
  }

  @Test("pre keeps spaces and newlines")
  func preserved() async throws {
    let pagination = try await SmallBook(css: "pre { font-family: Square; margin: 0 }").set(
      "<pre>a  b\n c</pre>")
    #expect(pagination.chapters[0].text.string(in: 0..<7) == "a  b\u{2028} c")
  }

  @Test("the source place of a character leads back to the character")
  func sourceMap() async throws {
    let pagination = try await SmallBook().set("<p>one  <i>two</i>\n three</p>")
    let text = pagination.chapters[0].text
    for offset in 0..<text.length {
      guard let (node, nodeOffset) = text.source(of: offset) else { continue }
      #expect(text.offset(ofNode: node, offset: nodeOffset) == offset)
    }
  }

  @Test(
    "list-style generates the marker of a list item",
    arguments: [
      ("lower-roman", "iv."), ("upper-alpha", "D."), ("decimal", "4."),
      ("decimal-leading-zero", "04."),
    ])
  func markers(type: String, expected: String) async throws {
    let pagination = try await SmallBook(
      css: "li { list-style: \(type) inside } ol { padding: 0; margin: 0 }"
    )
    .set("<ol start='4'><li>a</li></ol>")
    #expect(SmallBook.lines(of: pagination)[0][0].hasPrefix(expected))
  }

  @Test("generated content takes counters, attributes and strings")
  func content() async throws {
    let book = SmallBook(
      css:
        "p { counter-increment: n } p::before { content: counter(n, upper-roman) ':' attr(title) ' ' }"
    )
    let lines = try await book.lines("<p title='x'>a</p><p title='y'>b</p>")
    #expect(lines[0] == ["I:x a", "II:y b"])
  }

  @Test("display: none removes text; a heading moved off the page keeps its text")
  func hidden() async throws {
    let pagination = try await SmallBook(
      css: ".n { display: none } .o { position: absolute; left: -999em }"
    )
    .set("<p class='n'>no</p><h1 class='o'>off</h1><p>yes</p>")
    #expect(SmallBook.lines(of: pagination)[0].contains("off"))
    #expect(!SmallBook.lines(of: pagination)[0].contains("no"))
    let off = try #require(SmallBook.fragments(of: pagination).first)
    #expect(off.flags.contains(.isOffPage))
  }

  @Test("text-transform leaves the source's characters in the text")
  func transform() async throws {
    let pagination = try await SmallBook(css: "p { text-transform: uppercase }").set(
      "<p>straße</p>")
    #expect(SmallBook.lines(of: pagination) == [["straße"]])
    #expect(SmallBook.fragments(of: pagination)[0].usedRect.width == 70)  // STRASSE
  }

  @Test("quotation marks depend on the language and on the nesting level")
  func quotes() async throws {
    let css = "q::before { content: open-quote } q::after { content: close-quote }"
    func text(_ body: String, _ language: String, _ more: String = "") async throws -> String {
      try await SmallBook(css: css + more, page: Size(width: 900, height: 100))
        .set("<p>\(body)</p>", lang: language).chapters[0].text.string
    }
    let body = "<q>a <q>b</q></q>"
    #expect(try await text(body, "en") == "“a ‘b’”")
    #expect(try await text(body, "de") == "„a ‚b‘“")
    #expect(try await text(body, "fi") == "”a ’b’”")
    #expect(try await text("<q>a <q lang='ja'>b</q></q>", "en") == "“a 『b』”")
    #expect(try await text(body, "de", "q { quotes: '(' ')' '[' ']' }") == "(a [b])")
    #expect(try await text(body, "de", "q { quotes: none }") == "a b")
  }

  @Test("an element that changes no property of its text starts no new run")
  func wholeWords() async throws {
    let page = Size(width: 900, height: 100)
    func runs(_ body: String, css: String = "") async throws -> [Int] {
      try await SmallBook(css: css, page: page).set(body).chapters[0].text.runs.map {
        Int($0.start)
      }
    }
    let body = "<p>un<span class='s'>divi</span>ded</p>"
    #expect(try await runs(body) == [0])
    #expect(try await runs(body, css: ".s { quotes: none; padding: 0 }") == [0])
    #expect(try await runs(body, css: ".s { color: red }") == [0, 2, 6])
    #expect(try await runs("<p>a<a href='#x'>b</a>c</p>") == [0, 1, 2])
    #expect(try await runs("<p>one</p><p>two</p>").count == 1)
  }

  @Test("inline SVG gets the document's styles and a size, and loses scripts and links")
  func drawing() async throws {
    let book = SmallBook(css: ".f { fill: lime; stroke-width: 2 } rect { stroke: #00f }")
    let pagination = try await book.set(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40000 20000">
      <script>x()</script><a href="javascript:x()"><rect class="f" onload="x()"/></a>
      <text>words</text></svg>
      """)
    let image = try #require(pagination.chapters[0].text.images.first)
    let markup = String(decoding: image.bytes, as: UTF8.self)
    #expect(markup.contains("width=\"1000.0\" height=\"500.0\""))
    #expect(markup.contains("style=\"fill:lime;stroke:#00f;stroke-width:2\""))
    #expect(!markup.contains("x()"))
    #expect(image.alternativeText == "words")
    let rules = pagination.findings.map(\.rule)
    #expect(rules.filter { $0 == .refusedResource }.count == 2)
    #expect(rules.contains(.fontFallback))
  }

  @Test("a placeholder stands for a broken image in a marker; an image beside text is a finding")
  func brokenMarker() async throws {
    func canvas(_ content: String) async throws -> String {
      String(
        decoding: try await SmallBook(css: "li::marker { content: \(content) }")
          .trace("<ul><li>a</li></ul>", stage: .canvas), as: UTF8.self)
    }
    #expect(try await canvas("url(none.png)").contains("\"none.png\""))
    let book = SmallBook(css: "li::marker { content: url(none.png) 'x' }")
    let mixed = try await book.set("<ul><li>a</li></ul>")
    #expect(mixed.findings.map(\.rule) == [.unsupportedValue])
    let bullet = try await SmallBook(css: "ul { list-style-image: url(none.png) }")
      .set("<ul><li>a</li></ul>")
    let message = try #require(bullet.findings.first { $0.rule == .missingImage }).message
    #expect(!message.contains("placeholder"))
  }

  @Test("em in the size of a drawing is the initial font size, 16 pixels")
  func drawingUnits() {
    func width(_ text: String) -> Double? {
      let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='\(text)' height='1'/>"
      return ImageHeader.read(Array(drawing.utf8))?.width
    }
    #expect(width("2em") == 32 && width("2rem") == 32 && width("2ex") == 16)
    #expect(width("3") == 3 && width("3PX") == 3 && width("0.5in") == 48)
    #expect(width("50%") == nil && width("3foo") == nil && width("3vw") == nil)
  }
}
