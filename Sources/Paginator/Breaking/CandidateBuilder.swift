/// Lists the places where the lines of a paragraph may end: the "find breaks" stage.
///
/// Walks segments and the boundaries of UAX #14 side by side, summing widths as it goes. Spaces
/// at a break vanish: a candidate knows the sums before and behind them.
struct CandidateBuilder {
  let text: AttributedText
  let shaper: ParagraphShaper
  let segments: ArraySlice<Segment>
  let parameters: BreakParameters
  private(set) var candidates: [BreakCandidate] = []

  private var width = 0
  private var stretch = 0
  private var shrink = 0
  /// Sums before the spaces that end at the current place.
  private var before = (width: 0, stretch: 0, shrink: 0)
  private var isBehindSpace = false
  /// Letter space behind what was added last, which a line that ends here does not have.
  private var trailing = 0
  private var innerScratch: [Inner] = []
  private var pointScratch: [UInt16] = []
  private var prefixScratch: [Int] = []
  private var isGreedy = false
  /// The hyphen of the style that was asked for last.
  private var hyphen: (style: Int32, width: Int) = (-1, 0)
  /// The dictionary of the language that was asked for last.
  private var dictionary: (language: Int, dictionary: HyphenationDictionary?) = (-2, nil)
  /// Those that words were looked up in.
  private(set) var usedDictionaries: [HyphenationDictionary] = []

  /// What may divide words in this pass.
  struct Division {
    var hyphenator: Hyphenator?
    /// Only words of this language are divided; nil for words of any.
    var language: Int?
    /// Words are divided whatever `hyphens` says, but for `none`.
    var hyphenatesAll = false
    /// Line by line; else over the whole paragraph.
    var isGreedy = true
    /// UAX #14 lets a line begin with a dash (class B2); typographers do not.
    var avoidsDashes: Bool { !isGreedy }
    /// Words wider than this may break anywhere if their style allows it.
    var measure: Int
    /// Divides words that are wider than the measure, unless `hyphens` is none.
    var rescue: Hyphenator?
  }

  init(
    text: AttributedText, shaper: ParagraphShaper, segments: ArraySlice<Segment>,
    parameters: BreakParameters
  ) {
    self.text = text
    self.shaper = shaper
    self.segments = segments
    self.parameters = parameters
  }

  /// - Parameters:
  ///   - boundaries: UAX #14 boundaries as offsets from the paragraph's start.
  ///   - indent: room at the start of the first line; less than zero for one that hangs out.
  mutating func build(
    _ paragraph: Paragraph, boundaries: ArraySlice<Int32>, indent: Int, division: Division,
    breaker: TextBreaker, scratch: consuming [BreakCandidate]
  ) {
    candidates = scratch
    candidates.removeAll(keepingCapacity: true)
    candidates.reserveCapacity(segments.count)
    width = indent
    isGreedy = division.isGreedy
    before = (indent, 0, 0)
    trailing = 0
    var next = boundaries.startIndex
    let start = paragraph.start
    let lastWord = segments.lastIndex { $0.kind == .word } ?? -1
    for index in segments.indices {
      let segment = segments[index]
      // A boundary between two segments is a candidate before the second one, behind the edges
      // that close boxes.
      if segment.kind != .edge || isStartEdge(segment) {
        while next < boundaries.endIndex, start + boundaries[next] < segment.start { next += 1 }
        let isBoundary = next < boundaries.endIndex && start + boundaries[next] == segment.start
        if isBoundary || division.isGreedy && isBesideBox(index) || isBehindKeptSpace(index)
          || beginsAnywhere(index),
          segment.start > start,
          index > segments.startIndex, !endsWithForcedBreak(index), !isKept(segment),
          !division.avoidsDashes || !isDash(at: segment.start)
        {
          addBoundary(before: index)
        }
        if isBoundary { next += 1 }
      }
      add(
        segment, index, boundaries, &next, start, division, breaker, isLastWord: index == lastWord)
    }
    addForced(at: segments.endIndex - 1, offset: paragraph.end)
  }

  /// An image or a box may begin or end a line whatever stands beside it (CSS Text 3, section 5.1). In
  /// text that is broken as a whole UAX #14 decides: a stop does not begin a line.
  private func isBesideBox(_ index: Int) -> Bool {
    if segments[index].kind == .attachment { return !isFloat(segments[index]) }
    guard segments[index].kind == .word, index > segments.startIndex else { return false }
    let before = segment(before: index)
    return before.kind == .attachment && !isFloat(before)
  }

  private func isFloat(_ segment: Segment) -> Bool {
    text.attachments[Int(segment.word)].isFloat
  }

  /// `white-space: break-spaces` lets a line end behind every space.
  private func isBehindKeptSpace(_ index: Int) -> Bool {
    guard shaper.special.breaksSpaces, index > segments.startIndex else { return false }
    let before = segment(before: index)
    guard shaper.traits[Int(before.style)].breaksSpaces else { return false }
    return before.kind == .space
      || before.kind == .word && before.length == 1
        && SpaceSeparators.contains(text.units[Int(before.start)])
  }

  /// `word-break: break-all` lets a line begin with every character of its text.
  private func beginsAnywhere(_ index: Int) -> Bool {
    guard shaper.special.breaksAnywhere, index > segments.startIndex,
      segments[index].kind == .word, shaper.traits[Int(segments[index].style)].breaksAnywhere
    else { return false }
    return segment(before: index).kind == .word
  }

  /// Whether text goes on over a segment without a place for a line's end.
  private func joins(_ segment: Segment) -> Bool {
    switch segment.kind {
    case .word: !shaper.isLoose(segment)
    case .edge, .noBreakSpace: true
    default: false
    }
  }

  /// Whether text goes on without a space before a segment, or behind it.
  private func isJoined(_ index: Int) -> Bool {
    index > segments.startIndex && joins(segments[index - 1])
      || index + 1 < segments.endIndex && joins(segments[index + 1])
  }

  /// Whether the text around a segment that no break divides is wider than a measure: it may go on in
  /// other elements.
  private func isInTooWide(
    _ index: Int, _ boundaries: ArraySlice<Int32>, _ next: Int, _ start: Int32, measure: Int
  ) -> Bool {
    var sum = segments[index].width
    var at = index
    let first = max(segments.startIndex, index - Self.longestStretch)
    while at > first, sum <= measure, candidates.last?.offset ?? -1 < segments[at].start,
      joins(segments[at - 1])
    {
      at -= 1
      sum += segments[at].width
    }
    at = index + 1
    var next = next
    let last = min(segments.endIndex, index + Self.longestStretch)
    while at < last, sum <= measure, joins(segments[at]) {
      while next < boundaries.endIndex, start + boundaries[next] < segments[at].start { next += 1 }
      if next < boundaries.endIndex, start + boundaries[next] == segments[at].start,
        segments[at].kind != .edge
      {
        break
      }
      sum += segments[at].width
      at += 1
    }
    return sum > measure
  }

  /// Segments that are looked at to either side.
  private static let longestStretch = 256

  /// The segment before another one, edges of boxes passed over.
  private func segment(before index: Int) -> Segment {
    var before = index - 1
    while before > segments.startIndex, segments[before].kind == .edge { before -= 1 }
    return segments[before]
  }

  private func isDash(at offset: Int32) -> Bool {
    let unit = text.units[Int(offset)]
    return unit == 0x2014 || unit == 0x2013
  }

  private func isStartEdge(_ segment: Segment) -> Bool {
    segment.word >= 0 && text.inlineEdges[Int(segment.word)].isStart
  }

  private func endsWithForcedBreak(_ index: Int) -> Bool {
    segments[index - 1].kind == .lineBreak
  }

  private mutating func add(
    _ segment: Segment, _ index: Int, _ boundaries: ArraySlice<Int32>, _ next: inout Int,
    _ start: Int32, _ division: Division, _ breaker: TextBreaker, isLastWord: Bool
  ) {
    switch segment.kind {
    case .space where shaper.isLoose(segment):
      before = lineEnd
      addGlue(segment)
      isBehindSpace = true
      return
    case .space: addGlue(segment)
    case .noBreakSpace: addGlue(segment)
    case .lineBreak:
      before = lineEnd
      addForced(at: index, offset: segment.end)
    case .word where shaper.isLoose(segment):
      before = lineEnd
      width += segment.width
      isBehindSpace = true
      return
    case .word:
      addInside(segment, index, boundaries, &next, start, division, breaker, isLastWord)
      width += segment.width
    case .tab:
      // At the end of a line it hangs, as spaces do.
      if !isBehindSpace { before = lineEnd }
      width += segment.width
      isBehindSpace = true
      return
    case .attachment, .edge: width += segment.width
    }
    isBehindSpace = false
    if segment.kind != .edge || segment.width != 0 { trailing = Int(segment.trailing) }
  }

  /// The sums of a line that ends here, without white space and letter space at its end.
  private var lineEnd: (width: Int, stretch: Int, shrink: Int) {
    isBehindSpace ? before : (width - trailing, stretch, shrink)
  }

  private mutating func addGlue(_ segment: Segment) {
    width += segment.width
    if segment.isRigid { return }
    stretch += Int(Double(segment.width) * parameters.spaceStretch)
    shrink += Int(Double(segment.width) * parameters.spaceShrink)
  }

  private func wraps(_ segment: Segment) -> Bool {
    shaper.traits[Int(segment.style)].wraps
  }

  // MARK: Between segments

  private mutating func addBoundary(before index: Int) {
    let last = segment(before: index)
    guard wraps(last) else { return }
    let sums = lineEnd
    var candidate = BreakCandidate(
      segment: Int32(index - 1), offset: segments[index].start, widthBefore: sums.width,
      stretchBefore: sums.stretch, shrinkBefore: sums.shrink, widthAfter: width,
      stretchAfter: stretch, shrinkAfter: shrink, hyphenWidth: 0, penalty: 0, isFlagged: false,
      showsHyphen: false, isForced: false)
    if !isBehindSpace, last.kind == .word {
      guard dress(&candidate, lastUnit: text.units[Int(last.end) - 1], last) else { return }
    }
    if shaper.hangs { hang(&candidate, last: isBehindSpace ? lastWord(before: index) : last) }
    candidates.append(candidate)
  }

  private func lastWord(before index: Int) -> Segment {
    var at = index - 1
    while at > segments.startIndex, segments[at].kind == .space || segments[at].kind == .edge {
      at -= 1
    }
    return segments[at]
  }

  /// Gives a break behind a hyphen its penalty.
  /// - Returns: false for a soft hyphen that must not show.
  private mutating func dress(
    _ candidate: inout BreakCandidate, lastUnit: UInt16, _ segment: Segment
  ) -> Bool {
    switch lastUnit {
    case 0x2D, 0x2010:
      candidate.penalty = Int32(parameters.exHyphenPenalty)
      candidate.isFlagged = true
    case 0xAD:
      guard shaper.traits[Int(segment.style)].hyphens != .none else { return false }
      candidate.penalty = Int32(parameters.hyphenPenalty)
      candidate.isFlagged = true
      candidate.showsHyphen = true
      candidate.hyphenWidth = hyphenWidth(segment.style)
    default: break
    }
    return true
  }

  /// Stops and commas at the end of a line may stand outside it (CSS Text 3, section 9.2).
  private func hang(_ candidate: inout BreakCandidate, last: Segment) {
    guard last.kind == .word else { return }
    let hanging = shaper.traits[Int(last.style)].hanging
    guard hanging.contains(.forceEnd) || hanging.contains(.allowEnd) else { return }
    guard let amount = HangingMarks.endWidth(of: last, text, shaper) else { return }
    if hanging.contains(.forceEnd) || isGreedy {
      candidate.widthBefore -= amount
    } else {
      // It hangs only where the line does not fit otherwise: room that the line has in need.
      candidate.shrinkBefore += amount
    }
  }

  // MARK: Inside a word

  private mutating func addInside(
    _ segment: Segment, _ index: Int, _ boundaries: ArraySlice<Int32>, _ next: inout Int,
    _ start: Int32, _ division: Division, _ breaker: TextBreaker, _ isLastWord: Bool
  ) {
    let hasBoundary = next < boundaries.endIndex && start + boundaries[next] < segment.end
    let style = shaper.traits[Int(segment.style)]
    let isTooWide =
      style.breaksOverflow
      && (segment.width > division.measure
        || isJoined(index)
          && isInTooWide(index, boundaries, next, start, measure: division.measure))
    // One that must be divided is better hyphenated than cut.
    let rescue = isTooWide && style.mayHyphenate ? division.rescue : nil
    let breaksAnywhere = style.breaksAnywhere
    guard
      hasBoundary || division.hyphenator != nil || isTooWide || breaksAnywhere || style.keepsWhole
    else { return }
    guard wraps(segment) else {
      while next < boundaries.endIndex, start + boundaries[next] < segment.end { next += 1 }
      return
    }
    var inner = innerScratch
    innerScratch = []
    inner.removeAll(keepingCapacity: true)
    defer { innerScratch = inner }
    while next < boundaries.endIndex, start + boundaries[next] < segment.end {
      let offset = start + boundaries[next]
      next += 1
      if division.avoidsDashes, isDash(at: offset) { continue }
      if style.keepsAll, isBetweenLetters(offset) { continue }
      inner.append(Inner(offset: offset, kind: .boundary))
    }
    if style.keepsWhole { addURLBreaks(segment, into: &inner) }
    if let hyphenator = division.hyphenator,
      style.hyphenatesAutomatically || division.hyphenatesAll && style.mayHyphenate
    {
      hyphenate(segment, style, hyphenator, division, isLastWord, into: &inner)
    } else if let rescue {
      hyphenate(segment, style, rescue, Division(measure: 0), isLastWord, into: &inner)
    }
    if isTooWide || breaksAnywhere {
      breakAnywhere(segment, breaker, isEmergency: !breaksAnywhere, into: &inner)
    }
    if inner.isEmpty { return }
    // Places of several kinds come one kind after the other.
    if inner.count > 1, hasBoundary || isTooWide || breaksAnywhere || style.keepsWhole {
      inner.sort { $0.offset < $1.offset }
    }
    shaper.prefixWidths(
      of: segment, upTo: inner.lazy.map { Int($0.offset - segment.start) }, into: &prefixScratch)
    var lastOffset: Int32 = -1
    for (number, place) in inner.enumerated() where place.offset != lastOffset {
      lastOffset = place.offset
      addInner(place, prefix: width + prefixScratch[number], segment, index)
    }
  }

  private struct Inner {
    enum Kind { case boundary, hyphen, anywhere, emergency }
    var offset: Int32
    var kind: Kind
  }

  private mutating func addInner(
    _ place: Inner, prefix: Int, _ segment: Segment, _ index: Int
  ) {
    var candidate = BreakCandidate(
      segment: Int32(index), offset: place.offset, widthBefore: prefix, stretchBefore: stretch,
      shrinkBefore: shrink, widthAfter: prefix, stretchAfter: stretch, shrinkAfter: shrink,
      hyphenWidth: 0, penalty: 0, isFlagged: false, showsHyphen: false, isForced: false)
    switch place.kind {
    case .boundary:
      guard dress(&candidate, lastUnit: text.units[Int(place.offset) - 1], segment) else { return }
    case .hyphen:
      candidate.penalty = Int32(parameters.hyphenPenalty)
      candidate.isFlagged = true
      candidate.showsHyphen = true
      candidate.hyphenWidth = hyphenWidth(segment.style)
    case .anywhere: break
    case .emergency:
      candidate.penalty = 5000
      candidate.isEmergency = true
    }
    candidate.widthBefore -= shaper.sizes[Int(segment.style)].letterSpacing
    candidates.append(candidate)
  }

  private mutating func hyphenate(
    _ segment: Segment, _ style: StyleTraits, _ hyphenator: Hyphenator, _ division: Division,
    _ isLastWord: Bool, into inner: inout [Inner]
  ) {
    guard Int(segment.length) >= style.limits.word,
      division.language == nil || division.language == style.language,
      !(isLastWord && style.limits.last == .always)
    else { return }
    if dictionary.language != style.language {
      let tag = shaper.languages[style.language]
      dictionary = (style.language, hyphenator.dictionary(for: tag))
      if let found = dictionary.dictionary, !usedDictionaries.contains(where: { $0 === found }) {
        usedDictionaries.append(found)
      }
    }
    guard let dictionary = dictionary.dictionary else { return }
    pointScratch.removeAll(keepingCapacity: true)
    text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[Int(segment.start)..<Int(segment.end)])
      // A compound that has hyphens divides at them.
      guard !own.contains(0x2D), !own.contains(0x2010) else { return }
      hyphenator.points(
        word: segment.word, units: own, dictionary: dictionary, limits: style.limits,
        into: &pointScratch)
    }
    for point in pointScratch {
      inner.append(Inner(offset: segment.start + Int32(point), kind: .hyphen))
    }
  }

  /// Where a URL that is wider than the measure may be divided beside UAX #14's places.
  private func addURLBreaks(_ segment: Segment, into inner: inout [Inner]) {
    for offset in Int(segment.start) + 1..<max(Int(segment.start) + 1, Int(segment.end))
    where KeptText.isURLBreak(text.units[offset - 1]) && !KeptText.isURLBreak(text.units[offset]) {
      inner.append(Inner(offset: Int32(offset), kind: .boundary))
    }
  }

  private func breakAnywhere(
    _ segment: Segment, _ breaker: TextBreaker, isEmergency: Bool, into inner: inout [Inner]
  ) {
    text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[Int(segment.start)..<Int(segment.end)])
      for boundary in breaker.boundaries(.grapheme, of: own) where boundary < segment.length {
        inner.append(
          Inner(offset: segment.start + boundary, kind: isEmergency ? .emergency : .anywhere))
      }
    }
  }

  private func isKept(_ segment: Segment) -> Bool {
    shaper.special.keepsAll && segment.kind == .word
      && shaper.traits[Int(segment.style)].keepsAll
      && isBetweenLetters(segment.start)
  }

  /// `word-break: keep-all`: no break between two letters or ideographs.
  private func isBetweenLetters(_ offset: Int32) -> Bool {
    func isLetter(_ unit: UInt16) -> Bool {
      WideCharacters.joins(unit) && !(0x3000...0x3020).contains(unit) && unit != 0xFF0C
        && unit != 0xFF0E
        || (0xAC00...0xD7A3).contains(unit)
        || (Unicode.Scalar(unit)?.properties.isAlphabetic ?? false)
    }
    return isLetter(text.units[Int(offset) - 1]) && isLetter(text.units[Int(offset)])
  }

  private mutating func hyphenWidth(_ style: Int32) -> Int {
    if hyphen.style != style { hyphen = (style, shaper.hyphenWidth(style)) }
    return hyphen.width
  }

  // MARK: The end

  private mutating func addForced(at index: Int, offset: Int32) {
    let isEnd = offset == text.paragraphEnd(offset)
    let sums = lineEnd
    var candidate = BreakCandidate(
      segment: Int32(index), offset: offset, widthBefore: sums.width, stretchBefore: sums.stretch,
      shrinkBefore: sums.shrink, widthAfter: width, stretchAfter: stretch, shrinkAfter: shrink,
      hyphenWidth: 0, penalty: -10000, isFlagged: false, showsHyphen: false, isForced: true)
    // White space that is kept still counts at a forced end unless it hangs.
    if isEnd, let last = segments.last, last.kind == .word {
      if shaper.traits[Int(last.style)].hanging.contains(.last),
        let amount = HangingMarks.lastWidth(of: last, text, shaper)
      {
        candidate.widthBefore -= amount
      }
    }
    candidates.append(candidate)
  }
}

extension AttributedText {
  /// The end of the paragraph that ends at `offset`, or -1: tells a paragraph's end from a forced
  /// break inside one.
  fileprivate func paragraphEnd(_ offset: Int32) -> Int32 {
    let index = paragraphs.partitioningIndex { $0.end >= offset }
    return index < paragraphs.count ? paragraphs[index].end : -1
  }
}
