import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// The boxes of inline elements, in the square font: at 10 points, every character is 10 points
/// wide, 8 above and 2 below the baseline.
@Suite("Inline boxes")
struct InlineBoxTests {
  @Test(
    "white space after the parts of a table in a line stays in the line; that between them does not"
  )
  func spaceAfterInlineTable() async throws {
    let cell = "<span style='display: table-cell'>"
    let pagination = try await SmallBook(page: Size(width: 200, height: 100)).set(
      "<p><span>a \(cell)b</span> \(cell)c</span> <span>d</span></span></p>")
    // "a bc d".
    #expect(SmallBook.fragments(of: pagination).first?.usedRect.width == 60)
  }

  /// What a page draws, in points from the page's corner.
  private struct Recorder: LineCanvas {
    struct Word: Equatable, CustomStringConvertible {
      let text: String
      let x: Double
      let y: Double
      var description: String { "\(text) \(x) \(y)" }
    }
    struct Box: Equatable {
      let left: Double
      let right: Double
      let sides: String
    }

    private var edges = OpenEdges()
    var words: [Word] = []
    var colors: [String: Color] = [:]
    /// The boxes of elements in the page's own lines.
    var boxes: [Box] = []
    /// The left edges of images.
    var images: [Double] = []
    /// The tops of red boxes.
    var tops: [Double] = []

    mutating func beginLine(_ line: DrawnLine) {
      let (words, layout) = (line.layout.glyphs.words, line.layout)
      guard !line.continues, !layout.text.inlineEdges.isEmpty else { return }
      var placer = SegmentPlacer()
      placer.place(line.fragment, in: layout, originX: 0) {
        Int(words[Int($0.word)].clusterCount)
      }
      let open = edges.before(line.fragment, in: layout)
      for box in InlineBoxes(line.fragment, in: layout, placer, open: open).boxes
      where layout.text.styles[Int(box.style)].box.isDrawn {
        boxes.append(
          Box(
            left: Double(box.left) / 1024, right: Double(box.right) / 1024,
            sides: (box.hasLeft ? "l" : "") + (box.hasRight ? "r" : "")))
      }
    }
    mutating func draw(_ run: LineRun, in line: LineText) {
      guard !run.isSpace, run.width > 0 else { return }
      let text = line.layout.text.string(in: run.range).filter { !"\u{202C}\u{202E}".contains($0) }
      words.append(Word(text: text, x: Double(run.x) / 1024, y: Double(run.y) / 1024))
      colors[text] = run.color
    }
    mutating func draw(_ image: ImageMark) { images.append(image.rect.minX.points) }
    mutating func draw(_ shapes: [PageShape]) {
      for case .rect(let rect, fill: Color(red: 255, green: 0, blue: 0), _) in shapes {
        tops.append(rect.minY.points)
      }
    }
    mutating func beginClip(_ rect: Rect) {}
    mutating func beginClip(_ path: PagePath) {}
    mutating func endClip() {}
    mutating func endLine() {}
  }

  private func draw(
    _ body: String, css: String, width: Length = 200
  ) async throws -> (drawn: Recorder, lines: [LineFragment]) {
    let pagination = try await SmallBook(css: css, page: Size(width: width, height: 200)).set(body)
    let (layout, page) = try #require(pagination.layout(of: pagination.pages[0]))
    var walker = PageWalker(CanvasPainter(Recorder()))
    walker.walk(layout, page, originX: 0, originY: 0, isGenerated: false)
    return (walker.painter.target, SmallBook.fragments(of: pagination))
  }

  private typealias Word = Recorder.Word

  @Test(
    "the indent that a box inherits is part of its width, however its lines are aligned",
    arguments: ["left", "center", "right"])
  func indentOfBox(align: String) async throws {
    let pagination = try await SmallBook(
      css: "p { text-indent: 20pt; text-align: \(align) } span { display: inline-block }"
    ).set("<p style='text-indent: 0'><span style='text-indent: 20pt'>aa bb</span></p>")
    let box = try #require(pagination.chapters[0].attachments[0])
    #expect(box.width == 70 * 1024)
    #expect(box.nested?.lines.count == 1)
  }

  @Test(
    "a box in a line is as wide as its text, however its last line is aligned",
    arguments: ["start", "end", "left", "right", "center", "justify"])
  func lastLineOfBox(align: String) async throws {
    // 2 characters, a space and 1; the box is after 20 points of text and a space of 10.
    let drawn = try await draw(
      "<p>aa <span>bb c</span></p>",
      css: "p { text-align-last: \(align); width: 70pt } span { display: inline-block }"
    ).drawn
    #expect(drawn.words.filter { $0.text != "aa" }.map(\.x) == [30, 60])
  }

  @Test(
    "the indent of a box from right to left is at its right",
    arguments: ["start", "left", "right", "center"])
  func indentOfReversedBox(align: String) async throws {
    let pagination = try await SmallBook(
      css: "p { direction: rtl; text-align: \(align) } span { display: inline-block }"
    ).set("<p>cc <span style='text-indent: 20pt'>aa</span></p>")
    let box = try #require(pagination.chapters[0].attachments[0])
    #expect(box.width == 40 * 1024)
    let line = try #require(box.nested?.lines.first)
    #expect(line.usedX == 0)
  }

  @Test("a box that reordering divides has each side once, where its content is outermost")
  func reordered() async throws {
    let drawn = try await draw(
      "<p>ab<span>cd&#x202E;ef</span>gh&#x202C;ij</p>", css: "span { border: 2pt solid }"
    ).drawn
    // From left to right: ab, the left side, cd; then, reversed, gh and ef; the right side, ij.
    #expect(
      Set(drawn.words.map(\.description)) == [
        "ab 0.0 8.0", "cd 22.0 8.0", "gh 42.0 8.0", "ef 62.0 8.0", "ij 84.0 8.0",
      ])
    #expect(
      drawn.boxes.sorted { $0.left < $1.left } == [
        Recorder.Box(left: 20, right: 42, sides: "l"),
        Recorder.Box(left: 62, right: 84, sides: "r"),
      ])
  }

  @Test("the sides of a box are those of its own direction, not of the text in it")
  func direction() async throws {
    let drawn = try await draw(
      "<p>a&#x202E;<span>bc de</span></p>", css: "span { padding-left: 6pt }", width: 40
    ).drawn
    // The left side is where the box begins: on the first line, left of the text.
    #expect(
      drawn.words == [
        Word(text: "a", x: 0, y: 8), Word(text: "bc", x: 16, y: 8), Word(text: "de", x: 0, y: 18),
      ])
    // A direction without an embedding has no effect on the text.
    let plain = try await draw(
      "<p>a<span>b</span>c</p>", css: "span { padding-left: 6pt; direction: rtl }"
    ).drawn
    #expect(plain.words.map(\.x) == [0, 16, 26])
  }

  private static let sizes =
    ".l { font-size: 20pt; line-height: 30pt } .t { vertical-align: top }"
    + " .b { vertical-align: bottom }"

  @Test("a box aligned to the top or bottom of its line is there, whatever makes the line high")
  func lineEdges() async throws {
    let (drawn, lines) = try await draw(
      "<p><span class='l'>a</span><span class='t'>b</span><span class='b'>c</span>d</p>",
      css: Self.sizes)
    #expect(lines[0].height == 30 * 1024)
    // 16 above, 4 below and 10 of leading; 8 below the line's top; 2 above its bottom.
    #expect(
      drawn.words == [
        Word(text: "a", x: 0, y: 21), Word(text: "b", x: 20, y: 8), Word(text: "c", x: 30, y: 28),
        Word(text: "d", x: 40, y: 21),
      ])
  }

  @Test("a box aligned to one edge makes its line higher at the other")
  func growth() async throws {
    let top = try await draw("<p>a<span class='t l'>b</span></p>", css: Self.sizes)
    #expect(top.lines[0].height == 30 * 1024)
    #expect(top.drawn.words.map(\.y) == [8, 21])
    let bottom = try await draw("<p>a<span class='b l'>b</span></p>", css: Self.sizes)
    #expect(bottom.lines[0].height == 30 * 1024)
    #expect(bottom.drawn.words.map(\.y) == [28, 21])
  }

  @Test("what is in an aligned box moves with it, on later lines too")
  func aligned() async throws {
    let drawn = try await draw(
      "<p><span class='t'>a <i>b</i> c</span><span class='l'>d</span></p>", css: Self.sizes,
      width: 40
    ).drawn
    #expect(drawn.words.map(\.text) == ["a", "b", "c", "d"])
    // The second line begins at 10.
    #expect(drawn.words.map(\.y) == [8, 8, 18, 31])
  }

  @Test(
    "small text is aligned to its parent's letters",
    arguments: [("text-top", 4.0), ("text-bottom", 9), ("baseline", 8), ("2pt", 6)])
  func parents(align: String, y: Double) async throws {
    let (drawn, lines) = try await draw(
      "<p>a<span>b</span></p>",
      css: "span { font-size: 5pt; line-height: 5pt; vertical-align: \(align) }")
    #expect(drawn.words.map(\.y) == [8, y])
    #expect(lines[0].height == 10 * 1024)
  }

  @Test(
    "a box without text is aligned to its parent's letters",
    arguments: [("text-top", 5.0), ("text-bottom", 15), ("top", 0), ("bottom", 20), ("4pt", 7)])
  func blocks(align: String, top: Double) async throws {
    let (drawn, lines) = try await draw(
      "<p class='l'>a<span class='i'></span></p>",
      css: Self.sizes + " .i { display: inline-block; width: 5pt; height: 10pt; background: red;"
        + " vertical-align: \(align) }")
    #expect(lines[0].height == 30 * 1024)
    #expect(drawn.tops == [top])
  }

  @Test("raised text makes room only if it is larger than the paragraph's, or raised far")
  func raised() async throws {
    func height(size: Int, by shift: Int) async throws -> Int {
      try await draw(
        "<p>a<span>b</span></p>",
        css: "span { font-size: \(size)pt; line-height: \(size)pt; vertical-align: \(shift)pt }"
      ).lines[0].height
    }
    #expect(try await height(size: 5, by: 4) == 10 * 1024)
    // 4 above, raised by 10: it would touch the line before.
    #expect(try await height(size: 5, by: 10) == 16 * 1024)
    // 16 above, raised by 10; the paragraph's 2 below.
    #expect(try await height(size: 20, by: 10) == 28 * 1024)
  }

  @Test("lines may be lower than their letters")
  func low() async throws {
    let (drawn, lines) = try await draw(
      "<p>a</p><p><span class='t'>b</span></p>",
      css: "p, .t { line-height: 4pt } .t { vertical-align: top }")
    #expect(lines.map(\.height) == [4 * 1024, 4 * 1024])
    // 8 above less 3 of negative leading.
    #expect(drawn.words.map(\.y) == [5, 9])
  }

  @Test("relative positioning leaves the line as it is")
  func relative() async throws {
    let (drawn, lines) = try await draw(
      "<p>a<span>b</span></p>",
      css: "span { font-size: 20pt; line-height: 20pt; position: relative; top: 7pt }")
    #expect(lines[0].height == 20 * 1024)
    #expect(drawn.words.map(\.y) == [16, 23])
  }

  @Test("text of inline elements inherits from the first line, unless it has a value of its own")
  func firstLine() async throws {
    let colors = try await draw(
      "<p>aa <u>bb cc</u> <b>dd</b></p><p><b>ee</b></p>",
      css: "p::first-line { color: #010203 } b { color: #040506; font-weight: normal }", width: 50
    ).drawn.colors
    #expect(colors["aa"] == Color(red: 1, green: 2, blue: 3))
    #expect(colors["bb"] == Color(red: 1, green: 2, blue: 3))
    #expect(colors["cc"] == .black)
    #expect(colors["dd"] == Color(red: 4, green: 5, blue: 6))
    #expect(colors["ee"] == Color(red: 4, green: 5, blue: 6))
  }

  @Test("a space that collapses keeps its break opportunity")
  func collapsed() async throws {
    let css = ".n { white-space: nowrap } p { width: 60pt }"
    #expect(
      try await SmallBook(css: css).lines(
        "<p><span class='n'>aa bb </span> <span class='n'>cc</span></p>") == [["aa bb", "cc"]])
    #expect(
      try await SmallBook(css: css).lines("<p><span class='n'>aa bb </span><span>cc</span></p>")
        == [["aa bb cc"]])
  }

  @Test("an ideographic space that hangs at a line's end has the background of its element")
  func ideographicSpace() async throws {
    let boxes = try await draw(
      "<p>a\u{3000}<span>b\u{3000}</span></p>", css: "span { background: blue }", width: 30
    ).drawn.boxes
    #expect(boxes == [Recorder.Box(left: 20, right: 40, sides: "lr")])
    // A space is removed there.
    let plain = try await draw(
      "<p>aa<span>b </span></p>", css: "span { background: blue }", width: 30
    ).drawn.boxes
    #expect(plain == [Recorder.Box(left: 20, right: 30, sides: "lr")])
  }

  @Test("parts of a table in an inline box are in a table in its line")
  func inlineTable() async throws {
    let words = try await draw(
      "<p>a<b>b<i>cc</i> <i>dd</i>e</b>f</p>",
      css: "b { font-weight: normal } i { display: table-cell; font-style: normal }"
    ).drawn.words
    #expect(
      Set(words.map(\.description)) == ["ab 0.0 8.0", "cc 20.0 8.0", "dd 40.0 8.0", "ef 60.0 8.0"])
  }

  @Test("a floated inline element has its background once, and no shift of its line")
  func floatedInline() async throws {
    let pagination = try await SmallBook(
      css:
        "b { float: left; background: #123456; font: inherit } sup { font: inherit; vertical-align: 4pt }"
    ).set("<p>a<sup><b>b</b></sup></p>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.components(separatedBy: "#123456").count == 2)
    let drawn = try await draw(
      "<p>a<sup><b>b</b></sup></p>",
      css: "b { float: left; font: inherit } sup { font: inherit; vertical-align: 4pt }"
    ).drawn
    #expect(drawn.words.map(\.description).sorted() == ["a 10.0 8.0", "b 0.0 8.0"])
  }

  @Test("adjacent boxes count as one letter where letters are spaced")
  func letterSpace() async throws {
    let drawn = try await draw(
      "<p>a<b></b><b></b>c<b></b></p><p>a</p>",
      css: "p { letter-spacing: 5pt } b { display: inline-block; width: 10pt; height: 5pt }"
    ).drawn
    // 10 + 5, then two boxes, 5, and nothing after the last one.
    #expect(drawn.words.map(\.x) == [0, 40, 0])
  }

  @Test("the marker of an inline list item stays with its text")
  func inlineMarker() async throws {
    let css =
      "p { width: 60pt } b { display: inline list-item; font: inherit; list-style: decimal }"
    let words = try await draw(
      "<p>aaa <b>bb</b></p>", css: css + " b::marker { content: '1. ' }"
    ).drawn.words
    // "aaa 1." would fit on a line.
    #expect(words.map(\.y) == [8, 18, 18])
    #expect(words.map(\.x) == [0, 0, 30])
  }

  @Test("a space after a marker inside its item is not added to that of the marker")
  func spaceAfterMarker() async throws {
    for own in ["", " li::marker { content: '1. ' }"] {
      let css = "ol { margin: 0; padding: 0; list-style-position: inside }" + own
      let words = try await draw("<ol><li> bb</li></ol>", css: css).drawn.words
      #expect(words.map(\.x) == [0, 30])
    }
  }

  @Test("the marker of an inline block is outside the block, unless it is said to be inside")
  func inlineBlockMarker() async throws {
    func places(_ position: String) async throws -> [Double] {
      let css =
        "b { display: inline flow-root list-item; margin-left: 40pt; font-weight: normal;"
        + " list-style: decimal \(position) }"
      return try await draw("<p>a<b>cc</b></p>", css: css).drawn.words.map(\.x).sorted()
    }
    // "1. " is 30 points wide and ends where the block begins, at 50.
    #expect(try await places("outside") == [0, 20, 50])
    #expect(try await places("inside") == [0, 50, 80])
  }

  @Test(
    "the first letter may follow punctuation of other elements",
    arguments: [
      "<p>\u{201C}ab</p>", "<p><i>\u{201C}</i><b>ab</b></p>", "<p>\u{201C}<i>(</i><b>ab</b></p>",
    ])
  func firstLetter(body: String) async throws {
    let css = "p::first-letter { color: #f00 } i, b { font: inherit }"
    let colors = try await draw(body, css: css).drawn.colors
    let red = Color(red: 255, green: 0, blue: 0)
    let letters = colors.filter { $0.value == red }.keys.joined()
    #expect(letters.contains("a") && letters.contains("\u{201C}") && !letters.contains("b"))
  }

  private static let square =
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/%3E\")"

  @Test("an image as content replaces what is in an element, if it can be read")
  func content() async throws {
    let replaced = try await draw("<div>bb</div><p>a</p>", css: "div { content: \(Self.square) }")
    #expect(replaced.drawn.images == [0])
    #expect(replaced.drawn.words.map(\.text) == ["a"])
    let missing = try await draw("<div>bb</div>", css: "div { content: url(missing.png) }")
    #expect(missing.drawn.words.map(\.text) == ["bb"])
  }

  @Test("an image in generated content is inside the borders of its box")
  func generated() async throws {
    let drawn = try await draw(
      "<p>a</p>", css: "p::before { content: \(Self.square); border: 2pt solid }"
    ).drawn
    // 8 pixels are 6 points.
    #expect(drawn.boxes == [Recorder.Box(left: 0, right: 10, sides: "lr")])
    #expect(drawn.images == [2])
    #expect(drawn.tops.isEmpty)
  }

  @Test(
    "a word that begins in another element or on another line is capitalized once",
    .needsFont("EB Garamond"),
    arguments: [
      ("<p>T<b>his</b></p>", false), ("<p>T<b>\u{2019}his</b></p>", false),
      ("<p>T <b>his</b></p>", true), ("<p>T-<b>his</b></p>", true),
      ("<p><b>A&#xAD;his</b></p>", false),
    ])
  func capitals(body: String, changes: Bool) async throws {
    func widths(_ transform: String) async throws -> [Int] {
      let css =
        "p { font-family: EB Garamond; width: 12pt }"
        + " b { font-weight: normal; text-decoration: underline; text-transform: \(transform) }"
      let book = SmallBook(css: css, fonts: FontLibrary(defaultFamilies: ["Square"]))
      return SmallBook.fragments(of: try await book.set(body)).map(\.usedWidth)
    }
    let differs = try await widths("capitalize") != widths("none")
    #expect(differs == changes)
  }

  @Test("a margin in a line takes half of the measure at most")
  func inlineMargin() async throws {
    let pagination = try await SmallBook(
      css: "p { measure-min: 2; overflow-wrap: break-word } span { margin-left: 90pt }"
    ).set("<p><span>aaaa</span></p>")
    #expect(SmallBook.lines(of: pagination) == [["aaaa"]])
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
  }
}
