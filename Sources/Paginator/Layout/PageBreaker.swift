/// Chooses all page ends of a chapter together. Page depth, widows, hyphens at page ends, breaks
/// that the style avoids, facing pages that do not end level, and paragraphs set a line longer or
/// shorter all have costs, and the cheapest path through the chapter wins (Plass, Optimal
/// Pagination Techniques for Automatic Typesetting Systems, 1981; Mittelbach, A General Framework
/// for Globally Optimized Pagination, 2016).
///
/// The search goes from page to page. The start of a page is its position in the text together with
/// the shortfall of the page that it faces; only the cheapest few starts of each page are kept.
struct PageBreaker {
  let material: PageMaterial
  let costs: PageCosts
  /// The height of every page, in 1/1024 points.
  let height: Int
  /// Whether the first page is a left page; nil where that is unknown, and no two pages are treated
  /// as facing.
  let startsOnLeft: Bool?

  /// A place in the text at which a page may begin.
  struct Position: Hashable {
    var piece: Int
    /// The variant of the piece; 0 before its first row.
    var variant = 0
    var row = 0
    /// The height of the rest of a divided note, at the foot of the page.
    var restOfNotes = 0

    /// One number, because every end of every page is hashed.
    func hash(into hasher: inout Hasher) {
      hasher.combine(piece &<< 36 ^ row &<< 24 ^ variant &<< 20 ^ restOfNotes)
    }
  }

  /// A page of a path.
  private struct Page {
    let end: PageEnds.End
    let choices: [PagePlan.Choice]
    /// Index into the trail; -1 for the first page.
    let previous: Int
  }

  /// A path to the start of a page.
  private struct Way {
    let beginning: Beginning
    let cost: Int
    /// Its last page, as an index into the trail; -1 before the first page.
    let page: Int
  }

  private struct Beginning: Hashable {
    let position: Position
    /// The shortfall of a left page in lines, which the next page should match; nil for other
    /// pages.
    let facing: Int?
  }

  /// A path with one page more. Only numbers, because most are dropped.
  private struct Step {
    let beginning: Beginning
    let cost: Int
    /// Where its page ends: an index into the ends of the page, by way, and one into the ends of that
    /// way.
    let found: Int
    let end: Int
    /// The page before it, as in `Page`.
    let previous: Int
  }

  /// Where a plan begins: at the start of the text, or on a later page.
  struct Start {
    var position = Position(piece: 0)
    /// The page's index, from 0.
    var page = 0
    /// The shortfall of the left page that it faces; nil if there is none that it should match.
    var facing: Int?
  }

  /// How many starts of each page are kept: more when an earlier edition is to be matched, since
  /// the path to a matching page may be costly at first. Those by which the text is a few lines off
  /// are then preferred: every line needs a paragraph in another number of lines, while short pages,
  /// which are cheap, lead further off.
  private var beam: Int { material.keptStarts.isEmpty ? 24 : 96 }

  /// - Parameter memo: the page ends that were found for the same material with another first side.
  /// - Returns: nil where no path works, for example where a row is taller than the page.
  func plan(from start: Start = Start(), _ memo: inout PageEndMemo) -> PagePlan? {
    // The pages of all paths that were kept; each page of the chapter adds `beam` at most.
    var trail: [Page] = []
    var ways = [
      Way(beginning: Beginning(position: start.position, facing: start.facing), cost: 0, page: -1)
    ]
    var last: (cost: Int, page: Page)?
    var steps: [Beginning: Step] = [:]
    var number = start.page
    while !ways.isEmpty {
      let isLeft = isLeft(page: number)
      var found: [PageEnds.Found] = []
      steps.removeAll(keepingCapacity: true)
      for way in ways where way.cost < last?.cost ?? .max {
        let ends = memo.ends(self, from: way.beginning.position, page: number)
        found.append(ends)
        for (index, end) in ends.ends.enumerated() {
          let cost = way.cost + end.cost + unlevel(end, facing: way.beginning.facing, isLeft)
          guard cost < last?.cost ?? .max else { continue }
          if end.position.piece >= material.pieces.count {
            let page = Page(end: end, choices: ends.choices(of: end), previous: way.page)
            last = (cost, page)
            continue
          }
          let beginning = Beginning(position: end.position, facing: end.facing(isLeft: isLeft))
          if cost < steps[beginning]?.cost ?? .max {
            steps[beginning] = Step(
              beginning: beginning, cost: cost, found: found.count - 1, end: index,
              previous: way.page)
          }
        }
      }
      ways = cheapest(Array(steps.values), page: number + 1).map { step in
        let ends = found[step.found]
        let end = ends.ends[step.end]
        trail.append(Page(end: end, choices: ends.choices(of: end), previous: step.previous))
        return Way(beginning: step.beginning, cost: step.cost, page: trail.count - 1)
      }
      number += 1
    }
    return last.map { plan(trail, $0.page, cost: $0.cost) }
  }

  /// Whether a page, counted from 0, is a left page; nil if that is not known.
  func isLeft(page: Int) -> Bool? { startsOnLeft.map { $0 != (page % 2 == 1) } }

  /// - Parameter page: the index of the page that the steps lead to.
  private func cheapest(_ steps: [Step], page: Int) -> [Step] {
    let keptRow = material.keptRow(ofPage: page)
    func order(_ step: Step) -> (Int, Int, Int, Int, Int, Int) {
      let position = step.beginning.position
      let lag = keptRow.map { abs(material.row(position) - $0) } ?? 0
      return (
        step.cost + lag * costs.changedLines, position.piece, position.row, position.variant,
        step.beginning.facing ?? -1, position.restOfNotes
      )
    }
    let ordered = steps.indices.map { (order(steps[$0]), $0) }.sorted { $0.0 < $1.0 }
    return ordered.prefix(beam).map { steps[$0.1] }
  }

  /// The cost of two facing pages that do not end level.
  func unlevel(_ end: PageEnds.End, facing: Int?, _ isLeft: Bool?) -> Int {
    if end.isFree { return 0 }
    if let facing { return costs.unlevel(abs(end.shortfall - facing)) }
    return isLeft == nil ? costs.unlevel(abs(end.shortfall)) : 0
  }

  /// The cost of a page that does not begin where it did in the earlier edition.
  /// - Parameter page: the page's index, from 0.
  func unkept(_ offset: Int, page: Int) -> Int {
    let kept = material.keptStarts
    if kept.isEmpty { return 0 }
    guard page < kept.count else { return costs.unkept }
    return kept[page] < 0 || kept[page] == offset ? 0 : costs.unkept
  }

  /// The cost of ending the text on a page where the earlier edition has more pages.
  func unkept(last page: Int) -> Int {
    max(0, material.keptStarts.count - page - 1) * costs.unkept
  }

  private func plan(_ trail: [Page], _ last: Page, cost: Int) -> PagePlan {
    var plan = PagePlan()
    plan.cost = cost
    var page: Page? = last
    while let current = page {
      plan.ends.append(current.end.position)
      plan.choices += current.choices
      if current.end.shortfall != 0, !current.end.isFree {
        plan.unevenEnds.append(current.end.position)
      }
      page = current.previous >= 0 ? trail[current.previous] : nil
    }
    plan.ends.reverse()
    // The last page ends with the text.
    plan.ends.removeLast()
    return plan
  }
}

/// The chosen page ends, and the paragraphs that are set in other lines to reach them.
struct PagePlan {
  struct Choice: Equatable {
    let piece: Int
    let variant: Int
  }

  var ends: [PageBreaker.Position] = []
  var choices: [Choice] = []
  var cost = 0
  /// The ends of the pages that are short or long, but not those at forced breaks or with the text; the
  /// last one first. Only if there are any does it matter which side pages are on.
  var unevenEnds: [PageBreaker.Position] = []

  func isSame(as other: PagePlan) -> Bool { ends == other.ends && choices == other.choices }
}
