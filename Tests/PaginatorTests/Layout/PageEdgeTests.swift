import Support
import Testing

@testable import Paginator

/// What planned pages begin and end with. A character of the square font is 10 points wide, the page 100: ten lines
/// of ten characters.
@Suite("The first and last lines of planned pages")
struct PageEdgeTests {
  private static func lines(_ count: Int) -> String { String(repeating: "<p>aa</p>", count: count) }

  /// The lines with text on each page.
  private static func texts(_ pagination: Pagination) -> [[String]] {
    SmallBook.lines(of: pagination).map { $0.filter { !$0.isEmpty } }
  }

  @Test(
    "a rule and the signs of a break between scenes are neither first nor last on a page",
    arguments: [
      // As high as a line: 1 point, and margins of 4.5.
      ("<hr style='border: 0; border-top: 1pt solid; margin: 4.5pt 0'/>", [9, 9, 10, 7]),
      ("<p style='text-align: center'>* * *</p>", [9, 10, 10, 7]),
      ("<p style='text-align: center'>\u{2014}</p>", [9, 10, 10, 7]),
      // With letters, it is a line of text.
      ("<p style='text-align: center'>a b c</p>", [10, 10, 10, 6]),
      // Not a break between scenes, but a pause in a dialogue.
      ("<p>* * *</p>", [10, 10, 10, 6]),
    ])
  func breakBetweenScenes(row: String, counts: [Int]) async throws {
    // Ten lines fill the page, and the row would begin the next one: 2,500. A page that is a line short costs 470,
    // and 1,500 for the page that it may face.
    let pagination = try await SmallBook(pageBreaking: .optimal)
      .set(Self.lines(10) + row + Self.lines(25))
    #expect(Self.texts(pagination).map(\.count) == counts)
  }

  @Test("a paragraph is set without hyphens where a page would end with one")
  func hyphenAtFoot() async throws {
    // The best lines are "aaaa aaaa-" and "aa aaaaaaa", as wide as the measure. "aaaa aaaaaa" is 10 points too wide.
    // Its glyphs and letters give 5 + 2, of which half are free, its space 3.6: badness 77, and demerits of 137
    // squared. The hyphen has 60 squared and 117 squared: 1,480 less.
    let text = "aaaaa bbbb ccccc dddd aaaa aaaa&#xAD;aa aaaaaaa aa aaaaaaa"
    let book = SmallBook(
      css: """
        html { widows: 2; orphans: 2; hyphenate-limit-last: page }
        p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 5%;
          letter-spacing-limit: 0.02em }
        """, pageBreaking: .optimal)
    let whole = try await book.set("<p>\(text)</p>")
    #expect(Self.texts(whole)[0][2].hasPrefix("aaaa aaaa\u{AD}"))
    let pages = Self.texts(
      try await book.set(Self.lines(7) + "<p>\(text)</p>" + Self.lines(24)))
    #expect(pages.map(\.count) == [10, 10, 10, 6])
    #expect(pages[0].last?.filter { $0 != "\u{AD}" && $0 != " " } == "aaaaaaaaaa")
  }

  @Test(
    "no line of a colored box is alone at a page end",
    arguments: [
      // Three of the box's four lines would fit: the page ends before the third one, a line short.
      ("background: red", 7, 9),
      ("border: solid red; border-width: 0.01pt", 7, 9),
      // Its first line would fit.
      ("background: red", 9, 9),
      // Of a box that is not seen, or not on all sides, a line may be alone.
      ("", 7, 10), ("background: white", 7, 10), ("border-left: 1pt solid red", 7, 10), ("", 9, 10),
    ])
  func coloredBox(style: String, above: Int, lines: Int) async throws {
    // 10,000 for a line that is alone; 470 for a page that is a line short, 1,500 for the page that it may face, and
    // 1,000 for the line of the box that is left empty.
    let pagination = try await SmallBook(pageBreaking: .optimal)
      .set(Self.lines(above) + "<div style='\(style)'>\(Self.lines(4))</div>" + Self.lines(25))
    #expect(Self.texts(pagination).first?.count == lines)
  }
}
