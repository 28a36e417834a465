import Support
import Testing

@testable import Paginator

/// Tables in which not even single characters fit, in the square font: ten points a letter, forty a large one, and pages
/// of 100 points.
@Suite("characters in narrow columns")
struct TableCharacterTests {
  private static let css = """
    td { padding: 0; overflow-wrap: break-word } table { border-spacing: 0 }
    b { font-size: 40pt; line-height: 40pt; font-weight: normal }
    """

  /// The places of the cells, whose text is at their start: how far they are from the page's.
  private func starts(_ pagination: Pagination) -> [Double] {
    Set(SmallBook.fragments(of: pagination).map(\.rect.minX.points)).sorted()
  }

  private func set(_ cells: String..., css: String = "") async throws -> Pagination {
    let row = cells.map { "<td>\($0)</td>" }.joined()
    return try await SmallBook(css: Self.css + css).set("<table><tr>\(row)</tr></table>")
  }

  @Test("no column is narrower than a character; the others share the rest")
  func leastWidths() async throws {
    // Forty and twice thirty; a third of the page is too narrow.
    let pagination = try await set("<b>1</b>", "12345678", "12345678")
    #expect(starts(pagination) == [0, 40, 70])
  }

  @Test("a table whose characters do not fit is wider than its measure")
  func overflow() async throws {
    let pagination = try await set("<b>1</b>", "<b>2</b>", "<b>3</b>")
    #expect(starts(pagination) == [0, 40, 80])
    let found = pagination.findings.filter { $0.rule == .overfullLine }
    #expect(found.contains { $0.message.contains("a table is wider than its measure") })
  }

  @Test("a picture gives way to characters")
  func picture() async throws {
    let pagination = try await set(
      "<b>1</b>", "<b>2</b>", "<img src=\"\(SmallBook.drawing(80, 80))\"/>")
    // The picture is 60 points wide, and a third of the page would be left for each cell.
    #expect(starts(pagination) == [0, 40, 80])
    #expect(pagination.chapters[0].attachments[0]?.width == 20 * 1024)
  }

  @Test("type is smaller than the least scale where characters would lie over each other")
  func scale() async throws {
    let pagination = try await set(
      "<b>1</b>", "<b>2</b>", "<b>3</b>", css: "table { table-scale-min: 0.9 }")
    // 120 points in 100.
    let found = pagination.findings.filter { $0.rule == .scaledTable }
    #expect(found.first?.message.contains("83 %") == true)
    let starts = starts(pagination)
    #expect(starts.count == 3 && starts[1] - starts[0] <= 33.34 && starts[1] >= 33.19)
    #expect(!pagination.findings.contains { $0.rule == .overfullLine })
  }
}
