import Markup
import Support
import Testing

@testable import Paginator

/// Faults that documents of converters showed, each with its smallest case, in the square font: ten
/// points a letter, pages of 100 points.
@Suite("found in trials")
struct FoundInTrialsTests {
  private func fragments(_ body: String, css: String = "") async throws -> [LineFragmentInfo] {
    Press.fragments(of: try await Press(css: css).set(body)).map {
      LineFragmentInfo(x: $0.usedRect.minX.points, y: $0.rect.minY.points)
    }
  }

  private struct LineFragmentInfo: Equatable {
    let x: Double
    let y: Double
  }

  @Test("text from right to left is inside the float around it")
  func rightToLeftFloat() async throws {
    let css = "p { text-align: justify } span { float: right }"
    let found = try await fragments("<div dir='rtl'><p><span>אב</span>ג</p></div>", css: css)
    #expect(found.map(\.x).sorted() == [70, 80])
  }

  @Test("a first line hangs less if measure-min takes the margin into which it hangs")
  func hanging() async throws {
    let found = try await fragments(
      "<p>aaaa bbbb cccc</p>",
      css: "p { margin-left: 50pt; text-indent: -50pt; measure-min: 8 }")
    #expect(found.map(\.x) == [0, 20])
    // What is left of its own margin is enough: the margin around it is another matter.
    let quoted = try await fragments(
      "<div><p>aaaa bbbb</p></div>",
      css: """
        div { margin-left: 60pt; measure-min: 8 } \
        p { margin-left: 20pt; text-indent: -20pt; measure-min: none }
        """)
    #expect(quoted.map(\.x) == [20, 40])
  }

  @Test("measure-min leaves some padding to a box that is drawn")
  func drawnPadding() async throws {
    let css = "p { padding-left: 30pt; measure-min: 9 } .b { background: red }"
    let found = try await fragments("<p>a</p><p class='b'>a</p>", css: css)
    // Nine em of 100 points; six tenths of an em stay.
    #expect(found.map(\.x) == [10, 10])
    let narrow = try await fragments(
      "<p>a</p><p class='b'>a</p>", css: css + " p { measure-min: 10 }")
    #expect(narrow.map(\.x) == [0, 6])
  }

  @Test("a leader fills its line in paragraphs that might be set longer or shorter")
  func leader() async throws {
    let entry = "<p>aaa bbb ccc<a href='#b'>d</a></p>"
    let pagination = try await Press(
      css: """
        a::after { content: leader('.') 'e' } body { text-align: justify }
        html { page-breaking: optimal }
        """
    ).set(String(repeating: entry, count: 12) + "<p id='b'>x</p>")
    for layout in pagination.chapters {
      let leaders = layout.attachments.values.filter { $0.nested != nil }
      // "cccd" and "e" leave 50 of 100 points.
      #expect(leaders.count == 12 && leaders.allSatisfy { $0.width == 50 * 1024 })
    }
  }

  @Test("a paragraph that is only a picture has no indent for prose")
  func pictureIndent() async throws {
    let image = "<img src=\"\(Press.drawing(10, 10))\" alt=''/>"
    let found = try await fragments(
      "<p>a</p><p>\(image)</p><p>\(image)b</p>", css: "p { text-indent: 20pt -paginate-prose }")
    #expect(found.map(\.x) == [20, 0, 20])
  }

  @Test("a float is beside its own line if the line hangs")
  func floatBesideHanging() async throws {
    let pagination = try await Press(
      css: "p { margin-left: 20pt; text-indent: -20pt } span { float: right; text-indent: 0 }"
    ).set("<p>aaaaaaaaa<span>b</span></p><p>c</p>")
    let float = try #require(pagination.chapters[0].attachments[0]?.float)
    #expect(float.y == 0)
  }

  @Test("a box around a table is as wide as the table, though the table is in the middle")
  func boxAroundTable() async throws {
    let table = "<table><tr><td>aa</td><td>b</td></tr></table>"
    let css = """
      table { margin: 0 auto; border-spacing: 0 } td { padding: 0 } .f { float: right }
      .i { display: inline-block; max-width: 100% }
      """
    let float = try await fragments("<div class='f'>\(table)</div>", css: css)
    #expect(float.map(\.x) == [70, 90])
    let inline = try await Press(css: css).set("<p>x<span class='i'>\(table)</span>y</p>")
    #expect(inline.chapters[0].attachments[0]?.width == 30 * 1024)
  }

  @Test("a picture that a box of its own height holds is as high as the box")
  func pictureInSizedBox() async throws {
    let image = "<img style='height: 100%; width: 100%' src=\"\(Press.drawing(40, 40))\" alt=''/>"
    let css = "span { display: inline-block; width: 20pt; height: 20pt }"
    let pagination = try await Press(css: css).set("<p>a<span>\(image)</span></p>")
    #expect(pagination.chapters[0].attachments[0]?.nested?.attachments[0]?.height == 20 * 1024)
  }

  @Test("a picture in a box that cuts it off keeps its size, and the box its height")
  func croppedPicture() async throws {
    let image = "<img src=\"\(Press.drawing(40, 30))\" alt=''/>"
    let css = """
      span { display: inline-block; width: 30pt; height: 20pt; overflow: hidden }
      img { width: 80pt; height: 60pt; margin: -20pt 0 0 -20pt }
      """
    let pagination = try await Press(css: css).set("<p>a<span>\(image)</span></p>")
    let box = try #require(pagination.chapters[0].attachments[0])
    #expect(box.height == 20 * 1024)
    // The margins take 20 points of 80.
    #expect(box.nested?.attachments[0]?.width == 60 * 1024)
    #expect(!pagination.findings.contains { $0.rule == .scaledImage })
  }

  @Test("a large picture without a width fits its box, also if the box cuts off what is wider")
  func uncroppedPicture() async throws {
    let css = "div { width: 100%; overflow: hidden }"
    let pagination = try await Press(css: css).set(
      "<div><img src=\"\(Press.drawing(400, 100))\" alt=''/></div>")
    #expect(pagination.chapters[0].attachments[0]?.width == 100 * 1024)
    #expect(pagination.findings.map(\.rule) == [.scaledImage])
  }

  @Test("a box of a pixel that cuts off its text, for screen readers, shows nothing")
  func screenReaders() async throws {
    let css = "h2 { position: absolute; width: 1px; height: 1px; overflow: hidden }"
    let pagination = try await Press(css: css).set("<p>a</p><h2>bbb</h2><p>c</p>")
    let text = pagination.chapters[0].text
    #expect((0..<text.length).filter { !text.style(at: $0).style.text.isVisible } == [1, 2, 3])
    let places = Press.fragments(of: pagination).filter { $0.rect.height == 10 }
    #expect(places.map(\.rect.minY).max() == 10)
  }

  @Test("a floated first letter is found in an element with letter space")
  func spacedFirstLetter() async throws {
    let css = "p::first-letter { float: left; font-size: 20pt } i { letter-spacing: 1pt }"
    let pagination = try await Press(css: css).set("<p><i>ab</i> c</p>")
    #expect(Press.lines(of: pagination) == [["a", "b c"]])
    #expect(Press.fragments(of: pagination).map(\.usedRect.minX) == [0, 20])
    let text = pagination.chapters[0].text
    #expect(text.inlineEdges.map(\.paragraph) == [1, 1])
    #expect(text.inlineEdges.map(\.offset) == [1, 2])
  }

  @Test("text in a short box with a border is next to the border, and later lines are on the grid")
  func boxOnGrid() async throws {
    let css = """
      body { baseline-grid: auto; line-height: 10pt } .b { border: 2pt solid; border-width: 2pt 0 }
      """
    let found = try await fragments("<p>a</p><p class='b'>b</p><p>c</p>", css: css)
    // The box is 14 points high in 20: three are free on each side.
    #expect(found.map(\.y) == [0, 15, 30])
    let box = try await Press(css: css).set("<p>a</p><p class='b'>b</p><p>c</p>").chapters[0].boxes
    #expect(box.map(\.y) == [13 * 1024])
    #expect(box.map(\.height) == [14 * 1024])
  }

  @Test("a row that no page can hold begins on the page before it")
  func tallRow() async throws {
    let lines = (1...25).map { "a\($0)" }.joined(separator: "<br/>")
    let pagination = try await Press(
      css: "table { break-inside: avoid; border-spacing: 0 } td { padding: 0 }"
    ).set("<p>x</p><table><tr><td>\(lines)</td></tr></table>")
    #expect(Press.lines(of: pagination).map(\.count) == [10, 10, 6])
  }

  @Test("a page break that the style asks for is no finding, also in a table that is kept whole")
  func forcedInTable() async throws {
    let pagination = try await Press(css: "table { break-inside: avoid }").set(
      "<table><tr style='break-after: page'><td>a</td></tr><tr><td>b</td></tr></table>")
    #expect(pagination.pages.count == 2)
    #expect(pagination.findings.isEmpty)
  }

  @Test(
    "raised and lowered text makes room only where it would touch another line",
    arguments: [("6pt", 0.0), ("14pt", 9), ("-6pt", 0), ("-14pt", 9)])
  func shifted(shift: String, room: Double) async throws {
    // Lines of 20 points reach 13 above their baseline and 7 below, letters 8 and 2. By CSS 2, section
    // 10.8.1, 22 are needed above, or 16 below.
    let found = try await fragments(
      "<p>a<br/>b<span style='vertical-align: \(shift)'>c</span><br/>d</p>",
      css: "body { line-height: 20pt } span { line-height: 10pt }")
    #expect(found.map(\.y) == [0, 20, 40 + room])
  }

  @Test("a large mark with a line height of nothing makes no room, however low it is")
  func quotationMark() async throws {
    let css = """
      body { line-height: 14pt }
      p::before { content: 'x'; font-size: 20pt; line-height: 0; vertical-align: -12pt }
      """
    let found = try await fragments("<p>aaaa<br/>b</p>", css: css)
    #expect(found.map(\.y) == [0, 14])
  }

  @Test("text with hostile letter space or margins is on a page")
  func letterSpace() async throws {
    let css = "p { letter-spacing: 1e9pt } b { letter-spacing: -1e9pt }"
    let spaced = try await Press(css: css).lines("<p>a<b>b<b>c</b></b>d</p>")
    #expect(spaced.joined().joined() == "abcd")
    let hostile = "div, p { margin-left: 1e9pt; padding-left: 1e9pt; measure-min: 1e9 }"
    let moved = try await Press(css: hostile).lines("<div><p>a</p></div>")
    #expect(moved.joined().joined() == "a")
  }

  @Test("a justified line before a word that cannot be divided is left short, and is a finding")
  func hopeless() async throws {
    let css = "p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2% }"
    let pagination = try await Press(css: css).set("<p>aa bb cccccccccc dd</p><p>x</p>")
    let widths = Press.fragments(of: pagination).map(\.usedRect.width.points)
    #expect(widths == [50, 100, 20, 10])
    let found = pagination.findings.filter { $0.rule == .looseLine }
    #expect(found.map(\.message).first?.hasSuffix("\"aa bb cccccccccc dd\"") == true)
  }

  @Test("a balanced heading just over a line has lines of about one length")
  func balanced() async throws {
    let lines = try await Press(css: "h2 { text-wrap: balance; font-size: 10pt; margin: 0 }").lines(
      "<h2>aaa bbb ccc</h2>")
    #expect(lines == [["aaa bbb", "ccc"]])
    let four = try await Press(css: "h2 { text-wrap: balance; font-size: 10pt; margin: 0 }").lines(
      "<h2>aa bb cc dd</h2>")
    #expect(four == [["aa bb", "cc dd"]])
  }
}
