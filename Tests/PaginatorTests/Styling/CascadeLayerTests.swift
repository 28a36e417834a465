import Support
import Testing

@testable import Paginator

/// Cascade layers (CSS Cascade 5, section 6.4), and keywords that roll the cascade back.
@Suite("Cascade layers")
struct CascadeLayerTests {
  /// The indent of a paragraph in tens of points, which shows the rule that won.
  private func indent(_ css: String, preset: String = "", style: String = "") async throws -> Int? {
    let book = SmallBook(css: css, page: Size(width: 900, height: 400), preset: preset)
    let pagination = try await book.set("<p id='y' style='\(style)'>a</p>")
    #expect(pagination.findings.isEmpty)
    return SmallBook.fragments(of: pagination).first.map { Int($0.usedRect.minX.points) / 10 }
  }

  @Test(
    "the last layer wins, and rules outside layers win over all layers",
    arguments: [
      ("p { text-indent: 20pt } @layer a { p { text-indent: 10pt } }", 2),
      ("@layer a { #y { text-indent: 10pt } } p { text-indent: 20pt }", 2),
      ("@layer b, a; @layer a { p { text-indent: 10pt } } @layer b { p { text-indent: 20pt } }", 1),
      ("@layer a { #y { text-indent: 10pt } } @layer b { p { text-indent: 20pt } }", 2),
      ("@layer { #y { text-indent: 10pt } } @layer { p { text-indent: 20pt } }", 2),
      (
        "@layer a { p { text-indent: 10pt } } @layer b { p { text-indent: 20pt } } "
          + "@layer a { #y { text-indent: 30pt } }", 2
      ),
      (
        "@media screen { @layer b; } @layer a { #y { text-indent: 10pt } } "
          + "@layer b { p { text-indent: 20pt } }", 2
      ),
    ])
  func order(css: String, expected: Int) async throws {
    #expect(try await indent(css) == expected)
  }

  @Test(
    "rules of a layer win over its inner layers, which have an order of their own",
    arguments: [
      (
        "@layer a { p { text-indent: 10pt } @layer i { #y { text-indent: 20pt } } "
          + "@layer j { #y { text-indent: 30pt } } }", 1
      ),
      (
        "@layer a { @layer j, i; @layer i { p { text-indent: 10pt } } } @layer a.j { #y { text-indent: 20pt } }",
        1
      ),
      (
        "@layer a.i { p { text-indent: 10pt } } @layer b { p { text-indent: 20pt } } @layer a.j { #y { text-indent: 30pt } }",
        2
      ),
    ])
  func nested(css: String, expected: Int) async throws {
    #expect(try await indent(css) == expected)
  }

  @Test(
    "important declarations reverse the order of layers, and style attributes win over both",
    arguments: [
      (
        "@layer a { p { text-indent: 10pt !important } } #y { text-indent: 20pt !important }", "", 1
      ),
      (
        "@layer a { p { text-indent: 10pt !important } } "
          + "@layer b { #y { text-indent: 20pt !important } }", "", 1
      ),
      ("@layer a { p { text-indent: 10pt } }", "text-indent: 30pt", 3),
      ("@layer a { p { text-indent: 10pt !important } }", "text-indent: 30pt", 1),
      ("@layer a { p { text-indent: 10pt !important } }", "text-indent: 30pt !important", 3),
    ])
  func important(css: String, style: String, expected: Int) async throws {
    #expect(try await indent(css, style: style) == expected)
  }

  @Test("layers of a book do not meet those of the preset")
  func origins() async throws {
    let preset = "@layer b { #y { text-indent: 40pt } } #y { text-indent: 50pt }"
    #expect(
      try await indent("@layer a, b; @layer a { p { text-indent: 10pt } }", preset: preset) == 1)
  }

  @Test(
    "revert-layer gives the value of the layers before, revert that of the preset",
    arguments: [
      ("@layer a { p { text-indent: 10pt } } @layer b { #y { text-indent: revert-layer } }", 1),
      ("@layer a { p { text-indent: 10pt } } #y { text-indent: revert-layer }", 1),
      ("@layer a { p { text-indent: 10pt } } @layer b { #y { text-indent: revert } }", 3),
      ("@layer a { #y { text-indent: revert-layer } }", 3),
      // Custom properties, too.
      ("body { --i: 50pt } #y { --i: revert; text-indent: var(--i) }", 4),
      ("body { --i: 50pt } #y { --i: 60pt; --i: REVERT ; text-indent: var(--i) }", 4),
      ("body { --j: 50pt } #y { --j: revert; text-indent: var(--j) }", 5),
      ("@layer a { p { --i: 10pt } } #y { --i: revert-layer; text-indent: var(--i) }", 1),
    ])
  func revert(css: String, expected: Int) async throws {
    #expect(try await indent(css, preset: "p { text-indent: 30pt; --i: 40pt }") == expected)
  }

  @Test("@namespace stands before all other rules; a layer may be before it")
  func namespaces() {
    func rules(_ text: String) -> (Int, [Finding.Rule]) {
      let sheet = StyleSheetParser.parse(
        text, path: "s.css", origin: .author, media: MediaQuery()
      ) { _, _ in nil }
      return (sheet.rules.count, sheet.findings.map(\.rule))
    }
    #expect(rules("@namespace h 'a'; h|p { color: red }") == (1, []))
    #expect(rules("@layer x; @namespace h 'a'; h|p { color: red }") == (1, []))
    let late: [Finding.Rule] = [.unsupportedRule, .unsupportedSelector]
    #expect(rules("p { color: red } @namespace h 'a'; h|p { color: red }") == (1, late))
    #expect(rules("@media print { @namespace h 'a'; h|p { color: red } }") == (0, late))
  }

  @Test("an imported sheet can be a layer; its own layers are inside it")
  func imports() {
    func sheet(_ text: String) -> StyleSheet {
      StyleSheetParser.parse(text, path: "s.css", origin: .author, media: MediaQuery()) { url, _ in
        ("p { color: red } @layer i { p { color: blue } }", url)
      }
    }
    func layers(_ text: String) -> [String] {
      sheet(text).rules.map { $0.layer.joined(separator: ".") }
    }
    #expect(layers("@import 'a' layer(x.y); b { color: red }") == ["x.y", "x.y.i", ""])
    #expect(layers("@import 'a' layer(x) print;") == ["x", "x.i"])
    #expect(layers("@import 'a' layer(x) screen;") == [])
    #expect(layers("@import 'a';") == ["", "i"])
    #expect(layers("@import 'a' supports(display: block);") == ["", "i"])
    #expect(layers("@import 'a' supports(frob: nicate);") == [])
    // What is not valid is not there (CSS Cascade 5, section 2).
    #expect(layers("1x { top: 0 } @import 'a';") == ["", "i"])
    #expect(layers("x { top: 0 } @import 'a';") == [""])
    #expect(
      layers("@import 'a' layer(x) supports((color: red) and (not (frob: 1))) print;")
        == ["x", "x.i"])
    let anonymous = sheet("@import 'a' layer; @import 'b' layer;").rules.map(\.layer)
    #expect(anonymous.map(\.count) == [1, 2, 1, 2] && anonymous[0] != anonymous[2])
    let wrong = sheet("@layer 1; @layer a. b { p { color: red } } @layer a, b { p { color: red } }")
    #expect(
      wrong.rules.isEmpty && wrong.findings.map(\.rule) == [.cssSyntax, .cssSyntax, .cssSyntax])
    let deep = sheet("@layer " + Array(repeating: "a", count: 90).joined(separator: ".") + ";")
    #expect(deep.findings.map(\.rule) == [.cssSyntax])
  }

  @Test(
    "rules that are no style rules are in layers too: @page, @font-face, @counter-style",
    arguments: [
      ("@layer b, a;", 1.0), ("@layer a, b;", 2.0), ("", 1.0),
    ])
  func otherRules(order: String, factor: Double) async throws {
    let css = """
      \(order)
      @layer b { @page { size: 200pt } @font-face { font-family: X; src: local(Square); size-adjust: 200% }
        @counter-style c { system: cyclic; symbols: "bb"; suffix: "" } }
      @layer a { @page { size: 100pt } @font-face { font-family: X; src: local(Square) }
        @counter-style c { system: cyclic; symbols: "a"; suffix: "" } }
      html { font-family: X } ol { list-style: c inside; margin: 0; padding: 0 }
      """
    let pagination = try await SmallBook(css: css, page: nil).set("<ol><li>x</li></ol>")
    #expect(pagination.findings.isEmpty)
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.contains("width=\"\(Int(factor) * 100)pt\""))
    // "ax" in letters of 10 points, "bbx" in letters of 20 points.
    let width = SmallBook.fragments(of: pagination).first?.usedRect.width
    #expect(width == (factor == 1 ? 20 : 60))
  }
}
