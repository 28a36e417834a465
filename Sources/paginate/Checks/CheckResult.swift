import Foundation
import Paginator

/// What came of one book in one cell: a page size, a style, a reader size.
struct CheckResult {
  enum Outcome {
    case same
    /// Nothing there to compare with.
    case noBaseline
    case updated(changed: Bool)
    /// Something moved that may not.
    case moved([String])
    case failed(String)
    /// The program ended while it was at this book.
    case crashed(String)
  }

  /// How much of it was known and not set again.
  enum Cached {
    case nothing
    case chapters(Int, of: Int)
    case whole
  }

  let book: String
  let cell: String
  let baseline: String
  var outcome: Outcome
  var pages = 0
  var comparison: Comparison?
  var decision: Decision?
  var changes: [InputChange] = []
  var cause: Cause?
  var findings: [Finding] = []
  /// Findings of rules that fail the check.
  var failing: [Finding] = []
  var cached = Cached.nothing
  /// That what was kept was damaged: the book was set again, and nothing is wrong with it.
  var cacheFindings: [Finding] = []
  /// In the file at `path`: what changed there first, as far as that is known.
  var line = 1

  var name: String { cell.isEmpty ? book : "\(book) (\(cell))" }

  var isGood: Bool {
    switch outcome {
    case .same, .updated: failing.isEmpty
    case .noBaseline, .moved, .failed, .crashed: false
    }
  }

  /// One line: what happened.
  var headline: String {
    switch outcome {
    case .same where !failing.isEmpty:
      "\(failing.count) finding\(failing.count == 1 ? "" : "s") that fail the check"
    case .same: "\(pages) pages, as in the baseline"
    case .noBaseline: "there is no baseline \"\(baseline)\": \"paginate check --update\" makes it"
    case .updated(let changed): changed ? "baseline written, \(pages) pages" : "baseline unchanged"
    case .moved(let violations): violations.joined(separator: "; ")
    case .failed(let message), .crashed(let message): message
    }
  }

  /// Where the pages that moved come from, a sentence; nil when nothing changed that is known.
  var causeSentence: String? {
    guard let cause else { return nil }
    let names = cause.changes.map(Self.describe).joined(separator: ", ")
    switch cause.proof {
    case .rerun: return "\(names): with the old one put back the pages are the baseline's"
    case .onlyChange: return "\(names): nothing else changed"
    case .suspected: return "one or more of: \(names)"
    }
  }

  static func describe(_ change: InputChange) -> String {
    let name = "\(change.group.rawValue) \(change.name)"
    switch (change.before, change.after) {
    case (nil, _): return "\(name) (new)"
    case (_, nil): return "\(name) (gone)"
    case (let before?, let after?) where change.group == .option || change.group == .engine:
      return "\(name) (\(before) -> \(after))"
    default: return name
    }
  }

  /// Everything there is to say, a line each.
  var details: [String] {
    var lines: [String] = []
    if let causeSentence { lines.append("cause: \(causeSentence)") }
    let others = changes.filter { change in !(cause?.changes.contains(change) ?? false) }
    if !others.isEmpty {
      lines.append("also changed: \(others.map(Self.describe).joined(separator: ", "))")
    }
    if let page = decision?.page {
      let label = decision?.label.map { $0 == String(page) ? "" : " (numbered \($0))" } ?? ""
      lines.append("first page that differs: \(page)\(label)")
    }
    lines += decision?.sentences ?? []
    if let comparison, !comparison.isIdentical { lines.append(Self.summary(comparison)) }
    lines += failing.map(FindingReport.line)
    return lines
  }

  static func summary(_ comparison: Comparison) -> String {
    var unchanged = 0
    var shifted = 0
    var reflowed = 0
    var inserted = 0
    for fate in comparison.fates {
      switch fate {
      case .unchanged: unchanged += 1
      case .shifted: shifted += 1
      case .reflowed: reflowed += 1
      case .inserted: inserted += 1
      }
    }
    let parts = [
      (unchanged, "unchanged"), (shifted, "shifted"), (reflowed, "set anew"),
      (inserted, "inserted"), (comparison.removed.count, "removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "pages: \(parts.joined(separator: ", "))"
  }

  /// The file of the book that is the cause, where it is one.
  var changedFile: InputChange? {
    cause?.changes.first { [.document, .stylesheet, .image, .package].contains($0.group) }
  }

  /// The file that a message about this book points at: one that changed, else the book.
  var path: String {
    let changed = changedFile
    var isFolder: ObjCBool = false
    guard let changed,
      FileManager.default.fileExists(atPath: book, isDirectory: &isFolder)
    else { return book }
    if isFolder.boolValue { return "\(book)/\(changed.name)" }
    guard !book.hasSuffix(".epub"), let slash = book.lastIndex(of: "/") else {
      return book.hasSuffix(".epub") ? book : changed.name
    }
    return book[...slash] + changed.name
  }
}
