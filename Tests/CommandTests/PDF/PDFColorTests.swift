import Foundation
import Support
import Testing

/// Inks, images, drawings and ruby in PDFs, read with qpdf and poppler.
@Suite(
  "PDF colors and images",
  .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFColorTests {
  private static let spot = "-paginate-spot(\"PANTONE 186 C\", device-cmyk(0 100% 81% 4%)"

  private func withBook(
    _ body: String, style: String = "", _ test: (URL) throws -> Void
  ) throws {
    try Program.withFolder { folder in
      try Program.put(
        """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title>\
        <style>\(style)</style></head><body>\(body)</body></html>
        """, "b.xhtml", in: folder)
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("C.icc"))
      try PDFTools.profile(space: "RGB ").write(to: folder.appendingPathComponent("R.icc"))
      try test(folder)
    }
  }

  private func shell(_ line: String, _ folder: URL) throws -> String {
    let result = try Program.shell(line, in: folder)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output
  }

  /// The operators and objects of the PDF that the options make.
  private func source(_ options: String, _ folder: URL) throws -> String {
    try shell(
      "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf \(options) && qpdf --check b.pdf > /dev/null"
        + " && qpdf --qdf --object-streams=disable b.pdf - | strings -n 2", folder)
  }

  @Test("what is half transparent is so in outlines, in live text and in a PDF")
  func opacity() throws {
    let body = """
      <p style="color: rgba(255, 0, 0, .5)">red</p>
      <p style="border: 2pt dashed rgba(0, 0, 255, .5)">box</p>
      <p style="text-decoration: underline dashed rgba(0, 128, 0, .5)">line</p>
      """
    try withBook(body) { folder in
      func pages(_ options: String) throws -> String {
        try shell("$PAGINATE b.xhtml -q --svg-dir s \(options) && cat s/*.svg; rm -r s", folder)
      }
      for page in [try pages(""), try pages("--text live")] {
        #expect(page.contains("fill=\"#ff0000\" fill-opacity=\"0.502\""))
        for color in ["#0000ff", "#008000"] {
          #expect(page.contains("stroke=\"\(color)\" stroke-opacity=\"0.502\""), "\(page)")
          #expect(!page.contains("stroke=\"\(color)\" stroke-width"))
        }
      }
      // Text, four sides and a line.
      let lines = try source("", folder).split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("q /A128 gs ") }.count == 6)
    }
  }

  @Test("the stroke that thickens half transparent glyphs is not drawn over their inside twice")
  func thickened() throws {
    let body = "<p style='font: bold 20pt Square; color: rgba(255, 0, 0, .5)'>a</p>"
    try withBook(body) { folder in
      let font = Checkout.fixture("Square.ttf")
      let page = try shell(
        "$PAGINATE b.xhtml -q --font-file \(font) --svg-dir s && cat s/*.svg", folder)
      #expect(page.contains("fill=\"#ff0000\" stroke=\"#ff0000\""), "\(page)")
      #expect(page.contains(" opacity=\"0.502\"") && !page.contains("-opacity="))
    }
  }

  private static let inks = """
    <p style="color: device-cmyk(0 81% 81% 30%)">a</p><p style='color: \(spot))'>b</p>
    <p style='background: \(spot), 20%)'>c</p><p style="color: device-cmyk(0, 0, 0, 1)">d</p>
    """

  @Test("inks of CSS are CMYK and separations in a PDF for print, and RGB elsewhere")
  func inks() throws {
    try withBook(Self.inks) { folder in
      let print = try source("--pdf-profile print --icc C.icc", folder)
      #expect(print.contains("0 0.81 0.81 0.3 k"))
      #expect(print.contains("/PANTONE#20186#20C"))
      #expect(print.contains(" cs 1 scn") && print.contains(" cs 0.2 scn"))
      // 4 % of black replaces it, with the other inks.
      #expect(print.contains("0.81") && print.contains("0.04"))
      let access = try source("", folder)
      #expect(
        !access.contains(" k\n") && !access.contains("Separation") && access.contains(" rg\n"))
      // Another printing condition: the spot ink stays, its replacement is RGB.
      let other = try source("--pdf-profile print --icc R.icc", folder)
      #expect(other.contains("/PANTONE#20186#20C") && !other.contains(" k\n"))
      #expect(!other.contains("/DeviceCMYK"))
      let pages = try shell("$PAGINATE b.xhtml --page 6x9 -q --svg-dir s && cat s/*.svg", folder)
      // CSS Color 5: red is 255 * 0.7; green and blue are 255 * (1 - (0.81 * 0.7 + 0.3)).
      #expect(pages.contains("#b32222"))
    }
  }

  @Test("text of black ink alone overprints, however the black is written")
  func overprint() throws {
    try withBook("<p>a</p><p style='color: device-cmyk(0 0 0 1)'>b</p>") { folder in
      let lines = try source("--pdf-profile print --icc C.icc", folder).split(separator: "\n")
      let black = lines.filter { $0.hasSuffix("0 0 0 1 k") }
      #expect(black.count >= 2 && black.allSatisfy { $0.contains("/OP gs") }, "\(black)")
    }
  }

  @Test("colors of inks that are wrong are findings, and so are two meanings of one ink")
  func findings() throws {
    let body = """
      <p style="color: device-cmyk(0 0 2)">a</p><p style='color: -paginate-spot("", device-cmyk(0 0 0 0))'>b</p>
      <p style='color: -paginate-spot("X", red)'>c</p><p style='color: -paginate-spot("X", device-cmyk(0 0 0 0), a)'>d</p>
      <p style='color: -paginate-spot("Y", device-cmyk(0 0 1 0))'>e</p>
      <p style='color: -paginate-spot("Y", device-cmyk(0 1 1 0))'>f</p>
      """
    try withBook(body) { folder in
      let errors = try Program.shell(
        "$PAGINATE b.xhtml --page 6x9 -v --pdf b.pdf --pdf-profile print --icc C.icc", in: folder
      ).errors
      #expect(errors.components(separatedBy: "[unsupported-value]").count == 5, "\(errors)")
      #expect(errors.contains("the spot color \"Y\" has several replacements"), "\(errors)")
      #expect(errors.contains("[print-color]"))
    }
  }

  @Test("a slug line is a mark and not text of the page")
  func slug() throws {
    try withBook("<p>word</p>") { folder in
      func curves(_ marks: String) throws -> Int {
        let print = try source("--pdf-profile print --icc C.icc --marks \(marks)", folder)
        // Two words: the text and the folio.
        let words = try shell("pdftotext b.pdf -", folder).split { $0.isWhitespace }
        #expect(words.contains("word") && !words.contains("page"), "\(words)")
        return print.components(separatedBy: " c ").count
      }
      // Letters have curves; there are no register marks.
      let (without, with) = (try curves("crop"), try curves("crop,slug"))
      #expect(with > without + 20)
    }
  }

  /// Two pixels of 16 bits with alpha and a color profile.
  private static let image =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAYAAACksqPJAAAAKmlDQ1BwAAB42mNgYDjBAAQsQJybV1IU5O6kEBEZpcCA"
    + "BBKTiwsYBjkAAHVrBlsgxPADAAAAGUlEQVR42mP4/1/IhIGhgYGBkYGJgfn/fwAqqQTJqrK07wAAAABJRU5ErkJggg=="

  @Test("16 bits and the color profile of an image stay")
  func deepImage() throws {
    try withBook("<p><img src='p.png' alt='p' style='width: 1in'/></p>") { folder in
      let data = try #require(Data(base64Encoded: Self.image))
      try data.write(to: folder.appendingPathComponent("p.png"))
      let rows = try shell(
        "$PAGINATE b.xhtml --page 6x9 -q --pdf b.pdf && pdfimages -list b.pdf", folder
      ).split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").map(String.init) }
      // Page, number, type, width, height, color, components, bits.
      #expect(
        rows.map { Array($0[2...7]) } == [
          ["image", "2", "1", "icc", "3", "16"], ["smask", "2", "1", "gray", "1", "16"],
        ])
      // The first pixel is 65535, 4660 and 0 with half its alpha.
      #expect(try source("", folder).contains("/SMask"))
      let errors = try Program.shell(
        "$PAGINATE b.xhtml --page 6x9 -v --pdf b.pdf --pdf-profile print --icc C.icc", in: folder
      ).errors
      #expect(
        errors.contains("\"p.png\" has 2 pixels to the inch") || errors.contains(" has 1 pix"))
      #expect(errors.contains("\"p.png\" is RGB"))
    }
  }

  private static let drawing = """
    <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100' width='200' height='100'>\
    <rect width='100' height='100' fill='#f00'/><g opacity='.5'><circle cx='150' cy='50' r='40'/>\
    <rect x='150' width='50' height='50' fill='blue'/></g>\
    <text x='10' y='90' font-size='20' font-family='EB Garamond'>Vektor</text></svg>
    """

  @Test(
    "drawings are vectors and text",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/rsvg-convert"), "needs librsvg"))
  func vectors() throws {
    try withBook("<p><img src='v.svg' alt='v' style='width: 200pt'/></p>") { folder in
      try Program.put(Self.drawing, "v.svg", in: folder)
      for options in ["", "--pdf-profile print --icc C.icc", "--pdf-profile print --icc R.icc"] {
        _ = try source(options, folder)
        let images = try shell("pdfimages -list b.pdf", folder).split(separator: "\n")
        #expect(images.count == 2, "no pixels: \(images)")
        #expect(try shell("pdftotext b.pdf -", folder).contains("Vektor"))
        for row in try shell("pdffonts b.pdf", folder).split(separator: "\n").dropFirst(2) {
          #expect(
            row.split(separator: " ").suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(row)")
        }
      }
      let bytes = try shell(
        "for j in 1 2; do $PAGINATE b.xhtml --page 6x9 -q --jobs $j --pdf - | md5sum; done", folder)
      #expect(Set(bytes.split(separator: "\n")).count == 1)
    }
  }

  @Test("ruby is tagged with its bases and annotations")
  func ruby() throws {
    try withBook("<p>x <ruby>ab<rt>c</rt>d<rt lang='de'>e</rt></ruby> y</p>", style: "") { folder in
      _ = try source("", folder)
      let output = try shell("pdfinfo -struct-text b.pdf", folder)
      let parts = output.split(separator: "\n").map {
        String($0.trimmingCharacters(in: .whitespaces).prefix { $0 != " " })
      }
      let start = try #require(parts.firstIndex(of: "Ruby"))
      #expect(
        parts[start...].prefix(9) == [
          "Ruby", "RB", "\"ab\"", "RT", "\"c\"", "RB", "\"d", "RT", "\"e\"",
        ], "\(parts)")
    }
  }

  @Test("a ruby annotation in parentheses is tagged as an annotation")
  func rubyInParentheses() throws {
    let base = String(repeating: "ab", count: 20)
    try withBook(
      "<p>x <ruby>\(base)<rt>cd</rt></ruby> y</p><p class='q'>word</p>",
      style: ".q::before { content: '>' }"
    ) {
      folder in
      _ = try source("", folder)
      let output = try shell("pdfinfo -struct-text b.pdf", folder)
      let parts = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let start = try #require(parts.firstIndex { $0.hasPrefix("Ruby") })
      let names = parts[start...].map { String($0.prefix { $0 != " " }) }
      #expect(
        names.prefix(7) == ["Ruby", "RB", "\"\(base)\"", "RT", "\"(cd)", "\"y\"", "P"]
          || names.prefix(7) == ["Ruby", "RB", "\"\(base)\"", "RT", "\"(cd)\"", "\"y\"", "P"],
        "\(parts)")
      #expect(parts.contains { $0.contains(">word") }, "one paragraph: \(parts)")
    }
  }
}
