/// The horizontal positions in a line: justification, alignment, hanging marks.
extension LineSetter {
  /// - Parameters:
  ///   - isFine: whether glyph widths and letter spaces are adjusted too.
  ///   - protrusion: how far the line's last glyph protrudes beyond the measure.
  func align(
    _ line: inout LineFragment, _ style: TextProperties, indent: Int, isForced: Bool,
    isFine: Bool = false, protrusion: Int = 0
  ) {
    let range = Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount)
    setTabs(range, line, indent: indent)
    var visibleEnd = range.upperBound
    while visibleEnd > range.lowerBound, isTrailing(segments[visibleEnd - 1], style) {
      visibleEnd -= 1
    }
    let kept = keepSpaces(from: visibleEnd, range, line, indent: indent, isForced: isForced)
    visibleEnd = kept.end
    for index in visibleEnd..<range.upperBound where segments[index].kind == .word {
      // It has no visible ink; an ogham space mark has, but is removed here (CSS Text 3, section
      // 4.1.3).
      segments[index].kind = .space
    }
    if visibleEnd > range.lowerBound, segments[visibleEnd - 1].kind == .space {
      line.flags.insert(.keepsTrailingSpace)
    }
    var natural = 0
    var spaces = 0
    var clusters = 0
    for index in range.lowerBound..<visibleEnd {
      let segment = segments[index]
      natural += segment.width
      if segment.stretches { spaces += 1 }
    }
    if shaper.spacesLetters { natural -= trailingSpace(range.lowerBound..<visibleEnd) }
    if style.justifiesLetters {
      for index in range.lowerBound..<visibleEnd where segments[index].kind == .word {
        clusters += Int(typesetter.shaper.words[Int(segments[index].word)].clusterCount)
      }
    }
    var hang = 0
    if visibleEnd > range.lowerBound {
      hang = hangingEnd(
        segments[visibleEnd - 1], style, isLast: line.flags.contains(.isLastOfParagraph),
        fits: natural <= line.width - indent)
    }
    if hang == 0 { hang = protrusion }
    var room = line.width - indent - natural + hang
    line.stretchCount = Int32(spaces)
    line.usedWidth = natural
    if fillLeaders(range.lowerBound..<visibleEnd, room: room) {
      line.usedWidth = natural + room
      line.usedX = line.x + indent
      return
    }
    let isRight = line.flags.contains(.isRightToLeft)
    var align = style.align
    if kept.overflows {
      align = .start
    } else if isForced {
      align = style.alignLast ?? (align == .justify ? .start : align)
    }
    let isShrunk =
      room < 0 && style.mayShrink
      && (!line.flags.contains(.isLastOfParagraph) || room > -line.width / 20)
    if isFine, align == .justify || isShrunk {
      let taken = setFinely(&line, range.lowerBound..<visibleEnd, room: room)
      natural += taken
      room -= taken
      line.usedWidth = natural
    }
    if align == .justify, style.justifies {
      if spaces > 0, style.whiteSpace != .pre {
        var spaced = 0
        if style.justifiesLetters, room > 0, clusters > 1 {
          // The same space between any two characters (CSS Text 3, section 6.4): none behind the
          // last one.
          let each = room / (clusters + spaces - 1)
          line.letterExtra += Int32(each)
          spaced = each * (clusters - 1)
        }
        line.extra = room - spaced
        // A line that is too long overflows: spaces shrink as far as `spaceShrink` allows, no more.
        if room < 0 { line.extra = max(room, -shrinkable(range.lowerBound..<visibleEnd)) }
        line.usedWidth = natural + line.extra + spaced
        line.flags.insert(.isJustified)
      } else if style.justifiesLetters, clusters > 1, room > 0 {
        line.letterExtra = Int32(room / (clusters - 1))
        line.usedWidth = natural + room
      }
    } else if isShrunk, room < 0, spaces > 0 {
      // The breaker counted on spaces that shrink.
      line.extra = max(room, -shrinkable(range.lowerBound..<visibleEnd))
      line.usedWidth = natural + line.extra
    }
    // At the end of a right-to-left line, the hanging part is on the left and needs no shift.
    let left = line.width - indent - line.usedWidth + (isRight ? 0 : hang)
    switch align {
    case .right where isRight: line.usedX = line.x + left
    case .right: line.usedX = line.x + indent + left
    case .start where isRight: line.usedX = line.x + left
    case .end where !isRight: line.usedX = line.x + indent + left
    case .center: line.usedX = line.x + indent + left / 2
    case .justify where isRight: line.usedX = line.x + left
    case .start, .left, .end, .justify: line.usedX = line.x + (isRight ? 0 : indent)
    }
    if line.usedWidth - hang > line.width - indent + 512 { line.flags.insert(.isOverfull) }
  }

  /// The step of glyph widths, in thousandths: too small to be seen.
  private static let glyphStep = 5

  /// Stretches or shrinks glyphs and letter space within the limits of their styles, before word
  /// spaces take the rest.
  /// - Returns: by how much the line becomes wider.
  private func setFinely(_ line: inout LineFragment, _ range: Range<Int>, room: Int) -> Int {
    var (scaling, spacing, give) = (0, 0, 0)
    for index in range where segments[index].kind == .word {
      let elasticity = shaper.traits[Int(segments[index].style)].elasticity
      scaling = max(scaling, elasticity.glyphScaling)
      spacing = max(spacing, elasticity.letterSpacing)
      give += shaper.give(of: segments[index])
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
      let count = Int(typesetter.shaper.words[Int(segment.word)].clusterCount)
      return taken + line.width(ofWord: segment, clusterCount: count) - segment.width
    }
  }

  /// Before a forced break, preserved spaces hang only if the line has no room for them (CSS Text
  /// 3, section 4.1.3).
  /// - Returns: the end of the line's visible part, and whether the spaces hang over the measure.
  private func keepSpaces(
    from end: Int, _ range: Range<Int>, _ line: LineFragment, indent: Int, isForced: Bool
  ) -> (end: Int, overflows: Bool) {
    guard isForced, end < range.upperBound else { return (end, false) }
    var kept = end
    for index in end..<range.upperBound
    where shaper.isLoose(segments[index])
      && text.styles[Int(segments[index].style)].text.whiteSpace == .preWrap
    {
      kept = index + 1
    }
    let width = (range.lowerBound..<kept).reduce(0) { $0 + segments[$1].width }
    if kept == end { return (end, false) }
    let fits = width <= line.width - indent + LineWidths.rounding
    return (fits ? kept : end, !fits)
  }

  /// The letter space after the last character of a line, which is not part of the line's width.
  private func trailingSpace(_ range: Range<Int>) -> Int {
    let last = range.last { segments[$0].kind != .edge || segments[$0].width != 0 }
    return last.map { Int(segments[$0].trailing) } ?? 0
  }

  /// How far the spaces of a line can shrink, as computed by the breaker.
  private func shrinkable(_ range: Range<Int>) -> Int {
    let share = typesetter.parameters.spaceShrink
    return range.reduce(0) { sum, index in
      let segment = segments[index]
      return segment.stretches ? sum + Int(Double(segment.width) * share) : sum
    }
  }

  /// Whether a segment hangs at the end of a line, as spaces and forced breaks do.
  private func isTrailing(_ segment: Segment, _ style: TextProperties) -> Bool {
    switch segment.kind {
    case .lineBreak: true
    case .space, .word: style.whiteSpace != .pre && shaper.isLoose(segment)
    case .tab: style.whiteSpace.wraps
    case .edge: segment.width == 0
    case .attachment: segment.width == 0 && text.attachments[Int(segment.word)].isFloat
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
}

extension TextProperties {
  /// Whether the optimal breaker set the lines and counted on spaces that shrink.
  fileprivate var mayShrink: Bool { align == .justify && wrap != .stable }
}
