import Support
import Testing

@testable import Paginator

/// Nested style rules (CSS Nesting 1), in the square font.
@Suite("Nested rules")
struct NestedRuleTests {
  /// The indents of paragraphs in tens of points, which show the rules that won.
  private func indents(
    _ css: String, _ body: String = "<div class='a'><p class='b'>x</p></div><p>y</p>"
  ) async throws -> (indents: [Int], findings: [Finding.Rule]) {
    let pagination = try await SmallBook(
      css: css.replacing("&", with: "&amp;"), page: Size(width: 900, height: 400)
    ).set(body)
    let lines = SmallBook.fragments(of: pagination).map { Int($0.usedRect.minX.points) / 10 }
    return (lines, pagination.findings.map(\.rule))
  }

  @Test(
    "a nested rule is for what its selectors say below those around it",
    arguments: [
      (".a { * { text-indent: 10pt } }", [1, 0]), (".a { .b { text-indent: 10pt } }", [1, 0]),
      (".a { & p { text-indent: 10pt } }", [1, 0]), (".a { > p { text-indent: 10pt } }", [1, 0]),
      (".a { + p { text-indent: 10pt } }", [0, 1]), ("p { &.b { text-indent: 10pt } }", [1, 0]),
      (".b { .a & { text-indent: 10pt } }", [1, 0]),
      ("p { :not(&) { text-indent: 10pt } }", [1, 1]),
      (".c, .a { & p, .d { text-indent: 10pt } }", [1, 0]),
      (".a { .c, p { &:first-child { text-indent: 10pt } } }", [1, 0]),
      ("div { & p:hover { color: red } & p { text-indent: 10pt } }", [1, 0]),
      ("@media print { .a { & p { text-indent: 10pt } } }", [1, 0]),
    ])
  func selectors(css: String, expected: [Int]) async throws {
    #expect(try await indents(css).indents == expected, "\(css)")
  }

  @Test(
    "nested at-rules hold declarations and rules, and the order of the source decides",
    arguments: [
      ("p { @media print { text-indent: 10pt } }", [1, 1]),
      ("p { @media screen { text-indent: 10pt } }", [0, 0]),
      (".a { @supports (color: red) { & p { text-indent: 10pt } } }", [1, 0]),
      (".b { @media print { &:first-child { text-indent: 10pt } } }", [1, 0]),
      ("p { text-indent: 10pt; & { text-indent: 20pt } }", [2, 2]),
      ("p { & { text-indent: 20pt } text-indent: 10pt }", [1, 1]),
      ("p { @layer l { text-indent: 20pt } text-indent: 10pt }", [1, 1]),
      // `&` is as specific as the most specific of its selectors.
      ("p, #none { & { text-indent: 10pt } } p { text-indent: 20pt }", [1, 1]),
    ])
  func content(css: String, expected: [Int]) async throws {
    let found = try await indents(css)
    #expect(found.indents == expected, "\(css)")
    #expect(found.findings == [])
  }

  @Test("what is no nested rule is a finding, and the rules after it are read")
  func invalid() async throws {
    let css = ".a { 1x { color: red } & p { text-indent: 10pt } --x: { a: b }; text-indent: 20pt }"
    let found = try await indents(css)
    #expect(found.indents == [1, 0])
    #expect(found.findings == [.unsupportedSelector])
    // As in CSS 2, section 4.2.
    let named = try await indents(
      "p { p { color: red } & { text-indent: 20pt }; text-indent: 10pt }")
    #expect(named.indents == [1, 1] && named.findings == [.cssSyntax])
    let deep = String(repeating: "& { ", count: 100) + String(repeating: "}", count: 100)
    #expect(try await indents("p { \(deep) text-indent: 10pt }").findings == [.cssSyntax])
    let long = String(repeating: "& & & & { ", count: 12) + String(repeating: "}", count: 12)
    #expect(try await indents("p { \(long) text-indent: 10pt }").findings == [.cssSyntax])
  }
}
