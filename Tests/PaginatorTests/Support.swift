import EPUB
import Foundation
import Testing

@testable import Paginator

/// Paths in this checkout, and in the optional folder `shared` next to it.
enum Checkout {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// A file of the outside test suites.
  static func suite(_ path: String) -> URL { shared.appendingPathComponent("suites/\(path)") }

  /// One of Unicode's test files, from Debian's unicode-data.
  static func unicode(_ path: String) throws -> String {
    try String(contentsOfFile: "/usr/share/unicode/\(path)", encoding: .utf8)
  }

  static func fixture(_ name: String) -> String {
    root.appendingPathComponent("Tests/PaginatorTests/Fixtures/\(name)").path
  }
}

/// Conditions for tests with optional requirements; the runner prints why a test is skipped.
extension Trait where Self == ConditionTrait {
  /// - Parameter path: relative to `../shared`.
  static func needsShared(_ path: String) -> Self {
    let file = Checkout.shared.appendingPathComponent(path).path
    return .enabled(
      if: FileManager.default.fileExists(atPath: file), "../shared/\(path) is not there")
  }

  static var needsUnicodeData: Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/unicode/auxiliary"),
      "unicode-data is not installed: Scripts/setup installs it")
  }

  static var needsDictionaries: Self {
    .enabled(
      if: HyphenationLibrary().dictionary(for: "de") != nil,
      "no hyphenation dictionaries: Scripts/setup installs them")
  }

  static func needsFont(_ family: String) -> Self {
    .enabled(
      if: FontLibrary().hasFamily(family), "\(family) is not installed: Scripts/setup installs it")
  }
}

/// Sets small documents in the square test font: every character is 10 points wide at 10 points,
/// ascent 8, descent 2, so that expectations are arithmetic.
struct Press {
  var css = ""
  /// Nil for the page size of the style.
  var page: Size? = Size(width: 100, height: 100)
  var preset = ""
  var jobs = 1
  var usesAuthorStyles = true
  var pageBreaking: PageBreaking?
  var keptPages: KeptPages?
  var copyfit = Copyfit()
  var breaking = BreakParameters()
  /// Nil for the square font alone.
  var fonts: FontLibrary?

  static let square = """
    @page { margin: 0 }
    html { font: 10pt/10pt Square; hyphens: manual; widows: 1; orphans: 1 }
    p { margin: 0 }
    """

  /// - Parameter store: holds chapters that are laid out already; nil to lay out all chapters.
  func set(
    _ body: String, lang: String = "en", keptIn store: LayoutStore? = nil
  ) async throws -> Pagination {
    try await withDocument(body, lang: lang) { publication, options in
      guard let store else { return try await paginate(publication, options: options) }
      return try await paginate(publication, options: options, keptIn: store)
    }
  }

  /// The SVG of the first page.
  static func firstPage(of pagination: Pagination) throws -> String {
    let drawer = PageDrawer(pagination, outlines: .init())
    return String(decoding: try drawer.svg(of: pagination.pages[0], in: pagination), as: UTF8.self)
  }

  /// The text trace of a document's pages.
  func trace(_ body: String, stage: StageDump.Stage = .pages) async throws -> [UInt8] {
    try await withDocument(body, lang: "en") {
      try await StageDump(publication: $0, options: $1).run(stage)
    }
  }

  private func withDocument<Result>(
    _ body: String, lang: String,
    _ use: (Publication, PaginationOptions) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("t.xhtml")
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
      xml:lang="\(lang)"><head><title>T</title><style>\(css)</style></head><body>\(body)</body></html>
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    let fonts = fonts ?? FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    var options = PaginationOptions(
      preset: (name: "square", css: Self.square + preset), fonts: fonts)
    options.page = page
    options.jobs = jobs
    options.usesAuthorStyles = usesAuthorStyles
    options.pageBreaking = pageBreaking
    options.keptPages = keptPages
    options.copyfit = copyfit
    options.breaking = breaking
    return try await use(Publication.open(file.path), options)
  }

  /// The lines of every page, as text.
  func lines(_ body: String) async throws -> [[String]] {
    Self.lines(of: try await set(body))
  }

  static func lines(of pagination: Pagination) -> [[String]] {
    pagination.pages.map { page in
      guard let (chapter, content) = pagination.layout(of: page) else { return [] }
      return content.lines.map { index in
        let line = chapter.lines[index]
        return chapter.text.string(in: Int(line.start)..<Int(line.end))
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
  }

  static func fragments(of pagination: Pagination, page: Int = 0) -> [LineFragment] {
    guard let (chapter, content) = pagination.layout(of: pagination.pages[page]) else { return [] }
    return content.lines.map { chapter.lines[$0] }
  }
}
