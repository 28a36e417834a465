/// The page starts of a chapter in an earlier edition. The pages should begin there again.
struct KeptChapter: Sendable {
  /// A paragraph of the earlier edition.
  struct Paragraph: Sendable {
    /// In UTF-16 units.
    var length = 0
    var lines = 0
  }

  /// The name of the file with the earlier edition, for messages.
  let name: String
  /// Where the pages begin in the present text, by page of the chapter; nil where a page's text is
  /// no longer found. The first is the chapter's beginning.
  let starts: [Int?]
  /// The paragraphs of the earlier edition, in order.
  let paragraphs: [Paragraph]

  /// Groups lines into paragraphs.
  /// - Parameter lines: the lines in order, each with its length and whether it ends its paragraph.
  static func paragraphs(
    _ lines: some Sequence<(length: Int, endsParagraph: Bool)>
  ) -> [Paragraph] {
    var result: [Paragraph] = []
    var current = Paragraph()
    for line in lines {
      current.length += line.length
      current.lines += 1
      guard line.endsParagraph else { continue }
      result.append(current)
      current = Paragraph()
    }
    return result
  }

  /// The earlier line counts of unchanged paragraphs, by their present start. A paragraph before
  /// the correction keeps its offset; one after it is shifted by as much as the text has grown.
  func lineCounts(of text: AttributedText) -> [Int: Int] {
    // Line counts, by length and start of the paragraph.
    var old: [Int: [Int: Int]] = [:]
    var start = 0
    for paragraph in paragraphs {
      old[paragraph.length, default: [:]][start] = paragraph.lines
      start += paragraph.length
    }
    let growth = text.length - start
    var counts: [Int: Int] = [:]
    for paragraph in text.paragraphs {
      let start = Int(paragraph.start)
      let same = old[Int(paragraph.end - paragraph.start)]
      counts[start] = same?[start] ?? same?[start - growth]
    }
    return counts
  }

  /// Reports pages that begin elsewhere, once per chapter, with the paragraph that caused it.
  func report(
    _ pages: [PageLayout], _ lines: [LineFragment], _ text: AttributedText,
    to findings: inout FindingList
  ) {
    let count = max(pages.count, starts.count)
    let missed = (0..<count).filter { !isKept($0, pages) }
    guard let first = missed.first else { return }
    let wanted = first < starts.count ? starts[first] : nil
    let limit = wanted ?? text.length
    let subject =
      missed.count == 1
      ? "a page does not begin where \(name) has it"
      : "\(missed.count) pages do not begin where \(name) has them, the first"
    let beginning = wanted.map { ": \"\(text.excerpt(at: $0, count: 30))\"" } ?? ""
    let reason = reason(before: limit, lines, text).map { "; " + $0 } ?? ""
    findings.report(
      .movedPage, subject + beginning + reason,
      atText: first < pages.count ? pages[first].start : max(0, text.length - 1))
  }

  private func isKept(_ page: Int, _ pages: [PageLayout]) -> Bool {
    guard page < pages.count, page < starts.count else { return false }
    return starts[page] == nil || starts[page] == pages[page].start
  }

  /// Names the last paragraph before an offset that takes another number of lines; if there is
  /// none, the first one whose length has changed.
  private func reason(
    before offset: Int, _ lines: [LineFragment], _ text: AttributedText
  ) -> String? {
    var start = 0
    var last: (start: Int, old: Paragraph, new: Paragraph)?
    let now = Self.paragraphs(
      lines.lazy.filter { !$0.flags.contains(.isRepeated) }.map {
        (
          length: Int($0.end - $0.start),
          endsParagraph: $0.end >= text.paragraphs[Int($0.paragraph)].end
        )
      })
    for (old, new) in zip(paragraphs, now) where start < offset {
      if old.lines != new.lines || last == nil && old.length != new.length {
        last = (start, old, new)
      }
      start += new.length
    }
    guard let (start, old, new) = last else { return nil }
    let excerpt = "the paragraph \"\(text.excerpt(at: start, count: 30))\""
    return old.lines != new.lines
      ? "\(excerpt) takes \(new.lines) lines and took \(old.lines)" : "\(excerpt) has changed"
  }
}
