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
            stamp: stamp, source: chapter.source, size: page.size, words: known.words,
            shapes: shapes,
            looseCount: looseCount, version: known.version), page.number)
      }
      let svg = try drawer.svg(of: page, in: chapter)
      try output.meter.count(svg.count)
      try OutputFile.create(svg, at: output.staging.path + ProofOutput.file(page.number))
      var canvas = WordsCanvas()
      try drawer.pages.draw(page, in: chapter, on: &canvas)
      output.keep(
        ProofMemory.Page(
          stamp: stamp, source: chapter.source, size: page.size,
          words: canvas.pages.first?.json ?? "[]", shapes: shapes,
          looseCount: looseCount, version: output.version ?? 0), page.number)
    }
  }

  private static func file(_ number: Int) -> String { "/pages/\(number).svg" }

  /// The page of the last proof, if it is drawn the same; its picture is then in this proof.
  private func taken(_ page: Pagination.Page, _ stamp: String?) -> ProofMemory.Page? {
    guard let stamp, let known = memory?.page(page.number), known.stamp == stamp,
      staging.take(String(Self.file(page.number).dropFirst()))
    else { return nil }
    return known
  }

  private func keep(_ page: ProofMemory.Page, _ number: Int) {
    pages.withLock { $0[number] = page }
  }

  // MARK: The end

  /// - Parameter old: the pages to compare the book with; nil for none.
  func commit(
    _ pagination: Pagination, against old: (any EarlierPages)? = nil
  ) async throws {
    let map = rows.map(of: pagination)
    let pages = pages.withLock { $0 }
    for (name, bytes) in ProofViewer.files { try write(bytes, to: name) }
    try write(map, to: "map.json")
    var data = ProofData(pagination: pagination, map: map, pages: pages, version: version)
    if let old { data.changes = try await changes(to: map, old) }
    try write(data.script, to: "data/book.js")
    if let version { try write(Self.versionScript(version), to: "data/version.js") }
    try writeParts(of: pages, count: pagination.pages.count)
    try staging.commit(memory == nil ? .onDisk : .inMemory)
    memory?.replace(with: pages)
  }

  private func writeParts(of pages: [Int: ProofMemory.Page], count: Int) throws {
    for part in 0..<(count + Self.pagesInPart - 1) / Self.pagesInPart {
      let first = part * Self.pagesInPart + 1
      let numbers = first..<min(first + Self.pagesInPart, count + 1)
      try write(part, numbers, of: pages, \.words, as: ("Words", "words"))
      try write(part, numbers, of: pages, \.shapes, as: ("Shapes", "shapes"))
    }
  }

  /// Writes a part, or takes that of the last proof if it has the same pages.
  private func write(
    _ part: Int, _ numbers: Range<Int>, of pages: [Int: ProofMemory.Page],
    _ field: KeyPath<ProofMemory.Page, String>, as name: (function: String, file: String)
  ) throws {
    let path = "data/\(name.file)-\(part).js"
    if let memory, memory.has(numbers, as: pages, field), staging.take(path) { return }
    let rows = numbers.map { pages[$0]?[keyPath: field] ?? "[]" }.joined(separator: ",\n")
    try write(Array("proof\(name.function)(\(part),[\n\(rows)\n]);\n".utf8), to: path)
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
    for index in changes.indices where !changes[index].isMoved {
      changes[index].cause = causes.sentence(of: changes[index].page)
    }
    if let folder = old.svgFolder {
      try copy(changes, from: folder)
      mark(&changes)
    }
    return ProofData.Changes(
      pages: changes, notes: old.notes(on: result), oldCount: old.count)
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

  /// Marks the lines that changed, over each group of changed pages that follow each other.
  private func mark(_ changes: inout [PageChange]) {
    var marked = ChangedLines()
    let numbers = changes.filter { $0.file != nil }
    var start = 0
    while start < numbers.count {
      var end = start + 1
      while end < numbers.count, numbers[end].page == numbers[end - 1].page + 1 { end += 1 }
      let group = numbers[start..<end]
      marked.compare(
        group.map { ($0.page, lines(Self.file($0.page))) },
        with: group.map { ($0.page, lines("/old/" + ($0.file ?? ""))) })
      start = end
    }
    for index in changes.indices {
      changes[index].lines = marked.new[changes[index].page] ?? []
      changes[index].oldLines = marked.old[changes[index].page] ?? []
    }
  }

  private func lines(_ name: String) -> [DrawnLine] {
    guard let data = FileManager.default.contents(atPath: staging.path + name) else { return [] }
    return DrawnLine.lines(of: [UInt8](data))
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try OutputFile.create(bytes, at: staging.path + "/" + name)
  }
}
