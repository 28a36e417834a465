import Paginator

/// Why single pages are not what they were: the part of a check's cause that concerns each of them.
struct PageCauses {
  private let comparison: Comparison?
  private let changes: [InputChange]
  private let isSuspected: Bool
  private let paragraphs: [Int: [Comparison.ParagraphChange]]

  init(_ result: CheckResult) {
    comparison = result.comparison
    changes = result.cause?.changes ?? result.changes
    isSuspected = (result.cause?.proof ?? .suspected) == .suspected
    paragraphs = Dictionary(grouping: result.comparison?.paragraphs ?? [], by: \.page)
  }

  /// - Parameter page: a changed page of the new pagination, counted from 1.
  /// - Returns: nil if nothing is known to have changed.
  func sentence(of page: Int) -> String? {
    guard let comparison, comparison.new.pages.indices.contains(page - 1) else { return nil }
    let document = comparison.new.pages[page - 1].document
    let own = changes.filter { $0.group != .document || $0.name == document }
    let parts = (paragraphs[page] ?? []).prefix(Self.mostParagraphs).map {
      "paragraph \($0.paragraph) takes \($0.after) lines and took \($0.before)"
    }
    return ([names(own) ?? names(changes).map { "follows from \($0)" }] + parts)
      .compactMap { $0 }.joined(separator: "; ").nonEmpty
  }

  private static let mostParagraphs = 3
  private static let mostNames = 6

  private func names(_ changes: [InputChange]) -> String? {
    guard !changes.isEmpty else { return nil }
    var names = changes.prefix(Self.mostNames).map(CheckResult.describe)
    if changes.count > names.count { names.append("\(changes.count - names.count) more") }
    let list = names.joined(separator: ", ")
    return isSuspected && changes.count > 1 ? "one or more of \(list)" : list
  }
}

extension String {
  /// Nil for an empty text.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
