internal import EPUB
internal import Markup

/// A parsed document with its stylesheets: all that can be known before fonts are.
struct OpenedDocument: Sendable {
  let document: Publication.Document
  let styles: BookStyles.Collected
  let repairs: [MarkupRepair]
  let digest: String
  /// The page of a document of fixed layout; nil for one that flows.
  let viewport: Size?
  /// Its links that call notes.
  let noteCalls: [NotePlan.Call]
  /// The lines of a contents page that is generated; empty for other documents.
  let contentsEntries: [NotePlan.Call]
  let frontMatter: FrontMatter.Mark
  /// Whether its `html` or `body` says that it runs from right to left.
  let isRightToLeft: Bool
  /// The names of font families that other documents define differently (`FontRegistrar`).
  var familyNames: [String: String] = [:]
  private let index: Int
  private let book: SharedBook

  init(
    _ index: Int, of book: SharedBook, options: PaginationOptions, styles: BookStyles
  ) throws {
    let publication = book.publication
    let parsed = try book.document(index)
    self.index = index
    self.book = book
    document = publication.documents[index]
    viewport = Viewport.size(of: document, parsed.tree, publication)
    self.styles = styles.collect(
      from: parsed.tree, href: document.href, page: viewport ?? options.page,
      isFixedLayout: viewport != nil)
    repairs = parsed.repairs
    digest = parsed.digest
    noteCalls =
      viewport == nil ? NotePlan.calls(in: parsed.tree, href: document.href, publication) : []
    contentsEntries =
      document.isGenerated
      ? NotePlan.entries(in: parsed.tree, href: document.href, publication) : []
    frontMatter = FrontMatter.Mark(
      parsed.tree, href: document.href, publication.navigation)
    isRightToLeft = Self.isRightToLeft(parsed.tree)
  }

  private static func isRightToLeft(_ tree: ElementTree) -> Bool {
    guard let root = tree.root else { return false }
    let body = tree.children(of: root).first { tree.isElement($0, "body") }
    return [root, body ?? root].contains {
      tree.attribute("dir", of: $0)?.asciiLowercased == "rtl"
    }
  }

  /// The parsed tree. In a large book that does not keep all trees, it may be parsed again.
  var tree: ElementTree { get throws { try book.document(index).tree } }

  /// The paths of its elements: the same object as in the book's last run, if it did not change.
  func paths(in tree: ElementTree) -> DocumentTree { book.paths(index, in: tree) }

  /// Whether its style depends on the page size.
  var dependsOnPage: Bool {
    get throws { try styles.dependsOnPage || PageDependence.isIn(tree) }
  }

  /// Keeps the tree in memory, because it is used often.
  func keepTree() { book.keep(index) }

  /// By element, the matching rules that an earlier edition with the same preset and sheets has
  /// found.
  func matches(in preset: String) throws -> [[Int32]?] {
    try book.matches(matchKey(preset)) ?? [[Int32]?](repeating: nil, count: tree.nodes.count)
  }

  func keep(_ matches: [[Int32]?], in preset: String) { book.keep(matches, matchKey(preset)) }

  private func matchKey(_ preset: String) -> SharedBook.MatchKey {
    SharedBook.MatchKey(
      document: index, preset: preset, sheets: styles.key,
      page: styles.dependsOnPage ? styles.page : nil)
  }

  /// Lets the book drop the tree, because it is rarely used from now on.
  func releaseTree() { book.release(index) }
}

/// The data of a document that its chapters need.
struct ReadDocument: Sendable {
  let document: Publication.Document
  let title: String
  let language: String?
  let tree: DocumentTree
  /// By edition.
  let templates: [SharedTemplates]
}

/// The result of reading a document, apart from its chapters.
struct DocumentReport: Sendable {
  let document: Publication.Document
  let title: String
  let language: String?
  let inputs: [Pagination.Input]
  let findings: [Finding]
  /// Whether its text depends on which page something is on.
  let namesPages: Bool
  let chapterCount: Int
}

/// Parses all documents and collects their stylesheets, in as many tasks as there are jobs.
func openDocuments(
  _ book: SharedBook, options: PaginationOptions, styles: BookStyles
) async throws -> [OpenedDocument] {
  let documents = book.publication.documents
  let jobs = min(options.jobCount, documents.count)
  let opened = await withTaskGroup(of: [(Int, Result<OpenedDocument, any Error>)].self) { group in
    for first in 0..<jobs {
      group.addTask {
        var opened: [(Int, Result<OpenedDocument, any Error>)] = []
        for index in stride(from: first, to: documents.count, by: jobs) {
          let result = Result {
            try OpenedDocument(index, of: book, options: options, styles: styles)
          }
          opened.append((index, result))
          if case .failure = result { break }
        }
        return opened
      }
    }
    var slots = [Result<OpenedDocument, any Error>?](repeating: nil, count: documents.count)
    for await opened in group { for (index, document) in opened { slots[index] = document } }
    return slots
  }
  // Of several documents that cannot be opened, the error is always the first one's.
  return try opened.compactMap { try $0?.get() }
}

/// The styles and page templates that a worker has computed, by list of stylesheets. Most documents
/// of a book link the same sheets. Those with a `style` element of their own have lists of their own,
/// so that only the lists used last are kept.
final class ComputedStyles {
  final class Known {
    let cache: StyleCache
    /// By the id of the root's style.
    var templates: [Int: [SharedTemplates]] = [:]
    /// The size of the page area; nil until a document asks for it.
    var area: Size?
    init(_ sheets: [StyleSheet]) { cache = StyleCache(sheets) }
  }

  private struct Key: Hashable {
    let sheets: String
    let width: Length?
    let height: Length?
  }

  /// The list that was used last is at the end.
  private var known: [(key: Key, styles: Known)] = []
  private static let mostKnown = 8

  func styles(of document: OpenedDocument) -> Known {
    let key = Key(
      sheets: document.styles.key, width: document.viewport?.width,
      height: document.viewport?.height)
    let place = known.lastIndex { $0.key == key }
    let found = place.map { known.remove(at: $0).styles } ?? Known(document.styles.sheets)
    if known.count == Self.mostKnown { known.removeFirst() }
    known.append((key, found))
    return found
  }
}

/// Styles and reads one document. Each chapter goes to the queue as soon as it is read.
struct DocumentReading {
  let index: Int
  let documents: [OpenedDocument]
  let notes: NotePlan
  let publication: Publication
  let options: PaginationOptions
  let meter: BudgetMeter
  /// The page of every edition.
  let pages: [Size?]
  /// Whether the book is set in several editions.
  let isOneOfSeveral: Bool
  let textStyles: [String: TextStyleTable]
  let targets: TargetPages?
  let computed: ComputedStyles

  private var document: OpenedDocument { documents[index] }

  /// - Parameter deliver: receives each chapter as soon as it is read.
  func read(
    deliver: @escaping (WorkQueue.WaitingChapter) -> Void
  ) throws -> (ReadDocument, DocumentReport) {
    let tree = try document.tree
    let context = try context(of: document)
    let pageContext = pageContext(of: document)
    let known = computed.styles(of: document)
    let resolver = StyleResolver(
      tree: tree, cache: known.cache, context: context, overrides: options.styleOverrides,
      usesAttributes: options.usesAuthorStyles)
    if isOneOfSeveral { resolver.matches = try document.matches(in: options.preset.css) }
    let rootStyle = resolver.style(of: tree.root ?? 0, parent: nil)
    let templates =
      known.templates[rootStyle.id]
      ?? pages.map {
        SharedTemplates(
          pageTemplates(pageContext, rootStyle, page: $0), sheets: document.styles.key)
      }
    known.templates[rootStyle.id] = templates
    let read = ReadDocument(
      document: document.document, title: title(of: tree), language: rootStyle.text.language,
      tree: document.paths(in: tree), templates: templates)
    var count = 0
    var reader = DocumentReader(
      tree: tree, resolver: resolver, publication: publication, document: index,
      href: document.document.href
    ) { chapter in
      var chapter = chapter
      chapter.isFixedLayout = document.viewport != nil
      if count == 0, let spread = document.document.spread, spread != .center {
        chapter.start = spread == .left ? .left : .right
      }
      deliver(
        WorkQueue.WaitingChapter(
          chapter: chapter, place: ChapterPlace(document: index, chapter: count), document: read))
      count += 1
    }
    reader.targets = targets
    reader.meter = meter
    let source = BookNotes(
      plan: notes, documents: documents, publication: publication,
      area: noteArea(templates[0]), resolver: { try self.otherResolver(of: documents[$0]) })
    reader.notes = source
    try reader.read()
    try meter.check()
    if let failure = source.failure { throw failure }
    if let matches = resolver.matches { document.keep(matches, in: options.preset.css) }
    reader.findings.append(contentsOf: source.findings.all)
    let report = DocumentReport(
      document: read.document, title: read.title, language: read.language, inputs: inputs,
      findings: findings(resolver, reader), namesPages: reader.namesPages, chapterCount: count)
    return (read, report)
  }

  /// The context of elements: `vw` and `vh` are shares of the area inside the page's margins, which is
  /// the initial containing block (CSS Values 4, section 6.1.2; CSS Paged Media 3, section 3.1).
  private func context(of document: OpenedDocument) throws -> StyleContext {
    var context = pageContext(of: document)
    guard document.viewport == nil, try document.dependsOnPage else { return context }
    let known = computed.styles(of: document)
    let area = known.area ?? Self.area(of: pageTemplates(context, .initial, page: context.page))
    known.area = area
    context.page = area
    return context
  }

  /// The page area of pages without a name, which are neither first nor blank.
  private static func area(of templates: PageTemplates) -> Size {
    var templates = templates
    let kind = PageKind(name: nil, isLeft: false, isFirst: false, isBlank: false)
    return templates.template(kind).contentRect.size
  }

  /// The context of `@page`: there, `vw` and `vh` are shares of the page box.
  private func pageContext(of document: OpenedDocument) -> StyleContext {
    var context = StyleContext(
      page: document.viewport ?? options.page ?? PageTemplates.size(in: document.styles.sheets),
      readerSize: options.readerSize, textStyles: textStyles, fonts: options.fonts)
    context.language = publication.package?.metadata.languages.first.map(LanguageTag.canonical)
    context.familyNames = document.familyNames
    return context
  }

  /// A resolver for another document, whose notes are set with this one.
  private func otherResolver(of document: OpenedDocument) throws -> StyleResolver {
    let tree = try document.tree
    let resolver = StyleResolver(
      tree: tree, cache: computed.styles(of: document).cache,
      context: try context(of: document), overrides: options.styleOverrides,
      usesAttributes: options.usesAuthorStyles)
    _ = resolver.style(of: tree.root ?? 0, parent: nil)
    return resolver
  }

  private func noteArea(_ templates: SharedTemplates) -> NoteAreaStyle {
    let kind = PageKind(name: nil, isLeft: false, isFirst: false, isBlank: false)
    return templates.template(kind).footnoteArea
  }

  /// The page templates of the document. A fixed-layout page is its viewport, without margins and
  /// margin boxes.
  private func pageTemplates(
    _ context: StyleContext, _ root: ComputedStyle, page: Size?
  ) -> PageTemplates {
    if let viewport = document.viewport {
      return PageTemplates(
        sheets: [], context: context, root: root, page: viewport, margin: Insets.zero)
    }
    return PageTemplates(
      sheets: document.styles.sheets, context: context, root: root, page: page,
      margin: options.margin, marginChange: options.copyfit.margin)
  }

  private func findings(_ resolver: StyleResolver, _ reader: DocumentReader) -> [Finding] {
    var findings = document.styles.findings
    for repair in document.repairs {
      findings.report(.repairedMarkup, repair.message, at: repair.location)
    }
    findings.append(contentsOf: resolver.findings.all)
    findings.append(contentsOf: reader.findings.all)
    return findings.all
  }

  private var inputs: [Pagination.Input] {
    document.styles.inputs + [
      Pagination.Input(
        kind: "document", name: document.document.href, digest: document.digest, version: nil)
    ]
  }

  private func title(of tree: ElementTree) -> String {
    guard let node = tree.nodes.indices.first(where: { tree.isElement($0, "title") }) else {
      return ""
    }
    return tree.singleSpaced(node)
  }
}

extension PaginationOptions {
  /// The declarations that the options set on the root element.
  var styleOverrides: [String: StyleValue] {
    var result: [String: StyleValue] = [:]
    if !fontFamilies.isEmpty {
      result["font-family"] = .list(fontFamilies.map { .string($0) } + [.string("serif")])
    }
    if copyfit.letterSpacing != 0 {
      result["tracking"] = .length(Double(copyfit.letterSpacing) / 1000, .em)
    }
    if copyfit.looseness != 0 {
      result["looseness"] = .number(Double(copyfit.looseness) / 100)
    }
    if copyfit.wordSpacing != 0 {
      result["word-spacing"] = .length(Double(copyfit.wordSpacing) / 1000, .em)
    }
    return result
  }

  var jobCount: Int { min(max(1, jobs ?? ProcessorCount.available), Self.mostJobs) }

  /// Each job has a typesetter of its own; a book has work for fewer.
  private static let mostJobs = 128
}
