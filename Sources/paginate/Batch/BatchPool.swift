import Foundation
import Paginator
import Synchronization

/// What a book may take; 0 for no limit.
struct BatchLimits {
  let seconds: Int
  let megabytes: Int
}

/// Runs workers and the threads that feed them.
final class BatchPool: Sendable {
  private let manifest: BatchManifest
  private let results: BatchResults
  private let keys: BatchKey
  private let workerArguments: [String]
  private let limits: BatchLimits
  private let line: TerminalLine
  private let unitCount = Mutex(0)
  private let failure = Mutex<(any Error)?>(nil)

  init(
    _ manifest: BatchManifest, _ results: BatchResults, _ keys: BatchKey,
    workerArguments: [String], limits: BatchLimits, isQuiet: Bool
  ) {
    self.manifest = manifest
    self.results = results
    self.keys = keys
    self.workerArguments = workerArguments
    self.limits = limits
    line = TerminalLine(isShown: !isQuiet)
  }

  /// - Throws: an error of the manifest, or `Interruption`; a unit that fails is a row instead.
  func run(jobs: Int) throws {
    let group = DispatchGroup()
    // A job without a unit starts no worker.
    for _ in 0..<min(jobs, Self.mostJobs) {
      group.enter()
      let thread = Thread {
        self.feed()
        group.leave()
      }
      thread.start()
    }
    group.wait()
    line.finish()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private static let mostJobs = 256

  /// Sends units to a worker until there are none left, and replaces a worker that ended.
  private func feed() {
    var child: BatchChild?
    // At most a few of each key: what they ask for together is set only once.
    var waiting: [BatchUnit] = []
    do {
      while failure.withLock({ $0 == nil }), let unit = try manifest.next() {
        if let rest = try set(unit, &child) { waiting.append(rest) }
        // What is set after this would leave no row.
        if let problem = results.problem { throw problem }
        showProgress()
      }
      while failure.withLock({ $0 == nil }), let unit = waiting.popLast() {
        guard let rest = try set(unit, &child) else { continue }
        waiting.append(rest)
        // Another thread is setting its key.
        usleep(20_000)
      }
    } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }

  private func showProgress() {
    let units = unitCount.withLock { count in
      count += 1
      return count
    }
    line.draw { seconds in
      let counts = results.counts
      let rate = String(format: "%.1f", Double(units) / seconds)
      let left = Self.timeLeft(after: seconds, share: manifest.shareRead)
      return
        "\(units) books, \(counts.pages) pages, \(counts.failed) failed, \(rate) books/s\(left)"
    }
  }

  /// - Parameter share: how much of the manifest was read; nil if its length is not known.
  private static func timeLeft(after seconds: Double, share: Double?) -> String {
    guard let share, share > 0, seconds > 2 else { return "" }
    let left = Int((seconds * (1 - share) / share).rounded())
    return left < 120 ? ", \(left) s left" : ", \(left / 60) min left"
  }

  /// - Returns: the editions whose keys are being set for other units, with other outputs; nil for
  ///   none.
  private func set(_ unit: BatchUnit, _ child: inout BatchChild?) throws -> BatchUnit? {
    let all: BatchKey.Keys
    do {
      all = try keys.keys(of: unit)
    } catch {
      refuse(unit, error)
      return nil
    }
    var wanted: [Int] = []
    var waiting: [Int] = []
    for (index, key) in all.editions.enumerated() {
      switch results.claim(key, for: BatchResults.Wish(unit, edition: index)) {
      case .done: break
      case .later: waiting.append(index)
      case .taken:
        if let row = results.cached(key, of: unit, edition: index) {
          results.add(row)
        } else {
          wanted.append(index)
        }
      }
    }
    if !wanted.isEmpty {
      let keys = BatchKey.Keys(book: all.book, editions: wanted.map { all.editions[$0] })
      try set(unit.only(wanted), keys, &child)
    }
    return waiting.isEmpty ? nil : unit.only(waiting)
  }

  /// Sets editions that nobody else sets, and adds a row for each of them.
  private func set(
    _ part: BatchUnit, _ keys: BatchKey.Keys, _ child: inout BatchChild?
  ) throws {
    let worker = try child ?? BatchChild(arguments: workerArguments)
    child = worker
    var received: Set<String> = []
    do {
      try worker.rows(
        of: part.line(keys: keys), count: keys.editions.count, limits: limits
      ) { row in
        received.insert(row.key)
        results.add(row)
      }
    } catch {
      // The next book gets a new worker.
      child = nil
      if case .interrupted(let signal) = error { throw interruption(signal) }
      let (name, message) = words(for: error)
      for (index, key) in keys.editions.enumerated() where !received.contains(key) {
        results.add(
          BatchRow(failed: part, edition: index, key: key, class: name, message))
      }
    }
  }

  /// A worker that was told to end leaves no row: the book is set when the batch is resumed. The
  /// signal is usually for the whole group of processes, and ends this one in a moment, too.
  private func interruption(_ signal: Int32) -> Interruption {
    sleep(1)
    Temporaries.waitIfEnding()
    return Interruption(signal: signal)
  }

  /// A worker was told to end, and the batch was not.
  struct Interruption: Error {
    let signal: Int32
  }

  /// Reports a book that cannot be read. Without a digest, its key is made from its name and
  /// settings.
  private func refuse(_ unit: BatchUnit, _ error: any Error) {
    for (index, edition) in unit.editions.enumerated() {
      let text = unit.name + JSONText.line(edition.settings)
      let key = LayoutCache.key(of: text)
      let wish = BatchResults.Wish(name: unit.name, settings: edition.settings)
      guard results.claim(key, for: wish) == .taken else { continue }
      var row = BatchRow(failed: unit, edition: index, key: key, class: "", "")
      row.fields["error"] = BatchWorker.fields(of: error, in: unit.book, called: unit.name)
      results.add(row)
    }
  }

  private func words(for ending: BatchChild.Ending) -> (String, String) {
    switch ending {
    case .crashed(let signal): ("crash", "the worker ended by signal \(signal)")
    case .exited(let status): ("crash", "the worker ended with status \(status)")
    case .interrupted(let signal): ("crash", "the worker was told to end by signal \(signal)")
    case .timedOut: ("timeout", "the book took more than \(limits.seconds) seconds (--timeout)")
    case .tookMemory: ("memory", "the worker took more than \(limits.megabytes) MB (--memory)")
    }
  }
}
