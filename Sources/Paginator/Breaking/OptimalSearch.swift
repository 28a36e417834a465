/// What the passes of total fit over one paragraph have in common.
struct OptimalSearch {
  private let widths: LineWidths
  var parameters: BreakParameters
  /// `TotalFitBreaker.Pass.emergencyStretch`.
  var emergencyStretch = 0
  /// The badness up to which the last pass accepts lines.
  var threshold = 0
  /// Whether it is the last pass, which always finds breaks.
  var isFinal = false
  private let isBalanced: Bool
  private let lineStretch: Int
  private let raggedStretch: Int
  private let leavesLinesShort: Bool
  private let hyphenLimit: Int?

  init(
    _ job: ParagraphBreaker.Job, _ style: TextProperties, _ parameters: BreakParameters
  ) {
    widths = job.widths
    self.parameters = parameters
    isBalanced = style.wrap == .balance
    lineStretch = Self.lineStretch(job, style)
    raggedStretch =
      job.isJustified && job.widths.raggedBelow > 0
      ? Self.raggedStretch(on: job.widths.raggedBelow, style) : 0
    leavesLinesShort = job.isJustified && style.microtypography.leavesLinesShort
    hyphenLimit = style.hyphenationLimits.lines
    if job.isFine, job.shaper.special.isElastic { self.parameters.useElasticPenalties() }
    // Shrinking gains nothing in ragged text, and lines with different spaces would be visible.
    if !job.isJustified { self.parameters.spaceShrink = 0 }
    if job.hyphenationFactor > 0 {
      self.parameters.hyphenPenalty = Int(
        Double(self.parameters.hyphenPenalty) * (2 - min(1, job.hyphenationFactor)))
    }
  }

  /// In ragged text, every line has stretch at its end, as in TeX's \raggedright: lines may end early
  /// without wider spaces. On a narrow measure the stretch is smaller: a divided word is better than
  /// a line that is a quarter empty.
  private static func lineStretch(_ job: ParagraphBreaker.Job, _ style: TextProperties) -> Int {
    if job.isJustified { return 0 }
    let emSize = style.font.size.rawValue
    // Balanced lines may be half empty: two of them are as good as a full line and one word.
    if style.wrap == .balance { return max(8 * emSize, job.widths.others / 2) }
    return raggedStretch(on: job.widths.others, style)
  }

  private static func raggedStretch(on measure: Int, _ style: TextProperties) -> Int {
    let emSize = style.font.size.rawValue
    return min(3 * emSize, max(emSize, measure / 7))
  }

  /// The next pass.
  var pass: TotalFitBreaker.Pass {
    TotalFitBreaker.Pass(
      widths: widths, lastLineStretches: !isBalanced || emergencyStretch > 0,
      lineStretch: lineStretch, parameters: parameters, emergencyStretch: emergencyStretch,
      raggedStretch: raggedStretch, leavesLinesShort: leavesLinesShort, hyphenLimit: hyphenLimit,
      threshold: threshold, isFinal: isFinal)
  }
}
