/// Where lines may end besides the boundaries of UAX #14.
extension CandidateBuilder {
  /// Whether an image or a box begins or ends here. In greedy text, a line may break before and
  /// after it, whatever is next to it (CSS Text 3, section 5.1). In optimal text, UAX #14 decides:
  /// a full stop does not begin a line.
  func isNextToBox(_ index: Int) -> Bool {
    if text.attachments.isEmpty { return false }
    var next = index
    while next < segments.endIndex - 1, segments[next].kind == .edge { next += 1 }
    // The edges that open boxes begin the new line.
    if beginsBoxes(index) { return false }
    if segments[next].kind == .attachment { return !text.isOutOfFlow(segments[next]) }
    guard segments[next].kind == .word, index > segments.startIndex else { return false }
    let before = segment(before: index)
    return before.kind == .attachment && !text.isOutOfFlow(before)
  }

  @inline(__always)
  func isHyphen(at offset: Int32) -> Bool {
    Int(offset) < units.count && units[Int(offset)].isHyphen
  }

  /// Whether a hyphen at a segment's beginning follows a formula or another box. UAX #14 (LB20) lets a line
  /// begin with it, as it does not after a letter (LB21). It changes nothing: as `mutating`, it is called
  /// without a copy of the builder.
  mutating func isHyphenAfterBox(_ index: Int) -> Bool {
    let box = segment(before: index)
    return box.kind == .attachment && !isWide(box)
  }

  private func isWide(_ box: Segment) -> Bool {
    box.width > shaper.sizes[Int(box.style)].size * Self.wideBox
  }

  /// Lets a line end early before an image, as if there were glue as wide as the image.
  @inline(__always)
  func stretch(_ candidate: inout BreakCandidate, before box: Segment) {
    guard box.kind == .attachment, isWide(box), !text.isOutOfFlow(box) else { return }
    candidate.stretchBefore += box.width
    candidate.precedesWideBox = true
  }

  /// From how many em on a box is wide: about half of a line.
  private static let wideBox = 12

  /// Whether one of the edges right before a segment opens a box.
  private func beginsBoxes(_ index: Int) -> Bool {
    var before = index - 1
    while before >= segments.startIndex, segments[before].kind == .edge {
      if shaper.isStartEdge(segments[before]) { return true }
      before -= 1
    }
    return false
  }

  /// `white-space: break-spaces` lets a line end after every space.
  @inline(__always)
  func isAfterKeptSpace(_ index: Int) -> Bool {
    guard shaper.special.breaksSpaces, index > segments.startIndex else { return false }
    let before = segment(before: index)
    guard shaper.breaksSpaces(before) else { return false }
    return before.kind == .space || before.kind == .tab
      || before.kind == .word && before.length == 1
        && SpaceSeparators.contains(units[Int(before.start)])
  }

  /// Whether a line that has no room otherwise may end before a segment: at a space at which UAX #14 (LB14
  /// to LB17) lets no line end, at a no-break space or a preserved space, between a no-break space and a box
  /// (CSS Text 3, section 5.1), and where text goes on in another element. It changes nothing: as
  /// `mutating`, it is called without a copy of the builder.
  @inline(__always)
  mutating func isEmergencyPlace(
    _ index: Int, _ boundaries: Boundaries, _ division: Division
  ) -> Bool {
    guard index > segments.startIndex else { return false }
    switch segments[index].kind {
    case .word where isAfterSpace:
      return segment(before: index).kind == .space && breaksOverflow(segments[index])
    case .word:
      let last = segment(before: index)
      // Text may be broken where it begins and where it ends.
      let mayBreak =
        breaksOverflow(segments[index])
        ? last.kind == .word || last.kind == .noBreakSpace
        : last.kind == .word && breaksOverflow(last)
      return mayBreak && isInTooWide(index, boundaries, division)
    case .noBreakSpace:
      if segment(before: index).kind == .attachment { return true }
      return breaksOverflow(segments[index]) && isInTooWide(index, boundaries, division)
    case .attachment:
      return !isAfterSpace && segment(before: index).kind == .noBreakSpace
        && !text.isOutOfFlow(segments[index])
    case .space, .tab:
      return shaper.breaksSpaces(segments[index]) && breaksOverflow(segments[index])
    case .edge, .lineBreak: return false
    }
  }

  @inline(__always)
  private func breaksOverflow(_ segment: Segment) -> Bool {
    shaper.traits[Int(segment.style)].breaksOverflow
  }

  /// `line-break: anywhere` lets a line begin with any character, with a preserved space, too.
  @inline(__always)
  func beginsAnywhere(_ index: Int) -> Bool {
    guard shaper.special.breaksAnywhere, index > segments.startIndex,
      shaper.traits[Int(segments[index].style)].breaksAnywhere
    else { return false }
    switch segments[index].kind {
    case .word, .noBreakSpace: return [.word, .noBreakSpace].contains(segment(before: index).kind)
    case .space, .tab: return shaper.breaksSpaces(segments[index])
    default: return false
    }
  }

  /// Whether text may continue through a segment without a break opportunity.
  @inline(__always)
  private func joins(_ segment: Segment) -> Bool {
    switch segment.kind {
    case .word, .edge, .noBreakSpace: true
    default: false
    }
  }

  /// Whether text continues before or after a segment without a space.
  @inline(__always)
  func isJoined(_ index: Int) -> Bool {
    index > segments.startIndex && joins(segments[index - 1])
      || index + 1 < segments.endIndex && joins(segments[index + 1])
  }

  /// Whether the unbreakable text around a segment is wider than a measure. It may continue in
  /// other elements.
  func isInTooWide(_ index: Int, _ boundaries: Boundaries, _ division: Division) -> Bool {
    let measure = division.measure
    var sum = segments[index].width
    var at = index
    let first = max(segments.startIndex, index - Self.longestStretch)
    while at > first, sum <= measure, lastOpportunity < segments[at].start,
      joins(segments[at - 1])
    {
      at -= 1
      sum += segments[at].width
    }
    if at == segments.startIndex { sum += max(0, indent) }
    at = index + 1
    var boundaries = boundaries
    // Of a space at which the line may end: it counts only if text follows.
    var loose = 0
    let last = min(segments.endIndex, index + Self.longestStretch)
    while at < last, sum <= measure, joins(segments[at]) {
      boundaries.skip(to: segments[at].start)
      if boundaries.isNext(at: segments[at].start), segments[at].kind != .edge,
        !beginsCall(segments[at], after: segment(before: at))
      {
        break
      }
      if shaper.isLoose(segments[at]) {
        loose += segments[at].width
      } else {
        sum += loose + segments[at].width
        loose = 0
      }
      at += 1
    }
    return sum > measure
  }

  /// How many segments are examined on each side.
  private static let longestStretch = 256
}

extension CandidateBuilder {
  /// The UAX #14 boundaries of the paragraph, and how far the walk has come in them.
  struct Boundaries {
    /// Counted from the paragraph's start.
    let offsets: ArraySlice<Int32>
    /// The start of the paragraph in the text.
    let start: Int32
    /// An index into `offsets`.
    var next: Int

    init(_ offsets: ArraySlice<Int32>, start: Int32) {
      self.offsets = offsets
      self.start = start
      next = offsets.startIndex
    }

    /// Passes the boundaries before a text offset.
    mutating func skip(to offset: Int32) {
      while isNext(before: offset) { next += 1 }
    }

    /// Whether the next boundary is at a text offset.
    func isNext(at offset: Int32) -> Bool {
      next < offsets.endIndex && start + offsets[next] == offset
    }

    /// Whether the next boundary is after a text offset.
    func isNext(after offset: Int32) -> Bool {
      next < offsets.endIndex && start + offsets[next] > offset
    }

    /// Whether the next boundary is before a text offset.
    func isNext(before offset: Int32) -> Bool {
      next < offsets.endIndex && start + offsets[next] < offset
    }
  }
}
