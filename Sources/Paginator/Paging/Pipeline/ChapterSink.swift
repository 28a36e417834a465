/// A sink to which workers submit finished documents and chapters, in whatever order they finish.
protocol ChapterSink: Sendable {
  /// - Returns: false if the sink cannot take such a document.
  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue
  ) -> Bool
  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, by worker: Int,
    _ queue: WorkQueue)
  /// Makes the consumer of a worker's numbered chapters; nil if the sink keeps them.
  func makeConsumer() -> (any ChapterConsumer)?
  /// Adds the used resources of a worker that has finished and, if the sink keeps them, its glyphs.
  func put(_ worker: ChapterWorker)
}
