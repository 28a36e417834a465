import Foundation
import Paginator

/// The comparison of an edition with its baseline, for its row.
struct BatchCheck {
  let status: BatchRow.Status
  /// The field `check` of the row.
  let fields: [String: Any]

  /// The largest number of causes in a row.
  private static let mostCauses = 10

  /// - Parameter map: the edition's page map.
  /// - Throws: `NoBaseline`, or `BookError` for a baseline that cannot be read.
  init(_ map: [UInt8], _ options: EditionOptions) async throws {
    let path = options.baseline ?? ""
    let name = OutputFile.split(path).name
    guard let data = FileManager.default.contents(atPath: path) else {
      throw NoBaseline(name: name)
    }
    let old = try CheckRunner.record([UInt8](data), name)
    let new = try CheckRunner.record(map, "map.json")
    let comparison = Comparison(old: old, new: new)
    let violations = options.policy.violations(comparison)
    guard !violations.isEmpty else {
      status = .ok
      fields = ["result": "same"]
      return
    }
    status = .moved
    var fields: [String: Any] = [
      "result": "moved", "message": violations.joined(separator: "; "),
      "pagesBefore": old.pages.count, "movedPages": comparison.moved.count,
    ]
    fields["firstDifference"] = comparison.firstDifference
    // Nothing is set again to find the cause: "paginate check" does that.
    if let cause = try await Cause.find(from: old, to: new, rerun: { _ in nil }) {
      let causes = cause.changes.prefix(Self.mostCauses).map(CheckResult.describe)
      fields["causes"] = Array(causes)
      fields["isCertain"] = cause.proof == .onlyChange
    }
    self.fields = fields
  }

  /// An edition to be checked has no baseline.
  struct NoBaseline: Error {
    let name: String

    /// The field `error` of the row.
    var fields: [String: Any] {
      [
        "class": "no-baseline", "status": 1,
        "message": "there is no baseline \"\(name)\": \"paginate check --update\" makes it",
      ]
    }
  }
}
