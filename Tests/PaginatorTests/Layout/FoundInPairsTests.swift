import Markup
import Support
import Testing

@testable import Paginator

/// Faults that pairs of a test and a reference showed, each with its smallest case, in the square font:
/// ten points a letter, pages of 100 points.
@Suite("found in pairs of test and reference")
struct FoundInPairsTests {
  private func places(_ body: String, css: String = "") async throws -> [[Double]] {
    Press.fragments(of: try await Press(css: css).set(body)).map {
      [$0.usedRect.minX.points, $0.rect.minY.points]
    }
  }

  private static let table = "table { border-spacing: 0 } td { padding: 0 } "

  // MARK: Shares of a width that is being found (CSS Sizing 3, section 5.2)

  @Test("a share of a width that depends on the content is 0 or auto, and then refers to the width")
  func shares() async throws {
    let box = "<span style='display: inline-block; text-indent: 50%'>aa</span>"
    let indent = try await Press().set("<p>\(box)</p>").chapters[0]
    let inner = try #require(indent.attachments[0])
    #expect(inner.nested?.lines.first?.usedX == 10 * 1024)
    let cell = try await places(
      "<table style='width: 80pt'><tr><td style='text-indent: 10%'>a</td></tr></table>",
      css: Self.table)
    #expect(cell == [[8, 0]])
    let half = "<span style='display: inline-block; width: 50%'>a</span>"
    let inCell = try await Press(css: Self.table).set(
      "<table style='width: 80pt'><tr><td>\(half)</td></tr></table>")
    #expect(inCell.chapters[0].attachments[0]?.width == 40 * 1024)
    // The float is 60 points wide, whatever the margin in it.
    let float = try await places(
      "<div style='float: right'><p style='margin-left: 10%'>aaaaaa</p></div>")
    #expect(float == [[46, 0]])
  }

  // MARK: Beside floats (CSS 2, section 9.5)

  private static let floats = """
    <div style='float: left; width: 20pt; height: 20pt'></div>\
    <div style='float: right; width: 20pt; height: 40pt'></div>
    """

  @Test("a flow root or a table beside floats is at the first height where it fits")
  func firstFit() async throws {
    let css = Self.table + ".r { overflow: hidden; width: 80pt } table { width: 80pt }"
    for box in ["<div class='r'>a</div>", "<table><tr><td>a</td></tr></table>"] {
      #expect(try await places("<div>\(Self.floats)\(box)</div>", css: css).last == [0, 20])
    }
  }

  @Test(
    "a table's share of a width refers to the block around it, and its margin is under the float")
  func tableBesideFloat() async throws {
    let float = "<div style='float: left; width: 20pt; height: 20pt'></div>"
    let cell = "<tr><td>a</td></tr></table>"
    let whole = try await places("\(float)<table style='width: 100%'>\(cell)", css: Self.table)
    #expect(whole.last == [0, 20])
    let margin = try await places(
      "\(float)<table style='margin-left: 30pt'>\(cell)", css: Self.table)
    #expect(margin.last == [30, 0])
    let least = try await places(
      "\(float)<div style='overflow: hidden; min-width: 90pt'>a</div>")
    #expect(least.last == [0, 20])
  }

  // MARK: Tables

  @Test("a cell over several rows makes them higher in proportion; a row group has a height")
  func rowHeights() async throws {
    let css = Self.table + "td { vertical-align: top }"
    let spans = try await places(
      "<table><tr><td rowspan='2' style='height: 60pt'>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
      css: css)
    #expect(spans == [[0, 0], [10, 0], [10, 30]])
    let group = try await places(
      "<table><tbody style='height: 50pt'><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>",
      css: css)
    #expect(group == [[0, 0], [0, 50]])
  }

  @Test("the rest of a table's height goes to its body, not to its head and foot")
  func bodyHeight() async throws {
    let css = Self.table + "table { height: 90pt } td { vertical-align: top }"
    let rows = try await places(
      "<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>",
      css: css)
    #expect(rows.map { $0[1] } == [0, 10, 80])
  }

  @Test("columns without a width have that of their group")
  func columnGroup() async throws {
    let found = try await places(
      "<table><colgroup style='width: 40pt'><col/></colgroup><tr><td>a</td><td>b</td></tr></table>",
      css: Self.table)
    #expect(found.map { $0[0] } == [0, 40])
  }

  @Test("the least width of a table in a line is its room in the line")
  func leastTable() async throws {
    let found = try await Press(css: Self.table).set(
      "<p>a<span style='display: inline-table; min-width: 60pt'>b</span>c</p>")
    #expect(found.chapters[0].attachments[0]?.width == 60 * 1024)
  }

  @Test(
    "a cell over two columns takes what is missing from the one without a width",
    arguments: [(4, [60.0, 20.0]), (9, [60, 30])])
  func spannedWidths(letters: Int, expected: [Double]) async throws {
    let found = try await Press(css: Self.table).set(
      "<table><tr><td style='width: 60pt'>a</td><td>bb</td></tr>"
        + "<tr><td colspan='2'>\(String(repeating: "c", count: letters))</td></tr></table>")
    let lines = Press.fragments(of: found)
    #expect(lines.prefix(2).map(\.rect.width.points) == expected)
  }

  @Test("behind a cell over two rows is the background of the first one")
  func spannedBackground() async throws {
    let css = Self.table + "td { height: 30pt } tr { background: red } tr + tr { background: blue }"
    let found = try await Press(css: css).set(
      "<table><tr><td rowspan='2'>a</td><td>b</td></tr><tr><td>c</td></tr></table>")
    let boxes = found.chapters[0].boxes.map { [$0.x, $0.y, $0.width, $0.height].map { $0 / 1024 } }
    #expect(boxes == [[0, 0, 10, 60], [10, 0, 10, 30], [10, 30, 10, 30]])
  }

  // MARK: Positioned boxes (CSS 2, section 10.1)

  @Test("a box in a line or a float that holds only what is positioned is drawn, and is its area")
  func onlyPositioned() async throws {
    let inner = "<b style='position: absolute; right: 0; bottom: 0; font-weight: 400'>b</b>"
    let css = ".i { position: relative; width: 30pt; height: 40pt; background: red }"
    let line = try await Press(css: css).set(
      "<p>a<span class='i' style='display: inline-block'>\(inner)</span></p>")
    let box = try #require(line.chapters[0].attachments[0])
    #expect(box.height == 40 * 1024)
    #expect(box.nested?.boxes.map(\.height) == [40 * 1024])
    let float = try await Press(css: css).set(
      "<div class='i' style='float: left'>\(inner)</div><p>c</p>")
    let layout = float.chapters[0]
    #expect(layout.boxes.map { [$0.width, $0.height] } == [[30 * 1024, 40 * 1024]])
    let place = try #require(layout.attachments[0]?.float)
    let anchor = try #require(layout.lines.first)
    #expect([anchor.x + place.x, anchor.y + place.y] == [20 * 1024, 30 * 1024])
  }

  // MARK: Images (CSS 2, section 10.4)

  @Test(
    "the limits of an image's width and height act together",
    arguments: [
      ("max-width: 50pt; min-height: 40pt", 50.0, 40.0),
      ("min-width: 30pt; max-height: 10pt", 30, 10),
      ("max-width: 50pt; max-height: 40pt", 50, 25), ("max-width: 60pt; max-height: 20pt", 40, 20),
      ("max-width: 50pt", 50, 25), ("min-height: 60pt; max-width: 90pt", 90, 60),
    ])
  func imageLimits(css: String, width: Double, height: Double) async throws {
    // 80 by 40 points.
    let drawing =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='106.6667' height='53.3333' viewBox='0 0 2 1'/%3E"
    let pagination = try await Press(css: "img { \(css) }").set(
      "<p><img src=\"\(drawing)\" alt=''/></p>")
    let image = try #require(pagination.chapters[0].attachments[0])
    #expect(abs(Double(image.width) / 1024 - width) < 0.1)
    #expect(abs(Double(image.height) / 1024 - height) < 0.1)
  }

  // MARK: Styles

  @Test(
    "a background that is not well-formed is dropped as a whole",
    arguments: [
      "red no-repeat scroll fixed", "red left left", "red top 10px", "red repeat repeat repeat",
    ])
  func background(value: String) async throws {
    let pagination = try await Press(css: "p { background: lime; background: \(value) }").set(
      "<p>a</p>")
    let text = pagination.chapters[0].text
    let style = text.styles[Int(text.paragraphs[0].style)]
    #expect(style.box.background == Color(red: 0, green: 255, blue: 0))
    #expect(pagination.findings.contains { $0.rule == .unsupportedValue })
  }

  @Test("fields match the states that their attributes give them")
  func fields() async throws {
    let css = """
      b { display: none; font-weight: normal } :checked + b.c, :disabled + b.d, :enabled + b.e {
      display: inline } input { display: none }
      """
    func shown(_ field: String) async throws -> String {
      try await Press(css: css).lines(
        "<p>x\(field)<b class='c'>c</b>\(field)<b class='d'>d</b>\(field)<b class='e'>e</b></p>"
      )[0].joined()
    }
    #expect(try await shown("<input type='checkbox' checked='checked'/>") == "xce")
    #expect(try await shown("<input type='checkbox' disabled='disabled'/>") == "xd")
    #expect(try await shown("<input type='text' checked='checked'/>") == "xe")
    #expect(try await shown("<i></i>") == "x")
    let set = "<fieldset disabled='disabled' style='all: unset'>"
    let inside = try await Press(css: css).lines("\(set)<input/><b class='d'>d</b></fieldset>")
    #expect(inside == [["d"]])
  }

  @Test("a first letter inherits from the first line")
  func firstLetter() async throws {
    let pagination = try await Press(
      css: "p::first-line { color: blue } p::first-letter { font-size: 20pt }"
    ).set("<p>ab</p>")
    let style = pagination.chapters[0].text.style(at: 0).style.text
    #expect(style.color == Color(red: 0, green: 0, blue: 255))
  }

  @Test("the Greek word for 'or' keeps its accent in capitals")
  func greek() {
    var transformer = TextTransformer(.uppercase, upper: false, language: "el")
    var shown: [UInt32] = []
    for (index, scalar) in [0x3AE, 0x20, 0x3AE, 0x3B4, 0x3B7].enumerated() {
      let next: UInt32 = index == 0 || index == 1 ? 0x20 : 0x3B4
      transformer.add(UInt32(scalar), next: next) { shown.append($0) }
    }
    #expect(shown == [0x389, 0x20, 0x397, 0x394, 0x397])
  }

  @Test("a sigma before an apostrophe and a letter is not at the end of its word")
  func finalSigma() {
    let units = Array("ΑΣ ΑΣ'Α ΑΣ'".utf16)
    units.withUnsafeBufferPointer { units in
      let sigmas = units.indices.filter { units[$0] == TextTransformer.sigma }
      let next = sigmas.map { TextTransformer.passIgnored(units, from: $0 + 1) }
      #expect(next == [2, 6, units.count])
    }
  }

  @Test("a box in an item that cuts off its content does not cut off the item's marker")
  func markerOfClippedBox() async throws {
    let css = "ol { margin: 0; padding-left: 40pt } div { overflow: hidden }"
    let pagination = try await Press(css: css).set("<p>x</p><ol><li><div>a</div></li></ol>")
    let svg = try Press.firstPage(of: pagination)
    #expect(!svg.contains("clip-path"))
    let whole = try await Press(css: css + "li { overflow: hidden }").set(
      "<p>x</p><ol><li><div>a</div></li></ol>")
    #expect(try Press.firstPage(of: whole).contains("clip-path"))
  }

  // MARK: Pages

  @Test("--margin replaces the margins of the style; those of certain pages stay")
  func margins() async throws {
    let css = "@page { margin: 5pt } @page :first { margin-top: 30pt }"
    let pagination = try await Press(css: css).set("<p>a</p><p style='break-before: page'>b</p>") {
      $0.margin = Insets(top: 10, right: 10, bottom: 10, left: 10)
    }
    #expect(pagination.pages.map(\.contentRect.minY) == [30, 10])
    #expect(pagination.pages.map(\.contentRect.minX) == [10, 10])
  }

  @Test("a margin box that is drawn is as high as its area")
  func marginBox() async throws {
    let css = """
      @page { margin: 40pt 0 0; @top-left { content: 'x'; background: red; vertical-align: bottom } }
      """
    let pagination = try await Press(css: css).set("<p>a</p>")
    var furniture = FurnitureSetter(typesetter: Typesetter(fonts: try Press.squareFonts()))
    let box = try #require(try furniture.furniture(of: pagination.pages[0]).first)
    #expect(box.layout.boxes.first?.height == 40 * 1024)
    #expect(box.origin.y == 0)
    #expect(box.layout.lines.first?.y == 30 * 1024)
  }
}
