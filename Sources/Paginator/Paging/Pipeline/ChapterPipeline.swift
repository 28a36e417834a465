internal import EPUB

/// Schedules the work on a book: reads its documents and lays out their chapters, in as many
/// workers as there are jobs, for one edition or for several that differ only in page size.
struct ChapterPipeline: Sendable {
  let documents: [OpenedDocument]
  let notes: NotePlan
  let publication: Publication
  let styles: BookStyles
  /// By edition.
  let environments: [LayoutEnvironment]
  /// The findings from registering fonts.
  let findings: FindingList

  var options: PaginationOptions { environments[0].options }

  /// Sets the book and delivers each chapter as soon as it is numbered.
  /// - Parameter receivers: by edition.
  /// - Returns: nil for a book whose text contains page references: it must be set whole.
  func set(
    deliveringTo receivers: [any ChapterReceiver],
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> [Pagination]? {
    let sinks = receivers.enumerated().map { edition, receiver in
      StreamingSink(
        numbering(findings, edition: edition), receiver, edition: edition,
        documentCount: documents.count)
    }
    guard try await run(Array(documents.indices), targets: nil, sinks, progress) else { return nil }
    return sinks.map(\.pagination)
  }

  /// Sets the book in one edition and keeps all of it in memory.
  func setWhole(
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> Pagination {
    let sink = CollectingSink()
    _ = try await run(Array(documents.indices), targets: nil, [sink], progress)
    var book = try sink.numbered(numbering(findings), environments[0])
    try await settleTargets(&book, sink)
    return book.pagination
  }

  /// Whether the book is bound on the right: because its package says so, else because most of its
  /// documents run from right to left (CSS Paged Media 3, section 3.3).
  private var isRightToLeft: Bool {
    switch publication.package?.progression {
    case "rtl": true
    case "ltr": false
    default: documents.count { $0.isRightToLeft } * 2 > documents.count
    }
  }

  private func numbering(_ findings: FindingList, edition: Int = 0) -> Numbering {
    Numbering(
      publication, environment: environments[edition], marks: documents.map(\.frontMatter),
      isRightToLeft: isRightToLeft, findings: findings)
  }

  /// - Parameters:
  ///   - targets: the pages of all ids, for `target-counter()`.
  ///   - sinks: by edition.
  /// - Returns: false if a sink refused a document. The book is then not complete.
  private func run(
    _ indices: [Int], targets: TargetPages?, _ sinks: [any ChapterSink],
    _ progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> Bool {
    let queue = WorkQueue(documents: indices, editions: sinks.count)
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<options.jobCount {
        group.addTask {
          do {
            let worker = PipelineWorker(self, queue, sinks, targets: targets, progress)
            while let work = await queue.next() {
              guard try worker.perform(work) else {
                queue.stop()
                return false
              }
            }
            worker.finish()
            return true
          } catch {
            queue.stop()
            throw error
          }
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
  }

  /// Sets documents with page references (`target-counter()`) again until the references are
  /// correct, five times at most.
  private func settleTargets(_ book: inout CollectingSink.NumberedBook, _ sink: CollectingSink)
    async throws
  {
    let asking = documents.indices.filter { sink.report(of: $0)?.namesPages ?? false }
    guard !asking.isEmpty else { return }
    var known: TargetPages?
    for _ in 0..<5 {
      let found = book.targetPages
      if found == known { return }
      known = found
      for index in asking { sink.remove(document: index) }
      _ = try await run(asking, targets: found, [sink], { _ in })
      book = try sink.numbered(numbering(findings), environments[0])
    }
    guard book.targetPages != known else { return }
    var findings = findings
    findings.report(
      .unsettledTargets,
      "the page numbers that the book names did not settle: they may be off by a page")
    book = try sink.numbered(numbering(findings), environments[0])
  }
}
