/// Which characters of a chapter were drawn.
struct DrawnTexts {
  /// Of the chapter's own text: a flag for each UTF-16 unit.
  private var own: [Bool]
  /// Of texts of their own, such as notes and inline blocks, by the node that they come from.
  private var nested: [ContentSource: RangeSet<Int>] = [:]
  private let layout: ChapterLayout

  init(_ layout: ChapterLayout) {
    self.layout = layout
    own = Array(repeating: false, count: layout.text.length)
  }

  mutating func add(_ word: LintCanvas.Word, _ report: inout LintReport) {
    let isOwn = isOwn(word)
    // Text that styles generate in boxes of their own has no place that tells two boxes apart.
    let isGenerated = if case .generated = word.source { true } else { false }
    if isGenerated, !isOwn { return }
    let isNew =
      isOwn
      ? insertOwn(word.range)
      : Self.insert(word.range, into: &nested[word.source, default: RangeSet()])
    if !isNew, !isGenerated, !word.isSpace {
      report.add(.repeatedText, "\"\(word.text)\" is drawn twice", word)
    }
  }

  /// - Returns: false if some of the range was drawn already.
  private mutating func insertOwn(_ range: Range<Int>) -> Bool {
    guard !own[range].contains(true) else { return false }
    for offset in range { own[offset] = true }
    return true
  }

  /// - Returns: false if some of the range is in the set already.
  private static func insert(_ range: Range<Int>, into drawn: inout RangeSet<Int>) -> Bool {
    guard !range.contains(where: drawn.contains) else { return false }
    drawn.insert(contentsOf: range)
    return true
  }

  /// A word may begin with a generated quotation mark, and may go on in another element: the first
  /// of its characters that the source has says which text it is from.
  private func isOwn(_ word: LintCanvas.Word) -> Bool {
    let text = layout.text
    if case .label = word.source { return false }
    guard word.range.upperBound <= text.length,
      word.units.elementsEqual(text.units[word.range])
    else { return false }
    guard case .node(let node, let document) = word.source else {
      // The dots of a leader are text of their own.
      return text.firstNode(in: word.range) == nil
    }
    // A note may come from another document, whose nodes have the same numbers.
    return document == layout.chapter.document && text.firstNode(in: word.range) == node
  }

  /// Letters of the chapter's own text that no page shows, although their style does.
  func reportLost(_ chapter: NumberedChapter, _ report: inout LintReport) {
    let text = layout.text
    var accounted = own
    for line in layout.lines where !line.flags.isDisjoint(with: [.isOffPage, .isTruncated]) {
      for offset in (Int(line.start)..<Int(line.end)).clamped(to: accounted.indices) {
        accounted[offset] = true
      }
    }
    for (index, span) in text.sources.enumerated() where span.node >= 0 && span.isLinear {
      let end = index + 1 < text.sources.count ? Int(text.sources[index + 1].start) : text.length
      for offset in Int(span.start)..<end
      where text.units[offset].isLetter && !accounted[offset] {
        guard text.style(at: offset).style.text.isVisible else { continue }
        report.page = chapter.page(at: offset)?.page.number ?? 0
        report.add(
          .lostText, "\"\(text.excerpt(at: offset))\" is on no page", atText: offset)
        return
      }
    }
  }
}
