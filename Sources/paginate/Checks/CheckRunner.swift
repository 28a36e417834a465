import EPUB
import Foundation
import Markup
import Paginator

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
    if changed { try OutputFile.write(record.baseline, to: job.baseline) }
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
    result.difference = DifferenceDescription(comparison, pagination: pagination)
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
}
