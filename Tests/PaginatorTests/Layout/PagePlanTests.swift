import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Optimal page breaking, and the baseline grid. In the square font characters are 10 points wide
/// and lines 10 points high.
@Suite("Planned pages")
struct PagePlanTests {
  // MARK: The search

  /// Tries every plan for a chapter, until it costs as much as one that was found: no cost is below
  /// zero. The search must find the least cost of these.
  private struct Exhaustive {
    let material: PageMaterial
    let costs: PageCosts
    let height: Int
    let startsOnLeft: Bool?
    var least = Int.max

    /// Tries all variants of all pieces, with all page ends; sets `least`.
    mutating func search() {
      setPieces(0, [], 0)
    }

    private mutating func setPieces(_ piece: Int, _ rows: [PageMaterial.Row], _ cost: Int) {
      guard piece < material.pieces.count else { return breakPages(rows, 0, 0, cost, nil) }
      for (number, variant) in material.pieces[piece].variants.enumerated() {
        let own = material.variants[variant]
        setPieces(
          piece + 1, rows + material.rows[own.rows], cost + (number > 0 ? own.cost : 0))
      }
    }

    /// The offset at which a page should begin: -1 for any, -2 if there was no such page.
    private func kept(_ page: Int) -> Int {
      page < material.keptStarts.count ? material.keptStarts[page] : -2
    }

    /// - Parameter facing: by how many lines the facing left page is short; nil without one.
    private mutating func breakPages(
      _ rows: [PageMaterial.Row], _ start: Int, _ page: Int, _ cost: Int, _ facing: Int?
    ) {
      guard cost < least else { return }
      let isLeft = startsOnLeft.map { $0 != (page % 2 == 1) }
      var bottom = 0
      var end = start
      while end < rows.count {
        let top = end == start ? (page == 0 ? rows[end].gap : rows[end].gapAtTop) : rows[end].gap
        guard bottom + top + rows[end].height <= height + material.overrun else { break }
        bottom += top + rows[end].height
        end += 1
        let isLong = bottom > height
        if end == rows.count {
          let text = rows[start..<end].count
          let last = page == 0 ? 0 : max(0, costs.leastLastLines - text) * costs.shortEnd
          let missing = max(0, material.keptStarts.count - page - 1) * costs.unkept
          least = min(least, cost + last + missing + (isLong ? costs.long : 0))
          return
        }
        let short = isLong ? -1 : (height - bottom) / material.lineHeight
        let kept = material.keptStarts.isEmpty ? nil : self.kept(page + 1)
        let isKept = kept == .some(-1) || kept == rows[end].offset
        guard short <= 3, rows[end].cost < (isKept ? costs.lines : costs.hyphen) else { continue }
        var own = cost + rows[end].cost + costs.short(short)
        if isLong, kept != nil, !isKept { continue }
        if kept != nil, !isKept { own += costs.unkept }
        if let facing {
          own += costs.unlevel(abs(short - facing))
        } else if isLeft == nil {
          own += costs.unlevel(abs(short))
        }
        breakPages(rows, end, page + 1, own, isLeft == true ? short : nil)
      }
    }
  }

  private func material(_ generator: inout SeededRandom, isKept: Bool = false) -> PageMaterial {
    var material = PageMaterial()
    material.lineHeight = 10
    for _ in 0..<Int.random(in: 2...5, using: &generator) {
      let count = Int.random(in: 1...5, using: &generator)
      let first = material.variants.count
      let changes = count > 2 ? [0, 1, -1].prefix(Int.random(in: 1...3, using: &generator)) : [0]
      for change in changes {
        let start = material.rows.count
        for line in 0..<count + change {
          let gap = line == 0 ? [0, 0, 10].randomElement(using: &generator)! : 0
          material.rows.append(
            PageMaterial.Row(
              offset: material.pieces.count * 10 + line, height: 10, gap: gap, gapAtTop: 0,
              baseline: -1,
              cost: [0, 0, 0, 50, 400_000].randomElement(using: &generator)!, notes: .init(),
              isOutOfFlow: false, reach: 0, hasText: true, isLine: true, headHeight: 0,
              forcesBreak: false))
        }
        // All variants of a paragraph have the same space above and the same cost of a break there.
        let gap = material.rows[
          material.variants.isEmpty || change == 0
            ? start : material.variants[first].rows.lowerBound
        ].gap
        let cost = material.rows[change == 0 ? start : material.variants[first].rows.lowerBound]
          .cost
        material.rows[start].gap = gap
        material.rows[start].cost = cost
        material.variants.append(
          PageMaterial.Variant(
            rows: start..<material.rows.count,
            cost: change == 0 ? 0 : Int.random(in: 30...900, using: &generator)))
      }
      material.pieces.append(
        PageMaterial.Piece(variants: first..<material.variants.count))
    }
    if isKept {
      let places = material.rows.map(\.offset)
      material.keptStarts = (0..<Int.random(in: 1...5, using: &generator)).map { page in
        page == 0
          ? 0 : [-1, places.randomElement(using: &generator)!].randomElement(using: &generator)!
      }
    }
    return material
  }

  @Test(
    "the plan for a chapter has the least cost of all plans", arguments: [nil, false, true],
    [false, true])
  func cheapest(startsOnLeft: Bool?, isKept: Bool) {
    var generator = SeededRandom(seed: 20_261_122)
    var planned = 0
    for round in 0..<400 {
      var material = material(&generator, isKept: isKept)
      let height = Int.random(in: 4...6, using: &generator) * 10
      material.overrun = Bool.random(using: &generator) ? 10 : 0
      var exhaustive = Exhaustive(
        material: material, costs: PageCosts(), height: height, startsOnLeft: startsOnLeft)
      exhaustive.search()
      guard exhaustive.least < .max else { continue }
      var memo = PageEndMemo()
      let plan = PageBreaker(
        material: material, costs: PageCosts(), height: height, startsOnLeft: startsOnLeft
      ).plan(&memo)
      #expect(plan?.cost == exhaustive.least, "round \(round)")
      planned += 1
    }
    #expect(planned > 100)
  }

  // MARK: Chapters

  private static let page = Size(width: 660, height: 300)
  private static let optimal = "html { page-breaking: optimal; widows: 2; orphans: 2 }"

  /// Paragraphs of random length, and their random words in order.
  private static func prose(_ count: Int, seed: UInt64) -> (body: String, words: [String]) {
    var generator = SeededRandom(seed: seed)
    let paragraphs = RandomProse(words: 2...60, letters: 1...9).paragraphs(count, &generator)
    let body = paragraphs.map { "<p>\($0.joined(separator: " "))</p>" }.joined()
    return (body, paragraphs.flatMap { $0 })
  }

  private func set(_ body: String, css: String, preset: String) async throws -> Pagination {
    var book = SmallBook(css: css, page: Self.page)
    book.preset = preset
    return try await book.set(body)
  }

  private static func depth(_ pagination: Pagination, _ page: Int) -> Int {
    SmallBook.fragments(of: pagination, page: page).map { $0.y + $0.height }.max() ?? 0
  }

  /// Counts the spreads before the last two pages, and those of them that do not end level.
  private static func unlevelSpreads(_ pagination: Pagination) -> (unlevel: Int, all: Int) {
    var counts = (unlevel: 0, all: 0)
    for page in pagination.pages.indices.dropLast(2) where pagination.pages[page].side == .left {
      counts.all += 1
      if depth(pagination, page) != depth(pagination, page + 1) { counts.unlevel += 1 }
    }
    return counts
  }

  private static let css = """
    p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2%;
      letter-spacing-limit: 0.01em }
    """

  @Test("facing pages end level, there are no widows or orphans, and every word is set once")
  func level() async throws {
    var (unlevel, plain, all) = (0, 0, 0)
    for seed in 1...6 {
      let (body, words) = Self.prose(180, seed: UInt64(seed))
      let planned = try await set(body, css: Self.css, preset: Self.optimal)
      let lines = SmallBook.lines(of: planned).flatMap { $0 }
      #expect(lines.joined(separator: " ").split(separator: " ").map(String.init) == words)
      for page in planned.pages.indices {
        let own = SmallBook.fragments(of: planned, page: page)
        let foot: Int = 300 * 1024
        #expect(own.allSatisfy { $0.y + $0.height <= foot })
        guard let first = own.first?.flags, let last = own.last?.flags else { continue }
        let isWidow = first.contains(.isLastOfParagraph) && !first.contains(.isFirstOfParagraph)
        #expect(!isWidow, "a widow on page \(page + 1), seed \(seed)")
        let isOrphan = last.contains(.isFirstOfParagraph) && !last.contains(.isLastOfParagraph)
        #expect(!isOrphan, "an orphan on page \(page + 1), seed \(seed)")
      }
      let counts = Self.unlevelSpreads(planned)
      unlevel += counts.unlevel
      all += counts.all
      plain +=
        Self.unlevelSpreads(
          try await set(body, css: Self.css, preset: "html { widows: 2; orphans: 2 }")
        ).unlevel
    }
    #expect(all > 50)
    #expect(unlevel * 20 <= all && unlevel * 8 <= plain, "\(unlevel) of \(all); \(plain)")
  }

  @Test("a number in the margin keeps its place where its paragraph might be set longer or shorter")
  func numbersInMargins() async throws {
    let (body, _) = Self.prose(180, seed: 1)
    let numbered = body.replacingOccurrences(of: "<p>", with: "<p><i>1</i>")
    let numbers = """
      p { position: relative; margin-left: 30pt } i { position: absolute; left: -30pt }
      """
    let pagination = try await set(numbered, css: Self.css + numbers, preset: Self.optimal)
    for layout in pagination.chapters {
      let places = layout.attachments.values.compactMap(\.float)
      #expect(places.count == layout.attachments.count && !places.isEmpty)
      #expect(places.allSatisfy { $0.x == -30 * 1024 })
    }
  }

  @Test("a chapter is planned for the side that it starts on")
  func sides() async throws {
    // With first chapters of different lengths, the second begins on the left or on the right. Ragged
    // paragraphs keep their numbers of lines, so that some pages are short.
    var sided = 0
    for first in [1, 20, 40, 60] {
      let (body, _) = Self.prose(160, seed: 3)
      let pagination = try await set(
        "<div>\(Self.prose(first, seed: 9).body)</div><div style='break-before: page'>\(body)</div>",
        css: "p { text-wrap: pretty }", preset: Self.optimal)
      for chapter in pagination.chapters where chapter.suitsLeft != nil {
        let start = pagination.pages.first {
          $0.pageInChapter == 0 && pagination.chapters[$0.chapter] === chapter
        }
        #expect(chapter.suitsLeft == (start?.side == .left))
        sided += start?.side == .left ? 1 : 0
      }
    }
    #expect(sided > 0)
  }

  @Test("planned pages of plain lines are full, but for the last")
  func full() async throws {
    let body = String(repeating: "<p>aa</p>", count: 46)
    let pagination = try await SmallBook(pageBreaking: .optimal).set(body)
    #expect(SmallBook.lines(of: pagination).map(\.count) == [10, 10, 10, 10, 6])
  }

  @Test("a page is shorter than three lines where the last page would have a few lines")
  func shortLastPage() async throws {
    func lines(_ name: String, _ count: Int) -> String {
      String(repeating: "<p>\(name)</p>", count: count)
    }
    // With five lines more, the second page is not the last one.
    for (rest, counts) in [(3, [25, 8]), (8, [30, 8])] {
      let pagination = try await SmallBook.planned("", .optimal).set(
        lines("x", 25) + "<div style='break-inside: avoid'>\(lines("y", 5))</div>"
          + lines("z", rest))
      #expect(SmallBook.lines(of: pagination).map(\.count) == counts)
    }
  }

  @Test("the page-breaking option overrides the style")
  func option() async throws {
    let (body, _) = Self.prose(60, seed: 2)
    let planned = try await set(body, css: Self.css, preset: Self.optimal)
    let firstFit = try await set(body, css: Self.css, preset: "html { widows: 2; orphans: 2 }")
    #expect(SmallBook.lines(of: planned) != SmallBook.lines(of: firstFit))
    var book = SmallBook(css: Self.css, page: Self.page)
    book.preset = Self.optimal
    book.pageBreaking = .firstFit
    #expect(SmallBook.lines(of: try await book.set(body)) == SmallBook.lines(of: firstFit))
  }

  @Test("a short box with a height does not keep its chapter from being planned")
  func boxWithHeight() async throws {
    let rule = "<hr style='height: 1pt; border: 0; margin: 14pt 0 15pt'/>"
    let (before, first) = Self.prose(90, seed: 11)
    let (after, second) = Self.prose(90, seed: 12)
    let planned = try await set(before + rule + after, css: Self.css, preset: Self.optimal)
    let lines = SmallBook.lines(of: planned).flatMap { $0 }.filter { !$0.isEmpty }
    let words: [String] = lines.joined(separator: " ").split(separator: " ").map(String.init)
    #expect(words == first + second)
    let counts = Self.unlevelSpreads(planned)
    #expect(counts.all > 8 && counts.unlevel == 0, "\(counts)")
    #expect(
      Self.unlevelSpreads(
        try await set(
          before + rule + after, css: Self.css, preset: "html { widows: 2; orphans: 2 }")
      ).unlevel > 0)
  }

  @Test("optimal page breaking keeps a heading with its text and a table whole")
  func kept() async throws {
    let (before, _) = Self.prose(17, seed: 5)
    let (after, _) = Self.prose(19, seed: 6)
    let pagination = try await set(
      before + "<h2 style='break-after: avoid; margin: 10pt 0'>heading</h2>" + after
        + "<table style='break-inside: avoid'><tr><td>one</td></tr><tr><td>two</td></tr></table>"
        + after, css: Self.css, preset: Self.optimal)
    let pages = SmallBook.lines(of: pagination)
    #expect(pages.count > 5)
    let heading = try #require(pages.first { $0.contains("heading") })
    #expect(heading.last != "heading")
    #expect(pages.contains { $0.contains("one") && $0.contains("two") })
  }

  @Test("the text before a block that is kept whole is on one page, however short")
  func beforeKeptBlock() async throws {
    func lines(_ count: Int) -> String { String(repeating: "<p>aa</p>", count: count) }
    let book = SmallBook(page: Size(width: 100, height: 500), pageBreaking: .optimal)
    let pagination = try await book.set(
      lines(6) + "<div style='break-inside: avoid'>\(lines(48))</div>" + lines(6))
    // The last page keeps five lines of the six that follow.
    #expect(SmallBook.lines(of: pagination).map(\.count) == [6, 49, 5])
  }

  @Test(
    "a letter's closing stays with the lines before it, its salutation with those after it",
    arguments: [
      PageBreaking.firstFit, .optimal,
    ])
  func letters(breaking: PageBreaking) async throws {
    for count in 60..<75 {
      let lines = (0..<count).map { "<p>line\($0)</p>" }.joined()
      var book = SmallBook()
      book.page = Size(width: 200, height: 400)
      book.preset =
        try #require(Preset.css(named: "novel"))
        + "@page { margin: 0 } html { font-family: Square }"
      book.pageBreaking = breaking
      let pages = try await book.lines(
        "<p epub:type='z3998:salutation'>Dear</p>\(lines)<p epub:type='z3998:valediction'>Yours</p>"
          + "<p epub:type='z3998:salutation'>Sir</p><p>more</p>")
      let place = try #require(pages.firstIndex { $0.contains("Yours") })
      #expect(pages[place].first != "Yours", "\(count) lines")
      let next = try #require(pages.firstIndex { $0.contains("Sir") })
      #expect(pages[next].last != "Sir", "\(count) lines")
    }
  }

  // MARK: The grid

  private func tops(_ body: String, css: String = "") async throws -> [Int] {
    let pagination = try await SmallBook(
      css: "body { baseline-grid: auto } \(css)", page: Size(width: 100, height: 200)
    ).set(body)
    return SmallBook.fragments(of: pagination).map { $0.y / 1024 }
  }

  @Test("text stays on the baseline grid; smaller text in between is centred in its space")
  func grid() async throws {
    #expect(try await tops("<p>a</p><p style='margin-top: 3pt'>b</p><p>c</p>") == [0, 20, 30])
    // Two lines of 7 points take 14 of 20 points; 3 are above them and 3 below.
    let small = "<div style='font-size: 7pt; line-height: 7pt'><p>b</p><p>c</p></div>"
    #expect(try await tops("<p>a</p>\(small)<p>d</p>") == [0, 13, 20, 30])
    let free = try await tops(
      "<p>a</p><p style='margin-top: 3pt; baseline-grid: none'>b</p><p style='margin-top: 7pt'>c</p>"
    )
    #expect(free == [0, 13, 30])
    #expect(
      try await tops(
        "<p>a</p><p style='margin-top: 3pt'>b</p>", css: "body { baseline-grid: none }")
        == [0, 13])
  }

  @Test("the grid's step is the line height of the root, or of most of the text")
  func step() async throws {
    let high = "p { line-height: 14pt }"
    // 14 of a line and 5 of the margin, which takes a whole line.
    let all = try await tops("<p>a</p><p style='margin-top: 9pt'>b</p><p>c</p>", css: high)
    #expect(all == [0, 28, 42])
    let some =
      "<p>aaaaaa</p><h1 style='font: 10pt/14pt Square; margin: 3pt 0'>bbbbbbbbb</h1><p>c</p>"
    #expect(try await tops(some) == [0, 13, 30], "a third of the text has the root's line height")
  }

  @Test("a small margin above an indented paragraph vanishes on the grid, a larger one is a line")
  func smallMargins() async throws {
    let indented = "p { text-indent: 10pt }"
    let small = "<p>a</p><p style='margin-top: 4pt'>b</p>"
    #expect(try await tops(small, css: indented) == [0, 10])
    for display in ["text-align: center", "margin-left: 20pt"] {
      let body = "<p style='\(display)'>a</p><p style='margin-top: 4pt'>b</p>"
      #expect(try await tops(body, css: indented) == [0, 20], "as above a display")
    }
    #expect(
      try await tops(small) == [0, 20], "without an indent only the space shows the paragraph")
    #expect(try await tops("<p>a</p><p style='margin-top: 2.5pt'>b</p>") == [0, 10])
    #expect(try await tops("<p>a</p><p style='margin-top: 14pt'>b</p>") == [0, 20])
    #expect(try await tops("<p>a</p><p style='margin-top: 15pt'>b</p>") == [0, 30])
    #expect(try await tops("<p>a</p><p style='margin-top: 5pt'>b</p>", css: indented) == [0, 20])
    // An empty line is not on the grid.
    let empty = "p + p::before { content: ''; display: block; margin-top: -3pt; height: 3pt }"
    #expect(try await tops("<p>a</p><p>b</p>", css: empty).last == 10)
    let box = "<p>a</p><div style='border-top: 1pt solid; margin-top: 2pt'><p>b</p></div>"
    #expect(try await tops(box, css: indented).last != 10, "borders keep their room")
  }

  @Test("rows of a table with one cell touch the rows around them")
  func gridAndTables() async throws {
    let rows = "<tr><td>b</td><td>c</td></tr><tr><td colspan='2'>d</td></tr><tr><td>e</td></tr>"
    let css = "table { border-spacing: 0; margin-top: 3pt } td { padding: 1pt 0 }"
    let all = try await tops("<p>a</p><table>\(rows)</table>", css: css)
    // 10 of the paragraph, 3 of the margin, 1 of padding; each row is 12 high.
    #expect(all == [0, 14, 14, 26, 38])
  }

  @Test("boxes without a margin touch; a float and its text share a baseline")
  func gridAndBoxes() async throws {
    let book = SmallBook(
      css:
        "body { baseline-grid: auto } h1 { font: 7pt/7pt Square; margin: 0 } h1, div { background: red }",
      page: Size(width: 100, height: 200))
    let boxed = try await book.set("<p>a</p><h1>b</h1><div><p>c</p></div>")
    let layout = try #require(boxed.layout(of: boxed.pages[0]))
    let boxes = layout.page.boxes.map { layout.chapter.boxes[$0] }
    #expect(boxes.count == 2 && boxes[0].y + boxes[0].height == boxes[1].y)
    let floated = try await tops(
      "<p>a</p><p style='margin-top: 3pt'><b style='float: left'>b</b>cc</p>")
    #expect(floated == [0, 20, 20])
  }

  @Test("a word of another size with the text's line height takes no extra line of the grid")
  func otherFace() async throws {
    // Type of 6 points in a line of 10 has 6.8 above the baseline and 3.2 below; the text, 8 and 2.
    let body = "<p>aaaa <b>b</b> aa aaaa aaaa</p>"
    let css = "b { font-size: 6pt; line-height: 10pt }"
    #expect(try await tops(body, css: css) == [0, 10])
    let little = "b { font-size: 6pt; line-height: 15pt }"
    #expect(try await tops(body, css: little) == [0, 10], "half a line is in the leading")
    let high = "b { font-size: 6pt; line-height: 16pt }"
    #expect(try #require(await tops(body, css: high).last) > 10, "one that is higher takes room")
  }

  @Test(
    "lines of all pages are in register in every preset",
    arguments: Preset.names.filter { $0 != "screen" })
  func register(preset: String) async throws {
    for name in BookTests.corpus {
      let path = Checkout.root.appendingPathComponent("corpus/\(name)/\(name).xhtml").path
      let options = PaginationOptions(
        preset: (name: preset, css: try #require(Preset.css(named: preset))))
      let pagination = try await paginate(Publication.open(path), options: options)
      var phases: Set<Int> = []
      for page in pagination.pages where !page.isBlank {
        let (chapter, content) = try #require(pagination.layout(of: page))
        for index in content.lines {
          let line = chapter.lines[index]
          let style = chapter.text.styles[Int(chapter.text.paragraphs[Int(line.paragraph)].style)]
          let step = style.text.baselineGrid.rawValue
          guard step > 0, abs(line.height - step) < 8, !line.flags.contains(.isOffPage),
            !isInTable(line, chapter)
          else { continue }
          phases.insert((line.y + line.baseline) % step / 64)
        }
      }
      #expect(1...2 ~= phases.count, "\(name): \(phases)")
    }
  }

  private func isInTable(_ line: LineFragment, _ chapter: ChapterLayout) -> Bool {
    var block = chapter.text.paragraphs[Int(line.paragraph)].block
    while block >= 0 {
      switch chapter.text.blocks[Int(block)].kind {
      case .block, .positioned: block = chapter.text.blocks[Int(block)].parent
      default: return true
      }
    }
    return false
  }
}
