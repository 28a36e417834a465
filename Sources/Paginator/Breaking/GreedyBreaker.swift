/// Fills each line as far as possible: for text that is not justified, for `text-wrap: stable`, and
/// for comparison.
struct GreedyBreaker {
  /// - Parameters:
  ///   - candidates: in order; the last one is forced and ends the paragraph.
  ///   - hyphenLimit: the number of consecutive hyphenated lines allowed; nil for any.
  ///   - hyphenationFactor: a word is divided only if the line without it would fill less than this
  ///     share of its measure (`NSParagraphStyle.hyphenationFactor`); 0 for no such limit.
  /// - Returns: indices of the candidates where lines end, the last one included.
  func breaks(
    _ candidates: [BreakCandidate], widths: LineWidths, hyphenLimit: Int?,
    hyphenationFactor: Double = 0
  ) -> [Int32] {
    var result: [Int32] = []
    var start = -1
    var best = -1
    var whole = -1
    var hyphens = 0
    var index = 0
    func width(_ index: Int) -> Int {
      candidates[index].widthBefore + Int(candidates[index].hyphenWidth)
        - (start >= 0 ? candidates[start].widthAfter : 0)
    }
    while index < candidates.count {
      let candidate = candidates[index]
      let measure = widths.width(ofLine: result.count)
      let fits = width(index) <= measure + LineWidths.rounding
      if !fits && best > start {
        if candidates[best].showsHyphen, hyphenationFactor > 0, whole > start,
          Double(width(whole)) >= hyphenationFactor * Double(measure)
        {
          best = whole
        }
        hyphens = candidates[best].isFlagged ? hyphens + 1 : 0
        result.append(Int32(best))
        start = best
        index = best + 1
        continue
      }
      let exceedsLimit =
        candidate.isFlagged && (hyphenLimit.map { hyphens >= $0 } ?? false)
      // An emergency break never replaces a normal one on the line.
      let isWorse = candidate.isEmergency && best > start && !candidates[best].isEmergency
      if (!exceedsLimit || !fits) && !isWorse { best = index }
      if !candidate.showsHyphen, !isWorse { whole = index }
      if candidate.isForced {
        result.append(Int32(index))
        start = index
        best = index
        hyphens = 0
      }
      index += 1
    }
    return result
  }
}
