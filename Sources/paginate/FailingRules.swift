import Paginator

/// The rules that `--fail-on` takes: those of the findings that setting a book can have.
enum FailingRules {
  /// Whether a list of rules, which may be "any", has a rule.
  static func contains(_ rule: String, in rules: some Collection<String>) -> Bool {
    rules.contains("any") || rules.contains(rule)
  }

  /// What is wrong with a list of rules; nil if nothing is.
  static func problem(of rules: [String]) -> String? {
    for rule in rules where rule != "any" {
      switch Finding.Rule(rawValue: rule) {
      case nil:
        let known = Finding.Rule.allCases.filter { $0.checkingCommand == nil }.map(\.rawValue)
        return "unknown rule \"\(rule)\": it is any, or one of "
          + known.sorted().joined(separator: ", ")
      case let known?:
        guard let command = known.checkingCommand else { continue }
        return "\"\(rule)\" is found by \"paginate \(command)\" alone"
      }
    }
    return nil
  }
}

extension Finding.Rule {
  /// The command that alone looks for it; nil for what is found when a book is set.
  fileprivate var checkingCommand: String? {
    switch self {
    case .misspelling: "spell"
    case .overlappingWords, .inkOutsidePage, .letterColumn, .sparsePage, .repeatedText, .lostText,
      .missingHead:
      "lint"
    default: nil
    }
  }
}
