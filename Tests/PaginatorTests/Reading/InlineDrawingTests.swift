import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Inline drawings and the document around them.
@Suite("Inline drawings")
struct InlineDrawingTests {
  private static let svg = "<svg xmlns='http://www.w3.org/2000/svg'"

  /// The drawings of a document as they are written, and the findings.
  private func drawn(
    _ body: String, css: String = "", preset: String = ""
  ) async throws -> (drawings: [String], pagination: Pagination) {
    let pagination = try await SmallBook(css: css, preset: preset).set(body)
    let images = pagination.chapters.flatMap(\.text.images)
    return (images.map { String(decoding: $0.bytes, as: UTF8.self) }, pagination)
  }

  /// The ids to which a drawing refers, and those that it has.
  private func ids(_ drawing: String) throws -> (used: Set<String>, own: Set<String>) {
    let (tree, _) = try Markup.parse(Array(drawing.utf8), path: "drawing.svg")
    let matches = drawing.matches(of: /(?:href="|url\()#([a-z]+)/)
    let own = tree.nodes.indices.compactMap {
      tree.nodes[$0].kind == .element ? tree.attribute("id", of: $0) : nil
    }
    return (Set(matches.map { String($0.1) }), Set(own))
  }

  @Test(
    "transformations with units, in one direction or around a point are written as matrices",
    arguments: [
      ("transform='rotate(90)'", "transform=\"rotate(90)\""),
      ("transform='scaleX(2)'", "transform=\"matrix(2.0 0.0 0.0 1.0 0.0 0.0)\""),
      // A quarter of 0.25 turns, then an inch of 96 pixels, which runs down.
      (
        "transform='rotate(0.25turn) translate(1in)'",
        "transform=\"matrix(0.0 1.0 -1.0 0.0 0.0 96.0)\""
      ),
      // (10, 20) stays: 10 + 20, 20 - 10. A share is of the drawing's 40 by 20 pixels.
      (
        "transform='rotate(90)' transform-origin='10 20'",
        "transform=\"matrix(0.0 1.0 -1.0 0.0 30.0 10.0)\""
      ),
      (
        "transform='rotate(90)' transform-origin='right'",
        "transform=\"matrix(0.0 1.0 -1.0 0.0 50.0 -30.0)\""
      ),
      ("transform='scale(2)' transform-origin='left right'", "transform=\"scale(2)\""),
      ("transform='nonsense(2px)'", "transform=\"nonsense(2px)\""),
      (
        "style='transform: scale(2); transform-origin: 10px top'",
        "transform:matrix(2.0,0.0,0.0,2.0,-10.0,0.0);transform-origin:0 0\""
      ),
    ])
  func transforms(attributes: String, expected: String) async throws {
    let (drawings, _) = try await drawn(
      "<p>\(Self.svg) width='40' height='20'><rect \(attributes) width='1' height='1'/></svg></p>")
    #expect(drawings[0].contains(expected), "\(drawings[0])")
    #expect(!drawings[0].contains("transform-origin=\""))
  }

  @Test(
    "a drawing has the symbols and gradients of other drawings that it uses, and what these use")
  func definitions() async throws {
    let sprite =
      "\(Self.svg) width='0' height='0'><defs><symbol id='icon' viewBox='0 0 9 9'>"
      + "<rect width='9' height='9' fill='url(#fade)'/></symbol><rect id='unused'/>"
      + "<linearGradient id='fade' href='#stops'/><linearGradient id='stops'>"
      + "<stop offset='0' stop-color='red'/></linearGradient></defs></svg>"
    let uses =
      "<p>\(Self.svg) width='9' height='9'><use href='#icon'/></svg> "
      + "\(Self.svg) width='9' height='9'><rect class='r' width='9' height='9'/></svg> "
      + "\(Self.svg) width='9' height='9'><rect id='own' fill='url(&quot;#fade&quot;)'/>"
      + "<use href='#own'/></svg></p>"
    for body in [sprite + uses, uses + sprite] {
      let (drawings, pagination) = try await drawn(body, css: ".r { fill: url(#fade) }")
      #expect(drawings.count == 3)
      for drawing in drawings {
        let (used, own) = try ids(drawing)
        #expect(used.isSubset(of: own) && used.contains("stops"), "\(drawing)")
        #expect(!own.contains("unused"))
      }
      #expect(try ids(try #require(drawings.first)).own == ["icon", "fade", "stops"])
      #expect(pagination.findings.map(\.rule) == [])
    }
    let alone = try await drawn("<p>\(Self.svg) width='9' height='9'><use href='#none'/></svg></p>")
    #expect(alone.pagination.findings.map(\.rule) == [.missingTarget])
  }

  @Test("copied definitions end at a limit, also those that use each other")
  func limits() async throws {
    let rings =
      "\(Self.svg) width='0' height='0'><g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g></svg>"
    let ring = try await drawn(
      rings + "<p>\(Self.svg) width='9' height='9'><use href='#a'/></svg></p>")
    #expect(try ids(try #require(ring.drawings.first)).own == ["a", "b"])
    let chain = (0..<40).map { depth in
      let letters = { (number: Int) in String(repeating: "x", count: number + 1) }
      return "<g id='\(letters(depth))'><use href='#\(letters(depth + 1))'/></g>"
    }
    let deep = try await drawn(
      "\(Self.svg) width='0' height='0'>\(chain.joined())</svg>"
        + "<p>\(Self.svg) width='9' height='9'><use href='#x'/></svg></p>")
    #expect(try ids(try #require(deep.drawings.first)).own.count == 16)
    #expect(deep.pagination.findings.map(\.rule) == [.truncatedText])
    let large =
      "\(Self.svg) width='0' height='0'><g id='all'>"
      + String(repeating: "<path d=''/>", count: 20_000) + "</g></svg>"
    let cut = try await drawn(
      large + "<p>\(Self.svg) width='9' height='9'><use href='#all'/></svg></p>")
    #expect(try ids(try #require(cut.drawings.first)).own == [])
    #expect(cut.pagination.findings.map(\.rule) == [.truncatedText])
  }

  @Test("rules of the book hide, move and set what is in a drawing")
  func rules() async throws {
    let css = """
      .h { display: none } .v { visibility: hidden } svg .t { transform: translate(4px, 1em) rotate(90deg) }
      text { font: italic bold 14px/1.2 'A b', sans-serif } tspan { font-size: 2em }
      .u { transform: translate(1lh, 0) }
      """
    let (drawings, pagination) = try await drawn(
      "<p>\(Self.svg) width='90' height='9'><rect class='h'/><rect class='v'/><rect class='t'/>"
        + "<text>a<tspan>b</tspan></text></svg></p>", css: css)
    let drawing = try #require(drawings.first)
    let tags = drawing.split(separator: "<")
    #expect(tags[0].contains(#"font-size="13.333px""#), "10 points: \(drawing)")
    #expect(tags[1].contains("style=\"display:none\""))
    #expect(tags[3].contains("style=\"visibility:hidden\""))
    #expect(
      tags[5].contains("style=\"transform:translate(4.0px,1.0em) rotate(90.0deg)\""), "\(tags[5])")
    for declaration in [
      "font-family:'A b',sans-serif", "font-size:14.0px", "font-style:italic", "font-weight:700",
    ] {
      #expect(tags[7].contains(declaration), "\(tags[7])")
    }
    #expect(tags[8].contains("style=\"font-size:2.0em\""))
    #expect(pagination.findings.map(\.rule) == [.fontFallback])
    let lines = try await drawn(
      "<p>\(Self.svg) width='9' height='9'><rect class='u'/></svg></p>", css: css)
    #expect(lines.pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("text in a drawing inherits font and direction from the text around it")
  func inheritance() async throws {
    let (drawings, _) = try await drawn(
      "<p style='font: italic 20pt Other; direction: rtl'>\(Self.svg) width='90' height='9'>"
        + "<text>a</text></svg></p>"
        + "<p>\(Self.svg) width='9' height='9' font-size='5' font-family='Own'><text>a</text></svg>"
        + "\(Self.svg) width='9' height='9'><rect/></svg></p>")
    #expect(drawings.count == 3)
    for (name, value) in [
      ("font-family", "'Other'"), ("font-size", "26.667px"), ("font-style", "italic"),
      ("direction", "rtl"),
    ] {
      #expect(drawings[0].contains("\(name)=\"\(XMLText.escaped(value))\""), "\(drawings[0])")
    }
    #expect(drawings[1].contains("font-size=\"5\"") && !drawings[1].contains("px"))
    #expect(!drawings[2].contains("font"))
  }

  @Test(
    "a drawing without size takes no room",
    arguments: [
      "width='0' height='0'", "style='position: absolute' width='0' height='0'",
      "style='width: 0; height: 0'", "style='display: none' width='50' height='50'",
    ])
  func sprites(attributes: String) async throws {
    let (drawings, pagination) = try await drawn(
      "\(Self.svg) id='sprite' \(attributes)><rect width='9' height='9'/></svg><p>a</p>")
    #expect(drawings == [])
    #expect(pagination.findings.map(\.rule) == [])
    #expect(SmallBook.fragments(of: pagination, page: 0).map(\.rect.minY.points) == [0])
  }
}
