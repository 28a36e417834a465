import Foundation
import Paginator
import Synchronization

/// One line on a terminal that is redrawn at most ten times per second. Nothing is written to a
/// pipe.
final class TerminalLine: Sendable {
  private let isShown: Bool
  private let delay: Double
  private let start = ProcessInfo.processInfo.systemUptime
  private let lastDrawn = Mutex(0.0)

  /// - Parameter delay: seconds before it is first shown, so that short runs show nothing.
  init(isShown: Bool, delay: Double = 0) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    self.delay = delay
  }

  /// - Parameter text: makes the text from the seconds since the start; called only if it is time
  ///   to draw.
  func draw(_ text: (_ seconds: Double) -> String) {
    guard isShown else { return }
    let now = ProcessInfo.processInfo.systemUptime - start
    let isDue = lastDrawn.withLock { last in
      guard now > delay, now - last > 0.1 else { return false }
      last = now
      return true
    }
    if isDue { Console.writeError("\r" + text(now) + Self.erase) }
  }

  func finish() {
    guard isShown, lastDrawn.withLock({ $0 > 0 }) else { return }
    Console.writeError("\r" + Self.erase)
  }

  /// Erases the rest of the line (ECMA-48, EL).
  private static let erase = "\u{1B}[K"
}

/// Shows the progress of a long book.
final class ProgressLine: Sendable {
  private let counts = Mutex((chapters: 0, pages: 0))
  private let line: TerminalLine

  init(isShown: Bool) { line = TerminalLine(isShown: isShown, delay: 0.5) }

  func add(_ progress: PaginationProgress) {
    let (chapters, pages) = counts.withLock { counts in
      counts.chapters += 1
      counts.pages += progress.pages
      return counts
    }
    line.draw { "\(chapters) chapters, \(pages) pages, \(Int(Double(pages) / $0)) pages/s" }
  }

  func finish() { line.finish() }
}
