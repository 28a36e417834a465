import Paginator
import Support
import Testing

/// What the reader size does to the sizes that a book gives in points and pixels.
@Suite("Reader sizes")
struct ReaderSizeTests {
  private func book(_ css: String, usual: Int) -> SmallBook {
    SmallBook(
      css: css, page: Size(width: 400, height: 400),
      preset: """
        @text-style body { xSmall: \(usual / 2)pt/10pt; large: \(usual)pt/20pt; AX3: \(usual * 2)pt/50pt }
        html { text-style: body }
        """)
  }

  private func sizes(_ css: String, usual: Int, at size: ReaderSize) async throws -> [Double] {
    let pagination = try await book(css, usual: usual).set("<p>aa</p><h1>bb</h1>") {
      $0.readerSize = size
    }
    return SmallBook.typeSizes(of: pagination)
  }

  @Test(
    "absolute sizes grow with the reader size",
    arguments: [(ReaderSize.xSmall, 0.5), (.large, 1), (.ax3, 2)])
  func absolute(_ size: ReaderSize, _ factor: Double) async throws {
    let css = "body { font-size: 8pt } h1 { font-size: 16px }"
    #expect(try await sizes(css, usual: 10, at: size) == [8 * factor, 12 * factor])
    #expect(
      try await sizes("html { font-size: 16px } h1 { font-size: 2rem }", usual: 10, at: size)
        == [12 * factor, 24 * factor])
  }

  @Test("absolute sizes of a preset are as it has them, whatever the reader size")
  func ofPreset() async throws {
    var book = book("", usual: 10)
    book.preset += " p { font-size: 9pt }"
    let pagination = try await book.set("<p>aa</p><p style='font-size: 8pt'>bb</p>") {
      $0.readerSize = .ax3
    }
    #expect(SmallBook.typeSizes(of: pagination) == [9, 16])
  }

  @Test("a preset with text larger than 12 points enlarges them at the usual size, too")
  func largePrint() async throws {
    #expect(
      try await sizes("body { font-size: 8pt } h1 { font-size: 12pt }", usual: 18, at: .large)
        == [12, 18])
  }

  @Test("lines that a book spaces in points are as far apart as their type needs")
  func lineHeight() async throws {
    let pagination = try await book("p { font-size: 10pt; line-height: 14pt }", usual: 10).set(
      "<p>aa<br/>bb</p>"
    ) { $0.readerSize = .ax3 }
    let tops = SmallBook.fragments(of: pagination).map { $0.rect.minY.points }
    #expect(tops == [0, 28])
  }
}
