internal import EPUB

/// Checks finished pages for faults that a reader would see: words that overlap, ink outside the
/// page, letters one below the other, nearly empty pages, text that is drawn twice or not at all,
/// and running heads that are missing on a page or on all pages of a side.
///
/// The checks read what is drawn on a `Canvas` and know nothing of how lines and pages were made,
/// so they also find faults of layout itself.
public struct PageLint {
  private let drawer: PageDrawer

  /// - Parameter drawer: draws the pages that are checked.
  public init(_ drawer: PageDrawer) { self.drawer = drawer }

  /// The faults of a chapter's pages, in the order of the pages.
  /// - Throws: what drawing throws.
  public func findings(in chapter: NumberedChapter) throws -> [Finding] {
    var report = LintReport(chapter)
    var texts = DrawnTexts(chapter.layout)
    var heads = RunningHeads(chapter)
    for page in chapter.pages where !page.isBlank {
      var canvas = LintCanvas()
      try drawer.draw(page, in: chapter, on: &canvas)
      let words = canvas.words
      report.page = page.number
      reportOverlaps(words, &report)
      // Boxes and images of a fixed-layout page may reach over its edges, where its viewport cuts them off.
      let isFixed = chapter.layout.chapter.isFixedLayout
      reportOutside(page, words, isFixed ? [] : canvas.images, &report)
      if !isFixed { reportOutside(page, canvas, &report) }
      reportOverlappingLines(words, &report)
      reportLetterColumns(words, &report)
      if canvas.images.isEmpty { reportSparse(page, chapter, words, &report) }
      for run in canvas.runs where run.source != .furniture { texts.add(run, &report) }
      heads.add(page, canvas.runs.filter { $0.source == .furniture }.map(\.text).joined())
    }
    // The text of a page that is made, such as a contents page, is furniture.
    if !chapter.document.isGenerated { texts.reportLost(chapter, &report) }
    heads.reportMissing(&report)
    return report.findings
  }

  // MARK: Words

  /// Two words overlap when their baselines are nearer than two fifths of the smaller size, and
  /// their advances share more than a tenth of it.
  private func reportOverlaps(_ words: [LintCanvas.Word], _ report: inout LintReport) {
    let sorted = words.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    for (index, word) in sorted.enumerated() {
      for other in sorted[..<index].reversed() {
        // No size on the page is so large that lines further apart could overlap.
        guard word.y - other.y < word.size * 2 / 5 else { break }
        let size = min(word.size, other.size)
        let shared = min(word.end, other.end) - max(word.x, other.x)
        guard word.y - other.y < size * 2 / 5, shared > size / 10 else { continue }
        report.add(
          .overlappingWords, "\"\(other.text)\" and \"\(word.text)\" overlap", word,
          isGrouped: true)
      }
    }
  }

  /// Lines of text lie over one another when their baselines are nearer than three fifths of their size:
  /// then the letters of one reach far into the other. A fault a page.
  private func reportOverlappingLines(_ words: [LintCanvas.Word], _ report: inout LintReport) {
    var lines: [LintCanvas.Line] = []
    for word in words where !word.isNotFromSource {
      guard let last = lines.indices.last, lines[last].add(word) else {
        lines.append(LintCanvas.Line(word))
        continue
      }
    }
    let sorted = lines.filter { $0.count >= Self.leastLetters }
      .sorted { ($0.first.y, $0.x) < ($1.first.y, $1.x) }
    for (line, next) in zip(sorted, sorted.dropFirst()) {
      let (size, distance) = (min(line.first.size, next.first.size), next.first.y - line.first.y)
      // Nearer ones are words that overlap.
      guard distance >= size * 2 / 5, distance < size * 3 / 5,
        min(line.end, next.end) - max(line.x, next.x) > size * 5
      else { continue }
      return report.add(
        .overlappingWords,
        "the lines at \"\(line.first.text)\" and \"\(next.first.text)\" lie over one another",
        next.first)
    }
  }

  /// Fewer letters are a mark above or below the text.
  private static let leastLetters = 6

  /// Half a point outside is a rounding, or a letter that hangs.
  private static let tolerance = 512

  private func reportOutside(
    _ page: Pagination.Page, _ words: [LintCanvas.Word], _ images: [LintCanvas.Picture],
    _ report: inout LintReport
  ) {
    let width = page.size.width.rawValue + Self.tolerance
    let height = page.size.height.rawValue + Self.tolerance
    for word in words
    where word.x < -Self.tolerance || word.end > width || word.y > height
      || word.y - word.size * 7 / 10 < -Self.tolerance
    {
      report.add(
        .inkOutsidePage, "\"\(word.text)\" is outside the page", word, isGrouped: true)
    }
    for image in images where overhang(of: image.rect, on: page) > Self.tolerance {
      report.add(
        .inkOutsidePage, "the image \(image.name) reaches outside the page", from: image.source)
    }
  }

  /// One fault a page: the background, border or line that reaches furthest. Boxes often contain
  /// others of the same width.
  private func reportOutside(
    _ page: Pagination.Page, _ canvas: LintCanvas, _ report: inout LintReport
  ) {
    let furthest = canvas.boxes.max { overhang(of: $0, on: page) < overhang(of: $1, on: page) }
    guard let rect = furthest, overhang(of: rect, on: page) > Self.tolerance else { return }
    report.add(
      .inkOutsidePage,
      "a background or border reaches outside the page: \(rect.width.shown) by "
        + "\(rect.height.shown) pt at \(rect.minX.shown), \(rect.minY.shown)",
      from: canvas.source(of: rect))
  }

  /// How far a rectangle reaches over the edges of a page; negative inside.
  private func overhang(of rect: Rect, on page: Pagination.Page) -> Int {
    max(
      -rect.minX.rawValue, -rect.minY.rawValue, (rect.maxX - page.size.width).rawValue,
      (rect.maxY - page.size.height).rawValue)
  }

  /// Lines of one or two letters, one below the other, of one text without a break in the source.
  private func reportLetterColumns(
    _ words: [LintCanvas.Word], _ report: inout LintReport
  ) {
    var lines: [(word: LintCanvas.Word, count: Int)] = []
    for word in words where !word.isNotFromSource {
      if let last = lines.last, last.word.line == word.line {
        lines[lines.count - 1].count += word.count
      } else {
        lines.append((word, word.count))
      }
    }
    var length = 0
    for (index, line) in lines.enumerated() {
      // A line of code ends where its author ends it.
      let continues =
        index > 0 && lines[index - 1].word.source == line.word.source && !line.word.followsBreak
      let isPart = line.count < 3 && line.word.text.contains { $0.isLetter || $0.isNumber }
      length = isPart ? (continues ? length + 1 : 1) : 0
      guard length == 3 else { continue }
      report.add(
        .letterColumn, "lines of one or two letters, one below the other, at \"\(line.word.text)\"",
        line.word)
    }
  }

  // MARK: Pages

  /// A page of text that is less than a fifth full, and not the last of its chapter.
  private func reportSparse(
    _ page: Pagination.Page, _ chapter: NumberedChapter, _ words: [LintCanvas.Word],
    _ report: inout LintReport
  ) {
    let words = words.filter { !$0.isNotFromSource }
    guard page.pageInChapter < chapter.layout.pages.count - 1, let last = words.map(\.y).max()
    else { return }
    let rect = page.contentRect
    let depth = last - rect.minY.rawValue
    guard depth < rect.height.rawValue / 5 else { return }
    report.add(.sparsePage, "less than a fifth of the page is filled", words[0])
  }
}
