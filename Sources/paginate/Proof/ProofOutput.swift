import Foundation
import Paginator
import Synchronization

/// Writes a proof to a temporary folder next to its final place, chapter by chapter, and moves it
/// when it is complete: pages, positions of their words, the map, findings, and the viewer.
final class ProofOutput: ChapterReceiver {
  /// The number of pages whose words are in one file; a viewer loads only the files that it needs.
  private static let pagesInPart = 32

  private let staging: StagedFolder
  private let outlines = PageDrawer.SharedOutlines()
  private let rows = MapRows()
  private let words = Mutex<[Int: (size: Size, json: String)]>([:])
  private let meter: OutputMeter

  init(folder: String, budgets: Budgets) throws {
    meter = OutputMeter(budgets)
    staging = try StagedFolder(final: folder)
    do {
      for name in ["pages", "data"] { try OutputFile.createFolder(staging.path + "/" + name) }
    } catch {
      staging.discard()
      throw error
    }
  }

  func discard() { staging.discard() }

  // MARK: Receiving

  func makeConsumer() -> any ChapterConsumer { Consumer(self) }

  func startAgain() throws {
    rows.removeAll()
    words.withLock { $0.removeAll() }
    meter.startAgain()
    try OutputFile.empty(staging.path + "/pages")
  }

  private final class Consumer: ChapterConsumer {
    private let output: ProofOutput
    private var drawer: PageDrawer?

    init(_ output: ProofOutput) { self.output = output }

    func receive(_ chapter: NumberedChapter) throws {
      output.rows.add(chapter)
      let drawer = self.drawer ?? PageDrawer(chapter.context, outlines: output.outlines)
      self.drawer = drawer
      for page in chapter.pages {
        let svg = try drawer.svg(of: page, in: chapter)
        try output.meter.count(svg.count)
        try OutputFile.create(svg, at: output.staging.path + "/pages/\(page.number).svg")
        var canvas = WordsCanvas()
        try drawer.draw(page, in: chapter, on: &canvas)
        for page in canvas.pages { output.keep(page) }
      }
    }
  }

  private func keep(_ page: WordsCanvas.Page) {
    let json = page.json
    words.withLock { $0[page.number] = (page.size, json) }
  }

  // MARK: The end

  /// - Parameters:
  ///   - old: the pages to compare the book with; nil for none.
  ///   - version: the version of a proof that is made repeatedly; nil for a proof that is made
  ///     once.
  func commit(
    _ pagination: Pagination, against old: (any EarlierPages)? = nil, version: Int? = nil
  ) throws {
    let map = rows.map(of: pagination)
    let words = words.withLock { $0 }
    try write(PackageResources.proof_html, to: "index.html")
    try write(PackageResources.proof_css, to: "proof.css")
    try write(PackageResources.proof_js, to: "proof.js")
    try write(map, to: "map.json")
    let changes = try old?.changes(to: map)
    if let folder = old?.svgFolder, let changes { try copy(changes, from: folder) }
    try write(book(pagination, map, words, old, changes, version), to: "data/book.js")
    if let version { try write(Self.versionScript(version), to: "data/version.js") }
    let count = pagination.pages.count
    for part in 0..<(count + Self.pagesInPart - 1) / Self.pagesInPart {
      let first = part * Self.pagesInPart + 1
      let lists = (first..<min(first + Self.pagesInPart, count + 1)).map { words[$0]?.json ?? "[]" }
      let text = "proofWords(\(part),[\n\(lists.joined(separator: ",\n"))\n]);\n"
      try write(Array(text.utf8), to: "data/words-\(part).js")
    }
    try staging.commit()
  }

  /// The script that a viewer loads to find out whether there is a new version.
  static func versionScript(_ version: Int, error: String = "") -> [UInt8] {
    Array("proofVersion(\(version),\(ProofJSON.text(error)));\n".utf8)
  }

  private func book(
    _ pagination: Pagination, _ map: [UInt8], _ words: [Int: (size: Size, json: String)],
    _ old: (any EarlierPages)?, _ changes: [PageChange]?, _ version: Int?
  ) -> [UInt8] {
    let sizes = (1...max(1, pagination.pages.count)).map { number -> String in
      let size = words[number]?.size ?? Size(width: 432, height: 648)
      return "[\(ProofJSON.number(size.width)),\(ProofJSON.number(size.height))]"
    }
    let findings = pagination.findings.map { finding in
      let place = finding.location.map { ",\"place\":\(ProofJSON.text("\($0)"))" } ?? ""
      let page = finding.page.map { ",\"page\":\($0)" } ?? ""
      return
        "{\"rule\":\"\(finding.rule.rawValue)\",\"message\":\(ProofJSON.text(finding.message))\(page)\(place)}"
    }
    var text = "window.proofBook={\"part\":\(Self.pagesInPart),"
    text += "\"sizes\":[\(sizes.joined(separator: ","))],\n"
    if let version { text += "\"version\":\(version),\n" }
    text += "\"findings\":[\(findings.joined(separator: ",\n"))],\n"
    if let old, let changes {
      text += "\"notes\":[\(old.notes.map(ProofJSON.text).joined(separator: ","))],\n"
      text +=
        "\"oldCount\":\(old.count),\"changes\":[\(changes.map(\.json).joined(separator: ","))],\n"
    }
    return Array(text.utf8) + Array("\"map\":".utf8) + ProofJSON.script(map) + Array("};\n".utf8)
  }

  private func copy(_ changes: [PageChange], from folder: String) throws {
    let files = Set(changes.compactMap(\.file))
    guard !files.isEmpty else { return }
    try OutputFile.createFolder(staging.path + "/old")
    for file in files.sorted() {
      guard let data = FileManager.default.contents(atPath: folder + "/" + file) else {
        continue
      }
      try write([UInt8](data), to: "old/" + file)
    }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try OutputFile.create(bytes, at: staging.path + "/" + name)
  }
}
