internal import EPUB
internal import Synchronization

/// Keeps the documents of a book's last run as they were read, and the digests of their chapters. A
/// document is used again only if nothing has changed but other documents.
///
/// Documents with images or notes are not kept: what is read of them depends on other files.
final class ReadingMemory: Sendable {
  /// A document that was read.
  struct Reading {
    let index: Int
    let digest: String
    let familyNames: [String: String]
    let chapters: [WorkQueue.WaitingChapter]
    let document: ReadDocument
    let report: DocumentReport

    fileprivate func isOf(_ opened: OpenedDocument, at index: Int) -> Bool {
      self.index == index && digest == opened.digest && familyNames == opened.familyNames
    }
  }

  /// What the digest of a chapter that was not read again depends on.
  private struct Place: Hashable {
    let document: Int
    let offset: Int
    let isFirst: Bool
    let startsOnLeft: Bool
  }

  private struct State {
    /// By href.
    var last: [String: Reading] = [:]
    var next: [String: Reading] = [:]
    var lastDigests: [Place: String] = [:]
    var nextDigests: [Place: String] = [:]
    /// The documents of this run that were not read again.
    var known: Set<Int> = []
  }

  private let state = Mutex(State())

  /// How many documents were not read again in this run.
  var knownCount: Int { state.withLock { $0.known.count } }

  /// - Parameter isValid: whether only documents differ from the last run.
  func begin(isValid: Bool) {
    state.withLock { state in
      if !isValid { state = State() }
      state.known.removeAll()
      state.next.removeAll()
      state.nextDigests.removeAll()
    }
  }

  func end() {
    state.withLock { state in
      (state.last, state.lastDigests) = (state.next, state.nextDigests)
      state.next.removeAll()
      state.nextDigests.removeAll()
    }
  }

  /// The document as it was read in the last run; nil if it must be read.
  func reading(of opened: OpenedDocument, at index: Int, _ notes: NotePlan) -> Reading? {
    guard !notes.involves(index) else { return nil }
    return state.withLock { state in
      guard let known = state.last[opened.document.href], known.isOf(opened, at: index) else {
        return nil
      }
      state.next[opened.document.href] = known
      state.known.insert(index)
      return known
    }
  }

  func keep(_ reading: Reading, _ notes: NotePlan) {
    guard !notes.involves(reading.index), !reading.report.namesPages,
      !reading.report.findings.contains(where: \.rule.isOfAbsentImage),
      reading.chapters.allSatisfy({ $0.chapter.text.hasNoImages && $0.chapter.text.notes.isEmpty })
    else { return }
    state.withLock { $0.next[reading.document.document.href] = reading }
  }

  // MARK: Digests

  private static func place(_ chapter: Chapter, _ pages: ChapterPages) -> Place? {
    guard pages.kept == nil else { return nil }
    return Place(
      document: chapter.document, offset: chapter.documentOffset, isFirst: pages.isFirst,
      startsOnLeft: pages.startsOnLeft)
  }

  /// The digest of a chapter that was not read again, or one that is made now.
  func digest(
    of chapter: Chapter, on pages: ChapterPages, make: () throws -> String
  ) rethrows -> String {
    guard let place = Self.place(chapter, pages) else { return try make() }
    let known = state.withLock { state in
      state.known.contains(place.document) ? state.lastDigests[place] : nil
    }
    let digest = try known ?? make()
    state.withLock { $0.nextDigests[place] = digest }
    return digest
  }
}

extension Finding.Rule {
  /// Whether an image is not set; its text may stand for it.
  fileprivate var isOfAbsentImage: Bool {
    [.missingImage, .brokenImage, .refusedResource].contains(self)
  }
}

extension AttributedText {
  /// Whether neither the text nor its notes and boxes have an image.
  var hasNoImages: Bool {
    pictures.isEmpty && notes.allSatisfy(\.text.hasNoImages)
      && attachments.allSatisfy { $0.content.text?.hasNoImages ?? false }
  }
}
