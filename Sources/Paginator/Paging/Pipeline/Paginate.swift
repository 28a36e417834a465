public import EPUB
internal import Markup

/// Paginates a book: opens and reads its documents, lays out their chapters in parallel, numbers
/// the pages.
///
/// - Parameters:
///   - publication: the book.
///   - options: preset, page, reader size, fonts.
///   - progress: called as chapters are done, from any task.
/// - Throws: `BookError` for input that is not a book or a machine without fonts, `MarkupError` for
///   malformed XML in strict mode, `PublicationError` for an archive whose listed files can't be
///   read, `CancellationError` if the task is cancelled: the work ends with the chapters that are
///   being set.
public func paginate(
  _ publication: Publication, options: PaginationOptions,
  progress: @escaping @Sendable (PaginationProgress) -> Void = { _ in }
) async throws -> Pagination {
  try await paginate(
    SharedBook(publication, isLenient: options.isLenient), options: options, progress: progress)
}

/// Paginates a book that may be set several times. The parsed documents are kept in `book`.
///
/// - Parameter receiver: receives the chapters as soon as they are done; the pagination then holds
///   none. A book that prints its page count or page references is kept whole until they are known,
///   and the pagination holds its chapters.
/// - Throws: the errors of `paginate(_:options:progress:)`, and those of the receivers.
public func paginate(
  _ book: SharedBook, options: PaginationOptions, receiver: (any ChapterReceiver)? = nil,
  progress: @escaping @Sendable (PaginationProgress) -> Void = { _ in }
) async throws -> Pagination {
  try await withOwnFonts([options]) { own in
    let environment = LayoutEnvironment(
      cache: ShapingCache(fonts: own[0].fonts), options: own[0])
    return try await set(book, [environment], receiver.map { [$0] } ?? [], progress)[0]
  }
}

/// Sets a book with a copy of the font library, in which the book's own fonts are registered: they
/// are not those of the next book. The library keeps the system's fonts that were opened.
private func withOwnFonts<Result: Sendable>(
  _ options: [PaginationOptions], _ body: ([PaginationOptions]) async throws -> Result
) async throws -> Result {
  guard let fonts = options.first?.fonts else { return try await body(options) }
  let copy = fonts.copy()
  defer { fonts.keepSystemFonts(of: copy) }
  return try await body(
    options.map { options in
      var own = options
      own.fonts = options.fonts === fonts ? copy : options.fonts.copy()
      return own
    })
}

/// Paginates a book again and again: chapters that are as in the last run are not laid out again.
///
/// - Parameters:
///   - memory: the chapters of the last run; after this run, of this one. Of one book with the same
///     fonts and dictionaries.
///   - receiver: receives the chapters, as in ``paginate(_:options:receiver:progress:)``.
package func paginate(
  _ book: SharedBook, options: PaginationOptions, remembering memory: ChapterMemory,
  receiver: any ChapterReceiver
) async throws -> Pagination {
  try await withOwnFonts([options]) { own in
    let environment = LayoutEnvironment(
      cache: ShapingCache(fonts: own[0].fonts), options: own[0], memory: memory)
    return try await set(book, [environment], [receiver], { _ in })[0]
  }
}

/// Paginates a book for comparison. Chapters found in the store are not laid out again: they have
/// lines and pages but no glyphs (`ChapterLayout.hasGlyphs`), and cannot be drawn.
/// - Throws: the errors of `paginate(_:options:progress:)`.
public func paginate(
  _ publication: Publication, options: PaginationOptions, keptIn store: LayoutStore
) async throws -> Pagination {
  try await withOwnFonts([options]) { own in
    let environment = LayoutEnvironment(
      cache: ShapingCache(fonts: own[0].fonts), options: own[0], store: store)
    let book = SharedBook(publication, isLenient: options.isLenient)
    return try await set(book, [environment], [], { _ in })[0]
  }
}

/// Paginates a book in several editions. Editions with the same font library share the shaped
/// words. Consecutive editions that differ only in page size also share the reading of the book and
/// its break candidates.
///
/// - Parameters:
///   - editions: with the same font library and hyphenation library, so that they can share them.
///   - receivers: receive the editions' chapters, in the same order.
///   - words: what the book shares with those that were set before it; nil for a book alone. Of one book at a time.
/// - Returns: the paginations of the editions, each as if it were set alone.
/// - Throws: the errors of `paginate(_:options:progress:)`, and those of the receivers.
public func paginate(
  _ book: SharedBook, editions: [PaginationOptions], receivers: [any ChapterReceiver],
  sharing words: SharedWords? = nil
) async throws -> [Pagination] {
  let shared = editions.first.flatMap { words?.begin($0) }
  var isGood = false
  defer { words?.end(isGood: isGood) }
  let result = try await set(book, editions, receivers, shared)
  isGood = true
  return result
}

private func set(
  _ book: SharedBook, _ editions: [PaginationOptions], _ receivers: [any ChapterReceiver],
  _ shared: SharedBook.LayoutTools?
) async throws -> [Pagination] {
  try await withOwnFonts(editions) { own in
    var result: [Pagination] = []
    var rest = Array(zip(own, receivers))[...]
    while let (first, _) = rest.first {
      // An edition whose style chooses the page size forms its own group.
      let others = rest.dropFirst().prefix { $0.0.differsInPageAlone(from: first) }
      let group = rest.prefix(1 + others.count)
      let tools = book.tools(first)
      let environments = group.map {
        LayoutEnvironment(
          cache: tools.cache, options: $0.0, pool: tools.pool, shared: shared)
      }
      result += try await set(book, environments, group.map(\.1), { _ in })
      rest = rest.dropFirst(group.count)
    }
    return result
  }
}

/// - Parameter environments: those of editions that differ only in page size.
private func set(
  _ book: SharedBook, _ environments: [LayoutEnvironment], _ receivers: [any ChapterReceiver],
  _ progress: @escaping @Sendable (PaginationProgress) -> Void
) async throws -> [Pagination] {
  try Task.checkCancellation()
  let receivers = receivers.map(\.inItsOrder)
  let publication = book.publication
  let options = environments[0].options
  if let kept = options.keptPages,
    !publication.documents.contains(where: { kept.has(document: $0.href) })
  {
    throw BookError(
      .badInput, "\(kept.name) is of another book: it has no page of any document of this one")
  }
  let styles = BookStyles(publication: publication, options: options)
  try styles.checkTextStyles()
  var opened = try await openDocuments(book, options: options, styles: styles)
  if environments.count > 1, try opened.contains(where: { try $0.dependsOnPage }) {
    return try await setSingly(book, environments, receivers, progress)
  }
  let environments =
    opened.contains(where: \.styles.hasFonts) ? environments : environments.map(\.sharing)
  environments[0].memory?.begin(opened, options)
  var registrar = FontRegistrar(
    publication: publication, fonts: environments[0].options.fonts)
  for index in opened.indices {
    opened[index].familyNames = registrar.register(opened[index].styles.sheets)
  }
  let pipeline = ChapterPipeline(
    documents: opened,
    notes: try NotePlan(
      opened, isAtFoot: styles.notesAreAtFoot, floatsToFoot: options.notes != .end),
    publication: publication, styles: styles, environments: environments,
    findings: registrar.findings)
  let countsPages = opened.contains { $0.styles.countsPages }
  if !receivers.isEmpty, !countsPages {
    if let paginations = try await pipeline.set(deliveringTo: receivers, progress: progress) {
      environments[0].memory?.end()
      return paginations
    }
    for receiver in receivers { try receiver.startAgain() }
  }
  if environments.count > 1 {
    return try await setSingly(book, environments, receivers, progress)
  }
  let pagination = try await pipeline.setWhole(progress: progress)
  for receiver in receivers { try await pagination.deliver(to: receiver) }
  environments[0].memory?.end()
  return [pagination]
}

private func setSingly(
  _ book: SharedBook, _ environments: [LayoutEnvironment], _ receivers: [any ChapterReceiver],
  _ progress: @escaping @Sendable (PaginationProgress) -> Void
) async throws -> [Pagination] {
  var result: [Pagination] = []
  for (environment, receiver) in zip(environments, receivers) {
    result += try await set(book, [environment], [receiver], progress)
  }
  return result
}

/// What was laid out since the last call.
public struct PaginationProgress: Sendable {
  /// Laid out since then.
  public let chapters: Int
  /// Laid out since then.
  public let pages: Int
}

extension Pagination {
  /// Delivers the chapters of a book that was kept whole to a receiver.
  /// - Throws: the first error of a consumer, `CancellationError` if the task is cancelled.
  public func deliver(to receiver: any ChapterReceiver) async throws {
    let receiver = receiver.inItsOrder
    let jobs = environment.options.jobCount
    try await withThrowingTaskGroup(of: Void.self) { group in
      for job in 0..<jobs {
        group.addTask {
          let consumer = receiver.makeConsumer()
          for index in stride(from: job, to: chapters.count, by: jobs) {
            try Task.checkCancellation()
            try consumer.receive(numbered(index))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
