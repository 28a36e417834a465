import Foundation
import Paginator
import Synchronization

/// The rows of a batch: each is written to `results.jsonl` when it arrives. At the end, they are
/// written to a table whose bytes do not depend on how the work was divided.
final class BatchResults: Sendable {
  private struct State {
    /// The keys that have results.
    var known: [String: Known] = [:]
    /// The keys that are being set.
    var taken: [String: Wish] = [:]
    /// Digests of the baselines that were written, by key.
    var baselines: [String: String] = [:]
    /// For keys that several units have: the first of the skipped ones, by name.
    var names: [String: Wish] = [:]
    var descriptor: Int32
    var good = 0
    var moved = 0
    var failed = 0
    var skipped = 0
    var pages = 0
    var problem: String?
  }

  /// What is remembered of a result.
  private struct Known {
    let status: BatchRow.Status
    /// Names the book and its settings.
    let identity: Int

    init(_ row: BatchRow) {
      status = row.status
      identity = Wish(row).identity
    }
  }

  private let state: Mutex<State>
  /// Nil if rows are written to standard output.
  private let folder: String?
  /// The folder of outputs; nil if none are written.
  private let outputs: String?
  private let cache: String?
  private let answersAll: Bool

  /// - Parameters:
  ///   - folder: nil for standard output.
  ///   - outputs: the folder of outputs; nil if none are written.
  ///   - resumes: whether existing results are kept.
  ///   - retries: whether failed editions are set again.
  ///   - answersAll: whether a repeated key gets another row.
  /// - Throws: `BookError` if there are results and `resumes` is false.
  init(
    folder: String?, outputs: String?, resumes: Bool, retries: Bool, cache: String?,
    answersAll: Bool = false
  ) throws {
    self.outputs = outputs
    self.answersAll = answersAll
    self.folder = folder
    self.cache = cache
    guard let folder else {
      state = Mutex(State(descriptor: STDOUT_FILENO))
      return
    }
    try OutputFile.createFolder(folder)
    let path = folder + "/results.jsonl"
    let isThere = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int ?? 0 > 0
    guard resumes || !isThere else {
      throw BookError(
        .cannotCreateOutput,
        "there are results in \"\(folder)\": --resume goes on with them, or give another folder")
    }
    var state = State(descriptor: -1)
    if isThere { try Self.read(path, &state, retries: retries) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw OutputFile.cannotCreate(path, errno) }
    state.descriptor = descriptor
    self.state = Mutex(state)
  }

  /// Reads the results of an earlier run, and leaves out what is to be set again.
  private static func read(_ path: String, _ state: inout State, retries: Bool) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw BookError(.inputOutput, "cannot read \"\(path)\"")
    }
    var reader = LineReader(file)
    try OutputFile.write(to: path) { writer in
      while let line = try reader.next() {
        // The last line of a killed run may be incomplete.
        guard let row = BatchRow(line: line), row.status != .failed || !retries else { continue }
        state.known[row.key] = Known(row)
        state.baselines[row.key] = row.fields["baselineDigest"] as? String
        try writer.write(line + "\n")
      }
    }
  }

  /// An edition that a unit asks for.
  struct Wish {
    let name: String
    /// The settings as in the manifest, as JSON.
    let settings: String
    var outputs: Set<BatchUnit.Output> = []
    /// The place of the baseline, if the unit writes one.
    var baseline: String?

    init(name: String, settings: [String: Any]) {
      self.name = name
      self.settings = JSONText.line(settings)
    }

    init(_ unit: BatchUnit, edition: Int) {
      self.init(name: unit.name, settings: unit.editions[edition].settings)
      outputs = unit.outputs
      // The map is written with the pages.
      if outputs.contains(.svg) { outputs.insert(.map) }
      if outputs.contains(.baseline) { baseline = unit.editions[edition].options.baseline }
    }

    init(_ row: BatchRow) {
      self.init(
        name: row.fields["book"] as? String ?? "",
        settings: row.fields["edition"] as? [String: Any] ?? [:])
    }

    private var order: (String, String) { (name, settings) }

    /// Of two books with one key, the first by name.
    static func first(_ wish: Wish, _ other: Wish?) -> Wish {
      guard let other, other.order < wish.order else { return wish }
      return other
    }

    /// Equal for the same name and settings, in this process.
    var identity: Int {
      var hasher = Hasher()
      hasher.combine(name)
      hasher.combine(settings)
      return hasher.finalize()
    }

    /// Whether setting this edition writes everything that another wish asks for.
    func covers(_ other: Wish) -> Bool {
      outputs.isSuperset(of: other.outputs) && baseline == other.baseline
    }
  }

  enum Claim { case taken, done, later }

  /// Whether an edition must be set: it has no result yet, or earlier units with its key did not
  /// write all outputs that are wanted now. The caller that takes a key adds its row. A program
  /// that feeds a batch through standard input expects a row for every edition, so none is left
  /// out then.
  /// - Returns: `later` if the key is being set with other outputs.
  func claim(_ key: String, for wish: Wish) -> Claim {
    if answersAll { return .taken }
    return state.withLock { state in
      if let other = state.taken[key] {
        guard other.covers(wish) else { return .later }
        state.names[key] = Wish.first(wish, state.names[key])
        state.skipped += 1
        return .done
      }
      if let known = state.known[key],
        known.status == .failed || isWritten(wish, key, baseline: state.baselines[key])
      {
        // A resumed batch has millions of units whose names the rows have.
        if known.identity != wish.identity {
          state.names[key] = Wish.first(wish, state.names[key])
        }
        state.skipped += 1
        if known.status == .failed { state.failed += 1 }
        if known.status == .moved { state.moved += 1 }
        return .done
      }
      state.taken[key] = wish
      return .taken
    }
  }

  /// - Parameter baseline: the digest of the baseline that was written for this key.
  private func isWritten(_ wish: Wish, _ key: String, baseline: String?) -> Bool {
    if let place = wish.baseline, LayoutCache.digest(ofFile: place) != baseline { return false }
    guard let outputs else { return true }
    return wish.outputs.allSatisfy { output in
      output.file(of: key).map { FileManager.default.fileExists(atPath: "\(outputs)/\($0)") }
        ?? true
    }
  }

  /// The cached row of an edition; nil for units with outputs that must be written.
  func cached(_ key: String, of unit: BatchUnit, edition: Int) -> BatchRow? {
    guard let cache, unit.outputs.isSubset(of: [.check]),
      case .content(let bytes) = SealedFile(path: "\(cache)/\(key)\(Self.ending)").read(),
      var row = BatchRow(line: String(decoding: bytes, as: UTF8.self)), row.key == key
    else { return nil }
    row.fields["book"] = unit.name
    row.fields["edition"] = unit.editions[edition].settings
    row.fields["cached"] = true
    row.fields["cpuSeconds"] = nil
    row.fields["peakMegabytes"] = nil
    return row
  }

  static let ending = ".row"

  /// Writes a row.
  func add(_ row: BatchRow) {
    if let cache, row.isGood, row.fields["cached"] == nil {
      // A cache that cannot be written does not fail a book.
      try? SealedFile(path: "\(cache)/\(row.key)\(Self.ending)").write(Array(row.line.utf8))
    }
    state.withLock { state in
      if !answersAll {
        state.known[row.key] = Known(row)
        state.taken[row.key] = nil
        state.baselines[row.key] = row.fields["baselineDigest"] as? String
      }
      switch row.status {
      case .ok: state.good += 1
      case .moved: state.moved += 1
      case .failed: state.failed += 1
      }
      state.pages += row.fields["pages"] as? Int ?? 0
      if let problem = OutputFile.writeAll(Array((row.line + "\n").utf8), to: state.descriptor) {
        state.problem = problem
      }
    }
  }

  /// Why rows cannot be written; nil if they can.
  var problem: BookError? {
    state.withLock(\.problem).map { BookError(.inputOutput, "results.jsonl: \($0)") }
  }

  /// How many results there are of each kind.
  struct Counts {
    let good: Int
    let moved: Int
    let failed: Int
    let skipped: Int
    let pages: Int
  }

  var counts: Counts {
    state.withLock {
      Counts(
        good: $0.good, moved: $0.moved, failed: $0.failed, skipped: $0.skipped, pages: $0.pages)
    }
  }

  /// Writes the table and the summary.
  /// - Throws: `BookError` when rows could not be written.
  func finish(seconds: Double) throws {
    if let problem { throw problem }
    guard let folder else { return }
    let sums = try BatchTable(folder: folder, names: state.withLock { $0.names }).write()
    let counts = counts
    let summary: [String: Any] = [
      "results": sums.rows, "good": sums.good, "moved": sums.moved, "failed": sums.failed,
      "doneNow": counts.good + counts.moved + counts.failed, "pages": sums.pages,
      "seconds": (seconds * 100).rounded() / 100, "build": ProgramIdentity.text,
    ]
    try OutputFile.write(Array((JSONText.of(summary) + "\n").utf8), to: folder + "/summary.json")
  }
}
