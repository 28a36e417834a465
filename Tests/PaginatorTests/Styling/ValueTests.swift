import Support
import Testing

@testable import Paginator

/// Values of CSS and where they end up, in the square font: every character is 10 points wide and high.
@Suite("Values")
struct ValueTests {
  private func texts(_ body: String, _ css: String = "") async throws -> [String] {
    try await SmallBook(css: css, page: Size(width: 200, height: 100)).lines(body).joined().map {
      $0
    }
  }

  @Test(
    "calculations have a type, and viewports of all kinds are the page (CSS Values 4)",
    arguments: [
      ("calc(10pt + 2)", nil), ("calc(2 * 3)", nil), ("calc(10pt * 2pt)", nil),
      ("calc(10pt + 2 * 5pt)", 20), ("min(10pt, 3)", nil), ("10svw", 20), ("10dvi", 20),
      ("10lvb", 10), ("10vmin", 10), ("10svx", nil),
    ] as [(String, Length?)])
  func lengths(value: String, points: Length?) async throws {
    let pagination = try await SmallBook(
      css: "p { margin-left: 5pt; margin-left: \(value) }", page: Size(width: 200, height: 100)
    ).set("<p>a</p>")
    #expect(SmallBook.fragments(of: pagination).map(\.usedRect.minX) == [points ?? 5])
    #expect(pagination.findings.isEmpty == (points != nil))
  }

  @Test(
    "alternative text is not set, and attr() has a fallback (CSS Content 3, CSS Values 5)",
    arguments: [
      ("'x' / 'alternative'", "xa"), ("attr(title, 'none')", "nonea"), ("attr(lang)", "a"),
      ("'y' /", "za"), ("attr('title')", "za"),
    ])
  func content(value: String, text: String) async throws {
    #expect(
      try await texts("<p>a</p>", "p::before { content: 'z'; content: \(value) }") == [text])
  }

  @Test(
    "an integer that is too large is the largest one (CSS Values 4, section 5.2)",
    arguments: [
      ("2147483647", "999999999a"), ("-99999999999999999999", "-999999999a"),
      ("calc(1e12 * 10)", "999999999a"), ("calc(0 / 0)", "0a"), ("999999998", "999999998a"),
    ])
  func largeIntegers(value: String, text: String) async throws {
    let css = "p::before { counter-reset: n \(value); content: counter(n) }"
    #expect(try await texts("<p>a</p>", css) == [text])
  }

  @Test("an empty declaration is invalid")
  func empty() async throws {
    let svg = try SmallBook.firstPage(
      of: try await SmallBook(css: "p { background: #f00; background: ; background:; }").set(
        "<p>a</p>")
    )
    #expect(svg.contains("#ff0000"))
  }

  @Test("of the sheets with titles, those of the first title apply")
  func titledSheets() async throws {
    let body = """
      <style title="a">p { margin-left: 10pt }</style><style title="b">p { margin-left: 20pt }</style>\
      <style title="a">p { margin-top: 30pt }</style><p>a</p>
      """
    let line = SmallBook.fragments(of: try await SmallBook().set(body))
    #expect(line.map(\.rect.minX) == [10] && line.map(\.rect.minY) == [30])
  }

  @Test("dir is read without regard to case, and a wbr in nobr is a place to break")
  func attributes() async throws {
    let right = SmallBook.fragments(of: try await SmallBook().set("<p dir='RTL'>a</p>"))
    #expect(right.map(\.usedRect.maxX) == [100])
    let broken = try await SmallBook(page: Size(width: 50, height: 100)).lines(
      "<p><nobr>aaa bb<wbr/>cc</nobr></p>")
    #expect(broken == [["aaa bb", "cc"]])
  }

  @Test("a first letter that floats leaves the first line to its paragraph")
  func floatedLetter() async throws {
    let css =
      "p::first-letter { float: left; font-size: 20pt } p::first-line { color: red } p { width: 60pt }"
    let svg = try SmallBook.firstPage(
      of: try await SmallBook(css: css, page: Size(width: 200, height: 100)).set(
        "<p>abcd efg hij</p>"))
    let colored = svg.split(separator: "\n").filter { $0.contains("fill=\"#ff0000\"") }
    #expect(colored.count >= 1 && colored.allSatisfy { !$0.contains("scale(0.02)") })
  }

  @Test("a float before the text has no first letter, nor has an empty first line")
  func firstLetters() async throws {
    let css = "p::first-letter { font-size: 20pt } p::before { float: left; content: 'x' }"
    let floated = try await SmallBook(css: css).set("<p>ab</p>")
    // The float comes first, then the line with the large letter.
    let heights = SmallBook.fragments(of: floated).map(\.rect.height)
    #expect(heights.count == 2 && heights[0] == 10 && heights[1] > 10)
    let broken = try await SmallBook(css: "p::first-letter { font-size: 20pt }").set(
      "<p><br/>ab</p>")
    #expect(SmallBook.fragments(of: broken).map(\.rect.height) == [10, 10])
  }

  @Test("a carriage return in preserved text is a space")
  func carriageReturn() async throws {
    #expect(try await texts("<pre>a&#13;b</pre>") == ["a b"])
  }

  @Test(
    "Hebrew words are divided at hyphens and soft hyphens (UAX #14 LB21a since Unicode 15.1)",
    arguments: ["\u{AD}", "-", "\u{5BE}"])
  func hebrew(mark: String) async throws {
    let word = "\u{5D0}\u{5D1}\u{5D2}"
    let lines = try await SmallBook(page: Size(width: 50, height: 100)).lines(
      "<p dir='rtl'>\(word)\(mark)\(word)</p>")
    #expect(lines.joined().count == 2)
  }

  @Test("letters join only letters that join, whatever font each is from")
  func joining() async throws {
    // EB Garamond has the marks and DejaVu Sans the letters.
    func last(_ text: String) async throws -> UInt16? {
      let pagination = try await SmallBook(
        css: "html { font-family: 'EB Garamond' }", fonts: FontLibrary()
      ).set("<p dir='rtl' lang='ar'>\(text)</p>", lang: "ar")
      let layout = try #require(pagination.chapters.first)
      let words = layout.glyphs.words
      let first = try #require(layout.segments.first { $0.kind == .word })
      let word = words[Int(first.word)]
      return layout.glyphs.glyphs[Int(word.firstGlyph)].id
    }
    let alone = try await last("\u{642}\u{627}\u{644}")
    #expect(try await last("\u{642}\u{627}\u{644}:") == alone)
    #expect(try await last("\u{642}\u{627}\u{644}\u{642}") != alone)
  }

  @Test("a fallback has the weight of the text, and one finding for a script")
  func fallback() async throws {
    let fonts = FontLibrary()
    let text = "\u{642}\u{627}\u{644}"
    let pagination = try await SmallBook(
      css: "html { font-family: 'EB Garamond' } b { font-weight: bold }", fonts: fonts
    ).set("<p>\(text) <b>\(text)</b></p>")
    let layout = try #require(pagination.chapters.first)
    let faces = layout.segments.filter { $0.kind == .word }.map { segment in
      layout.glyphs.faces[Int(layout.glyphs.words[Int(segment.word)].face)]
    }
    #expect(faces.first?.weight == 400 && faces.last?.weight == 700)
    let found = pagination.findings.filter {
      $0.rule == .fontFallback && $0.message.contains("Arab")
    }
    #expect(found.count == 2, "\(pagination.findings.map(\.message))")
  }

  @Test("a hyphen stands for a non-breaking hyphen that a font does not have")
  func nonBreakingHyphen() throws {
    let fonts = FontLibrary()
    let face = try #require(try fonts.matches(FontRequest(families: ["EB Garamond"])).first?.face)
    #expect(face.covers(0x2010) && face.covers(0x2011))
  }

  @Test(
    "the direction of `dir=auto` is that of the first letter, without inner elements of their own")
  func automaticDirection() async throws {
    let css = "p:dir(rtl) { margin-right: 10pt }"
    for (content, x) in [
      ("\u{5D0}\u{5D1} a", 50), ("1 \u{5D0} a", 40), ("a \u{5D0}", 0),
      ("<b dir='rtl'>\u{5D0}</b> a", 0), ("<bdi>\u{5D0}</bdi>a", 0), ("12", 0),
    ] {
      let lines = SmallBook.fragments(
        of: try await SmallBook(css: css).set("<p dir='auto'>\(content)</p>"))
      #expect(lines[0].usedRect.minX == Length(points: Double(x)), "\(content)")
    }
  }

  @Test("a process may have more than 65,535 inks")
  func inks() {
    func ink(_ number: Int) -> Ink {
      Ink(cyan: UInt16(number % 1000), magenta: UInt16(number / 1000), yellow: 7, black: 8)
    }
    let colors = (0..<66_000).map { Color(ink: ink($0)) }
    #expect(colors.indices.allSatisfy { colors[$0].ink == ink($0) })
  }
}
