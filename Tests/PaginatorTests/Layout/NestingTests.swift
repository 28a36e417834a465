import EPUB
import Support
import Testing

@testable import Paginator

/// Boxes nested in one another. Where each level set its content twice, none of these would end: forty
/// levels are a million times a million.
@Suite("Deep nesting")
struct NestingTests {
  private struct Nest: CustomTestStringConvertible {
    let testDescription: String
    let css: String
    let open: String
    let close: String
    var depth = 60
    var inside = "b"
  }

  @Test(
    "every letter is drawn once",
    arguments: [
      Nest(testDescription: "floats", css: "div { float: left }", open: "<div>", close: "</div>"),
      Nest(
        testDescription: "floats between text", css: "div { float: left }", open: "<div>a",
        close: "</div>"),
      Nest(
        testDescription: "drawn floats between text",
        css: "div { float: left; padding: 1px; background: #eee }", open: "<div>a", close: "</div>"),
      Nest(
        testDescription: "floats with a width at most", css: "div { float: left; max-width: 20em }",
        open: "<div><p>a</p>", close: "</div>"),
      Nest(
        testDescription: "tables in floats", css: "div { float: left }",
        open: "<div>a<table><tr><td>", close: "</td></tr></table></div>", depth: 30),
      Nest(
        testDescription: "boxes in lines", css: "div { display: inline-block }", open: "<div>a",
        close: "</div>", depth: 240),
      Nest(
        testDescription: "positioned boxes",
        css: "div { position: absolute; left: 0; right: 0; top: 1pt }", open: "<div>a",
        close: "</div>", depth: 240),
      Nest(
        testDescription: "a positioned box in many boxes in lines",
        css: "b { display: inline-block } i { position: absolute; left: 0; right: 0 }", open: "<b>",
        close: "</b>", depth: 12, inside: "<i>a</i>"),
      Nest(
        testDescription: "a positioned box without room",
        css:
          "div { position: relative; width: 1e9pt } p { width: 50pt } i { position: absolute; left: 0; right: 0 }",
        open: "<div>", close: "</div>", depth: 1, inside: "<p>a<i>a</i></p>"),
    ])
  private func whole(_ nest: Nest) async throws {
    let body =
      String(repeating: nest.open, count: nest.depth) + nest.inside
      + String(repeating: nest.close, count: nest.depth) + "<p>c</p>"
    let pagination = try await SmallBook(
      css: nest.css, page: Size(width: 900, height: 900)
    ).set("<div>\(body)</div>")
    let drawer = PageDrawer(pagination)
    var trace = DrawingTrace()
    for page in pagination.pages {
      try drawer.draw(page, in: pagination.numbered(page.chapter), on: &trace)
    }
    let words = trace.text.split(separator: "\n").compactMap {
      $0.split(separator: "\"").dropFirst().first
    }
    let letters = words.joined().filter("abc".contains).sorted()
    let wanted = body.replacing(#/<[^>]*>/#, with: "").sorted()
    #expect(letters == wanted)
  }

  @Test("an empty inline box may end the text")
  func emptyBoxAtEnd() async throws {
    for element in ["<b style='font-size: 30pt'/>", "<b style='padding: 1pt'/>"] {
      #expect(try await SmallBook().lines("<p>aaa\(element)</p>") == [["aaa"]])
    }
  }
}
