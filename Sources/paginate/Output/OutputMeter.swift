import Foundation
import Paginator
import Synchronization

/// Counts the bytes that a book writes against its limit (`--limit output`).
final class OutputMeter: Sendable {
  private let budgets: Budgets
  private let written = Mutex(0)

  init(_ budgets: Budgets) { self.budgets = budgets }

  /// - Throws: if the book has written more than its limit.
  func count(_ bytes: Int) throws {
    let sum = written.withLock { sum in
      sum += bytes
      return sum
    }
    if sum >> 20 >= budgets[.output] { throw budgets.exceeded(.output) }
  }

  /// Resets the count, because the book is set again.
  func startAgain() { written.withLock { $0 = 0 } }
}
