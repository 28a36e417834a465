/// Which paragraph is set, where, and what the flow around it has decided about it.
struct ParagraphRequest {
  /// Index into the text's paragraphs.
  let index: Int
  /// A text offset to begin at, if the lines before it are already on a page.
  var from: Int?
  /// The measure, in the container, in 1/1024 points.
  var x = 0
  var width: Int
  /// How far the container is at least from the start of the page's measure.
  var start = 0
  /// The height of a page's content area, to which images are fitted.
  let pageHeight: Length
  /// The places of the first lines where floats are next to them.
  var beside: [(x: Int, width: Int)] = []
  /// Whether floats in the text are placed at its side; otherwise they are in its lines.
  var placesFloats = false
  /// Whether text that does not wrap is broken, too: that of a cell which has no room for it.
  var wrapsAll = false
  /// Whether its widest character is measured instead of its widest word (`FlowContext.cutsWords`).
  var cutsWords = false
  /// The maximum height of images, with their edges, where it is less than the page's.
  var imageRoom: Int?
  /// How much less the first line hangs, because `measure-min` took the margin into which it hangs.
  var lessHanging = 0
  /// The labels in margins that `measure-min` has reduced, by paragraph. A reference: requests are copied for every
  /// line.
  var labels: [Int: MarginLabel] = [:]
  /// The number of glyphs in the lines before; counted only for a delegate that spaces lines.
  var glyphsBefore = 0
}

/// Sets one paragraph: shape, find breaks, break lines, build line fragments. It lives as long as that
/// takes; what it has set is a value.
struct ParagraphSetter {
  let setter: LineSetter
  let request: ParagraphRequest
  /// The lines that are set so far.
  var result = SetLines()
  /// The segments of the paragraph, as shaped.
  var shaped: [Segment] = []
  /// The places of the next lines where floats are next to them.
  var beside: [(x: Int, width: Int)]
  /// The bounds that the delegate chose for attachments.
  var attachmentBounds: [Int32: Rect] = [:]
  /// Whether a tab after the last stop ends its line. Not where lines are set one by one: the place
  /// of a tab is not known before its line is.
  var breaksAtTabs = true
  /// Whether the paragraph has a tab.
  private var hasTabs = false

  init(_ setter: LineSetter, _ request: ParagraphRequest) {
    self.setter = setter
    self.request = request
    beside = request.beside
  }

  var text: AttributedText { setter.text }
  var typesetter: Typesetter { setter.typesetter }
  var hooks: LayoutHooks? { setter.hooks }

  /// Sets the paragraph. Where the first line has a style of its own (CSS
  /// Pseudo-Elements 4, section 2.1), the paragraph is first set in that style to find where the
  /// line ends; the rest is then set from there.
  mutating func set() throws -> SetLines {
    defer { setter.recycle(&shaped) }
    guard request.from == nil, text.paragraphs[request.index].firstLineStyle >= 0 else {
      try settlingAttachments { try $0.setParagraph(from: $0.request.from) }
      return result
    }
    try setFirstLine()
    guard result.lines.count > 1 else { return result }
    let end = Int(result.lines[0].end)
    result.removeLines(from: 1)
    beside = Array(request.beside.dropFirst())
    try setParagraph(from: end)
    return result
  }

  private mutating func setFirstLine() throws {
    setter.shaper.setsFirstLine = true
    defer { setter.shaper.setsFirstLine = false }
    try setParagraph(from: nil)
  }

  private mutating func setParagraph(from: Int?) throws {
    var from = from
    for round in 0..<Self.mostTabFittings {
      let first = result.lines.count
      guard let job = try job(from: from) else { return }
      let outcome = typesetter.paragraphBreaker.lines(
        of: job, parameters: typesetter.parameters, keepsCandidates: setter.options.recordsOutcomes)
      if outcome.dividesKeptText { reportDividedKeptText(in: job.paragraph) }
      build(outcome, job, isContinued: isContinued(job.paragraph))
      guard round + 1 < Self.mostTabFittings, let next = firstLineWithTabs(after: first) else {
        if setter.options.recordsOutcomes { result.outcomes.append((request.index, outcome)) }
        report(outcome, job)
        return
      }
      // The tabs depend on where the line begins, which was not known: break again from there.
      from = Int(result.lines[next].start)
      beside = Array(beside.dropFirst(next - first))
      result.removeLines(from: next)
    }
  }

  /// How many times a paragraph is broken again from a line with tabs, at most.
  private static let mostTabFittings = 64

  /// The first later line that contains a tab and does not follow a forced break.
  private func firstLineWithTabs(after first: Int) -> Int? {
    guard hasTabs else { return nil }
    return result.lines.indices.dropFirst(first + 1).first { index in
      let line = result.lines[index]
      return !isAfterForcedBreak(index)
        && result.segments(of: line).contains {
          $0.kind == .tab || $0.kind == .lineBreak && text.units[Int($0.start)] == 0x09
        }
    }
  }

  private func isAfterForcedBreak(_ index: Int) -> Bool {
    // A tab after the last stop is a break, too.
    text.units[Int(result.lines[index].start) - 1] == 0x2028
      || result.segments(of: result.lines[index - 1]).last?.kind == .lineBreak
  }

  /// Shapes a paragraph and collects what is needed to break it.
  /// - Parameter from: a text offset to begin at; nil for the whole paragraph.
  mutating func job(from: Int?) throws -> ParagraphBreaker.Job? {
    let width = request.width
    var paragraph = text.paragraphs[request.index]
    if let from { paragraph.start = Int32(from) }
    let isContinued = isContinued(paragraph)
    var prepared = shape(paragraph, isWhole: from == nil && !setter.shaper.setsFirstLine)
    try measureAttachments(of: paragraph, width: width)
    guard !text.styles.isEmpty else { return nil }
    let style = styleForMeasure(paragraph, width: width)
    if limitEdges(of: paragraph, style, width: width) { prepared = nil }
    var first = firstIndent(paragraph, style.text, width: width, isContinued: isContinued)
    if first < 0 { first = min(0, first + request.lessHanging) }
    if !isContinued, !request.labels.isEmpty, let label = request.labels[request.index],
      let width = result.attachments[Int32(label.attachment)]?.width,
      let place = label.place(width: width), place.lineStart > label.lineStart
    {
      first = max(first, place.lineStart - request.x)
    }
    hasTabs = presetTabs(paragraph, style, indent: first)
    // A hanging mark must not reach into the number of its list item.
    let hang = isContinued || paragraph.marker >= 0 ? 0 : hangingStart(style.text)
    let indent = indent(style.text, width: width)
    let others = style.text.indentHangs ? indent : 0
    let isJustified = style.text.align == .justify && style.text.justifies
    var job = ParagraphBreaker.Job(
      paragraph: paragraph, text: text, shaper: setter.shaper, segments: shaped[...],
      widths: LineWidths(first: width, others: width - others), indent: first - hang,
      style: style, isJustified: isJustified,
      // Marks that hang out of a box in a line would touch its border.
      isFine: isJustified && style.text.setsFinely && !setter.isUnbreakable)
    if isJustified { job.isIdeographic = text.isIdeographic(paragraph) }
    if job.isFine, hang == 0, paragraph.marker < 0 {
      job.indent -= setter.shaper.startProtrusion(of: job.segments)
    }
    if !beside.isEmpty {
      job.widths.leading = beside.map { max(0, $0.width) }
      if isJustified { job.widths.raggedBelow = leastJustified(paragraph, style.text, width) }
    }
    job.hanging = others
    job.wrapsAll = request.wrapsAll
    if style.text.keepsIndents {
      job.keptIndents = KeptIndents(
        job.segments, measure: job.widths.least, em: style.text.font.size.rawValue)
    }
    if !text.paragraphsFollowText, style.text.overflowWrap != .normal {
      job.widestUnbroken = setter.options.widestUnbroken.map { $0 - start(in: style.text) }
    }
    if style.text.indentEachLine { job.indentAfterBreak = indent - others * 2 }
    job.outOfFlow = setter.outOfFlow(in: paragraph)
    job.prepared = prepared
    job.memoryIndex = setter.shaper.memoryIndex
    if !request.placesFloats, job.outOfFlow.contains(where: { text.attachments[$0].isFloat }) {
      // The floats are boxes in their lines. What is known of the paragraph's breaks is of the other case.
      job.outOfFlow = job.outOfFlow.filter { text.attachments[$0].isPositioned }[...]
      (job.prepared, job.memoryIndex) = (nil, nil)
    }
    if let hooks, hooks.mayVetoBreaks { job.allows = { hooks.allows($0) } }
    let own = style.paragraph?.hyphenationFactor ?? 0
    job.hyphenationFactor = own > 0 ? own : setter.options.hyphenationFactor
    reportMissingDictionaries()
    noteFontFindings()
    if job.hyphenationFactor > 0, style.text.language == nil {
      result.findings.report(.noLanguage, "text without a language is not hyphenated")
    }
    return job
  }

  /// How many times `justified-measure-min` text needs if its words are not hyphenated.
  private static let unhyphenatedMeasure = 1.4

  /// Sets text ragged where the measure is so narrow that justified lines would have wide gaps.
  private func styleForMeasure(_ paragraph: Paragraph, width: Int) -> TextStyle {
    let style = text.styles[Int(paragraph.style)]
    guard style.text.align == .justify,
      Double(width) < style.text.leastJustified * Self.unhyphenatedMeasure,
      Double(width) < leastMeasure(paragraph, style.text)
    else { return style }
    var text = style.text
    text.align = .start
    text.wrap = .pretty
    return style.replacing(text: text)
  }

  /// The measure below which a paragraph is ragged.
  private func leastMeasure(_ paragraph: Paragraph, _ style: TextProperties) -> Double {
    style.leastJustified * (hasOnlyWholeWords(paragraph) ? Self.unhyphenatedMeasure : 1)
  }

  /// The share of the measure that a float leaves to lines which stay justified: initials and icons take less than the
  /// rest.
  private static let wideBesideFloat = 0.75

  /// The width below which lines beside a float are ragged.
  private func leastJustified(
    _ paragraph: Paragraph, _ style: TextProperties, _ width: Int
  ) -> Int {
    guard style.leastJustified > 0, !NestedLayout.isEndless(width) else { return 0 }
    let least = min(leastMeasure(paragraph, style), Double(width) * Self.wideBesideFloat)
    return Int(min(least, Double(Int32.max)))
  }

  /// How far from the start of the page's measure its lines begin, in text of books (`measure-min`): on paper, what
  /// leaves the measure is lost.
  private func start(in style: TextProperties) -> Int {
    guard style.measureMin > 0, !style.isRightToLeft else { return 0 }
    return max(0, request.start + request.x)
  }

  /// Whether a paragraph's words are not hyphenated and only its word spaces stretch.
  private func hasOnlyWholeWords(_ paragraph: Paragraph) -> Bool {
    let shaper = setter.shaper
    let traits = shaper.traits[Int(paragraph.style)]
    let isHyphenated =
      traits.hyphenatesAutomatically
      && typesetter.hyphenator.hasDictionary(for: shaper.languages[traits.language])
    return !isHyphenated && !text.isIdeographic(paragraph)
  }

  /// - Returns: the entry that keeps the paragraph's breaks; nil where none are kept.
  private mutating func shape(_ paragraph: Paragraph, isWhole: Bool) -> PreparedParagraph? {
    let index = request.index
    let prepared = isWhole && hooks == nil ? setter.options.prepared : nil
    if let known = prepared?[index] {
      shaped = known.segments
      setter.shaper.restore(level: known.level, memoryIndex: known.memoryIndex)
      return known
    }
    shape(paragraph)
    return prepared?.keep(
      shaped, level: setter.shaper.paragraphLevel, memoryIndex: setter.shaper.memoryIndex, at: index
    )
  }

  /// Shapes the text of a paragraph.
  mutating func shape(_ paragraph: Paragraph) {
    setter.reuse(&shaped)
    setter.shaper.shape(paragraph, at: request.index, into: &shaped)
  }

  /// Whether the beginning of the paragraph is already on a page.
  func isContinued(_ paragraph: Paragraph) -> Bool {
    paragraph.start > text.paragraphs[request.index].start
  }

  private func firstIndent(
    _ paragraph: Paragraph, _ style: TextProperties, width: Int, isContinued: Bool
  ) -> Int {
    // The continuation of a paragraph is not indented again (`TextKitRows.md`, E11).
    guard !isContinued, !paragraph.continuesBlock, !style.indentHangs else { return 0 }
    let indent = indent(style, width: width)
    guard indent > 0 else { return indent }
    // A picture as wide as the measure would stand out of it.
    if style.indentsProse == true, style.keepsLines || holdsOnlyImages { return 0 }
    return beginsWithImage(widerThan: width - indent) ? 0 : indent
  }

  /// An indent that is a share of a width which is being found is 0 (CSS Sizing 3, section 5.2.1).
  private func indent(_ style: TextProperties, width: Int) -> Int {
    NestedLayout.isEndless(width)
      ? style.indent.length.rawValue
      : style.indent.resolved(against: Length(rawValue: width)).rawValue
  }

  /// Whether the paragraph is a picture: it is not prose, which is indented. A formula is read like words.
  private var holdsOnlyImages: Bool {
    !shaped.isEmpty
      && shaped.allSatisfy {
        $0.kind == .space || $0.kind == .edge
          || isPicture($0) && !text.attachments[Int($0.word)].isFormula
      }
  }

  private func isPicture(_ segment: Segment) -> Bool {
    segment.kind == .attachment && text.attachments[Int(segment.word)].isPicture
  }

  private func beginsWithImage(widerThan room: Int) -> Bool {
    guard let first = shaped.first, isPicture(first) else { return false }
    return first.width > room
  }

  /// How far an opening mark at the start of the paragraph hangs into the margin.
  private func hangingStart(_ style: TextProperties) -> Int {
    guard style.hangingPunctuation.contains(.first), let first = shaped.first,
      first.kind == .word
    else { return 0 }
    return HangingMarks.firstWidth(of: first, text, setter.shaper) ?? 0
  }
}

extension TextProperties {
  /// `justified-measure-min`, as a length.
  fileprivate var leastJustified: Double { justifiedMeasureMin * Double(font.size.rawValue) }
  /// Whether the source says where lines end: this is not prose, whose first lines are indented.
  fileprivate var keepsLines: Bool { whiteSpace.isPreformatted || whiteSpace == .preLine }
}
