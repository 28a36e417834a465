internal import Synchronization

/// Passes chapters on to a receiver in the order of the book, one at a time.
final class OrderedReceiver: ChapterReceiver {
  private let receiver: any ChapterReceiver
  private let state: Mutex<State>

  /// The consumer is used by one task at a time, because the lock is held.
  private struct State: @unchecked Sendable {
    let consumer: any ChapterConsumer
    /// Chapters that wait for earlier ones.
    var waiting: [Int: NumberedChapter] = [:]
    var next = 0
  }

  init(_ receiver: any ChapterReceiver) {
    self.receiver = receiver
    state = Mutex(State(consumer: receiver.makeConsumer()))
  }

  func makeConsumer() -> any ChapterConsumer { Consumer(self) }

  func startAgain() throws {
    try receiver.startAgain()
    state.withLock { $0 = State(consumer: receiver.makeConsumer()) }
  }

  private func receive(_ chapter: NumberedChapter) throws {
    try state.withLock { state in
      state.waiting[chapter.index] = chapter
      while let ready = state.waiting.removeValue(forKey: state.next) {
        state.next += 1
        try state.consumer.receive(ready)
      }
    }
  }

  private final class Consumer: ChapterConsumer {
    private let receiver: OrderedReceiver
    init(_ receiver: OrderedReceiver) { self.receiver = receiver }
    func receive(_ chapter: NumberedChapter) throws { try receiver.receive(chapter) }
  }
}

extension ChapterReceiver {
  /// The receiver in the order that it asks for.
  var inItsOrder: any ChapterReceiver {
    switch order {
    case .any: self
    case .book: OrderedReceiver(self)
    }
  }
}
