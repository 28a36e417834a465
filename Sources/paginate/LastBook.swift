import Paginator
import Synchronization

/// Keeps a book until the process ends: skips deallocation at exit.
enum LastBook {
  private static let kept = Mutex<(SharedBook, [Pagination])?>(nil)

  static func keep(_ book: SharedBook, _ paginations: [Pagination]) {
    kept.withLock { $0 = (book, paginations) }
  }
}
