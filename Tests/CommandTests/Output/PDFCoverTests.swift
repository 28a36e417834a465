import Foundation
import Testing

/// `--pdf-cover`: the cover of an EPUB as page one.
@Suite(
  "PDF cover", .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFCoverTests {
  private static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR42mP4zwAE/8GIgQEAGfQC/sy4rZEAAAAASUVORK5CYII="

  /// An EPUB with a picture.
  /// - Parameters:
  ///   - item: the attributes of the picture in the manifest.
  ///   - others: other elements of the package, by the end tag that they precede.
  private func withBook(
    item: String = "properties='cover-image'", others: [String: String] = [:],
    _ test: (URL) throws -> Void
  ) throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", title: "A title", in: folder)
      let picture = try #require(Data(base64Encoded: Self.picture))
      try picture.write(to: folder.appendingPathComponent("b/p.png"))
      let html = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>C</title></head>"
      try Program.put(
        "\(html)<body><p><img src='p.png' alt='it'/></p></body></html>", "b/cover.xhtml", in: folder
      )
      let file = folder.appendingPathComponent("b/book.opf")
      var package = try String(contentsOf: file, encoding: .utf8).replacing(
        "</manifest>",
        with: """
          <item id="p" href="p.png" media-type="image/png" \(item)/>\
          <item id="d" href="cover.xhtml" media-type="application/xhtml+xml"/></manifest>
          """)
      for (end, text) in others { package = package.replacing(end, with: text + end) }
      try package.write(to: file, atomically: true, encoding: .utf8)
      try test(folder)
    }
  }

  private func shell(_ line: String, _ folder: URL, status: Int32 = 0) throws -> Program.Result {
    let result = try Program.shell(line, in: folder)
    #expect(result.status == status, "\(line): \(result.errors)")
    return result
  }

  private static let make = "$PAGINATE b --page 6x9 --pdf b.pdf --map m.json -q"

  private struct Pages: Equatable {
    let count: Int
    let withImages: [String]
  }

  /// The pages of the PDF, and those with an image.
  private func pages(_ folder: URL) throws -> Pages {
    let output = try shell(
      "qpdf --check b.pdf >/dev/null && pdfinfo b.pdf | sed -n 's/^Pages: *//p'; "
        + "pdfimages -list b.pdf | awk 'NR > 2 { print $1 }'", folder
    ).output.split(separator: "\n").map(String.init)
    return Pages(count: Int(output[0]) ?? 0, withImages: Array(output.dropFirst()))
  }

  @Test("a document after the text that shows the cover only is left out; links lead to page one")
  func nonLinear() throws {
    let others = ["</spine>": "<itemref idref='d' linear='no'/>"]
    try withBook(others: others) { folder in
      _ = try shell("\(Self.make) && cp m.json plain.json", folder)
      let plain = try pages(folder)
      #expect(plain.withImages == ["\(plain.count)"], "\(plain)")
      _ = try shell("\(Self.make) --pdf-cover && cmp m.json plain.json", folder)
      let found = try pages(folder)
      #expect(found == Pages(count: plain.count, withImages: ["1"]), "\(found)")
      let places = try shell("pdfinfo -dests b.pdf", folder).output.split(separator: "\n")
      #expect(places.contains { $0.hasPrefix("   1 ") && $0.contains("cover.xhtml") }, "\(places)")
    }
  }

  @Test("the cover is one page more, before the others, and the map and the labels stay")
  func added() throws {
    try withBook { folder in
      _ = try shell("\(Self.make) && cp m.json plain.json", folder)
      let plain = try pages(folder)
      #expect(plain.withImages.isEmpty)
      _ = try shell("\(Self.make) --pdf-cover && cmp m.json plain.json", folder)
      let found = try pages(folder)
      #expect(found.count == plain.count + 1 && found.withImages == ["1"])
      let source = try shell(
        "qpdf --qdf --object-streams=disable b.pdf - | strings", folder
      ).output
      // The right-hand pages of the book are now the even ones.
      #expect(source.contains("/PageLayout /TwoPageLeft"))
      // "Cover" and "A title" in UTF-16.
      #expect(source.contains("/P <feff0043006f007600650072>"))
      #expect(source.contains("/Alt <feff00410020007400690074006c0065>"))
      let tags = try shell("pdfinfo -struct b.pdf", folder).output
      #expect(tags.contains("Figure"), "\(tags)")
      // As large as the page, which is 432 by 648 points, allows: square.
      #expect(source.contains("432 0 0 432 0 108 cm"), "\(source)")
    }
  }

  @Test(
    "EPUB 2 names its cover by an id; the landmarks name a document with the picture",
    arguments: [
      ["</metadata>": "<meta name='cover' content='p'/>"],
      ["</package>": "<guide><reference type='cover' href='cover.xhtml'/></guide>"],
    ])
  func otherNames(others: [String: String]) throws {
    try withBook(item: "", others: others) { folder in
      _ = try shell("\(Self.make) --pdf-cover", folder)
      #expect(try pages(folder).withImages == ["1"])
    }
  }

  @Test("a book that begins with its cover gets no other one; a book without one has a finding")
  func notAdded() throws {
    try withBook { folder in
      let file = folder.appendingPathComponent("b/book.opf")
      let package = try String(contentsOf: file, encoding: .utf8)
      try package.replacing("<spine>", with: "<spine><itemref idref='d'/>").write(
        to: file, atomically: true, encoding: .utf8)
      _ = try shell(Self.make, folder)
      let plain = try pages(folder)
      _ = try shell("\(Self.make) --pdf-cover", folder)
      #expect(try pages(folder) == plain)
    }
    try withBook(item: "") { folder in
      let line = "$PAGINATE b --page 6x9 --pdf b.pdf --pdf-cover -v"
      let errors = try shell(line, folder).errors
      #expect(errors.contains("names no cover"), "\(errors)")
      #expect(try pages(folder).withImages == [])
    }
  }

  @Test("--pdf-cover is for readers' PDFs; paginate.yml and editions have it, too")
  func settings() throws {
    try withBook { folder in
      #expect(
        try shell("$PAGINATE b --pdf-cover", folder, status: 64).errors.contains("needs --pdf"))
      let sheets = try shell("\(Self.make) --pdf-cover --impose 2up", folder, status: 64)
      #expect(sheets.errors.contains("--pdf-cover does not go with --impose"))
      try PDFTools.profile(space: "CMYK").write(to: folder.appendingPathComponent("P.icc"))
      try Program.put(
        """
        {
          "pages": "6x9", "pdf-dir": "out", "pdf-cover": true,
          "books": [
            { "path": "b", "editions": [
                { "name": "reader" },
                { "name": "printer", "pdf-profile": "print", "icc": "P.icc" }
            ] }
          ]
        }

        """, "paginate.yml", in: folder)
      try Program.validate("paginate.yml", "project", in: folder)
      _ = try shell("$PAGINATE check --update", folder)
      _ = try shell("cp out/b.reader.pdf b.pdf", folder)
      #expect(try pages(folder).withImages == ["1"])
      _ = try shell("cp out/b.printer.pdf b.pdf", folder)
      #expect(try pages(folder).withImages == [])
    }
  }
}
