import Foundation
import Markup
import Paginator

/// Findings for people, and as SARIF 2.1.0 for machines.
enum FindingReport {
  /// - Parameter hint: where the findings are listed.
  static func writeSummary(
    _ findings: [Finding], isVerbose: Bool, hint: String = "--verbose lists them"
  ) {
    guard !findings.isEmpty else { return }
    var text = ""
    if isVerbose {
      for finding in findings { text += PrintableText.line(line(finding)) + "\n" }
    } else {
      var counts: [Finding.Rule: Int] = [:]
      for finding in findings { counts[finding.rule, default: 0] += 1 }
      let parts = Finding.Rule.allCases.compactMap { rule in
        counts[rule].map { "\($0) \(rule.rawValue)" }
      }
      text =
        "\(counted(findings.count, "finding")) (\(parts.joined(separator: ", "))); \(hint)\n"
    }
    Console.writeError(text)
  }

  static func line(_ finding: Finding) -> String {
    var place = finding.location.map { "\($0): " } ?? ""
    if let page = finding.page { place += "page \(page): " }
    let count = finding.count > 1 ? " (the first of \(finding.count))" : ""
    return "\(place)\(finding.message)\(count) [\(finding.rule.rawValue)]"
  }

  /// - Parameter fitting: the result of `--fit`; nil without it.
  static func summaryJSON(
    _ pagination: Pagination, output: String, _ fitting: CopyfitResult? = nil
  ) -> String {
    var object: [String: Any] = [
      "pages": pagination.pages.count, "chapters": pagination.chapterCount,
      "findings": pagination.findings.count, "output": output,
    ]
    if let fitting {
      object["fitted"] = fitting.copyfit.description
      object["fitReached"] = fitting.isReached
      object["pagesBeforeFit"] = fitting.pagesBefore
    }
    return JSONText.of(object)
  }

  static func sarif(_ findings: [Finding], book: String) -> [UInt8] {
    let rules = Finding.Rule.allCases.map { ["id": $0.rawValue] }
    return Array(
      CheckReport.serialized(log(findings.map { result($0, book: book) }, rules: rules)).utf8)
  }

  /// SARIF 2.1.0, section 3.13.
  static func log(_ results: [[String: Any]], rules: [[String: String]]) -> [String: Any] {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": ["name": "paginate", "version": Versions.program, "rules": rules]
          ], "results": results,
        ]
      ],
    ]
  }

  static func result(_ finding: Finding, book: String) -> [String: Any] {
    var result: [String: Any] = [
      "ruleId": finding.rule.rawValue, "level": "warning",
      "message": ["text": finding.message],
    ]
    if finding.count > 1 { result["occurrenceCount"] = finding.count }
    // A finding without a location belongs to the whole book.
    let place = finding.location
    result["locations"] = [
      location(
        place?.path ?? book, line: max(1, place?.line ?? 1), column: max(1, place?.column ?? 1))
    ]
    if let page = finding.page { result["properties"] = ["page": page] }
    return result
  }

  /// A place in a file (SARIF 2.1.0, section 3.28).
  static func location(_ path: String, line: Int, column: Int? = nil) -> [String: Any] {
    var region = ["startLine": line]
    region["startColumn"] = column
    let place: [String: Any] = ["artifactLocation": ["uri": uri(path)], "region": region]
    return ["physicalLocation": place]
  }

  /// A path as a relative URI reference.
  private static func uri(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}
