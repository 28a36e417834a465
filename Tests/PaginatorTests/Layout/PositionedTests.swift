import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Positioned boxes on pages that flow (CSS 2, section 9.6), in the square font: every character is 10
/// points wide and high. The boxes are drawn as red rectangles.
@Suite("Positioned boxes")
struct PositionedTests {
  private func page(_ body: String, css: String) async throws -> (Pagination, String) {
    let css = "i { font-style: normal; position: absolute; background: red } " + css
    let pagination = try await SmallBook(css: css).set(body)
    return (pagination, try SmallBook.firstPage(of: pagination))
  }

  private func red(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"#ff0000\""
  }

  @Test("a page number at the side does not divide its paragraph, nor its word")
  func pageNumber() async throws {
    let (pagination, svg) = try await page(
      "<p>aa bb<i>12</i>cc dddd</p>", css: "i { right: 0 }")
    #expect(
      SmallBook.lines(of: pagination) == [["aa bb\u{FFFC}cc", "dddd"]])
    #expect(svg.contains(red(80, 0, 20, 10)))
    #expect(pagination.findings.isEmpty)
  }

  @Test(
    "boxes in one corner stay in their order: the text of one is not before the other in the flow")
  func sameCorner() async throws {
    let rows = String(repeating: "<p>aa bb cc</p>\n", count: 15)
    let (_, svg) = try await page(
      "<div>\n<u>\(rows)</u>\n<s>dd</s>\n</div>",
      css:
        "div { position: relative } p { margin: 0 } u, s { position: absolute; top: 0; left: 0; color: #102030 } s { color: #405060 }"
    )
    let first = try #require(svg.range(of: "#102030"))
    let second = try #require(svg.range(of: "#405060"))
    #expect(first.lowerBound < second.lowerBound)
  }

  @Test(
    "a bar that is stretched along a block is divided with it where a page ends",
    arguments: ["div::before", "div::after"])
  func dividedBar(bar: String) async throws {
    let css = """
      div { position: relative; border: 1pt solid blue; margin-left: 10pt } \(bar) { content: ''; \
      position: absolute; left: -8pt; width: 5pt; top: 2pt; bottom: 3pt; background: red }
      """
    let pagination = try await SmallBook(css: css, page: Size(width: 100, height: 31))
      .set("<div>\(String(repeating: "<p>a</p>", count: 8))</div>")
    let drawer = SVGPageDrawer(pagination)
    let bars = try pagination.pages.map { page in
      SmallBook.places(
        of: "rect", in: String(decoding: try drawer.svg(of: page, in: pagination), as: UTF8.self)
      ) { $0.contains("#ff0000") }
    }
    // The block's padding box begins at 11 points, and 1 point down: 11 - 8 = 3, and 1 + 2 = 3. Pages that it fills are
    // 31 points high; its last two lines end at 20, 3 points below the bar. Nothing is over a page's edge.
    #expect(bars == [[[3, 3, 5, 28]], [[3, 0, 5, 31]], [[3, 0, 5, 17]]])
    #expect(pagination.findings.isEmpty)
  }

  @Test("what is in a positioned box or an inline block inherits its margins")
  func inheritedMargins() async throws {
    for position in ["position: absolute", "display: inline-block", "float: left"] {
      let (_, svg) = try await page(
        "<div><p>aa</p></div>",
        css:
          "div { \(position); margin: 10pt 20pt; border: 1pt solid } p { margin: inherit; background: red }"
      )
      #expect(svg.contains(red(41, 21, 20, 10)), "\(position)")
    }
  }

  @Test("offsets refer to the padding box of the positioned block around")
  func offsets() async throws {
    let css = "div { position: relative; margin: 10pt; padding: 5pt; border: 1pt solid }"
    // The padding box is from 11 to 89 and, with two lines, from 21 to 51.
    for (offsets, x, y) in [
      ("top: 0; left: 0", 11, 21), ("top: 0; right: 0", 79, 21), ("bottom: 0; left: 4pt", 15, 41),
      ("bottom: 50%; right: 2pt", 77, 26),
    ] {
      for inner in ["<p>a</p><i>x</i><p>b</p>", "<p>a<br/>b<i>x</i></p>", "<i>x</i><p>a<br/>b</p>"]
      {
        let (pagination, svg) = try await page(
          "<p>z</p><div>\(inner)</div><p>y</p>", css: css + " i { \(offsets) }")
        #expect(svg.contains(red(x, y, 10, 10)), "\(offsets) \(inner)")
        #expect(pagination.findings.isEmpty)
      }
    }
  }

  @Test("without offsets, a box is where its text would be, and takes no room")
  func inPlace() async throws {
    let (pagination, svg) = try await page("<p>aa<i>x</i>bb</p>", css: "")
    #expect(svg.contains(red(20, 0, 10, 10)))
    #expect(SmallBook.fragments(of: pagination)[0].usedRect.width == 40)
  }

  @Test("generated content is placed at its offsets")
  func generated() async throws {
    let css = """
      div { position: relative; margin-left: 30pt }
      div::before { position: absolute; left: -20pt; top: 0; content: 'x'; background: red }
      """
    for body in ["a<br/>b", "<p>a<br/>b</p>"] {
      let (pagination, svg) = try await page("<p>z</p><div>\(body)</div>", css: css)
      #expect(svg.contains(red(10, 10, 10, 10)))
      #expect(pagination.findings.isEmpty)
    }
  }

  @Test(
    "boxes without a positioned block around them are placed on the first page (CSS 2, section 10.1)"
  )
  func ofPage() async throws {
    for (offsets, x, y) in [
      ("top: 50pt", 20, 50), ("top: 50%; left: 10%", 10, 50), ("bottom: 0; right: 0", 90, 90),
    ] {
      let (pagination, svg) = try await page("<p>aa<i>x</i>bb</p>", css: "i { \(offsets) }")
      #expect(svg.contains(red(x, y, 10, 10)), "\(offsets)")
      #expect(pagination.findings.isEmpty)
    }
    let (later, _) = try await page(
      "<p>a</p><p style='break-before: page'>aa<i>x</i>bb</p>", css: "i { top: 50pt }")
    #expect(later.pages.count == 2 && later.findings.map(\.rule) == [.unsupportedLayout])
  }

  @Test(
    "offsets on both sides stretch a box or share out its margins (CSS 2, sections 10.3.7, 10.6.4)",
    arguments: [
      ("left: 10pt; right: 20pt; top: 0", 10, 0, 50, 10),
      ("inset: 10pt", 10, 10, 60, 40),
      ("inset: 0; margin: 5pt; padding: 5pt", 5, 5, 70, 50),
      ("inset: 0; width: 20pt; height: 20pt; margin: auto", 30, 20, 20, 20),
      ("inset: 0; width: 20pt; height: 20pt; margin-left: auto", 60, 0, 20, 20),
      ("left: 50%; top: 50%; width: 50%; height: 25%", 40, 30, 40, 15),
      ("right: 0; bottom: 0", 70, 50, 10, 10),
    ])
  func stretched(css: String, x: Int, y: Int, width: Int, height: Int) async throws {
    let around = "div { position: relative; width: 80pt; height: 60pt }"
    for inner in ["aa<i>x</i>", "<p>aa</p><i>x</i>"] {
      let (_, svg) = try await page("<div>\(inner)</div>", css: around + " i { \(css) }")
      #expect(svg.contains(red(x, y, width, height)), "\(inner)")
    }
  }

  @Test("a box between two blocks is below the margin there, and offsets in it are its own")
  func nested() async throws {
    let css = """
      div { height: 20pt; margin-bottom: 10pt } section { position: absolute; top: 40pt; left: 20pt; \
      width: 40pt; height: 30pt } section i { right: 0; bottom: 0 }
      """
    let (_, between) = try await page("<div>a</div><i>x</i><p>b</p>", css: css)
    #expect(between.contains(red(0, 30, 10, 10)))
    let (_, inside) = try await page("<p>a</p><section>b<i>x</i></section>", css: css)
    #expect(inside.contains(red(50, 60, 10, 10)))
  }

  @Test("a positioned image takes no room in the flow")
  func image() async throws {
    let svg =
      SmallBook.drawing(40, 40)
    let pagination = try await SmallBook(
      css: "div { position: relative } img { position: absolute; left: 30pt; top: 5pt }"
    ).set("<div><img src=\"\(svg)\" alt=''/><p>a</p></div><p>b</p>")
    #expect(SmallBook.fragments(of: pagination).map(\.rect.minY) == [0, 0, 10])
    let drawn = try SmallBook.firstPage(of: pagination)
    #expect(drawn.contains("<image x=\"30\" y=\"5\" width=\"30\" height=\"30\""))
  }

  @Test("the height attribute of an image may be a share of the block around it")
  func imageShare() async throws {
    let image = SmallBook.drawing(40, 40)
    let pagination = try await SmallBook(
      css: "div { position: relative; height: 60pt } img { position: absolute; left: 0; top: 0 }"
    ).set("<div><img src=\"\(image)\" alt='' height='50%'/><p>a</p></div>")
    let drawn = try SmallBook.firstPage(of: pagination)
    #expect(drawn.contains("<image x=\"0\" y=\"0\" width=\"30\" height=\"30\""))
  }

  @Test("without offsets, a box in text from right to left ends where its text would begin")
  func inPlaceFromRight() async throws {
    let (_, svg) = try await page("<div dir='rtl'><i>xx</i><p>b</p></div>", css: "")
    #expect(svg.contains(red(80, 0, 20, 10)))
  }

  @Test("a positioned box that holds much text flows over pages, with a finding")
  func muchText() async throws {
    let text = String(repeating: "<p>aaaaaaaaa</p>", count: 100)
    let pagination = try await SmallBook(css: "div { position: absolute; top: 0 }")
      .set("<div>\(text)</div><p>end</p>")
    #expect(pagination.pages.count == 11)
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
    #expect(SmallBook.lines(of: pagination).last == ["end"])
  }

  @Test("without offsets, a block is below the text in front of it, at the side of its block")
  func blockInPlace() async throws {
    for (body, y) in [
      ("<div>aa<i>x</i>bb</div>", 10), ("<div><i>x</i>bb</div>", 0),
      ("<div>aa<br/>b<i>x</i></div>", 20),
    ] {
      let (pagination, svg) = try await page(
        body, css: "div { margin-left: 20pt } i { display: block }")
      #expect(svg.contains(red(20, y, 10, 10)), "\(body)")
      #expect(pagination.findings.isEmpty)
    }
  }

  @Test("percentages move a relative box by a share of the block around it")
  func relativeShare() async throws {
    let css = """
      div { width: 50pt; height: 40pt } i { display: block; position: relative; left: 20%; top: 25% }
      .r { left: auto; right: 20%; top: auto; bottom: 25% } .h { height: auto }
      """
    for (body, x, y) in [
      ("<div><i>a</i></div>", 10, 10), ("<div><i class='r'>a</i></div>", -10, -10),
      ("<div class='h'><i>a</i></div>", 10, 0),
    ] {
      let (pagination, svg) = try await page(body, css: css)
      #expect(svg.contains(red(x, y, 50, 10)), "\(body)")
      // A letter left of the page.
      #expect(pagination.findings.map(\.rule) == (x < 0 ? [.overfullBox] : []))
    }
  }

  @Test("a box that is moved by a share of its own size is in the middle of the page")
  func translation() async throws {
    let css = """
      div { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%) } \
      p { transform: translateX(2pt) }
      """
    let pagination = try await SmallBook(css: css).set("<div>aaaa</div><p>b</p>")
    let svg = try SmallBook.firstPage(of: pagination)
    // 50 less half of the width of four letters; 50 less half of a line, and eight to the baseline.
    #expect(svg.contains("translate(30 53)"), "\(svg)")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("a box in a line or a float that holds only what is positioned is drawn, and is its area")
  func onlyPositioned() async throws {
    let inner = "<b style='position: absolute; right: 0; bottom: 0; font-weight: 400'>b</b>"
    let css = ".i { position: relative; width: 30pt; height: 40pt; background: red }"
    let line = try await SmallBook(css: css).set(
      "<p>a<span class='i' style='display: inline-block'>\(inner)</span></p>")
    let box = try #require(line.chapters[0].attachments[0])
    #expect(box.height == 40 * 1024)
    #expect(box.nested?.boxes.map(\.height) == [40 * 1024])
    let float = try await SmallBook(css: css).set(
      "<div class='i' style='float: left'>\(inner)</div><p>c</p>")
    let layout = float.chapters[0]
    #expect(layout.boxes.map { [$0.width, $0.height] } == [[30 * 1024, 40 * 1024]])
    let place = try #require(layout.attachments[0]?.float)
    let anchor = try #require(layout.lines.first)
    #expect(anchor.x + place.x == 20 * 1024)
    #expect(anchor.y + place.y == 30 * 1024)
  }

  @Test(
    "clip cuts what is drawn of a positioned box with all that it holds",
    arguments: [
      ("rect(5pt, 30pt, auto, 10pt)", "x=\"20\" y=\"5\" width=\"20\" height=\"15\""),
      ("rect(5pt 30pt 50pt 10pt)", "x=\"20\" y=\"5\" width=\"20\" height=\"45\""),
      ("rect(0 0 0 0)", "x=\"10\" y=\"0\" width=\"0\" height=\"0\""), ("auto", nil),
      ("rect(1pt, 2pt)", nil),
    ] as [(String, String?)])
  func clip(value: String, area: String?) async throws {
    let (pagination, svg) = try await page(
      "<div><p>a</p><i>bb</i></div>",
      css: "i { left: 10pt; top: 0; width: 40pt; height: 20pt; clip: \(value) }")
    let clips = svg.matches(of: /<clipPath[^>]*><rect ([^\/]*)\/>/).map { String($0.output.1) }
    #expect(Set(clips) == Set(area.map { [$0] } ?? []), "\(svg)")
    #expect(SmallBook.lines(of: pagination).joined().contains { $0.contains("a") })
    #expect(pagination.findings.isEmpty == (value != "rect(1pt, 2pt)"))
    // It applies to positioned boxes only.
    let (_, plain) = try await page(
      "<p>bb</p>", css: "p { background: red; clip: \(value) }")
    #expect(!plain.contains("<clipPath"))
  }

  @Test("equal margins of auto are negative from top to bottom only (CSS 2, section 10.6.4)")
  func overflowingMargins() async throws {
    // The area is 40 wide and high, the box 60: 20 are too much.
    let css = """
      div { position: relative; width: 40pt; height: 40pt; margin: 30pt } \
      i { top: 0; bottom: 0; left: 0; right: 0; width: 60pt; height: 60pt; margin: auto }
      """
    for (direction, x) in [("ltr", 30), ("rtl", 10)] {
      let (_, svg) = try await page(
        "<p>z</p><div style='direction: \(direction)'><i></i></div>", css: css)
      #expect(svg.contains(red(x, 30, 60, 60)), "\(direction)")
    }
  }

  @Test("a fixed box of text is set once in the flow where the style says so, with a finding")
  func fixedBoxes() async throws {
    let body = """
      <div class='n'><p>home</p></div><h1>H</h1><p>text</p><a class='n'>top</a><p>end</p>
      """
    let css = """
      h1 { font-size: 10pt; margin: 0 } .n { position: fixed; top: 0; left: 0; width: 50pt }

      """
    func set(_ css: String) async throws -> (lines: [[String]], tops: [Int], findings: Int) {
      let pagination = try await SmallBook(css: css).set(body)
      let tops = SmallBook.fragments(of: pagination).map { $0.y / 1024 }
      return (SmallBook.lines(of: pagination), tops, pagination.findings.count)
    }
    let inFlow = try await set(css + "body { fixed-boxes: flow }")
    #expect(inFlow.lines == [["home", "H", "text", "top", "end"]])
    #expect(inFlow.tops == [0, 10, 20, 30, 40])
    #expect(inFlow.findings == 2)
    // Its size is a part of a screen.
    let narrow = try await set(css + ".n { width: 0; height: 5pt } body { fixed-boxes: flow }")
    #expect(narrow.lines == inFlow.lines && narrow.tops == inFlow.tops)
    // The boxes are in lines without height, at the top of the page.
    let placed = try await set(css + "body { fixed-boxes: page }")
    #expect(placed.lines.joined().filter { ["home", "top"].contains($0) }.isEmpty)
    #expect(try await set(css).tops == placed.tops)
    // What is only heard, and what has no text, stays out of the flow.
    let away = css + ".n { left: -9999px }"
    let hidden = try await set(away + "body { fixed-boxes: flow }")
    #expect(try await set(away).lines == hidden.lines)
  }

  @Test(
    "a box at the foot of the first page that text reaches is set after the text",
    arguments: [
      // From 70 to 80 points, below seven lines; after more, on the page of the last line or the next one.
      (7, 0, 70), (8, 0, 80), (10, 1, 0), (12, 1, 20),
    ])
  func reached(_ place: (lines: Int, page: Int, y: Int)) async throws {
    let text = (0..<place.lines).map { "<p>a\($0)</p>" }.joined()
    let pagination = try await SmallBook(
      css: "i { font-style: normal; position: absolute; background: red; bottom: 20pt }"
    ).set(text + "<i style='display: block'>b</i>")
    let drawer = SVGPageDrawer(pagination)
    let page = try #require(pagination.pages.dropFirst(place.page).first)
    let svg = String(decoding: try drawer.svg(of: page, in: pagination), as: UTF8.self)
    #expect(svg.contains(red(0, place.y, 10, 10)))
    #expect(pagination.pages.count == (place.lines < 10 ? 1 : 2))
    #expect(pagination.findings.map(\.rule) == (place.lines > 7 ? [.unsupportedLayout] : []))
  }

  @Test("a box at the foot of a page stays over a picture")
  func overPicture() async throws {
    let image = "<img style='display: block' src=\"\(SmallBook.drawing(100, 120))\" alt=''/>"
    let (pagination, svg) = try await page(image + "<i>b</i>", css: "i { bottom: 20pt }")
    #expect(svg.contains(red(0, 70, 10, 10)))
    #expect(pagination.findings.isEmpty)
  }
}
