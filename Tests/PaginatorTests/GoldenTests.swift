import EPUB
import Foundation
import Testing

@testable import Paginator

/// The text trace of small documents against committed ones. `PAGINATOR_RECORD=1 swift test`
/// writes them anew, and fails the run.
@Suite("Goldens")
struct GoldenTests {
  static let documents: [(name: String, css: String, body: String)] = [
    (
      "boxes", "div { border: 1pt solid; padding: 3pt; margin: 5pt 0 }",
      "<div><p>aaaa bbbb cccc</p></div><div><p>dd</p></div>"
    ),
    ("justified", "p { text-align: justify }", "<p>aaa bb cc dddd ee fff g hh</p>"),
    (
      "lists", "ol { margin: 0; padding-left: 30pt }",
      "<ol><li>aa</li><li>bbbb cc<ol><li>d</li></ol></li></ol>"
    ),
    (
      "pages", "p { widows: 2; orphans: 2 }",
      "<p>aaaaaaaa bbbbbbbb cccccccc dddddddd</p><p>eeeeeeee ffffffff gggggggg</p>"
    ),
  ]

  @Test("the trace is the committed one", arguments: documents.map(\.name))
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

  @Test("no golden is left over")
  func unused() throws {
    let folder = Checkout.root.appendingPathComponent("Tests/PaginatorTests/Goldens")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(Self.documents.map { $0.name + ".txt" }))
  }
}
