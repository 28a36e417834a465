import Paginator
import Synchronization

/// Holds the book to the end of the process.
enum LastBook {
  private static let kept = Mutex<Pagination?>(nil)

  static func keep(_ pagination: Pagination) { kept.withLock { $0 = pagination } }
}
