import Foundation
import Paginator
import Synchronization

/// One line on a terminal that says how far a long book is; nothing into a pipe.
final class ProgressLine: Sendable {
  private struct State {
    var chapters = 0
    var pages = 0
    var lastDrawn = 0.0
  }

  private let state = Mutex(State())
  private let isShown: Bool
  private let start = ProcessInfo.processInfo.systemUptime

  init(isShown: Bool) {
    self.isShown = isShown && isatty(FileHandle.standardError.fileDescriptor) == 1
  }

  func add(_ progress: PaginationProgress) {
    guard isShown else { return }
    let text = state.withLock { state -> String? in
      state.chapters += 1
      state.pages += progress.pages
      let now = ProcessInfo.processInfo.systemUptime - start
      // A short book is done before anyone could read it.
      guard now > 0.5, now - state.lastDrawn > 0.1 else { return nil }
      state.lastDrawn = now
      let rate = Int(Double(state.pages) / now)
      return "\r\(state.chapters) chapters, \(state.pages) pages, \(rate) pages/s\u{1B}[K"
    }
    if let text { Console.writeError(text) }
  }

  func finish() {
    guard isShown, state.withLock({ $0.lastDrawn > 0 }) else { return }
    Console.writeError("\r\u{1B}[K")
  }
}
