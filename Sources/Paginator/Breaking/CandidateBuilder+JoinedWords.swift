/// Words that are in several segments, because an element begins or ends in them: they are hyphenated as
/// one word (CSS Text 3, section 5.3, and 5.1: inline box boundaries are ignored).
extension CandidateBuilder {
  /// More segments of a word are not joined.
  private static let mostSegments = 64

  /// The text of the word that a segment is a part of.
  @inline(__always)
  func joinedRange(around index: Int) -> Range<Int32> {
    let own = segments[index].start..<segments[index].end
    if joinedWord.range.contains(own.lowerBound) { return joinedWord.range }
    guard isJoined(index) else { return own }
    return extended(own, around: index)
  }

  private func extended(_ own: Range<Int32>, around index: Int) -> Range<Int32> {
    var (start, end) = (own.lowerBound, own.upperBound)
    let language = shaper.traits[Int(segments[index].style)].language
    func continues(_ segment: Segment) -> Bool {
      let traits = shaper.traits[Int(segment.style)]
      return segment.kind == .word && traits.language == language && traits.mayHyphenate
        && !shaper.isLoose(segment)
    }
    var at = index - 1
    while at >= segments.startIndex, index - at < Self.mostSegments {
      let segment = segments[at]
      if segment.kind != .edge {
        guard continues(segment) else { break }
        start = segment.start
      }
      at -= 1
    }
    at = index + 1
    while at < segments.endIndex, at - index < Self.mostSegments {
      let segment = segments[at]
      if segment.kind != .edge {
        guard continues(segment) else { break }
        end = segment.end
      }
      at += 1
    }
    return start..<end
  }

  /// Finds the places where a word in several segments may be divided, and keeps them.
  mutating func findPoints(
    in range: Range<Int32>, _ hyphenator: Hyphenator, _ limits: HyphenationLimits
  ) {
    guard joinedWord.range != range, let dictionary = dictionary.dictionary else { return }
    joinedWord = (range, [])
    units.withUnsafeBufferPointer { units in
      let whole = UnsafeBufferPointer(
        rebasing: units[Int(range.lowerBound)..<Int(range.upperBound)])
      joinedWord.points = hyphenator.points(in: whole, dictionary, limits).map {
        range.lowerBound + Int32($0)
      }
    }
  }

  /// Whether a word may be divided with a hyphen where a segment begins, in several segments.
  @inline(__always)
  mutating func dividesJoinedWord(before index: Int, _ division: Division) -> Bool {
    guard !isAfterSpace, index > segments.startIndex, mayJoin(index), mayJoin(index - 1),
      division.hyphenator != nil
    else { return false }
    return isPoint(before: index, division)
  }

  @inline(__always)
  private func mayJoin(_ index: Int) -> Bool {
    segments[index].kind == .word || segments[index].kind == .edge
  }

  private mutating func isPoint(before index: Int, _ division: Division) -> Bool {
    var next = index
    while next < segments.endIndex, segments[next].kind == .edge { next += 1 }
    let last = segment(before: index)
    guard next < segments.endIndex, segments[next].kind == .word, last.kind == .word,
      last.end == segments[next].start, candidates.last?.offset != last.end,
      let hyphenator = division.hyphenator
    else { return false }
    let style = shaper.traits[Int(segments[next].style)]
    guard division.hyphenates(style),
      division.language == nil || division.language == style.language,
      style.limits.last != .always
    else { return false }
    let whole = joinedRange(around: next)
    guard whole.lowerBound < last.end, whole.count >= style.limits.word,
      useDictionary(of: style, hyphenator)
    else { return false }
    findPoints(in: whole, hyphenator, style.limits)
    return joinedWord.points.contains(last.end)
  }
}
