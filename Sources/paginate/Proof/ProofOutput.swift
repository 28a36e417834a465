import Foundation
import Paginator
import Synchronization

/// Writes a proof to a temporary folder next to its final place, chapter by chapter, and moves it
/// when it is complete: pages, positions of their words, their geometry, the map, findings, and the
/// viewer.
final class ProofOutput: ChapterReceiver {
  /// The number of pages whose words are in one file; a viewer loads only the files that it needs.
  static let pagesInPart = 32

  private let staging: StagedFolder
  private let outlines = SVGPageDrawer.SharedOutlines()
  private let rows = MapRows()
  private let pages = Mutex<[Int: ProofMemory.Page]>([:])
  private let meter: OutputMeter
  private let memory: ProofMemory?
  /// The version of a proof that is made repeatedly; nil for one that is made once.
  private let version: Int?

  /// - Parameters:
  ///   - memory: the last proof of the book, of which unchanged pages are taken; nil for a proof
  ///     that is made once.
  ///   - version: counts the proofs of such a book.
  init(
    folder: String, budgets: Budgets, memory: ProofMemory? = nil, version: Int? = nil
  ) throws {
    meter = OutputMeter(budgets)
    staging = try StagedFolder(final: folder)
    self.memory = memory
    self.version = version
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
    pages.withLock { $0.removeAll() }
    meter.startAgain()
    try OutputFile.empty(staging.path + "/pages")
  }

  private final class Consumer: ChapterConsumer {
    private let output: ProofOutput
    private var drawer: SVGPageDrawer?

    init(_ output: ProofOutput) { self.output = output }

    func receive(_ chapter: NumberedChapter) throws {
      output.rows.add(chapter)
      let drawer =
        self.drawer ?? SVGPageDrawer(PageDrawer(chapter.context), outlines: output.outlines)
      self.drawer = drawer
      let stamps = output.memory == nil ? nil : chapter.stamps
      for page in chapter.pages { try receive(page, stamps?(page), of: chapter, drawer) }
    }

    private func receive(
      _ page: Pagination.Page, _ stamp: String?, of chapter: NumberedChapter,
      _ drawer: SVGPageDrawer
    ) throws {
      let known = output.taken(page, stamp)
      if let known, let source = known.source, source === chapter.source {
        return output.keep(known, page.number)
      }
      // In a document that changed, source lines may be others, even where the page is the same.
      let geometry = try drawer.pages.geometry(of: page, in: chapter)
      let shapes = ProofShapes.json(geometry, path: chapter.context.publicPath)
      // TeX calls a line loose from a badness of 13, and very loose from 100.
      let looseCount = geometry.lines.count { $0.ratio > 0 && ($0.badness ?? 0) >= 100 }
      if let known {
        return output.keep(
          ProofMemory.Page(
            stamp: stamp, source: chapter.source, size: page.size, text: known.text,
            words: known.words, shapes: shapes,
            looseCount: looseCount, version: known.version), page.number)
      }
      let svg = try drawer.svg(of: page, in: chapter)
      try output.meter.count(svg.count)
      try output.write(ProofPicture.script(svg), to: ProofOutput.file(page.number))
      var canvas = WordsCanvas()
      try drawer.pages.draw(page, in: chapter, on: &canvas)
      output.keep(
        ProofMemory.Page(
          stamp: stamp, source: chapter.source, size: page.size,
          text: canvas.text.json, words: canvas.text.places, shapes: shapes,
          looseCount: looseCount, version: output.version ?? 0), page.number)
    }
  }

  private static func file(_ number: Int) -> String { "pages/\(number).js" }

  /// The page of the last proof, if it is drawn the same; its picture is then in this proof.
  private func taken(_ page: Pagination.Page, _ stamp: String?) -> ProofMemory.Page? {
    guard let stamp, let known = memory?.page(page.number), known.stamp == stamp,
      staging.take(Self.file(page.number))
    else { return nil }
    return known
  }

  /// Takes a file of the viewer from the proof that this run made last.
  private func takeViewer(_ name: String) -> Bool {
    memory?.isEmpty == false && staging.take(name)
  }

  private func keep(_ page: ProofMemory.Page, _ number: Int) {
    pages.withLock { $0[number] = page }
  }

  // MARK: The end

  /// - Parameter old: the pages to compare the book with; nil for none.
  func commit(
    _ pagination: Pagination, against old: (any EarlierPages)? = nil
  ) async throws {
    let findings = pagination.findings.map {
      ProofData.json($0, path: pagination.context.publicPath)
    }
    try await commit(
      rows.map(of: pagination), count: pagination.pages.count, findings: findings, against: old)
  }

  /// - Parameter findings: nil for the pages of a run.
  private func commit(
    _ map: [UInt8], count: Int, findings: [String]?, against old: (any EarlierPages)?
  ) async throws {
    let pages = pages.withLock { $0 }
    for (name, bytes) in ProofViewer.files where !takeViewer(name) { try write(bytes, to: name) }
    try write(map, to: "map.json")
    var data = ProofData(count: count, map: map, pages: pages)
    data.findings = findings ?? []
    data.isOfRun = findings == nil
    data.version = version
    if let old { data.changes = try await changes(to: map, old) }
    try write(data.script, to: "data/book.js")
    if let version { try write(Self.versionScript(version), to: "data/version.js") }
    try writeParts(of: pages, count: count)
    try staging.commit(memory == nil ? .onDisk : .inMemory)
    memory?.replace(with: pages)
  }

  /// A proof of pages of an earlier run, whose book is not needed: with what is in their map and
  /// drawings, and without findings and overlays.
  func commit(_ run: OldPages, against old: OldPages?) async throws {
    for page in 1...max(1, run.count) {
      let drawing = run.script(of: page).map(DrawnPage.init)
      if let drawing { try write(drawing.script, to: Self.file(page)) }
      let text = drawing?.text ?? ProofText()
      keep(
        ProofMemory.Page(
          stamp: nil, source: nil, size: drawing?.size ?? run.pageSize, text: text.json,
          words: text.places, shapes: "{}", looseCount: 0, isDrawn: drawing != nil), page)
    }
    try await commit(run.map, count: run.count, findings: nil, against: old)
  }

  private func writeParts(of pages: [Int: ProofMemory.Page], count: Int) throws {
    for part in 0..<(count + Self.pagesInPart - 1) / Self.pagesInPart {
      let first = part * Self.pagesInPart + 1
      let numbers = first..<min(first + Self.pagesInPart, count + 1)
      try write(part, numbers, of: pages, \.text, as: "text")
      try write(part, numbers, of: pages, \.words, as: "words")
      try write(part, numbers, of: pages, \.shapes, as: "shapes")
    }
  }

  /// Writes a part, or takes that of the last proof if it has the same pages.
  private func write(
    _ part: Int, _ numbers: Range<Int>, of pages: [Int: ProofMemory.Page],
    _ field: KeyPath<ProofMemory.Page, String>, as name: String
  ) throws {
    let path = "data/\(name)-\(part).js"
    if let memory, memory.has(numbers, as: pages, field), staging.take(path) { return }
    // A page that is not there has neither text nor words.
    let rows = numbers.map { pages[$0]?[keyPath: field] ?? "null" }.joined(separator: ",\n")
    try write(ProofJSON.call("proofPart", Array("[\n\(rows)\n]".utf8)), to: path)
  }

  /// The script that a viewer loads to find out whether there is a new version.
  static func versionScript(_ version: Int, error: String = "") -> [UInt8] {
    Array("proofVersion(\(version),\(ProofJSON.text(error)));\n".utf8)
  }

  // MARK: Comparing

  private func changes(
    to map: [UInt8], _ old: any EarlierPages
  ) async throws -> ProofData.Changes {
    var changes = try old.changes(to: map)
    let result = try await old.result(on: map)
    let causes = PageCauses(result)
    for index in changes.indices {
      changes[index].oldLabel = changes[index].old.flatMap { old.label(of: $0) }
      if !changes[index].isMoved { changes[index].cause = causes.sentence(of: changes[index].page) }
    }
    if let pages = old.pages {
      try copy(changes, from: pages)
      mark(&changes)
    }
    return ProofData.Changes(
      pages: changes, notes: old.notes(on: result), oldCount: old.count)
  }

  private func copy(_ changes: [PageChange], from old: OldPages) throws {
    let shown = Set(changes.filter(\.isShown).compactMap(\.old))
    guard !shown.isEmpty else { return }
    try OutputFile.createFolder(staging.path + "/old")
    for page in shown.sorted() {
      if let script = old.script(of: page) { try write(script, to: Self.oldFile(page)) }
    }
  }

  private static func oldFile(_ page: Int) -> String { "old/\(page).js" }

  /// Marks the lines that changed, over each group of changed pages that follow each other.
  private func mark(_ changes: inout [PageChange]) {
    var marked = ChangedLines()
    let numbers = changes.filter(\.isShown)
    var start = 0
    while start < numbers.count {
      var end = start + 1
      while end < numbers.count, numbers[end].page == numbers[end - 1].page + 1 { end += 1 }
      let group = numbers[start..<end]
      marked.compare(
        group.map { ($0.page, lines(Self.file($0.page))) },
        with: group.map { ($0.page, $0.old.map { lines(Self.oldFile($0)) } ?? []) })
      start = end
    }
    for index in changes.indices {
      changes[index].lines = marked.new[changes[index].page] ?? []
      changes[index].oldLines = marked.old[changes[index].page] ?? []
    }
  }

  private func lines(_ name: String) -> [DrawnLine] {
    guard let data = FileManager.default.contents(atPath: staging.path + "/" + name) else {
      return []
    }
    return DrawnLine.lines(of: [UInt8](data))
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try OutputFile.create(bytes, at: staging.path + "/" + name)
  }
}
