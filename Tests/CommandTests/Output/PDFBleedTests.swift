import Foundation
import Testing

/// What touches the edge of a printed page goes on into the bleed.
@Suite(
  "PDF bleed", .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFBleedTests {
  /// A page without margins of 216 by 288 points.
  private func withBook(
    _ body: String, style: String = "", _ test: (URL) throws -> Void
  ) throws {
    try Program.withFolder { folder in
      try Program.put(
        """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title><style>
        html, body { margin: 0; padding: 0 } img { display: block } \(style)</style></head>\
        <body>\(body)</body></html>
        """, "b.xhtml", in: folder)
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("C.icc"))
      let picture = try #require(Data(base64Encoded: Self.picture))
      try picture.write(to: folder.appendingPathComponent("four.png"))
      try test(folder)
    }
  }

  /// Four pixels: red and blue, and green and black below them.
  private static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR42mP4zwAE/8GIgQEAGfQC/sy4rZEAAAAASUVORK5CYII="

  private static let print =
    "$PAGINATE b.xhtml --page 3x4 --margin 0 --style none --pdf b.pdf --pdf-profile print --icc C.icc"

  private func shell(_ line: String, _ folder: URL) throws -> Program.Result {
    let result = try Program.shell(line, in: folder)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result
  }

  /// The colors of the first sheet at some points, in points from its top left corner.
  private func colors(_ places: [(x: Int, y: Int)], _ folder: URL) throws -> [[UInt8]] {
    _ = try shell("pdftoppm -r 72 -singlefile b.pdf b", folder)
    let data = try Data(contentsOf: folder.appendingPathComponent("b.ppm"))
    let header = data.split(separator: 0x0A, maxSplits: 3).map {
      String(decoding: $0, as: UTF8.self)
    }
    let width = try #require(header[1].split(separator: " ").first.flatMap { Int($0) })
    let start = header[0].utf8.count + header[1].utf8.count + header[2].utf8.count + 3
    return places.map { place in
      let at = start + (place.y * width + place.x) * 3
      return [UInt8](data[at..<at + 3]).map { $0 > 127 ? 255 : 0 }
    }
  }

  /// The sheet is 9 points larger than the page on every side; these are in the corners of the bleed.
  private static let corners = [(2, 2), (231, 2), (2, 303), (231, 303)]
  private static let four: [[UInt8]] = [[255, 0, 0], [0, 0, 255], [0, 255, 0], [0, 0, 0]]

  @Test("an image that fills the page is mirrored into the bleed on every side and corner")
  func image() throws {
    try withBook("<img src='four.png' alt='' style='width: 3in; height: 4in'/>") { folder in
      let result = try shell("\(Self.print) --bleed 9pt -v", folder)
      #expect(try colors(Self.corners, folder) == Self.four)
      #expect(!result.errors.contains("touches the edge"), "\(result.errors)")
      let source = try shell(
        "qpdf --check b.pdf >/dev/null && qpdf --qdf --object-streams=disable b.pdf - | strings",
        folder
      ).output
      // Four sides, four corners, and the image itself.
      #expect(source.components(separatedBy: "/I0 Do").count - 1 == 9)
    }
  }

  @Test("an image goes on only where it touches; one smaller than the bleed is a finding")
  func partly() throws {
    let small = "<img src='four.png' alt='' style='width: 3in; height: 4pt'/>"
    try withBook(small) { folder in
      let result = try shell("\(Self.print) --bleed 9pt -v", folder)
      // The image reaches from 9 to 13 points.
      let found = try colors([(2, 9), (231, 9), (110, 60)], folder)
      #expect(found == [Self.four[0], Self.four[1], [255, 255, 255]])
      #expect(result.errors.contains("is smaller than the bleed"), "\(result.errors)")
    }
  }

  @Test("a background image is mirrored, and a clip at the edge is extended")
  func background() throws {
    let style = "div { height: 4in; background: url(four.png) 0 0 / 100% 100% no-repeat }"
    try withBook("<div></div>", style: style) { folder in
      _ = try shell("\(Self.print) --bleed 9pt -q", folder)
      #expect(try colors(Self.corners, folder) == Self.four)
    }
    let clipped = "div { height: 4in; overflow: hidden } img { width: 3in; height: 4in }"
    try withBook("<div><img src='four.png' alt=''/></div>", style: clipped) { folder in
      _ = try shell("\(Self.print) --bleed 9pt -q", folder)
      #expect(try colors(Self.corners, folder) == Self.four)
    }
  }

  @Test("without a bleed, an image is drawn once")
  func withoutBleed() throws {
    try withBook("<img src='four.png' alt='' style='width: 3in; height: 4in'/>") { folder in
      _ = try shell("\(Self.print) -q", folder)
      let source = try shell(
        "qpdf --qdf --object-streams=disable b.pdf - | strings", folder
      ).output
      #expect(source.components(separatedBy: "/I0 Do").count - 1 == 1)
    }
  }
}
