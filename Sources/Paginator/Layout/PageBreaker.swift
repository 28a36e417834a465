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
    let end: PageEnds.End
    /// In the trail; -1 for the first page.
    let previous: Int
  }

  /// A way to the beginning of a page.
  private struct Way {
    let page: Page
    let cost: Int
    /// Lines that the page is short of, where it is a left one: the next page faces it.
    let facing: Int?
  }

  private struct Beginning: Hashable {
    let position: Position
    let facing: Int?
  }

  /// So many beginnings are kept of every page: more where a costly way may lead to a page that is kept.
  private var beam: Int { material.keptStarts.isEmpty ? 24 : 96 }

  /// - Returns: nil where no page end that it looks at would do: rows higher than the page.
  func plan() -> PagePlan? {
    // The pages of the ways that were kept: a bounded number for every page of the chapter.
    var trail: [Page] = []
    var ways: [Way?] = [nil]
    var last: Way?
    var number = 0
    while !ways.isEmpty {
      let isLeft = startsOnLeft.map { $0 != (number % 2 == 1) }
      var next: [Beginning: Way] = [:]
      for (offset, way) in ways.enumerated() where way?.cost ?? 0 < last?.cost ?? .max {
        let previous = way == nil ? -1 : trail.count - ways.count + offset
        let start = way?.page.end.position ?? Position(piece: 0)
        for end in PageEnds(self, from: start, page: number).all {
          let found = Way(
            page: Page(end: end, previous: previous),
            cost: (way?.cost ?? 0) + end.cost + unlevel(end, beside: way?.facing, isLeft),
            facing: isLeft == true && !end.isFree ? end.shortfall : nil)
          guard found.cost < last?.cost ?? .max else { continue }
          if end.position.piece >= material.pieces.count {
            last = found
            continue
          }
          let beginning = Beginning(position: end.position, facing: found.facing)
          if found.cost < next[beginning]?.cost ?? .max { next[beginning] = found }
        }
      }
      ways = cheapest(Array(next.values))
      trail += ways.compactMap { $0?.page }
      number += 1
    }
    return last.map { plan(trail, $0) }
  }

  private func cheapest(_ ways: [Way]) -> [Way] {
    func order(_ way: Way) -> (Int, Int, Int, Int, Int) {
      let position = way.page.end.position
      return (way.cost, position.piece, position.row, position.variant, way.facing ?? -1)
    }
    return Array(ways.sorted { order($0) < order($1) }.prefix(beam))
  }

  /// What two pages that face each other cost when they do not end level.
  private func unlevel(_ end: PageEnds.End, beside facing: Int?, _ isLeft: Bool?) -> Int {
    if end.isFree { return 0 }
    if let facing { return costs.unlevel(abs(end.shortfall - facing)) }
    return isLeft == nil ? costs.unlevel(end.shortfall) : 0
  }

  /// What it costs that a page begins elsewhere than in the earlier edition.
  /// - Parameter page: counted from 0.
  func unkept(_ offset: Int, page: Int) -> Int {
    let kept = material.keptStarts
    if kept.isEmpty { return 0 }
    guard page < kept.count else { return costs.unkept }
    return kept[page] < 0 || kept[page] == offset ? 0 : costs.unkept
  }

  /// What it costs that the text ends on a page, where there were more.
  func unkept(last page: Int) -> Int {
    max(0, material.keptStarts.count - page - 1) * costs.unkept
  }

  private func plan(_ trail: [Page], _ last: Way) -> PagePlan {
    var plan = PagePlan()
    plan.cost = last.cost
    var page: Page? = last.page
    while let current = page {
      plan.ends.append(current.end.position)
      plan.choices += current.end.choices
      plan.hasShortPages =
        plan.hasShortPages || current.end.shortfall > 0 && !current.end.isFree
      page = current.previous >= 0 ? trail[current.previous] : nil
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
  /// A page that does not begin where it did in the edition that is to be kept.
  var unkept = 100_000
  /// A paragraph that has not changed and is not set in the number of lines that it had there.
  var changedLines = 8_000
  /// A page that begins or ends with a rule or another row without text.
  var bareEdge = 150

  /// - Parameter lines: that a page is short of.
  func short(_ lines: Int) -> Int {
    lines <= 4 ? lines * lines * 400 : min(6_400 + (lines - 4) * 1_000, avoid - 1_000)
  }

  /// - Parameter lines: by which facing pages differ.
  func unlevel(_ lines: Int) -> Int { min(lines, 3) * 1_500 }
}
