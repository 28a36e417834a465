import EPUB
import Foundation
import Testing

@testable import Paginator

/// Compares the text traces of small documents with committed ones. `PAGINATOR_RECORD=1 swift test`
/// records them again, and fails the run.
@Suite("Goldens")
struct GoldenTests {
  @Test("the trace equals the committed one", arguments: documents.map(\.name))
  func trace(name: String) async throws {
    let document = try #require(Self.documents.first { $0.name == name })
    let press = Press(css: document.css, page: Size(width: 100, height: 60))
    let trace = String(decoding: try await press.trace(document.body), as: UTF8.self)
    let file = Checkout.root.appendingPathComponent("Tests/PaginatorTests/Goldens/\(name).txt")
    if ProcessInfo.processInfo.environment["PAGINATOR_RECORD"] != nil {
      try trace.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    #expect(trace == (try? String(contentsOf: file, encoding: .utf8)))
  }

  @Test("every document has a golden, and every golden has a document")
  func unused() throws {
    let folder = Checkout.root.appendingPathComponent("Tests/PaginatorTests/Goldens")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(Self.documents.map { $0.name + ".txt" }))
  }
}
