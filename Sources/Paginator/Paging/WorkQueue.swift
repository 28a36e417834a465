internal import Synchronization

/// Hands work to the workers: chapters that wait to be laid out, else documents that wait to be
/// read. A worker that finds nothing waits without holding a thread.
final class WorkQueue: Sendable {
  enum Work: Sendable {
    case read(document: Int)
    case layOut(Chapter, at: ChapterPlace, templates: SharedTemplates)
  }

  private struct State {
    var chapters: [Work] = []
    var nextChapter = 0
    var nextDocument = 0
    /// Documents that are being read: more chapters may come of them.
    var reading = 0
    var isOver = false
    var idle: [CheckedContinuation<Work?, Never>] = []
  }

  private let documents: [Int]
  private let state = Mutex(State())

  /// - Parameter documents: what is to be read, in this order.
  init(documents: [Int]) { self.documents = documents }

  func push(_ chapter: Chapter, at place: ChapterPlace, templates: SharedTemplates) {
    let work = Work.layOut(chapter, at: place, templates: templates)
    let idle = state.withLock { state in
      guard let worker = state.idle.popLast() else {
        state.chapters.append(work)
        return CheckedContinuation<Work?, Never>?.none
      }
      return worker
    }
    idle?.resume(returning: work)
  }

  /// A document has been read to its end.
  func finishedReading() {
    release { state in
      state.reading -= 1
      return state.reading == 0 && state.nextDocument == self.documents.count
    }
  }

  /// Something failed: nobody is to wait any more.
  func stop() {
    release { state in
      state.isOver = true
      return true
    }
  }

  private func release(_ isOver: (inout State) -> Bool) {
    let idle = state.withLock { state in
      guard isOver(&state) else { return [CheckedContinuation<Work?, Never>]() }
      defer { state.idle.removeAll() }
      return state.idle
    }
    for worker in idle { worker.resume(returning: nil) }
  }

  func next() async -> Work? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Work?? in
        if state.isOver { return .some(nil) }
        if state.nextChapter < state.chapters.count {
          defer { state.nextChapter += 1 }
          return state.chapters[state.nextChapter]
        }
        // Nothing in sight is kept longer than it is needed.
        state.chapters.removeAll(keepingCapacity: true)
        state.nextChapter = 0
        if state.nextDocument < documents.count {
          state.nextDocument += 1
          state.reading += 1
          return .some(.read(document: documents[state.nextDocument - 1]))
        }
        if state.reading == 0 { return .some(nil) }
        state.idle.append(continuation)
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

  static func < (a: ChapterPlace, b: ChapterPlace) -> Bool {
    (a.document, a.chapter) < (b.document, b.chapter)
  }
}

/// Results by place, each in its own slot, whoever finishes first.
final class ResultSlots: Sendable {
  private struct State {
    var layouts: [ChapterPlace: ChapterLayout] = [:]
    var documents: [Int: ReadDocument] = [:]
    var sources: [Int: GlyphSource] = [:]
  }
  private let state = Mutex(State())

  /// A worker is done: what it has shaped is kept for drawing.
  func put(_ source: GlyphSource, ofShaper number: Int) {
    state.withLock { $0.sources[number] = source }
  }

  func put(_ layout: ChapterLayout, at place: ChapterPlace) {
    state.withLock { $0.layouts[place] = layout }
  }

  func put(_ document: ReadDocument, at index: Int) {
    state.withLock { $0.documents[index] = document }
  }

  /// Forgets what there is of a document: it will be read again.
  func remove(document: Int) {
    state.withLock { state in
      state.layouts = state.layouts.filter { $0.key.document != document }
    }
  }

  var glyphSources: [Int: GlyphSource] { state.withLock { $0.sources } }

  var layouts: [ChapterLayout] {
    state.withLock { state in state.layouts.keys.sorted().compactMap { state.layouts[$0] } }
  }

  var documents: [ReadDocument] {
    state.withLock { state in state.documents.keys.sorted().compactMap { state.documents[$0] } }
  }
}
