import Support
import Testing

@testable import Paginator

/// The total-fit breaker against every way to break a short paragraph. The costs are written down
/// here once more, from The TeXbook, chapter 14.
@Suite("Total fit")
struct TotalFitTests {
  private static let measure = 30.0

  /// Words of 2 to 7 units with spaces of 2.5; some words can be divided in the middle. Each unit
  /// gives a sixteenth, and there are three different words.
  /// - Parameter stretch: that of a space; below 0 for one that is narrower than nothing.
  private static func paragraph(
    _ random: inout SeededRandom, stretch: Int = 1536
  ) -> [BreakCandidate] {
    var candidates: [BreakCandidate] = []
    var width = 0
    var spaces = 0
    var units = 0
    func add(before: Int, after: Int, hyphen: Int32, isLast: Bool) {
      let give = units * 64
      let spacesAfter = hyphen > 0 || isLast ? spaces : spaces + 1
      candidates.append(
        BreakCandidate(
          segment: 0, offset: 0, widthBefore: before, stretchBefore: spaces * stretch + give,
          shrinkBefore: spaces * 1024 + give, widthAfter: after,
          stretchAfter: spacesAfter * stretch + give, shrinkAfter: spacesAfter * 1024 + give,
          give: Int32(give), hyphenWidth: hyphen,
          penalty: isLast ? -10000 : hyphen > 0 ? 600 : 0, isFlagged: hyphen > 0,
          showsHyphen: hyphen > 0, isForced: isLast))
    }
    let words = (0..<9).map { _ in Int32.random(in: 0..<3, using: &random) }
    for word in words.indices {
      let length = Int.random(in: 2...7, using: &random)
      if length > 4 {
        units += 2
        add(before: width + 2048, after: width + 2048, hyphen: 1024, isLast: false)
        units -= 2
      }
      width += length * 1024
      units += length
      let isLast = word == words.count - 1
      add(before: width, after: width + (isLast ? 0 : 2560), hyphen: 0, isLast: isLast)
      if !isLast {
        candidates[candidates.count - 1].lastWord = words[word]
        candidates[candidates.count - 1].nextWord = words[word + 1]
      }
      width += 2560
      spaces += 1
    }
    return candidates
  }

  /// The demerits of the lines that end at some candidates; nil if a line is too bad.
  private static func demerits(
    _ breaks: [Int], _ all: [BreakCandidate], threshold: Int = 4000
  ) -> Int? {
    var sum = 0
    var from = -1
    var fitnessBefore = 2
    for (line, end) in breaks.enumerated() {
      let to = all[end]
      let start = from >= 0 ? all[from] : nil
      let width: Int = to.widthBefore + Int(to.hyphenWidth) - (start?.widthAfter ?? 0)
      let free: Int = Int(to.give - (start?.give ?? 0)) / 2
      let stretch: Int = to.stretchBefore - (start?.stretchAfter ?? 0)
      let shrink: Int = to.shrinkBefore - (start?.shrinkAfter ?? 0)
      let room: Int = Int(measure * 1024) - width
      guard -room <= shrink else { return nil }
      let isLast = line == breaks.count - 1
      // Without any stretch, no line is loose.
      guard isLast || room <= 5 * max(0, stretch) else { return nil }
      let badness =
        isLast && room >= 0
        ? 0
        : Badness.of(
          max(0, abs(room) - free), available: (room < 0 ? shrink : stretch) - free)
      guard badness <= threshold else { return nil }
      let fitness = badness <= 12 ? 2 : room < 0 ? 3 : badness <= 99 ? 1 : 0
      sum += (10 + badness) * (10 + badness)
      if to.penalty > 0 { sum += Int(to.penalty) * Int(to.penalty) }
      let followsHyphen = start?.isFlagged ?? false
      if followsHyphen, to.isFlagged { sum += 30_000 }
      if followsHyphen, isLast { sum += 1_500_000 }
      if abs(fitness - fitnessBefore) > 1 { sum += 10_000 }
      if line >= 2 {
        let three = breaks[line - 2...line].map { all[$0] }
        let isStack = [three.map(\.nextWord), three.map(\.lastWord)].contains {
          $0[0] >= 0 && Set($0).count == 1
        }
        if isStack { sum += 100_000 }
      }
      fitnessBefore = fitness
      from = end
    }
    return sum
  }

  private static func least(_ all: [BreakCandidate], threshold: Int) -> Int? {
    let last = all.count - 1
    return (0..<1 << last).compactMap { (ways: Int) -> Int? in
      demerits((0..<last).filter { ways >> $0 & 1 == 1 } + [last], all, threshold: threshold)
    }.min()
  }

  private func breaks(
    _ all: [BreakCandidate], _ parameters: BreakParameters = BreakParameters(),
    threshold: Int = 4000, hyphenLimit: Int? = nil
  ) -> TotalFitBreaker.Result? {
    var breaker = TotalFitBreaker()
    let measure = Int(Self.measure * 1024)
    return breaker.breaks(
      all,
      TotalFitBreaker.Pass(
        widths: LineWidths(first: measure, others: measure), parameters: parameters,
        hyphenLimit: hyphenLimit, threshold: threshold))
  }

  @Test("the chosen lines are the cheapest of all ways", arguments: 1...60, [200, 500, 4000])
  func cheapest(seed: Int, threshold: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    try expectCheapest(Self.paragraph(&random), threshold: threshold, "seed \(seed)")
  }

  @Test("so are those of words with spaces that are narrower than nothing", arguments: 1...60)
  func narrow(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let all = Self.paragraph(&random, stretch: -80)
    for threshold in [200, 500, 4000] {
      try expectCheapest(all, threshold: threshold, "seed \(seed), \(threshold)")
    }
  }

  private func expectCheapest(
    _ all: [BreakCandidate], threshold: Int, _ comment: Comment
  ) throws {
    let found = breaks(all, threshold: threshold)
    let least = Self.least(all, threshold: threshold)
    #expect(found?.demerits == least, comment)
    if let found {
      let breaks = found.breaks.map(Int.init)
      #expect(Self.demerits(breaks, all, threshold: threshold) == least, comment)
    }
  }

  @Test("emergency stretch goes to the line that needs it")
  func emergency() {
    let measure = Int(Self.measure * 1024)
    var parameters = BreakParameters()
    parameters.adjacentDemerits = 0
    var tested = 0
    for seed in 1...40 {
      var random = SeededRandom(seed: UInt64(seed))
      let rest = Self.paragraph(&random)
      guard breaks(rest) != nil, let alone = breaks(rest, parameters) else { continue }
      let all = Self.behindHopelessLine(rest)
      #expect(breaks(all) == nil, "no line of one short word, seed \(seed)")
      var breaker = TotalFitBreaker()
      let pass = TotalFitBreaker.Pass(
        widths: LineWidths(first: measure, others: measure), parameters: parameters,
        emergencyStretch: measure / 2, threshold: Badness.infinite, isFinal: true)
      let found = breaker.breaks(all, pass)
      #expect(found?.breaks == [0, 1] + alone.breaks.map { $0 + 2 }, "seed \(seed)")
      tested += 1
    }
    #expect(tested > 20)
  }

  /// A word that leaves most of its line empty, since the next one fills a line, and then a paragraph.
  private static func behindHopelessLine(_ rest: [BreakCandidate]) -> [BreakCandidate] {
    let shift = 60 * 1024
    func end(at place: Int, next: Int) -> BreakCandidate {
      BreakCandidate(
        segment: 0, offset: 0, widthBefore: place * 1024, stretchBefore: 0, shrinkBefore: 0,
        widthAfter: next * 1024, stretchAfter: 0, shrinkAfter: 0)
    }
    return [end(at: 8, next: 30), end(at: 60, next: 60)]
      + rest.map { candidate in
        var moved = candidate
        moved.widthBefore += shift
        moved.widthAfter += shift
        return moved
      }
  }

  @Test("a line is rather loose than that more lines end in hyphens than the limit allows")
  func limit() throws {
    // Every line is full at a hyphen; the last but one can also end at a space, and is loose then.
    let lines = 4
    var all: [BreakCandidate] = []
    for line in 0..<lines {
      let isLast = line == lines - 1
      for (place, hyphen) in line == lines - 2 ? [(26, 0), (29, 1024)] : [(29, 1024)] {
        let isHyphen = hyphen > 0 && !isLast
        all.append(
          BreakCandidate(
            segment: 0, offset: 0, widthBefore: (line * 30 + place) * 1024,
            stretchBefore: line * 6144 + 5120, shrinkBefore: line * 6144 + 5120,
            widthAfter: (line + 1) * 30 * 1024, stretchAfter: (line + 1) * 6144,
            shrinkAfter: (line + 1) * 6144, hyphenWidth: isHyphen ? Int32(hyphen) : 0,
            penalty: isHyphen ? 50 : 0, isFlagged: isHyphen, showsHyphen: isHyphen,
            isForced: isLast))
      }
    }
    var parameters = BreakParameters()
    parameters.doubleHyphenDemerits = 0
    parameters.finalHyphenDemerits = 0
    func hyphens(limit: Int?) -> [Bool] {
      (breaks(all, parameters, hyphenLimit: limit)?.breaks ?? []).map { all[Int($0)].isFlagged }
    }
    #expect(hyphens(limit: nil) == [true, true, true, false])
    #expect(hyphens(limit: 3) == [true, true, true, false])
    #expect(hyphens(limit: 2) == [true, true, false, false])
  }
}
