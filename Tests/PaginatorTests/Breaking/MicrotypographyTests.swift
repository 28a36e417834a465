import Foundation
import Support
import Testing

@testable import Paginator

/// Margin kerning, glyph scaling and letter spacing in justified lines. In the square font
/// characters are 10 points wide.
@Suite("Microtypography")
struct MicrotypographyTests {
  private func lines(
    _ body: String, css: String, width: Length = 102, text: String = "text-align: justify"
  ) async throws -> [LineFragment] {
    let pagination = try await SmallBook(
      css: "p { \(text); text-wrap: pretty; \(css) }", page: Size(width: width, height: 100)
    ).set(body)
    return SmallBook.fragments(of: pagination)
  }

  @Test("glyph scaling takes what its limit allows, and word spaces take the rest")
  func scaling() async throws {
    let plain = try await lines("<p>aaa aaa aa bbbbbbb</p>", css: "")
    #expect(plain[0].glyphStretch == 0)
    #expect(plain[0].usedRect.width == 102)
    // 8 letters: 2 % of 80 points are 1.6; the other 0.4 points go to two spaces.
    let wide = try await lines("<p>aaa aaa aa bbbbbbb</p>", css: "glyph-scaling-limit: 2%")
    #expect(wide[0].glyphStretch == 20)
    #expect(wide[0].usedRect.width == 102)
    #expect(abs(Double(wide[0].extra) / 1024 - 0.4) < 0.02)
    // Scaling goes in steps of half a percent; 0.5 points are 0.6 % of 80.
    let step = try await lines(
      "<p>aaa aaa aa bbbbbbb</p>", css: "glyph-scaling-limit: 2%", width: 100.5)
    #expect(step[0].glyphStretch == 5)
    #expect(step[0].usedRect.width == 100.5)
  }

  @Test("word spaces shrink a little further where glyphs and letters shrink too")
  func shrinkOfSpaces() async throws {
    // "aaaa aaaaaa" is 10 points too wide. Its ten letters give 5 and 1.5, its space 3.6; a third would be 3.33.
    let fine = try await lines(
      "<p>aaaa aaaaaa aaaa aaaa</p>",
      css: "glyph-scaling-limit: 5%; letter-spacing-limit: 0.015em", width: 100)
    #expect(fine.count == 2)
    #expect(fine[0].usedRect.width == 100)
    // Without them, 3.33 of the 3.5 that are missing.
    #expect(try await lines("<p>aaaa aaaa aaaa aaaa</p>", css: "", width: 86.5).count == 4)
  }

  @Test("a measure below justified-measure-min is set ragged, with natural word spaces")
  func narrowMeasure() async throws {
    let body = "<p lang='en'>aaa aaa aa bbbbbbb aaa aaa bbbbbb aa</p>"
    func extras(_ em: String) async throws -> [Int] {
      try await lines(body, css: "justified-measure-min: \(em); text-wrap: pretty; hyphens: auto")
        .dropLast().map { Int($0.extra) }
    }
    // The measure is 10.2 em of the square font's 10 points.
    #expect(try await extras("10.1").contains { $0 != 0 })
    #expect(try await extras("10.3").allSatisfy { $0 == 0 })
    let ragged = try await lines(
      body, css: "justified-measure-min: 10.3; text-align: justify; direction: rtl")
    // Right-to-left lines end at the right edge; the spare room is at the left.
    #expect(ragged.allSatisfy { $0.usedRect.maxX == 102 })
  }

  @Test("text that is not hyphenated is set ragged below 1.4 times justified-measure-min")
  func narrowMeasureWithoutHyphens() async throws {
    func isRagged(_ em: String, _ style: String, lang: String = "en") async throws -> Bool {
      try await lines(
        "<p lang='\(lang)'>aaa aaa aa bbbbbbb aaa aaa bbbbbb aa</p>",
        css: "justified-measure-min: \(em); text-wrap: pretty; \(style)"
      ).dropLast().allSatisfy { $0.extra == 0 }
    }
    // The measure is 10.2 em; 10.2 / 1.4 is 7.29.
    #expect(try await isRagged("7.3", "hyphens: none"))
    #expect(try await isRagged("7.3", "hyphens: auto", lang: "tlh"))
    #expect(try await !isRagged("7.2", "hyphens: none"))
    #expect(try await !isRagged("7.3", "hyphens: auto"))
  }

  @Test("margins and padding leave text the measure of measure-min, and lists the room of markers")
  func leastMeasure() async throws {
    func measures(_ em: String, _ css: String) async throws -> [Double] {
      let pagination = try await SmallBook(
        css: "body { measure-min: \(em) } \(css)", page: Size(width: 102, height: 100)
      ).set("<div><p>aa</p></div><ul><li>bb</li></ul>")
      return SmallBook.fragments(of: pagination).map { $0.rect.width.points }
    }
    // 102 points less 30 on each side are 42: 18 are missing to 6 em, which all sides share.
    let css = "div { margin: 0 20pt; padding: 0 10pt } ul { margin: 0; padding: 0 0 0 70pt }"
    #expect(try await measures("none", css) == [42, 32])
    #expect(try await measures("4", css) == [42, 40])
    #expect(try await measures("6", css) == [60, 60])
    // A list keeps 1.8 em for its markers.
    #expect(try await measures("20", css) == [102, 84])
    // A margin that is wider than all of the page.
    let wide = "div { margin-left: 200pt } ul { margin: 0; padding: 0 0 0 200pt }"
    #expect(try await measures("6", wide) == [60, 60])
    // A hanging first line keeps what it hangs into.
    let hanging = "p { padding-left: 80pt; text-indent: -20pt } ul { margin: 0; padding: 0 }"
    #expect(try await measures("20", hanging) == [82, 102])
  }

  @Test("letter spacing takes what its limit allows, and word spaces take the rest")
  func letterSpace() async throws {
    let lines = try await lines("<p>aaa aaa aa bbbbbbb</p>", css: "letter-spacing-limit: 0.01em")
    // 0.1 points after each of 8 letters; 1.2 points are left for the word spaces.
    #expect(abs(Double(lines[0].letterExtra) / 1024 - 0.1) < 0.001)
    #expect(abs(Double(lines[0].extra) / 1024 - 1.2) < 0.01)
    #expect(lines[0].usedRect.width == 102)
  }

  @Test("a line that is slightly too long shrinks and keeps its last word")
  func narrower() async throws {
    let lines = try await lines(
      "<p>aaa aaa aaa bbbbbbb</p>", css: "glyph-scaling-limit: 5%; letter-spacing-limit: 0.01em",
      width: 106)
    #expect(lines[0].end - lines[0].start == 12)
    #expect(lines[0].glyphStretch < 0)
    #expect(lines[0].usedRect.width == 106)
  }

  @Test("the penalty for short last lines makes them at least four times rarer")
  func scraps() async throws {
    var random = SeededRandom(seed: 7)
    let body = RandomProse(words: 20...60, letters: 1...9, of: "a").paragraphs(400, &random)
      .map { "<p>\($0.joined(separator: " "))</p>" }.joined()
    func scrapCount(_ penalty: Int) async throws -> Int {
      var book = SmallBook(
        css: "p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2% }",
        page: Size(width: 500, height: 100_000))
      book.breaking.shortLastLinePenalty = penalty
      return SmallBook.fragments(of: try await book.set(body)).count {
        $0.flags.contains(.isLastOfParagraph) && $0.usedRect.width < 50
      }
    }
    let (without, with) = (try await scrapCount(0), try await scrapCount(1000))
    #expect(without >= 8 && with * 4 <= without, "\(with) of \(without)")
  }

  @Test("a line is wider than its measure only if a finding says so", arguments: [11, 12, 13])
  func overfullLines(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let words = [
      "a", "of", "the", "whale", "newspapers", "representation", "understanding", "intelligence",
      "anvil-headed", "communication", "extraordinary", "and", "to",
      // 170 points that no hyphen divides.
      "12345678901234567",
    ]
    for width in stride(from: 150, through: 390, by: 40) {
      let body = (0..<60).map { _ in
        let count = Int.random(in: 12...40, using: &random)
        let chosen = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
        return "<p lang='en'>\(chosen.joined(separator: " "))</p>"
      }.joined()
      let pagination = try await SmallBook(
        css: """
          p { text-align: justify; text-wrap: pretty; hyphens: auto; glyph-scaling-limit: 4%;
          letter-spacing-limit: 0.02em }
          """,
        page: Size(width: Length(points: Double(width)), height: 100_000)
      ).set(body)
      let lines = SmallBook.fragments(of: pagination)
      let reported = Set(
        pagination.chapters[0].findings.filter { $0.rule == .overfullLine }
          .map { Int32($0.textOffset ?? -1) })
      let wide = lines.filter { $0.usedRect.width.points > Double(width) + 0.5 }
      #expect(lines.contains { $0.flags.contains(.isHyphenated) })
      #expect(wide.isEmpty == (width > 150))
      #expect(Set(wide.map(\.start)) == reported, "seed \(seed), width \(width)")
    }
  }

  @Test("ragged text, text-wrap: stable and elements without a limit keep their glyph widths")
  func others() async throws {
    let limits = "glyph-scaling-limit: 2%; letter-spacing-limit: 0.01em; margin-kerning: auto"
    let ragged = try await lines("<p>aaa aaa aa bbbbbbb</p>", css: limits, text: "text-align: left")
    #expect(ragged.allSatisfy { $0.glyphStretch == 0 && $0.letterExtra == 0 })
    let stable = try await lines("<p>aaa aaa aa bbbbbbb</p>", css: limits + "; text-wrap: stable")
    #expect(stable.allSatisfy { $0.glyphStretch == 0 && $0.letterExtra == 0 })
    // The code keeps its width: the other 5 letters take 2 % of 50 points, 1 of 2.
    let code = try await lines(
      "<p>aaa <code style='glyph-scaling-limit: none; font: inherit'>aaa</code> aa bbbbbbb</p>",
      css: "glyph-scaling-limit: 2%")
    #expect(code[0].glyphStretch == 20)
    #expect(abs(Double(code[0].extra) / 1024 - 1) < 0.02)
  }

  @Test("glyph scaling and letter spacing are limited, whatever the style says")
  func bounds() async throws {
    let lines = try await lines(
      "<p>aaa aaa aa bbbbbbb</p>", css: "glyph-scaling-limit: 90%; letter-spacing-limit: 9em",
      width: 108)
    #expect(lines[0].glyphStretch <= 50)
    #expect(lines[0].letterExtra <= 512)
  }

  @Test("margin-kerning-characters gives the edges of characters in percent of their widths")
  func marginCharacters() async throws {
    func lines(_ characters: String) async throws -> [LineFragment] {
      let css = "p { text-align: justify; text-wrap: pretty; margin-kerning: auto; \(characters) }"
      return SmallBook.fragments(
        of: try await SmallBook(css: css).set("<p>aaaa aaaaa. Tbb bb bbbbbbbbbb</p>"))
    }
    let plain = try await lines("")
    #expect(plain.map(\.usedX) == [0, 0, 0, 0] && plain[0].end == 5)
    // The first line holds its full stop in the margin, and a half of T is in it.
    let own = try await lines("margin-kerning-characters: '.,' 0% 100%, 'T' 50%")
    #expect(own.map(\.usedX) == [0, -5 * 1024, 0] && own[0].end == 12)
    let inwards = try await lines("margin-kerning-characters: '.' 0% 100%, 'T' -30% 0%")
    #expect(inwards[1].usedX == 3 * 1024)
  }

  @Test("stops, hyphens and quotation marks hang in the margin; letters with stems do not")
  func edges() throws {
    for family in ["EB Garamond", "DejaVu Sans"] {
      let face = try #require(
        try FontLibrary().matches(FontStyle(family, size: 11).request).first?.face)
      func share(_ character: Unicode.Scalar) throws -> ClosedRange<Int> {
        let glyph = try #require(face.glyph(for: character.value))
        let (edges, advance) = (face.opticalEdges(of: glyph), face.advance(of: glyph))
        let shares = [Int(edges.left) * 1000 / advance, Int(edges.right) * 1000 / advance]
        return shares.min()!...shares.max()!
      }
      // microtype's tables, by designers: 70 % of a stop, 50 % of a comma, 50 % of a hyphen.
      for character in [".", "-"] as [Unicode.Scalar] {
        #expect((400...750).contains(try share(character).lowerBound), "\(family) \(character)")
      }
      for character in [",", "\u{2019}"] as [Unicode.Scalar] {
        #expect((300...700).contains(try share(character).lowerBound), "\(family) \(character)")
      }
      #expect((150...500).contains(try share("\u{201D}").upperBound), "\(family)")
      for character in ["H", "n", "m", "b", "d"] as [Unicode.Scalar] {
        #expect(try share(character).upperBound < 30, "\(family) \(character)")
      }
      #expect(try share("T").upperBound < 120, "\(family)")
    }
  }

  @Test("italic-correction: auto adds room between a slanted letter and an upright one")
  func italics() async throws {
    func room(_ css: String, _ text: String) async throws -> Double {
      let line = try #require(try await runs("font-size: 100pt; \(css)", text).first)
      let (slanted, upright) = (line[0], line[1])
      return upright.origin.x.points - Self.end(of: slanted)
    }
    for text in ["<i>f</i>?", "<i>f</i>)", "<i>f</i>!", "<i><b>f</b></i>]"] {
      #expect(try await room("italic-correction: auto", text) > 3, "\(text)")
      #expect(abs(try await room("", text)) < 0.1, "\(text)")
    }
    // An exponent is beside the top of the letter, an index below it.
    let exponent = "<i>f</i><span style='font-size: 0.6em; vertical-align: 0.7em'>2</span>"
    #expect(try await room("italic-correction: auto", exponent) > 3)
    let index = "<i>f</i><span style='font-size: 0.6em; vertical-align: -0.9em'>2</span>"
    #expect(abs(try await room("italic-correction: auto", index)) < 0.1)
    // No room is added where there is enough, nor where upright text precedes slanted text.
    for text in ["<i>a</i>.", "(<i>a</i>", "<i>f</i> ?"] {
      #expect(abs(try await room("italic-correction: auto", text)) < 0.1, "\(text)")
    }
  }

  @Test(
    "italic-correction: auto adds room where a glyph of another face overlaps the one before it")
  func overlappingFaces() async throws {
    // The slash for small sizes is wider than its advance, and the face has no stress mark.
    func room(_ css: String, _ text: String) async throws -> Double {
      let line = try #require(try await runs("font-size: 8pt; \(css)", text).first)
      return line[1].origin.x.points - Self.end(of: line[0])
    }
    #expect(try await room("italic-correction: auto", "/\u{2C8}k") > 0.2)
    #expect(abs(try await room("", "/\u{2C8}k")) < 0.05)
    #expect(abs(try await room("italic-correction: auto", "[\u{2C8}k")) < 0.05)
  }

  /// Sets a paragraph in EB Garamond.
  /// - Returns: the glyph runs of every line, as they are drawn.
  private func runs(_ css: String, _ text: String = prose) async throws -> [[GlyphRun]] {
    var book = SmallBook(
      css: "p { text-align: justify; text-wrap: pretty; hyphens: auto; \(css) }",
      page: Size(width: 200, height: 300))
    book.preset = "html { font: 11pt/14pt 'EB Garamond' }"
    book.fonts = FontLibrary()
    let pagination = try await book.set("<p>\(text)</p>")
    var canvas = RunCollector()
    let drawer = PageDrawer(pagination)
    for page in pagination.pages {
      try drawer.draw(page, in: pagination.numbered(page.chapter), on: &canvas)
    }
    return canvas.lines
  }

  @Test("a line may be longer than its measure by what hangs in the margin")
  func fits() async throws {
    let text = "incomprehensibilities. incomprehensibilities."
    func set(_ css: String, width: Length) async throws -> Pagination {
      var book = SmallBook(
        css: "p { text-align: justify; text-wrap: pretty; \(css) }",
        page: Size(width: width, height: 100))
      book.preset = "html { font: 11pt/14pt 'EB Garamond' }"
      book.fonts = FontLibrary()
      return try await book.set("<p>\(text)</p>")
    }
    let word = SmallBook.fragments(of: try await set("", width: 110))[0].usedRect.width
    let narrow = word - 0.8
    let plain = try await set("", width: narrow)
    #expect(plain.findings.contains { $0.rule == .overfullLine })
    let kerned = try await set("margin-kerning: auto", width: narrow)
    #expect(!kerned.findings.contains { $0.rule == .overfullLine })
  }

  private static let prose = """
    It is a truth universally acknowledged, that a single man in possession of a good fortune, must \
    be in want of a wife. However little known the feelings or views of such a man may be on his \
    first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding \
    families, that he is considered as the rightful property of some one or other of their daughters.
    """

  @Test("each drawn run ends where the next begins, and a last stop or hyphen hangs in the margin")
  func drawn() async throws {
    // Commas everywhere, so that some lines end in one.
    let text = Self.prose.split(separator: " ").joined(separator: ", ")
    let lines = try await runs(
      "margin-kerning: auto; glyph-scaling-limit: 2%; letter-spacing-limit: 0.003em", text)
    #expect(lines.count > 5)
    #expect(lines.contains { $0.contains { $0.horizontalScale != 1 } })
    var outside = 0
    for line in lines.dropLast() {
      for (run, next) in zip(line, line.dropFirst()) {
        #expect(abs(Self.end(of: run) - next.origin.x.points) < 0.05)
      }
      // A trailing space hangs, and is drawn too.
      let last = try #require(line.last { !$0.isSpace })
      let beyond = Self.end(of: last) - 200
      #expect(beyond > -0.1 && beyond < 3)
      if ",.;-\u{2010}".utf16.contains(last.text.last ?? 0) || last.endsInHyphen {
        #expect(beyond > 0.4)
        outside += 1
      }
    }
    #expect(outside > 0)
    let plain = try await runs("")
    for line in plain.dropLast() {
      let last = try #require(line.last { !$0.isSpace })
      #expect(abs(Self.end(of: last) - 200) < 0.1)
    }
  }

  private static func end(of run: GlyphRun) -> Double {
    let last = run.glyphs.last.map { Double($0.x + $0.advance) } ?? 0
    return run.origin.x.points + last * run.size.points * run.horizontalScale
      / Double(run.face.metrics.unitsPerEm)
  }

  @Test(
    "beside a wide float, lines of less than justified-measure-min are ragged; below it, they are not"
  )
  func besideFloat() async throws {
    func extras(_ float: Int, _ least: Int = 8) async throws -> [Int] {
      try await lines(
        "<div></div><p lang='en'>aa bb cc dd ee ff gg hhh ii jjj kk ll mmm nn</p>",
        css:
          "hyphens: auto; justified-measure-min: \(least) } div { float: right; width: \(float)pt; height: 20pt"
      ).filter { $0.usedWidth > 0 }.map { Int($0.extra) }
    }
    // The measure is 102 points. Beside 50 are 5.2 em, less than 8: "aa bb" has two points left.
    #expect(try await extras(50).prefix(2) == [0, 0])
    #expect(try await extras(50).dropFirst(2).first != 0)
    #expect(try await extras(50, 5)[0] == 2 * 1024)
    // Beside 20 are 8.2 em, more than three quarters: the two spaces of "aa bb cc" share two points.
    #expect(try await extras(20, 10)[0] == 2 * 1024)
  }

  @Test("a line that is left short is not hyphenated")
  func hyphenInShortLine() async throws {
    func found(_ limit: String) async throws -> [String] {
      let css = "p { text-align: justify; text-wrap: pretty; hyphens: auto; \(limit) }"
      return try await SmallBook(css: css, page: Size(width: 140, height: 100))
        .lines("<p lang='en'>a lighthouse 22222222 333333333333</p>").flatMap { $0 }
    }
    // One space would have to stretch by 60 points in "a light-", or by 20 in "a lighthouse".
    let short = try await found("letter-spacing-limit: 0.01em")
    #expect(short == ["a lighthouse", "22222222", "333333333333"])
    #expect(try await found("") == ["a light", "house 22222222", "333333333333"])
  }
}

/// Collects the glyph runs of every line, as they are drawn.
struct RunCollector: Canvas {
  var lines: [[GlyphRun]] = []
  mutating func beginPage(_ page: CanvasPage) {}
  mutating func beginLine(_ line: CanvasLine) { lines.append([]) }
  mutating func draw(_ run: GlyphRun) { lines[lines.count - 1].append(run) }
  mutating func draw(_ image: ImageMark) {}
  mutating func draw(_ shapes: [PageShape]) {}
  mutating func endLine() {}
  mutating func endPage() {}
}
