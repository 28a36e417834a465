/// The boxes around the rows of a page: opened above a row, closed below one, cut at page ends.
extension PageFiller {
  mutating func applyEdges(
    _ gap: Gap, _ flow: borrowing Flow, above: Int, below: Int, isPageTop: Bool
  ) {
    for edge in flow.edges[gap.edges] where edge.isTop || !isPageTop {
      guard let closed = openBoxes.pass(edge, above: above, below: below) else { continue }
      append(closed, bottom: above + edge.distance, hasBottom: true, flow)
    }
  }

  mutating func applyClosing(_ gap: Gap, _ flow: borrowing Flow, bottom: Int) {
    for edge in flow.edges[gap.edges] where !edge.isTop {
      guard let closed = openBoxes.pass(edge, above: bottom, below: bottom) else { continue }
      append(closed, bottom: bottom + edge.distance, hasBottom: true, flow)
    }
  }

  mutating func cutOpenBoxes(_ flow: borrowing Flow, bottom: Int) {
    for index in openBoxes.indices {
      append(openBoxes[index], bottom: bottom, hasBottom: false, flow)
      openBoxes[index].y = 0
      openBoxes[index].hasTop = false
    }
  }

  private mutating func append(
    _ open: OpenBox, bottom: Int, hasBottom: Bool, _ flow: borrowing Flow
  ) {
    guard bottom >= open.y,
      let fragment = flow.geometry.fragment(of: open, to: bottom, hasBottom: hasBottom)
    else { return }
    boxes.append(fragment.moved(x: container.lineFragmentPadding.rawValue))
    guard !flow.geometry.stretchedBoxes.isEmpty, !open.hasTop || !hasBottom else { return }
    boxes += flow.geometry.stretchedParts(along: boxes[boxes.count - 1])
  }

  // MARK: Table heads

  /// Repeats the head of a continued table at the top of the page (CSS 2, section 17.2).
  mutating func repeatHead(_ flow: borrowing Flow) {
    guard firstRow < flow.rows.count else { return }
    let row = flow.rows[firstRow]
    guard row.tableHead < 0, row.lineCount + row.boxCount > 0 else { return }
    guard row.tableRow >= 0 else { return }
    var index = firstRow - 1
    while index >= 0, flow.rows[index].block == row.block, flow.rows[index].tableHead < 0 {
      index -= 1
    }
    let last = index
    while index >= 0, flow.rows[index].tableHead == row.block { index -= 1 }
    guard last >= 0, index < last, flow.rows[last].tableHead == row.block else { return }
    // A head taller than half the page is not repeated. CSS Tables 3, section 6.2, draws the line
    // at a quarter.
    let size = (index + 1...last).reduce(0) { size, head in
      size + flow.rows[head].height + (head > index + 1 ? flow.rows[head].gap.total : 0)
    }
    // Nor is a head that would leave no room for the next row.
    let isInTheWay = size + row.gap.total + row.height > height && row.height <= height
    guard container.isEndless || size * 2 <= height && !isInTheWay else { return }
    for head in index + 1...last {
      let row = flow.rows[head]
      if head > index + 1 { headHeight += row.gap.total }
      for line in row.lineRange {
        var fragment = flow.setLines.lines[line]
        fragment.y += headHeight
        fragment.flags.insert(.isRepeated)
        pendingHeadLines.append(fragment)
      }
      for box in row.boxRange {
        var fragment = flow.cellBoxes[box]
        fragment.y += headHeight
        pendingHeadBoxes.append(fragment)
      }
      headHeight += row.height
    }
  }
}
