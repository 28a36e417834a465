internal import Synchronization

/// Distributes work to the workers: first numbered chapters to deliver, then chapters to lay out,
/// then documents to read. An idle worker waits without blocking a thread.
final class WorkQueue: Sendable {
  enum Work: Sendable {
    case read(document: Int)
    case layOut(WaitingChapter)
    case deliver(NumberedChapter, edition: Int)
  }

  /// A chapter that was read.
  struct WaitingChapter: Sendable {
    let chapter: Chapter
    let place: ChapterPlace
    let document: ReadDocument
    /// Its placement in one edition, if it is known. Else the chapter is laid out for all editions,
    /// for the side that it asks for.
    var placement: (edition: Int, placement: Numbering.Placement)?
  }

  private struct State {
    var chapters: [WaitingChapter] = []
    var nextDocument = 0
    /// The number of documents being read. They may add more chapters.
    var reading = 0
    /// The number of chapters that are not done, counted once per edition.
    var openChapters = 0
    var numbered: [(chapter: NumberedChapter, edition: Int)] = []
    var isOver = false
    var idle: [CheckedContinuation<Work?, Never>] = []
  }

  private let documents: [Int]
  /// The number of times that every chapter is laid out.
  private let editions: Int
  private let state = Mutex(State())
  /// With this many unfinished chapters per edition, no document is started, and a worker that
  /// reads lays out chapters first.
  private static let mostOpenChapters = 64

  /// - Parameter documents: the indices of the documents to read, in this order.
  init(documents: [Int], editions: Int) {
    self.documents = documents
    self.editions = editions
  }

  /// A chapter that was read.
  func push(_ chapter: WaitingChapter) {
    let idle = state.withLock { state in
      state.openChapters += editions
      return Self.enqueue(chapter, &state)
    }
    idle?.resume(returning: .layOut(chapter))
  }

  /// Adds a chapter that must be laid out again.
  func pushAgain(_ chapter: WaitingChapter) {
    let idle = state.withLock { Self.enqueue(chapter, &$0) }
    idle?.resume(returning: .layOut(chapter))
  }

  private static func enqueue(
    _ chapter: WaitingChapter, _ state: inout State
  ) -> CheckedContinuation<Work?, Never>? {
    if let worker = state.idle.popLast() { return worker }
    state.chapters.append(chapter)
    return nil
  }

  /// Adds a numbered chapter, to be delivered.
  func push(_ chapter: NumberedChapter, edition: Int) {
    let idle = state.withLock { state -> CheckedContinuation<Work?, Never>? in
      if let worker = state.idle.popLast() { return worker }
      state.numbered.append((chapter, edition))
      return nil
    }
    idle?.resume(returning: .deliver(chapter, edition: edition))
  }

  /// Call this when a document has been read to its end.
  func finishedReading() { release { $0.reading -= 1 } }

  /// Call this when a chapter is done in one of its editions.
  func finishedChapter() { release { $0.openChapters -= 1 } }

  /// Ends the work after a failure: no worker waits any longer.
  func stop() { release { $0.isOver = true } }

  /// Makes a change and wakes idle workers: all when there will be no more work, one when a
  /// document can be started.
  private func release(_ change: (inout State) -> Void) {
    let woken = state.withLock { state -> [(CheckedContinuation<Work?, Never>, Work?)] in
      change(&state)
      if isOver(state) {
        defer { state.idle.removeAll() }
        return state.idle.map { ($0, nil) }
      }
      guard !state.idle.isEmpty, let work = nextDocument(&state) else { return [] }
      return [(state.idle.removeLast(), work)]
    }
    for (worker, work) in woken { worker.resume(returning: work) }
  }

  private func isOver(_ state: State) -> Bool {
    state.isOver
      || state.reading == 0 && state.nextDocument == documents.count && state.openChapters == 0
  }

  private func nextDocument(_ state: inout State) -> Work? {
    guard state.nextDocument < documents.count,
      state.openChapters < Self.mostOpenChapters * editions
    else {
      return nil
    }
    state.nextDocument += 1
    state.reading += 1
    return .read(document: documents[state.nextDocument - 1])
  }

  private static func nextChapter(_ state: inout State) -> Work? {
    if !state.numbered.isEmpty {
      let (chapter, edition) = state.numbered.removeFirst()
      return .deliver(chapter, edition: edition)
    }
    return state.chapters.isEmpty ? nil : .layOut(state.chapters.removeFirst())
  }

  /// The work that a reading worker does before it continues; nil if there is none.
  func workBeforeReading() -> Work? {
    state.withLock { state in
      guard !state.isOver, state.openChapters >= Self.mostOpenChapters * editions else {
        return nil
      }
      return Self.nextChapter(&state)
    }
  }

  func next() async -> Work? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Work?? in
        if state.isOver { return .some(nil) }
        if let work = Self.nextChapter(&state) ?? nextDocument(&state) { return work }
        if isOver(state) { return .some(nil) }
        state.idle.append(continuation)
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}

/// The place of a chapter in the order of the book.
struct ChapterPlace: Hashable, Comparable, Sendable {
  let document: Int
  let chapter: Int

  static let first = ChapterPlace(document: 0, chapter: 0)

  static func < (a: ChapterPlace, b: ChapterPlace) -> Bool {
    (a.document, a.chapter) < (b.document, b.chapter)
  }
}
