import Support
import Testing

@testable import Paginator

/// Stanzas in one paragraph, in the square font: ten lines of ten points fill a page.
@Suite("Empty lines in paragraphs")
struct EmptyLineTests {
  /// The first page's lines and the height of the first line of the second page.
  private func set(
    _ stanzas: [Int], _ breaking: PageBreaking, css: String = ""
  ) async throws -> (lines: [[String]], top: Double) {
    let text = stanzas.enumerated().map { stanza, count in
      (1...count).map { "\(stanza)\($0)" }.joined(separator: "<br/>")
    }.joined(separator: "<br/><br/>")
    let pagination = try await SmallBook(
      css: css, preset: "html { widows: 2; orphans: 2 }", pageBreaking: breaking
    ).set("<p>\(text)</p>")
    let top = SmallBook.fragments(of: pagination, page: 1).first { $0.usedWidth > 0 }
    return (SmallBook.lines(of: pagination), top?.rect.minY.points ?? -1)
  }

  @Test(
    "an empty line takes no room at the top of a page",
    arguments: [PageBreaking.firstFit, .optimal])
  func top(breaking: PageBreaking) async throws {
    let (lines, top) = try await set([10, 4, 4], breaking)
    #expect(lines.map(\.count) == [11, 9] && lines[0].last == "" && lines[1].first == "11")
    #expect(top == 0)
  }

  @Test(
    "the first and the last verse of a stanza are not alone",
    arguments: [
      // The first page would have one line of the second stanza, and all but one.
      ([8, 4, 4], 9, "11"), ([5, 5, 6], 9, "14"),
      // A stanza of three lines is not divided; one of one line may begin a page.
      ([7, 3, 4], 8, "11"), ([10, 1, 4], 11, "11"),
    ], [PageBreaking.firstFit, .optimal])
  func verses(
    _ page: (stanzas: [Int], count: Int, next: String), breaking: PageBreaking
  ) async throws {
    let (lines, top) = try await set(page.stanzas, breaking)
    #expect(lines[0].count == page.count)
    #expect(lines[1].first == page.next && top == 0)
  }

  @Test(
    "inside of a page, an empty line has its room", arguments: [PageBreaking.firstFit, .optimal])
  func room(breaking: PageBreaking) async throws {
    let pagination = try await SmallBook(pageBreaking: breaking).set(
      "<p>a<br/><br/>b</p><p>c<br/><br/><br/>d</p>")
    let lines = SmallBook.fragments(of: pagination).filter { $0.usedWidth > 0 }
    #expect(lines.map(\.rect.minY.points) == [0, 20, 30, 60])
  }
}
