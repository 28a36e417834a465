import EPUB
import Foundation
import Testing

@Suite("Copies of an EPUB")
struct PublicationCopyTests {
  private static let container = """
    <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
    <rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
    """
  private static let package = """
    <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier>
    <dc:title>T</dc:title><dc:language>en</dc:language></metadata>
    <manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>
    <spine><itemref idref="a"/></spine></package>
    """
  private static let document =
    "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head><body/></html>"

  /// Makes an unpacked EPUB.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "mimetype": "application/epub+zip", "META-INF/container.xml": Self.container,
      "p.opf": Self.package, "a.xhtml": Self.document,
    ]
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try body(folder)
  }

  @Test("a file of an unpacked EPUB is found by its name in another Unicode composition")
  func composition() throws {
    try withFolder { folder in
      try Data("image".utf8).write(to: folder.appendingPathComponent("b\u{FC}.png"))
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("o\u{308}"), withIntermediateDirectories: true)
      try Data("inner".utf8).write(to: folder.appendingPathComponent("o\u{308}/e\u{301}.png"))
      let book = try Publication.open(folder.path)
      #expect(try book.file("bu\u{308}.png") == Array("image".utf8))
      #expect(try book.file("\u{F6}/\u{E9}.png") == Array("inner".utf8))
      #expect(try book.file("\u{F6}/\u{EA}.png") == nil)
    }
  }

  @Test("replacing a file that is not in the book is an error that names it, packed or unpacked")
  func missing() throws {
    try withFolder { folder in
      let book = try Publication.open(folder.path)
      let packed = folder.appendingPathComponent("b.epub")
      try Data(book.copy(replacing: ["a.xhtml": Array("new".utf8)])).write(to: packed)
      let copy = try Publication.open(packed.path)
      #expect(try copy.file("a.xhtml").map { String(decoding: $0, as: UTF8.self) } == "new")
      for book in [book, copy] {
        #expect {
          _ = try book.copy(replacing: ["a.xhtml": [], "no.xhtml": []])
        } throws: {
          "\($0)".contains("no.xhtml")
        }
      }
    }
  }

  @Test("a file of an unpacked EPUB that may not be read is an error, not left out")
  func unreadable() throws {
    try withFolder { folder in
      let book = try Publication.open(folder.path)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link.css", withDestinationPath: "/etc/passwd")
      #expect {
        _ = try book.copy(replacing: [:])
      } throws: {
        "\($0)".contains("link.css")
      }
    }
  }

  @Test("a linked folder is in the copy; one that leads out of the book or has no end is an error")
  func links() throws {
    try withFolder { folder in
      let book = try Publication.open(folder.path)
      let files = FileManager.default
      try files.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: true)
      try Data("p".utf8).write(to: folder.appendingPathComponent("real/s.css"))
      let link = folder.path + "/link"
      try files.createSymbolicLink(atPath: link, withDestinationPath: "real")
      let packed = folder.deletingLastPathComponent()
        .appendingPathComponent("\(folder.lastPathComponent).epub")
      defer { try? files.removeItem(at: packed) }
      try Data(book.copy(replacing: [:])).write(to: packed)
      let copy = try Publication.open(packed.path)
      #expect(try copy.file("link/s.css") == Array("p".utf8))
      #expect(try copy.file("real/s.css") == Array("p".utf8))
      for target in ["/etc", "."] {
        try files.removeItem(atPath: link)
        try files.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect {
          _ = try book.copy(replacing: [:])
        } throws: {
          "\($0)".contains("link")
        }
      }
    }
  }
}
