import Support
import Testing

@testable import Paginator

@Suite("Layout")
struct LayoutTests {
  @Test("a line holds what fits, and the space at its end takes no room")
  func fill() async throws {
    // 10 characters of 10 points fit in 100.
    let lines = try await SmallBook().lines("<p>aaaa bbbbb cc dd</p>")
    #expect(lines == [["aaaa bbbbb", "cc dd"]])
  }

  @Test("lines are one line height apart, with half of the leading above the ascent")
  func baselines() async throws {
    let pagination = try await SmallBook(css: "p { line-height: 12pt }").set("<p>aaaa bbbbb cc</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines[0].rect.minY == 0)
    #expect(lines[1].rect.minY == 12)
    // Half of the 2 points of leading, then 8 of ascent.
    #expect(lines[0].baseline == 9 * 1024)
  }

  @Test("a superscript does not increase the height of its line")
  func superscript() async throws {
    let pagination = try await SmallBook().set("<p>aa<sup>1</sup> bb cc dd ee</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.map { $0.rect.height } == [10, 10])
  }

  @Test("adjoining margins collapse to the larger one")
  func margins() async throws {
    let pagination = try await SmallBook(css: "p { margin: 10pt 0 } .b { margin-top: 16pt }")
      .set("<div><p>a</p></div><div><p class='b'>b</p></div>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines[0].rect.minY == 10)
    #expect(lines[1].rect.minY == 36)  // 10 + 10 + 16
  }

  @Test("padding and border keep margins apart")
  func padding() async throws {
    let pagination = try await SmallBook(
      css: "div { padding: 5pt; border: 1pt solid } p { margin: 4pt 0 }"
    )
    .set("<div><p>a</p></div><p>b</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines[0].rect.minY == 10)  // 1 border + 5 padding + 4 margin
    #expect(lines[0].rect.minX == 6)
    #expect(lines[1].rect.minY == 34)  // 20 + 4 + 5 + 1, then 4 of margin
    let box = try #require(pagination.chapters[0].boxes.first)
    #expect(box.height == 30 * 1024)
  }

  @Test("orphans and widows move lines to the next page")
  func widowsAndOrphans() async throws {
    var book = SmallBook(css: "p { widows: 2; orphans: 2 }", page: Size(width: 100, height: 40))
    book.preset = ""
    // Five lines on pages of four: the fifth would be a widow.
    let lines = try await book.lines("<p>aaaaaaaa bbbbbbbb cccccccc dddddddd eeeeeeee</p>")
    #expect(lines.map(\.count) == [3, 2])
    // One line of the second paragraph would be an orphan at the foot.
    let next = try await book.lines(
      "<p>aaaaaaaa bbbbbbbb cccccccc</p><p>dddddddd eeeeeeee ffffffff</p>")
    #expect(next.map(\.count) == [3, 3])
  }

  @Test("a heading stays with the paragraph after it")
  func keepWithNext() async throws {
    let book = SmallBook(
      css: "h2 { font-size: 10pt; margin: 0; break-after: avoid } ",
      page: Size(width: 100, height: 40))
    let lines = try await book.lines("<p>a</p><p>b</p><p>c</p><h2>H</h2><p>d</p>")
    #expect(lines == [["a", "b", "c"], ["H", "d"]])
  }

  @Test("break-inside: avoid keeps a block together")
  func keepTogether() async throws {
    let book = SmallBook(css: "div { break-inside: avoid }", page: Size(width: 100, height: 40))
    let lines = try await book.lines("<p>a</p><p>b</p><div><p>c</p><p>d</p><p>e</p></div>")
    #expect(lines == [["a", "b"], ["c", "d", "e"]])
  }

  @Test("a top margin is dropped after an unforced page break and kept after a forced one")
  func marginsAtBreaks() async throws {
    let book = SmallBook(
      css: "p { margin-top: 10pt } .new { break-before: page }", page: Size(width: 100, height: 40))
    let pagination = try await book.set("<p>a</p><p>b</p><p>c</p><p class='new'>d</p>")
    #expect(SmallBook.fragments(of: pagination, page: 1).first?.rect.minY == 0)
    #expect(SmallBook.fragments(of: pagination, page: 2).first?.rect.minY == 10)
  }

  @Test("a recto start leaves a blank page")
  func recto() async throws {
    let pagination = try await SmallBook(css: ".r { break-before: right }").set(
      "<p>a</p><p class='r'>b</p>")
    #expect(pagination.pages.map(\.isBlank) == [false, true, false])
    #expect(pagination.pages.map { $0.side.rawValue } == ["right", "left", "right"])
  }

  @Test("the continuation of a paragraph is not indented again (E11)")
  func continuation() async throws {
    let book = SmallBook(css: "p { text-indent: 20pt }", page: Size(width: 100, height: 20))
    let pagination = try await book.set("<p>aaaaaa bbbbbbbb cccccccc dddddddd</p>")
    #expect(SmallBook.fragments(of: pagination, page: 0).first?.usedRect.minX == 20)
    #expect(SmallBook.fragments(of: pagination, page: 1).first?.usedRect.minX == 0)
  }

  @Test("justified lines end at the measure, the last one does not")
  func justification() async throws {
    let pagination = try await SmallBook(css: "p { text-align: justify }").set(
      "<p>aaa bb cc dddd ee</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.dropLast().allSatisfy { $0.usedRect.width == 100 })
    #expect(lines.last.map { $0.usedRect.width < 100 } == true)
  }

  @Test("::first-line sets the first line alone, and its text decides where that line ends")
  func firstLine() async throws {
    let pagination = try await SmallBook(css: "p::first-line { font-size: 20pt }")
      .set("<p>aa bb cc dd ee ff</p>")
    // Five characters of 20 points fit in 100, then ten of 10.
    #expect(SmallBook.lines(of: pagination) == [["aa bb", "cc dd ee", "ff"]])
    #expect(SmallBook.fragments(of: pagination).map { $0.usedRect.width } == [100, 80, 20])
  }

  @Test("text-justify: inter-character adds the same space between any two characters")
  func letterSpace() async throws {
    let css = "p { text-align: justify; text-justify: inter-character }"
    let pagination = try await SmallBook(css: css).set("<p>aaa bb ccccccccc</p>")
    let line = try #require(SmallBook.fragments(of: pagination).first)
    #expect(line.usedRect.width == 100)
    // 5 letters and a space of 10 points leave 40 of 100, for 5 places between characters; none of
    // it is behind the last letter. The space is between two places.
    #expect(line.letterExtra == 8 * 1024)
    #expect(line.extra == 8 * 1024)
  }

  @Test("a table breaks between rows and repeats its head (T18)")
  func tableHead() async throws {
    let rows = (1...4).map { "<tr><td>r\($0)</td></tr>" }.joined()
    let book = SmallBook(
      css: "table { border-spacing: 0 } td, th { padding: 0 }", page: Size(width: 100, height: 30))
    let pagination = try await book.set(
      "<table><thead><tr><th>H</th></tr></thead><tbody>\(rows)</tbody></table>")
    #expect(SmallBook.lines(of: pagination) == [["H", "r1", "r2"], ["H", "r3", "r4"]])
    let repeated = SmallBook.fragments(of: pagination, page: 1).map {
      $0.flags.contains(.isRepeated)
    }
    #expect(repeated == [true, false, false])
  }

  @Test("table columns are as wide as their content")
  func columns() async throws {
    let pagination = try await SmallBook(css: "table { border-spacing: 0 } td { padding: 0 }")
      .set("<table><tr><td>aaa</td><td>b</td></tr><tr><td>c</td><td>dd</td></tr></table>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.map { $0.usedRect.minX } == [0, 30, 0, 30])
    #expect(lines.map { $0.rect.minY } == [0, 0, 10, 10])
  }

  @Test("an image that is somewhat wider than its measure extends into the margins on both sides")
  func wideImage() async throws {
    let pagination = try await SmallBook(css: "img { width: 110%; margin-left: -5% }").set(
      "<p><img src=\"\(SmallBook.drawing(400, 100))\" alt='x'/></p>")
    let layout = pagination.chapters[0]
    let box = try #require(layout.attachments[0])
    // 105 points are what the margin box takes of the line.
    #expect(box.width == 105 * 1024)
    #expect(!pagination.findings.contains { $0.rule == .scaledImage })
    let huge = try await SmallBook(css: "img { width: 200% }").set(
      "<p><img src=\"\(SmallBook.drawing(400, 100))\" alt='x'/></p>")
    #expect(huge.findings.contains { $0.rule == .scaledImage })
  }

  @Test("an image taller than the page is scaled, with a finding")
  func tallImage() async throws {
    let svg =
      SmallBook.drawing(400, 4000)
    let pagination = try await SmallBook().set("<p><img src=\"\(svg)\" alt='x'/></p>")
    #expect(pagination.findings.contains { $0.rule == .scaledImage })
    #expect(pagination.pages.count == 1)
  }

  @Test("a missing image is a finding, and its alternative text is in its place")
  func missingImage() async throws {
    let files = ["broken.png": Array("text".utf8)]
    func lines(_ image: String, _ rule: Finding.Rule = .missingImage) async throws -> [String] {
      let pagination = try await SmallBook(files: files).set("<p>a\(image)b</p>")
      #expect(pagination.findings.contains { $0.rule == rule })
      return SmallBook.lines(of: pagination).flatMap { $0 }
    }
    #expect(try await lines("<img src='none.png' alt='x y'/>") == ["ax yb"])
    #expect(try await lines("<img src='broken.png' alt='x' width='90'/>", .brokenImage) == ["axb"])
    let block = "display: block; height: 50pt"
    #expect(
      try await lines("<img src='none.png' alt='x y' style='\(block)'/>") == ["a", "x y", "b"])
    // Without it, there is a placeholder.
    #expect(try await lines("<img src='none.png' alt=''/>") == ["a\u{FFFC}b"])
  }

  @Test("a list of options shows the selected ones, or the first one")
  func options() async throws {
    func shown(_ options: String, _ attributes: String = "") async throws -> String? {
      let pagination = try await SmallBook().set("<p><select \(attributes)>\(options)</select></p>")
      return pagination.chapters[0].attachments[0]?.nested?.text.string
        .filter { !$0.isWhitespace }
    }
    func options(_ selected: Set<Int>) -> String {
      (1...3).map { "<option\(selected.contains($0) ? " selected=''" : "")>\($0)</option>" }
        .joined()
    }
    #expect(try await shown(options([2])) == "2")
    #expect(try await shown(options([])) == "1")
    #expect(try await shown(options([1, 3]), "multiple=''") == "1,3")
    let groups = "<optgroup>\(options([]))</optgroup><optgroup>\(options([]))</optgroup>"
    #expect(try await shown(groups) == "1")
  }

  @Test("a container without height is an error, and so is one behind an endless one (E9, T11)")
  func containers() throws {
    let cache = ShapingCache(fonts: FontLibrary(usesSystemFonts: false))
    let storage = TextStorage(AttributedText())
    let typesetter = Typesetter(cache: cache, hyphenation: HyphenationLibrary())
    let manager = LayoutManager(storage: storage, typesetter: typesetter)
    #expect(throws: LayoutError.self) {
      try manager.add(TextContainer(size: Size(width: 100, height: 0)))
    }
    try manager.add(TextContainer(size: Size(width: 100, height: .infinite)))
    #expect(throws: LayoutError.self) {
      try manager.add(TextContainer(size: Size(width: 100, height: 100)))
    }
  }

  @Test("a table row taller than a page is cut between its lines, and none is lost")
  func tallRow() async throws {
    let cell = (1...25).map { "l\($0)" }.joined(separator: "<br/>")
    let pagination = try await SmallBook(
      css: "td { padding: 0 } table { border-spacing: 0; margin: 0 }"
    )
    .set("<table><tr><td>\(cell)</td><td>x</td></tr><tr><td>after</td></tr></table>")
    let lines = SmallBook.lines(of: pagination)
    // The second cell would be centered in its row, but is at the top where the row is divided.
    #expect(lines.map(\.count) == [11, 10, 6])
    #expect(lines[0].contains("x") && lines[1].first == "l11" && lines[2].last == "after")
    let all = lines.flatMap { $0 }
    #expect((1...25).allSatisfy { number in all.count { $0 == "l\(number)" } == 1 })
  }

  @Test("allow-end hangs a comma only if the line does not fit otherwise")
  func allowEnd() async throws {
    // A line holds ten characters. The first line has room for its comma; the second has not.
    let body = "<p>aaaa bbb, cccc ddddd, ee</p>"
    let css = "p { hanging-punctuation: allow-end; text-wrap: stable; text-align: left }"
    let pagination = try await SmallBook(preset: css).set(body)
    #expect(SmallBook.lines(of: pagination)[0] == ["aaaa bbb,", "cccc ddddd,", "ee"])
    let fragments = SmallBook.fragments(of: pagination)
    #expect(fragments.map(\.usedWidth) == [90 * 1024, 110 * 1024, 20 * 1024])
    #expect(!fragments[1].flags.contains(.isOverfull))
  }

  @Test("inline boxes are drawn with borders, which are open where a line break splits the box")
  func inlineBoxes() async throws {
    let pagination = try await SmallBook(
      css: "span { border: 1pt solid red; padding: 0 4pt } p { color: black }"
    ).set("<p>aa <span>bb cccc</span> d</p>")
    let svg = try SmallBook.firstPage(of: pagination)
    let sides = svg.split(separator: "<").filter {
      $0.contains("fill=\"#ff0000\"")
    }
    // Top, bottom and left on the first line; top, bottom and right on the second.
    #expect(sides.count == 6)
    #expect(sides.contains { $0.contains("x=\"30\" y=\"-1\" width=\"1\" height=\"12\"") })
  }

  @Test("a line may break before or after an inline block, next to any character (CSS Text 3, 5.1)")
  func boxesAtLineEnds() async throws {
    let book = SmallBook(css: "i { display: inline-block }", page: Size(width: 40, height: 100))
    for space in ["&#160;", "&#8239;", "&#8288;"] {
      let lines = try await book.lines("<p>ABC\(space)<i>CD</i></p>")[0]
      #expect(lines.count == 2 && lines[0].hasPrefix("ABC"), "\(space)")
    }
    #expect(try await book.lines("<p><i>ABCD</i>:</p>")[0].count == 2)
  }

  /// The left edges of the lines in a table's cells, in points.
  private func columns(_ table: String, css: String = "") async throws -> [Int] {
    let own = "table { border-spacing: 0; width: 90pt } td { padding: 0 }" + css
    let pagination = try await SmallBook(css: own).set(table)
    return SmallBook.fragments(of: pagination).map { Int($0.rect.minX.points) }
  }

  @Test("col elements and fixed table layout set the widths of columns")
  func columnWidths() async throws {
    let row = "<tr><td>a</td><td>bbb</td><td>c</td></tr>"
    let fixed = "table { table-layout: fixed }"
    #expect(try await columns("<table>\(row)</table>", css: fixed) == [0, 30, 60])
    let cols = "<col style='width: 50pt'/><col span='2'/>"
    #expect(try await columns("<table>\(cols)\(row)</table>", css: fixed) == [0, 50, 70])
    #expect(
      try await columns("<table><colgroup>\(cols)</colgroup>\(row)</table>", css: fixed)
        == [0, 50, 70])
    let cells = "<tr><td style='width: 10pt; padding: 0 5pt'>a</td><td>b</td><td>c</td></tr>"
    #expect(try await columns("<table>\(cells)</table>", css: fixed) == [5, 20, 55])
    // Without `fixed` a column gets its width too, but at least what its words need.
    #expect(
      try await columns("<table style='width: auto'><col style='width: 20pt'/>\(row)</table>")
        == [0, 20, 50])
    #expect(
      try await columns("<table style='width: auto'><col/><col style='width: 5pt'/>\(row)</table>")
        == [0, 10, 40])
    // An indent is part of the words at which it is: 10 + 20.
    let indented =
      "<tr><td><p style='text-indent: 10pt'>aa b</p></td><td>c</td></tr>"
    #expect(try await columns("<table style='width: 1pt'>\(indented)</table>") == [0, 0, 30])
    // A column is not wider than its `max-width`.
    let most = "<col style='width: 50pt; max-width: 20pt'/>"
    #expect(
      try await columns("<table style='width: auto'>\(most)\(row)</table>") == [0, 20, 50])
  }
}
