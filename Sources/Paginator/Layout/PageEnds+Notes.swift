/// Page ends at which a note goes on at the foot of the next page.
extension PageEnds {
  /// The height of notes and of the space above them.
  func taken(by notes: Int) -> Int {
    notes > 0 ? notes + breaker.material.noteSeparator : 0
  }

  /// The height of a page's notes with those of a row, if the last one goes on on the next page; 0 if it is not
  /// long enough to be divided.
  func leastNotes(with row: PageMaterial.Row, _ fill: Fill) -> Int {
    row.notes.isDivided(onPageOf: breaker.height) ? fill.notes + row.notes.least : 0
  }

  /// Whether a row for which there is no room with its notes has room with the beginning of them, or is the
  /// first on a page on which a note goes on, or is kept with a row before it that calls a long note
  /// (`NoteArea.allows`).
  func mayDivideNotes(
    of row: PageMaterial.Row, bottom: Int, isPageTop: Bool, _ fill: Fill
  ) -> Bool {
    guard !row.isOutOfFlow else { return false }
    if isPageTop, fill.notes > 0 {
      // At least a line of the note is on the page.
      return bottom + breaker.material.noteSeparator + row.notes.least < breaker.height
    }
    if isKept(row) { return fill.leastNotes > 0 && hasRoom(bottom, fill.leastNotes) }
    let least = leastNotes(with: row, fill)
    return least > 0 && hasRoom(bottom, least)
  }

  /// Whether there is room for text down to `bottom` and for notes of a height.
  private func hasRoom(_ bottom: Int, _ notes: Int) -> Bool {
    bottom + taken(by: notes) <= breaker.height
  }

  /// Whether a row that calls no notes must be on the page of the row before it.
  private func isKept(_ row: PageMaterial.Row) -> Bool {
    row.notes.height == 0 && row.cost >= min(breaker.costs.avoid, breaker.costs.lines)
  }

  /// Offers the page end after a row, if the notes of the page go on on the next one, and after the rows that are
  /// kept with it: they take room from the notes, which go on in any case.
  mutating func divideNotes(
    from first: Int, in place: VariantPlace, isPageTop: Bool, _ fill: Fill
  ) {
    let material = breaker.material
    let rows = material.variants[place.number].rows
    let notes = fill.notes + material.rows[first].notes.height
    let least = leastHeight(from: material.rows[first], isPageTop: isPageTop, fill)
    var fill = fill
    var index = first
    while true {
      let row = material.rows[index]
      let top = top(of: row, isPageTop: isPageTop && index == first, fill)
      if index > first {
        guard isKept(row), !row.forcesBreak, !row.isOutOfFlow,
          hasRoom(top + max(row.height, row.reach), least)
        else { return }
      }
      fill.y = top + row.height
      fill.hasPlaced = true
      index += 1
      let next =
        index < rows.upperBound
        ? PageBreaker.Position(
          piece: place.piece, variant: place.variant, row: index - rows.lowerBound)
        : PageBreaker.Position(piece: place.piece + 1)
      offerDivided(notes, before: next, fill)
      guard least > 0, index < rows.upperBound else { return }
    }
  }

  /// The least height of the notes below a row and those kept with it; 0 if none of these may be on the page.
  private func leastHeight(
    from row: PageMaterial.Row, isPageTop: Bool, _ fill: Fill
  ) -> Int {
    if isPageTop, fill.notes > 0 {
      // A line of the rest of a note.
      return row.notes.height == 0 ? breaker.material.highestNoteLine : 0
    }
    return row.notes.height == 0 ? fill.leastNotes : leastNotes(with: row, fill)
  }

  /// Offers the page end before a place, with notes that go on at the foot of the next page.
  /// - Parameter notes: the height of all notes on the page and of the rest.
  private mutating func offerDivided(
    _ notes: Int, before next: PageBreaker.Position, _ fill: Fill
  ) {
    let material = breaker.material
    var next = next
    // Whole lines of the note are on the page: the rest may be higher by one of them.
    next.restOfNotes = fill.y + taken(by: notes) - breaker.height + material.highestNoteLine
    var price = PagePrice(paragraphs: fill.cost, depth: breaker.costs.dividedNote)
    if let row = material.firstRow(at: next) {
      price.rules = row.cost
      price.unkept = breaker.unkept(row.offset, page: page + 1)
    } else {
      price.shortEnd = breaker.costs.loneNote
    }
    add(
      next, price, fill, shortfall: 0, isFree: false,
      isGood: price.rules < breaker.costs.hyphen)
  }
}
