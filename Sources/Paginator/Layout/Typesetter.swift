/// Sets one paragraph after another: shape, find breaks, break lines, build line fragments. The
/// paragraph's conductor; it owns what the stages of one worker keep between paragraphs.
public final class Typesetter {
  let shaper: Shaper
  let breaker: TextBreaker
  let hyphenator: Hyphenator
  var paragraphBreaker: ParagraphBreaker
  /// The parameters of line breaking.
  public var parameters = BreakParameters()
  /// Counts what the book uses against its limits; nil for no limits.
  var meter: BudgetMeter?
  /// Findings about fonts: substitutes, missing glyphs, synthesized styles.
  public var findings: [Finding] { shaper.used.findings.all }
  /// Chooses lines instead of the optimal or the greedy breaker; nil to use those.
  public var lineBreaker: (any LineBreaker)? {
    get { paragraphBreaker.lineBreaker }
    set { paragraphBreaker.lineBreaker = newValue }
  }

  /// A typesetter with a new cache, a library's fonts and a library's hyphenation dictionaries.
  /// - Parameter glyphGenerator: makes glyphs instead of HarfBuzz; nil for HarfBuzz.
  public convenience init(
    fonts: FontLibrary = FontLibrary(), hyphenation: HyphenationLibrary = HyphenationLibrary(),
    glyphGenerator: (any GlyphGenerator)? = nil
  ) {
    self.init(
      cache: ShapingCache(fonts: fonts, glyphGenerator: glyphGenerator), hyphenation: hyphenation)
  }

  /// A typesetter that uses a cache's fonts and words, and a library's dictionaries.
  public convenience init(cache: ShapingCache, hyphenation: HyphenationLibrary) {
    self.init(Shaper(cache: cache), TextBreaker(), Hyphenator(library: hyphenation))
  }

  /// Begins another book or edition: used fonts and dictionaries are recorded from here on.
  func begin(_ parameters: BreakParameters) {
    self.parameters = parameters
    shaper.begin()
    paragraphBreaker.beginBook()
  }

  /// A second typesetter in the task of another one: words are shaped and hyphenated once for both.
  convenience init(beside other: Typesetter) {
    self.init(other.shaper, other.breaker, other.hyphenator)
    parameters = other.parameters
  }

  private init(_ shaper: Shaper, _ breaker: TextBreaker, _ hyphenator: Hyphenator) {
    self.shaper = shaper
    self.breaker = breaker
    self.hyphenator = hyphenator
    paragraphBreaker = ParagraphBreaker(breaker: breaker, hyphenator: hyphenator)
  }
}

/// Sets the paragraphs of one attributed text into lines of given widths.
final class LineSetter {
  let text: AttributedText
  let typesetter: Typesetter
  var shaper: ParagraphShaper
  let metrics: [LineMetrics]
  /// Whether any inline box is aligned to the top or bottom of its line.
  let alignsInlineBoxes: Bool
  /// The block geometry without known widths: every flow of this text starts from a copy.
  private(set) lazy var geometry = BlockGeometry(text)
  /// Whether any block's width depends on its content, as with `min-content`.
  private(set) lazy var hasWidthKeywords = text.blocks.contains {
    text.styles[Int($0.style)].box.widthKeyword != nil
  }
  /// The floats whose places are inside paragraphs, as indices of attachments, in text order.
  private lazy var inlineFloats = text.attachments.indices.filter { text.attachments[$0].isFloat }
  var lines: [LineFragment] = []
  var segments: [Segment] = []
  var attachments: [Int32: AttachmentLayout] = [:]
  var findings = FindingList()
  private(set) var paragraphSegments: [Segment] = []
  /// Shaping and breaks of the text's paragraphs, kept from the layout for another page.
  var prepared: PreparedText?
  /// The delegate's hooks; nil without a delegate.
  var hooks: LayoutHooks? { didSet { shaper.hooks = hooks?.shaping } }
  /// The hyphenation factor of paragraphs whose style has none.
  var hyphenationFactor = 0.0
  /// Whether floats in the present paragraph are placed at its side; otherwise they are in its
  /// lines.
  var placesFloats = false
  /// The places of the paragraph's first lines where floats are next to them.
  var beside: [(x: Int, width: Int)] = []
  /// The number of glyphs in the lines before; counted only for hooks.
  var glyphCount = 0
  /// Languages whose words may be hyphenated and that have not occurred yet, as indices into the
  /// shaper's `languages`.
  private lazy var uncheckedLanguages = Set(
    shaper.traits.filter(\.hyphenatesAutomatically).map(\.language))
  /// Whether the last shaped paragraph has a tab.
  private var hasTabs = false
  /// The outcomes recorded for `dump breaks`; nil if none are recorded.
  var outcomes: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)]?
  /// The height of a page's content area, to which images are fitted.
  var pageHeight: Length

  init(text: AttributedText, typesetter: Typesetter, pageHeight: Length) throws {
    self.text = text
    self.typesetter = typesetter
    self.pageHeight = pageHeight
    shaper = try ParagraphShaper(text: text, shaper: typesetter.shaper)
    metrics = zip(text.styles, shaper.fonts).map { LineMetrics($0, $1) }
    alignsInlineBoxes = text.styles.contains { $0.text.lineAlignment != nil }
    typesetter.paragraphBreaker.beginChapter()
  }

  /// Sets a paragraph, appending its lines. Where the first line has a style of its own (CSS
  /// Pseudo-Elements 4, section 2.1), the paragraph is first set in that style to find where the
  /// line ends; the rest is then set from there.
  ///
  /// - Parameters:
  ///   - from: a text offset to begin at, if the lines before it are already on a page.
  ///   - x, width: the measure, in the container.
  ///   - beside: the places of the first lines where floats are next to them.
  func set(
    _ index: Int, from: Int? = nil, x: Int, width: Int, beside: [(x: Int, width: Int)] = []
  ) throws {
    self.beside = beside
    guard from == nil, text.paragraphs[index].firstLineStyle >= 0 else {
      return try setLines(index, from: from, x: x, width: width)
    }
    let firstLine = lines.count
    shaper.setsFirstLine = true
    defer { shaper.setsFirstLine = false }
    try setLines(index, from: nil, x: x, width: width)
    guard lines.count > firstLine + 1 else { return }
    let end = Int(lines[firstLine].end)
    lines.removeSubrange((firstLine + 1)...)
    shaper.setsFirstLine = false
    self.beside = Array(beside.dropFirst())
    try setLines(index, from: end, x: x, width: width)
  }

  private func setLines(_ index: Int, from: Int?, x: Int, width: Int) throws {
    var from = from
    for round in 0..<Self.mostTabFittings {
      let first = lines.count
      guard let job = try job(index, from: from, width: width) else { return }
      let outcome = typesetter.paragraphBreaker.lines(
        of: job, parameters: typesetter.parameters, keepsCandidates: outcomes != nil)
      build(outcome, job, index, x: x, isContinued: isContinued(job.paragraph, at: index))
      guard round + 1 < Self.mostTabFittings, let next = firstLineWithTabs(behind: first) else {
        outcomes?.append((index, outcome))
        report(outcome, job)
        return
      }
      // The tabs depend on where the line begins, which was not known: break again from there.
      from = Int(lines[next].start)
      beside = Array(beside.dropFirst(next - first))
      lines.removeSubrange(next...)
    }
  }

  /// How many times a paragraph is broken again from a line with tabs, at most.
  private static let mostTabFittings = 64

  /// The first later line that contains a tab and does not follow a forced break.
  private func firstLineWithTabs(behind first: Int) -> Int? {
    guard hasTabs else { return nil }
    return lines.indices.dropFirst(first + 1).first { index in
      let line = lines[index]
      let own = segments[Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount)]
      let isAfterForcedBreak = text.units[Int(line.start) - 1] == 0x2028
      return !isAfterForcedBreak && own.contains { $0.kind == .tab }
    }
  }

  /// Shapes a paragraph and collects what is needed to break it.
  func job(
    _ index: Int, from: Int?, width: Int
  ) throws -> ParagraphBreaker.Job? {
    var paragraph = text.paragraphs[index]
    if let from { paragraph.start = Int32(from) }
    let isContinued = isContinued(paragraph, at: index)
    let prepared = shape(paragraph, at: index, isWhole: from == nil && !shaper.setsFirstLine)
    try measureAttachments(width: width)
    guard !text.styles.isEmpty else { return nil }
    let style = styleForMeasure(text.styles[Int(paragraph.style)], width: width)
    let first = firstIndent(paragraph, style.text, width: width, isContinued: isContinued)
    hasTabs = presetTabs(paragraph, style, indent: first)
    // A hanging mark must not reach into the number of its list item.
    let hang = isContinued || paragraph.marker >= 0 ? 0 : hangingStart(style.text)
    let indent = style.text.indent.resolved(against: Length(rawValue: width)).rawValue
    let others = style.text.indentHangs ? indent : 0
    let isJustified = style.text.align == .justify && style.text.justifies
    var job = ParagraphBreaker.Job(
      paragraph: paragraph, text: text, shaper: shaper, segments: paragraphSegments[...],
      widths: LineWidths(first: width, others: width - others), indent: first - hang,
      style: style, isJustified: isJustified, isFine: isJustified && style.text.setsFinely)
    if job.isFine, hang == 0, paragraph.marker < 0 {
      job.indent -= shaper.startProtrusion(of: job.segments)
    }
    if !beside.isEmpty { job.widths.leading = beside.map { max(0, $0.width) } }
    job.hanging = others
    if style.text.indentEachLine { job.indentAfterBreak = indent - others * 2 }
    job.floats = floats(in: paragraph)
    job.prepared = prepared
    job.memoryIndex = shaper.memoryIndex
    if let hooks { job.allows = { hooks.allows($0) } }
    let own = style.paragraph?.hyphenationFactor ?? 0
    job.hyphenationFactor = own > 0 ? own : hyphenationFactor
    reportMissingDictionaries()
    if job.hyphenationFactor > 0, style.text.language == nil {
      findings.report(.noLanguage, "text without a language is not hyphenated")
    }
    return job
  }

  /// Sets text ragged where the measure is so narrow that justified lines would have wide gaps.
  private func styleForMeasure(_ style: TextStyle, width: Int) -> TextStyle {
    guard style.text.align == .justify,
      Double(width) < style.text.justifiedMeasureMin * Double(style.text.font.size.rawValue)
    else { return style }
    var text = style.text
    text.align = .start
    text.wrap = .pretty
    return TextStyle(
      id: style.id, text: text, box: style.box, paragraph: style.paragraph, effects: style.effects)
  }

  /// The floats whose places are inside a paragraph's text.
  func floats(in paragraph: Paragraph) -> ArraySlice<Int> {
    guard !inlineFloats.isEmpty else { return [] }
    func first(from offset: Int32) -> Int {
      inlineFloats.partitioningIndex { text.attachments[$0].offset >= offset }
    }
    return inlineFloats[first(from: paragraph.start)..<first(from: paragraph.end)]
  }

  /// Reports each language without a hyphenation dictionary, once.
  private func reportMissingDictionaries() {
    guard !uncheckedLanguages.isEmpty else { return }
    for segment in paragraphSegments where segment.kind == .word {
      let traits = shaper.traits[Int(segment.style)]
      guard traits.hyphenatesAutomatically, uncheckedLanguages.remove(traits.language) != nil
      else { continue }
      let tag = shaper.languages[traits.language]
      guard HyphenatedScripts.mayDivide(tag), !typesetter.hyphenator.hasDictionary(for: tag) else {
        continue
      }
      findings.report(
        .missingDictionary,
        "no hyphenation dictionary for the language \"\(tag)\": its words are not divided",
        atText: Int(segment.start))
    }
  }

  /// - Returns: the entry that keeps the paragraph's breaks; nil where none are kept.
  private func shape(_ paragraph: Paragraph, at index: Int, isWhole: Bool) -> PreparedParagraph? {
    let prepared = isWhole && hooks == nil ? prepared : nil
    if let known = prepared?[index] {
      paragraphSegments = known.segments
      shaper.stand(atLevel: known.level, memoryIndex: known.memoryIndex)
      return known
    }
    paragraphSegments.removeAll(keepingCapacity: true)
    shaper.shape(paragraph, at: index, into: &paragraphSegments)
    return prepared?.keep(
      paragraphSegments, level: shaper.paragraphLevel, memoryIndex: shaper.memoryIndex, at: index)
  }

  private func isContinued(_ paragraph: Paragraph, at index: Int) -> Bool {
    paragraph.start > text.paragraphs[index].start
  }

  private func firstIndent(
    _ paragraph: Paragraph, _ style: TextProperties, width: Int, isContinued: Bool
  ) -> Int {
    // The continuation of a paragraph is not indented again (E11).
    guard !isContinued, !paragraph.continuesBlock, !style.indentHangs else { return 0 }
    return style.indent.resolved(against: Length(rawValue: width)).rawValue
  }

  /// How far an opening mark at the start of the paragraph hangs into the margin.
  private func hangingStart(_ style: TextProperties) -> Int {
    guard style.hangingPunctuation.contains(.first), let first = paragraphSegments.first,
      first.kind == .word
    else { return 0 }
    return HangingMarks.firstWidth(of: first, text, shaper) ?? 0
  }

  private func report(_ outcome: ParagraphBreaker.Outcome, _ job: ParagraphBreaker.Job) {
    let start = Int(job.paragraph.start)
    if shaper.keepsWhole, KeptText(job, measure: job.widths.others).hasTooWide {
      findings.report(
        .brokenKeptText,
        "text that is kept whole is wider than its measure: \"\(excerpt(from: start, job.paragraph))\"",
        atText: start)
    }
    // A word that is cut more than once is reported once.
    var cutTo: Int?
    for line in outcome.lines where line.end.isEmergency {
      let offset = Int(line.end.offset)
      defer { cutTo = offset }
      if let cutTo, !text.units[cutTo..<offset].contains(where: isSpace) { continue }
      let word = word(at: offset, in: job.paragraph)
      findings.report(
        .brokenWord, "a word is wider than its measure and was cut without a hyphen: \"\(word)\"",
        atText: offset)
    }
    guard let line = outcome.lines.firstIndex(where: \.isOverfull),
      !(job.style.paragraph?.lineBreakMode.isSingleLine ?? false)
    else { return }
    let lineStart = line > 0 ? Int(outcome.lines[line - 1].end.offset) : start
    findings.report(
      .overfullLine,
      "a line is wider than its measure: \"\(excerpt(from: lineStart, job.paragraph))\"",
      atText: lineStart)
  }

  private func word(at offset: Int, in paragraph: Paragraph) -> String {
    let units = text.units
    var start = offset
    var end = offset
    while start > Int(paragraph.start), offset - start < 40, !isSpace(units[start - 1]) {
      start -= 1
    }
    while end < Int(paragraph.end), end - offset < 40, !isSpace(units[end]) { end += 1 }
    return text.string(in: start..<end)
  }

  private func isSpace(_ unit: UInt16) -> Bool { unit <= 0x20 || unit == 0x2028 }

  private func excerpt(from start: Int, _ paragraph: Paragraph) -> String {
    text.string(in: start..<min(Int(paragraph.end), start + 40))
  }
}

extension LineSetter {
  var paragraphSegmentIndices: Range<Int> { paragraphSegments.indices }
  func isAttachment(_ index: Int) -> Bool { paragraphSegments[index].kind == .attachment }
  func isEdge(_ index: Int) -> Bool {
    paragraphSegments[index].kind == .edge && paragraphSegments[index].word >= 0
  }
  func edgeWidth(_ index: Int, in measure: Length) -> Int {
    shaper.width(of: text.inlineEdges[Int(paragraphSegments[index].word)], in: measure)
  }
  func attachmentIndex(_ index: Int) -> Int { Int(paragraphSegments[index].word) }
  func styleIndex(_ index: Int) -> Int32 { paragraphSegments[index].style }
  func setWidth(_ width: Int, at index: Int) { paragraphSegments[index].width = width }
  func withParagraphSegments(_ body: (inout [Segment]) -> Void) { body(&paragraphSegments) }

  // MARK: Building line fragments

  func build(
    _ outcome: ParagraphBreaker.Outcome, _ job: ParagraphBreaker.Job, _ index: Int, x: Int,
    isContinued: Bool
  ) {
    let paragraph = job.paragraph
    let width = job.widths.first
    if outcome.lines.isEmpty {
      appendEmptyLine(paragraph, index, x: x, width: width)
      return
    }
    var cursor = Cursor(start: paragraph.start)
    for (number, plan) in outcome.lines.enumerated() {
      let isLast = number == outcome.lines.count - 1
      // A forced break at the very end of the paragraph does not begin another line.
      if isLast, number > 0, cursor.start == paragraph.end,
        outcome.lines[number - 1].end.isForced
      {
        break
      }
      appendLine(
        plan, &cursor, job, index, rect: number < beside.count ? beside[number] : (x, width),
        isFirst: number == 0 && !isContinued, isLast: isLast)
    }
  }

  /// The position reached by the lines of a paragraph: the text offset, the segment, and the rest
  /// of a segment that was divided.
  struct Cursor {
    var start: Int32
    var segment = 0
    var pending: Segment?
  }

  /// Appends a line as it is planned.
  func appendLine(
    _ plan: LinePlan, _ cursor: inout Cursor, _ job: ParagraphBreaker.Job, _ index: Int,
    rect: (x: Int, width: Int), isFirst: Bool, isLast: Bool
  ) {
    let (end, style) = (plan.end, job.style)
    let first = Int32(segments.count)
    collect(end, &cursor.segment, &cursor.pending)
    var line = LineFragment(
      paragraph: Int32(index), start: cursor.start, end: end.offset, firstSegment: first,
      segmentCount: Int32(segments.count) - first, x: rect.x, y: 0, width: rect.width, height: 0,
      baseline: 0, usedX: rect.x, usedWidth: 0, extra: 0, stretchCount: 0, letterExtra: 0,
      flags: [])
    if isFirst { line.flags.insert(.isFirstOfParagraph) }
    if isLast || isParagraphEnd(end, job.paragraph) { line.flags.insert(.isLastOfParagraph) }
    if end.showsHyphen { line.flags.insert([.showsHyphen, .isHyphenated]) }
    if end.isFlagged { line.flags.insert(.isHyphenated) }
    if shaper.paragraphLevel & 1 == 1 { line.flags.insert(.isRightToLeft) }
    if let mode = style.paragraph?.lineBreakMode, mode.truncates {
      truncate(&line, mode, style, room: rect.width - plan.indent)
    }
    align(&line, plan, style.text)
    measureHeight(&line, job.paragraph)
    if let hooks { askHooks(hooks, &line) }
    lines.append(line)
    cursor.start = end.offset
  }

  private func askHooks(_ hooks: LayoutHooks, _ line: inout LineFragment) {
    for index in Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount) {
      glyphCount += GlyphCount.of(segments[index], in: typesetter.shaper.words)
    }
    line.height += hooks.spacing(afterGlyph: max(0, glyphCount - 1), line)
    hooks.set(&line)
  }

  func isParagraphEnd(_ end: BreakCandidate, _ paragraph: Paragraph) -> Bool {
    end.isForced && end.offset >= paragraph.end
  }

  /// Appends the line of a paragraph without text. The line has a height if the paragraph has a
  /// marker or the text was made by a program.
  private func appendEmptyLine(_ paragraph: Paragraph, _ index: Int, x: Int, width: Int) {
    var line = LineFragment(
      paragraph: Int32(index), start: paragraph.start, end: paragraph.end,
      firstSegment: Int32(segments.count), segmentCount: 0, x: x, y: 0, width: width, height: 0,
      baseline: 0, usedX: x, usedWidth: 0, extra: 0, stretchCount: 0, letterExtra: 0,
      flags: [.isFirstOfParagraph, .isLastOfParagraph])
    if paragraph.marker >= 0 || text.paragraphsFollowText { measureHeight(&line, paragraph) }
    lines.append(line)
  }

  /// Copies the segments of a line; a word that the break divides is shaped again in two parts.
  func collect(
    _ end: BreakCandidate, _ next: inout Int, _ pending: inout Segment?
  ) {
    if let rest = pending {
      // The rest of a divided word, which this line may divide again.
      pending = nil
      if Int(end.segment) == next, end.offset < rest.end, end.offset > rest.start {
        divide(rest, end, &pending)
        return
      }
      segments.append(contentsOf: shaper.segments(of: Int(rest.start)..<Int(rest.end), like: rest))
      next += 1
    }
    let last = min(Int(end.segment), paragraphSegments.count - 1)
    guard next <= last else { return }
    segments.append(contentsOf: paragraphSegments[next..<last])
    next = last
    let segment = paragraphSegments[last]
    let isLast = last == Int(end.segment) && segment.kind == .word
    if isLast, end.offset < segment.end, end.offset > segment.start {
      divide(segment, end, &pending)
      return
    }
    next += 1
    if isLast, end.showsHyphen {
      // A soft hyphen at the end of a word: the hyphen is shaped with the word.
      divide(segment, end, &pending)
    } else {
      segments.append(segment)
    }
  }

  private func divide(
    _ segment: Segment, _ end: BreakCandidate, _ pending: inout Segment?
  ) {
    let hyphen = end.showsHyphen ? shaper.hyphen(segment.style) : []
    segments.append(
      contentsOf: shaper.segments(
        of: Int(segment.start)..<Int(end.offset), like: segment, suffix: hyphen))
    guard end.offset < segment.end else { return }
    var rest = segment
    rest.length = segment.end - end.offset
    rest.start = end.offset
    pending = rest
  }
}
