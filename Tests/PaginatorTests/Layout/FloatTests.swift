import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Floats (CSS 2, section 9.5), in the square font: every character is 10 points wide and high.
@Suite("Floats")
struct FloatTests {
  private func lines(_ body: String, css: String, page: Size = Size(width: 100, height: 100))
    async throws -> [(text: String, x: Length, y: Length)]
  {
    let pagination = try await SmallBook(css: css, page: page).set(body)
    return pagination.pages.flatMap { page -> [(String, Length, Length)] in
      guard let (layout, content) = pagination.layout(of: page) else { return [] }
      return layout.lines[content.lines].map {
        (
          layout.text.string(in: Int($0.start)..<Int($0.end)).trimmingCharacters(in: .whitespaces),
          $0.usedRect.minX, $0.rect.minY
        )
      }
    }.map { (text: $0.0, x: $0.1, y: $0.2) }
  }

  @Test("lines are shortened next to a float and use the whole measure below it")
  func left() async throws {
    let found = try await lines(
      "<div class='f'>F</div><p>aaaaa bbbbb ccccccccc</p>",
      css: ".f { float: left; width: 30pt; height: 20pt }")
    #expect(found.map(\.text) == ["F", "aaaaa", "bbbbb", "ccccccccc"])
    #expect(found.map(\.x) == [0, 30, 30, 0])
    #expect(found.map(\.y) == [0, 0, 10, 20])
  }

  @Test("the margins of an empty block behind a float do not move the float")
  func emptyBlockBehind() async throws {
    let found = try await lines(
      "<p>a</p><div class='f'>F</div><div class='e'></div><p>b</p>",
      css: ".f { float: left; width: 30pt } .e { margin: 20pt 0 }")
    #expect(found.map(\.text) == ["a", "F", "b"])
    #expect(found.map(\.y) == [0, 10, 30])  // 10 + the empty block's margin of 20
  }

  @Test("a line below a float has the whole measure, however high the line before it is")
  func behindHighLine() async throws {
    let found = try await lines(
      "<div class='f'>F</div><p><b></b> bb</p>",
      css: """
        .f { float: left; width: 40pt; height: 15pt }
        b { display: inline-block; width: 50pt; height: 30pt; vertical-align: top }
        """)
    #expect(found.last?.text == "bb")
    #expect(found.last?.x == 0)
    #expect(found.last?.y == 30)
  }

  @Test("of a paragraph next to a float, only the lines with words too long for it move down")
  func longWord() async throws {
    let found = try await lines(
      "<div class='f'>F</div><p>a<br/>bbbbbbb</p>",
      css: ".f { float: left; width: 50pt; height: 30pt }")
    #expect(found.map { $0.text.first } == ["F", "a", "b"])
    #expect(found.map(\.x) == [0, 50, 0])
    #expect(found.map(\.y) == [0, 0, 30])
  }

  @Test("a float at the end of a line that it fits in is next to that line")
  func endOfLine() async throws {
    let pagination = try await SmallBook(
      css: "i { float: left; width: 30pt; height: 10pt; background: red }",
      page: Size(width: 60, height: 100)
    ).set("<p>aaa <i></i></p><p>b</p>")
    let lines = SmallBook.fragments(of: pagination).filter { $0.usedRect.width > 0 }
    #expect(lines.map(\.usedRect.minX) == [30, 0])
    #expect(lines.map(\.rect.minY) == [0, 10])
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.contains("<rect x=\"0\" y=\"0\" width=\"30\" height=\"10\""))
  }

  @Test("inline-start and inline-end are sides of the block around the float")
  func logicalSides() async throws {
    let css = """
      .s { float: inline-start } .e { float: inline-end } .c { clear: inline-end } div { width: 80pt }
      p { clear: both }
      """
    let floats = "<i class='s'>s</i><i class='e'>e</i><i class='e c'>c</i>"
    let left = try await lines("<div>\(floats)<p>p</p></div>", css: css)
    #expect(left.map(\.x) == [0, 70, 70, 0])
    #expect(left.map(\.y) == [0, 0, 10, 20])
    let right = try await lines("<div dir='rtl'>\(floats)</div>", css: css)
    // The block is at the left of the page: its width is given.
    #expect(Set(right.map(\.x)).count == 2)
    #expect(right.first { $0.text == "s" }?.x == right.map(\.x).max())
    #expect(right.map(\.y) == [0, 0, 10])
  }

  @Test(
    "a float is as high as min-height and max-height allow",
    arguments: [
      ("min-height: 20pt", 20), ("height: 40pt; max-height: 20pt", 20), ("max-height: 5pt", 5),
      ("min-height: 20pt; padding: 5pt 0; box-sizing: border-box", 20),
      ("min-height: 20pt; padding: 5pt 0", 30),
    ])
  func height(css: String, height: Int) async throws {
    let found = try await lines(
      "<div class='f'>F</div><p class='c'>c</p>",
      css: ".f { float: left; \(css) } .c { clear: left }")
    #expect(found.last?.y == Length(points: Double(height)))
  }

  @Test("a margin that collapses does not count twice for clearance")
  func clearance() async throws {
    let css = ".a { margin-bottom: 10pt } .f { float: left } .c { clear: left }"
    func tops(margin: Int) async throws -> [Length] {
      try await lines(
        "<p class='a'>a</p><div class='f'>F</div><p class='c'>c</p>",
        css: css + " .c { margin-top: \(margin)pt }"
      ).map(\.y)
    }
    // The float is at 10 + 10. Without clearance, the paragraph would be at 10 + 15, next to it.
    #expect(try await tops(margin: 15) == [0, 20, 30])
    // At 10 + 20 and at 10 + 25, it is below the float without clearance.
    #expect(try await tops(margin: 20) == [0, 20, 30])
    #expect(try await tops(margin: 25) == [0, 20, 35])
  }

  @Test("text after an image next to a float is not lost")
  func besideImage() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("t.xhtml")
    let image =
      SmallBook.drawing(291, 453)
    try """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head><body>\
    <ul><li><div style="float: right; margin: 1em"></div></li><li><p><img alt="i" \
    style="height: 900pt; margin: 10pt" src="\(image)"/> <span>it to it</span></p></li></ul></body></html>
    """.write(to: file, atomically: true, encoding: .utf8)
    var options = PaginationOptions(
      preset: (name: "novel", css: try #require(Preset.css(named: "novel"))))
    options.page = Size(width: 360, height: 576)
    let pagination = try await Paginator.paginate(
      Publication.open(file.path), options: options)
    #expect(SmallBook.lines(of: pagination).flatMap { $0 }.contains("it to it"))
  }

  @Test("a right float is as wide as its content, plus borders and margins")
  func right() async throws {
    let found = try await lines(
      "<div class='f'>FF</div><p>aaaa bbbb</p>",
      css: ".f { float: right; margin-left: 10pt; border: 5pt solid }")
    // 20 of text, 10 of borders, 10 of margin: 60 remain for the lines, down to 20.
    #expect(found.map(\.text) == ["FF", "aaaa", "bbbb"])
    #expect(found.map(\.x) == [75, 0, 0])
    #expect(found.map(\.y) == [5, 0, 10])
  }

  @Test("a floated first letter is a drop cap; the text keeps its order")
  func dropCap() async throws {
    let found = try await lines(
      "<p><span class='c'>T</span>he com positor</p>",
      css: ".c { float: left; font-size: 20pt; line-height: 20pt }")
    #expect(found.map(\.text) == ["T", "he com", "positor"])
    #expect(found.map(\.x) == [0, 20, 20])
  }

  @Test("a cleared paragraph goes below a float, and so does text without enough room")
  func clear() async throws {
    let cleared = try await lines(
      "<div class='f'>F</div><p style='clear: left'>aaaa</p>",
      css: ".f { float: left; height: 25pt }")
    #expect(cleared.map(\.y) == [0, 25])
    // A word of 50 does not fit into 40; one of 40 does, but not in a justified paragraph.
    for (text, css, x, y) in [
      ("aaaaa", "", 0, 25), ("aaaa", "", 60, 0), ("aaaa", "p { text-align: justify }", 0, 25),
    ] as [(String, String, Length, Length)] {
      let crowded = try await lines(
        "<div class='f'>F</div><p>\(text)</p>",
        css: css + ".f { float: left; width: 60pt; height: 25pt }")
      #expect(crowded.last?.x == x)
      #expect(crowded.last?.y == y)
    }
  }

  @Test("the lines next to a float move to the next page together with it")
  func pageEnd() async throws {
    let pagination = try await SmallBook(
      css: ".f { float: left; width: 30pt; height: 30pt }", page: Size(width: 100, height: 50)
    ).set("<p>a</p><p>b</p><p>c</p><div class='f'>F</div><p>ddddd eeeee ggggg hhhhhhhhh</p>")
    #expect(
      SmallBook.lines(of: pagination) == [
        ["a", "b", "c"], ["F", "ddddd", "eeeee", "ggggg", "hhhhhhhhh"],
      ])
  }

  @Test("a cleared paragraph is placed below a float that is taller than the text before")
  func tallerThanText() async throws {
    let pagination = try await SmallBook(
      css: ".f { float: left; width: 30pt; height: 60pt } .n { clear: both }"
    ).set("<div class='f'>F</div><p>aa</p><p class='n'>b</p>")
    let last = try #require(SmallBook.fragments(of: pagination).last)
    #expect(last.rect.minY == 60)
    #expect(pagination.findings.isEmpty)
  }

  @Test("a floated image in the middle of a sentence does not end the line")
  func pictureInSentence() async throws {
    let svg =
      SmallBook.drawing(40, 20)
    let found = try await lines(
      "<p>aa <img style='float: left' src=\"\(svg)\" alt=''/>bb cc</p><p>dddd</p>", css: "")
    // 40 CSS pixels are 30 points, 20 are 15: two lines are next to the float.
    #expect(found.map(\.text) == ["aa \u{FFFC}bb", "cc", "dddd"])
    #expect(found.map(\.x) == [30, 30, 0])
  }

  @Test("a float inside a word does not break the word; a float without room goes below its line")
  func inWord() async throws {
    let beside = try await lines(
      "<p>aa b<span class='f'>F</span>b cc dd ee</p>", css: ".f { float: right; width: 30pt }")
    #expect(beside.map(\.text) == ["aa b\u{FFFC}b", "cc dd ee"])
    let below = try await lines(
      "<p>aaaaaaa b<span class='f'>F</span> cc dd eee</p>", css: ".f { float: left; width: 30pt }")
    #expect(below.map(\.text) == ["aaaaaaa b\u{FFFC}", "cc dd", "eee"])
    #expect(below.map(\.x) == [0, 30, 0])
  }

  @Test("content of a nested table, or of a float in a cell, is set exactly once")
  func nestedOnce() async throws {
    let inner =
      "<table><tr><td><p>a</p><p>b</p></td><td><p class='f'>c</p><p>d</p></td></tr></table>"
    let pagination = try await SmallBook(
      css: ".f { float: left } table { border-spacing: 0 } td { padding: 0 }"
    ).set("<table><tr><td>\(inner)</td><td><p class='f'>e</p>f</td></tr></table>")
    let text = SmallBook.lines(of: pagination).flatMap { $0 }.sorted()
    #expect(text == ["a", "b", "c", "d", "e", "f"])
  }

  @Test("successive floats are placed side by side, then in a new row")
  func rows() async throws {
    let found = try await lines(
      "<div class='f'>A</div><div class='f'>B</div><div class='f'>C</div><p>d</p>",
      css: ".f { float: left; width: 40pt; height: 20pt }")
    #expect(found.map(\.text) == ["A", "B", "C", "d"])
    // The text is 20 points wide: it fits at the end of the first row (CSS 2, section 9.5).
    #expect(found.map(\.x) == [0, 40, 0, 80])
    #expect(found.map(\.y) == [0, 0, 20, 0])
  }

  @Test("keywords as the width of a float are sizes of its content")
  func widthKeywords() async throws {
    for (keyword, starts) in [
      ("min-content", [0, 0, 30]), ("max-content", [0, 60]), ("fit-content", [0, 60]),
    ] {
      let found = try await lines(
        "<div class='f'>aa bbb</div><p>c</p>", css: ".f { float: left; width: \(keyword) }")
      #expect(found.map(\.x) == starts.map { Length(points: Double($0)) }, "\(keyword)")
    }
  }

  private static let plainTable = "table { border-spacing: 0 } td { padding: 0 } "

  private static let twoFloats = """
    <div style='float: left; width: 20pt; height: 20pt'></div>\
    <div style='float: right; width: 20pt; height: 40pt'></div>
    """

  @Test("a flow root or a table beside floats is at the first height where it fits")
  func firstFit() async throws {
    let css = Self.plainTable + ".r { overflow: hidden; width: 80pt } table { width: 80pt }"
    for box in ["<div class='r'>a</div>", "<table><tr><td>a</td></tr></table>"] {
      #expect(
        try await LinePlace.pairs("<div>\(Self.twoFloats)\(box)</div>", css: css).last == [0, 20])
    }
  }

  @Test(
    "a table's share of a width refers to the block around it, and its margin is under the float")
  func tableBesideFloat() async throws {
    let float = "<div style='float: left; width: 20pt; height: 20pt'></div>"
    let cell = "<tr><td>a</td></tr></table>"
    let whole = try await LinePlace.pairs(
      "\(float)<table style='width: 100%'>\(cell)", css: Self.plainTable)
    #expect(whole.last == [0, 20])
    let margin = try await LinePlace.pairs(
      "\(float)<table style='margin-left: 30pt'>\(cell)", css: Self.plainTable)
    #expect(margin.last == [30, 0])
    let least = try await LinePlace.pairs(
      "\(float)<div style='overflow: hidden; min-width: 90pt'>a</div>")
    #expect(least.last == [0, 20])
  }

  @Test("a float before a table is beside its first row where their block begins with them")
  func floatBeforeTable() async throws {
    let css = """
      \(Self.plainTable) table { margin: 10pt 0 } span { float: left; width: 20pt; height: 20pt }
      """
    let table = "<table><tr><td>b</td></tr></table>"
    // The margin of the table collapses with that of the block, and moves the float down with it.
    let found = try await LinePlace.pairs("<p>a</p><div><span>x</span>\(table)</div>", css: css)
    #expect(found == [[0, 0], [0, 20], [20, 20]])
    // Inside an edge of the block, it does not.
    let apart = try await LinePlace.pairs(
      "<p>a</p><div style='padding-top: 10pt'><span>x</span>\(table)</div>", css: css)
    #expect(apart == [[0, 0], [0, 20], [20, 30]])
  }

  @Test("text from right to left is inside the float around it")
  func rightToLeftFloat() async throws {
    let css = "p { text-align: justify } span { float: right }"
    let found = try await LinePlace.all("<div dir='rtl'><p><span>אב</span>ג</p></div>", css: css)
    #expect(found.map(\.x).sorted() == [70, 80])
  }

  @Test("a float is beside its own line if the line hangs")
  func floatBesideHanging() async throws {
    let pagination = try await SmallBook(
      css: "p { margin-left: 20pt; text-indent: -20pt } span { float: right; text-indent: 0 }"
    ).set("<p>aaaaaaaaa<span>b</span></p><p>c</p>")
    let float = try #require(pagination.chapters[0].attachments[0]?.float)
    #expect(float.y == 0)
  }

  @Test("a word that is too wide beside a float is below it, whole")
  func wordBesideFloat() async throws {
    let css = "div { float: right; width: 60pt; height: 20pt } p { overflow-wrap: break-word }"
    let pagination = try await SmallBook(css: css).set("<div></div><p>abcdef gh</p>")
    #expect(SmallBook.lines(of: pagination)[0].contains("abcdef gh"))
    #expect(!pagination.findings.contains { $0.rule == .brokenWord })
  }

  @Test("a float that fits at the end of the line before is beside that line")
  func floatAtLineEnd() async throws {
    let css = "i { float: right; width: 20pt; height: 10pt; font-style: normal; background: red }"
    let svg = try SmallBook.firstPage(
      of: try await SmallBook(css: css).set("<p>aaaa bb <i></i>cccc</p>"))
    #expect(svg.contains("<rect x=\"80\" y=\"0\" width=\"20\" height=\"10\" fill=\"#ff0000\""))
  }

  @Test("a float too narrow for a short word is as wide as the word, in text with measure-min")
  func narrowFloat() async throws {
    func lines(_ css: String, _ word: String) async throws -> [String] {
      let pagination = try await SmallBook(
        css: "b { float: right; width: 2pt; overflow-wrap: break-word } \(css)"
      ).set("<p><b>\(word)</b>aa</p>")
      return SmallBook.lines(of: pagination).flatMap { $0 }
    }
    #expect(try await lines("p { measure-min: 1 }", "123") == ["123", "aa"])
    #expect(try await lines("", "123") == ["1", "2", "3", "aa"])
    let nested = try await SmallBook(
      css: "b, i { float: left; width: 2pt; height: 10pt; background: red } i { width: 30pt }"
        + "p { measure-min: 1 }"
    ).set("<p><b><i></i></b>aa</p>")
    #expect(nested.chapters[0].boxes.map { $0.width / 1024 }.sorted() == [2, 30])
    // Four em at most.
    #expect(try await lines("p { measure-min: 1 }", "123456") == ["1234", "56", "aa"])
  }

  @Test(
    "text that does not wrap is broken where it would leave the measure, not only where it is wider",
    arguments: ["float: left", "float: left; width: 60pt", "display: block"])
  func unbrokenBesideIndent(style: String) async throws {
    let css =
      "div { white-space: nowrap; overflow-wrap: break-word; measure-min: 1; padding-left: 10pt } "
    let body = "<div><div style='\(style)'>aaaa bbbb</div></div><p>c</p>"
    // Nine letters beside 20 points.
    let pagination = try await SmallBook(css: css).set(body)
    #expect(SmallBook.lines(of: pagination) == [["aaaa", "bbbb", "c"]])
    #expect(pagination.findings.map(\.rule) == [.brokenKeptText])
    let kept = try await SmallBook(css: css + "div { overflow-wrap: normal }").set(body)
    #expect(SmallBook.lines(of: kept).flatMap { $0 }.contains("aaaa bbbb"))
    for own in ["padding-left: 5pt", "measure-min: none"] {
      let other = try await SmallBook(css: css + "div { \(own) }").set(body)
      #expect(SmallBook.lines(of: other).flatMap { $0 }.contains("aaaa bbbb"))
    }
  }
}
