import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Faults of pages that real books showed, each with its smallest case, in the square font.
@Suite("found in books")
struct FoundInBooksTests {
  /// The texts of the notes at the feet of pages.
  private func notes(
    _ body: String, css: String = ""
  ) async throws -> (pagination: Pagination, notes: [AttributedText]) {
    let pagination = try await Press(css: css).set(body) { $0.notes = .foot }
    return (pagination, pagination.chapters.flatMap(\.text.notes).map(\.text))
  }

  @Test("the number of a note that is its link back stays, an arrow does not")
  func noteNumbers() async throws {
    let found = try await notes(
      """
      <p>a<a epub:type='noteref' role='doc-noteref' id='r1' href='#n1'>1</a>\
      <a epub:type='noteref' id='r2' href='#n2'>2</a></p>\
      <aside epub:type='footnote' id='n1'><p><a role='doc-backlink' href='#r1'>1</a>. b</p></aside>\
      <aside epub:type='footnote' id='n2'><p>c <a href='#r2'>\u{21A9}</a></p></aside>
      """)
    #expect(
      found.notes.map { $0.string.trimmingCharacters(in: .whitespaces) } == ["1. b", "2.\u{A0}c"])
  }

  @Test("the last words of a note are left out that only lead back to its call")
  func linkBack() async throws {
    let found = try await notes(
      """
      <p>a<a epub:type='noteref' id='r1' href='#n1'>1</a>\
      <sup id='r2'><a epub:type='noteref' href='#n2'>2</a></sup>\
      <a epub:type='noteref' id='r3' href='#n3'>3</a></p>\
      <aside id='n1'><p>b<a href='#r1'>back</a></p></aside>\
      <aside id='n2'><p>c <a href='#r1'>d</a> <a href='#r2'>Return to text</a></p></aside>\
      <aside id='n3'><p>e <a href='#r3'>f</a> g</p></aside>
      """)
    #expect(
      found.notes.map { $0.string.trimmingCharacters(in: .whitespaces) } == [
        "1.\u{A0}b", "2.\u{A0}c d", "3.\u{A0}e f g",
      ])
  }

  @Test("a link back that is also typed as a call does not call its text")
  func backLinkAsCall() async throws {
    let found = try await notes(
      """
      <p>a<a epub:type='noteref' id='r1' href='#n1'>1</a> d</p><aside epub:type='footnote' id='n1'>\
      <p><a epub:type='noteref' role='doc-backlink' href='#r1'>1</a> b</p></aside>
      """)
    #expect(found.notes.map(\.string) == ["1 b"])
    #expect(Press.lines(of: found.pagination).joined().first == "a1 d")
  }

  @Test("a note at the foot has the typeface and the colour of the text around its own place")
  func noteStyle() async throws {
    let found = try await notes(
      "<div><p>a<a epub:type='noteref' href='#n'>1</a></p><aside id='n'><p>b</p></aside></div>",
      css: "body { color: red } div { font-style: italic }")
    let style = try #require(found.notes.first).style(at: 3).style.text
    #expect(style.color == Color(red: 255, green: 0, blue: 0))
    #expect(style.font.isItalic)
  }

  @Test("a section that its notes leave empty goes, with its title and its rule")
  func emptiedSection() async throws {
    let found = try await notes(
      """
      <p>a<a epub:type='noteref' href='#n'>1</a></p><h3>Notes</h3><section class='footnotes'><hr/>\
      <ol><li id='n'><p>b</p></li></ol></section>
      """)
    #expect(Press.lines(of: found.pagination) == [["a1"]])
  }

  @Test("text in a box that scrolls is broken, not cut off")
  func scroller() async throws {
    for css in [
      "pre { overflow: auto } code { overflow-wrap: normal }",
      "pre { overflow: scroll } code { white-space: nowrap }",
    ] {
      let lines = try await Press(css: css).lines("<pre><code>abcdefghijklmnop</code></pre>")
      #expect(lines.count == 1 && lines[0].count == 2 && lines[0].joined() == "abcdefghijklmnop")
    }
    let window = "html { overflow: scroll } body { overflow: auto } p { white-space: nowrap }"
    #expect(try await Press(css: window).lines("<p>abcdef ghijklm</p>") == [["abcdef ghijklm"]])
    let clipped = try await Press(css: "pre { overflow: hidden }").lines(
      "<pre>abcdefghijklmnop</pre>")
    #expect(clipped == [["abcdefghijklmnop"]])
  }

  @Test("a running head is one line, cut behind a word")
  func longHead() async throws {
    let css = """
      @page { margin: 20pt 0 0; @top-left { content: string(t) } } h1 { string-set: t content() }
      """
    /// The words above the text.
    func head(_ title: String) async throws -> String {
      let trace = String(
        decoding: try await Press(css: css).trace("<h1>\(title)</h1><p>a</p>", stage: .canvas),
        as: UTF8.self)
      let page = trace.components(separatedBy: "page 2")[0]
      let words = page.split(separator: "\n").compactMap { line -> Substring? in
        let parts = line.split(separator: " ")
        guard parts.count > 4, parts[0] == "run",
          let y = parts[1].split(separator: ",").last.flatMap({ Double($0) }), y < 20
        else { return nil }
        return line.split(separator: "\"")[1]
      }
      return words.joined()
    }
    #expect(try await head("ab cd") == "abcd")
    #expect(try await head("one two, three four five") == "onetwo…")
  }

  @Test("centred text is not hyphenated")
  func centred() async throws {
    let css = "p { hyphens: auto; text-align: center } .s { text-align: start }"
    let body = "aaaa presentation"
    #expect(try await Press(css: css).lines("<p>\(body)</p>")[0].first == "aaaa")
    #expect(try await Press(css: css).lines("<p class='s'>\(body)</p>")[0].first != "aaaa")
  }

  @Test("the space between ideographs stretches as well as word spaces")
  func ideographs() async throws {
    let pagination = try await Press(
      css: "p { text-align: justify }", page: Size(width: 95, height: 50)
    )
    .set("<p>\u{4E00} \u{4E8C}\u{4E09}\u{56DB}\u{4E94}\u{516D}\u{4E03}\u{516B}\u{4E5D}\u{5341}</p>")
    let line = Press.fragments(of: pagination)[0]
    #expect(line.letterExtra > 0)
    #expect(line.extra < 2048)
  }

  @Test("a row is kept with the one that its style asks for")
  func keptRows() async throws {
    let rows = (1...9).map { "<tr><td>\($0)</td></tr>" }.joined()
    let css = "td, th { padding: 0 } table { border-spacing: 0 } .k { break-after: avoid }"
    let lines = try await Press(css: css).lines(
      "<table>\(rows)<tr class='k'><td>k</td></tr><tr><td>x</td></tr></table>")
    #expect(lines.map(\.count) == [9, 2])
    let other = try await Press(css: css + " .b { break-before: avoid }").lines(
      "<table>\(rows)<tr><td>k</td></tr><tr class='b'><td>x</td></tr></table>")
    #expect(other.map(\.count) == [9, 2])
  }

  @Test("a heading is not left alone because the section behind it cannot be kept whole")
  func headingAlone() async throws {
    let text = (1...11).map { "a\($0)" }.joined(separator: "<br/>")
    for breaking in [PageBreaking.optimal, .firstFit] {
      let lines = try await Press(
        css: "section { break-inside: avoid } h1 { break-after: avoid }", pageBreaking: breaking
      ).lines("<section><h1>h</h1><section><p>\(text)</p></section></section>")
      #expect(lines.first?.prefix(2) == ["h", "a1"], "\(breaking)")
    }
  }

  @Test("a word that is a little larger does not add a line to the grid")
  func largerWord() async throws {
    let css =
      "body { baseline-grid: auto; line-height: 14pt } .l { font-size: 12pt; line-height: 17pt }"
    let pagination = try await Press(css: css).set("<p>a <span class='l'>b</span><br/>c</p>")
    #expect(Press.fragments(of: pagination).map(\.rect.height) == [14, 14])
    let large = try await Press(css: css).set(
      "<p>a <span style='font-size: 30pt; line-height: 1'>b</span><br/>c</p>")
    #expect(Press.fragments(of: large)[0].rect.height > 14)
  }

  @Test("a word that is too wide beside a float is below it, whole")
  func wordBesideFloat() async throws {
    let css = "div { float: right; width: 60pt; height: 20pt } p { overflow-wrap: break-word }"
    let pagination = try await Press(css: css).set("<div></div><p>abcdef gh</p>")
    #expect(Press.lines(of: pagination)[0].contains("abcdef gh"))
    #expect(!pagination.findings.contains { $0.rule == .brokenWord })
  }

  @Test("a rule with a height is as high on a grid")
  func rule() async throws {
    let css = """
      body { baseline-grid: auto; line-height: 10pt } \
      hr { border: none; height: 1pt; background: red; margin: 7pt 0; width: auto }
      """
    let svg = try Press.firstPage(of: try await Press(css: css).set("<p>a</p><hr/><p>b</p>"))
    #expect(svg.contains("height=\"1\" fill=\"#ff0000\""), "\(svg)")
  }

  @Test("cells lose padding before their words are divided")
  func squeezedPadding() async throws {
    let css = "table { border-spacing: 0 } td { padding: 0 8pt; overflow-wrap: break-word }"
    let lines = try await Press(css: css).lines(
      "<table><tr><td>abc</td><td>def</td><td>gh</td></tr></table>")
    #expect(lines == [["abc", "def", "gh"]])
  }

  @Test("cells that do not wrap are broken where they would overlap")
  func overlappingCells() async throws {
    let css = "table { border-spacing: 0 } td { padding: 0; white-space: nowrap }"
    let pagination = try await Press(css: css).set(
      "<table><tr><td>abc defg</td><td>hij klmn</td></tr></table>")
    #expect(Press.lines(of: pagination) == [["abc", "defg", "hij", "klmn"]])
    let one = try await Press(css: css).lines("<table><tr><td>abc defg</td></tr></table>")
    #expect(one == [["abc defg"]])
  }

  @Test("a float that fits at the end of the line before is beside that line")
  func floatAtLineEnd() async throws {
    let css = "i { float: right; width: 20pt; height: 10pt; font-style: normal; background: red }"
    let svg = try Press.firstPage(
      of: try await Press(css: css).set("<p>aaaa bb <i></i>cccc</p>"))
    #expect(svg.contains("<rect x=\"80\" y=\"0\" width=\"20\" height=\"10\" fill=\"#ff0000\""))
  }

  @Test("a cover as high as the viewport fills one page, whether its style is an attribute or not")
  func cover() async throws {
    let css = "@page { margin: 10pt 20pt } body { margin-bottom: 5pt; baseline-grid: auto }"
    for (more, attribute) in [("div { height: 100vh }", ""), ("", "style='height: 100vh'")] {
      let pagination = try await Press(css: css + more, page: Size(width: 100, height: 80)).set(
        "<div \(attribute)></div>")
      #expect(pagination.pages.count == 1, "\(more)\(attribute)")
    }
    let wide = try await Press(css: css + "p { width: 50vw; background: red }").set("<p>a</p>")
    #expect(try Press.firstPage(of: wide).contains("width=\"30\" height=\"10\" fill=\"#ff0000\""))
  }

  /// The system's fonts, and a face of EB Garamond in them; nil without that family.
  private static func garamond(
    _ isItalic: Bool, size: Length? = nil
  ) -> (fonts: FontLibrary, face: FontFace)? {
    let fonts = FontLibrary(usesSystemFonts: true, defaultFamilies: ["EB Garamond"])
    var request = FontRequest(families: ["EB Garamond"], isItalic: isItalic)
    request.size = size
    let face = try? fonts.matches(request).first?.face
    return face.flatMap { $0.family == "EB Garamond" ? (fonts, $0) : nil }
  }

  private static let lacksSmallCapitals =
    garamond(false).map { $0.face.covers(0x436) && !$0.face.hasSmallCapital(0x436) } ?? false

  @Test(
    "small capitals are made for letters of which the face has none",
    .enabled(if: lacksSmallCapitals, "needs an EB Garamond without Cyrillic small capitals"))
  func cyrillicSmallCapitals() async throws {
    let (fonts, face) = try #require(Self.garamond(false))
    #expect(face.hasSmallCapital(0x61))
    let press = Press(
      css: "p { font: small-caps 10pt 'EB Garamond' }", page: Size(width: 200, height: 100),
      fonts: fonts)
    let trace = String(
      decoding: try await press.trace("<p>\u{416}\u{436}a</p>", stage: .canvas), as: UTF8.self)
    let glyphs = trace.split(separator: "\n").filter { $0.contains("run ") }.compactMap {
      $0.split(separator: " ").last?.prefix { $0 != "@" }
    }
    // The capital, the same glyph again, and the small capital of the font.
    #expect(glyphs.count == 3 && glyphs[0] == glyphs[1] && glyphs[1] != glyphs[2], "\(trace)")
    let findings = try await press.set("<p>\u{436}</p>").findings
    #expect(findings.contains { $0.rule == .synthesizedFont })
  }

  @Test("a drawing keeps its proportions in a box of others, and has the colour of the text")
  func drawings() async throws {
    func image(_ attributes: String) async throws -> String {
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50' \(attributes)>"
        + "<path fill='currentColor' d='M0 0h9v9z'/></svg>"
      let svg = try Press.firstPage(
        of: try await Press(css: "p { color: blue } svg { width: 40pt; height: 40pt }").set(
          "<p>\(drawing)</p>"))
      let tag = try #require(svg.split(separator: "<").first { $0.hasPrefix("image") })
      return String(tag)
    }
    #expect(try await image("").contains("width=\"40\" height=\"20\""))
    // The box's size must not be in the drawing, too.
    let styled = try await image("style='width: 40pt; height: 40pt; fill: red'")
    let coded = try #require(styled.split(separator: "base64,").last).prefix { $0 != "\"" }
    let markup = String(decoding: try #require(Data(base64Encoded: String(coded))), as: UTF8.self)
    #expect(styled.contains("height=\"20\"") && markup.contains("fill: red"))
    #expect(!markup.contains("40pt"))
    #expect(try await image("preserveAspectRatio='none'").contains("width=\"40\" height=\"40\""))
    let data = try #require(try await image("").split(separator: "base64,").last)
    let bytes = try #require(Data(base64Encoded: String(data.prefix { $0 != "\"" })))
    #expect(String(decoding: bytes, as: UTF8.self).contains("color=\"rgb(0,0,255)\""))
  }

  /// The Cyrillic letters of the small italic are empty in Debian's EB Garamond.
  private static let hasBlankLetters =
    garamond(true, size: 8).map { own in
      own.face.glyph(for: 0x434).map { own.face.inkBox(of: $0) == nil } ?? false
    } ?? false

  @Test(
    "a letter whose glyph draws nothing comes from another face",
    .enabled(if: hasBlankLetters, "needs an EB Garamond with blank Cyrillic letters"))
  func blankLetter() throws {
    let (fonts, face) = try #require(Self.garamond(true, size: 8))
    #expect(!face.covers(0x434))
    let other = try #require(fonts.fallback(for: 0x434, like: face))
    #expect(other.family == face.family && other.covers(0x434))
  }

  @Test(
    "a book that resets the size of its root keeps the preset's size for the reader size",
    arguments: ["100%", "1em", "medium", "inherit", "initial", "unset"])
  func resetSize(_ size: String) async throws {
    var press = Press(css: "html, body, p { font-size: \(size) }")
    press.preset = "@text-style body { large: 20pt/20pt } html { text-style: body }"
    let pagination = try await press.set("<p>aa</p>")
    #expect(Press.fragments(of: pagination, page: 0).map(\.usedWidth) == [40 * 1024])
  }

  @Test(
    "a note is not begun below the rest of another one that fills the page",
    arguments: [PageBreaking.firstFit, .optimal])
  func noteBelowRest(_ breaking: PageBreaking) async throws {
    var press = Press(
      css: """
        u { float: footnote; text-decoration: none }
        ::footnote-marker, ::footnote-call { content: none }
        @page { @footnote { margin: 0; padding: 0; border: none } }
        """)
    press.pageBreaking = breaking
    let long = (10...99).map { "word\($0)" }.joined(separator: " ")
    let pagination = try await press.set(
      "<p>a<u>\(long)</u></p><p>b<u>second</u></p><p>c</p>")
    for page in pagination.pages {
      let (_, content) = try #require(pagination.layout(of: page))
      #expect(content.usedHeight <= 100 * 1024, "a note reaches below page \(page.number)")
    }
    #expect(try Press.noteWords(of: pagination).joined(separator: " ") == long + " second")
  }
}
