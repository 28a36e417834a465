/// Finds the break opportunities inside words.
extension CandidateBuilder {
  /// Adds the places in a word. Its traits are read one by one: most words are short, and nothing more is done for
  /// them.
  mutating func addInside(
    _ segment: Segment, _ index: Int, _ boundaries: inout Boundaries, _ division: Division,
    _ breaker: TextBreaker, _ isLastWord: Bool
  ) {
    let hyphenates = hyphenates(segment, index, division)
    let isTooWide = isTooWide(segment, index, boundaries, division)
    guard
      hyphenates || isTooWide || boundaries.isNext(before: segment.end)
        || shaper.traits[Int(segment.style)].breaksAnywhere
        || shaper.traits[Int(segment.style)].keepsWhole
    else { return }
    guard wraps(segment) else { return boundaries.skip(to: segment.end) }
    var inner: [Inner] = []
    swap(&inner, &innerScratch)
    if !inner.isEmpty { inner.removeAll(keepingCapacity: true) }
    findPlaces(
      in: index, &boundaries, division, breaker,
      (hyphenates: hyphenates, isTooWide: isTooWide, isLast: isLastWord), into: &inner)
    if !inner.isEmpty { add(inner, in: segment, index) }
    swap(&inner, &innerScratch)
  }

  @inline(__always)
  private func hyphenates(_ segment: Segment, _ index: Int, _ division: Division) -> Bool {
    guard division.hyphenator != nil else { return false }
    guard
      shaper.traits[Int(segment.style)].hyphenatesAutomatically
        || division.hyphenatesAll && shaper.traits[Int(segment.style)].mayHyphenate
    else { return false }
    return Int(segment.length) >= shaper.traits[Int(segment.style)].limits.word || isJoined(index)
  }

  @inline(__always)
  private mutating func isTooWide(
    _ segment: Segment, _ index: Int, _ boundaries: Boundaries, _ division: Division
  ) -> Bool {
    guard shaper.traits[Int(segment.style)].breaksOverflow || division.wrapsAll else {
      return false
    }
    return segment.width > division.measure - indentBefore
      || division.isForMinContent && shaper.traits[Int(segment.style)].breaksMinContent
      || isJoined(index) && isInTooWide(index, boundaries, division)
  }

  // Not inlined, as the next one: they would make the way of short words longer.
  @inline(never)
  private mutating func findPlaces(
    in index: Int, _ boundaries: inout Boundaries, _ division: Division, _ breaker: TextBreaker,
    _ word: (hyphenates: Bool, isTooWide: Bool, isLast: Bool),
    into inner: inout [Inner]
  ) {
    let segment = segments[index]
    let style = shaper.traits[Int(segment.style)]
    let hasBoundary = boundaries.isNext(before: segment.end)
    while boundaries.isNext(before: segment.end) {
      let offset = boundaries.start + boundaries.offsets[boundaries.next]
      boundaries.next += 1
      if division.avoidsDashes, isDash(at: offset) { continue }
      if style.keepsAll, isBetweenLetters(offset) { continue }
      inner.append(Inner(offset: offset, kind: .boundary))
    }
    if style.keepsWhole { addURLBreaks(segment, into: &inner) }
    // A word that must be divided is better hyphenated than broken anywhere.
    let mayRescue = division.rescuesAll ? style.mayHyphenate : style.hyphenatesAutomatically
    if word.hyphenates, let hyphenator = division.hyphenator {
      hyphenate(index, hyphenator, language: division.language, word.isLast, into: &inner)
    } else if word.isTooWide, mayRescue, let rescue = division.rescue {
      hyphenate(index, rescue, language: nil, word.isLast, into: &inner)
    }
    if word.isTooWide, !style.breaksAnywhere, isCall(index) {
      addEmergency(before: index)
    } else if word.isTooWide || style.breaksAnywhere {
      breakAnywhere(segment, breaker, isEmergency: !style.breaksAnywhere, into: &inner)
    }
    // Places were added kind by kind: sort them.
    if inner.count > 1, hasBoundary || word.isTooWide || style.breaksAnywhere || style.keepsWhole {
      inner.sort { $0.offset < $1.offset }
    }
  }

  @inline(never)
  private mutating func add(_ inner: [Inner], in segment: Segment, _ index: Int) {
    shaper.prefixWidths(of: segment, places: inner.count, into: &prefixScratch) {
      Int(inner[$0].offset - segment.start)
    }
    let give = isElastic && segment.width > 0 ? shaper.give(of: segment) : 0
    var lastOffset: Int32 = -1
    for (number, place) in inner.enumerated() where place.offset != lastOffset {
      lastOffset = place.offset
      let prefix = prefixScratch[number]
      // Each part of the word stretches and shrinks by its share.
      let share = give == 0 ? 0 : give.share(max(0, min(prefix, segment.width)), of: segment.width)
      addInner(place, prefix: width + prefix, give: share, segment, index)
    }
  }

  /// The indent beside which the paragraph's first word stands.
  @inline(__always)
  private var indentBefore: Int { width == indent ? max(0, indent) : 0 }

  struct Inner {
    enum Kind { case boundary, hyphen, respelled, anywhere, emergency }
    var offset: Int32
    var kind: Kind
  }

  private mutating func addInner(
    _ place: Inner, prefix: Int, give: Int, _ segment: Segment, _ index: Int
  ) {
    let (stretch, shrink) = (stretch + give, shrink + give)
    let allGive = self.give + give
    var candidate = BreakCandidate(
      segment: Int32(index), offset: place.offset, widthBefore: prefix, stretchBefore: stretch,
      shrinkBefore: shrink, widthAfter: prefix, stretchAfter: stretch, shrinkAfter: shrink,
      give: Int32(clamping: allGive))
    switch place.kind {
    case .boundary:
      guard applyHyphen(to: &candidate, lastUnit: units[Int(place.offset) - 1], segment) else {
        return
      }
      if shaper.traits[Int(segment.style)].repeatsHyphens, candidate.isFlagged,
        !candidate.showsHyphen
      {
        respell(&candidate, at: place.offset, in: segment)
      }
    case .hyphen, .respelled:
      showHyphen(
        &candidate, penalty: hyphenPenalty(at: place.offset, in: segment), segment.style)
      if place.kind == .respelled { respell(&candidate, at: place.offset, in: segment) }
    case .anywhere: break
    case .emergency: candidate.makeEmergency()
    }
    candidate.widthBefore -= shaper.sizes[Int(segment.style)].letterSpacing
    if kernsMargins {
      let count = Int(place.offset - segment.start)
      protrude(
        &candidate,
        end: candidate.showsHyphen
          ? hyphen.protrusion : shaper.endProtrusion(of: segment, upTo: count),
        start: shaper.startProtrusion(of: segment, from: count))
    }
    if place.kind != .emergency { lastOpportunity = place.offset }
    candidates.append(candidate)
  }

  /// - Parameter language: only words of this language are divided; nil for words of any.
  private mutating func hyphenate(
    _ index: Int, _ hyphenator: Hyphenator, language: Int?, _ isLastWord: Bool,
    into inner: inout [Inner]
  ) {
    let segment = segments[index]
    let style = shaper.traits[Int(segment.style)]
    guard language == nil || language == style.language,
      !(isLastWord && style.limits.last == .always)
    else { return }
    let whole = joinedRange(around: index)
    guard whole.count >= style.limits.word, useDictionary(of: style, hyphenator) else { return }
    if whole.count > Int(segment.length) {
      findPoints(in: whole, hyphenator, style.limits)
      for point in joinedWord.points where segment.start < point && point < segment.end {
        inner.append(Inner(offset: point, kind: .hyphen))
      }
      return
    }
    guard let dictionary = dictionary.dictionary else { return }
    if !pointScratch.isEmpty { pointScratch.removeAll(keepingCapacity: true) }
    units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[Int(segment.start)..<Int(segment.end)])
      hyphenator.points(
        word: segment.word, units: own, dictionary: dictionary, limits: style.limits,
        into: &pointScratch)
    }
    for point in pointScratch {
      let isRespelled = point & Hyphenator.FoundPoints.respelled != 0
      let offset = segment.start + Int32(point & ~Hyphenator.FoundPoints.respelled)
      inner.append(Inner(offset: offset, kind: isRespelled ? .respelled : .hyphen))
    }
  }

  /// Looks up the dictionary of a style's language.
  /// - Returns: whether there is one.
  mutating func useDictionary(of style: StyleTraits, _ hyphenator: Hyphenator) -> Bool {
    if dictionary.language != style.language {
      let tag = shaper.languages[style.language]
      dictionary = (style.language, hyphenator.dictionary(for: tag))
      capitalizesNouns = Self.capitalizesNouns(in: tag)
      if let found = dictionary.dictionary, !usedDictionaries.contains(where: { $0 === found }) {
        usedDictionaries.append(found)
      }
    }
    return dictionary.dictionary != nil
  }

  /// Corrects the widths at a break that changes the spelling of its word.
  private func respell(_ candidate: inout BreakCandidate, at offset: Int32, in segment: Segment) {
    guard let hyphenator else { return }
    let respelling = hyphenator.respelling(at: offset, of: segment, in: shaper)
    guard respelling != Respelling() else { return }
    candidate.changesSpelling = true
    func width(
      _ range: Range<Int32>, beginning: [UInt16] = [], _ suffix: [UInt16] = []
    ) -> Int {
      shaper.segments(
        of: Int(range.lowerBound)..<Int(range.upperBound), like: segment, beginning: beginning,
        suffix: suffix
      ).reduce(0) { $0 + $1.width }
    }
    if respelling.dropped > 0 || !respelling.added.isEmpty {
      let shown = segment.start..<offset - Int32(respelling.dropped)
      candidate.widthBefore +=
        width(shown, respelling.added) - width(segment.start..<offset)
    }
    if !respelling.repeated.isEmpty {
      candidate.widthAfter -= width(offset..<offset, respelling.repeated)
    }
    if !respelling.begins.isEmpty {
      let rest = offset..<segment.end
      candidate.widthAfter -= width(rest, beginning: respelling.begins) - width(rest)
    }
  }

  /// Adds the places where a URL may be divided, in addition to those of UAX #14. `KeptText`
  /// removes them if the URL is not wider than the measure.
  private func addURLBreaks(_ segment: Segment, into inner: inout [Inner]) {
    for offset in Int(segment.start) + 1..<max(Int(segment.start) + 1, Int(segment.end))
    where KeptText.isURLBreak(units[offset - 1]) && !KeptText.isURLBreak(units[offset]) {
      inner.append(Inner(offset: Int32(offset), kind: .boundary))
    }
  }

  private func breakAnywhere(
    _ segment: Segment, _ breaker: TextBreaker, isEmergency: Bool, into inner: inout [Inner]
  ) {
    units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[Int(segment.start)..<Int(segment.end)])
      for boundary in breaker.boundaries(.grapheme, of: own) where boundary < segment.length {
        inner.append(
          Inner(offset: segment.start + boundary, kind: isEmergency ? .emergency : .anywhere))
      }
    }
  }

  /// Whether a segment is the call of a note next to its word. A line that has no room otherwise ends before it: it is
  /// not divided.
  private func isCall(_ index: Int) -> Bool {
    guard segments[index].length <= Self.longestCall, !isAfterSpace, index > segments.startIndex
    else { return false }
    let last = segment(before: index)
    return last.kind == .word && beginsCall(segments[index], after: last)
  }

  /// In UTF-16 units: "[1234]" and a little more.
  private static let longestCall = 8

  private mutating func addEmergency(before index: Int) {
    var candidate = candidate(after: index - 1, at: segments[index].start)
    candidate.makeEmergency()
    candidates.append(candidate)
  }

  @inline(__always)
  func isKept(_ segment: Segment) -> Bool {
    shaper.special.keepsAll && segment.kind == .word
      && shaper.traits[Int(segment.style)].keepsAll
      && isBetweenLetters(segment.start)
  }

  /// `word-break: keep-all`: no break between two letters or ideographs.
  private func isBetweenLetters(_ offset: Int32) -> Bool {
    func isLetter(_ unit: UInt16) -> Bool {
      WideCharacters.joins(unit) && !(0x3000...0x3020).contains(unit) && unit != 0xFF0C
        && unit != 0xFF0E
        || (0xAC00...0xD7A3).contains(unit) || unit.isLetter
    }
    return isLetter(units[Int(offset) - 1]) && isLetter(units[Int(offset)])
  }

  mutating func hyphenWidth(_ style: Int32) -> Int32 {
    if hyphen.style != style {
      let width = Int32(clamping: shaper.hyphenWidth(style))
      hyphen = (style, width, kernsMargins ? shaper.hyphenProtrusion(style) : 0)
    }
    return hyphen.width
  }
}

extension Int {
  /// The product with `part / whole`, which is at most 1. Their product may be too large for an
  /// integer, as with letters that are miles apart.
  fileprivate func share(_ part: Int, of whole: Int) -> Int {
    whole.dividingFullWidth(multipliedFullWidth(by: part)).quotient
  }
}
