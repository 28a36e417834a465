public import EPUB
internal import Markup
internal import Synchronization

/// A document with its tree and its stylesheets: what can be had of it before any font is known.
struct OpenedDocument: Sendable {
  let document: Publication.Document
  let tree: ElementTree
  let styles: BookStyles.Collected
  let repairs: [MarkupRepair]
  let digest: String
  /// The page of a document of fixed layout; nil for one that flows.
  let viewport: Size?
}

/// A document that was read: its tree for the map, its page templates, what it said on the way.
struct ReadDocument: Sendable {
  let document: Publication.Document
  let title: String
  let language: String?
  let tree: DocumentTree
  let templates: SharedTemplates
  let inputs: [Pagination.Input]
  let findings: [Finding]
  /// Whether its text depends on which page something is on.
  let namesPages: Bool
}

/// A book with what does not depend on how it is set: its parsed documents.
public final class SharedBook: Sendable {
  struct Parsed: Sendable {
    let tree: ElementTree
    let repairs: [MarkupRepair]
    let digest: String
  }

  let publication: Publication
  private let parsed = Mutex<[Int: Parsed]>([:])

  public init(_ publication: Publication) { self.publication = publication }

  /// How many documents have been parsed: each once, however often the book is set.
  public var parsedCount: Int { parsed.withLock { $0.count } }

  func document(_ index: Int, isLenient: Bool) throws -> Parsed {
    if let known = parsed.withLock({ $0[index] }) { return known }
    let document = publication.documents[index]
    let path = publication.displayPath(of: document.href)
    let bytes = try publication.bytes(of: document)
    let (tree, repairs) = try parse(bytes, path: path, mode: isLenient ? .lenient : .strict)
    guard tree.root != nil else {
      throw BookError(.badInput, "\(path): the document has no element")
    }
    let made = Parsed(tree: tree, repairs: repairs, digest: Digest.of(bytes))
    parsed.withLock { $0[index] = made }
    return made
  }
}

/// Parses all documents and collects their stylesheets, as many at a time as there are jobs.
func openDocuments(
  _ book: SharedBook, options: PaginationOptions, styles: BookStyles
) async throws -> [OpenedDocument] {
  let documents = book.publication.documents
  let jobs = min(options.jobCount, documents.count)
  return try await withThrowingTaskGroup(of: [(Int, OpenedDocument)].self) { group in
    for first in 0..<jobs {
      group.addTask {
        try stride(from: first, to: documents.count, by: jobs).map { index in
          (index, try open(index, of: book, options: options, styles: styles))
        }
      }
    }
    var slots = [OpenedDocument?](repeating: nil, count: documents.count)
    for try await opened in group { for (index, document) in opened { slots[index] = document } }
    return slots.compactMap { $0 }
  }
}

private func open(
  _ index: Int, of book: SharedBook, options: PaginationOptions, styles: BookStyles
) throws -> OpenedDocument {
  let document = book.publication.documents[index]
  let parsed = try book.document(index, isLenient: options.isLenient)
  let viewport = Viewport.size(of: document, parsed.tree, book.publication)
  return OpenedDocument(
    document: document, tree: parsed.tree,
    styles: styles.collect(
      from: parsed.tree, href: document.href, page: viewport ?? options.page,
      isFixedLayout: viewport != nil), repairs: parsed.repairs, digest: parsed.digest,
    viewport: viewport)
}

/// What a worker has computed of styles and page templates, for every list of stylesheets that it
/// has met: most documents of a book link the same.
final class ComputedStyles {
  final class Known {
    let cache: StyleCache
    /// By the style of the root.
    var templates: [Int: SharedTemplates] = [:]
    init(_ sheets: [StyleSheet]) { cache = StyleCache(sheets) }
  }

  private struct Key: Hashable {
    let sheets: String
    let width: Length?
    let height: Length?
  }

  private var known: [Key: Known] = [:]

  func styles(of document: OpenedDocument) -> Known {
    let key = Key(
      sheets: document.styles.key, width: document.viewport?.width,
      height: document.viewport?.height)
    if let known = known[key] { return known }
    let made = Known(document.styles.sheets)
    known[key] = made
    return made
  }
}

/// Styles and reads one document; its chapters go to the queue as they come.
struct DocumentReading {
  let index: Int
  let documents: [OpenedDocument]
  let notes: NotePlan
  let publication: Publication
  let options: PaginationOptions
  let textStyles: [String: TextStyleTable]
  let targets: TargetPages?
  let computed: ComputedStyles

  private var document: OpenedDocument { documents[index] }

  func read(into queue: WorkQueue) throws -> ReadDocument {
    let tree = document.tree
    let context = context(of: document)
    let known = computed.styles(of: document)
    let resolver = StyleResolver(
      tree: tree, cache: known.cache, context: context, overrides: options.styleOverrides)
    let rootStyle = resolver.style(of: tree.root ?? 0, parent: nil)
    let templates =
      known.templates[rootStyle.id] ?? SharedTemplates(pageTemplates(context, rootStyle))
    known.templates[rootStyle.id] = templates
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
      queue.push(
        chapter, at: ChapterPlace(document: index, chapter: count), templates: templates)
      count += 1
    }
    reader.targets = targets
    let source = BookNotes(
      plan: notes, documents: documents, publication: publication,
      area: noteArea(templates), resolver: { self.otherResolver(of: documents[$0]) })
    reader.notes = source
    try reader.read()
    reader.findings.append(contentsOf: source.findings.all)
    return ReadDocument(
      document: document.document, title: title, language: rootStyle.text.language,
      tree: DocumentTree(tree), templates: templates, inputs: inputs,
      findings: findings(resolver, reader), namesPages: reader.namesPages)
  }

  private func context(of document: OpenedDocument) -> StyleContext {
    var context = StyleContext(
      page: document.viewport ?? options.page ?? Size(width: 432, height: 648),
      readerSize: options.readerSize, textStyles: textStyles, fonts: options.fonts)
    context.language = publication.package?.metadata.languages.first
    return context
  }

  /// Of another document, whose notes are set with this one.
  private func otherResolver(of document: OpenedDocument) -> StyleResolver {
    let resolver = StyleResolver(
      tree: document.tree, cache: computed.styles(of: document).cache,
      context: context(of: document), overrides: options.styleOverrides)
    _ = resolver.style(of: document.tree.root ?? 0, parent: nil)
    return resolver
  }

  private func noteArea(_ templates: SharedTemplates) -> TextStyle {
    let kind = PageKind(name: nil, isLeft: false, isFirst: false, isBlank: false)
    return templates.template(kind).footnoteArea.style
  }

  /// A page of fixed layout is its viewport, without margins and without anything in them.
  private func pageTemplates(_ context: StyleContext, _ root: ComputedStyle) -> PageTemplates {
    if let viewport = document.viewport {
      return PageTemplates(
        sheets: [], context: context, root: root, page: viewport, margin: Insets.zero)
    }
    return PageTemplates(
      sheets: document.styles.sheets, context: context, root: root, page: options.page,
      margin: options.margin)
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

  private var title: String {
    let tree = document.tree
    guard let node = tree.nodes.indices.first(where: { tree.isElement($0, "title") }) else {
      return ""
    }
    return tree.singleSpaced(node)
  }
}

extension PaginationOptions {
  /// What the command line sets on the root element.
  var styleOverrides: [String: StyleValue] {
    var result: [String: StyleValue] = [:]
    if !fontFamilies.isEmpty {
      result["font-family"] = .list(fontFamilies.map { .string($0) } + [.string("serif")])
    }
    return result
  }

  var jobCount: Int { max(1, jobs ?? ProcessorCount.available) }
}
