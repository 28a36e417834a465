import EPUB
import Support
import Testing

@testable import Paginator

/// Media Queries 4, for a printed page that is 100 points wide and 200 high.
@Suite("Media queries")
struct MediaQueryTests {
  private func applies(_ query: String) async throws -> Bool {
    let query = query.replacing("<", with: "&lt;")
    let pagination = try await SmallBook(
      css: "@media \(query) { p { text-indent: 20pt } }", page: Size(width: 100, height: 200)
    ).set("<p>a</p>")
    return SmallBook.fragments(of: pagination)[0].usedRect.minX == 20
  }

  @Test(
    "queries that hold",
    arguments: [
      "print", "ALL", "only print", "not screen", "not amzn-mobi", "screen, print",
      "print and (min-width: 100pt)", "(max-width: 100pt)", "(width = 100pt)", "(width)",
      "(width >= 100pt)", "(50pt < width <= 100pt)", "(200pt > width)", "(height > 100pt)",
      "(min-aspect-ratio: 1/2)", "(aspect-ratio: 1 / 2)", "(max-aspect-ratio: 0.5)",
      "(aspect-ratio < 1/0)", "(orientation: portrait)", "not (orientation: landscape)",
      "(color)", "(min-color: 8)", "(min-color-index: -10)", "(min-resolution: -1dpi)",
      "(resolution >= 2dppx)", "(min-width: -100px) and (min-height: -100px)",
      "(width < 1pt) or (width > 1pt)", "not ((width < 1pt) or (monochrome))",
      "print and (not (width < 1pt))", "(update: none)", "(unknown) or (width)",
    ])
  func holds(query: String) async throws {
    #expect(try await applies(query))
  }

  @Test("without a size from outside, the page is the style's, before the book's own page rules")
  func pageOfStyle() async throws {
    func indent(_ query: String) async throws -> Length {
      let css = "@media \(query) { p { text-indent: 20pt } } @page { size: 90pt }"
      let book = SmallBook(css: css, page: nil, preset: "@page { size: 80pt 120pt; margin: 0 }")
      return SmallBook.fragments(of: try await book.set("<p>a</p>"))[0].usedRect.minX
    }
    #expect(try await indent("(width: 80pt) and (height: 120pt)") == 20)
    #expect(try await indent("(max-width: 79pt)") == 0)
  }

  @Test(
    "queries that do not hold, or that nobody knows",
    arguments: [
      "screen", "not print", "not all", "not or", "and", "print and", "print or (width)",
      "(width > 100pt)", "(100pt < width)", "(min-aspect-ratio: 1)", "(aspect-ratio > 1/0)",
      "(monochrome)", "(hover)", "(color-gamut: p3)", "(color-gamut: dci-p3)",
      "not (color-gamut: dci-p3)", "(unknown)", "not (unknown)", "(unknown) and (width)",
      "(min-width)", "(width) and (height) or (color)", "print and (width) or (color)",
      "(width: 100pt 1pt)", "(width 100pt)", "(min-width >= 100pt)", "()", "(",
    ])
  func holdsNot(query: String) async throws {
    #expect(try await !applies(query))
  }
}
