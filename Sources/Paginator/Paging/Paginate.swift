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
  try await paginate(
    SharedBook(publication, isLenient: options.isLenient), options: options, progress: progress)
}

/// Paginates a book that may be set several times: what it is read from is kept with it.
///
/// - Parameter receiver: takes the chapters as they are done; the pagination then holds none. A
///   book that says how many pages it has, or on which page something is, is kept whole until that
///   is known.
public func paginate(
  _ book: SharedBook, options: PaginationOptions, receiver: (any ChapterReceiver)? = nil,
  progress: @escaping @Sendable (PaginationProgress) -> Void = { _ in }
) async throws -> Pagination {
  let publication = book.publication
  let styles = BookStyles(publication: publication, options: options)
  let opened = try await openDocuments(book, options: options, styles: styles)
  var registrar = FontRegistrar(publication: publication, fonts: options.fonts)
  for document in opened { registrar.register(document.styles.sheets) }
  let press = Press(
    documents: opened,
    notes: try NotePlan(
      opened, isAtFoot: styles.notesAreAtFoot, floatsToFoot: options.notes != .end),
    publication: publication, options: options, styles: styles,
    environment: LayoutEnvironment(
      cache: ShapingCache(fonts: options.fonts), options: options),
    findings: registrar.findings)
  if let receiver, !opened.contains(where: { $0.styles.countsPages }) {
    do {
      return try await press.set(handingTo: receiver, progress: progress)
    } catch is Binder.NeedsWholeBook {
      try receiver.startAgain()
    }
  }
  let pagination = try await press.setWhole(progress: progress)
  if let receiver { try await pagination.hand(to: receiver) }
  return pagination
}

public struct PaginationProgress: Sendable {
  public let chapters: Int
  public let pages: Int
}

extension Pagination {
  /// Hands the chapters of a book that was kept whole to a receiver.
  public func hand(to receiver: any ChapterReceiver) async throws {
    let jobs = environment.options.jobCount
    try await withThrowingTaskGroup(of: Void.self) { group in
      for job in 0..<jobs {
        group.addTask {
          let hand = receiver.makeHand()
          for index in stride(from: job, to: chapters.count, by: jobs) {
            try hand.receive(numbered(index))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
