import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Tables (CSS 2, chapter 17), in the square font.
@Suite("Tables")
struct TableTests {
  private func findings(_ body: String, css: String) async throws -> [Finding] {
    try await SmallBook(css: css).set(body).findings
  }

  @Test("a table that contains only text is as wide as the text")
  func loneText() async throws {
    let lines = try await SmallBook(css: "div { display: table }").lines("<div>aaaa bbb</div>")
    #expect(lines == [["aaaa bbb"]])
  }

  @Test("a cell that spans rows and is higher than a page goes on on the next pages")
  func tallSpan() async throws {
    let tall = (10...39).map { "a\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallBook(css: "td { padding: 0 } table { border-spacing: 0 }").set(
      "<table><tr><td rowspan='2'>\(tall)</td><td>b</td></tr><tr><td>c</td></tr></table><p>d</p>")
    let lines = SmallBook.lines(of: pagination)
    #expect(lines.count == 4)
    #expect(
      lines.joined().filter { $0.hasPrefix("a") } == (10...39).map { "a\($0)" })
    #expect(lines.joined().sorted().suffix(3) == ["b", "c", "d"])
    for page in pagination.pages.indices {
      #expect(
        SmallBook.fragments(of: pagination, page: page).allSatisfy { $0.rect.maxY <= 100 },
        "page \(page + 1)")
    }
  }

  @Test("the cells of a row on many pages are drawn in the order of their text on every page")
  func orderInCutRows() async throws {
    func cell(_ letter: String) -> String {
      "<td>" + (0..<60).map { "<p>\(letter)\($0)</p>" }.joined() + "</td>"
    }
    let table = "<table><tr>\(cell("a"))\(cell("b"))</tr></table>"
    let pagination = try await SmallBook(css: "td { padding: 0 }").set(table)
    let layout = pagination.chapters[0]
    #expect(layout.pages.count > 5)
    #expect(layout.pages.reduce(0) { $0 + $1.lines.count } == 120)
    for page in layout.pages {
      let starts = page.lines.map { layout.lines[$0].start }
      #expect(starts == starts.sorted())
    }
  }

  @Test("the marker of an item is beside it, whichever cell its list is in")
  func markersInCells() async throws {
    let css =
      "td, ul { padding: 0; margin: 0 } ul { padding-left: 20pt } table { border-spacing: 0 }"
    let table = "<table><tr><td>aaaa</td><td><ul><li>bb</li><li>cc</li></ul></td></tr></table>"
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 100)).set(table)
    let layout = pagination.chapters[0]
    for marker in layout.text.markers(of: layout.text.paragraphs[1]) {
      let box = try #require(layout.attachments[Int32(marker)])
      #expect(box.margin.right == 0, "from the item's line to the item's edge")
    }
  }

  @Test("the least height of a cell is its content's, as its height is")
  func leastHeight() async throws {
    func next(_ style: String) async throws -> Length? {
      let pagination = try await SmallBook(
        css: "td { \(style); padding: 10pt } table { border-spacing: 0 }"
      ).set("<table><tr><td>a</td></tr></table><p>b</p>")
      return SmallBook.fragments(of: pagination).last?.rect.minY
    }
    #expect(try await next("min-height: 40pt") == 60)
    #expect(try await next("height: 40pt") == 60)
    #expect(try await next("min-height: 40pt; box-sizing: border-box") == 40)
  }

  @Test("a percentage in a table without a width does not make it wider than its content needs")
  func percentages() async throws {
    let css = "td { padding: 0 } table { border-spacing: 0 } .a { width: 50% }"
    func starts(_ row: String, _ more: String = "") async throws -> [Length] {
      SmallBook.fragments(
        of: try await SmallBook(css: css + more).set("<table><tr>\(row)</tr></table>")
      ).map(\.usedRect.minX)
    }
    // The half that is left must hold 30 points.
    #expect(try await starts("<td class='a'>a</td><td>bb</td><td>c</td>") == [0, 30, 50])
    #expect(try await starts("<td class='a'>aaa</td><td>b</td>") == [0, 30])
    #expect(try await starts("<td class='a'>a</td><td>b</td>", "table { width: 80pt }") == [0, 40])
  }

  @Test("a collapsed column takes no room, and its cells are not drawn")
  func collapsedColumn() async throws {
    let pagination = try await SmallBook(
      css: "td { padding: 0 } table { border-spacing: 2pt } .c { visibility: collapse }"
    ).set(
      "<table><col/><col class='c'/><col/><tr><td>a</td><td>bbb</td><td>c</td></tr></table>")
    let lines = SmallBook.fragments(of: pagination)
    let shown = lines.filter { !$0.flags.contains(.isOffPage) }
    // The third column begins behind the spacing, the first column and the spacing again.
    #expect(shown.map(\.usedRect.minX) == [2, 14])
    #expect(lines.count == 3)
    #expect(pagination.findings.isEmpty)
  }

  @Test("a collapsed row takes no spacing, and cuts off the cells that reach into it")
  func collapsedRow() async throws {
    let pagination = try await SmallBook(
      css: "td { padding: 0 } table { border-spacing: 2pt } .c { visibility: collapse }"
    ).set(
      "<table><tr><td>a</td><td rowspan='2'>b<br/>b</td></tr><tr class='c'><td>x</td></tr>"
        + "<tr><td>c</td></tr></table>")
    let layout = try #require(pagination.layout(of: pagination.pages[0])?.0)
    let cut = try #require(layout.boxes.first { $0.isCut })
    #expect((cut.y, cut.height) == (2048, 10240))
    // 2 of spacing, 10 of the first row, 2 of spacing.
    #expect(layout.lines.last?.y == 14 * 1024)
  }

  @Test("a percentage of an image's height is a share of the given height around it")
  func imageHeight() async throws {
    let image =
      "<img alt='' style='height: 50%' src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/%3E\"/>"
    let lines = SmallBook.fragments(
      of: try await SmallBook(css: "body, p, div { line-height: 0 } td { padding: 0 }").set(
        "<div style='height: 10pt'><p>\(image)</p></div><div style='height: 30pt'>\(image)</div>"
          + image))
    // The first paragraph has no height of its own: its image has its natural height (CSS 2, section
    // 10.5). So has the last one: its body has no height either, whatever that of the page is.
    #expect(lines.map(\.rect.height) == [6, 15, 6])
  }

  @Test("a word that is wider than its column is broken, and is a finding with its place")
  func cutWord() async throws {
    let found = try await findings(
      "<table><tr><td>xxxxxxxxxxxxxx</td><td>yyyyyyyyyyyyyy</td></tr></table>",
      css: "td { padding: 0; overflow-wrap: break-word } table { border-spacing: 0 }")
    let cut = found.filter { $0.rule == .brokenWord }
    // 14 letters of 10 points in columns of 50: each word is cut twice.
    #expect(cut.map(\.count) == [2])
    #expect(cut.allSatisfy { $0.page == 1 && $0.location != nil })
  }

  @Test("cells that may not wrap and have no room wrap, which is one finding for each table")
  func unwrappable() async throws {
    let found = try await findings(
      "<table><tr><td>aaaa bbbb</td><td>cccc dddd</td></tr></table>",
      css: "td { padding: 0; white-space: nowrap } table { border-spacing: 0 }")
    #expect(found.map(\.rule) == [.brokenKeptText] && found[0].count == 2)
    #expect(found.allSatisfy { $0.page == 1 && $0.location != nil })
    let table = "<table><tr><td>aaaa bbbb</td><td>cccc dddd</td></tr></table>"
    let both = try await findings(table + table, css: "td { padding: 0; white-space: nowrap }")
    #expect(both.map(\.count) == [2, 2])
  }

  @Test("columns of short words keep their width when words of another must be cut")
  func shortColumns() async throws {
    let lines = try await SmallBook(
      css: "td { padding: 0; overflow-wrap: break-word; hyphens: none } table { border-spacing: 0 }"
    ).lines("<table><tr><td>a</td><td>b</td><td>cccccccccccccccc</td></tr></table>")
    // 100 points less 10 and 10: eight letters.
    #expect(lines[0].filter { $0.contains("c") } == ["cccccccc", "cccccccc"])
  }

  @Test("a column wider than an equal share keeps its word, if what is left is as wide")
  func mediumColumn() async throws {
    let lines = try await SmallBook(
      css: "td { padding: 0; overflow-wrap: break-word; hyphens: none } table { border-spacing: 0 }"
    ).lines("<table><tr><td>a</td><td>bbbb</td><td>cccccccccc</td></tr></table>")
    // 100 points less 10: 45 each for the two others, of which the words of one need 40.
    #expect(lines[0].sorted() == ["a", "bbbb", "ccccc", "ccccc"])
  }

  @Test("the cells of a row share a baseline, or follow their vertical-align")
  func baselines() async throws {
    let pagination = try await SmallBook(
      css: """
        table { border-spacing: 0 } td { padding: 0; vertical-align: baseline; width: 20pt }
        .l { font-size: 20pt; line-height: 20pt } .b { vertical-align: bottom }
        """
    ).set("<table><tr><td>a</td><td class='l'>b</td><td class='b'>c</td></tr></table>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.map { Length(rawValue: $0.y + $0.baseline) } == [16, 16, 18])
    // The baseline of the large letter is at 16 of 20, that of the last cell at 8 of its own 10.
  }

  @Test("a high row that would leave much of a page empty is split; a low row moves whole")
  func cutting() async throws {
    let high = (0..<16).map { "<p>\($0)</p>" }.joined()
    let css = "td { padding: 0 } table { border-spacing: 0 }"
    let cut = try await SmallBook(css: css, page: Size(width: 100, height: 200)).lines(
      "<p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><table><tr><td>\(high)</td></tr></table>")
    // A page has room for 6 + 14 lines, but four lines of the row are kept together on the next.
    #expect(cut.map(\.count) == [18, 4])
    let low = "<table><tr><td>\(String(repeating: "<p>y</p>", count: 6))</td></tr></table>"
    let whole = try await SmallBook(css: css, page: Size(width: 100, height: 200)).lines(
      String(repeating: "<p>x</p>", count: 15) + low)
    #expect(whole.map(\.count) == [15, 6])
  }

  @Test("an overfull line overflows; its spaces shrink by a third at most", arguments: ["p", "td"])
  func overfull(element: String) async throws {
    let inner = "<\(element) class='n'>aaaa bbbb cccc dddd</\(element)>"
    let body = element == "td" ? "<table><tr>\(inner)</tr></table>" : inner
    let pagination = try await SmallBook(
      css: ".n { white-space: nowrap; text-align: justify; padding: 0 }"
    ).set(body)
    let line = try #require(SmallBook.fragments(of: pagination).first)
    // Four words of 40 points and three spaces of 10, which shrink to two thirds at most.
    #expect(Length(rawValue: line.usedWidth) >= 179)
  }

  @Test("a repeated head has the row spacing that it has on its first page")
  func headSpacing() async throws {
    let rows = (1...9).map { "<tr><td>\($0)</td></tr>" }.joined()
    let pagination = try await SmallBook(
      css: "table { border-spacing: 0 5pt } td, th { padding: 0 }"
    ).set("<table><thead><tr><th>A</th></tr><tr><th>B</th></tr></thead>\(rows)</table>")
    #expect(SmallBook.lines(of: pagination).map { $0.prefix(2).joined() } == ["AB", "AB", "AB"])
    let tops = (0...2).map { SmallBook.fragments(of: pagination, page: $0).map(\.rect.minY) }
    // Rows of 10 points and 5 points between them.
    for page in tops {
      let steps = zip(page, page.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { $0 == 15 }, "\(page)")
    }
  }

  private static let plainCells = "td { padding: 0 } table { border-spacing: 0 } "

  private func overlaps(_ pagination: Pagination) throws -> [Finding] {
    let lint = PageLint(PageDrawer(pagination))
    return try pagination.chapters.indices.flatMap {
      try lint.findings(in: pagination.numbered($0))
    }.filter { $0.rule == .overlappingWords }
  }

  @Test("text in a cell that must not wrap wraps where its column has no room, and is a finding")
  func keptText() async throws {
    let pagination = try await SmallBook(css: Self.plainCells + "code { white-space: nowrap }").set(
      "<table><tr><td><code>aaaa bbbb</code></td><td>ccc</td></tr></table>")
    #expect(SmallBook.lines(of: pagination) == [["aaaa", "bbbb", "ccc"]])
    #expect(pagination.findings.map(\.rule) == [.brokenKeptText])
    #expect(try overlaps(pagination) == [])
  }

  @Test("words that are wider than the columns of a page are cut, whatever overflow-wrap says")
  func wideWords() async throws {
    let pagination = try await SmallBook(css: Self.plainCells).set(
      "<table><tr><td>xxxxxxxxxxxx</td><td>yyyyyyyyyyyy</td></tr></table>")
    #expect(pagination.findings.contains { $0.rule == .brokenWord })
    #expect(try overlaps(pagination) == [])
  }

  private static let plainTable = "table { border-spacing: 0 } td { padding: 0 } "

  @Test("a cell over several rows makes them higher in proportion; a row group has a height")
  func rowHeights() async throws {
    let css = Self.plainTable + "td { vertical-align: top }"
    let spans = try await LinePlace.pairs(
      "<table><tr><td rowspan='2' style='height: 60pt'>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
      css: css)
    #expect(spans == [[0, 0], [10, 0], [10, 30]])
    let group = try await LinePlace.pairs(
      "<table><tbody style='height: 50pt'><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>",
      css: css)
    #expect(group == [[0, 0], [0, 50]])
  }

  @Test("the rest of a table's height goes to its body, not to its head and foot")
  func bodyHeight() async throws {
    let css = Self.plainTable + "table { height: 90pt } td { vertical-align: top }"
    let rows = try await LinePlace.pairs(
      "<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>",
      css: css)
    #expect(rows.map { $0[1] } == [0, 10, 80])
  }

  @Test("columns without a width have that of their group")
  func columnGroup() async throws {
    let found = try await LinePlace.pairs(
      "<table><colgroup style='width: 40pt'><col/></colgroup><tr><td>a</td><td>b</td></tr></table>",
      css: Self.plainTable)
    #expect(found.map { $0[0] } == [0, 40])
  }

  @Test("the least width of a table in a line is its room in the line")
  func leastTable() async throws {
    let found = try await SmallBook(css: Self.plainTable).set(
      "<p>a<span style='display: inline-table; min-width: 60pt'>b</span>c</p>")
    #expect(found.chapters[0].attachments[0]?.width == 60 * 1024)
  }

  @Test(
    "a cell over two columns takes what is missing from the one without a width",
    arguments: [(4, [60.0, 20.0]), (9, [60, 30])])
  func spannedWidths(letters: Int, expected: [Double]) async throws {
    let found = try await SmallBook(css: Self.plainTable).set(
      "<table><tr><td style='width: 60pt'>a</td><td>bb</td></tr>"
        + "<tr><td colspan='2'>\(String(repeating: "c", count: letters))</td></tr></table>")
    let lines = SmallBook.fragments(of: found)
    #expect(lines.prefix(2).map(\.rect.width.points) == expected)
  }

  @Test("behind a cell over two rows is the background of the first one")
  func spannedBackground() async throws {
    let css =
      Self.plainTable + "td { height: 30pt } tr { background: red } tr + tr { background: blue }"
    let found = try await SmallBook(css: css).set(
      "<table><tr><td rowspan='2'>a</td><td>b</td></tr><tr><td>c</td></tr></table>")
    let boxes = found.chapters[0].boxes.map { [$0.x, $0.y, $0.width, $0.height].map { $0 / 1024 } }
    #expect(boxes == [[0, 0, 10, 60], [10, 0, 10, 30], [10, 30, 10, 30]])
  }
}

/// Findings do not depend on how the work is divided between jobs.
@Suite("Findings")
struct FindingTests {
  @Test("findings in style attributes are the same in every run, with any number of jobs")
  func sameFindings() async throws {
    let paragraph = (0..<12).map { "<p style='wobble: \($0 % 3)'>a</p>" }.joined()
    let documents = (0..<8).map { ("d\($0)", paragraph) }
    var reports: Set<[String]> = []
    for jobs in [1, 2, 3, 8, 2, 2, 2, 2, 2, 2] {
      try await SmallEPUB(documents: documents).withBook { book, options in
        var options = options
        options.jobs = jobs
        let found = try await paginate(book, options: options).findings
        reports.insert(
          found.filter { $0.rule == .unsupportedProperty }.map {
            "\($0.location?.path.split(separator: "/").last ?? ""):\($0.location?.column ?? 0)"
          })
      }
    }
    #expect(reports.count == 1)
    // One for the three different attributes in each of eight documents.
    #expect(reports.first?.count == 8)
  }

  @Test("of two equal borders that collapse, the left one and the upper one are drawn")
  func collapsedTies() async throws {
    let pagination = try await SmallBook(
      css: """
        table { border-collapse: collapse } td { border: 4pt solid #0000ff; padding: 0 }
        td + td { border-color: #00ff00 } tr + tr td { border-color: #ff0000 }
        """
    ).set("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>")
    let svg = try SmallBook.firstPage(of: pagination)
    let sides = svg.components(separatedBy: "<rect").dropFirst()
    func colors(_ place: String) -> Set<String> {
      Set(
        sides.filter { $0.hasPrefix(place) }.compactMap {
          $0.components(separatedBy: "fill=\"").last.map { String($0.prefix(7)) }
        })
    }
    // The border between the columns is blue in the first row and red in the second.
    #expect(colors(" x=\"14\" y=\"0\" width=\"4\"") == ["#0000ff"])
    #expect(colors(" x=\"14\" y=\"14\" width=\"4\"") == ["#ff0000"])
    // The border between the rows is blue in the first column and green in the second.
    #expect(colors(" x=\"0\" y=\"14\" width=\"18\"") == ["#0000ff"])
    #expect(colors(" x=\"14\" y=\"14\" width=\"18\"") == ["#00ff00"])
  }

  @Test("collapsed borders are drawn over the backgrounds, the widest last")
  func collapsedOrder() async throws {
    let pagination = try await SmallBook(
      css: """
        table { border-collapse: collapse } td { border: 4pt solid #0000ff; padding: 0 }
        .a { border-left: 8pt solid #ff0000 } p { background: #00ff00 }
        """
    ).set("<table><tr><td class='a'><p>a</p></td><td><p>b</p></td></tr></table>")
    let fills = try SmallBook.firstPage(of: pagination).components(separatedBy: "fill=\"").map {
      String($0.prefix(7))
    }.filter { ["#0000ff", "#ff0000", "#00ff00"].contains($0) }
    let runs = fills.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    #expect(runs == ["#00ff00", "#0000ff", "#ff0000"])
  }

  @Test("a foot written before other rows is behind them, and a head written behind them on top")
  func movedGroups() async throws {
    let book = SmallBook(
      css: "table { border-spacing: 0 } td { padding: 0 }", page: Size(width: 100, height: 30))
    func group(_ name: String, _ rows: String...) -> String {
      "<\(name)>" + rows.map { "<tr><td>\($0)</td></tr>" }.joined() + "</\(name)>"
    }
    let body = group("tbody", "a", "b", "c", "d")
    let rows = [["h", "a", "b"], ["h", "c", "d"], ["h", "f"]]
    let regular = try await book.set(
      "<table>\(group("thead", "h"))\(body)\(group("tfoot", "f"))</table>")
    #expect(SmallBook.lines(of: regular) == rows)
    let moved = try await book.set(
      "<table><caption></caption>\(group("tfoot", "f"))\(body)\(group("thead", "h"))</table>")
    #expect(SmallBook.lines(of: moved) == rows)
    #expect(moved.findings.filter { $0.rule == .unsupportedLayout }.isEmpty)
    // Source positions lead to the rows where they are now.
    let text = try #require(moved.chapters.first).text
    for offset in 0..<text.length {
      let source = try #require(text.source(of: offset))
      #expect(text.offset(ofNode: source.node, offset: source.offset) == offset)
    }
    // Only the first of several heads is the table's.
    let second = try await book.set(
      "<table>\(group("thead", "h"))\(group("tbody", "a"))\(group("thead", "i"))</table>")
    #expect(SmallBook.lines(of: second) == [["h", "a", "i"]])
  }

  @Test("a percentage of a cell that spans columns is shared by those without one")
  func spanningPercentage() async throws {
    let css = "td { padding: 0 } table { width: 80pt; border-spacing: 0 } .a { width: 75% }"
    let lines = SmallBook.fragments(
      of: try await SmallBook(css: css).set(
        "<table><tr><td class='a' colspan='2'>a</td><td>b</td></tr>"
          + "<tr><td>c</td><td>d</td><td>e</td></tr></table>"))
    #expect(lines.map(\.usedRect.minX) == [0, 60, 0, 30, 60])
  }

  @Test("a percentage as padding of a cell is a share of the table")
  func paddingPercentage() async throws {
    let css = "td { padding: 10% } table { width: 80pt; border-spacing: 0 }"
    let lines = SmallBook.fragments(
      of: try await SmallBook(css: css).set("<table><tr><td>a</td><td>b</td></tr></table>"))
    #expect(lines.map(\.usedRect.minX) == [8, 48])
    #expect(lines.map(\.rect.minY) == [8, 8])
  }

  @Test("percentages of columns with padding do not make a fixed table wider")
  func fixedPercentages() async throws {
    let css = "table { width: 80pt; border-spacing: 0; table-layout: fixed } td { padding: 0 5pt }"
    func places(_ widths: String...) async throws -> [Length] {
      let cells = widths.map { "<td style='width: \($0)'>a</td>" }.joined()
      let pagination = try await SmallBook(css: css).set("<table><tr>\(cells)</tr></table>")
      #expect(pagination.findings.isEmpty)
      return SmallBook.fragments(of: pagination).map(\.usedRect.minX)
    }
    // With their padding 50 points each, for which there are 40.
    #expect(try await places("50%", "50%") == [5, 45])
    // 70 and 50 points, for which there are 80 in proportion: 46 2/3.
    let both = try await places("75%", "50%")
    #expect(both[0] == 5 && abs(both[1].points - 51.667) < 0.01)
    // A length is kept.
    #expect(try await places("50pt", "50%") == [5, 65])
    // Where there is room, the padding is added to the percentage: 20 + 10 points.
    #expect(try await places("25%", "auto") == [5, 35])
  }

  @Test("a table in a line has its spacing on both sides")
  func inlineSpacing() async throws {
    let css = ".t { display: inline-table; border-spacing: 3pt } .c { display: table-cell }"
    let svg = try SmallBook.firstPage(
      of: try await SmallBook(css: css + " .c { background: red }").set(
        "<p>a<span class='t'><span class='c'>b</span><span class='c'>c</span></span>d</p>"))
    #expect(svg.contains("<rect x=\"13\" y=\"3\" width=\"10\""))
    #expect(svg.contains("<rect x=\"26\" y=\"3\" width=\"10\""))
    let lines = try await SmallBook(css: css).set(
      "<p>a<span class='t'><span class='c'>b</span><span class='c'>c</span></span>d</p>")
    #expect(SmallBook.fragments(of: lines)[0].usedRect.width == 49)
  }

  @Test("the margin below a caption collapses with the next one")
  func marginBelowCaption() async throws {
    let css = """
      td { padding: 0 } table { border-spacing: 0 } table, figure { margin: 20pt 0 } \
      p { margin: 15pt 0 } figure { display: table; border-bottom: 5pt solid } \
      .b { display: table-caption; caption-side: bottom }
      """
    func tops(_ body: String) async throws -> [Length] {
      let book = SmallBook(css: css, page: Size(width: 100, height: 200))
      return SmallBook.fragments(of: try await book.set(body)).map(\.rect.minY)
    }
    let cell = "<tr><td>b</td></tr>"
    let table = "<table><caption class='b'>c</caption>\(cell)</table><p>d</p>"
    // The larger margin: 20 points.
    #expect(try await tops(table) == [20, 30, 60])
    #expect(try await tops("\(table)<div><table>\(cell)</table></div>") == [20, 30, 60, 90])
    // The border is above the caption.
    let figure = "<figure>b<figcaption class='b'>c</figcaption></figure><p>d</p>"
    #expect(try await tops(figure) == [20, 35, 65])
    #expect(try await tops("<div style='border-bottom: 5pt solid'>\(table)</div>") == [20, 30, 60])
    let last = "<div style='border-bottom: 5pt solid'>\(table.dropLast(8))</div><p>d</p>"
    #expect(try await tops(last) == [20, 30, 80])
  }
}
