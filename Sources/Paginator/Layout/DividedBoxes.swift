/// Boxes out of the flow in content that is divided into columns: they are divided where the columns end, and go on
/// at the top of the next one (CSS Fragmentation 3, section 3). Their place is measured as if each column were below
/// the one before it; where no column is left, they are in columns beside the content's (CSS Multi-column Layout 1,
/// section 8.2).
struct DividedBoxes {
  /// The height of a column, in 1/1024 points.
  let height: Int
  /// From one column to the next one, in 1/1024 points; negative from right to left.
  let advance: Int
  /// The number of columns that there is room for.
  let most: Int

  /// The column in which a place is that is measured from the top of the first one.
  private func column(at y: Int) -> Int {
    // Nothing is above the first column.
    max(0, min(most - 1, y / height))
  }

  /// A box out of the flow, moved to the column in which it begins and divided.
  /// - Parameters:
  ///   - box: with its place on its line.
  ///   - y: where its margin box begins, measured from the top of the first column.
  ///   - line: the column in which its line is, and where the line is in it.
  ///   - isWhole: whether the style does not let it be divided.
  func divided(
    _ box: AttachmentLayout, at y: Int, from line: (column: Int, y: Int), isWhole: Bool
  ) -> AttachmentLayout {
    var box = box
    var y = y
    let isWhole = isWhole || box.nested?.pages.isEmpty ?? true
    let rest = (column(at: y) + 1) * height - y
    if isWhole, y >= 0, rest < box.height, box.height <= height { y += rest }
    let first = column(at: y)
    box.float?.x += (first - line.column) * advance
    box.float?.y = y - first * height - line.y
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
      let own = column(at: top)
      content.set.lines[index] = line.moved(
        x: (own - first) * advance, y: top - y - (own - first) * height - line.y)
      for segment in layout.segments[line.segmentRange] where segment.kind == .attachment {
        guard let box = layout.attachments[segment.word], let float = box.float, !float.isFromPage
        else { continue }
        content.set.attachments[segment.word] = divided(
          box, at: cuts.place(of: line.y + float.y), from: (own, top - own * height),
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
      let own = column(at: top)
      let end = own == most - 1 ? bottom : min(bottom, (own + 1) * height)
      var part = box
      part.x += (own - first) * advance
      part.y = top - y - (own - first) * height
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
    for number in first..<most - 1 {
      let room = (number + 1) * height
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
  fileprivate var isKeptInColumn: Bool { avoidsBreakInside || avoidsColumnBreak ?? false }
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
    let division = DividedBoxes(
      height: height, advance: set.isRightToLeft ? -set.advance : set.advance,
      most: set.mostColumns)
    for (number, column) in columns.columns.enumerated() {
      for (row, top) in zip(column.rows, column.tops) {
        for line in set.column.rows[row].lineRange {
          let fragment = set.lines[line]
          for segment in setLines.segments(of: fragment) where segment.kind == .attachment {
            guard let box = set.column.setLines.attachments[segment.word], let float = box.float,
              !float.isFromPage
            else { continue }
            setLines.attachments[segment.word] = box
            let y = top + fragment.y + float.y
            guard y < 0 || y + box.reach > height, !box.isMark else { continue }
            let style = text.attachments[Int(segment.word)].style.box
            let move = set.move(of: style, inLine: fragment, ofRow: row, in: columns, height)
            setLines.attachments[segment.word] = division.divided(
              box, at: set.top(ofRow: row) + fragment.y + float.y + move,
              from: (number, top + fragment.y), isWhole: style.isKeptInColumn)
          }
        }
      }
    }
  }
}

extension ColumnSet {
  /// Where a row begins in one column.
  fileprivate func top(ofRow row: Int) -> Int { tops[row] + column.rows[row].gap.total }

  /// How far a box out of the flow is moved from where it is in one column, measured as if each column were below
  /// the one before it: with the edge of the block to which its offset refers, or with its line.
  fileprivate func move(
    of box: BoxProperties, inLine line: LineFragment, ofRow row: Int, in columns: Columns,
    _ height: Int
  ) -> Int {
    var row = row
    let block = column.text.paragraphs[Int(line.paragraph)].block
    let hasOffset = !box.offsets.top.isAuto || !box.offsets.bottom.isAuto
    if hasOffset, let area = column.positionedBlock(around: block) {
      let rows = column.rows
      if box.offsets.top.isAuto {
        while row + 1 < rows.count, column.text.isBlock(rows[row + 1].block, inside: area) {
          row += 1
        }
      } else {
        while row > 0, column.text.isBlock(rows[row - 1].block, inside: area) { row -= 1 }
      }
    }
    let part = columns.columns.lastIndex { $0.rows.contains(row) }
    guard let part else { return 0 }
    let own = columns.columns[part]
    let passed = own.start.isInside(row) ? own.start.passed : 0
    return part * height + own.tops[row - own.rows.lowerBound] - passed - top(ofRow: row)
  }
}
