import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

@Suite("Styling")
struct StylingTests {
  /// The indents of the paragraphs in tens of points, which show the rule that won.
  private func indents(_ css: String, _ body: String) async throws -> [Int] {
    let pagination = try await SmallBook(css: css, page: Size(width: 900, height: 400)).set(body)
    return SmallBook.fragments(of: pagination).map { Int($0.usedRect.minX.points) / 10 }
  }

  @Test(
    "each selector matches its elements",
    arguments: [
      ("p", "1 1 1 1"), (".b", "0 1 0 0"), ("#c", "0 0 1 0"), ("p.b", "0 1 0 0"),
      ("[title]", "0 0 0 1"), ("[title~=\"two\"]", "0 0 0 1"), ("[title^=one]", "0 0 0 1"),
      ("[title$=two]", "0 0 0 1"), ("[title*=e]", "0 0 0 1"), ("div > p", "1 1 1 1"),
      ("body p", "1 1 1 1"), (".b + p", "0 0 1 0"), (".b ~ p", "0 0 1 1"),
      ("p:first-child", "1 0 0 0"), ("p:last-child", "0 0 0 1"), ("p:nth-child(2n+1)", "1 0 1 0"),
      ("p:nth-last-of-type(2)", "0 0 1 0"), ("p:not(.b)", "1 0 1 1"), (":is(.b, #c)", "0 1 1 0"),
      (":where(.b)", "0 1 0 0"), ("div:has(> .b) p", "1 1 1 1"), ("p:has(i)", "0 0 0 1"),
      ("p:lang(fr)", "0 0 1 0"), ("p:nth-child(1 of .b)", "0 1 0 0"),
      (":scope > body > div > .b", "0 1 0 0"), ("p:dir(ltr)", "1 1 1 1"), ("p:dir(rtl)", "0 0 0 0"),
      ("[ |title ]", "0 0 0 1"), ("[| title]", "0 0 0 0"), ("[* |title]", "0 0 0 0"),
    ])
  func selectors(selector: String, expected: String) async throws {
    let found = try await indents(
      "\(selector) { text-indent: 10pt } div, i, body { text-indent: 0 !important }",
      "<div><p>a</p><p class='b'>b</p><p id='c' lang='fr'>c</p><p title='one two'><i>d</i></p></div>"
    )
    #expect(found.map(String.init).joined(separator: " ") == expected)
  }

  @Test(
    "the end of a sheet closes what is open (CSS Syntax 3, section 5.4)",
    arguments: [
      "p:before { content: 'x", "p:before { content: 'x\\\n", "p:before { content: attr(title, 'x",
      "@media all { p:before { content: 'x' /*", "p:before { content: 'x'; background: url(y",
    ])
  func endOfSheet(css: String) async throws {
    let lines = try await SmallBook(css: css).lines("<p>a</p>")
    #expect(lines == [["xa"]])
  }

  @Test(
    "siblings with one name and the same attributes differ by place, content and parent",
    arguments: [
      ("p:first-child", "1 0 0 0 1 0"), ("p:is(:last-child)", "0 0 0 1 0 1"),
      ("p + p", "0 1 1 1 0 1"), ("p:not(p ~ p)", "1 0 0 0 1 0"),
      ("p:nth-of-type(3)", "0 0 1 0 0 0"), ("p:has(i)", "0 0 1 0 0 0"),
      ("p:not(:has(i))", "1 1 0 1 1 1"), ("p:empty", "0 0 0 0 0 0"),
      ("p:dir(rtl)", "0 0 0 1 0 0"), ("div + div p", "0 0 0 0 1 1"),
      ("div:first-child > p", "1 1 1 1 0 0"), (":where(p, i)", "1 1 1 1 1 1"),
      (":is(i, b) ", "0 0 0 0 0 0"), ("p:is(.k, p + p), p.k", "1 1 1 1 0 1"),
    ])
  func twins(selector: String, expected: String) async throws {
    let found = try await indents(
      "\(selector) { text-indent: 10pt } p { direction: ltr }"
        + " div, i, body { text-indent: 0 !important }",
      "<div><p class='k' dir='auto'>a</p><p class='k' dir='auto'>b</p>"
        + "<p class='k' dir='auto'><i>c</i></p><p class='k' dir='auto'>א</p></div>"
        + "<div><p>e</p><p>f</p></div>")
    #expect(found.map(String.init).joined(separator: " ") == expected)
  }

  @Test(
    "elements are told apart by the attributes that some rule asks for, wherever it asks",
    arguments: [
      ("#c", "0 0 1 0 0"), ("p:not(#c)", "1 1 0 1 1"), ("div:has(#c) p", "0 1 1 0 0"),
      ("p:not([title])", "1 1 1 0 0"), ("p:is([title=two], #a)", "1 0 0 0 1"),
      ("p:nth-child(1 of [title])", "0 0 0 1 1"), ("div + div > [title]", "0 0 0 1 1"),
      ("p:is(div + div > [title=two])", "0 0 0 0 1"), ("p:not(:is(.k, [title=one]))", "1 0 1 0 1"),
    ])
  func alike(selector: String, expected: String) async throws {
    let found = try await indents(
      "\(selector) { text-indent: 10pt } div, body { text-indent: 0 !important }",
      "<div><p id='a'>a</p></div><div><p id='b' class='k'>b</p><p id='c'>c</p></div>"
        + "<div><p id='d' title='one'>d</p></div><div><p id='e' title='two'>e</p></div>")
    #expect(found.map(String.init).joined(separator: " ") == expected)
  }

  @Test(
    "the selector of :has() begins at its element (Selectors 4, section 4.5)",
    arguments: [
      // The section is outside of the div.
      ("div:has(section p) > p", "0 0"), ("section:has(div p) p", "1 1"),
      ("section:has(> div > .b) p", "1 1"), ("section:has(> .b) p", "0 0"),
      ("p:has(+ .b i)", "1 0"), ("p:has(~ .b > i)", "1 0"), ("p:has(+ p u)", "0 0"),
      ("section:has(div:has(.b i)) p", "1 1"), ("p:has(> i)", "0 1"), ("p:has(i, + .b)", "1 1"),
      ("div:has(p + .b) p", "1 1"), ("div:has(p ~ p > i) p", "1 1"), ("div:has(+ p) p", "0 0"),
    ])
  func anchors(selector: String, expected: String) async throws {
    let found = try await indents(
      "\(selector) { text-indent: 10pt } div, i, body, section { text-indent: 0 !important }",
      "<section><div><p>a</p><p class='b'><i>b</i></p></div></section>")
    #expect(found.map(String.init).joined(separator: " ") == expected)
  }

  @Test("an empty lang attribute means that the language is not known")
  func unknownLanguage() async throws {
    let pagination = try await SmallBook().set("<p>a</p><p lang=''>b</p><p><b>c</b></p>")
    let text = try #require(pagination.chapters.first?.text)
    #expect(text.paragraphs.map { text.styles[Int($0.style)].text.language } == ["en", nil, "en"])
  }

  @Test(
    "colours of CSS Color 4: functions without commas, hwb(), system colours",
    arguments: [
      ("rgb(0 0 255)", "#0000ff"), ("rgb(100% 0% 0%)", "#ff0000"), ("rgb(0 128 0 / 1)", "#008000"),
      ("rgba(0, 0, 255, 100%)", "#0000ff"), ("hsl(120deg 100% 25%)", "#008000"),
      // The values are those that the definitions of the spaces give for sRGB's own colours.
      ("oklab(0.62796 0.22486 0.12585)", "#ff0000"), ("oklch(0.86644 0.29483 142.5)", "#00ff00"),
      ("lab(29.567% 68.287 -112.03)", "#0000ff"), ("lch(100% 0 none)", "#ffffff"),
      ("color(srgb 0 0.50196 0)", "#008000"), ("color(xyz 0.9505 1 1.089)", "#ffffff"),
      ("color(srgb-linear 0.21404 0.21404 0.21404)", "#7f7f7f"),
      // The shares of sRGB's #009900 in wider spaces, and their white.
      ("color(a98-rgb 0.33582 0.59441 0.13934)", "#009900"),
      ("color(rec2020 0.235202 0.431704 0.085432)", "#008000"),
      ("color(prophoto-rgb 0.230479 0.395789 0.129968)", "#008000"),
      ("color(xyz-d50 0.9643 1 0.8251)", "#ffffff"),
      ("color-mix(in prophoto-rgb, green, green)", "#008000"),
      ("color-mix(in srgb, red, blue)", "#800080"),
      ("color-mix(in srgb, red 25%, blue)", "#4000bf"), ("color-mix(in lab, red, red)", "#ff0000"),
      ("hsl(120 100 25)", "#008000"), ("hwb(120 0% 50%)", "#008000"), ("hwb(0 50% 50%)", "#808080"),
      ("windowtext", "#000000"), ("LinkText", "#0000ee"),
    ])
  func colours(text: String, expected: String) async throws {
    let pagination = try await SmallBook(css: "p { background: \(text) }").set("<p>a</p>")
    #expect(try SmallBook.firstPage(of: pagination).contains("fill=\"\(expected)\""))
    #expect(pagination.findings.isEmpty)
  }

  @Test(
    "components of colours between commas are all numbers or all percentages",
    arguments: ["rgb(255, 0%, 0)", "rgb(none, 0, 0)", "hsl(120, 100, 25)", "lab(50, 0, 0)"])
  func legacyColours(text: String) async throws {
    let pagination = try await SmallBook(css: "p { background: \(text) }").set("<p>a</p>")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("the items of a flex or grid container are set one below the other, with a finding")
  func items() async throws {
    for display in ["flex", "grid"] {
      let pagination = try await SmallBook(css: "div { display: \(display) }").set(
        "<div><span>aa</span><u>bb</u> cc</div>")
      #expect(SmallBook.lines(of: pagination) == [["aa", "bb", "cc"]])
      #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
    }
  }

  @Test(
    "items that are one below the other in their container are aligned across it",
    arguments: [
      ("", "", 0.0), ("align-items: flex-end", "", 80), ("align-items: center", "", 40),
      ("align-items: end", "align-self: start", 0), ("align-items: stretch", "", 0),
      ("", "align-self: flex-end", 80), ("", "align-self: center", 40),
      ("direction: rtl", "align-self: flex-end", 0), ("direction: rtl; align-items: start", "", 80),
      ("flex-direction: row; align-items: end", "", 0),
      ("flex-flow: wrap row; justify-content: center", "", 40),
      ("flex-direction: row; justify-content: start", "", 0), ("justify-content: center", "", 0),
      ("flex-flow: column wrap; place-items: end start", "", 80),
      ("display: grid; place-items: center", "", 40), ("display: grid; align-items: end", "", 0),
      ("display: grid; justify-items: center", "place-self: center end", 80),
      // The width that it asks for, and its margin at the other side.
      ("align-items: end", "width: 50pt", 50), ("align-items: end", "margin-right: 10pt", 70),
    ])
  func alignedItems(container: String, item: String, x: Double) async throws {
    let css = "div { display: flex; flex-direction: column; \(container) } p { \(item) }"
    let pagination = try await SmallBook(css: css).set("<div><p>aa</p></div>")
    #expect(SmallBook.fragments(of: pagination)[0].usedRect.minX.points == x)
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("filters and masks are findings at the element, unless it is a drawing")
  func effects() async throws {
    let pagination = try await SmallBook(
      css: "p, svg { filter: blur(1px) } u { filter: none; mask: none }"
    )
    .set("<p>a <u>b</u></p>")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
    #expect(pagination.findings.first?.location?.line == 1)
  }

  @Test(
    "what a page or a margin box cannot do is a finding",
    arguments: [
      "@page { size: foo }", "@page { @top-center { content: counter(chapter) } }",
      "@page { @top-center { content: url(a.png) } }", "@page { counter-increment: page 2 }",
    ])
  func pageFindings(css: String) async throws {
    let pagination = try await SmallBook(css: css).set("<p>a</p>")
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("dir() selects by the nearest dir attribute")
  func directions() async throws {
    let found = try await indents(
      "* { direction: ltr !important } p:dir(rtl) { text-indent: 10pt }",
      "<div dir='rtl'><p>a</p><p dir='ltr'>b</p></div><p>c</p>")
    #expect(found == [1, 0, 0])
  }

  @Test(
    "the cascade: importance, specificity, order, inheritance, variables and conditions",
    arguments: [
      ("p { text-indent: 10pt } .x { text-indent: 20pt }", 2),
      (".x { text-indent: 20pt } p { text-indent: 10pt }", 2),
      ("p { text-indent: 10pt } p { text-indent: 30pt }", 3),
      ("p { text-indent: 40pt !important } #y { text-indent: 10pt }", 4),
      ("#y { text-indent: 20pt } #y { text-indent: initial }", 0),
      ("body { text-indent: 50pt } #y { text-indent: inherit }", 5),
      ("#y { --i: 60pt; text-indent: var(--i) }", 6),
      ("#y { text-indent: var(--none, 70pt) }", 7),
      ("#y { text-indent: calc(2 * 3em + 20pt) }", 8),
      // Percentages are of 900 points.
      ("#y { text-indent: min(50%, 2em) }", 2), ("#y { text-indent: min(10%, 20em) }", 9),
      ("#y { text-indent: max(10%, 2em) }", 9), ("#y { text-indent: max(50%, 10%) }", 45),
      ("#y { text-indent: clamp(1em, 50%, 3em) }", 3),
      ("#y { text-indent: clamp(60em, 50%, 80em) }", 60),
      ("#y { text-indent: calc(1em + min(50%, 2em)) }", 3),
      ("#y { text-indent: calc(50em - max(50%, 2em)) }", 5),
      ("@media print { #y { text-indent: 20pt } } @media screen { #y { text-indent: 30pt } }", 2),
      ("@supports (display: block) { #y { text-indent: 20pt } }", 2),
      ("@supports (frob: nicate) { #y { text-indent: 20pt } }", 0),
      ("@supports (display: flex) { #y { text-indent: 20pt } }", 0),
      // `not` has one term, and `and` and `or` are not mixed (CSS Conditional 3, section 6).
      ("@supports not (color: x) and not (color: y) { #y { text-indent: 20pt } }", 0),
      ("@supports not (color: x) or (color: red) { #y { text-indent: 20pt } }", 0),
      ("@supports (color: red) or (color: x) and (top: 0) { #y { text-indent: 20pt } }", 0),
      ("@supports (not (color: x)) or (color: y) { #y { text-indent: 20pt } }", 2),
      ("@supports selector(p, b) { #y { text-indent: 20pt } }", 0),
      // A custom property is computed where it is declared (CSS Custom Properties 1, section 2).
      ("html { --a: var(--b, 70pt) } #y { --b: 30pt; text-indent: var(--a) }", 7),
      ("#y { --a: var(--b); --b: 30pt; text-indent: var(--a) }", 3),
      // Properties that depend on each other have no value (section 3.4).
      ("#y { --a: var(--b); --b: var(--a); text-indent: var(--a, 40pt) }", 4),
      ("#y { --a: var(--a, 10pt); text-indent: var(--a, 40pt) }", 4),
      // `--` is reserved: it is no custom property, and `var(--)` is not valid.
      ("#y { text-indent: 20pt; --: 30pt; text-indent: var(--, 40pt) }", 2),
      ("@supports (--: a) { #y { text-indent: 20pt } }", 0),
      ("@supports (--a: var(--b) !important) { #y { text-indent: 20pt } }", 2),
      ("@supports (not (top: var(1px))) { #y { text-indent: 20pt } }", 2),
    ])
  func cascade(css: String, expected: Int) async throws {
    let found = try await indents(css, "<p class='x' id='y'>a</p>")
    #expect(found == [expected])
  }

  @Test("an important declaration of the preset wins over one of the book; a normal one does not")
  func importance() async throws {
    func indent(_ book: String, _ preset: String) async throws -> Double? {
      let pagination = try await SmallBook(css: "p { \(book) }", preset: "p { \(preset) }")
        .set("<p>aa</p>")
      return SmallBook.fragments(of: pagination).first?.usedRect.minX.points
    }
    #expect(try await indent("text-indent: 20pt", "text-indent: 50pt") == 20)
    #expect(try await indent("text-indent: 20pt", "text-indent: 50pt !important") == 50)
    #expect(try await indent("text-indent: 20pt !important", "text-indent: 50pt !important") == 50)
  }

  @Test("each unsupported property, value or rule is one finding")
  func findings() async throws {
    let pagination = try await SmallBook(css: "p { perspective: 5px; color: bleu }\n@frob { }").set(
      "<p>a</p><p>b</p>")
    let rules = pagination.findings.map(\.rule)
    #expect(rules.count { $0 == .unsupportedProperty } == 1)
    #expect(rules.count { $0 == .unsupportedValue } == 1)
    #expect(rules.count { $0 == .unsupportedRule } == 1)
    #expect(pagination.findings.allSatisfy { $0.location.map { $0.line > 0 } ?? true })
  }

  @Test("a finding in a style element has the line and column of the document")
  func places() async throws {
    let css =
      "\n  p {\n wrong-a: 1 }</style><style> p { wrong-b: 1 }</style><style>\np { wrong-c: 1 }"
    let wanted = css.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      number, line in
      line.ranges(of: "wrong").map {
        [number + 1, line.distance(from: line.startIndex, to: $0.lowerBound) + 1]
      }
    }
    let pagination = try await SmallBook(css: css).set("<p>a</p>")
    #expect(pagination.findings.compactMap(\.location).map { [$0.line, $0.column] } == wanted)
    #expect(wanted.count == 3)
  }

  @Test("screen.css is Apple's table for every style and reader size (T31)")
  func dynamicType() throws {
    let css = try #require(Preset.css(named: "screen"))
    let preset = PresetSummary(name: "screen", css: css)
    #expect(preset.textStyles.count == 11)
    #expect(preset.textStyles.allSatisfy { $0.cells.count == 12 })
    let body = try #require(preset.textStyles.first { $0.name == "body" })
    let large = try #require(body.cells.first { $0.0 == .large })
    #expect(large.1 == 17 && large.2 == 22)
  }

  @Test("every preset has every reader size, a page and a summary", arguments: Preset.names)
  func presets(name: String) throws {
    let preset = PresetSummary(name: name, css: try #require(Preset.css(named: name)))
    #expect(preset.textStyles.allSatisfy { $0.cells.count == ReaderSize.allCases.count })
    #expect(preset.page != nil)
    #expect(!preset.summary.isEmpty)
  }

  @Test(
    "page sizes are read from names, and from numbers with or without units",
    arguments: [
      ("6x9", 432.0, 648.0), ("152x229mm", 430.866, 649.134), ("8.33x6.25in", 599.76, 450.0),
      ("432x648pt", 432.0, 648.0), ("A5", 419.528, 595.276), ("trade", 432.0, 648.0),
    ])
  func pageSizes(text: String, width: Double, height: Double) throws {
    let size = try #require(PageSizes.parse(text))
    #expect(abs(size.width.points - width) < 0.01 && abs(size.height.points - height) < 0.01)
  }

  @Test("invalid page sizes are refused", arguments: ["6", "0x9", "sixbynine", "6x9x2", "-1x4"])
  func badPageSizes(text: String) { #expect(PageSizes.parse(text) == nil) }

  @Test("a length is one number with its unit")
  func lengths() {
    #expect(PageSizes.parseLength("2in") == 144)
    #expect(PageSizes.parseLength("0.5") == 36)
    for text in ["3mm 5mm", "3mm,5mm", "-1mm", "mm", ""] {
      #expect(PageSizes.parseLength(text) == nil)
    }
    #expect(PageSizes.parsePoint("1in, 2in") == Point(x: 72, y: 144))
    #expect(PageSizes.parsePoint("1in 9in,2in") == nil)
  }

  @Test(
    "custom properties are inherited and reset, and ignore invalid declarations",
    arguments: [
      ("p { --a: inherit }", 1), ("p { --a: unset }", 1), ("p { --a: revert }", 1),
      ("p { --a: initial }", 2), ("p { --a: 30pt }", 3), ("p { --a: 30pt; --a: var(--b,!) }", 3),
      ("p { --a: 30pt; --a: 40pt) }", 3), ("p { --a: 30pt; --a: var(--b,;) }", 3),
      ("p { --a: var(--b, 40pt) }", 4),
    ])
  func customProperties(css: String, expected: Int) async throws {
    let found = try await indents(
      "body { --a: 10pt } \(css) p { text-indent: var(--a, 20pt) }", "<p>a</p>")
    #expect(found == [expected])
  }

  @Test("the lh unit of a line height is the parent's line height")
  func lineHeights() async throws {
    let css = "div { font-size: 50pt; line-height: 1 } p { font-size: 20pt; line-height: 2lh }"
    let pagination = try await SmallBook(css: css, page: Size(width: 900, height: 400))
      .set("<div><p>a</p></div>")
    #expect(SmallBook.fragments(of: pagination).map(\.rect.height) == [100])
  }

  @Test("an inherited width is also inherited if it is a keyword")
  func inheritedWidth() async throws {
    let css = "div { width: max-content } p { width: inherit; text-align: right }"
    let pagination = try await SmallBook(css: css).set("<div><p>aaaa</p><p>b</p></div>")
    // The box of the second paragraph is as wide as its only letter.
    #expect(SmallBook.fragments(of: pagination).map(\.usedRect.minX) == [0, 0])
  }

  @Test("equal component values have equal hashes")
  func hashes() {
    let boxes = [0, 1].map { CSSValueBox(value: .token(.comma), identity: $0) }
    #expect(boxes[0] != boxes[1] || boxes[0].hashValue == boxes[1].hashValue)
  }

  @Test(
    "an indent for prose marks beginnings of paragraphs only",
    arguments: [
      ("<p>a</p>", 20), ("<p style='text-align: center'>a</p>", 45),
      ("<p style='text-align: right'>a</p>", 90), ("<p><i>a</i></p>", 20),
      ("<p><span style='display: block'>a</span></p>", 0),
      ("<p style='text-indent: 20pt; text-align: center'>a</p>", 55),
      ("<p style='font-family: Square, monospace'>a<br/>b</p>", 0),
      ("<p style='font-size: 20pt'>a</p>", 0),
      ("<div style='font-size: 5pt'><p style='font-size: 2em'>a</p></div>", 20),
    ])
  func indentForProse(body: String, x: Double) async throws {
    let pagination = try await SmallBook(css: "p { text-indent: 20pt -paginate-prose }").set(body)
    let fragments = SmallBook.fragments(of: pagination, page: 0)
    #expect(fragments.first.map { Double($0.usedX) / 1024 } == x)
  }

  @Test(
    "a book that resets the size of its root keeps the preset's size for the reader size",
    arguments: ["100%", "1em", "medium", "inherit", "initial", "unset"])
  func resetSize(_ size: String) async throws {
    var book = SmallBook(css: "html, body, p { font-size: \(size) }")
    book.preset = "@text-style body { large: 20pt/20pt } html { text-style: body }"
    let pagination = try await book.set("<p>aa</p>")
    #expect(SmallBook.fragments(of: pagination, page: 0).map(\.usedWidth) == [40 * 1024])
  }
}
