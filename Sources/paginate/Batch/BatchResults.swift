import Foundation
import Paginator
import Synchronization

/// The rows of a batch: each is written to `results.jsonl` when it arrives. At the end, they are
/// written to a table whose bytes do not depend on how the work was divided.
final class BatchResults: Sendable {
  private struct State {
    /// The keys that have results.
    var known: [String: BatchRow.Status] = [:]
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
    var known: [String: BatchRow.Status] = [:]
    var baselines: [String: String] = [:]
    if let data = FileManager.default.contents(atPath: path), !data.isEmpty {
      guard resumes else {
        throw BookError(
          .cannotCreateOutput,
          "there are results in \"\(folder)\": --resume goes on with them, or give another folder")
      }
      var kept: [BatchRow] = []
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        // The last line of a killed run may be incomplete.
        guard let row = BatchRow(line: String(line)), row.status != .failed || !retries else {
          continue
        }
        known[row.key] = row.status
        baselines[row.key] = row.fields["baselineDigest"] as? String
        kept.append(row)
      }
      try Self.write(Self.newest(kept), to: path)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw OutputFile.cannotCreate(path, errno) }
    state = Mutex(State(known: known, baselines: baselines, descriptor: descriptor))
  }

  /// The last row of every key: an edition is set again if an output of it was missing. If books
  /// with different names have one key, the row gets the first name, whatever their order was.
  private static func newest(_ rows: [BatchRow], _ names: [String: Wish] = [:]) -> [BatchRow] {
    var names = names
    for row in rows where row.status != .failed {
      names[row.key] = first(Wish(row), names[row.key])
    }
    var seen: Set<String> = []
    var newest = Array(rows.reversed().filter { seen.insert($0.key).inserted }.reversed())
    for index in newest.indices where newest[index].status != .failed {
      guard let wish = names[newest[index].key] else { continue }
      newest[index].fields["book"] = wish.name
      newest[index].fields["edition"] =
        try? JSONSerialization.jsonObject(with: Data(wish.settings.utf8))
    }
    return newest
  }

  private static func first(_ wish: Wish, _ other: Wish?) -> Wish {
    guard let other, other.order < wish.order else { return wish }
    return other
  }

  private static func write(_ rows: [BatchRow], to path: String) throws {
    try OutputFile.write(Array(rows.map { $0.line + "\n" }.joined().utf8), to: path)
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

    var order: (String, String) { (name, settings) }

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
        state.names[key] = Self.first(wish, state.names[key])
        state.skipped += 1
        return .done
      }
      if let status = state.known[key],
        status == .failed || isWritten(wish, key, baseline: state.baselines[key])
      {
        state.names[key] = Self.first(wish, state.names[key])
        state.skipped += 1
        if status == .failed { state.failed += 1 }
        if status == .moved { state.moved += 1 }
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
      state.known[row.key] = row.status
      state.taken[row.key] = nil
      state.baselines[row.key] = row.fields["baselineDigest"] as? String
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
    let problem = state.withLock { $0.problem }
    if let problem { throw BookError(.inputOutput, "results.jsonl: \(problem)") }
    guard let folder else { return }
    let path = folder + "/results.jsonl"
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let all = String(decoding: data, as: UTF8.self).split(separator: "\n")
      .compactMap { BatchRow(line: String($0)) }
    let names = state.withLock { $0.names }
    let rows = Self.newest(all, names)
    if rows.count < all.count || !names.isEmpty { try Self.write(rows, to: path) }
    let table = rows.map { ($0.key, $0.csv) }.sorted { $0 < $1 }.map { $0.1 + "\n" }.joined()
    let head = BatchRow.columns.joined(separator: ",") + "\n"
    try OutputFile.write(Array((head + table).utf8), to: folder + "/table.csv")
    let counts = counts
    let summary: [String: Any] = [
      "results": rows.count, "good": rows.count(where: \.isGood),
      "moved": rows.count { $0.status == .moved }, "failed": rows.count { $0.status == .failed },
      "doneNow": counts.good + counts.moved + counts.failed,
      "pages": rows.reduce(0) { $0 + ($1.fields["pages"] as? Int ?? 0) },
      "seconds": (seconds * 100).rounded() / 100, "build": ProgramIdentity.text,
    ]
    try OutputFile.write(Array((JSONText.of(summary) + "\n").utf8), to: folder + "/summary.json")
  }
}
