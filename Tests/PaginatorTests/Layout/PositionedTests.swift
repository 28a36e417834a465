import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Positioned boxes on pages that flow (CSS 2, section 9.6), in the square font: every character is 10
/// points wide and high. The boxes are drawn as red rectangles.
@Suite("Positioned boxes")
struct PositionedTests {
  private func page(_ body: String, css: String) async throws -> (Pagination, String) {
    let css = "i { font-style: normal; position: absolute; background: red } " + css
    let pagination = try await Press(css: css).set(body)
    return (pagination, try Press.firstPage(of: pagination))
  }

  private func red(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"#ff0000\""
  }

  @Test("a page number at the side does not divide its paragraph, nor its word")
  func pageNumber() async throws {
    let (pagination, svg) = try await page(
      "<p>aa bb<i>12</i>cc dddd</p>", css: "i { right: 0 }")
    #expect(
      Press.lines(of: pagination) == [["aa bb\u{FFFC}cc", "dddd"]])
    #expect(svg.contains(red(80, 0, 20, 10)))
    #expect(pagination.findings.isEmpty)
  }

  @Test("offsets refer to the padding box of the positioned block around")
  func offsets() async throws {
    let css = "div { position: relative; margin: 10pt; padding: 5pt; border: 1pt solid }"
    // The padding box is from 11 to 89 and, with two lines, from 21 to 51.
    for (offsets, x, y) in [
      ("top: 0; left: 0", 11, 21), ("top: 0; right: 0", 79, 21), ("bottom: 0; left: 4pt", 15, 41),
      ("bottom: 50%; right: 2pt", 77, 26),
    ] {
      for inner in ["<p>a</p><i>x</i><p>b</p>", "<p>a<br/>b<i>x</i></p>", "<i>x</i><p>a<br/>b</p>"]
      {
        let (pagination, svg) = try await page(
          "<p>z</p><div>\(inner)</div><p>y</p>", css: css + " i { \(offsets) }")
        #expect(svg.contains(red(x, y, 10, 10)), "\(offsets) \(inner)")
        #expect(pagination.findings.isEmpty)
      }
    }
  }

  @Test("without offsets, a box is where its text would be, and takes no room")
  func inPlace() async throws {
    let (pagination, svg) = try await page("<p>aa<i>x</i>bb</p>", css: "")
    #expect(svg.contains(red(20, 0, 10, 10)))
    #expect(Press.fragments(of: pagination)[0].usedRect.width == 40)
  }

  @Test("generated content is placed at its offsets")
  func generated() async throws {
    let css = """
      div { position: relative; margin-left: 30pt }
      div::before { position: absolute; left: -20pt; top: 0; content: 'x'; background: red }
      """
    for body in ["a<br/>b", "<p>a<br/>b</p>"] {
      let (pagination, svg) = try await page("<p>z</p><div>\(body)</div>", css: css)
      #expect(svg.contains(red(10, 10, 10, 10)))
      #expect(pagination.findings.isEmpty)
    }
  }

  @Test("a height that refers to the page is a finding")
  func ofPage() async throws {
    let (pagination, _) = try await page("<p>aa<i>x</i>bb</p>", css: "i { top: 50pt }")
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
  }

  @Test("a positioned box that holds much text flows over pages, with a finding")
  func muchText() async throws {
    let text = String(repeating: "<p>aaaaaaaaa</p>", count: 100)
    let pagination = try await Press(css: "div { position: absolute; top: 0 }")
      .set("<div>\(text)</div><p>end</p>")
    #expect(pagination.pages.count == 11)
    #expect(pagination.findings.map(\.rule) == [.unsupportedLayout])
    #expect(Press.lines(of: pagination).last == ["end"])
  }
}
