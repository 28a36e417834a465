extension TotalFitBreaker {
  /// What is known while the candidates are walked.
  struct Search {
    let candidates: UnsafeBufferPointer<BreakCandidate>
    let pass: Pass
    /// The line from which on all lines are equally wide: ways that have reached it compete whatever
    /// their numbers of lines.
    let firstUniformLine: Int32
    let isUniform: Bool
    let lastIndex: Int
    /// `freeGive`, in 256ths.
    let freeShare: Int
    /// A line is worse than the threshold if more than so many times its stretch is missing, in 16ths.
    let mostRatio: Int
    static let ratioUnit = 16
    /// The worst badness of a line.
    let threshold: Int
    /// Whether a line that is worse than the threshold is of no use.
    let skipsHopeless: Bool
    /// Whether no break reaches less far than an earlier one, if their lines are equally wide.
    let isOrdered: Bool
    /// The least `ActiveBreak.reach`.
    var leastReach = 0
    /// Ways that are worse are not followed.
    let mostDemerits: Int
    /// Whether spaces or words are narrower than nothing, so that what is free may be more than the
    /// stretch.
    let narrows: Bool
    /// The last candidate so far that is no emergency.
    var lastNormal: Int32 = -1
    /// The greatest sum of stretch so far. It is that of the last candidate, unless spaces are
    /// narrower than nothing.
    var mostStretch = 0

    init(
      _ candidates: UnsafeBufferPointer<BreakCandidate>, _ pass: Pass, firstUniformLine: Int32,
      isUniform: Bool, mostDemerits: Int = TotalFitBreaker.awful
    ) {
      self.candidates = candidates
      self.pass = pass
      self.firstUniformLine = firstUniformLine
      self.isUniform = isUniform
      lastIndex = candidates.count - 1
      freeShare = Int(max(0, min(1, pass.parameters.freeGive)) * 256)
      self.mostDemerits = mostDemerits
      threshold = min(pass.threshold, pass.worstBadness(within: mostDemerits))
      skipsHopeless = threshold < Badness.infinite && pass.emergencyStretch == 0
      narrows = Self.narrows(candidates)
      mostRatio = Self.mostRatio(threshold, narrows: narrows)
      isOrdered = Self.areOrdered(candidates, mostRatio)
    }

    private static func areOrdered(
      _ candidates: UnsafeBufferPointer<BreakCandidate>, _ mostRatio: Int
    ) -> Bool {
      var last = 0
      for candidate in candidates {
        let reach = ratioUnit * candidate.widthAfter + mostRatio * candidate.stretchAfter
        if reach < last { return false }
        last = reach
      }
      return true
    }

    private static func mostRatio(_ threshold: Int, narrows: Bool) -> Int {
      let hopeless = Badness.hopelessRatio * ratioUnit
      if narrows { return hopeless }
      // What is free of the stretch makes a ratio of more than 1 only greater.
      return (ratioUnit + 1..<hopeless).first {
        Badness.of($0, available: ratioUnit) > threshold
      } ?? hopeless
    }

    /// How far a line reaches that ends at a candidate. Each active break whose `reach` is more has no
    /// use for it.
    @inline(always)
    func reached(_ candidate: BreakCandidate) -> Int {
      if candidate.isForced || !skipsHopeless { return .max }
      let stretch = max(mostStretch, candidate.stretchBefore + pass.lineStretch)
      let width = candidate.widthBefore + Int(candidate.hyphenWidth)
      return Self.ratioUnit * width + mostRatio * stretch
    }

    /// Notes a candidate to which all lines have been considered.
    @inline(always)
    mutating func pass(_ candidate: BreakCandidate, at index: Int) {
      mostStretch = max(
        mostStretch, candidate.stretchBefore + pass.lineStretch, candidate.stretchAfter)
      if !candidate.isEmergency { lastNormal = Int32(index) }
    }

    private static func narrows(_ candidates: UnsafeBufferPointer<BreakCandidate>) -> Bool {
      var last = (spaces: Int.min, give: Int32.min)
      for candidate in candidates {
        let before = candidate.stretchBefore - Int(candidate.give)
        let after = candidate.stretchAfter - Int(candidate.give)
        if before < last.spaces || after < before || candidate.give < last.give { return true }
        last = (after, candidate.give)
      }
      return false
    }
  }
}

extension TotalFitBreaker.Pass {
  /// The additional stretch of a line that is ragged because a float is beside it.
  @inline(always)
  func endStretch(ofLine line: Int) -> Int {
    raggedStretch > 0 && widths.isRagged(line) ? raggedStretch : 0
  }

  /// Demerits that the best way seldom exceeds: for each line those of a slightly loose one, and those of one hyphen.
  /// Nil if to look for no worse ways would spare nothing, or if some demerits are negative.
  func usualDemerits(_ candidates: [BreakCandidate]) -> Int? {
    guard let end = candidates.last, widths.others > 0, !isFinal, emergencyStretch == 0,
      (0...1000).contains(parameters.linePenalty), (0...5000).contains(parameters.hyphenPenalty),
      parameters.hasPositiveDemerits
    else { return nil }
    let lines = min(max(0, end.widthBefore) / widths.others, 10_000) + 1
    let ofLine = parameters.linePenalty * parameters.linePenalty + Self.slightlyLoose
    let demerits = lines * ofLine + parameters.hyphenPenalty * parameters.hyphenPenalty
    return worstBadness(within: demerits) < threshold ? demerits : nil
  }

  /// What is added to the demerits of a perfect line.
  private static let slightlyLoose = 6400

  /// The badness of a line that alone has some demerits.
  func worstBadness(within demerits: Int) -> Int {
    guard demerits < TotalFitBreaker.mostLineDemerits else { return .max }
    return Int(Double(demerits).squareRoot()) - parameters.linePenalty
  }
}

extension BreakParameters {
  /// Whether nothing makes a way better that is already found.
  fileprivate var hasPositiveDemerits: Bool {
    min(adjacentDemerits, doubleHyphenDemerits, equalWordDemerits, finalHyphenDemerits) >= 0
  }
}
