import Support
import Testing

@testable import Paginator

/// The marker `square`, which a font has in another size.
@Suite("Square markers")
struct SquareMarkerTests {
  @Test(
    "a square marker is 0.35 em high, with its center in the middle of small letters",
    .needsFont("DejaVu Sans"))
  func size() async throws {
    let fonts = FontLibrary()
    let face = try #require(try fonts.matches(FontRequest(families: ["DejaVu Sans"])).first?.face)
    let glyph = try #require(face.glyphID(for: "\u{25AA}"))
    let ink = try #require(face.boundingBox(ofGlyph: glyph))
    let em = face.metrics.unitsPerEm
    var book = SmallBook(css: "ul { list-style-type: square; font: 10pt 'DejaVu Sans' }")
    book.fonts = fonts
    let pagination = try await book.set("<ul><li>a</li></ul>")
    let text = try #require(pagination.chapters.first?.text)
    let inner = try #require(
      text.attachments.compactMap {
        if case .marker(let inner) = $0.content { inner } else { nil }
      }.first)
    let style = inner.style(at: 0).style.text
    #expect(abs((style.font.size * (Double(ink.height) / Double(em))).points - 3.5) < 0.01)
    let center = style.font.size * ((Double(ink.y) + Double(ink.height) / 2) / Double(em))
    let middle = Length(points: 10 * Double(face.metrics.xHeight) / Double(em) / 2)
    #expect(abs((center + (style.inlineRise ?? 0) - middle).points) < 0.01)
    // The space behind it is as wide as ever.
    #expect(inner.style(at: 1).style.text.font.size == 10)
  }

  @Test(
    "squares of counters in generated content are as high as markers", .needsFont("DejaVu Sans"))
  func counters() async throws {
    var book = SmallBook(
      css: """
        ul { font: 10pt 'DejaVu Sans'; list-style: square inside }
        p { font: 10pt 'DejaVu Sans'; counter-reset: a; counter-increment: a }
        span::before { counter-reset: a; counter-increment: a; content: counters(a, '.', square) }
        """)
    book.fonts = FontLibrary()
    let text = try #require(
      try await book.set("<ul><li>x</li></ul><p><span>x</span></p>").chapters.first?.text)
    let marker = text.paragraphs[0].range.lowerBound
    let counter = text.paragraphs[1].range.lowerBound
    let size = text.style(at: marker).style.text.font.size
    #expect(size < 10)
    // A square, a dot in full size, a square.
    #expect((0..<3).map { text.style(at: counter + $0).style.text.font.size } == [size, 10, size])
  }
}
