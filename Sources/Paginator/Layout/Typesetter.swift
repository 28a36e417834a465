/// Sets one paragraph after the other: shape, find breaks, break lines, build line fragments.
/// The paragraph's conductor; it owns what the stages keep between paragraphs of one worker.
public final class Typesetter {
  let shaper: Shaper
  let breaker = TextBreaker()
  let hyphenator: Hyphenator
  var paragraphBreaker: ParagraphBreaker
  public var parameters = BreakParameters()

  public init(cache: ShapingCache, hyphenation: HyphenationLibrary) {
    shaper = Shaper(cache: cache)
    hyphenator = Hyphenator(library: hyphenation)
    paragraphBreaker = ParagraphBreaker(breaker: breaker, hyphenator: hyphenator)
  }
}

/// What a style puts into the height of a line, in 1/1024 points.
struct LineMetrics {
  /// From the top of the line box to the baseline, half the leading included.
  var above: Int
  var below: Int
  /// A raised or lowered run does not open the leading.
  var isShifted: Bool
  let xHeight: Int
  let ascent: Int
  let descent: Int

  init(_ style: TextStyle, _ font: RunFont, _ fonts: FontLibrary) {
    let metrics = font.shaping.faces[0].metrics
    ascent = RunFont.scaled(metrics.ascent, font.size, metrics.unitsPerEm)
    descent = RunFont.scaled(metrics.descent, font.size, metrics.unitsPerEm)
    xHeight = RunFont.scaled(metrics.xHeight, font.size, metrics.unitsPerEm)
    let height = style.text.lineHeight.resolved(style.text.font, fonts).rawValue
    let leading = height - ascent - descent
    above = ascent + leading / 2
    below = height - above
    isShifted = style.text.baselineShift != 0
  }
}

/// Sets the paragraphs of one attributed text into lines of given widths.
final class LineSetter {
  let text: AttributedText
  let typesetter: Typesetter
  var shaper: ParagraphShaper
  let metrics: [LineMetrics]
  /// The blocks, with no widths known yet: every flow of this text starts from it.
  private(set) lazy var geometry = BlockGeometry(text)
  var lines: [LineFragment] = []
  var segments: [Segment] = []
  var attachments: [Int32: AttachmentLayout] = [:]
  var findings = FindingList()
  private var paragraphSegments: [Segment] = []
  /// For `dump breaks`.
  var outcomes: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)]?
  /// The height of a page's content area, to which images are fitted.
  var pageHeight: Length

  init(text: AttributedText, typesetter: Typesetter, pageHeight: Length) throws {
    self.text = text
    self.typesetter = typesetter
    self.pageHeight = pageHeight
    shaper = try ParagraphShaper(text: text, shaper: typesetter.shaper)
    let fonts = typesetter.shaper.cache.fonts
    metrics = zip(text.styles, shaper.fonts).map { LineMetrics($0, $1, fonts) }
    typesetter.paragraphBreaker.beginChapter()
  }

  /// Sets a paragraph, appending its lines. Where the first line has a style of its own
  /// (CSS Pseudo-Elements 4, section 2.1) the paragraph is set in it to find where that line ends;
  /// the rest is then set from there.
  ///
  /// - Parameters:
  ///   - from: a text offset to begin at, when the lines before it are already on a page.
  ///   - x, width: the measure, in the container.
  func set(_ index: Int, from: Int? = nil, x: Int, width: Int) throws {
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
    try setLines(index, from: end, x: x, width: width)
  }

  private func setLines(_ index: Int, from: Int?, x: Int, width: Int) throws {
    var paragraph = text.paragraphs[index]
    let isContinued = from.map { $0 > Int(paragraph.start) } ?? false
    if let from { paragraph.start = Int32(from) }
    paragraphSegments.removeAll(keepingCapacity: true)
    shaper.shape(paragraph, at: index, into: &paragraphSegments)
    try measureAttachments(width: width)
    let style = text.styles.isEmpty ? nil : text.styles[Int(paragraph.style)]
    guard let style else { return }
    let first = firstIndent(paragraph, style.text, width: width, isContinued: isContinued)
    // A mark must not hang into the number of its list item.
    let hang = isContinued || paragraph.marker >= 0 ? 0 : hangingStart(style.text)
    let others =
      style.text.indentHangs
      ? style.text.indent.resolved(against: Length(rawValue: width)).rawValue : 0
    let outcome = typesetter.paragraphBreaker.lines(
      of: paragraph, text: text, shaper: shaper, segments: paragraphSegments[...],
      widths: LineWidths(first: width, others: width - others), indent: first - hang,
      parameters: typesetter.parameters, keepsCandidates: outcomes != nil)
    outcomes?.append((index, outcome))
    build(
      outcome, paragraph, index, style, x: x, width: width, indent: first - hang, hangs: others,
      isContinued: isContinued)
    if outcome.isOverfull { reportOverfull(paragraph) }
  }

  private func firstIndent(
    _ paragraph: Paragraph, _ style: TextProperties, width: Int, isContinued: Bool
  ) -> Int {
    // The continuation of a paragraph is not indented again (E11).
    guard !isContinued, !paragraph.continuesBlock, !style.indentHangs else { return 0 }
    return style.indent.resolved(against: Length(rawValue: width)).rawValue
  }

  /// How far an opening mark at the start of the paragraph hangs out.
  private func hangingStart(_ style: TextProperties) -> Int {
    guard style.hangingPunctuation.contains(.first), let first = paragraphSegments.first,
      first.kind == .word
    else { return 0 }
    return HangingMarks.firstWidth(of: first, text, shaper) ?? 0
  }

  private func reportOverfull(_ paragraph: Paragraph) {
    findings.report(
      Finding(.overfullLine, "a line is wider than its measure: \"\(excerpt(paragraph))\""))
  }

  private func excerpt(_ paragraph: Paragraph) -> String {
    let end = min(Int(paragraph.end), Int(paragraph.start) + 40)
    return text.string(in: Int(paragraph.start)..<end)
  }
}

extension LineSetter {
  var paragraphSegmentIndices: Range<Int> { paragraphSegments.indices }
  func isAttachment(_ index: Int) -> Bool { paragraphSegments[index].kind == .attachment }
  func attachmentIndex(_ index: Int) -> Int { Int(paragraphSegments[index].word) }
  func styleIndex(_ index: Int) -> Int32 { paragraphSegments[index].style }
  func setWidth(_ width: Int, at index: Int) { paragraphSegments[index].width = width }

  // MARK: Building line fragments

  private func build(
    _ outcome: ParagraphBreaker.Outcome, _ paragraph: Paragraph, _ index: Int, _ style: TextStyle,
    x: Int, width: Int, indent: Int, hangs: Int, isContinued: Bool
  ) {
    if outcome.lines.isEmpty {
      appendEmptyLine(paragraph, index, x: x, width: width)
      return
    }
    var segmentIndex = 0
    var textStart = paragraph.start
    var pending: Segment?
    for (number, end) in outcome.lines.enumerated() {
      let isLast = number == outcome.lines.count - 1
      // A forced break at the very end of the paragraph opens no line of its own.
      if isLast, number > 0, textStart == paragraph.end, outcome.lines[number - 1].isForced {
        break
      }
      let first = Int32(segments.count)
      collect(end, &segmentIndex, &pending)
      let lineIndent = number == 0 ? indent : hangs
      var line = LineFragment(
        paragraph: Int32(index), start: textStart, end: end.offset, firstSegment: first,
        segmentCount: Int32(segments.count) - first, x: x, y: 0, width: width, height: 0,
        baseline: 0, usedX: x, usedWidth: 0, extra: 0, stretchCount: 0, letterExtra: 0, flags: [])
      if number == 0 && !isContinued { line.flags.insert(.isFirstOfParagraph) }
      if isLast || isParagraphEnd(end, paragraph) { line.flags.insert(.isLastOfParagraph) }
      if end.showsHyphen { line.flags.insert([.showsHyphen, .isHyphenated]) }
      if end.isFlagged { line.flags.insert(.isHyphenated) }
      if shaper.paragraphLevel & 1 == 1 { line.flags.insert(.isRightToLeft) }
      align(&line, style.text, indent: lineIndent, isForced: end.isForced)
      measureHeight(&line, paragraph)
      lines.append(line)
      textStart = end.offset
    }
  }

  private func isParagraphEnd(_ end: BreakCandidate, _ paragraph: Paragraph) -> Bool {
    end.isForced && end.offset >= paragraph.end
  }

  /// A paragraph without text still has a line's height when it holds only edges or a marker.
  private func appendEmptyLine(_ paragraph: Paragraph, _ index: Int, x: Int, width: Int) {
    var line = LineFragment(
      paragraph: Int32(index), start: paragraph.start, end: paragraph.end,
      firstSegment: Int32(segments.count), segmentCount: 0, x: x, y: 0, width: width, height: 0,
      baseline: 0, usedX: x, usedWidth: 0, extra: 0, stretchCount: 0, letterExtra: 0,
      flags: [.isFirstOfParagraph, .isLastOfParagraph])
    if paragraph.marker >= 0 { measureHeight(&line, paragraph) }
    lines.append(line)
  }

  /// Copies the segments of a line; a word that the break divides is shaped again in halves.
  private func collect(
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
    while next <= Int(end.segment), next < paragraphSegments.count {
      let segment = paragraphSegments[next]
      if next == Int(end.segment), segment.kind == .word, end.offset < segment.end,
        end.offset > segment.start
      {
        divide(segment, end, &pending)
        return
      }
      if next == Int(end.segment), segment.kind == .word, end.showsHyphen {
        // A soft hyphen at the word's end: the hyphen is shaped with it.
        divide(segment, end, &pending)
        next += 1
        return
      }
      segments.append(segment)
      next += 1
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

  // MARK: Alignment

  private func align(
    _ line: inout LineFragment, _ style: TextProperties, indent: Int, isForced: Bool
  ) {
    let range = Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount)
    setTabs(range, style)
    var visibleEnd = range.upperBound
    while visibleEnd > range.lowerBound, isTrailing(segments[visibleEnd - 1], style) {
      visibleEnd -= 1
    }
    var natural = 0
    var spaces = 0
    var clusters = 0
    for index in range.lowerBound..<visibleEnd {
      let segment = segments[index]
      natural += segment.width
      if segment.kind == .space || segment.kind == .noBreakSpace { spaces += 1 }
      if segment.kind == .word {
        clusters += Int(typesetter.shaper.words[Int(segment.word)].clusterCount)
      }
    }
    // Trailing letter spacing is not part of the line (CSS Text 4, section 8.2.1, as browsers do).
    var hang = 0
    if visibleEnd > range.lowerBound {
      hang = hangingEnd(
        segments[visibleEnd - 1], style, isLast: line.flags.contains(.isLastOfParagraph),
        fits: natural <= line.width - indent)
    }
    let room = line.width - indent - natural + hang
    line.stretchCount = Int32(spaces)
    line.usedWidth = natural
    if fillLeaders(range.lowerBound..<visibleEnd, room: room) {
      line.usedWidth = natural + room
      line.usedX = line.x + indent
      return
    }
    let isRight = line.flags.contains(.isRightToLeft)
    var align = style.align
    if isForced { align = style.alignLast ?? (align == .justify ? .start : align) }
    if align == .justify, style.justifies {
      if spaces > 0, style.whiteSpace != .pre {
        // Word spaces give first, up to twice their width; then letters, where the style lets them.
        let limit = range.reduce(0) {
          $0 + (segments[$1].kind == .space && $1 < visibleEnd ? segments[$1].width : 0)
        }
        if style.justifiesLetters, room > limit, clusters > 1 {
          line.letterExtra = Int32((room - limit) / clusters)
        }
        line.extra = room - Int(line.letterExtra) * clusters
        line.usedWidth = natural + room
        line.flags.insert(.isJustified)
      } else if style.justifiesLetters, clusters > 1, room > 0 {
        line.letterExtra = Int32(room / (clusters - 1))
        line.usedWidth = natural + room
      }
    } else if room < 0, spaces > 0, style.mayShrink,
      !line.flags.contains(.isLastOfParagraph) || room > -line.width / 20
    {
      // The breaker let the line's spaces shrink.
      let shrinkable = range.reduce(0) {
        $0 + (segments[$1].kind == .space && $1 < visibleEnd ? segments[$1].width / 3 : 0)
      }
      line.extra = max(room, -shrinkable)
      line.usedWidth = natural + line.extra
    }
    let left = line.width - indent - line.usedWidth + hang
    switch align {
    case .right: line.usedX = line.x + left
    case .start where isRight: line.usedX = line.x + left
    case .end where !isRight: line.usedX = line.x + left
    case .center: line.usedX = line.x + indent + left / 2
    case .justify where isRight && line.extra == 0: line.usedX = line.x + left
    case .start, .left, .end, .justify: line.usedX = line.x + (isRight ? 0 : indent)
    }
    if line.usedWidth - hang > line.width - indent + 512 { line.flags.insert(.isOverfull) }
  }

  /// Spaces at the end of a line hang; so do the marks of forced breaks.
  private func isTrailing(_ segment: Segment, _ style: TextProperties) -> Bool {
    switch segment.kind {
    case .lineBreak: true
    case .space: style.whiteSpace != .breakSpaces && (style.whiteSpace != .pre)
    case .edge: segment.width == 0
    default: false
    }
  }

  /// - Parameter fits: whether the line fits its measure as it is, before justification.
  private func hangingEnd(
    _ last: Segment, _ style: TextProperties, isLast: Bool, fits: Bool
  ) -> Int {
    guard !style.hangingPunctuation.isEmpty, last.kind == .word else { return 0 }
    if isLast, style.hangingPunctuation.contains(.last) {
      return HangingMarks.lastWidth(of: last, text, shaper) ?? 0
    }
    guard
      style.hangingPunctuation.contains(.forceEnd)
        || style.hangingPunctuation.contains(.allowEnd) && !fits
    else { return 0 }
    return HangingMarks.endWidth(of: last, text, shaper) ?? 0
  }

  /// Tab stops are every `tab-size` from the line's start.
  private func setTabs(_ range: Range<Int>, _ style: TextProperties) {
    guard range.contains(where: { segments[$0].kind == .tab }) else { return }
    var position = 0
    for index in range {
      if segments[index].kind == .tab {
        let font = shaper.fonts[Int(segments[index].style)]
        let size = text.styles[Int(segments[index].style)].text.tabSize
        let step = size.length?.rawValue ?? Int(size.spaces * Double(font.spaceWidth))
        segments[index].width = step > 0 ? step - position % step : 0
      }
      position += segments[index].width
    }
  }

  // MARK: Height

  /// The line box: the paragraph's strut and whatever else stands in the line.
  private func measureHeight(_ line: inout LineFragment, _ paragraph: Paragraph) {
    let strut = metrics[Int(paragraph.style)]
    var above = strut.above
    var below = strut.below
    var tallest = 0
    var lastStyle = paragraph.style
    for index in Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount) {
      let segment = segments[index]
      if segment.kind == .attachment {
        let align = text.attachments[Int(segment.word)].style.box.verticalAlign
        let box = attachments[segment.word] ?? AttachmentLayout(width: 0, height: 0, descent: 0)
        if align == .top || align == .bottom {
          tallest = max(tallest, box.height)
          continue
        }
        above = max(above, box.height - box.descent)
        below = max(below, box.descent)
        continue
      }
      guard segment.style != lastStyle, segment.kind != .edge else { continue }
      lastStyle = segment.style
      let own = metrics[Int(segment.style)]
      if own.isShifted { continue }
      above = max(above, own.above)
      below = max(below, own.below)
    }
    line.height = max(above + below, tallest)
    line.baseline = above
  }
}

extension TextProperties {
  /// Whether the optimal breaker set the lines: it counts on spaces that give a little.
  fileprivate var mayShrink: Bool {
    align == .justify && wrap != .stable || wrap == .pretty || wrap == .balance
  }
}
