import EPUB
import Paginator

/// The files that a project file wants of a cell, besides its baseline and its PDF.
struct CellOutputs {
  /// The folder for map.json and svg/.
  var folder: String?
  var isMapOnly = false
  var text = Book.TextMode.outlines
  var overlays: DebugOverlays = []
  /// The EPUB with print page numbers.
  var pageList: String?
  var pageSource = "none"
  /// The Readium positions list.
  var positions: String?

  var isEmpty: Bool { folder == nil && pageList == nil && positions == nil }

  /// Writes the files of a book that was kept whole.
  func write(_ pagination: Pagination, of job: CheckJob) async throws {
    if folder != nil { try await writePages(pagination, of: job) }
    if let positions {
      try OutputFile.write(PositionsList.json(pagination), to: positions)
    }
    if let pageList {
      let files = try PageListWriter(pagination, pageSource: pageSource).reportedFiles()
      try OutputFile.write(
        try job.layout.publication(job.book).copy(replacing: files), to: pageList)
    }
  }

  private func writePages(_ pagination: Pagination, of job: CheckJob) async throws {
    guard let folder else { return }
    let output = try BookOutput(
      OutputPlaces(folder: folder, mapOnly: isMapOnly), overlays: overlays,
      budgets: try job.layout.budgets())
    do {
      if text == .live { try output.use(LiveFonts(pagination)) }
      try await pagination.deliver(to: output)
      _ = try output.commit(pagination)
    } catch {
      output.discard()
      throw error
    }
  }
}

extension PageListWriter {
  /// The changed files; pages without a marker are reported.
  func reportedFiles() throws -> [String: [UInt8]] {
    if !unmarkedPages.isEmpty {
      Console.report(
        "paginate: no place for the markers of \(counted(unmarkedPages.count, "page")), which the page list leaves out: "
          + unmarkedPages.prefix(10).joined(separator: ", "))
    }
    return try files()
  }
}
