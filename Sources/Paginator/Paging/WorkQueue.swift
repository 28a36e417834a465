internal import Synchronization

/// Hands work to the workers: numbered chapters that wait to be handed on, then chapters that wait
/// to be laid out, else documents that wait to be read. A worker that finds nothing waits without
/// holding a thread.
final class WorkQueue: Sendable {
  enum Work: Sendable {
    case read(document: Int)
    case layOut(WaitingChapter)
    case handOn(NumberedChapter, edition: Int)
  }

  /// A chapter that was read.
  struct WaitingChapter: Sendable {
    let chapter: Chapter
    let place: ChapterPlace
    let document: ReadDocument
    /// Where it stands in one of the editions, where that is known; else it is laid out for all of
    /// them, for the side that it asks for.
    var placement: (edition: Int, placement: Numbering.Placement)?
  }

  private struct State {
    var chapters: [WaitingChapter] = []
    var nextDocument = 0
    /// Documents that are being read: more chapters may come of them.
    var reading = 0
    /// Chapters that are not done.
    var openChapters = 0
    /// By worker: only the one that laid out a chapter has its glyphs.
    var numbered: [Int: [(NumberedChapter, edition: Int)]] = [:]
    var isOver = false
    var idle: [(worker: Int, continuation: CheckedContinuation<Work?, Never>)] = []
  }

  private let documents: [Int]
  /// How often every chapter is laid out.
  private let editions: Int
  private let state = Mutex(State())
  /// Above so many chapters no document is begun, and a reader lays out before it goes on.
  private static let mostOpenChapters = 64

  /// - Parameter documents: what is to be read, in this order.
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

  /// A chapter that must be laid out once more.
  func pushAgain(_ chapter: WaitingChapter) {
    let idle = state.withLock { Self.enqueue(chapter, &$0) }
    idle?.resume(returning: .layOut(chapter))
  }

  private static func enqueue(
    _ chapter: WaitingChapter, _ state: inout State
  ) -> CheckedContinuation<Work?, Never>? {
    if let worker = state.idle.popLast() { return worker.continuation }
    state.chapters.append(chapter)
    return nil
  }

  /// A chapter that the worker which laid it out is to hand on.
  func push(_ chapter: NumberedChapter, edition: Int, for worker: Int) {
    let idle = state.withLock { state -> CheckedContinuation<Work?, Never>? in
      if let index = state.idle.firstIndex(where: { $0.worker == worker }) {
        return state.idle.remove(at: index).continuation
      }
      state.numbered[worker, default: []].append((chapter, edition))
      return nil
    }
    idle?.resume(returning: .handOn(chapter, edition: edition))
  }

  /// A document has been read to its end.
  func finishedReading() { release { $0.reading -= 1 } }

  /// Nothing more is to be done with a chapter in one of its editions.
  func finishedChapter() { release { $0.openChapters -= 1 } }

  /// Something failed: nobody is to wait any more.
  func stop() { release { $0.isOver = true } }

  /// Notes a change and wakes those who wait: all when nothing will come any more, one for a
  /// document that may be begun now.
  private func release(_ change: (inout State) -> Void) {
    let woken = state.withLock { state -> [(CheckedContinuation<Work?, Never>, Work?)] in
      change(&state)
      if isOver(state) {
        defer { state.idle.removeAll() }
        return state.idle.map { ($0.continuation, nil) }
      }
      guard !state.idle.isEmpty, let work = nextDocument(&state) else { return [] }
      return [(state.idle.removeLast().continuation, work)]
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

  private static func nextChapter(_ worker: Int, _ state: inout State) -> Work? {
    if var own = state.numbered[worker], !own.isEmpty {
      let (chapter, edition) = own.removeFirst()
      state.numbered[worker] = own
      return .handOn(chapter, edition: edition)
    }
    return state.chapters.isEmpty ? nil : .layOut(state.chapters.removeFirst())
  }

  /// What a worker that is reading is to do before it goes on; nil for nothing.
  func pressing(_ worker: Int) -> Work? {
    state.withLock { state in
      guard !state.isOver, state.openChapters >= Self.mostOpenChapters * editions else {
        return nil
      }
      return Self.nextChapter(worker, &state)
    }
  }

  func next(_ worker: Int) async -> Work? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Work?? in
        if state.isOver { return .some(nil) }
        if let work = Self.nextChapter(worker, &state) ?? nextDocument(&state) { return work }
        if isOver(state) { return .some(nil) }
        state.idle.append((worker, continuation))
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}

/// Which chapter of which document: the order of the book, whoever is done first.
struct ChapterPlace: Hashable, Comparable, Sendable {
  let document: Int
  let chapter: Int

  static let first = ChapterPlace(document: 0, chapter: 0)

  static func < (a: ChapterPlace, b: ChapterPlace) -> Bool {
    (a.document, a.chapter) < (b.document, b.chapter)
  }
}
