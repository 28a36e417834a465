import Markup
import Support
import Testing

@testable import Paginator

/// Where boxes are, in the square font: every character is 10 points wide and high. The boxes that are
/// looked at are drawn red.
@Suite("Places of boxes")
struct BoxPlaceTests {
  /// The red rectangles of the first page.
  private func red(_ body: String, _ css: String) async throws -> [[Double]] {
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200)).set(body)
    let svg = try SmallBook.firstPage(of: pagination)
    return SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
  }

  @Test(
    "margins do not collapse through boxes that are set by themselves (CSS 2, section 8.3.1)",
    arguments: [
      "b { display: inline-block }", "b { float: left }",
      "b { position: absolute; top: 0; left: 0 }", "b { display: table-cell }",
    ])
  func ownContext(css: String) async throws {
    let css =
      css
      + " b { background: red; font-weight: normal } i { font-style: normal; display: block; margin: 10pt 0 }"
    #expect(try await red("<div><b><i>aa</i><i>bb</i></b></div>", css) == [[0, 0, 20, 50]])
  }

  @Test("empty tables at the ends of a block contain its floats and margins")
  func clearfix() async throws {
    let css = """
      div { background: red } div::before, div::after { content: ' '; display: table } \
      div::after { clear: both } b { float: left; width: 30pt; height: 30pt } p { margin: 10pt 0 }
      """
    #expect(
      try await red("<div><b></b></div><div><p>a</p></div>", css) == [
        [0, 0, 200, 30], [0, 30, 200, 30],
      ])
  }

  @Test(
    "an empty table has the size that it asks for",
    arguments: [
      "display: table", "display: inline-table", "display: table; float: left",
      "display: table; position: absolute; top: 0",
    ])
  func emptyTable(css: String) async throws {
    let css =
      "b { width: 30pt; height: 20pt; padding: 5pt; border-spacing: 9pt; background: red; \(css) }"
    #expect(try await red("<div><b></b></div>", css) == [[0, 0, 40, 30]])
  }

  @Test(
    "the height of a positioned box is a share of the block around it, with blocks that have a height"
  )
  func shareOfHeight() async throws {
    let css =
      "div { position: relative } div p { height: 40pt } b { position: absolute; background: red"
    for (own, box) in [
      ("height: 50%; width: 10pt", [0, 10, 10, 20]),
      ("bottom: 10pt; height: 25%; width: 10pt", [0, 30, 10, 10]),
    ] {
      #expect(
        try await red("<p>a</p><div><b></b><p></p></div><p>b</p>", "\(css); \(own) }") == [
          box.map(Double.init)
        ])
    }
  }

  @Test("text after a line break that clears floats is below them")
  func clearingBreak() async throws {
    let css =
      "b { float: left; width: 30pt; height: 40pt } br { clear: both } i { background: red; font-style: normal }"
    #expect(try await red("<p><b></b>aa<br/><i>bb</i></p>", css) == [[0, 40, 20, 10]])
  }

  @Test("center and align center the blocks in them")
  func centered() async throws {
    let css = "p { width: 40pt; background: red }"
    for (open, close, x) in [
      ("<center>", "</center>", 80), ("<div align='CENTER'>", "</div>", 80),
      ("<div align='right'>", "</div>", 160),
    ] {
      #expect(try await red("\(open)<p>a</p>\(close)", css) == [[Double(x), 0, 40, 10]])
    }
  }

  @Test(
    "a border box has its percentage padding inside its height (CSS 2, section 8.4)",
    arguments: ["height: 60pt", "min-height: 60pt", "float: left; height: 60pt"])
  func percentagePadding(height: String) async throws {
    // A tenth of the page's width, above and below.
    let css =
      "b { display: block; box-sizing: border-box; padding: 10%; width: 100pt; background: red }"
    #expect(
      try await red("<b style='\(height)'>a</b>", css) == [[0, 0, 100, 60]])
  }

  @Test("a table has its percentage padding inside its height")
  func paddedTable() async throws {
    let css = """
      table { height: 100pt; padding: 10%; border-spacing: 0; background: red } td { padding: 0 }
      """
    #expect(try await red("<table><tr><td>a</td></tr></table>", css) == [[0, 0, 50, 100]])
  }

  @Test("a float is as wide as the table in it with its borders, and as its columns need")
  func tableWithWidth() async throws {
    let css = """
      b { float: left; background: red } table { border-spacing: 0; box-sizing: content-box }
      td { padding: 0 }
      """
    for (table, width) in [
      ("width: 40pt; border: 5pt solid", 50.0), ("width: 40pt; padding: 10pt", 60),
      ("width: 10pt", 30),
    ] {
      let body = "<b><b><table style='\(table)'><tr><td>aaa</td></tr></table></b></b>"
      #expect(try await red(body, css).first?[2] == width, "\(table)")
    }
  }

  @Test("a table in a block from right to left is at its right")
  func rightToLeft() async throws {
    let css = "table { background: red; border-spacing: 0 } td { padding: 0 }"
    #expect(
      try await red("<div dir='rtl'><table><tr><td>aa</td></tr></table></div>", css)
        == [[180, 0, 20, 10]])
  }

  @Test("rows and cells get their share of a table's height")
  func rowShares() async throws {
    let css = """
      table { height: 100pt; border-spacing: 0 } td { padding: 0 } .r td { background: red }
      """
    for row in [
      "<tr class='r' style='height: 75%'><td>a</td></tr>",
      "<tr class='r'><td style='height: 75%'>a</td></tr>",
    ] {
      #expect(
        try await red("<table>\(row)<tr><td>b</td></tr></table>", css) == [[0, 0, 10, 75]])
    }
  }

  @Test("the width of a floated table is its share once")
  func floatedTable() async throws {
    let css =
      "table { float: left; width: 50%; background: red; border-spacing: 0 } td { padding: 0 }"
    #expect(try await red("<table><tr><td>a</td></tr></table><p>b</p>", css) == [[0, 0, 100, 10]])
  }

  @Test("a spanning cell widens its columns in proportion to their widths")
  func spanningCell() async throws {
    let css = "table { border-spacing: 0 } td { padding: 0 } .r { background: red }"
    let body = """
      <table><tr><td colspan="2">aaaaaaaa</td></tr><tr><td class="r">b</td><td>ccc</td></tr></table>
      """
    #expect(try await red(body, css) == [[0, 10, 20, 10]])
  }

  @Test("heights in percent need a height around them (CSS 2, section 10.5)")
  func percentHeights() async throws {
    let css = "b { display: inline-block; width: 20pt; height: 50%; background: red }"
    #expect(
      try await red("<div><div style='height: 60pt'><b></b></div></div>", css) == [[0, 0, 20, 30]])
    #expect(try await red("<div><div><b>a</b></div></div>", css) == [[0, 0, 20, 10]])
    let image =
      SmallBook.drawing(40, 40)
    let svg = "<img src=\"\(image)\" alt='' style='height: 50%; background: red'/>"
    #expect(
      try await red("<div><div>\(svg)</div></div>", "img { display: block }") == [[0, 0, 30, 30]])
    #expect(
      try await red("<div><div style='height: 40pt'>\(svg)</div></div>", "img { display: block }")
        == [[0, 0, 20, 20]])
  }

  @Test("raised text moves lines apart where it would reach the line before")
  func raised() async throws {
    for (rise, height) in [(5, 10), (15, 25)] {
      let css = "p { background: red } b { vertical-align: \(rise)pt; font-weight: normal }"
      #expect(try await red("<p>a<b>b</b></p>", css) == [[0, 0, 200, Double(height)]])
    }
  }

  @Test("lines under text are not drawn under boxes that are set by themselves")
  func underline() async throws {
    let css = "p { text-decoration: underline red }"
    for (own, isUnderlined) in [
      ("position: static", true), ("display: inline-block", false), ("float: left", false),
      ("position: absolute", false),
    ] {
      let body = "<p><span style='\(own)'>a</span></p>"
      let svg = try SmallBook.firstPage(of: try await SmallBook(css: css).set(body))
      #expect(svg.contains("#ff0000") == isUnderlined, "\(own)")
    }
  }

  @Test("a block that holds only a float is empty: margins collapse through it")
  func hollowBlock() async throws {
    let css =
      "p { margin: 10pt 0 } b { float: left; width: 20pt; height: 30pt; background: red } i { background: red; font-style: normal }"
    #expect(
      try await red("<div><p>a</p><p><b></b></p><p><i>c</i></p></div>", css)
        == [[0, 30, 20, 30], [20, 30, 10, 10]])
  }

  @Test("images and blocks that are a share of a box do not decide its width")
  func shares() async throws {
    let image =
      SmallBook.drawing(40, 40)
    let float = "div { float: left; background: red } img { width: 100%; vertical-align: bottom }"
    #expect(
      try await red("<div><img src=\"\(image)\" alt=''/></div>", float).first?[2] == 30)
    let block = "div { float: left; background: red } p { width: 50% }"
    #expect(try await red("<div><p>aaaa</p></div>", block).first?[2] == 40)
    // A column with a width keeps it, whatever the image in the other one asks for.
    let table =
      "table { width: 200pt; border-spacing: 0 } td { padding: 0 } .r { background: red } img { width: 100% }"
    let body =
      "<table><colgroup><col width='70%'/><col width='30%'/></colgroup><tr><td class='r'>aaa bbb ccc ddd</td><td><img src=\"\(image)\" alt=''/></td></tr></table>"
    #expect(try await red(body, table).first?[2] == 140)
  }

  @Test("a line that is too wide overflows at its end, however it is aligned")
  func overwide() async throws {
    for (css, x) in [
      ("text-align: right", 0), ("text-align: center", 0),
      ("direction: rtl; text-align: center", 160),
    ] {
      let found = try await red(
        "<div style='width: 20pt; margin-left: 160pt; \(css)'><i>aaaa</i></div>",
        "div { white-space: nowrap } i { background: red; font-style: normal }")
      #expect(found.first?[0] == Double(css.contains("rtl") ? 140 : 160), "\(css) \(x)")
    }
  }

  @Test("a box in a line whose text is broken by max-width is as wide as that")
  func brokenByMaxWidth() async throws {
    let css = "b { display: inline-block; max-width: 60pt; background: red; font-weight: normal }"
    #expect(try await red("<p><b>aaa bbbb cc</b></p>", css) == [[0, 0, 60, 30]])
  }

  @Test("a share of a table counts padding in, and spacing is part of spanning cells")
  func cellWidths() async throws {
    let css = "table { width: 200pt; border-spacing: 0 } .r { background: red }"
    #expect(
      try await red(
        "<table><tr><td class='r' style='width: 50%; padding: 0 10pt'>a</td><td>b</td></tr></table>",
        css
      ).first?[2] == 100)
    // In fixed layout, padding is added (CSS 2, section 17.5.2.1).
    #expect(
      try await red(
        "<table><tr><td class='r' style='width: 50%; padding: 0 10pt'>a</td><td>b</td></tr></table>",
        css + " table { table-layout: fixed }"
      ).first?[2] == 120)
    let spaced = "table { border-spacing: 10pt } td { padding: 0 } .r { background: red }"
    #expect(
      try await red(
        "<table><tr><td class='r' colspan='2'>aaaaa</td></tr><tr><td>bb</td><td>cc</td></tr></table>",
        spaced
      ).first?[2] == 50)
  }

  @Test("the height that is left goes to the rows without a height")
  func freeRows() async throws {
    let css = "table { height: 100pt; border-spacing: 0 } td { padding: 0 } .r { background: red }"
    #expect(
      try await red(
        "<table><tr style='height: 30pt'><td class='r'>a</td></tr><tr><td>b</td></tr></table>", css
      ) == [[0, 0, 10, 30]])
  }

  @Test("a table is wider than a narrow block around it before its words are cut")
  func wideTable() async throws {
    let css = "div { width: 30pt } table { border-spacing: 0 } td { padding: 0; background: red }"
    #expect(
      try await red("<div><table><tr><td>aaaaaa</td><td>b</td></tr></table></div>", css)
        == [[0, 0, 60, 10], [60, 0, 10, 10]])
  }

  @Test("text in a box that is wider than the page is a finding with its place")
  func wideBox() async throws {
    let pagination = try await SmallBook(css: "div { width: 300pt; text-align: right }").set(
      "<div>aaaa</div><div style='width: 90pt'>b</div>")
    #expect(pagination.findings.map(\.rule) == [.overfullBox])
    #expect(pagination.findings.first?.message.contains("aaaa") == true)
  }

  @Test("a negative margin does not take back a space that is not there")
  func spaced() async throws {
    let css =
      "b { letter-spacing: 5pt; margin-right: -5pt; font-weight: normal } i { background: red; font-style: normal }"
    #expect(try await red("<p><b>aa</b> <i>b</i></p>", css) == [[35, 0, 10, 10]])
  }

  private static let plainTable = "table { border-spacing: 0 } td { padding: 0 } "

  @Test("a share of a width that depends on the content is 0 or auto, and then refers to the width")
  func sharesOfContentWidth() async throws {
    let box = "<span style='display: inline-block; text-indent: 50%'>aa</span>"
    let indent = try await SmallBook().set("<p>\(box)</p>").chapters[0]
    let inner = try #require(indent.attachments[0])
    #expect(inner.nested?.lines.first?.usedX == 10 * 1024)
    let cell = try await LinePlace.pairs(
      "<table style='width: 80pt'><tr><td style='text-indent: 10%'>a</td></tr></table>",
      css: Self.plainTable)
    #expect(cell == [[8, 0]])
    let half = "<span style='display: inline-block; width: 50%'>a</span>"
    let inCell = try await SmallBook(css: Self.plainTable).set(
      "<table style='width: 80pt'><tr><td>\(half)</td></tr></table>")
    #expect(inCell.chapters[0].attachments[0]?.width == 40 * 1024)
    // The float is 60 points wide, whatever the margin in it.
    let float = try await LinePlace.pairs(
      "<div style='float: right'><p style='margin-left: 10%'>aaaaaa</p></div>")
    #expect(float == [[46, 0]])
  }

  @Test("a box in an item that cuts off its content does not cut off the item's marker")
  func markerOfClippedBox() async throws {
    let css = "ol { margin: 0; padding-left: 40pt } div { overflow: hidden }"
    let pagination = try await SmallBook(css: css).set("<p>x</p><ol><li><div>a</div></li></ol>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(!svg.contains("clip-path"))
    let whole = try await SmallBook(css: css + "li { overflow: hidden }").set(
      "<p>x</p><ol><li><div>a</div></li></ol>")
    #expect(try SmallBook.firstPage(of: whole).contains("clip-path"))
  }

  @Test(
    "what a reader could scroll to is not cut off, what is before the start of the box is",
    arguments: [
      ("hidden", "0", true), ("auto", "0", false), ("scroll", "0", false), ("auto", "-20pt", true),
    ])
  func scrolledParts(overflow: String, indent: String, isCut: Bool) async throws {
    let css = """
      div { overflow: \(overflow); width: 60pt } p { white-space: pre; overflow-wrap: normal; \
      text-indent: \(indent) } section { width: 100pt }
      """
    // A line of 80 points in a box of 60.
    let pagination = try await SmallBook(css: css).set(
      "<section><div><p>aaaaaaaa</p></div></section>")
    #expect(try SmallBook.firstPage(of: pagination).contains("clip-path") == isCut)
    // Wider than its box, or in front of the page.
    #expect(!pagination.findings.isEmpty)
  }

  @Test(
    "the outline of an empty block is where its border would be; margins collapse through it")
  func emptyOutline() async throws {
    let css = """
      p { margin: 10pt 0 } b { display: block; margin: 20pt 0 5pt 30pt; width: 0 } \
      b { outline: 5pt solid red } i { display: block; height: 1pt; background: red }
      """
    // The block is 20 below the first line, which ends at 20; the last one is no further away.
    let around = [[25.0, 35, 10, 5], [25, 40, 10, 5]]
    let found = try await red("<p>a</p><b></b><p>b</p><i></i>", css)
    #expect(found.filter { $0[2] == 10 } == around)
    // 20 + 20 + 10 for the line + 10 below it.
    #expect(found.last == [0, 60, 200, 1])
    // Margins collapse through the top of a block that is not apart: what is empty in it is there.
    let inside = try await red("<p>a</p><div><b></b><p>b</p></div>", css)
    #expect(inside.filter { $0[2] == 10 } == around)
    let apart = try await red("<p>a</p><div style='padding-top: 1pt'><b></b><p>b</p></div>", css)
    #expect(apart.filter { $0[2] == 10 } == [[25, 46, 10, 5], [25, 51, 10, 5]])
  }

  @Test("a box is as wide as the block with a width in it, wherever that is on the measure")
  func shrunkAroundWidth() async throws {
    let css = "div { float: left; background: red } b { display: block; width: 40pt; height: 10pt }"
    for style in ["margin-left: 20pt; direction: rtl", "margin-left: 20pt", "margin: 0 10pt"] {
      let body = "<div style='direction: rtl'><b style='\(style)'></b></div><p>a</p>"
      #expect(try await red(body, css) == [[0, 0, 60, 10]], "\(style)")
    }
    #expect(
      try await red("<div><b style='margin: 0 auto'></b></div><p>a</p>", css) == [[0, 0, 40, 10]])
  }

  @Test("a group of rows in a row is in a cell of its own (CSS 2, section 17.2.1)")
  func groupInRow() async throws {
    let css = """
      u { display: table-row } i { display: table-cell; background: red } \
      b { display: table-row-group }
      """
    #expect(
      try await red("<div><u><b>aa</b><i>b</i></u><u><i>c</i><i>d</i></u></div>", css) == [
        [20, 0, 10, 10], [0, 10, 20, 10], [20, 10, 10, 10],
      ])
  }
}

/// Where list markers are, and whether all are drawn.
@Suite("Places of markers")
struct MarkerPlaceTests {
  /// The words of the first page, each with its place.
  private func words(_ body: String) async throws -> [String] {
    let css = """
      ol { margin: 0; padding-left: 40pt } ol > li::marker { content: '*' } \
      ol ol > li::marker { content: '+' } ul { margin: 0; padding-inline-start: 40pt } \
      table { border-spacing: 0 } td { padding: 0 } p { margin: 0 }
      """
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200)).set(body)
    return try DrawingTrace(firstPageOf: pagination).text.split(separator: "\n").filter {
      $0.contains("text")
    }
    .map { String($0.drop { $0 == " " }.dropFirst(5)) }
  }

  @Test("an item that begins with a table has its marker next to the table's first line")
  func table() async throws {
    let found = try await words(
      "<ol><li><table><tr><td>aa</td></tr><tr><td>bb</td></tr></table></li></ol>")
    #expect(
      found == [
        "30,8 w 10 \"*\" generated", "40,8 w 20 \"aa\"", "40,18 w 20 \"bb\"",
      ])
  }

  @Test("an item that begins with an item has both markers on its line")
  func nested() async throws {
    let found = try await words("<ol><li><ol><li>aa</li></ol></li></ol>")
    #expect(
      found == [
        "30,8 w 10 \"*\" generated", "70,8 w 10 \"+\" generated", "80,8 w 20 \"aa\"",
      ])
  }

  @Test("a marker waits for the first line of its item")
  func emptyParagraph() async throws {
    let found = try await words("<ol><li><p></p><p>aa</p></li><li><p></p></li></ol>")
    #expect(
      found == [
        "30,8 w 10 \"*\" generated", "40,8 w 20 \"aa\"", "30,18 w 10 \"*\" generated",
      ])
  }

  @Test("a bullet outside its item ends half an em before it, a number as far as its space is wide")
  func bullet() async throws {
    func first(_ attributes: String) async throws -> String? {
      try await words("<ul \(attributes)><li>aa</li></ul>").first
    }
    #expect(try await first("")?.hasPrefix("25,8 w 10 \"•\"") == true)
    #expect(try await first("dir='rtl'")?.hasPrefix("165,8 w 10 \"•\"") == true)
    #expect(
      try await first("style='list-style-position: inside'")?.hasPrefix("40,8 w 10 \"•\"") == true)
    #expect(try await first("style='list-style-type: decimal'")?.hasPrefix("10,8 ") == true)
  }

  @Test(
    "a float or a positioned box does not move the marker",
    arguments: [
      ("float: left; width: 20pt", "60,8"), ("float: right; width: 20pt", "40,8"),
      ("float: right; width: 20pt; height: 20pt", "40,8"),
      ("position: absolute; left: 70pt", "40,8"),
    ])
  func float(style: String, place: String) async throws {
    for body in [
      "<ol><li><b style='\(style)'>c</b>aa</li></ol>",
      "<ol><li><p style='\(style)'>c</p><p>aa</p></li></ol>",
    ] {
      let found = try await words(body)
      #expect(found.contains("30,8 w 10 \"*\" generated"), "\(body): \(found)")
      #expect(found.contains("\(place) w 20 \"aa\""), "\(body): \(found)")
    }
  }

  @Test("an item in a float at the start of an item has its own marker, and the outer one its text")
  func itemInFloat() async throws {
    let found = try await words(
      "<ol><li><div style='float: right; width: 60pt'><ol><li>bb</li></ol></div>aa</li></ol>")
    #expect(
      found == [
        "170,8 w 10 \"+\" generated", "180,8 w 20 \"bb\"", "30,8 w 10 \"*\" generated",
        "40,8 w 20 \"aa\"",
      ])
  }

  @Test("an item of floats alone has its marker on its first line")
  func floatAlone() async throws {
    let found = try await words("<ol><li><b style='float: right'>c</b></li><li>aa</li></ol>")
    #expect(found.contains("30,8 w 10 \"*\" generated"), "\(found)")
    #expect(found.contains("30,18 w 10 \"*\" generated"), "\(found)")
  }
}
