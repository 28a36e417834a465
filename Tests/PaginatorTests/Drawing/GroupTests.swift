import Foundation
import Support
import Testing

@testable import Paginator

/// What is done to boxes with all that they hold: `opacity` (CSS Color 4, section 4.2) and `clip-path` (CSS Masking 1,
/// section 5).
@Suite("Boxes painted as groups")
struct GroupTests {
  private func svg(_ css: String, _ body: String) async throws -> String {
    let pagination = try await SmallBook(
      css: css + " b, i { font: 10pt Square }", page: Size(width: 200, height: 200)
    ).set(body)
    #expect(pagination.findings.isEmpty)
    return try SmallBook.firstPage(of: pagination)
  }

  /// What is between the beginning of a group and its end.
  private func group(_ start: String, in svg: String) throws -> Substring {
    let begin = try #require(svg.firstRange(of: start)).upperBound
    var depth = 1
    var rest = svg[begin...]
    while depth > 0, let next = rest.firstRange(of: /<g[ >]|<\/g>/) {
      depth += rest[next].hasPrefix("</") ? -1 : 1
      rest = rest[next.upperBound...]
    }
    return svg[begin..<rest.startIndex]
  }

  @Test("a block is one picture with its background and its lines")
  func block() async throws {
    let body = "<p>a</p><div><p>bc</p></div><p>d</p>"
    let svg = try await svg("div { opacity: 50%; background: red }", body)
    let group = try group("<g opacity=\"0.5\">", in: svg)
    #expect(group.contains("#ff0000") && group.contains("\"bc\""))
    #expect(!group.contains("\"a\"") && !group.contains("\"d\""))
  }

  @Test("groups are nested as their boxes, and opacity is from 0 to 1")
  func nested() async throws {
    let css =
      "div { opacity: 0.5 } p { opacity: calc(0.75 - 0.5) } b { opacity: 7 } i { opacity: -1 }"
    let svg = try await svg(css, "<div><p>a <b>b</b></p></div>")
    #expect(
      try group("<g opacity=\"0.25\">", in: group("<g opacity=\"0.5\">", in: svg)[...].description)
        .contains("a"))
    #expect(svg.ranges(of: "opacity=").count == 2)
  }

  @Test("text of an inline box stays in its place, in a color with the opacity")
  func inline() async throws {
    let svg = try await svg("b { opacity: 0.5 } i { opacity: 0.5 }", "<p>a <b>b <i>c</i></b> d</p>")
    #expect(svg.contains("fill-opacity=\"0.502\"") && svg.contains("fill-opacity=\"0.251\""))
    #expect(!svg.contains("<g opacity"))
  }

  @Test("an inline box with a background is a group with it")
  func inlineGroup() async throws {
    let svg = try await svg("b { opacity: 0.5; background: red }", "<p>a <b>b</b> c</p>")
    let group = try group("<g opacity=\"0.5\">", in: svg)
    #expect(group.contains("#ff0000"))
    #expect(svg.ranges(of: "#ff0000").count == 1)
  }

  @Test("an image is a group with its background")
  func image() async throws {
    let body = "<p>a <img src=\"\(SmallBook.drawing(40, 40))\" alt=\"b\"/></p>"
    let svg = try await svg("img { opacity: 0.5; background: red }", body)
    let group = try group("<g opacity=\"0.5\">", in: svg)
    #expect(group.contains("#ff0000") && group.contains("<image"))
  }

  @Test(
    "basic shapes refer to the border box, unless they name another one",
    arguments: [
      // The box is 100 points wide and 40 high, with a border of 10 points.
      ("inset(5pt 10pt)", "M10 5L90 5L90 35L10 35z"),
      ("inset(25%)", "M25 10L75 10L75 30L25 30z"),
      ("polygon(0 0, 100% 0, 50% 100%)", "M0 0L100 0L50 40z"),
      ("padding-box polygon(0 0, 100% 0, 50% 100%)", "M10 10L90 10L50 30z"),
      ("content-box", "M10 10L90 10L90 30L10 30z"),
    ])
  func shapes(value: String, path: String) async throws {
    let css = "div { width: 80pt; height: 20pt; border: 10pt solid; clip-path: \(value) }"
    let svg = try await svg(css, "<div>a</div>")
    #expect(svg.contains("<clipPath id=\"clip1\"><path d=\"\(path)\""), "\(svg.prefix(700))")
  }

  @Test("a circle has its radius around its centre")
  func circle() async throws {
    let css = "div { width: 100pt; height: 40pt; clip-path: circle(at 30pt 50%) }"
    let svg = try await svg(css, "<div>a</div>")
    // The nearest sides are 20 points away: it begins at the top, above its centre.
    #expect(svg.contains("d=\"M30 0C"), "\(svg.prefix(700))")
  }

  @Test("a path in a file is a finding, unless it is a drawing's")
  func url() async throws {
    let book = SmallBook(css: "p, svg rect { clip-path: url(#a) }")
    let pagination = try await book.set(
      "<p>a</p><svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><rect width='4' height='4'/></svg>"
    )
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("overflow may differ across and down")
  func overflow() async throws {
    let css =
      "div { width: 50pt; height: 10pt; overflow-x: clip } p { width: 90pt; height: 30pt; background: red }"
    let clip = try await svg(css, "<div><p>a</p></div>")
    // Cut off at the sides, and shown above and below.
    #expect(clip.contains("<rect x=\"0\" y=\"-14400\" width=\"50\" height=\"28810\"/></clipPath>"))
  }

  @Test("a child that inherits currentcolor has its own color there")
  func currentColor() async throws {
    let css =
      "div { color: red; background: currentcolor; box-shadow: 1pt 1pt } p { color: blue; background: inherit; box-shadow: inherit }"
    let svg = try await svg(css, "<div><p>a</p></div>")
    #expect(svg.ranges(of: "fill=\"#0000ff\"").count >= 3)
    #expect(svg.ranges(of: "fill=\"#ff0000\"").count == 2)
  }
}
