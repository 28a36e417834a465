internal import Synchronization

/// Numbers the chapters of a book in its order, whoever is done first, and gives each back to the
/// worker that laid it out, to be handed on. Nothing is kept of a chapter that was.
final class Binder: Desk {
  /// The book says how many pages it has, or on which page something is.
  struct NeedsWholeBook: Error {}

  private struct Laid {
    let layout: ChapterLayout
    let chapter: WorkQueue.WaitingChapter
    let worker: Int
  }

  private struct State {
    var numbering: Numbering
    /// Laid out before those that come first.
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

  /// Chapters are handed on with their glyphs: those of the worker need not be kept.
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

  /// Numbers what is there of what comes next.
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

  /// - Returns: false for a chapter that is to be laid out once more, for the side it has come to.
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
