import Foundation
import Support
import Testing

@testable import Paginator

/// Columns in columns, in the square font: every line is 10 points high, and every character 10 points wide. The page
/// is 100 points wide and high. The outer columns are 40 points wide and 20 high, the inner ones 20 wide.
@Suite("Columns in columns")
struct InnerColumnTests {
  private func set(_ body: String, _ style: String = "", outer: String = "height: 20pt")
    async throws -> Pagination
  {
    try await SmallBook(
      css: """
        .o, .i { columns: 2; column-gap: 0; column-fill: auto; }
        .o { width: 80pt; \(outer) }
        .i { column-fill: balance; \(style) }
        b { position: absolute; width: 10pt; font-weight: normal; background: red }
        """
    ).set("<div class='o'><div class='i'>\(body)</div></div>")
  }

  private static func lines(_ letters: String) -> String {
    letters.map { "<p>\($0)</p>" }.joined()
  }

  /// Where each line begins, by its letter: "a 0 0".
  private func places(_ letters: String, _ style: String = "") async throws -> [String] {
    let pagination = try await set(Self.lines(letters), style)
    return zip(SmallBook.fragments(of: pagination), SmallBook.lines(of: pagination)[0]).map {
      "\($1) \(Int($0.usedRect.minX.points)) \(Int($0.rect.minY.points))"
    }
  }

  /// The red boxes on the page: x, y, width, height.
  private func red(_ body: String, _ style: String = "") async throws -> [[Double]] {
    let svg = try SmallBook.firstPage(of: try await set(body, style))
    return SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
  }

  @Test("inner columns go on in the next outer one, where the rest is balanced")
  func divided() async throws {
    let first = ["a 0 0", "b 0 10", "c 20 0", "d 20 10"]
    #expect(
      try await places("abcdefgh") == first + ["e 40 0", "f 40 10", "g 60 0", "h 60 10"])
    #expect(try await places("abcdef") == first + ["e 40 0", "f 60 0"])
    #expect(
      try await red(Self.lines("abcdef"), "background: red")
        == [[0, 0, 40, 20], [40, 0, 40, 10]])
    // Whole, they would have to be on a page of their own.
    #expect(try await places("ab", "break-inside: avoid") == ["a 0 0", "b 20 0"])
  }

  @Test("a block with columns and a height is as high in all outer columns together")
  func height() async throws {
    // The letters are beside each other, and 20 of the 30 points are left.
    #expect(try await places("ab", "height: 30pt") == ["a 0 0", "b 20 0"])
    #expect(
      try await red(Self.lines("ab"), "height: 30pt; background: red")
        == [[0, 0, 40, 20], [40, 0, 40, 10]])
    // The rule ends with the part of the block that has columns.
    let pagination = try await set(
      Self.lines("ab"), "height: 30pt; column-rule: 2pt solid")
    #expect(
      pagination.chapters[0].boxes.filter(\.isColumnRule).map(\.rect)
        == [Rect(x: 19, y: 0, width: 2, height: 20)])
  }

  @Test("a box out of the flow goes on in the inner columns of the next outer one")
  func positioned() async throws {
    #expect(
      try await red(
        "<div style='position: relative'><b style='top: 0; height: 70pt'></b>"
          + "\(Self.lines("abcdefgh"))</div>")
        == [[0, 0, 10, 20], [20, 0, 10, 20], [40, 0, 10, 20], [60, 0, 10, 10]])
    #expect(
      try await red(
        "<div style='position: relative'><b style='bottom: 0; height: 10pt'></b>"
          + "\(Self.lines("abcdefgh"))</div>")
        == [[60, 10, 10, 10]])
  }

  @Test("inner columns go on on the next page, with the text that is printed there")
  func pages() async throws {
    // Four inner columns of ten lines a page.
    let letters = (0..<50).map { String(UnicodeScalar(UInt8(65 + $0))) }.joined()
    let pagination = try await set(
      letters.map { "<p>&#\($0.unicodeScalars.first!.value);</p>" }.joined(), outer: "")
    let pages = SmallBook.lines(of: pagination)
    #expect(pages.map(\.count) == [40, 10])
    #expect(pages.joined().joined() == letters)
    let layout = pagination.chapters[0]
    // Each paragraph is a character and the end of its line.
    #expect(layout.pages.map(\.start) == [0, Int(layout.lines[40].start)])
  }

  @Test("columns on five levels are set, of which three are divided")
  func deep() async throws {
    let letters = Self.lines(String(repeating: "a", count: 60))
    let open = "<div style='columns: 2; column-gap: 0'>"
    let body = String(repeating: open, count: 5) + letters + String(repeating: "</div>", count: 5)
    let pagination = try await SmallBook(page: Size(width: 1000, height: 100)).set(body)
    #expect(SmallBook.lines(of: pagination).joined().count == 60)
  }
}
