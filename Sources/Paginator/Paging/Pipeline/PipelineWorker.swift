internal import EPUB

/// Reads documents and lays out chapters, one after the other.
final class PipelineWorker {
  private let pipeline: ChapterPipeline
  private let queue: WorkQueue
  /// By edition.
  private let sinks: [any ChapterSink]
  private let targets: TargetPages?
  private let progress: @Sendable (PaginationProgress) -> Void
  private let chapters: ChapterWorker
  private let computed = ComputedStyles()
  private lazy var consumers = sinks.map { $0.makeConsumer() }

  init(
    _ pipeline: ChapterPipeline, _ queue: WorkQueue, _ sinks: [any ChapterSink],
    targets: TargetPages?, _ progress: @escaping @Sendable (PaginationProgress) -> Void
  ) {
    self.pipeline = pipeline
    self.queue = queue
    self.sinks = sinks
    self.targets = targets
    self.progress = progress
    chapters = ChapterWorker(pipeline.environments)
  }

  /// - Returns: false if a sink refuses the document that was read.
  /// - Throws: `CancellationError` if the task has been cancelled.
  func perform(_ work: WorkQueue.Work) throws -> Bool {
    try Task.checkCancellation()
    switch work {
    case .read(let index): return try read(index)
    case .layOut(let chapter): try layOut(chapter)
    case .deliver(let chapter, let edition):
      try consumers[edition]?.receive(chapter)
      queue.finishedChapter()
    }
    return true
  }

  private func read(_ index: Int) throws -> Bool {
    let memory = targets == nil ? pipeline.environments[0].memory?.readings : nil
    if let known = memory?.reading(of: pipeline.documents[index], at: index, pipeline.notes) {
      for chapter in known.chapters { try push(chapter) }
      return finish(known.report, of: known.document, at: index)
    }
    let reading = DocumentReading(
      index: index, documents: pipeline.documents, notes: pipeline.notes,
      publication: pipeline.publication, options: pipeline.options,
      meter: pipeline.environments[0].meter, pages: pipeline.environments.map(\.options.page),
      isOneOfSeveral: pipeline.environments[0].isOneOfSeveral,
      textStyles: pipeline.styles.textStyles, targets: targets, computed: computed)
    var failure: (any Error)?
    var chapters: [WorkQueue.WaitingChapter] = []
    let (document, report) = try reading.read { chapter in
      if memory != nil { chapters.append(chapter) }
      guard failure == nil else { return }
      do { try self.push(chapter) } catch { failure = error }
    }
    if let failure { throw failure }
    pipeline.documents[index].releaseTree()
    memory?.keep(
      ReadingMemory.Reading(
        index: index, digest: pipeline.documents[index].digest,
        familyNames: pipeline.documents[index].familyNames, chapters: chapters,
        document: document, report: report), pipeline.notes)
    return finish(report, of: document, at: index)
  }

  /// Adds a chapter to the queue, and does the work that must be done before more is read.
  private func push(_ chapter: WorkQueue.WaitingChapter) throws {
    queue.push(chapter)
    while let work = queue.workBeforeReading() { _ = try perform(work) }
  }

  private func finish(
    _ report: DocumentReport, of document: ReadDocument, at index: Int
  ) -> Bool {
    for sink in sinks where !sink.put(report, of: document, at: index, queue) { return false }
    queue.finishedReading()
    return true
  }

  private func layOut(_ waiting: WorkQueue.WaitingChapter) throws {
    if let (edition, placement) = waiting.placement {
      return try layOut(
        waiting, edition, isFirst: placement.isFirst, startsOnLeft: placement.startsOnLeft)
    }
    let prepared = sinks.count > 1 ? PreparedText(waiting.chapter.text) : nil
    for edition in sinks.indices {
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
      waiting.chapter,
      on: ChapterPages(
        templates: waiting.document.templates[edition], isFirst: isFirst,
        startsOnLeft: startsOnLeft,
        // The first chapter begins on the other side in books that are bound on the right.
        sideIsKnown: isFirst || waiting.placement != nil || waiting.chapter.start != .page,
        kept: pipeline.options.keptPages?.chapter(
          waiting.chapter, of: waiting.document.document.href)),
      edition: edition, prepared: prepared)
    if waiting.placement == nil {
      progress(PaginationProgress(chapters: 1, pages: layout.pages.count))
    }
    sinks[edition].put(layout, of: waiting, queue)
  }

  func finish() {
    for sink in sinks { sink.put(chapters) }
  }
}
