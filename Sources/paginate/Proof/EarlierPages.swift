import Foundation
import Paginator

/// The earlier pages that a proof is compared with.
protocol EarlierPages {
  /// The number of earlier pages.
  var count: Int { get }
  /// What is printed on an earlier page.
  func label(of page: Int) -> String?
  /// The pages, to be shown; nil if there is only a record of them.
  var pages: OldPages? { get }
  /// What differs in the new map, with the cause if it is known.
  func result(on map: [UInt8]) async throws -> CheckResult
  /// Notes about the changes as a whole.
  func notes(on result: CheckResult) -> [String]
  /// The pages of a new map that are not what they were.
  func changes(to map: [UInt8]) throws -> [PageChange]
}

/// A page that changed or moved.
struct PageChange {
  let page: Int
  let old: Int?
  /// What was printed on the old page.
  var oldLabel: String?
  /// Whether only its number changed.
  let isMoved: Bool
  /// Whether there is a picture of the old page.
  let isShown: Bool
  /// Why it changed, if that is known.
  var cause: String?
  /// The lines of the page that changed, and those of the old page.
  var lines: [ChangedLines.Mark] = []
  var oldLines: [ChangedLines.Mark] = []

  var json: String {
    var text = "{\"page\":\(page),\"kind\":\"\(isMoved ? "moved" : "changed")\""
    if let old { text += ",\"old\":\(old)" }
    if let oldLabel { text += ",\"oldLabel\":\(ProofJSON.text(oldLabel))" }
    if isShown { text += ",\"isShown\":true" }
    if let cause { text += ",\"cause\":\(ProofJSON.text(cause))" }
    if !lines.isEmpty { text += ",\"lines\":[\(lines.map(\.json).joined(separator: ","))]" }
    if !oldLines.isEmpty {
      text += ",\"oldLines\":[\(oldLines.map(\.json).joined(separator: ","))]"
    }
    return text + "}"
  }
}

/// The changes that `check` found, page by page, with their cause.
struct CheckedPages: EarlierPages {
  let result: CheckResult
  let comparison: Comparison
  /// The pages of the baseline, if they are there to be shown.
  let old: OldPages?
  /// What else is to be said, such as why the old pages are not shown.
  let remarks: [String]

  var pages: OldPages? { old }

  func result(on map: [UInt8]) -> CheckResult { result }

  func notes(on result: CheckResult) -> [String] {
    [result.headline] + result.details + remarks
  }

  var count: Int { comparison.old.pages.count }

  func label(of page: Int) -> String? {
    comparison.old.pages.indices.contains(page - 1) ? comparison.old.pages[page - 1].label : nil
  }

  func changes(to map: [UInt8]) -> [PageChange] {
    comparison.fates.enumerated().compactMap { index, fate in
      switch fate {
      case .unchanged: nil
      case .shifted(let number):
        PageChange(page: index + 1, old: number, isMoved: true, isShown: false)
      case .reflowed(let number):
        PageChange(
          page: index + 1, old: number, isMoved: false,
          isShown: old?.hasPicture(of: number) ?? false)
      case .inserted: PageChange(page: index + 1, old: nil, isMoved: false, isShown: false)
      }
    }
  }
}
