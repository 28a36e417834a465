/// The possible ends of a page that begins at a given position. The page is filled row by row, with
/// each paragraph in every variant.
struct PageEnds {
  /// It holds no array: a chapter has hundreds of thousands, and few of them are on a path.
  struct End {
    let position: PageBreaker.Position
    let price: PagePrice
    /// The sum of the price.
    let cost: Int
    /// The number of lines by which the page is short; -1 if it is a line long.
    let shortfall: Int
    /// Whether the page may have any depth, because the text ends or a break is forced.
    let isFree: Bool
    /// The choices of the page, as indices into those of `Found`.
    fileprivate let choices: Range<Int>

    fileprivate init(
      _ position: PageBreaker.Position, _ price: PagePrice, shortfall: Int, isFree: Bool,
      choices: Range<Int>
    ) {
      self.position = position
      self.price = price
      cost = price.total
      self.shortfall = shortfall
      self.isFree = isFree
      self.choices = choices
    }

    /// The shortfall that the facing page should have, if this is a left page.
    func facing(isLeft: Bool?) -> Int? { isLeft == true && !isFree ? shortfall : nil }
  }

  /// A choice of a partly filled page, and the one before it.
  private struct ChoiceLink {
    let choice: PagePlan.Choice
    /// Index into `links`; -1 for none.
    let previous: Int
  }

  /// A variant of a paragraph or table, of which a page takes the rows from one on.
  struct VariantPlace {
    let piece: Int
    /// Its number among the variants of the piece, and among those of all pieces.
    let variant: Int
    let number: Int
    /// The first row of the variant that is not on an earlier page.
    let firstRow: Int
  }

  /// The ends of a page, with the choices that lead to them.
  struct Found {
    let ends: [End]
    fileprivate let choices: [PagePlan.Choice]

    /// The choices of a page that ends so, the last one first.
    func choices(of end: End) -> [PagePlan.Choice] { Array(choices[end.choices]) }
  }

  /// A partly filled page. It holds no array: it is copied for every variant.
  struct Fill {
    /// Bottom of the last row in the flow.
    var y = 0
    var hasPlaced = false
    var notes = 0
    /// The height of the notes if the last one, which is long, goes on on the next page; 0 if it is not long.
    var leastNotes = 0
    var textRows = 0
    var lastHasText = true
    var cost = 0
    /// Index of its last choice in `links`; -1 for none.
    var lastChoice = -1
  }

  let breaker: PageBreaker
  /// The page's index, from 0.
  let page: Int
  private var links: [ChoiceLink] = []
  private var ends: [End] = []
  /// The choices of all ends, one list after another.
  private var choices: [PagePlan.Choice] = []
  /// The cheapest end that leaves the page too short or breaks a rule; used if there is no other.
  private var early: End?
  private let keepsAll: Bool
  /// Whether ends that are not accepted are looked at. Nearly all rows are far from the foot of the page,
  /// and nearly all pages have an accepted end.
  private var takesEarly: Bool
  /// The largest accepted shortfall in lines.
  private var mostShort = Self.usuallyMostShort
  /// The least room below a row that makes an end before it too short to be accepted.
  private var mostRoom: Int { (mostShort + 1) * max(1, breaker.material.lineHeight) }

  /// How many partly filled pages are kept after each paragraph.
  private static let breadth = 6
  /// The largest accepted shortfall in lines, where there is a choice.
  static let usuallyMostShort = 3

  /// - Parameter keepsAll: whether to keep the ends that are not accepted too, for explanations.
  init(
    _ breaker: PageBreaker, from start: PageBreaker.Position, page: Int, keepsAll: Bool = false
  ) {
    self.breaker = breaker
    self.page = page
    self.keepsAll = keepsAll
    takesEarly = keepsAll
    ends.reserveCapacity(16)
    fill(from: start)
    if ends.isEmpty, !takesEarly {
      takesEarly = true
      fillAgain(from: start)
    }
    avoidPoorLastPage(from: start)
  }

  /// Accepts shorter pages, too, where all ends leave only the rest of a note or a few lines for the last page:
  /// text goes over with the note's call, or with the lines.
  private mutating func avoidPoorLastPage(from start: PageBreaker.Position) {
    guard !ends.isEmpty, ends.allSatisfy({ leavesOnlyNote($0) || leavesFewLines($0) }) else {
      return
    }
    let quarter = breaker.height / 4 / max(1, breaker.material.lineHeight)
    guard quarter > mostShort else { return }
    mostShort = quarter
    fillAgain(from: start)
  }

  /// Whether the last page would have too few lines. One line too few is no worse than a page four lines short.
  private func leavesFewLines(_ end: End) -> Bool {
    let material = breaker.material
    let least = breaker.costs.leastLastLines - 1
    var (index, first, lines) = (end.position.piece, end.position.row, 0)
    guard index < material.pieces.count else { return false }
    while index < material.pieces.count, lines < least {
      let variants = material.pieces[index].variants
      lines += material.variants[variants.lowerBound].rows.count - first
      (index, first) = (index + 1, 0)
    }
    return lines < least
  }

  private mutating func fillAgain(from start: PageBreaker.Position) {
    ends.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    choices.removeAll(keepingCapacity: true)
    fill(from: start)
  }

  private func leavesOnlyNote(_ end: End) -> Bool {
    end.position.piece >= breaker.material.pieces.count && end.position.restOfNotes > 0
  }

  private var isFirst: Bool { page == 0 }

  /// The accepted ends; if there are none, the best of the others.
  var found: Found {
    Found(ends: ends.isEmpty ? early.map { [$0] } ?? [] : ends, choices: choices)
  }

  private mutating func fill(from start: PageBreaker.Position) {
    var fills = [Fill(notes: start.restOfNotes)]
    var next: [Fill] = []
    var piece = start.piece
    var isStart = true
    while piece < breaker.material.pieces.count, !fills.isEmpty {
      let variants = breaker.material.pieces[piece].variants
      next.removeAll(keepingCapacity: true)
      for number in variants {
        let variant = number - variants.lowerBound
        let isContinued = isStart && start.row > 0
        if isContinued, variant != start.variant { continue }
        for fill in fills {
          var fill = fill
          if !isContinued {
            fill.cost += breaker.material.variants[number].cost
            if variant > 0 { choose(PagePlan.Choice(piece: piece, variant: variant), &fill) }
          }
          let place = VariantPlace(
            piece: piece, variant: variant, number: number, firstRow: isContinued ? start.row : 0)
          if placeRows(of: place, isTop: isStart, &fill) { next.append(fill) }
        }
      }
      Self.keepBest(&next)
      swap(&fills, &next)
      isStart = false
      piece += 1
    }
    for fill in fills { addLast(fill) }
  }

  private mutating func choose(_ choice: PagePlan.Choice, _ fill: inout Fill) {
    links.append(ChoiceLink(choice: choice, previous: fill.lastChoice))
    fill.lastChoice = links.count - 1
  }

  /// Lists the choices of a partly filled page, the last one first.
  /// - Returns: their indices in `choices`.
  private mutating func listChoices(of fill: Fill) -> Range<Int> {
    let first = choices.count
    var index = fill.lastChoice
    while index >= 0 {
      choices.append(links[index].choice)
      index = links[index].previous
    }
    return first..<choices.count
  }

  /// Keeps the cheapest partly filled pages, one for each depth.
  private static func keepBest(_ fills: inout [Fill]) {
    if fills.count <= 1 { return }
    fills.sort { ($0.cost, $0.y) < ($1.cost, $1.y) }
    var count = 0
    for index in fills.indices where count < breadth {
      let fill = fills[index]
      if fills[..<count].contains(where: { $0.y == fill.y && $0.notes == fill.notes }) { continue }
      fills[count] = fill
      count += 1
    }
    fills.removeLast(fills.count - count)
  }

  /// Places the rows of a piece, and offers the page end before each row.
  /// - Returns: false where the page ends before or inside the piece.
  private mutating func placeRows(of place: VariantPlace, isTop: Bool, _ fill: inout Fill) -> Bool {
    let (piece, variant) = (place.piece, place.variant)
    let range = breaker.material.variants[place.number].rows
    for index in range.dropFirst(place.firstRow) {
      let row = breaker.material.rows[index]
      let isPageTop = isTop && index == range.lowerBound + place.firstRow
      let line = index - range.lowerBound
      let position = PageBreaker.Position(
        piece: piece, variant: line > 0 ? variant : 0, row: line)
      if !isPageTop {
        if row.forcesBreak {
          if line > 0 || variant == 0 { offerEnd(before: index, at: position, fill, isFree: true) }
          return false
        }
        // The next page chooses the variant of a paragraph that it begins with.
        if line > 0 || variant == 0, mayEnd(fill) {
          offerEnd(before: index, at: position, fill, isFree: false)
        }
      }
      let top = self.top(of: row, isPageTop: isPageTop, fill)
      let notes = fill.notes + row.notes.height
      let bottom = row.isOutOfFlow ? fill.y : top + row.height
      let taken = self.taken(by: notes)
      let room = breaker.height + (taken == 0 && row.isLine ? breaker.material.overrun : 0)
      if bottom + taken > room, !row.isOutOfFlow || isPageTop {
        if mayDivideNotes(of: row, bottom: bottom, isPageTop: isPageTop, fill) {
          divideNotes(from: index, in: place, isPageTop: isPageTop, fill)
        }
        return false
      }
      if row.reach > 0, !isPageTop, top + row.reach > breaker.height,
        row.reach <= breaker.height
      {
        return false
      }
      if row.notes.height > 0 { fill.leastNotes = leastNotes(with: row, fill) }
      fill.notes = notes
      if row.isOutOfFlow { continue }
      fill.y = bottom
      fill.hasPlaced = true
      fill.lastHasText = row.hasText
      if row.hasText { fill.textRows += 1 }
    }
    return true
  }

  /// Whether an end after a partly filled page may be accepted, as far as its depth is concerned.
  @inline(__always)
  private func mayEnd(_ fill: Fill) -> Bool {
    takesEarly || breaker.height - fill.y - taken(by: fill.notes) < mostRoom
  }

  // Inlined, because a row would be copied for the call.
  @inline(__always)
  func top(of row: PageMaterial.Row, isPageTop: Bool, _ fill: Fill) -> Int {
    let head = isPageTop ? row.headHeight : 0
    let top =
      fill.hasPlaced
      ? fill.y + row.gap
      : max(fill.y, head) + (isFirst && isPageTop || head > 0 ? row.gap : row.gapAtTop)
    guard row.baseline >= 0, let grid = breaker.material.grid else { return top }
    let room = fill.hasPlaced ? Int.max : max(0, breaker.height - top - row.height)
    return top + grid.distance(below: top + row.baseline, within: room)
  }

  /// Offers the page end before a row, if anything is on the page.
  private mutating func offerEnd(
    before index: Int, at position: PageBreaker.Position, _ fill: Fill, isFree: Bool
  ) {
    guard fill.hasPlaced else { return }
    let row = breaker.material.rows[index]
    let room = breaker.height - fill.y - taken(by: fill.notes)
    let unkept = breaker.unkept(row.offset, page: page + 1)
    // Where an earlier edition is kept, a page is long only so that the next one begins as before.
    if room < 0, unkept > 0 { return }
    let shortfall = room < 0 ? -1 : room / max(1, breaker.material.lineHeight)
    var price = PagePrice(paragraphs: fill.cost, unkept: unkept)
    if isFree {
      price.depth = breaker.costs.short(min(0, shortfall))
    } else {
      price.rules = row.cost
      // Notes are at the foot of the page, so the page ends level.
      price.depth =
        fill.notes > 0 ? breaker.costs.short(shortfall) / 4 : breaker.costs.short(shortfall)
      if row.isInColoredBox { price.depth += max(0, shortfall) * breaker.costs.emptyBoxLine }
      if !fill.lastHasText || !row.hasText { price.bareEdge = breaker.costs.bareEdge }
    }
    let isKept = !breaker.material.keptStarts.isEmpty && unkept == 0
    let isGood = row.cost < (isKept ? breaker.costs.lines : breaker.costs.hyphen)
    add(
      position, price, fill, shortfall: fill.notes > 0 ? 0 : shortfall, isFree: isFree,
      isGood: isFree || shortfall <= mostShort && isGood)
  }

  mutating func add(
    _ position: PageBreaker.Position, _ price: PagePrice, _ fill: Fill, shortfall: Int,
    isFree: Bool, isGood: Bool
  ) {
    let isUsed = isGood || keepsAll
    // The costs of very short pages have a limit: of equal ones, the fuller page is better.
    let isBetter = early.map { (price.total, shortfall) < ($0.cost, $0.shortfall) } ?? true
    guard isUsed || takesEarly && ends.isEmpty && isBetter else { return }
    let end = End(
      position, price, shortfall: shortfall, isFree: isFree, choices: listChoices(of: fill))
    if isUsed { ends.append(end) } else { early = end }
  }

  /// The text ends on this page.
  private mutating func addLast(_ fill: Fill) {
    let costs = breaker.costs
    var price = PagePrice(paragraphs: fill.cost, unkept: breaker.unkept(last: page))
    if !isFirst { price.shortEnd = max(0, costs.leastLastLines - fill.textRows) * costs.shortEnd }
    if fill.y > breaker.height { price.depth = costs.short(-1) }
    ends.append(
      End(
        PageBreaker.Position(piece: breaker.material.pieces.count), price, shortfall: 0,
        isFree: true, choices: listChoices(of: fill)))
  }
}

/// The ends of the pages of one chapter, by where pages begin. The side of a page does not change
/// them, and several paths lead to the same place.
struct PageEndMemo {
  private struct Start: Hashable {
    let position: PageBreaker.Position
    let page: Int
  }

  private var ends: [Start: PageEnds.Found] = [:]
  /// Limits the memory for a chapter as long as a book.
  private static let mostStarts = 20_000

  mutating func ends(
    _ breaker: PageBreaker, from position: PageBreaker.Position, page: Int
  ) -> PageEnds.Found {
    // Pages differ only by whether they are the first, and by where an earlier edition had them.
    let isAnyPage = breaker.material.keptStarts.isEmpty
    let start = Start(position: position, page: isAnyPage ? min(page, 1) : page)
    if let known = ends[start] { return known }
    if ends.count >= Self.mostStarts { ends.removeAll(keepingCapacity: true) }
    let found = PageEnds(breaker, from: position, page: page).found
    ends[start] = found
    return found
  }
}
