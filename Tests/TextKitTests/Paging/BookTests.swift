import EPUB
import Foundation
import Paginator
import Support
import Testing

/// Rows of TextKitRows.md, most of them tested with a book.
@Suite("TextKit: books")
struct TextKitBookTests {
  @Test("T3, T62: the CFI of every page's start, and of every character, leads back to it")
  func cfis() async throws {
    let pagination = try await SmallBook(page: Size(width: 100, height: 30)).set(
      "<p>one two <b>three</b> four</p><p>five <i>six</i>&#x1F469;&#x200D;&#x1F680; seven</p>"
        .repeated(8))
    #expect(pagination.pages.count > 3)
    for page in pagination.pages {
      let start = try #require(pagination.start(of: page))
      let cfi = try #require(start.cfi)
      let back = try #require(pagination.location(cfi: cfi))
      #expect(back.offset == start.offset && back.page.number == page.number)
    }
    let layout = pagination.chapters[0]
    for offset in 0..<layout.text.length where layout.text.source(of: offset) != nil {
      let location = try #require(pagination.location(ofOffset: offset, inChapter: 0))
      let cfi = try #require(location.cfi)
      let back = try #require(pagination.location(cfi: cfi))
      #expect(back.offset == location.offset)
    }
  }

  @Test("T62, T63: positions are ordered as the text is, and what is outside is nil")
  func order() async throws {
    let pagination = try await SmallBook().set("<p id='a'>one</p><p id='b'>two</p>")
    let a = try #require(pagination.location(id: "a"))
    let b = try #require(pagination.location(id: "b"))
    #expect(a.offset < b.offset)
    #expect(pagination.location(id: "c") == nil)
    #expect(pagination.location(cfi: "epubcfi(/4/200/1:0)") == nil)
    #expect(pagination.location(ofOffset: 10_000, inChapter: 0) == nil)
  }

  @Test(
    "T7: a character that its fonts lack gets one that has it, as an attribute, and is reported")
  func fontFixing() async throws {
    let fonts = FontLibrary()
    let attributes = TextAttributes(font: FontStyle("EB Garamond", size: 11))
    let storage = TextStorage("a א b", attributes: attributes)
    storage.passes = [FontFixingPass(fonts: fonts)]
    storage.edited(.characters, range: 0..<storage.length, changeInLength: 0)
    let fixed = storage.attributes(at: 2)
    #expect(fixed.effectiveRange == 2..<3)
    #expect(fixed.attributes.font.families.first != "EB Garamond")
    #expect(storage.attributes(at: 0).attributes.font.families == ["EB Garamond"])
    #expect(fonts.findings.contains { $0.rule == .fontFallback })
    storage.replaceCharacters(in: 2..<3, with: "c")
    #expect(storage.attributes(at: 2).attributes.font.families == ["EB Garamond"])
    let missing = try await SmallBook().set("<p>a &#x5D0; b</p>")
    #expect(missing.findings.contains { $0.rule == .missingGlyph })
  }

  @Test("T8: the glyphs of a text stand for each of its characters once")
  func glyphsCoverText() throws {
    var attributes = TextAttributes(font: FontStyle("DejaVu Serif", size: 11))
    attributes.language = "en"
    let chain = try Chain(
      "office e\u{301} שלום 👩‍🚀 end\nnext", size: Size(width: 80, height: 40), attributes: attributes,
      fonts: Chain.serif)
    var count = [Int](repeating: 0, count: chain.storage.length)
    for run in try chain.frames().flatMap(\.lines).flatMap(\.runs) {
      var seen: Set<Int> = []
      for glyph in run.glyphs where seen.insert(glyph.characterIndex).inserted {
        for index in glyph.characterIndex..<glyph.characterIndex + glyph.characterCount {
          count[index] += 1
        }
      }
    }
    #expect(count == count.map { _ in 1 })
  }

  @Test("T18: a table goes over two pages between its rows, its head again on the second")
  func table() async throws {
    let row = "<tr><td>a</td><td>b</td><td>c</td></tr>"
    let pagination = try await SmallBook(
      css: "table { border-spacing: 0 } td, th { padding: 0; font-weight: 400 }",
      page: Size(width: 100, height: 30)
    ).set(
      "<table><thead><tr><th>H</th><th>I</th><th>J</th></tr></thead><tbody>\(row.repeated(4))</tbody></table>"
    )
    #expect(
      SmallBook.lines(of: pagination) == [
        ["H", "I", "J", "a", "b", "c", "a", "b", "c"],
        ["H", "I", "J", "a", "b", "c", "a", "b", "c"],
      ])
  }

  @Test("T22: kerning brings \"T\" and \"o\" together, and font-kerning: none does not")
  func kerning() throws {
    func width(_ string: String, kerns: Bool) throws -> Length {
      var attributes = TextAttributes(font: FontStyle("EB Garamond", size: 20))
      attributes.font.hasKerning = kerns
      return try TextMeasurement.size(
        of: AttributedText(string, attributes: attributes),
        typesetter: Typesetter(fonts: Chain.serif)
      ).width
    }
    let apart = try width("T", kerns: true) + width("o", kerns: true)
    #expect(try width("To", kerns: true) < apart)
    let plain = try width("To", kerns: false)
    // Two widths were rounded to the unit.
    #expect((plain - apart).rawValue.magnitude <= 2)
  }

  @Test("T23: \"ff\" is one glyph, but not across letter spacing or a zero-width non-joiner")
  func ligatures() throws {
    func glyphs(_ string: String, spacing: Length = 0) throws -> Int {
      var attributes = TextAttributes(font: FontStyle("DejaVu Serif", size: 20))
      attributes.letterSpacing = spacing
      return try LineTypesetter(
        AttributedText(string, attributes: attributes), typesetter: Typesetter(fonts: Chain.serif)
      ).line().glyphCount
    }
    #expect(try glyphs("off") == 2)
    #expect(try glyphs("off", spacing: 1) == 3)
    #expect(try glyphs("of\u{200C}f") >= 3)
  }

  @Test(
    "T24: every image of the source is on a page; one taller than the page is scaled, with a finding"
  )
  func images() async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='900'/>"
    let pagination = try await SmallBook(files: ["a.svg": Array(svg.utf8)]).set(
      "<p><img src='a.svg' alt=''/></p>".repeated(3))
    var count = 0
    for layout in pagination.chapters { count += layout.text.attachments.count }
    #expect(count == 3)
    #expect(pagination.pages.count == 3)
    #expect(pagination.findings.contains { $0.rule == .scaledImage })
  }

  @Test(
    "T25: words are divided by the patterns of their language, and no hyphen makes a line too long")
  func hyphenation() async throws {
    let pagination = try await SmallBook(
      css: "p { hyphens: auto; text-align: justify }", page: Size(width: 120, height: 500)
    ).set(
      "<p>a representation of the hyphenation of several considerable international words</p>")
    let layout = pagination.chapters[0]
    #expect(layout.lines.contains { $0.flags.contains(.isHyphenated) })
    for line in layout.lines { #expect(line.usedRect.width <= 120) }
    let divided = layout.lines.filter { $0.flags.contains(.showsHyphen) }.map {
      layout.text.string(in: Int($0.start)..<Int($0.end))
    }
    let points = [
      "rep", "resen", "repre", "represen", "representa", "hy", "hyphen", "hyphen­a", "hyphenation",
      "con", "consid", "consider", "in", "inter", "interna", "internation", "sev", "sever",
      "considerable",
    ]
    for line in divided {
      let last = line.split(separator: " ").last.map(String.init) ?? ""
      #expect(points.contains { last.hasSuffix($0) }, "\(last)-")
    }
  }

  @Test("T28: a raised note reference leaves the baselines where they are")
  func superscript() async throws {
    let body = "<p>aaaa bbbb cccc dddd</p>"
    let plain = try await SmallBook().set(body)
    let raised = try await SmallBook(css: "sup { vertical-align: super; font-size: 100% }").set(
      body.replacing("cccc", with: "cc<sup>1</sup>c"))
    #expect(
      raised.chapters[0].lines.map { $0.y + $0.baseline }
        == plain.chapters[0].lines.map { $0.y + $0.baseline })
  }

  @Test("T30: a text comes out of its archive as it went in: the same pages, the same bytes")
  func archive() async throws {
    let pagination = try await SmallBook().set(
      "<h1 id='x'>Head</h1><p>one <a href='#x'>two</a> <b>three</b></p><ul><li>a</li><li>b</li></ul><table><tr><td>c</td></tr></table>"
    )
    for layout in pagination.chapters {
      let bytes = try layout.text.archive()
      let read = try AttributedText(archive: bytes)
      #expect(try read.archive() == bytes)
      let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
      func lines(_ text: AttributedText) throws -> [LineFragment] {
        let storage = TextStorage(text)
        let manager = LayoutManager(storage: storage, typesetter: typesetter)
        manager.nextContainer = { _ in TextContainer(size: Size(width: 100, height: 100)) }
        return try manager.layOut(Chapter(text: text, start: .page)).lines
      }
      #expect(try lines(read).map(\.rect) == lines(layout.text).map(\.rect))
    }
    #expect(throws: BookError.self) { try AttributedText(archive: Array("{}".utf8)) }
    let other = String(decoding: try AttributedText("a").archive(), as: UTF8.self)
      .replacing("\"version\":1", with: "\"version\":9")
    #expect(throws: BookError.self) { try AttributedText(archive: Array(other.utf8)) }
    let damaged = String(decoding: try AttributedText("a").archive(), as: UTF8.self)
      .replacing("\"end\":1", with: "\"end\":7")
    #expect(throws: BookError.self) { try AttributedText(archive: Array(damaged.utf8)) }
  }

  @Test("T30: damage in the text of a box is found when the archive is read")
  func damagedInside() async throws {
    let pagination = try await SmallBook().set(
      "<p>a<span style='display: inline-block'>b</span></p>")
    let archive = String(decoding: try pagination.chapters[0].text.archive(), as: UTF8.self)
    #expect(throws: Never.self) { try AttributedText(archive: Array(archive.utf8)) }
    // The text of the box is one unit long, the one around it two.
    let damaged = archive.replacing("\"end\":1", with: "\"end\":7")
    #expect(damaged != archive)
    #expect(throws: BookError.self) { try AttributedText(archive: Array(damaged.utf8)) }
  }

  @Test("T30: an archive keeps every property of a text: background images, sizes of images")
  func completeArchive() async throws {
    for layout in try await Self.variedBook().chapters {
      let read = try AttributedText(archive: layout.text.archive())
      let isEqual = Self.storedProperties(of: read) == Self.storedProperties(of: layout.text)
      #expect(isEqual)
    }
  }

  /// Everything that is stored in a value, whether the archive knows it or not. A style is told where
  /// a text refers to it: the archive leaves out those to which nothing refers.
  private static func storedProperties(of value: Any, _ styles: [TextStyle] = []) -> String {
    if let units = value as? [UInt16] { return "\(units)" }
    let styles = (value as? AttributedText)?.styles ?? styles
    let children = Mirror(reflecting: value).children
    if children.isEmpty { return "\(value)" }
    let isOfFirstLine = children.contains { $0.label == "own" }
    return children.filter { $0.label != "styles" }.map { child in
      let label = child.label ?? ""
      let isStyle =
        ["style", "firstLineStyle", "own", "firstLine"].contains(label)
        || isOfFirstLine && label == "paragraph"
      guard isStyle, let index = child.value as? Int32, index >= 0 else {
        return " \(label):" + storedProperties(of: child.value, styles)
      }
      return " \(label):" + storedProperties(of: styles[Int(index)])
    }.joined()
  }

  /// Images, also in backgrounds, one of them with a width alone; first lines, a list, a note.
  private static func variedBook() async throws -> Pagination {
    try await SmallBook(
      css: """
        .b { background: url(x.svg) } p::first-line { font-weight: bold } i { float: footnote }
        """,
      files: [
        "x.svg": Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8),
        "y.svg": Array("<svg xmlns='http://www.w3.org/2000/svg' width='9'/>".utf8),
      ]
    ).set(
      """
      <p>one <b>two</b><i>note</i></p><ul><li>a</li></ul>\
      <p class='b'>b <img src='x.svg' alt=''/> <img src='y.svg' alt=''/></p>
      """)
  }

  @Test("T30: archives follow their schema, those of books and those of programs")
  func archiveSchema() async throws {
    let pagination = try await Self.variedBook()
    let storage = TextStorage("a\nb", attributes: Chain.attributes())
    storage.insert(TextAttachment(bounds: Rect(x: 0, y: 0, width: 5, height: 5)), at: 1)
    storage.modifyAttributes(in: 0..<1) {
      $0.link = "x"
      $0.effects = TextEffects()
    }
    for text in pagination.chapters.map(\.text) + [storage.text] {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("archive-\(UUID().uuidString).json")
      try Data(try text.archive()).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c",
        "import json,sys,jsonschema; jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))",
        file.path, Checkout.root.appendingPathComponent("Schemas/attributed-text.schema.json").path,
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test("T31: the reader's size picks a column of the text styles")
  func readerSizes() async throws {
    let css = try #require(Preset.css(named: "screen"))
    func size(_ readerSize: ReaderSize) async throws -> Length {
      let pagination = try await SmallBook(fonts: Chain.serif).set("<p>a</p>") {
        $0.preset = (name: "screen", css: css)
        $0.readerSize = readerSize
        $0.page = Size(width: 432, height: 648)
      }
      return pagination.chapters[0].text.style(at: 0).style.text.font.size
    }
    #expect(try await size(.large) == 17)
    #expect(try await size(.xSmall) == 14)
  }

  @Test("T36: every id and page break of the source is in the map with its page")
  func anchors() async throws {
    let pagination = try await SmallBook().set(
      "<p id='a'>one</p><p>two <span id='b' epub:type='pagebreak' title='7'/></p>")
    var map = PageMap(pagination)
    let json =
      try JSONSerialization.jsonObject(with: Data(map.json(versions: []))) as? [String: Any]
    let anchors = json?["anchors"] as? [[String: Any]] ?? []
    #expect(anchors.compactMap { $0["id"] as? String } == ["a", "b"])
    for anchor in anchors { #expect(anchor["page"] != nil) }
  }

  @Test("T56: glyphs are drawn where they are placed")
  func showGlyphs() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    let line = try LineTypesetter(
      AttributedText("ab", attributes: Chain.attributes()), typesetter: typesetter
    ).line()
    let glyphs = line.runs.flatMap(\.glyphs)
    #expect(glyphs.map(\.position.x) == [0, 10])
    #expect(glyphs.map(\.advance) == [10, 10])
  }

  @Test("T72: the text of the pages, one after the other, is the text of the book")
  func pageText() async throws {
    let pagination = try await SmallBook().set("<p>aaa bbb ccc</p>".repeated(20))
    var text = ""
    for page in pagination.pages {
      let (layout, content) = try #require(pagination.layout(of: page))
      text += layout.text.string(in: content.start..<content.end)
    }
    #expect(text == pagination.chapters.map { $0.text.string }.joined())
  }

  @Test("T70: a link on a page is an <a> in its SVG")
  func links() async throws {
    let pagination = try await SmallBook().set(
      "<p>see <a href='https://example.org/'>there</a></p>")
    let svg = try SVGPageDrawer(pagination).svg(
      of: pagination.pages[0], in: pagination)
    #expect(String(decoding: svg, as: UTF8.self).contains("<a href=\"https://example.org/\">"))
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
