import EPUB
import Support
import Testing

@testable import Paginator

/// Pages that begin with the same words before and after a correction. In the square font
/// characters are 10 points wide and lines 10 points high.
@Suite("Kept pages")
struct KeptPagesTests {
  private static let css = """
    p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2%;
      letter-spacing-limit: 0.01em }
    """

  /// Pages of thirty lines, above margins of four.
  private var book: SmallBook {
    var book = SmallBook(
      css: "@page { margin-bottom: 40pt }" + Self.css, page: Size(width: 660, height: 340))
    book.preset = "html { page-breaking: optimal; widows: 2; orphans: 2 }"
    return book
  }

  /// Paragraphs of random words; no word occurs twice.
  private static func prose(_ count: Int, seed: UInt64) -> [[String]] {
    var generator = SeededRandom(seed: seed)
    var number = 0
    return RandomProse(words: 5...60, letters: 1...6).paragraphs(count, &generator).map {
      $0.map { word in
        number += 1
        return word + "\(number)"
      }
    }
  }

  private static func body(_ paragraphs: [[String]]) -> String {
    paragraphs.map { "<p>\($0.joined(separator: " "))</p>" }.joined()
  }

  private static func firstWords(_ pagination: Pagination) -> [String?] {
    SmallBook.lines(of: pagination).map { $0.first?.split(separator: " ").first.map(String.init) }
  }

  private static func words(_ pagination: Pagination) -> [String] {
    SmallBook.lines(of: pagination).flatMap { $0 }.joined(separator: " ").split(separator: " ")
      .map(String.init)
  }

  private static func kept(_ pagination: Pagination) -> KeptPages {
    BookRecord(pagination, versions: []).keptPages(name: "old.json")
  }

  private static func starts(_ pagination: Pagination) -> [Int] {
    BookRecord(pagination, versions: []).pages.map(\.start)
  }

  @Test("with kept pages, corrections move at most a tenth as many page starts")
  func corrections() async throws {
    let paragraphs = Self.prose(120, seed: 7)
    let old = try await book.set(Self.body(paragraphs))
    let beginnings = Self.firstWords(old)
    #expect(beginnings.count > 12)
    var generator = SeededRandom(seed: 8)
    var (moved, movedAnew) = (0, 0)
    for _ in 0..<40 {
      var changed = paragraphs
      let paragraph = Int.random(in: changed.indices, using: &generator)
      let word = Int.random(in: 1..<changed[paragraph].count, using: &generator)
      // Not the first word of a page: the page would then begin with another word.
      guard !beginnings.contains(changed[paragraph][word]) else { continue }
      changed[paragraph][word] = ["w", "averylongword", "two words"].randomElement(
        using: &generator)!
      var book = book
      let anew = try await book.set(Self.body(changed))
      book.keptPages = Self.kept(old)
      let again = try await book.set(Self.body(changed))
      let wanted = changed.joined().joined(separator: " ").split(separator: " ").map(String.init)
      #expect(Self.words(again) == wanted)
      let missed = zip(beginnings, Self.firstWords(again)).count { $0 != $1 }
      moved += missed
      movedAnew += zip(beginnings, Self.firstWords(anew)).count { $0 != $1 }
      #expect(
        again.findings.contains { $0.rule == .movedPage } == (missed > 0),
        "\(again.findings.map(\.message)) \(beginnings) \(changed[paragraph])")
    }
    #expect(movedAnew > 20 && moved * 10 <= movedAnew, "\(moved), \(movedAnew) without it")
  }

  @Test("without a correction pages begin as before, with either way to choose page ends")
  func unchanged() async throws {
    let body = Self.body(Self.prose(80, seed: 9))
    for breaking in [PageBreaking.optimal, .firstFit] {
      var book = book
      book.pageBreaking = breaking
      let old = try await book.set(body)
      book.pageBreaking = nil
      book.keptPages = Self.kept(old)
      let again = try await book.set(body)
      #expect(Self.firstWords(again) == Self.firstWords(old))
      #expect(again.findings.isEmpty)
      if breaking == .optimal { #expect(SmallBook.lines(of: again) == SmallBook.lines(of: old)) }
    }
  }

  /// Ninety paragraphs of one line, which cannot be made shorter or longer. A page holds thirty.
  private static func lines(tenth: [String]) -> [[String]] {
    (1...90).map { $0 == 10 ? tenth : ["line\($0)"] }
  }

  @Test("a page is a line long above a margin of four lines, so that the next ones are kept")
  func longPage() async throws {
    let old = try await book.set(Self.body(Self.lines(tenth: ["line10"])))
    let changed = Self.body(Self.lines(tenth: (1...15).map { "word\($0)" }))
    var book = book
    book.keptPages = Self.kept(old)
    let again = try await book.set(changed)
    #expect(Self.firstWords(again) == Self.firstWords(old))
    #expect(SmallBook.lines(of: again).map(\.count) == [31, 30, 30])
    #expect(again.findings.isEmpty)
    book.css += "@page { margin-bottom: 39pt }"
    book.page = Size(width: 660, height: 339)
    let moved = try await book.set(changed)
    #expect(SmallBook.lines(of: moved).allSatisfy { $0.count <= 30 })
    #expect(moved.findings.contains { $0.rule == .movedPage })
  }

  @Test("a page that cannot be kept is a finding that names the responsible paragraph")
  func impossible() async throws {
    let old = try await book.set(Self.body(Self.lines(tenth: ["line10"])))
    var book = book
    book.keptPages = Self.kept(old)
    let again = try await book.set(Self.body(Self.lines(tenth: (1...70).map { "w\($0)" })))
    let finding = try #require(again.findings.first { $0.rule == .movedPage })
    #expect(finding.message.contains("3 pages do not begin where old.json has them"))
    #expect(finding.message.contains("the paragraph \"w1 w2"))
    #expect(finding.page == 2)
    #expect(Self.firstWords(again).first == "line1")
  }

  @Test("each chapter of a document is kept by itself, even if an earlier one has grown")
  func chapters() async throws {
    let paragraphs = Self.prose(90, seed: 11)
    func body(_ paragraphs: [[String]]) -> String {
      [0..<30, 30..<60, 60..<90].map {
        "<div style='break-before: page'>\(Self.body(Array(paragraphs[$0])))</div>"
      }.joined()
    }
    let old = try await book.set(body(paragraphs))
    var changed = paragraphs
    changed[2] += ["with", "three", "words"]
    changed[41][3] = "corrected"
    var book = book
    book.keptPages = Self.kept(old)
    let again = try await book.set(body(changed))
    #expect(Self.firstWords(again) == Self.firstWords(old))
  }

  /// Pages of five lines: one begins with an image, one with the indent of a line of code, and the
  /// last of the first chapter has three lines.
  private static func mixed(_ addition: String = "") -> String {
    let image = "<p><img alt='' src=\"\(SmallBook.drawing(40, 40))\"/></p>"
    let code = "<pre>" + (1...8).map { "    line \($0)\n" }.joined() + "</pre>"
    let lines = (1...5).map { "<p>first\($0)</p>" }.joined()
    return "\(lines)\(image)<p>one</p><p>two</p>\(code)\(addition)"
      + "<div style='break-before: page'>\((1...7).map { "<p>next\($0)</p>" }.joined())</div>"
  }

  @Test(
    "pages that begin with images or spaces are found again, and a chapter's last page may grow",
    arguments: ["", "<p>more</p><p>and more</p>"])
  func imagesAndSpaces(addition: String) async throws {
    var book = SmallBook(
      css: "@page { margin-bottom: 40pt } img { display: block } pre { margin: 0 }",
      page: Size(width: 200, height: 90))
    let old = try await book.set(Self.mixed())
    let starts = Self.starts(old)
    #expect(starts.count > 5)
    book.keptPages = Self.kept(old)
    let again = try await book.set(Self.mixed(addition))
    #expect(again.findings.filter { $0.rule == .movedPage }.map(\.message) == [])
    #expect(again.pages.count == starts.count)
    if addition.isEmpty { #expect(Self.starts(again) == starts) }
  }
}
