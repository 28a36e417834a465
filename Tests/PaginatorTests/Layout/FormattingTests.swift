import Support
import Testing

@testable import Paginator

/// CSS properties of inline text and of boxes, in the square font: every character is 10 points
/// wide and high.
@Suite("Formatting")
struct FormattingTests {
  private func lines(
    _ body: String, _ css: String, width: Length = 100
  ) async throws -> [(text: String, x: Length, y: Length, width: Length)] {
    let pagination = try await SmallBook(css: css, page: Size(width: width, height: 100)).set(body)
    guard let page = pagination.pages.first, let (layout, content) = pagination.layout(of: page)
    else { return [] }
    return layout.lines[content.lines].map {
      (
        layout.text.string(in: Int($0.start)..<Int($0.end)), $0.usedRect.minX, $0.rect.minY,
        $0.usedRect.width
      )
    }
  }

  @Test(
    "letter spacing comes from the element that contains both characters; line ends have none",
    arguments: [
      ("<p>aaa</p>", "p { letter-spacing: 10pt }", 50),
      ("<p>a<b>aa</b>a</p>", "b { letter-spacing: 10pt }", 50),
      ("<p><b>aa</b><b>aa</b></p>", "p { letter-spacing: 10pt } b { letter-spacing: 0 }", 50),
      ("<p><b>aa</b><b>aa</b></p>", "b { letter-spacing: 10pt }", 60),
    ] as [(String, String, Length)])
  func letterSpace(body: String, css: String, width: Length) async throws {
    #expect(try await lines(body, css).map(\.width) == [width])
  }

  @Test(
    "preserved spaces, ideographic spaces and tabs are set at line starts and ends",
    arguments: [
      ("<p>aa   b</p>", "p { white-space: break-spaces; width: 40pt }", ["aa  ", " b"], [0, 0]),
      ("<p>aa\u{3000}bb</p>", "p { width: 20pt }", ["aa\u{3000}", "bb"], [0, 0]),
      ("<p>a  </p>", "p { white-space: pre-wrap; text-align: right }", ["a  "], [70]),
      ("<p>&#9;a</p>", "p { white-space: pre; tab-size: 2; text-indent: 5pt }", ["\ta"], [5]),
      ("<p>aaaa<br/>aaaaaaaaaaaa b</p>", "", ["aaaa\u{2028}", "aaaaaaaaaaaa ", "b"], [0, 0, 0]),
      (
        "<p>aaa<b>bbb</b></p>", "p { width: 40pt } b { overflow-wrap: anywhere }", ["aaab", "bb"],
        [0, 0]
      ),
      // A preserved space that does not fit begins the next line, if the text may be broken anywhere.
      (
        "<p>aaaa bb</p>",
        "p { white-space: break-spaces; overflow-wrap: break-word; width: 40pt }",
        ["aaaa", " bb"], [0, 0]
      ),
      (
        "<p>a bb b</p>", "p { white-space: break-spaces; line-break: anywhere; width: 40pt }",
        ["a bb", " b"], [0, 0]
      ),
      (
        "<p>aa\u{A0}bb</p>", "p { line-break: anywhere; width: 30pt }", ["aa\u{A0}", "bb"], [0, 0]
      ),
      (
        "<p>\u{A0}\u{A0}\u{A0}b</p>", "p { overflow-wrap: break-word; width: 30pt }",
        ["\u{A0}\u{A0}\u{A0}", "b"], [0, 0]
      ),
    ] as [(String, String, [String], [Length])])
  func whiteSpace(body: String, css: String, texts: [String], x: [Length]) async throws {
    let found = try await lines(body, css)
    #expect(found.map(\.text) == texts)
    #expect(found.map(\.x) == x)
  }

  @Test("bidi-override makes all words of a right-to-left block right-to-left")
  func override() async throws {
    let pagination = try await SmallBook(css: "p { direction: rtl; unicode-bidi: bidi-override }")
      .set(
        "<p>ab</p>")
    let layout = try #require(pagination.chapters.first)
    #expect(layout.segments.filter { $0.kind == .word }.allSatisfy { $0.level % 2 == 1 })
  }

  @Test(
    "a U+2028 of the source ends a line (CSS Text 3, section 5.1), but no paragraph (UAX #9)",
    arguments: [
      ("", "<p>\u{5D0} !&#x2028; \u{5D1}</p>", true),
      ("", "<p>\u{5D0} !<br/> \u{5D1}</p>", false),
      ("p { white-space: pre }", "<p>\u{5D0} !&#x2028;\u{5D1}</p>", true),
      ("p { white-space: pre }", "<p>\u{5D0} !\n\u{5D1}</p>", false),
      ("p { white-space: pre-line }", "<p>\u{5D0} ! \n \u{5D1}</p>", false),
    ])
  func lineSeparator(css: String, body: String, continues: Bool) async throws {
    let pagination = try await SmallBook(css: css).set(body)
    #expect(SmallBook.lines(of: pagination) == [["\u{5D0} !", "\u{5D1}"]])
    // Between two letters that run to the left, the mark runs to the left.
    let layout = try #require(pagination.chapters.first)
    let mark = try #require(layout.text.units.firstIndex(of: 0x21))
    let segment = try #require(
      layout.segments.first { $0.kind == .word && Int($0.start) <= mark && mark < Int($0.end) })
    #expect((segment.level % 2 == 1) == continues)
    for offset in 0..<layout.text.length {
      guard let (node, place) = layout.text.source(of: offset), place > 0 else { continue }
      #expect(layout.text.offset(ofNode: node, offset: place) == offset)
    }
  }

  @Test("text may overflow a block's height: the next block starts at its end, with a finding")
  func height() async throws {
    let pagination = try await SmallBook(css: ".h { height: 10pt } .m { max-height: 5pt }").set(
      "<p class='h'>aaaaaaaaaa bbbbbbbbbb</p><p class='m'>c</p><p>d</p>")
    #expect(SmallBook.fragments(of: pagination).map(\.rect.minY) == [0, 10, 10, 15])
    #expect(pagination.findings.count { $0.rule == .overfullBox } == 2)
    // Nothing is printed over what follows an empty line.
    let empty = try await SmallBook(css: ".h { height: 5pt }").set(
      "<p class='h'>&#160;</p><p>d</p>")
    #expect(SmallBook.fragments(of: empty).map(\.rect.minY) == [0, 5])
    #expect(empty.findings.isEmpty)
    let cut = try await SmallBook(css: ".h { height: 10pt; overflow: hidden }").set(
      "<p class='h'>aaaaaaaaaa bbbbbbbbbb</p>")
    #expect(SmallBook.fragments(of: cut).map { $0.flags.contains(.isOffPage) } == [false, true])
    // On the root element and on the body, a height limits nothing.
    for css in ["html, body { height: 100%; overflow: hidden }", "body { height: 20pt }"] {
      let text = String(repeating: "aaaaaaaaaa ", count: 25)
      let flowing = try await SmallBook(css: css).set("<p>\(text)</p>")
      #expect(SmallBook.lines(of: flowing).map(\.count) == [10, 10, 5])
      #expect(flowing.findings.isEmpty)
    }
  }

  @Test(
    "width keywords size a block by its content",
    arguments: [("min-content", 60), ("max-content", 10), ("fit-content", 10)] as [(String, Length)]
  )
  func widthKeywords(keyword: String, x: Length) async throws {
    let found = try await lines(
      "<p>aaaa bbbb</p>", "p { width: \(keyword); margin-left: auto; text-align: right }")
    #expect(found.first?.x == x)
  }

  @Test(
    "width keywords size a block by the table in it",
    arguments: [("min-content", 40), ("max-content", 70), ("fit-content", 70)])
  func widthKeywordsAroundTable(keyword: String, width: Int) async throws {
    let table = "<table><tr><td>aa bb</td><td>cc</td></tr></table>"
    let css = """
      div { width: \(keyword); background: red } table { border-spacing: 0 } td { padding: 0 }
      """
    let pagination = try await SmallBook(css: css).set("<div>\(table)</div>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.contains("width=\"\(width)\""), "\(svg)")
  }

  @Test("margins, borders and padding of an inline image take room")
  func imageBox() async throws {
    let svg =
      SmallBook.drawing(40, 40)
    let found = try await lines(
      "<p>a<img src=\"\(svg)\" alt=''/>b</p>",
      "img { margin: 0 4pt; border: 1pt solid; padding: 2pt }")
    // 30 of picture, 8 of margins, 2 of borders, 4 of padding.
    #expect(found.map(\.width) == [64])
  }

  @Test("relatively positioned boxes are moved, and the boxes around them are not")
  func relative() async throws {
    let found = try await lines(
      "<p class='r'>a</p><p>b</p>", ".r { position: relative; top: 15pt; right: -20pt }")
    #expect(found.map(\.y) == [15, 10])
    #expect(found.map(\.x) == [20, 0])
    // From right to left, the offset from the right counts.
    let css = "div { direction: rtl } p { width: 10pt; position: relative; left: 5pt; right: 20pt }"
    #expect(try await lines("<div><p>a</p></div><p>b</p>", css).map(\.x) == [70, 5])
    let pagination = try await SmallBook(css: "b { position: relative; top: -3pt }").set(
      "<p>a<b>b</b></p>")
    let text = try #require(pagination.chapters.first?.text)
    #expect(text.style(at: 0).style.text.drawnRise == 0)
    #expect(text.style(at: 1).style.text.drawnRise == 3 * 1024)
  }

  @Test("a right-aligned line ends at the edge, whatever its indent or hanging marks are")
  func rightAligned() async throws {
    func edges(_ css: String) async throws -> [Double] {
      let pagination = try await SmallBook(css: "p { \(css) }").set("<p>“aaaa bbbb cccc”</p>")
      return SmallBook.fragments(of: pagination).map { $0.usedRect.maxX.points }
    }
    #expect(try await edges("text-align: right; text-indent: 20pt") == [100, 100])
    #expect(try await edges("text-align: end; text-indent: 20pt") == [100, 100])
    // The opening mark hangs at the left, the closing one at the right.
    #expect(try await edges("text-align: right; hanging-punctuation: first last") == [100, 110])
    #expect(
      try await edges("text-align: right; direction: rtl; text-indent: 20pt") == [80, 100])
  }

  @Test("of collapsed margins, the most negative one is taken from the largest")
  func negativeMargins() async throws {
    let css = ".a { margin-bottom: 20pt } .b { margin-top: -15pt } .c { margin-top: -5pt }"
    let body = "<p class='a'>a</p><div class='c'><p class='b'>b</p></div>"
    #expect(try await lines(body, css).map(\.y) == [0, 15])
    let both = ".a { margin-bottom: -8pt } .b { margin-top: -5pt }"
    #expect(try await lines(body, both).map(\.y) == [0, 2])
  }

  @Test("inline text, inline blocks and images are moved in both directions; their lines are not")
  func relativeInlines() async throws {
    func runs(_ body: String, _ css: String) async throws -> [Substring] {
      let trace = String(
        decoding: try await SmallBook(css: css).trace(body, stage: .canvas), as: UTF8.self)
      return trace.split(separator: "\n").filter { $0.contains("run ") || $0.contains("image ") }
        .map { $0.split(separator: " ")[1] }
    }
    let moved =
      "b, span { position: relative; left: 5pt; top: 3pt; font-weight: normal; color: red }"
    #expect(try await runs("<p>aa<b>bc</b>dd</p>", moved) == ["0,8", "25,11", "40,8"])
    #expect(
      try await runs("<p>aa<span>b</span>dd</p>", "span { display: inline-block } " + moved)
        == ["0,8", "25,11", "30,8"])
    let image =
      "<img alt='' src='data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=='/>"
    let square = "img { width: 10pt; height: 10pt; position: relative; left: 5pt; top: 3pt }"
    #expect(try await runs("<p>aa\(image)</p>", square) == ["0,10", "25,3"])
    #expect(
      try await runs("<p>aa</p>\(image)", "img { display: block } " + square) == ["0,8", "5,13"])
    let right = "b { position: relative; right: 5pt; font-weight: normal }"
    #expect(try await runs("<p>aa<b>b</b></p>", right) == ["0,8", "15,8"])
  }

  @Test("a footnote element inherits its parent's colour and italics")
  func footnote() async throws {
    let pagination = try await SmallBook(
      css: "p { color: #00f; font-style: italic } span { float: footnote }"
    ).set("<p>aa<span>nn</span></p><p style='color: black'>bb</p>")
    let text = try #require(pagination.chapters.first?.text.notes.first?.text)
    let offset = try #require(text.units.lastIndex(of: 0x6E))
    let style = text.style(at: offset).style.text
    #expect(style.color == Color(red: 0, green: 0, blue: 255))
    #expect(style.font.isItalic)
  }

  @Test("a floated ::first-letter has the style of the inline element that it is in")
  func dropCapInElement() async throws {
    let pagination = try await SmallBook(
      css: "p::first-letter { float: left; font-size: 15pt } .c::first-letter { color: blue }"
    ).set("<p><i style='color: red'>ab</i> c</p><p class='c'><i style='color: red'>ab</i></p>")
    let text = pagination.chapters[0].text
    let letters = text.runs.map { text.styles[Int($0.style)].text }.filter { $0.font.size == 15 }
    #expect(letters.map(\.font.isItalic) == [true, true])
    #expect(
      letters.map(\.color) == [
        Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255),
      ])
  }

  @Test("a floated ::first-letter is a drop cap, with the quotation mark before it")
  func firstLetter() async throws {
    let found = try await lines(
      "<p>\u{201C}The com po</p>",
      "p::first-letter { float: left; font-size: 15pt; line-height: 20pt }")
    #expect(found.map(\.text) == ["\u{201C}T", "he com ", "po"])
    #expect(found.map(\.x) == [0, 30, 30])
  }

  @Test("a first letter has margins, borders and padding, inside an inline element too")
  func firstLetterBox() async throws {
    let css = """
      p::first-letter { margin: 0 4pt; padding: 1pt; border: 1pt solid blue; background: red }
      """
    for body in ["<p>abc</p>", "<p><span>a</span>bc</p>", "<p><b>abc</b></p>"] {
      let pagination = try await SmallBook(css: css + " b { font-weight: normal }").set(body)
      let svg = try SmallBook.firstPage(of: pagination)
      #expect(svg.contains("<rect x=\"4\" y=\"-2\" width=\"14\" height=\"14\""), "\(body)")
      #expect(SmallBook.fragments(of: pagination)[0].usedRect.width == 42)
      #expect(pagination.findings.isEmpty)
    }
  }

  @Test("a first letter in an inner block inherits from it what the rule does not set")
  func firstLetterInBlock() async throws {
    let css = "p { color: blue } div::first-letter { font-size: 20pt }"
    let pagination = try await SmallBook(css: css).set("<div><p>ab</p></div>")
    let text = try #require(pagination.chapters.first?.text)
    let style = text.style(at: 0).style.text
    #expect(style.font.size == 20 && style.color == Color(red: 0, green: 0, blue: 255))
  }

  @Test("margins do not collapse through the root element")
  func rootMargin() async throws {
    let book = SmallBook(css: "html { margin-top: 10pt } p { margin-top: 20pt }")
    #expect(SmallBook.fragments(of: try await book.set("<p>a</p>")).map(\.rect.minY) == [30])
  }

  @Test("a root element as high as a page has the margins of the body inside")
  func marginsInRoot() async throws {
    let book = SmallBook(
      css: "html { height: 100%; background: #eee } body { margin: 10pt 0 } p { padding: 5pt }")
    let pagination = try await book.set("<p>a</p>")
    #expect(pagination.pages.count == 1)
    #expect(SmallBook.fragments(of: pagination).map(\.rect.minY) == [15])
  }

  @Test("the root element may be a table, and has generated content")
  func rootTable() async throws {
    let css = "html { display: table; margin: auto }"
    let fragments = SmallBook.fragments(
      of: try await SmallBook(css: css).set("<p>aaaa</p><p>b</p>"))
    // It is 40 of 100 points wide, in the middle.
    #expect(fragments.map(\.usedRect.minX) == [30, 30])
    let lines = try await SmallBook(
      css: "html::before { content: 'x' } html::after { content: 'y' }"
    ).lines("<p>a</p>")
    #expect(lines == [["x", "a", "y"]])
  }

  @Test("any closing bracket hangs at the end of a paragraph")
  func closingBracket() async throws {
    let css = "p { hanging-punctuation: last; width: 30pt }"
    #expect(try await SmallBook(css: css).lines("<p>a a}</p>") == [["a a}"]])
  }

  @Test("a counter has no keyword of all properties as its name")
  func counterNames() async throws {
    let css = "p::after { content: 'x' } p::after { content: counter(inherit) }"
    #expect(try await SmallBook(css: css).lines("<p>a</p>") == [["ax"]])
  }

  @Test("a control character does not end a line, and its missing glyph is a finding")
  func controlCharacter() async throws {
    let pagination = try await SmallBook().set("<p>a\u{85}b</p>")
    #expect(SmallBook.fragments(of: pagination).count == 1)
    #expect(pagination.findings.contains { $0.rule == .missingGlyph })
  }

  @Test("a style sheet can import a preset")
  func presetImport() throws {
    let novel = StyleSheet.preset(
      try #require(Preset.css(named: "novel")), path: "novel.css", origin: .preset)
    let own = StyleSheet.preset(
      "@import 'novel.css'; p { color: red }", path: "own.css", origin: .preset)
    #expect(own.rules.count == novel.rules.count + 1)
    #expect(own.pageRules.count == novel.pageRules.count)
    #expect(own.findings.isEmpty)
  }

  @Test(
    "predefined, author-defined and unknown counter styles write numbers",
    arguments: [
      ("korean-hangul-formal", 1234, "일천이백삼십사"), ("simp-chinese-informal", 11, "十一"),
      ("simp-chinese-informal", 1010, "一千零一十"), ("trad-chinese-formal", 10, "壹拾"),
      ("japanese-informal", 2011, "二千十一"), ("ethiopic-numeric", 78_010_092, "፸፰፻፩፼፺፪"),
      ("cjk-earthly-branch", 12, "亥"), ("cjk-earthly-branch", 13, "一三"),
      ("upper-roman", 4000, "4000"), ("lower-greek", 25, "αα"), ("decimal-leading-zero", -5, "-5"),
      ("mine", 4, "**"), ("padded", -11, "<11>"), ("padded", 5, "::5"), ("nobody's", 7, "7"),
    ])
  func counterStyles(name: String, value: Int, text: String) {
    let sheet = StyleSheetParser.parse(
      """
      @counter-style mine { system: symbolic; symbols: "+" "*" }
      @counter-style padded { system: extends decimal; prefix: "("; negative: "<" ">"; pad: 3 ":" }
      """, path: "t.css", origin: .author, media: MediaQuery()
    ) { _, _ in nil }
    #expect(sheet.findings.isEmpty)
    let styles = CounterStyles(sheet.counterStyles)
    #expect(styles.text(name, value: value) == text)
  }

  @Test("the padding of an inline block is kept, whatever the least measure of its text is")
  func paddingInLine() async throws {
    let pagination = try await SmallBook(
      css: "p { measure-min: 20 } b { display: inline-block; padding: 0 5pt; background: red }"
    ).set("<p><b>aa</b></p>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.contains("<rect x=\"0\" y=\"0\" width=\"30\" height=\"10\""))
    #expect(svg.contains("translate(5 8)"))
  }

  @Test("a picture as wide as the measure is not indented out of it")
  func widePicture() async throws {
    let svg =
      SmallBook.drawing(400, 40)
    let pagination = try await SmallBook(css: "p { text-indent: 20pt }")
      .set("<p><img src=\"\(svg)\" alt='x'/></p><p>a</p>")
    #expect(SmallBook.fragments(of: pagination).map(\.usedRect.minX) == [0, 20])
    #expect(!pagination.findings.contains { $0.rule == .overfullLine })
  }
}
