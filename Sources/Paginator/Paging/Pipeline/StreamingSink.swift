internal import Synchronization

/// A sink that numbers the chapters of a book in the order of the book, although they finish in any
/// order, and puts each into the queue again, for delivery. It does not keep delivered chapters.
final class StreamingSink: ChapterSink {
  private struct Laid {
    let layout: ChapterLayout
    let chapter: WorkQueue.WaitingChapter
  }

  private struct State {
    var numbering: Numbering
    /// Chapters laid out before it is their turn.
    var early: [ChapterPlace: Laid] = [:]
    var next = ChapterPlace.first
    var reports: [Int: DocumentReport] = [:]
    var used = UsedResources()
  }

  /// The work that results from numbering. It is added to the queue after the lock is released.
  private struct Ready {
    var chapters: [NumberedChapter] = []
    /// A chapter to lay out again, for the side on which it starts.
    var again: WorkQueue.WaitingChapter?
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

  func makeConsumer() -> (any ChapterConsumer)? { receiver.makeConsumer() }

  func put(_ worker: ChapterWorker) {
    let used = worker.used(inEdition: edition)
    state.withLock { $0.used.add(used) }
  }

  /// - Returns: false if the text contains page references, which need the whole book.
  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue
  ) -> Bool {
    guard !report.namesPages else { return false }
    push(
      state.withLock { state in
        state.reports[index] = report
        return advance(&state)
      }, to: queue)
    return true
  }

  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, _ queue: WorkQueue
  ) {
    push(
      state.withLock { state in
        state.early[chapter.place] = Laid(layout: layout, chapter: chapter)
        return advance(&state)
      }, to: queue)
  }

  private func push(_ ready: Ready, to queue: WorkQueue) {
    for chapter in ready.chapters { queue.push(chapter, edition: edition) }
    if let again = ready.again { queue.pushAgain(again) }
  }

  /// Numbers all chapters that are ready and next in order.
  private func advance(_ state: inout State) -> Ready {
    var ready = Ready()
    while state.next.document < documentCount, ready.again == nil {
      if let laid = state.early.removeValue(forKey: state.next) {
        number(laid, &state, &ready)
      } else if state.reports[state.next.document]?.chapterCount == state.next.chapter {
        state.next = ChapterPlace(document: state.next.document + 1, chapter: 0)
      } else {
        break
      }
    }
    return ready
  }

  private func number(_ laid: Laid, _ state: inout State, _ ready: inout Ready) {
    let known = laid.chapter.placement?.placement
    let placement = known ?? state.numbering.placement(of: laid.layout.chapter)
    let templates = laid.chapter.document.templates[edition]
    let fitting =
      known == nil ? Numbering.fitting(laid.layout, placement, templates) : laid.layout
    guard let layout = fitting else {
      ready.again = laid.chapter
      ready.again?.placement = (edition, placement)
      return
    }
    state.numbering.place(layout, at: placement)
    let numbered = state.numbering.number(
      layout, at: placement, of: laid.chapter.document, templates, count: 0)
    ready.chapters.append(numbered)
    state.next = ChapterPlace(document: state.next.document, chapter: state.next.chapter + 1)
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
