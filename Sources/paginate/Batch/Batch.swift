import ArgumentParser
import CLinux
import EPUB
import Foundation
import Paginator
import Synchronization

/// `paginate batch`: many books in many editions.
struct Batch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Set many books in many editions: one line of JSON for each result.",
    discussion: """
      paginate batch manifest.jsonl --out results/ --cache cache/ --jobs 8
      Each line of the manifest is a book: {"book": "a.epub", "editions": [{"page": "6x9", \
      "style": "novel", "reader-size": "L"}], "outputs": ["map", "svg", "pdf", "page-list", "check"]}. \
      Editions take the options of the default command, and "baseline" and "allow" for "check" \
      (default: BOOK.pages.json beside the book). A table (.csv) has the columns book, outputs and options.
      Exit status: 0 all were set, and are as in their baselines; 1 some failed or moved; 64 the \
      manifest is not valid.
      """)

  @Argument(help: "The manifest: JSON lines, CSV, or - for JSON lines on standard input.")
  var manifest: String = "-"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder for results.jsonl, table.csv, summary.json and the requested outputs (default: write rows to standard output).",
      valueName: "dir"))
  var out: String?

  @Option(help: ArgumentHelp("A folder that caches results by their keys.", valueName: "dir"))
  var cache: String?

  @Flag(help: "Use a cache that others can write to.")
  var trustCache = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("How many books to set at once.", valueName: "n"))
  var jobs: Int?

  @Flag(
    help: "Continue with the results in the folder, and write requested outputs that are missing.")
  var resume = false

  @Flag(help: "Like --resume, and set failed editions again.")
  var retryFailed = false

  @Option(
    help: ArgumentHelp(
      "Set every n-th unit of the manifest, starting with the i-th.", valueName: "i/n"))
  var shard: String = "1/1"

  @Option(help: ArgumentHelp("The time limit of a book; 0 for none.", valueName: "seconds"))
  var timeout: Int = 0

  @Option(help: ArgumentHelp("The memory limit of a worker; 0 for none.", valueName: "megabytes"))
  var memory: Int = 0

  @Flag(help: "Print the key of every edition without setting it.")
  var printKey = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(help: .hidden)
  var worker = false

  func run() async throws {
    if worker {
      _ = clinux_die_with_parent()
      var worker = BatchWorker(folder: out)
      return try await worker.run()
    }
    let manifest = try BatchManifest(self.manifest, shard: try parsedShard())
    if printKey { return try printKeys(manifest) }
    if let cache { try CacheFolder.open(cache, trusts: trustCache) }
    let results = try BatchResults(
      folder: out, resumes: resume || retryFailed, retries: retryFailed, cache: cache,
      answersAll: out == nil && self.manifest == "-")
    let pool = BatchPool(
      manifest, results, BatchKey(outputs: [out, cache]),
      workerArguments: ["--worker"] + (out.map { ["--out", $0] } ?? []),
      limits: BatchLimits(seconds: timeout, megabytes: memory), isQuiet: quiet)
    let start = ContinuousClock.now
    try pool.run(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    try results.finish(seconds: start.duration(to: .now).inSeconds)
    let counts = results.counts
    if !quiet {
      let moved = counts.moved > 0 ? "\(counts.moved) moved, " : ""
      let text =
        "\(counts.good) set, \(moved)\(counts.failed) failed, \(counts.skipped) there already"
      // Standard output is for rows.
      Console.writeError("paginate batch: \(text), \(counts.pages) pages\n")
    }
    if counts.failed + counts.moved > 0 { throw ExitCode(1) }
  }

  func validate() throws {
    _ = try parsedShard()
    if let jobs, jobs < 1 { throw ValidationError("--jobs wants a number above zero") }
    if timeout < 0 || memory < 0 { throw ValidationError("limits are not less than zero") }
  }

  private func parsedShard() throws -> (index: Int, count: Int) {
    let parts = shard.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2, parts[1] > 0, (1...parts[1]).contains(parts[0]) else {
      throw ValidationError("--shard wants i/n, such as 3/16")
    }
    return (parts[0], parts[1])
  }

  private func printKeys(_ manifest: BatchManifest) throws {
    let keys = BatchKey(outputs: [out, cache])
    var isWhole = true
    while let unit = try manifest.next() {
      do {
        for key in try keys.keys(of: unit).editions { Console.print("\(key)  \(unit.name)") }
      } catch {
        Console.report("paginate: error: \(error)")
        isWhole = false
      }
    }
    if !isWhole { throw ExitCode(1) }
  }
}

/// The limits of one unit; 0 for none.
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

  /// - Throws: an error of the manifest; a unit that fails is a row instead.
  func run(jobs: Int) throws {
    let group = DispatchGroup()
    for _ in 0..<jobs {
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

  /// Sends units to a worker until there are none left, and replaces a worker that ended.
  private func feed() {
    var child: BatchChild?
    do {
      while failure.withLock({ $0 == nil }), let unit = try manifest.next() {
        try set(unit, &child)
        showProgress()
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
      return "\(units) books, \(counts.pages) pages, \(counts.failed) failed, \(rate) books/s"
    }
  }

  private func set(_ unit: BatchUnit, _ child: inout BatchChild?) throws {
    let all: BatchKey.Keys
    do {
      all = try keys.keys(of: unit)
    } catch {
      return refuse(unit, error)
    }
    var wanted: [Int] = []
    for (index, key) in all.editions.enumerated() where results.claim(key, writing: unit.outputs) {
      if let row = results.cached(key, of: unit, edition: index) {
        results.add(row)
      } else {
        wanted.append(index)
      }
    }
    guard !wanted.isEmpty else { return }
    let part = unit.only(wanted)
    let keys = BatchKey.Keys(book: all.book, editions: wanted.map { all.editions[$0] })
    let worker = try child ?? BatchChild(arguments: workerArguments)
    child = worker
    var received: Set<String> = []
    do {
      try worker.rows(
        of: part.line(keys: keys), count: wanted.count, limits: limits
      ) { row in
        received.insert(row.key)
        results.add(row)
      }
    } catch {
      // The next book gets a new worker.
      child = nil
      let (name, message) = Self.words(for: error, limits)
      for (index, key) in keys.editions.enumerated() where !received.contains(key) {
        results.add(
          BatchRow(failed: part, edition: index, key: key, class: name, message))
      }
    }
  }

  /// Reports a book that cannot be read. Without a digest, its key is made from its name and
  /// settings.
  private func refuse(_ unit: BatchUnit, _ error: any Error) {
    for (index, edition) in unit.editions.enumerated() {
      let text = unit.name + JSONText.line(edition.settings)
      let key = LayoutCache.key(of: text)
      guard results.claim(key, writing: []) else { continue }
      var row = BatchRow(failed: unit, edition: index, key: key, class: "", "")
      row.fields["error"] = BatchWorker.fields(of: error, in: unit.book, called: unit.name)
      results.add(row)
    }
  }

  private static func words(
    for ending: BatchChild.Ending, _ limits: BatchLimits
  ) -> (String, String) {
    switch ending {
    case .crashed(let signal): ("crash", "the worker ended by signal \(signal)")
    case .exited(let status): ("crash", "the worker ended with status \(status)")
    case .timedOut: ("timeout", "the book took more than \(limits.seconds) seconds (--timeout)")
    case .tookMemory: ("memory", "the worker took more than \(limits.megabytes) MB (--memory)")
    }
  }
}
