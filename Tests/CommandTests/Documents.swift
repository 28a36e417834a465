import Foundation
import Support
import Testing

/// Documents that the program is run on.
extension Program {
  static func put(_ text: String, _ name: String, in folder: URL) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// A book with one chapter for each word count.
  static func chapters(_ counts: [Int]) -> String {
    let chapters = counts.map { count in
      "<section style=\"break-before: page\"><p>"
        + (1...count).map { "word\($0)" }.joined(separator: " ") + "</p></section>"
    }
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
      <body>\(chapters.joined())</body></html>
      """
  }

  /// Checks that a file of JSON conforms to its schema.
  static func validate(_ file: String, _ schema: String, in folder: URL) throws {
    try validate("[json.load(open(sys.argv[2]))]", file, schema, folder)
  }

  /// Checks that every line of a file conforms to its schema.
  static func validate(lines file: String, _ schema: String, in folder: URL) throws {
    try validate("[json.loads(line) for line in open(sys.argv[2])]", file, schema, folder)
  }

  private static func validate(
    _ values: String, _ file: String, _ schema: String, _ folder: URL
  ) throws {
    let script =
      "import json,sys,jsonschema\n"
      + "for value in \(values): jsonschema.validate(value, json.load(open(sys.argv[1])))"
    let path = Checkout.root.appendingPathComponent("Schemas/\(schema).schema.json").path
    try put(script + "\n", "v.py", in: folder)
    defer { try? FileManager.default.removeItem(at: folder.appendingPathComponent("v.py")) }
    let result = try shell("/usr/bin/python3 v.py '\(path)' '\(file)'", in: folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Writes an unpacked EPUB.
  static func putEPUB(
    _ name: String, words: Int = 300, title: String = "T", in folder: URL
  ) throws {
    let text = (1...words).map { "word\($0)" }.joined(separator: " ")
    let html = "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\""
    for (file, content) in [
      (
        "META-INF/container.xml",
        """
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
        <rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
        """
      ),
      (
        "book.opf",
        """
        <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\
        <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>\
        <dc:title>\(title)</dc:title><dc:language>en</dc:language>\
        <meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest>\
        <item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>\
        <item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>\
        <spine><itemref idref="c"/></spine></package>
        """
      ),
      (
        "n.xhtml",
        """
        \(html) xmlns:epub="http://www.idpf.org/2007/ops"><head><title>N</title></head><body>\
        <nav epub:type="toc"><ol><li><a href="c.xhtml">C</a></li></ol></nav></body></html>
        """
      ),
      ("c.xhtml", "\(html)><head><title>C</title></head><body><p>\(text)</p></body></html>"),
    ] {
      try put(content, "\(name)/\(file)", in: folder)
    }
  }
}
