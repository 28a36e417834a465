internal import Synchronization

/// Hands chapters from the reader to the workers that lay them out, in order. A worker that
/// finds nothing waits without holding a thread.
final class ChapterQueue: Sendable {
  struct Work: Sendable {
    let index: Int
    let chapter: Chapter
    let templates: SharedTemplates
  }

  private struct State {
    var waitingWork: [Work] = []
    var next = 0
    var count = 0
    var isFinished = false
    var idle: [CheckedContinuation<Work?, Never>] = []
  }

  private let state = Mutex(State())

  func push(_ chapter: Chapter, templates: SharedTemplates) {
    let idle = state.withLock { state -> (CheckedContinuation<Work?, Never>, Work)? in
      let work = Work(index: state.count, chapter: chapter, templates: templates)
      state.count += 1
      if let worker = state.idle.popLast() { return (worker, work) }
      state.waitingWork.append(work)
      return nil
    }
    if let (worker, work) = idle { worker.resume(returning: work) }
  }

  /// No chapter comes any more.
  func finish() {
    let idle = state.withLock { state in
      state.isFinished = true
      defer { state.idle.removeAll() }
      return state.idle
    }
    for worker in idle { worker.resume(returning: nil) }
  }

  func next() async -> Work? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Work?? in
        if state.next < state.waitingWork.count {
          state.next += 1
          return .some(state.waitingWork[state.next - 1])
        }
        if state.isFinished { return .some(nil) }
        state.idle.append(continuation)
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}

/// Results by chapter, each in its own slot, whoever finishes first.
final class ChapterSlots: Sendable {
  private let slots = Mutex<[Int: ChapterLayout]>([:])
  private let sources = Mutex<[Int: GlyphSource]>([:])

  /// A worker is done: what it has shaped is kept for drawing.
  func put(_ source: GlyphSource, ofShaper number: Int) { sources.withLock { $0[number] = source } }
  var glyphSources: [Int: GlyphSource] { sources.withLock { $0 } }

  func put(_ layout: ChapterLayout, at index: Int) { slots.withLock { $0[index] = layout } }

  var inOrder: [ChapterLayout] {
    slots.withLock { slots in slots.keys.sorted().compactMap { slots[$0] } }
  }
}
