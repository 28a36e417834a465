internal import Synchronization

/// A sink that numbers the chapters of a book in order, in whatever order they finish, and returns
/// each to the worker that laid it out, for delivery. Does not keep delivered chapters.
final class Binder: Desk {
  /// The text of the book contains page references.
  struct NeedsWholeBook: Error {}

  private struct Laid {
    let layout: ChapterLayout
    let chapter: WorkQueue.WaitingChapter
    let worker: Int
  }

  private struct State {
    var numbering: Numbering
    /// Chapters laid out before it is their turn.
    var early: [ChapterPlace: Laid] = [:]
    var next = ChapterPlace.first
    var reports: [Int: DocumentReport] = [:]
    var used = UsedResources()
  }

  private let state: Mutex<State>
  private let receiver: any ChapterReceiver
  private let edition: Int
  private let documentCount: Int

  init(
    _ numbering: Numbering, _ receiver: any ChapterReceiver, edition: Int, documentCount: Int
  ) {
    state = Mutex(State(numbering: numbering))
    self.receiver = receiver
    self.edition = edition
    self.documentCount = documentCount
  }

  func makeHand() -> (any ReceivingHand)? { receiver.makeHand() }

  /// Keeps no glyphs of the worker: chapters are delivered with theirs.
  func put(_ worker: ChapterWorker) {
    let used = worker.used(inEdition: edition)
    state.withLock { $0.used.add(used) }
  }

  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue
  ) throws {
    guard !report.namesPages else { throw NeedsWholeBook() }
    state.withLock { state in
      state.reports[index] = report
      advance(&state, queue)
    }
  }

  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, by worker: Int,
    _ queue: WorkQueue
  ) {
    state.withLock { state in
      state.early[chapter.place] = Laid(layout: layout, chapter: chapter, worker: worker)
      advance(&state, queue)
    }
  }

  /// Numbers all chapters that are ready and next in order.
  private func advance(_ state: inout State, _ queue: WorkQueue) {
    while state.next.document < documentCount {
      if let laid = state.early.removeValue(forKey: state.next) {
        guard number(laid, &state, queue) else { return }
        state.next = ChapterPlace(document: state.next.document, chapter: state.next.chapter + 1)
      } else if state.reports[state.next.document]?.chapterCount == state.next.chapter {
        state.next = ChapterPlace(document: state.next.document + 1, chapter: 0)
      } else {
        return
      }
    }
  }

  /// - Returns: false if the chapter must be laid out again for the side on which it starts.
  private func number(_ laid: Laid, _ state: inout State, _ queue: WorkQueue) -> Bool {
    let known = laid.chapter.placement?.placement
    let placement = known ?? state.numbering.placement(of: laid.layout.chapter)
    let templates = laid.chapter.document.templates[edition]
    let fitting =
      known == nil ? Numbering.fitting(laid.layout, placement, templates) : laid.layout
    guard let layout = fitting else {
      var again = laid.chapter
      again.placement = (edition, placement)
      queue.pushAgain(again)
      return false
    }
    state.numbering.place(layout, at: placement)
    let numbered = state.numbering.number(
      layout, at: placement, of: laid.chapter.document, templates, count: 0)
    queue.push(numbered, edition: edition, for: laid.worker)
    return true
  }

  /// The book without its chapters.
  var pagination: Pagination {
    state.withLock { state in
      state.numbering.pagination(
        documents: state.reports.keys.sorted().compactMap { state.reports[$0] },
        used: state.used)
    }
  }
}
