import Foundation
import Support
import Testing

@testable import Paginator

/// Blocks with columns and a height, in the square font: every line is 10 points high, and every character 10
/// points wide. The page is 100 points wide and high.
@Suite("Columns with a height")
struct ColumnHeightTests {
  private func set(_ letters: String, _ style: String, more: String = "") async throws -> Pagination
  {
    try await SmallBook(css: ".c { column-gap: 0; \(style) } \(more)").set(
      "<div class='c'>\(letters.map { "<p>\($0)</p>" }.joined())</div>")
  }

  /// Where each line begins, by its letter: "a 0 0".
  private func places(_ letters: String, _ style: String, more: String = "") async throws
    -> [String]
  {
    let pagination = try await set(letters, style, more: more)
    return zip(SmallBook.fragments(of: pagination), SmallBook.lines(of: pagination)[0]).map {
      "\($1) \(Int($0.usedRect.minX.points)) \(Int($0.rect.minY.points))"
    }
  }

  /// The red boxes on the page: x, y, width, height.
  private func red(_ body: String, _ style: String) async throws -> [[Double]] {
    let pagination = try await SmallBook(
      css: ".c { column-gap: 0; \(style) } i { display: block; background: red }"
    )
    .set("<div class='c'>\(body)</div>")
    let svg = try SmallBook.firstPage(of: pagination)
    return SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
  }

  @Test("a float that is higher than a column goes on in the next one, if its style allows that")
  func highFloat() async throws {
    // Five columns of 20 points, 20 high: 50 = 20 + 20 + 10.
    func boxes(_ style: String) async throws -> [[Double]] {
      try await red(
        "<i style='float: left; width: 10pt; height: 50pt; \(style)'></i>",
        "columns: 5; height: 20pt; column-fill: auto")
    }
    #expect(try await boxes("") == [[0, 0, 10, 20], [20, 0, 10, 20], [40, 0, 10, 10]])
    #expect(try await boxes("break-inside: avoid") == [[0, 0, 10, 50]])
  }

  @Test(
    "what does not fit is in more columns beside the block, where the page has room for them",
    arguments: ["balance", "auto"])
  func overflow(fill: String) async throws {
    // Columns of 20 points with two lines; the page has room for five.
    let style = "columns: 2; width: 40pt; column-fill: \(fill); "
    let expected = ["a 0 0", "b 0 10", "c 20 0", "d 20 10", "e 40 0", "f 40 10", "g 60 0"]
    #expect(try await places("abcdefg", style + "height: 20pt") == expected)
    #expect(try await places("abcdefg", style + "max-height: 20pt") == expected)
    #expect(
      try await places("abcdefg", style + "height: 24pt; padding-top: 4pt; box-sizing: border-box")
        == expected.map { $0.hasSuffix(" 10") ? $0.dropLast(2) + "14" : $0.dropLast() + "4" })
    #expect(
      try await places("abcde", style + "height: 20pt; direction: rtl; margin-left: 60pt")
        == ["a 90 0", "b 90 10", "c 70 0", "d 70 10", "e 50 0"])
    // Six columns have no room: the block is higher.
    let higher = try await places("abcdefghijk", style + "height: 20pt")
    #expect(higher.allSatisfy { $0.contains(" 0 ") || $0.contains(" 20 ") })
    // Nor have they beside a block as wide as the page.
    #expect(
      try await places("abcdefg", "columns: 2; height: 20pt; column-fill: \(fill)").last
        == "g 50 20")
  }

  @Test(
    "text that has room in a block with a height is balanced, or fills one column after the other")
  func filled() async throws {
    #expect(
      try await places("abc", "columns: 2; height: 40pt") == ["a 0 0", "b 0 10", "c 50 0"])
    #expect(
      try await places("abc", "columns: 2; height: 40pt; column-fill: auto")
        == ["a 0 0", "b 0 10", "c 0 20"])
    // Above what spans the columns, they are balanced, and below it, they have the rest of the height.
    #expect(
      try await places(
        "abcde", "columns: 2; height: 40pt; column-fill: auto",
        more: "p:nth-child(3) { column-span: all }")
        == ["a 0 0", "b 50 0", "c 0 10", "d 0 20", "e 0 30"])
  }

  @Test("an empty block with a height goes on in the next column")
  func divided() async throws {
    let block = "<i style='height: 45pt'></i>"
    // 45 points in three columns of 15.
    #expect(
      try await red(block, "columns: 3; width: 90pt")
        == [[0, 0, 30, 15], [30, 0, 30, 15], [60, 0, 30, 15]])
    #expect(
      try await red(block, "columns: 3; width: 90pt; height: 20pt; column-fill: auto")
        == [[0, 0, 30, 20], [30, 0, 30, 20], [60, 0, 30, 5]])
    // Below 30 points, 15 fit.
    #expect(
      try await red(
        "<p style='height: 30pt'></p>\(block)", "columns: 2; height: 45pt; column-fill: auto")
        == [[0, 30, 50, 15], [50, 0, 50, 30]])
    #expect(
      try await red("<div style='break-inside: avoid'>\(block)</div>", "columns: 3; width: 90pt")
        == [[0, 0, 30, 45]])
  }

  @Test("what is to be kept whole is divided where no column has room for it")
  func kept() async throws {
    let style = "columns: 3; width: 90pt; height: 20pt; column-fill: auto"
    #expect(
      try await red("<i style='height: 50pt; break-inside: avoid'></i>", style)
        == [[0, 0, 30, 20], [30, 0, 30, 20], [60, 0, 30, 10]])
    // It begins at the top of a column.
    #expect(
      try await red("<p>a</p><i style='height: 40pt; break-inside: avoid'></i>", style)
        == [[30, 0, 30, 20], [60, 0, 30, 20]])
  }

  @Test("widows are kept where the lines above them are too few as well")
  func widows() async throws {
    let lines = "abcdefghi".map(String.init).joined(separator: "<br/>")
    let pagination = try await SmallBook(
      css: ".c { columns: 4; column-gap: 0; width: 80pt; height: 40pt; column-fill: auto }"
    ).set("<p class='c' style='widows: 3'>\(lines)</p>")
    // Two lines are left in the second column, so that three are in the last one.
    #expect(
      SmallBook.fragments(of: pagination).map { Int($0.usedRect.minX.points) }
        == [0, 0, 0, 0, 20, 20, 40, 40, 40])
  }

  @Test("a margin below the content does not make a block with a height higher")
  func margin() async throws {
    let pagination = try await SmallBook(
      css: ".c { columns: 2; height: 20pt; column-fill: auto; background: red }"
    ).set("<div class='c'><p>a</p><p style='margin-bottom: 30pt'>b</p></div><p>c</p>")
    #expect(SmallBook.fragments(of: pagination).map { Int($0.rect.minY.points) } == [0, 10, 20])
  }

  @Test("an empty block goes on in the columns of the next page")
  func divisionOverPages() async throws {
    let pagination = try await SmallBook(
      css:
        ".c { columns: 2; column-gap: 0; column-fill: auto } i { display: block; background: red }"
    ).set("<div class='c'><i style='height: 260pt'></i></div>")
    let boxes = pagination.chapters[0].boxes.map(\.rect)
    // Twice 100 points, and the rest, balanced or not.
    #expect(
      boxes.prefix(2) == [
        Rect(x: 0, y: 0, width: 50, height: 100), Rect(x: 50, y: 0, width: 50, height: 100),
      ])
    #expect(boxes.dropFirst(2).reduce(0) { $0 + $1.height.points } == 60)
    #expect(pagination.pages.count == 2)
  }

  @Test("a rule is as high as the rest of a block with a height")
  func rule() async throws {
    let pagination = try await set(
      "ab", "columns: 2; height: 30pt; column-rule: 2pt solid; padding: 5pt")
    let boxes = pagination.chapters[0].boxes.filter(\.isColumnRule)
    #expect(boxes.map(\.rect) == [Rect(x: 49, y: 5, width: 2, height: 30)])
  }

  @Test(
    "a block as wide as its content is as wide as all of its columns",
    arguments: [
      // Two columns of 20 points; the least that holds the letters is the same.
      ("columns: 2; float: right", 60, 80), ("columns: 2; float: right; column-gap: 10pt", 50, 80),
      ("columns: 2; width: min-content; margin-left: auto", 60, 80),
      ("columns: 2 30pt; float: right", 40, 70), ("columns: 30pt; float: right", 70, 70),
    ])
  func contentWidth(style: String, first: Int, second: Int) async throws {
    let pagination = try await SmallBook(css: ".c { column-gap: 0; \(style) }").set(
      "<div class='c'><p>aa</p><p>bb</p></div>")
    #expect(
      SmallBook.fragments(of: pagination).map { Int($0.usedRect.minX.points) } == [first, second])
  }
}
