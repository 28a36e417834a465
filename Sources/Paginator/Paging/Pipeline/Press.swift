internal import EPUB

/// Schedules the work on a book: reads its documents and lays out their chapters, in as many
/// workers as there are jobs, for one edition or for several that differ only in page size.
struct Press: Sendable {
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
  /// - Throws: `Binder.NeedsWholeBook` for a book whose text contains page references.
  func set(
    handingTo receivers: [any ChapterReceiver],
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> [Pagination] {
    let binders = receivers.enumerated().map { edition, receiver in
      Binder(
        numbering(findings, edition: edition), receiver, edition: edition,
        documentCount: documents.count)
    }
    try await run(Array(documents.indices), targets: nil, binders, progress)
    return binders.map(\.pagination)
  }

  /// Sets the book in one edition and keeps all of it in memory.
  func setWhole(
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> Pagination {
    let shelf = Shelf()
    try await run(Array(documents.indices), targets: nil, [shelf], progress)
    var bound = try shelf.bound(numbering(findings), environments[0])
    try await settleTargets(&bound, shelf)
    return bound.pagination
  }

  private func numbering(_ findings: FindingList, edition: Int = 0) -> Numbering {
    Numbering(
      publication, environment: environments[edition], marks: documents.map(\.frontMatter),
      findings: findings)
  }

  /// - Parameters:
  ///   - targets: the pages of all ids, for `target-counter()`.
  ///   - desks: the sinks, by edition.
  private func run(
    _ indices: [Int], targets: TargetPages?, _ desks: [any Desk],
    _ progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws {
    let queue = WorkQueue(documents: indices, editions: desks.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<options.jobCount {
        group.addTask {
          do {
            let worker = PressWorker(number, self, queue, desks, targets: targets, progress)
            while let work = await queue.next(number) { try worker.perform(work) }
            worker.finish()
          } catch {
            queue.stop()
            throw error
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sets documents with page references (`target-counter()`) again until the references are
  /// correct, five times at most.
  private func settleTargets(_ bound: inout Shelf.Bound, _ shelf: Shelf) async throws {
    let asking = documents.indices.filter { shelf.report(of: $0)?.namesPages ?? false }
    guard !asking.isEmpty else { return }
    var known: TargetPages?
    for _ in 0..<5 {
      let found = bound.targetPages
      if found == known { return }
      known = found
      for index in asking { shelf.remove(document: index) }
      try await run(asking, targets: found, [shelf], { _ in })
      bound = try shelf.bound(numbering(findings), environments[0])
    }
    guard bound.targetPages != known else { return }
    var findings = findings
    findings.report(
      .unsettledTargets,
      "the page numbers that the book names did not settle: they may be off by a page")
    bound = try shelf.bound(numbering(findings), environments[0])
  }
}

/// A sink to which workers submit their results.
protocol Desk: Sendable {
  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue) throws
  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, by worker: Int,
    _ queue: WorkQueue)
  /// Makes the object that receives a worker's numbered chapters; nil if the sink keeps them.
  func makeHand() -> (any ReceivingHand)?
  /// Adds the used resources of a worker that has finished and, if the sink keeps them, its glyphs.
  func put(_ worker: ChapterWorker)
}

/// Reads documents and lays out chapters, one after the other.
final class PressWorker {
  private let number: Int
  private let press: Press
  private let queue: WorkQueue
  /// By edition.
  private let desks: [any Desk]
  private let targets: TargetPages?
  private let progress: @Sendable (PaginationProgress) -> Void
  private let chapters: ChapterWorker
  private let computed = ComputedStyles()
  private lazy var hands = desks.map { $0.makeHand() }

  init(
    _ number: Int, _ press: Press, _ queue: WorkQueue, _ desks: [any Desk],
    targets: TargetPages?, _ progress: @escaping @Sendable (PaginationProgress) -> Void
  ) {
    self.number = number
    self.press = press
    self.queue = queue
    self.desks = desks
    self.targets = targets
    self.progress = progress
    chapters = ChapterWorker(press.environments)
  }

  func perform(_ work: WorkQueue.Work) throws {
    switch work {
    case .read(let index): try read(index)
    case .layOut(let chapter): try layOut(chapter)
    case .handOn(var chapter, let edition):
      // Hold the snapshot only for drawing: while it exists, shaping a new word copies its arrays.
      chapter.glyphs = chapters.shaper.snapshot
      try hands[edition]?.receive(chapter)
      queue.finishedChapter()
    }
  }

  private func read(_ index: Int) throws {
    let reading = DocumentReading(
      index: index, documents: press.documents, notes: press.notes,
      publication: press.publication, options: press.options,
      pages: press.environments.map(\.options.page),
      isOneOfSeveral: press.environments[0].isOneOfSeveral,
      textStyles: press.styles.textStyles, targets: targets, computed: computed)
    var failure: (any Error)?
    let (document, report) = try reading.read { [queue] chapter in
      queue.push(chapter)
      do {
        while failure == nil, let work = queue.pressing(self.number) { try self.perform(work) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    press.documents[index].releaseTree()
    for desk in desks { try desk.put(report, of: document, at: index, queue) }
    queue.finishedReading()
  }

  private func layOut(_ waiting: WorkQueue.WaitingChapter) throws {
    if let (edition, placement) = waiting.placement {
      return try layOut(
        waiting, edition, isFirst: placement.isFirst, startsOnLeft: placement.startsOnLeft)
    }
    let prepared = desks.count > 1 ? PreparedText(waiting.chapter.text) : nil
    for edition in desks.indices {
      try layOut(
        waiting, edition, isFirst: waiting.place == .first,
        startsOnLeft: waiting.chapter.start == .left, prepared)
    }
  }

  private func layOut(
    _ waiting: WorkQueue.WaitingChapter, _ edition: Int, isFirst: Bool, startsOnLeft: Bool,
    _ prepared: PreparedText? = nil
  ) throws {
    let layout = try chapters.layOut(
      waiting.chapter, templates: waiting.document.templates[edition], isFirst: isFirst,
      startsOnLeft: startsOnLeft, edition: edition, prepared: prepared,
      kept: press.options.keptPages?.chapter(
        waiting.chapter, of: waiting.document.document.href))
    if waiting.placement == nil {
      progress(PaginationProgress(chapters: 1, pages: layout.pages.count))
    }
    desks[edition].put(layout, of: waiting, by: number, queue)
  }

  func finish() { for desk in desks { desk.put(chapters) } }
}
