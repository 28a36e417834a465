import Support
import Testing

@testable import Paginator

/// `word-scale-min`, in the square font: ten points a letter, and pages of 100 points.
@Suite("Headings with long words")
struct WordScalingTests {
  private func set(_ body: String, _ css: String = "") async throws -> Pagination {
    try await SmallBook(
      css: "h1 { word-scale-min: 0.6; margin: 0; font: 10pt/10pt Square; hyphens: none; "
        + "overflow-wrap: break-word } " + css
    ).set(body)
  }

  private func sizes(_ pagination: Pagination) -> [Double] {
    SmallBook.typeSizes(of: pagination)
  }

  @Test("a heading is set smaller if its longest word fits then, which is a finding")
  func scaled() async throws {
    // 12 letters of 8 points; 100 / 12 is 8.33.
    let pagination = try await set("<h1>ab 123456789012</h1><p>y</p>")
    #expect(SmallBook.lines(of: pagination) == [["ab", "123456789012", "y"]])
    #expect(sizes(pagination) == [8, 10])
    let found = pagination.findings.filter { $0.rule == .scaledHeading }
    #expect(found.count == 1 && found[0].message.contains("80 %") && found[0].location != nil)
    #expect(try await sizes(set("<h1>1234567890 12</h1>")) == [10])
    #expect(try await sizes(set("<p>123456789012</p>")) == [10])
  }

  @Test("it keeps its size if the word does not fit at the least size, or may be divided")
  func kept() async throws {
    // 16 letters of 6 points have room, 17 do not.
    #expect(try await sizes(set("<h1>1234567890123456</h1>")) == [6])
    #expect(try await sizes(set("<h1>12345678901234567</h1>")) == [10])
    #expect(try await sizes(set("<h1>12345678\u{AD}9012</h1>", "h1 { hyphens: manual }")) == [10])
  }

  @Test("its box and its margins count")
  func narrow() async throws {
    // 60 points for eight letters: 7.5 each.
    #expect(try await sizes(set("<h1>12345678</h1>", "h1 { margin: 0 20pt }")) == [7.5])
  }
}
