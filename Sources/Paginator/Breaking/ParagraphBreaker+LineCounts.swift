/// Sets a paragraph with one line more or fewer than the best breaks give (TeX's \looseness).
extension ParagraphBreaker {
  /// A way to set a paragraph in another number of lines.
  struct Alternative {
    let lines: [BreakCandidate]
    /// How much worse its lines are, in demerits.
    let extraDemerits: Int
  }

  /// The maximum badness of their lines: 1.6 times the normal stretch.
  private static let worstBadness = 400
  /// The maximum where pages must begin at the same text as before: 1.7 times.
  private static let worstKeptBadness = 500

  /// What is searched for.
  struct LineCounts {
    /// The paragraph's current number of lines.
    let current: Int
    /// Text offsets at which lines must begin. If there are any, the result may also contain
    /// `current` lines.
    var through: [Int] = []
    /// Whether pages are to begin as in an earlier edition, for which lines may be looser.
    var keepsPages = false
  }

  /// - Returns: the alternatives by number of lines, without those whose last line is very short.
  mutating func alternatives(
    of job: Job, parameters: BreakParameters, _ counts: LineCounts
  ) -> [Int: Alternative] {
    let (lineCount, through) = (counts.current, counts.through)
    var parameters = parameters
    parameters.hyphenLimit = job.style.text.hyphenationLimits.lines
    if job.isFine, job.shaper.special.isElastic { parameters.useElasticPenalties() }
    // The same request as in the pass that breaks most paragraphs, so that its candidates are
    // reused.
    let all = candidates(
      job, parameters, hyphenating: job.mayHyphenate, language: job.hyphenatedLanguages[0],
      isGreedy: false)
    defer { recycle(all) }
    let stops = through.map { offset in all.partitioningIndex { Int($0.offset) >= offset } }
    guard zip(stops, through).allSatisfy({ $0 < all.count && Int(all[$0].offset) == $1 }) else {
      return [:]
    }
    let found = totalFit.breaks(
      all,
      TotalFitBreaker.Pass(
        widths: job.widths, parameters: parameters,
        threshold: counts.keepsPages ? Self.worstKeptBadness : Self.worstBadness),
      lineCounts: max(1, lineCount - 1)...lineCount + 1, through: stops)
    // With stops, the cost without them is not known: take it as zero.
    let least = through.isEmpty ? found[lineCount]?.demerits ?? 0 : 0
    var result: [Int: Alternative] = [:]
    for (count, way) in found
    where (count != lineCount || !through.isEmpty) && !endsInScrap(way, all, parameters) {
      result[count] = Alternative(
        lines: way.breaks.map { all[Int($0)] }, extraDemerits: max(0, way.demerits - least))
    }
    return result
  }
}
