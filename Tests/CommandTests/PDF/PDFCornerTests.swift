import Foundation
import Testing

/// Rounded corners in PDFs, as pixels.
@Suite(
  "PDF corners", .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFCornerTests {
  /// Whether the first page has a color at some points, at 72 pixels per inch.
  private func isInked(_ places: [(x: Int, y: Int)], _ body: String) throws -> [Bool] {
    var result: [Bool] = []
    try Program.withFolder { folder in
      try Program.put(
        """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title><style>
        body, p { margin: 0; line-height: 0 } .box { width: 80pt; height: 80pt; border-radius: 40pt }
        </style></head><body>\(body)</body></html>
        """, "b.xhtml", in: folder)
      for line in [
        "$PAGINATE b.xhtml --page 2x2 --margin 0 --style none -q --pdf b.pdf",
        "qpdf --check b.pdf > /dev/null", "pdftoppm -r 72 -singlefile b.pdf b",
      ] {
        let run = try Program.shell(line, in: folder)
        #expect(run.status == 0, "\(line): \(run.errors)")
      }
      // The header of a page of two inches is "P6 144 144 255".
      let data = try Data(contentsOf: folder.appendingPathComponent("b.ppm"))
      let start = data.count - 144 * 144 * 3
      result = places.map { data[start + ($0.y * 144 + $0.x) * 3 + 1] < 128 }
    }
    return result
  }

  /// The corners of a box of 80 points, its middle, and the middle of its left side.
  private static let places = [(3, 3), (77, 3), (77, 77), (3, 77), (40, 40), (2, 40)]

  @Test(
    "circles have no ink in the corners of their boxes",
    arguments: [
      ("<div class='box' style='background: #f00'></div>", true),
      ("<p><img class='box' alt='' src='\(PDFTools.pixel)'/></p>", true),
      (
        "<div class='box' style='background: url(\(PDFTools.pixel)); background-size: 9pt'></div>",
        true
      ),
      (
        "<div class='box' style='box-sizing: border-box; border: 6pt solid #f00'></div>", false
      ),
      (
        "<div class='box' style='box-sizing: border-box; border: 6pt solid #f00; border-left-color: #00f'></div>",
        false
      ),
    ])
  func circle(body: String, isFilled: Bool) throws {
    #expect(
      try isInked(Self.places, body) == [false, false, false, false, isFilled, true])
  }
}
