import Paginator
import Synchronization

/// Receives the chapters of one edition of a batch, counts their lines, and passes them to the
/// output.
final class BatchReceiver: ChapterReceiver {
  let output: BookOutput
  private let lines = Mutex(0)

  /// - Parameter keepsMap: whether the map's bytes are kept, for a comparison.
  init(_ places: OutputPlaces, budgets: Budgets, keepsMap: Bool) throws {
    output = try BookOutput(
      places, overlays: [], budgets: budgets, use: keepsMap ? .bytes : .digest)
  }

  var lineCount: Int { lines.withLock { $0 } }

  func makeConsumer() -> any ChapterConsumer { Consumer(self) }

  func startAgain() throws {
    lines.withLock { $0 = 0 }
    try output.startAgain()
  }

  private final class Consumer: ChapterConsumer {
    private let receiver: BatchReceiver
    private let output: any ChapterConsumer

    init(_ receiver: BatchReceiver) {
      self.receiver = receiver
      output = receiver.output.makeConsumer()
    }

    func receive(_ chapter: NumberedChapter) throws {
      receiver.lines.withLock { $0 += chapter.layout.lines.count }
      try output.receive(chapter)
    }
  }
}
