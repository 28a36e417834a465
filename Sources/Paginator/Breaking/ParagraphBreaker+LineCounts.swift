/// A paragraph in a line more or less than is best for its lines (TeX's \looseness).
extension ParagraphBreaker {
  /// A way to set a paragraph in another number of lines.
  struct Alternative {
    let lines: [BreakCandidate]
    /// By how much its lines are worse, in demerits.
    let extraDemerits: Int
  }

  /// No line of them is worse than this: it gives a thirteenth more than it should.
  private static let worstBadness = 125

  /// - Parameter lineCount: of the paragraph as it is set.
  /// - Returns: by number of lines; those that end in a scrap are left out.
  mutating func alternatives(
    of job: Job, parameters: BreakParameters, lineCount: Int
  ) -> [Int: Alternative] {
    var parameters = parameters
    parameters.hyphenLimit = job.style.hyphenationLimits.lines
    if job.isFine, job.shaper.special.isElastic { parameters.useElasticPenalties() }
    // The request of the pass that most paragraphs were broken in: their breaks are known.
    let all = candidates(
      job, parameters, hyphenating: job.mayHyphenate, language: job.hyphenatedLanguages[0],
      isGreedy: false)
    defer { recycle(all) }
    let found = totalFit.breaks(
      all, widths: job.widths, parameters: parameters, threshold: Self.worstBadness,
      lineCounts: max(1, lineCount - 1)...lineCount + 1)
    let least = found[lineCount]?.demerits ?? 0
    var result: [Int: Alternative] = [:]
    for (count, way) in found
    where count != lineCount && !endsInScrap(way, all, parameters) {
      result[count] = Alternative(
        lines: way.breaks.map { all[Int($0)] }, extraDemerits: max(0, way.demerits - least))
    }
    return result
  }
}
