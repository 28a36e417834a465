internal import Markup

/// What is so throughout a file or a table is one finding, with its first place and a count: a property in
/// each rule of a sheet, each ruby of a novel, each cell of a narrow column. Thousands of the same hide all others.
struct FindingGroups {
  private struct Key: Hashable {
    let rule: Finding.Rule
    let subject: String
    let file: String
  }

  private(set) var all: [Finding] = []
  private var places: [Key: Int] = [:]

  init(_ findings: [Finding]) {
    for finding in findings { add(finding) }
  }

  private mutating func add(_ finding: Finding) {
    guard finding.rule.isOfFile || finding.subject != nil else { return all.append(finding) }
    // What fonts lack is so in all files.
    let key = Key(
      rule: finding.rule, subject: finding.subject ?? finding.message,
      file: finding.rule == .missingGlyph ? "" : finding.location?.path ?? "")
    if let known = places[key] {
      all[known].count += finding.count
    } else {
      places[key] = all.count
      all.append(finding)
    }
  }
}

extension Finding.Rule {
  /// Whether findings with the same sentence are about the same thing, whatever their places: one change
  /// of a file, or none, answers them all.
  fileprivate var isOfFile: Bool {
    switch self {
    case .unsupportedProperty, .unsupportedValue, .unsupportedRule, .unsupportedSelector,
      .unsupportedLayout, .fallbackContent, .scaledImage, .missingGlyph, .missingTarget:
      true
    default: false
    }
  }
}
