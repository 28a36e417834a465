/// Sets a paragraph with one line more or fewer than the best breaks give (TeX's \looseness).
extension ParagraphBreaker {
  /// A way to set a paragraph in another number of lines.
  struct Alternative {
    let lines: [BreakCandidate]
    /// How much worse its lines are, in demerits.
    let extraDemerits: Int
  }

  /// The maximum badness of their lines: 1.7 times the normal stretch.
  private static let worstBadness = 500

  /// The line counts to find alternatives for.
  struct LineCounts {
    /// The paragraph's current number of lines.
    let current: Int
    /// Text offsets at which lines must begin. If there are any, the result may also contain
    /// `current` lines.
    var through: [Int] = []
  }

  /// - Returns: the alternatives by number of lines, without those whose last line is very short and
  ///   those with a line that would be left short.
  mutating func alternatives(
    of job: Job, parameters: BreakParameters, _ counts: LineCounts
  ) -> [Int: Alternative] {
    let (lineCount, through) = (counts.current, counts.through)
    let parameters = Self.parameters(job, parameters)
    let all = allBreaks(of: job, parameters)
    defer { recycle(all) }
    let stops = through.map { offset in all.partitioningIndex { Int($0.offset) >= offset } }
    guard zip(stops, through).allSatisfy({ $0 < all.count && Int(all[$0].offset) == $1 }) else {
      return [:]
    }
    let found = ways(
      job, all, parameters, lineCounts: max(1, lineCount - 1)...lineCount + 1, through: stops)
    // With stops, the cost without them is not known: take it as zero.
    let least = through.isEmpty ? found[lineCount]?.demerits ?? 0 : 0
    var result: [Int: Alternative] = [:]
    for (count, way) in found
    where (count != lineCount || !through.isEmpty) && isUsable(way, all, job, parameters) {
      result[count] = Alternative(
        lines: way.breaks.map { all[Int($0)] }, extraDemerits: max(0, way.demerits - least))
    }
    return result
  }

  /// The best way to set a paragraph in as many lines without a hyphen at their ends, so that a page may end after
  /// any of them; nil if its lines would be much worse, or if it has no hyphens.
  mutating func unhyphenated(
    _ job: Job, parameters: BreakParameters, lineCount: Int
  ) -> Alternative? {
    let parameters = Self.parameters(job, parameters)
    let all = allBreaks(of: job, parameters)
    defer { recycle(all) }
    let whole = all.filter { !$0.isFlagged }
    let counts = lineCount...lineCount
    guard whole.count < all.count,
      let best = ways(job, all, parameters, lineCounts: counts)[lineCount],
      let way = ways(job, whole, parameters, lineCounts: counts)[lineCount],
      isUsable(way, whole, job, parameters)
    else { return nil }
    return Alternative(
      lines: way.breaks.map { whole[Int($0)] },
      extraDemerits: max(0, way.demerits - best.demerits))
  }

  private static func parameters(_ job: Job, _ parameters: BreakParameters) -> BreakParameters {
    var parameters = parameters
    if job.isFine, job.shaper.special.isElastic { parameters.useElasticPenalties() }
    return parameters
  }

  /// The same candidates as in the pass that breaks most paragraphs, so that they are reused.
  private mutating func allBreaks(of job: Job, _ parameters: BreakParameters) -> [BreakCandidate] {
    candidates(
      job, parameters, hyphenating: job.mayHyphenate, language: job.hyphenatedLanguages[0],
      isGreedy: false)
  }

  /// The best way to set a paragraph in a line less or more than the best way, if its lines are not much worse
  /// (TeX's \looseness).
  /// - Parameter looseness: below 0 for a line less, above 0 for a line more. The average of the additional demerits of a
  ///   line may be the square of `worstBadness` times this.
  mutating func loosened(
    _ best: TotalFitBreaker.Result, _ all: [BreakCandidate], _ job: Job,
    _ parameters: BreakParameters, by looseness: Double
  ) -> TotalFitBreaker.Result? {
    let count = best.breaks.count + (looseness < 0 ? -1 : 1)
    guard count > 0, !(all.dropLast().contains { $0.isForced }) else { return nil }
    let found = ways(job, all, parameters, lineCounts: count...count)[count]
    guard let found, isUsable(found, all, job, parameters) else { return nil }
    let share = min(1, looseness.magnitude) * Double(Self.worstBadness)
    let most = Int(share * share) * max(1, min(count, best.breaks.count))
    return found.demerits - best.demerits <= most ? found : nil
  }

  /// The best ways to set a paragraph in given numbers of lines.
  private mutating func ways(
    _ job: Job, _ all: [BreakCandidate], _ parameters: BreakParameters,
    lineCounts: ClosedRange<Int>, through stops: [Int] = []
  ) -> [Int: TotalFitBreaker.Result] {
    totalFit.breaks(
      all,
      TotalFitBreaker.Pass(
        widths: job.widths, parameters: parameters,
        hyphenLimit: job.style.text.hyphenationLimits.lines, threshold: Self.worstBadness),
      lineCounts: lineCounts, through: stops)
  }

  /// Whether the last line is not very short, and no line would be left short.
  private func isUsable(
    _ way: TotalFitBreaker.Result, _ all: [BreakCandidate], _ job: Job,
    _ parameters: BreakParameters
  ) -> Bool {
    !endsInScrap(way, all, parameters) && !leavesLineShort(way, all, job)
  }

  /// Whether a line would be left short, because its spaces would be much too wide.
  private func leavesLineShort(
    _ way: TotalFitBreaker.Result, _ all: [BreakCandidate], _ job: Job
  ) -> Bool {
    let em = job.style.text.font.size.rawValue
    var (start, isWide) = (0, false)
    for (line, index) in way.breaks.dropLast().enumerated() {
      let end = Int(index)
      let width = all[end].widthBefore + Int(all[end].hyphenWidth) - start
      // Most lines have less room than one space would take.
      isWide = isWide || job.widths.width(ofLine: line) - width > em / 4
      start = all[end].widthAfter
    }
    guard isWide else { return false }
    var outcome = Outcome()
    plan(&outcome, job, way.breaks.map { all[Int($0)] })
    return outcome.lines.contains(where: \.isLeftShort)
  }
}
