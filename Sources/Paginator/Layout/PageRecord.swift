/// How the page ends of a chapter were chosen, kept for explanations.
struct PageRecord {
  /// A place between two rows, where a page could end.
  struct Opportunity {
    /// Where the next page would begin; UTF-16 units from the chapter's start.
    let offset: Int
    /// What is against it.
    let obstacle: Flow.Obstacle
    /// The lines of the paragraph around it; nil between two paragraphs.
    let lines: (before: Int, after: Int)?
  }

  /// In the order of the text.
  let opportunities: [Opportunity]
  /// The searches for the ends of all pages together; empty if pages were filled one by one.
  let searches: [PageSearch]

  init(_ flow: borrowing Flow, _ searches: [PageSearch]) {
    self.searches = searches
    var opportunities: [Opportunity] = []
    for row in flow.rows.indices.dropFirst() where !flow.rows[row].isPositioned {
      let (above, below) = (flow.rows[row - 1], flow.rows[row])
      let before = Int(below.lineInParagraph)
      let isInside = below.isLine && above.isLine && below.paragraph == above.paragraph
      opportunities.append(
        Opportunity(
          offset: flow.startOffset(ofRow: row), obstacle: flow.obstacle(row),
          lines: isInside && before > 0 ? (before, Int(below.linesInParagraph) - before) : nil))
    }
    self.opportunities = opportunities
  }
}

/// A search for the page ends of a chapter, with what it found.
struct PageSearch {
  let breaker: PageBreaker
  let plan: PagePlan

  /// An end that was considered for a page.
  struct ConsideredEnd {
    /// Where the next page would begin; nil where the chapter ends.
    let offset: Int?
    let price: PagePrice
    /// By how many lines the page would be short; -1 if it would be a line long.
    let shortfall: Int
    /// The cost of the best way through the rest of the chapter; nil if there is none.
    let rest: Int?
    let isChosen: Bool
  }

  /// The offsets with which its pages begin.
  var pageStarts: [Int?] { [0] + plan.ends.map(breaker.material.offset) }

  /// The ends that were considered for a page, in the order of the text; the cheapest one of several ways
  /// to the same end.
  /// - Parameters:
  ///   - page: the page's index in the chapter, from 0.
  ///   - mostShort: by how many lines the page may be short; the chosen end is always there.
  func considered(page: Int, mostShort: Int) -> [ConsideredEnd] {
    var memo = PageEndMemo()
    let chosen = chosenEnd(ofPage: page)
    let (facing, isLeft) = (facing(page: page), breaker.isLeft(page: page))
    let ends = PageEnds(breaker, from: start(ofPage: page), page: page, keepsAll: true).found.ends
    var cheapest: [PageBreaker.Position: (end: PageEnds.End, price: PagePrice)] = [:]
    for end in ends {
      var price = end.price
      price.unlevel = breaker.unlevel(end, facing: facing, isLeft)
      if price.total < cheapest[end.position]?.price.total ?? .max {
        cheapest[end.position] = (end, price)
      }
    }
    let shown = cheapest.values.filter {
      $0.end.position == chosen || $0.end.shortfall <= mostShort
    }.sorted {
      let (a, b) = ($0.end.position, $1.end.position)
      return (a.piece, a.row, a.variant) < (b.piece, b.row, b.variant)
    }
    return shown.map { end, price in
      let next = PageBreaker.Start(
        position: end.position, page: page + 1, facing: end.facing(isLeft: isLeft))
      let offset = breaker.material.offset(end.position)
      return ConsideredEnd(
        offset: offset, price: price, shortfall: end.shortfall,
        rest: offset == nil ? 0 : breaker.plan(from: next, &memo)?.cost,
        isChosen: end.position == chosen)
    }
  }

  private func start(ofPage page: Int) -> PageBreaker.Position {
    page == 0 ? PageBreaker.Position(piece: 0) : plan.ends[page - 1]
  }

  private func chosenEnd(ofPage page: Int) -> PageBreaker.Position {
    page < plan.ends.count
      ? plan.ends[page] : PageBreaker.Position(piece: breaker.material.pieces.count)
  }

  /// The shortfall of the left page that faces a page; nil if there is none that it should match.
  private func facing(page: Int) -> Int? {
    guard page > 0, breaker.isLeft(page: page - 1) == true else { return nil }
    let found = PageEnds(breaker, from: start(ofPage: page - 1), page: page - 1).found
    let own = found.ends.filter { end in
      end.position == plan.ends[page - 1]
        && found.choices(of: end).allSatisfy(plan.choices.contains)
    }
    return own.min { $0.cost < $1.cost }?.facing(isLeft: true)
  }
}
