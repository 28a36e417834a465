import EPUB
import Foundation
package import Paginator

/// Sets small documents in the square test font: every character is 10 points wide at 10 points,
/// ascent 8, descent 2, so that expectations are arithmetic.
package struct SmallBook: Sendable {
  package var css: String
  /// Nil for the page size of the style.
  package var page: Size?
  package var preset: String
  package var jobs = 1
  package var usesAuthorStyles = true
  package var pageBreaking: PageBreaking?
  package var keptPages: KeptPages?
  package var copyfit = Copyfit()
  package var breaking = BreakParameters()
  /// Nil for the square font alone.
  package var fonts: FontLibrary?
  /// Files beside the document, by name.
  package var files: [String: [UInt8]]

  package static let square = """
    @page { margin: 0 }
    html { font: 10pt/10pt Square; hyphens: manual; widows: 1; orphans: 1 }
    p { margin: 0 }
    """

  package init(
    css: String = "", page: Size? = Size(width: 100, height: 100), preset: String = "",
    pageBreaking: PageBreaking? = nil, fonts: FontLibrary? = nil, files: [String: [UInt8]] = [:]
  ) {
    self.css = css
    self.page = page
    self.preset = preset
    self.pageBreaking = pageBreaking
    self.fonts = fonts
    self.files = files
  }

  /// A library of the square font alone.
  package static func squareFonts() throws -> FontLibrary {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    return fonts
  }

  /// - Parameters:
  ///   - store: holds chapters that are laid out already; nil to lay out all chapters.
  ///   - change: changes the options.
  package func set(
    _ body: String, lang: String = "en", keptIn store: LayoutStore? = nil,
    _ change: (inout PaginationOptions) -> Void = { _ in }
  ) async throws -> Pagination {
    try await withDocument(body, lang: lang, change) { publication, options in
      guard let store else { return try await paginate(publication, options: options) }
      return try await paginate(publication, options: options, keptIn: store)
    }
  }

  /// The URL of an empty drawing, with its size in pixels.
  package static func drawing(_ width: Int, _ height: Int) -> String {
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='\(width)' "
      + "height='\(height)'/%3E"
  }

  /// The SVG of the first page.
  package static func firstPage(of pagination: Pagination) throws -> String {
    let drawer = SVGPageDrawer(pagination)
    return String(decoding: try drawer.svg(of: pagination.pages[0], in: pagination), as: UTF8.self)
  }

  /// The places of the elements with a name in an SVG, each as x, y, width and height in points.
  /// - Parameter isWanted: whether an element counts, by the text from its attributes on.
  package static func places(
    of element: String, in svg: String, where isWanted: (Substring) -> Bool = { _ in true }
  ) -> [[Double]] {
    svg.split(separator: "<\(element) ").dropFirst().filter(isWanted).map { attributes in
      ["x=\"", "y=\"", "width=\"", "height=\""].map { name in
        attributes.firstRange(of: name).flatMap {
          Double(attributes[$0.upperBound...].prefix { $0 != "\"" })
        } ?? .nan
      }
    }
  }

  /// The text trace of a document's pages.
  package func trace(_ body: String, stage: StageDump.Stage = .pages) async throws -> [UInt8] {
    try await withDocument(body, lang: "en", { _ in }) {
      try await StageDump(publication: $0, options: $1).run(stage)
    }
  }

  private func withDocument<Result>(
    _ body: String, lang: String, _ change: (inout PaginationOptions) -> Void,
    _ use: (Publication, PaginationOptions) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    let file = folder.appendingPathComponent("t.xhtml")
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
      xml:lang="\(lang)"><head><title>T</title><style>\(css)</style></head><body>\(body)</body></html>
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try await use(Publication.open(file.path), try options(change))
  }

  private func options(
    _ change: (inout PaginationOptions) -> Void
  ) throws -> PaginationOptions {
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
    change(&options)
    return options
  }

  /// The lines of every page, as text.
  package func lines(_ body: String) async throws -> [[String]] {
    Self.lines(of: try await set(body))
  }

  package static func lines(of pagination: Pagination) -> [[String]] {
    pagination.pages.map { page in
      guard let (chapter, content) = pagination.layout(of: page) else { return [] }
      return content.lines.map { index in
        let line = chapter.lines[index]
        return chapter.text.string(in: Int(line.start)..<Int(line.end))
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
  }

  /// The size of the type of each run of the first chapter, in points.
  package static func typeSizes(of pagination: Pagination) -> [Double] {
    let text = pagination.chapters[0].text
    return text.runs.map { text.styles[Int($0.style)].text.font.size.points }
  }

  package static func fragments(of pagination: Pagination, page: Int = 0) -> [LineFragment] {
    guard let (chapter, content) = pagination.layout(of: pagination.pages[page]) else { return [] }
    return content.lines.map { chapter.lines[$0] }
  }
}
