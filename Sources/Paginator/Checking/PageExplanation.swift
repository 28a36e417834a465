/// Explains why a page ends where it does: the possible page ends, and what is against each. For a
/// line: the breaks that were considered.
public struct PageExplanation {
  private let pagination: Pagination
  private let page: Pagination.Page
  private let chapter: ChapterLayout
  private let content: PageLayout
  /// One sentence for each fact that decided the end of the page, in order.
  public private(set) var sentences: [String] = []

  /// - Throws: `BookError` for a blank page.
  public init(_ pagination: Pagination, page: Pagination.Page) throws {
    guard let (chapter, content) = pagination.layout(of: page) else {
      throw BookError(
        .badUsage, "page \(page.label) is blank: the chapter behind it begins on the other side")
    }
    self.pagination = pagination
    self.page = page
    self.chapter = chapter
    self.content = content
    describe()
  }

  // MARK: The page

  private mutating func describe() {
    let height = content.containerSize.height
    let used = Length(rawValue: content.usedHeight)
    let label = page.label == String(page.number) ? "" : " (number \(page.number))"
    sentences.append(
      "page \(page.label)\(label): \(content.lines.count) lines, \(points(used)) of \(points(height)) pt used, \(pagination.documents[chapter.chapter.document].href)"
    )
    if !content.notes.isEmpty {
      let taken = content.usedHeight - content.noteAreaTop
      sentences.append(
        "  notes take \(points(Length(rawValue: taken))) pt at the foot: \(content.notes.count), of which \(content.notes.count { $0.isContinued }) go on from an earlier page"
      )
    }
    guard page.pageInChapter + 1 < chapter.pages.count else {
      sentences.append(
        "  it ends with its chapter: a forced break or the end of the document follows")
      return
    }
    sentences.append("  it ends before: \"\(words(at: content.end))\"")
    if isPlanned {
      sentences.append(
        "  the page ends of this chapter were chosen together: the cheapest way through all of it")
    }
    for candidate in candidates() { sentences.append("  " + candidate) }
  }

  private var isPlanned: Bool {
    pagination.environment.options.pageBreaking(on: page.template) == .optimal
  }

  /// What it costs to end the page after a line: the number of missing lines, and any obstacle.
  private func price(endingAt bottom: Int, _ obstacle: String?) -> String {
    guard isPlanned, content.notes.isEmpty, let last = content.lines.last else {
      return obstacle ?? "allowed"
    }
    let height = max(1, chapter.lines[last].height)
    let room = content.containerSize.height.rawValue - bottom
    let short = room < 0 ? -1 : room / height
    let depth =
      switch short {
      case ..<0: "a line long"
      case 0: "a full page"
      case 1: "a line short"
      default: "\(short) lines short"
      }
    let cost = "\(depth), cost \(PageCosts().short(short))"
    return obstacle.map { "\($0); \(cost)" } ?? cost
  }

  /// The possible ends near the foot of the page: after the first lines of the next page, then
  /// after the last lines of this one, from the bottom up.
  private func candidates() -> [String] {
    let next = chapter.pages[page.pageInChapter + 1]
    var result: [String] = []
    // Lines that the page could also hold, by height alone.
    var y = content.notes.isEmpty ? content.usedHeight : content.noteAreaTop
    let limit = content.notes.isEmpty ? content.containerSize.height.rawValue : content.noteAreaTop
    for index in next.lines.prefix(3) {
      let line = chapter.lines[index]
      y += line.height
      let verdict =
        y > limit
        ? "no room (\(points(Length(rawValue: y - limit))) pt short)"
        : price(endingAt: y, obstacle(after: index))
      result.append("one line later, behind \"\(tail(of: index))\": \(verdict)")
      if y > limit { break }
    }
    for index in content.lines.reversed().prefix(4) {
      let line = chapter.lines[index]
      let verdict = price(endingAt: line.y + line.height, obstacle(after: index))
      let isChosen = index == content.lines.upperBound - 1
      result.append(
        "\(isChosen ? "chosen" : "earlier"), after \"\(tail(of: index))\": \(verdict)")
    }
    return result
  }

  /// The reason not to end a page after a line; nil if there is none.
  private func obstacle(after index: Int) -> String? {
    guard index + 1 < chapter.lines.count else { return nil }
    let text = chapter.text
    let above = chapter.lines[index]
    let below = chapter.lines[index + 1]
    if above.paragraph == below.paragraph {
      let style = text.styles[Int(text.paragraphs[Int(above.paragraph)].style)].text
      let own = chapter.lines.indices.filter { chapter.lines[$0].paragraph == above.paragraph }
      let before = own.count { $0 <= index }
      let after = own.count - before
      if after < style.widows { return "widow: \(after) of \(style.widows) lines would follow" }
      if before < min(style.orphans, own.count) {
        return "orphan: \(before) of \(style.orphans) lines would stay"
      }
    }
    let limits = text.styles[Int(text.paragraphs[Int(above.paragraph)].style)].text
      .hyphenationLimits
    if above.flags.contains(.isHyphenated), limits.areForPageEnds {
      return "the page would end in a hyphen"
    }
    return keep(above, below)
  }

  private func keep(_ above: LineFragment, _ below: LineFragment) -> String? {
    let text = chapter.text
    func chain(_ line: LineFragment) -> [Int32] {
      Array(text.blocks(around: text.paragraphs[Int(line.paragraph)].block))
    }
    let first = chain(above)
    let second = chain(below)
    if first.contains(where: { second.contains($0) && text.box(of: $0).avoidsBreakInside }) {
      return "both lines are in a block that is kept together"
    }
    if first.contains(where: { !second.contains($0) && text.box(of: $0).breakAfter == .avoid }) {
      return "a heading or the like is kept with what follows"
    }
    if second.contains(where: { !first.contains($0) && text.box(of: $0).breakBefore == .avoid }) {
      return "what follows is kept with what goes before"
    }
    return nil
  }

  // MARK: A line

  /// The breaks that were considered for a line, from the last in the text to the first.
  /// - Parameter number: counted from 1 on the page.
  /// - Throws: `BookError` for a number that no line has, or when no font is usable.
  public func line(_ number: Int) throws -> [String] {
    guard number > 0, number <= content.lines.count else {
      throw BookError(
        .badUsage, "page \(page.label) has no line \(number): it has \(content.lines.count)")
    }
    let line = chapter.lines[content.lines.lowerBound + number - 1]
    var options = pagination.environment.options
    options.recordsBreaks = true
    let worker = ChapterWorker([
      LayoutEnvironment(cache: ShapingCache(fonts: options.fonts), options: options)
    ])
    _ = try worker.layOut(chapter.chapter, container: content.containerSize)
    guard
      let outcome = worker.recordedBreaks.last(where: { $0.paragraph == Int(line.paragraph) })?
        .outcome
    else { return ["line \(number): nothing was broken here"] }
    var result = [
      "line \(number): \"\(chapter.text.string(in: Int(line.start)..<Int(line.end)).trimmed)\", spaces \(spaceChange(line))"
    ]
    guard !outcome.isGreedy else {
      return result + ["  set line by line: each takes in what fits"]
    }
    result.append("  the paragraph's lines cost \(outcome.demerits) demerits together")
    return result + considered(outcome, line)
  }

  private func considered(_ outcome: ParagraphBreaker.Outcome, _ line: LineFragment) -> [String] {
    let start = outcome.candidates.last { $0.offset <= line.start }
    let base = start.map { ($0.widthAfter, $0.stretchAfter, $0.shrinkAfter) } ?? (0, 0, 0)
    var rows: [String] = []
    for candidate in outcome.candidates where candidate.offset > line.start {
      let width = candidate.widthBefore - base.0 + candidate.hyphenWidth
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
      let hundredths = (abs(Int(line.letterExtra)) * 100 + 512) / 1024
      let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
      result +=
        ", letters \(line.letterExtra > 0 ? "further apart" : "closer") by \(hundredths / 100).\(digits) pt"
    }
    return result
  }

  // MARK: Words

  private func points(_ length: Length) -> String {
    guard length < .infinite else { return "endless" }
    let tenths = (length.rawValue * 10 + 512) / 1024
    return "\(tenths / 10).\(abs(tenths % 10))"
  }

  private func words(at offset: Int) -> String {
    chapter.text.string(
      in: min(offset, chapter.text.length)..<min(offset + 40, chapter.text.length)
    ).trimmed
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
