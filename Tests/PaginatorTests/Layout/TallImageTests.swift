import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Images as tall as a page, with text that belongs to them. In the square font, every line is 10
/// points high.
@Suite("Tall images")
struct TallImageTests {
  private static let image =
    "<img alt='i' src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
    + "width='100pt' height='200pt'/%3E\"/>"

  /// What is drawn on each page: words with the tops of their lines, images with tops and heights.
  private func pages(_ body: String, css: String = "") async throws -> [[String]] {
    let trace = String(
      decoding: try await SmallBook(css: "img { display: block } " + css)
        .trace(body.replacing("IMG", with: Self.image), stage: .canvas), as: UTF8.self)
    var pages: [[String]] = []
    for line in trace.split(separator: "\n") {
      let fields = line.split(separator: " ")
      switch fields.first {
      case "page": pages.append([])
      case "run":
        guard let word = line.firstMatch(of: /"(.*)"/)?.1 else { continue }
        pages[pages.count - 1].append("\(fields[1]) \(word)")
      case "image": pages[pages.count - 1].append(fields.prefix(3).joined(separator: " "))
      default: break
      }
    }
    return pages
  }

  /// The caption has room below its image, or above it, whatever keeps the two together.
  @Test(
    "a tall image leaves room for its caption",
    arguments: [
      ("<figure>IMG<p>c</p></figure>", "figure { break-inside: avoid; margin: 0 }"),
      ("<div>IMG<p>c</p></div>", "p { break-before: avoid }"),
      (
        "<p>IMG<br/>c</p>",
        "p { orphans: 2; widows: 2 } img { display: inline; vertical-align: bottom }"
      ),
      ("<div>IMG<p>c</p></div>", "div { display: inline-block }"),
      (
        "<table><tr><td>IMG<p>c</p></td></tr></table>",
        "table { border-spacing: 0 } td { padding: 0 }"
      ),
    ])
  func caption(_ body: String, _ css: String) async throws {
    #expect(
      try await pages("<p>a</p>" + body, css: css) == [["0,8 a"], ["image 0,0 45x90", "0,98 c"]])
  }

  @Test("a tall image leaves room for the heading above it and for the padding of its box")
  func heading() async throws {
    let below = try await pages(
      "<p>a</p><h1>h</h1><p>IMG</p>", css: "h1 { font: inherit; margin: 0; break-after: avoid }")
    #expect(below == [["0,8 a"], ["0,8 h", "image 0,10 45x90"]])
    // At the start of a chapter, the margin above the heading stays.
    let first = try await pages(
      "<h1>h</h1><p>IMG</p>",
      css: "h1 { font: inherit; margin: 20pt 0 0; break-after: avoid }")
    #expect(first == [["0,28 h", "image 0,30 35x70"]])
    let boxed = try await pages(
      "<p>a</p><div>IMG<p>c</p></div>", css: "div { break-inside: avoid; padding: 5pt }")
    #expect(boxed == [["0,8 a"], ["image 5,5 40x80", "5,93 c"]])
  }

  @Test("a tall image leaves room for the descenders of its line")
  func text() async throws {
    let found = try await pages("<p>a</p><p>b IMG</p>", css: "img { display: inline }")
    #expect(found == [["0,8 a"], ["0,98 b", "image 20,0 49x98"]])
  }

  @Test("an image is not made small for a caption that fills most of a page")
  func longCaption() async throws {
    let found = try await pages(
      "<p>a</p><figure>IMG<p>c c c c c c c c</p></figure>",
      css: "figure { break-inside: avoid; margin: 0 } p { width: 10pt }")
    #expect(found.prefix(2) == [["0,8 a"], ["image 0,0 50x100"]])
  }

  @Test("boxes in lines that are nested deep cost no more than in proportion, with a finding")
  func deepBoxes() async throws {
    // Each level would double the work: forty levels would not end.
    let body = String(repeating: "<i>a ", count: 40) + String(repeating: "</i>", count: 40)
    let pagination = try await SmallBook(css: "i { display: inline-block; background: red }")
      .set("<p>\(body)</p>")
    #expect(pagination.findings.contains { $0.message.hasPrefix("boxes in lines are nested") })
  }

  @Test("two tall images that are kept together take a page each")
  func two() async throws {
    let found = try await pages(
      "<div>IMGIMG</div>", css: "div { break-inside: avoid } img { height: 60pt }")
    #expect(found == [["image 0,0 30x60"], ["image 0,0 30x60"]])
  }

  @Test("a cover as high as the viewport fills one page, whether its style is an attribute or not")
  func cover() async throws {
    let css = "@page { margin: 10pt 20pt } body { margin-bottom: 5pt; baseline-grid: auto }"
    for (more, attribute) in [("div { height: 100vh }", ""), ("", "style='height: 100vh'")] {
      let pagination = try await SmallBook(css: css + more, page: Size(width: 100, height: 80)).set(
        "<div \(attribute)></div>")
      #expect(pagination.pages.count == 1, "\(more)\(attribute)")
    }
    let wide = try await SmallBook(css: css + "p { width: 50vw; background: red }").set("<p>a</p>")
    #expect(
      try SmallBook.firstPage(of: wide).contains("width=\"30\" height=\"10\" fill=\"#ff0000\""))
  }
}
