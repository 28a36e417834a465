import Foundation
import Support
import Testing

/// Bookmarks in a PDF, and the contents in the page map.
@Suite(
  "PDF bookmarks",
  .enabled(if: PDFTools.areThere, "Scripts/setup installs qpdf and poppler-utils"))
struct PDFBookmarkTests {
  @Test("an entry for a document whose notes are at the feet of pages leads to the first note")
  func notes() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", words: 3, in: folder)
      let head =
        "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" "
        + "xml:lang=\"en\"><head><title>T</title></head>"
      try Program.put(
        "\(head)<body><p>One.</p><p style=\"break-before: page\">Two<a epub:type=\"noteref\" "
          + "href=\"e.xhtml#x\">1</a></p></body></html>", "b/c.xhtml", in: folder)
      try Program.put(
        "\(head)<body><section epub:type=\"endnotes\"><h2>Notes</h2><ol><li id=\"x\">Note.</li></ol>"
          + "</section></body></html>", "b/e.xhtml", in: folder)
      let package = try String(
        contentsOf: folder.appendingPathComponent("b/book.opf"), encoding: .utf8)
      try Program.put(
        package.replacing(
          "<item id=\"n\"",
          with:
            "<item id=\"e\" href=\"e.xhtml\" media-type=\"application/xhtml+xml\"/><item id=\"n\""
        ).replacing("<itemref idref=\"c\"/>", with: "<itemref idref=\"c\"/><itemref idref=\"e\"/>"),
        "b/book.opf", in: folder)
      let navigation = try String(
        contentsOf: folder.appendingPathComponent("b/n.xhtml"), encoding: .utf8)
      try Program.put(
        navigation.replacing(
          "</ol>", with: "<li><a href=\"e.xhtml\">Notes</a></li></ol>"), "b/n.xhtml", in: folder)
      let result = try Program.shell(
        "$PAGINATE b --page a6 -q --notes foot --pdf b.pdf --map m.json && "
          + "qpdf --qdf --object-streams=disable b.pdf - | strings", in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("/Dest (e.xhtml)"))
      // Both names have the place of the note.
      let places = result.output.split(separator: "\n").drop { !$0.contains("(e.xhtml)") }
      #expect(!places.isEmpty)
      let map = try String(contentsOf: folder.appendingPathComponent("m.json"), encoding: .utf8)
      let entry = map.split(separator: "\n").first { $0.contains("\"title\": \"Notes\"") }
      #expect(entry?.contains("\"page\": 2") == true, "\(map)")
    }
  }
}
