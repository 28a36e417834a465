/// Boxes out of the flow in content that is divided into columns: they are divided where the columns end, and go on
/// at the top of the next one (CSS Fragmentation 3, section 3). Their place is measured as if each column were below
/// the one before it; where no column is left, they are in columns beside the content's (CSS Multi-column Layout 1,
/// section 8.2).
struct DividedBoxes {
  /// A column for the content. Columns in columns go on in the next outer column.
  struct Slot {
    /// The top left corner, in the row that holds all of the columns.
    var x = 0
    var y = 0
    var height = 0
    /// Where it begins as if each column were below the one before it.
    var top = 0
  }

  /// Those with content, and then those for which there is room. One at least.
  private(set) var slots: [Slot] = []

  /// - Parameter slots: in order, with their places and heights.
  init(_ slots: [Slot]) {
    var top = 0
    for var slot in slots {
      slot.height = max(1, slot.height)
      slot.top = top
      top += slot.height
      self.slots.append(slot)
    }
  }

  /// The column in which a place is that is measured from the top of the first one.
  private func slot(at y: Int) -> Int {
    // Nothing is above the first column.
    max(0, slots.partitioningIndex { $0.top > y } - 1)
  }

  /// A place in a column, in the row.
  private func place(of y: Int, in slot: Int) -> Int { y - slots[slot].top + slots[slot].y }

  /// A box out of the flow, moved to the column in which it begins and divided.
  /// - Parameters:
  ///   - box: with its place on its line.
  ///   - y: where its margin box begins, measured from the top of the first column.
  ///   - line: the column in which its line is, and where the line is as measured so.
  ///   - isWhole: whether the style does not let it be divided.
  func divided(
    _ box: AttachmentLayout, at y: Int, from line: (slot: Int, y: Int), isWhole: Bool
  ) -> AttachmentLayout {
    var box = box
    var y = y
    let isWhole = isWhole || box.nested?.pages.isEmpty ?? true
    let next = slot(at: y) + 1
    if isWhole, y >= 0, next < slots.count, slots[next].top < y + box.height,
      box.height <= slots[next].height
    {
      y = slots[next].top
    }
    let first = slot(at: y)
    box.float?.x += slots[first].x - slots[line.slot].x
    box.float?.y = place(of: y, in: first) - place(of: line.y, in: line.slot)
    guard !isWhole, let nested = box.nested else { return box }
    box.nested = divided(nested, at: y + box.margin.top, from: first)
    return box
  }

  /// The content of a box with its lines and boxes in their columns, placed from where the box begins.
  private func divided(_ layout: ChapterLayout, at y: Int, from first: Int) -> ChapterLayout {
    guard let page = layout.pages.first else { return layout }
    let cuts = cuts(in: layout, page, at: y, from: first)
    var content = layout.content
    for index in page.lines {
      let line = layout.lines[index]
      let top = cuts.place(of: line.y)
      let own = slot(at: top)
      content.set.lines[index] = line.moved(
        x: slots[own].x - slots[first].x,
        y: place(of: top, in: own) - place(of: y, in: first) - line.y)
      for segment in layout.segments[line.segmentRange] where segment.kind == .attachment {
        guard let box = layout.attachments[segment.word], let float = box.float, !float.isFromPage
        else { continue }
        content.set.attachments[segment.word] = divided(
          box, at: cuts.place(of: line.y + float.y), from: (own, top),
          isWhole: layout.text.attachments[Int(segment.word)].style.box.isKeptInColumn)
      }
    }
    content.boxes = page.boxes.flatMap { index -> [BoxFragment] in
      let box = layout.boxes[index]
      let isHigh = layout.text.box(of: box.block).height.isAuto
      let top = cuts.place(of: box.y)
      let bottom = isHigh ? cuts.end(of: box.y + box.height) : top + box.height
      return parts(of: box, from: top, to: max(top, bottom), at: y, from: first)
    }
    content.pages[0] = page.holding(lines: page.lines, boxes: content.boxes.indices)
    return ChapterLayout(of: layout.chapter, content)
  }

  private func parts(
    of box: BoxFragment, from top: Int, to bottom: Int, at y: Int, from first: Int
  ) -> [BoxFragment] {
    var parts: [BoxFragment] = []
    var top = top
    repeat {
      let own = slot(at: top)
      let end = own == slots.count - 1 ? bottom : min(bottom, slots[own + 1].top)
      var part = box
      part.x += slots[own].x - slots[first].x
      part.y = place(of: top, in: own) - place(of: y, in: first)
      part.height = end - top
      part.hasTop = box.hasTop && parts.isEmpty
      part.hasBottom = box.hasBottom && end == bottom
      parts.append(part)
      top = end
    } while top < bottom
    return parts
  }

  /// Where the columns end in the content of a box.
  private func cuts(
    in layout: ChapterLayout, _ page: PageLayout, at y: Int, from first: Int
  ) -> Cuts {
    var whole: [Range<Int>] = []
    var bottom = page.usedHeight
    for line in layout.lines[page.lines] {
      if line.segmentCount > 0, line.height > 0 { whole.append(line.y..<line.y + line.height) }
      bottom = max(bottom, line.y + line.height)
    }
    for box in layout.boxes[page.boxes] where box.height > 0 {
      bottom = max(bottom, box.y + box.height)
      if layout.text.box(of: box.block).isKeptInColumn { whole.append(box.y..<box.y + box.height) }
    }
    whole.sort { $0.lowerBound > $1.lowerBound }
    var cuts = Cuts(y: y)
    var start = min(0, -y)
    for number in first..<slots.count - 1 {
      let room = slots[number + 1].top
      var cut = room - y - (cuts.list.last?.pushed ?? 0)
      // From below: a line that does not fit may be in a box that is kept whole.
      for range in whole where range.lowerBound > start && range.contains(cut) {
        cut = range.lowerBound
      }
      guard cut < bottom else { break }
      cuts.list.append((cut, room - y - cut))
      start = cut
    }
    return cuts
  }

  /// The places in a box's content at which columns begin.
  private struct Cuts {
    /// Where the content begins.
    let y: Int
    /// Each with how far the content below it is moved down, because what must be whole has no room above.
    var list: [(start: Int, pushed: Int)] = []

    /// A place in the content, measured from the top of the first column.
    func place(of own: Int) -> Int { y + own + (list.last { $0.start <= own }?.pushed ?? 0) }

    /// The end of something that is above a place in the content.
    func end(of own: Int) -> Int { y + own + (list.last { $0.start < own }?.pushed ?? 0) }
  }
}

extension BoxProperties {
  /// Whether a column's end may not divide it.
  var isKeptInColumn: Bool { avoidsBreakInside || avoidsColumnBreak ?? false }
}

extension AttachmentLayout {
  /// How far it or something in it reaches down from its margin edge.
  fileprivate var reach: Int {
    guard let nested, let page = nested.pages.first else { return height }
    var bottom = height
    for line in nested.lines[page.lines] {
      bottom = max(bottom, margin.top + line.y + line.height)
      for segment in nested.segments[line.segmentRange] where segment.kind == .attachment {
        guard let box = nested.attachments[segment.word], let float = box.float else { continue }
        bottom = max(bottom, margin.top + line.y + float.y + box.reach)
      }
    }
    for box in nested.boxes[page.boxes] { bottom = max(bottom, margin.top + box.y + box.height) }
    return bottom
  }

  /// Whether it is one line, such as a number in the margin: it stays beside the line that it is in.
  fileprivate var isMark: Bool {
    guard let nested, let page = nested.pages.first, page.lines.count == 1 else { return false }
    let line = nested.lines[page.lines.lowerBound]
    return line.segmentCount > 0 && line.height > 0 && line.height * 2 > height
  }
}

extension Flow {
  /// Divides the boxes out of the flow in content that was placed in columns, and moves them to their columns.
  mutating func divideBoxes(in columns: ColumnSet.Columns, of set: ColumnSet) {
    let height = columns.room ?? columns.height
    guard height > 0 else { return }
    let slots = (0..<max(columns.columns.count, set.mostColumns)).map {
      DividedBoxes.Slot(x: set.x(of: $0), height: height)
    }
    divideBoxes(of: PlacedColumns(set, columns.columns, DividedBoxes(slots)))
  }

  private mutating func divideBoxes(of placed: PlacedColumns) {
    let set = placed.set
    for (number, column) in placed.columns.enumerated() {
      for (row, top) in zip(column.rows, column.tops) {
        if column.inner[row] != nil {
          if !column.start.isInside(row), let inner = placed.inner(ofRow: row) {
            divideBoxes(of: inner)
          }
          continue
        }
        for line in set.column.rows[row].lineRange {
          divideBoxes(inLine: line, ofRow: row, at: top, (number, placed))
        }
      }
    }
  }

  private mutating func divideBoxes(
    inLine line: Int, ofRow row: Int, at top: Int, _ place: (column: Int, all: PlacedColumns)
  ) {
    let set = place.all.set
    let fragment = set.lines[line]
    let slot = place.all.division.slots[place.column]
    for segment in setLines.segments(of: fragment) where segment.kind == .attachment {
      guard let box = set.column.setLines.attachments[segment.word], let float = box.float,
        !float.isFromPage
      else { continue }
      setLines.attachments[segment.word] = box
      let y = top + fragment.y + float.y
      guard y < 0 || y + box.reach > slot.height, !box.isMark else { continue }
      let style = text.attachments[Int(segment.word)].style.box
      let move = place.all.move(of: style, inLine: fragment, ofRow: row)
      setLines.attachments[segment.word] = place.all.division.divided(
        box, at: set.top(ofRow: row) + fragment.y + float.y + move,
        from: (place.column, slot.top + top + fragment.y), isWhole: style.isKeptInColumn)
    }
  }
}

/// Columns with their places in the row that holds them: all those in which a block's content is.
private struct PlacedColumns {
  let set: ColumnSet
  let columns: [ColumnSet.Column]
  /// A slot for each of the columns, and for those that may follow.
  let division: DividedBoxes

  init(_ set: ColumnSet, _ columns: [ColumnSet.Column], _ division: DividedBoxes) {
    self.set = set
    self.columns = columns
    self.division = division
  }

  /// The columns that a row holds, which are in one or more of these columns.
  func inner(ofRow row: Int) -> PlacedColumns? {
    guard let inner = set.innerSet(ofRow: row) else { return nil }
    var found: [ColumnSet.Column] = []
    var slots: [DividedBoxes.Slot] = []
    for (number, column) in columns.enumerated() {
      guard let part = column.inner[row] else { continue }
      // A column that is left empty has room for boxes only after all others.
      slots.removeLast(slots.count - found.count)
      let outer = division.slots[number]
      let height = part.columns.room ?? part.columns.height
      let top = outer.y + column.tops[row - column.rows.lowerBound]
      for own in 0..<max(part.columns.columns.count, inner.count) {
        slots.append(
          DividedBoxes.Slot(x: outer.x + inner.x(of: own), y: top, height: max(height, part.height))
        )
      }
      found += part.columns.columns
    }
    guard let last = columns.lastIndex(where: { $0.inner[row] != nil }) else { return nil }
    for outer in division.slots[(last + 1)...] {
      for own in 0..<inner.count {
        slots.append(
          DividedBoxes.Slot(x: outer.x + inner.x(of: own), y: outer.y, height: outer.height))
      }
    }
    return PlacedColumns(inner, found, DividedBoxes(slots))
  }

  /// How far a box out of the flow is moved from where it is in one column, measured as if each column were below
  /// the one before it: with the edge of the block to which its offset refers, or with its line.
  func move(of box: BoxProperties, inLine line: LineFragment, ofRow row: Int) -> Int {
    var row = row
    let (rows, text) = (set.column.rows, set.column.text)
    let block = text.paragraphs[Int(line.paragraph)].block
    let hasOffset = !box.offsets.top.isAuto || !box.offsets.bottom.isAuto
    if hasOffset, let area = set.column.positionedBlock(around: block) {
      if box.offsets.top.isAuto {
        while row + 1 < rows.count, text.isBlock(rows[row + 1].block, inside: area) { row += 1 }
      } else {
        while row > 0, text.isBlock(rows[row - 1].block, inside: area) { row -= 1 }
      }
    }
    guard let part = columns.lastIndex(where: { $0.rows.contains(row) }) else { return 0 }
    let own = columns[part]
    let passed = own.start.isInside(row) ? own.start.passed : 0
    return division.slots[part].top + own.tops[row - own.rows.lowerBound] - passed
      - set.top(ofRow: row)
  }
}

extension ColumnSet {
  /// Where a row begins in one column.
  fileprivate func top(ofRow row: Int) -> Int { tops[row] + column.rows[row].gap.total }
}
