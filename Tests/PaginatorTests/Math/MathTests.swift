import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

private let mathFont = "/usr/share/fonts/truetype/dejavu/DejaVuMathTeXGyre.ttf"

/// Formulas in DejaVu Math, at 10 points. Expectations compare positions of boxes; they do not
/// repeat the font's metrics.
@Suite("Formulas", .enabled(if: FileManager.default.fileExists(atPath: mathFont)))
struct MathTests {

  private func layout() throws -> MathLayout {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: [])
    try fonts.register(file: mathFont)
    return MathLayout(font: try #require(fonts.mathFace(FontStyle().request))) { _ in nil }
  }

  private func box(_ markup: String, isDisplay: Bool = true) throws -> MathBox {
    let tree = try parse(
      Array("<math xmlns='http://www.w3.org/1998/Math/MathML'>\(markup)</math>".utf8), path: "t"
    ).tree
    var reader = MathReader(tree)
    let formula = reader.formula(try #require(tree.root))
    #expect(reader.unknown.isEmpty)
    return try layout().box(formula, MathStyle(base: 10240, isDisplay: isDisplay))
  }

  @Test("a fraction's parts are above and below its rule, and the numerator is centred")
  func fraction() throws {
    let box = try box("<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac>")
    let rule = try #require(box.rules.first)
    let numerator = try #require(box.glyphs.first)
    #expect(numerator.y > rule.y + rule.height)
    #expect(box.glyphs.dropFirst().allSatisfy { $0.y < rule.y })
    #expect(abs(numerator.x + 3200 - (rule.x + rule.width / 2)) < 600)
  }

  @Test("a formula in a column that leaves nothing to it but its width is not scaled")
  func narrowColumn() async throws {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: mathFont)
    let css = "table { width: 100%; border-spacing: 0 } td { padding: 0 } .p { width: 50% }"
    let math = "<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>f</mi><mi>x</mi></math>"
    let pagination = try await SmallBook(css: css, fonts: fonts).set(
      "<p>\(math)</p><table><tr><td class='p'/><td>\(math)</td><td class='p'/></tr></table>")
    #expect(pagination.findings.isEmpty)
    let attachments = pagination.chapters[0].attachments
    #expect(attachments.count == 2 && attachments[0]?.width == attachments[1]?.width)
  }

  @Test("invisible operators have no glyph", arguments: ["\u{2061}", "\u{2062}", "\u{2063}"])
  func invisible(sign: String) throws {
    let box = try box("<mi>f</mi><mo>\(sign)</mo><mi>x</mi>")
    #expect(box.glyphs.count == 2 && box.glyphs.allSatisfy { $0.glyph != 0 })
  }

  @Test("scripts are smaller than their base, one below and one above the baseline")
  func scripts() throws {
    let box = try box("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>")
    let sizes = box.glyphs.map(\.size)
    #expect(sizes[1] == sizes[2] && sizes[1] < sizes[0])
    #expect(box.glyphs[1].y < 0 && box.glyphs[2].y > 0)
  }

  @Test("fences are as high as the matrix between them; its cells are in rows and columns")
  func matrix() throws {
    let cells = "<mtr><mtd><mn>4</mn></mtd><mtd><mn>1</mn></mtd></mtr>"
    let table = try box("<mtable>\(cells)\(cells)\(cells)</mtable>")
    let fenced = try box("<mo>(</mo><mtable>\(cells)\(cells)\(cells)</mtable><mo>)</mo>")
    #expect(Set(table.glyphs.map(\.y)).count == 3)
    #expect(Set(table.glyphs.map(\.x)).count == 2)
    let height = fenced.ascent + fenced.descent
    #expect(height >= (table.ascent + table.descent) * 95 / 100)
    let plain = try box("<mo>(</mo>")
    #expect(height > 2 * (plain.ascent + plain.descent))
  }

  @Test("limits are above and below a displayed sum, and at the side of an inline one")
  func limits() throws {
    let sum = "<munderover><mo>\u{2211}</mo><mi>a</mi><mi>b</mi></munderover>"
    let displayed = try box(sum)
    let inLine = try box(sum, isDisplay: false)
    #expect(displayed.ascent + displayed.descent > inLine.ascent + inLine.descent)
    #expect(inLine.width > displayed.width)
  }

  @Test("the rule of a root covers its radicand, and a bar is as wide as its base")
  func roots() throws {
    let inner = try box("<mi>x</mi><mo>+</mo><mi>y</mi>")
    let root = try box("<msqrt><mi>x</mi><mo>+</mo><mi>y</mi></msqrt>")
    #expect(root.rules.map(\.width) == [inner.width])
    #expect(root.ascent > inner.ascent)
    let bar = try box(
      "<mover accent='true'><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow><mo>\u{AF}</mo></mover>")
    #expect(bar.rules.map(\.width) == [inner.width])
    #expect(try #require(bar.rules.first).y >= inner.ascent)
  }

  @Test("the arrow of a vector is on its letter, whose height the font has in the arrow's place")
  func vectors() throws {
    for (base, letters) in [("<mi>x</mi>", 1), ("<mrow><mi>A</mi><mi>B</mi></mrow>", 2)] {
      let letter = try box(base)
      let vector = try box("<mover>\(base)<mo>\u{20D7}</mo></mover>")
      let arrow = try #require(vector.glyphs.dropFirst(letters).first)
      // Raised by the height of the letters, it would be twice as high as it should be.
      #expect(arrow.y >= 0 && arrow.y < letter.ascent / 2)
    }
  }

  @Test("deeply nested and malformed formulas are set with a bounded width")
  func hostile() throws {
    let deep = String(repeating: "<mrow>", count: 200)
    let box = try box(
      deep + "<mi>x</mi>" + String(repeating: "</mrow>", count: 200)
        + "<mfrac/><msub/><mroot/><mmultiscripts/><mtable/><mo minsize='1e300em'>(</mo>"
        + "<mspace width='1e300em'/><mo></mo>")
    #expect(box.glyphs.count >= 2)
    #expect(box.width < 1 << 40)
  }

  @Test("on a page a formula is an image with its alternative text")
  func page() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("t.xhtml")
    try """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head><body>\
    <p>let <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><msup><mi>x</mi>\
    <mn>2</mn></msup></math> be</p></body></html>
    """.write(to: file, atomically: true, encoding: .utf8)
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    try fonts.register(file: mathFont)
    var options = PaginationOptions(preset: (name: "square", css: SmallBook.square), fonts: fonts)
    options.page = Size(width: 100, height: 100)
    let pagination = try await paginate(Publication.open(file.path), options: options)
    let line = try #require(SmallBook.fragments(of: pagination).first)
    // The line is at least as high as its text, whose baseline is 8 points below the top.
    #expect(line.baseline >= 8 * 1024)
    let image = try #require(pagination.chapters.first?.text.images.first)
    #expect(image.alternativeText == "x squared")
    #expect(pagination.findings.isEmpty)
  }

  @Test("an operator without an entry in its form has that of an infix operator")
  func formFallback() throws {
    let whole = try box("<mi>a</mi><mo>=</mo><mi>b</mi>").glyphs.map(\.x)
    let part = try box("<mo>=</mo><mi>b</mi>").glyphs.map(\.x)
    #expect(part[1] - part[0] == whole[2] - whole[1])
    let minus = try box("<mo>-</mo><mi>b</mi>").glyphs.map(\.x)
    let apart = try box("<mi>a</mi><mo>-</mo><mi>b</mi>").glyphs.map(\.x)
    #expect(minus[1] - minus[0] < apart[2] - apart[1])
  }
}
