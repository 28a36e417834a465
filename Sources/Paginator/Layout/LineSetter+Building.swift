/// Builds the line fragments of a paragraph from the plans of its lines.
extension LineSetter {
  func build(
    _ outcome: ParagraphBreaker.Outcome, _ job: ParagraphBreaker.Job, _ index: Int, x: Int,
    isContinued: Bool
  ) {
    let paragraph = job.paragraph
    let width = job.widths.first
    if outcome.lines.isEmpty {
      appendEmptyLine(job, index, x: x)
      return
    }
    var cursor = Cursor(start: paragraph.start)
    for (number, plan) in outcome.lines.enumerated() {
      let isLast = number == outcome.lines.count - 1
      // A forced break at the very end of the paragraph does not begin another line.
      if isLast, number > 0, cursor.start == paragraph.end,
        outcome.lines[number - 1].end.isForced, !hasExtraLine(paragraph)
      {
        break
      }
      let rect: (x: Int, width: Int) = number < beside.count ? beside[number] : (x, width)
      appendLine(
        plan, &cursor, job, index,
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
  func appendLine(
    _ plan: LinePlan, _ cursor: inout Cursor, _ job: ParagraphBreaker.Job, _ index: Int,
    in place: LinePlace
  ) {
    let (end, style) = (plan.end, job.style)
    let first = Int32(current.segments.count)
    collect(end, &cursor.segment, &cursor.pending)
    var line = LineFragment(
      paragraph: Int32(index), start: cursor.start, end: end.offset, firstSegment: first,
      segmentCount: Int32(current.segments.count) - first, x: place.x, width: place.width,
      usedX: place.x)
    if place.isFirst { line.flags.insert(.isFirstOfParagraph) }
    if place.isLast || isParagraphEnd(end, job.paragraph) { line.flags.insert(.isLastOfParagraph) }
    if end.showsHyphen { line.flags.insert([.showsHyphen, .isHyphenated]) }
    if end.isFlagged { line.flags.insert(.isHyphenated) }
    if shaper.level(ofLineAt: Int(line.start), in: job.paragraph) & 1 == 1 {
      line.flags.insert(.isRightToLeft)
    }
    if let mode = style.paragraph?.lineBreakMode, mode.truncates {
      truncate(&line, mode, style, room: place.width - plan.indent)
    }
    align(&line, plan, style.text)
    measureHeight(&line, job.paragraph)
    if let hooks { askHooks(hooks, &line) }
    current.lines.append(line)
    cursor.start = end.offset
  }

  /// Takes lines out of the count of glyphs, because they will be set again.
  func uncount(_ lines: Range<Int>, of set: SetLines) {
    guard let hooks, hooks.asks(.lineSpacing) else { return }
    for index in lines.lazy.flatMap({ set.lines[$0].segmentRange }) {
      glyphCount -= GlyphCount.of(set.segments[index], in: typesetter.shaper.words)
    }
  }

  private func askHooks(_ hooks: LayoutHooks, _ line: inout LineFragment) {
    if hooks.asks(.lineSpacing) {
      for index in line.segmentRange {
        glyphCount += GlyphCount.of(current.segments[index], in: typesetter.shaper.words)
      }
      line.height += hooks.spacing(afterGlyph: max(0, glyphCount - 1), line)
    }
    hooks.set(&line)
  }

  func isParagraphEnd(_ end: BreakCandidate, _ paragraph: Paragraph) -> Bool {
    end.isForced && end.offset >= paragraph.end && !hasExtraLine(paragraph)
  }

  /// Whether the text goes on in the next container behind the last character of a range: a form feed,
  /// or one for which the delegate says so.
  func endsContainer(behind range: Range<Int>) -> Bool {
    guard let last = range.last else { return false }
    return shaper.endsContainer[last] ?? (text.units[last] == 0x0C)
  }

  /// Whether a line separator ends a program's text: the next typed character goes on a line of its
  /// own, as behind a paragraph separator.
  func hasExtraLine(_ paragraph: Paragraph) -> Bool {
    guard text.paragraphsFollowText, Int(paragraph.end) == text.length else { return false }
    return text.endsWithLineSeparator(paragraph.range)
  }

  /// Appends the line of a paragraph without text. The line has a height if the paragraph has a
  /// marker or the text was made by a program, and then it begins where a typed character would.
  private func appendEmptyLine(_ job: ParagraphBreaker.Job, _ index: Int, x: Int) {
    let paragraph = job.paragraph
    var line = LineFragment(
      paragraph: Int32(index), start: paragraph.start, end: paragraph.end,
      firstSegment: Int32(current.segments.count), x: x, width: job.widths.first, usedX: x,
      flags: [.isFirstOfParagraph, .isLastOfParagraph])
    // The side on which the marker is.
    if paragraph.marker >= 0, job.style.text.isRightToLeft { line.flags.insert(.isRightToLeft) }
    if text.paragraphsFollowText {
      if shaper.paragraphLevel & 1 == 1 { line.flags.insert(.isRightToLeft) }
      var plan = LinePlan.natural(to: .paragraphEnd(at: line.end))
      plan.indent = job.indent
      plan.alignment = job.style.text.alignment(before: plan.end)
      align(&line, plan, job.style.text)
    }
    if paragraph.marker >= 0 || text.paragraphsFollowText { measureHeight(&line, paragraph) }
    current.lines.append(line)
  }

  /// Copies the segments of a line; a word that the break divides is shaped again in two parts.
  func collect(
    _ end: BreakCandidate, _ next: inout Int, _ pending: inout Segment?
  ) {
    let last = min(Int(end.segment), paragraphSegments.count - 1)
    let lastWord = end.showsHyphen ? wordAtEnd(last, from: next) : last
    if let rest = pending {
      // The rest of a divided word, which this line may divide again.
      pending = nil
      if lastWord == next, divides(rest, end) {
        divide(rest, end, &pending)
        if pending != nil { return }
      } else {
        current.segments.append(
          contentsOf: shaper.segments(of: Int(rest.start)..<Int(rest.end), like: rest))
      }
      next += 1
    }
    guard next <= last else { return }
    if next <= lastWord {
      current.segments.append(contentsOf: paragraphSegments[next..<lastWord])
      next = lastWord
      let segment = paragraphSegments[lastWord]
      if last == Int(end.segment), segment.kind == .word, divides(segment, end) {
        divide(segment, end, &pending)
        if pending != nil { return }
      } else {
        current.segments.append(segment)
      }
      next += 1
    }
    current.segments.append(contentsOf: paragraphSegments[next..<(last + 1)])
    next = last + 1
  }

  /// The word that ends a line before the edges of boxes that end with it.
  private func wordAtEnd(_ last: Int, from first: Int) -> Int {
    var word = last
    while word > first, paragraphSegments[word].kind == .edge { word -= 1 }
    return word
  }

  /// Whether a break is inside a word, or at its end with a hyphen, which is shaped with the word.
  private func divides(_ word: Segment, _ end: BreakCandidate) -> Bool {
    end.offset > word.start && (end.offset < word.end || end.showsHyphen && end.offset == word.end)
  }

  private func divide(
    _ segment: Segment, _ end: BreakCandidate, _ pending: inout Segment?
  ) {
    let hyphen = end.showsHyphen ? shaper.hyphen(segment.style) : []
    current.segments.append(
      contentsOf: shaper.segments(
        of: Int(segment.start)..<Int(end.offset), like: segment, suffix: hyphen))
    guard end.offset < segment.end else { return }
    var rest = segment
    rest.length = segment.end - end.offset
    rest.start = end.offset
    pending = rest
  }
}
