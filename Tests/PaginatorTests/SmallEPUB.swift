import EPUB
import Foundation
import Support

@testable import Paginator

/// A small EPUB, unpacked, set in the square test font.
struct SmallEPUB {
  var documents: [(name: String, body: String)]
  var spine: String?
  var metadata = ""
  var language = "en"
  var navigation = ""
  /// The `<title>` of documents, by name; "T" for others.
  var titles: [String: String] = [:]
  /// By path, such as "META-INF/encryption.xml".
  var files: [String: String] = [:]
  /// Comes first, so that it may declare namespaces.
  var preset = ""
  var css = ""
  var page = Size(width: 100, height: 100)
  var notes: PaginationOptions.NotePosition? = .foot
  var jobs = 1

  /// Removes the space and the rule above notes, so that expectations are arithmetic.
  private static let noRule = "@page { @footnote { margin: 0; padding: 0; border: none } }"

  func set() async throws -> Pagination {
    try await withBook { publication, options in try await paginate(publication, options: options) }
  }

  func withBook<Result>(
    contents: Bool = false, _ use: (Publication, PaginationOptions) async throws -> Result
  ) async throws -> Result {
    let folder = try write()
    defer { try? FileManager.default.removeItem(at: folder) }
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    var options = PaginationOptions(
      preset: (name: "square", css: preset + SmallBook.square + Self.noRule + css), fonts: fonts)
    options.page = page
    options.jobs = jobs
    options.notes = notes
    let publication = try Publication.open(folder.path)
    return try await use(contents ? publication.withContents() : publication, options)
  }

  func withFolder(_ use: (URL) throws -> Void) throws {
    let folder = try write()
    defer { try? FileManager.default.removeItem(at: folder) }
    try use(folder)
  }

  private func write() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    func put(_ name: String, _ text: String) throws {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    for (name, text) in files { try put(name, text) }
    try put(
      "META-INF/container.xml",
      """
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
      <rootfile full-path="E/p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """)
    let items = documents.map {
      "<item id=\"\($0.name)\" href=\"\($0.name).xhtml\" media-type=\"application/xhtml+xml\"/>"
    }.joined()
    let refs = spine ?? documents.map { "<itemref idref=\"\($0.name)\"/>" }.joined()
    try put(
      "E/p.opf",
      """
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">\
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">u</dc:identifier>\
      <dc:title>Book</dc:title><dc:language>\(language)</dc:language>\(metadata)</metadata>\
      <manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>\
      \(items)</manifest><spine>\(refs)</spine></package>
      """)
    try put("E/nav.xhtml", Self.document(navigation))
    for (name, body) in documents {
      try put("E/\(name).xhtml", Self.document(body, title: titles[name]))
    }
    return folder
  }

  private static func document(_ body: String, title: String? = nil) -> String {
    """
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">\
    <head><title>\(title ?? "T")</title></head><body>\(body)</body></html>
    """
  }
}
