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
      (default: BOOK.pages.json beside the book). The output "baseline" writes that file. \
      A table (.csv) has the column "book" and may have "outputs" and a column for each option \
      that differs, such as "page" and "style".
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

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder for the requested outputs alone; rows go to standard output.", valueName: "dir"))
  var outputDir: String?

  @Option(help: ArgumentHelp("A folder that caches results by their keys.", valueName: "dir"))
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "The largest size of the cache, in megabytes; the oldest entries are removed first.",
      valueName: "mb"))
  var cacheSize: Int = 4096

  @Option(
    help: ArgumentHelp(
      "Remove cache entries that were not used for this many days.", valueName: "n"))
  var cacheDays: Int = CacheFolder.Bounds().days

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
    try manifest.check(self.manifest)
    if let cache { try CacheFolder.open(cache, trusts: trustCache) }
    // Its workers make it, and end before this process does.
    if let outputDir { MadeFolders.expect(outputDir) }
    let results = try BatchResults(
      folder: out, outputs: outputDir ?? out, resumes: resume || retryFailed,
      retries: retryFailed, cache: cache, answersAll: out == nil && self.manifest == "-")
    let pool = BatchPool(
      manifest, results, BatchKey(outputs: [out, outputDir, cache]),
      workerArguments: ["--worker"] + ((outputDir ?? out).map { ["--out", $0] } ?? []),
      limits: BatchLimits(seconds: timeout, megabytes: memory), isQuiet: quiet)
    let start = ContinuousClock.now
    do {
      try pool.run(jobs: jobs ?? ProcessorCount.available)
    } catch let end as BatchPool.Interruption {
      let advice = out == nil ? "" : "; --resume goes on with the rest"
      Console.report("paginate: error: signal \(end.signal) ended a worker\(advice)")
      throw ExitCode(128 + end.signal)
    }
    try results.finish(seconds: start.duration(to: .now).inSeconds)
    if let cache {
      CacheFolder.prune(cache, to: CacheFolder.Bounds(megabytes: cacheSize, days: cacheDays))
    }
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
    if out != nil, outputDir != nil {
      throw ValidationError("--out has the outputs too: give it or --output-dir")
    }
    if out == nil, resume || retryFailed {
      throw ValidationError("--resume and --retry-failed need --out, which has the results so far")
    }
    guard (0...1 << 20).contains(cacheSize), (0...36_500).contains(cacheDays) else {
      throw ValidationError("--cache-size and --cache-days want numbers of zero or more")
    }
  }

  private func parsedShard() throws -> (index: Int, count: Int) {
    let parts = shard.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2, parts[1] > 0, (1...parts[1]).contains(parts[0]) else {
      throw ValidationError("--shard wants i/n, such as 3/16")
    }
    return (parts[0], parts[1])
  }

  private func printKeys(_ manifest: BatchManifest) throws {
    let keys = BatchKey(outputs: [out, outputDir, cache])
    var checks = EditionChecks()
    var isWhole = true
    while let unit = try manifest.next() {
      do {
        for (edition, key) in zip(unit.editions, try keys.keys(of: unit).editions) {
          let problem = checks.problem(of: edition.options, unit.outputs)
          if let problem { Console.report("paginate: error: \(manifest.place): \(problem)") }
          isWhole = isWhole && problem == nil
          Console.print("\(problem == nil ? key : "-")  \(unit.name)")
        }
      } catch {
        Console.report("paginate: error: \(manifest.place): \(error)")
        // A program that feeds units expects a line for every edition.
        for _ in unit.editions { Console.print("-  \(unit.name)") }
        isWhole = false
      }
    }
    if !isWhole { throw ExitCode(1) }
  }
}
