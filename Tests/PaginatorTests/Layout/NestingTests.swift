import EPUB
import Support
import Testing

@testable import Paginator

/// Boxes nested in one another. Where each level set its content twice, none of these would end: forty
/// levels are a million times a million.
@Suite("Deep nesting")
struct NestingTests {
  private struct Drawn: CustomTestStringConvertible {
    let testDescription: String
    let css: String
    let open: String
    let close: String
    let depth: Int
    let inside: String
  }

  private static func nested(
    _ name: String, _ css: String, _ open: String, _ close: String, depth: Int = 60,
    inside: String = "b"
  ) -> Drawn {
    Drawn(
      testDescription: name, css: css, open: open, close: close, depth: depth, inside: inside)
  }

  @Test(
    "every letter is drawn once",
    arguments: [
      nested("floats", "div { float: left }", "<div>", "</div>"),
      nested("floats between text", "div { float: left }", "<div>a", "</div>"),
      nested(
        "drawn floats between text", "div { float: left; padding: 1px; background: #eee }",
        "<div>a",
        "</div>"),
      nested(
        "floats with a width at most", "div { float: left; max-width: 20em }", "<div><p>a</p>",
        "</div>"),
      nested(
        "tables in floats", "div { float: left }", "<div>a<table><tr><td>",
        "</td></tr></table></div>",
        depth: 30),
      nested("boxes in lines", "div { display: inline-block }", "<div>a", "</div>", depth: 240),
      nested(
        "positioned boxes", "div { position: absolute; left: 0; right: 0; top: 1pt }", "<div>a",
        "</div>",
        depth: 240),
      nested(
        "a positioned box in many boxes in lines",
        "b { display: inline-block } i { position: absolute; left: 0; right: 0 }",
        "<b>", "</b>", depth: 12, inside: "<i>a</i>"),
      nested(
        "a positioned box without room",
        "div { position: relative; width: 1e9pt } p { width: 50pt } i { position: absolute; left: 0; right: 0 }",
        "<div>", "</div>", depth: 1, inside: "<p>a<i>a</i></p>"),
    ])
  private func whole(_ nested: Drawn) async throws {
    let body =
      String(repeating: nested.open, count: nested.depth) + nested.inside
      + String(repeating: nested.close, count: nested.depth) + "<p>c</p>"
    let pagination = try await Press(
      css: nested.css, page: Size(width: 900, height: 900)
    ).set("<div>\(body)</div>")
    let drawer = PageDrawer(pagination, outlines: .init())
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
      #expect(try await Press().lines("<p>aaa\(element)</p>") == [["aaa"]])
    }
  }
}
