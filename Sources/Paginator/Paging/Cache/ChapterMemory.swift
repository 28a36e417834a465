internal import Digests
package import EPUB
internal import Synchronization

/// Keeps the chapter layouts of a book's last run in memory, with their glyphs, so that the next run
/// lays out and draws only what changed. For a program that sets the same book again and again.
///
/// Chapters with images are not kept, because their digests leave out the bytes of images.
package final class ChapterMemory: Sendable {
  private struct Entry {
    let layout: ChapterLayout
    let used: UsedResources
  }

  private struct State {
    /// What chapters depend on besides their digests: stylesheets and settings.
    var environment = ""
    /// Whether the next run may use documents as they were read.
    var onlyDocumentsChanged = false
    var last: [String: Entry] = [:]
    var next: [String: Entry] = [:]
    var foundCount = 0
    var laidOutCount = 0
  }

  private let state = Mutex(State())
  let readings = ReadingMemory()
  let styles = StyleDigests()

  /// Creates an empty memory.
  package init() {}

  /// Lets the next run use documents as they were read in the last run. Call this only if no file
  /// but documents of the book has changed since then: what is read also depends on images and
  /// fonts, which are not compared.
  package func expectOnlyDocumentsToChange() {
    state.withLock { $0.onlyDocumentsChanged = true }
  }

  /// How many documents of the last run were not read again.
  package var unreadCount: Int { readings.knownCount }

  /// How many layouts of the last run were known from the run before, and how many were made.
  package var counts: (found: Int, laidOut: Int) {
    state.withLock { ($0.foundCount, $0.laidOutCount) }
  }

  // MARK: Runs

  /// Begins a run. What an incomplete run kept is dropped.
  func begin(_ documents: [OpenedDocument], _ options: PaginationOptions) {
    let environment = Self.environment(documents, options)
    let isValid = state.withLock { state in
      let isSame = state.environment == environment
      if !isSame { state.last.removeAll() }
      defer { state.onlyDocumentsChanged = false }
      state.environment = environment
      state.next.removeAll()
      (state.foundCount, state.laidOutCount) = (0, 0)
      return isSame && state.onlyDocumentsChanged
    }
    readings.begin(isValid: isValid)
  }

  /// Ends a complete run: chapters that it did not need are dropped.
  func end() {
    state.withLock { state in
      state.last = state.next
      state.next.removeAll()
    }
    readings.end()
  }

  private static func environment(
    _ documents: [OpenedDocument], _ options: PaginationOptions
  ) -> String {
    var parts = options.settings.map { "\($0.name) \($0.value)" }
    parts += Set(documents.flatMap { $0.styles.inputs.map { "\($0.name) \($0.digest)" } }).sorted()
    parts += documents.flatMap(\.styles.ownSheets)
    return Digest.of(parts.joined(separator: "\n").utf8)
  }

  // MARK: Chapters

  /// - Parameter key: a digest from `ChapterDigester` and the names of the chapter's stylesheets.
  func layout(of chapter: Chapter, key: String) -> (layout: ChapterLayout, used: UsedResources)? {
    state.withLock { state in
      guard let entry = state.last[key] else { return nil }
      state.next[key] = entry
      state.foundCount += 1
      return (entry.layout.kept(for: chapter, key: key), entry.used)
    }
  }

  /// - Returns: the layout with its key, if it is kept.
  func keep(_ layout: ChapterLayout, using used: UsedResources, key: String) -> ChapterLayout {
    state.withLock { $0.laidOutCount += 1 }
    guard Self.canKeep(layout) else { return layout }
    let keyed = layout.kept(for: layout.chapter, key: key)
    state.withLock { $0.next[key] = Entry(layout: keyed, used: used) }
    return keyed
  }

  private static func canKeep(_ layout: ChapterLayout) -> Bool {
    layout.hasGlyphs && layout.text.hasNoImages
  }
}

extension NumberedChapter {
  /// Makes texts that are the same as in an earlier run only if the page is drawn the same; nil if
  /// that is not known of the chapter's pages.
  package var stamps: ((Pagination.Page) -> String)? {
    guard let key = layout.key else { return nil }
    let links = Digest.of(Self.links(of: layout.text).joined(separator: "\n").utf8)
    let common = [key, links, context.title, context.language ?? "", document.href]
    return { page in
      let place = "\(page.pageInChapter) \(page.number) \(page.label) \(page.side.rawValue)"
      let furniture = page.furniture.map { "\($0.box) \($0.text)" }
      return (common + [place] + furniture).joined(separator: "\n")
    }
  }

  /// The document as it was read: the same object as in an earlier run only if its bytes are the
  /// same. Nil if other documents have a part in the chapter.
  package var source: DocumentTree? { layout.text.notes.isEmpty ? tree : nil }

  /// The targets of the links of a text, and of its notes and boxes.
  private static func links(of text: AttributedText) -> [String] {
    let inner = text.notes.map(\.text) + text.attachments.compactMap(\.content.text)
    return text.links.map(\.href) + inner.flatMap(links(of:))
  }
}
