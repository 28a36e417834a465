internal import CUnicode

/// Chooses the lines of a paragraph: the "break lines" stage. Its passes are TeX's: without
/// hyphenation, with hyphenation, and finally with extra stretch in every line.
struct ParagraphBreaker {
  private let breaker: TextBreaker
  private let hyphenator: Hyphenator
  var totalFit = TotalFitBreaker()
  private let greedy = GreedyBreaker()
  private var scratch: [BreakCandidate] = []
  /// The dictionaries in which words were looked up, by their files.
  private(set) var usedDictionaries: [String: HyphenationDictionary] = [:]
  private var locales: [Int: String] = [:]
  /// Replaces both breakers; nil to use them.
  var lineBreaker: (any LineBreaker)?

  init(breaker: TextBreaker, hyphenator: Hyphenator) {
    self.breaker = breaker
    self.hyphenator = hyphenator
  }

  /// A shaped paragraph, and the widths of its lines.
  struct Job {
    let paragraph: Paragraph
    let text: AttributedText
    let shaper: ParagraphShaper
    var segments: ArraySlice<Segment>
    var widths: LineWidths
    /// The indent of the first line, already reduced by hanging punctuation.
    var indent: Int
    /// How far the other lines are indented.
    var hanging = 0
    /// Whether only the widest piece between two breaks is wanted.
    var isForMinContent = false
    /// Whether text that does not wrap is broken, too.
    var wrapsAll = false
    /// The width of the widest line that stays unbroken where its text does not wrap: pages do not scroll.
    /// Nil for any width.
    var widestUnbroken: Int?
    /// How much further lines after forced breaks are indented (`text-indent: each-line`).
    var indentAfterBreak = 0
    /// The indents of the lines of preformatted text; nil where what is folded is not indented.
    var keptIndents: KeptIndents?
    /// The floats and positioned boxes in its text, as indices of attachments.
    var outOfFlow: ArraySlice<Int> = []
    /// Returns false to veto a break candidate; nil without a delegate.
    var allows: ((BreakCandidate) -> Bool)?
    /// Keeps the candidates for layouts with other line widths; nil if there are none.
    var prepared: PreparedParagraph?
    /// The index of the whole paragraph in the shaper's memory.
    var memoryIndex: Int?
    /// `ParagraphStyle.hyphenationFactor`, or the layout manager's; 0 for none.
    var hyphenationFactor = 0.0

    /// The paragraph's style; on a narrow measure, its ragged variant.
    let style: TextStyle
    /// Whether much of the text is ideographs.
    var isIdeographic = false
    /// Whether the text is justified: spaces stretch and shrink.
    let isJustified: Bool
    /// Whether glyphs and letter space stretch and shrink too, and glyphs protrude into the margin.
    let isFine: Bool

    /// Whether the space between letters stretches too: as asked for, and between ideographs, which
    /// have no word spaces (CSS Text 3, section 6.4, `auto`).
    var justifiesLetters: Bool { style.text.justifiesLetters || isIdeographic }
    /// Whether words that are too long are cut as lines of code are. The narrowest width is that of any character.
    var cutsBetweenNames: Bool { !isForMinContent && style.text.keepsIndents }
    /// A wider word is broken.
    var mostOfWord: Int { widths.mostOfWord - (keptIndents?.most ?? 0) }
    /// The indent of a line that begins at a break.
    func indent(after candidate: BreakCandidate) -> Int {
      hanging + (candidate.isForced ? indentAfterBreak : 0) - Int(candidate.startProtrusion)
        + (keptIndents?.indent(after: candidate) ?? 0)
    }
    /// Words of centred lines are not divided: readers see their line lengths as intended.
    var mayHyphenate: Bool {
      style.text.align != .center
        && segments.contains {
          let traits = shaper.traits[Int($0.style)]
          return traits.hyphenatesAutomatically || hyphenationFactor > 0 && traits.mayHyphenate
        }
    }
    /// Whether the whole paragraph fits on the first line.
    var fitsOneLine: Bool {
      segments.reduce(indent) { $0 + $1.width } <= widths.width(ofLine: 0)
    }
    func request(
      _ parameters: BreakParameters, hyphenating: Bool, language: Int?, isGreedy: Bool
    ) -> PreparedParagraph.Request {
      PreparedParagraph.Request(
        isHyphenating: hyphenating, language: language, isGreedy: isGreedy,
        isFine: isFine && !isGreedy, isForMinContent: isForMinContent,
        wrapsAll: wrapsAll, indent: indent,
        indentAfterBreak: indentAfterBreak, mostKeptIndent: keptIndents?.most ?? 0,
        // The width under which a last line costs more: a tenth of the measure.
        leastLastLine: isGreedy || style.text.wrap == .balance ? 0 : widths.others / 10,
        stretchesIdeographs: isIdeographic && !isGreedy,
        parameters: parameters)
    }
    /// The languages whose words are divided in each pass: first the paragraph's own, then all
    /// (nil).
    var hyphenatedLanguages: [Int?] {
      let traits = shaper.traits
      let own = traits[Int(paragraph.style)].language
      let style = paragraph.style
      let isMixed = segments.contains {
        $0.style != style && traits[Int($0.style)].language != own
      }
      return isMixed ? [own, nil] : [nil]
    }
  }

  /// How the lines of one paragraph were chosen.
  struct Outcome {
    /// In order; the last line ends where the paragraph ends.
    var lines: [LinePlan] = []
    /// Whether any line is overfull.
    var isOverfull: Bool { lines.contains { $0.isOverfull } }
    /// Whether text that does not wrap is divided, because it is wider than the page.
    var dividesKeptText = false
    /// The natural width of the widest line.
    var widestLine: Int {
      var start = 0
      return lines.reduce(0) { widest, line in
        defer { start = line.end.widthAfter }
        return max(widest, line.end.widthBefore + Int(line.end.hyphenWidth) - start)
      }
    }
    /// For `dump breaks`.
    var candidates: [BreakCandidate] = []
    var parameters = BreakParameters()
    var emergencyStretch = 0
    var threshold = 0
    var indent = 0
    var isGreedy = false
    var demerits = 0
    /// The width of the lines after the first.
    var width = 0
  }

  /// Chooses the lines of a paragraph.
  /// - Parameter keepsCandidates: for the dump; costs a copy.
  mutating func lines(
    of job: Job, parameters: BreakParameters, keepsCandidates: Bool = false
  ) -> Outcome {
    let outcome = plannedLines(of: job, parameters, keepsCandidates: keepsCandidates)
    guard let widest = job.widestUnbroken, outcome.isOverfull, !job.wrapsAll,
      outcome.widestLine > widest
    else { return outcome }
    var broken = job
    broken.wrapsAll = true
    var wrapped = plannedLines(of: broken, parameters, keepsCandidates: keepsCandidates)
    guard wrapped.widestLine < outcome.widestLine else { return outcome }
    wrapped.dividesKeptText = true
    return wrapped
  }

  private mutating func plannedLines(
    of job: Job, _ parameters: BreakParameters, keepsCandidates: Bool
  ) -> Outcome {
    var outcome = Outcome()
    outcome.indent = job.indent
    outcome.width = job.widths.others
    outcome.parameters = parameters
    guard !job.segments.isEmpty else { return outcome }
    let style = job.style.text
    outcome.isGreedy =
      style.wrap == .stable || !job.isJustified && style.wrap == .wrap || !style.whiteSpace.wraps
      || style.wrap == .nowrap
    let all: [BreakCandidate]
    if lineBreaker != nil {
      all = breakByPlugIn(job, &outcome)
    } else if outcome.isGreedy {
      all = breakGreedily(job, &outcome)
    } else {
      all = breakOptimally(job, style, &outcome)
    }
    if keepsCandidates { outcome.candidates = all }
    scratch = all
    return outcome
  }

  /// The break candidates, for callers that choose among them. Return the array with `recycle(_:)`.
  mutating func candidates(
    of job: Job, parameters: BreakParameters, hyphenating: Bool
  ) -> [BreakCandidate] {
    candidates(job, parameters, hyphenating: hyphenating && job.mayHyphenate, isGreedy: true)
  }

  mutating func recycle(_ candidates: consuming [BreakCandidate]) { scratch = candidates }

  // MARK: Strategies

  private mutating func breakByPlugIn(
    _ job: Job, _ outcome: inout Outcome
  ) -> [BreakCandidate] {
    let all = candidates(
      job, outcome.parameters, hyphenating: job.mayHyphenate, isGreedy: false)
    plan(&outcome, job, (lineBreaker?.breaks(all, job.widths) ?? []).map { all[Int($0)] })
    return all
  }

  private mutating func breakGreedily(
    _ job: Job, _ outcome: inout Outcome
  ) -> [BreakCandidate] {
    let all = candidates(
      job, outcome.parameters, hyphenating: job.mayHyphenate, isGreedy: true)
    let breaks = greedy.breaks(
      all, widths: job.widths, hyphenLimit: job.style.text.hyphenationLimits.lines,
      hyphenationFactor: job.hyphenationFactor)
    plan(&outcome, job, breaks.map { all[Int($0)] })
    return all
  }

  private mutating func breakOptimally(
    _ job: Job, _ style: TextProperties, _ outcome: inout Outcome
  ) -> [BreakCandidate] {
    var search = OptimalSearch(job, style, outcome.parameters)
    var (all, result) = searchWithoutStretch(job, &search)
    if let looseness = style.looseness, looseness != 0, job.isJustified, let best = result,
      let other = loosened(best, all, job, search.parameters, by: looseness)
    {
      result = other
    }
    // Finally, hopeless lines get extra stretch, first a little. If they all had the maximum badness,
    // a line of one word would cost as much as one that is slightly too loose.
    for share in [10, 2] where result == nil {
      search.emergencyStretch = job.widths.others / share
      search.isFinal = share == 2
      result = breaks(
        all, &search,
        share == 2 ? Badness.infinite : search.parameters.tolerance * 2)
    }
    outcome.threshold = search.threshold
    outcome.parameters = search.parameters
    outcome.emergencyStretch = search.emergencyStretch
    outcome.demerits = result?.demerits ?? 0
    let breaks =
      result?.breaks
      ?? greedy.breaks(all, widths: job.widths, hyphenLimit: style.hyphenationLimits.lines)
    plan(&outcome, job, breaks.map { all[Int($0)] })
    return all
  }

  /// Breaks without hyphens if that is wanted first, then with them; in paragraphs of several languages
  /// one language after the other.
  private mutating func searchWithoutStretch(
    _ job: Job, _ search: inout OptimalSearch
  ) -> (candidates: [BreakCandidate], result: TotalFitBreaker.Result?) {
    let parameters = search.parameters
    let hyphenates = job.mayHyphenate && (parameters.pretolerance >= 0 || !job.fitsOneLine)
    var all: [BreakCandidate] = []
    var result: TotalFitBreaker.Result?
    var scrap: TotalFitBreaker.Result?
    if parameters.pretolerance >= 0 || !hyphenates {
      all = candidates(job, parameters, hyphenating: false, isGreedy: false)
      result = breaks(
        all, &search,
        parameters.pretolerance < 0 ? parameters.tolerance : parameters.pretolerance)
      // If the last line is very short, hyphenation may give a better one.
      if hyphenates, endsInScrap(result, all, parameters) { swap(&scrap, &result) }
    }
    // Words in other languages than the paragraph's are divided only when nothing else helps: the
    // text is then easier to read.
    for language in hyphenates && result == nil ? job.hyphenatedLanguages : [] where result == nil {
      recycle(consume all)
      all = candidates(
        job, parameters, hyphenating: true, language: language, isGreedy: false)
      result = breaks(all, &search, parameters.tolerance)
    }
    if let scrap, result == nil || endsInScrap(result, all, parameters) {
      recycle(consume all)
      all = candidates(job, parameters, hyphenating: false, isGreedy: false)
      result = scrap
    }
    return (all, result)
  }

  private mutating func breaks(
    _ all: [BreakCandidate], _ search: inout OptimalSearch, _ threshold: Int
  ) -> TotalFitBreaker.Result? {
    search.threshold = threshold
    return totalFit.breaks(all, search.pass)
  }

  /// Whether the last line is very short.
  func endsInScrap(
    _ result: TotalFitBreaker.Result?, _ all: [BreakCandidate], _ parameters: BreakParameters
  ) -> Bool {
    guard let result, result.breaks.count > 1 else { return false }
    return Int(all[Int(result.breaks[result.breaks.count - 2])].penalty)
      >= parameters.shortLastLinePenalty
  }

  /// The paragraph's candidates: those found before, or else a new search.
  mutating func candidates(
    _ job: Job, _ parameters: BreakParameters, hyphenating: Bool, language: Int? = nil,
    isGreedy: Bool
  ) -> [BreakCandidate] {
    let request = job.request(
      parameters, hyphenating: hyphenating, language: language, isGreedy: isGreedy)
    // The request does not contain what delegates, hyphenation factors and kept text depend on.
    guard let prepared = job.prepared, job.allows == nil, job.hyphenationFactor == 0,
      !job.shaper.keepsWhole
    else {
      let found = find(job, request)
      use(found.dictionaries)
      return found.candidates
    }
    let measure = job.mostOfWord
    if let known = prepared.candidates(request, measure: measure) {
      use(known.dictionaries)
      return known.candidates
    }
    let found = find(job, request)
    use(found.dictionaries)
    prepared.keep(
      PreparedParagraph.Found(
        request: request, candidates: found.candidates, dictionaries: found.dictionaries),
      measure: measure)
    return found.candidates
  }

  private mutating func use(_ dictionaries: [HyphenationDictionary]) {
    for dictionary in dictionaries where usedDictionaries[dictionary.path] == nil {
      for file in dictionary.files { usedDictionaries[file] = dictionary }
    }
  }

  private mutating func find(
    _ job: Job, _ request: PreparedParagraph.Request
  ) -> (candidates: [BreakCandidate], dictionaries: [HyphenationDictionary]) {
    let boundaries = boundaries(of: job)
    // The only reference, or the array would be copied where it is filled.
    var own: [BreakCandidate] = []
    swap(&own, &scratch)
    var builder = CandidateBuilder(
      shaper: job.shaper, segments: job.segments, parameters: request.parameters)
    let measure = job.mostOfWord
    builder.build(
      job.paragraph, boundaries: boundaries, indent: request.indent,
      division: .init(
        hyphenator: request.isHyphenating ? hyphenator : nil, language: request.language,
        hyphenatesAll: job.hyphenationFactor > 0, isGreedy: request.isGreedy,
        isFine: request.isFine, isForMinContent: request.isForMinContent,
        wrapsAll: request.wrapsAll,
        indentAfterBreak: request.indentAfterBreak, leastLastLine: request.leastLastLine,
        measure: measure, rescue: hyphenator,
        // In TextKit, a factor of 0 means that no word is hyphenated.
        rescuesAll: !job.text.paragraphsFollowText || job.hyphenationFactor > 0),
      breaker: breaker, scratch: consume own)
    var all = builder.candidates
    if request.stretchesIdeographs { IdeographicGlue.stretch(&all, job) }
    if job.cutsBetweenNames { CodePlaces.prefer(in: &all, job.text.units, measure: measure) }
    job.keptIndents?.add(to: &all)
    if job.shaper.keepsWhole { KeptText(job, measure: measure).keep(&all) }
    if let allows = job.allows { all.removeAll { !$0.isForced && !allows($0) } }
    return (all, builder.usedDictionaries)
  }

  /// Plans the lines between the chosen breaks.
  func plan(_ outcome: inout Outcome, _ job: Job, _ breaks: [BreakCandidate]) {
    outcome.lines.reserveCapacity(breaks.count)
    var previous: BreakCandidate?
    for (number, end) in breaks.enumerated() {
      let sums = LineSums(from: previous, to: end, measure: job.widths.width(ofLine: number))
      let indent = previous.map(job.indent(after:)) ?? job.indent
      outcome.lines.append(
        job.plan(
          to: end, indent: indent, sums, isGreedy: outcome.isGreedy,
          isRagged: job.widths.isRagged(number)))
      previous = end
    }
  }

  /// A break between two characters follows the `line-break` of the second, which would begin a
  /// line.
  private mutating func boundaries(of job: Job) -> ArraySlice<Int32> {
    let own = locale(of: job.paragraph.style, job.text)
    let (start, end) = (job.paragraph.start, job.paragraph.end)
    guard job.shaper.special.variesLineBreaks, start < end else { return boundaries(of: job, own) }
    let runs = job.text.runs
    var known: [String: ArraySlice<Int32>] = [:]
    var merged: [Int32] = []
    var index = job.text.runIndex(at: Int(start))
    while index < runs.count, runs[index].start < end {
      let locale = locale(of: runs[index].style, job.text)
      let found = known[locale] ?? boundaries(of: job, locale)
      known[locale] = found
      let first = max(runs[index].start, start)
      let last = index + 1 < runs.count ? min(runs[index + 1].start, end) : end
      let from = found.partitioningIndex { $0 >= first - start }
      let to = found.partitioningIndex { $0 >= last - start }
      merged += found[from..<to]
      index += 1
    }
    return (merged + [end - start])[...]
  }

  private mutating func locale(of style: Int32, _ text: AttributedText) -> String {
    if let known = locales[Int(style)] { return known }
    let made = TextBreaker.lineLocale(of: text.styles[Int(style)].text)
    locales[Int(style)] = made
    return made
  }

  private func boundaries(of job: Job, _ locale: String) -> ArraySlice<Int32> {
    let shaper = job.shaper.shaper
    // What break-all changes is not part of what the memory knows a paragraph by.
    let breaksLetters = job.shaper.special.breaksLetters
    let memoryIndex = breaksLetters ? nil : job.memoryIndex
    if let memoryIndex, let known = shaper.memory?.boundaries(of: memoryIndex, locale: locale) {
      return known
    }
    let found =
      job.outOfFlow.isEmpty && !breaksLetters
      ? job.text.units.withUnsafeBufferPointer { units in
        boundaries(of: UnsafeBufferPointer(rebasing: units[job.paragraph.range]), locale)
      } : boundaries(ofChanged: job, locale)
    if let memoryIndex { shaper.memory?.keep(found, of: memoryIndex, locale: locale) }
    return found
  }

  private func boundaries(ofChanged job: Job, _ locale: String) -> ArraySlice<Int32> {
    let (text, start) = (job.text, Int(job.paragraph.start))
    var units = Array(text.units[job.paragraph.range])
    // Lines break as if these were not there: each is replaced by a combining mark, which stays with the
    // letter before it (LB9).
    for box in job.outOfFlow { units[Int(text.attachments[box].offset) - start] = 0x0308 }
    // With `break-all`, letters break as ideographs do (CSS Text 3, section 5.2).
    for segment in job.segments
    where segment.kind == .word && job.shaper.traits[Int(segment.style)].breaksLetters {
      Self.replaceLetters(in: &units, Int(segment.start) - start..<Int(segment.end) - start)
    }
    let found = units.withUnsafeBufferPointer { boundaries(of: $0, locale) }
    let edges = breakAllEdges(of: job)
    guard !edges.isEmpty else { return found }
    // Between two characters, the element around both decides (CSS Text 3, section 5.1).
    let plain = job.text.units.withUnsafeBufferPointer {
      Set(boundaries(of: UnsafeBufferPointer(rebasing: $0[job.paragraph.range]), locale))
    }
    return found.filter { !edges.contains($0) || plain.contains($0) }[...]
  }

  /// Where words of styles with `break-all` end and words of other styles begin, from the paragraph's
  /// start.
  private func breakAllEdges(of job: Job) -> Set<Int32> {
    let traits = job.shaper.traits
    var edges = Set<Int32>()
    for (segment, next) in zip(job.segments, job.segments.dropFirst())
    where traits[Int(segment.style)].breaksLetters && !traits[Int(next.style)].breaksLetters {
      edges.insert(next.start - job.paragraph.start)
    }
    return edges
  }

  /// Puts ideographs in the place of letters and digits.
  private static func replaceLetters(in units: inout [UInt16], _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, width) = units.withUnsafeBufferPointer { UTF16Scalars.scalar($0, at: index) }
      if unicode_breaks_as_letter(Int32(scalar)) != 0 {
        units[index] = 0x4E00
        if width == 2 { units[index + 1] = 0x0301 }
      }
      index += width
    }
  }

  private func boundaries(
    of units: UnsafeBufferPointer<UInt16>, _ locale: String
  ) -> ArraySlice<Int32> {
    let plain = breaker.boundaries(.line(locale: locale), of: units)
    guard breaker.mayNeedOwnRules else { return plain }
    let found = SlashBreaks.moved(in: OperatorBreaks.moved(in: plain, units), units)
    return HebrewBreaks.added(to: QuotationBreaks.added(to: found, in: units), in: units)
  }

  mutating func beginBook() { usedDictionaries.removeAll() }

  /// Forgets the locales by style, because styles are numbered per chapter.
  mutating func beginChapter() { locales.removeAll(keepingCapacity: true) }
}
