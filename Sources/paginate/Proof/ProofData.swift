import Markup
import Paginator

/// The data of a proof that its viewer always needs: the map, findings and changes, as a script.
struct ProofData {
  /// The changes since an earlier run.
  struct Changes {
    let pages: [PageChange]
    /// Sentences about the changes as a whole.
    let notes: [String]
    /// The number of earlier pages.
    let oldCount: Int
  }

  let pagination: Pagination
  let map: [UInt8]
  let pages: [Int: ProofMemory.Page]
  let version: Int?
  var changes: Changes?

  init(pagination: Pagination, map: [UInt8], pages: [Int: ProofMemory.Page], version: Int?) {
    self.pagination = pagination
    self.map = map
    self.pages = pages
    self.version = version
  }

  var script: [UInt8] {
    let numbers = 1...max(1, pagination.pages.count)
    var text = "window.proofBook={\"part\":\(ProofOutput.pagesInPart),"
    text += "\"sizes\":[\(numbers.map(size).joined(separator: ","))],\n"
    text +=
      "\"loose\":[\(numbers.map { String(pages[$0]?.looseCount ?? 0) }.joined(separator: ","))],\n"
    if let version {
      let versions = numbers.map { String(pages[$0]?.version ?? 0) }
      text += "\"version\":\(version),\"drawn\":[\(versions.joined(separator: ","))],\n"
    }
    text += "\"findings\":[\(pagination.findings.map(json).joined(separator: ",\n"))],\n"
    if let changes {
      text += "\"notes\":[\(changes.notes.map(ProofJSON.text).joined(separator: ","))],\n"
      text += "\"oldCount\":\(changes.oldCount),"
      text += "\"changes\":[\(changes.pages.map(\.json).joined(separator: ","))],\n"
    }
    return Array(text.utf8) + Array("\"map\":".utf8) + ProofJSON.script(map) + Array("};\n".utf8)
  }

  private func size(_ number: Int) -> String {
    let size = pages[number]?.size ?? PageSizes.standard
    return "[\(ProofJSON.number(size.width)),\(ProofJSON.number(size.height))]"
  }

  private func json(_ finding: Finding) -> String {
    var text = "{\"rule\":\"\(finding.rule.rawValue)\",\"severity\":"
    text += "\"\(finding.rule.severity.rawValue)\",\"message\":\(ProofJSON.text(finding.message))"
    if let page = finding.page { text += ",\"page\":\(page)" }
    if let found = finding.location {
      let place = SourceLocation(
        path: pagination.context.publicPath(of: found.path), line: found.line, column: found.column)
      text += ",\"place\":\(ProofJSON.text("\(place)")),\"path\":\(ProofJSON.text(place.path))"
      text += ",\"line\":\(place.line),\"column\":\(place.column)"
    }
    return text + "}"
  }
}

/// The files of the viewer, which are the same in every proof.
enum ProofViewer {
  static let files: [(name: String, bytes: [UInt8])] = [
    ("index.html", PackageResources.proof_html), ("proof.css", PackageResources.proof_css),
    ("proof.js", PackageResources.proof_js), ("proof-base.js", PackageResources.proof_base_js),
    ("proof-pages.js", PackageResources.proof_pages_js),
    ("proof-overlays.js", PackageResources.proof_overlays_js),
    ("proof-panels.js", PackageResources.proof_panels_js),
    ("proof-changes.js", PackageResources.proof_changes_js),
    ("proof-strip.js", PackageResources.proof_strip_js),
  ]
}
