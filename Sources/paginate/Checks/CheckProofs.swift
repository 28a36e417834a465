import EPUB
import Foundation
import Markup
import Paginator

/// `check --format html=DIR`: a proof of every cell that failed, for people to look at.
struct CheckProofs {
  let folder: String

  /// - Returns: the number of failed cells.
  func write(_ results: [CheckResult], of jobs: [CheckJob]) async throws -> Int {
    try OutputFile.createFolder(folder)
    var entries: [(name: String, place: String?, lines: [String])] = []
    for (number, result) in results.enumerated() where !result.isGood {
      var place: String?
      if let comparison = result.comparison {
        let name = "cell-\(number + 1)"
        try await makeProof(of: jobs[number], comparison, result, in: folder + "/" + name)
        place = name
      }
      entries.append((result.name, place, [result.headline] + result.pdfLines + result.details))
    }
    try OutputFile.write(Array(Self.index(entries).utf8), to: folder + "/index.html")
    return entries.count
  }

  private func makeProof(
    of job: CheckJob, _ comparison: Comparison, _ result: CheckResult, in place: String
  ) async throws {
    let options = try job.layout.options()
    let book = SharedBook(try job.layout.publication(job.book), isLenient: options.isLenient)
    let output = try ProofOutput(folder: place, budgets: options.budgets)
    do {
      let pagination = try await paginate(book, options: options, receiver: output)
      try await output.commit(
        pagination,
        against: CheckedPages(comparison: comparison, notes: [result.headline] + result.details))
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
    let count = entries.count
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>paginate check</title>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <style>body { font: 15px/1.5 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em }</style>
      </head><body><h1>\(count) \(count == 1 ? "cell" : "cells") not as in the baseline</h1>
      \(items.joined(separator: "\n"))
      </body></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    XMLText.escaped(PrintableText.line(text))
  }
}
