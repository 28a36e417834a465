/// The content of a box that has its own flow, after it is set: a cell, a float, a positioned box.
struct BoxContent {
  /// Placed from the content box's top left corner.
  var setLines = SetLines()
  /// The boxes inside, in painting order.
  var boxes: [BoxFragment] = []
  let width: Int
  var height = 0
  var holdsPositioned = false

  /// The baseline of the first line; the bottom where there is none (CSS 2, section 17.5.3).
  var baseline: Int {
    setLines.lines.first { $0.segmentCount > 0 }.map { $0.y + $0.baseline } ?? height
  }

  /// A copy, moved by a distance.
  func moved(x: Int, y: Int) -> BoxContent {
    var moved = self
    moved.setLines = setLines.moved(x: x, y: y)
    moved.boxes = boxes.map { $0.moved(x: x, y: y) }
    return moved
  }
}

extension BoxFragment {
  /// A copy, moved by a distance.
  func moved(x: Int = 0, y: Int = 0) -> BoxFragment {
    var moved = self
    moved.x += x
    moved.y += y
    return moved
  }
}

extension LineFragment {
  /// Whether the line ends only because it is full.
  ///
  /// - Parameter segments: those of all lines of its layout.
  func isBroken(_ segments: [Segment]) -> Bool {
    guard !flags.contains(.isLastOfParagraph) else { return false }
    return segments[segmentRange].last.map { $0.kind != .lineBreak } ?? false
  }

  func moved(x: Int, y: Int) -> LineFragment {
    var line = self
    line.x += x
    line.usedX += x
    line.y += y
    return line
  }
}

extension Flow {
  /// Sets the content of a block in its own flow and stacks the rows.
  ///
  /// - Parameters:
  ///   - shrinks: whether the box is as wide as its content instead of its measure.
  ///   - height: that of its content box, where it is known before its content.
  func content(
    of block: Int32, _ paragraphs: Range<Int>, measure: Int, shrinks: Bool, height: Int? = nil
  ) throws -> BoxContent {
    if shrinks, let width = try widthAhead(of: block, paragraphs, measure) {
      return try content(of: block, paragraphs, measure: width, shrinks: false, height: height)
    }
    var inner = inner(width: measure, root: block)
    inner.placesOnPage = placesOnPage
    inner.heightOfRoot = height
    // On an endless measure, the places of floats on the right are not known.
    inner.setsFloatsAsBlocks = NestedLayout.isEndless(measure)
    var next = paragraphs.lowerBound
    while next < paragraphs.upperBound { next = try inner.append(next) }
    let end = try inner.finish()
    var width = measure
    if shrinks {
      // Floats on the right are at the end of the measure, whatever the content needs.
      width =
        inner.hasInlineFloats
        ? try shrunkWidth(of: block, paragraphs, measure)
        : usedWidth(of: inner.setLines, measure, in: block)
    }
    if width != measure,
      inner.hasInlineFloats
        || text.givenWidth(within: block) > 0
        || inner.rows.contains(where: { $0.boxCount > 0 || $0.gap.edgeCount > 0 })
    {
      // What is inside is as wide as this box: set the content again, now that the width is known.
      return try content(of: block, paragraphs, measure: width, shrinks: false, height: height)
    }
    return stack(inner, end, width: width, narrowed: measure - width)
  }

  /// The shrink-to-fit width of a block with tables in it, or with floats or images that take a share of
  /// the width: their places on a wide measure do not tell how much they need.
  /// It is found before the content is set: to set the content twice would double the work at every
  /// level of nesting.
  ///
  /// - Returns: nil for a block without these.
  func widthAhead(of block: Int32, _ paragraphs: Range<Int>, _ measure: Int) throws -> Int? {
    guard
      setter.holdsShares(paragraphs, in: block) || holdsFloatsOrTables(paragraphs, inside: block)
    else {
      return nil
    }
    return try shrunkWidth(of: block, paragraphs, measure)
  }

  private func holdsFloatsOrTables(_ paragraphs: Range<Int>, inside outer: Int32) -> Bool {
    paragraphs.contains { paragraph in
      text.blocks(around: text.paragraphs[paragraph].block, within: outer)
        .contains { [.floating, .table].contains(text.blocks[Int($0)].kind) }
    }
  }

  /// The shrink-to-fit width (CSS 2, section 10.3.5).
  private func shrunkWidth(
    of block: Int32, _ paragraphs: Range<Int>, _ measure: Int
  ) throws -> Int {
    try context.intrinsicWidths(of: block, paragraphs, available: measure)
      .width(for: .fitContent, room: measure)
  }

  /// Stacks the rows of a flow, with the boxes that open and close between them.
  private func stack(_ inner: Flow, _ end: Gap, width: Int, narrowed: Int) -> BoxContent {
    var content = BoxContent(width: width)
    content.setLines = inner.setLines
    content.setLines.lines.removeAll()
    content.setLines.awaiting = inner.awaitingInOrderOfRows
    var open: [OpenBox] = []
    for row in inner.rows {
      let top = row.isAbsolute ? 0 : content.height + row.gap.total
      inner.apply(row.gap, above: content.height, below: top, &open, &content)
      for line in row.lineRange {
        var fragment = inner.setLines.lines[line].moved(x: 0, y: top)
        if !row.isPositioned { narrow(&fragment, by: narrowed) }
        content.setLines.lines.append(fragment)
      }
      for index in row.boxRange {
        content.boxes.append(inner.cellBoxes[index].moved(y: top))
      }
      if row.isPositioned {
        content.holdsPositioned = content.holdsPositioned || !row.isFloat
      } else {
        content.height = top + row.height
      }
    }
    inner.apply(end, above: content.height, below: content.height, &open, &content)
    content.height += end.closing + end.margin
    inner.geometry.sortForPainting(&content.boxes[...])
    return content
  }

  /// Opens and closes the boxes of a gap.
  private func apply(
    _ gap: Gap, above: Int, below: Int, _ open: inout [OpenBox], _ content: inout BoxContent
  ) {
    for edge in edges[gap.edges] {
      if let closed = open.pass(edge, above: above, below: below),
        let fragment = geometry.fragment(of: closed, to: above + edge.distance, hasBottom: true)
      {
        content.boxes.append(fragment)
      }
    }
  }

  /// The width of a box's content: of its lines, and of the blocks in it that have a width. On
  /// pages of fixed layout, text that is broken takes the whole measure (CSS 2, section 10.3.7); a
  /// float in flowing text is better as narrow as its lines.
  private func usedWidth(of set: SetLines, _ measure: Int, in box: Int32) -> Int {
    if placesOnPage, set.lines.contains(where: { $0.isBroken(set.segments) }) { return measure }
    var right = 0
    for line in set.lines {
      let block = text.paragraphs[Int(line.paragraph)].block
      // Where margins or the direction put a block with a width on the measure says nothing about the box.
      if hasWidth(block, within: box, \.width) {
        right = max(right, text.givenWidth(around: block, within: box))
        continue
      }
      let end = line.x + line.width
      let natural = line.x + setter.width(of: line)
      let overflows = line.flags.contains(.isOverfull) && !hasWidth(block, within: box, \.maxWidth)
      let used = overflows ? natural : min(end, natural)
      right = max(right, used + text.edgesAtEnd(block, within: box))
    }
    // Unbreakable content makes the box wider than its room (CSS 2, section 10.3.5).
    let isTooWide = set.lines.contains { $0.flags.contains(.isOverfull) }
    return max(text.givenWidth(within: box), isTooWide ? right : min(measure, right))
  }

  private func hasWidth(
    _ block: Int32, within outer: Int32, _ width: KeyPath<BoxProperties, Dimension>
  ) -> Bool {
    // A share of the width that is being found counts as `auto`.
    text.blocks(around: block, within: outer).contains {
      text.box(of: $0)[keyPath: width].definite != nil
    }
  }

  /// Adjusts a line that was set for a wider measure than its box turned out to have.
  private func narrow(_ line: inout LineFragment, by narrowed: Int) {
    guard narrowed > 0 else { return }
    let style = text.styles[Int(text.paragraphs[Int(line.paragraph)].style)].text
    let isRight = line.flags.contains(.isRightToLeft)
    let isLast = line.flags.contains(.isLastOfParagraph)
    let shift: Int =
      switch isLast ? style.alignLast ?? style.align : style.align {
      case .center: narrowed / 2
      case .right: narrowed
      case .end: isRight ? 0 : narrowed
      case .start, .justify: isRight ? narrowed : 0
      case .left: 0
      }
    line.usedX -= shift
    line.width = max(0, line.width - narrowed)
  }
}
