/// Explains why a page ends where it does: the possible page ends, and what each costs. For a line: the
/// breaks that were considered.
public struct PageExplanation {
  private let page: Pagination.Page
  private let chapter: ChapterLayout
  private let content: PageLayout
  private let pageBreaking: PageBreaking
  private let outcomes: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)]
  private let record: PageRecord?
  /// One sentence for each fact that decided the end of the page, in order.
  public private(set) var sentences: [String] = []

  /// Lays out the page's chapter once more, to record how it was done.
  /// - Throws: `BookError` for a blank page, or when no font is usable.
  public init(_ pagination: Pagination, page: Pagination.Page) throws {
    guard let (chapter, content) = pagination.layout(of: page) else {
      throw BookError(
        .badUsage, "page \(page.label) is blank: the chapter after it begins on the other side")
    }
    self.page = page
    self.chapter = chapter
    self.content = content
    var options = pagination.environment.options
    options.recordsBreaks = true
    pageBreaking = options.pageBreaking(on: page.template)
    let worker = ChapterWorker([
      LayoutEnvironment(cache: ShapingCache(fonts: options.fonts), options: options)
    ])
    let pages = pagination.pages.filter { $0.chapter == page.chapter && !$0.isBlank }
    let href = pagination.documents[chapter.chapter.document].href
    try worker.layOutAgain(
      chapter, on: pages.map(\.template), startsOnLeft: pages.first?.side == .left,
      kept: options.keptPages?.chapter(chapter.chapter, of: href))
    (outcomes, record) = (worker.recordedBreaks, worker.pageRecord)
    describe(pagination, href)
  }

  // MARK: The page

  private mutating func describe(_ pagination: Pagination, _ href: String) {
    let height = content.containerSize.height
    let used = Length(rawValue: content.usedHeight)
    let label = page.label == String(page.number) ? "" : " (number \(page.number))"
    sentences.append(
      "page \(page.label)\(label): \(content.lines.count) lines, \(points(used)) of \(points(height)) pt used, \(href)"
    )
    if !content.notes.isEmpty {
      let taken = content.usedHeight - content.noteAreaTop
      sentences.append(
        "  notes take \(points(Length(rawValue: taken))) pt at the foot: \(content.notes.count), of which \(content.notes.count { $0.isContinued }) go on from an earlier page"
      )
    }
    describeFacing(pagination)
    guard page.pageInChapter + 1 < chapter.pages.count else {
      sentences.append(
        "  it ends with its chapter: a forced break or the end of the document follows")
      return
    }
    sentences.append("  it ends before: \"\(words(at: content.end))\"")
    let starts = chapter.pages.map(\.start)
    if let search = record?.searches.last(where: { $0.pageStarts == starts }) {
      sentences.append(
        "  the page ends of this chapter were chosen together: the lowest sum of costs")
      sentences += considered(search)
      return
    }
    sentences.append(
      pageBreaking == .optimal
        ? "  the pages of this chapter were filled one by one: it has rows that may be cut, or no plan was found"
        : "  pages are filled one by one")
    sentences += candidates().map { "  " + $0 }
  }

  /// Says how deep the other page of the spread is.
  private mutating func describeFacing(_ pagination: Pagination) {
    // Left pages come first in a book that is bound on the left.
    let isSecond = (page.side == .right) != pagination.isRightToLeft
    let index = page.number - 1 + (isSecond ? -1 : 1)
    guard pagination.pages.indices.contains(index), pagination.pages[index].side != page.side
    else { return }
    let facing = pagination.pages[index]
    guard let (_, other) = pagination.layout(of: facing) else {
      return sentences.append("  it faces page \(facing.label), which is blank")
    }
    sentences.append(
      "  it faces page \(facing.label): \(other.lines.count) lines, \(points(Length(rawValue: other.usedHeight))) pt used"
    )
  }

  /// How many lines a page end may be above the foot of the page to be shown.
  private static let mostLinesShort = 4

  /// The ends near the foot of the page that the search considered, from the last in the text to the
  /// first.
  private func considered(_ search: PageSearch) -> [String] {
    let ends = search.considered(page: page.pageInChapter, mostShort: Self.mostLinesShort)
    return ends.reversed().map { end in
      let place = end.offset.map { "before \"\(words(at: $0))\"" } ?? "with the chapter"
      var costs = parts(of: end)
      let most = PageEnds.usuallyMostShort
      if end.shortfall > most, !end.isChosen {
        costs.append("taken only where no end is at most \(most) lines short")
      }
      costs.append(end.rest.map { "the rest of the chapter \($0)" } ?? "no way to go on")
      let sum = end.rest.map { ": \(end.price.total + $0)" } ?? ""
      return
        "  \(end.isChosen ? "chosen" : "also"), \(place): \(costs.joined(separator: ", "))\(sum)"
    }
  }

  /// The costs of a page end, by name.
  private func parts(of end: PageSearch.ConsideredEnd) -> [String] {
    let (price, costs) = (end.price, PageCosts())
    let depth =
      switch end.shortfall {
      case ..<0: "a line long"
      case 0: "a full page"
      case 1: "a line short"
      default: "\(end.shortfall) lines short"
      }
    let rule =
      switch price.rules {
      case costs.hyphen: "a hyphen at the foot"
      case costs.row: "one row of a table alone"
      case costs.lines: "a widow or an orphan"
      default: "a break that the style avoids"
      }
    let named = [
      (rule, price.rules), ("paragraphs set in other lines", price.paragraphs),
      ("an edge without text", price.bareEdge), ("a short last page", price.shortEnd),
      ("not as in the earlier edition", price.unkept),
      ("the facing page ends elsewhere", price.unlevel),
    ]
    return ["\(depth) \(price.depth)"] + named.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// The possible ends near the foot of a page that was filled by itself: after the first lines of the
  /// next page, then after the last lines of this one, from the bottom up.
  private func candidates() -> [String] {
    let next = chapter.pages[page.pageInChapter + 1]
    var result: [String] = []
    // Lines that the page could also hold, by height alone.
    var y = content.notes.isEmpty ? content.usedHeight : content.noteAreaTop
    let limit = content.notes.isEmpty ? content.containerSize.height.rawValue : content.noteAreaTop
    for index in next.lines.prefix(3) {
      y += chapter.lines[index].height
      let verdict =
        y > limit
        ? "no room (\(points(Length(rawValue: y - limit))) pt short)" : obstacle(after: index)
      result.append("one line later, after \"\(tail(of: index))\": \(verdict)")
      if y > limit { break }
    }
    var height = 0
    for index in content.lines.reversed().prefix(4) {
      let isChosen = index == content.lines.upperBound - 1
      let less = isChosen ? "" : ", \(points(Length(rawValue: height))) pt less on the page"
      result.append(
        "\(isChosen ? "chosen" : "earlier"), after \"\(tail(of: index))\": \(obstacle(after: index))\(less)"
      )
      height += chapter.lines[index].height
    }
    return result
  }

  private static let free = "no rule is against it"

  /// What was against a page end after a line.
  private func obstacle(after index: Int) -> String {
    guard index + 1 < chapter.lines.count else { return Self.free }
    let offset = Int(chapter.lines[index + 1].start)
    guard let found = record?.opportunities.first(where: { $0.offset == offset }) else {
      return "inside a row that is kept whole"
    }
    switch found.obstacle {
    case .none: return Self.free
    case .hyphen: return "the page would end in a hyphen"
    case .row: return "one row of the table would be alone"
    case .avoid: return "the style keeps what is before and after it together"
    case .lines:
      guard let (before, after) = found.lines else { return "a widow or an orphan" }
      let style = chapter.text.styles[
        Int(chapter.text.paragraphs[Int(chapter.lines[index].paragraph)].style)
      ].text
      return after < style.widows
        ? "widow: \(after) of \(style.widows) lines would follow"
        : "orphan: \(before) of \(style.orphans) lines would stay"
    }
  }

  // MARK: A line

  /// The breaks that were considered for a line, from the last in the text to the first.
  /// - Parameter number: counted from 1 on the page.
  /// - Throws: `BookError` for a number that no line has.
  public func line(_ number: Int) throws -> [String] {
    guard number > 0, number <= content.lines.count else {
      throw BookError(
        .badUsage, "page \(page.label) has no line \(number): it has \(content.lines.count)")
    }
    let line = chapter.lines[content.lines.lowerBound + number - 1]
    guard let outcome = outcomes.last(where: { $0.paragraph == Int(line.paragraph) })?.outcome
    else { return ["line \(number): nothing was broken here"] }
    let words = chapter.text.string(in: Int(line.start)..<Int(line.end)).trimmed
    var result = [
      "line \(number): \"\(words)\", spaces \(spaceChange(line))\(protrusion(of: line, outcome))"
    ]
    guard !outcome.isGreedy else {
      return result + ["  set line by line: each takes in what fits"]
    }
    result.append("  the paragraph's lines cost \(outcome.demerits) demerits together")
    return result + considered(outcome, line)
  }

  /// How far the line's first and last glyphs extend into the margins.
  private func protrusion(
    of line: LineFragment, _ outcome: ParagraphBreaker.Outcome
  ) -> String {
    let start = outcome.candidates.last { $0.offset == line.start }?.startProtrusion ?? 0
    let end = outcome.candidates.first { $0.offset == line.end }?.endProtrusion ?? 0
    let parts = [("first", start), ("last", end)].filter { $0.1 > 0 }.map {
      "its \($0.0) glyph \(hundredths(of: Int($0.1))) pt into the margin"
    }
    return parts.map { ", " + $0 }.joined()
  }

  private func considered(_ outcome: ParagraphBreaker.Outcome, _ line: LineFragment) -> [String] {
    let start = outcome.candidates.last { $0.offset <= line.start }
    let base = start.map { ($0.widthAfter, $0.stretchAfter, $0.shrinkAfter) } ?? (0, 0, 0)
    var rows: [String] = []
    for candidate in outcome.candidates where candidate.offset > line.start {
      let width = candidate.widthBefore - base.0 + Int(candidate.hyphenWidth)
      let room = line.width - width
      let give = room >= 0 ? candidate.stretchBefore - base.1 : candidate.shrinkBefore - base.2
      let ratio = give > 0 ? Double(room) / Double(give) : room == 0 ? 0 : .infinity
      guard ratio >= -1 else { break }
      guard ratio < 4 || candidate.offset == line.end else { continue }
      let isChosen = candidate.offset == line.end
      guard !isChosen || !line.flags.contains(.isLastOfParagraph) else {
        rows.append("  chosen: the end of the paragraph, whose last line is not stretched")
        continue
      }
      let from = max(Int(line.start), Int(candidate.offset) - 14)
      let word = chapter.text.string(in: from..<Int(candidate.offset)).trimmed
      let hundredths = Int((ratio * 100).rounded())
      rows.append(
        "  \(isChosen ? "chosen" : "also") \"...\(word)\(candidate.showsHyphen ? "-" : "")\": "
          + "\(room >= 0 ? "stretched" : "shrunk") by \(abs(hundredths)) %\(candidate.penalty > 0 ? ", penalty \(candidate.penalty)" : "")"
      )
    }
    return rows.reversed()
  }

  private func spaceChange(_ line: LineFragment) -> String {
    guard line.stretchCount > 0 else { return "as they are" + glyphChange(line) }
    let each = Length(rawValue: line.extra / Int(line.stretchCount))
    let spaces =
      "\(line.extra >= 0 ? "wider" : "narrower") by \(points(each < 0 ? 0 - each : each)) pt"
    return spaces + glyphChange(line)
  }

  /// How glyph widths and letter spacing on a line differ from their normal values.
  private func glyphChange(_ line: LineFragment) -> String {
    var result = ""
    if line.glyphStretch != 0 {
      let tenths = abs(Int(line.glyphStretch))
      result +=
        ", glyphs \(line.glyphStretch > 0 ? "wider" : "narrower") by \(tenths / 10).\(tenths % 10) %"
    }
    if line.letterExtra != 0 {
      result +=
        ", letters \(line.letterExtra > 0 ? "further apart" : "closer") by \(hundredths(of: Int(line.letterExtra))) pt"
    }
    return result
  }

  // MARK: Words

  private func points(_ length: Length) -> String {
    guard length < .infinite else { return "endless" }
    let tenths = (length.rawValue * 10 + 512) / 1024
    return "\(tenths / 10).\(abs(tenths % 10))"
  }

  /// A small length without its sign, in points with two decimals.
  private func hundredths(of length: Int) -> String {
    let hundredths = (abs(length) * 100 + 512) / 1024
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// The first words of the paragraph's text from an offset on.
  private func words(at offset: Int) -> String {
    let start = min(offset, chapter.text.length)
    let paragraph = chapter.text.paragraphIndex(at: start)
    let end = Int(chapter.text.paragraphs[paragraph].end)
    return chapter.text.string(in: start..<min(start + 40, max(start, end))).trimmed
  }

  private func tail(of index: Int) -> String {
    let line = chapter.lines[index]
    return chapter.text.string(in: max(Int(line.start), Int(line.end) - 24)..<Int(line.end)).trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    split(whereSeparator: { $0.isWhitespace || $0 == "\u{2028}" }).joined(separator: " ")
  }
}
