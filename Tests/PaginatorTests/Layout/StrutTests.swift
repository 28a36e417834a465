import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// The heights of lines (CSS 2, section 10.8), in the square font: every character is 10 points wide
/// and high.
@Suite("Struts")
struct StrutTests {
  /// The tops of the lines of a paragraph and of one after it.
  private func tops(_ content: String, css: String) async throws -> [Length] {
    let pagination = try await SmallBook(css: css).set("<p>\(content)</p><p>z</p>")
    return SmallBook.fragments(of: pagination).map(\.rect.minY)
  }

  @Test("an inline box without text of its own makes its line as high as its strut")
  func withoutText() async throws {
    let css =
      ".s { line-height: 40pt } .t { font-size: 40pt; line-height: 1 } .u { font-size: 10pt }"
    for content in [
      "a<span class='s'></span>b", "a <span class='s'> </span> b",
      "<span class='t'><span class='u'>ab</span></span>", "<span class='s'><b>ab</b></span>",
    ] {
      let css = content.contains("<b>") ? css + " b { line-height: 10pt }" : css
      #expect(try await tops(content, css: css) == [0, 40], "\(content)")
    }
  }

  @Test("an inline box that is no higher than its line changes nothing")
  func noHigher() async throws {
    let css = ".s { font-size: 5pt } .t { line-height: 8pt }"
    #expect(try await tops("a<span class='s'></span>b<i class='t'></i>", css: css) == [0, 10])
  }

  @Test("an empty inline box alone on a line has no line")
  func alone() async throws {
    let css = ".s { line-height: 40pt }"
    #expect(try await tops("<span class='s'></span>", css: css) == [0])
  }

  @Test(
    "on a grid, a picture of up to one and a half lines does not open its line",
    arguments: [
      // Letters reach 8 points above the baseline and 2 below; baselines are 20 points apart. There is room for 18
      // points above the baseline and 11 below; a picture of 19 is over half of the descenders.
      (line: 20, height: 19, style: "", drawn: 19, depth: 0),
      (20, 20, "", 20, 2), (20, 30, "", 29, 11), (20, 26, "vertical-align: middle", 26, 9),
      // The line is 13 points above the baseline and 7 below.
      (20, 25, "vertical-align: bottom", 25, 7), (20, 26, "vertical-align: top", 26, 11),
      // There is room for 12 points above the baseline, and for 5 below.
      (14, 18, "", 17, 5), (14, 21, "", 17, 5),
      (20, 31, "", 31, nil), (20, 20, "vertical-align: 1pt", 20, nil),
    ] as [(line: Int, height: Int, style: String, drawn: Int, depth: Int?)])
  func pictureOnGrid(
    _ picture: (line: Int, height: Int, style: String, drawn: Int, depth: Int?)
  ) async throws {
    let css = """
      body { line-height: \(picture.line)pt; baseline-grid: auto } \
      img { height: \(picture.height)pt; \(picture.style) }
      """
    let image = "<img alt='x' src=\"\(SmallBook.drawing(10, 10))\"/>"
    let pagination = try await SmallBook(css: css).set("<p>a<br/>b\(image)<br/>c</p>")
    let lines = SmallBook.fragments(of: pagination)
    let baselines = lines.map { ($0.y + $0.baseline) / 1024 }
    let layout = try #require(pagination.chapters[0].attachments[0])
    #expect((layout.height + 512) / 1024 == picture.drawn && layout.width == layout.height)
    let step = picture.line
    guard let depth = picture.depth else {
      #expect(baselines[1] - baselines[0] == 2 * step)
      return
    }
    #expect(layout.descent / 1024 == depth)
    #expect(zip(baselines, baselines.dropFirst()).allSatisfy { $1 - $0 == step })
    #expect(
      pagination.findings.contains { $0.rule == .scaledImage } == (picture.drawn < picture.height))
  }

  @Test(
    "on a grid, text with a line height of up to half a line more does not open its line",
    arguments: [
      (style: "line-height: 16.5pt", distance: 14), ("line-height: 21pt", 14),
      ("line-height: 21pt; font-size: 11pt", 14), ("line-height: 22pt", 28),
      ("line-height: 20pt; vertical-align: super", 14),
      // 16 points above the baseline.
      ("line-height: 20pt; font-size: 20pt", 28),
    ])
  func lineHeightOnGrid(_ text: (style: String, distance: Int)) async throws {
    let css = "body { line-height: 14pt; baseline-grid: auto } i { \(text.style) }"
    func distances(_ css: String) async throws -> [Int] {
      let body = "<p>a<br/>b <i>c</i><br/>d <i></i><br/>e</p>"
      let lines = SmallBook.fragments(of: try await SmallBook(css: css).set(body))
      let baselines = lines.map { ($0.y + $0.baseline) / 1024 }
      return zip(baselines, baselines.dropFirst()).map { $1 - $0 }
    }
    #expect(try await distances(css).first == text.distance, "\(text.style)")
    // Without a grid, the line is as high as CSS 2, section 10.8.1, says.
    let plain = "body { line-height: 14pt } i { line-height: 20pt }"
    #expect(try await distances(plain) == [17, 20, 17])
  }

  @Test(
    "on a grid, lines of nothing but larger text in the line height of smaller text are as high as their type",
    arguments: [
      (body: "<i>aa<br/>bb</i>", distance: 30), ("<i>aa <b>b</b><br/><b>b</b> bb</i>", 30),
      // A letter that is larger than the rest of its line stays in it.
      ("<i>a</i>a<br/>bb", 10), ("<i style='line-height: 0'>aa<br/>bb</i>", 10),
      ("<i style='font-size: 10pt'>aa<br/>bb</i>", 10),
    ])
  func largeType(_ text: (body: String, distance: Int)) async throws {
    // Type of 28 points takes three lines of the grid.
    let css =
      "body { line-height: 10pt; baseline-grid: auto } i { font-size: 28pt } b { font-size: 20pt }"
    func distance(_ css: String) async throws -> Int? {
      let pagination = try await SmallBook(css: css, page: Size(width: 300, height: 100)).set(
        "<p style='line-height: 100%'>\(text.body)</p>")
      let lines = SmallBook.fragments(of: pagination)
      let baselines = lines.map { ($0.y + $0.baseline) / 1024 }
      return zip(baselines, baselines.dropFirst()).map { $1 - $0 }.first
    }
    #expect(try await distance(css) == text.distance)
    // Without a grid, CSS 2, section 10.8.1, counts: 10 points around the middle of the type reach from 13.4 above
    // the baseline, and the strut 2 points below it.
    #expect(
      try await distance(css.replacing("baseline-grid: auto", with: ""))
        == (text.distance == 30 ? 15 : 10))
  }

  @Test("on a grid, pictures in the leading of neighbouring lines do not touch")
  func picturesInNeighbouringLines() async throws {
    let css = "body { line-height: 20pt; baseline-grid: auto } img { height: 26pt; width: 10pt }"
    let image = "<img alt='x' src=\"\(SmallBook.drawing(10, 10))\"/>"
    func distances(_ body: String) async throws -> [Int] {
      let lines = SmallBook.fragments(of: try await SmallBook(css: css).set(body))
      let baselines = lines.map { ($0.y + $0.baseline) / 1024 }
      return zip(baselines, baselines.dropFirst()).map { $1 - $0 }
    }
    #expect(try await distances("<p>a\(image)<br/>a\(image)</p>") == [40])
    #expect(try await distances("<p>a\(image)</p><p>a\(image)</p>") == [40])
    // The pictures are not below one another.
    #expect(try await distances("<p>a\(image)<br/>aaaa\(image)<br/>a</p>") == [20, 20])
  }

  @Test(
    "on a grid, a picture moved by a length makes room only where it is over letters",
    arguments: [
      // 14 points below the baseline, where letters of the next line begin 12 below.
      (body: "bb<img/><br/>aaa<br/>c", distances: [40, 20]), ("bb<img/><br/>aa<br/>c", [20, 20]),
      // 19.5 points above the baseline, where letters of the line before end 18 above.
      ("aaa<br/>bb<img class='up'/><br/>c", [40, 20]),
      ("aa<br/>bb<img class='up'/><br/>c", [20, 20]),
    ] as [(body: String, distances: [Int])])
  func raisedPictureOnGrid(_ lines: (body: String, distances: [Int])) async throws {
    let css = """
      body { line-height: 20pt; baseline-grid: auto } \
      img { height: 20pt; vertical-align: -14pt } .up { vertical-align: -0.5pt }
      """
    let source = "<img alt='x' src=\"\(SmallBook.drawing(10, 10))\""
    let body = lines.body.replacingOccurrences(of: "<img", with: source)
    let set = SmallBook.fragments(of: try await SmallBook(css: css).set("<p>\(body)</p>"))
    let baselines = set.map { ($0.y + $0.baseline) / 1024 }
    #expect(zip(baselines, baselines.dropFirst()).map { $1 - $0 } == lines.distances)
  }

  @Test("on a grid, boxes with borders in neighbouring lines do not overlap")
  func boxesOnGrid() async throws {
    let css = """
      body { line-height: 14pt; baseline-grid: auto; width: 100pt }
      span { display: inline-block; border: 1pt solid; padding: 2pt 0 }
      """
    let pagination = try await SmallBook(css: css).set(
      "<p><span>aaaaaa</span> <span>bbbbbb</span> <span>cccccc</span></p>")
    let lines = SmallBook.fragments(of: pagination)
    let boxes = pagination.chapters[0].attachments
    #expect(lines.count == 3 && boxes.count == 3)
    // 20 points high, each below the one before it.
    for (above, below) in zip(lines, lines.dropFirst()) {
      #expect((below.y + below.baseline - above.y - above.baseline) / 1024 >= 20)
    }
  }

  @Test("text in a short box with a border is next to the border, and later lines are on the grid")
  func boxOnGrid() async throws {
    let css = """
      body { baseline-grid: auto; line-height: 10pt } .b { border: 2pt solid; border-width: 2pt 0 }
      """
    let found = try await LinePlace.all("<p>a</p><p class='b'>b</p><p>c</p>", css: css)
    // The box is 14 points high in 20: three are free on each side.
    #expect(found.map(\.y) == [0, 15, 30])
    let box = try await SmallBook(css: css).set("<p>a</p><p class='b'>b</p><p>c</p>").chapters[0]
      .boxes
    #expect(box.map(\.y) == [13 * 1024])
    #expect(box.map(\.height) == [14 * 1024])
  }

  @Test(
    "raised and lowered text makes room only where it would touch another line",
    arguments: [("6pt", 0.0), ("14pt", 9), ("-6pt", 0), ("-14pt", 9)])
  func shifted(shift: String, room: Double) async throws {
    // Lines of 20 points reach 13 above their baseline and 7 below, letters 8 and 2. By CSS 2, section
    // 10.8.1, 22 are needed above, or 16 below.
    let found = try await LinePlace.all(
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
    let found = try await LinePlace.all("<p>aaaa<br/>b</p>", css: css)
    #expect(found.map(\.y) == [0, 14])
  }

  @Test("a word that is a little larger does not add a line to the grid")
  func largerWord() async throws {
    let css =
      "body { baseline-grid: auto; line-height: 14pt } .l { font-size: 12pt; line-height: 17pt }"
    let pagination = try await SmallBook(css: css).set("<p>a <span class='l'>b</span><br/>c</p>")
    #expect(SmallBook.fragments(of: pagination).map(\.rect.height) == [14, 14])
    let large = try await SmallBook(css: css).set(
      "<p>a <span style='font-size: 30pt; line-height: 1'>b</span><br/>c</p>")
    #expect(SmallBook.fragments(of: large)[0].rect.height > 14)
  }

  @Test("a rule with a height is as high on a grid")
  func rule() async throws {
    let css = """
      body { baseline-grid: auto; line-height: 10pt } \
      hr { border: none; height: 1pt; background: red; margin: 7pt 0; width: auto }
      """
    let svg = try SmallBook.firstPage(
      of: try await SmallBook(css: css).set("<p>a</p><hr/><p>b</p>"))
    #expect(svg.contains("height=\"1\" fill=\"#ff0000\""), "\(svg)")
  }

  private static let grid = "html { baseline-grid: auto }"

  @Test("text at the top of the text around it makes its line higher off a grid, a note does not")
  func raised() async throws {
    let css = "p { line-height: 30pt } b { line-height: 20pt; vertical-align: text-top }"
    // The box of 20 points begins with the letters, 10 points below the line's top.
    #expect(try await tops("a<b>b</b>", css: css) == [0, 30])
    #expect(try await tops("a<b>b</b>", css: css + "p { line-height: 10pt }") == [0, 20])
    #expect(try await tops("a<b>b</b>", css: css + "b { vertical-align: 4pt }") == [0, 30])
  }

  @Test("a raised initial makes room above its line and none below, unless it reaches there")
  func raisedInitial() async throws {
    // Letters of 30 points reach 24 above their baseline and 6 below: a line of 60 would have 39 and 21.
    let css = Self.grid + "p { line-height: 20pt } b { font-size: 30pt; line-height: 60pt }"
    let lines = SmallBook.fragments(
      of: try await SmallBook(css: css).set("<p><b>A</b>aa<br/>b<br/>c</p>"))
    let baselines = lines.map { ($0.y + $0.baseline) / 1024 }
    #expect(baselines[1] - baselines[0] == 20 && baselines[2] - baselines[1] == 20)
    // Alone on its line, it has the line that it asks for.
    let alone = SmallBook.fragments(
      of: try await SmallBook(css: css).set("<p><b>A</b><br/>b<br/>c</p>"))
    let own = alone.map { ($0.y + $0.baseline) / 1024 }
    #expect(own[1] - own[0] > 20)
  }

  @Test("larger text takes another line of a grid if its ink reaches into the line above")
  func largerInk() async throws {
    let css = Self.grid + "p { line-height: 20pt } b { font-size: 14pt; line-height: 28pt }"
    #expect(try await tops("a<b>b</b>", css: css) == [0, 20])
    // Ink of 22 points, in lines of 20.
    let larger = try await tops("a<b>b</b>", css: css + "b { font-size: 22pt }")
    #expect(larger[1] >= 28)
  }

  @Test("text that is all a little too high for the grid is not set on every second line")
  func tooHigh() async throws {
    let css = Self.grid + "b { line-height: 12pt } i { line-height: 16pt }"
    func distance(_ content: String) async throws -> Length {
      let tops = try await tops(content, css: css)
      return tops[1] - tops[0]
    }
    #expect(try await distance("<b>a<br/>a</b>") == 12)
    // Most of the paragraph is on the grid, with letters that fit; lines of more than one and a half steps take two.
    #expect(try await distance("aaa<b>a</b><br/>aaa<b>a</b>") == 10)
    #expect(try await distance("aaa<i>a</i><br/>aaa<i>a</i>") == 20)
  }
}
