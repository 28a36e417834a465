internal import Synchronization

/// The files that were asked for beside a single document, and whether they were there.
final class FileLog: Sendable {
  private let known = Mutex<[String: Bool]>([:])

  func note(_ name: String, isThere: Bool) { known.withLock { $0[name] = isThere } }

  func has(_ name: String) -> Bool { known.withLock { $0[name] ?? false } }

  /// The names of the files that were there, or of those that were not, sorted.
  func names(there: Bool) -> [String] {
    known.withLock { names in names.filter { $0.value == there }.keys.sorted() }
  }
}
