import Support
import Testing

@testable import Paginator

/// Page ends between rows that spanning cells join, in the square font: lines are 10 points high.
@Suite("Page ends below spanning cells")
struct SpannedRowTests {
  private static let css =
    "td, th { padding: 0; vertical-align: top } table { border-spacing: 0 }"

  private func lines(_ count: Int, _ text: String = "x") -> String {
    Array(repeating: text, count: count).joined(separator: "<br/>")
  }

  /// Rows with the given numbers of lines, of which the first has a cell that spans all.
  private func table(_ span: String, _ rows: [Int], head: String = "") -> String {
    let all = rows.enumerated().map { index, count in
      let first = index == 0 ? "<td rowspan=\"\(rows.count)\">\(span)</td>" : ""
      return "<tr>\(first)<td>\(lines(count))</td></tr>"
    }
    return "<table>\(head)<tbody>\(all.joined())</tbody></table>"
  }

  private func book(_ breaking: PageBreaking, css: String = "") -> SmallBook {
    SmallBook(css: Self.css + css, pageBreaking: breaking)
  }

  @Test(
    "pages end between the rows that a cell spans, and not in rows of few lines",
    arguments: [PageBreaking.firstFit, .optimal])
  func betweenRows(_ breaking: PageBreaking) async throws {
    // Two rows of four lines on each page, of which a page has room for ten.
    let pages = try await book(breaking).lines(table("s", [4, 4, 4, 4, 4]))
    #expect(pages.map { $0.count { $0 == "x" } } == [8, 8, 4])
    // A row of nine lines is divided with four lines at least on each page.
    let high = try await book(breaking).lines(table("s", [4, 9, 4]))
    let counts = high.map { $0.count { $0 == "x" } }
    #expect(counts.reduce(0, +) == 17 && counts.count == 2 && (8...9).contains(counts[0]))
  }

  @Test(
    "a line of the spanning cell at a page end moves to the next page whole",
    arguments: [PageBreaking.firstFit, .optimal])
  func movedLine(_ breaking: PageBreaking) async throws {
    let css = "td + td, tr + tr td { padding: 3pt 0 }"
    let set = try await book(breaking, css: css).set(table(lines(15, "s"), [4, 4, 4, 4]))
    let pages = SmallBook.lines(of: set)
    // The second row ends at 92, in the tenth line of the cell.
    #expect(pages.map { $0.count { $0 == "x" } } == [8, 8])
    #expect(pages.map { $0.count { $0 == "s" } } == [9, 6])
    let second = SmallBook.fragments(of: set, page: 1)
    #expect(second.map(\.y).min() == 0)
    // The row below keeps its padding.
    #expect(second.contains { $0.y == 3 * 1024 })
  }

  @Test(
    "at such a page end, cells have the borders and the padding of a table without spanning cells",
    arguments: ["collapse", "separate"])
  func borders(_ model: String) async throws {
    let css =
      "table { border-collapse: \(model) } td, th { border: 2pt solid; padding: 1pt 0 }"
    let head = "<thead><tr><th>h</th><th>h</th></tr></thead>"
    let rows = Array(repeating: 1, count: 12)
    let plain =
      "<table>\(head)<tbody>"
      + rows.map { _ in "<tr><td></td><td>x</td></tr>" }.joined() + "</tbody></table>"
    func cells(_ body: String) async throws -> [[[Int]]] {
      let set = try await SmallBook(css: Self.css + css, pageBreaking: .firstFit).set(body)
      return set.pages.compactMap { set.layout(of: $0) }.map { chapter, page in
        let boxes = chapter.boxes[page.boxes]
        let last = boxes.map(\.x).max()
        return boxes.filter { $0.x == last }.map {
          [
            $0.y, $0.height, $0.hasTop ? 1 : 0, $0.hasBottom ? 1 : 0,
            $0.borders?.top.width.rawValue ?? -1, $0.borders?.bottom.width.rawValue ?? -1,
          ]
        }
      }
    }
    #expect(try await cells(table("s", rows, head: head)) == cells(plain))
  }

  @Test("cells that span rows of one another never make a page too high")
  func stairs() async throws {
    for breaking in [PageBreaking.firstFit, .optimal] {
      let rows = (1...60).map { index in
        "<tr><td rowspan=\"\(2 + index % 5)\">\(lines(index % 7 + 1, "s"))</td>"
          + "<td>\(lines(1 + index % 4))</td></tr>"
      }
      let css = "td { padding: 1.5pt 0 }"
      let table = "<table>\(rows.joined())</table>"
      let set = try await book(breaking, css: css).set(table)
      // A page may be a line long, if the margin below it is high.
      let high = SmallBook(
        css: Self.css + css + "@page { margin-bottom: 60pt }",
        page: Size(width: 100, height: 160), pageBreaking: breaking)
      #expect(try await !high.set(table).findings.contains { $0.rule == .overfullPage })
      #expect(!set.findings.contains { $0.rule == .overfullPage })
      for page in set.pages.indices {
        let bottom = SmallBook.fragments(of: set, page: page).map { $0.y + $0.height }.max()
        #expect((bottom ?? 0) <= 100 * 1024, "page \(page + 1)")
      }
      let all = SmallBook.lines(of: set).joined()
      #expect(all.count { $0 == "x" } == rows.indices.reduce(0) { $0 + 1 + ($1 + 1) % 4 })
      #expect(all.count { $0 == "s" } == rows.indices.reduce(0) { $0 + ($1 + 1) % 7 + 1 })
    }
  }
}
