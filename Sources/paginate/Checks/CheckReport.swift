import Foundation
import Markup
import Paginator

/// Results of checks in formats for people and for machines.
enum CheckReport {
  enum Format: String, CaseIterable { case text, json, junit, sarif, github, markdown }

  static func render(_ results: [CheckResult], as format: Format, isColored: Bool = false) -> String
  {
    switch format {
    case .text: text(results, isColored: isColored)
    case .json: json(results)
    case .junit: junit(results)
    case .sarif: sarif(results)
    case .github: github(results)
    case .markdown: markdown(results)
    }
  }

  // MARK: For people

  private static func text(_ results: [CheckResult], isColored: Bool) -> String {
    var text = ""
    for result in results {
      let mark = result.isGood ? "ok" : "FAILED"
      let color = result.isGood ? "32" : "31"
      text += isColored ? "\u{1B}[\(color)m\(mark)\u{1B}[0m" : mark
      text += " \(shown(result.name)): \(shown(result.headline))\(cached(result))\n"
      for finding in result.cacheFindings { text += "  \(shown(FindingReport.line(finding)))\n" }
      for line in result.pdfLines + (result.isGood ? [] : result.details) {
        text += "  \(shown(line))\n"
      }
    }
    let failed = results.count { !$0.isGood }
    if results.count > 1 { text += "\(results.count - failed) of \(results.count) as they were\n" }
    return text
  }

  private static func shown(_ text: String) -> String { PrintableText.line(text) }

  private static func cached(_ result: CheckResult) -> String {
    switch result.cached {
    case .nothing, .chapters(0, _): ""
    case .chapters(let count, let all): " [cache: \(count) of \(all) chapters]"
    case .whole: " [cache]"
    }
  }

  private static func markdown(_ results: [CheckResult]) -> String {
    var text = "| book | result | pages |\n|---|---|---|\n"
    for result in results {
      let mark = result.isGood ? "as it was" : "**\(word(result))**"
      let change =
        result.comparison.map {
          $0.old.pages.count == $0.new.pages.count ? "" : "\($0.old.pages.count) → "
        } ?? ""
      text += "| \(escaped(result.name)) | \(mark) | \(change)\(result.pages) |\n"
    }
    text += markdownPDFs(results)
    for result in results where !result.isGood {
      text += "\n**\(escaped(result.name))**: \(escaped(result.headline))\n\n"
      for line in result.details { text += "- \(escaped(line))\n" }
    }
    return text
  }

  private static func markdownPDFs(_ results: [CheckResult]) -> String {
    let made = results.filter { $0.pdf != nil }
    guard !made.isEmpty else { return "" }
    let rows = made.compactMap { result in
      result.pdf.map {
        "| \(escaped(result.name)) | \($0.byteCount) | \($0.digest) | \(escaped(result.pdfNote ?? "")) |\n"
      }
    }
    return "\n| PDF | bytes | SHA-256 | |\n|---|---|---|---|\n" + rows.joined()
  }

  private static func escaped(_ text: String) -> String {
    shown(text).map { "|*_`<>[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  // MARK: For machines

  private static func finding(_ finding: Finding) -> [String: Any] {
    var row: [String: Any] = ["rule": finding.rule.rawValue, "message": finding.message]
    if let place = finding.location {
      (row["file"], row["line"], row["column"]) = (place.path, place.line, place.column)
    }
    if let page = finding.page { row["page"] = page }
    return row
  }

  private static func json(_ results: [CheckResult]) -> String {
    let rows = results.map { result -> [String: Any] in
      var row: [String: Any] = [
        "book": result.book, "cell": result.cell, "baseline": result.baseline,
        "result": word(result), "pages": result.pages, "message": result.headline,
        "cached": false,
      ]
      switch result.cached {
      case .nothing: break
      case .chapters(let count, let all):
        row["cachedChapters"] = count
        row["chapters"] = all
      case .whole: row["cached"] = true
      }
      if !result.failing.isEmpty { row["findings"] = result.failing.map(finding) }
      if !result.cacheFindings.isEmpty {
        row["cacheFindings"] = result.cacheFindings.map(\.message)
      }
      if let comparison = result.comparison {
        row["pagesBefore"] = comparison.old.pages.count
        row["movedPages"] = comparison.moved
        if let meeting = comparison.meeting {
          row["meeting"] = ["page": meeting.new, "before": meeting.old]
        }
        row["paragraphs"] = comparison.paragraphs.map {
          [
            "document": $0.document, "paragraph": $0.paragraph, "page": $0.page,
            "before": $0.before, "after": $0.after,
          ] as [String: Any]
        }
      }
      row["pdf"] = result.pdf.map { pdf($0, result) }
      if let page = result.difference?.page { row["firstDifference"] = page }
      if let sentences = result.difference?.sentences { row["details"] = sentences }
      if !result.changes.isEmpty { row["changed"] = result.changes.map(change) }
      if let cause = result.cause {
        row["cause"] = [
          "proof": "\(cause.proof)", "groups": cause.groups.map(\.rawValue),
          "changes": cause.changes.map(change),
        ]
      }
      return row
    }
    let object: [String: Any] = ["format": 1, "kind": "check", "results": rows]
    return serialized(object)
  }

  private static func pdf(_ pdf: PDFRecord, _ result: CheckResult) -> [String: Any] {
    var row = Self.row(of: pdf)
    row["digestBefore"] = result.pdfBefore?.digest
    row["changed"] = result.isPDFChanged
    row["message"] = result.pdfNote
    return row
  }

  /// A PDF in reports.
  static func row(of pdf: PDFRecord) -> [String: Any] {
    ["bytes": pdf.byteCount, "digest": pdf.digest, "settings": pdf.settings]
  }

  private static func change(_ change: InputChange) -> [String: Any] {
    var row = ["kind": change.group.rawValue, "name": change.name]
    row["before"] = change.before
    row["after"] = change.after
    return row
  }

  private static func word(_ result: CheckResult) -> String {
    switch result.outcome {
    case .same: result.failing.isEmpty ? "same" : "findings"
    case .noBaseline: "no-baseline"
    case .updated(let changed): changed ? "updated" : "same"
    case .moved: "moved"
    case .pdfChanged: "pdf-changed"
    case .failed: "failed"
    case .crashed: "crashed"
    }
  }

  static func serialized(_ object: Any) -> String {
    JSONText.of(object) + "\n"
  }

  /// A test case for every book and cell.
  private static func junit(_ results: [CheckResult]) -> String {
    let failures = results.count { !$0.isGood && !isError($0) }
    let errors = results.count(where: isError)
    let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\"paginate check\" \(counts) skipped=\"0\" time=\"0\">\n"
    for result in results {
      let name = xml(result.cell.isEmpty ? "pages" : result.cell)
      text += "    <testcase classname=\"\(xml(result.book))\" name=\"\(name)\" time=\"0\""
      let parts = junitParts(result)
      text += parts.isEmpty ? "/>\n" : ">\n\(parts)    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// What is in a test case: properties of the PDF, the failure, and what is told of the PDF.
  private static func junitParts(_ result: CheckResult) -> String {
    var text = ""
    if let pdf = result.pdf {
      text += """
              <properties>
                <property name="pdf.bytes" value="\(pdf.byteCount)"/>
                <property name="pdf.sha256" value="\(pdf.digest)"/>
              </properties>

        """
    }
    if !result.isGood {
      let kind = isError(result) ? "error" : "failure"
      text += "      <\(kind) type=\"\(word(result))\" message=\"\(xml(result.headline))\">"
      text += xml(result.details.joined(separator: "\n")) + "</\(kind)>\n"
    }
    if let note = result.pdfNote { text += "      <system-out>\(xml(note))</system-out>\n" }
    return text
  }

  private static func isError(_ result: CheckResult) -> Bool {
    switch result.outcome {
    case .failed, .crashed: true
    case .same, .noBaseline, .updated, .moved, .pdfChanged: false
    }
  }

  private static func xml(_ text: String) -> String {
    XMLText.escaped(PrintableText.lines(text)).replacing("\n", with: "&#10;")
  }

  /// Pages that moved, and the findings of the books.
  private static func sarif(_ results: [CheckResult]) -> String {
    var entries: [[String: Any]] = []
    for result in results {
      if !result.isGood {
        entries.append([
          "ruleId": "pages-\(word(result))", "level": "error",
          "message": [
            "text": ([result.name + ": " + result.headline] + result.details)
              .joined(separator: "\n")
          ],
          "locations": [FindingReport.location(result.path, line: result.line)],
        ])
      }
      if result.isGood, let note = result.pdfNote {
        entries.append([
          "ruleId": "pages-pdf-changed", "level": "note",
          "message": ["text": "\(result.name): \(note)"],
          "locations": [FindingReport.location(result.path, line: 1)],
        ])
      }
      entries += (result.cacheFindings + result.findings).map {
        FindingReport.result($0, book: result.book)
      }
    }
    let rules =
      ["moved", "pdf-changed", "no-baseline", "failed", "crashed", "findings"].map {
        ["id": "pages-\($0)"]
      }
      + Finding.Rule.allCases.map { ["id": $0.rawValue] }
    return serialized(FindingReport.log(entries, rules: rules))
  }

  /// Workflow commands of GitHub Actions: annotations at a path and line.
  private static func github(_ results: [CheckResult]) -> String {
    var text = ""
    for result in results where !result.isGood {
      text += command(
        "error", path: result.path, line: result.line,
        title: "Pages \(word(result)): \(result.name)",
        message: ([result.headline] + result.details).joined(separator: "\n"))
      for finding in result.failing {
        text += command(
          "error", path: finding.location?.path ?? result.book,
          line: max(1, finding.location?.line ?? 1), title: finding.rule.rawValue,
          message: finding.message)
      }
    }
    for result in results where result.isGood {
      guard let note = result.pdfNote else { continue }
      text += command(
        "notice", path: result.path, line: 1, title: "PDF changed: \(result.name)", message: note)
    }
    if text.isEmpty { text = "::notice title=paginate::\(results.count) as they were\n" }
    return text
  }

  private static func command(
    _ kind: String, path: String, line: Int, title: String, message: String
  ) -> String {
    func property(_ text: String) -> String {
      data(text).replacingOccurrences(of: ":", with: "%3A")
        .replacingOccurrences(of: ",", with: "%2C")
    }
    func data(_ text: String) -> String {
      PrintableText.lines(text).replacingOccurrences(of: "%", with: "%25")
        .replacingOccurrences(of: "\n", with: "%0A")
    }
    return
      "::\(kind) file=\(property(path)),line=\(line),title=\(property(title))::\(data(message))\n"
  }
}
