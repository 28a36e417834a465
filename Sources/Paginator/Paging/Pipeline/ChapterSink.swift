/// Receives the documents and chapters that workers have finished, in any order.
protocol ChapterSink: Sendable {
  /// Submits the report of a document that was read.
  /// - Returns: false if the sink refuses the document because it contains page references.
  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue
  ) -> Bool
  /// Submits the layout of a chapter.
  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, _ queue: WorkQueue)
  /// Makes the consumer of a worker's numbered chapters; nil if the sink keeps them.
  func makeConsumer() -> (any ChapterConsumer)?
  /// Adds the used resources of a worker that has finished.
  func put(_ worker: ChapterWorker)
}
