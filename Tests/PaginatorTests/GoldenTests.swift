import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Compares the traces of small documents with committed ones. `PAGINATOR_RECORD=1 swift test
/// --filter GoldenTests` records them again, and fails the run.
@Suite("Goldens")
struct GoldenTests {
  /// Each is set on pages of 100 x 60 points in the square font: every letter is 10 points wide and
  /// high, with the baseline 8 points below the top.
  typealias Document = (name: String, css: String, body: String)

  private static let folder = Checkout.root.appendingPathComponent("Tests/PaginatorTests/Goldens")

  @Test("the lines and boxes are at the committed places", arguments: documents.map(\.name))
  func lines(name: String) async throws {
    let document = try #require(Self.documents.first { $0.name == name })
    let trace = String(decoding: try await book(document).trace(document.body), as: UTF8.self)
    try compare(trace, with: name)
  }

  @Test("what is drawn equals the committed drawing", arguments: drawings.map(\.name))
  func drawing(name: String) async throws {
    let document = try #require(Self.drawings.first { $0.name == name })
    let pagination = try await book(document).set(document.body)
    let drawer = PageDrawer(pagination)
    var canvas = DrawingTrace()
    for page in pagination.pages {
      try drawer.draw(page, in: pagination.numbered(page.chapter), on: &canvas)
    }
    try compare(canvas.text, with: name)
  }

  @Test("every document has a golden, and every golden has a document")
  func unused() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let names = (Self.documents + Self.drawings).map(\.name)
    #expect(Set(names).count == names.count, "two documents have one name")
    #expect(Set(files) == Set(names.map { $0 + ".txt" }))
  }

  private func book(_ document: Document) -> SmallBook {
    SmallBook(css: document.css, page: Size(width: 100, height: 60))
  }

  private func compare(_ trace: String, with name: String) throws {
    let file = Self.folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["PAGINATOR_RECORD"] != nil {
      try trace.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    #expect(trace == (try? String(contentsOf: file, encoding: .utf8)))
  }
}
