/// Builds the line fragments of a paragraph from the plans of its lines.
extension ParagraphSetter {
  mutating func build(
    _ outcome: ParagraphBreaker.Outcome, _ job: ParagraphBreaker.Job, isContinued: Bool
  ) {
    let paragraph = job.paragraph
    let width = job.widths.first
    if outcome.lines.isEmpty {
      appendEmptyLine(job)
      return
    }
    if result.lines.isEmpty {
      // Divided words add a segment to some lines.
      result.segments.reserveCapacity(job.segments.count + outcome.lines.count)
      result.lines.reserveCapacity(outcome.lines.count)
    }
    var cursor = cursor(at: paragraph.start)
    for (number, plan) in outcome.lines.enumerated() {
      let isLast = number == outcome.lines.count - 1
      // A forced break at the very end of the paragraph does not begin another line.
      if isLast, number > 0, cursor.start == paragraph.end,
        outcome.lines[number - 1].end.isForced, !hasExtraLine(paragraph)
      {
        break
      }
      let rect: (x: Int, width: Int) = number < beside.count ? beside[number] : (request.x, width)
      appendLine(
        plan, &cursor, job,
        in: LinePlace(
          x: rect.x, width: rect.width, isFirst: number == 0 && !isContinued, isLast: isLast))
    }
  }

  /// The position reached by the lines of a paragraph: the text offset, the segment, and the rest
  /// of a segment that was divided.
  struct Cursor {
    var start: Int32
    var segment = 0
    var pending: Segment?
    /// Shown before the rest: the repeated hyphen of a compound.
    var repeated: [UInt16] = []
    /// Shown in place of the first letters of the rest.
    var begins: [UInt16] = []
    /// The boxes that have edges on each line; nil if the text has none.
    var clones: ClonedEdges?
  }

  func cursor(at start: Int32) -> Cursor {
    var cursor = Cursor(start: start)
    if setter.shaper.special.clonesEdges {
      cursor.clones = ClonedEdges(setter.shaper)
      cursor.clones?.move(to: start)
    }
    return cursor
  }

  /// The line fragment that a line gets, and whether its paragraph begins or ends with it.
  struct LinePlace {
    /// In the container, in 1/1024 points.
    let x: Int
    let width: Int
    let isFirst: Bool
    let isLast: Bool
  }

  /// Appends a line as it is planned.
  mutating func appendLine(
    _ plan: LinePlan, _ cursor: inout Cursor, _ job: ParagraphBreaker.Job, in place: LinePlace
  ) {
    let (end, style) = (plan.end, job.style)
    let first = Int32(result.segments.count)
    collect(end, &cursor)
    addClonedEdges(from: Int(first), to: end.offset, &cursor.clones)
    var line = LineFragment(
      paragraph: Int32(request.index), start: cursor.start, end: end.offset, firstSegment: first,
      segmentCount: Int32(result.segments.count) - first, x: place.x, width: place.width,
      usedX: place.x)
    if place.isFirst { line.flags.insert(.isFirstOfParagraph) }
    if place.isLast || isParagraphEnd(end, job.paragraph) { line.flags.insert(.isLastOfParagraph) }
    if end.showsHyphen { line.flags.insert([.showsHyphen, .isHyphenated]) }
    if end.isFlagged { line.flags.insert(.isHyphenated) }
    if setter.shaper.level(ofLineAt: Int(line.start), in: job.paragraph) & 1 == 1 {
      line.flags.insert(.isRightToLeft)
    }
    if let mode = style.paragraph?.lineBreakMode, mode.truncates {
      truncate(&line, mode, style, room: place.width - plan.indent)
    }
    if setter.shaper.special.marksOverflow {
      align(&line, cutOverflow(&line, plan), style.text)
    } else {
      align(&line, plan, style.text)
    }
    measureHeight(&line, job.paragraph)
    if let hooks { askHooks(hooks, &line) }
    result.lines.append(line)
    cursor.start = end.offset
  }

  private mutating func askHooks(_ hooks: LayoutHooks, _ line: inout LineFragment) {
    if hooks.asks(.lineSpacing) {
      for index in line.segmentRange {
        result.glyphCount += GlyphCount.of(result.segments[index], in: typesetter.shaper.words)
      }
      let last = max(0, request.glyphsBefore + result.glyphCount - 1)
      line.height += hooks.spacing(afterGlyph: last, line)
    }
    hooks.set(&line)
  }

  func isParagraphEnd(_ end: BreakCandidate, _ paragraph: Paragraph) -> Bool {
    end.isForced && end.offset >= paragraph.end && !hasExtraLine(paragraph)
  }

  /// Whether a line separator ends a program's text: the next typed character goes on a line of its
  /// own, as behind a paragraph separator.
  func hasExtraLine(_ paragraph: Paragraph) -> Bool {
    guard text.paragraphsFollowText, Int(paragraph.end) == text.length else { return false }
    return text.endsWithLineSeparator(paragraph.range)
  }

  /// Appends the line of a paragraph without text. The line has a height if the paragraph has a
  /// marker or the text was made by a program, and then it begins where a typed character would.
  private mutating func appendEmptyLine(_ job: ParagraphBreaker.Job) {
    let (paragraph, x) = (job.paragraph, request.x)
    var line = LineFragment(
      paragraph: Int32(request.index), start: paragraph.start, end: paragraph.end,
      firstSegment: Int32(result.segments.count), x: x, width: job.widths.first, usedX: x,
      flags: [.isFirstOfParagraph, .isLastOfParagraph])
    // The side on which the marker is.
    if paragraph.marker >= 0, job.style.text.isRightToLeft { line.flags.insert(.isRightToLeft) }
    if text.paragraphsFollowText {
      if setter.shaper.paragraphLevel & 1 == 1 { line.flags.insert(.isRightToLeft) }
      var plan = LinePlan.natural(to: .paragraphEnd(at: line.end))
      plan.indent = job.indent
      plan.alignment = job.style.text.alignment(before: plan.end)
      align(&line, plan, job.style.text)
    }
    if paragraph.marker >= 0 || text.paragraphsFollowText { measureHeight(&line, paragraph) }
    result.lines.append(line)
  }

  /// Copies the segments of a line; a word that the break divides is shaped again in two parts.
  mutating func collect(_ end: BreakCandidate, _ cursor: inout Cursor) {
    let last = min(Int(end.segment), shaped.count - 1)
    let lastWord = end.showsHyphen ? wordAtEnd(last, from: cursor.segment) : last
    if let rest = cursor.pending {
      // The rest of a divided word, which this line may divide again.
      cursor.pending = nil
      repeatHyphen(before: rest, &cursor)
      if lastWord == cursor.segment, divides(rest, end) {
        divide(rest, end, &cursor)
        if cursor.pending != nil { return }
      } else {
        result.segments.append(
          contentsOf: setter.shaper.segments(
            of: Int(rest.start)..<Int(rest.end), like: rest, beginning: cursor.begins))
        cursor.begins = []
      }
      cursor.segment += 1
    }
    guard cursor.segment <= last else { return }
    if cursor.segment <= lastWord {
      result.segments.append(contentsOf: shaped[cursor.segment..<lastWord])
      cursor.segment = lastWord
      let segment = shaped[lastWord]
      if last == Int(end.segment), segment.kind == .word, divides(segment, end) {
        divide(segment, end, &cursor)
        if cursor.pending != nil { return }
      } else {
        result.segments.append(segment)
      }
      cursor.segment += 1
    }
    result.segments.append(contentsOf: shaped[cursor.segment..<(last + 1)])
    cursor.segment = last + 1
  }

  /// The word that ends a line before the edges of boxes that end with it.
  private func wordAtEnd(_ last: Int, from first: Int) -> Int {
    var word = last
    while word > first, shaped[word].kind == .edge { word -= 1 }
    return word
  }

  /// Whether a break is inside a word, or at its end with a hyphen, which is shaped with the word.
  private func divides(_ word: Segment, _ end: BreakCandidate) -> Bool {
    end.offset > word.start && (end.offset < word.end || end.showsHyphen && end.offset == word.end)
  }

  private mutating func divide(_ word: Segment, _ end: BreakCandidate, _ cursor: inout Cursor) {
    let respelling = end.changesSpelling ? respelling(of: word, at: end) : Respelling()
    let hyphen = end.showsHyphen ? setter.shaper.hyphen(word.style) : []
    let shown = end.offset - Int32(respelling.dropped)
    result.segments.append(
      contentsOf: setter.shaper.segments(
        of: Int(word.start)..<Int(shown), like: word, beginning: cursor.begins,
        suffix: respelling.added + hyphen))
    cursor.begins = []
    if let last = result.segments.indices.last, shown < end.offset {
      // It has the letters that are not shown, too.
      result.segments[last].length = end.offset - result.segments[last].start
    }
    guard end.offset < word.end else { return }
    var rest = word
    rest.length = word.end - end.offset
    rest.start = end.offset
    cursor.pending = rest
    cursor.repeated = respelling.repeated
    cursor.begins = respelling.begins
  }

  /// The rest of a word may have been divided before: dictionaries know the whole word.
  private func respelling(of word: Segment, at end: BreakCandidate) -> Respelling {
    let whole = shaped[Int(end.segment)]
    return typesetter.hyphenator.respelling(
      at: end.offset, of: whole.kind == .word ? whole : word, in: setter.shaper)
  }

  /// Begins a line with the repeated hyphen of a compound, as a word that has no characters in the text.
  private mutating func repeatHyphen(before rest: Segment, _ cursor: inout Cursor) {
    guard !cursor.repeated.isEmpty else { return }
    result.segments.append(
      contentsOf: setter.shaper.segments(
        of: Int(rest.start)..<Int(rest.start), like: rest, suffix: cursor.repeated))
    cursor.repeated = []
  }
}
