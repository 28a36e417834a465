/// The result of a search for a number of pages.
public struct CopyfitResult: Equatable, Sendable {
  /// The number of pages without a change.
  public let pagesBefore: Int
  /// The number of pages with the change.
  public let pages: Int
  /// The change to the style.
  public let copyfit: Copyfit
  /// Whether the goal is reached.
  public let isReached: Bool
  /// How often the book was set.
  public let runs: Int
}

/// Searches for the smallest change to the style that gives a book the wanted number of pages.
///
/// Word spaces change first, then the space between letters in steps of 1/1000 em, then looseness in
/// steps of a tenth, the leading in steps of 1/8 point, the font size in steps of 1/4 point, and last the
/// margins in steps of 3 points. A property changes only when all properties before it are not enough.
/// In each step, word spaces change as much as needed, in either direction.
struct CopyfitSearch {
  private let bounds: CopyfitBounds
  private let count: (Copyfit) async throws -> Int
  private var known: [(copyfit: Copyfit, pages: Int)] = []
  /// How often the book may be set for word spaces near those where the number of pages jumps.
  private var trialsNearJumps = 48

  /// - Parameter count: the number of pages of the book with a change.
  init(_ bounds: CopyfitBounds, count: @escaping (Copyfit) async throws -> Int) {
    self.bounds = bounds
    self.count = count
  }

  mutating func find(_ goal: PageGoal) async throws -> CopyfitResult {
    let before = try await pages(Copyfit())
    var found: Copyfit? = goal.isReached(by: before) ? Copyfit() : nil
    if found == nil {
      switch goal {
      case .atMost(let most):
        found = try await search(goal, near: most, isTighter: true)?.copyfit
      case .exactly(let wanted):
        found = try await search(goal, near: wanted, isTighter: before > wanted)?.copyfit
      case .multiple(let factor):
        let fewer = before / factor * factor
        // A book that ends on a right-hand page has one page less.
        found = try await gentler(
          goal, near: fewer, fewer + factor - (PageGoal.countsBacks(factor) ? 1 : 0))
      }
    }
    let best = found ?? nearest(to: goal)
    let pages = try await pages(best)
    return CopyfitResult(
      pagesBefore: before, pages: pages, copyfit: best, isReached: goal.isReached(by: pages),
      runs: known.count)
  }

  /// The smaller of two changes: for the next lower or the next higher number of pages.
  private mutating func gentler(
    _ goal: PageGoal, near fewer: Int, _ more: Int
  ) async throws -> Copyfit? {
    let tight = fewer > 0 ? try await search(goal, near: fewer, isTighter: true) : nil
    let loose = try await search(goal, near: more, isTighter: false)
    guard let tight, let loose else { return (tight ?? loose)?.copyfit }
    func strain(_ found: Found) -> (Int, Int) { (found.rung, abs(found.copyfit.wordSpacing)) }
    return strain(tight) <= strain(loose) ? tight.copyfit : loose.copyfit
  }

  private struct Found {
    let copyfit: Copyfit
    let rung: Int
  }

  /// - Parameter wanted: the number of pages at which the search ends.
  private mutating func search(
    _ goal: PageGoal, near wanted: Int, isTighter: Bool
  ) async throws -> Found? {
    for (rung, base) in rungs(isTighter: isTighter).enumerated() {
      if let spacing = try await wordSpacing(goal, near: wanted, base) {
        var copyfit = base
        copyfit.wordSpacing = spacing
        return Found(copyfit: copyfit, rung: rung)
      }
    }
    return nil
  }

  /// The smallest change of the word spaces that meets the goal. The search assumes that smaller
  /// spaces give fewer pages. This is not always so, and the search may then miss a solution.
  private mutating func wordSpacing(
    _ goal: PageGoal, near wanted: Int, _ base: Copyfit
  ) async throws -> Int? {
    let count = try await pages(base, 0)
    if goal.isReached(by: count) { return 0 }
    let isTooLong = count > wanted
    func isPast(_ count: Int) -> Bool { isTooLong ? count <= wanted : count >= wanted }
    var inside = isTooLong ? bounds.wordSpacing.lowerBound : bounds.wordSpacing.upperBound
    guard isPast(try await pages(base, inside)) else { return nil }
    var outside = 0
    while abs(outside - inside) > 1 {
      let middle = (outside + inside) / 2
      if isPast(try await pages(base, middle)) { inside = middle } else { outside = middle }
    }
    if goal.isReached(by: try await pages(base, inside)) { return inside }
    return try await wordSpacing(goal, near: outside, inside, base)
  }

  /// Where the number of pages jumps over the goal, other word spaces near the jump may meet it:
  /// wider spaces do not always give more pages.
  private mutating func wordSpacing(
    _ goal: PageGoal, near outside: Int, _ inside: Int, _ base: Copyfit
  ) async throws -> Int? {
    let step = inside - outside
    for distance in 1...6 {
      for spacing in [outside - step * distance, inside + step * distance]
      where bounds.wordSpacing.contains(spacing) && trialsNearJumps > 0 {
        trialsNearJumps -= 1
        if goal.isReached(by: try await pages(base, spacing)) { return spacing }
      }
    }
    return nil
  }

  /// The changes without word spaces, the smallest first.
  private func rungs(isTighter: Bool) -> [Copyfit] {
    var current = Copyfit()
    var result = [current]
    func append<Value>(_ property: WritableKeyPath<Copyfit, Value>, _ values: [Value]) {
      for value in values {
        current[keyPath: property] = value
        result.append(current)
      }
    }
    func steps(_ range: ClosedRange<Int>, by step: Int) -> [Int] {
      let limit = isTighter ? -range.lowerBound : range.upperBound
      return stride(from: step, through: limit, by: step).prefix(Self.mostSteps)
        .map { isTighter ? -$0 : $0 }
    }
    func steps(_ range: ClosedRange<Length>, by step: Length) -> [Length] {
      steps(range.lowerBound.rawValue...range.upperBound.rawValue, by: step.rawValue)
        .map { Length(rawValue: $0) }
    }
    append(\.letterSpacing, steps(bounds.letterSpacing, by: 1))
    append(\.looseness, steps(bounds.looseness, by: 10))
    append(\.leading, steps(bounds.leading, by: 0.125))
    append(\.fontSize, steps(bounds.fontSize, by: 0.25))
    append(\.margin, steps(bounds.margin, by: 3))
    return result
  }

  /// A property changes in no more steps than this, however wide its bounds are.
  private static let mostSteps = 100

  private mutating func pages(_ base: Copyfit, _ wordSpacing: Int) async throws -> Int {
    var copyfit = base
    copyfit.wordSpacing = wordSpacing
    return try await pages(copyfit)
  }

  private mutating func pages(_ copyfit: Copyfit) async throws -> Int {
    if let known = known.first(where: { $0.copyfit == copyfit }) { return known.pages }
    let pages = try await count(copyfit)
    known.append((copyfit, pages))
    return pages
  }

  private func nearest(to goal: PageGoal) -> Copyfit {
    known.min { goal.distance(of: $0.pages) < goal.distance(of: $1.pages) }?.copyfit ?? Copyfit()
  }
}

/// Searches for the smallest change to the style that gives a book the wanted number of pages,
/// within the bounds of the style's `@copyfit` rule. Sets the book about ten to twenty times.
///
/// - Throws: `BookError` for a style without such a rule, and the errors of `paginate(_:options:)`.
public func fit(
  _ book: SharedBook, to goal: PageGoal, options: PaginationOptions
) async throws -> CopyfitResult {
  let styles = BookStyles(publication: book.publication, options: options)
  guard let bounds = styles.copyfitBounds else {
    throw BookError(
      .badUsage,
      "the style \(options.preset.name) does not say how far it may be changed: it has no \"@copyfit\" rule"
    )
  }
  var search = CopyfitSearch(bounds) { copyfit in
    var options = options
    options.copyfit = copyfit
    let result = try await paginate(book, editions: [options], receivers: [NoReceiver()])
    return result[0].pages.count
  }
  return try await search.find(goal)
}

/// A receiver for runs that only count pages.
private final class NoReceiver: ChapterReceiver, ChapterConsumer {
  func makeConsumer() -> any ChapterConsumer { self }
  func startAgain() {}
  func receive(_ chapter: NumberedChapter) {}
}
