import Testing

@testable import Paginator

/// What CSS says of text in lines and of boxes, in the square font: every character is 10 points wide
/// and high.
@Suite("Formatting")
struct FormattingTests {
  private func lines(
    _ body: String, _ css: String, width: Length = 100
  ) async throws -> [(text: String, x: Length, y: Length, width: Length)] {
    let pagination = try await Press(css: css, page: Size(width: width, height: 100)).set(body)
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
    "letter space stands between characters of the element that holds both, and at no line's end",
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
    "kept spaces, other spaces and tabs at the ends and beginnings of lines",
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
    ] as [(String, String, [String], [Length])])
  func whiteSpace(body: String, css: String, texts: [String], x: [Length]) async throws {
    let found = try await lines(body, css)
    #expect(found.map(\.text) == texts)
    #expect(found.map(\.x) == x)
  }

  @Test("a block's own direction holds for all of its text")
  func override() async throws {
    let pagination = try await Press(css: "p { direction: rtl; unicode-bidi: bidi-override }").set(
      "<p>ab</p>")
    let layout = try #require(pagination.chapters.first)
    #expect(layout.segments.filter { $0.kind == .word }.allSatisfy { $0.level % 2 == 1 })
  }

  @Test("a height is no minimum: what follows stands where the block ends, and that is said")
  func height() async throws {
    let pagination = try await Press(css: ".h { height: 10pt } .m { max-height: 5pt }").set(
      "<p class='h'>aaaaaaaaaa bbbbbbbbbb</p><p class='m'>c</p><p>d</p>")
    #expect(Press.fragments(of: pagination).map(\.rect.minY) == [0, 10, 10, 15])
    #expect(pagination.findings.count { $0.rule == .overfullBox } == 2)
    let cut = try await Press(css: ".h { height: 10pt; overflow: hidden }").set(
      "<p class='h'>aaaaaaaaaa bbbbbbbbbb</p>")
    #expect(Press.fragments(of: cut).map { $0.flags.contains(.isOffPage) } == [false, true])
    // Around a whole document, and of the page's height, it bounds nothing.
    for css in ["html, body { height: 100%; overflow: hidden }", "body { height: 20pt }"] {
      let text = String(repeating: "aaaaaaaaaa ", count: 25)
      let flowing = try await Press(css: css).set("<p>\(text)</p>")
      #expect(Press.lines(of: flowing).map(\.count) == [10, 10, 5])
      #expect(flowing.findings.isEmpty)
    }
  }

  @Test(
    "blocks as wide as their content asks",
    arguments: [("min-content", 60), ("max-content", 10), ("fit-content", 10)] as [(String, Length)]
  )
  func widthKeywords(keyword: String, x: Length) async throws {
    let found = try await lines(
      "<p>aaaa bbbb</p>", "p { width: \(keyword); margin-left: auto; text-align: right }")
    #expect(found.first?.x == x)
  }

  @Test("margins, borders and padding of an image in a line take room")
  func imageBox() async throws {
    let svg =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'/%3E"
    let found = try await lines(
      "<p>a<img src=\"\(svg)\" alt=''/>b</p>",
      "img { margin: 0 4pt; border: 1pt solid; padding: 2pt }")
    // 30 of picture, 8 of margins, 2 of borders, 4 of padding.
    #expect(found.map(\.width) == [64])
  }

  @Test("relative boxes are moved, and what is around them is not")
  func relative() async throws {
    let found = try await lines(
      "<p class='r'>a</p><p>b</p>", ".r { position: relative; top: 15pt; right: -20pt }")
    #expect(found.map(\.y) == [15, 10])
    #expect(found.map(\.x) == [20, 0])
    let pagination = try await Press(css: "b { position: relative; top: -3pt }").set(
      "<p>a<b>b</b></p>")
    let text = try #require(pagination.chapters.first?.text)
    #expect(text.style(at: 0).style.text.baselineShift == 0)
    #expect(text.style(at: 1).style.text.baselineShift == 3)
  }

  @Test("an element that floats to the foot keeps its parent's colour and slope")
  func footnote() async throws {
    let pagination = try await Press(
      css: "p { color: #00f; font-style: italic } span { float: footnote }"
    ).set("<p>aa<span>nn</span></p><p style='color: black'>bb</p>")
    let text = try #require(pagination.chapters.first?.text.notes.first?.text)
    let offset = try #require(text.units.lastIndex(of: 0x6E))
    let style = text.style(at: offset).style.text
    #expect(style.color == Color(red: 0, green: 0, blue: 255))
    #expect(style.font.isItalic)
  }

  @Test("a first letter that floats is a drop cap, its quotation mark with it")
  func firstLetter() async throws {
    let found = try await lines(
      "<p>\u{201C}The com po</p>",
      "p::first-letter { float: left; font-size: 15pt; line-height: 20pt }")
    #expect(found.map(\.text) == ["\u{201C}T", "he com ", "po"])
    #expect(found.map(\.x) == [0, 30, 30])
  }

  @Test("a background with a picture is a finding, and hides the colour before it")
  func backgroundPicture() {
    let sheet = StyleSheetParser.parse(
      "p { background: red } p { background: url(x.png) no-repeat 0 1em #0f0 } p { background: 7 }",
      path: "t.css", origin: .author, media: MediaQuery()
    ) { _, _ in nil }
    #expect(sheet.findings.map(\.rule) == [.unsupportedValue, .unsupportedValue])
    #expect(sheet.rules.map(\.block.entries.count) == [1, 1, 0])
    #expect(
      sheet.rules[1].block.entries.first?.value == .color(Color(red: 0, green: 255, blue: 0)))
  }

  @Test("a sheet of one's own may start from a preset")
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
    "counter styles of CSS, one's own and none at all",
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
}
