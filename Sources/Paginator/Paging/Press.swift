internal import EPUB

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
struct Press: Sendable {
  let documents: [OpenedDocument]
  let notes: NotePlan
  let publication: Publication
  let options: PaginationOptions
  let styles: BookStyles
  let environment: LayoutEnvironment
  /// Of registering fonts.
  let findings: FindingList

  /// Sets the book, numbers the chapters as they come and hands them on.
  /// - Throws: `Binder.NeedsWholeBook` for a book whose text names its pages.
  func set(
    handingTo receiver: any ChapterReceiver,
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> Pagination {
    let binder = Binder(numbering(findings), receiver, documentCount: documents.count)
    try await run(Array(documents.indices), targets: nil, binder, progress)
    return binder.pagination
  }

  /// Sets the book and keeps all of it.
  func setWhole(
    progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws -> Pagination {
    let shelf = Shelf()
    try await run(Array(documents.indices), targets: nil, shelf, progress)
    var bound = try shelf.bound(numbering(findings), environment)
    try await settleTargets(&bound, shelf)
    return bound.pagination
  }

  private func numbering(_ findings: FindingList) -> Numbering {
    Numbering(
      publication, environment: environment, marks: documents.map(\.frontMatter),
      findings: findings)
  }

  /// - Parameter targets: on which pages things were found, for contents that name them.
  private func run(
    _ indices: [Int], targets: TargetPages?, _ desk: any Desk,
    _ progress: @escaping @Sendable (PaginationProgress) -> Void
  ) async throws {
    let queue = WorkQueue(documents: indices)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<options.jobCount {
        group.addTask {
          do {
            let worker = PressWorker(number, self, queue, desk, targets: targets, progress)
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

  /// Documents that name pages (`target-counter()`) are set again until the pages they name are
  /// those that came out.
  private func settleTargets(_ bound: inout Shelf.Bound, _ shelf: Shelf) async throws {
    let asking = documents.indices.filter { shelf.report(of: $0)?.namesPages ?? false }
    guard !asking.isEmpty else { return }
    var known: TargetPages?
    for _ in 0..<5 {
      let found = bound.targetPages
      if found == known { return }
      known = found
      for index in asking { shelf.remove(document: index) }
      try await run(asking, targets: found, shelf, { _ in })
      bound = try shelf.bound(numbering(findings), environment)
    }
    guard bound.targetPages != known else { return }
    var findings = findings
    findings.report(
      .unsettledTargets,
      "the page numbers that the book names did not settle: they may be off by a page")
    bound = try shelf.bound(numbering(findings), environment)
  }
}

/// Where workers put what they have done.
protocol Desk: Sendable {
  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue) throws
  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, by worker: Int,
    _ queue: WorkQueue)
  /// For a worker that numbered chapters come back to.
  func makeHand() -> (any ReceivingHand)?
  /// A worker is done.
  func put(_ worker: ChapterWorker)
}

/// Reads documents and lays out chapters, one after the other.
final class PressWorker {
  private let number: Int
  private let press: Press
  private let queue: WorkQueue
  private let desk: any Desk
  private let targets: TargetPages?
  private let progress: @Sendable (PaginationProgress) -> Void
  private let chapters: ChapterWorker
  private let computed = ComputedStyles()
  private lazy var hand = desk.makeHand()

  init(
    _ number: Int, _ press: Press, _ queue: WorkQueue, _ desk: any Desk, targets: TargetPages?,
    _ progress: @escaping @Sendable (PaginationProgress) -> Void
  ) {
    self.number = number
    self.press = press
    self.queue = queue
    self.desk = desk
    self.targets = targets
    self.progress = progress
    chapters = ChapterWorker(press.environment)
  }

  func perform(_ work: WorkQueue.Work) throws {
    switch work {
    case .read(let index): try read(index)
    case .layOut(let chapter): try layOut(chapter)
    case .handOn(var chapter):
      // As long as it is drawn, and no longer: the next word would copy all of them.
      chapter.glyphs = chapters.shaper.snapshot
      try hand?.receive(chapter)
      queue.finishedChapter()
    }
  }

  private func read(_ index: Int) throws {
    let reading = DocumentReading(
      index: index, documents: press.documents, notes: press.notes,
      publication: press.publication, options: press.options,
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
    try desk.put(report, of: document, at: index, queue)
    queue.finishedReading()
  }

  private func layOut(_ waiting: WorkQueue.WaitingChapter) throws {
    let layout = try chapters.layOut(
      waiting.chapter, templates: waiting.document.templates,
      isFirst: waiting.placement?.isFirst ?? (waiting.place == .first),
      startsOnLeft: waiting.placement?.startsOnLeft ?? (waiting.chapter.start == .left))
    if waiting.placement == nil {
      progress(PaginationProgress(chapters: 1, pages: layout.pages.count))
    }
    desk.put(layout, of: waiting, by: number, queue)
  }

  func finish() { desk.put(chapters) }
}
