internal import EPUB
internal import Synchronization

/// A sink that keeps all chapters of a book. They may finish in any order.
final class CollectingSink: ChapterSink {
  private struct Slot {
    let layout: ChapterLayout
    let document: ReadDocument
  }

  private struct State {
    var chapters: [ChapterPlace: Slot] = [:]
    var documents: [Int: (document: ReadDocument, report: DocumentReport)] = [:]
    var used = UsedResources()
  }

  private let state = Mutex(State())

  func put(_ worker: ChapterWorker) {
    let used = worker.used(inEdition: 0)
    state.withLock { $0.used.add(used) }
  }

  func put(
    _ layout: ChapterLayout, of chapter: WorkQueue.WaitingChapter, _ queue: WorkQueue
  ) {
    state.withLock {
      $0.chapters[chapter.place] = Slot(layout: layout, document: chapter.document)
    }
    queue.finishedChapter()
  }

  func put(
    _ report: DocumentReport, of document: ReadDocument, at index: Int, _ queue: WorkQueue
  ) -> Bool {
    state.withLock { $0.documents[index] = (document, report) }
    return true
  }

  func makeConsumer() -> (any ChapterConsumer)? { nil }

  func report(of document: Int) -> DocumentReport? {
    state.withLock { $0.documents[document]?.report }
  }

  /// Removes the chapters of a document, because it is read again.
  func remove(document: Int) {
    state.withLock { state in
      state.chapters = state.chapters.filter { $0.key.document != document }
    }
  }

  // MARK: Numbering

  /// A book with numbered pages, and the pages of its ids.
  struct NumberedBook {
    let pagination: Pagination
    let targetPages: TargetPages
  }

  /// Numbers the pages of all chapters. A chapter that starts on the other side than it was laid
  /// out for is laid out again if left and right pages have different text areas.
  func numbered(_ numbering: Numbering, _ environment: LayoutEnvironment) throws -> NumberedBook {
    var numbering = numbering
    let state = state.withLock { $0 }
    var used = state.used
    var placed: [(ChapterLayout, Numbering.Placement, ReadDocument)] = []
    for place in state.chapters.keys.sorted() {
      guard let slot = state.chapters[place] else { continue }
      var layout = slot.layout
      let templates = slot.document.templates[0]
      let placement = numbering.placement(of: layout.chapter)
      if let fitting = Numbering.fitting(layout, placement, templates) {
        layout = fitting
      } else {
        let worker = ChapterWorker([environment])
        layout = try worker.layOut(
          layout.chapter,
          on: ChapterPages(
            templates: templates, isFirst: placement.isFirst,
            startsOnLeft: placement.startsOnLeft, sideIsKnown: true,
            kept: environment.options.keptPages?.chapter(
              layout.chapter, of: slot.document.document.href)))
        used.add(worker.used(inEdition: 0))
      }
      numbering.place(layout, at: placement)
      placed.append((layout, placement, slot.document))
    }
    for (layout, placement, document) in placed {
      _ = numbering.number(
        layout, at: placement, of: document, document.templates[0], count: numbering.placedCount)
    }
    let documents = state.documents.keys.sorted().compactMap { state.documents[$0] }
    return NumberedBook(
      pagination: numbering.pagination(
        documents: documents.map(\.report), used: used, chapters: placed.map(\.0),
        trees: documents.map(\.document.tree)), targetPages: numbering.targetPages)
  }
}
