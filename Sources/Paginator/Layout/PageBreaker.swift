/// Chooses where the pages of a chapter end, all of them together: page depth, widows, hyphens at page
/// ends, what is kept together, facing pages that end level, and paragraphs that may be a line longer
/// or shorter are costs, and the cheapest way through the chapter wins (Plass, Optimal Pagination
/// Techniques for Automatic Typesetting Systems, 1981; Mittelbach, A General Framework for Globally
/// Optimized Pagination, 2016).
///
/// It goes from page to page. What is known of a page's beginning is where it stands and what the way
/// there cost; of all beginnings of one page the cheapest few are kept.
struct PageBreaker {
  let material: PageMaterial
  let costs: PageCosts
  /// Of every page, 1/1024 points.
  let height: Int
  /// Whether the first page is a left one; nil where it is not known, and no page is taken to face
  /// another.
  let startsOnLeft: Bool?

  /// A place in the text at which a page may begin.
  struct Position: Hashable {
    var piece: Int
    /// Of the piece; 0 before its first row.
    var variant = 0
    var row = 0
  }

  /// A page on the way.
  private struct Page {
    let end: Position
    let choices: [PagePlan.Choice]
    let previous: Int
    let isShort: Bool
  }

  /// A beginning of the next page.
  private struct State {
    var position: Position
    var cost: Int
    /// Lines that the left page of this spread is short of; nil where this page is a left one.
    var facing: Int?
    /// In `trail`.
    var page: Int
  }

  private struct StateKey: Hashable {
    let position: Position
    let facing: Int?
  }

  /// So many beginnings are kept of every page.
  private static let beam = 24

  /// - Returns: nil where no page end that it looks at would do: rows higher than the page.
  func plan() -> PagePlan? {
    var trail: [Page] = []
    var states = [State(position: Position(piece: 0), cost: 0, facing: nil, page: -1)]
    var best: (cost: Int, page: Int)?
    var number = 0
    while !states.isEmpty {
      var next: [StateKey: State] = [:]
      let isLeft = startsOnLeft.map { $0 != (number % 2 == 1) }
      for state in states where state.cost < best?.cost ?? .max {
        for end in PageEnds(self, from: state.position, isFirst: number == 0).all {
          let cost = state.cost + end.cost + unlevel(end, beside: state.facing, isLeft)
          guard cost < best?.cost ?? .max else { continue }
          trail.append(
            Page(
              end: end.position, choices: end.choices, previous: state.page,
              isShort: end.shortfall > 0 && !end.isFree))
          if end.position.piece >= material.pieces.count {
            best = (cost, trail.count - 1)
            continue
          }
          let facing = isLeft == true && !end.isFree ? end.shortfall : nil
          let key = StateKey(position: end.position, facing: facing)
          if cost < next[key]?.cost ?? .max {
            next[key] = State(
              position: end.position, cost: cost, facing: facing, page: trail.count - 1)
          }
        }
      }
      states = next.values.sorted {
        ($0.cost, $0.position.piece, $0.position.row, $0.position.variant, $0.facing ?? -1)
          < ($1.cost, $1.position.piece, $1.position.row, $1.position.variant, $1.facing ?? -1)
      }
      if states.count > Self.beam { states.removeSubrange(Self.beam...) }
      number += 1
    }
    return best.map { plan(trail, last: $0.page, cost: $0.cost) }
  }

  /// What two pages that face each other cost when they do not end level.
  private func unlevel(_ end: PageEnds.End, beside facing: Int?, _ isLeft: Bool?) -> Int {
    if end.isFree { return 0 }
    if let facing { return costs.unlevel(abs(end.shortfall - facing)) }
    return isLeft == nil ? costs.unlevel(end.shortfall) : 0
  }

  private func plan(_ trail: [Page], last: Int, cost: Int) -> PagePlan {
    var plan = PagePlan()
    plan.cost = cost
    var page = last
    while page >= 0 {
      plan.ends.append(trail[page].end)
      plan.choices += trail[page].choices
      plan.hasShortPages = plan.hasShortPages || trail[page].isShort
      page = trail[page].previous
    }
    plan.ends.reverse()
    // The last page ends with the text.
    plan.ends.removeLast()
    return plan
  }
}

/// Where pages end, and which paragraphs are a line longer or shorter for it.
struct PagePlan {
  struct Choice: Equatable {
    let piece: Int
    let variant: Int
  }

  var ends: [PageBreaker.Position] = []
  var choices: [Choice] = []
  var cost = 0
  /// Whether a page other than a last one is not full: the side on which pages stand matters.
  var hasShortPages = false

  func isSame(as other: PagePlan) -> Bool { ends == other.ends && choices == other.choices }
}

/// What a page end costs. The values were chosen on Pride and Prejudice, Moby-Dick and War and Peace
/// at 6 x 9 inches (`Benchmarks/quality.py`).
struct PageCosts {
  /// A page that ends in a hyphen, where the style asks for none.
  var hyphen = 4_000
  /// For every block that asks not to be divided.
  var avoid = 40_000
  /// Widows and orphans.
  var lines = 400_000
  /// A paragraph that is a line longer or shorter than is best for its lines.
  var variant = 30
  /// So many demerits of its lines cost as much as 1 here.
  var demeritsPerUnit = 3_000
  /// For every line that the last page has less than `leastLastLines`.
  var shortEnd = 1_000
  var leastLastLines = 5
  /// A page that begins or ends with a rule or another row without text.
  var bareEdge = 150

  /// - Parameter lines: that a page is short of.
  func short(_ lines: Int) -> Int {
    lines <= 4 ? lines * lines * 400 : min(6_400 + (lines - 4) * 1_000, avoid - 1_000)
  }

  /// - Parameter lines: by which facing pages differ.
  func unlevel(_ lines: Int) -> Int { min(lines, 3) * 1_500 }
}
