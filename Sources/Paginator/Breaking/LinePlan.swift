/// How one line of a paragraph is set. The breaker decides it once; layout then measures the line's
/// segments and computes positions from it.
struct LinePlan {
  /// The break that ends the line.
  let end: BreakCandidate
  /// How far the text begins after the line's leading edge, in 1/1024 points; negative if its first
  /// glyph hangs or protrudes.
  var indent = 0
  /// `text-align`, or `text-align-last` before a forced break (CSS Text 3, section 6.3).
  var alignment = TextAlign.start
  var glue = Glue()
  /// How far the line's last glyph extends beyond the measure: it hangs (`hanging-punctuation`) or
  /// protrudes (`Microtypography`).
  var hang = 0
  /// How much its word spaces may shrink together.
  var shrink = 0
  /// Whether it keeps its natural width, because its spaces would be much too wide.
  var isLeftShort = false
  /// Whether the line is wider than its measure even if its glue shrinks as far as it can.
  var isOverfull = false

  /// What may change its width so that the line fills its measure.
  struct Glue: OptionSet {
    let rawValue: UInt8
    /// Word spaces stretch.
    static let stretch = Glue(rawValue: 1)
    /// Word spaces shrink, at most by `BreakParameters.spaceShrink`.
    static let shrink = Glue(rawValue: 2)
    /// The space between letters stretches by the same amount as word spaces do.
    static let letters = Glue(rawValue: 4)
    /// Glyphs and letter space stretch and shrink within the limits of their styles.
    static let fine = Glue(rawValue: 8)
  }

  /// A line at its natural width, on the left.
  static func natural(to end: BreakCandidate) -> LinePlan { LinePlan(end: end, alignment: .left) }
}

/// The widths of a line in the sums of its candidates, and the measure in the same sums: without
/// marks that hang or protrude, with the indent.
struct LineSums {
  var width: Int
  var shrink: Int
  var measure: Int
  /// How much of the shrink is that of glyphs and letter space.
  let give: Int
  /// The segment that contains the line's start, or that before it; -1 at the start of the paragraph.
  let segmentBefore: Int

  init(from start: BreakCandidate?, to end: BreakCandidate, measure: Int) {
    give = Int(end.give - (start?.give ?? 0))
    segmentBefore = Int(start?.segment ?? -1)
    width = end.widthBefore + Int(end.hyphenWidth) - (start?.widthAfter ?? 0)
    shrink = end.shrinkBefore - (start?.shrinkAfter ?? 0)
    self.measure = measure
  }

  /// Whether the line is wider than the measure although its glue gives so much.
  func isTooWide(shrunkBy give: Int) -> Bool { width - give > measure + LineWidths.rounding }
}

extension ParagraphBreaker.Job {
  /// Plans the line that ends at a break.
  /// - Parameters:
  ///   - isGreedy: whether lines were broken one by one, without counting on glue.
  ///   - isRagged: whether the line is too narrow to be justified.
  func plan(
    to end: BreakCandidate, indent: Int, _ sums: LineSums, isGreedy: Bool, isRagged: Bool = false
  ) -> LinePlan {
    let style = style.text
    var plan = LinePlan(end: end, indent: indent, alignment: style.alignment(before: end))
    if isRagged, plan.alignment == .justify { plan.alignment = .start }
    // In an endless measure, the natural width of a line is looked for.
    let isEndless = CandidateBuilder.Division.isEndless(sums.measure)
    if plan.alignment == .justify, style.justifies, !isEndless {
      if style.whiteSpace != .pre { plan.glue = [.stretch, .shrink] }
      if justifiesLetters { plan.glue.insert(.letters) }
    } else if !isGreedy, isJustified, !isEndless {
      // The search counted on spaces that shrink, also in the lines that do not stretch.
      plan.glue = .shrink
    }
    if isFine, !plan.glue.isEmpty { plan.glue.insert(.fine) }
    let hang = Int(end.hang)
    // The greedy breaker's sums leave out a mark that may hang; the optimal one's count it as shrink.
    let fits = end.hangsIfNeeded && sums.width + (isGreedy ? hang : 0) <= sums.measure
    plan.hang = hang == 0 || fits ? Int(end.endProtrusion) : hang
    let give = plan.glue.contains(.shrink) ? sums.shrink : 0
    plan.isOverfull = sums.isTooWide(shrunkBy: give)
    if give > 0 {
      plan.shrink = max(0, give - sums.give - (end.hangsIfNeeded && !isGreedy ? hang : 0))
    }
    if isTooLoose(plan, sums) {
      plan.glue = []
      plan.isLeftShort = true
    }
    return plan
  }

  /// Whether a line of text with microtypography would need spaces that are wider by an em, or by a quarter of
  /// one before a wide image: it is left as it is, which is less ugly. So is a line of ideographs that would
  /// become twice as wide.
  private func isTooLoose(_ plan: LinePlan, _ sums: LineSums) -> Bool {
    guard style.text.microtypography.leavesLinesShort, !plan.end.isForced,
      plan.glue.contains(.stretch)
    else { return false }
    let room = sums.measure - sums.width
    if plan.glue.contains(.letters) { return room > sums.width }
    let em = style.text.font.size.rawValue
    let most = plan.end.precedesWideBox ? em / 4 : em
    guard room > most else { return false }
    let spaces = spaceCount(after: sums.segmentBefore, to: Int(plan.end.segment))
    return spaces > 0 && room > most * spaces
  }

  /// The number of spaces that stretch in a line, without those at its end.
  private func spaceCount(after segmentBefore: Int, to last: Int) -> Int {
    guard segmentBefore < last else { return 0 }
    var own = segments[segmentBefore + 1..<min(last + 1, segments.endIndex)]
    while let last = own.last,
      last.kind == .edge && last.width == 0 || last.kind == .space && shaper.isLoose(last)
        || text.isOutOfFlow(last)
    {
      own.removeLast()
    }
    return own.count(where: \.stretches)
  }
}

extension Microtypography {
  /// Whether lines whose spaces would be much too wide keep their natural width.
  var leavesLinesShort: Bool { glyphScalingLimit > 0 || letterSpacingLimit > 0 }
}

extension TextProperties {
  /// The alignment of a line that ends at a break.
  func alignment(before end: BreakCandidate) -> TextAlign {
    guard end.isForced else { return align }
    return alignLast ?? (align == .justify ? .start : align)
  }
}
