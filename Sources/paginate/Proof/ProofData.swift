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

  /// The number of pages.
  let count: Int
  let map: [UInt8]
  let pages: [Int: ProofMemory.Page]
  /// Findings, as JSON.
  var findings: [String] = []
  var version: Int?
  var changes: Changes?
  /// Whether it shows a run's pages, of which there is neither geometry nor findings.
  var isOfRun = false

  init(count: Int, map: [UInt8], pages: [Int: ProofMemory.Page]) {
    self.count = count
    self.map = map
    self.pages = pages
  }

  var script: [UInt8] {
    let numbers = 1...max(1, count)
    var text = "{\"part\":\(ProofOutput.pagesInPart),"
    text += "\"sizes\":[\(numbers.map(size).joined(separator: ","))],\n"
    text +=
      "\"loose\":[\(numbers.map { String(pages[$0]?.looseCount ?? 0) }.joined(separator: ","))],\n"
    if isOfRun { text += "\"isRun\":true,\n" }
    let undrawn = numbers.filter { pages[$0]?.isDrawn == false }.map(String.init)
    if !undrawn.isEmpty { text += "\"undrawn\":[\(undrawn.joined(separator: ","))],\n" }
    if let version {
      let versions = numbers.map { String(pages[$0]?.version ?? 0) }
      text += "\"version\":\(version),\"drawn\":[\(versions.joined(separator: ","))],\n"
    }
    text += "\"findings\":[\(findings.joined(separator: ",\n"))],\n"
    if let changes {
      text += "\"notes\":[\(changes.notes.map(ProofJSON.text).joined(separator: ","))],\n"
      text += "\"oldCount\":\(changes.oldCount),"
      text += "\"changes\":[\(changes.pages.map(\.json).joined(separator: ","))],\n"
    }
    let json = Array(text.utf8) + Array("\"map\":".utf8) + ProofJSON.script(map)
    return ProofJSON.call("proofData", json + Array("}".utf8))
  }

  private func size(_ number: Int) -> String {
    let size = pages[number]?.size ?? PageSizes.standard
    return "[\(ProofJSON.number(size.width)),\(ProofJSON.number(size.height))]"
  }

  /// - Parameter path: the path of a source file as the proof shows it.
  static func json(_ finding: Finding, path shown: (String) -> String) -> String {
    var text = "{\"rule\":\"\(finding.rule.rawValue)\",\"severity\":"
    text += "\"\(finding.rule.severity.rawValue)\",\"message\":\(ProofJSON.text(finding.message))"
    if let page = finding.page { text += ",\"page\":\(page)" }
    if let found = finding.location {
      let place = SourceLocation(
        path: shown(found.path), line: found.line, column: found.column)
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
    ("proof-pictures.js", PackageResources.proof_pictures_js),
    ("proof-pages.js", PackageResources.proof_pages_js),
    ("proof-search.js", PackageResources.proof_search_js),
    ("proof-overlays.js", PackageResources.proof_overlays_js),
    ("proof-panels.js", PackageResources.proof_panels_js),
    ("proof-changes.js", PackageResources.proof_changes_js),
    ("proof-strip.js", PackageResources.proof_strip_js),
  ]
}
