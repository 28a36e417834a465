import EPUB
import Foundation
import Markup
import Paginator

/// One check: a book, its options, and the baseline that it must match.
struct CheckJob {
  var book: String
  var layout: LayoutSettings
  var baseline: String
  var policy = CheckPolicy()
  var failOn: Set<String> = []
  /// How a PDF is made, if it is wanted.
  var pdfSettings = PDFJob()
  /// The name of the cell, such as "6x9 novel large"; empty if there is only one cell.
  var cell = ""
  /// The name of a file for an output of this job, without its ending.
  var outputName = ""

  /// The files to write.
  var outputs = CellOutputs()
  /// The PDF to make and report; nil for none.
  var pdf: PDFJob? { pdfSettings.isWanted ? pdfSettings : nil }

  /// Whether a finding of a rule fails the check.
  func fails(on rule: String) -> Bool { FailingRules.contains(rule, in: failOn) }

  /// Keeps the pages of the baseline, if there is one.
  mutating func keepBaseline() {
    if layout.keep == nil, FileManager.default.fileExists(atPath: baseline) {
      layout.keep = baseline
    }
  }
}

/// Sets books and compares them with their baselines.
struct CheckRunner {
  var updates = false
  var cache: LayoutCache?
  var source = OldInputs.none

  /// - Parameter number: the number of the job.
  func run(_ job: CheckJob, _ number: Int) async -> CheckResult {
    var result = CheckResult(
      book: job.book, cell: job.cell, baseline: job.baseline, outcome: .same)
    if let crash = Supervisor.crashes[number] {
      result.outcome = .crashed(crash.sentence)
      return result
    }
    Supervisor.begin(number)
    do {
      try await check(job, &result)
    } catch {
      result.outcome = .failed("\(error)")
      result.failure = Failure.status(of: error) ?? 65
    }
    return result
  }

  private func check(_ job: CheckJob, _ result: inout CheckResult) async throws {
    let before = FileManager.default.contents(atPath: job.baseline).map { [UInt8]($0) }
    // Pages to be written are set again.
    let cached = job.outputs.isEmpty ? cache?.entry(for: job, &result.cacheFindings) : nil
    if let cached, cached.bytes == before, answer(job, from: cached, &result) { return }
    let checked: CheckedBook
    if let cached, let record = try? BookRecord(json: cached.bytes) {
      checked = CheckedBook(record: record)
      result.cached = .whole
    } else {
      checked = try await set(job, &result)
    }
    result.pdf = checked.record.pdf
    result.pages = checked.record.pages.count
    if updates {
      try update(job, from: before, to: checked.record, &result)
    } else if let before {
      Supervisor.enter(.comparing)
      try await compare(job, checked, with: try Self.record(before, job.baseline), &result)
    } else {
      result.outcome = .noBaseline
    }
  }

  /// A book as it is now, and what was made to learn it.
  private struct CheckedBook {
    var record: BookRecord
    /// Nil if the book was not set, because the cache has its result.
    var pagination: Pagination?
    /// The cached chapters of the book; most of them are reused when the book is set again to find
    /// the cause. Nil if they were not read.
    var chapters: LayoutStore?
  }

  /// Answers from a cached result that equals the baseline: only the number of pages can break a rule.
  /// - Returns: whether nothing is left to do.
  private func answer(
    _ job: CheckJob, from cached: LayoutCache.Entry, _ result: inout CheckResult
  ) -> Bool {
    result.pages = cached.pages
    result.pdf = cached.pdf
    result.pdfBefore = cached.pdf
    result.cached = .whole
    let violations = job.policy.violations(pageCount: cached.pages)
    guard updates else { return violations.isEmpty }
    result.outcome = .updated(changed: false)
    result.broken = violations
    return true
  }

  /// Sets the book, writes its outputs and keeps what the cache can use.
  private func set(_ job: CheckJob, _ result: inout CheckResult) async throws -> CheckedBook {
    // Cached chapters have no glyphs, so they cannot be drawn.
    let isDrawn = job.pdf != nil || !job.outputs.isEmpty
    let chapters = isDrawn ? nil : cache?.chapters(of: job, &result.cacheFindings)
    Supervisor.enter(.setting)
    Supervisor.crashIfAsked(job.book)
    let pagination = try await Self.set(job.book, job.layout, chapters)
    var record = BookRecord(pagination, versions: Versions.all)
    result.findings = pagination.findings
    if let pdf = job.pdf {
      let made = try await pdf.make(pagination, of: job.book, budgets: try job.layout.budgets())
      record.pdf = made.record
      result.findings += made.findings
    }
    try await job.outputs.write(pagination, of: job)
    result.failing = result.findings.filter { job.fails(on: $0.rule.rawValue) }
    if chapters != nil {
      result.cached = .chapters(
        pagination.chapters.count { !$0.hasGlyphs }, of: pagination.chapterCount)
    }
    // A book with failing findings is set again every time, to report them.
    cache?.store(
      chapters, result.failing.isEmpty ? record : nil, for: job, pagination, result.findings,
      &result.cacheFindings)
    return CheckedBook(record: record, pagination: pagination, chapters: chapters)
  }

  /// Writes the baseline if it changed.
  private func update(
    _ job: CheckJob, from before: [UInt8]?, to record: BookRecord, _ result: inout CheckResult
  ) throws {
    let changed = before != record.baseline
    // A file that is no baseline is not replaced.
    let old = changed ? try before.map { try Self.record($0, job.baseline) } : nil
    if changed { try Self.write(record.baseline, to: job.baseline) }
    result.broken = job.policy.violations(pageCount: record.pages.count)
    if record.pdf == nil { result.droppedPDF = old?.pdf }
    result.outcome = .updated(changed: changed)
  }

  private func compare(
    _ job: CheckJob, _ checked: CheckedBook, with old: BookRecord, _ result: inout CheckResult
  ) async throws {
    let record = checked.record
    let comparison = Comparison(old: old, new: record)
    result.comparison = comparison
    result.pdfBefore = old.pdf
    result.changes = InputChange.changes(from: old, to: record)
    let violations = job.policy.violations(comparison)
    if !violations.isEmpty, comparison.isSame {
      // The pages break a rule that does not depend on the baseline: nothing moved them.
      result.outcome = .moved(violations)
      return
    }
    guard !violations.isEmpty else {
      if job.pdf?.isExact == true, let violation = result.pdfViolation {
        result.outcome = .pdfChanged(violation)
      }
      return
    }
    result.outcome = .moved(violations)
    let chapters =
      checked.chapters ?? cache?.chapters(of: job, &result.cacheFindings) ?? LayoutStore()
    var pagination = checked.pagination
    if pagination == nil {
      let set = try await Self.set(job.book, job.layout, chapters)
      cache?.store(chapters, nil, for: job, set, [], &result.cacheFindings)
      pagination = set
    }
    result.decision = Decision(comparison, pagination: pagination)
    let changes = result.changes
    result.cause = try await Cause.find(from: old, to: record) { groups in
      try await source.rerun(
        job, groups, changes.filter { groups.contains($0.group) }, settings: old.settings,
        chapters)
    }
    result.line = line(of: result, job, pagination) ?? 1
  }

  /// The first line that differs in the changed file: found with the old file if there is one,
  /// otherwise from the first line of the book that differs. Nil if it cannot be known.
  private func line(
    of result: CheckResult, _ job: CheckJob, _ pagination: Pagination?
  ) -> Int? {
    guard let change = result.changedFile, change.after != nil,
      result.path != job.book
        || change.group == .document && !Publication.isArchive(job.book)
    else { return nil }
    if change.group != .image, let old = try? source.bookFile(change.name, job.book),
      let new = FileManager.default.contents(atPath: result.path)
    {
      return Self.firstDifference(old, [UInt8](new))
    }
    guard change.group == .document, let first = result.comparison?.firstLine,
      first.document == change.name
    else { return nil }
    return pagination?.sourceLocation(of: first.start, in: first.document)?.line
  }

  private static func firstDifference(_ old: [UInt8], _ new: [UInt8]) -> Int {
    var line = 1
    for (before, after) in zip(old, new) {
      guard before == after else { break }
      if after == 0x0A { line += 1 }
    }
    return line
  }

  /// - Parameter chapters: the store of chapters; nil to lay out all of them.
  private static func set(
    _ book: String, _ layout: LayoutSettings, _ chapters: LayoutStore?
  ) async throws -> Pagination {
    let publication = try layout.publication(book)
    guard let chapters else {
      return try await paginate(publication, options: try layout.options())
    }
    return try await paginate(publication, options: try layout.options(), keptIn: chapters)
  }

  /// Reads a page map or a baseline.
  /// - Throws: `BookError` for a file that is missing, or neither of them.
  static func record(at path: String) throws -> BookRecord {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BookError(.noSuchInput, "no such file \"\(path)\"")
    }
    return try record([UInt8](data), path)
  }

  static func record(_ bytes: [UInt8], _ path: String) throws -> BookRecord {
    do {
      return try BookRecord(json: bytes)
    } catch BookRecord.ReadFailure.notJSON(let why) {
      throw BookError(.badInput, "\(path): not JSON: \(why)")
    } catch BookRecord.ReadFailure.notOurs(let why) {
      throw BookError(.badInput, "\(path): neither a page map nor a baseline: \(why)")
    }
  }

  /// Writes a baseline and creates its folder.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try OutputFile.createFolder(folder)
    try OutputFile.write(bytes, to: path)
  }
}

/// The book's inputs at the time of its baseline: from a folder, or from git.
struct OldInputs {
  enum Place {
    case none
    case folder(String)
    case revision(String)
  }

  let place: Place
  static let none = OldInputs(place: .none)

  /// Sets a book with some groups of inputs put back; nil if their old versions are not available.
  /// - Parameters:
  ///   - changes: the changes in those groups.
  ///   - settings: the settings of the baseline.
  ///   - chapters: the store of chapters; unchanged ones are not laid out again.
  func rerun(
    _ job: CheckJob, _ groups: Set<InputChange.Group>, _ changes: [InputChange],
    settings: [String: String], _ chapters: LayoutStore
  ) async throws -> BookRecord? {
    var layout = job.layout
    if groups.contains(.option) { layout.apply(settings: settings) }
    // Pages that were set first-fit are not kept.
    if layout.pageBreaking == .firstFit { layout.keep = nil }
    if groups.contains(.engine) || groups.contains(.dictionary) { return nil }
    var options = try layout.options()
    if groups.contains(.preset) {
      guard let css = bytes(of: layout.style) else { return nil }
      options.preset.css = String(decoding: css, as: UTF8.self)
    }
    var files: [String: [UInt8]] = [:]
    let inBook: Set<InputChange.Group> = [.package, .document, .stylesheet, .image, .font]
    for change in changes where inBook.contains(change.group) && change.before != nil {
      guard let bytes = try bookFile(change.name, job.book) else { return nil }
      files[change.name] = bytes
    }
    let publication = try layout.publication(job.book, replacing: files)
    return BookRecord(
      try await paginate(publication, options: options, keptIn: chapters), versions: Versions.all)
  }

  /// The old version of a file, by its current path.
  private func bytes(of path: String) -> [UInt8]? {
    switch place {
    case .none: return nil
    case .folder(let folder):
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let data =
        FileManager.default.contents(atPath: folder + "/" + path)
        ?? FileManager.default.contents(atPath: folder + "/" + name)
      return data.map { [UInt8]($0) }
    case .revision(let revision): return Git.show(path, at: revision)
    }
  }

  /// The old version of a file inside the book.
  func bookFile(_ name: String, _ book: String) throws -> [UInt8]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: book, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { return bytes(of: book + "/" + name) }
    guard Publication.isArchive(book) else {
      let folder = book.lastIndex(of: "/").map { String(book[...$0]) } ?? ""
      return bytes(of: folder + name)
    }
    guard let archive = bytes(of: book) else { return nil }
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginate-\(UUID().uuidString).epub")
    defer { try? FileManager.default.removeItem(at: copy) }
    try Data(archive).write(to: copy)
    return try Publication.open(copy.path).file(name)
  }
}

enum Git {
  /// The content of a file at a revision of its repository; nil if it did not exist.
  static func show(_ path: String, at revision: String) -> [UInt8]? {
    let file = URL(fileURLWithPath: path).standardizedFileURL
    return output(
      ["cat-file", "blob", "\(revision):./\(file.lastPathComponent)"],
      in: file.deletingLastPathComponent().path)
  }

  /// - Throws: `BookError` if the repository of a file has no such revision.
  static func refuseUnknown(_ revision: String, around path: String) throws {
    // A name that begins with "-" would be an option of git.
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    guard output(["rev-parse", "--git-dir"], in: folder) != nil else {
      throw BookError(.badUsage, "--since: \"\(path)\" is in no repository of git")
    }
    guard !revision.hasPrefix("-"),
      output(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"], in: folder) != nil
    else {
      throw BookError(
        .badUsage, "--since: \"\(revision)\" is not a revision of the repository around \"\(path)\""
      )
    }
  }

  /// The output of git; nil if it fails.
  private static func output(_ arguments: [String], in folder: String) -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : nil
  }
}

extension LayoutSettings {
  /// Applies the settings that a baseline states. It names files without their paths, so they
  /// cannot be found again: those of the job stay.
  mutating func apply(settings: [String: String]) {
    for key in Key.recorded where key != .keep {
      let stated = settings[key.mapName]
      if key == .style, stated.map(key.isPath) ?? true { continue }
      let value = stated == Self.byStyle ? nil : stated
      switch Self.field(key) {
      case .text(let path): self[keyPath: path] = value.map { Self.option(key, recordedAs: $0) }
      case .texts(let path):
        let texts = value?.split(separator: ",") ?? []
        self[keyPath: path] = texts.map { $0.trimmingCharacters(in: .whitespaces) }
      case .onOff(let path): self[keyPath: path] = value.flatMap(Switch.init)
      case .notes(let path):
        self[keyPath: path] = value.flatMap(PaginationOptions.NotePosition.init)
      case .pageBreaking(let path): self[keyPath: path] = value.flatMap(PageBreaking.init)
      case .flag, .number: break
      }
    }
  }

  /// A value as an option of the command. Maps give the unit of margins only once.
  private static func option(_ key: Key, recordedAs text: String) -> String {
    guard key == .margin, text.hasSuffix("pt") else { return text }
    return text.dropLast(2).split(separator: " ").map { $0 + "pt" }.joined(separator: " ")
  }
}
