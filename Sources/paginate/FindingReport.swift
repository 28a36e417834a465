import Foundation
import Markup
import Paginator

/// Findings for people, and as SARIF 2.1.0 for machines.
enum FindingReport {
  static func writeSummary(_ findings: [Finding], isVerbose: Bool) {
    guard !findings.isEmpty else { return }
    var text = ""
    if isVerbose {
      for finding in findings { text += line(finding) + "\n" }
    } else {
      var counts: [Finding.Rule: Int] = [:]
      for finding in findings { counts[finding.rule, default: 0] += 1 }
      let parts = Finding.Rule.allCases.compactMap { rule in
        counts[rule].map { "\($0) \(rule.rawValue)" }
      }
      text =
        "\(findings.count) \(findings.count == 1 ? "finding" : "findings") (\(parts.joined(separator: ", "))); --verbose lists them\n"
    }
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func line(_ finding: Finding) -> String {
    var place = finding.location.map { "\($0): " } ?? ""
    if let page = finding.page { place += "from page \(page): " }
    return "\(place)\(finding.message) [\(finding.rule.rawValue)]"
  }

  static func summaryJSON(_ pagination: Pagination, output: String) -> String {
    let object: [String: Any] = [
      "pages": pagination.pages.count, "chapters": pagination.chapters.count,
      "findings": pagination.findings.count, "output": output,
    ]
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  static func sarif(_ findings: [Finding]) -> [UInt8] {
    let results = findings.map { finding -> [String: Any] in
      var result: [String: Any] = [
        "ruleId": finding.rule.rawValue, "level": "warning",
        "message": ["text": finding.message],
      ]
      if let location = finding.location {
        result["locations"] = [
          [
            "physicalLocation": [
              "artifactLocation": ["uri": location.path],
              "region": [
                "startLine": max(1, location.line), "startColumn": max(1, location.column),
              ],
            ]
          ]
        ]
      }
      if let page = finding.page { result["properties"] = ["page": page] }
      return result
    }
    let rules = Finding.Rule.allCases.map { ["id": $0.rawValue] }
    let log: [String: Any] = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": ["name": "paginate", "version": Versions.program, "rules": rules]
          ], "results": results,
        ]
      ],
    ]
    let data = try? JSONSerialization.data(
      withJSONObject: log, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    return data.map { [UInt8]($0) } ?? []
  }
}
