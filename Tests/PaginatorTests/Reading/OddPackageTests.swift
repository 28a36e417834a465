import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Packages that tools write differently from most.
@Suite("Odd packages")
struct OddPackageTests {
  private static let image =
    "<svg xmlns='http://www.w3.org/2000/svg' width='10pt' height='10pt'/>"

  private func container(_ path: String) -> String {
    """
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
    <rootfile full-path="\(path)" media-type="application/oebps-package+xml"/></rootfiles></container>
    """
  }

  private func document(_ body: String) -> String {
    """
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">\
    <head><title>T</title></head><body>\(body)</body></html>
    """
  }

  private func withFolder(
    _ files: [String: String], _ body: (URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent("book/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try await body(folder)
  }

  private func lines(_ book: Publication) async throws -> (Pagination, [[String]]) {
    var options = PaginationOptions(
      preset: (name: "square", css: SmallBook.square), fonts: try SmallBook.squareFonts())
    options.page = Size(width: 100, height: 100)
    let pagination = try await paginate(book, options: options)
    return (pagination, SmallBook.lines(of: pagination))
  }

  @Test("the hint for a damaged package does not name an option that does not help")
  func damaged() async throws {
    let files = [
      "META-INF/container.xml": container("p.opf"), "p.opf": "<package version='3.0'><metadata>",
    ]
    try await withFolder(files) { folder in
      let error = #expect(throws: (any Error).self) {
        try Publication.open(folder.appendingPathComponent("book").path)
      }
      let text = String(describing: error)
      #expect(text.contains("p.opf:1") && text.contains("does not repair this"), "\(text)")
      #expect(!text.contains("or use --lenient"))
    }
  }

  @Test("an image of the manifest without an id is part of the book")
  func itemWithoutID() async throws {
    let files = [
      "META-INF/container.xml": container("p.opf"), "x.svg": Self.image,
      "a.xhtml": document("<p><img src='x.svg' alt=''/></p>"),
      "p.opf": """
      <package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata/><manifest>\
      <item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>\
      <item href='x.svg' media-type='image/svg+xml'/></manifest>\
      <spine><itemref idref='a'/></spine></package>
      """,
    ]
    try await withFolder(files) { folder in
      let book = try Publication.open(folder.appendingPathComponent("book").path)
      let (pagination, _) = try await lines(book)
      #expect(!pagination.findings.contains { $0.rule == .refusedResource })
      #expect(pagination.findings.contains { $0.message.contains("\"x.svg\" has no id") })
    }
  }

  @Test("a navigation document that is missing or damaged is told, and so is none at all")
  func navigation() async throws {
    let item = "<item id='n' href='n.xhtml' media-type='application/xhtml+xml' properties='nav'/>"
    for (items, nav, message) in [
      (item, nil, "the navigation document \"n.xhtml\" is not in the book"),
      (
        item, "<html xmlns='http://www.w3.org/1999/xhtml'><body>",
        "the navigation document is not read"
      ),
      ("", nil, "the package names no navigation document"),
      (item, document("<nav epub:type='toc'><ol><li><a href='a.xhtml'>a</a></li></ol></nav>"), nil),
    ] as [(String, String?, String?)] {
      var files = [
        "META-INF/container.xml": container("p.opf"), "a.xhtml": document("<p>a</p>"),
        "p.opf": """
        <package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata \
        xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>T</dc:title><dc:language>en</dc:language>\
        </metadata><manifest>\(items)<item id='a' href='a.xhtml' \
        media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/></spine></package>
        """,
      ]
      files["n.xhtml"] = nav
      try await withFolder(files) { folder in
        let book = try Publication.open(folder.appendingPathComponent("book").path)
        let pagination = try await lines(book).0
        let told = pagination.findings.filter { $0.rule == .package }.map(\.message)
        #expect(told.count == (message == nil ? 0 : 1), "\(told)")
        #expect(told.first?.hasPrefix(message ?? "") ?? true)
        let inputs = pagination.inputs.filter { $0.kind == "package" }.map(\.name)
        #expect(inputs == (message == nil ? ["p.opf", "n.xhtml"] : ["p.opf"]))
      }
    }
  }

  @Test("white space around ids and paths, an encoded path and a missing namespace are read")
  func loose() async throws {
    let package = """
      <package version="2.0"><metadata/><manifest>
      <item id=" a" href=" a.xhtml " media-type=" application/xhtml+xml"/>
      <item id="a" href="b.xhtml" media-type="application/xhtml+xml"/>
      <item id="r" href="https://example.org/r.xhtml" media-type="application/xhtml+xml"/>
      </manifest><spine><itemref idref="\na "/><itemref idref="r"/></spine></package>
      """
    let files = [
      "META-INF/container.xml": container("my%20book/p.opf"), "my book/p.opf": package,
      "my book/a.xhtml": document("<p>aa</p>"),
    ]
    try await withFolder(files) { folder in
      let book = try Publication.open(folder.path + "/book")
      #expect(try await lines(book).1 == [["aa"]])
      #expect(
        book.warnings.map(\.message) == [
          "the manifest has the id \"a\" twice: the first item is used",
          "the spine names \"r\", which is on the network: it was passed over",
          "the package names no navigation document: the book has no contents",
        ])
    }
  }

  @Test("lenient: a faulty package is mended, and entries that cannot be set are passed over")
  func lenient() async throws {
    let package = """
      <package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata
       xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A & B</dc:title>\
      <dc:creator opf:role="aut">C</dc:creator></metadata><manifest>
      <item id="a" href="a.xhtml"media-type="application/xhtml"/>
      <item id="m" href="m.xhtml" media-type="application/xhtml+xml"/>
      <item id="z" href="z.bin" media-type="application/octet-stream"/>
      </manifest><spine>
      <itemref idref="m"/>
      <itemref idref="z"/>
      <itemref idref="a"/></spine></package>
      """
    let files = [
      "META-INF/container.xml": container("p.opf"), "p.opf": package,
      "a.xhtml": document("<p>aa</p>"),
    ]
    try await withFolder(files) { folder in
      let path = folder.path + "/book"
      #expect { _ = try Publication.open(path) } throws: {
        "\($0)".contains("p.opf:2:5") && "\($0)".contains("or use --lenient")
      }
      let book = try Publication.open(path, mode: .lenient)
      let (pagination, lines) = try await lines(book)
      #expect(lines == [["aa"]])
      #expect(book.package?.metadata.titles.map(\.text) == ["A & B"])
      #expect(book.package?.metadata.creators.map(\.text) == ["C"])
      #expect(pagination.findings.contains { $0.message.contains("no xmlns attribute declares") })
      let told = pagination.findings.filter { $0.rule == .package && $0.location?.line != 1 }
      #expect(
        told.map { told in
          let place = told.location.map { "\($0.line):\($0.column)" } ?? ""
          return "\(place) \(told.message.prefix(30))"
        }
          == [
            "2:58 repaired: an ampersand is writ", "3:28 repaired: no space between two",
            "7:1 the spine names \"m.xhtml\", whi", "8:1 \"z.bin\" (application/octet-str",
            "9:1 \"a.xhtml\" (application/xhtml) ",
          ])
    }
  }

  @Test("a document of the spine with a wrong media type is an error with its place")
  func wrongMediaType() async throws {
    let files = [
      "META-INF/container.xml": container("p.opf"), "a.xhtml": document("<p>aa</p>"),
      "p.opf": """
      <package xmlns='http://www.idpf.org/2007/opf'><manifest><item id='a' href='a.xhtml'
      media-type='application/xhtml'/></manifest><spine>
      <itemref idref='a'/></spine></package>
      """,
    ]
    try await withFolder(files) { folder in
      #expect { _ = try Publication.open(folder.path + "/book") } throws: {
        "\($0)".contains("p.opf:3:1: \"a.xhtml\" (application/xhtml) of the spine")
      }
    }
  }

  @Test("a spine without documents is an error with its place and what to do")
  func emptySpine() async throws {
    for (spine, advice) in [
      ("<spine/>", "line 2, column 1: the spine is empty: list"),
      ("<spine><itemref idref='x'/></spine>", "line 2, column 1: no idref"),
    ] {
      let files = [
        "META-INF/container.xml": container("p.opf"),
        "p.opf":
          "<package xmlns='http://www.idpf.org/2007/opf'><manifest/>\n\(spine)</package>",
      ]
      try await withFolder(files) { folder in
        #expect {
          _ = try Publication.open(folder.path + "/book")
        } throws: {
          "\($0)".contains("/book/p.opf: \(advice)")
        }
      }
    }
  }

  @Test("a page list goes into prefixed elements, past drawings, and under composed names")
  func pageList() async throws {
    // The document's name is decomposed in the archive and composed in the manifest.
    let package = """
      <o:package xmlns:o="http://www.idpf.org/2007/opf" version="3.0"><o:metadata><!-- </o:metadata> --></o:metadata>\
      <o:manifest><o:item id="n" href="n.xhtml" properties="nav" media-type="application/xhtml+xml"/>\
      <o:item id="a" href="\u{E9}.xhtml" media-type="application/xhtml+xml"/>\
      <o:item id="b" href="b.svg" media-type="image/svg+xml"/></o:manifest>\
      <o:spine><o:itemref idref="a"/><o:itemref idref="b"/></o:spine></o:package>
      """
    let files = [
      "META-INF/container.xml": container("p.opf"), "p.opf": package,
      "n.xhtml": """
      <h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>T</h:title></h:head>\
      <h:body><!-- </h:body> --></h:body></h:html>
      """,
      "e\u{301}.xhtml": document("<p>aa</p>"), "b.svg": Self.image,
    ]
    try await withFolder(files) { folder in
      let packed = folder.appendingPathComponent("a.epub")
      try Data(Publication.open(folder.path + "/book").copy(replacing: [:])).write(to: packed)
      let book = try Publication.open(packed.path)
      let (first, _) = try await lines(book)
      let copy = folder.appendingPathComponent("b.epub")
      try Data(book.copy(replacing: PageListWriter(first).files())).write(to: copy)
      let second = try Publication.open(copy.path)
      #expect(second.navigation.pageList.map(\.title) == ["1", "2"])
      #expect(second.navigation.pageList.last?.href == "b.svg")
      #expect(second.package?.metadata.pageSource == "none")
      #expect(PageListCheck(try await lines(second).0).agrees)
    }
  }

  @Test(
    "a container that is cut off says so",
    arguments: [("PK\u{3}\u{4}and no more", true), ("no archive at all", false)])
  func cutOff(content: String, isCutOff: Bool) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString).epub")
    defer { try? FileManager.default.removeItem(at: file) }
    try content.write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: PublicationError.self) { try Publication.open(file.path) }
    #expect(error.map { "\($0)".contains("cut off") } == isCutOff)
  }
}
