import Markup

@testable import EPUB
@testable import Paginator

/// The parsers of untrusted bytes. A test must return for any bytes; an error is a correct result.
enum Target: String, CaseIterable {
  case markup, css, archive, package, cfi, font, image, book

  init?(environment: [String: String]) {
    self.init(rawValue: environment["FUZZ_TARGET"] ?? "")
  }

  var test: ([UInt8]) -> Void {
    switch self {
    case .markup: Self.markup
    case .css: Self.css
    case .archive: Self.archive
    case .package: Self.package
    case .cfi: Self.cfi
    case .font: FontTarget.test
    case .image: Self.image
    case .book: BookTarget.test
    }
  }

  private static func markup(_ bytes: [UInt8]) {
    for mode in [ParseMode.strict, .lenient] {
      _ = try? parse(bytes, path: "a.xhtml", mode: mode)
    }
  }

  /// Parses the bytes as a sheet and as a `style` attribute.
  private static func css(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = StyleSheetParser.parse(text, path: "a.css", origin: .author, media: MediaQuery()) { _, _ in
      nil
    }
    var findings = FindingList()
    _ = StyleSheetParser.declarations(text, findings: &findings, at: nil)
  }

  private static func archive(_ bytes: [UInt8]) {
    let limits = ContainerLimits(total: 64 << 20)
    Scratch.withFile(bytes, named: "book.epub") {
      readAll(try Publication.open($0, limits: limits))
    }
  }

  /// Container, package document, navigation document and NCX, separated by NUL.
  private static func package(_ bytes: [UInt8]) {
    let names = ["META-INF/container.xml", "p.opf", "nav.xhtml", "toc.ncx"]
    let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
    Scratch.withFolder(zip(names, parts).map { ($0, [UInt8]($1)) }) { folder in
      readAll(try Publication.open(folder))
    }
  }

  private static func readAll(_ publication: Publication) {
    for document in publication.documents { _ = try? publication.bytes(of: document) }
  }

  /// A CFI that is written and read again must be the same.
  private static func cfi(_ bytes: [UInt8]) {
    guard let cfi = CFI(String(decoding: bytes, as: UTF8.self)) else { return }
    precondition(CFI(cfi.description) == cfi, "another CFI: \(cfi)")
  }

  private static func image(_ bytes: [UInt8]) { _ = ImageHeader.read(bytes) }
}
