import Support
import Testing

@testable import Paginator

/// Boxes with a height of their own on pages: what they cut off, their empty rest, and boxes that scroll in
/// them. Pages are ten lines of ten points.
@Suite("Boxes that cut off or scroll")
struct CutOffBoxTests {
  private static func paragraphs(_ name: String, _ count: Int) -> String {
    (0..<count).map { "<p>\(name)\($0)</p>" }.joined()
  }

  /// By page, the texts that are seen, each with the top of its line in points.
  private static func seen(_ pagination: Pagination) -> [[String]] {
    let texts = SmallBook.lines(of: pagination)
    return texts.indices.map { page in
      zip(texts[page], SmallBook.fragments(of: pagination, page: page))
        .filter { !$1.flags.contains(.isOffPage) && !$0.isEmpty }
        .map { "\($0) \($1.y / 1024)" }
    }
  }

  @Test(
    "the empty rest of a box with which a text ends makes no page",
    arguments: ["visible", "auto", "hidden"])
  func emptyRest(overflow: String) async throws {
    let css = "div { height: 80pt; margin-top: 20pt; overflow: \(overflow) }"
    let pagination = try await SmallBook(css: css).set("<p>a</p><div><p>b</p></div>")
    // 10 + 20 + 80 points; the line of the box is at 30.
    #expect(Self.seen(pagination) == [["a 0", "b 30"]])
  }

  @Test("the empty rest of a box that is drawn stays")
  func drawnRest() async throws {
    let css = "div { height: 80pt; margin-top: 20pt; overflow: hidden; border-left: 1pt solid }"
    let pagination = try await SmallBook(css: css).set("<p>a</p><div><p>b</p></div>")
    #expect(Self.seen(pagination) == [["a 0", "b 30"], []])
  }

  @Test(
    "what a box cuts off takes no pages",
    arguments: ["height", "max-height"], [PageBreaking.optimal, .firstFit])
  func cutOff(property: String, breaking: PageBreaking) async throws {
    let css = "div { \(property): 50pt; overflow: hidden }"
    let pagination = try await SmallBook(css: css, pageBreaking: breaking).set(
      "<div>\(Self.paragraphs("a", 30))</div><p>b</p>")
    #expect(Self.seen(pagination) == [["a0 0", "a1 10", "a2 20", "a3 30", "a4 40", "b 50"]])
    #expect(
      pagination.findings.map(\.message)
        == ["text is higher than its box, which cuts it off: \"a5\""])
    // All of the text is on the page, for those who hear it.
    #expect(SmallBook.lines(of: pagination)[0].count == 31)
  }

  @Test("a box that the page makes narrower grows, and does not cut off the lines that this adds")
  func narrowedBox() async throws {
    let words = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"]
    let css = "body { measure-min: 3 } div { width: 200pt; height: 20pt; overflow: hidden }"
    let pagination = try await SmallBook(css: css).set(
      "<div><p>\(words.joined(separator: " "))</p></div><p>e</p>")
    #expect(
      Self.seen(pagination) == [
        ["aaaaaaaa 0", "bbbbbbbb 10", "cccccccc 20", "dddddddd 30", "e 40"]
      ])
  }

  @Test("a box that begins on one page and cuts off on the next one")
  func cutOffOnNextPage() async throws {
    let css = "div { height: 50pt; overflow: hidden }"
    let pagination = try await SmallBook(css: css).set(
      "\(Self.paragraphs("c", 8))<div>\(Self.paragraphs("a", 30))</div><p>b</p>")
    #expect(
      Array(Self.seen(pagination).dropFirst()) == [["a2 0", "a3 10", "a4 20", "b 30"]])
  }

  @Test("the frame of a box inside ends where it is cut off")
  func frame() async throws {
    let css = """
      .o { height: 50pt; padding: 5pt 0; overflow: hidden }
      .i { border: 1pt solid; padding-bottom: 3pt } .j { background: #ccc; margin: 60pt 0 }
      """
    let pagination = try await SmallBook(css: css).set(
      "<div class='o'><div class='i'>\(Self.paragraphs("a", 30))<div class='j'>\(Self.paragraphs("d", 9))</div></div></div><p>b</p>"
    )
    // The first line is below a padding and a border; the padding below shows half of a line. After 50 points and
    // two paddings: 60.
    #expect(
      Self.seen(pagination)
        == [["a0 6", "a1 16", "a2 26", "a3 36", "a4 46", "a5 56", "b 60"]])
    let boxes = pagination.chapters[0].boxes
    #expect(boxes.allSatisfy { $0.hasTop && $0.hasBottom })
    #expect(boxes.map { [$0.y / 1024, $0.height / 1024] }.prefix(1) == [[0, 60]])
    // The bottom border of the inner frame is below the place where the outer box cuts it off, and so is the box in it.
    #expect(boxes.dropFirst().allSatisfy { $0.y == 5 * 1024 || $0.y >= 60 * 1024 })
    #expect(boxes.dropFirst().allSatisfy { $0.y + $0.height >= 61 * 1024 })
  }

  @Test("a table, a float, a box or a margin that is cut off takes no pages")
  func cutOffRows() async throws {
    let css = """
      .o { height: 20pt; overflow: hidden } td { padding: 0; vertical-align: top } table { border-spacing: 0 }
      .f { float: left; width: 50pt } .m { margin: 400pt 0 } .h { height: 300pt }
      """
    for inside in [
      "<table><tr><td>\(Self.paragraphs("d", 30))</td></tr></table>",
      "<p>a1</p><table><tr><td>\(Self.paragraphs("d", 30))</td></tr></table>",
      "<p>a1</p><div class='f'>\(Self.paragraphs("d", 9))</div><p>a2</p>",
      "<p>a1</p><p class='m'>d</p><p>e</p>",
      "<p>a1</p><div class='h'><p>d</p></div><p>e</p>", "<div class='h'><p>a1</p></div><p>d</p>",
    ] {
      let pagination = try await SmallBook(css: css).set(
        "<p>c</p><div class='o'><p>a0</p>\(inside)</div><p>b</p>")
      #expect(pagination.pages.count == 1, "\(inside)")
      let seen = Self.seen(pagination).joined()
      #expect(seen.first == "c 0" && seen.contains("a0 10") && seen.contains("b 30"), "\(inside)")
    }
  }

  @Test(
    "a box grows with one in it that scrolls, and loses no text",
    arguments: ["height", "max-height"], ["hidden", "visible"])
  func scroller(property: String, overflow: String) async throws {
    let css = ".o { height: 50pt; overflow: \(overflow) } .i { \(property): 20pt; overflow: auto }"
    let pagination = try await SmallBook(css: css).set(
      "<div class='o'><div><div class='i'>\(Self.paragraphs("a", 8))</div></div><p>c</p></div><p>b</p>"
    )
    #expect(
      Self.seen(pagination) == [(0..<8).map { "a\($0) \($0 * 10)" } + ["c 80", "b 90"]])
    #expect(pagination.findings.isEmpty)
  }

  @Test("a box does not grow with one in it that would not scroll", arguments: ["20pt", "auto"])
  func noScroller(height: String) async throws {
    let css = ".o { height: 50pt; overflow: hidden } .i { height: \(height); overflow: auto }"
    let pagination = try await SmallBook(css: css).set(
      "<div class='o'><div class='i'><p>a0</p></div>\(Self.paragraphs("c", 8))</div><p>b</p>")
    let rest = (0..<(height == "auto" ? 4 : 3)).map {
      "c\($0) \(($0 + (height == "auto" ? 1 : 2)) * 10)"
    }
    #expect(Self.seen(pagination) == [["a0 0"] + rest + ["b 50"]])
    #expect(pagination.findings.count == 1)
  }
}
