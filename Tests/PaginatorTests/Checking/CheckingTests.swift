import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Comparing two page maps: which pages moved, from where to where, and why.
@Suite("Checking")
struct CheckingTests {
  /// Sets a body in the square font; a page of the default size holds ten lines.
  private func set(_ body: String, css: String = "", page: Size = Size(width: 100, height: 100))
    async throws -> Pagination
  {
    var book = SmallBook(preset: css)
    book.page = page
    return try await book.set(body)
  }

  private func record(_ pagination: Pagination) -> BookRecord {
    BookRecord(pagination, versions: [("paginate", "1")])
  }

  private func lines(_ range: ClosedRange<Int>) -> String {
    range.map { "<p>l\($0)</p>" }.joined()
  }

  @Test("a book compared with itself is the same, by its map and by its baseline")
  func same() async throws {
    let pagination = try await set(lines(1...35))
    let own = record(pagination)
    var map = PageMap(pagination)
    let fromMap = try BookRecord(json: map.json(versions: [("paginate", "1")]))
    let fromBaseline = try BookRecord(json: own.baseline)
    for other in [own, fromMap, fromBaseline] {
      let comparison = Comparison(old: other, new: own)
      #expect(comparison.isIdentical)
      #expect(comparison.firstDifference == nil && comparison.firstLine == nil)
      let changes = InputChange.changes(from: other, to: own)
      #expect(changes.isEmpty)
    }
    #expect(fromBaseline.pages.map(\.start) == own.pages.map(\.start))
    #expect(fromBaseline.baseline == own.baseline)
  }

  @Test("a blank page is at the same place in a record and in its baseline")
  func blankPage() async throws {
    let own = record(
      try await set("<p>a</p><p style='break-before: recto'>b</p>"))
    #expect(own.pages.map(\.isBlank) == [false, true, false])
    let comparison = Comparison(old: try BookRecord(json: own.baseline), new: own)
    #expect(comparison.isIdentical && comparison.firstDifference == nil)
  }

  @Test("two edits that cancel out move no page between them")
  func twoEdits() async throws {
    func book(_ first: String, _ last: String) -> String {
      // Each edit is on the ninth of ten lines of its page.
      lines(1...8) + "<p>\(first)</p>" + lines(9...37) + "<p>\(last)</p>" + lines(38...43)
    }
    let old = record(try await set(book("aaa", "bbbbbb")))
    let new = record(try await set(book("aaaaaa", "bbb")))
    #expect(old.pages.count == 5)
    #expect(Comparison(old: old, new: new).moved == [])
  }

  @Test("an inserted page shifts the next pages; the first difference and the next match are found")
  func insertion() async throws {
    // Each chapter fills one page; the second grows to two.
    func book(_ second: String) -> String {
      [lines(1...8), second, lines(21...28), lines(31...38)].map {
        "<div style=\"break-before: page\">\($0)</div>"
      }.joined()
    }
    let old = record(try await set(book(lines(11...18))))
    let new = record(try await set(book(lines(11...22))))
    let comparison = Comparison(old: old, new: new)
    #expect(old.pages.count == 4 && new.pages.count == 5)
    #expect(comparison.firstDifference == 2)
    #expect(
      comparison.fates == [
        .unchanged, .reflowed(from: 2), .inserted, .shifted(from: 3), .shifted(from: 4),
      ])
    #expect(comparison.meeting?.new == 4 && comparison.meeting?.old == 3)
    #expect(comparison.removed.isEmpty)
  }

  @Test("the first line that breaks differently is named with the word that now follows it")
  func line() async throws {
    let body = "<p>aaa bbb ccc ddd eee fff</p>" + lines(1...12)
    let old = record(try await set(body))
    let pagination = try await set(body, css: "p:first-child { padding-right: 40pt }")
    let comparison = Comparison(old: old, new: record(pagination))
    let line = try #require(comparison.firstLine)
    #expect(line.page == 1 && line.line == 1)
    #expect(line.start == 0 && line.oldEnd == 8 && line.newEnd == 4)
    let sentences = DifferenceDescription(comparison, pagination: pagination).sentences
    #expect(
      sentences.first
        == "page 1, line 1: the line ends before \"bbb\": 3 lines more in the paragraph")
  }

  @Test("a paragraph that takes one more line is found, and so is its page")
  func paragraph() async throws {
    let body = "<p class=\"x\">aaaa bbbb</p>" + lines(1...12)
    let old = record(try await set(body))
    let pagination = try await set(body, css: ".x { margin-right: 50pt }")
    let comparison = Comparison(old: old, new: record(pagination))
    #expect(
      comparison.paragraphs == [
        .init(document: "t.xhtml", paragraph: 1, page: 1, before: 1, after: 2)
      ])
    #expect(comparison.firstDifference == 1)
    let sentences = DifferenceDescription(comparison, pagination: pagination).sentences
    #expect(
      sentences.first
        == "page 1, line 1: the line ends before \"bbbb\": 1 line more in the paragraph")
  }

  @Test("a check policy allows the changes that it names, and no others")
  func policy() async throws {
    let old = record(try await set(lines(1...35)))
    let new = record(try await set(lines(1...45)))
    let comparison = Comparison(old: old, new: new)
    var policy = CheckPolicy()
    #expect(policy.violations(comparison) == ["the book has 5 pages and had 4"])
    policy.pages = .within(1)
    #expect(policy.violations(comparison).isEmpty)
    policy.pages = .total
    #expect(policy.violations(comparison).count == 1)
    policy.pages = .within(3)
    policy.multipleOf = 2
    #expect(policy.violations(comparison) == ["5 pages are no multiple of 2"])
    // The blank back of the last leaf belongs to a signature.
    policy.multipleOf = 6
    #expect(policy.violations(pageCount: 5).isEmpty)
    #expect(policy.violations(pageCount: 4) == ["4 pages are no multiple of 6"])
    #expect(CheckPolicy.pages("±3") == .within(3))
    #expect(CheckPolicy.pages("+-12") == .within(12))
    #expect(CheckPolicy.pages("+/-2") == .within(2) && CheckPolicy.pages("± 2") == .within(2))
    for text in ["some", " 3", "3", "+3", "-3", "/3", "±", "±  3", "±-3", "+-+3", "±3 ", "±٣"] {
      #expect(CheckPolicy.pages(text) == nil, "\(text)")
    }
  }

  @Test("a single change is the cause; of two changes a rerun finds the one that moved pages")
  func causes() async throws {
    let body = lines(1...35)
    let baseline = record(try await set(body))
    let lower = Size(width: 100, height: 80)
    let alone = record(try await set(body, page: lower))
    let only = try await Cause.find(from: baseline, to: alone) { _ in nil }
    #expect(only?.groups == [.option] && only?.proof == .onlyChange)
    let both = record(try await set(body, css: "p { color: red }", page: lower))
    let found = try await Cause.find(from: baseline, to: both) { groups in
      let css = groups.contains(.preset) ? "" : "p { color: red }"
      let page = groups.contains(.option) ? Size(width: 100, height: 100) : lower
      return record(try await set(body, css: css, page: page))
    }
    #expect(found?.groups == [.option] && found?.proof == .rerun)
    let unknown = try await Cause.find(from: baseline, to: both) { _ in nil }
    #expect(unknown?.groups == [.preset, .option] && unknown?.proof == .suspected)
  }

  @Test("line breaks are written in a compact form and read back")
  func breaks() async throws {
    let pagination = try await set("<p>hyphen\u{AD}ation aa</p><p>b</p>")
    let text = record(pagination).pages[0].breaks
    let lines = try #require(LineBreaks.lines(text))
    #expect(lines.map(\.endsParagraph) == [false, true, true])
    #expect(lines.first?.isHyphenated == true)
    #expect(lines.reduce(0) { $0 + $1.length } == record(pagination).pages[0].length)
    #expect(LineBreaks.lines("1x 2! 3") == nil)
  }

  @Test("a page end is explained by the lines that the page could end with")
  func explanation() async throws {
    var book = SmallBook(preset: "html { widows: 2; orphans: 2 }")
    book.page = Size(width: 100, height: 100)
    // Ten lines fit; the paragraph's last line would be a widow on the next page.
    let body = lines(1...6) + "<p>aaaaaaaa bbbbbbbb cccccccc dddddddd eeeeeeee</p>"
    let pagination = try await book.set(body)
    let explanation = try PageExplanation(pagination, page: pagination.pages[0])
    #expect(explanation.sentences.contains { $0.contains("widow: 1 of 2 lines would follow") })
    #expect(explanation.sentences.contains { $0.hasPrefix("  chosen, after \"cccccccc\"") })
    #expect(
      try explanation.line(7).contains { $0.contains("chosen") || $0.contains("line by line") })
    #expect(throws: BookError.self) { try explanation.line(99) }
  }

  @Test("a line's explanation says how far its first and last glyphs extend into the margins")
  func protrusion() async throws {
    let css = """
      p { text-align: justify; text-wrap: pretty; margin-kerning: auto; \
      margin-kerning-characters: '.' 0% 100%, 'T' 25% 0% }
      """
    let pagination = try await SmallBook(css: css).set("<p>aaaa aaaaa. Tbb bb bbbbbbbbbb</p>")
    let explanation = try PageExplanation(pagination, page: pagination.pages[0])
    #expect(try explanation.line(1)[0].hasSuffix(", its last glyph 10.00 pt into the margin"))
    #expect(try explanation.line(2)[0].hasSuffix(", its first glyph 2.50 pt into the margin"))
  }

  @Test("of the page ends that were chosen together, the chosen one has the lowest sum of costs")
  func plannedExplanation() async throws {
    var book = SmallBook(
      css: "p { text-indent: 0 }", preset: "html { widows: 2; orphans: 2 }",
      pageBreaking: .optimal)
    book.page = Size(width: 100, height: 100)
    // Paragraphs of three lines: the tenth line of a page would be an orphan, the eleventh a widow.
    let body = String(repeating: "<p>aaaaaaaa bbbbbbbb cccccccc</p>", count: 12)
    let pagination = try await book.set(body)
    #expect(pagination.pages.count == 4)
    for page in pagination.pages.dropLast() {
      let sentences = try PageExplanation(pagination, page: page).sentences
      let ends = sentences.filter { $0.hasPrefix("  chosen, before") || $0.hasPrefix("  also, ") }
      let sums = ends.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
      #expect(sums.count == ends.count && ends.count > 3)
      let chosen = try #require(ends.firstIndex { $0.hasPrefix("  chosen") })
      #expect(sums[chosen] == sums.min(), "page \(page.number)")
      #expect(ends[chosen].contains("a line short 470"))
      #expect(ends.contains { $0.contains("a full page 0, a widow or an orphan 400000") })
    }
    let second = try PageExplanation(pagination, page: pagination.pages[1]).sentences
    #expect(second.contains("  it faces page 3: 9 lines, 90.0 pt used"))
  }
}
