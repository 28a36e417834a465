/// Knuth and Plass's total-fit line breaker with TeX's decisions (Breaking Paragraphs into Lines,
/// 1981; TeX: The Program, part 38).
///
/// It walks the candidates once. For each candidate it considers the line from every active break
/// to it, computes the line's badness and demerits, and keeps the best way to the candidate in each
/// fitness class, now an active break itself. Active breaks from which the line is overfull are dropped.
/// The result is the cheapest way to the last candidate.
struct TotalFitBreaker {
  /// A break, with what every line from it needs: the candidate's sums and the measure are read
  /// for each pair of breaks.
  private struct Node {
    var candidate: Int32 = -1
    var line: Int32 = 0
    var previous: Int32 = -1
    var hyphens: Int32 = 0
    var fitness: Int8 = 2
    var isFlagged = false
    /// The sum of what glyphs and letter space give up to the beginning of the line.
    var give: Int32 = 0
    var demerits = 0
    /// The sums up to the beginning of the line.
    var width = 0
    var stretch = 0
    var shrink = 0
    /// The width of the line.
    var measure: Int
  }

  /// A break from which lines may begin. It has all that most candidates ask for: whether the line
  /// from it is long enough.
  private struct ActiveBreak {
    /// Index into `nodes`.
    let node: Int32
    let line: Int32
    /// A line from here is too loose if its end reaches less far (`Search.reached(_:)`).
    let reach: Int

    init(_ node: Node, at index: Int, mostRatio: Int) {
      self.node = Int32(index)
      line = node.line
      reach = Search.ratioUnit * (node.measure + node.width) + mostRatio * node.stretch
    }
  }

  private var nodes: [Node] = []
  private var active: [ActiveBreak] = []
  /// The breaks that the last candidate added.
  private var arrived: [Node] = []

  /// The chosen candidates, including the last one, and their demerits.
  struct Result {
    var breaks: [Int32] = []
    var demerits = 0
  }

  static let awful = Int.max / 4

  /// The badness up to which a line is decent, and up to which it is loose and not very loose (TeX: The
  /// Program, section 817).
  private static let decentBadness = 12
  private static let looseBadness = 99
  /// The demerits of a line of infinite badness: its square.
  static let mostLineDemerits = 100_000_000
  /// Those of a hyphen beyond the greatest number of consecutive ones.
  private static let hyphenLimitDemerits = 50_000_000

  /// What one pass over the candidates asks for, as TeX's first, second and final pass.
  struct Pass {
    let widths: LineWidths
    /// Whether the last line may be shorter than its measure.
    var lastLineStretches = true
    /// The stretch at the end of every line, for ragged text.
    var lineStretch = 0
    let parameters: BreakParameters
    /// Added to the stretch of the lines that are too loose otherwise, when nothing else helps, in
    /// 1/1024 points. Unlike in TeX, the other lines of the paragraph are judged without it.
    var emergencyStretch = 0
    /// The stretch at the end of the lines beside floats that are ragged.
    var raggedStretch = 0
    /// Whether a line keeps its width where its spaces would be much too wide: a hyphen in it gains nothing.
    var leavesLinesShort = false
    /// The number of consecutive hyphenated lines allowed (`hyphenate-limit-lines`); nil is no limit.
    var hyphenLimit: Int?
    /// The worst badness of a line.
    let threshold: Int
    /// Whether to take the least bad way even if every line is too long or too loose.
    var isFinal = false
  }

  /// - Parameter candidates: in order; the last one is forced and ends the paragraph.
  /// - Returns: nil if no way meets the threshold and the pass is not final.
  mutating func breaks(_ candidates: [BreakCandidate], _ pass: Pass) -> Result? {
    // Most paragraphs have good lines. They are found much faster if bad ones are not followed.
    if let most = pass.usualDemerits(candidates),
      let found = breaks(candidates, pass, mostDemerits: most)
    {
      return found
    }
    return breaks(candidates, pass, mostDemerits: Self.awful)
  }

  /// - Parameter mostDemerits: those of the worst way to look for. As all demerits are positive, the best way is the
  ///   same with any limit that it meets.
  private mutating func breaks(
    _ candidates: [BreakCandidate], _ pass: Pass, mostDemerits: Int
  ) -> Result? {
    candidates.withUnsafeBufferPointer { candidates -> Result? in
      var search = Search(
        candidates, pass, firstUniformLine: Int32(pass.widths.firstUniformLine),
        isUniform: pass.widths.areEqual, mostDemerits: mostDemerits)
      begin(&search)
      for index in candidates.indices {
        arrive(at: index, &search)
        if active.isEmpty { return nil }
      }
      return best { _ in true }
    }
  }

  /// The best way for each of the given numbers of lines, if there is one within the threshold.
  /// - Parameter through: candidates at which lines must end, in order.
  mutating func breaks(
    _ candidates: [BreakCandidate], _ pass: Pass, lineCounts: ClosedRange<Int>, through: [Int]
  ) -> [Int: Result] {
    guard let end = candidates.last?.widthBefore, end > 0 else { return [:] }
    var stops = through[...]
    return candidates.withUnsafeBufferPointer { candidates in
      // Ways of different numbers of lines never compete.
      var search = Search(candidates, pass, firstUniformLine: .max, isUniform: false)
      begin(&search)
      for index in candidates.indices {
        arrive(at: index, &search)
        let share = Double(candidates[index].widthBefore) / Double(end)
        dropUnlikely(
          least: Int(share * Double(lineCounts.lowerBound)) - Self.leeway,
          most: min(
            lineCounts.upperBound, Int(share * Double(lineCounts.upperBound)) + 1 + Self.leeway))
        if index == stops.first {
          stops.removeFirst()
          active.removeAll { nodes[Int($0.node)].candidate != Int32(index) }
        }
        if active.isEmpty { return [:] }
      }
      var found: [Int: Result] = [:]
      for count in lineCounts {
        found[count] = best { Int($0.line) == count }
      }
      return found
    }
  }

  /// How many lines a way may be ahead of or behind its share of the paragraph. Lines of one
  /// measure hold almost the same amount of text, so a way further off can't end with the wanted
  /// number of lines. Without this limit, a paragraph of thousands of lines would keep a way for
  /// every line count.
  private static let leeway = 4

  private mutating func dropUnlikely(least: Int, most: Int) {
    // They are in the order of their lines.
    guard let first = active.first, let last = active.last, first.line < least || last.line > most
    else { return }
    active.removeAll { $0.line > most || $0.line < least }
  }

  private mutating func begin(_ search: inout Search) {
    nodes.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
    let start = Node(
      stretch: -search.pass.endStretch(ofLine: 0), measure: search.pass.widths.width(ofLine: 0))
    nodes.append(start)
    let way = ActiveBreak(start, at: 0, mostRatio: search.mostRatio)
    active.append(way)
    search.leastReach = way.reach
  }

  /// How well a line fills its measure.
  private struct Fit {
    let badness: Int
    /// 0 very loose, 1 loose, 2 decent, 3 tight.
    let fitness: Int
  }

  /// The best ways to one candidate, by fitness class.
  private struct Arrivals {
    var demerits = InlineArray<4, Int>(repeating: TotalFitBreaker.awful)
    var nodes = InlineArray<4, Int32>(repeating: -1)
    var least = TotalFitBreaker.awful

    var isEmpty: Bool { least == TotalFitBreaker.awful }

    @inline(always)
    mutating func offer(_ cost: Int, _ node: Int32, _ fitness: Int) {
      guard cost <= demerits[fitness] else { return }
      demerits[fitness] = cost
      nodes[fitness] = node
      if cost < least { least = cost }
    }
  }

  /// Adds the best ways to a candidate to the active breaks, and drops those from which the line to it is overfull.
  private mutating func arrive(at index: Int, _ search: inout Search) {
    let reached = search.reached(search.candidates[index])
    // Most candidates are far from the end of a line.
    if search.leastReach <= reached { consider(index, reached, &search) }
    search.pass(search.candidates[index], at: index)
  }

  private mutating func consider(_ index: Int, _ reached: Int, _ search: inout Search) {
    var (arrived, active) = ([Node](), [ActiveBreak]())
    // Taken out, so that the loop over them works on memory that nothing else has access to.
    swap(&arrived, &self.arrived)
    swap(&active, &self.active)
    // To remove a range takes longer than to remove the few that there are one by one.
    while !arrived.isEmpty { arrived.removeLast() }
    let kept = nodes.withUnsafeBufferPointer { nodes in
      active.withUnsafeMutableBufferPointer { active in
        Self.visit(active, nodes, index, reached, &search, &arrived)
      }
    }
    while active.count > kept { active.removeLast() }
    for node in arrived {
      // Ways with the same number of lines must be adjacent to compete: by line count, then by age.
      // Both lists are in this order already.
      var place = active.count
      if search.firstUniformLine > 1 {
        place = active.partitioningIndex { $0.line > node.line }
      }
      let new = ActiveBreak(node, at: nodes.count, mostRatio: search.mostRatio)
      search.leastReach = min(search.leastReach, new.reach)
      if place < active.count { active.insert(new, at: place) } else { active.append(new) }
      nodes.append(node)
    }
    swap(&arrived, &self.arrived)
    swap(&active, &self.active)
  }

  /// Considers the line from every active break to a candidate.
  ///
  /// - Parameters:
  ///   - active: the breaks that stay active are moved to its beginning.
  ///   - reached: how far the lines reach.
  ///   - arrived: receives the best ways to the candidate.
  /// - Returns: how many breaks stay active.
  private static func visit(
    _ active: UnsafeMutableBufferPointer<ActiveBreak>, _ nodes: UnsafeBufferPointer<Node>,
    _ index: Int, _ reached: Int, _ search: inout Search, _ arrived: inout [Node]
  ) -> Int {
    let candidate = search.candidates[index]
    let (threshold, isFinal) = (search.threshold, search.pass.isFinal)
    let (firstUniformLine, isUniform) = (search.firstUniformLine, search.isUniform)
    let sums = Sums(
      width: candidate.widthBefore + Int(candidate.hyphenWidth),
      stretch: candidate.stretchBefore + search.pass.lineStretch,
      shrink: candidate.shrinkBefore, give: candidate.give, freeShare: search.freeShare)
    let isLastLine = candidate.isForced && search.pass.lastLineStretches
    // A word is cut only on a line that can't end anywhere else (CSS Text 3, section 5.2).
    let firstAllowed = candidate.isEmergency ? search.lastNormal : -1
    var arrivals = Arrivals()
    var kept = 0
    var leastReach = Int.max
    // If line widths differ, ways with different line counts must not compete.
    var line: Int32 = -1
    var next = 0
    while next < active.count {
      let way = active[next]
      // Nothing moves before the first break that is dropped.
      if kept < next { active[kept] = way }
      kept += 1
      next += 1
      let lastLeastReach = leastReach
      leastReach = min(leastReach, way.reach)
      if way.reach > reached {
        // The breaks after it reach no less far.
        let end = search.isOrdered ? Self.end(ofLine: way.line, active, from: next, search) : next
        if kept < next, next < end { Self.move(active, next..<end, to: kept) }
        kept += end - next
        next = end
        continue
      }
      let node = nodes[Int(way.node)]
      if node.candidate < firstAllowed { continue }
      if !isUniform {
        let group = min(way.line, firstUniformLine)
        if line >= 0, group != line, !arrivals.isEmpty {
          add(arrivals, index, &search, nodes, &arrived)
          arrivals = Arrivals()
        }
        line = group
      }
      var fit = Self.fit(node, sums, isLastLine)
      var isDividedInVain = false
      if search.pass.emergencyStretch > 0,
        fit.badness > search.pass.parameters.tolerance
      {
        isDividedInVain = candidate.showsHyphen && Self.isLeftShort(node, sums, search.pass)
        fit = Self.rescued(fit, node, sums, search.pass)
      }
      let isTooBad = fit.badness > Badness.infinite
      let isLast = next == active.count
      if isTooBad || candidate.isForced {
        // The line from here is overfull, or the break is forced: drop the active break.
        kept -= 1
        leastReach = lastLeastReach
        if isTooBad {
          if isFinal, arrivals.isEmpty, kept == 0, isLast {
            arrivals.offer(node.demerits, way.node, fit.fitness)
          }
          continue
        }
      }
      if fit.badness > threshold,
        !(isFinal && candidate.isForced && arrivals.isEmpty && isLast)
      {
        continue
      }
      if isDividedInVain, !isFinal { continue }
      var cost = Self.demerits(
        fit, node, candidate, search.pass, endsParagraph: index == search.lastIndex)
      if candidate.nextWord >= 0, node.candidate >= 0,
        Self.repeatsWord(from: node, to: candidate, nodes, search.candidates)
      {
        cost += search.pass.parameters.equalWordDemerits
      }
      if isDividedInVain { cost += hyphenLimitDemerits }
      arrivals.offer(node.demerits + cost, way.node, fit.fitness)
    }
    if !arrivals.isEmpty { add(arrivals, index, &search, nodes, &arrived) }
    search.leastReach = leastReach
    return kept
  }

  /// The end of the active breaks in order of their age, from one with a number of lines on.
  @inline(always)
  private static func end(
    ofLine line: Int32, _ active: UnsafeMutableBufferPointer<ActiveBreak>, from start: Int,
    _ search: borrowing Search
  ) -> Int {
    // All are in this order. Only the first line, which begins at no break, may differ in its width.
    if search.firstUniformLine <= 1 {
      return line > 0 || search.isUniform ? active.count : start
    }
    return active[start...].partitioningIndex { $0.line > line }
  }

  @inline(always)
  private static func move(
    _ active: UnsafeMutableBufferPointer<ActiveBreak>, _ range: Range<Int>, to start: Int
  ) {
    var to = start
    for from in range {
      active[to] = active[from]
      to += 1
    }
  }

  /// - Parameter search: not changed; as `inout`, it is passed without a copy.
  private static func add(
    _ arrivals: Arrivals, _ index: Int, _ search: inout Search,
    _ nodes: UnsafeBufferPointer<Node>, _ arrived: inout [Node]
  ) {
    let candidate = search.candidates[index]
    // A way that is worse than the best by more than any later difference can't win.
    let limit = min(
      arrivals.least + search.pass.parameters.adjacentDemerits, search.mostDemerits)
    for fitness in 0..<4 {
      let (demerits, previous) = (arrivals.demerits[fitness], arrivals.nodes[fitness])
      guard previous >= 0, demerits <= limit else { continue }
      let before = nodes[Int(previous)]
      arrived.append(
        Node(
          candidate: Int32(index), line: before.line + 1, previous: previous,
          hyphens: candidate.isFlagged ? before.hyphens + 1 : 0, fitness: Int8(fitness),
          isFlagged: candidate.isFlagged, give: candidate.give, demerits: demerits,
          width: candidate.widthAfter,
          stretch: candidate.stretchAfter - search.pass.endStretch(ofLine: Int(before.line) + 1),
          shrink: candidate.shrinkAfter,
          measure: search.pass.widths.width(ofLine: Int(before.line) + 1)))
    }
  }

  /// The sums up to the end of a line.
  private struct Sums {
    let width: Int
    let stretch: Int
    let shrink: Int
    let give: Int32
    /// The share of `give` that costs nothing, in 256ths.
    let freeShare: Int

    /// What is left of the measure of a line from a break; negative if the line is too long.
    @inline(always)
    func room(_ from: Node) -> Int { from.measure - (width - from.width) }
  }

  /// The fit of a line from a break to the end of some sums.
  /// - Parameter isLastLine: whether the line is the last and stretches without limit.
  @inline(always)
  private static func fit(_ from: Node, _ end: Sums, _ isLastLine: Bool) -> Fit {
    let shortfall = end.room(from)
    let free = (Int(end.give - from.give) * end.freeShare) >> 8
    if shortfall >= 0 {
      if isLastLine { return Fit(badness: 0, fitness: 2) }
      let stretch = end.stretch - from.stretch
      if Badness.isHopeless(shortfall, available: stretch) {
        return Fit(badness: Badness.infinite, fitness: 0)
      }
      let badness = Badness.of(max(0, shortfall - free), available: stretch - free)
      let looseFitness = badness > looseBadness ? 0 : 1
      return Fit(badness: badness, fitness: badness > decentBadness ? looseFitness : 2)
    }
    let shrink = end.shrink - from.shrink
    if -shortfall > shrink { return Fit(badness: Badness.infinite + 1, fitness: 3) }
    let badness = Badness.of(max(0, -shortfall - free), available: shrink - free)
    return Fit(badness: badness, fitness: badness > decentBadness ? 3 : 2)
  }

  /// The fit of a line that is hopeless without emergency stretch: with it, and worse than that of any
  /// line that does not need it. Stretch does not help a line that is too tight.
  @inline(never)
  private static func rescued(
    _ fit: Fit, _ from: Node, _ end: Sums, _ pass: borrowing Pass
  ) -> Fit {
    let shortfall = end.room(from)
    guard shortfall >= 0 else { return fit }
    let stretch = end.stretch - from.stretch + pass.emergencyStretch
    let badness = pass.parameters.tolerance + Badness.of(shortfall, available: stretch)
    return Fit(badness: min(Badness.infinite, badness), fitness: 0)
  }

  /// Whether a line keeps its natural width, because its spaces would grow by an em, about.
  @inline(never)
  private static func isLeftShort(
    _ from: Node, _ end: Sums, _ pass: borrowing Pass
  ) -> Bool {
    pass.leavesLinesShort && end.room(from) > (end.stretch - from.stretch) * stretchesInEm
  }

  /// How many times the stretch of a usual space is an em.
  private static let stretchesInEm = 8

  @inline(always)
  private static func demerits(
    _ fit: Fit, _ node: Node, _ candidate: BreakCandidate, _ pass: borrowing Pass,
    endsParagraph: Bool
  ) -> Int {
    var cost = pass.parameters.linePenalty + fit.badness
    cost = cost >= Badness.infinite ? mostLineDemerits : cost * cost
    let penalty = Int(candidate.penalty)
    if penalty > 0 { cost += penalty * penalty }
    if node.isFlagged {
      if candidate.isFlagged {
        cost += pass.parameters.doubleHyphenDemerits
        if let limit = pass.hyphenLimit, Int(node.hyphens) >= limit {
          cost += hyphenLimitDemerits
        }
      } else if endsParagraph {
        cost += pass.parameters.finalHyphenDemerits
      }
    }
    if abs(fit.fitness - Int(node.fitness)) > 1 { cost += pass.parameters.adjacentDemerits }
    return cost
  }

  /// Whether a line from a node to a candidate makes the third break in a row at which the same
  /// word ends a line, or begins one.
  @inline(always)
  private static func repeatsWord(
    from node: Node, to third: BreakCandidate, _ nodes: UnsafeBufferPointer<Node>,
    _ candidates: UnsafeBufferPointer<BreakCandidate>
  ) -> Bool {
    let second = candidates[Int(node.candidate)]
    let isSameNext = second.nextWord == third.nextWord
    let isSameLast = third.lastWord >= 0 && second.lastWord == third.lastWord
    // Most lines do not begin or end like the line before them.
    guard isSameNext || isSameLast, node.previous >= 0 else { return false }
    let first = nodes[Int(node.previous)].candidate
    guard first >= 0 else { return false }
    return isSameNext && candidates[Int(first)].nextWord == third.nextWord
      || isSameLast && candidates[Int(first)].lastWord == third.lastWord
  }

  private func best(where isAllowed: (Node) -> Bool) -> Result? {
    var best: Int32 = -1
    for way in active where isAllowed(nodes[Int(way.node)]) {
      if best < 0 || nodes[Int(way.node)].demerits < nodes[Int(best)].demerits { best = way.node }
    }
    guard best >= 0 else { return nil }
    var result = Result(demerits: nodes[Int(best)].demerits)
    while best > 0 {
      result.breaks.append(nodes[Int(best)].candidate)
      best = nodes[Int(best)].previous
    }
    result.breaks.reverse()
    return result
  }
}
