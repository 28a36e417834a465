import EPUB
import Foundation
import Markup
import Paginator

/// `check --format html=DIR`: a proof of every cell that failed, for people to look at.
struct CheckProofs {
  let folder: String
  /// The folder of earlier pages, if it is given: that of a run, or with `NAME.pages` for each cell.
  let oldPages: String?

  /// - Throws: `BookError` if the folder holds what no earlier check wrote there.
  func refuseForeignFiles() throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let list = FileManager.default.contents(atPath: folder + "/" + StagedFolder.listName) ?? Data()
    let own = Set(String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init))
    let foreign = names.sorted().first { name in
      name != StagedFolder.listName && !own.contains(name) && !Temporaries.isTemporary(name)
        // The folder of a cell has a list of its own, which is compared when it is written.
        && !FileManager.default.fileExists(
          atPath: "\(folder)/\(name)/\(StagedFolder.listName)")
    }
    guard let foreign else { return }
    throw BookError(
      .cannotCreateOutput,
      "the folder \"\(folder)\" holds \"\(foreign)\", which no earlier check wrote: move it away or give another folder"
    )
  }

  /// - Returns: the number of failed cells.
  func write(_ results: [CheckResult], of jobs: [CheckJob]) async throws -> Int {
    try OutputFile.createFolder(folder)
    var entries: [(name: String, place: String?, lines: [String])] = []
    for (number, result) in results.enumerated() where !result.isGood {
      var place: String?
      if let comparison = result.comparison {
        let name = "cell-\(number + 1)"
        let (old, remark) = try earlier(jobs[number], comparison, isAlone: jobs.count == 1)
        let earlier = CheckedPages(
          result: result, comparison: comparison, old: old, remarks: remark.map { [$0] } ?? [])
        try await makeProof(of: jobs[number], earlier, in: folder + "/" + name)
        place = name
      }
      entries.append((result.name, place, [result.headline] + result.pdfLines + result.details))
    }
    let list = folder + "/" + StagedFolder.listName
    try OutputFile.write(Array("index.html\n".utf8), to: list)
    try OutputFile.write(Array(Self.index(entries).utf8), to: folder + "/index.html")
    return entries.count
  }

  /// The pages of a cell's baseline, or a remark that says why there are none.
  private func earlier(
    _ job: CheckJob, _ comparison: Comparison, isAlone: Bool
  ) throws -> (OldPages?, String?) {
    guard let oldPages else {
      return (
        nil,
        "a baseline has no pictures: --old-pages DIR shows the pages as they were in an earlier run"
      )
    }
    let own = oldPages + "/" + job.outputName + ".pages"
    let isOwn = FileManager.default.fileExists(atPath: own + "/map.json")
    guard isOwn || isAlone else { return (nil, "--old-pages: there is no \"\(own)\"") }
    let pages = try OldPages(folder: isOwn ? own : oldPages, option: "--old-pages")
    guard pages.digests == comparison.old.pages.map(\.digest) else {
      return (nil, "the pages in \"\(isOwn ? own : oldPages)\" are not those of the baseline")
    }
    return (pages, nil)
  }

  private func makeProof(
    of job: CheckJob, _ earlier: CheckedPages, in place: String
  ) async throws {
    let options = try job.layout.options()
    let book = SharedBook(try job.layout.publication(job.book), isLenient: options.isLenient)
    let output = try ProofOutput(folder: place, budgets: options.budgets)
    do {
      let pagination = try await paginate(book, options: options, receiver: output)
      try await output.commit(pagination, against: earlier)
    } catch {
      output.discard()
      throw error
    }
  }

  private static func index(
    _ entries: [(name: String, place: String?, lines: [String])]
  ) -> String {
    let items = entries.map { entry -> String in
      let name = escaped(entry.name)
      let title = entry.place.map { "<a href=\"\($0)/index.html\">\(name)</a>" } ?? name
      let lines = entry.lines.map { "<li>\(escaped($0))</li>" }.joined()
      return "<section><h2>\(title)</h2><ul>\(lines)</ul></section>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>paginate check</title>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <style>body { font: 15px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em }</style>
      </head><body><h1>\(counted(entries.count, "cell")) not as in the baseline</h1>
      \(items.joined(separator: "\n"))
      </body></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    XMLText.escaped(PrintableText.line(text))
  }
}
