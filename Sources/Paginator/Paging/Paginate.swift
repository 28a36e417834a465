public import EPUB
internal import Markup

/// Paginates a book: opens and reads its documents, lays out their chapters in parallel, numbers
/// the pages.
///
/// - Parameters:
///   - publication: the book.
///   - options: preset, page, reader size, fonts.
///   - progress: called as chapters are done, from any task.
/// - Throws: `BookError` for input that is no book or a machine without fonts, `MarkupError` for
///   malformed XML in strict mode.
public func paginate(
  _ publication: Publication, options: PaginationOptions,
  progress: @escaping @Sendable (PaginationProgress) -> Void = { _ in }
) async throws -> Pagination {
  let cache = ShapingCache(fonts: options.fonts)
  let queue = ChapterQueue()
  let slots = ChapterSlots()
  let jobs = max(1, options.jobs ?? ProcessorCount.available)
  let documents = try await withThrowingTaskGroup(of: [ReadDocument]?.self) { group in
    group.addTask {
      defer { queue.finish() }
      return try readDocuments(publication, options: options, into: queue)
    }
    var documents: [ReadDocument] = []
    // One job is one: it lays out when it has read.
    if jobs == 1, let read = try await group.next() { documents = read ?? [] }
    let environment = try LayoutEnvironment(cache: cache, options: options)
    for _ in 0..<jobs {
      group.addTask {
        try await layOutChapters(from: queue, into: slots, environment, progress: progress)
        return nil
      }
    }
    for try await result in group { if let result { documents = result } }
    return documents
  }
  var numbering = Numbering(
    documents: documents, chapters: slots.inOrder, sources: slots.glyphSources,
    environment: try LayoutEnvironment(cache: cache, options: options))
  try numbering.number()
  return numbering.pagination(publication: publication)
}

public struct PaginationProgress: Sendable {
  public let chapters: Int
  public let pages: Int
}

/// What every worker needs to lay out chapters.
struct LayoutEnvironment: Sendable {
  let cache: ShapingCache
  let options: PaginationOptions

  init(cache: ShapingCache, options: PaginationOptions) throws {
    self.cache = cache
    self.options = options
  }

  func typesetter() -> Typesetter {
    let typesetter = Typesetter(cache: cache, hyphenation: options.hyphenation)
    typesetter.parameters = options.breaking
    return typesetter
  }
}

/// A document that was read: its tree for the map, its page templates, what it said on the way.
struct ReadDocument: Sendable {
  let href: String
  let title: String
  let language: String?
  let tree: DocumentTree
  let templates: SharedTemplates
  let inputs: [Pagination.Input]
  let findings: [Finding]
}

/// Opens, parses, styles and reads the documents one after the other; chapters go to the queue
/// as they come.
private func readDocuments(
  _ publication: Publication, options: PaginationOptions, into queue: ChapterQueue
) throws -> [ReadDocument] {
  var styles = BookStyles(publication: publication, options: options)
  var result: [ReadDocument] = []
  for (index, document) in publication.documents.enumerated() {
    result.append(
      try readDocument(
        document, index, publication: publication, options: options, styles: &styles, queue))
  }
  return result
}

private func readDocument(
  _ document: Publication.Document, _ index: Int, publication: Publication,
  options: PaginationOptions, styles: inout BookStyles, _ queue: ChapterQueue
) throws -> ReadDocument {
  let bytes = try publication.bytes(of: document)
  let (tree, repairs) = try parse(
    bytes, path: publication.path, mode: options.isLenient ? .lenient : .strict)
  let sheets = styles.sheets(of: tree, href: document.href, page: options.page)
  styles.registerFonts(of: sheets)
  let context = StyleContext(
    page: options.page ?? Size(width: 432, height: 648), readerSize: options.readerSize,
    textStyles: styles.textStyles, fonts: options.fonts)
  let resolver = StyleResolver(
    tree: tree, sheets: sheets, context: context, overrides: options.styleOverrides)
  guard let root = tree.root else {
    throw BookError(.badInput, "\(document.href): the document has no element")
  }
  let rootStyle = resolver.style(of: root, parent: nil)
  let templates = SharedTemplates(
    PageTemplates(
      sheets: sheets, context: context, root: rootStyle, page: options.page,
      margin: options.margin))
  var reader = DocumentReader(
    tree: tree, resolver: resolver, publication: publication, document: index,
    href: document.href
  ) { chapter in queue.push(chapter, templates: templates) }
  try reader.read()
  var findings = styles.findings
  for repair in repairs { findings.report(.repairedMarkup, repair.message, at: repair.location) }
  findings.append(contentsOf: resolver.findings.all)
  findings.append(contentsOf: reader.findings.all)
  let body = tree.nodes.indices.first { tree.isElement($0, "title") }
  return ReadDocument(
    href: document.href,
    title: body.map {
      tree.textContent(of: $0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    } ?? "",
    language: rootStyle.text.language, tree: DocumentTree(tree), templates: templates,
    inputs: styles.inputs + [
      Pagination.Input(
        kind: "document", name: document.href, digest: Digest.of(bytes), version: nil)
    ], findings: findings.all)
}

private func layOutChapters(
  from queue: ChapterQueue, into slots: ChapterSlots, _ environment: LayoutEnvironment,
  progress: @Sendable (PaginationProgress) -> Void
) async throws {
  let worker = ChapterWorker(environment)
  while let work = await queue.next() {
    let layout = try worker.layOut(
      work.chapter, templates: work.templates, isFirst: work.index == 0,
      startsOnLeft: work.chapter.start == .left)
    slots.put(layout, at: work.index)
    progress(PaginationProgress(chapters: work.index + 1, pages: layout.pages.count))
  }
  slots.put(worker.shaper.snapshot, ofShaper: worker.shaper.number)
}

/// Lays out one chapter after the other with one typesetter.
final class ChapterWorker {
  private let typesetter: Typesetter
  private let records: Bool
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []

  init(_ environment: LayoutEnvironment) {
    typesetter = environment.typesetter()
    records = environment.options.recordsBreaks
  }

  var shaper: Shaper { typesetter.shaper }

  /// Lays a chapter out in containers of one size; for the dumps.
  func layOut(_ chapter: Chapter, container size: Size) throws -> ChapterLayout {
    let storage = TextStorage(chapter.text)
    let manager = LayoutManager(storage: storage, typesetter: typesetter)
    manager.recordsBreaks = records
    manager.nextContainer = { _ in TextContainer(size: size) }
    let layout = try manager.layOut(chapter)
    recordedBreaks = manager.recordedBreaks
    return layout
  }

  /// - Parameter startsOnLeft: on which side its first page is taken to be.
  func layOut(
    _ chapter: Chapter, templates: SharedTemplates, isFirst: Bool, startsOnLeft: Bool
  ) throws -> ChapterLayout {
    let storage = TextStorage(chapter.text)
    let manager = LayoutManager(storage: storage, typesetter: typesetter)
    manager.recordsBreaks = records
    manager.nextContainer = { index in
      let kind = PageKind(
        name: chapter.pageName, isLeft: startsOnLeft != (index % 2 == 1),
        isFirst: isFirst && index == 0, isBlank: false)
      return TextContainer(size: templates.template(kind).contentRect.size)
    }
    let layout = try manager.layOut(chapter)
    recordedBreaks = manager.recordedBreaks
    return layout
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
}
