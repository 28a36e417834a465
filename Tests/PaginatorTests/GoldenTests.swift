import EPUB
import Foundation
import Testing

@testable import Paginator

/// Compares the text traces of small documents with committed ones. `PAGINATOR_RECORD=1 swift test`
/// records them again, and fails the run.
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
      "anonymous-table", ".t { display: table; border: 1pt solid } .c { display: table-cell }",
      "<div class='t'>aa bb</div><div class='t'><i class='c'>cc</i>dd</div>"
        + "<p>ee<b class='c'>ff</b>gg</p>"
    ),
    (
      "box-in-cell", "td { padding: 0 } table { border-spacing: 0 } .b { border: 1pt solid }",
      "<table><tr><td><div class='b'>aa</div></td><td>bb</td></tr></table>"
    ),
    (
      "caption", "table { border: 2pt solid; border-spacing: 0 } td { padding: 0 }",
      "<table><caption>aa</caption><tr><td>bbbb</td></tr></table><p>c</p>"
    ),
    (
      "collapsed-borders",
      "table { border-collapse: collapse } td { border: 2pt solid; padding: 0 } .w { border: 4pt solid }",
      "<table><tr><td>aa</td><td class='w'>bb</td></tr></table>"
    ),
    (
      "column-backgrounds",
      "table { border-spacing: 0 } td { padding: 0 } col.a { background: red }",
      "<table><col class='a'/><col/><tr><td>aa</td><td>bb</td></tr></table>"
    ),
    (
      "cut-row", "td { padding: 0; border: 1pt solid } table { border-spacing: 0 }",
      "<table><tr><td>a b c d e f g h i j k l</td></tr></table>"
    ),
    (
      "tall-box", "div { border: 1pt solid; height: 100pt }", "<div>aa</div><p>b</p>"
    ),
    (
      "float-in-cell", "td { padding: 0; width: 80pt } .f { float: left; width: 30pt }",
      "<table><tr><td><div class='f'>f</div>aaaa bbbb cccccc</td></tr></table>"
    ),
    (
      "hyphenated-cell", "td { padding: 0; hyphens: auto } table { border-spacing: 0 }",
      "<table><tr><td>newspapers</td><td>incomprehensible</td></tr></table>"
    ),
    (
      "pages", "p { widows: 2; orphans: 2 }",
      "<p>aaaaaaaa bbbbbbbb cccccccc dddddddd</p><p>eeeeeeee ffffffff gggggggg</p>"
    ),
  ]

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
