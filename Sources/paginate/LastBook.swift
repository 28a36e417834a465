import Paginator
import Synchronization

/// Holds a book to the end of the process, which comes at once: nobody waits for its memory to be
/// handed back.
enum LastBook {
  private static let kept = Mutex<(SharedBook, [Pagination])?>(nil)

  static func keep(_ book: SharedBook, _ paginations: [Pagination]) {
    kept.withLock { $0 = (book, paginations) }
  }
}
