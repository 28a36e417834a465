/// Sets the paragraphs of one attributed text into lines of given widths.
final class LineSetter {
  let text: AttributedText
  let typesetter: Typesetter
  var shaper: ParagraphShaper
  private(set) var metrics: [LineMetrics]
  /// The styles whose lines are on the baseline grid; nil for a text without one.
  private(set) var gridLines: GridLines?
  /// Whether any inline box is aligned to the top or bottom of its line.
  let alignsInlineBoxes: Bool
  /// The block geometry without known widths: every flow of this text starts from a copy.
  private(set) lazy var geometry = BlockGeometry(text)
  /// Whether any block's width depends on its content, as with `min-content`.
  private(set) lazy var hasWidthKeywords = text.blocks.contains {
    text.styles[Int($0.style)].box.widthKeyword != nil
  }
  /// The floats and positioned boxes whose places are inside paragraphs, as indices of attachments,
  /// in text order.
  private lazy var outOfFlow = text.attachments.indices.filter { text.attachments[$0].isOutOfFlow }
  /// The paragraph that is being set.
  var current = SetLines()
  var attachments: [Int32: AttachmentLayout] = [:]
  /// The bounds that the delegate chose for attachments of the paragraph that is being set.
  var attachmentBounds: [Int32: Rect] = [:]
  var findings = FindingList()
  /// The segments of the paragraph that was shaped last.
  var paragraphSegments: [Segment] = []
  /// Shaping and breaks of the text's paragraphs, kept from the layout for another page.
  var prepared: PreparedText?
  /// The delegate's hooks; nil without a delegate.
  var hooks: LayoutHooks? { didSet { shaper.hooks = hooks?.shaping } }
  /// The hyphenation factor of paragraphs whose style has none.
  var hyphenationFactor = 0.0
  /// By paragraph, how much less its first line hangs, because `measure-min` took the margin into which
  /// it hangs.
  var lessHanging: [Int: Int] = [:]
  /// On pages of fixed layout, the content heights of positioned blocks that do not depend on their
  /// content.
  var placedHeights: [Int32: Int] = [:]
  /// Whether text that does not wrap is broken, too: that of a cell which has no room for it.
  var wrapsAll = false
  /// Whether floats in the present paragraph are placed at its side; otherwise they are in its
  /// lines.
  var placesFloats = false
  /// The places of the paragraph's first lines where floats are next to them.
  var beside: [(x: Int, width: Int)] = []
  /// The number of glyphs in the lines before; counted only for a delegate that spaces lines.
  var glyphCount = 0
  /// Languages whose words may be hyphenated and that have not occurred yet, as indices into the
  /// shaper's `languages`.
  lazy var uncheckedLanguages = Set(
    shaper.traits.filter(\.hyphenatesAutomatically).map(\.language))
  /// The first place of each word that has findings about its fonts.
  var notableWords: [Int32: Int32] = [:]
  /// Whether a tab behind the last stop ends its line. Not where lines are set one by one: the place
  /// of a tab is not known before its line is.
  var breaksAtTabs = true
  /// Whether the last shaped paragraph has a tab.
  private var hasTabs = false
  /// The outcomes recorded for `dump breaks`; nil if none are recorded.
  var outcomes: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)]?
  /// The height of a page's content area, to which images are fitted.
  var pageHeight: Length
  /// The width of the first page's text; nil in a text without pages.
  var pageWidth: Int?
  /// The maximum height of images, with their edges, where it is less than the page's.
  var imageRoom: Int?
  /// The floats that take most of a page, by their block, with the widths around them.
  var tooTallFloats: [Int32: Set<Int>] = [:]
  /// Whether no page break divides the text: it is a box in a line.
  var isUnbreakable = false

  init(text: AttributedText, typesetter: Typesetter, pageHeight: Length) throws {
    self.text = text
    self.typesetter = typesetter
    self.pageHeight = pageHeight
    shaper = try ParagraphShaper(text: text, shaper: typesetter.shaper)
    metrics = zip(text.styles, shaper.fonts).map { LineMetrics($0, $1) }
    gridLines = GridLines(of: text, metrics)
    if let grid = gridLines {
      let usual = metrics[grid.usual]
      for style in metrics.indices where grid.isSnapped[style] { metrics[style].align(to: usual) }
    }
    alignsInlineBoxes = text.styles.contains { $0.text.lineAlignment != nil }
    typesetter.paragraphBreaker.beginChapter()
  }

  /// Sets lines without the leading that is part of fonts.
  func removeFontLeading() {
    for (index, style) in text.styles.enumerated() { metrics[index].removeFontLeading(style) }
    gridLines = GridLines(of: text, metrics)
  }

  /// Sets a paragraph. Where the first line has a style of its own (CSS
  /// Pseudo-Elements 4, section 2.1), the paragraph is first set in that style to find where the
  /// line ends; the rest is then set from there.
  ///
  /// - Parameters:
  ///   - from: a text offset to begin at, if the lines before it are already on a page.
  ///   - x, width: the measure, in the container.
  ///   - beside: the places of the first lines where floats are next to them.
  func set(
    _ index: Int, from: Int? = nil, x: Int, width: Int, beside: [(x: Int, width: Int)] = []
  ) throws -> SetLines {
    begin()
    self.beside = beside
    guard from == nil, text.paragraphs[index].firstLineStyle >= 0 else {
      try settlingAttachments { try setParagraph(index, from: from, x: x, width: width) }
      return take()
    }
    shaper.setsFirstLine = true
    defer { shaper.setsFirstLine = false }
    try setParagraph(index, from: nil, x: x, width: width)
    guard current.lines.count > 1 else { return take() }
    let end = Int(current.lines[0].end)
    current.removeLines(from: 1)
    shaper.setsFirstLine = false
    self.beside = Array(beside.dropFirst())
    try setParagraph(index, from: end, x: x, width: width)
    return take()
  }

  /// Begins a paragraph. An error may have left the last one unfinished.
  func begin() { current = SetLines() }

  /// The lines that were set since `begin()`.
  func take() -> SetLines {
    defer { begin() }
    return current
  }

  private func setParagraph(_ index: Int, from: Int?, x: Int, width: Int) throws {
    var from = from
    for round in 0..<Self.mostTabFittings {
      let first = current.lines.count
      guard let job = try job(index, from: from, width: width) else { return }
      let outcome = lines(of: job)
      build(outcome, job, index, x: x, isContinued: isContinued(job.paragraph, at: index))
      guard round + 1 < Self.mostTabFittings, let next = firstLineWithTabs(behind: first) else {
        outcomes?.append((index, outcome))
        report(outcome, job)
        return
      }
      // The tabs depend on where the line begins, which was not known: break again from there.
      from = Int(current.lines[next].start)
      beside = Array(beside.dropFirst(next - first))
      current.removeLines(from: next)
    }
  }

  /// The lines of a paragraph. Pages do not scroll: text that may not be broken is broken if it is wider than
  /// the page.
  private func lines(of job: ParagraphBreaker.Job) -> ParagraphBreaker.Outcome {
    func lines(of job: ParagraphBreaker.Job) -> ParagraphBreaker.Outcome {
      typesetter.paragraphBreaker.lines(
        of: job, parameters: typesetter.parameters, keepsCandidates: outcomes != nil)
    }
    let outcome = lines(of: job)
    guard outcome.isOverfull, !job.wrapsAll, !isUnbreakable, !text.paragraphsFollowText,
      let pageWidth, job.style.text.overflowWrap != .normal, outcome.widestLine > pageWidth
    else { return outcome }
    var broken = job
    broken.wrapsAll = true
    let wrapped = lines(of: broken)
    guard wrapped.lines.count > outcome.lines.count else { return outcome }
    let start = Int(job.paragraph.start)
    findings.report(
      .brokenKeptText,
      "text is divided, although white-space forbids it: it is wider than the page: "
        + "\"\(excerpt(from: start, job.paragraph))\"",
      atText: start)
    return wrapped
  }

  /// How many times a paragraph is broken again from a line with tabs, at most.
  private static let mostTabFittings = 64

  /// The first later line that contains a tab and does not follow a forced break.
  private func firstLineWithTabs(behind first: Int) -> Int? {
    guard hasTabs else { return nil }
    return current.lines.indices.dropFirst(first + 1).first { index in
      let line = current.lines[index]
      return !isAfterForcedBreak(index)
        && current.segments(of: line).contains {
          $0.kind == .tab || $0.kind == .lineBreak && text.units[Int($0.start)] == 0x09
        }
    }
  }

  private func isAfterForcedBreak(_ index: Int) -> Bool {
    // A tab behind the last stop is a break, too.
    text.units[Int(current.lines[index].start) - 1] == 0x2028
      || current.segments(of: current.lines[index - 1]).last?.kind == .lineBreak
  }

  /// Shapes a paragraph and collects what is needed to break it.
  func job(
    _ index: Int, from: Int?, width: Int
  ) throws -> ParagraphBreaker.Job? {
    var paragraph = text.paragraphs[index]
    if let from { paragraph.start = Int32(from) }
    let isContinued = isContinued(paragraph, at: index)
    var prepared = shape(paragraph, at: index, isWhole: from == nil && !shaper.setsFirstLine)
    try measureAttachments(of: paragraph, width: width)
    guard !text.styles.isEmpty else { return nil }
    let style = styleForMeasure(paragraph, width: width)
    if limitEdges(of: paragraph, style, width: width) { prepared = nil }
    var first = firstIndent(paragraph, style.text, width: width, isContinued: isContinued)
    if first < 0, let taken = lessHanging[index] { first = min(0, first + taken) }
    hasTabs = presetTabs(paragraph, style, indent: first)
    // A hanging mark must not reach into the number of its list item.
    let hang = isContinued || paragraph.marker >= 0 ? 0 : hangingStart(style.text)
    let indent = indent(style.text, width: width)
    let others = style.text.indentHangs ? indent : 0
    let isJustified = style.text.align == .justify && style.text.justifies
    var job = ParagraphBreaker.Job(
      paragraph: paragraph, text: text, shaper: shaper, segments: paragraphSegments[...],
      widths: LineWidths(first: width, others: width - others), indent: first - hang,
      style: style, isJustified: isJustified,
      // Marks that hang out of a box in a line would touch its border.
      isFine: isJustified && style.text.setsFinely && !isUnbreakable)
    if isJustified { job.isIdeographic = text.isIdeographic(paragraph) }
    if job.isFine, hang == 0, paragraph.marker < 0 {
      job.indent -= shaper.startProtrusion(of: job.segments)
    }
    if !beside.isEmpty { job.widths.leading = beside.map { max(0, $0.width) } }
    job.hanging = others
    job.wrapsAll = wrapsAll
    if style.text.indentEachLine { job.indentAfterBreak = indent - others * 2 }
    job.outOfFlow = outOfFlow(in: paragraph)
    job.prepared = prepared
    job.memoryIndex = shaper.memoryIndex
    if !placesFloats, job.outOfFlow.contains(where: { text.attachments[$0].isFloat }) {
      // The floats are boxes in their lines. What is known of the paragraph's breaks is of the other case.
      job.outOfFlow = job.outOfFlow.filter { text.attachments[$0].isPositioned }[...]
      (job.prepared, job.memoryIndex) = (nil, nil)
    }
    if let hooks, hooks.mayVetoBreaks { job.allows = { hooks.allows($0) } }
    let own = style.paragraph?.hyphenationFactor ?? 0
    job.hyphenationFactor = own > 0 ? own : hyphenationFactor
    reportMissingDictionaries()
    noteFontFindings()
    if job.hyphenationFactor > 0, style.text.language == nil {
      findings.report(.noLanguage, "text without a language is not hyphenated")
    }
    return job
  }

  /// How many times `justified-measure-min` text needs if its words are not hyphenated.
  private static let unhyphenatedMeasure = 1.4

  /// Sets text ragged where the measure is so narrow that justified lines would have wide gaps.
  private func styleForMeasure(_ paragraph: Paragraph, width: Int) -> TextStyle {
    let style = text.styles[Int(paragraph.style)]
    let least = style.text.justifiedMeasureMin * Double(style.text.font.size.rawValue)
    guard style.text.align == .justify, Double(width) < least * Self.unhyphenatedMeasure,
      Double(width) < least || hasOnlyWholeWords(paragraph)
    else { return style }
    var text = style.text
    text.align = .start
    text.wrap = .pretty
    return style.replacing(text: text)
  }

  /// Whether a paragraph's words are not hyphenated and only its word spaces stretch.
  private func hasOnlyWholeWords(_ paragraph: Paragraph) -> Bool {
    let traits = shaper.traits[Int(paragraph.style)]
    let isHyphenated =
      traits.hyphenatesAutomatically
      && typesetter.hyphenator.hasDictionary(for: shaper.languages[traits.language])
    return !isHyphenated && !text.isIdeographic(paragraph)
  }

  /// The floats and positioned boxes whose places are inside a paragraph's text.
  func outOfFlow(in paragraph: Paragraph) -> ArraySlice<Int> {
    guard !outOfFlow.isEmpty else { return [] }
    func first(from offset: Int32) -> Int {
      outOfFlow.partitioningIndex { text.attachments[$0].offset >= offset }
    }
    return outOfFlow[first(from: paragraph.start)..<first(from: paragraph.end)]
  }

  /// The images and boxes whose places are inside a paragraph's text.
  func attachments(in paragraph: Paragraph) -> Range<Int> {
    func first(from offset: Int32) -> Int {
      text.paragraphsFollowText
        ? text.firstAttachment(from: Int(offset))
        : text.attachments.partitioningIndex { $0.offset >= offset }
    }
    return first(from: paragraph.start)..<first(from: paragraph.end)
  }

  /// - Returns: the entry that keeps the paragraph's breaks; nil where none are kept.
  private func shape(_ paragraph: Paragraph, at index: Int, isWhole: Bool) -> PreparedParagraph? {
    let prepared = isWhole && hooks == nil ? prepared : nil
    if let known = prepared?[index] {
      paragraphSegments = known.segments
      shaper.restore(level: known.level, memoryIndex: known.memoryIndex)
      return known
    }
    paragraphSegments.removeAll(keepingCapacity: true)
    shaper.shape(paragraph, at: index, into: &paragraphSegments)
    return prepared?.keep(
      paragraphSegments, level: shaper.paragraphLevel, memoryIndex: shaper.memoryIndex, at: index)
  }

  func isContinued(_ paragraph: Paragraph, at index: Int) -> Bool {
    paragraph.start > text.paragraphs[index].start
  }

  private func firstIndent(
    _ paragraph: Paragraph, _ style: TextProperties, width: Int, isContinued: Bool
  ) -> Int {
    // The continuation of a paragraph is not indented again (E11).
    guard !isContinued, !paragraph.continuesBlock, !style.indentHangs else { return 0 }
    let indent = indent(style, width: width)
    guard indent > 0 else { return indent }
    // A picture as wide as the measure would stand out of it.
    if style.indentsProse == true, holdsOnlyImages { return 0 }
    return beginsWithImage(widerThan: width - indent) ? 0 : indent
  }

  /// An indent that is a share of a width which is being found is 0 (CSS Sizing 3, section 5.2.1).
  private func indent(_ style: TextProperties, width: Int) -> Int {
    NestedLayout.isEndless(width)
      ? style.indent.length.rawValue
      : style.indent.resolved(against: Length(rawValue: width)).rawValue
  }

  /// Whether the paragraph is a picture: it is not prose, which is indented.
  private var holdsOnlyImages: Bool {
    !paragraphSegments.isEmpty
      && paragraphSegments.allSatisfy {
        $0.kind == .space || $0.kind == .edge || isImage($0)
      }
  }

  private func isImage(_ segment: Segment) -> Bool {
    segment.kind == .attachment && text.attachments[Int(segment.word)].isImage
  }

  private func beginsWithImage(widerThan room: Int) -> Bool {
    guard let first = paragraphSegments.first, isImage(first) else { return false }
    return first.width > room
  }

  /// How far an opening mark at the start of the paragraph hangs into the margin.
  private func hangingStart(_ style: TextProperties) -> Int {
    guard style.hangingPunctuation.contains(.first), let first = paragraphSegments.first,
      first.kind == .word
    else { return 0 }
    return HangingMarks.firstWidth(of: first, text, shaper) ?? 0
  }
}
