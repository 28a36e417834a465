/// Chooses the lines of a paragraph: the "break lines" stage. Its passes are TeX's: without
/// hyphenation, with it, and at last with stretch added to every line.
struct ParagraphBreaker {
  private let breaker: TextBreaker
  private let hyphenator: Hyphenator
  private var totalFit = TotalFitBreaker()
  private let greedy = GreedyBreaker()
  private var scratch: [BreakCandidate] = []
  private var locales: [Int: String] = [:]

  init(breaker: TextBreaker, hyphenator: Hyphenator) {
    self.breaker = breaker
    self.hyphenator = hyphenator
  }

  /// How the lines of one paragraph were chosen.
  struct Outcome {
    /// Where lines end, in order; the last one is the paragraph's end.
    var lines: [BreakCandidate] = []
    var isOverfull = false
    /// For `dump breaks`.
    var candidates: [BreakCandidate] = []
    var parameters = BreakParameters()
    var threshold = 0
    var indent = 0
    var isGreedy = false
    var demerits = 0
    /// Of the lines after the first.
    var width = 0
  }

  /// - Parameters:
  ///   - widths: the measure of the lines.
  ///   - indent: of the first line; already counted against hanging punctuation.
  ///   - keepsCandidates: for the dump; costs a copy.
  mutating func lines(
    of paragraph: Paragraph, text: AttributedText, shaper: ParagraphShaper,
    segments: ArraySlice<Segment>, widths: LineWidths, indent: Int,
    parameters: BreakParameters, keepsCandidates: Bool = false
  ) -> Outcome {
    let style = text.styles[Int(paragraph.style)].text
    var outcome = Outcome()
    outcome.indent = indent
    outcome.width = widths.others
    outcome.parameters = parameters
    guard !segments.isEmpty else { return outcome }
    var parameters = parameters
    parameters.hyphenLimit = style.hyphenationLimits.lines
    let isJustified = style.align == .justify && style.justifies
    let isGreedy =
      style.wrap == .stable || !isJustified && style.wrap == .wrap || !style.whiteSpace.wraps
    let boundaries = boundaries(of: paragraph, text, style)
    let mayHyphenate = segments.contains { shaper.traits[Int($0.style)].hyphenatesAutomatically }
    func candidates(hyphenating: Bool, language: Int? = nil) -> [BreakCandidate] {
      var builder = CandidateBuilder(
        text: text, shaper: shaper, segments: segments, parameters: parameters)
      builder.build(
        paragraph, boundaries: boundaries, indent: indent,
        division: .init(
          hyphenator: hyphenating ? hyphenator : nil, language: language, isGreedy: isGreedy,
          measure: min(widths.first, widths.others)),
        breaker: breaker, scratch: scratch)
      return builder.candidates
    }
    if isGreedy {
      let all = candidates(hyphenating: mayHyphenate)
      outcome.isGreedy = true
      finish(&outcome, greedy.breaks(all, widths: widths, parameters: parameters), all)
      outcome.isOverfull = isOverfull(outcome.lines, widths)
      scratch = all
      return outcome
    }
    // Ragged text may end its lines early: every line has stretch at its end, as in TeX's
    // \raggedright, so that lines come out even without being spread.
    let emSize = text.styles[Int(paragraph.style)].text.font.size.rawValue
    let lineStretch = isJustified ? 0 : style.wrap == .balance ? 8 * emSize : 3 * emSize
    var all = candidates(hyphenating: false)
    var result = totalFit.breaks(
      all, widths: widths, lastLineStretches: style.wrap != .balance, lineStretch: lineStretch,
      parameters: parameters, threshold: parameters.pretolerance, isFinal: false)
    outcome.threshold = parameters.pretolerance
    // Words of other languages than the paragraph's are divided only when nothing else helps: it
    // reads better, and a dictionary can take a second to load (German: 1.07 s).
    let own = shaper.traits[Int(paragraph.style)].language
    let isMixed = segments.contains { shaper.traits[Int($0.style)].language != own }
    let passes: [Int?] = !mayHyphenate ? [] : isMixed ? [own, nil] : [nil]
    for language in passes where result == nil {
      scratch = all
      all = candidates(hyphenating: true, language: language)
      outcome.threshold = parameters.tolerance
      result = totalFit.breaks(
        all, widths: widths, lastLineStretches: style.wrap != .balance, lineStretch: lineStretch,
        parameters: parameters, threshold: parameters.tolerance, isFinal: false)
    }
    // At last every line gets more stretch, first a little: with badness at its limit everywhere,
    // one hopeless line would cost as much as a slightly loose one.
    for share in [10, 2] where result == nil {
      parameters.emergencyStretch = widths.others / share
      outcome.threshold = share == 2 ? TotalFitBreaker.infiniteBadness : parameters.tolerance
      result = totalFit.breaks(
        all, widths: widths, lastLineStretches: true, lineStretch: lineStretch,
        parameters: parameters, threshold: outcome.threshold, isFinal: share == 2)
    }
    outcome.parameters = parameters
    if let result {
      finish(&outcome, result.breaks, all)
      outcome.demerits = result.demerits
      outcome.isOverfull = result.isOverfull
    } else {
      finish(&outcome, greedy.breaks(all, widths: widths, parameters: parameters), all)
      outcome.isOverfull = isOverfull(outcome.lines, widths)
    }
    if keepsCandidates { outcome.candidates = all }
    scratch = all
    return outcome
  }

  private func finish(_ outcome: inout Outcome, _ breaks: [Int32], _ all: [BreakCandidate]) {
    outcome.lines.reserveCapacity(breaks.count)
    for index in breaks { outcome.lines.append(all[Int(index)]) }
  }

  private func isOverfull(_ lines: [BreakCandidate], _ widths: LineWidths) -> Bool {
    var from = 0
    for (index, line) in lines.enumerated() {
      if line.widthBefore + line.hyphenWidth - from > widths.width(ofLine: index) { return true }
      from = line.widthAfter
    }
    return false
  }

  private mutating func boundaries(
    of paragraph: Paragraph, _ text: AttributedText, _ style: TextProperties
  ) -> ArraySlice<Int32> {
    let identity = Int(paragraph.style)
    let locale: String
    if let known = locales[identity] {
      locale = known
    } else {
      locale = TextBreaker.lineLocale(of: style)
      locales[identity] = locale
    }
    return text.units.withUnsafeBufferPointer { units in
      breaker.boundaries(
        .line(locale: locale), of: UnsafeBufferPointer(rebasing: units[paragraph.range]))
    }
  }

  /// Styles are numbered per chapter.
  mutating func beginChapter() { locales.removeAll(keepingCapacity: true) }
}
