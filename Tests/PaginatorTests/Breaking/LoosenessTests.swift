import Support
import Testing

@testable import Paginator

/// Paragraphs that are set a line shorter or longer, and letter space that keeps ligatures.
@Suite("Looseness and tracking")
struct LoosenessTests {
  /// The number of words on each line. Words have one letter, letters and spaces are 10 points wide, and the measure
  /// is 200 points.
  private func counts(words: Int, _ css: String) async throws -> [Int] {
    let pagination = try await SmallBook(
      css: "p { text-align: justify; text-wrap: pretty; \(css) }",
      page: Size(width: 200, height: 100)
    ).set(
      "<p>\(Array("abcdefghijklmnopqrstuvwxyzabcd").prefix(words).map(String.init).joined(separator: " "))</p>"
    )
    return SmallBook.fragments(of: pagination).map { Int($0.end - $0.start + 1) / 2 }
  }

  @Test("a paragraph is set a line longer if its lines are not much worse for that")
  func looser() async throws {
    #expect(try await counts(words: 30, "") == [10, 10, 10])
    #expect(try await counts(words: 30, "looseness: 0.3") == [9, 9, 10, 2])
    // A line of nine words costs 2,700 and one of ten 120. The four lines cost 5,300 more, and (0.05 x 500) squared
    // for each of three is less.
    #expect(try await counts(words: 30, "looseness: 0.05") == [10, 10, 10])
    // Three lines of ten words cannot become two.
    #expect(try await counts(words: 30, "looseness: -1") == [10, 10, 10])
    #expect(try await counts(words: 30, "looseness: none") == [10, 10, 10])
  }

  @Test("a paragraph is set a line shorter if its lines are not much worse for that")
  func tighter() async throws {
    #expect(try await counts(words: 23, "") == [10, 10, 3])
    #expect(try await counts(words: 23, "looseness: -0.2") == [12, 11])
    #expect(try await counts(words: 23, "looseness: -0.05") == [10, 10, 3])
    // Four lines would leave most of one empty.
    #expect(try await counts(words: 23, "looseness: 1") == [10, 10, 3])
  }

  @Test("ragged text keeps its lines")
  func ragged() async throws {
    let css = "looseness: 1; text-align: start"
    #expect(try await counts(words: 30, css) == (try await counts(words: 30, "text-align: start")))
  }

  @Test("tracking spaces letters as letter-spacing does, and keeps ligatures")
  func tracking() async throws {
    func widths(_ css: String) async throws -> [Int] {
      let pagination = try await SmallBook(css: "p { \(css) }").set("<p>aaaa aaa</p>")
      return SmallBook.fragments(of: pagination).map(\.usedWidth)
    }
    let spaced = try await widths("letter-spacing: 2pt")
    #expect(try await widths("tracking: 2pt") == spaced)
    #expect(try await widths("tracking: 0.2em") == spaced)
    #expect(try await widths("tracking: none") == (try await widths("")))
    func glyphs(_ css: String) async throws -> Int {
      let pagination = try await SmallBook(
        css: "p { font-family: 'DejaVu Serif'; \(css) }", fonts: FontLibrary()
      ).set("<p>ffi</p>")
      return pagination.chapters[0].glyphs.glyphs.count
    }
    #expect(try await glyphs("letter-spacing: 0.1pt") == 3)
    #expect(try await glyphs("tracking: 0.1pt") < 3)
  }
}
