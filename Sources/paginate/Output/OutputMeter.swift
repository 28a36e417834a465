import Foundation
import Paginator
import Synchronization

/// Counts the bytes that a book writes, against what it may (`--limit output`).
final class OutputMeter: Sendable {
  private let budgets: Budgets
  private let written = Mutex(0)

  init(_ budgets: Budgets) { self.budgets = budgets }

  /// - Throws: when the book has written more than it may.
  func count(_ bytes: Int) throws {
    let sum = written.withLock { sum in
      sum += bytes
      return sum
    }
    if sum >> 20 >= budgets[.output] { throw budgets.exceeded(.output) }
  }

  /// What was counted is void: the book is set once more.
  func startAgain() { written.withLock { $0 = 0 } }
}
