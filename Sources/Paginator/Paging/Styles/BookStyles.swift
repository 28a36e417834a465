internal import Digests
internal import EPUB
internal import Foundation
internal import Markup
internal import Synchronization

/// Collects the stylesheets of the documents: base, preset and author sheets (HTML, section 4.2.4).
/// A sheet that many documents link is read and parsed once.
final class BookStyles: Sendable {
  /// The stylesheets of a document.
  struct Collected: Sendable {
    /// In cascade order.
    var sheets: [StyleSheet] = []
    /// Equal for documents that have the same sheets.
    var key = ""
    var inputs: [Pagination.Input] = []
    /// The digests of its `style` elements.
    var ownSheets: [String] = []
    var findings = FindingList()
    /// The page size that media queries are evaluated against.
    var page: Size?
    /// Whether the sheets depend on the page size.
    var dependsOnPage = false
    /// The title of the first sheet that has one.
    var preferredTitle: String?

    /// Whether they have fonts of their own (`@font-face`).
    var hasFonts: Bool { sheets.contains { !$0.fontFaces.isEmpty } }

    /// Whether a margin box prints the number of pages: `counter(pages)`.
    var countsPages: Bool {
      sheets.lazy.flatMap(\.pageRules).flatMap(\.marginBoxes).flatMap(\.block.entries)
        .contains { $0.value.countsPages }
    }
  }

  /// An author's sheet with everything that it imports.
  private struct Loaded: Sendable {
    let sheet: StyleSheet
    let inputs: [Pagination.Input]
    let dependsOnPage: Bool
  }

  private let publication: Publication
  private let options: PaginationOptions
  private let base: StyleSheet
  private let preset: StyleSheet
  private let presetInputs: [Pagination.Input]
  private let presetDependsOnPage: Bool
  private let loaded = Mutex<[String: Result<Loaded, ResourceFailure>]>([:])

  init(publication: Publication, options: PaginationOptions) {
    self.publication = publication
    self.options = options
    base = StyleSheet.preset(Preset.base, path: "base.css", origin: .userAgent)
    preset = StyleSheet.preset(options.preset.css, path: options.preset.name, origin: .preset)
    presetDependsOnPage = PageDependence.isIn(options.preset.css)
    // The sheets that the preset builds on are inputs too: a change in them moves pages.
    let sheets = [
      (options.preset.name, options.preset.css), ("base.css", Preset.base),
      ("book.css", Preset.book),
    ]
    presetInputs = sheets.map { name, css in
      Pagination.Input(kind: "preset", name: name, digest: Digest.of(css.utf8), version: nil)
    }
  }

  var textStyles: [String: TextStyleTable] {
    base.textStyles.merging(preset.textStyles) { $1 }
      .changed(by: options.copyfit, for: options.readerSize)
  }

  /// - Throws: `BookError` of the kind `.badInput` for a text style without the reader's size: its
  /// text would be set in another size than the table says.
  func checkTextStyles() throws(BookError) {
    let size = options.readerSize
    for (name, table) in textStyles.sorted(by: { $0.key < $1.key }) where table.cells[size] == nil {
      throw BookError.missing(size, of: name, in: options.preset.name)
    }
  }

  /// How far the preset may be changed; nil without an `@copyfit` rule.
  var copyfitBounds: CopyfitBounds? { preset.copyfit }

  /// Whether notes go to the foot of the page: by the option, else if the book is an EPUB and the
  /// preset has a footnote area. In a single document, notes stay where they are.
  var notesAreAtFoot: Bool {
    if let notes = options.notes { return notes == .foot }
    return publication.package != nil
      && preset.pageRules.contains { $0.marginBoxes.contains { $0.name == "footnote" } }
  }

  /// All sheets of a document.
  /// - Parameter isFixedLayout: whether the document has its own viewport. The preset then does not
  ///   apply.
  func collect(
    from tree: ElementTree, href: String, page: Size?, isFixedLayout: Bool = false
  ) -> Collected {
    var result = Collected()
    result.page = page
    result.sheets = isFixedLayout ? [base] : [base, preset]
    result.inputs = presetInputs
    result.dependsOnPage = presetDependsOnPage
    for sheet in result.sheets { result.findings.append(contentsOf: sheet.findings) }
    guard options.usesAuthorStyles else { return result }
    // Before the book's own page rules, the page is the preset's (Media Queries 4, section 4.1).
    let media = MediaQuery(page: page ?? PageTemplates.size(in: [base, preset]))
    for node in tree.nodes.indices where tree.nodes[node].kind == .element {
      let local = tree.name(of: node).local
      guard local == "link" || local == "style" else { continue }
      addAuthorSheet(tree, node, href: href, media: media, to: &result)
    }
    return result
  }

  /// Whether a style sheet of a type is read: others, such as Adobe's page templates, are not CSS.
  private func isCSS(_ type: String?) -> Bool {
    guard let type, !type.isEmpty else { return true }
    return type.lowercased().hasPrefix("text/css")
  }

  private func addAuthorSheet(
    _ tree: ElementTree, _ node: Int, href: String, media: MediaQuery, to result: inout Collected
  ) {
    if let text = tree.attribute("media", of: node) {
      if PageDependence.isIn("@media \(text){") { result.dependsOnPage = true }
      var parser = CSSParser(text)
      guard media.matches(parser.componentValues()) else { return }
    }
    // Of the sheets with titles, those with the first one's title apply (CSSOM, section 6.2).
    if let title = tree.attribute("title", of: node), !title.isEmpty {
      result.preferredTitle = result.preferredTitle ?? title
      guard title == result.preferredTitle else { return }
    }
    if tree.name(of: node).local == "style" {
      guard isCSS(tree.attribute("type", of: node)) else { return }
      let text = tree.textContent(of: node)
      let content = tree.children(of: node).first { tree.nodes[$0].kind == .text }
      let place = tree.location(of: content ?? node)
      if text.allSatisfy(\.isWhitespace),
        tree.children(of: node).contains(where: { tree.nodes[$0].kind == .comment })
      {
        result.findings.report(
          .missingStylesheet,
          "the rules in \"<!-- -->\" are a comment in XHTML: they were not read; --lenient reads them",
          at: place)
      }
      let start = SourceLocation(path: href, line: place.line, column: place.column)
      add(parse(text, at: start, media: media), to: &result)
      result.ownSheets.append(Digest.of(text.utf8))
      result.key += "\(href)#\(node)\n"
      return
    }
    guard tree.isElement(node, "link"), isCSS(tree.attribute("type", of: node)),
      let url = tree.attribute("href", of: node)
    else { return }
    let relations = (tree.attribute("rel", of: node) ?? "").lowercased()
      .split(whereSeparator: \.isCSSSpace)
    guard relations.contains("stylesheet"), !relations.contains("alternate") else { return }
    switch load(
      url, from: href, media: media, environment: tree.attribute("charset", of: node))
    {
    case .success(let loaded):
      add(loaded, to: &result)
      result.key += loaded.sheet.path + "\n"
    case .failure(.refused(let url)):
      result.findings.report(
        .refusedResource, "the stylesheet \"\(url)\" is outside the book: it was not read",
        at: tree.location(of: node))
    case .failure(.unlisted(let url)):
      result.findings.report(
        .refusedResource,
        "the stylesheet \"\(url)\" is not in the package's manifest: it was not read",
        at: tree.location(of: node))
    case .failure:
      result.findings.report(
        .missingStylesheet, "the stylesheet \"\(url)\" could not be read",
        at: tree.location(of: node))
    }
  }

  private func add(_ loaded: Loaded, to result: inout Collected) {
    var sheet = loaded.sheet
    if publication.package != nil { leaveScreenPages(&sheet, &result) }
    result.sheets.append(sheet)
    result.inputs += loaded.inputs
    if loaded.dependsOnPage { result.dependsOnPage = true }
    for finding in loaded.sheet.findings { result.findings.report(located(finding)) }
  }

  /// Removes `@page` rules that are meant for a screen. In most EPUBs they are, with margins of a
  /// few points. A sheet whose `@page` rules give a `size` is meant for paper and keeps them.
  private func leaveScreenPages(_ sheet: inout StyleSheet, _ result: inout Collected) {
    let isForPaper = sheet.pageRules.contains { rule in
      rule.block.entries.contains { $0.property == "size" }
    }
    guard !isForPaper, !sheet.pageRules.isEmpty else { return }
    sheet.pageRules.removeAll()
    result.findings.report(
      .unsupportedRule,
      "the book's \"@page\" gives no size: it is taken as one for screens, and the preset's page is used",
      at: SourceLocation(startOf: publication.displayPath(of: sheet.path)))
  }

  /// A finding in a file of the book, with the path that users see.
  private func located(_ finding: Finding) -> Finding {
    guard let place = finding.location else { return finding }
    var finding = finding
    finding.location = SourceLocation(
      path: publication.displayPath(of: place.path), line: place.line, column: place.column)
    return finding
  }

  private func parse(_ text: String, at start: SourceLocation, media: MediaQuery) -> Loaded {
    var inputs: [Pagination.Input] = []
    var dependsOnPage = PageDependence.isIn(text)
    let sheet = StyleSheetParser.parse(text, at: start, origin: .author, media: media) {
      [publication] url, base in
      guard let resource = try? publication.resource(url, relativeTo: base) else { return nil }
      inputs.append(Self.input(resource))
      let text = StyleEncoding.decode(resource.bytes)
      if PageDependence.isIn(text) { dependsOnPage = true }
      return (text, resource.href)
    }
    return Loaded(sheet: sheet, inputs: inputs, dependsOnPage: dependsOnPage)
  }

  private static func input(_ resource: Resource) -> Pagination.Input {
    Pagination.Input(
      kind: "stylesheet", name: resource.href, digest: Digest.of(resource.bytes), version: nil)
  }

  /// - Parameter environment: the encoding that the link names, for a sheet that names none.
  private func load(
    _ url: String, from href: String, media: MediaQuery, environment: String?
  ) -> Result<Loaded, ResourceFailure> {
    let folder = href.lastIndex(of: "/").map { String(href[...$0]) } ?? ""
    // Media conditions are decided when a sheet is read.
    let page = media.page.map { "\($0.width.rawValue) \($0.height.rawValue)" } ?? ""
    let key = folder + "\n" + url + "\n" + (environment ?? "") + "\n" + page
    return loaded.withLock { (loaded) -> Result<Loaded, ResourceFailure> in
      if let known = loaded[key] { return known }
      let result: Result<Loaded, ResourceFailure>
      do throws(ResourceFailure) {
        let resource = try publication.resource(url, relativeTo: href)
        let parsed = parse(
          StyleEncoding.decode(resource.bytes, environment: environment),
          at: SourceLocation(startOf: resource.href), media: media)
        result = .success(
          Loaded(
            sheet: parsed.sheet, inputs: [Self.input(resource)] + parsed.inputs,
            dependsOnPage: parsed.dependsOnPage))
      } catch {
        result = .failure(error)
      }
      loaded[key] = result
      return result
    }
  }
}

extension StyleValue {
  fileprivate var countsPages: Bool {
    switch self {
    case .list(let items): items.contains { $0.countsPages }
    case .function("counter", let arguments), .function("counters", let arguments):
      arguments.first == .keyword("pages")
    default: false
    }
  }
}
