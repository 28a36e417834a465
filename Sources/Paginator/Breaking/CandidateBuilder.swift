/// Lists the places where the lines of a paragraph may end: the "find breaks" stage.
///
/// Walks the segments and the UAX #14 boundaries in parallel and sums widths. Spaces at a break
/// vanish: a candidate has the sums before and after them.
///
/// Swift copies all of it before it calls a function that changes nothing. Those that are called for
/// every word are therefore inlined.
struct CandidateBuilder {
  let shaper: ParagraphShaper
  let segments: ArraySlice<Segment>
  let parameters: BreakParameters
  /// The units of the whole text.
  let units: [UInt16]
  var text: AttributedText { shaper.text }
  var candidates: [BreakCandidate] = []
  /// The offset of the last candidate that is not for emergencies only; -1 for none.
  var lastOpportunity: Int32 = -1
  /// The style of the paragraph.
  private var paragraphStyle: Int32 = 0

  var width = 0
  var stretch = 0
  var shrink = 0
  /// How much of the stretch and of the shrink glyphs and letter space give.
  var give = 0
  /// Sums before the spaces that end at the current place.
  var before = (width: 0, stretch: 0, shrink: 0)
  var isAfterSpace = false
  /// The letter space after the last segment added. A line that ends here does not have it.
  var trailing = 0
  var innerScratch: [Inner] = []
  var pointScratch: [UInt16] = []
  var prefixScratch: [Int] = []
  var isGreedy = false
  var isElastic = false
  var kernsMargins = false
  private var mayPrecedeBoxes = false
  private var wrapsAll = false
  /// The hyphen of the style that was looked up last.
  var hyphen: (style: Int32, width: Int32, protrusion: Int) = (-1, 0, 0)
  /// Knows how a divided word is spelt.
  private(set) var hyphenator: Hyphenator?
  /// The dictionary of the language that was looked up last.
  var dictionary: (language: Int, dictionary: HyphenationDictionary?) = (-2, nil)
  /// Whether every noun of that language has a capital.
  var capitalizesNouns = false
  /// The dictionaries in which words were looked up.
  var usedDictionaries: [HyphenationDictionary] = []

  /// The last word that is in several segments, with the places where it may be divided.
  var joinedWord: (range: Range<Int32>, points: [Int32]) = (0..<0, [])

  /// How words may be divided in this pass.
  struct Division {
    var hyphenator: Hyphenator?
    /// Only words of this language are divided; nil for words of any.
    var language: Int?
    /// Words are divided whatever `hyphens` says, except for `none`.
    var hyphenatesAll = false
    /// Whether lines are broken one by one, not over the whole paragraph.
    var isGreedy = true
    /// Whether glyphs and letter space stretch and shrink, and glyphs protrude into the margin
    /// (`Microtypography`).
    var isFine = false
    /// Whether only the widest piece is wanted (CSS Text 3, section 5.4).
    var isForMinContent = false
    /// Whether text that does not wrap is broken, too.
    var wrapsAll = false
    /// By how much lines after forced breaks are narrower than other lines.
    var indentAfterBreak = 0
    /// The last line should be at least this wide; 0 for no minimum.
    var leastLastLine = 0
    /// UAX #14 lets a line begin with a dash (class B2); typographers do not.
    var avoidsDashes: Bool { !isGreedy }
    /// Words wider than this may break anywhere if their style allows it.
    var measure: Int
    /// Wider than any line, in 1/1024 points: the measure for text that must be on one line.
    static let endless = 1 << 40
    /// Whether a measure is the endless one, or what margins and indents leave of it.
    static func isEndless(_ measure: Int) -> Bool { measure >= endless / 2 }
    /// Divides words that are wider than the measure, unless `hyphens` is none.
    var rescue: Hyphenator?
    /// Whether `rescue` divides words whatever `hyphens` says, except for `none`.
    var rescuesAll = true

    /// Whether words of a style may be hyphenated in this pass.
    func hyphenates(_ style: StyleTraits) -> Bool {
      hyphenator != nil && (style.hyphenatesAutomatically || hyphenatesAll && style.mayHyphenate)
    }
  }

  /// The indent of the first line.
  private(set) var indent = 0

  init(
    shaper: ParagraphShaper, segments: ArraySlice<Segment>, parameters: BreakParameters
  ) {
    self.shaper = shaper
    units = shaper.textFonts.text.units
    self.segments = segments
    self.parameters = parameters
  }

  /// - Parameters:
  ///   - boundaries: UAX #14 boundaries as offsets from the paragraph's start.
  ///   - indent: the indent of the first line; negative for a hanging first line.
  mutating func build(
    _ paragraph: Paragraph, boundaries: ArraySlice<Int32>, indent: Int, division: Division,
    breaker: TextBreaker, scratch: consuming [BreakCandidate]
  ) {
    paragraphStyle = paragraph.style
    candidates = scratch
    candidates.removeAll(keepingCapacity: true)
    lastOpportunity = -1
    candidates.reserveCapacity(segments.count)
    isElastic = division.isFine && shaper.special.isElastic
    kernsMargins = division.isFine && shaper.special.kernsMargins
    mayPrecedeBoxes = isElastic && !text.attachments.isEmpty
    self.indent = indent
    width = indent
    isGreedy = division.isGreedy
    wrapsAll = division.wrapsAll
    hyphenator = division.rescue
    before = (width, 0, 0)
    trailing = 0
    let start = paragraph.start
    var boundaries = Boundaries(boundaries, start: start)
    let lastWord = segments.lastIndex { $0.kind == .word } ?? -1
    // A line begins with a space only where styles or breakers say so, or where UAX #14 does.
    let mayBeginWithSpace =
      shaper.special.breaksSpaces || shaper.special.breaksAnywhere || division.isGreedy
    for index in segments.indices {
      let segment = segments[index]
      // A boundary between two segments is a candidate before the second one, after the edges that
      // close boxes.
      let isInside =
        segment.kind == .space && !mayBeginWithSpace && boundaries.isNext(after: segment.start)
      if !isInside, segment.kind != .edge || shaper.isStartEdge(segment) {
        boundaries.skip(to: segment.start)
        let isBoundary = boundaries.isNext(at: segment.start)
        let isAnywhere = beginsAnywhere(index)
        // A dash between spaces begins a line only where it has no room after its word.
        let isSpacedDash =
          isBoundary && isAfterSpace && division.avoidsDashes && isAvoidedDash(before: index)
        // It does not make the narrowest width smaller (CSS Text 3, section 5.5).
        let isEmergency =
          (!isBoundary || isSpacedDash) && !isAnywhere && division.measure < Division.endless
          && isEmergencyPlace(index, boundaries, division)
        let dividesWord = !isBoundary && dividesJoinedWord(before: index, division)
        if isBoundary || division.isGreedy && isNextToBox(index) || isAfterKeptSpace(index)
          || isAnywhere || isEmergency || dividesWord,
          segment.start > start,
          index > segments.startIndex, !endsWithForcedBreak(index), !isKept(segment),
          isEmergency || !division.avoidsDashes || !isAvoidedDash(before: index)
        {
          addBoundary(before: index, dividesWord: dividesWord, isEmergency: isEmergency)
        }
        if isBoundary { boundaries.next += 1 }
      }
      add(segment, index, &boundaries, division, breaker, isLastWord: index == lastWord)
    }
    addForced(at: segments.endIndex - 1, offset: paragraph.end)
    if shaper.special.clonesEdges { cloneEdges() }
    if division.leastLastLine > 0 { avoidScrap(under: division.leastLastLine) }
  }

  /// Penalizes breaks that leave very little for the last line, and removes those that show a
  /// hyphen.
  private mutating func avoidScrap(under least: Int) {
    guard let end = candidates.last?.widthBefore else { return }
    var index = candidates.count - 2
    while index >= 0, end - candidates[index].widthAfter < least, !candidates[index].isForced {
      if candidates[index].showsHyphen {
        candidates.remove(at: index)
      } else {
        candidates[index].penalty = max(
          candidates[index].penalty, Int32(parameters.shortLastLinePenalty))
      }
      index -= 1
    }
  }

  /// The segment before another one, skipping the edges of boxes.
  @inline(__always)
  func segment(before index: Int) -> Segment {
    var before = index - 1
    while before > segments.startIndex, segments[before].kind == .edge { before -= 1 }
    return segments[before]
  }

  /// Whether a line would begin with a dash that belongs to the text before it. A dash behind a space that is
  /// joined to a name or a number begins its own piece of text.
  @inline(__always)
  private mutating func isAvoidedDash(before index: Int) -> Bool {
    let offset = segments[index].start
    guard isDash(at: offset) else {
      return !isAfterSpace && isHyphen(at: offset) && isHyphenAfterBox(index)
    }
    let next = Int(offset) + 1
    return !isAfterSpace || next >= units.count || units[next] == 0x20 || units[next] == 0xA0
  }

  @inline(__always)
  func isDash(at offset: Int32) -> Bool {
    // An empty inline box may end the text.
    guard Int(offset) < units.count else { return false }
    let unit = units[Int(offset)]
    return unit == 0x2014 || unit == 0x2013
  }

  @inline(__always)
  private func endsWithForcedBreak(_ index: Int) -> Bool {
    segments[index - 1].kind == .lineBreak
  }

  private mutating func add(
    _ segment: Segment, _ index: Int, _ boundaries: inout Boundaries, _ division: Division,
    _ breaker: TextBreaker, isLastWord: Bool
  ) {
    switch segment.kind {
    case .space where shaper.isLoose(segment):
      before = lineEnd
      addGlue(segment)
      isAfterSpace = true
      return
    case .space: addGlue(segment)
    case .noBreakSpace: addGlue(segment)
    case .lineBreak:
      before = lineEnd
      addForced(at: index, offset: segment.end)
      candidates[candidates.count - 1].widthAfter -= division.indentAfterBreak
    case .word where shaper.isLoose(segment):
      before = lineEnd
      width += segment.width
      isAfterSpace = true
      return
    case .word where isAfterSpace && segment.isEmbeddingControl(in: units):
      // White space at the end of a line vanishes as if the control were not there (CSS Text 3,
      // section 4.1).
      return
    case .word:
      addInside(segment, index, &boundaries, division, breaker, isLastWord)
      width += segment.width
      if isElastic {
        // Words stretch and shrink too, by the same amount.
        let give = shaper.give(of: segment)
        self.give += give
        stretch += give
        shrink += give
      }
    case .tab where !shaper.breaksSpaces(segment):
      // At the end of a line, a tab hangs, as spaces do.
      if !isAfterSpace { before = lineEnd }
      width += segment.width
      isAfterSpace = true
      return
    case .edge where segment.width == 0:
      // Behind it, a line still ends with the white space before it.
      return
    case .edge where isAfterSpace && endsBehindRemovedSpace(index):
      // The space is removed, the edge is not.
      before.width += segment.width
      width += segment.width
      return
    case .attachment, .edge, .tab: width += segment.width
    }
    isAfterSpace = false
    trailing = Int(segment.trailing)
  }

  /// Whether a box ends here behind a space that is removed at the end of a line (CSS Text 3,
  /// section 4.1.3).
  private func endsBehindRemovedSpace(_ index: Int) -> Bool {
    !shaper.isStartEdge(segments[index]) && index > segments.startIndex
      && shaper.isRemoved(segment(before: index))
  }

  /// The sums of a line that ends here, without white space and letter space at its end.
  var lineEnd: (width: Int, stretch: Int, shrink: Int) {
    isAfterSpace ? before : (width - trailing, stretch, shrink)
  }

  private mutating func addGlue(_ segment: Segment) {
    width += segment.width
    if segment.isRigid { return }
    stretch += Int(Double(segment.width) * parameters.spaceStretch)
    shrink += Int(Double(segment.width) * parameters.spaceShrink)
  }

  @inline(__always)
  func wraps(_ segment: Segment) -> Bool {
    wrapsAll || shaper.traits[Int(segment.style)].wraps
  }

  // MARK: Between segments

  /// At a space, its own element decides; between two characters, the nearest that contains both
  /// (CSS Text 3, section 5.1). Where the two differ, that is taken to be the paragraph.
  @inline(__always)
  private func mayBreak(_ last: Segment, _ next: Segment) -> Bool {
    let wraps = wraps(last)
    if last.kind == .word, !isAfterSpace, beginsCall(next, after: last) { return false }
    if last.kind == .space || wraps == self.wraps(next) { return wraps }
    return shaper.traits[Int(paragraphStyle)].wraps
  }

  /// Whether raised text follows text that is not: the call of a note does not begin a line, which UAX #14 allows
  /// between ideographs or their marks and "[3]".
  @inline(__always)
  func beginsCall(_ next: Segment, after last: Segment) -> Bool {
    shaper.traits[Int(next.style)].isRaised && !shaper.traits[Int(last.style)].isRaised
  }

  /// A break after a segment, with the sums up to here.
  @inline(__always)
  func candidate(after segment: Int, at offset: Int32) -> BreakCandidate {
    let sums = lineEnd
    return BreakCandidate(
      segment: Int32(segment), offset: offset, widthBefore: sums.width,
      stretchBefore: sums.stretch, shrinkBefore: sums.shrink, widthAfter: width,
      stretchAfter: stretch, shrinkAfter: shrink, give: Int32(clamping: give))
  }

  /// - Parameter dividesWord: whether the word before goes on here and may be hyphenated.
  private mutating func addBoundary(before index: Int, dividesWord: Bool, isEmergency: Bool) {
    let last = segment(before: index)
    guard mayBreak(last, segments[index]) else { return }
    var candidate = candidate(after: index - 1, at: segments[index].start)
    noteWords(at: index, &candidate)
    if !isAfterSpace, last.kind == .word {
      let lastUnit = units[Int(last.end) - 1]
      guard applyHyphen(to: &candidate, lastUnit: lastUnit, last) else { return }
      if dividesWord, !candidate.isFlagged {
        showHyphen(&candidate, penalty: hyphenPenalty(at: last.end, in: last), last.style)
      }
    }
    if shaper.hangsAtLineEnds || kernsMargins {
      let last = isAfterSpace ? lastWord(before: index) : last
      if shaper.hangsAtLineEnds { hang(&candidate, last: last) }
      if kernsMargins { kern(&candidate, at: last, index) }
    }
    if isEmergency { candidate.makeEmergency() } else { lastOpportunity = candidate.offset }
    if mayPrecedeBoxes { stretch(&candidate, before: segments[index]) }
    candidates.append(candidate)
  }

  /// Notes the words between two spaces that end a line and begin the next one.
  @inline(__always)
  private func noteWords(at index: Int, _ candidate: inout BreakCandidate) {
    guard isAfterSpace, index >= segments.startIndex + 2, segments[index].kind == .word else {
      return
    }
    candidate.nextWord = segments[index].word
    if segments[index - 2].kind == .word { candidate.lastWord = segments[index - 2].word }
  }

  @inline(__always)
  private func lastWord(before index: Int) -> Segment {
    var at = index - 1
    while at > segments.startIndex {
      switch segments[at].kind {
      case .space, .edge, .lineBreak: at -= 1
      default: return segments[at]
      }
    }
    return segments[at]
  }

  /// Gives a break after a hyphen its penalty.
  /// - Returns: false for a soft hyphen that must not show.
  mutating func applyHyphen(
    to candidate: inout BreakCandidate, lastUnit: UInt16, _ segment: Segment
  ) -> Bool {
    if lastUnit.isHyphen {
      candidate.penalty = Int32(parameters.exHyphenPenalty)
      candidate.isFlagged = true
    } else if lastUnit == 0xAD {
      guard shaper.traits[Int(segment.style)].hyphens != .none else { return false }
      showHyphen(&candidate, penalty: Int32(parameters.hyphenPenalty), segment.style)
    }
    return true
  }

  /// Makes a line that ends at a break show a hyphen.
  mutating func showHyphen(_ candidate: inout BreakCandidate, penalty: Int32, _ style: Int32) {
    candidate.penalty = penalty
    candidate.isFlagged = true
    candidate.showsHyphen = true
    candidate.hyphenWidth = hyphenWidth(style)
  }

  /// Lets full stops and commas hang at the end of a line (CSS Text 3, section 9.2).
  @inline(__always)
  private func hang(_ candidate: inout BreakCandidate, last: Segment) {
    guard last.kind == .word else { return }
    let hanging = shaper.traits[Int(last.style)].hanging
    guard hanging.hangsAtLineEnds else { return }
    guard let amount = HangingMarks.endWidth(of: last, text, shaper) else { return }
    candidate.hang = Int32(clamping: amount)
    candidate.hangsIfNeeded = !hanging.contains(.forceEnd)
    if hanging.contains(.forceEnd) || isGreedy {
      candidate.widthBefore -= amount
    } else {
      // It hangs only if the line does not fit otherwise: its width counts as shrink.
      candidate.shrinkBefore += amount
    }
  }

  // MARK: Margins

  /// - Parameters:
  ///   - last: the segment that ends the line.
  ///   - next: the index of the segment that begins the next line.
  @inline(__always)
  private func kern(_ candidate: inout BreakCandidate, at last: Segment, _ next: Int) {
    var end = 0
    if candidate.showsHyphen {
      end = hyphen.protrusion
    } else if last.kind == .word, !shaper.isLoose(last) {
      end = shaper.endProtrusion(of: last)
    }
    var first = next
    while first < segments.endIndex, segments[first].kind == .edge, segments[first].width == 0 {
      first += 1
    }
    let beginsWithWord = first < segments.endIndex && segments[first].kind == .word
    protrude(
      &candidate, end: end,
      start: beginsWithWord ? shaper.startProtrusion(of: segments[first]) : 0)
  }

  @inline(__always)
  func protrude(_ candidate: inout BreakCandidate, end: Int, start: Int) {
    candidate.endProtrusion = Int32(clamping: end)
    candidate.startProtrusion = Int32(clamping: start)
    candidate.widthBefore -= end
    candidate.widthAfter += start
  }

  // MARK: The end

  private mutating func addForced(at index: Int, offset: Int32) {
    let isEnd = offset == text.paragraphEnd(offset)
    var candidate = candidate(after: index, at: offset)
    candidate.penalty = BreakCandidate.forcedPenalty
    candidate.isForced = true
    // A closing mark at the end of the paragraph may hang (`hanging-punctuation: last`).
    if isEnd, let last = segments.last, last.kind == .word,
      shaper.traits[Int(last.style)].hanging.contains(.last),
      let amount = HangingMarks.lastWidth(of: last, text, shaper)
    {
      candidate.hang = Int32(clamping: amount)
      candidate.widthBefore -= amount
    } else if shaper.hangsAtLineEnds, index >= segments.startIndex {
      hang(&candidate, last: lastWord(before: index + 1))
    }
    if kernsMargins, index >= segments.startIndex {
      let last =
        segments[index].kind == .word || index == segments.startIndex
        ? segments[index] : segment(before: index)
      kern(&candidate, at: last, index + 1)
    }
    lastOpportunity = offset
    candidates.append(candidate)
  }
}

extension AttributedText {
  /// The end of the paragraph that contains `offset`, or -1. It equals `offset` at the paragraph's
  /// end, but not at a forced break inside it.
  fileprivate func paragraphEnd(_ offset: Int32) -> Int32 {
    let index = paragraphs.partitioningIndex { $0.end >= offset }
    return index < paragraphs.count ? paragraphs[index].end : -1
  }
}
