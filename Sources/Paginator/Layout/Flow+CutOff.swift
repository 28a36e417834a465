/// Content that is higher than its block.
extension Flow {
  /// A CSS pixel, in 1/1024 points.
  private static let pixel = 768

  /// Whether a block may cut off what is below it.
  private func mayCutOff(_ block: Int32) -> Bool {
    let box = text.box(of: block)
    return box.overflows.down.cutsOff && text.clips(block)
      && !(box.height.isAuto && box.maxHeight.isAuto)
  }

  /// Whether a block is as high as its lines, which have no room in its `height`: heights of titles are for one line.
  func isHeightOfText(_ block: Int32, from firstRow: Int) -> Bool {
    let box = text.box(of: block)
    return box.minHeightIsOfText == true && !placesOnPage && box.overflows.down == .visible
      && rows[firstRow...].reduce(0) { $0 + ($1.isPositioned ? 0 : Int($1.lineCount)) } > 1
  }

  /// Whether a block is open that may cut off its content: until it ends, how much of that takes room is not
  /// known.
  var isInCutOff: Bool { !keepsCutOff && sized.contains { mayCutOff($0.block) } }

  /// Reports content that is higher than its block, hides the lines that the block cuts off, and takes the room from
  /// what nobody sees.
  ///
  /// - Parameters:
  ///   - opening: the height from the top of the block's content box to its first row.
  ///   - height: that of the content box.
  /// - Returns: the height from the top of the content box to the bottom of the last row.
  mutating func overflow(
    _ block: Int32, from firstRow: Int, opening: Int, height: Int
  ) -> Int {
    let style = text.style(of: block)
    let clips = style.box.overflows.down != .visible
    // What is cut off is what is outside the padding (CSS Overflow 3, section 3.1).
    let around = geometry.aroundWidth(of: block, width)
    let edge = height + (clips ? style.box.padding(against: around).bottom : 0)
    var bottom = opening
    var first: Int?
    // The first of the rows at the end that are all cut off.
    var cut = rows.count
    for index in firstRow..<rows.count where !rows[index].isPositioned {
      if index > firstRow { bottom += rows[index].gap.total }
      // What is above a row with a negative margin or height may be below the edge.
      if bottom < edge - Self.pixel { cut = rows.count } else { cut = min(cut, index) }
      bottom += rows[index].height
      guard bottom - roomBelowPictures(rows[index]) > height + LineWidths.rounding,
        rows[index].lineCount > 0
      else { continue }
      let lines = rows[index].lineRange
      first =
        first
        ?? lines.first(where: { !isBlank(setLines.lines[$0]) }).map {
          Int(setLines.lines[$0].start)
        }
      // Of less than a pixel, nothing can be read: the idiom for text that is only heard.
      guard clips, bottom - rows[index].height >= edge - Self.pixel else { continue }
      for line in lines { setLines.lines[line].flags.insert(.isOffPage) }
    }
    if let first { reportHigh(at: first, clips: clips) }
    guard !keepsCutOff, mayCutOff(block),
      !rows[firstRow...].contains(where: { $0.columnPart >= 0 })
    else { return bottom }
    return shrink(firstRow..<cut, below: opening, to: edge)
  }

  private mutating func reportHigh(at start: Int, clips: Bool) {
    let excerpt = text.excerpt(at: start)
    let what = excerpt.isEmpty ? "an image" : "text"
    setLines.findings.report(
      .overfullBox,
      "\(what) is higher than its box, "
        + (clips ? "which cuts it off" : "and may overlap what follows")
        + (excerpt.isEmpty ? "" : ": \"\(excerpt)\""),
      atText: start)
  }

  /// Takes the room from what is below an edge: it would take pages on which nothing is seen.
  /// - Parameters:
  ///   - seen: the rows of which something may be seen; those after them are below the edge.
  ///   - opening: the height from where `edge` is measured to the first row.
  /// - Returns: the bottom of the last row.
  private mutating func shrink(_ seen: Range<Int>, below opening: Int, to edge: Int) -> Int {
    var bottom = opening
    let last = seen.last { !rows[$0].isPositioned }
    for index in seen {
      let top = bottom + (index > seen.lowerBound ? rows[index].gap.total : 0)
      if rows[index].isPositioned {
        if rows[index].isFloat { rows[index].reach = min(rows[index].reach, max(0, edge - top)) }
        continue
      }
      // A row of a table, or a height without a line, ends at the edge.
      if index == last, rows[index].lineCount == 0 || rows[index].tableRow >= 0 {
        rows[index].height = min(rows[index].height, edge - top)
        hideLines(of: rows[index], below: edge - top)
      }
      bottom = top + rows[index].height
    }
    var isBelow = false
    for index in seen.upperBound..<rows.count {
      if rows[index].isPositioned {
        if rows[index].isFloat { rows[index].reach = 0 }
        continue
      }
      if isBelow {
        removeGap(above: index)
      } else if index > seen.lowerBound {
        let gap = rows[index].gap.total
        shorten(gapAbove: index, by: bottom + gap - max(bottom, edge))
        bottom += rows[index].gap.total
      }
      isBelow = true
      rows[index].height = 0
      rows[index].reach = 0
      rows[index].gap.forcesBreak = false
      // A page ends above what is seen, or after the box.
      rows[index].gap.avoidsBreak = true
    }
    return bottom
  }

  private mutating func hideLines(of row: Row, below edge: Int) {
    for line in row.lineRange where setLines.lines[line].y >= edge - Self.pixel {
      setLines.lines[line].flags.insert(.isOffPage)
    }
  }

  /// Moves a row up. The boxes that open and close above it stay where they are.
  private mutating func shorten(gapAbove index: Int, by excess: Int) {
    guard excess > 0 else { return }
    for edge in rows[index].gap.edges where edges[edge].isTop { edges[edge].distance -= excess }
    rows[index].gap.shorten(by: excess)
  }

  /// Takes away the space above a row. The boxes that open there begin at the row; those that end there have their
  /// bottom borders below it, where they are not seen.
  private mutating func removeGap(above index: Int) {
    let gap = rows[index].gap
    for edge in gap.edges where edges[edge].isTop { edges[edge].distance = 0 }
    rows[index].gap = Gap()
    rows[index].gap.firstEdge = gap.firstEdge
    rows[index].gap.edgeCount = gap.edgeCount
  }
}

extension Gap {
  fileprivate mutating func shorten(by excess: Int) {
    let inside = min(excess, opening)
    opening -= inside
    let between = min(excess - inside, max(0, margin))
    margin -= between
    closing -= excess - inside - between
    innerMargin = min(innerMargin, max(0, closing))
  }
}
