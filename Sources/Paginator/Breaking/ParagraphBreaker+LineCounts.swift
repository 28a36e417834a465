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
  /// Nor than this, for the sake of a page that is to begin where it did.
  private static let worstKeptBadness = 500

  /// - Parameters:
  ///   - lineCount: of the paragraph as it is set.
  ///   - through: text offsets at which lines must begin; with them `lineCount` is a way too.
  /// - Returns: by number of lines; those that end in a scrap are left out.
  mutating func alternatives(
    of job: Job, parameters: BreakParameters, lineCount: Int, through: [Int]
  ) -> [Int: Alternative] {
    var parameters = parameters
    parameters.hyphenLimit = job.style.hyphenationLimits.lines
    if job.isFine, job.shaper.special.isElastic { parameters.useElasticPenalties() }
    // The request of the pass that most paragraphs were broken in: their breaks are known.
    let all = candidates(
      job, parameters, hyphenating: job.mayHyphenate, language: job.hyphenatedLanguages[0],
      isGreedy: false)
    defer { recycle(all) }
    let stops = through.map { offset in all.partitioningIndex { Int($0.offset) >= offset } }
    guard zip(stops, through).allSatisfy({ $0 < all.count && Int(all[$0].offset) == $1 }) else {
      return [:]
    }
    let found = totalFit.breaks(
      all, widths: job.widths, parameters: parameters,
      threshold: through.isEmpty ? Self.worstBadness : Self.worstKeptBadness,
      lineCounts: max(1, lineCount - 1)...lineCount + 1, through: stops)
    // With stops nothing tells what the way without them costs: no way is cheaper than a good one.
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
