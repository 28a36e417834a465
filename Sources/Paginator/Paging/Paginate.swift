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
///   malformed XML in strict mode, `PublicationError` for an archive that does not give what it
///   lists.
public func paginate(
  _ publication: Publication, options: PaginationOptions,
  progress: @escaping @Sendable (PaginationProgress) -> Void = { _ in }
) async throws -> Pagination {
  try await paginate(SharedBook(publication), options: options, progress: progress)
}

/// Paginates a book that is set several times: its documents are parsed once for all.
public func paginate(
  _ book: SharedBook, options: PaginationOptions,
  progress: @escaping @Sendable (PaginationProgress) -> Void = { _ in }
) async throws -> Pagination {
  let publication = book.publication
  let styles = BookStyles(publication: publication, options: options)
  let opened = try await openDocuments(book, options: options, styles: styles)
  var registrar = FontRegistrar(publication: publication, fonts: options.fonts)
  for document in opened { registrar.register(document.styles.sheets) }
  let press = Press(
    documents: opened,
    notes: NotePlan(
      opened, publication, isAtFoot: styles.notesAreAtFoot,
      floatsToFoot: options.notes != .end),
    publication: publication, options: options, styles: styles,
    environment: LayoutEnvironment(
      cache: ShapingCache(fonts: options.fonts), options: options))
  try await press.set(Array(opened.indices), targets: nil, progress: progress)
  var numbering = try press.number(findings: registrar.findings)
  try await press.settleTargets(&numbering, findings: registrar.findings, progress: progress)
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

  func typesetter() -> Typesetter {
    let typesetter = Typesetter(cache: cache, hyphenation: options.hyphenation)
    typesetter.parameters = options.breaking
    return typesetter
  }
}

/// Sets the documents of a book: reads them and lays out their chapters, as many at a time as
/// there are jobs.
private struct Press {
  let documents: [OpenedDocument]
  let notes: NotePlan
  let publication: Publication
  let options: PaginationOptions
  let styles: BookStyles
  let environment: LayoutEnvironment
  let slots = ResultSlots()

  /// - Parameter targets: on which pages things were found, for contents that name them.
  func set(
    _ indices: [Int], targets: TargetPages?,
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws {
    let queue = WorkQueue(documents: indices)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<options.jobCount {
        group.addTask {
          do {
            try await work(from: queue, targets: targets, progress: progress)
          } catch {
            queue.stop()
            throw error
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func work(
    from queue: WorkQueue, targets: TargetPages?,
    progress: @Sendable (PaginationProgress) -> Void
  ) async throws {
    let worker = ChapterWorker(environment)
    let computed = ComputedStyles()
    while let work = await queue.next() {
      switch work {
      case .read(let index):
        let reading = DocumentReading(
          index: index, documents: documents, notes: notes, publication: publication,
          options: options, textStyles: styles.textStyles, targets: targets, computed: computed)
        slots.put(try reading.read(into: queue), at: index)
        queue.finishedReading()
      case .layOut(let chapter, let place, let templates):
        let layout = try worker.layOut(
          chapter, templates: templates, isFirst: place == ChapterPlace(document: 0, chapter: 0),
          startsOnLeft: chapter.start == .left)
        slots.put(layout, at: place)
        progress(PaginationProgress(chapters: 1, pages: layout.pages.count))
      }
    }
    slots.put(worker.shaper.snapshot, ofShaper: worker.shaper.number)
  }

  func number(findings: FindingList) throws -> Numbering {
    var numbering = Numbering(
      documents: slots.documents, chapters: slots.layouts, sources: slots.glyphSources,
      publication: publication, environment: environment, findings: findings)
    try numbering.number()
    return numbering
  }

  /// Documents that name pages (`target-counter()`) are set again until the pages they name are
  /// those that came out.
  func settleTargets(
    _ numbering: inout Numbering, findings: FindingList,
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws {
    let asking = slots.documents.enumerated().filter { $1.namesPages }.map { $0.offset }
    guard !asking.isEmpty else { return }
    var findings = findings
    var known: TargetPages?
    for _ in 0..<5 {
      let found = numbering.targetPages
      if found == known { return }
      known = found
      for index in asking { slots.remove(document: index) }
      try await set(asking, targets: found, progress: { _ in })
      numbering = try number(findings: findings)
    }
    guard numbering.targetPages != known else { return }
    findings.report(
      .unsettledTargets,
      "the page numbers that the book names did not settle: they may be off by a page")
    numbering = try number(findings: findings)
  }
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
    try layOut(chapter) { _ in TextContainer(size: size) }
  }

  /// - Parameter startsOnLeft: on which side its first page is taken to be.
  func layOut(
    _ chapter: Chapter, templates: SharedTemplates, isFirst: Bool, startsOnLeft: Bool
  ) throws -> ChapterLayout {
    try layOut(chapter) { index in
      let kind = PageKind(
        name: chapter.pageName, isLeft: startsOnLeft != (index % 2 == 1),
        isFirst: isFirst && index == 0, isBlank: false)
      let template = templates.template(kind)
      let size = template.contentRect.size
      // A page of fixed layout holds all there is; what sticks out is cut off.
      return TextContainer(
        size: chapter.isFixedLayout ? Size(width: size.width, height: .infinite) : size,
        noteSeparator: template.noteSeparator,
        pageHeight: chapter.isFixedLayout ? size.height : nil)
    }
  }

  private func layOut(
    _ chapter: Chapter, nextContainer: @escaping (Int) -> TextContainer?
  ) throws -> ChapterLayout {
    try LayoutManager.withManager(of: chapter.text, typesetter: typesetter) { manager in
      manager.recordsBreaks = records
      manager.nextContainer = nextContainer
      let layout = try manager.layOut(chapter)
      recordedBreaks = manager.recordedBreaks
      return layout
    }
  }
}
