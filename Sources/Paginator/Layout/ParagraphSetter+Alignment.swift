/// The horizontal positions in a line, as its plan asks for them.
extension ParagraphSetter {
  /// Measures a line's segments and computes where its text begins and how wide its spaces, letters
  /// and glyphs are.
  mutating func align(_ line: inout LineFragment, _ plan: LinePlan, _ style: TextProperties) {
    setTabs(line.segmentRange, line, indent: plan.indent)
    let content = measureContent(of: &line, plan, style)
    let room = line.width - plan.indent - content.width + content.hang
    line.stretchCount = Int32(content.spaceCount)
    line.usedWidth = content.width
    if fillLeaders(content.range, room: room) {
      line.usedWidth = content.width + room
      line.usedX = line.x + plan.indent
      return
    }
    if plan.isLeftShort {
      reportLoose(
        line, "a justified line is left short, because its spaces would be much too wide")
    }
    setGlue(of: &line, plan, content, room: room)
    if line.letterExtra > style.font.size.rawValue / Self.widestGap {
      reportLoose(
        line, "the characters of a justified line are spaced by more than a quarter of their size")
    }
    place(&line, plan, content)
  }

  /// The visible part of a line. Its width is known only now: divided words are shaped again, and
  /// tabs depend on what is before them.
  private struct LineContent {
    var range: Range<Int>
    var width = 0
    var spaceCount = 0
    /// Counted only if letters are spaced to justify.
    var clusterCount = 0
    /// How far its last mark extends beyond the measure.
    var hang = 0
    /// Whether preserved spaces at its end extend beyond the measure.
    var hasHangingSpaces = false
  }

  private mutating func measureContent(
    of line: inout LineFragment, _ plan: LinePlan, _ style: TextProperties
  ) -> LineContent {
    let range = line.segmentRange
    var end = range.upperBound
    while end > range.lowerBound, setter.isTrailing(result.segments[end - 1], style) { end -= 1 }
    removeSpaces(beforeEdgesAt: end, from: range.lowerBound)
    let kept = keepSpaces(from: end, range, line, plan)
    end = kept.end
    for index in end..<range.upperBound where result.segments[index].kind == .word {
      // It has no visible ink; an ogham space mark has, but is removed here (CSS Text 3, section
      // 4.1.3).
      result.segments[index].kind = .space
    }
    if end > range.lowerBound, result.segments[end - 1].kind == .space {
      line.flags.insert(.keepsTrailingSpace)
    }
    var content = LineContent(range: range.lowerBound..<end, hasHangingSpaces: kept.overflows)
    for index in content.range {
      content.width += result.segments[index].width
      if result.segments[index].stretches { content.spaceCount += 1 }
    }
    if setter.shaper.spacesLetters { content.width -= trailingSpace(content.range) }
    if plan.glue.contains(.letters) {
      if !style.justifiesLetters { keepWords(content.range) }
      for index in content.range {
        content.clusterCount += clusterCount(of: result.segments[index])
      }
    }
    if !content.range.isEmpty, !line.flags.contains(.keepsTrailingSpace) {
      content.hang = plan.hang
    }
    return content
  }

  /// Removes the spaces before edges with width that end boxes at the end of a line (CSS Text 3,
  /// section 4.1.3). They stay where they are, without width.
  private mutating func removeSpaces(beforeEdgesAt end: Int, from start: Int) {
    var index = end - 1
    while index >= start {
      if result.segments[index].kind == .edge {
        guard
          result.segments[index].width == 0 || !setter.shaper.isStartEdge(result.segments[index])
        else { return }
      } else if index < end - 1, setter.shaper.isRemoved(result.segments[index]) {
        result.segments[index].width = 0
        result.segments[index].isRigid = true
      } else {
        return
      }
      index -= 1
    }
  }

  private func clusterCount(of segment: Segment) -> Int {
    guard segment.kind == .word else { return 0 }
    return segment.gaps.count(Int(typesetter.shaper.words[Int(segment.word)].clusterCount))
  }

  /// Keeps the letters of words together in a line whose ideographs are spaced: space goes only between a
  /// word and an ideograph, and into the spaces between words.
  private mutating func keepWords(_ range: Range<Int>) {
    let units = text.units
    var follows = LetterGaps.last
    for index in range.reversed() {
      let segment = result.segments[index]
      switch segment.kind {
      case .word where Self.isOfLetters(units[Int(segment.start)..<Int(segment.end)]):
        result.segments[index].gaps = follows
        follows = .none
      case .space, .noBreakSpace: follows = segment.stretches ? .none : .last
      case .edge where segment.width == 0: break
      case .word, .attachment, .edge, .tab, .lineBreak: follows = .last
      }
    }
  }

  /// Whether a piece of text has no ideograph and nothing else that is set like one.
  private static func isOfLetters(_ units: ArraySlice<UInt16>) -> Bool {
    units.allSatisfy { !$0.isIdeograph }
  }

  /// Stretches or shrinks the line's glue so that its content fills the room that is left; negative
  /// room is what the content is too wide by.
  private func setGlue(
    of line: inout LineFragment, _ plan: LinePlan, _ content: LineContent, room: Int
  ) {
    let glue = plan.glue
    // A line whose glue only shrinks keeps its natural width if it fits.
    guard !glue.isEmpty, glue.contains(.stretch) || glue.contains(.letters) || room < 0 else {
      return
    }
    var room = room
    if glue.contains(.fine) {
      let taken = setFinely(&line, content.range, room: room)
      line.usedWidth += taken
      room -= taken
    }
    var spaced = 0
    let mayStretch = glue.contains(.stretch) && content.spaceCount > 0
    let gapCount = content.clusterCount - 1 + (mayStretch ? content.spaceCount : 0)
    if glue.contains(.letters), room > 0, content.clusterCount > 1 {
      // The same space between any two characters (CSS Text 3, section 6.4): none after the last one.
      let each = room / gapCount
      line.letterExtra = Int32(clamping: Int(line.letterExtra) + each)
      spaced = mayStretch ? each * (content.clusterCount - 1) : room
    }
    if mayStretch || glue.contains(.shrink) && room < 0 && content.spaceCount > 0 {
      // A line that is too long overflows: spaces shrink as far as `spaceShrink` allows, no more.
      line.extra = room < 0 ? max(room, -plan.shrink) : room - spaced
    }
    if mayStretch { line.flags.insert(.isJustified) }
    line.usedWidth += line.extra + spaced
  }

  /// Places the used rectangle in the line fragment.
  private func place(_ line: inout LineFragment, _ plan: LinePlan, _ content: LineContent) {
    let isRight = line.flags.contains(.isRightToLeft)
    let indent = plan.indent
    // At the end of a right-to-left line, the hanging part is on the left and needs no shift.
    let left = line.width - indent - line.usedWidth + (isRight ? 0 : content.hang)
    // A line that is too wide overflows at its end (CSS Text 3, section 6.1).
    switch content.hasHangingSpaces || left < 0 ? .start : plan.alignment {
    case .right where isRight: line.usedX = line.x + left
    case .right: line.usedX = line.x + indent + left
    case .start where isRight: line.usedX = line.x + left
    case .end where !isRight: line.usedX = line.x + indent + left
    case .center: line.usedX = line.x + (isRight ? 0 : indent) + left / 2
    case .justify where isRight: line.usedX = line.x + left
    case .start, .left, .end, .justify: line.usedX = line.x + (isRight ? 0 : indent)
    }
    if line.usedWidth - content.hang > line.width - indent + Self.visibleOverflow {
      line.flags.insert(.isOverfull)
    }
  }

  /// The space between characters beyond which a justified line is reported, as a share of their size: Requirements
  /// for Japanese Text Layout, section 3.8.4, allows a quarter.
  private static let widestGap = 4

  /// A line that is wider than its measure by less than half a point is not reported.
  private static let visibleOverflow = 512

  /// The step of glyph widths, in thousandths: too small to be seen.
  private static let glyphStep = 5

  /// Stretches or shrinks glyphs and letter space within the limits of their styles, before word
  /// spaces take the rest.
  /// - Returns: by how much the line becomes wider.
  private func setFinely(_ line: inout LineFragment, _ range: Range<Int>, room: Int) -> Int {
    // Copied out of the objects, so that no element is read with an exclusivity check.
    let segments = result.segments
    let words = typesetter.shaper.words
    var (scaling, spacing, give) = (0, 0, 0)
    for index in range where segments[index].kind == .word {
      let segment = segments[index]
      let elasticity = setter.shaper.traits[Int(segment.style)].elasticity
      scaling = max(scaling, elasticity.glyphScaling)
      spacing = max(spacing, elasticity.letterSpacing)
      give += elasticity.give(
        ofWidth: segment.width, clusters: Int(words[Int(segment.word)].clusterCount))
    }
    guard give > 0 else { return 0 }
    let wanted = min(max(room, -give), give)
    // Rounded to the nearest step; word spaces absorb the difference.
    let steps = (abs(wanted) * scaling * 2 / give + Self.glyphStep) / (Self.glyphStep * 2)
    line.glyphStretch = Int16((wanted < 0 ? -steps : steps) * Self.glyphStep)
    line.letterExtra = Int32(spacing * wanted / give)
    return range.reduce(0) { taken, index in
      let segment = segments[index]
      guard segment.kind == .word else { return taken }
      let count = Int(words[Int(segment.word)].clusterCount)
      return taken + line.width(ofWord: segment, clusterCount: count) - segment.width
    }
  }

  /// Before a forced break, preserved spaces hang only if the line has no room for them (CSS Text
  /// 3, section 4.1.3).
  /// - Returns: the end of the line's visible part, and whether the spaces hang over the measure.
  private func keepSpaces(
    from end: Int, _ range: Range<Int>, _ line: LineFragment, _ plan: LinePlan
  ) -> (end: Int, overflows: Bool) {
    guard plan.end.isForced, end < range.upperBound else { return (end, false) }
    var kept = end
    for index in end..<range.upperBound
    where (result.segments[index].kind == .tab || setter.shaper.isLoose(result.segments[index]))
      && text.styles[Int(result.segments[index].style)].text.whiteSpace == .preWrap
    {
      kept = index + 1
    }
    let width = (range.lowerBound..<kept).reduce(0) { $0 + result.segments[$1].width }
    if kept == end { return (end, false) }
    let fits = width <= line.width - plan.indent + LineWidths.rounding
    return (fits ? kept : end, !fits)
  }

  /// The letter space after the last character of a line, which is not part of the line's width.
  private func trailingSpace(_ range: Range<Int>) -> Int {
    let last = range.last { result.segments[$0].kind != .edge || result.segments[$0].width != 0 }
    return last.map { Int(result.segments[$0].trailing) } ?? 0
  }
}
