import Foundation
import Paginator
import Synchronization

/// One line on a terminal that is written over and over, ten times a second at most; nothing into a pipe.
final class TerminalLine: Sendable {
  private let isShown: Bool
  private let delay: Double
  private let start = ProcessInfo.processInfo.systemUptime
  private let lastDrawn = Mutex(0.0)

  /// - Parameter delay: seconds before it is first shown: a short run is done before anyone could read.
  init(isShown: Bool, delay: Double = 0) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    self.delay = delay
  }

  /// - Parameter text: made of the seconds since the beginning, where it is time for it.
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

  /// The rest of the line goes (ECMA-48, EL).
  private static let erase = "\u{1B}[K"
}

/// Says how far a long book is.
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
