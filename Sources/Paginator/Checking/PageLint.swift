internal import EPUB
internal import Markup

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

/// Collects findings with their places.
struct LintReport {
  private(set) var findings: [Finding] = []
  var page = 0
  private let chapter: NumberedChapter
  /// Where faults of words are that are one finding.
  private struct Group: Hashable {
    let rule: Finding.Rule
    let page: Int
    let box: Int
  }
  /// The indices of the findings of groups.
  private var groups: [Group: Int] = [:]

  init(_ chapter: NumberedChapter) { self.chapter = chapter }

  /// - Parameter isGrouped: whether such faults of one box of a page, such as a table, are one finding with
  ///   their number.
  mutating func add(
    _ rule: Finding.Rule, _ message: String, _ word: LintCanvas.Word, isGrouped: Bool = false
  ) {
    if isGrouped, let node = node(of: word.source) {
      let group = Group(rule: rule, page: page, box: chapter.tree.tree.box(around: node))
      if let known = groups[group] {
        findings[known].count += 1
        return
      }
      groups[group] = findings.count
    }
    add(rule, message, from: word.source)
  }

  /// - Parameter source: what is at fault, or the first content of it.
  mutating func add(_ rule: Finding.Rule, _ message: String, from source: ContentSource?) {
    let location = node(of: source).map { chapter.tree.tree.location(of: $0) }
    findings.append(Finding(rule, message, at: location, page: page))
  }

  private func node(of source: ContentSource?) -> Int? {
    switch source {
    case .node(let own, let document), .generated(let own, let document),
      .label(let own, let document):
      // The trees of other documents, which notes come from, are not here.
      document == chapter.layout.chapter.document && own >= 0 ? own : nil
    case .furniture, nil: nil
    }
  }

  /// - Parameter offset: of the text at fault, in the chapter's text.
  mutating func add(_ rule: Finding.Rule, _ message: String, atText offset: Int) {
    let place = Positions.source(of: offset, in: chapter.layout)
    let location = place.map { chapter.tree.tree.location(of: $0.node, offset: $0.offset ?? 0) }
    findings.append(Finding(rule, message, at: location, page: page))
  }
}

/// The words, images and boxes of a page. Lengths of words are 1/1024 points.
struct LintCanvas: Canvas {
  struct Word {
    let text: String
    /// Letters, in UTF-16 units.
    let count: Int
    let x: Int
    let end: Int
    /// Of the baseline.
    let y: Int
    let size: Int
    /// In the chapter's text.
    let range: Range<Int>
    let source: ContentSource
    /// Counted through the page.
    let line: Int
    /// Whether its line begins where the source has a break.
    let followsBreak: Bool
    let isSpace: Bool
    /// Whether no place of a document is its source: running heads, labels, quotation marks.
    var isNotFromSource: Bool {
      if case .node = source { return false }
      return true
    }
  }

  /// The words of a line, from the left or the right.
  struct Line {
    let first: Word
    private(set) var count: Int
    private(set) var x: Int
    private(set) var end: Int

    init(_ word: Word) {
      first = word
      (count, x, end) = (word.count, word.x, word.end)
    }

    /// - Returns: false for a word of another line, or raised above it.
    mutating func add(_ word: Word) -> Bool {
      guard word.line == first.line else { return false }
      if word.y == first.y { count += word.count }
      (x, end) = (min(x, word.x), max(end, word.end))
      return true
    }
  }

  private(set) var runs: [Word] = []
  var words: [Word] { runs.filter { !$0.isSpace } }
  /// An image, as far as it is not cut off.
  struct Picture {
    let name: String
    let rect: Rect
    let source: ContentSource
  }

  private(set) var images: [Picture] = []
  /// Backgrounds, borders and lines, as far as they are not cut off.
  private(set) var boxes: [Rect] = []
  private var clips: [Rect] = []
  private var line = 0
  private var followsBreak = false

  mutating func beginPage(_ page: CanvasPage) {}
  mutating func beginLine(_ line: CanvasLine) {
    self.line += 1
    followsBreak = line.followsBreak
  }

  mutating func draw(_ run: GlyphRun) {
    guard !run.glyphs.isEmpty else { return }
    runs.append(
      Word(
        text: String(decoding: run.text, as: UTF16.self), count: run.text.count,
        x: run.origin.x.rawValue, end: (run.origin.x + run.width).rawValue - Self.spaceAfter(run),
        y: run.origin.y.rawValue, size: run.size.rawValue, range: run.range, source: run.source,
        line: line, followsBreak: followsBreak, isSpace: run.isSpace))
  }

  /// The letter space after the last letter, where a line is spaced out.
  private static func spaceAfter(_ run: GlyphRun) -> Int {
    guard let last = run.glyphs.last else { return 0 }
    let space = max(0, last.advance - run.face.advance(of: UInt32(last.id)))
    return space * run.size.rawValue / max(1, run.face.metrics.unitsPerEm)
  }

  mutating func draw(_ image: ImageMark) {
    images.append(
      Picture(
        name: image.image.href, rect: visible(image.visibleRect), source: image.source))
  }

  mutating func draw(_ shapes: [PageShape]) {
    let rect = visible(PageShape.extent(of: shapes))
    if !rect.isEmpty { boxes.append(rect) }
  }

  /// The source of the first text in a box, or else of the first one below its top. Backgrounds are
  /// drawn together, and do not say what they are of.
  func source(of box: Rect) -> ContentSource? {
    let texts = words.filter { $0.source != .furniture && $0.y >= box.minY.rawValue }
    let first = texts.first {
      $0.y <= box.maxY.rawValue && $0.end > box.minX.rawValue && $0.x < box.maxX.rawValue
    }
    return (first ?? texts.first)?.source
  }

  mutating func beginClip(_ rect: Rect) { clips.append(visible(rect)) }
  mutating func endClip() { clips.removeLast() }

  private func visible(_ rect: Rect) -> Rect { clips.last?.intersection(rect) ?? rect }

  mutating func endLine() {}
  mutating func endPage() {}
}

/// Which characters of a chapter were drawn.
private struct DrawnTexts {
  /// Of the chapter's own text.
  private var own = RangeSet<Int>()
  /// Of texts of their own, such as notes and inline blocks, by the node that they come from.
  private var nested: [ContentSource: RangeSet<Int>] = [:]
  private let layout: ChapterLayout

  init(_ layout: ChapterLayout) { self.layout = layout }

  mutating func add(_ word: LintCanvas.Word, _ report: inout LintReport) {
    let isOwn = isOwn(word)
    // Text that styles generate in boxes of their own has no place that tells two boxes apart.
    let isGenerated = if case .generated = word.source { true } else { false }
    if isGenerated, !isOwn { return }
    let isNew =
      isOwn
      ? Self.insert(word.range, into: &own)
      : Self.insert(word.range, into: &nested[word.source, default: RangeSet()])
    if !isNew, !isGenerated, !word.isSpace {
      report.add(.repeatedText, "\"\(word.text)\" is drawn twice", word)
    }
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
    guard word.range.upperBound <= text.length, word.text == text.string(in: word.range) else {
      return false
    }
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
      accounted.insert(contentsOf: Int(line.start)..<Int(line.end))
    }
    for (index, span) in text.sources.enumerated() where span.node >= 0 && span.isLinear {
      let end = index + 1 < text.sources.count ? Int(text.sources[index + 1].start) : text.length
      for offset in Int(span.start)..<end
      where text.units[offset].isLetter && !accounted.contains(offset) {
        guard text.style(at: offset).style.text.isVisible else { continue }
        report.page = chapter.page(at: offset)?.page.number ?? 0
        report.add(
          .lostText, "\"\(text.excerpt(at: offset))\" is on no page", atText: offset)
        return
      }
    }
  }
}

extension ElementTree {
  private static let boxes: Set<String> = [
    "p", "li", "dt", "dd", "pre", "blockquote", "figure", "section", "article", "div", "body",
    "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  /// The table around a node, or else the nearest block.
  fileprivate func box(around node: Int) -> Int {
    var block: Int?
    var next = node
    while next >= 0 {
      if nodes[next].kind == .element {
        let name = name(of: next).local
        if name == "table" { return next }
        if block == nil, Self.boxes.contains(name) { block = next }
      }
      next = Int(nodes[next].parent)
    }
    return block ?? node
  }
}
