import EPUB
import Foundation
import Paginator

/// The result of one book in one cell: a page size, a style, a reader size.
struct CheckResult {
  enum Outcome {
    case same
    /// There is no baseline to compare with.
    case noBaseline
    case updated(changed: Bool)
    /// Something moved that must not move.
    case moved([String])
    /// The pages are as they must be, and the PDF is not the baseline's, which was asked for.
    case pdfChanged(String)
    case failed(String)
    /// The program crashed while it processed this book.
    case crashed(String)
  }

  /// How much of the book came from the cache and was not set again.
  enum Cached {
    case nothing
    case chapters(Int, of: Int)
    case whole
  }

  let book: String
  let cell: String
  let baseline: String
  var outcome: Outcome
  /// The exit status of the error, if the outcome is `failed`.
  var failure: Int32 = 65
  var pages = 0
  var comparison: Comparison?
  var difference: DifferenceDescription?
  var changes: [InputChange] = []
  var cause: Cause?
  var findings: [Finding] = []
  /// Findings of rules that fail the check.
  var failing: [Finding] = []
  var cached = Cached.nothing
  /// Findings about the cache, such as damaged entries. They do not fail the check.
  var cacheFindings: [Finding] = []
  /// The PDF that was made, and the baseline's.
  var pdf: PDFRecord?
  var pdfBefore: PDFRecord?
  /// The rules of the project that the pages of a baseline that was written break.
  var broken: [String] = []
  /// The PDF of a baseline that was written anew without one.
  var droppedPDF: PDFRecord?
  /// The line in the file at `path` where it first changed; 1 if that is not known.
  var line = 1

  var name: String { cell.isEmpty ? book : "\(book) (\(cell))" }

  var isGood: Bool {
    switch outcome {
    case .same, .updated: failing.isEmpty
    case .noBaseline, .moved, .pdfChanged, .failed, .crashed: false
    }
  }

  /// One line: what happened.
  var headline: String {
    switch outcome {
    case .same where !failing.isEmpty:
      "\(counted(failing.count, "finding")) \(failing.count == 1 ? "fails" : "fail") the check"
    case .same: allowedChange ?? "\(pageCount), as in the baseline\(otherLines)"
    case .noBaseline: "there is no baseline \"\(baseline)\": this check with --update makes it"
    case .updated(let changed):
      ([changed ? "baseline written, \(pageCount)" : "baseline unchanged"]
        + broken.map { "the next check fails: \($0)" }).joined(separator: "; ")
    case .moved(let violations): violations.joined(separator: "; ")
    case .pdfChanged(let message), .failed(let message), .crashed(let message): message
    }
  }

  private var pageCount: String { counted(pages, "page") }

  /// How many pages have other lines, though they begin and end as they did.
  private var otherLines: String {
    let count = comparison?.fates.count { $0 != .unchanged } ?? 0
    return count == 0
      ? "" : "; \(counted(count, "page")) \(count == 1 ? "has" : "have") other lines"
  }

  /// What moved within the bounds of `--allow`; nil if nothing did.
  private var allowedChange: String? {
    guard let comparison, !comparison.isSame else { return nil }
    let before = comparison.old.pages.count
    return (pages == before ? pageCount : "\(pageCount), \(before) before")
      + ": \(counted(comparison.moved.count, "page")) moved, as allowed"
  }

  /// A sentence about the cause of the moved pages; nil if no cause is known.
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
    case (let before?, let after?) where change.group == .option:
      // Page maps have lengths exactly.
      let values = [before, after].map(ShownNumber.rounded).joined(separator: " -> ")
      return "\(name) (\(values))"
    case (let before?, let after?) where change.group == .engine:
      return "\(name) (\(before) -> \(after))"
    default: return name
    }
  }

  /// All details, one per line.
  var details: [String] {
    var lines: [String] = []
    if let causeSentence { lines.append("cause: \(causeSentence)") }
    let others = changes.filter { change in !(cause?.changes.contains(change) ?? false) }
    if !others.isEmpty {
      lines.append("also changed: \(others.map(Self.describe).joined(separator: ", "))")
    }
    if let page = difference?.page {
      let label = difference?.label.map { $0 == String(page) ? "" : " (numbered \($0))" } ?? ""
      lines.append("first page that differs: \(page)\(label)")
    }
    lines += difference?.sentences ?? []
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

  /// The file of the book that is the cause; nil for another cause.
  var changedFile: InputChange? {
    cause?.changes.first { [.document, .stylesheet, .image, .package].contains($0.group) }
  }

  /// The file that messages about this book point to: the changed one, or else the book.
  var path: String {
    guard let changed = changedFile, let kind = Paths.kind(of: book) else { return book }
    if kind == .folder { return "\(book)/\(changed.name)" }
    guard !Publication.isArchive(book) else { return book }
    guard let slash = book.lastIndex(of: "/") else { return changed.name }
    return book[...slash] + changed.name
  }
}
